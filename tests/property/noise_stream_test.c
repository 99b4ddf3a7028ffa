/* Streams, jobs and threads: the same samples in whatever pieces and by however many threads they are made. */
#include "fixture.h"
#include "noise_kinds_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "plan.h"
#include "stream.h"

/* A sink that keeps everything. */
typedef struct collected {
    float *values;
    unsigned char *data;
    size_t data_bytes; /* Bytes of one sample. */
    uint64_t next;
    uint64_t slabs;
    uint64_t failing_slab; /* 0 = none, else the slab (from 1) that is refused. */
    bool is_in_order;
    scree_range mapped;
} collected;

static scree_result collect(void *user, const scree_slab *slab)
{
    collected *to = user;
    to->is_in_order = to->is_in_order && slab->first == to->next;
    to->next += slab->count;
    to->mapped = slab->mapped;
    if (++to->slabs == to->failing_slab) {
        return SCREE_ERROR_IO;
    }
    if (to->values != NULL) {
        memcpy(to->values + slab->first, slab->values, slab->count * sizeof(float));
    }
    if (to->data != NULL) {
        memcpy(to->data + slab->first * to->data_bytes, slab->data, slab->count * to->data_bytes);
    }
    return SCREE_OK;
}

static scree_result stream(scree_device *device, const scree_noise_params *params, const scree_grid *grid,
                           const scree_output *output, collected *to, scree_job_status *status)
{
    scree_sink sink = {.write = collect, .user = to, .wants_values = true};
    scree_job *job = NULL;
    to->is_in_order = true;
    scree_result result = noise_job_stream(device, params, grid, output, &sink, &job);
    if (result == SCREE_OK) {
        result = scree_job_wait(job, UINT64_MAX);
        *status = scree_job_poll(job);
    }
    scree_job_release(&job);
    return result;
}

/* More samples than a slab holds, in shapes that are cut by planes, by rows and inside a row. */
static const scree_grid shapes[] = {
    {.axes = 3, .count = {300, 200, 90}, .step = {0.01}},
    {.axes = 2, .count = {3000, 1700}, .step = {0.01}},
    {.axes = 1, .count = {4500000}, .step = {0.01}},
    {.axes = 5, .count = {40, 30, 20, 15, 13}, .step = {0.1}},
};

static void a_stream_is_the_field(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 3);
    scree_noise_params params = {.octaves = 2, .seed = 5};
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        uint64_t samples = fixture_samples(&shapes[i]);
        scree_job_status filled;
        scree_job_status streamed;
        float *expected = fixture_fill(device, &params, &shapes[i], &filled);
        collected to = {.values = malloc(samples * sizeof(float))};
        assert_int_equal(stream(device, &params, &shapes[i], NULL, &to, &streamed), SCREE_OK);
        assert_true(to.is_in_order);
        assert_true(to.slabs > 1);
        assert_int_equal(to.next, samples);
        assert_memory_equal(to.values, expected, samples * sizeof(float));
        assert_memory_equal(&streamed.minimum, &filled.minimum, sizeof(float));
        assert_memory_equal(&streamed.maximum, &filled.maximum, sizeof(float));
        free(to.values);
        free(expected);
    }
}

static void threads_do_not_show(void **state)
{
    static const uint32_t threads[] = {2, 5, 16};
    scree_noise_params params = {.octaves = 5, .seed = 5};
    scree_grid grid = {.axes = 3, .count = {257, 131, 17}, .step = {0.03}};
    scree_device *one = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    float *expected = fixture_fill(one, &params, &grid, NULL);
    for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++) {
        scree_device *many = fixture_device(SCREE_CPU_LEVEL_AUTO, threads[i]);
        for (int run = 0; run < 3; run++) {
            float *actual = fixture_fill(many, &params, &grid, NULL);
            assert_memory_equal(actual, expected, fixture_samples(&grid) * sizeof(float));
            free(actual);
        }
        scree_device_close(&many);
    }
    free(expected);
}

