/*
 * The CPU's kernels of noise on lattices of cells: contraction, direct evaluation, points and output. Kernels trust
 * their arguments. Arrays of samples and nodes are padded: kernels may read, and write into work space, up to 16
 * entries past the end.
 */
#ifndef SCREE_CPU_NOISE_KERNELS_H
#define SCREE_CPU_NOISE_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/field.h>
#include <scree/noise.h>

#include "noise/fractal.h"
#include "mapping.h"
#include "warp/warp.h"

/* Sample rows that are prepared and summed in one call, and those of them that a kernel holds in registers at once. */
#define SCREE_BATCH_ROWS 8
#define SCREE_GROUP_ROWS 4
/* Lanes of the widest instruction set; ranges are kept lane by lane. */
#define SCREE_MAX_LANES 16

/* The properties of an octave that kernels read. */
typedef struct scree_cpu_octave {
    scree_noise_kind kind;
    scree_noise_hash hash;
    uint32_t axes;
    uint32_t gradient_count;
    const uint32_t *gradients; /* Bits of the floats; see scree_plan_octave. */
    const uint32_t *coded_gradients;
    const uint32_t *permutation;
    float amplitude;
    /* Kinds of sites only: the numbers of cells along each axis of the lattice. */
    const scree_site_axis *site_axes;
    const scree_site_options *site_options;
    /* Displaced octaves only: the same of kinds of cells, and cells along each axis of the lattice for each unit of a
       displacement along each axis of the field. */
    const scree_warp_axis *warp_axes;
    const float (*warp_factor)[SCREE_SITE_AXES];
    const uint32_t *site_slopes; /* Bits of floats; see scree_site_source. */
    /* Duals only. */
    scree_noise_fade fade;
    float frequency; /* Cells of the octave for each cell of the first. */
    /* Kinds of sites that have methods only: the method, and its choice (noise_kinds.h). */
    uint32_t site_method;
    uint32_t site_choice;
} scree_cpu_octave;

/*
 * A row of lattice nodes along x: values (which mean nothing before the first fold), then for each axis that is not
 * folded yet its slopes (which value noise has not), `stride` floats apart. Where samples have derivatives, further
 * parts follow: those of the node along each axis that is folded already, the outermost first.
 */
typedef struct scree_node_row {
    float *value;
    size_t stride;
    size_t part_stride; /* Floats from a part to the next. */
} scree_node_row;

static inline scree_node_row scree_node_part(const scree_node_row *row, uint32_t part)
{
    return (scree_node_row){
        .value = row->value + part * row->part_stride, .stride = row->stride, .part_stride = row->part_stride};
}

static inline float *scree_node_slope(const scree_node_row *row, uint32_t axis)
{
    return row->value + (axis + 1) * row->stride;
}

/* One position along an axis, as tables give it. */
typedef struct scree_cpu_position {
    float fraction;
    float fraction1;
    float fade;
} scree_cpu_position;

/* Samples along x: for each its lower node, fraction and fade weight. */
typedef struct scree_cpu_line {
    const uint32_t *node;
    uint32_t base; /* The node that stands first in the node row. */
    const float *fraction;
    const float *fraction1;
    const float *fade;
    size_t count;
} scree_cpu_line;

/*
 * One octave of a batch of rows, ready to be summed. A line is a lattice row folded along x: a value for every sample
 * and, `slope_offset` floats behind it, the slope along y. Where samples have derivatives, further parts of the same
 * shape follow: the derivatives along x, then along the outer axes, the outermost first.
 */
typedef struct scree_sum_octave {
    bool is_evaluated; /* `low` holds the octave's samples themselves, not lines. */
    uint32_t shared;   /* Bit g: the rows of group g all lie between the same two lines. */
    float weight;
    float frequency;     /* Duals only; see scree_cpu_octave. */
    size_t slope_offset; /* Floats from an evaluated sample to its first derivative, and on to the next. */
    const float *low[SCREE_BATCH_ROWS];
    const float *high[SCREE_BATCH_ROWS];
    /* Entries of the batch's first row; those of the other rows follow. */
    const float *fraction;
    const float *fraction1;
    const float *fade;
} scree_sum_octave;

/* A batch of rows to be summed over its octaves. */
typedef struct scree_sum_batch {
    const scree_sum_octave *octaves;
    uint32_t octave_count;
    scree_noise_kind kind;
    uint32_t fractal; /* As kernels/noise/fractal.h numbers it. */
    scree_fractal_options options;
    uint32_t axes; /* Duals only, and so are the next three. */
    scree_noise_fade fade;
    uint32_t channels;     /* Floats of a sample in `out`: 1, one more than axes, or with curl as many as axes. */
    uint32_t curl_octaves; /* Octaves of each part of a potential; 0 without curl. */
    uint32_t rows;         /* 1 to SCREE_BATCH_ROWS */
    size_t count;          /* Samples of each row. */
    float *out;            /* The first row. */
    size_t row_stride;     /* Floats from a row to the next. */
    bool is_streamed;      /* The output will not be read soon: write past the caches where that pays. */
    /* Minimum and maximum so far, lane by lane. */
    float *minimum;
    float *maximum;
} scree_sum_batch;

