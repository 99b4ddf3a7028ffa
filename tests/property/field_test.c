/* Fields: evaluated at once they have the bits of their jobs, on any number of threads, and they outlive their makers.
 */
#include "distance_fixture.h"
#include "failing_allocation.h"
#include "noise_kinds_fixture.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static const scree_noise_params recipes[] = {
    {.octaves = 1},
    {.octaves = 5, .seed = 3, .fractal = SCREE_NOISE_FRACTAL_RIDGED},
    {.octaves = 3, .kind = SCREE_NOISE_VALUE, .period = {4, 4}},
    {.octaves = 4, .hash = SCREE_NOISE_HASH_PERLIN2002, .fade = SCREE_NOISE_FADE_COSINE},
    {.octaves = 12, .gradients = SCREE_NOISE_GRADIENTS_SPHERE, .skips_fine_octaves = true},
};

static const scree_grid grids[] = {
    {.axes = 1, .count = {3001}, .step = {0.013}},
    {.axes = 2, .count = {301, 203}, .step = {0.02}, .row_stride = 307},
    {.axes = 2, .count = {1, 1}, .step = {0.5}},
    {.axes = 3, .count = {16, 16, 16}, .step = {0.25}, .first = {-16, 32, 0}},
    {.axes = 3, .count = {33, 9, 5}, .step = {1.7}, .row_stride = 40, .plane_stride = 400},
    {.axes = 4, .count = {17, 5, 4, 3}, .step = {0.1}},
    {.axes = 6, .count = {5, 4, 3, 2, 2, 2}, .step = {0.3}},
};

static size_t extent_of(const scree_grid *grid)
{
    size_t row = grid->row_stride != 0 ? grid->row_stride : grid->count[0];
    size_t rows = grid->axes > 1 ? grid->count[1] : 1;
    size_t plane = grid->plane_stride != 0 ? grid->plane_stride : row * rows;
    return plane * (size_t)(fixture_samples(grid) / grid->count[0] / rows);
}

static float *make_guarded(size_t extent)
{
    float *made = malloc(extent * sizeof *made);
    assert_non_null(made);
    memset(made, 0x7f, extent * sizeof *made);
    return made;
}

