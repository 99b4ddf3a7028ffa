/*
 * Cells of cellular noise: the parameters, the point of a cell, and distances to it. A cell is described by the axes
 * that have been gone along so far, the last one first.
 */
#ifndef SCREE_KERNELS_CELLULAR_CELLS_H
#define SCREE_KERNELS_CELLULAR_CELLS_H

#include "base/elementary.h"
#include "noise/site.h"

/* Metrics; the numbers are those of the public enum scree_noise_metric. */
#define SCREE_KERNEL_METRIC_EUCLIDEAN 0u
#define SCREE_KERNEL_METRIC_SQUARED 1u
#define SCREE_KERNEL_METRIC_MANHATTAN 2u
#define SCREE_KERNEL_METRIC_CHEBYSHEV 3u
#define SCREE_KERNEL_METRIC_HYBRID 4u

/* Features; the numbers are those of the public enum scree_noise_feature. */
#define SCREE_KERNEL_FEATURE_F1 0u
#define SCREE_KERNEL_FEATURE_F2 1u
#define SCREE_KERNEL_FEATURE_F3 2u
#define SCREE_KERNEL_FEATURE_F2_MINUS_F1 3u
#define SCREE_KERNEL_FEATURE_F1_TIMES_F2 4u
#define SCREE_KERNEL_FEATURE_VALUE 5u
#define SCREE_KERNEL_FEATURE_BORDER 6u
#define SCREE_KERNEL_FEATURE_OFFSET 7u /* Along axis 0; those of the other axes follow. */

/* The parameters, which are the words of the options in this order; those but the first two are floats. */
SCREE_STRUCT(scree_cellular_options)
{
    scree_index metric;  /* SCREE_KERNEL_METRIC_... */
    scree_index feature; /* SCREE_KERNEL_FEATURE_... */
    float jitter_step;   /* The jitter times 2^-16. */
    float jitter_start;  /* The lowest position of a point in its cell: half a step more than (1 - jitter) / 2. */
    float scale;         /* 2 over the largest distance; 1 over it for offsets, which may be negative. */
    float rise;          /* Is added to a smooth minimum, which is never negative then. */
    float softness;      /* A quarter of the smoothness; 0 for the distance as it is. */
    float sharpness;     /* 1 over the softness. */
    float window;        /* 1 over the square of the distance at which a smooth minimum sees nothing any more. */
};

#define SCREE_CELLULAR_OPTION_METRIC 0u
#define SCREE_CELLULAR_OPTION_FEATURE 1u
#define SCREE_CELLULAR_OPTION_FLOATS 2u

SCREE_FN scree_cellular_options scree_cellular_options_of(const scree_site_options words)
{
    scree_cellular_options options;
    options.metric = words.word[SCREE_CELLULAR_OPTION_METRIC];
    options.feature = words.word[SCREE_CELLULAR_OPTION_FEATURE];
    options.jitter_step = scree_one_from_bits(words.word[SCREE_CELLULAR_OPTION_FLOATS]);
    options.jitter_start = scree_one_from_bits(words.word[SCREE_CELLULAR_OPTION_FLOATS + 1u]);
    options.scale = scree_one_from_bits(words.word[SCREE_CELLULAR_OPTION_FLOATS + 2u]);
    options.rise = scree_one_from_bits(words.word[SCREE_CELLULAR_OPTION_FLOATS + 3u]);
    options.softness = scree_one_from_bits(words.word[SCREE_CELLULAR_OPTION_FLOATS + 4u]);
    options.sharpness = scree_one_from_bits(words.word[SCREE_CELLULAR_OPTION_FLOATS + 5u]);
    options.window = scree_one_from_bits(words.word[SCREE_CELLULAR_OPTION_FLOATS + 6u]);
    return options;
}

/* Offsets of cells are packed into 4 bits for each axis, greater by this. */
#define SCREE_CELLULAR_BIAS 8u

/* A cell by the axes that have been gone along so far, from the last one down. */
SCREE_STRUCT(scree_cellular_cell)
{
    scree_u32 keys;
    scree_index offset;
    bool is_on_ring;    /* Some offset is that of the ring. */
    scree_f32 gap;      /* No point of the cell is nearer. */
    scree_f32 start[4]; /* The way from the sample to the lowest position of the point. */
};

/* Mixed keys of a cell: their products with five factors are the point's positions and the cell's value. */
SCREE_FN scree_u32 scree_cellular_mix(const scree_u32 keys)
{
    scree_u32 mixed = keys * 0x9e3779b1u;
    return mixed ^ (mixed >> 15u);
}

/*
 * The random number of an axis, or of the value (SCREE_SITE_AXES). The first factor is that of scree_hash_mix(), each
 * other one the one before times a multiplier of P. L'Ecuyer (1999), whose lattice is good in up to eight dimensions:
 * so the numbers of all axes together fill their cube evenly.
 */
SCREE_FN scree_u32 scree_cellular_draw(const scree_u32 mixed, const scree_index axis)
{
    scree_index factor = axis == 0u   ? 0x846ca68bu
                         : axis == 1u ? 0xc19bf9b7u
                         : axis == 2u ? 0x51ae7d93u
                         : axis == 3u ? 0xaa9484dfu
                                      : 0x4ebded5bu;
    return mixed * factor;
}

/* The position of a cell's point along an axis, counted from its lowest one. */
SCREE_FN scree_f32 scree_cellular_point(const scree_u32 mixed, const scree_index axis,
                                        const scree_cellular_options options)
{
    return scree_f32_from_u24(scree_cellular_draw(mixed, axis) >> 16u) * options.jitter_step;
}

