#include "signals.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include <scree/file.h>

#include "command.h"

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

void signals_watch(void)
{
    struct sigaction action;
    struct sigaction before;
    memset(&action, 0, sizeof action);
    action.sa_handler = take_signal;
    /* Threads of the library may be writing: their calls shall not fail with EINTR. */
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    /* nohup ignores SIGHUP so that work goes on after logout. */
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
        sigaction(SIGHUP, &action, NULL);
    }
}

bool signals_interrupted(void)
{
    return atomic_load(&received) != 0;
}
