/*
 * Parameters of the CUDA kernels, read by C and by CUDA. Every kernel takes one of these structures, by value. Tables
 * are words of 32 bits in one block of device memory. Offsets in them are counted in words, and what is read four words
 * at a time starts at a multiple of four.
 */
#ifndef SCREE_CUDA_KERNEL_PARAMETERS_H
#define SCREE_CUDA_KERNEL_PARAMETERS_H

#include <stdint.h>

#include "fractal.h"
#include "particle_table.h"
#include "place.h"
#include "stretch.h"

/* Maximum octaves of one launch: the sample stage holds two lattice rows of each in registers. */
#define SCREE_CUDA_PASS_OCTAVES 8
/* Maximum octaves of a launch that evaluates samples one by one: all of a field, which may depend on one another. */
#define SCREE_CUDA_FIELD_OCTAVES 32

/* All axes, and those beyond x and y. */
#define SCREE_CUDA_MOST_AXES 8
#define SCREE_CUDA_OUTER_AXES 6

/*
 * Pairs of smallest and largest sample, as ordered integers. There are several, each in its own cache line, so that
 * blocks rarely contend.
 */
#define SCREE_CUDA_RANGE_PAIRS 64
#define SCREE_CUDA_RANGE_PAIR_WORDS 32
/* Bits of the largest float and of its negative: the empty range. */
#define SCREE_CUDA_RANGE_EMPTY_MIN 0x7f7fffffu
#define SCREE_CUDA_RANGE_EMPTY_MAX 0xff7fffffu

/* Threads of a block. */
#define SCREE_CUDA_SAMPLE_THREADS 128 /* At most; fewer where rows are short. */
#define SCREE_CUDA_DIRECT_THREADS 128
#define SCREE_CUDA_CONVERT_THREADS 256
#define SCREE_CUDA_PARTICLE_THREADS 128
#define SCREE_CUDA_PARTICLE_BLOCKS 4
#define SCREE_CUDA_SUM_THREADS 128
#define SCREE_CUDA_SUM_BLOCKS 8 /* On a multiprocessor: enough to have its loads under way. */
#define SCREE_CUDA_SCENE_SIDE 8 /* Along x and y, of pixels. */
#define SCREE_CUDA_SCENE_THREADS 64
#define SCREE_CUDA_SCENE_BLOCK_THREADS 64
#define SCREE_CUDA_SCENE_BRICK_THREADS 128
#define SCREE_CUDA_SCENE_BRICKS 32u /* Bricks that a block prepares: as many as a word has bits. */
#define SCREE_CUDA_WARP_LANES 32
#define SCREE_CUDA_VARIANT_SIDE 8 /* Along each of three axes. */
#define SCREE_CUDA_VARIANT_THREADS 512

/* Columns of a block of jump flooding, each with the same number of rows. */
#define SCREE_CUDA_FLOOD_COLUMNS 32
#define SCREE_CUDA_FLOOD_ROWS 8

/* Neighbouring columns that a thread of the sample stage sums. */
#define SCREE_CUDA_COLUMNS 4

/* The bits of the value of a point that is beyond the limits: a NaN. */
#define SCREE_CUDA_NO_VALUE 0x7fc00000u

/*
 * Words of an entry of an outer axis: fraction, fraction - 1, fade weight, lower node, the keys of both nodes, padding.
 */
#define SCREE_CUDA_OUTER_WORDS 8

/* Bytes of shared memory in the contraction: for an octave, for an octave of a row, and for a row. */
#define SCREE_CUDA_TILE_OCTAVE_BYTES 48
#define SCREE_CUDA_ROW_ENTRY_BYTES 16
#define SCREE_CUDA_ROW_RUN_BYTES 8

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

/* Tables of x and y, made from rules among their words. */
typedef struct scree_cuda_tabulation {
    uint32_t *tables;
    uint32_t rules; /* Offset of the first; there is one for each row of blocks. */
    uint32_t hash;
    uint32_t fade;
} scree_cuda_tabulation;

/* Blocks of numbers that are summed. */
typedef struct scree_cuda_summation {
    const float *numbers;
    const float *factors; /* NULL unless their products are summed. */
    float *sums;
    uint64_t count;
    uint32_t is_aligned; /* Numbers and factors lie at multiples of 16 bytes. */
} scree_cuda_summation;

/* A lesson's program; members as scree_lesson_step has them. */
typedef struct scree_cuda_lesson {
    const uint32_t *a;
    const uint32_t *b;
    uint32_t *c;
    uint32_t threads;
    uint32_t each;
    uint32_t count;
    uint32_t count_log;
    uint32_t stride_log;
    uint32_t word;
} scree_cuda_lesson;

