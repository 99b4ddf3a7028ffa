/*
 * Groups of devices: as one device, bit for bit. The members are CPU devices, so that the test runs everywhere; a table
 * of functions between the group and each of them counts what it is asked, and fails when a test says so.
 */
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device_group.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define MEMBERS 3

/* Faults of one member, by its number; calls are counted from 1, and number 0 is none. */
static struct {
    uint32_t member;
    bool fails_creation;
    unsigned failing_start;
    unsigned failing_finish;
    scree_result result;
} fault;

/* Counters of each member's calls in the session before. */
static struct {
    scree_session *session;
    unsigned starts;
    unsigned finishes;
    uint64_t samples;
    uint64_t last_number; /* Highest number among its boxes. */
    bool is_in_order;
} seen[SCREE_MAX_MEMBERS];

static unsigned open_sessions;
static const scree_field_functions *real;

static uint32_t member_of(const scree_session *session)
{
    uint32_t member = 0;
    while (seen[member].session != session) {
        member++;
    }
    return member;
}

static scree_result create_session(scree_device *device, const scree_field_plan *plan, const scree_delivery *delivery,
                                   scree_progress *progress, scree_session **session)
{
    if (fault.fails_creation && fault.member == delivery->member) {
        *session = NULL;
        return fault.result;
    }
    scree_result result = real->create(device, plan, delivery, progress, session);
    open_sessions += result == SCREE_OK;
    memset(&seen[delivery->member], 0, sizeof seen[0]);
    seen[delivery->member].session = *session;
    seen[delivery->member].is_in_order = true;
    return result;
}

static void destroy_session(scree_session **session)
{
    open_sessions -= *session != NULL;
    real->destroy(session);
}

static scree_result start_box(scree_session *session, uint32_t slot, const scree_box *box, const scree_target *target,
                              scree_progress *progress)
{
    uint32_t member = member_of(session);
    bool is_first = seen[member].starts == 0;
    seen[member].is_in_order = seen[member].is_in_order &&
                               (is_first || target->number == seen[member].last_number + MEMBERS);
    seen[member].last_number = target->number;
    seen[member].starts++;
    if (fault.member == member && fault.failing_start == seen[member].starts) {
        seen[member].starts--; /* It was not started. */
        return fault.result;
    }
    seen[member].samples += box->planes * box->rows * box->width;
    return real->start(session, slot, box, target, progress);
}

static scree_result finish_box(scree_session *session, uint32_t slot, scree_progress *progress, scree_range *range)
{
    uint32_t member = member_of(session);
    scree_result result = real->finish(session, slot, progress, range);
    seen[member].finishes++;
    bool fails = fault.member == member && fault.failing_finish == seen[member].finishes;
    return fails ? fault.result : result;
}

static scree_device *open_group(uint32_t count)
{
    static scree_field_functions watching;
    static scree_device_functions functions;
    scree_device *members[SCREE_MAX_MEMBERS];
    scree_device *group = NULL;
    for (uint32_t i = 0; i < count; i++) {
        members[i] = fixture_device(SCREE_CPU_LEVEL_AUTO, 1 + i % 2);
        functions = *members[i]->functions;
        real = functions.fields[SCREE_FIELD_TYPE_noise];
        watching = *real;
        watching.create = create_session;
        watching.destroy = destroy_session;
        watching.start = start_box;
        watching.finish = finish_box;
        functions.fields[SCREE_FIELD_TYPE_noise] = &watching;
    }
    for (uint32_t i = 0; i < count; i++) {
        members[i]->functions = &functions;
    }
    assert_int_equal(scree_device_group_create(fixture_context, members, count, &group), SCREE_OK);
    memset(&fault, 0, sizeof fault);
    return group;
}

static int forget_faults(void **state)
{
    memset(&fault, 0, sizeof fault);
    return open_sessions == 0 ? 0 : -1;
}

