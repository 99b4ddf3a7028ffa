/* The rules of device_rules.h on CPU devices and groups of them, and those of the context. */
#include "device_rules.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "device_group.h"

static scree_device *open_group(void)
{
    scree_device *members[2] = {fixture_device(SCREE_CPU_LEVEL_AUTO, 2), fixture_device(SCREE_CPU_LEVEL_AUTO, 2)};
    scree_device *group = NULL;
    assert_int_equal(scree_device_group_create(fixture_context, members, 2, &group), SCREE_OK);
    return group;
}

static void a_child_is_told_of_its_parents_device(void **state)
{
    scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 3);
    rules_check_fork(device, NULL);
    scree_device_close(&device);
    device = open_group();
    rules_check_fork(device, NULL);
    scree_device_close(&device);
}

static void a_sink_does_not_wait_for_itself(void **state)
{
    scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 2);
    rules_check_sinks(device);
    scree_device_close(&device);
    device = open_group();
    rules_check_sinks(device);
    scree_device_close(&device);
}

static void cancelled_threads_leave_devices_usable(void **state)
{
    rules_check_cancellation(fixture_device(SCREE_CPU_LEVEL_AUTO, 3));
    rules_check_cancellation(open_group());
}

/* A log callback that can be held, or that is a place where threads end that were cancelled. */
static struct {
    bool is_held;
    bool ends_threads;
    sem_t is_called;
    sem_t may_return;
    unsigned calls;
} own_log;

static void log_message(void *user, scree_log_level level, const char *message)
{
    (void)user;
    (void)level;
    (void)message;
    own_log.calls++;
    if (own_log.is_held) {
        sem_post(&own_log.is_called);
        sem_wait(&own_log.may_return);
    }
    if (own_log.ends_threads) {
        pthread_testcancel();
    }
}

static void *log_error(void *context)
{
    scree_field_from_noise(context, NULL, NULL);
    pthread_testcancel();
    return NULL;
}

static void *log_error_of_cancelled(void *context)
{
    pthread_cancel(pthread_self());
    return log_error(context);
}

static scree_context *make_context(void)
{
    const scree_context_params params = {.log = log_message};
    scree_context *context = NULL;
    own_log.calls = 0;
    assert_int_equal(scree_context_create(&params, &context), SCREE_OK);
    return context;
}

/* The parent forks while one of its threads is in the log callback; the child's own messages do not wait for that. */
static void a_child_can_log(void **state)
{
    scree_context *context = make_context();
    pthread_t thread;
    int status = 0;
    sem_init(&own_log.is_called, 0, 0);
    sem_init(&own_log.may_return, 0, 0);
    own_log.is_held = true;
    assert_int_equal(pthread_create(&thread, NULL, log_error, context), 0);
    sem_wait(&own_log.is_called);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(WATCHDOG_SECONDS);
        own_log.is_held = false;
        log_error(context);
        log_error(context);
        _exit(own_log.calls != 3);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    own_log.is_held = false;
    sem_post(&own_log.may_return);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    sem_destroy(&own_log.is_called);
    sem_destroy(&own_log.may_return);
    scree_context_destroy(&context);
}

static void a_thread_does_not_end_within_the_log(void **state)
{
    scree_context *context = make_context();
    pthread_t thread;
    own_log.ends_threads = true;
    alarm(WATCHDOG_SECONDS);
    assert_int_equal(pthread_create(&thread, NULL, log_error_of_cancelled, context), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    log_error(context);
    assert_int_equal(own_log.calls, 2);
    own_log.ends_threads = false;
    alarm(0);
    scree_context_destroy(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_child_is_told_of_its_parents_device),  cmocka_unit_test(a_sink_does_not_wait_for_itself),
        cmocka_unit_test(cancelled_threads_leave_devices_usable), cmocka_unit_test(a_child_can_log),
        cmocka_unit_test(a_thread_does_not_end_within_the_log),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