/* Particles that are placed or loaded, moved, drawn and stored. */
typedef struct scree_cuda_particles {
    void *positions; /* Reals, of the first particle. */
    unsigned long long *canvas;
    uint32_t *lost;
    uint64_t first;
    uint32_t count;
    uint32_t shape;
    uint32_t colour;
    uint32_t has_perspective;
    uint32_t loads;
    uint32_t stores;
    scree_stretch stretch;
    uint32_t words[SCREE_PARTICLE_WORDS]; /* As kernels/particle_table.h has them. */
} scree_cuda_particles;

/* A scene that is prepared or drawn. */
typedef struct scree_cuda_scene {
    const uint32_t *table; /* As kernels/scene_table.h has it. */
    const uint32_t *samples;
    const uint32_t *minus;
    const uint32_t *work;
    uint32_t *made;      /* What the launch writes: pixels, or the work buffer. */
    uint32_t is_aligned; /* Whether the first sample lies at a multiple of 16 bytes. */
    uint32_t level;      /* The level of a terrain's blocks that is made. */
} scree_cuda_scene;

/* The conversion of samples to the output's type. */
typedef struct scree_cuda_conversion {
    const float *values;
    uint32_t *data;
    uint64_t samples;
    uint32_t bits; /* 8, 16 or 32 for each sample. */
    float low;
    float scale;
    float top;
} scree_cuda_conversion;

/* The volume of a flood: less than 2^32 voxels, whose seeds are packed as in kernels/jump_flood.h. */
typedef struct scree_cuda_flood_volume {
    uint32_t columns;
    uint32_t rows;
    uint32_t layers;
    uint32_t x_shift;
    uint32_t y_shift;
    float side[3];
} scree_cuda_flood_volume;

/* The seeds in both volumes before the first pass. */
typedef struct scree_cuda_flood_seeds {
    scree_cuda_flood_volume volume;
    const uint32_t *tops;     /* Number of solid voxels of each column, or NULL. */
    const uint8_t *occupancy; /* Whether each voxel is solid, where `tops` is NULL. */
    uint32_t *to[2];
    uint32_t seeds_are_solid;
} scree_cuda_flood_seeds;

/* One pass of jump flooding. */
typedef struct scree_cuda_flood_pass {
    scree_cuda_flood_volume volume;
    const uint32_t *from;
    uint32_t *to;
    uint32_t jump;
    uint32_t steps; /* Maximum voxels of a column that a thread computes. */
} scree_cuda_flood_pass;

/* The conversion of seeds to distances. */
typedef struct scree_cuda_flood_distances {
    scree_cuda_flood_volume volume;
    const uint32_t *seeds;
    const uint32_t *inside; /* Seeds of the inside, where voxels outside are seeds themselves; NULL when one side is
                               measured. */
    float *distance;        /* Distances of the first layer and those that follow. May be the memory of the seeds. */
    uint32_t *nearest;      /* Nearest voxels of the same layers, or NULL. */
    uint32_t first;         /* First layer; the launch has one block for each layer. */
    float unit;
    float margin;
    float clip;
} scree_cuda_flood_distances;

/* The self-test (kernels/trial.h). */
typedef struct scree_cuda_trials {
    const struct scree_trial *trials;
    struct scree_trial_outcome *outcomes;
    uint32_t count;
} scree_cuda_trials;

/* The same of float64 (kernels/wide_trial.h). */
typedef struct scree_cuda_wide_trials {
    const struct scree_wide_trial *trials;
    struct scree_wide_trial_outcome *outcomes;
    uint32_t count;
} scree_cuda_wide_trials;

/*
 * Exact distance fields. Squares are signed numbers, whole or float32, in words: positive outside of the solid,
 * negative inside. They lie in blocks of layers: within a block layers follow each other first, then columns, then
 * rows.
 */

/* Threads of a block that makes the squares of columns, or packs voxels to bits. */
#define SCREE_CUDA_DISTANCE_THREADS 256
/* Layers that one thread makes: a run of them, or fewer where a block of layers has fewer. */
#define SCREE_CUDA_COLUMN_RUN 4

/*
 * Places of a line that one thread finds; of parts of it whose smallest squares are known; behind a line, where its
 * last term is repeated.
 */
#define SCREE_CUDA_STRIP 32
#define SCREE_CUDA_STRIP_PART 8
#define SCREE_CUDA_LINE_MARGIN 1
/* Words of a strip for each line of a tile: smallest squares of parts and of the strip, for both sides, and one end. */
#define SCREE_CUDA_STRIP_WORDS 11
/* Words of a warp through which its results go, so that they are written along rows. */
#define SCREE_CUDA_STAGE_PITCH 36
#define SCREE_CUDA_STAGE_WORDS (SCREE_CUDA_STRIP_PART * SCREE_CUDA_STAGE_PITCH)
/* Threads of a block of lines at most. */
#define SCREE_CUDA_LINE_THREADS 512

