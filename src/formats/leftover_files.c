#include "leftover_files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "folder_lock.h"
#include "os.h"

/* Dead runs that are cleared at once; further ones are left to the next call. */
#define MAX_RUNS 64

/* Larger folders are not searched to their end, so that opening a file stays quick. */
#define MAX_ENTRIES 65536

/* The folder of a record, and the runs that have temporary files of its name there. */
typedef struct leftover_search {
    const scree_temporary_files *files;
    scree_os_listing *listing;
    char prefix[SCREE_FILE_NAME_SIZE]; /* Temporary names up to their token. */
    size_t prefix_length;
    size_t runs;
    struct {
        char token[SCREE_TOKEN_LENGTH];
        bool lives;
    } run[MAX_RUNS];
} leftover_search;

/* Finds the token of a temporary name, which is followed by the ending of the file; NULL for any other name. */
static const char *find_token(const leftover_search *search, const char *name)
{
    if (strncmp(name, search->prefix, search->prefix_length) != 0) {
        return NULL;
    }
    const char *token = name + search->prefix_length;
    if (strspn(token, "0123456789abcdefghijklmnopqrstuv") < SCREE_TOKEN_LENGTH) {
        return NULL;
    }
    const char *ending = token + SCREE_TOKEN_LENGTH;
    return *ending == '\0' || *ending == '.' || *ending == '_' ? token : NULL;
}

/* The first file of a run has no number, or the number 0. */
static bool is_first_file(const char *ending)
{
    return *ending == '\0' || (*ending == '_' && ending[1] == '0' && ending[1 + strspn(ending + 1, "0")] == '\0');
}

static bool is_locked(const leftover_search *search, const char *name)
{
    scree_os_file file;
    const unsigned flags = SCREE_OS_READ | SCREE_OS_NO_LINK | SCREE_OS_NO_WAIT;
    int error = scree_os_file_open(search->files->folder, name, flags, &file);
    if (error != 0) {
        return error != ENOENT;
    }
    bool locked = scree_os_file_lock(file) != 0;
    scree_os_file_close(file);
    return locked;
}

static size_t find_run(const leftover_search *search, const char *token)
{
    size_t i = 0;
    while (i < search->runs && memcmp(search->run[i].token, token, SCREE_TOKEN_LENGTH) != 0) {
        i++;
    }
    return i;
}

static void note_run(leftover_search *search, const char *name)
{
    const char *token = find_token(search, name);
    size_t i = token == NULL ? MAX_RUNS : find_run(search, token);
    if (i == MAX_RUNS) {
        return;
    }
    if (i == search->runs) {
        memcpy(search->run[i].token, token, SCREE_TOKEN_LENGTH);
        search->run[i].lives = false;
        search->runs++;
    }
    if (is_first_file(token + SCREE_TOKEN_LENGTH) && is_locked(search, name)) {
        search->run[i].lives = true;
    }
}

/* The file of the record that a temporary name stands for, by the ending after its token. */
static uint64_t file_of(const char *ending)
{
    static const struct {
        const char *ending;
        uint64_t file;
    } others[] = {
        {".json", SCREE_SIDECAR_FILE},
        {".data", SCREE_COMPANION_FILE},
        {".data.json", SCREE_COMPANION_SIDECAR_FILE},
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        size_t length = strlen(others[i].ending);
        if (strncmp(ending, others[i].ending, length) == 0 && strcmp(ending + length, ".old") == 0) {
            return others[i].file;
        }
    }
    return *ending == '_' ? strtoull(ending + 1, NULL, 10) : 0;
}

/* Gives an old file its name back. Returns true if it must be removed instead because the name is taken. */
static bool restore(const leftover_search *search, const char *name, const char *ending)
{
    char final_name[SCREE_FILE_NAME_SIZE];
    uint64_t file = file_of(ending);
    bool of_companion = file == SCREE_COMPANION_FILE || file == SCREE_COMPANION_SIDECAR_FILE;
    if (of_companion && search->files->companion_name[0] == '\0') {
        return false;
    }
    scree_temporary_files_name(search->files, file, final_name);
    return scree_os_rename_to_free_name(search->files->folder, name, final_name) == EEXIST;
}

static void clear_away(leftover_search *search, const char *name)
{
    const char *token = find_token(search, name);
    size_t i = token == NULL ? search->runs : find_run(search, token);
    if (i == search->runs || search->run[i].lives) {
        return;
    }
    const char *ending = token + SCREE_TOKEN_LENGTH;
    size_t length = strlen(ending);
    bool is_old = length >= 4 && strcmp(ending + length - 4, ".old") == 0;
    if (!is_old || restore(search, name, ending)) {
        scree_os_remove(search->files->folder, name);
    }
}

static void for_entries(leftover_search *search, void (*action)(leftover_search *search, const char *name))
{
    const char *name;
    scree_os_listing_rewind(search->listing);
    for (unsigned i = 0; i < MAX_ENTRIES && (name = scree_os_listing_next(search->listing)) != NULL; i++) {
        action(search, name);
    }
}

/* While the lock is held no run renames its files, so a run without its first file is dead. */
static void search_folder(leftover_search *search)
{
    for_entries(search, note_run);
    if (search->runs == 0) {
        return;
    }
    scree_os_signals before;
    scree_os_signals_hold(&before);
    scree_folder_lock lock = scree_folder_lock_of(search->files);
    if (scree_folder_lock_take(&lock) == 0) {
        search->runs = 0;
        for_entries(search, note_run);
        for_entries(search, clear_away);
        scree_folder_lock_release(&lock);
    }
    scree_os_signals_restore(&before);
}

void scree_leftover_files_remove(const scree_temporary_files *files)
{
    leftover_search search = {.files = files};
    int length = snprintf(search.prefix, sizeof search.prefix, ".%.*s%s", SCREE_KEPT_NAME_LENGTH, files->name,
                          SCREE_TEMPORARY_MARK);
    search.prefix_length = (size_t)length;
    search.listing = scree_os_listing_open(files->folder);
    if (search.listing != NULL) {
        search_folder(&search);
        scree_os_listing_close(search.listing);
    }
}
