#include "standard_streams.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "message.h"

void standard_streams_open(void)
{
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
        if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) {
            continue;
        }
        /* The lowest free descriptor is this one. It is opened for the direction in which the stream is not used. */
        if (open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) {
            open("/", O_RDONLY | O_DIRECTORY); /* There may be no /dev/null, but there is this. */
        }
    }
}

bool standard_streams_lost_reader(void)
{
    struct pollfd state = {.fd = STDOUT_FILENO};
    return poll(&state, 1, 0) == 1 && (state.revents & (POLLERR | POLLHUP)) != 0;
}

int standard_streams_close(int code)
{
    errno = 0;
    const bool failed = ferror(stdout) != 0;
    if (failed) {
        putchar('\n'); /* The failure may have left nothing to flush; this fails again and says why. */
    }
    /* Closing a descriptor that could not be filled is no error where there was nothing to write. */
    const bool is_used = failed || __fpending(stdout) > 0;
    if (fclose(stdout) == 0 ? !failed : !is_used && errno == EBADF) {
        return code;
    }
    if (errno == EPIPE) {
        return code == EXIT_CODE_OK ? EXIT_CODE_UNREAD : code;
    }
    message_error("stdout: %s", errno != 0 ? strerror(errno) : "could not be written");
    return code == EXIT_CODE_OK ? EXIT_CODE_FAILED : code;
}
