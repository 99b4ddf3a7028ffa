#include "npy_rows.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"
#include "message.h"

/* An NPY header that says no more than type, order and shape is shorter. */
#define HEADER_MOST 256

int npy_rows_refuse(const char *option, const char *path, const char *reason)
{
    message_error("--%s %s: %s", option, path, reason);
    return EXIT_CODE_USAGE;
}

static int check_order(const char *option, const char *path, const struct npy_rows *rows, scree_type type)
{
    char header[HEADER_MOST + 1] = "";
    const size_t size = rows->bytes < HEADER_MOST ? rows->bytes : HEADER_MOST;
    memcpy(header, rows->map, size);
    for (size_t i = 0; i < size; i++) {
        header[i] = header[i] == '\0' ? ' ' : header[i];
    }
    const bool is_little = strstr(header, type == SCREE_TYPE_F64 ? "'<f8'" : "'<f4'") != NULL;
    return is_little && strstr(header, "False") != NULL
               ? EXIT_CODE_OK
               : npy_rows_refuse(option, path,
                                 "its numbers must be little endian and in C order, as --points writes them");
}

static int map_file(const char *option, const char *path, struct npy_rows *rows)
{
    struct stat status;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    int error = file < 0 || fstat(file, &status) != 0 ? errno : 0;
    if (error == 0) {
        rows->bytes = (size_t)status.st_size;
        void *map = mmap(NULL, rows->bytes, PROT_READ, MAP_PRIVATE, file, 0);
        error = map == MAP_FAILED ? errno : 0;
        rows->map = error == 0 ? map : NULL;
    }
    if (file >= 0) {
        close(file);
    }
    if (error != 0) {
        message_error("--%s %s: %s", option, path, strerror(error));
    }
    return error == 0 ? EXIT_CODE_OK : EXIT_CODE_FAILED;
}

int npy_rows_open(const char *option, const char *path, const scree_file_info *info, struct npy_rows *rows)
{
    const uint64_t numbers = info->count[0] * (info->axes > 1 ? info->count[1] : 1);
    int code = map_file(option, path, rows);
    if (code == EXIT_CODE_OK && rows->bytes != info->file_bytes) {
        code = npy_rows_refuse(option, path, "changes while it is read");
    }
    if (code == EXIT_CODE_OK) {
        code = check_order(option, path, rows, info->type);
    }
    if (code == EXIT_CODE_OK) {
        rows->first = (const char *)rows->map + (rows->bytes - (size_t)numbers * scree_type_bytes(info->type));
    }
    return code;
}

void npy_rows_close(struct npy_rows *rows)
{
    if (rows->map != NULL) {
        munmap(rows->map, rows->bytes);
        rows->map = NULL;
    }
}
