/*
 * Constants of programs, as dispatches carry them: plain words, read by C and by CUDA. Shaders declare the first words
 * of each structure as their push constants, in this order, so no word may be inserted between others. Members for
 * programs that are given whole structures are at the end.
 */
#ifndef SCREE_GPU_CONSTANTS_H
#define SCREE_GPU_CONSTANTS_H

#include <stdint.h>

#include "combine_layout.h"
#include "noise/fractal.h"
#include "particles/particle_table.h"
#include "noise/locate.h"
#include "particles/step_batch.h"
#include "table_layout.h"

/* Maximum axes, those beyond x and y, and octaves. */
#define SCREE_GPU_AXES 8
#define SCREE_GPU_OUTER_AXES 6
#define SCREE_GPU_OCTAVES 32

/* Words of an entry of an outer axis: fraction, fraction - 1, fade weight, lower node, keys of both nodes, padding. */
#define SCREE_GPU_OUTER_WORDS 8u

/* Offsets of an octave's part of the tables, in words. What is read four words at a time lies at a multiple of four. */
typedef struct scree_gpu_octave {
    float amplitude;
    float weight;
    uint32_t gradients; /* gradient_count words for axis 0, then for axis 1, and so on. */
    uint32_t vectors;   /* The same gradients, four words each; fused only, up to three axes. */
    uint32_t x_entries; /* Four words a column, or three arrays: fractions, fade weights, lower nodes. */
    uint32_t x_keys;
    uint32_t y_entries; /* Four words a row: fraction, fraction - 1, fade weight, lower node. */
    uint32_t y_keys;
    uint32_t outer[SCREE_GPU_OUTER_AXES]; /* SCREE_GPU_OUTER_WORDS a position along axis 2 + i. */
    float frequency;                      /* Cells for each cell of the first octave. */
} scree_gpu_octave;

/* PLANES: an octave's nodes of some planes. */
typedef struct scree_gpu_planes {
    uint32_t octave;
    uint32_t first_plane; /* Counted from the first plane of the tables. */
} scree_gpu_planes;

/*
 * WARPS, WARP_POINTS and their DUALS, behind the words that they share with others: tables at BINDING_TABLES,
 * displacements at BINDING_DATA. A pass makes all components of a displacement in the place of the one before, or the
 * field itself.
 */
typedef struct scree_gpu_warp_pass {
    uint32_t tables;              /* First word of the tables of the field, or of the first component. */
    uint32_t table_words;         /* Words from the tables of a component to those of the next. */
    uint32_t components;          /* As WARP_COMPONENTS() reads it; none for the field itself. */
    uint32_t displacement_stride; /* Words from displacements along an axis to those along another. */
    uint32_t displacement[2];     /* As WARP_DISPLACEMENT() reads them. */
} scree_gpu_warp_pass;

/* SAMPLES, DIRECT, SITES, WARPS and their DUALS: samples of some planes, from BINDING_VALUES on. */
typedef struct scree_gpu_samples {
    uint32_t first_octave;
    uint32_t width;
    uint32_t rows;
    uint32_t row_stride;
    uint32_t plane_stride;
    uint32_t first_value;
    uint32_t adds;        /* Whether BINDING_VALUES holds sums of earlier octaves. */
    uint32_t finds_range; /* Whether the sums are complete after this. */
    uint32_t octaves;     /* The two-stage contraction ignores all members from here on. */
    uint32_t first_plane;
    uint32_t planes; /* The fused contraction only. */
    uint32_t fractal;
    scree_gpu_warp_pass warp;
    /* For whole structures. */
    uint64_t wide_row_stride; /* The same strides, of any size. */
    uint64_t wide_plane_stride;
    scree_fractal_options options;
    uint32_t axes;
    uint32_t hash;
    uint32_t gradient_count;
    uint32_t permutation;  /* Offset of Perlin's permutation in the tables. */
    uint32_t x_stride;     /* Words of an array along x. */
    uint32_t is_aligned;   /* The fused contraction: whether every row starts at a multiple of four samples, */
    uint32_t strip_rows;   /* rows of a strip, an even number, */
    uint32_t block_planes; /* and planes of a block. */
    uint32_t outer_count[SCREE_GPU_OUTER_AXES]; /* Positions along axis 2 + i, after which its entries repeat. */
    uint32_t outer_start[SCREE_GPU_OUTER_AXES]; /* Distance of the first plane from the first entry. */
    scree_gpu_octave octave[SCREE_GPU_OCTAVES]; /* From first_octave on. */
} scree_gpu_samples;

