/*
 * Jobs of GPUs from outside: ended early by the user or by the sink, many at once, on two devices at once, and on both
 * as a group; and what they tell of themselves.
 */
#include "device_rules.h"
#include "noise_kinds_fixture.h"
#include "gpu_suite.h"

#include <stdlib.h>
#include <unistd.h>

#include <scree/cuda.h>

/* Slabs of so many bytes, so that there are many. */
#define SMALL_SLAB ((uint32_t)1 << 20)

static void a_stream_can_be_cancelled(void **state)
{
    gpu_limit_slabs(SMALL_SLAB);
    scree_device *device = gpu_open(0);
    scree_noise_params params = {.octaves = 1};
    scree_grid grid = {.axes = 3, .count = {1 << 12, 1 << 12, 1 << 16}, .step = {0.01}};
    held_sink held = {.calls = 0};
    held_sink_init(&held);
    scree_sink sink = {.write = held_sink_write, .user = &held};
    scree_job *job = NULL;
    assert_int_equal(noise_job_stream(device, &params, &grid, NULL, &sink, &job), SCREE_OK);
    sem_wait(&held.is_called);
    /* Until others wait for the sink: it must not get them. */
    while (scree_job_poll(job).done < 3 * (SMALL_SLAB / sizeof(float))) {
        usleep(1000);
    }
    scree_job_cancel(job);
    sem_post(&held.may_return);
    assert_int_equal(scree_job_wait(job, WATCHDOG_NANOSECONDS), SCREE_ERROR_CANCELLED);
    assert_int_equal(held.calls, 1);
    scree_job_release(&job);
    held_sink_destroy(&held);
    gpu_assert_works(device);
}

static scree_result refuse(void *user, const scree_slab *slab)
{
    (void)user;
    return slab->first > 0 ? SCREE_ERROR_IO : SCREE_OK;
}

