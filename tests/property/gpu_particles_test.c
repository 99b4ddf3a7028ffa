/*
 * Particles on GPUs: long runs in several batches, slabs of what a program sees, devices without float64 or without
 * atomics of 64 bits, and where calls of the driver fail. The conformance table has all systems and drawings.
 */
#include "gpu_suite.h"

#include <stdlib.h>
#include <string.h>

#include "particle_cases.h"

/* A case's result by a device; the caller frees it. */
static uint32_t *run_case(scree_device *device, const particle_case *c, bool in_parts)
{
    uint32_t *words = calloc(particle_case_words(c), sizeof *words);
    assert_non_null(words);
    assert_int_equal(particle_case_run(device, c, in_parts, words), SCREE_OK);
    return words;
}

static void check_case(scree_device *device, const particle_case *c, bool in_parts)
{
    scree_device *cpu = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 0);
    uint32_t *expected = run_case(cpu, c, false);
    uint32_t *actual = run_case(device, c, in_parts);
    assert_memory_equal(actual, expected, particle_case_words(c) * sizeof *actual);
    free(actual);
    free(expected);
}

/* Positions after so many steps, without a drawing; the caller frees them. */
static void *move(scree_device *device, const scree_particle_params *params, uint64_t count, uint64_t steps)
{
    const uint64_t bytes = count * scree_particle_bytes(params->type);
    scree_field *particles = NULL;
    void *positions = malloc(bytes);
    assert_non_null(positions);
    assert_int_equal(scree_field_from_particles(fixture_context, params, &particles), SCREE_OK);
    scree_buffer *buffer = fixture_buffer(device, bytes);
    const scree_particle_run run = {.count = count, .steps = steps, .positions = buffer};
    assert_int_equal(scree_particles_run(device, particles, &run, NULL), SCREE_OK);
    assert_int_equal(scree_buffer_read(buffer, 0, bytes, positions), SCREE_OK);
    scree_buffer_destroy(&buffer);
    scree_field_release(&particles);
    return positions;
}

static void check_moves(scree_device *device, const scree_particle_params *params, uint64_t count, uint64_t steps)
{
    scree_device *cpu = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 0);
    void *expected = move(cpu, params, count, steps);
    void *actual = move(device, params, count, steps);
    assert_memory_equal(actual, expected, count * scree_particle_bytes(params->type));
    free(actual);
    free(expected);
}

/* More steps than one dispatch makes where loops are watched. */
static void long_runs_have_several_batches(void **state)
{
    scree_device *device = gpu_open(0);
    check_moves(device, &(scree_particle_params){.seed = 1}, 100, 17000);
    particle_case c;
    particle_case_make(0, &c);
    c.count = 41;
    c.steps = 9001;
    c.splat.every = 1000;
    check_case(device, &c, false);
    c.is_kept = false;
    check_case(device, &c, true);
    /* So many large quads of a particle are more than one dispatch draws there. */
    c.count = 9;
    c.steps = 20;
    c.splat.every = 1;
    c.splat.shape = SCREE_PARTICLE_SHAPE_QUADS;
    c.splat.quad_size = 1e6;
    check_case(device, &c, false);
}

/* Small quads of more particles than a dispatch draws. */
static void quads_are_drawn_in_slabs(void **state)
{
    scree_device *device = gpu_open(0);
    particle_case c;
    particle_case_make(0, &c);
    c.params.type = SCREE_PARTICLE_F32;
    c.count = 600001;
    c.steps = 2;
    c.is_kept = false;
    c.splat.every = 0;
    c.splat.shape = SCREE_PARTICLE_SHAPE_QUADS;
    c.splat.quad_size = 0.01;
    check_case(device, &c, false);
}

static void particles_are_moved_in_slabs(void **state)
{
    gpu_limit_slabs((uint32_t)1 << 16);
    scree_device *device = gpu_open(0);
    check_moves(device, &(scree_particle_params){.seed = 2}, 6001, 5);
    check_moves(device, &(scree_particle_params){.type = SCREE_PARTICLE_F32}, 12001, 5);
}

static float *fill(scree_device *device, const scree_particle_params *params)
{
    float *values = malloc(3 * params->count * sizeof *values);
    scree_field *field = NULL;
    scree_job *job = NULL;
    assert_non_null(values);
    assert_int_equal(scree_field_from_particles(fixture_context, params, &field), SCREE_OK);
    assert_int_equal(scree_job_fill(device, field, NULL, values, &job), SCREE_OK);
    fixture_finish(&job);
    scree_field_release(&field);
    return values;
}

