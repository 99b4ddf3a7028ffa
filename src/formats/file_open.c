/* Opens files to read: one of a path, and one that lies beside another. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "os.h"
#include "readers.h"

scree_result scree_file_fail_read(scree_context *context, const char *path, int error)
{
    return scree_fail(context, SCREE_ERROR_IO, "cannot read %s: %s", path, strerror(error));
}

scree_result scree_file_open_regular(scree_context *context, const char *path, FILE **stream, uint64_t *size)
{
    *stream = NULL;
    scree_os_file file;
    scree_os_file_info info;
    int error = scree_os_file_open(SCREE_OS_WORKING_FOLDER, path, SCREE_OS_READ | SCREE_OS_NO_WAIT, &file);
    if (error != 0) {
        return scree_file_fail_read(context, path, error);
    }
    if (scree_os_file_describe(file, &info) != 0 || info.kind != SCREE_OS_REGULAR) {
        scree_os_file_close(file);
        return scree_fail(context, SCREE_ERROR_IO, "cannot read %s: it is not a regular file", path);
    }
    *stream = scree_os_file_stream(file, "rb");
    if (*stream == NULL) {
        scree_os_file_close(file);
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory to read %s", path);
    }
    if (!scree_stream_size(*stream, size)) {
        scree_result result = scree_file_fail_read(context, path, errno);
        fclose(*stream);
        *stream = NULL;
        return result;
    }
    return SCREE_OK;
}

scree_result scree_reader_open_if_there(const scree_reader *reader, const char *path, FILE **stream, uint64_t *bytes)
{
    scree_os_file_info info;
    *stream = NULL;
    return scree_os_file_look(SCREE_OS_WORKING_FOLDER, path, true, &info) == ENOENT
               ? SCREE_OK
               : scree_file_open_regular(reader->context, path, stream, bytes);
}

/* The allocated path of a name in the folder of a file; NULL without memory. */
static char *join_beside(const char *file, const char *name)
{
    const char *slash = strrchr(file, '/');
    const size_t folder = slash == NULL || name[0] == '/' ? 0 : (size_t)(slash - file) + 1;
    char *joined = malloc(folder + strlen(name) + 1);
    if (joined != NULL) {
        memcpy(joined, file, folder);
        strcpy(joined + folder, name);
    }
    return joined;
}

/* Opens a file beside the target of a link, unless the reader's file is none. */
static scree_result open_beside_target(const scree_reader *reader, const char *name, char **path, FILE **stream,
                                       uint64_t *bytes)
{
    scree_os_file_info link;
    char *resolved;
    if (scree_os_file_look(SCREE_OS_WORKING_FOLDER, reader->name, false, &link) != 0 || link.kind != SCREE_OS_LINK) {
        return SCREE_OK;
    }
    const int error = scree_os_path_resolve(reader->name, &resolved);
    char *second = error == 0 ? join_beside(resolved, name) : NULL;
    free(resolved);
    if (second == NULL) {
        return error == 0 || error == ENOMEM ? scree_reader_fail_memory(reader)
                                             : scree_file_fail_read(reader->context, reader->name, error);
    }
    free(*path);
    *path = second;
    return scree_reader_open_if_there(reader, second, stream, bytes);
}

scree_result scree_reader_open_beside(const scree_reader *reader, const char *name, char **path, FILE **stream,
                                      uint64_t *bytes)
{
    *stream = NULL;
    *path = join_beside(reader->name, name);
    if (*path == NULL) {
        return scree_reader_fail_memory(reader);
    }
    const scree_result result = scree_reader_open_if_there(reader, *path, stream, bytes);
    return result == SCREE_OK && *stream == NULL ? open_beside_target(reader, name, path, stream, bytes) : result;
}