/* The cell's value, uniform in [-1, 1). */
SCREE_FN scree_f32 scree_cellular_value(const scree_u32 mixed)
{
    return scree_f32_from_u24(scree_cellular_draw(mixed, SCREE_SITE_AXES) >> 8u) * 0.00000011920928955078125f - 1.0f;
}

/* The share of an axis in a distance, and the sum of shares. */
SCREE_FN scree_f32 scree_cellular_share(const scree_f32 offset, const scree_index metric)
{
    scree_f32 share = offset * offset;
    scree_f32 magnitude = scree_f32_from_bits(scree_bits_from_f32(offset) & 0x7fffffffu);
    if (metric == SCREE_KERNEL_METRIC_HYBRID) {
        share = share + magnitude;
    } else if (metric >= SCREE_KERNEL_METRIC_MANHATTAN) {
        share = magnitude;
    }
    return share;
}

SCREE_FN scree_f32 scree_cellular_sum(const scree_f32 sum, const scree_f32 share, const scree_index metric)
{
    scree_f32 result = sum + share;
    if (metric == SCREE_KERNEL_METRIC_CHEBYSHEV) {
        result = scree_maximum(sum, share);
    }
    return result;
}

/* A sum of shares as a distance, and the reverse. */
SCREE_FN scree_f32 scree_cellular_length(const scree_f32 sum, const scree_index metric)
{
    scree_f32 length = sum;
    if (metric <= SCREE_KERNEL_METRIC_SQUARED) {
        length = scree_root(sum);
    }
    return length;
}

SCREE_FN scree_f32 scree_cellular_reach(const scree_f32 length, const scree_index metric)
{
    scree_f32 reach = length;
    if (metric <= SCREE_KERNEL_METRIC_SQUARED) {
        reach = length * length;
    }
    return reach;
}

/* The offset of a visit, by its number: 0, -1, 1, -2, 2, and so on. */
SCREE_FN scree_offset scree_cellular_visit_offset(const scree_index visit)
{
    scree_offset cells = scree_offset_from_index((visit + 1u) >> 1u);
    return (visit & 1u) != 0u ? -cells : cells;
}

/* The way from a sample to the lowest position of points in the cells at an offset along an axis. */
SCREE_FN scree_f32 scree_cellular_start(const scree_f32 fraction, const scree_offset offset,
                                        const scree_cellular_options options)
{
    return (scree_one_from_offset(offset) + options.jitter_start) - fraction;
}

/* The share that points which begin there have at least. */
SCREE_FN scree_f32 scree_cellular_gap(const scree_f32 start, const scree_cellular_options options,
                                      const scree_index metric)
{
    scree_f32 end = start + 65535.0f * options.jitter_step;
    scree_f32 outside = scree_maximum(start, -end);
    return scree_cellular_share(scree_maximum(outside, scree_f32_from_bits(scree_u32_from_index(0u))), metric);
}

/* Goes along one more axis, to the cell of a visit. */
SCREE_FN scree_cellular_cell scree_cellular_neighbour(const scree_cellular_cell cell, const scree_site site,
                                                      const scree_index axes, const scree_site_source source,
                                                      const scree_index metric, const scree_index axis,
                                                      const scree_index ring, const scree_index visit)
{
    scree_cellular_cell next = cell;
    if (axis < axes) {
        scree_offset offset = scree_cellular_visit_offset(visit);
        next.keys = cell.keys ^ scree_site_key_at(site.cell[axis], source.axis[axis], offset);
        next.offset = cell.offset | ((scree_index_from_offset(offset) + SCREE_CELLULAR_BIAS) << (4u * axis));
        next.is_on_ring = cell.is_on_ring || visit + 1u >= 2u * ring;
        next.start[axis] = scree_cellular_start(site.fraction[axis], offset, scree_cellular_options_of(source.options));
        scree_f32 share = scree_cellular_gap(next.start[axis], scree_cellular_options_of(source.options), metric);
        if (axis + 1u == axes) {
            next.gap = share;
        } else {
            next.gap = scree_cellular_sum(cell.gap, share, metric);
        }
    }
    return next;
}

/* The way from a sample to a cell's point along an axis. */
SCREE_FN scree_f32 scree_cellular_displacement(const scree_u32 mixed, const scree_cellular_cell cell,
                                               const scree_index axis, const scree_cellular_options options)
{
    return scree_cellular_point(mixed, axis, options) + cell.start[axis];
}

/* Adds the share of an axis to a distance, if there is such an axis and it is not the last. */
SCREE_FN scree_f32 scree_cellular_add(const scree_f32 sum, const scree_u32 mixed, const scree_cellular_cell cell,
                                      const scree_index axis, const scree_index axes,
                                      const scree_cellular_options options, const scree_index metric)
{
    scree_f32 next = sum;
    if (axis + 1u < axes) {
        scree_f32 offset = scree_cellular_displacement(mixed, cell, axis, options);
        next = scree_cellular_sum(sum, scree_cellular_share(offset, metric), metric);
    }
    return next;
}

/*
 * The distance to a cell's point, as a sum of shares: that of the last axis first. Here and in the search axes are
 * written out: of loops over them nvcc leaves some, with arrays in memory.
 */
SCREE_FN scree_f32 scree_cellular_distance(const scree_u32 mixed, const scree_cellular_cell cell,
                                           const scree_index axes, const scree_cellular_options options,
                                           const scree_index metric)
{
    scree_f32 sum = scree_cellular_share(scree_cellular_displacement(mixed, cell, axes - 1u, options), metric);
    sum = scree_cellular_add(sum, mixed, cell, 2u, axes, options, metric);
    sum = scree_cellular_add(sum, mixed, cell, 1u, axes, options, metric);
    return scree_cellular_add(sum, mixed, cell, 0u, axes, options, metric);
}

#endif