static void fields_are_filled(void **state)
{
    const scree_particle_params params = {.system = SCREE_PARTICLE_SYSTEM_CHEN, .count = 3001, .steps = 5000};
    scree_device *device = gpu_open(0);
    scree_device *cpu = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 0);
    float *expected = fill(cpu, &params);
    float *actual = fill(device, &params);
    assert_memory_equal(actual, expected, 3 * params.count * sizeof *actual);
    free(actual);
    free(expected);
}

static void draw_picture(scree_device *device, scree_histogram *density)
{
    const scree_particle_params params = {.type = SCREE_PARTICLE_F32, .count = 2000, .steps = 12000};
    const scree_splat_params splat = {.camera = {.centre = {0, 0, 25}, .distance = 50, .field_of_view = 60},
                                      .colour = SCREE_PARTICLE_COLOUR_Z,
                                      .colour_max = 50,
                                      .every = 4000,
                                      .supersample = 2};
    scree_field *field = NULL;
    scree_job *job = NULL;
    assert_int_equal(scree_field_from_particles(fixture_context, &params, &field), SCREE_OK);
    assert_int_equal(scree_job_draw(device, field, &splat, density, NULL, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
    const scree_job_status status = scree_job_poll(job);
    assert_int_equal(status.done, status.total);
    scree_job_release(&job);
    scree_field_release(&field);
}

/* An accumulation buffer of four times as many pixels is more than such a program sees. */
static void pictures_are_drawn_in_windows(void **state)
{
    enum { WIDTH = 64, HEIGHT = 48 };
    static uint64_t expected[2][WIDTH * HEIGHT];
    static uint64_t actual[2][WIDTH * HEIGHT];
    scree_histogram by_cpu = {.width = WIDTH, .height = HEIGHT, .counts = expected[0], .sums = expected[1]};
    scree_histogram by_gpu = {.width = WIDTH, .height = HEIGHT, .counts = actual[0], .sums = actual[1]};
    gpu_limit_slabs((uint32_t)1 << 16);
    scree_device *device = gpu_open(0);
    scree_device *cpu = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 0);
    draw_picture(cpu, &by_cpu);
    draw_picture(device, &by_gpu);
    assert_memory_equal(actual, expected, sizeof actual);
}

static void float64_is_refused_where_there_is_none(void **state)
{
    if (!gpu_take_float64(false)) {
        skip();
    }
    scree_device *device = gpu_open(0);
    scree_field *particles = NULL;
    const scree_particle_run run = {.count = 10, .steps = 1};
    assert_int_equal(scree_field_from_particles(fixture_context, &(scree_particle_params){0}, &particles), SCREE_OK);
    assert_int_equal(scree_particles_run(device, particles, &run, NULL), SCREE_ERROR_UNSUPPORTED);
    assert_non_null(strstr(fixture_message, "no exact float64"));
    scree_field_release(&particles);
    check_moves(device, &(scree_particle_params){.type = SCREE_PARTICLE_F32}, 1000, 70);
}

static void pixels_are_added_by_halves(void **state)
{
    if (!gpu_take_wide_atomics()) {
        skip();
    }
    scree_device *device = gpu_open(0);
    for (unsigned number = 0; number < 20; number += 3) {
        particle_case c;
        particle_case_make(number, &c);
        check_case(device, &c, false);
    }
}

static void every_call_may_fail(void **state)
{
    particle_case c;
    particle_case_make(10, &c);
    scree_device *device = gpu_open(0);
    scree_device *cpu = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 0);
    uint32_t *expected = run_case(cpu, &c, false);
    uint32_t *actual = calloc(particle_case_words(&c), sizeof *actual);
    assert_non_null(actual);
    unsigned number = 1;
    for (bool is_over = false; !is_over; number++) {
        gpu_fail_call(number);
        const scree_result result = particle_case_run(device, &c, false, actual);
        is_over = gpu_count_calls() < number;
        assert_true(result == SCREE_OK || (!is_over && result == SCREE_ERROR_OUT_OF_MEMORY));
        if (result == SCREE_OK) {
            assert_memory_equal(actual, expected, particle_case_words(&c) * sizeof *actual);
        }
    }
    assert_true(number > 8);
    gpu_fail_call(0);
    gpu_assert_works(device);
    free(actual);
    free(expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        gpu_test(long_runs_have_several_batches), gpu_test(quads_are_drawn_in_slabs),
        gpu_test(particles_are_moved_in_slabs),   gpu_test(fields_are_filled),
        gpu_test(pictures_are_drawn_in_windows),  gpu_test(float64_is_refused_where_there_is_none),
        gpu_test(pixels_are_added_by_halves),     gpu_test(every_call_may_fail),
    };
    return gpu_run(tests);
}
