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

#define TYPE_SIZE 16

int npy_rows_refuse(const char *option, const char *path, const char *reason)
{
    message_error("--%s %s: %s", option, path, reason);
    return EXIT_CODE_USAGE;
}

/* Copies NumPy's word for the type, such as "<f8", which is empty if there is none. */
static void find_type(const char *header, char word[TYPE_SIZE])
{
    const char *at = strstr(header, "descr");
    at = at != NULL ? strchr(at, ':') : NULL;
    at = at != NULL ? strpbrk(at, "'\"") : NULL;
    const size_t length = at != NULL ? strcspn(at + 1, "'\"") : 0;
    snprintf(word, TYPE_SIZE, "%.*s", (int)length, at != NULL ? at + 1 : "");
}

/* The name of a type with NumPy's word, such as "int64"; the word itself where it has none. */
static void name_type(const char *word, char name[TYPE_SIZE])
{
    static const struct {
        char letter;
        const char *name;
    } kinds[] = {{'i', "int"}, {'u', "uint"}, {'f', "float"}};
    snprintf(name, TYPE_SIZE, "%s", strcmp(word + 1, "b1") == 0 ? "bool" : word);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (word[1] == kinds[i].letter) {
            snprintf(name, TYPE_SIZE, "%s%d", kinds[i].name, 8 * (word[2] - '0'));
        }
    }
}

/* The reader has found the header to be right, so a type has a byte order, a kind and a number of bytes. */
static int check_header(const char *option, const char *path, const struct npy_rows *rows)
{
    char header[HEADER_MOST + 1] = "";
    char word[TYPE_SIZE];
    char name[TYPE_SIZE];
    char reason[2 * TYPE_SIZE + 80];
    const size_t size = rows->bytes < HEADER_MOST ? rows->bytes : HEADER_MOST;
    memcpy(header, rows->map, size);
    for (size_t i = 0; i < size; i++) {
        header[i] = header[i] == '\0' ? ' ' : header[i];
    }
    find_type(header, word);
    if (strlen(word) == 3 && strcmp(word + 1, "f4") != 0 && strcmp(word + 1, "f8") != 0) {
        name_type(word, name);
        snprintf(reason, sizeof reason, "its numbers are %s; they must be float32 or float64", name);
        return npy_rows_refuse(option, path, reason);
    }
    return word[0] == '<' && strstr(header, "False") != NULL
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
        code = check_header(option, path, rows);
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
