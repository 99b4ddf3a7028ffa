/*
 * How many sums and products of float32 a device begins in a second, at most, where none is fused: measured on the CPU,
 * known of some GPUs. No work that needs that many of them can be faster.
 */
#include <string.h>

#include "bench_internal.h"
#include "bench_peak_lanes.h"

#define ITERATIONS 100000u
#define ATTEMPTS 5

static const struct {
    scree_cpu_level level;
    uint32_t lanes;
    bench_peak_floats *floats;
} levels[] = {
#if defined(SCREE_HAVE_SSE41)
    {SCREE_CPU_LEVEL_SSE41, 4, bench_peak_floats_sse41},
#endif
#if defined(SCREE_HAVE_AVX2)
    {SCREE_CPU_LEVEL_AVX2, 8, bench_peak_floats_avx2},
#endif
#if defined(SCREE_HAVE_AVX512)
    {SCREE_CPU_LEVEL_AVX512, 16, bench_peak_floats_avx512},
#endif
#if defined(SCREE_HAVE_NEON)
    {SCREE_CPU_LEVEL_NEON, 4, bench_peak_floats_neon},
#endif
    {SCREE_CPU_LEVEL_SCALAR, 1, bench_peak_floats_scalar},
};

/* Read while the program runs, so that no compiler knows what comes of them. */
static volatile float zero = 0.0f;
static volatile float one = 1.0f;
static volatile float sink;

double bench_peak_measure(scree_cpu_level level)
{
    double best = 0;
    size_t row = 0;
    while (levels[row].level != level) {
        row++;
    }
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        const double start = bench_clock();
        sink = levels[row].floats(ITERATIONS, zero, one);
        const double rate = BENCH_PEAK_CHAINS * (double)ITERATIONS / (bench_clock() - start);
        best = rate > best ? rate : best;
    }
    return best * levels[row].lanes;
}

double bench_peak_of_gpu(const char *name)
{
    /* Multiprocessors, lanes that begin an operation in a cycle, and cycles a second at the highest clock. */
    static const struct {
        const char *name;
        double multiprocessors;
        double lanes;
        double clock;
    } gpus[] = {
        {"NVIDIA H200", 132, 128, 1.98e9},
        {"NVIDIA H100 80GB HBM3", 132, 128, 1.98e9},
    };
    for (size_t i = 0; i < sizeof gpus / sizeof gpus[0]; i++) {
        if (strstr(name, gpus[i].name) != NULL) {
            return gpus[i].multiprocessors * gpus[i].lanes * gpus[i].clock;
        }
    }
    return 0;
}
