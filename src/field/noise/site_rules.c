#include "site_rules.h"

#include "lattice_matrix.h"

scree_site_options scree_site_options_of(const scree_noise_params *params)
{
    (void)params;
    return (scree_site_options){0};
}

/* Keys along an axis of the lattice. A stride has the bits of a random number between 2^30 and 2^31, odd. */
static scree_site_axis number_cells(const scree_axis_stream *stream)
{
    uint64_t mixed = scree_mix64(stream->stream);
    scree_site_axis axis = {
        .stride = ((uint32_t)mixed & 0x3fffffffu) | 0x40000001u, .start = (uint32_t)(mixed >> 32), .last = UINT32_MAX};
    if (stream->period != 0) {
        axis.last = (uint32_t)(stream->period - 1);
        axis.seam = 0u - (uint32_t)stream->period * axis.stride;
    }
    return axis;
}

void scree_site_octave_make(const scree_noise_params *params, uint32_t axes, double frequency,
                            const scree_axis_stream *streams, const double *shifts, scree_site_octave *octave)
{
    double matrix[SCREE_SITE_AXES][SCREE_SITE_AXES];
    scree_lattice_matrix(params, axes, matrix);
    for (uint32_t row = 0; row < SCREE_SITE_AXES; row++) {
        for (uint32_t axis = 0; axis < SCREE_SITE_AXES; axis++) {
            octave->factor[row][axis] = matrix[row][axis] * frequency;
        }
        octave->shift[row] = shifts[row];
        octave->axis[row] = number_cells(&streams[row]);
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
