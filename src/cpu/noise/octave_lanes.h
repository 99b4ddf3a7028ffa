/* Octaves of one point that lanes have evaluated, each one of them: their sum. */
#ifndef SCREE_CPU_OCTAVE_LANES_H
#define SCREE_CPU_OCTAVE_LANES_H

#include "noise/fractal.h"
#include "lane_memory.h"
#include "site_kernels.h"

/* Adds the first `count` lanes one after another, as octaves are added. */
SCREE_FN scree_fractal_state add_lanes(scree_fractal_state state, scree_f32 shaped, uint32_t count)
{
    float lane[SCREE_LANES];
    scree_store(lane, shaped);
    for (uint32_t i = 0; i < count; i++) {
        state.sum = scree_add_octave(state.sum, scree_broadcast(lane[i]));
    }
    return state;
}

/* The same of octaves that are not shaped side by side, mostly because they depend on one another. */
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

/* Adds the octaves from `first` on, as many as there are lanes or are left. */
SCREE_FN scree_fractal_state add_octaves(const scree_cpu_octave_lanes *lanes, scree_fractal_state state,
                                         scree_f32 value, uint32_t first)
{
    const uint32_t left = lanes->octaves - first;
    const uint32_t count = left < SCREE_LANES ? left : SCREE_LANES;
    if (scree_fractal_is_simple(lanes->fractal)) {
        const scree_f32 weight = scree_load(lanes->weight + first);
        return add_lanes(state, scree_fractal_shape(lanes->fractal, value, weight), count);
    }
    return add_lanes_in_turn(lanes, state, value, lanes->weight + first, count);
}

#endif
