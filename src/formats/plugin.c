#include "plugin.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "os.h"

/* The state of a search through folders. */
typedef struct search {
    const char *file;
    const char *symbol;
    const void *found;
    bool there; /* Whether the file was in one of the folders but could not be used; `reason` says why. */
    char reason[512];
} search;

/* An object of the library, whose address shows which file it was loaded from. */
static const char anchor[] = "scree";

/* Tries one folder; returns true if the search is over. */
static bool try_folder(search *wanted, const char *folder, size_t length)
{
    char path[SCREE_OS_PATH_SIZE];
    scree_os_file_info info;
    int size = snprintf(path, sizeof path, "%.*s/%s", (int)length, folder, wanted->file);
    if (length == 0 || length > SCREE_OS_PATH_SIZE || size >= (int)sizeof path ||
        scree_os_file_look(SCREE_OS_WORKING_FOLDER, path, true, &info) != 0) {
        return false;
    }
    wanted->there = true;
    const char *reason = NULL;
    void *library = scree_os_library_open(path, true, &reason);
    if (library == NULL) {
        snprintf(wanted->reason, sizeof wanted->reason, "%.500s", reason);
        return true;
    }
    wanted->found = scree_os_library_find(library, wanted->symbol);
    if (wanted->found == NULL) {
        snprintf(wanted->reason, sizeof wanted->reason, "%.400s is of another version of scree", path);
    }
    scree_os_library_close(library);
    return true;
}

static bool try_list(search *wanted, const char *folders)
{
    while (*folders != '\0') {
        size_t length = strcspn(folders, ":");
        if (try_folder(wanted, folders, length)) {
            return true;
        }
        folders += length + (folders[length] == ':' ? 1 : 0);
    }
    return false;
}

/* Tries a subfolder of the folder that a file lies in. */
static bool try_beside(search *wanted, const char *file, const char *folder)
{
    char path[SCREE_OS_PATH_SIZE];
    const char *slash = file == NULL ? NULL : strrchr(file, '/');
    if (slash == NULL) {
        return false;
    }
    int size = snprintf(path, sizeof path, "%.*s/%s", (int)(slash - file), file, folder);
    return size < (int)sizeof path && try_folder(wanted, path, (size_t)size);
}

static bool try_own_folders(search *wanted)
{
    char program[SCREE_OS_PATH_SIZE];
    scree_os_program_path(program, sizeof program);
    /* If the library is linked into the program, both are the same file. */
    return try_beside(wanted, scree_os_file_of(anchor), "scree") || try_beside(wanted, program, "lib/scree") ||
           try_beside(wanted, program, SCREE_PLUGIN_FROM_PROGRAM) ||
           try_folder(wanted, SCREE_PLUGIN_FOLDER, strlen(SCREE_PLUGIN_FOLDER));
}

scree_result scree_plugin_load(scree_context *context, const char *file, const char *symbol, const char *purpose,
                               const char *hint, const void **found)
{
    search wanted = {.file = file, .symbol = symbol};
    const char *folders = scree_os_trusted_environment("SCREE_PLUGIN_PATH");
    bool named = folders != NULL && *folders != '\0';
    if (named) {
        try_list(&wanted, folders);
    } else {
        try_own_folders(&wanted);
    }
    *found = wanted.found;
    if (wanted.found != NULL) {
        return SCREE_OK;
    }
    if (wanted.there) {
        return scree_fail(context, SCREE_ERROR_UNSUPPORTED, "%s needs the plug-in %s, which cannot be loaded: %s",
                          purpose, file, wanted.reason);
    }
    return scree_fail(context, SCREE_ERROR_UNSUPPORTED, "%s needs the plug-in %s, which is not in %.300s; %s", purpose,
                      file, named ? folders : SCREE_PLUGIN_FOLDER, hint);
}