/* Rows that end within a vector and tiles that end within rows: no thread may touch what another one writes. */
static void mapped_tiles_keep_to_themselves(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    scree_noise_params params = {.octaves = 1};
    scree_grid grid = {.axes = 2, .count = {1003, 1400}, .step = {0.01}};
    uint64_t samples = fixture_samples(&grid);
    float *field = fixture_fill(device, &params, &grid, NULL);
    scree_output output = {.type = SCREE_TYPE_F32, .range_mode = SCREE_RANGE_GIVEN, .low = -1.0, .high = 1.0};
    collected to = {.data = malloc(samples * sizeof(float)), .data_bytes = sizeof(float)};
    scree_job_status status;
    assert_int_equal(stream(device, &params, &grid, &output, &to, &status), SCREE_OK);
    for (uint64_t i = 0; i < samples; i++) {
        float mapped;
        memcpy(&mapped, to.data + i * sizeof(float), sizeof mapped);
        assert_true(mapped == (field[i] + 1.0f) * 0.5f);
    }
    free(to.data);
    free(field);
}

/* Boxes of every height are runs in grid order that cover the grid once. */
static void boxes_cover_the_grid(void **state)
{
    scree_noise_params params = {.octaves = 1};
    scree_grid grid = {.axes = 4, .count = {7, 5, 3, 4}, .step = {0.1}};
    for (uint64_t samples = 1; samples < 500; samples += 3) {
        scree_field *noise = NULL;
        scree_field_plan field;
        uint64_t position = 0;
        uint64_t expected = 0;
        scree_box box;
        assert_int_equal(scree_field_from_noise(fixture_context, &params, &noise), SCREE_OK);
        assert_int_equal(scree_field_plan_make(fixture_context, noise, &grid, false, &field), SCREE_OK);
        while (scree_next_box(&field, samples, &position, &box)) {
            assert_int_equal((box.first_plane * 5 + box.first_row) * 7 + box.first_x, expected);
            expected += box.planes * box.rows * box.width;
            assert_int_equal(position, expected);
            assert_true(box.planes * box.rows * box.width <= samples);
            assert_true(box.planes == 1 || (box.rows == 5 && box.width == 7));
            assert_true(box.rows == 1 || box.width == 7);
        }
        assert_int_equal(expected, 7 * 5 * 3 * 4);
        scree_field_plan_clear(&field);
        scree_field_release(&noise);
    }
}

/* The rule of noise.h, written again: every step in float32, half rounded up. */
static uint32_t rounded(float value, float low, float scale, float top)
{
    float mapped = (value - low) * scale;
    mapped = mapped < 0.0f ? 0.0f : mapped;
    mapped = top < mapped ? top : mapped;
    return (uint32_t)floorf(mapped + 0.5f);
}

static void check_conversion(scree_device *device, scree_output output)
{
    scree_noise_params params = {.octaves = 3, .seed = 8};
    scree_grid grid = {.axes = 2, .count = {333, 77}, .step = {0.05}};
    uint64_t samples = fixture_samples(&grid);
    size_t bytes = scree_type_bytes(output.type);
    collected to = {.values = malloc(samples * sizeof(float)), .data = malloc(samples * bytes), .data_bytes = bytes};
    scree_job_status status;
    assert_int_equal(stream(device, &params, &grid, &output, &to, &status), SCREE_OK);
    float top = output.type == SCREE_TYPE_F32 ? 1.0f : output.type == SCREE_TYPE_U8 ? 255.0f : 65535.0f;
    double low = output.range_mode == SCREE_RANGE_GIVEN ? output.low : (double)to.mapped.minimum;
    double high = output.range_mode == SCREE_RANGE_GIVEN ? output.high : (double)to.mapped.maximum;
    float scale = (float)((double)top / (high - low));
    uint32_t minimum = UINT32_MAX;
    uint32_t maximum = 0;
    for (uint64_t i = 0; i < samples; i++) {
        uint32_t expected = rounded(to.values[i], (float)low, scale, top);
        uint32_t actual;
        if (output.type == SCREE_TYPE_F32) {
            float value;
            memcpy(&value, to.data + i * bytes, bytes);
            actual = (uint32_t)floorf(value + 0.5f);
            assert_true(value >= 0.0f && value <= 1.0f);
        } else {
            uint16_t word = 0;
            memcpy(&word, to.data + i * bytes, bytes);
            actual = word;
        }
        assert_int_equal(actual, expected);
        minimum = actual < minimum ? actual : minimum;
        maximum = actual > maximum ? actual : maximum;
    }
    if (output.range_mode == SCREE_RANGE_MEASURED) {
        assert_int_equal(minimum, 0);
        assert_int_equal(maximum, (uint32_t)top);
        assert_int_equal(status.done, 2 * samples);
    }
    free(to.values);
    free(to.data);
}

