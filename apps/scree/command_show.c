/* `scree show`: starts the viewer, which is a program of its own so that the command needs no window system. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "message.h"

#define VIEWER "scree-viewer"

/* The viewer beside this program; false where its own path is not known or too long. */
static bool find_beside(char path[PATH_MAX])
{
    const ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
    if (length <= 0) {
        return false;
    }
    path[length] = '\0';
    char *name = strrchr(path, '/');
    if (name == NULL || (size_t)(name + 1 - path) + sizeof VIEWER > PATH_MAX) {
        return false;
    }
    strcpy(name + 1, VIEWER);
    return true;
}

int command_show(int count, char **texts)
{
    char path[PATH_MAX];
    char **arguments = calloc((size_t)count + 2, sizeof *arguments);
    if (arguments == NULL) {
        message_error("no memory to start %s", VIEWER);
        return EXIT_CODE_FAILED;
    }
    char name[] = VIEWER;
    arguments[0] = name;
    for (int i = 0; i < count; i++) {
        arguments[i + 1] = texts[i];
    }
    if (find_beside(path)) {
        execv(path, arguments);
    }
    execvp(VIEWER, arguments);
    message_error("%s cannot be started: %s; it is a program of its own, beside scree or in a folder of PATH", VIEWER,
                  strerror(errno));
    free(arguments);
    return EXIT_CODE_FAILED;
}