/* POINTS, SITE_POINTS, WARP_POINTS and their DUALS: coordinates at BINDING_NODES, values at BINDING_VALUES, the word of
   what was found at BINDING_RANGE, factors of the next octave at BINDING_DATA between passes of a fractal with state.
 */
typedef struct scree_gpu_points_pass {
    uint32_t first_octave;
    uint32_t octaves;
    uint32_t points;
    uint32_t adds;        /* Whether BINDING_VALUES holds sums of earlier octaves. */
    uint32_t first_value; /* Words of BINDING_VALUES before the first point's. */
    uint32_t rules;       /* First word of the rules of locations in the tables. */
    uint32_t fast_limit;  /* The limits of scree_point_rules. */
    scree_pair limit;
    uint32_t offset[SCREE_GPU_AXES]; /* Words of BINDING_NODES before the first coordinate, and from one to the next. */
    uint32_t stride[SCREE_GPU_AXES];
    uint32_t fractal;
    scree_gpu_warp_pass warp;
    /* For whole structures, with the octaves from first_octave on, SAMPLE_OCTAVES at most. */
    uint64_t
        address[SCREE_GPU_AXES]; /* Addresses of the first coordinates, for backends whose handles are addresses. */
    int64_t wide_stride[SCREE_GPU_AXES]; /* Bytes from one to the next. */
    scree_fractal_options options;
    uint32_t axes;
    uint32_t hash;
    uint32_t fade;
    uint32_t gradient_count;
    uint32_t permutation;
    uint32_t is_aligned; /* Every coordinate lies at a multiple of its size. */
    scree_gpu_octave octave[SAMPLE_OCTAVES];
    scree_location_octave octave_rule[SAMPLE_OCTAVES];
    scree_location_axis axis_rule[SAMPLE_OCTAVES][SCREE_GPU_AXES];
} scree_gpu_points_pass;

/* TABLES: the first word of the rules, and what all of them share. */
typedef struct scree_gpu_tabulation {
    uint32_t rules;
    uint32_t hash;
    uint32_t fade;
} scree_gpu_tabulation;

/* CONVERT: values to the output's type. */
typedef struct scree_gpu_conversion {
    uint32_t count;
    uint32_t bits; /* 8, 16 or 32 for each sample. */
    float low;
    float scale;
    float top;
} scree_gpu_conversion;

/* VALUE_MAP: rows of samples, mapped in place. Groups are numbered along x and y, group by group of every row. */
typedef struct scree_gpu_value_map_pass {
    uint32_t width;
    uint32_t rows;
    uint32_t row_groups; /* Groups of a row. */
    uint32_t row_stride;
    uint32_t plane_stride;
    uint32_t first_value;
    uint32_t channels;
    uint32_t value_map; /* First word of the map in the tables. */
    /* For whole structures: the same strides, of any size. */
    uint64_t wide_row_stride;
    uint64_t wide_plane_stride;
} scree_gpu_value_map_pass;

/*
 * COMBINE: instructions (graph/combine_layout.h) at BINDING_ENTRIES, registers at BINDING_DATA, positions at
 * BINDING_NODES and, where the last instruction is the program's, values at BINDING_VALUES and range pairs at
 * BINDING_RANGE. Groups are as those of VALUE_MAP. Along an axis, sample `i` has position i / repeats % positions.
 */