static void a_failing_sink_ends_the_job(void **state)
{
    gpu_limit_slabs(SMALL_SLAB);
    scree_device *device = gpu_open(0);
    scree_noise_params params = {.octaves = 1};
    scree_grid grid = {.axes = 3, .count = {300, 200, 90}, .step = {0.01}};
    scree_sink sink = {.write = refuse};
    scree_job *job = NULL;
    assert_int_equal(noise_job_stream(device, &params, &grid, NULL, &sink, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_ERROR_IO);
    scree_job_release(&job);
    gpu_assert_works(device);
}

/* Starts as many jobs at once as there are devices, from one thread, and compares their fields with the CPU's. */
static void check_jobs(scree_device *const *devices, unsigned count, const scree_grid *grid)
{
    enum { MAX_JOBS = 8 };
    scree_job *jobs[MAX_JOBS];
    float *out[MAX_JOBS];
    for (unsigned i = 0; i < count; i++) {
        scree_noise_params params = {.octaves = 3, .seed = i};
        out[i] = malloc(fixture_samples(grid) * sizeof(float));
        assert_int_equal(noise_job_fill(devices[i], &params, grid, out[i], &jobs[i]), SCREE_OK);
    }
    for (unsigned i = 0; i < count; i++) {
        scree_noise_params params = {.octaves = 3, .seed = i};
        float *expected = fixture_fill(gpu_reference, &params, grid, NULL);
        assert_int_equal(scree_job_wait(jobs[i], UINT64_MAX), SCREE_OK);
        assert_memory_equal(out[i], expected, fixture_samples(grid) * sizeof(float));
        scree_job_release(&jobs[i]);
        free(expected);
        free(out[i]);
    }
}

/* They run one after another. */
static void jobs_wait_for_each_other(void **state)
{
    scree_device *device = gpu_open(0);
    scree_grid grid = {.axes = 2, .count = {400, 300}, .step = {0.02}};
    check_jobs((scree_device *[]){device, device, device, device, device, device}, 6, &grid);
}

/* Slots are kept from job to job, and from one kind of job to the next: small, large, with and without conversion. */
static void slots_serve_every_job(void **state)
{
    static const scree_grid grids[] = {
        {.axes = 2, .count = {40, 30}, .step = {0.02}},
        {.axes = 3, .count = {150, 100, 90}, .step = {0.01}},
        {.axes = 1, .count = {5000}, .step = {0.01}},
    };
    static const scree_output outputs[] = {{.type = SCREE_TYPE_F32},
                                           {.type = SCREE_TYPE_U8, .range_mode = SCREE_RANGE_MEASURED},
                                           {.type = SCREE_TYPE_U16}};
    gpu_limit_slabs(SMALL_SLAB);
    scree_device *device = gpu_open(0);
    for (unsigned i = 0; i < 18; i++) {
        const scree_grid *grid = &grids[i * 5 % 3];
        const bool is_large = grid->axes == 3;
        scree_noise_params params = {.octaves = is_large ? 1 : 1 + i % 3,
                                     .seed = i,
                                     .kind = fixture_kind_of_axes(is_large ? i % 2 : i, grid->axes)};
        kept_stream actual = gpu_compare_stream(device, &params, grid, &outputs[i / 3 % 3], i % 2 != 0);
        gpu_clear(&actual);
    }
    gpu_assert_works(device);
}

static void devices_work_at_the_same_time(void **state)
{
    gpu_limit_slabs(SMALL_SLAB);
    gpu_use_devices(2);
    scree_device *devices[2] = {gpu_open(0), gpu_open(1)};
    scree_device *again = gpu_open(0); /* Shares the driver's objects with the first one. */
    scree_device *all[] = {devices[0], devices[1], again, devices[0], devices[1], again, devices[0], devices[1]};
    scree_grid grid = {.axes = 3, .count = {120, 70, 40}, .step = {0.02}};
    check_jobs(all, 8, &grid);
    gpu_close(&devices[0]);
    gpu_assert_works(again);
    gpu_assert_works(devices[1]);
}

static void a_group_works_as_one(void **state)
{
    static const scree_grid grids[] = {
        {.axes = 3, .count = {151, 103, 90}, .step = {0.01}},
        {.axes = 1, .count = {1500003}, .step = {0.01}},
        {.axes = 5, .count = {30, 20, 20, 13, 9}, .step = {0.1}},
    };
    static const scree_output output = {.type = SCREE_TYPE_U16, .range_mode = SCREE_RANGE_MEASURED};
    gpu_use_devices(2);
    gpu_limit_slabs(SMALL_SLAB);
    scree_device *group = gpu_open_group(1, 0);
    scree_noise_params params = {.octaves = 2, .seed = 5};
    for (unsigned i = 0; i < sizeof grids / sizeof grids[0]; i++) {
        kept_stream actual = gpu_compare_stream(group, &params, &grids[i], &output, true);
        assert_true(actual.slabs > 4);
        gpu_clear(&actual);
    }
}

/* Spans of computing and of downloads, each by one clock, that neither overlap the job's end nor run backwards. */
static void timelines_tell_of_every_slab(void **state)
{
    gpu_limit_slabs(SMALL_SLAB);
    scree_device *device = gpu_open(0);
    scree_noise_params params = {.octaves = 2};
    scree_grid grid = {.axes = 3, .count = {128, 128, 80}, .step = {0.02}};
    float *out = malloc(fixture_samples(&grid) * sizeof(float));
    scree_job_span spans[64];
    scree_job *job = NULL;
    assert_int_equal(noise_job_fill(device, &params, &grid, out, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
    size_t count = scree_job_timeline(job, spans, 64);
    unsigned told[2] = {0, 0};
    assert_in_range(count, 1, 64);
    for (size_t i = 0; i < count; i++) {
        assert_true(spans[i].start >= 0.0 && spans[i].end >= spans[i].start && spans[i].end < 3600.0);
        if (spans[i].kind == SCREE_SPAN_COMPUTE || spans[i].kind == SCREE_SPAN_DOWNLOAD) {
            told[spans[i].kind == SCREE_SPAN_DOWNLOAD]++;
        }
    }
    assert_true(told[0] >= 5);
    assert_int_equal(told[0], told[1]);
    scree_job_release(&job);
    free(out);
}

static void the_rules_of_devices_hold(void **state)
{
    scree_device *device = gpu_open(0);
    rules_check_fork(device, NULL);
    rules_check_sinks(device);
    rules_check_cancellation(gpu_give(device));
}

static void the_rules_of_groups_hold(void **state)
{
    gpu_use_devices(2);
    scree_device *group = gpu_open_group(1, 0);
    rules_check_fork(group, NULL);
    rules_check_sinks(group);
    rules_check_cancellation(gpu_give(group));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        gpu_test(a_stream_can_be_cancelled),     gpu_test(a_failing_sink_ends_the_job),
        gpu_test(jobs_wait_for_each_other),      gpu_test(slots_serve_every_job),
        gpu_test(devices_work_at_the_same_time), gpu_test(a_group_works_as_one),
        gpu_test(timelines_tell_of_every_slab),  gpu_test(the_rules_of_devices_hold),
        gpu_test(the_rules_of_groups_hold),
    };
    return gpu_run(tests);
}