/* Axis data of samples to be evaluated directly. With `varies` an array of samples, otherwise one entry for all. */
typedef struct scree_direct_axis {
    bool varies;
    const float *fraction;
    const float *fraction1;
    const float *fade;
    const uint32_t *key0;
    const uint32_t *key1;
} scree_direct_axis;

/* How coordinates become axis data, for a simple plan of points (scree_point_plan). */
typedef struct scree_cpu_location_rule {
    bool varies; /* Arrays of one entry for each coordinate; otherwise of one for all. */
    const double *frequency;
    const double *shift;
    const uint64_t *upper[2];
    scree_noise_fade fade;
    scree_noise_hash hash;
} scree_cpu_location_rule;

/* Points that are located at a time. */
#define SCREE_LOCATED_BATCH 16

/* N points with those that fill up the last batch. */
static inline size_t scree_located_count(size_t points)
{
    return (points + SCREE_LOCATED_BATCH - 1) / SCREE_LOCATED_BATCH * SCREE_LOCATED_BATCH;
}

/* Axis data that a kernel writes. */
typedef struct scree_cpu_located {
    float *fraction;
    float *fraction1;
    float *fade;
    uint32_t *key0;
    uint32_t *key1;
} scree_cpu_located;

/* All octaves of a point in up to four axes, each in a lane. */
typedef struct scree_cpu_octave_lanes {
    scree_noise_kind kind;
    uint32_t fractal;
    scree_fractal_options options;
    uint32_t axes;
    uint32_t octaves;
    const uint32_t *gradients; /* Each octave has multiples of them. */
    /* An entry for each octave, up to SCREE_MAX_OCTAVES. */
    const float *amplitude;
    const float *weight;
    uint32_t site_method; /* As those of scree_cpu_octave. */
    uint32_t site_choice;
} scree_cpu_octave_lanes;

/* The noise kernels of an instruction set. */
typedef struct scree_noise_kernels {
    /* Nodes of one lattice row, not folded yet: `key` along x, `rest` for axes 1 and up. */
    void (*hash_nodes)(const scree_cpu_octave *octave, const uint32_t *key, const uint32_t *rest, size_t count,
                       const scree_node_row *out);
    /* Folds an outer axis: two rows of nodes into one. `slopes` axes remain; values of the first fold are absent. */
    void (*fold_nodes)(const scree_cpu_octave *octave, const scree_node_row *low, const scree_node_row *high,
                       scree_cpu_position position, uint32_t axis, size_t count, const scree_node_row *out);
    /* Folds x: a row of nodes into a value and, with more than one axis, a slope along y for every sample. */
    void (*fold_line)(const scree_cpu_octave *octave, const scree_node_row *nodes, const scree_cpu_line *line,
                      float *value, float *slope);
    /* Beside these two: the derivatives along the axis that they fold. They become the next part of a row of nodes, or
       of a line. */
    void (*derive_nodes)(const scree_cpu_octave *octave, const scree_node_row *low, const scree_node_row *high,
                         scree_cpu_position position, uint32_t axis, size_t count, const scree_node_row *out);
    void (*derive_line)(const scree_cpu_octave *octave, const scree_node_row *nodes, const scree_cpu_line *line,
                        float *value, float *slope);
    /* Folds y and sums the octaves, without derivatives and with them. */
    void (*sum_octaves)(const scree_sum_batch *batch);
    void (*sum_duals)(const scree_sum_batch *batch);
    /* Evaluates samples of one octave by themselves. */
    void (*evaluate)(const scree_cpu_octave *octave, const scree_direct_axis *axes, size_t count, float *out);
    /* The same with derivatives: behind the values, at a distance, those along axis 0, and so on. */
    void (*evaluate_duals)(const scree_cpu_octave *octave, const scree_direct_axis *axes, size_t count, float *out,
                           size_t slope_stride);
    /* Copies the coordinates of points along every axis into arrays of their own, `stride` entries apart. */
    void (*take_points)(const scree_points *points, size_t first, size_t count, double *out, size_t stride);
    /* Locates coordinates; `count` is a multiple of SCREE_LOCATED_BATCH. False, with nothing of use written, when one
     * is too far for that (beyond 2^30 cells, or 2^31 with AVX-512) or so near 0 that a product may be rounded. */
    bool (*locate)(const scree_cpu_location_rule *rule, const double *coordinates, size_t count,
                   const scree_cpu_located *out);
    /* Evaluates a point in all octaves, whose axis data are neighbours, and sums them. NULL where there is one lane. */
    void (*sum_octave_lanes)(const scree_cpu_octave_lanes *lanes, const scree_direct_axis *axes, float *out);
    /* Maps values to the output type. `out` need not be aligned. */
    void (*convert)(const scree_mapping *mapping, const float *values, size_t count, void *out);
    /* Maps the values of samples in place (kernels/noise/distribution.h), and multiplies their derivatives by the
       slope. */
    void (*distribute)(const uint32_t *value_map, float *samples, size_t count, uint32_t channels);
} scree_noise_kernels;

#endif