static const scree_grid shapes[] = {
    {.axes = 3, .count = {301, 203, 90}, .step = {0.01}},      {.axes = 2, .count = {3001, 2003}, .step = {0.01}},
    {.axes = 1, .count = {5000003}, .step = {0.01}},           {.axes = 2, .count = {2500001, 2}, .step = {0.001}},
    {.axes = 5, .count = {40, 30, 20, 15, 13}, .step = {0.1}}, {.axes = 2, .count = {7, 5}, .step = {0.3}},
};

static const scree_output outputs[] = {
    {.type = SCREE_TYPE_F32},
    {.type = SCREE_TYPE_F32, .range_mode = SCREE_RANGE_MEASURED},
    {.type = SCREE_TYPE_U16},
    {.type = SCREE_TYPE_U16, .range_mode = SCREE_RANGE_MEASURED},
    {.type = SCREE_TYPE_U8, .range_mode = SCREE_RANGE_MEASURED},
    {.type = SCREE_TYPE_U8, .range_mode = SCREE_RANGE_GIVEN, .low = -0.5, .high = 0.25},
};

/* A stream that is kept. */
typedef struct kept {
    unsigned char *data;
    size_t sample_bytes;
    uint64_t samples;
    bool is_in_order;
    scree_range mapped;
    scree_job_status status;
} kept;

static scree_result keep(void *user, const scree_slab *slab)
{
    kept *to = user;
    to->is_in_order = to->is_in_order && slab->first == to->samples;
    memcpy(to->data + slab->first * to->sample_bytes, slab->data, slab->count * to->sample_bytes);
    to->samples += slab->count;
    to->mapped = slab->mapped;
    return SCREE_OK;
}

