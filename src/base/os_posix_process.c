/* Other programs by POSIX and extensions of Linux. */
#define _GNU_SOURCE 1
#include "os.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* The time between two looks whether a program has ended. */
#define END_MILLISECONDS 5u

/* The status of a program that a signal has ended, as shells report it. */
#define SIGNAL_STATUS 128

extern char **environ;

/* A handle above the standard streams for a descriptor, which it replaces. */
static int keep_descriptor(int descriptor, scree_os_file *file)
{
    *file = SCREE_OS_NO_FILE;
    if (descriptor < 0) {
        return errno;
    }
    int error = scree_os_file_duplicate(descriptor, file);
    close(descriptor);
    return error;
}

static int open_pipe(scree_os_file *read_end, scree_os_file *write_end)
{
    int ends[2];
    *read_end = *write_end = SCREE_OS_NO_FILE;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return errno;
    }
    int error = keep_descriptor(ends[0], read_end);
    int other = keep_descriptor(ends[1], write_end);
    return error != 0 ? error : other;
}

static void close_file(scree_os_file *file)
{
    if (*file != SCREE_OS_NO_FILE) {
        scree_os_file_close(*file);
        *file = SCREE_OS_NO_FILE;
    }
}

/* The program gets the standard streams alone, the usual reaction to every signal, and a process group of its own, so
   that Ctrl-C reaches this process first. */
static int set_attributes(posix_spawnattr_t *attributes)
{
    sigset_t signals;
    sigemptyset(&signals);
    int error = posix_spawnattr_setsigmask(attributes, &signals);
    sigfillset(&signals);
    error = error != 0 ? error : posix_spawnattr_setsigdefault(attributes, &signals);
    error = error != 0 ? error : posix_spawnattr_setpgroup(attributes, 0);
    const short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP;
    return error != 0 ? error : posix_spawnattr_setflags(attributes, flags);
}

static int spawn(const char *const *arguments, const scree_os_file streams[3], pid_t *id)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0) {
        return error;
    }
    error = posix_spawnattr_init(&attributes);
    if (error == 0) {
        error = set_attributes(&attributes);
        for (int i = 0; i < 3 && error == 0; i++) {
            error = posix_spawn_file_actions_adddup2(&actions, (int)streams[i], i);
        }
        /* The call changes no argument; its type is older than const. */
        error = error != 0 ? error
                           : posix_spawnp(id, arguments[0], &actions, &attributes, (char *const *)(intptr_t)arguments,
                                          environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

int scree_os_process_start(const char *const *arguments, scree_os_file output, scree_os_process *process)
{
    scree_os_file input = SCREE_OS_NO_FILE;
    pid_t id = 0;
    *process = (scree_os_process){.input = SCREE_OS_NO_FILE, .messages = SCREE_OS_NO_FILE};
    /* A user who runs a program with more rights than his own must not choose what it starts. */
    int error = scree_os_trusted_environment("PATH") != NULL ? 0 : ENOENT;
    if (error == 0) {
        error = keep_descriptor(memfd_create("messages", MFD_CLOEXEC), &process->messages);
    }
    if (error == 0) {
        error = open_pipe(&input, &process->input);
    }
    if (error == 0) {
        const scree_os_file streams[3] = {input, output, process->messages};
        error = spawn(arguments, streams, &id);
    }
    close_file(&input);
    if (error != 0) {
        scree_os_process_close(process);
        return error;
    }
    process->id = id;
    return 0;
}

static int exit_status(int status)
{
    return WIFSIGNALED(status) ? SIGNAL_STATUS + WTERMSIG(status) : WEXITSTATUS(status);
}

int scree_os_process_finish(scree_os_process *process, const scree_os_patience *patience, int *status)
{
    close_file(&process->input);
    for (;;) {
        int raw = 0;
        pid_t ended = waitpid((pid_t)process->id, &raw, WNOHANG);
        if (ended < 0 && errno != EINTR) {
            process->id = 0;
            return errno;
        }
        if (ended > 0) {
            process->id = 0;
            *status = exit_status(raw);
            return 0;
        }
        if (patience->interrupted != NULL && patience->interrupted(patience->user)) {
            return ECANCELED;
        }
        scree_os_sleep(END_MILLISECONDS);
    }
}

void scree_os_process_close(scree_os_process *process)
{
    if (process->id > 0) {
        kill(-(pid_t)process->id, SIGKILL); /* Its group: itself, and what it has started. */
        while (waitpid((pid_t)process->id, NULL, 0) < 0 && errno == EINTR) {
        }
        process->id = 0;
    }
    close_file(&process->input);
    close_file(&process->messages);
}
