#include "device_rules.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define POINTS 4u
#define SIDE 8u

#if defined(__SANITIZE_THREAD__)
#define CHILD_MAY_START_THREADS 0 /* The sanitizer ends a child that does. */
#else
#define CHILD_MAY_START_THREADS 1
#endif

static const scree_noise_params noise = {.octaves = 2, .seed = 3};
static const scree_grid tile = {.axes = 2, .count = {SIDE, SIDE}, .step = {0.2}};
static const double positions[2 * POINTS] = {0.5, 1.5, 2.25, 3.5, 4.5, 5.75, 6.5, 7.5};
static const scree_distance_params distance = {.count = {SIDE, SIDE, SIDE}};
static const float heights[SIDE * SIDE] = {1.0f, 5.0f, 3.0f};
static const scree_distance_source terrain = {.heights = heights};

static bool is_group(const scree_device *device)
{
    scree_device_info info;
    return scree_device_describe(device, &info) == SCREE_OK && info.members > 1;
}

/* A stream whose only slab is held by its sink. */
static scree_job *start_held(scree_device *device, held_sink *held)
{
    const scree_sink sink = {.write = held_sink_write, .user = held};
    scree_job *job = NULL;
    *held = (held_sink){.calls = 0};
    held_sink_init(held);
    assert_int_equal(noise_job_stream(device, &noise, &tile, NULL, &sink, &job), SCREE_OK);
    sem_wait(&held->is_called);
    return job;
}

static void end_held(scree_job **job, held_sink *held)
{
    sem_post(&held->may_return);
    assert_int_equal(scree_job_wait(*job, UINT64_MAX), SCREE_OK);
    assert_int_equal(held->calls, 1);
    scree_job_release(job);
    held_sink_destroy(held);
}

static void assert_device_works(scree_device *device)
{
    float values[POINTS];
    assert_int_equal(noise_points(device, &noise, 2, positions, POINTS, values), SCREE_OK);
    free(fixture_fill(device, &noise, &tile, NULL));
}

/* State of a device when its process forks. */
typedef struct inheritance {
    scree_device *device;
    scree_job *ended;
    scree_job *running;
    scree_buffer *buffer; /* NULL for a group. */
    void *memory;
    pid_t parent;
    int (*calls)(scree_device *device);
} inheritance;

/* Returns the line of the first expectation that fails, and 0 where all hold: cmocka's own checks would go on with the
   parent's tests. */
#define EXPECT(condition)    \
    do {                     \
        if (!(condition)) {  \
            return __LINE__; \
        }                    \
    } while (0)

static int start_jobs_of_parent(const inheritance *from)
{
    float values[SIDE * SIDE * SIDE];
    scree_job *job = NULL;
    const scree_sink sink = {.write = held_sink_write};
    EXPECT(noise_job_fill(from->device, &noise, &tile, values, &job) == SCREE_ERROR_UNSUPPORTED && job == NULL);
    EXPECT(noise_job_range(from->device, &noise, &tile, &job) == SCREE_ERROR_UNSUPPORTED && job == NULL);
    EXPECT(noise_job_stream(from->device, &noise, &tile, NULL, &sink, &job) == SCREE_ERROR_UNSUPPORTED);
    EXPECT(job == NULL);
    if (from->buffer != NULL) {
        const distance_memory field = {.distance = values};
        EXPECT(noise_job_fill_buffer(from->device, &noise, &tile, from->buffer, 0, &job) == SCREE_ERROR_UNSUPPORTED);
        EXPECT(distance_job_fill(from->device, &distance, &terrain, &field, &job) == SCREE_ERROR_UNSUPPORTED);
        EXPECT(job == NULL);
    }
    return 0;
}