static void conversion_follows_its_rule(void **state)
{
    for (int level = SCREE_CPU_LEVEL_SCALAR; level <= SCREE_CPU_LEVEL_NEON; level++) {
        if (!scree_cpu_level_available((scree_cpu_level)level)) {
            continue;
        }
        scree_device *device = fixture_device((scree_cpu_level)level, 2);
        for (int type = SCREE_TYPE_F32; type <= SCREE_TYPE_U8; type++) {
            check_conversion(device, (scree_output){.type = (scree_type)type, .range_mode = SCREE_RANGE_MEASURED});
            check_conversion(
                device,
                (scree_output){.type = (scree_type)type, .range_mode = SCREE_RANGE_GIVEN, .low = -0.2, .high = 0.3});
            if (type != SCREE_TYPE_F32) {
                check_conversion(device, (scree_output){.type = (scree_type)type, .range_mode = SCREE_RANGE_FIXED});
            }
        }
        scree_device_close(&device);
    }
}

static void a_failing_sink_ends_the_job(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    scree_noise_params params = {.octaves = 1};
    scree_grid grid = {.axes = 3, .count = {512, 512, 200}, .step = {0.01}};
    collected to = {.failing_slab = 2};
    scree_job_status status;
    assert_int_equal(stream(device, &params, &grid, NULL, &to, &status), SCREE_ERROR_IO);
    assert_int_equal(to.slabs, 2);
    assert_true(status.is_finished);
    assert_int_equal(status.result, SCREE_ERROR_IO);
}

static scree_result drop(void *user, const scree_slab *slab)
{
    (void)user;
    (void)slab;
    return SCREE_OK;
}

static void a_cancelled_job_calls_its_sink_no_more(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    scree_noise_params params = {.octaves = 1};
    scree_grid grid = {.axes = 3, .count = {512, 512, 64}, .step = {0.01}};
    held_sink held = {.calls = 0};
    held_sink_init(&held);
    scree_sink sink = {.write = held_sink_write, .user = &held};
    scree_job *job = NULL;
    assert_int_equal(noise_job_stream(device, &params, &grid, NULL, &sink, &job), SCREE_OK);
    sem_wait(&held.is_called);
    scree_job_cancel(job);
    sem_post(&held.may_return);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_ERROR_CANCELLED);
    assert_int_equal(held.calls, 1);
    scree_job_release(&job);
    held_sink_destroy(&held);
}

/* A field that would take hours: it must be given up at once, and one that waits behind it before that. */
static void cancel_takes_effect(void **state)
{
    scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 2);
    scree_noise_params params = {.octaves = 8};
    scree_grid grid = {.axes = 3, .count = {1 << 14, 1 << 14, 1 << 12}, .step = {0.01}};
    scree_sink sink = {.write = drop};
    scree_job *job = NULL;
    assert_int_equal(noise_job_stream(device, &params, &grid, NULL, &sink, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, 20000000), SCREE_ERROR_TIMEOUT);
    scree_job_status status = scree_job_poll(job);
    assert_false(status.is_finished);
    assert_int_equal(status.total, UINT64_C(1) << 40);
    scree_job *waiting = NULL;
    assert_int_equal(noise_job_stream(device, &params, &grid, NULL, &sink, &waiting), SCREE_OK);
    scree_job_cancel(waiting);
    assert_int_equal(scree_job_wait(waiting, WATCHDOG_NANOSECONDS), SCREE_ERROR_CANCELLED);
    assert_false(scree_job_poll(job).is_finished);
    scree_job_release(&waiting);
    scree_job_cancel(job);
    assert_int_equal(scree_job_wait(job, WATCHDOG_NANOSECONDS), SCREE_ERROR_CANCELLED);
    assert_int_equal(scree_job_poll(job).result, SCREE_ERROR_CANCELLED);
    scree_job_release(&job);
    assert_null(job);
    scree_job_release(&job);
    scree_job_release(NULL);
    scree_device_close(&device);
    assert_null(device);
    scree_device_close(&device);
}

