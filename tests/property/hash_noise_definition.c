#include "hash_noise_definition.h"

#include <string.h>

#include "fixture.h"
#include "lessons/hash_noise.h"
#include "lesson_run.h"

#define SAMPLES 4096u
#define TABLE_FLOATS 72u
#define SHIFT 10168u /* 1271 cells of the finest octave. */

/* Axes of space and axes with time of a program, and the samples of its fields along x. */
typedef struct noise_program {
    uint32_t program;
    uint32_t space;
    uint32_t axes;
    uint32_t side_log;
} noise_program;

static const noise_program programs[] = {
    {SCREE_HASH_NOISE_TABLE, 3, 3, 4},   {SCREE_HASH_NOISE_BITS, 3, 3, 4}, {SCREE_HASH_NOISE_2D, 2, 2, 5},
    {SCREE_HASH_NOISE_2D_TIME, 2, 3, 5}, {SCREE_HASH_NOISE_3D, 3, 3, 4},   {SCREE_HASH_NOISE_3D_TIME, 3, 4, 4},
    {SCREE_HASH_NOISE_3D_HALF, 3, 3, 4},
};
#define PROGRAMS (sizeof programs / sizeof programs[0])

static uint32_t hash_of(uint32_t x)
{
    x = (x ^ (x / 65536)) * 73244475u;
    x = (x ^ (x / 65536)) * 73244475u;
    return x ^ (x / 65536);
}

/* Row `row` of the edges of a cube: all signs for each axis along which the middle of an edge has 0. */
static float edge_of(uint32_t row, uint32_t axis)
{
    const float sign = (row & 1u << axis) != 0 ? -1.0f : 1.0f;
    return row / 8 == axis ? 0.0f : sign;
}

static float gradient_of(uint32_t axes, uint32_t hash, uint32_t axis)
{
    const float sign = (hash & 1u << axis) != 0 ? -1.0f : 1.0f;
    if (axes == 3) {
        return edge_of(hash % 24, axis);
    }
    if (axes == 2) {
        return sign * ((hash / 4 % 2 == axis) ? 0.92387953f : 0.38268343f);
    }
    return hash / 16 % 4 == axis ? 0.0f : sign;
}

/* The dot product of a corner; time comes with x. */
static float dot_of(const noise_program *of, const uint32_t node[4], const float fraction[4], uint32_t corner)
{
    uint32_t hash = 0;
    float part[4];
    for (uint32_t axis = 0; axis < of->axes; axis++) {
        hash = hash_of(hash ^ (node[axis] + (corner >> axis) % 2));
    }
    for (uint32_t axis = 0; axis < of->axes; axis++) {
        const float distance = fraction[axis] - (float)((corner >> axis) % 2);
        part[axis] = distance * gradient_of(of->axes, hash, axis);
    }
    float dot = of->axes > of->space ? part[0] + part[of->space] : part[0];
    for (uint32_t axis = 1; axis < of->space; axis++) {
        dot = dot + part[axis];
    }
    return dot;
}

static float fade_of(float f)
{
    float inner = f * 6.0f;
    inner = inner - 15.0f;
    inner = f * inner;
    inner = inner + 10.0f;
    return f * f * f * inner;
}

static float octave_of(const noise_program *of, const uint32_t position[4], uint32_t octave)
{
    uint32_t node[4];
    float fraction[4];
    float value[16];
    const uint32_t size = 8u << octave;
    for (uint32_t axis = 0; axis < of->axes; axis++) {
        node[axis] = position[axis] / size;
        fraction[axis] = (float)(position[axis] % size) / (float)size;
    }
    for (uint32_t corner = 0; corner < 1u << of->axes; corner++) {
        value[corner] = dot_of(of, node, fraction, corner);
    }
    for (uint32_t axis = 0; axis < of->axes; axis++) {
        for (uint32_t i = 0; i < 1u << (of->axes - 1 - axis); i++) {
            const float difference = value[2 * i + 1] - value[2 * i];
            const float way = fade_of(fraction[axis]) * difference;
            value[i] = value[2 * i] + way;
        }
    }
    return value[0];
}

