/* Distance fields on CUDA devices: the bits of the CPU, however lines are cut and whatever memory there is. */
#include "cuda_fixture.h"
#include "gpu_distance.h"

static void drawn_fields_are_the_cpus(void **state)
{
    (void)state;
    static const uint64_t most[3] = {70, 75, 40};
    scree_device *device = cuda_open();
    for (uint64_t seed = 0; seed < 60; seed++) {
        gpu_assert_drawn_distance(device, most, seed);
    }
    scree_device_close(&device);
}

/* Lines of many strips, of whole ones, and of one place. */
static void lines_of_all_lengths_are_the_cpus(void **state)
{
    (void)state;
    static const uint64_t shapes[][3] = {{513, 9, 5},  {7, 610, 3},  {64, 32, 33}, {1, 1, 50},  {1, 40, 1},
                                         {200, 1, 17}, {96, 128, 1}, {3, 2, 700},  {31, 33, 2}, {1, 1, 1}};
    scree_device *device = cuda_open();
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        for (int sides = 0; sides < 2; sides++) {
            scree_distance_params params = {.count = {shapes[i][0], shapes[i][1], shapes[i][2]}};
            params.voxel[1] = sides == 0 ? 1.0 : 0.75;
            gpu_assert_distance(device, &params, SOLID_HILLS, i);
            gpu_assert_distance(device, &params, SOLID_SCATTERED, i);
        }
    }
    scree_device_close(&device);
}

/* Where blocks have little memory of their own, fewer lines are searched at a time, and long ones in memory. */
static void narrow_blocks_give_the_same(void **state)
{
    (void)state;
    static const uint32_t bytes[] = {20000, 9000, 5000};
    for (size_t i = 0; i < sizeof bytes / sizeof bytes[0]; i++) {
        emulation.shared_bytes = bytes[i];
        scree_device *device = cuda_open();
        for (int kind = 0; kind < 3; kind++) {
            static const solid_kind kinds[] = {SOLID_HILLS, SOLID_BALLS, SOLID_SPIKES};
            scree_distance_params params = {.count = {300, 40, 6}};
            gpu_assert_distance(device, &params, kinds[kind], i);
            params = (scree_distance_params){.count = {40, 300, 6}, .voxel = {1.0, 2.0, 1.5}};
            gpu_assert_distance(device, &params, kinds[kind], i);
            params = (scree_distance_params){.count = {900, 1, 1 + i}};
            gpu_assert_distance(device, &params, kinds[kind], i);
            params = (scree_distance_params){.count = {3, 900, 5}};
            gpu_assert_distance(device, &params, kinds[kind], i);
        }
        scree_device_close(&device);
    }
}

/* Sums so large that rounding puts them out of order: every place is sought by itself. */
static void sums_out_of_order_are_the_cpus(void **state)
{
    (void)state;
    scree_device *device = cuda_open();
    scree_distance_params params = {.count = {60, 70, 12}, .voxel = {0.01, 0.02, 900.0}};
    gpu_assert_distance(device, &params, SOLID_NOISE, 1);
    gpu_assert_distance(device, &params, SOLID_SCATTERED, 2);
    params.surface = SCREE_SURFACE_COLUMNS;
    gpu_assert_distance(device, &params, SOLID_HILLS, 3);
    scree_device_close(&device);
}

/* Lines of float32 that have no voxel of the other kind: all sums are far, and none has to be sought. */
static void empty_lines_are_the_cpus(void **state)
{
    (void)state;
    scree_device *device = cuda_open();
    scree_distance_params params = {.count = {4, 3000, 2}, .voxel = {1.0, 1.0, 2.0}};
    gpu_assert_distance(device, &params, SOLID_EMPTY, 1);
    gpu_assert_distance(device, &params, SOLID_FULL, 2);
    params.count[0] = 3000;
    params.count[1] = 4;
    gpu_assert_distance(device, &params, SOLID_NONE, 3);
    gpu_assert_distance(device, &params, SOLID_ONE, 4);
    scree_device_close(&device);
}

/* Layers are made in parts, and parts in slabs. */
static void parts_give_the_same(void **state)
{
    (void)state;
    emulation.unused_bytes = (uint64_t)16 * 4 * 64 * 64 * 20;
    scree_device *device = cuda_open();
    scree_distance_params params = {.count = {64, 64, 150}};
    gpu_assert_distance(device, &params, SOLID_HILLS, 1);
    gpu_assert_distance(device, &params, SOLID_BALLS, 2);
    params = (scree_distance_params){.count = {300, 200, 5}, .voxel = {1.0, 1.0, 3.0}};
    gpu_assert_distance(device, &params, SOLID_NOISE, 3);
    scree_device_close(&device);
}

/* Two devices make layers in turn; passes over the whole volume are each one's own. */
static void a_group_gives_the_same(void **state)
{
    (void)state;
    const scree_device_params both[2] = {{.backend = SCREE_BACKEND_CUDA, .index = 1}, {.backend = SCREE_BACKEND_CUDA}};
    static const scree_distance_method methods[] = {SCREE_DISTANCE_EXACT, SCREE_DISTANCE_JFA_TWICE};
    emulation.unused_bytes = (uint64_t)16 * 4 * 64 * 64 * 20;
    scree_device *group = NULL;
    assert_int_equal(scree_device_open_group(fixture_context, both, 2, &group), SCREE_OK);
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        scree_distance_params params = {.count = {64, 64, 150}, .method = methods[i]};
        gpu_assert_distance(group, &params, SOLID_HILLS, 1);
        gpu_assert_distance(group, &params, SOLID_BALLS, 2);
    }
    scree_distance_params params = {.count = {64, 64, 150}, .surface = SCREE_SURFACE_MESH};
    gpu_assert_distance(group, &params, SOLID_HILLS, 3);
    params = (scree_distance_params){.count = {300, 200, 5}, .voxel = {1.0, 1.0, 3.0}};
    gpu_assert_distance(group, &params, SOLID_NOISE, 4);
    scree_device_close(&group);
}