static int use_jobs_of_parent(inheritance *from)
{
    char expected[64];
    scree_job_span span;
    scree_job_status status = scree_job_poll(from->running);
    EXPECT(status.is_finished && status.result == SCREE_ERROR_UNSUPPORTED);
    fixture_message[0] = '\0';
    snprintf(expected, sizeof expected, "was opened by process %ld", (long)from->parent);
    EXPECT(scree_job_wait(from->running, UINT64_MAX) == SCREE_ERROR_UNSUPPORTED);
    EXPECT(strstr(fixture_message, expected) != NULL);
    EXPECT(scree_job_wait(from->running, 0) == SCREE_ERROR_UNSUPPORTED);
    EXPECT(scree_job_timeline(from->running, &span, 1) == 0);
    EXPECT(scree_job_poll(from->ended).result == SCREE_OK && scree_job_poll(from->ended).is_finished);
    EXPECT(scree_job_wait(from->ended, UINT64_MAX) == SCREE_OK);
    scree_job_release(&from->ended);
    EXPECT(from->ended == NULL);
    return 0;
}

static int use_buffer_of_parent(inheritance *from)
{
    uint32_t word = 0;
    scree_buffer *buffer = NULL;
    void *memory = NULL;
    EXPECT(scree_buffer_create(from->device, 64, &buffer) == SCREE_ERROR_UNSUPPORTED && buffer == NULL);
    EXPECT(scree_host_memory_create(from->device, 64, &memory) == SCREE_ERROR_UNSUPPORTED && memory == NULL);
    if (from->buffer != NULL) {
        EXPECT(scree_buffer_fill(from->buffer, 0, NULL) == SCREE_ERROR_UNSUPPORTED);
        EXPECT(scree_buffer_read(from->buffer, 0, sizeof word, &word) == SCREE_ERROR_UNSUPPORTED);
        EXPECT(scree_buffer_write(from->buffer, 0, sizeof word, &word) == SCREE_ERROR_UNSUPPORTED);
        EXPECT(noise_buffer_points(from->device, &noise, from->buffer, 1, 4) == SCREE_ERROR_UNSUPPORTED);
    }
    scree_buffer_destroy(&from->buffer);
    EXPECT(from->buffer == NULL);
    scree_host_memory_destroy(from->device, &from->memory);
    EXPECT(from->memory == NULL);
    return 0;
}

/* The context is inherited too, and serves devices of the child. */
static int use_own_device(void)
{
    float values[POINTS];
    scree_device_params params = {.threads = 2};
    scree_device *device = NULL;
    if (CHILD_MAY_START_THREADS) {
        EXPECT(scree_device_open(fixture_context, &params, &device) == SCREE_OK);
        EXPECT(noise_points(device, &noise, 2, positions, POINTS, values) == SCREE_OK);
        scree_device_close(&device);
    }
    return 0;
}

static int use_in_child(inheritance *from)
{
    char expected[64];
    float values[POINTS];
    scree_device_info info;
    snprintf(expected, sizeof expected, "was opened by process %ld", (long)from->parent);
    fixture_message[0] = '\0';
    EXPECT(noise_points(from->device, &noise, 2, positions, POINTS, values) == SCREE_ERROR_UNSUPPORTED);
    EXPECT(strstr(fixture_message, expected) != NULL);
    EXPECT(scree_device_describe(from->device, &info) == SCREE_OK);
    int line = start_jobs_of_parent(from);
    line = line != 0 ? line : use_jobs_of_parent(from);
    line = line != 0 ? line : use_buffer_of_parent(from);
    line = line != 0 || from->calls == NULL ? line : from->calls(from->device);
    if (line != 0) {
        return line;
    }
    scree_device_close(&from->device);
    EXPECT(from->device == NULL);
    /* As in the parent, a job may be asked and released after its device was closed. */
    EXPECT(scree_job_wait(from->running, UINT64_MAX) == SCREE_ERROR_UNSUPPORTED);
    scree_job_release(&from->running);
    EXPECT(from->running == NULL);
    return use_own_device();
}

/* In a child, closing an idle device frees its host memory. */
static int close_in_child(inheritance *from)
{
    scree_buffer_destroy(&from->buffer);
    scree_host_memory_destroy(from->device, &from->memory);
    scree_device_close(&from->device);
    EXPECT(from->device == NULL);
    scree_job_release(&from->ended);
    return use_own_device();
}

