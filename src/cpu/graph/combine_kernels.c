/* Instructions of graphs over rows of values. */
#include "kernel_files.h"

#include "interleave.h"
#include "lane_memory.h"
#include "staged_stores.h"
#include "ops/file.h"
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

#define RESULT_OF(name, inputs, from)                                                                         \
    SCREE_INSTRUCTION_CALL_##inputs(name, (from).input[0], (from).input[1], (from).input[2], (from).input[3], \
                                    (from).input[4])

/* A row of what `of` makes of an instruction's result. */
#define COMBINE(function, name, inputs, of)                                                  \
    static void function(const scree_cpu_operand *operand, size_t count, float *out)         \
    {                                                                                        \
        const size_t whole = count - count % SCREE_LANES;                                    \
        scree_cpu_operand own[inputs];                                                       \
        memcpy(own, operand, sizeof own);                                                    \
        for (size_t i = 0; i < whole; i += SCREE_LANES) {                                    \
            const loaded from = load_inputs(own, inputs, i);                                 \
            scree_store(out + i, of(RESULT_OF(name, inputs, from)));                         \
        }                                                                                    \
        if (whole < count) {                                                                 \
            const loaded from = load_inputs(own, inputs, whole);                             \
            scree_store_some(out + whole, of(RESULT_OF(name, inputs, from)), count - whole); \
        }                                                                                    \
    }

#define VALUE(result) (result).value
#define PARTIAL_0(result) scree_op_slope((result).partial[0])
#define PARTIAL_1(result) scree_op_slope((result).partial[1])
#define PARTIAL_2(result) scree_op_slope((result).partial[2])
#define PARTIAL_3(result) scree_op_slope((result).partial[3])
#define PARTIAL_4(result) scree_op_slope((result).partial[4])

