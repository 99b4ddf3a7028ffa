#include "temporary_files.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <scree/file.h>

#define RECORDS_PER_BLOCK 8

/* Blocks are never freed: a handler may be reading one at any time. */
typedef struct record_block {
    scree_temporary_files record[RECORDS_PER_BLOCK];
    _Atomic(struct record_block *) next;
} record_block;

static record_block first_block;

scree_temporary_files *scree_temporary_files_claim(void)
{
    record_block *block = &first_block;
    for (;;) {
        for (size_t i = 0; i < RECORDS_PER_BLOCK; i++) {
            int expected = SCREE_RECORD_FREE;
            if (atomic_compare_exchange_strong(&block->record[i].state, &expected, SCREE_RECORD_CLAIMED)) {
                return &block->record[i];
            }
        }
        record_block *next = atomic_load(&block->next);
        if (next == NULL) {
            record_block *made = calloc(1, sizeof *made);
            if (made == NULL) {
                return NULL;
            }
            if (atomic_compare_exchange_strong(&block->next, &next, made)) {
                next = made;
            } else {
                free(made);
            }
        }
        block = next;
    }
}

void scree_temporary_files_publish(scree_temporary_files *files)
{
    atomic_store(&files->state, SCREE_RECORD_WRITING);
}

void scree_temporary_files_withdraw(scree_temporary_files *files)
{
    for (;;) {
        int state = atomic_load(&files->state);
        if (state == SCREE_RECORD_REMOVING) {
            sched_yield();
        } else if (atomic_compare_exchange_strong(&files->state, &state, SCREE_RECORD_CLAIMED)) {
            return;
        }
    }
}

void scree_temporary_files_release(scree_temporary_files *files)
{
    atomic_store(&files->state, SCREE_RECORD_FREE);
}

/* Appends what fits; names were checked for length when the record was made. */
static size_t append(char *name, size_t length, const char *text, size_t count)
{
    if (count > SCREE_FILE_NAME_SIZE - 1 - length) {
        count = SCREE_FILE_NAME_SIZE - 1 - length;
    }
    memcpy(name + length, text, count);
    name[length + count] = '\0';
    return length + count;
}

/* The number with its underscore, written without printf, which handlers must not call. */
static size_t append_number(char *name, size_t length, uint64_t number, unsigned digits)
{
    char text[24];
    size_t at = sizeof text;
    for (unsigned i = 0; i < digits || number != 0; i++) {
        text[--at] = (char)('0' + number % 10);
        number /= 10;
    }
    text[--at] = '_';
    return append(name, length, text + at, sizeof text - at);
}

void scree_temporary_files_name(const scree_temporary_files *files, uint64_t file, char name[SCREE_FILE_NAME_SIZE])
{
    if (file == SCREE_COMPANION_FILE) {
        append(name, 0, files->companion_name, strlen(files->companion_name));
        return;
    }
    if (file == SCREE_SIDECAR_FILE || !files->numbered) {
        size_t length = append(name, 0, files->name, strlen(files->name));
        append(name, length, ".json", file == SCREE_SIDECAR_FILE ? 5 : 0);
        return;
    }
    size_t length = append(name, 0, files->name, files->stem_length);
    length = append_number(name, length, file, files->digits);
    const char *extension = files->name + files->stem_length;
    append(name, length, extension, strlen(extension));
}

void scree_temporary_files_temporary_name(const scree_temporary_files *files, uint64_t file,
                                          char name[SCREE_FILE_NAME_SIZE])
{
    size_t length = append(name, 0, files->temporary_name, strlen(files->temporary_name));
    if (file == SCREE_SIDECAR_FILE) {
        append(name, length, ".json", 5);
    } else if (file == SCREE_COMPANION_FILE) {
        append(name, length, ".data", 5);
    } else if (files->numbered) {
        append_number(name, length, file, files->digits);
    }
}

int scree_temporary_files_rename(const scree_temporary_files *files, uint64_t file)
{
    char from[SCREE_FILE_NAME_SIZE];
    char to[SCREE_FILE_NAME_SIZE];
    scree_temporary_files_temporary_name(files, file, from);
    scree_temporary_files_name(files, file, to);
    if (!files->replace) {
        if (renameat2(files->directory, from, files->directory, to, RENAME_NOREPLACE) == 0) {
            return 0;
        }
        /* File systems that lack this kind of rename say EINVAL: look first, then. */
        if (errno != EINVAL && errno != ENOSYS) {
            return errno;
        }
        if (faccessat(files->directory, to, F_OK, AT_SYMLINK_NOFOLLOW) == 0) {
            return EEXIST;
        }
    }
    return renameat(files->directory, from, files->directory, to) == 0 ? 0 : errno;
}

/* Calls `action` for all files that were begun. Where a file is seen, its sidecar and companion are there: it is last.
 */
static void for_all(const scree_temporary_files *files, void (*action)(const scree_temporary_files *, uint64_t))
{
    if (files->sidecar) {
        action(files, SCREE_SIDECAR_FILE);
    }
    if (files->companion_name[0] != '\0') {
        action(files, SCREE_COMPANION_FILE);
    }
    uint64_t made = atomic_load(&files->made);
    for (uint64_t file = 0; file < made; file++) {
        action(files, file);
    }
}

static void remove_one(const scree_temporary_files *files, uint64_t file)
{
    char name[SCREE_FILE_NAME_SIZE];
    scree_temporary_files_temporary_name(files, file, name);
    unlinkat(files->directory, name, 0);
}

void scree_temporary_files_remove(const scree_temporary_files *files)
{
    for_all(files, remove_one);
}

static void rename_one(const scree_temporary_files *files, uint64_t file)
{
    (void)scree_temporary_files_rename(files, file);
}

static void handle_record(scree_temporary_files *files)
{
    int expected = SCREE_RECORD_WRITING;
    if (atomic_compare_exchange_strong(&files->state, &expected, SCREE_RECORD_REMOVING)) {
        scree_temporary_files_remove(files);
        atomic_store(&files->state, SCREE_RECORD_REMOVED);
    } else if (expected == SCREE_RECORD_COMMITTING) {
        for_all(files, rename_one);
    }
}

void scree_writer_remove_all(void)
{
    int saved_errno = errno;
    for (record_block *block = &first_block; block != NULL; block = atomic_load(&block->next)) {
        for (size_t i = 0; i < RECORDS_PER_BLOCK; i++) {
            handle_record(&block->record[i]);
        }
    }
    errno = saved_errno;
}
