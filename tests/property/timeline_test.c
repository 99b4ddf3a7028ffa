/* Timelines: every box of a job has its span, whoever computed it, and times are told from the first one on. */
#include "fixture.h"

#include <stdlib.h>
#include <string.h>

#include "device_group.h"

static const scree_noise_params params = {.octaves = 1};
/* More than one slab of the CPU. */
static const scree_grid grid = {.axes = 3, .count = {256, 256, 200}, .step = {0.02}};

static scree_result drop(void *user, const scree_slab *slab)
{
    ++*(size_t *)user;
    (void)slab;
    return SCREE_OK;
}

/* Streams a field; `*slabs` gets how many slabs came. The job has ended, and is the caller's. */
static scree_job *stream(scree_device *device, scree_range_mode mode, size_t *slabs)
{
    scree_output output = {.type = SCREE_TYPE_U8, .range_mode = mode};
    scree_sink sink = {.write = drop, .user = slabs};
    scree_job *job = NULL;
    *slabs = 0;
    assert_int_equal(noise_job_stream(device, &params, &grid, &output, &sink, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
    return job;
}

/* One span for each box, in turn: the members'. */
static void check_spans(const scree_job_span *spans, size_t count, uint32_t members)
{
    double minimum = 1.0;
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(spans[i].box, i);
        assert_int_equal(spans[i].device, i % members);
        assert_int_equal(spans[i].kind, SCREE_SPAN_COMPUTE);
        assert_true(spans[i].start >= 0.0 && spans[i].end >= spans[i].start);
        minimum = spans[i].start < minimum ? spans[i].start : minimum;
    }
    assert_true(minimum == 0.0);
}

static void every_box_has_a_span(void **state)
{
    scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 2);
    scree_job_span spans[64];
    size_t slabs = 0;
    scree_job *job = stream(device, SCREE_RANGE_FIXED, &slabs);
    size_t count = scree_job_timeline(job, spans, 64);
    assert_true(count > 2);
    assert_int_equal(count, slabs);
    check_spans(spans, count, 1);
    /* A part of them, and their number alone. */
    memset(spans, 0xee, sizeof spans);
    assert_int_equal(scree_job_timeline(job, spans, 2), count);
    check_spans(spans, 2, 1);
    assert_int_equal(((unsigned char *)&spans[2])[0], 0xee);
    assert_int_equal(scree_job_timeline(job, NULL, 0), count);
    assert_int_equal(scree_job_timeline(job, NULL, 8), count);
    assert_int_equal(scree_job_timeline(NULL, spans, 8), 0);
    scree_job_release(&job);
    scree_device_close(&device);
}

static void boxes_of_a_group_are_numbered_through(void **state)
{
    enum { MEMBERS = 3 };
    scree_device *members[MEMBERS];
    scree_device *group = NULL;
    scree_job_span spans[64];
    size_t slabs = 0;
    for (uint32_t i = 0; i < MEMBERS; i++) {
        members[i] = fixture_device(SCREE_CPU_LEVEL_AUTO, 1);
    }
    assert_int_equal(scree_device_group_create(fixture_context, members, MEMBERS, &group), SCREE_OK);
    scree_job *job = stream(group, SCREE_RANGE_FIXED, &slabs);
    size_t count = scree_job_timeline(job, spans, 64);
    assert_int_equal(count, slabs);
    check_spans(spans, count, MEMBERS);
    scree_job_release(&job);
    /* Two passes: the second begins with the first member again. */
    job = stream(group, SCREE_RANGE_MEASURED, &slabs);
    count = scree_job_timeline(job, spans, 64);
    assert_true(count > slabs);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(spans[i].box, i);
    }
    assert_int_equal(spans[count - slabs].device, 0);
    scree_job_release(&job);
    scree_device_close(&group);
}

static const scree_field_functions *real;

/* A box with more spans than are kept, the later ones before the earlier. */
static scree_result start_box(scree_session *session, uint32_t slot, const scree_box *box, const scree_target *target,
                              scree_progress *progress)
{
    for (uint64_t i = 0; i < SCREE_MAX_SPANS + 10; i++) {
        double start = 1e6 - 0.25 * (double)i;
        scree_job_span span = {
            .device = 3, .box = i, .kind = SCREE_SPAN_DOWNLOAD, .start = start, .end = start + 0.125};
        scree_progress_add_span(progress, &span);
    }
    return real->start(session, slot, box, target, progress);
}

static void the_first_spans_are_kept(void **state)
{
    static scree_field_functions talkative;
    static scree_device_functions functions;
    scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 1);
    scree_job_span *spans = calloc(SCREE_MAX_SPANS + 1, sizeof *spans);
    size_t slabs = 0;
    functions = *device->functions;
    real = functions.fields[SCREE_FIELD_TYPE_noise];
    talkative = *real;
    talkative.start = start_box;
    functions.fields[SCREE_FIELD_TYPE_noise] = &talkative;
    device->functions = &functions;
    scree_job *job = stream(device, SCREE_RANGE_FIXED, &slabs);
    assert_int_equal(scree_job_timeline(job, spans, SCREE_MAX_SPANS + 1), SCREE_MAX_SPANS);
    for (size_t i = 0; i < SCREE_MAX_SPANS; i++) {
        assert_int_equal(spans[i].device, 3);
        assert_int_equal(spans[i].box, i);
        assert_int_equal(spans[i].kind, SCREE_SPAN_DOWNLOAD);
        assert_true(spans[i].start == 0.25 * (double)(SCREE_MAX_SPANS - 1 - i));
        assert_true(spans[i].end == spans[i].start + 0.125);
    }
    scree_job_release(&job);
    scree_device_close(&device);
    free(spans);
}

/* Asks for the timeline, which only grows, until the sink is called. */
static size_t ask_until_called(const scree_job *job, held_sink *held, size_t count)
{
    scree_job_span span;
    bool is_called = false;
    while (!is_called) {
        is_called = sem_trywait(&held->is_called) == 0;
        size_t now = scree_job_timeline(job, &span, 1);
        assert_true(now >= count);
        count = now;
    }
    return count;
}

/* Polled by another thread than the one that adds to it. A slab that comes to the sink has its span. */
static void a_running_job_can_be_asked(void **state)
{
    enum { SLABS = 3 };
    scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 1);
    scree_grid large = {.axes = 3, .count = {1024, 1024, 1024}, .step = {0.01}};
    held_sink held = {.calls = 0};
    held_sink_init(&held);
    scree_sink sink = {.write = held_sink_write, .user = &held};
    scree_job *job = NULL;
    size_t count = 0;
    assert_int_equal(noise_job_stream(device, &params, &large, NULL, &sink, &job), SCREE_OK);
    for (size_t slab = 1; slab <= SLABS; slab++) {
        count = ask_until_called(job, &held, count);
        assert_true(count >= slab);
        if (slab == SLABS) {
            scree_job_cancel(job);
        }
        sem_post(&held.may_return);
    }
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_ERROR_CANCELLED);
    assert_int_equal(held.calls, SLABS);
    scree_job_release(&job);
    held_sink_destroy(&held);
    scree_device_close(&device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_box_has_a_span),
        cmocka_unit_test(boxes_of_a_group_are_numbered_through),
        cmocka_unit_test(the_first_spans_are_kept),
        cmocka_unit_test(a_running_job_can_be_asked),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