/* Jobs that are started at once run one after another, each with its own result; cancelled ones do not run. */
static void jobs_wait_for_each_other(void **state)
{
    enum { JOBS = 6 };
    scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 2);
    scree_grid grid = {.axes = 2, .count = {400, 300}, .step = {0.02}};
    scree_job *jobs[JOBS];
    float *out[JOBS];
    for (unsigned i = 0; i < JOBS; i++) {
        scree_noise_params params = {.octaves = 3, .seed = i / 2};
        out[i] = malloc(fixture_samples(&grid) * sizeof(float));
        assert_int_equal(noise_job_fill(device, &params, &grid, out[i], &jobs[i]), SCREE_OK);
    }
    for (unsigned i = 0; i < JOBS; i++) {
        assert_int_equal(scree_job_wait(jobs[i], UINT64_MAX), SCREE_OK);
    }
    scree_device_close(&device); /* Jobs that ended may be released after their device. */
    for (unsigned i = 0; i < JOBS; i++) {
        assert_true(memcmp(out[i], out[i & ~1u], fixture_samples(&grid) * sizeof(float)) == 0);
        scree_job_release(&jobs[i]);
    }
    for (unsigned i = 0; i < JOBS; i++) {
        free(out[i]);
    }
}

/* Also with strides, which say nothing of samples that are not kept. */
static void a_range_is_that_of_a_fill(void **state)
{
    static const scree_grid grids[] = {
        {.axes = 3, .count = {301, 203, 37}, .step = {0.013}, .origin = {-3.5, 1e9}},
        {.axes = 2, .count = {2001, 1003}, .step = {0.3}},
        {.axes = 1, .count = {100003}, .step = {0.01}},
        {.axes = 5, .count = {20, 15, 10, 8, 7}, .step = {0.1}},
        {.axes = 2, .count = {1, 1}, .step = {1.0}},
    };
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    for (size_t i = 0; i < sizeof grids / sizeof grids[0]; i++) {
        scree_noise_params params = {.octaves = 3, .seed = i, .fractal = fixture_fractal(i)};
        scree_grid grid = grids[i];
        scree_job_status filled;
        scree_job *job = NULL;
        free(fixture_fill(device, &params, &grid, &filled));
        grid.row_stride = grid.count[0] + 7;
        assert_int_equal(noise_job_range(device, &params, &grid, &job), SCREE_OK);
        assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
        scree_job_status measured = scree_job_poll(job);
        scree_job_release(&job);
        assert_memory_equal(&measured.minimum, &filled.minimum, sizeof(float));
        assert_memory_equal(&measured.maximum, &filled.maximum, sizeof(float));
        assert_int_equal(measured.done, fixture_samples(&grid));
        assert_int_equal(measured.total, measured.done);
    }
    scree_job *job = NULL;
    scree_noise_params wrong = {.octaves = 99};
    assert_int_equal(noise_job_range(device, &wrong, &grids[0], &job), SCREE_ERROR_INVALID);
    assert_null(job);
    assert_int_equal(noise_job_range(device, &wrong, NULL, &job), SCREE_ERROR_INVALID);
    assert_int_equal(noise_job_range(NULL, &wrong, &grids[0], &job), SCREE_ERROR_INVALID);
    assert_int_equal(noise_job_range(device, &wrong, &grids[0], NULL), SCREE_ERROR_INVALID);
}

/* Terabytes are measured as they are made: nothing is kept, and a cancelled job ends. */
static void a_range_needs_no_memory(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    scree_noise_params params = {.octaves = 1};
    scree_grid grid = {.axes = 3, .count = {1 << 14, 1 << 14, 1 << 14}, .step = {0.01}};
    scree_job *job = NULL;
    assert_int_equal(noise_job_range(device, &params, &grid, &job), SCREE_OK);
    while (scree_job_poll(job).done == 0) {
        assert_false(scree_job_poll(job).is_finished);
    }
    scree_job_cancel(job);
    assert_int_equal(scree_job_wait(job, WATCHDOG_NANOSECONDS), SCREE_ERROR_CANCELLED);
    scree_job_release(&job);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stream_is_the_field),
        cmocka_unit_test(threads_do_not_show),
        cmocka_unit_test(boxes_cover_the_grid),
        cmocka_unit_test(conversion_follows_its_rule),
        cmocka_unit_test(a_failing_sink_ends_the_job),
        cmocka_unit_test(cancel_takes_effect),
        cmocka_unit_test(a_cancelled_job_calls_its_sink_no_more),
        cmocka_unit_test(mapped_tiles_keep_to_themselves),
        cmocka_unit_test(jobs_wait_for_each_other),
        cmocka_unit_test(a_range_is_that_of_a_fill),
        cmocka_unit_test(a_range_needs_no_memory),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
