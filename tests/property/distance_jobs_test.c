/* The calls of distance fields: that all of them make one field, sinks, cancellation and progress. */
#include "cpu_device.h"
#include "device_group.h"
#include "distance_fixture.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A stream that is kept, or ended by its sink. */
typedef struct kept_slabs {
    uint64_t plane;
    uint64_t next_layer;
    uint64_t slabs;
    float *distance;
    uint32_t *nearest;
    bool is_in_order;
    uint64_t fail_after;      /* Slabs until the sink fails; 0 = never. */
    bool cancels;             /* The sink cancels the job, */
    _Atomic(scree_job *) job; /* which is known when the call that makes it has returned. */
} kept_slabs;

static scree_result keep(void *user, const scree_slab *slab)
{
    kept_slabs *to = user;
    to->is_in_order = to->is_in_order && slab->first == to->next_layer * to->plane && slab->count > 0 &&
                      slab->count % to->plane == 0 && (slab->nearest != NULL) == (to->nearest != NULL);
    size_t bytes = (size_t)slab->count * sizeof(float);
    memcpy(to->distance + slab->first, slab->values, bytes);
    if (to->nearest != NULL && slab->nearest != NULL) {
        memcpy(to->nearest + slab->first, slab->nearest, bytes);
    }
    to->next_layer += slab->count / to->plane;
    to->slabs++;
    while (to->cancels && atomic_load(&to->job) == NULL) {
        usleep(100);
    }
    if (to->cancels) {
        scree_job_cancel(atomic_load(&to->job));
    }
    return to->slabs == to->fail_after ? SCREE_ERROR_IO : SCREE_OK;
}

static kept_slabs slabs_for(const scree_distance_params *params, bool wants_nearest)
{
    size_t bytes = (size_t)distance_voxels(params) * sizeof(float);
    kept_slabs made = {.plane = params->count[0] * params->count[1], .is_in_order = true};
    made.distance = malloc(bytes);
    made.nearest = wants_nearest ? malloc(bytes) : NULL;
    assert_non_null(made.distance);
    return made;
}

static void free_slabs(kept_slabs *slabs)
{
    free(slabs->distance);
    free(slabs->nearest);
}

static scree_result stream(scree_device *device, const trial *tried, kept_slabs *to, scree_job_status *status)
{
    scree_job *job = NULL;
    scree_sink sink = {.write = keep, .user = to, .wants_nearest = to->nearest != NULL};
    scree_result result = distance_job_stream(device, &tried->params, &tried->source, &sink, &job);
    assert_int_equal(result, SCREE_OK);
    atomic_store(&to->job, job);
    result = scree_job_wait(job, UINT64_MAX);
    *status = scree_job_poll(job);
    scree_job_release(&job);
    return result;
}

/* Large enough for many slabs. */
#define MANY_LAYERS 9 /* Three slabs. */

static trial many_slabs(scree_distance_method method, volume_kind kind)
{
    return (trial){.params = {.count = {1100, 1003, MANY_LAYERS}, .method = method}, .kind = kind, .seed = 9};
}

