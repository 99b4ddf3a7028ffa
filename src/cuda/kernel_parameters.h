/*
 * Parameters of the CUDA kernels, read by C and by CUDA. Every kernel takes one of these structures, by value. Tables
 * are words of 32 bits in one block of device memory. Offsets in them are counted in words, and what is read four words
 * at a time starts at a multiple of four.
 */
#ifndef SCREE_CUDA_KERNEL_PARAMETERS_H
#define SCREE_CUDA_KERNEL_PARAMETERS_H

#include <stdint.h>

#include "fractal.h"
#include "place.h"

#include "launch.h"

/* Maximum octaves of one launch: the sample stage holds two lattice rows of each in registers. */
#define SCREE_CUDA_PASS_OCTAVES 8
/* Maximum octaves of a launch that evaluates samples one by one: all of a field, which may depend on one another. */
#define SCREE_CUDA_FIELD_OCTAVES 32

/* All axes, and those beyond x and y. */
#define SCREE_CUDA_MOST_AXES 8
#define SCREE_CUDA_OUTER_AXES 6

#define SCREE_CUDA_RANGE_PAIRS 64
/* Bits of the largest float and of its negative: the empty range. */
#define SCREE_CUDA_RANGE_EMPTY_MIN 0x7f7fffffu
#define SCREE_CUDA_RANGE_EMPTY_MAX 0xff7fffffu

#define SCREE_CUDA_DIRECT_THREADS 128
#define SCREE_CUDA_VARIANT_SIDE 8
#define SCREE_CUDA_VARIANT_THREADS 512

/* The bits of the value of a point that is beyond the limits: a NaN. */
#define SCREE_CUDA_NO_VALUE 0x7fc00000u

/*
 * Words of an entry of an outer axis: fraction, fraction - 1, fade weight, lower node, the keys of both nodes, padding.
 */
#define SCREE_CUDA_OUTER_WORDS 8

/* Numbers of public enums that kernels use. */
#define SCREE_CUDA_KIND_VALUE 1u

/* One octave of a launch. */
typedef struct scree_cuda_octave {
    float amplitude;
    float weight;
    uint32_t gradients; /* gradient_count words for axis 0, then for axis 1, and so on. */
    uint32_t vectors;   /* Up to three axes: the same gradients, four words each. */
    uint32_t x_entries; /* Three arrays of x_stride words: fractions, fade weights, lower nodes. */
    uint32_t x_keys;    /* Keys of the nodes along x. */
    uint32_t y_entries; /* Four words a row: fraction, fraction - 1, fade weight, lower node. */
    uint32_t y_keys;
    uint32_t outer[SCREE_CUDA_OUTER_AXES]; /* SCREE_CUDA_OUTER_WORDS a position along axis 2 + i. */
} scree_cuda_octave;

/* A launch that makes the samples of a frame: by the contraction or one by one. */
typedef struct scree_cuda_samples {
    const uint32_t *tables;
    float *values;   /* The frame's first sample. */
    uint32_t *range; /* SCREE_CUDA_RANGE_PAIRS pairs, widened by the samples; NULL while octaves are missing. */
    uint64_t row_stride;
    uint64_t plane_stride;
    uint32_t width;
    uint32_t rows;
    uint32_t planes;
    uint32_t axes;
    uint32_t hash;
    uint32_t fractal; /* As kernels/fractal.h numbers it. */
    scree_fractal_options options;
    uint32_t gradient_count;
    uint32_t permutation; /* Offset of Perlin's permutation in the tables. */
    uint32_t x_stride;    /* Words of an array along x. */
    uint32_t octaves;
    uint32_t adds;         /* Direct kernel and variants: whether earlier octaves are in `values`. */
    uint32_t is_aligned;   /* Whether every row starts at a multiple of four samples. */
    uint32_t strip_rows;   /* Rows of a strip of the contraction; even. */
    uint32_t block_planes; /* Planes of a block of the contraction. */
    uint32_t outer_count[SCREE_CUDA_OUTER_AXES]; /* Positions along axis 2 + i, after which its entries repeat. */
    uint32_t outer_start[SCREE_CUDA_OUTER_AXES]; /* Distance of the first plane from the first entry. */
    scree_cuda_octave octave[SCREE_CUDA_FIELD_OCTAVES];
} scree_cuda_samples;

/* A launch that makes the samples of a frame of a kind of sites; its tables are those of kernels/site_table.h. */
typedef struct scree_cuda_sites {
    const uint32_t *tables;
    float *values;   /* The frame's first sample. */
    uint32_t *range; /* SCREE_CUDA_RANGE_PAIRS pairs, widened by the samples; NULL while octaves are missing. */
    uint64_t row_stride;
    uint64_t plane_stride;
    uint32_t width;
    uint32_t first_plane; /* Counted from the first plane of the tables. */
    uint32_t fractal;     /* As kernels/fractal.h numbers it. */
    scree_fractal_options options;
    uint32_t first_octave;
    uint32_t octaves;
    uint32_t adds; /* Whether earlier octaves are in `values`. */
} scree_cuda_sites;

/* Points, which the kernel places. */
typedef struct scree_cuda_points {
    const uint32_t *tables;
    const char *coordinate[SCREE_CUDA_MOST_AXES]; /* The first point's, along each axis. */
    int64_t stride[SCREE_CUDA_MOST_AXES];         /* Bytes from one to the next. */
    float *values;
    float *factors;  /* Of the next octave at each point, between launches of a fractal with state; or NULL. */
    uint32_t *found; /* The lowest number of a point and axis whose coordinate is beyond the limits; or NULL. */
    uint32_t points;
    uint32_t axes;
    uint32_t hash;
    uint32_t fractal; /* As kernels/fractal.h numbers it. */
    scree_fractal_options options;
    uint32_t fade;
    uint32_t gradient_count;
    uint32_t permutation;
    uint32_t first_octave;
    uint32_t octaves;    /* Octaves of this launch. */
    uint32_t adds;       /* Whether earlier octaves are in `values`. */
    uint32_t is_wide;    /* Coordinates are float64. */
    uint32_t is_aligned; /* Every coordinate lies at a multiple of its size. */
    uint32_t near_limit; /* The limits of scree_point_rules. */
    scree_pair limit;
    scree_cuda_octave octave[SCREE_CUDA_PASS_OCTAVES]; /* Amplitude, weight and gradients. */
    scree_place_octave octave_rule[SCREE_CUDA_PASS_OCTAVES];
    scree_place_axis axis_rule[SCREE_CUDA_PASS_OCTAVES][SCREE_CUDA_MOST_AXES];
} scree_cuda_points;

#endif
