#include "descriptor.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int scree_descriptor_keep_above_standard(int descriptor)
{
    if (descriptor < 0 || descriptor > STDERR_FILENO) {
        return descriptor;
    }
    int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    int error = errno;
    close(descriptor);
    errno = error;
    return moved;
}

int scree_descriptor_open(int folder, const char *path, int flags)
{
    /* The mode counts only where a file is made: as open to others as the process allows. */
    return scree_descriptor_keep_above_standard(openat(folder, path, flags | O_CLOEXEC | O_NOCTTY, 0666));
}
