#include "site_rules.h"

#include <math.h>
#include <string.h>

#include "lattice_matrix.h"
#include "noise_field.h"
#include "noise_kind_definition.h"
#include "octave_rotation.h"

bool scree_noise_has_sites(const scree_noise_params *params)
{
    return params->has_octave_rotation || scree_noise_kind_describe(params->kind)->has_sites;
}

scree_site_options scree_site_options_of(const scree_noise_params *params, uint32_t axes)
{
    const scree_noise_kind_definition *kind = scree_noise_kind_definition_of(params->kind);
    scree_site_options options = {.word = {0}};
    if (!kind->info.has_sites) {
        options.word[SCREE_SITE_OPTION_FADE] = (scree_index)params->fade;
    } else if (kind->make_options != NULL) {
        kind->make_options(params, axes, &options);
    }
    return options;
}

/* Keys along an axis of the lattice. A stride has the bits of a random number between 2^30 and 2^31, odd. */
static scree_site_axis number_cells(const scree_axis_stream *stream)
{
    uint64_t mixed = scree_mix64(stream->stream);
    scree_site_axis axis = {
        .stride = ((uint32_t)mixed & 0x3fffffffu) | 0x40000001u, .start = (uint32_t)(mixed >> 32), .last = UINT32_MAX};
    if (stream->period != 0) {
        axis.last = (uint32_t)(stream->period - 1);
        axis.wrap = 0u - (uint32_t)stream->period * axis.stride;
    }
    return axis;
}

bool scree_site_has_keys(const scree_noise_params *params)
{
    return scree_kind_has((scree_index)params->kind, SCREE_KIND_KEYS);
}

/*
 * Keys of kinds that count modulo a number are the cells so numbered from a random one on. Seed 0 leaves the first
 * octave as published. No period is longer than the modulus.
 */
static scree_site_axis number_modulo(const scree_axis_stream *stream, uint32_t modulus, bool is_published)
{
    const uint32_t period = stream->period != 0 ? (uint32_t)stream->period : modulus;
    return (scree_site_axis){
        .stride = 1,
        .start = is_published ? 0 : (uint32_t)(scree_mix64(stream->stream) % modulus),
        .last = period - 1,
        .wrap = 0u - period,
    };
}

/* Shifts of fewer cells are part of the room that the limits of points leave. */
#define FAR_SHIFT 0x1p7

/* Sums up the factors, of which those beyond the field's axes do not count, and finds shifts that are large. */
static void measure_factors(uint32_t axes, scree_site_octave *octave)
{
    octave->norm = 0.0;
    octave->far_shift = 0.0;
    octave->is_diagonal = true;
    for (uint32_t row = 0; row < axes; row++) {
        double sum = 0.0;
        for (uint32_t axis = 0; axis < axes; axis++) {
            sum += fabs(octave->factor[row][axis]);
            octave->is_diagonal = octave->is_diagonal && (row == axis || octave->factor[row][axis] == 0.0);
        }
        octave->norm = fmax(octave->norm, sum);
        octave->far_shift = fabs(octave->shift[row]) < FAR_SHIFT ? octave->far_shift
                                                                 : fmax(octave->far_shift, fabs(octave->shift[row]));
    }
}

void scree_site_octave_make(const scree_noise_params *params, uint32_t axes, uint32_t number, double frequency,
                            const scree_noise_domain *domain, const scree_axis_stream *streams, const double *shifts,
                            scree_site_octave *octave)
{
    const scree_noise_kind_definition *kind = scree_noise_kind_definition_of(params->kind);
    double matrix[SCREE_SITE_AXES][SCREE_SITE_AXES];
    const uint32_t lattice_axes = kind->lattice_axes != 0 && kind->lattice_axes < axes ? kind->lattice_axes : axes;
    scree_lattice_matrix(params, axes, matrix);
    if (params->has_octave_rotation) {
        scree_octave_rotation(lattice_axes, number, matrix);
    }
    for (uint32_t row = 0; row < SCREE_SITE_AXES; row++) {
        const double scale = scree_noise_frequency_along(kind, row, frequency);
        double cells = 0.0;
        for (uint32_t axis = 0; axis < SCREE_SITE_AXES; axis++) {
            /* Multiples of 2^-32, so that products with a grid's steps are exact. */
            octave->unscaled[row][axis] = nearbyint(matrix[row][axis] * 0x1p32) * 0x1p-32 * scale;
            octave->factor[row][axis] = octave->unscaled[row][axis] * domain->scale[axis];
            const float slope = (float)octave->unscaled[row][axis];
            if (row < axes && axis < axes) {
                memcpy(&octave->slope[row * axes + axis], &slope, sizeof slope);
                cells += octave->unscaled[row][axis] * domain->offset[axis];
            }
        }
        octave->shift[row] = scree_noise_shifted(shifts[row], cells);
        octave->axis[row] = kind->modulus != 0
                                ? number_modulo(&streams[row], kind->modulus, params->seed == 0 && number == 0)
                                : number_cells(&streams[row]);
    }
    measure_factors(axes, octave);
}

/* Cells along an axis of the lattice that samples are displaced by at most, rounding included. */
static double reach_along(const scree_site_octave *octave, uint32_t axes, uint32_t row, double reach)
{
    double cells = 0.0;
    for (uint32_t axis = 0; axis < axes; axis++) {
        cells += fabs(octave->unscaled[row][axis]) * reach;
    }
    return cells + 2.0;
}

/* Keys that the cells along an axis have without a warp. */
static scree_warp_axis number_displaced(const scree_axis_stream *stream)
{
    const uint64_t above = scree_axis_key_upper(stream, 0);
    const uint64_t below = scree_axis_key_upper(stream, UINT32_MAX);
    return (scree_warp_axis){.lower = (uint32_t)above,
                             .upper = (uint32_t)(above >> 32),
                             .lower_below = (uint32_t)below,
                             .upper_below = (uint32_t)(below >> 32)};
}

void scree_site_octave_displace(scree_site_octave *octave, uint32_t axes, const scree_axis_stream *streams,
                                double reach)
{
    for (uint32_t row = 0; row < axes; row++) {
        const uint64_t period = (uint64_t)octave->axis[row].last + 1;
        const double cells = reach_along(octave, axes, row, reach);
        const double periods = ceil(cells / (double)period);
        octave->warp_axis[row] = number_displaced(&streams[row]);
        octave->warp_axis[row].offset = (uint32_t)((uint64_t)periods * period);
        for (uint32_t axis = 0; axis < axes; axis++) {
            octave->warp_factor[row][axis] = (float)octave->unscaled[row][axis];
        }
    }
}

scree_site_walk scree_site_walk_start(const scree_grid *grid, const scree_site_octave *octave, uint32_t row,
                                      uint32_t axis, uint64_t index)
{
    const double factor = octave->factor[row][axis];
    scree_site_walk walk = {.step = scree_fixed_product(grid->step[axis], factor)};
    walk.position = scree_fixed_product(grid->origin[axis], factor) + scree_site_shift(octave, row, axis) +
                    (scree_fixed)(grid->first[axis] + (int64_t)index) * walk.step;
    return walk;
}
