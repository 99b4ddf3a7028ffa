/* Compiled once for each instruction set, with SCREE_LANES samples side by side. */
#include "elementary_lanes.h"

#include "base/elementary.h"

#define PASTE(name, isa) name##_##isa
#define NAME(name, isa) PASTE(name, isa)

SCREE_FN scree_f32 evaluate(elementary_function function, scree_f32 first, scree_f32 second)
{
    switch (function) {
    case ELEMENTARY_DIVIDE:
        return scree_divide(first, second);
    case ELEMENTARY_ROOT:
        return scree_root(first);
    case ELEMENTARY_SINE:
        return scree_sincos_turns(first).sine;
    case ELEMENTARY_COSINE:
        return scree_sincos_turns(first).cosine;
    case ELEMENTARY_EXP2:
        return scree_exp2(first);
    case ELEMENTARY_LOG2:
        return scree_log2(first);
    }
    return first;
}

void NAME(elementary_run, SCREE_ISA)(elementary_function function, const float *first, const float *second, float *out,
                                     size_t count)
{
    for (size_t i = 0; i < count; i += SCREE_LANES) {
        scree_f32 arguments[2];
        memcpy(&arguments[0], first + i, sizeof arguments[0]);
        memcpy(&arguments[1], second + i, sizeof arguments[1]);
        scree_f32 result = evaluate(function, arguments[0], arguments[1]);
        memcpy(out + i, &result, sizeof result);
    }
}