/*
 * Voxels to bits: a word holds 32 layers of a column, and words of a column are a plane apart. Two tables of as many
 * words as there are bits follow them.
 */
typedef struct scree_cuda_voxel_bits {
    const uint8_t *voxels; /* Some layers, when they become bits. */
    uint32_t *bits;        /* The first word of those layers, or of all. */
    uint64_t plane;
    uint32_t layers;    /* So many: those of a last word may be fewer. */
    uint32_t first_bit; /* Where packed layers start in their word: 0, or they are all of one word. */
} scree_cuda_voxel_bits;

/* The squares of columns. Block y of the grid is a block of layers. */
typedef struct scree_cuda_column_squares {
    const uint32_t *source; /* Tops, heights, or bits of voxels. */
    const float *levels;    /* With heights. */
    uint32_t *squares;
    uint32_t *nearest; /* Layers of the nearest voxels; or NULL. */
    uint64_t plane;
    uint64_t table_words; /* Words of each table of voxels. */
    uint32_t layers;      /* Layers of the volume. */
    uint32_t first_block; /* First block of layers. */
    uint32_t layers_log;  /* Logarithm of the layers in a block. */
    uint32_t run_log;     /* Logarithm of the length of a run. */
    uint32_t is_open;
    float side;      /* Height of a voxel. */
    float top_level; /* Height of the volume, with heights. */
} scree_cuda_column_squares;

/*
 * Lines along y or x: the smallest sums of squares and of squared ways to them. Block y of the grid is one of layers.
 */
typedef struct scree_cuda_lines {
    const uint32_t *squares;
    uint32_t *made;          /* Smallest sums; lines along y. The same memory, unless lines are long. */
    const uint32_t *nearest; /* Where squares are from; or NULL. */
    uint32_t *made_nearest;  /* Never the same memory. */
    uint32_t *work;          /* Long lines: SCREE_CUDA_STRIP_WORDS for each strip of each line of each block. */
    float *distance;         /* Lines along x: the output, starting at the field's first layer. */
    uint32_t *voxels;        /* Lines along x: the nearest voxels, or NULL. */
    uint32_t count;          /* Places of a line. */
    uint32_t step;           /* Words between neighbouring places of a line. */
    uint32_t across;         /* Number of neighbouring lines in a layer. */
    uint64_t across_step;    /* Words between neighbouring lines. */
    uint64_t block_words;    /* Words of a block of layers. */
    uint32_t lines_log;      /* Logarithm of the lines in a tile, at most 5. A tile consists of neighbouring lines in
                                all layers of a block. */
    uint32_t layers_log;     /* Logarithm of the layers in a block. */
    uint32_t first_block;
    uint32_t layers; /* Layers of the volume. */
    uint32_t columns;
    uint32_t rows;
    uint32_t first_layer; /* First layer of the field. */
    uint32_t end_layer;   /* End of the field's layers. */
    uint32_t measures;    /* Bit 0: the outside is measured; bit 1: the inside. */
    uint32_t is_negated;  /* Whether the inside is negative. */
    float side;           /* Side of a voxel along the line. */
    float unit;           /* As scree_distance_from_square() takes them. */
    float margin;
    float clip;
} scree_cuda_lines;

/*
 * Distances to a surface of triangles: some layers. Blocks have a thread for each column of a square; block y of the
 * grid is one of SCREE_CUDA_MESH_LAYERS layers, which a thread makes one after the other.
 */
#define SCREE_CUDA_MESH_SIDE 8
#define SCREE_CUDA_MESH_LAYERS 16

typedef struct scree_cuda_mesh_box {
    const uint32_t *heights; /* Tables as kernels/mesh_search.h has them. */
    const uint32_t *inverses;
    const uint32_t *spans;
    const uint32_t *first_blocks;
    const float *levels; /* Heights of all layers. */
    float *distance;     /* The first of these layers. */
    uint64_t plane;
    uint32_t columns;
    uint32_t rows;
    uint32_t block_levels; /* Levels of blocks of cells. */
    uint32_t first_layer;
    uint32_t layers;
    uint32_t measures;   /* Bit 0: the outside is measured; bit 1: the inside. */
    uint32_t is_negated; /* Whether the inside is negative. */
    float unit;          /* As scree_distance_from_square() takes them. */
    float margin;
    float clip;
    float sides[8]; /* scree_mesh_sides, in its order. */
} scree_cuda_mesh_box;

#endif
