/* The operating system by POSIX, with what Linux has beyond it: threads, clocks and locales. */
#include "os.h"

#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define NANOSECONDS_PER_SECOND 1000000000u

/* A type of os.h has room for the one of the system that lies in it. */
#define ASSERT_ROOM(ours, theirs) \
    _Static_assert(sizeof(ours) >= sizeof(theirs) && _Alignof(ours) >= _Alignof(theirs), #theirs " does not fit")
ASSERT_ROOM(scree_os_thread, pthread_t);
ASSERT_ROOM(scree_os_mutex, pthread_mutex_t);
ASSERT_ROOM(scree_os_condition, pthread_cond_t);
ASSERT_ROOM(scree_os_once, pthread_once_t);
ASSERT_ROOM(scree_os_thread_key, pthread_key_t);
ASSERT_ROOM(scree_os_signals, sigset_t);
_Static_assert(PTHREAD_ONCE_INIT == 0, "zeros do not begin a pthread_once_t");

static pthread_mutex_t *mutex_of(scree_os_mutex *mutex)
{
    return (pthread_mutex_t *)(void *)mutex->storage;
}

static pthread_cond_t *condition_of(scree_os_condition *condition)
{
    return (pthread_cond_t *)(void *)condition->storage;
}

static pthread_key_t key_of(const scree_os_thread_key *key)
{
    pthread_key_t found;
    memcpy(&found, key->storage, sizeof found);
    return found;
}

uint32_t scree_os_processor_count(void)
{
    cpu_set_t set;
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    /* The set is too small for machines with more than 1024 processors. */
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0) {
        count = CPU_COUNT(&set);
    }
    return count < 1 ? 1 : count > SCREE_MAX_THREADS ? SCREE_MAX_THREADS : (uint32_t)count;
}

void scree_os_processor_name(char *name, size_t size)
{
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    snprintf(name, size, "CPU");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        char *value = strstr(line, ": ");
        if (strncmp(line, "model name", 10) == 0 && value != NULL) {
            value[strcspn(value, "\n")] = '\0';
            snprintf(name, size, "%s", value + 2);
            break;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
}

/* Signals that a thread brings on itself: the program's handlers for crashes and profiles are to see them. */
static const int own_signals[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGPROF, SIGSEGV, SIGSYS, SIGTRAP};

bool scree_os_thread_start(scree_os_thread *thread, void *(*run)(void *argument), void *argument)
{
    sigset_t held;
    sigset_t before;
    sigfillset(&held);
    for (size_t i = 0; i < sizeof own_signals / sizeof own_signals[0]; i++) {
        sigdelset(&held, own_signals[i]);
    }
    pthread_t started;
    pthread_sigmask(SIG_SETMASK, &held, &before);
    int failed = pthread_create(&started, NULL, run, argument);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (failed == 0) {
        memcpy(thread->storage, &started, sizeof started);
    }
    return failed == 0;
}

void scree_os_thread_join(const scree_os_thread *thread)
{
    pthread_t ending;
    memcpy(&ending, thread->storage, sizeof ending);
    pthread_join(ending, NULL);
}

void scree_os_thread_yield(void)
{
    sched_yield();
}

void scree_os_sleep(uint32_t milliseconds)
{
    const struct timespec pause = {.tv_sec = milliseconds / 1000, .tv_nsec = (long)(milliseconds % 1000) * 1000000};
    nanosleep(&pause, NULL);
}

int scree_os_cancel_disable(void)
{
    int state = 0;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
    return state;
}

void scree_os_cancel_restore(int state)
{
    pthread_setcancelstate(state, NULL);
}

bool scree_os_mutex_init(scree_os_mutex *mutex)
{
    return pthread_mutex_init(mutex_of(mutex), NULL) == 0;
}

void scree_os_mutex_destroy(scree_os_mutex *mutex)
{
    pthread_mutex_destroy(mutex_of(mutex));
}

void scree_os_mutex_lock(scree_os_mutex *mutex)
{
    pthread_mutex_lock(mutex_of(mutex));
}

void scree_os_mutex_unlock(scree_os_mutex *mutex)
{
    pthread_mutex_unlock(mutex_of(mutex));
}

bool scree_os_mutex_try_lock(scree_os_mutex *mutex)
{
    return pthread_mutex_trylock(mutex_of(mutex)) == 0;
}

bool scree_os_mutex_lock_within(scree_os_mutex *mutex, uint32_t milliseconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += milliseconds / 1000;
    until.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    until.tv_sec += until.tv_nsec / (long)NANOSECONDS_PER_SECOND;
    until.tv_nsec %= (long)NANOSECONDS_PER_SECOND;
    return pthread_mutex_timedlock(mutex_of(mutex), &until) == 0;
}

static void unlock_mutex(void *mutex)
{
    pthread_mutex_unlock(mutex);
}

void scree_os_mutex_hold(scree_os_mutex *mutex, void (*call)(void *argument), void *argument)
{
    pthread_mutex_lock(mutex_of(mutex));
    pthread_cleanup_push(unlock_mutex, mutex_of(mutex));
    call(argument);
    pthread_cleanup_pop(1);
}

/* Waits are timed by the clock that nobody sets. */
bool scree_os_condition_init(scree_os_condition *condition)
{
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0) {
        return false;
    }
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    int failed = pthread_cond_init(condition_of(condition), &attributes);
    pthread_condattr_destroy(&attributes);
    return failed == 0;
}