static void check_child(int (*use)(inheritance *from), inheritance from)
{
    int status = 0;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(WATCHDOG_SECONDS);
        int line = use(&from);
        if (line != 0) {
            fprintf(stderr, "%s:%d: this does not hold in a child; the last message is: %s\n", __FILE__, line,
                    fixture_message);
        }
        _exit(line != 0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

void rules_check_fork(scree_device *device, int (*calls)(scree_device *device))
{
    float values[SIDE * SIDE];
    held_sink held;
    inheritance inherited = {.device = device, .parent = getpid(), .calls = calls};
    alarm(WATCHDOG_SECONDS);
    assert_int_equal(noise_job_fill(device, &noise, &tile, values, &inherited.ended), SCREE_OK);
    assert_int_equal(scree_job_wait(inherited.ended, UINT64_MAX), SCREE_OK);
    if (!is_group(device)) {
        assert_int_equal(scree_buffer_create(device, sizeof values, &inherited.buffer), SCREE_OK);
    }
    assert_int_equal(scree_host_memory_create(device, 64, &inherited.memory), SCREE_OK);
    inherited.running = start_held(device, &held);
    check_child(use_in_child, inherited);
    end_held(&inherited.running, &held);
    check_child(close_in_child, inherited);
    assert_device_works(device);
    scree_job_release(&inherited.ended);
    scree_buffer_destroy(&inherited.buffer);
    scree_host_memory_destroy(device, &inherited.memory);
    alarm(0);
}

/* Resources with which a sink can call its own device. */
typedef struct calling_sink {
    scree_device *device;
    scree_device *other;
    scree_buffer *buffer; /* NULL for a group. */
    void *memory;
    _Atomic(scree_job *) job; /* Known when the call that starts it has returned. */
    scree_job *later;         /* Started by the sink. */
    float values[SIDE * SIDE];
    unsigned calls;
    int line; /* Line of an expectation that failed. */
} calling_sink;

/* Whether the last message refuses a call because of the thread that made it. */
static bool is_reported(void)
{
    bool is_found = strstr(fixture_message, "waits for this callback to return") != NULL;
    fixture_message[0] = '\0';
    return is_found;
}

static bool is_refused(scree_result result)
{
    return result == SCREE_ERROR_INVALID && is_reported();
}

static int call_buffers(calling_sink *sink)
{
    uint32_t word = 0;
    scree_buffer *buffer = NULL;
    void *memory = NULL;
    EXPECT(is_refused(scree_buffer_create(sink->device, 64, &buffer)) && buffer == NULL);
    EXPECT(is_refused(scree_host_memory_create(sink->device, 64, &memory)) && memory == NULL);
    scree_host_memory_destroy(sink->device, &sink->memory);
    EXPECT(is_reported() && sink->memory != NULL);
    if (sink->buffer != NULL) {
        EXPECT(is_refused(scree_buffer_fill(sink->buffer, 0, NULL)));
        EXPECT(is_refused(scree_buffer_read(sink->buffer, 0, sizeof word, &word)));
        EXPECT(is_refused(scree_buffer_write(sink->buffer, 0, sizeof word, &word)));
        EXPECT(is_refused(noise_buffer_points(sink->device, &noise, sink->buffer, 1, 4)));
        scree_buffer_destroy(&sink->buffer);
        EXPECT(is_reported() && sink->buffer != NULL);
    }
    return 0;
}

/* A later job cannot begin before this one ends, unless it is cancelled: then it ends at once. */
static int call_jobs(calling_sink *sink)
{
    scree_job *job = atomic_load(&sink->job);
    scree_job *cancelled = NULL;
    float values[SIDE * SIDE];
    EXPECT(is_refused(scree_job_wait(job, UINT64_MAX)));
    EXPECT(is_refused(scree_job_wait(job, 1000000000)));
    EXPECT(scree_job_wait(job, 0) == SCREE_ERROR_TIMEOUT);
    EXPECT(!scree_job_poll(job).is_finished);
    scree_job_release(&job);
    EXPECT(is_reported() && job != NULL);
    EXPECT(noise_job_fill(sink->device, &noise, &tile, sink->values, &sink->later) == SCREE_OK);
    EXPECT(is_refused(scree_job_wait(sink->later, UINT64_MAX)));
    EXPECT(noise_job_fill(sink->device, &noise, &tile, values, &cancelled) == SCREE_OK);
    scree_job_release(&cancelled);
    EXPECT(is_reported() && cancelled != NULL);
    scree_job_cancel(cancelled);
    EXPECT(scree_job_wait(cancelled, UINT64_MAX) == SCREE_ERROR_CANCELLED);
    scree_job_release(&cancelled);
    EXPECT(cancelled == NULL);
    return 0;
}

static int call_device(calling_sink *sink)
{
    float values[POINTS];
    scree_device *device = sink->device;
    fixture_message[0] = '\0';
    EXPECT(is_refused(noise_points(device, &noise, 2, positions, POINTS, values)));
    scree_device_close(&device);
    EXPECT(is_reported() && device != NULL);
    EXPECT(noise_points(sink->other, &noise, 2, positions, POINTS, values) == SCREE_OK);
    int line = call_buffers(sink);
    return line != 0 ? line : call_jobs(sink);
}

static scree_result call_in_sink(calling_sink *sink)
{
    while (atomic_load(&sink->job) == NULL) {
        usleep(100);
    }
    if (sink->calls++ == 0) {
        sink->line = call_device(sink);
    }
    return SCREE_OK;
}

static scree_result call_in_any_sink(void *user, const scree_slab *slab)
{
    (void)slab;
    return call_in_sink(user);
}

/* Follows the job to its end, and the one that its sink started. */
static void end_calls(calling_sink *sink, scree_job *job)
{
    atomic_store(&sink->job, job);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
    if (sink->line != 0) {
        fail_msg("line %d does not hold in a sink; the last message is: %s", sink->line, fixture_message);
    }
    assert_true(sink->calls > 0);
    assert_int_equal(scree_job_wait(sink->later, UINT64_MAX), SCREE_OK);
    float *expected = fixture_fill(sink->device, &noise, &tile, NULL);
    assert_memory_equal(sink->values, expected, sizeof sink->values);
    free(expected);
    scree_job_release(&sink->later);
    scree_job_release(&job);
    sink->calls = 0;
    atomic_store(&sink->job, NULL);
}

void rules_check_sinks(scree_device *device)
{
    calling_sink own_sink = {.device = device, .other = fixture_device(SCREE_CPU_LEVEL_AUTO, 2)};
    const scree_sink sink = {.write = call_in_any_sink, .user = &own_sink};
    scree_job *job = NULL;
    alarm(WATCHDOG_SECONDS);
    assert_int_equal(scree_host_memory_create(device, 64, &own_sink.memory), SCREE_OK);
    if (!is_group(device)) {
        assert_int_equal(scree_buffer_create(device, 64, &own_sink.buffer), SCREE_OK);
    }
    assert_int_equal(noise_job_stream(device, &noise, &tile, NULL, &sink, &job), SCREE_OK);
    end_calls(&own_sink, job);
    if (!is_group(device)) {
        assert_int_equal(distance_job_stream(device, &distance, &terrain, &sink, &job), SCREE_OK);
        end_calls(&own_sink, job);
    }
    assert_device_works(device);
    scree_buffer_destroy(&own_sink.buffer);
    scree_host_memory_destroy(device, &own_sink.memory);
    scree_device_close(&own_sink.other);
    alarm(0);
}

/* A thread that is cancelled while it waits. */
typedef struct cancelled_thread {
    void *(*run)(void *thread);
    _Atomic pid_t number; /* The system's, once it runs. */
    scree_device *device;
    scree_job *job;
    float *values;
    size_t points;
    scree_result result;
} cancelled_thread;

/* Enough for every thread of a device, so that the call does wait for them. */
#define MANY_POINTS 20000u

static void *wait_for_job(void *argument)
{
    cancelled_thread *thread = argument;
    thread->result = scree_job_wait(thread->job, UINT64_MAX);
    return NULL;
}

static void *make_points(void *argument)
{
    cancelled_thread *thread = argument;
    double *many = calloc(thread->points, sizeof *many);
    thread->result = noise_points(thread->device, &noise, 1, many, thread->points, thread->values);
    free(many);
    pthread_testcancel();
    return NULL;
}

static void *close_device(void *argument)
{
    cancelled_thread *thread = argument;
    scree_device_close(&thread->device);
    thread->result = SCREE_OK;
    pthread_testcancel();
    return NULL;
}

static void *open_device(void *argument)
{
    cancelled_thread *thread = argument;
    const scree_device_params params = {.threads = 2};
    pthread_cancel(pthread_self());
    thread->result = scree_device_open(fixture_context, &params, &thread->device);
    pthread_testcancel();
    return NULL;
}

static void *run_numbered(void *argument)
{
    cancelled_thread *thread = argument;
    atomic_store(&thread->number, gettid());
    return thread->run(thread);
}

/* Whether a thread of this process is seen to wait: its state, behind its name in parentheses, is "S". */
static bool is_waiting(pid_t number)
{
    char path[64];
    char text[256] = "";
    snprintf(path, sizeof path, "/proc/self/task/%ld/stat", (long)number);
    FILE *stream = fopen(path, "r");
    bool is_read = stream != NULL && fgets(text, sizeof text, stream) != NULL;
    if (stream != NULL) {
        fclose(stream);
    }
    const char *name_end = strrchr(text, ')');
    return is_read && name_end != NULL && strncmp(name_end, ") S", 3) == 0;
}

/* It has nothing to do but to wait, because the device is held. */
static void await_waiting(cancelled_thread *thread)
{
    while (atomic_load(&thread->number) == 0 || !is_waiting(atomic_load(&thread->number))) {
        usleep(1000);
    }
}

/* Runs a thread that is cancelled while a job holds the device; the job ends after that. */
static void cancel_thread(scree_device *device, cancelled_thread *own_thread, void *(*run)(void *))
{
    held_sink held;
    pthread_t thread;
    void *end = NULL;
    scree_job *job = start_held(device, &held);
    own_thread->device = device;
    own_thread->job = job;
    own_thread->result = SCREE_ERROR_INTERNAL;
    own_thread->run = run;
    atomic_store(&own_thread->number, 0);
    assert_int_equal(pthread_create(&thread, NULL, run_numbered, own_thread), 0);
    await_waiting(own_thread);
    assert_int_equal(pthread_cancel(thread), 0);
    if (run == wait_for_job) {
        assert_int_equal(pthread_join(thread, &end), 0);
    }
    end_held(&job, &held);
    if (run != wait_for_job) {
        assert_int_equal(pthread_join(thread, &end), 0);
    }
    assert_ptr_equal(end, PTHREAD_CANCELED);
}

static void check_opening(void)
{
    cancelled_thread own_thread = {.result = SCREE_ERROR_INTERNAL};
    pthread_t thread;
    void *end = NULL;
    assert_int_equal(pthread_create(&thread, NULL, open_device, &own_thread), 0);
    assert_int_equal(pthread_join(thread, &end), 0);
    assert_ptr_equal(end, PTHREAD_CANCELED);
    assert_int_equal(own_thread.result, SCREE_OK);
    assert_device_works(own_thread.device);
    scree_device_close(&own_thread.device);
}

void rules_check_cancellation(scree_device *device)
{
    cancelled_thread thread = {.points = MANY_POINTS, .values = malloc(MANY_POINTS * sizeof(float))};
    assert_non_null(thread.values);
    alarm(WATCHDOG_SECONDS);
    cancel_thread(device, &thread, wait_for_job);
    assert_int_equal(thread.result, SCREE_ERROR_INTERNAL); /* It never returned. */
    assert_device_works(device);
    cancel_thread(device, &thread, make_points);
    assert_int_equal(thread.result, SCREE_OK);
    assert_memory_equal(thread.values + MANY_POINTS - 1, thread.values, sizeof(float));
    assert_device_works(device);
    check_opening();
    cancel_thread(device, &thread, close_device);
    assert_int_equal(thread.result, SCREE_OK);
    assert_null(thread.device);
    free(thread.values);
    alarm(0);
}