/* The value, and as many partial derivatives as there are inputs. */
#define COMBINE_1(name, inputs)                  \
    COMBINE(combine_##name, name, inputs, VALUE) \
    COMBINE(partial_##name##_0, name, inputs, PARTIAL_0)
#define COMBINE_2(name, inputs) COMBINE_1(name, inputs) COMBINE(partial_##name##_1, name, inputs, PARTIAL_1)
#define COMBINE_3(name, inputs) COMBINE_2(name, inputs) COMBINE(partial_##name##_2, name, inputs, PARTIAL_2)
#define COMBINE_4(name, inputs) COMBINE_3(name, inputs) COMBINE(partial_##name##_3, name, inputs, PARTIAL_3)
#define COMBINE_5(name, inputs) COMBINE_4(name, inputs) COMBINE(partial_##name##_4, name, inputs, PARTIAL_4)
#define COMBINE_ALL(INSTRUCTION, name, number, inputs) COMBINE_##inputs(name, inputs)
SCREE_INSTRUCTIONS(COMBINE_ALL)

/* A row of the samples of a file, whose table the last operand is, or of a derivative along an axis. */
static void sample_file(const scree_cpu_operand *operand, size_t count, float *out, scree_index along)
{
    const size_t whole = count - count % SCREE_LANES;
    const scree_table table = (scree_table)(const void *)operand[SCREE_FILE_AXES].at;
    for (size_t i = 0; i < whole; i += SCREE_LANES) {
        const loaded from = load_inputs(operand, SCREE_FILE_AXES, i);
        scree_store(out + i, scree_file_sample(table, from.input[0], from.input[1], from.input[2], along));
    }
    if (whole < count) {
        const loaded from = load_inputs(operand, SCREE_FILE_AXES, whole);
        scree_store_some(out + whole, scree_file_sample(table, from.input[0], from.input[1], from.input[2], along),
                         count - whole);
    }
}

#define SAMPLE_FILE(function, along)                                                 \
    static void function(const scree_cpu_operand *operand, size_t count, float *out) \
    {                                                                                \
        sample_file(operand, count, out, along);                                     \
    }
SAMPLE_FILE(file_value, SCREE_FILE_VALUE)
SAMPLE_FILE(file_along_x, 0u)
SAMPLE_FILE(file_along_y, 1u)
SAMPLE_FILE(file_along_z, 2u)

/* Vectors whose least and greatest values are found side by side: one after the other, each would wait for the one
   before. */
#define RANGE_VECTORS 4

static void widen_range(const float *values, size_t count, float *minimum, float *maximum)
{
    const size_t all = count - count % (RANGE_VECTORS * SCREE_LANES);
    scree_f32 low[RANGE_VECTORS];
    scree_f32 high[RANGE_VECTORS];
    SCREE_UNROLL
    for (int k = 0; k < RANGE_VECTORS; k++) {
        low[k] = scree_load(minimum);
        high[k] = scree_load(maximum);
    }
    for (size_t i = 0; i < all; i += RANGE_VECTORS * SCREE_LANES) {
        SCREE_UNROLL
        for (int k = 0; k < RANGE_VECTORS; k++) {
            const scree_f32 value = scree_load(values + i + k * SCREE_LANES);
            low[k] = scree_minimum(value, low[k]);
            high[k] = scree_maximum(value, high[k]);
        }
    }
    SCREE_UNROLL
    for (int k = 1; k < RANGE_VECTORS; k++) {
        low[0] = scree_minimum(low[k], low[0]);
        high[0] = scree_maximum(high[k], high[0]);
    }
    scree_store(minimum, low[0]);
    scree_store(maximum, high[0]);
    for (size_t i = all; i < count; i++) {
        minimum[0] = values[i] < minimum[0] ? values[i] : minimum[0];
        maximum[0] = values[i] > maximum[0] ? values[i] : maximum[0];
    }
}

/* A row of some channels, whose number the compiler knows. */
SCREE_FN void interleave_row(const scree_cpu_operand *operand, uint32_t channels, size_t count, float *out)
{
    scree_f32 channel[SCREE_MOST_CHANNELS];
    for (size_t i = 0; i < count; i += SCREE_LANES) {
        SCREE_UNROLL
        for (uint32_t c = 0; c < channels; c++) {
            channel[c] = scree_load(operand[c].at + operand[c].step * i);
        }
        scree_store_samples(out + i * channels, channel, channels, false, count - i);
    }
}

static void interleave(const scree_cpu_operand *channel, uint32_t channels, size_t count, float *out)
{
#define INTERLEAVE(number)                             \
    case number:                                       \
        interleave_row(channel, (number), count, out); \
        break;
    switch (channels) {
        INTERLEAVE(2)
        INTERLEAVE(3)
        INTERLEAVE(4)
        INTERLEAVE(5)
        INTERLEAVE(6)
        INTERLEAVE(7)
        INTERLEAVE(8)
        INTERLEAVE(9)
    default:
        break;
    }
}

/* Whole vectors of the output pass the caches; what is before and behind them does not. */
static void stream(const float *values, size_t count, float *out)
{
    const size_t misaligned = scree_head_of(out);
    const size_t head = misaligned < count ? misaligned : count;
    const size_t end = count - (count - head) % SCREE_LANES;
    memcpy(out, values, head * sizeof *out);
    for (size_t i = head; i < end; i += SCREE_LANES) {
        scree_store_past_cache(out + i, scree_load(values + i));
    }
    memcpy(out + end, values + end, (count - end) * sizeof *out);
}

void SCREE_CPU_SYMBOL(scree_combine_kernels)(scree_cpu_kernels *kernels)
{
#define SET_1(name, number)                                \
    kernels->combine.instruction[number] = combine_##name; \
    kernels->combine.instruction[SCREE_PARTIAL(number, 0)] = partial_##name##_0;
#define SET_2(name, number) \
    SET_1(name, number) kernels->combine.instruction[SCREE_PARTIAL(number, 1)] = partial_##name##_1;
#define SET_3(name, number) \
    SET_2(name, number) kernels->combine.instruction[SCREE_PARTIAL(number, 2)] = partial_##name##_2;
#define SET_4(name, number) \
    SET_3(name, number) kernels->combine.instruction[SCREE_PARTIAL(number, 3)] = partial_##name##_3;
#define SET_5(name, number) \
    SET_4(name, number) kernels->combine.instruction[SCREE_PARTIAL(number, 4)] = partial_##name##_4;
#define SET(INSTRUCTION, name, number, inputs) SET_##inputs(name, number)
    SCREE_INSTRUCTIONS(SET)
    kernels->combine.instruction[SCREE_FILE_INSTRUCTION] = file_value;
    kernels->combine.instruction[SCREE_PARTIAL(SCREE_FILE_INSTRUCTION, 0)] = file_along_x;
    kernels->combine.instruction[SCREE_PARTIAL(SCREE_FILE_INSTRUCTION, 1)] = file_along_y;
    kernels->combine.instruction[SCREE_PARTIAL(SCREE_FILE_INSTRUCTION, 2)] = file_along_z;
    kernels->combine.widen_range = widen_range;
    kernels->combine.interleave = interleave;
    kernels->combine.stream = stream;
}
