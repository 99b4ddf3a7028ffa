#include "watched_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

int __real_openat(int folder, const char *name, int flags, ...);
ssize_t __real_write(int descriptor, const void *data, size_t size);
ssize_t __real_pwrite(int descriptor, const void *data, size_t size, off_t offset);
int __real_fdatasync(int descriptor);
int __real_fsync(int descriptor);
int __real_renameat(int from_folder, const char *from, int to_folder, const char *to);
int __real_renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags);
int __real_linkat(int from_folder, const char *from, int to_folder, const char *to, int flags);
int __real_unlinkat(int folder, const char *name, int flags);
int __real_fchmodat(int folder, const char *name, mode_t mode, int flags);
int __real_fchownat(int folder, const char *name, uid_t owner, gid_t group, int flags);
int __wrap_openat(int folder, const char *name, int flags, ...);
ssize_t __wrap_write(int descriptor, const void *data, size_t size);
ssize_t __wrap_pwrite(int descriptor, const void *data, size_t size, off_t offset);
int __wrap_fdatasync(int descriptor);
int __wrap_fsync(int descriptor);
int __wrap_renameat(int from_folder, const char *from, int to_folder, const char *to);
int __wrap_renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags);
int __wrap_linkat(int from_folder, const char *from, int to_folder, const char *to, int flags);
int __wrap_unlinkat(int folder, const char *name, int flags);
int __wrap_fchmodat(int folder, const char *name, mode_t mode, int flags);
int __wrap_fchownat(int folder, const char *name, uid_t owner, gid_t group, int flags);

int (*watch_before)(const watched_call *call);
void (*watch_after)(const watched_call *call, int descriptor);

static int before(const watched_call *call)
{
    int error = watch_before == NULL ? 0 : watch_before(call);
    if (error != 0) {
        errno = error;
    }
    return error;
}

static void after(const watched_call *call, int descriptor)
{
    int saved_errno = errno;
    if (watch_after != NULL) {
        watch_after(call, descriptor);
    }
    errno = saved_errno;
}

/* The body of a wrapped call: `result` is the value of the real one, below zero where it failed. */
#define WATCH(type, call, real)            \
    do {                                   \
        const watched_call watched = call; \
        if (before(&watched) != 0) {       \
            return -1;                     \
        }                                  \
        type result = real;                \
        if (result >= 0) {                 \
            after(&watched, (int)result);  \
        }                                  \
        return result;                     \
    } while (0)
#define CALL(...) ((watched_call){__VA_ARGS__})

int __wrap_openat(int folder, const char *name, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
    va_end(more);
    WATCH(int, CALL(CALL_OPEN, folder, name, NULL, (unsigned)flags), __real_openat(folder, name, flags, mode));
}

ssize_t __wrap_write(int descriptor, const void *data, size_t size)
{
    WATCH(ssize_t, CALL(CALL_WRITE, descriptor, NULL, NULL, 0), __real_write(descriptor, data, size));
}

ssize_t __wrap_pwrite(int descriptor, const void *data, size_t size, off_t offset)
{
    WATCH(ssize_t, CALL(CALL_WRITE, descriptor, NULL, NULL, 0), __real_pwrite(descriptor, data, size, offset));
}

int __wrap_fdatasync(int descriptor)
{
    WATCH(int, CALL(CALL_SYNC, descriptor, NULL, NULL, 0), __real_fdatasync(descriptor));
}

int __wrap_fsync(int descriptor)
{
    WATCH(int, CALL(CALL_SYNC, descriptor, NULL, NULL, 0), __real_fsync(descriptor));
}

int __wrap_renameat(int from_folder, const char *from, int to_folder, const char *to)
{
    WATCH(int, CALL(CALL_RENAME, from_folder, from, to, 0), __real_renameat(from_folder, from, to_folder, to));
}

int __wrap_renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags)
{
    WATCH(int, CALL(CALL_RENAME, from_folder, from, to, flags),
          __real_renameat2(from_folder, from, to_folder, to, flags));
}

int __wrap_linkat(int from_folder, const char *from, int to_folder, const char *to, int flags)
{
    WATCH(int, CALL(CALL_LINK, from_folder, from, to, 0), __real_linkat(from_folder, from, to_folder, to, flags));
}

int __wrap_unlinkat(int folder, const char *name, int flags)
{
    WATCH(int, CALL(CALL_UNLINK, folder, name, NULL, 0), __real_unlinkat(folder, name, flags));
}

int __wrap_fchmodat(int folder, const char *name, mode_t mode, int flags)
{
    WATCH(int, CALL(CALL_PERMISSION, folder, name, NULL, 0), __real_fchmodat(folder, name, mode, flags));
}

int __wrap_fchownat(int folder, const char *name, uid_t owner, gid_t group, int flags)
{
    WATCH(int, CALL(CALL_PERMISSION, folder, name, NULL, 0), __real_fchownat(folder, name, owner, group, flags));
}
