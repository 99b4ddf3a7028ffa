#include "temporary_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <scree/file.h>

#include "os.h"

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
            record_block *new_block = calloc(1, sizeof *new_block);
            if (new_block == NULL) {
                return NULL;
            }
            if (atomic_compare_exchange_strong(&block->next, &next, new_block)) {
                next = new_block;
            } else {
                free(new_block);
            }
        }
        block = next;
    }
}

void scree_temporary_files_publish(scree_temporary_files *files)
{
    files->owner = scree_os_process_id();
    atomic_store(&files->state, SCREE_RECORD_WRITING);
}

void scree_temporary_files_withdraw(scree_temporary_files *files)
{
    for (;;) {
        int state = atomic_load(&files->state);
        if (state == SCREE_RECORD_REMOVING) {
            scree_os_thread_yield();
        } else if (atomic_compare_exchange_strong(&files->state, &state, SCREE_RECORD_CLAIMED)) {
            return;
        }
    }
}

void scree_temporary_files_release(scree_temporary_files *files)
{
    atomic_store(&files->state, SCREE_RECORD_FREE);
}

bool scree_temporary_files_are_own(const scree_temporary_files *files)
{
    return files->owner == scree_os_process_id();
}

/* Appends text as far as it fits. Lengths were checked when the record was made, so names are never cut. */
static size_t append(char *name, size_t length, const char *text, size_t count)
{
    if (count > SCREE_FILE_NAME_SIZE - 1 - length) {
        count = SCREE_FILE_NAME_SIZE - 1 - length;
    }
    memcpy(name + length, text, count);
    name[length + count] = '\0';
    return length + count;
}

static size_t append_text(char *name, size_t length, const char *text)
{
    return append(name, length, text, strlen(text));
}

/* Appends an underscore and the number, without printf, which signal handlers must not call. */
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
    if (file == SCREE_COMPANION_FILE || file == SCREE_COMPANION_SIDECAR_FILE) {
        size_t length = append_text(name, 0, files->companion_name);
        append_text(name, length, file == SCREE_COMPANION_FILE ? "" : ".json");
        return;
    }
    if (file == SCREE_SIDECAR_FILE || !files->numbered) {
        size_t length = append_text(name, 0, files->name);
        append_text(name, length, file == SCREE_SIDECAR_FILE ? ".json" : "");
        return;
    }
    size_t length = append(name, 0, files->name, files->stem_length);
    length = append_number(name, length, file, files->digits);
    append_text(name, length, files->name + files->stem_length);
}

static size_t make_temporary_name(const scree_temporary_files *files, uint64_t file, char name[SCREE_FILE_NAME_SIZE])
{
    size_t length = append_text(name, 0, files->temporary_name);
    switch (file) {
    case SCREE_SIDECAR_FILE:
        return append_text(name, length, ".json");
    case SCREE_COMPANION_FILE:
        return append_text(name, length, ".data");
    case SCREE_COMPANION_SIDECAR_FILE:
        return append_text(name, length, ".data.json");
    default:
        return files->numbered ? append_number(name, length, file, files->digits) : length;
    }
}

void scree_temporary_files_temporary_name(const scree_temporary_files *files, uint64_t file,
                                          char name[SCREE_FILE_NAME_SIZE])
{
    make_temporary_name(files, file, name);
}

void scree_temporary_files_backup_name(const scree_temporary_files *files, uint64_t file,
                                       char name[SCREE_FILE_NAME_SIZE])
{
    append_text(name, make_temporary_name(files, file, name), ".old");
}

static void remove_one(const scree_temporary_files *files, uint64_t file)
{
    char name[SCREE_FILE_NAME_SIZE];
    scree_temporary_files_temporary_name(files, file, name);
    scree_os_remove(files->folder, name);
}

void scree_temporary_files_remove(const scree_temporary_files *files)
{
    if (files->sidecar == SCREE_SIDECAR_WRITTEN) {
        remove_one(files, SCREE_SIDECAR_FILE);
    }
    if (files->companion_name[0] != '\0') {
        remove_one(files, SCREE_COMPANION_FILE);
    }
    /* The files are removed in reverse order, so that the first one, whose lock says that this process is alive, goes
       last. */
    for (uint64_t file = atomic_load(&files->made); file > 0; file--) {
        remove_one(files, file - 1);
    }
}

/*
 * A thread that commits blocks its signals. A handler that sees COMMITTING therefore runs in another thread, and can
 * wait until all files have their names or none has. A handler that sees REMOVING may have interrupted the handler that
 * removes the files, so it does not wait but removes them as well.
 */
static void handle_record(scree_temporary_files *files)
{
    int state = SCREE_RECORD_WRITING;
    while (!atomic_compare_exchange_strong(&files->state, &state, SCREE_RECORD_REMOVING)) {
        if (state == SCREE_RECORD_REMOVING) {
            scree_temporary_files_remove(files);
        }
        if (state != SCREE_RECORD_COMMITTING) {
            return;
        }
        scree_os_thread_yield();
        state = SCREE_RECORD_WRITING;
    }
    scree_temporary_files_remove(files);
    atomic_store(&files->state, SCREE_RECORD_REMOVED);
}

void scree_writer_remove_all(void)
{
    int saved_errno = errno;
    for (record_block *block = &first_block; block != NULL; block = atomic_load(&block->next)) {
        for (size_t i = 0; i < RECORDS_PER_BLOCK; i++) {
            scree_temporary_files *files = &block->record[i];
            int state = atomic_load(&files->state);
            bool in_use = state != SCREE_RECORD_FREE && state != SCREE_RECORD_CLAIMED;
            if (in_use && scree_temporary_files_are_own(files)) {
                handle_record(files);
            }
        }
    }
    errno = saved_errno;
}