typedef struct scree_gpu_combine_pass {
    uint32_t width;
    uint32_t rows;
    uint32_t row_groups; /* Groups of a row. */
    uint32_t row_stride; /* Strides of values; in registers samples lie side by side. */
    uint32_t plane_stride;
    uint32_t first_value;
    uint32_t first_instruction;
    uint32_t instructions;
    uint32_t first_sample;    /* Words of a register before the first sample. */
    uint32_t register_stride; /* Words from a register to the next. */
    uint32_t stores_values;   /* Whether the value of the last instruction is that of the sample, */
    uint32_t finds_range;     /* and whether its range is found. */
    uint32_t is_wide;         /* Positions are float64. */
    uint32_t repeats[COMBINE_AXES];
    uint32_t positions[COMBINE_AXES];
    uint32_t offset[COMBINE_AXES]; /* Words of BINDING_NODES before the first position, and from one to the next. */
    uint32_t stride[COMBINE_AXES];
    uint32_t row_samples; /* Samples of a row, and of a plane, of the registers. */
    uint32_t plane_samples;
    uint32_t channels; /* Words from a sample to the next among the values. */
    /* For whole structures: the same strides, of any size, and addresses and strides of positions in bytes. */
    uint64_t wide_row_stride;
    uint64_t wide_plane_stride;
    uint64_t address[COMBINE_AXES];
    int64_t wide_stride[COMBINE_AXES];
} scree_gpu_combine_pass;

/* SUM: blocks of numbers at BINDING_DATA, and their factors at BINDING_NODES, to sums at BINDING_VALUES. */
typedef struct scree_gpu_summation {
    uint32_t first;        /* Words of BINDING_DATA before the first number. */
    uint32_t first_factor; /* Words of BINDING_NODES before the first factor. */
    uint32_t first_sum;    /* Words of BINDING_VALUES before the first sum. */
    uint32_t count;
} scree_gpu_summation;

/* SELF_TEST and SELF_TEST_WIDE: operands at BINDING_DATA, results at BINDING_VALUES. */
typedef struct scree_gpu_self_test_pass {
    uint32_t count;
} scree_gpu_self_test_pass;

/* LESSON: a at BINDING_DATA, b at BINDING_NODES, c at BINDING_VALUES; members as scree_lesson_step has them. */
typedef struct scree_gpu_lesson_pass {
    uint32_t threads;
    uint32_t each;
    uint32_t count;
    uint32_t count_log;
    uint32_t stride_log;
    uint32_t word;
} scree_gpu_lesson_pass;

/*
 * PARTICLES: the words of kernels/particles/particle_table.h at BINDING_TABLES, coordinates at BINDING_VALUES, the
 * accumulation buffer at BINDING_DATA, the count of lost particles at BINDING_RANGE.
 */
typedef struct scree_gpu_particles {
    uint32_t first_high; /* Number of the first particle. */
    uint32_t first_low;
    uint32_t count;
    uint32_t first_real;  /* Coordinates before the first particle's. */
    uint32_t first_pixel; /* Pixels before the first that is drawn to. */
    uint32_t lost_word;
    scree_step_batch batch;
    /* For whole structures: the same words as at BINDING_TABLES. */
    uint32_t words[SCREE_PARTICLE_WORDS];
} scree_gpu_particles;

/*
 * SCENE: the words of kernels/scene/scene_table.h at BINDING_TABLES, samples at BINDING_NODES, those that are
 * subtracted at BINDING_RANGE, the work buffer at BINDING_DATA, pixels at BINDING_VALUES. SCENE_PREPARE has the work
 * buffer at BINDING_VALUES.
 */
typedef struct scree_gpu_scene_pass {
    uint32_t samples; /* Words before the first of each. */
    uint32_t minus;
    uint32_t work;
    uint32_t pixels;
    uint32_t level; /* The level of blocks that SCENE_PREPARE makes. */
} scree_gpu_scene_pass;

/* The volume that is flooded, as programs see it from a layer on. */
typedef struct scree_gpu_flood_volume {
    uint32_t columns;
    uint32_t rows;
    uint32_t first_layer;
    uint32_t x_shift;
    uint32_t y_shift;
    uint32_t end_layer;
} scree_gpu_flood_volume;