/* The field of a job; `*range` gets what it measured. */
static float *fill_by_job(scree_device *device, const scree_field *field, const scree_grid *grid, scree_range *range)
{
    float *out = make_guarded(extent_of(grid));
    scree_job *job = NULL;
    assert_int_equal(scree_job_fill(device, field, grid, out, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
    scree_job_status status = scree_job_poll(job);
    *range = (scree_range){.minimum = status.minimum, .maximum = status.maximum};
    scree_job_release(&job);
    return out;
}

static void assert_at_once(scree_device *device, const scree_noise_params *params, const scree_grid *grid)
{
    scree_range expected_range;
    scree_range range;
    scree_field *field = fixture_field(params);
    size_t extent = extent_of(grid);
    float *expected = fill_by_job(device, field, grid, &expected_range);
    float *actual = make_guarded(extent);
    assert_int_equal(scree_field_fill(field, grid, actual), SCREE_OK);
    assert_memory_equal(actual, expected, extent * sizeof *actual);
    assert_int_equal(scree_field_range(field, grid, &range), SCREE_OK);
    assert_memory_equal(&range, &expected_range, sizeof range);
    scree_field_release(&field);
    assert_null(field);
    free(actual);
    free(expected);
}

static void at_once_and_jobs_have_the_same_bits(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    for (size_t r = 0; r < COUNT_OF(recipes); r++) {
        for (size_t g = 0; g < COUNT_OF(grids); g++) {
            assert_at_once(device, &recipes[r], &grids[g]);
        }
    }
    /* So large that it is cut into tiles of every kind. */
    const scree_grid large = {.axes = 3, .count = {5000, 300, 3}, .step = {0.01}};
    assert_at_once(device, &recipes[1], &large);
}

/* A job at every level has the expected samples, and their range, in a buffer that starts anywhere. */
static void assert_jobs(const scree_field *field, const scree_grid *grid, const float *expected, float *out)
{
    scree_range range;
    assert_int_equal(scree_field_range(field, grid, &range), SCREE_OK);
    for (int level = SCREE_CPU_LEVEL_SCALAR; level <= SCREE_CPU_LEVEL_NEON; level++) {
        if (!scree_cpu_level_available((scree_cpu_level)level)) {
            continue;
        }
        scree_device *device = fixture_device((scree_cpu_level)level, 2);
        scree_job *job = NULL;
        memset(out, 0x7f, extent_of(grid) * sizeof(float));
        assert_int_equal(scree_job_fill(device, field, grid, out, &job), SCREE_OK);
        assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
        const scree_job_status status = scree_job_poll(job);
        const scree_range found = {.minimum = status.minimum, .maximum = status.maximum};
        assert_memory_equal(&found, &range, sizeof range);
        assert_memory_equal(out, expected, extent_of(grid) * sizeof(float));
        scree_job_release(&job);
        scree_device_close(&device);
    }
}

/* Fields beyond the caches leave them by whole lines, wherever their rows start; nothing between rows is touched. */
static void buffers_may_start_anywhere(void **state)
{
    static const scree_grid large[] = {
        {.axes = 3, .count = {251, 131, 65}, .step = {0.02}},
        {.axes = 3, .count = {256, 128, 65}, .step = {0.02}},
        {.axes = 2, .count = {4097, 515}, .step = {0.01}},
        {.axes = 2, .count = {4096, 515}, .step = {0.01}, .row_stride = 4112},
        {.axes = 3, .count = {5000, 300, 3}, .step = {0.01}},
        {.axes = 2, .count = {1000, 2100}, .step = {0.01}, .row_stride = 1013},
        {.axes = 3, .count = {33, 33, 1930}, .step = {0.02}},
    };
    static const size_t offsets[] = {0, 1, 4, 7, 15};
    for (size_t g = 0; g < COUNT_OF(large); g++) {
        const scree_noise_params params = {.octaves = 1 + (uint32_t)g % 5, .seed = 3, .fractal = fixture_fractal(g)};
        scree_field *field = NULL;
        assert_int_equal(scree_field_from_noise(fixture_context, &params, &field), SCREE_OK);
        size_t extent = extent_of(&large[g]);
        float *buffer = aligned_alloc(64, (extent + 64) * sizeof(float) / 64 * 64);
        float *expected = NULL;
        assert_non_null(buffer);
        for (size_t i = 0; i < COUNT_OF(offsets); i++) {
            memset(buffer, 0x7f, (extent + 48) * sizeof(float));
            assert_int_equal(scree_field_fill(field, &large[g], buffer + 16 + offsets[i]), SCREE_OK);
            const float guard = buffer[0];
            for (size_t k = 0; k < 16; k++) {
                assert_memory_equal(&buffer[offsets[i] + k], &guard, sizeof guard);
                assert_memory_equal(&buffer[16 + offsets[i] + extent + k], &guard, sizeof guard);
            }
            if (expected == NULL) {
                expected = make_guarded(extent);
                memcpy(expected, buffer + 16, extent * sizeof(float));
            }
            assert_memory_equal(buffer + 16 + offsets[i], expected, extent * sizeof(float));
            assert_jobs(field, &large[g], expected, buffer + 16 + offsets[i]);
        }
        free(expected);
        free(buffer);
        scree_field_release(&field);
    }
}

static void points_have_the_same_bits(void **state)
{
    enum { MOST = 1100 };
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    static double positions[MOST * 8];
    static float expected[MOST];
    static float actual[MOST];
    static const size_t counts[] = {0, 1, 15, 16, 17, 512, 513, MOST};
    uint64_t random = 5;
    for (size_t i = 0; i < COUNT_OF(positions); i++) {
        positions[i] = fixture_draw_unit(&random) * 50.0 - 25.0;
    }
    for (size_t r = 0; r < COUNT_OF(recipes); r++) {
        scree_field *field = NULL;
        assert_int_equal(scree_field_from_noise(fixture_context, &recipes[r], &field), SCREE_OK);
        for (size_t c = 0; c < COUNT_OF(counts); c++) {
            uint32_t axes = 1 + (uint32_t)(r + c) % 8;
            assert_int_equal(device_at_packed(device, field, axes, positions, counts[c], expected), SCREE_OK);
            assert_int_equal(field_at_packed(field, axes, positions, counts[c], actual), SCREE_OK);
            assert_memory_equal(actual, expected, counts[c] * sizeof *actual);
        }
        scree_field_release(&field);
    }
}

#define CHUNK 16
#define CHUNKS 24

/* Threads that fill chunks of one field, and want a value beside each, as a game does. */
typedef struct chunk_thread {
    pthread_t thread;
    const scree_field *field;
    const float *expected; /* All chunks, one after another. */
    const float *expected_values;
    bool is_right;
} chunk_thread;

static scree_grid chunk_grid(int64_t number)
{
    return (scree_grid){.axes = 3, .count = {CHUNK, CHUNK, CHUNK}, .step = {0.05}, .first = {number * CHUNK}};
}

static float value_beside(const scree_field *field, int64_t number)
{
    return scree_field_at_3d(field, 0.3 * (double)number, 0.7, -0.1);
}

static void *fill_chunks(void *argument)
{
    chunk_thread *self = argument;
    float values[CHUNK * CHUNK * CHUNK];
    self->is_right = true;
    for (int64_t number = 0; number < CHUNKS; number++) {
        scree_grid grid = chunk_grid(number);
        scree_result result = scree_field_fill(self->field, &grid, values);
        const float *expected = self->expected + (size_t)number * COUNT_OF(values);
        float value = value_beside(self->field, number);
        self->is_right = self->is_right && result == SCREE_OK && memcmp(values, expected, sizeof values) == 0 &&
                         memcmp(&value, &self->expected_values[number], sizeof value) == 0;
    }
    return NULL;
}

static void threads_share_a_field(void **state)
{
    enum { THREADS = 4, SAMPLES = CHUNK * CHUNK * CHUNK };
    scree_field *field = NULL;
    scree_field *fresh = NULL;
    chunk_thread threads[THREADS];
    float expected_values[CHUNKS];
    float *expected = malloc(sizeof(float) * SAMPLES * CHUNKS);
    assert_non_null(expected);
    assert_int_equal(scree_field_from_noise(NULL, &recipes[1], &field), SCREE_OK);
    for (int64_t number = 0; number < CHUNKS; number++) {
        scree_grid grid = chunk_grid(number);
        assert_int_equal(scree_field_fill(field, &grid, expected + number * SAMPLES), SCREE_OK);
        expected_values[number] = value_beside(field, number);
    }
    /* A field that nobody has used yet: its tables are made by whoever is first. */
    assert_int_equal(scree_field_from_noise(NULL, &recipes[1], &fresh), SCREE_OK);
    for (int i = 0; i < THREADS; i++) {
        threads[i] = (chunk_thread){.field = fresh, .expected = expected, .expected_values = expected_values};
        assert_int_equal(pthread_create(&threads[i].thread, NULL, fill_chunks, &threads[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i].thread, NULL);
        assert_true(threads[i].is_right);
    }
    scree_field_release(&fresh);
    scree_field_release(&field);
    free(expected);
}

/* The first call of a thread, and of a field, may allocate; no other does. */
static void later_calls_allocate_nothing(void **state)
{
    scree_field *field = NULL;
    float values[CHUNK * CHUNK * CHUNK];
    double positions[3] = {1.25, -3.5, 7.0};
    scree_range bound;
    scree_grid grid = chunk_grid(0);
    assert_int_equal(scree_field_from_noise(NULL, &recipes[1], &field), SCREE_OK);
    assert_int_equal(scree_field_fill(field, &grid, values), SCREE_OK);
    assert_int_equal(field_at_packed(field, 3, positions, 1, values), SCREE_OK);
    atomic_store(&until_failure, 0);
    for (int64_t number = 0; number < CHUNKS; number++) {
        grid = chunk_grid(number);
        assert_int_equal(scree_field_fill(field, &grid, values), SCREE_OK);
        assert_int_equal(field_at_packed(field, 3, positions, 1, values), SCREE_OK);
        assert_int_equal(scree_field_range(field, &grid, &bound), SCREE_OK);
    }
    assert_int_equal(atomic_load(&until_failure), 0);
    atomic_store(&until_failure, -1);
    scree_field_release(&field);
}

/* Whatever allocation fails, the call says so, and the next one works. */
static void allocations_may_fail(void **state)
{
    enum { SIDE = 40 };
    float *values = malloc(sizeof(float) * SIDE * SIDE * SIDE);
    float heights[SIDE * SIDE];
    const scree_distance_params params = {.count = {SIDE, SIDE, SIDE}};
    const scree_distance_source source = {.heights = heights};
    /* Larger than all that this thread has made so far, so that its work space must grow. */
    const scree_grid grid = {.axes = 5, .count = {300, 300}, .step = {0.7}};
    float *large = malloc(sizeof(float) * 300 * 300);
    assert_non_null(values);
    assert_non_null(large);
    for (size_t i = 0; i < COUNT_OF(heights); i++) {
        heights[i] = (float)(i % 17);
    }
    unsigned failures = 0;
    for (long number = 0; failures + 1 > (unsigned)number; number++) {
        scree_field *field = NULL;
        scree_field *distances = NULL;
        atomic_store(&until_failure, number);
        scree_result result = scree_field_from_noise(NULL, &recipes[4], &field);
        result = result == SCREE_OK ? scree_field_fill(field, &grid, large) : result;
        result = result == SCREE_OK ? scree_field_from_distance(NULL, &params, &source, &distances) : result;
        result = result == SCREE_OK ? scree_field_fill(distances, NULL, values) : result;
        bool was_reached = atomic_load(&until_failure) < 0;
        atomic_store(&until_failure, -1);
        assert_int_equal(result, was_reached ? SCREE_ERROR_OUT_OF_MEMORY : SCREE_OK);
        failures += was_reached;
        scree_field_release(&distances);
        scree_field_release(&field);
    }
    assert_true(failures > 8);
    free(large);
    free(values);
}

static void distances_are_made_at_once(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    static const scree_distance_method methods[] = {SCREE_DISTANCE_EXACT, SCREE_DISTANCE_JFA_1};
    static const volume_kind kinds[] = {VOLUME_FRACTAL, VOLUME_VOXELS_SPARSE};
    for (int iteration = 0; iteration < 5; iteration++) {
        trial tried = {.params = {.count = {90, 71, 33}, .method = methods[iteration / 2 % 2]},
                       .kind = kinds[iteration % 2],
                       .seed = 3};
        tried.params.surface = iteration == 4 ? SCREE_DISTANCE_SURFACE_MESH : SCREE_DISTANCE_SURFACE_VOXELS;
        trial_make(&tried, device);
        kept_field expected = distance_fill(device, &tried.params, &tried.source, true);
        size_t bytes = (size_t)expected.voxels * sizeof(float);
        float *distance = malloc(bytes);
        uint32_t *nearest = malloc(bytes);
        scree_field *field = NULL;
        scree_range range;
        assert_int_equal(scree_field_from_distance(fixture_context, &tried.params, &tried.source, &field), SCREE_OK);
        assert_int_equal(scree_field_fill(field, NULL, distance), SCREE_OK);
        assert_memory_equal(distance, expected.distance, bytes);
        memset(distance, 0x55, bytes);
        assert_int_equal(scree_field_fill_nearest(field, distance, nearest), SCREE_OK);
        assert_memory_equal(distance, expected.distance, bytes);
        assert_memory_equal(nearest, expected.nearest, bytes);
        assert_int_equal(scree_field_range(field, NULL, &range), SCREE_OK);
        assert_true(range.minimum == expected.status.minimum && range.maximum == expected.status.maximum);
        scree_job *job = NULL;
        assert_int_equal(scree_job_range(device, field, NULL, &job), SCREE_OK);
        assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
        assert_true(scree_job_poll(job).maximum == expected.status.maximum);
        scree_job_release(&job);
        scree_field_release(&field);
        free(distance);
        free(nearest);
        kept_field_free(&expected);
        trial_free(&tried);
    }
}

static scree_result drop(void *user, const scree_slab *slab)
{
    *(uint64_t *)user += slab->count;
    return SCREE_OK;
}

/* A field may be released when its jobs have been started, in whatever order these end. */
static void jobs_keep_their_field(void **state)
{
    enum { JOBS = 5 };
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    scree_field *field = NULL;
    scree_job *jobs[JOBS];
    uint64_t counts[JOBS] = {0};
    assert_int_equal(scree_field_from_noise(NULL, &recipes[1], &field), SCREE_OK);
    scree_field *second = scree_field_retain(field);
    assert_ptr_equal(second, field);
    scree_field_release(&second);
    for (int i = 0; i < JOBS; i++) {
        const scree_sink sink = {.write = drop, .user = &counts[i]};
        assert_int_equal(scree_job_stream(device, field, &grids[5], NULL, &sink, &jobs[i]), SCREE_OK);
    }
    scree_field_release(&field);
    for (int i = JOBS - 1; i >= 0; i--) {
        assert_int_equal(scree_job_wait(jobs[i], UINT64_MAX), SCREE_OK);
        assert_int_equal(counts[i], fixture_samples(&grids[5]));
        scree_job_release(&jobs[i]);
    }
    scree_field_release(&field);
    scree_field_release(NULL);
    assert_null(scree_field_retain(NULL));
}

static void what_a_field_is_not_is_refused(void **state)
{
    static const float heights[4] = {1.0f};
    static float out[64];
    static uint32_t nearest[64];
    const scree_distance_params params = {.count = {2, 2, 2}};
    const scree_distance_source source = {.heights = heights};
    const scree_output bytes = {.type = SCREE_TYPE_U8};
    const double position[3] = {0};
    uint64_t count = 0;
    const scree_sink sink = {.write = drop, .user = &count};
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    scree_field *noise = NULL;
    scree_field *distance = NULL;
    scree_job *job = NULL;
    scree_range range;
    uint32_t octaves = 7;
    assert_int_equal(scree_field_from_noise(fixture_context, &recipes[0], &noise), SCREE_OK);
    assert_int_equal(scree_field_from_distance(fixture_context, &params, &source, &distance), SCREE_OK);
    assert_int_equal(scree_field_fill(noise, NULL, out), SCREE_ERROR_INVALID);
    assert_int_equal(scree_field_fill(noise, &grids[2], NULL), SCREE_ERROR_INVALID);
    assert_int_equal(scree_field_fill(NULL, &grids[2], out), SCREE_ERROR_INVALID);
    assert_int_equal(scree_field_fill_nearest(noise, out, nearest), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "a field of noise has none"));
    assert_int_equal(scree_field_fill(distance, &grids[2], out), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "grid must be NULL"));
    assert_int_equal(field_at_packed(distance, 3, position, 1, out), SCREE_ERROR_UNSUPPORTED);
    assert_int_equal(device_at_packed(device, distance, 3, position, 1, out), SCREE_ERROR_UNSUPPORTED);
    assert_int_equal(field_at_packed(noise, 9, position, 1, out), SCREE_ERROR_INVALID);
    assert_int_equal(scree_job_stream(device, distance, NULL, &bytes, &sink, &job), SCREE_ERROR_UNSUPPORTED);
    assert_int_equal(scree_job_fill(device, NULL, &grids[2], out, &job), SCREE_ERROR_INVALID);
    assert_int_equal(scree_job_fill_nearest(device, noise, out, nearest, &job), SCREE_ERROR_INVALID);
    assert_null(job);
    assert_int_equal(scree_field_bound(distance, NULL, &range, &octaves), SCREE_OK);
    assert_true(octaves == 0 && range.maximum > 1e38f && range.minimum < -1e38f);
    scree_field_release(&distance);
    scree_field_release(&noise);
}

static void count_message(void *user, scree_log_level level, const char *message)
{
    (void)level;
    assert_non_null(strstr(message, "octaves is 33"));
    ++*(unsigned *)user;
}

/* Without a context, messages go where the process says, or nowhere. */
static void a_context_is_optional(void **state)
{
    const scree_noise_params wrong = {.octaves = 33};
    unsigned messages = 0;
    scree_field *field = NULL;
    scree_device *device = NULL;
    scree_log_to(count_message, &messages, SCREE_LOG_ERROR);
    assert_int_equal(scree_field_from_noise(NULL, &wrong, &field), SCREE_ERROR_INVALID);
    assert_int_equal(messages, 1);
    scree_log_to(NULL, NULL, SCREE_LOG_ERROR);
    assert_int_equal(scree_field_from_noise(NULL, &wrong, &field), SCREE_ERROR_INVALID);
    assert_int_equal(messages, 1);
    assert_null(field);
    assert_int_equal(scree_device_open(NULL, NULL, &device), SCREE_OK);
    scree_device_close(&device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(allocations_may_fail), /* Before this thread has a work space. */
        cmocka_unit_test(at_once_and_jobs_have_the_same_bits),
        cmocka_unit_test(buffers_may_start_anywhere),
        cmocka_unit_test(points_have_the_same_bits),
        cmocka_unit_test(threads_share_a_field),
        cmocka_unit_test(later_calls_allocate_nothing),
        cmocka_unit_test(distances_are_made_at_once),
        cmocka_unit_test(jobs_keep_their_field),
        cmocka_unit_test(what_a_field_is_not_is_refused),
        cmocka_unit_test(a_context_is_optional),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
