#include "thread.h"

#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

uint32_t scree_processor_count(void)
{
    cpu_set_t set;
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    /* The set is too small for machines with more than 1024 processors. */
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0) {
        count = CPU_COUNT(&set);
    }
    return count < 1 ? 1 : count > SCREE_MAX_THREADS ? SCREE_MAX_THREADS : (uint32_t)count;
}

/* Signals that a thread brings on itself: the program's handlers for crashes and profiles are to see them. */
static const int own_signals[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGPROF, SIGSEGV, SIGSYS, SIGTRAP};

int scree_thread_start(pthread_t *thread, void *(*run)(void *argument), void *argument)
{
    sigset_t held;
    sigset_t before;
    sigfillset(&held);
    for (size_t i = 0; i < sizeof own_signals / sizeof own_signals[0]; i++) {
        sigdelset(&held, own_signals[i]);
    }
    pthread_sigmask(SIG_SETMASK, &held, &before);
    int failed = pthread_create(thread, NULL, run, argument);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return failed;
}