static kept stream(scree_device *device, const scree_noise_params *params, const scree_grid *grid,
                   const scree_output *output)
{
    kept to = {.sample_bytes = scree_type_bytes(output->type), .is_in_order = true};
    scree_sink sink = {.write = keep, .user = &to};
    scree_job *job = NULL;
    to.data = malloc(fixture_samples(grid) * to.sample_bytes);
    assert_int_equal(noise_job_stream(device, params, grid, output, &sink, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
    to.status = scree_job_poll(job);
    scree_job_release(&job);
    return to;
}

static void assert_same_range(const scree_job_status *actual, const scree_job_status *expected)
{
    assert_memory_equal(&actual->minimum, &expected->minimum, sizeof(float));
    assert_memory_equal(&actual->maximum, &expected->maximum, sizeof(float));
    assert_int_equal(actual->done, expected->done);
    assert_int_equal(actual->total, expected->total);
}

static void streams_are_those_of_one_device(void **state)
{
    scree_noise_params params = {.octaves = 2, .seed = 5};
    scree_device *one = fixture_device(SCREE_CPU_LEVEL_AUTO, 2);
    scree_device *group = open_group(MEMBERS);
    for (size_t s = 0; s < COUNT_OF(shapes); s++) {
        for (size_t o = s % 2; o < COUNT_OF(outputs); o += 2) {
            kept expected = stream(one, &params, &shapes[s], &outputs[o]);
            kept actual = stream(group, &params, &shapes[s], &outputs[o]);
            assert_true(actual.is_in_order);
            assert_int_equal(actual.samples, expected.samples);
            assert_true(memcmp(actual.data, expected.data, expected.samples * expected.sample_bytes) == 0);
            assert_memory_equal(&actual.mapped, &expected.mapped, sizeof actual.mapped);
            assert_same_range(&actual.status, &expected.status);
            free(actual.data);
            free(expected.data);
        }
    }
    scree_device_close(&group);
    scree_device_close(&one);
}

/* Canaries in the gaps between rows and planes must stay. */
static void check_fill(scree_device *group, scree_device *one, const scree_grid *grid, uint64_t extent)
{
    scree_noise_params params = {.octaves = 3, .seed = 8};
    scree_job_status status[2];
    float *out[2];
    for (int i = 0; i < 2; i++) {
        scree_job *job = NULL;
        out[i] = malloc(extent * sizeof(float));
        memset(out[i], 0x7f, extent * sizeof(float));
        assert_int_equal(noise_job_fill(i == 0 ? one : group, &params, grid, out[i], &job), SCREE_OK);
        assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
        status[i] = scree_job_poll(job);
        scree_job_release(&job);
    }
    assert_true(memcmp(out[0], out[1], extent * sizeof(float)) == 0);
    assert_same_range(&status[1], &status[0]);
    free(out[0]);
    free(out[1]);
}

static void fills_are_those_of_one_device(void **state)
{
    scree_device *one = fixture_device(SCREE_CPU_LEVEL_AUTO, 2);
    scree_device *group = open_group(MEMBERS);
    scree_grid strided = {
        .axes = 4, .count = {301, 203, 30, 3}, .step = {0.01}, .row_stride = 317, .plane_stride = 317 * 203 + 5};
    for (size_t s = 0; s < COUNT_OF(shapes); s++) {
        check_fill(group, one, &shapes[s], fixture_samples(&shapes[s]));
    }
    check_fill(group, one, &strided, strided.plane_stride * 90);
    scree_device_close(&group);
    scree_device_close(&one);
}

/* Boxes are dealt like cards, and none of the members has much more to do than the others. */
static void members_take_turns(void **state)
{
    scree_noise_params params = {.octaves = 1};
    scree_output output = {.type = SCREE_TYPE_U8};
    scree_device *group = open_group(MEMBERS);
    kept streamed = stream(group, &params, &shapes[0], &output);
    for (uint32_t i = 0; i < MEMBERS; i++) {
        assert_true(seen[i].is_in_order);
        assert_true(seen[i].starts > 0 && seen[i].starts == seen[i].finishes);
    }
    free(streamed.data);
    /* Nothing is transferred: one box for each. */
    scree_job *job = NULL;
    assert_int_equal(noise_job_range(group, &params, &shapes[0], &job), SCREE_OK);
    fixture_finish(&job);
    for (uint32_t i = 0; i < MEMBERS; i++) {
        assert_int_equal(seen[i].starts, 1);
        assert_int_equal(seen[i].samples, fixture_samples(&shapes[0]) / MEMBERS);
    }
    scree_device_close(&group);
}

static scree_result drop(void *user, const scree_slab *slab)
{
    (void)user;
    (void)slab;
    return SCREE_OK;
}

/* The group still computes what one device computes. */
static void assert_works(scree_device *group)
{
    scree_device *one = fixture_device(SCREE_CPU_LEVEL_AUTO, 2);
    memset(&fault, 0, sizeof fault);
    check_fill(group, one, &shapes[0], fixture_samples(&shapes[0]));
    scree_device_close(&one);
}

static void check_failure(scree_device *group, bool is_stream)
{
    scree_noise_params params = {.octaves = 1};
    scree_output output = {.type = SCREE_TYPE_U16, .range_mode = SCREE_RANGE_MEASURED};
    scree_sink sink = {.write = drop};
    scree_job *job = NULL;
    float *out = malloc(fixture_samples(&shapes[0]) * sizeof(float));
    memset(seen, 0, sizeof seen);
    assert_int_equal(is_stream ? noise_job_stream(group, &params, &shapes[0], &output, &sink, &job)
                               : noise_job_fill(group, &params, &shapes[0], out, &job),
                     SCREE_OK);
    assert_int_equal(scree_job_wait(job, WATCHDOG_NANOSECONDS), fault.result);
    scree_job_release(&job);
    free(out);
    for (uint32_t i = 0; i < MEMBERS; i++) {
        assert_int_equal(seen[i].starts, seen[i].finishes);
    }
    assert_int_equal(open_sessions, 0);
    assert_works(group);
}

static void a_member_that_fails_ends_the_job(void **state)
{
    scree_device *group = open_group(MEMBERS);
    for (uint32_t member = 0; member < MEMBERS; member++) {
        for (int is_stream = 0; is_stream < 2; is_stream++) {
            fault.member = member;
            fault.result = SCREE_ERROR_OUT_OF_MEMORY;
            fault.fails_creation = true;
            check_failure(group, is_stream != 0);
            for (unsigned call = 1; call <= 2; call++) {
                fault.member = member;
                fault.result = SCREE_ERROR_DEVICE_LOST;
                fault.failing_start = call;
                check_failure(group, is_stream != 0);
                fault.member = member;
                fault.result = SCREE_ERROR_DEVICE_LOST;
                fault.failing_finish = call;
                check_failure(group, is_stream != 0);
            }
        }
    }
    scree_device_close(&group);
}

static void end_early(scree_device *group, bool cancels, scree_result result)
{
    scree_noise_params params = {.octaves = 1};
    scree_grid grid = {.axes = 3, .count = {1 << 12, 1 << 12, 1 << 16}, .step = {0.01}};
    held_sink held = {.result = cancels ? SCREE_OK : result};
    scree_sink sink = {.write = held_sink_write, .user = &held};
    scree_job *job = NULL;
    held_sink_init(&held);
    assert_int_equal(noise_job_stream(group, &params, &grid, NULL, &sink, &job), SCREE_OK);
    sem_wait(&held.is_called);
    if (cancels) {
        scree_job_cancel(job);
    }
    sem_post(&held.may_return);
    assert_int_equal(scree_job_wait(job, WATCHDOG_NANOSECONDS), result);
    assert_int_equal(held.calls, 1);
    scree_job_release(&job);
    held_sink_destroy(&held);
    assert_works(group);
}

static void a_job_ends_early(void **state)
{
    scree_device *group = open_group(MEMBERS);
    end_early(group, true, SCREE_ERROR_CANCELLED);
    end_early(group, false, SCREE_ERROR_IO);
    scree_device_close(&group);
}

static void the_largest_group_works(void **state)
{
    scree_device *group = open_group(SCREE_MAX_MEMBERS);
    scree_noise_params params = {.octaves = 1};
    scree_output output = {.type = SCREE_TYPE_F32};
    scree_device *one = fixture_device(SCREE_CPU_LEVEL_AUTO, 2);
    kept expected = stream(one, &params, &shapes[1], &output);
    kept actual = stream(group, &params, &shapes[1], &output);
    assert_true(actual.is_in_order);
    assert_true(memcmp(actual.data, expected.data, expected.samples * expected.sample_bytes) == 0);
    free(actual.data);
    free(expected.data);
    scree_device_close(&one);
    scree_device_close(&group);
}

static void points_and_buffers(void **state)
{
    enum { POINTS = 50 };
    scree_noise_params params = {.octaves = 3, .seed = 12};
    scree_device *one = fixture_device(SCREE_CPU_LEVEL_AUTO, 2);
    scree_device *group = open_group(2);
    scree_buffer *buffer = NULL;
    scree_job *job = NULL;
    double positions[3 * POINTS];
    float expected[POINTS];
    float actual[POINTS];
    uint64_t random = 1;
    for (size_t i = 0; i < 3 * POINTS; i++) {
        positions[i] = fixture_draw_unit(&random) * 20.0 - 10.0;
    }
    assert_int_equal(noise_points(one, &params, 3, positions, POINTS, expected), SCREE_OK);
    assert_int_equal(noise_points(group, &params, 3, positions, POINTS, actual), SCREE_OK);
    assert_memory_equal(actual, expected, sizeof expected);
    assert_int_equal(scree_buffer_create(group, 64, &buffer), SCREE_ERROR_UNSUPPORTED);
    assert_non_null(strstr(fixture_message, "is a group; open that device alone"));
    assert_null(buffer);
    assert_int_equal(scree_buffer_create(one, 4 * 7 * 5, &buffer), SCREE_OK);
    assert_int_equal(noise_job_fill_buffer(group, &params, &shapes[5], buffer, 0, &job), SCREE_ERROR_UNSUPPORTED);
    assert_null(job);
    scree_buffer_destroy(&buffer);
    scree_device_close(&group);
    scree_device_close(&one);
}

static void a_group_is_described(void **state)
{
    scree_device *one = fixture_device(SCREE_CPU_LEVEL_AUTO, 1);
    scree_device *group = open_group(MEMBERS);
    scree_device_info single;
    scree_device_info info;
    assert_int_equal(scree_device_describe(one, &single), SCREE_OK);
    assert_int_equal(single.members, 1);
    assert_int_equal(single.member_index[0], 0);
    assert_int_equal(scree_device_describe(group, &info), SCREE_OK);
    assert_int_equal(info.members, MEMBERS);
    assert_int_equal(info.memory_bytes, MEMBERS * single.memory_bytes);
    assert_true(strncmp(info.name, "3 x ", 4) == 0);
    assert_string_equal(info.name + 4, single.name);
    scree_device_close(&group);
    /* Members of different names, which together are too long. */
    scree_device *members[SCREE_MAX_MEMBERS];
    for (uint32_t i = 0; i < SCREE_MAX_MEMBERS; i++) {
        members[i] = fixture_device(SCREE_CPU_LEVEL_AUTO, 1);
        snprintf(members[i]->info.name, sizeof members[i]->info.name, "Device %u", i);
        members[i]->info.index = i;
    }
    assert_int_equal(scree_device_group_create(fixture_context, members, SCREE_MAX_MEMBERS, &group), SCREE_OK);
    assert_int_equal(scree_device_describe(group, &info), SCREE_OK);
    assert_true(strncmp(info.name, "Device 0 + Device 1 + ", 22) == 0);
    assert_int_equal(strlen(info.name), sizeof info.name - 1);
    assert_int_equal(info.member_index[15], 15);
    scree_device_close(&group);
    scree_device_close(&one);
}

static scree_result refuse(const scree_device_params *params, uint32_t count, const char *message)
{
    scree_device *device = NULL;
    fixture_message[0] = '\0';
    scree_result result = scree_device_open_group(fixture_context, params, count, &device);
    assert_null(device);
    if (strstr(fixture_message, message) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", fixture_message, message);
    }
    return result;
}

static void lists_are_checked(void **state)
{
    scree_device *device = NULL;
    scree_device_params params[SCREE_MAX_MEMBERS + 1] = {{.threads = 2}};
    assert_int_equal(scree_device_open_group(NULL, NULL, 1, &device), SCREE_ERROR_INVALID);
    assert_int_equal(scree_device_open_group(fixture_context, params, 1, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(refuse(NULL, 1, "without a list"), SCREE_ERROR_INVALID);
    assert_int_equal(refuse(params, 0, "a group of 0 devices; there must be 1 to 16"), SCREE_ERROR_INVALID);
    assert_int_equal(refuse(params, 17, "a group of 17 devices"), SCREE_ERROR_INVALID);
    assert_int_equal(refuse(params, 2, "device 0 of a group is cpu; only GPUs"), SCREE_ERROR_INVALID);
    params[0].backend = params[1].backend = SCREE_BACKEND_AUTO;
    assert_int_equal(refuse(params, 2, "device 0 of a group is auto; only GPUs"), SCREE_ERROR_INVALID);
    params[0].backend = SCREE_BACKEND_VULKAN;
    params[1].backend = SCREE_BACKEND_CUDA;
    assert_int_equal(refuse(params, 2, "all must be of one"), SCREE_ERROR_INVALID);
    params[1].backend = params[2].backend = SCREE_BACKEND_VULKAN;
    params[1].index = 7;
    params[2].index = 7;
    assert_int_equal(refuse(params, 3, "devices 1 and 2 of a group have the same index, 7"), SCREE_ERROR_INVALID);
    /* One device is that device. */
    params[0] = (scree_device_params){.threads = 2};
    assert_int_equal(scree_device_open_group(fixture_context, params, 1, &device), SCREE_OK);
    scree_buffer *buffer = fixture_buffer(device, 64);
    scree_buffer_destroy(&buffer);
    scree_device_close(&device);
}

#define group_test(function) cmocka_unit_test_setup_teardown(function, forget_faults, forget_faults)

int main(void)
{
    const struct CMUnitTest tests[] = {
        group_test(streams_are_those_of_one_device),
        group_test(fills_are_those_of_one_device),
        group_test(members_take_turns),
        group_test(a_member_that_fails_ends_the_job),
        group_test(a_job_ends_early),
        group_test(the_largest_group_works),
        group_test(points_and_buffers),
        group_test(a_group_is_described),
        group_test(lists_are_checked),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
