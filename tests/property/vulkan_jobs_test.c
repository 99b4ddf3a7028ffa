/* Jobs of a Vulkan device from outside: ended early by the user or by the sink, and many at once. */
#include "device_rules.h"
#include "vulkan_fixture.h"

#include <stdlib.h>
#include <unistd.h>

#include <scree/vulkan.h>

/* Slabs of so many bytes, so that there are many. */
#define SMALL_SLAB ((uint32_t)4 << 20)

static void a_stream_can_be_cancelled(void **state)
{
    (void)state;
    faults.storage_range = SMALL_SLAB;
    scree_device *device = vulkan_open();
    scree_noise_params params = {.octaves = 1};
    scree_grid grid = {.axes = 3, .count = {1 << 12, 1 << 12, 1 << 16}, .step = {0.01}};
    held_sink held = {.calls = 0};
    held_sink_init(&held);
    scree_sink sink = {.write = held_sink_write, .user = &held};
    scree_job *job = NULL;
    assert_int_equal(scree_noise_stream(device, &params, &grid, NULL, &sink, &job), SCREE_OK);
    sem_wait(&held.is_called);
    /* Until others wait for the sink: it must not get them. */
    while (scree_job_poll(job).done < 3 * (SMALL_SLAB / sizeof(float))) {
        usleep(1000);
    }
    scree_job_cancel(job);
    sem_post(&held.may_return);
    assert_int_equal(scree_job_wait(job, UINT64_C(30000000000)), SCREE_ERROR_CANCELLED);
    assert_int_equal(held.calls, 1);
    scree_job_release(&job);
    held_sink_destroy(&held);
    gpu_assert_works(device);
    scree_device_close(&device);
}

static scree_result refuse(void *user, const scree_slab *slab)
{
    (void)user;
    return slab->first > 0 ? SCREE_ERROR_IO : SCREE_OK;
}

static void a_failing_sink_ends_the_job(void **state)
{
    (void)state;
    faults.storage_range = SMALL_SLAB;
    scree_device *device = vulkan_open();
    scree_noise_params params = {.octaves = 1};
    scree_grid grid = {.axes = 3, .count = {300, 200, 90}, .step = {0.01}};
    scree_sink sink = {.write = refuse};
    scree_job *job = NULL;
    assert_int_equal(scree_noise_stream(device, &params, &grid, NULL, &sink, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_ERROR_IO);
    scree_job_release(&job);
    gpu_assert_works(device);
    scree_device_close(&device);
}

/* Jobs of one device that are started at once, from one thread: they run one after another. */
static void jobs_wait_for_each_other(void **state)
{
    (void)state;
    enum { JOBS = 6 };
    scree_device *device = vulkan_open();
    scree_grid grid = {.axes = 2, .count = {400, 300}, .step = {0.02}};
    scree_job *jobs[JOBS];
    float *out[JOBS];
    for (unsigned i = 0; i < JOBS; i++) {
        scree_noise_params params = {.octaves = 3, .seed = i};
        out[i] = malloc(fixture_samples(&grid) * sizeof(float));
        assert_int_equal(scree_noise_fill(device, &params, &grid, out[i], &jobs[i]), SCREE_OK);
    }
    for (unsigned i = 0; i < JOBS; i++) {
        scree_noise_params params = {.octaves = 3, .seed = i};
        float *expected = fixture_fill(gpu_reference, &params, &grid, NULL);
        assert_int_equal(scree_job_wait(jobs[i], UINT64_MAX), SCREE_OK);
        assert_memory_equal(out[i], expected, fixture_samples(&grid) * sizeof(float));
        scree_job_release(&jobs[i]);
        free(expected);
        free(out[i]);
    }
    scree_device_close(&device);
}

/* Returns the line of a call that is not refused. */
static int make_calls_of_vulkan(scree_device *device)
{
    scree_buffer *buffer = NULL;
    return scree_vulkan_buffer_adopt(device, 64, 64, &buffer) == SCREE_ERROR_UNSUPPORTED ? 0 : __LINE__;
}

static void the_rules_of_devices_hold(void **state)
{
    (void)state;
    scree_device *device = vulkan_open();
    rules_check_fork(device, make_calls_of_vulkan);
    rules_check_sinks(device);
    rules_check_cancellation(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        vulkan_test(a_stream_can_be_cancelled),
        vulkan_test(a_failing_sink_ends_the_job),
        vulkan_test(jobs_wait_for_each_other),
        vulkan_test(the_rules_of_devices_hold),
    };
    if (!vulkan_find(0)) {
        return VULKAN_SKIPPED;
    }
    int failed = 0;
    do {
        failed += cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
    } while (vulkan_find(vulkan_index + 1));
    return failed;
}
