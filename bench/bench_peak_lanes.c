/* Compiled once for each instruction set, with SCREE_LANES numbers side by side. */
#include "bench_peak_lanes.h"

#include "base/portable.h"

#define PASTE(name, isa) name##_##isa
#define NAME(name, isa) PASTE(name, isa)

float NAME(bench_peak_floats, SCREE_ISA)(uint32_t iterations, float term, float factor)
{
    scree_f32 chain[BENCH_PEAK_CHAINS];
    for (uint32_t i = 0; i < BENCH_PEAK_CHAINS; i++) {
        chain[i] = scree_f32_in_all((float)i);
    }
    const scree_f32 terms = scree_f32_in_all(term);
    const scree_f32 factors = scree_f32_in_all(factor);
    SCREE_ROLLED
    for (uint32_t iteration = 0; iteration < iterations; iteration++) {
        SCREE_UNROLL
        for (uint32_t i = 0; i < BENCH_PEAK_CHAINS; i += 2) {
            chain[i] = chain[i] + terms;
            chain[i + 1] = chain[i + 1] * factors;
        }
    }
    scree_f32 sum = chain[0];
    for (uint32_t i = 1; i < BENCH_PEAK_CHAINS; i++) {
        sum = sum + chain[i];
    }
    float first;
    memcpy(&first, &sum, sizeof first);
    return first;
}
