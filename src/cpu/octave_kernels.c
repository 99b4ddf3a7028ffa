/* One point in many octaves: every lane evaluates an octave. */
#define SCREE_SCALED_TABLES
#include "kernel_files.h"
#include "lane_memory.h"

#if SCREE_LANES > 1

#include "fractal.h"
#include "load_cell.h"

/* Adds the first `count` lanes one after another, as octaves are added. */
SCREE_FN scree_fractal_state add_lanes(scree_fractal_state state, scree_f32 bent, uint32_t count)
{
    float lane[SCREE_LANES];
    scree_store(lane, bent);
    for (uint32_t i = 0; i < count; i++) {
        state.sum = scree_add_octave(state.sum, scree_broadcast(lane[i]));
    }
    return state;
}

/* The same of octaves that are not bent side by side, mostly because they depend on one another. */
static __attribute__((noinline)) scree_fractal_state add_lanes_in_turn(const scree_cpu_octave_lanes *lanes,
                                                                       scree_fractal_state state, scree_f32 value,
                                                                       const float *weight, uint32_t count)
{
    float lane[SCREE_LANES];
    scree_store(lane, value);
    for (uint32_t i = 0; i < count; i++) {
        state = scree_fractal_add(state, lanes->fractal, scree_broadcast(lane[i]), scree_broadcast(weight[i]),
                                  lanes->options);
    }
    return state;
}

SCREE_FN void sum_lanes(const scree_cpu_octave_lanes *lanes, scree_index kind, uint32_t gradient_count,
                        uint32_t axis_count, const scree_direct_axis *axes, float *out)
{
    scree_fractal_state state = scree_fractal_start();
    for (uint32_t i = 0; i < lanes->octaves; i += SCREE_LANES) {
        const uint32_t left = lanes->octaves - i;
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
        const uint32_t count = left < SCREE_LANES ? left : SCREE_LANES;
        if (scree_fractal_is_simple(lanes->fractal)) {
            scree_f32 weight = scree_load(lanes->weight + i);
            state = add_lanes(state, scree_fractal_bend(lanes->fractal, value, weight), count);
        } else {
            state = add_lanes_in_turn(lanes, state, value, lanes->weight + i, count);
        }
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
    kernels->sum_octave_lanes = sum_octave_lanes;
#else
    kernels->sum_octave_lanes = NULL;
#endif
}