static void assert_buffer_equal(scree_device *device, const trial *tried, const kept_field *expected)
{
    enum { BEFORE = 7, BEHIND = 5 };
    uint64_t bytes = expected->voxels * sizeof(float);
    scree_job *job = NULL;
    uint32_t *read = malloc((size_t)bytes + sizeof(uint32_t) * (BEFORE + BEHIND));
    assert_non_null(read);
    scree_buffer *buffer = fixture_buffer(device, bytes + sizeof(uint32_t) * (BEFORE + BEHIND));
    assert_int_equal(scree_buffer_fill(buffer, 0xabcdef01u, NULL), SCREE_OK);
    assert_int_equal(
        distance_job_fill_buffer(device, &tried->params, &tried->source, buffer, sizeof(uint32_t) * BEFORE, &job),
        SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
    scree_job_status status = scree_job_poll(job);
    assert_int_equal(status.done, status.total);
    scree_job_release(&job);
    assert_int_equal(scree_buffer_read(buffer, 0, scree_buffer_bytes(buffer), read), SCREE_OK);
    assert_true(memcmp(read + BEFORE, expected->distance, (size_t)bytes) == 0);
    for (uint64_t i = 0; i < BEFORE + BEHIND; i++) {
        assert_int_equal(read[i < BEFORE ? i : expected->voxels + i], 0xabcdef01u);
    }
    scree_buffer_destroy(&buffer);
    free(read);
}

static void all_calls_make_one_field(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    static const volume_kind kinds[] = {VOLUME_FRACTAL, VOLUME_VOXELS_SPARSE};
    for (int iteration = 0; iteration < 3; iteration++) {
        trial tried = many_slabs(iteration < 2 ? SCREE_DISTANCE_EXACT : SCREE_DISTANCE_JFA, kinds[iteration % 2]);
        if (iteration >= 2) {
            tried.params.count[0] = 300;
        }
        trial_make(&tried, device);
        kept_field field = distance_fill(device, &tried.params, &tried.source, true);
        kept_slabs slabs = slabs_for(&tried.params, true);
        scree_job_status status;
        assert_int_equal(stream(device, &tried, &slabs, &status), SCREE_OK);
        assert_true(slabs.is_in_order && slabs.next_layer == MANY_LAYERS && (slabs.slabs > 1 || iteration >= 2));
        assert_int_equal(status.done, status.total);
        assert_true(status.minimum == field.status.minimum && status.maximum == field.status.maximum);
        assert_true(memcmp(slabs.distance, field.distance, (size_t)field.voxels * sizeof(float)) == 0);
        assert_true(memcmp(slabs.nearest, field.nearest, (size_t)field.voxels * sizeof(float)) == 0);
        assert_buffer_equal(device, &tried, &field);
        free_slabs(&slabs);
        kept_field_free(&field);
        trial_free(&tried);
    }
}

static scree_device *open_group(void)
{
    scree_device *members[] = {fixture_device(SCREE_CPU_LEVEL_AUTO, 1), fixture_device(SCREE_CPU_LEVEL_AUTO, 2),
                               fixture_device(SCREE_CPU_LEVEL_AUTO, 1)};
    scree_device *group = NULL;
    assert_int_equal(scree_device_group_create(fixture_context, members, 3, &group), SCREE_OK);
    return group;
}

/* Slabs of layers are dealt to the members, and each takes the passes over the whole volume by itself. */
static void groups_make_the_same_field(void **state)
{
    scree_device *one = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    scree_device *group = open_group();
    static const volume_kind kinds[] = {VOLUME_FRACTAL, VOLUME_VOXELS_SPARSE, VOLUME_VOXELS_SPARSE, VOLUME_FRACTAL};
    static const scree_distance_method methods[] = {SCREE_DISTANCE_EXACT, SCREE_DISTANCE_EXACT, SCREE_DISTANCE_JFA,
                                                    SCREE_DISTANCE_EXACT};
    for (int iteration = 0; iteration < 4; iteration++) {
        trial tried = many_slabs(methods[iteration], kinds[iteration]);
        tried.params.surface = iteration == 3 ? SCREE_DISTANCE_SURFACE_MESH : SCREE_DISTANCE_SURFACE_VOXELS;
        tried.params.count[0] = iteration == 0 ? 1100 : 400;
        trial_make(&tried, one);
        kept_field expected = distance_fill(one, &tried.params, &tried.source, true);
        kept_field filled = distance_fill(group, &tried.params, &tried.source, true);
        kept_slabs slabs = slabs_for(&tried.params, true);
        scree_job_status status;
        assert_int_equal(stream(group, &tried, &slabs, &status), SCREE_OK);
        assert_true(slabs.is_in_order && slabs.next_layer == MANY_LAYERS);
        assert_int_equal(status.done, status.total);
        assert_int_equal(filled.status.done, filled.status.total);
        assert_true(status.minimum == expected.status.minimum && status.maximum == expected.status.maximum);
        assert_true(memcmp(slabs.distance, expected.distance, (size_t)expected.voxels * sizeof(float)) == 0);
        assert_true(memcmp(slabs.nearest, expected.nearest, (size_t)expected.voxels * sizeof(float)) == 0);
        assert_true(memcmp(filled.distance, expected.distance, (size_t)expected.voxels * sizeof(float)) == 0);
        assert_true(memcmp(filled.nearest, expected.nearest, (size_t)expected.voxels * sizeof(float)) == 0);
        free_slabs(&slabs);
        kept_field_free(&filled);
        kept_field_free(&expected);
        trial_free(&tried);
    }
    scree_device_close(&group);
}

/* Each member tells of its preparing and of its boxes. */
static void timelines_tell_of_slabs(void **state)
{
    scree_device *device = open_group();
    trial tried = many_slabs(SCREE_DISTANCE_EXACT, VOLUME_VOXELS_SPARSE);
    scree_job_span spans[64];
    unsigned prepared = 0;
    uint64_t boxes = 0;
    trial_make(&tried, device);
    distance_memory field = {.distance = malloc((size_t)distance_voxels(&tried.params) * sizeof(float))};
    scree_job *job = NULL;
    assert_int_equal(distance_job_fill(device, &tried.params, &tried.source, &field, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
    size_t count = scree_job_timeline(job, spans, 64);
    assert_true(count > 4 && count < 64);
    for (size_t i = 0; i < count; i++) {
        assert_true(spans[i].end >= spans[i].start);
        if (spans[i].kind == SCREE_SPAN_PREPARE) {
            prepared |= 1u << spans[i].device;
        } else {
            assert_int_equal(spans[i].kind, SCREE_SPAN_COMPUTE);
            assert_int_equal(spans[i].box, boxes);
            assert_int_equal(spans[i].device, boxes % 3);
            boxes++;
        }
    }
    assert_int_equal(prepared, 7);
    scree_job_release(&job);
    free(field.distance);
    trial_free(&tried);
    scree_device_close(&device);
}

/* A sink's own result ends the job, and nothing comes after it. */
static void sinks_may_fail(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    trial tried = many_slabs(SCREE_DISTANCE_EXACT, VOLUME_FRACTAL);
    trial_make(&tried, device);
    for (uint64_t slab = 1; slab <= 2; slab++) {
        kept_slabs slabs = slabs_for(&tried.params, false);
        slabs.fail_after = slab;
        scree_job_status status;
        assert_int_equal(stream(device, &tried, &slabs, &status), SCREE_ERROR_IO);
        assert_int_equal(status.result, SCREE_ERROR_IO);
        assert_int_equal(slabs.slabs, slab);
        free_slabs(&slabs);
    }
    trial_free(&tried);
}

static void streams_are_cancelled(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    trial tried = many_slabs(SCREE_DISTANCE_EXACT, VOLUME_FRACTAL);
    trial_make(&tried, device);
    kept_slabs slabs = slabs_for(&tried.params, false);
    slabs.cancels = true;
    scree_job_status status;
    assert_int_equal(stream(device, &tried, &slabs, &status), SCREE_ERROR_CANCELLED);
    assert_true(slabs.next_layer < MANY_LAYERS);
    free_slabs(&slabs);
    /* The device works on. */
    slabs = slabs_for(&tried.params, false);
    assert_int_equal(stream(device, &tried, &slabs, &status), SCREE_OK);
    free_slabs(&slabs);
    trial_free(&tried);
}

/* Kernels of the device that the test holds in the parts of a fill, and those that they stand for. */
static held_call held_kernel;
static scree_cpu_kernels real_kernels;

static void scan(const uint8_t *occupancy, uint64_t plane, uint32_t layers, size_t count, int32_t *steps)
{
    held_call_enter(&held_kernel);
    real_kernels.distance.scan(occupancy, plane, layers, count, steps);
}

static void begin(const scree_distance_plan *plan, uint32_t y, uint32_t z, const uint32_t *bits, uint32_t *to)
{
    held_call_enter(&held_kernel);
    real_kernels.flood.begin(plan, y, z, bits, to);
}

static void pass(const scree_flood_row *row)
{
    held_call_enter(&held_kernel);
    real_kernels.flood.pass(row);
}

static void search(const scree_flood_search *some)
{
    held_call_enter(&held_kernel);
    real_kernels.flood.search(some);
}

static void finish(const scree_flood_values *values)
{
    held_call_enter(&held_kernel);
    real_kernels.flood.finish(values);
}

#define KERNELS_OF_TYPE(type)                                                                                   \
    static void columns_##type(const scree_distance_layer *layer, scree_distance_space *space, uint32_t column, \
                               int side)                                                                        \
    {                                                                                                           \
        held_call_enter(&held_kernel);                                                                          \
        real_kernels.distance.columns[type](layer, space, column, side);                                        \
    }                                                                                                           \
    static bool rows_##type(const scree_distance_layer *layer, scree_distance_space *space, uint32_t first,     \
                            uint32_t count)                                                                     \
    {                                                                                                           \
        held_call_enter(&held_kernel);                                                                          \
        return real_kernels.distance.rows[type](layer, space, first, count);                                    \
    }

KERNELS_OF_TYPE(SCREE_SQUARE_U16)
KERNELS_OF_TYPE(SCREE_SQUARE_U32)
KERNELS_OF_TYPE(SCREE_SQUARE_F32)

static void hold_scan(scree_cpu_kernels *kernels)
{
    kernels->distance.scan = scan;
}

static void hold_columns(scree_cpu_kernels *kernels)
{
    kernels->distance.columns[SCREE_SQUARE_U16] = columns_SCREE_SQUARE_U16;
    kernels->distance.columns[SCREE_SQUARE_U32] = columns_SCREE_SQUARE_U32;
    kernels->distance.columns[SCREE_SQUARE_F32] = columns_SCREE_SQUARE_F32;
}

static void hold_rows(scree_cpu_kernels *kernels)
{
    kernels->distance.rows[SCREE_SQUARE_U16] = rows_SCREE_SQUARE_U16;
    kernels->distance.rows[SCREE_SQUARE_U32] = rows_SCREE_SQUARE_U32;
    kernels->distance.rows[SCREE_SQUARE_F32] = rows_SCREE_SQUARE_F32;
}

static void hold_begin(scree_cpu_kernels *kernels)
{
    kernels->flood.begin = begin;
}

static void hold_pass(scree_cpu_kernels *kernels)
{
    kernels->flood.pass = pass;
}

static void hold_search(scree_cpu_kernels *kernels)
{
    kernels->flood.search = search;
}

static void hold_finish(scree_cpu_kernels *kernels)
{
    kernels->flood.finish = finish;
}

#define CANCELLED_ROWS 301
#define CANCELLED_LAYERS 90
#define ROWS_OF_A_PASS (CANCELLED_ROWS * CANCELLED_LAYERS)

/* A part of a fill, and the call of its kernel in which the fill is cancelled. */
typedef struct fill_part {
    scree_distance_method method;
    volume_kind kind;
    void (*hold)(scree_cpu_kernels *kernels);
    uint64_t call;
    uint64_t most_late; /* Calls after that at most: those of two tasks for each of two threads. */
} fill_part;

/* Follows a job to its end; `done` is its progress so far. */
static scree_result follow(scree_job *job, uint64_t done)
{
    scree_job_status now = {.is_finished = false};
    while (!now.is_finished) {
        now = scree_job_poll(job);
        assert_true(now.done >= done && now.done <= now.total);
        done = now.done;
        usleep(100);
    }
    return scree_job_wait(job, UINT64_MAX);
}

/* The thread that reaches the call is held there until the job is cancelled. */
static void cancel_in(scree_device *device, const fill_part *part, const trial *tried, const distance_memory *field)
{
    scree_cpu_device *cpu = (scree_cpu_device *)device;
    scree_job *job = NULL;
    held_call_init(&held_kernel, part->call);
    real_kernels = cpu->kernels;
    part->hold(&cpu->kernels);
    assert_int_equal(distance_job_fill(device, &tried->params, &tried->source, field, &job), SCREE_OK);
    sem_wait(&held_kernel.is_reached);
    scree_job_status held = scree_job_poll(job);
    assert_true(!held.is_finished && held.done < held.total);
    scree_job_cancel(job);
    uint64_t calls = atomic_load(&held_kernel.calls);
    sem_post(&held_kernel.may_go_on);
    assert_int_equal(follow(job, held.done), SCREE_ERROR_CANCELLED);
    assert_in_range(atomic_load(&held_kernel.calls) - calls, 0, part->most_late);
    cpu->kernels = real_kernels;
    scree_job_release(&job);
    held_call_destroy(&held_kernel);
}

/* Fills end soon after they are cancelled, in whichever of their parts that is, and progress never goes back. */
static void fills_are_cancelled(void **state)
{
    /* A task of the exact method calls a kernel twice at most, one of a flood for each of 16 rows of 16 layers, and one
       of the naive method once. */
    enum { EXACT = 4 * 2, FLOOD = 4 * 16 * 16, SEARCH = 4 };
    static const fill_part parts[] = {
        {SCREE_DISTANCE_EXACT, VOLUME_VOXELS_SPARSE, hold_scan, 0, EXACT},
        {SCREE_DISTANCE_EXACT, VOLUME_VOXELS_SPARSE, hold_scan, 200, EXACT},
        {SCREE_DISTANCE_EXACT, VOLUME_VOXELS_SPARSE, hold_columns, 0, EXACT},
        {SCREE_DISTANCE_EXACT, VOLUME_VOXELS_SPARSE, hold_rows, 800, EXACT},
        {SCREE_DISTANCE_EXACT, VOLUME_RANDOM, hold_columns, 0, EXACT},
        {SCREE_DISTANCE_EXACT, VOLUME_RANDOM, hold_columns, 200, EXACT},
        {SCREE_DISTANCE_EXACT, VOLUME_RANDOM, hold_rows, 0, EXACT},
        {SCREE_DISTANCE_EXACT, VOLUME_RANDOM, hold_rows, 800, EXACT},
        {SCREE_DISTANCE_JFA_TWICE, VOLUME_RANDOM, hold_begin, 0, 2 * FLOOD},
        {SCREE_DISTANCE_JFA_TWICE, VOLUME_VOXELS_SPARSE, hold_begin, ROWS_OF_A_PASS, 2 * FLOOD},
        {SCREE_DISTANCE_JFA_TWICE, VOLUME_RANDOM, hold_pass, 0, FLOOD},
        {SCREE_DISTANCE_JFA_TWICE, VOLUME_RANDOM, hold_pass, 4 * ROWS_OF_A_PASS, FLOOD},
        {SCREE_DISTANCE_JFA_TWICE, VOLUME_VOXELS_SPARSE, hold_pass, 9 * ROWS_OF_A_PASS + 9000, FLOOD},
        {SCREE_DISTANCE_NAIVE, VOLUME_RANDOM, hold_search, 0, SEARCH},
        {SCREE_DISTANCE_JFA_TWICE, VOLUME_RANDOM, hold_finish, 0, FLOOD},
        {SCREE_DISTANCE_JFA_TWICE, VOLUME_VOXELS_SPARSE, hold_finish, ROWS_OF_A_PASS / 2, FLOOD},
    };
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    alarm(WATCHDOG_SECONDS);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        trial tried = {.params = {.count = {300, CANCELLED_ROWS, CANCELLED_LAYERS}, .method = parts[i].method},
                       .kind = parts[i].kind,
                       .seed = 4};
        if (parts[i].method == SCREE_DISTANCE_NAIVE) {
            tried.params.count[0] = 150; /* It takes no more than SCREE_MAX_NAIVE_VOXELS. */
        }
        trial_make(&tried, device);
        distance_memory field = {.distance = malloc((size_t)distance_voxels(&tried.params) * sizeof(float))};
        assert_non_null(field.distance);
        cancel_in(device, &parts[i], &tried, &field);
        free(field.distance);
        trial_free(&tried);
    }
    alarm(0);
}