void scree_os_condition_destroy(scree_os_condition *condition)
{
    pthread_cond_destroy(condition_of(condition));
}

void scree_os_condition_signal(scree_os_condition *condition)
{
    pthread_cond_signal(condition_of(condition));
}

void scree_os_condition_broadcast(scree_os_condition *condition)
{
    pthread_cond_broadcast(condition_of(condition));
}

void scree_os_condition_wait(scree_os_condition *condition, scree_os_mutex *mutex)
{
    pthread_cond_wait(condition_of(condition), mutex_of(mutex));
}

bool scree_os_condition_wait_until(scree_os_condition *condition, scree_os_mutex *mutex, uint64_t nanoseconds)
{
    const struct timespec until = {.tv_sec = (time_t)(nanoseconds / NANOSECONDS_PER_SECOND),
                                   .tv_nsec = (long)(nanoseconds % NANOSECONDS_PER_SECOND)};
    return pthread_cond_timedwait(condition_of(condition), mutex_of(mutex), &until) != ETIMEDOUT;
}

void scree_os_call_once(scree_os_once *once, void (*call)(void))
{
    pthread_once((pthread_once_t *)(void *)once->storage, call);
}

bool scree_os_thread_key_create(scree_os_thread_key *key, void (*destroy)(void *value))
{
    pthread_key_t created;
    bool is_created = pthread_key_create(&created, destroy) == 0;
    if (is_created) {
        memcpy(key->storage, &created, sizeof created);
    }
    return is_created;
}

void *scree_os_thread_key_get(const scree_os_thread_key *key)
{
    return pthread_getspecific(key_of(key));
}

bool scree_os_thread_key_set(const scree_os_thread_key *key, void *value)
{
    return pthread_setspecific(key_of(key), value) == 0;
}

void scree_os_signals_hold(scree_os_signals *before)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, (sigset_t *)(void *)before->storage);
}

void scree_os_signals_restore(const scree_os_signals *before)
{
    pthread_sigmask(SIG_SETMASK, (const sigset_t *)(const void *)before->storage, NULL);
}

uint64_t scree_os_clock_nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * NANOSECONDS_PER_SECOND + (uint64_t)now.tv_nsec;
}

double scree_os_clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int64_t scree_os_process_id(void)
{
    return getpid();
}

scree_os_locale *scree_os_locale_create(void)
{
    return (scree_os_locale *)(void *)newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

void scree_os_locale_destroy(scree_os_locale *locale)
{
    freelocale((locale_t)(void *)locale);
}

float scree_os_locale_read_float(const scree_os_locale *locale, const char *text, char **end)
{
    return strtof_l(text, end, (locale_t)(uintptr_t)locale);
}

double scree_os_locale_read_double(const scree_os_locale *locale, const char *text, char **end)
{
    return strtod_l(text, end, (locale_t)(uintptr_t)locale);
}

bool scree_os_locale_enter(scree_os_locale_change *change)
{
    locale_t entered = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    change->entered = entered;
    if (entered == (locale_t)0) {
        return false;
    }
    change->before = uselocale(entered);
    return true;
}

void scree_os_locale_leave(const scree_os_locale_change *change)
{
    uselocale(change->before);
    freelocale(change->entered);
}