/* Voxels are sent by parts of a word, and by single layers. */
static void thick_planes_give_the_same(void **state)
{
    (void)state;
    static const uint64_t layers[] = {19, 5, 1};
    for (size_t i = 0; i < sizeof layers / sizeof layers[0]; i++) {
        emulation.unused_bytes = (uint64_t)16 * 50 * 40 * layers[i];
        scree_device *device = cuda_open();
        scree_distance_params params = {.count = {50, 40, 71}};
        gpu_assert_distance(device, &params, SOLID_BALLS, 1);
        gpu_assert_distance(device, &params, SOLID_SCATTERED, 2);
        scree_device_close(&device);
    }
}

/* A few layers at a time, where there is memory for no more. */
static void little_memory_gives_the_same(void **state)
{
    (void)state;
    emulation.memory_bytes = 64 * 64 * 4 * 14;
    scree_device *device = cuda_open();
    scree_distance_params params = {.count = {64, 64, 3}};
    gpu_assert_distance(device, &params, SOLID_HILLS, 1);
    scree_device_close(&device);
}

/* Every call that may fail does so in turn: the job says so, and the device goes on. */
static void every_call_of_a_job_may_fail(void **state)
{
    (void)state;
    static float expected[GPU_SMALL_FIELD];
    static float actual[GPU_SMALL_FIELD];
    unsigned number = 1;
    unsigned failures = 0;
    scree_device *device = cuda_open();
    assert_int_equal(gpu_try_distance(device, expected), SCREE_OK);
    scree_device_close(&device);
    /* Anew, so that its kernels must be loaded while calls fail. */
    device = cuda_open();
    for (bool is_over = false; !is_over; number++) {
        emulation.calls = 0;
        emulation.failing_call = number;
        scree_result result = gpu_try_distance(device, actual);
        is_over = emulation.calls < number;
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
    emulation.failing_call = 0;
    assert_int_equal(gpu_try_distance(device, actual), SCREE_OK);
    scree_device_close(&device);
}

static void a_lost_device_says_so(void **state)
{
    (void)state;
    static float out[GPU_SMALL_FIELD];
    for (unsigned launch = 1; launch <= 4; launch++) {
        scree_device *device = cuda_open();
        emulation.launches = 0;
        emulation.losing_launch = launch;
        assert_int_equal(gpu_try_distance(device, out), SCREE_ERROR_DEVICE_LOST);
        cuda_assert_message("was lost");
        assert_int_equal(gpu_try_distance(device, out), SCREE_ERROR_DEVICE_LOST);
        cuda_assert_message("was lost before");
        scree_device_close(&device);
        emulation.losing_launch = 0;
    }
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    static const float heights[64 * 64] = {1.0f};
    static float out[64 * 64 * 8];
    scree_device *device = cuda_open();
    scree_job *job = NULL;
    const scree_distance_source source = {.heights = heights};
    const distance_memory field = {.distance = out};
    scree_distance_params params = {.count = {64, 64, 8}};
    emulation.memory_bytes = 64 * 64 * 4 * 2;
    assert_int_equal(distance_job_fill(device, &params, &source, &field, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_ERROR_OUT_OF_MEMORY);
    cuda_assert_message("no memory for");
    scree_job_release(&job);
    emulation.memory_bytes = 0;
    scree_device_close(&device);
}

/* A stream whose first slab ends the job. */
typedef struct ending {
    scree_job *_Atomic job;
    unsigned slabs;
} ending;

static scree_result end_job(void *user, const scree_slab *slab)
{
    (void)slab;
    ending *own = user;
    own->slabs++;
    while (own->job == NULL) {
    }
    scree_job_cancel(own->job);
    return SCREE_OK;
}

static void jobs_are_cancelled(void **state)
{
    (void)state;
    static const float heights[64 * 64] = {1.0f};
    emulation.unused_bytes = (uint64_t)16 * 4 * 64 * 64 * 2;
    scree_device *device = cuda_open();
    ending own = {.slabs = 0};
    scree_job *job = NULL;
    const scree_distance_source source = {.heights = heights};
    const scree_sink sink = {.write = end_job, .user = &own};
    scree_distance_params params = {.count = {64, 64, 60}};
    assert_int_equal(distance_job_stream(device, &params, &source, &sink, &job), SCREE_OK);
    own.job = job;
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_ERROR_CANCELLED);
    assert_true(own.slabs < 10);
    scree_job_release(&job);
    scree_device_close(&device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cuda_test(drawn_fields_are_the_cpus),    cuda_test(lines_of_all_lengths_are_the_cpus),
        cuda_test(narrow_blocks_give_the_same),  cuda_test(sums_out_of_order_are_the_cpus),
        cuda_test(empty_lines_are_the_cpus),     cuda_test(a_group_gives_the_same),
        cuda_test(parts_give_the_same),          cuda_test(thick_planes_give_the_same),
        cuda_test(little_memory_gives_the_same), cuda_test(every_call_of_a_job_may_fail),
        cuda_test(a_lost_device_says_so),        cuda_test(what_does_not_fit_is_refused),
        cuda_test(jobs_are_cancelled),
    };
    int failed = 0;
    for (int order = 0; order < CUDA_ORDERS; order++) {
        cuda_choose_order(order);
        failed += cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
    }
    return failed;
}