/* Several jobs of one device, from several requests at once, do not disturb each other. */
static void jobs_take_turns(void **state)
{
    enum { JOBS = 6 };
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    trial tried = {.params = {.count = {101, 67, 19}}, .kind = VOLUME_FRACTAL, .seed = 12};
    trial_make(&tried, device);
    kept_field expected = distance_fill(device, &tried.params, &tried.source, false);
    distance_memory fields[JOBS];
    scree_job *jobs[JOBS];
    for (int i = 0; i < JOBS; i++) {
        fields[i] = (distance_memory){.distance = malloc((size_t)expected.voxels * sizeof(float))};
        assert_int_equal(distance_job_fill(device, &tried.params, &tried.source, &fields[i], &jobs[i]), SCREE_OK);
    }
    for (int i = 0; i < JOBS; i++) {
        assert_int_equal(scree_job_wait(jobs[i], UINT64_MAX), SCREE_OK);
        scree_job_release(&jobs[i]);
        assert_true(memcmp(fields[i].distance, expected.distance, (size_t)expected.voxels * sizeof(float)) == 0);
        free(fields[i].distance);
    }
    kept_field_free(&expected);
    trial_free(&tried);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_calls_make_one_field), cmocka_unit_test(groups_make_the_same_field),
        cmocka_unit_test(timelines_tell_of_slabs),  cmocka_unit_test(sinks_may_fail),
        cmocka_unit_test(streams_are_cancelled),    cmocka_unit_test(fills_are_cancelled),
        cmocka_unit_test(jobs_take_turns),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