/* FLOOD_SEEDS. `base`, added to a voxel's number modulo 2^32, gives its word in a span. */
typedef struct scree_gpu_flood_seeds {
    scree_gpu_flood_volume volume;
    uint32_t base[3];
    uint32_t seeds_are_solid;
} scree_gpu_flood_seeds;

/* FLOOD_PASS */
typedef struct scree_gpu_flood_pass {
    scree_gpu_flood_volume volume;
    uint32_t layers; /* All layers of the volume. */
    uint32_t jump;
    uint32_t base[4];
    float side[3];
    uint32_t steps; /* Voxels of a column that a thread makes at most, where threads walk along columns. */
} scree_gpu_flood_pass;

/* FLOOD_SEARCH: `sites` neighbouring words of the volume at FLOOD_HERE, from `base[0]` on. */
typedef struct scree_gpu_flood_search {
    scree_gpu_flood_volume volume;
    uint32_t sites;
    uint32_t base[2]; /* Offsets of the sites and of FLOOD_TO in their spans. */
    float side[3];
} scree_gpu_flood_search;

/* FLOOD_DISTANCES */
typedef struct scree_gpu_flood_distances {
    scree_gpu_flood_volume volume;
    uint32_t base[4];
    float side[3];
    float unit; /* As scree_distance_from_square() takes them. */
    float margin;
    float clip;
} scree_gpu_flood_distances;

/* MESH: tables at BINDING_TABLES (table_layout.h), heights of layers at BINDING_DATA. */
typedef struct scree_gpu_mesh_box {
    uint32_t columns;
    uint32_t rows;
    uint32_t levels;   /* Levels of blocks of cells. */
    uint32_t inverses; /* Offsets of the tables, in words. */
    uint32_t spans;
    uint32_t first_layer;
    uint32_t layers;
    uint32_t skipped;  /* Words of BINDING_VALUES before the first layer. */
    uint32_t measures; /* Bit 0: the outside is measured; bit 1: the inside; bit 2: the inside is negative. */
    float unit;
    float margin;
    float clip;
    /* For whole structures: scree_mesh_sides, in its order. */
    float sides[8];
} scree_gpu_mesh_box;

/* VOXELS: packs voxels into bits, and joins words of bits. */
typedef struct scree_gpu_voxels {
    uint32_t plane;
    uint32_t layers; /* Layers to pack; layers of the volume, when words are joined. */
    uint32_t first_bit;
    uint32_t words;
    uint32_t first_word;
    uint32_t bits_skip;
    uint32_t table_skip;
    uint32_t is_first;
    /* For whole structures: the size of a plane, without a limit. */
    uint64_t wide_plane;
} scree_gpu_voxels;

/* SQUARES: the squares of columns, in blocks of layers. */
typedef struct scree_gpu_squares {
    uint32_t plane;
    uint32_t layers;
    uint32_t first_block;
    uint32_t first_word;
    uint32_t source_skip;
    uint32_t before_skip;
    uint32_t after_skip;
    uint32_t is_open;
    uint32_t layers_log;
    float side;
    float top_level;
    /* For whole structures: logarithm of the layers that a thread computes, and the size of a plane, without a limit.
     */
    uint32_t run_log;
    uint64_t wide_plane;
} scree_gpu_squares;

/* LINES: lower envelopes along y or x. */
typedef struct scree_gpu_lines {
    uint32_t count;
    uint32_t step;
    uint32_t across;
    uint32_t across_step;
    uint32_t block_words;
    uint32_t tiles;
    uint32_t lines_log;
    uint32_t layers_log;
    uint32_t first_block;
    uint32_t columns;
    uint32_t rows;
    uint32_t first_layer;
    uint32_t end_layer;
    uint32_t distance_skip;
    uint32_t voxel_skip;
    uint32_t measures;
    uint32_t is_negated;
    float side;
    float unit;
    float margin;
    float clip;
} scree_gpu_lines;

#endif
