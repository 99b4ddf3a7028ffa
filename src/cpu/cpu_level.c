/* Compiled for the baseline, so that detecting an instruction set never uses it. */
#include "cpu_level.h"

#include <stdlib.h>

#include "context_internal.h"
#include "kernel_files.h"

#define LEVEL_COUNT (SCREE_CPU_LEVEL_NEON + 1)

bool scree_cpu_level_built(scree_cpu_level level)
{
    switch (level) {
    case SCREE_CPU_LEVEL_AUTO:
    case SCREE_CPU_LEVEL_SCALAR:
#if defined(SCREE_HAVE_SSE41)
    case SCREE_CPU_LEVEL_SSE41:
#endif
#if defined(SCREE_HAVE_AVX2)
    case SCREE_CPU_LEVEL_AVX2:
#endif
#if defined(SCREE_HAVE_AVX512)
    case SCREE_CPU_LEVEL_AVX512:
#endif
#if defined(SCREE_HAVE_NEON)
    case SCREE_CPU_LEVEL_NEON:
#endif
        return true;
    default:
        return false;
    }
}

bool scree_cpu_level_supported(scree_cpu_level level)
{
    switch (level) {
    case SCREE_CPU_LEVEL_AUTO:
    case SCREE_CPU_LEVEL_SCALAR:
        return true;
#if defined(__x86_64__) || defined(__i386__)
    case SCREE_CPU_LEVEL_SSE41:
        return __builtin_cpu_supports("sse4.1");
    case SCREE_CPU_LEVEL_AVX2:
        return __builtin_cpu_supports("avx2");
    case SCREE_CPU_LEVEL_AVX512:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#elif defined(__aarch64__)
    case SCREE_CPU_LEVEL_NEON:
        return true;
#endif
    default:
        return false;
    }
}

bool scree_cpu_level_available(scree_cpu_level level)
{
    return scree_cpu_level_built(level) && scree_cpu_level_supported(level);
}

scree_cpu_level scree_cpu_level_best(void)
{
    for (int level = LEVEL_COUNT - 1; level > SCREE_CPU_LEVEL_SCALAR; level--) {
        if (scree_cpu_level_available((scree_cpu_level)level)) {
            return (scree_cpu_level)level;
        }
    }
    return SCREE_CPU_LEVEL_SCALAR;
}

scree_result scree_cpu_level_choose(scree_context *context, scree_cpu_level wanted, scree_cpu_level *level)
{
    const char *origin = "cpu_level";
    if ((unsigned)wanted >= LEVEL_COUNT) {
        return scree_fail(context, SCREE_ERROR_INVALID, "cpu_level is %d; it must be 0 to %d", (int)wanted,
                          LEVEL_COUNT - 1);
    }
    const char *variable = getenv("SCREE_CPU_LEVEL");
    if (wanted == SCREE_CPU_LEVEL_AUTO && variable != NULL && variable[0] != '\0') {
        origin = "the environment variable SCREE_CPU_LEVEL";
        if (!scree_cpu_level_from_name(variable, &wanted)) {
            return scree_fail(context, SCREE_ERROR_INVALID,
                              "%s is \"%s\"; it must be auto, scalar, sse41, avx2, avx512 or neon", origin, variable);
        }
    }
    if (!scree_cpu_level_available(wanted)) {
        return scree_fail(context, SCREE_ERROR_UNSUPPORTED, "%s asks for %s, which %s; the best it can run is %s",
                          origin, scree_cpu_level_name(wanted),
                          scree_cpu_level_supported(wanted)
                              ? "this build lacks (the preset \"release\" has every level)"
                              : "this processor lacks",
                          scree_cpu_level_name(scree_cpu_level_best()));
    }
    *level = wanted == SCREE_CPU_LEVEL_AUTO ? scree_cpu_level_best() : wanted;
    return SCREE_OK;
}
