#include "thread.h"

#include <signal.h>
#include <stddef.h>

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
