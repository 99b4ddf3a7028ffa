#include "signals.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include <scree/file.h>

#include "command.h"

/*
 * Everything that ends a program and may come from outside. Batch systems announce the end of a job's time by SIGXCPU,
 * SIGUSR1, SIGUSR2 or SIGALRM.
 */
static const int ending_signals[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT,   SIGXCPU,
                                     SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF};

/* Atomic, because the thread that writes the file reads it; and lock-free, so that a signal handler may use it. */
static atomic_int received;
_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a signal handler must not meet a lock");

static void take_signal(int number)
{
    (void)number;
    if (atomic_exchange(&received, 1) != 0) {
        scree_writer_remove_all();
        _exit(EXIT_CODE_INTERRUPTED);
    }
}

/* The program that started us may have asked to ignore a signal, as nohup does with SIGHUP. A shell without job control
   says so of SIGINT for everything in the background, and there it must still be possible to end us. */
static bool is_ignored(int number)
{
    struct sigaction before;
    bool is_asked = number != SIGINT && number != SIGTERM;
    return is_asked && sigaction(number, NULL, &before) == 0 && before.sa_handler == SIG_IGN;
}

void signals_watch(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = take_signal;
    /* Threads of the library may be writing: their calls shall not fail with EINTR. */
    action.sa_flags = SA_RESTART;
    /* The second signal's handler shall come to its end. */
    sigfillset(&action.sa_mask);
    for (size_t i = 0; i < sizeof ending_signals / sizeof ending_signals[0]; i++) {
        if (!is_ignored(ending_signals[i])) {
            sigaction(ending_signals[i], &action, NULL);
        }
    }
}

bool signals_interrupted(void)
{
    return atomic_load(&received) != 0;
}