static void expect(const noise_program *of, uint32_t octaves, float *values)
{
    for (uint32_t i = 0; i < SAMPLES; i++) {
        const uint32_t side = 1u << of->side_log;
        const uint32_t along[3] = {i % side, i / side % (of->space == 2 ? SAMPLES : side), i / side / side};
        uint32_t position[4];
        for (uint32_t axis = 0; axis < 4; axis++) {
            position[axis] = SHIFT + (axis < 3 && axis < of->space ? along[axis] : 0);
        }
        values[i] = 0.0f;
        for (uint32_t octave = 0; octave < octaves; octave++) {
            const float weighted = octave_of(of, position, octave) / (float)(1u << octave);
            values[i] = values[i] + weighted;
        }
    }
}

static scree_lesson_step step_of(const noise_program *of, uint32_t octaves, scree_buffer *table, scree_buffer *values)
{
    return (scree_lesson_step){.program = of->program,
                               .threads = SAMPLES,
                               .group = of->space == 2 ? 64 : 512,
                               .each = octaves,
                               .stride_log = of->side_log,
                               .word = SHIFT,
                               .b = table,
                               .c = values};
}

static scree_buffer *table_on(scree_device *device)
{
    float table[TABLE_FLOATS];
    scree_buffer *buffer = fixture_buffer(device, sizeof table);
    for (uint32_t i = 0; i < TABLE_FLOATS; i++) {
        table[i] = edge_of(i / 3, i % 3);
    }
    assert_int_equal(scree_buffer_write(buffer, 0, sizeof table, table), SCREE_OK);
    return buffer;
}

static void check_program(scree_device *device, const noise_program *of, scree_buffer *table, uint32_t octaves)
{
    static float actual[SAMPLES];
    static float expected[SAMPLES];
    scree_lesson_times taken;
    scree_buffer *values = fixture_buffer(device, sizeof actual);
    const scree_lesson_step step = step_of(of, octaves, table, values);
    expect(of, octaves, expected);
    assert_int_equal(scree_lesson_run(device, &step, 1, 1, &taken), SCREE_OK);
    assert_int_equal(scree_buffer_read(values, 0, sizeof actual, actual), SCREE_OK);
    assert_memory_equal(actual, expected, sizeof actual);
    scree_buffer_destroy(&values);
}

void hash_noise_check_device(scree_device *device)
{
    static const uint32_t octaves[] = {1, 3, 8};
    const uint32_t limit = scree_lesson_limits_of(device).group;
    scree_buffer *table = table_on(device);
    for (size_t p = 0; p < PROGRAMS; p++) {
        const bool has_groups = limit == 0 || limit >= (programs[p].space == 2 ? 64u : 512u);
        for (size_t i = 0; i < sizeof octaves / sizeof octaves[0] && has_groups; i++) {
            check_program(device, &programs[p], table, octaves[i]);
        }
    }
    scree_buffer_destroy(&table);
}

static void refuse(scree_device *device, const scree_lesson_step *step)
{
    scree_lesson_times taken;
    assert_int_equal(scree_lesson_run(device, step, 1, 1, &taken), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "of a lesson"));
}

void hash_noise_check_refusals(scree_device *device)
{
    scree_buffer *table = table_on(device);
    scree_buffer *values = fixture_buffer(device, SAMPLES * sizeof(float));
    for (size_t p = 0; p < PROGRAMS; p++) {
        const scree_lesson_step good = step_of(&programs[p], 8, table, values);
        scree_lesson_step bad[6] = {good, good, good, good, good, good};
        bad[0].each = 9;
        bad[1].each = 0;
        bad[2].group /= 2;
        bad[3].stride_log = 10;
        bad[4].c = table;
        bad[5].word = SHIFT + 4;
        for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
            refuse(device, &bad[i]);
        }
    }
    scree_lesson_step without_table = step_of(&programs[0], 1, NULL, values);
    refuse(device, &without_table);
    scree_buffer_destroy(&table);
    scree_buffer_destroy(&values);
}
