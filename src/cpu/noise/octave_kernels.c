/* One point in many octaves: every lane evaluates an octave. */
#define SCREE_SCALED_TABLES
#include "kernel_files.h"
#include "lane_memory.h"

#if SCREE_LANES > 1

#include "load_cell.h"
#include "octave_lanes.h"

SCREE_FN void sum_lanes(const scree_cpu_octave_lanes *lanes, scree_index kind, uint32_t gradient_count,
                        uint32_t axis_count, const scree_direct_axis *axes, float *out)
{
    scree_fractal_state state = scree_fractal_start();
    for (uint32_t i = 0; i < lanes->octaves; i += SCREE_LANES) {
        const scree_f32 amplitude = scree_load(lanes->amplitude + i);
        const scree_table gradients = {.words = lanes->gradients, .scale = amplitude};
        const scree_octave_source source = {.hash = SCREE_KERNEL_HASH_SCREE,
                                            .permutation = gradients,
                                            .gradients = gradients,
                                            .gradient_count = gradient_count,
                                            .amplitude = amplitude};
        scree_cell cell;
        SCREE_UNROLL
        for (uint32_t axis = 0; axis < axis_count; axis++) {
            load_cell_axis(&cell, axes, axis, true, i);
        }
        scree_f32 value = scree_kind_sample(kind, cell, axis_count, source);
        state = add_octaves(lanes, state, value, i);
    }
    scree_store_some(out, state.sum, 1);
}

SCREE_FN void sum_kind(const scree_cpu_octave_lanes *lanes, scree_index kind, const scree_direct_axis *axes, float *out)
{
    switch (lanes->axes) {
    case 1:
        sum_lanes(lanes, kind, SCREE_EDGE_COUNT(1), 1, axes, out);
        break;
    case 2:
        sum_lanes(lanes, kind, SCREE_EDGE_COUNT(2), 2, axes, out);
        break;
    case 3:
        sum_lanes(lanes, kind, SCREE_EDGE_COUNT(3), 3, axes, out);
        break;
    default:
        sum_lanes(lanes, kind, SCREE_EDGE_COUNT(4), 4, axes, out);
    }
}

static void sum_octave_lanes(const scree_cpu_octave_lanes *lanes, const scree_direct_axis *axes, float *out)
{
    switch (lanes->kind) {
#define SUM(KIND, name, number, traits, sample, min_axes, max_axes) \
    case SCREE_NOISE_##KIND:                                        \
        sum_kind(lanes, number, axes, out);                         \
        break;
        SCREE_CELL_KINDS(SUM)
#undef SUM
    default:
        break;
    }
}

#endif

void SCREE_CPU_SYMBOL(scree_octave_kernels)(scree_cpu_kernels *kernels)
{
#if SCREE_LANES > 1
    kernels->noise.sum_octave_lanes = sum_octave_lanes;
#else
    kernels->noise.sum_octave_lanes = NULL;
#endif
}
