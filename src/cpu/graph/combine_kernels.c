/* Instructions of graphs over rows of values. */
#include "kernel_files.h"

#include "lane_memory.h"
#include "ops/instructions.h"

/* The inputs of an instruction from value `i` on. */
typedef struct loaded {
    scree_f32 input[SCREE_INSTRUCTION_INPUTS];
} loaded;

SCREE_FN loaded load_inputs(const scree_cpu_operand *operand, uint32_t inputs, size_t i)
{
    loaded from;
    SCREE_UNROLL
    for (uint32_t number = 0; number < inputs; number++) {
        from.input[number] = scree_load(operand[number].at + operand[number].step * i);
    }
    return from;
}

#define VALUE_OF(name, inputs, from)                                                                          \
    SCREE_INSTRUCTION_CALL_##inputs(name, (from).input[0], (from).input[1], (from).input[2], (from).input[3], \
                                    (from).input[4])                                                          \
        .value

#define COMBINE(INSTRUCTION, name, number, inputs)                                         \
    static void combine_##name(const scree_cpu_operand *operand, size_t count, float *out) \
    {                                                                                      \
        const size_t whole = count - count % SCREE_LANES;                                  \
        scree_cpu_operand own[inputs];                                                     \
        memcpy(own, operand, sizeof own);                                                  \
        for (size_t i = 0; i < whole; i += SCREE_LANES) {                                  \
            const loaded from = load_inputs(own, inputs, i);                               \
            scree_store(out + i, VALUE_OF(name, inputs, from));                            \
        }                                                                                  \
        if (whole < count) {                                                               \
            const loaded from = load_inputs(own, inputs, whole);                           \
            scree_store_some(out + whole, VALUE_OF(name, inputs, from), count - whole);    \
        }                                                                                  \
    }
SCREE_INSTRUCTIONS(COMBINE)

static void widen_range(const float *values, size_t count, float *minimum, float *maximum)
{
    const size_t whole = count - count % SCREE_LANES;
    scree_f32 low = scree_load(minimum);
    scree_f32 high = scree_load(maximum);
    for (size_t i = 0; i < whole; i += SCREE_LANES) {
        const scree_f32 value = scree_load(values + i);
        low = scree_minimum(value, low);
        high = scree_maximum(value, high);
    }
    scree_store(minimum, low);
    scree_store(maximum, high);
    for (size_t i = whole; i < count; i++) {
        minimum[0] = values[i] < minimum[0] ? values[i] : minimum[0];
        maximum[0] = values[i] > maximum[0] ? values[i] : maximum[0];
    }
}

void SCREE_CPU_SYMBOL(scree_combine_kernels)(scree_cpu_kernels *kernels)
{
#define SET(INSTRUCTION, name, number, inputs) kernels->combine.instruction[number] = combine_##name;
    SCREE_INSTRUCTIONS(SET)
#undef SET
    kernels->combine.widen_range = widen_range;
}
