/*
 * Memory that a distance field cannot have: the first allocation fails, then the second, and so on until all requests
 * succeed. Every failure must be SCREE_ERROR_OUT_OF_MEMORY, or SCREE_ERROR_INTERNAL for a thread, and leave nothing
 * behind (the sanitizer build looks for leaks). Linked with --wrap for the allocating functions.
 */
#include "failing_allocation.h"
#include "fixture.h"

#include <stdlib.h>

#define SIDE 9
#define VOXELS (SIDE * SIDE * SIDE)

static float heights[SIDE * SIDE];
static uint8_t occupancy[VOXELS];

static scree_result drop(void *user, const scree_slab *slab)
{
    (void)user;
    (void)slab;
    return SCREE_OK;
}

typedef enum call { FILL, STREAM, BUFFER, CALL_COUNT } call;

static scree_result start(scree_device *device, const scree_distance_params *params,
                          const scree_distance_source *source, call how, bool wants_nearest, scree_buffer *buffer,
                          scree_job **job)
{
    static float distance[VOXELS];
    static uint32_t nearest[VOXELS];
    distance_memory field = {.distance = distance, .nearest = wants_nearest ? nearest : NULL};
    scree_sink sink = {.write = drop, .wants_nearest = wants_nearest};
    return how == FILL     ? distance_job_fill(device, params, source, &field, job)
           : how == STREAM ? distance_job_stream(device, params, source, &sink, job)
                           : distance_job_fill_buffer(device, params, source, buffer, 0, job);
}

static scree_result run(scree_device *device, const scree_distance_params *params, const scree_distance_source *source,
                        call how, bool wants_nearest)
{
    scree_job *job = NULL;
    scree_buffer *buffer = NULL;
    scree_result result = how == BUFFER ? scree_buffer_create(device, sizeof(float) * VOXELS, &buffer) : SCREE_OK;
    if (result == SCREE_OK) {
        result = start(device, params, source, how, wants_nearest, buffer, &job);
    }
    if (result == SCREE_OK) {
        result = scree_job_wait(job, UINT64_MAX);
    }
    scree_job_release(&job);
    scree_buffer_destroy(&buffer);
    return result;
}

/* Every way to make a field, once. */
static scree_result whole_round(void)
{
    scree_context *context = NULL;
    scree_device *device = NULL;
    scree_device_params device_params = {.threads = 2};
    scree_result result = scree_context_create(NULL, &context);
    if (result == SCREE_OK) {
        result = scree_device_open(context, &device_params, &device);
    }
    for (int number = 0; number < 5 * CALL_COUNT * 2 && result == SCREE_OK; number++) {
        int kind = number / CALL_COUNT % 5;
        scree_distance_params params = {.count = {SIDE, SIDE, SIDE}, .voxel = {number % 2 == 0 ? 1.0 : 0.5}};
        params.surface = kind < 3 ? (scree_distance_surface)kind : SCREE_DISTANCE_SURFACE_VOXELS;
        params.method = kind == 4 ? SCREE_DISTANCE_1_JFA_2 : SCREE_DISTANCE_EXACT;
        scree_distance_source source = {.heights = kind == 3 ? NULL : heights,
                                        .occupancy = kind == 3 ? occupancy : NULL};
        result = run(device, &params, &source, (call)(number % CALL_COUNT), number / CALL_COUNT / 5 == 1);
    }
    scree_device_close(&device);
    scree_context_destroy(&context);
    return result;
}

static void every_allocation_may_fail(void **state)
{
    for (int i = 0; i < VOXELS; i++) {
        heights[i % (SIDE * SIDE)] = (float)(i * 7 % 11);
        occupancy[i] = i * 7 % 5 == 0;
    }
    assert_int_equal(whole_round(), SCREE_OK);
    long number = 0;
    for (bool was_reached = true; was_reached; number++) {
        atomic_store(&until_failure, number);
        scree_result result = whole_round();
        was_reached = atomic_load(&until_failure) < 0;
        atomic_store(&until_failure, -1);
        /* Memory that only makes something faster may be done without. */
        assert_true(result == SCREE_OK || result == SCREE_ERROR_OUT_OF_MEMORY || result == SCREE_ERROR_INTERNAL);
        assert_true(was_reached || result == SCREE_OK);
        assert_true(number < 20000);
    }
    print_message("%ld allocations failed in turn\n", number - 1);
    assert_true(number > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
