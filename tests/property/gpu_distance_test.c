/* Distance fields on GPUs: the bits of the CPU, and what becomes of jobs that cannot go on. */
#include "gpu_distance.h"
#include "gpu_suite.h"

static void drawn_fields_are_the_cpus(void **state)
{
    static const uint64_t most[3] = {70, 75, 40};
    scree_device *device = gpu_open(0);
    for (uint64_t seed = 0; seed < 60; seed++) {
        gpu_assert_drawn_distance(device, most, seed);
    }
}

/* Lines of many strips, of whole ones, and of one sample. */
static void lines_of_all_lengths_are_the_cpus(void **state)
{
    static const uint64_t shapes[][3] = {{513, 9, 5},  {7, 610, 3},  {64, 32, 33}, {1, 1, 50},  {1, 40, 1},
                                         {200, 1, 17}, {96, 128, 1}, {3, 2, 700},  {31, 33, 2}, {1, 1, 1}};
    scree_device *device = gpu_open(0);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        for (int sides = 0; sides < 2; sides++) {
            scree_distance_params params = {.count = {shapes[i][0], shapes[i][1], shapes[i][2]}};
            params.voxel[1] = sides == 0 ? 1.0 : 0.75;
            gpu_assert_distance(device, &params, SOLID_HILLS, i);
            gpu_assert_distance(device, &params, SOLID_SCATTERED, i);
        }
    }
}

/* Longer lines than a work group has memory for. */
static void long_lines_are_the_cpus(void **state)
{
    scree_device *device = gpu_open(0);
    scree_distance_params params = {.count = {6000, 3, 2}};
    gpu_assert_distance(device, &params, SOLID_HILLS, 1);
    params = (scree_distance_params){.count = {3, 6000, 2}, .voxel = {1.0, 2.0, 1.5}};
    gpu_assert_distance(device, &params, SOLID_SPIKES, 2);
}

/* Sums so large that rounding puts them out of order: every sample is searched for by itself. */
static void sums_out_of_order_are_the_cpus(void **state)
{
    scree_device *device = gpu_open(0);
    scree_distance_params params = {.count = {60, 70, 12}, .voxel = {0.01, 0.02, 900.0}};
    gpu_assert_distance(device, &params, SOLID_NOISE, 1);
    gpu_assert_distance(device, &params, SOLID_SCATTERED, 2);
    params.surface = SCREE_DISTANCE_SURFACE_COLUMNS;
    gpu_assert_distance(device, &params, SOLID_HILLS, 3);
}

/* Lines of float32 that have no voxel of the opposite side: all sums are far, and none has to be searched for. */
static void empty_lines_are_the_cpus(void **state)
{
    scree_device *device = gpu_open(0);
    scree_distance_params params = {.count = {4, 3000, 2}, .voxel = {1.0, 1.0, 2.0}};
    gpu_assert_distance(device, &params, SOLID_EMPTY, 1);
    gpu_assert_distance(device, &params, SOLID_FULL, 2);
    params.count[0] = 3000;
    params.count[1] = 4;
    gpu_assert_distance(device, &params, SOLID_NONE, 3);
    gpu_assert_distance(device, &params, SOLID_ONE, 4);
}

/* Two devices make layers in turn; passes over the whole volume are each one's own. */
static void a_group_gives_the_same(void **state)
{
    static const scree_distance_method methods[] = {SCREE_DISTANCE_EXACT, SCREE_DISTANCE_JFA_TWICE};
    gpu_limit_slabs(4 * 24 * 24 * 20);
    gpu_use_devices(2);
    scree_device *group = gpu_open_group(1, 0);
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        scree_distance_params params = {.count = {24, 24, 150}, .method = methods[i]};
        gpu_assert_distance(group, &params, SOLID_HILLS, 1);
        gpu_assert_distance(group, &params, SOLID_BALLS, 2);
    }
    scree_distance_params params = {.count = {24, 24, 150}, .surface = SCREE_DISTANCE_SURFACE_MESH};
    gpu_assert_distance(group, &params, SOLID_HILLS, 3);
    params = (scree_distance_params){.count = {96, 60, 5}, .voxel = {1.0, 1.0, 3.0}};
    gpu_assert_distance(group, &params, SOLID_NOISE, 4);
}

/* Every call that may fail does so in turn: the job says so, and the device goes on. */
static void every_call_of_a_job_may_fail(void **state)
{
    static float expected[GPU_SMALL_FIELD];
    static float actual[GPU_SMALL_FIELD];
    unsigned number = 1;
    unsigned failures = 0;
    scree_device *device = gpu_open(0);
    assert_int_equal(gpu_try_distance(device, expected), SCREE_OK);
    gpu_close(&device);
    /* Anew, so that its programs must be loaded while calls fail. */
    device = gpu_open(0);
    for (bool is_over = false; !is_over; number++) {
        gpu_fail_call(number);
        scree_result result = gpu_try_distance(device, actual);
        is_over = gpu_count_calls() < number;
        if (result == SCREE_OK) {
            /* Less memory does too. */
            assert_memory_equal(actual, expected, sizeof expected);
        } else {
            failures++;
            assert_false(is_over);
            assert_int_equal(result, SCREE_ERROR_OUT_OF_MEMORY);
        }
    }
    print_message("%u calls failed in turn, and %u jobs with them\n", number - 2, failures);
    assert_true(failures > 50);
    gpu_fail_call(0);
    assert_int_equal(gpu_try_distance(device, actual), SCREE_OK);
}

static void a_lost_device_says_so(void **state)
{
    static float out[GPU_SMALL_FIELD];
    for (unsigned work = 1; work <= 4; work++) {
        scree_device *device = gpu_open(0);
        gpu_lose(work, 0);
        assert_int_equal(gpu_try_distance(device, out), SCREE_ERROR_DEVICE_LOST);
        gpu_assert_message("was lost");
        assert_int_equal(gpu_try_distance(device, out), SCREE_ERROR_DEVICE_LOST);
        gpu_assert_message("was lost before");
        gpu_close(&device);
        gpu_lose(0, 0);
    }
}

/* A stream whose first slab ends the job. */
typedef struct ending {
    scree_job *_Atomic job;
    unsigned slabs;
} ending;

static scree_result end_job(void *user, const scree_slab *slab)
{
    (void)slab;
    ending *child = user;
    child->slabs++;
    while (child->job == NULL) {
    }
    scree_job_cancel(child->job);
    return SCREE_OK;
}

static void jobs_are_cancelled(void **state)
{
    static const float heights[64 * 64] = {1.0f};
    gpu_limit_slabs(4 * 64 * 64 * 2);
    scree_device *device = gpu_open(0);
    ending child = {.slabs = 0};
    scree_job *job = NULL;
    const scree_distance_source source = {.heights = heights};
    const scree_sink sink = {.write = end_job, .user = &child};
    scree_distance_params params = {.count = {64, 64, 60}};
    assert_int_equal(distance_job_stream(device, &params, &source, &sink, &job), SCREE_OK);
    child.job = job;
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_ERROR_CANCELLED);
    assert_true(child.slabs < 10);
    scree_job_release(&job);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        gpu_test(drawn_fields_are_the_cpus),    gpu_test(lines_of_all_lengths_are_the_cpus),
        gpu_test(long_lines_are_the_cpus),      gpu_test(sums_out_of_order_are_the_cpus),
        gpu_test(empty_lines_are_the_cpus),     gpu_test(a_group_gives_the_same),
        gpu_test(every_call_of_a_job_may_fail), gpu_test(a_lost_device_says_so),
        gpu_test(jobs_are_cancelled),
    };
    return gpu_run(tests);
}
