#include "minecraft_pack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "json_text.h"
#include "os.h"
#include "readers.h"
#include "text_builder.h"

/* More than any file of a pack has. */
#define MAX_BYTES ((uint64_t)1 << 24)

/* The kind of files behind "/worldgen/". */
static bool is_kind(const char *name)
{
    static const char *const kinds[] = {"density_function/", "noise/", "noise_settings/"};
    bool is_one = false;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        is_one = is_one || strncmp(name, kinds[i], strlen(kinds[i])) == 0;
    }
    return is_one;
}

/* The namespace within a path of a data pack; NULL if there is none. */
static const char *find_namespace(const char *path)
{
    static const char between[] = "/worldgen/";
    const char *space = strstr(path, between);
    while (space != NULL && !is_kind(space + strlen(between))) {
        space = strstr(space + 1, between);
    }
    while (space != NULL && space > path && space[-1] != '/') {
        space--;
    }
    return space;
}

scree_result scree_pack_open(scree_context *context, const char *path, const char *further, scree_pack *pack)
{
    const char *space = find_namespace(path);
    size_t count = 0;
    *pack = (scree_pack){.context = context};
    bool failed = false;
    if (space != NULL) {
        pack->root[count++] = scree_copy_text(path, (size_t)(space - path));
        failed = pack->root[0] == NULL;
    }
    if (further != NULL && !failed) {
        scree_text text = {.data = NULL};
        scree_text_append(&text, further);
        scree_text_append(&text, "/data/");
        failed = text.failed;
        pack->root[count] = text.data;
    }
    return failed ? scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "%s: out of memory", path) : SCREE_OK;
}

void scree_pack_close(scree_pack *pack)
{
    for (size_t i = 0; i < SCREE_PACK_ROOTS; i++) {
        free(pack->root[i]);
        pack->root[i] = NULL;
    }
}

/* A file may be a number alone. */
static scree_result parse(scree_context *context, const char *path, const char *text, size_t bytes, json_t **root)
{
    json_error_t error = {.text = ""};
    *root = scree_json_load(text, bytes, JSON_DECODE_ANY, &error);
    if (*root != NULL) {
        return SCREE_OK;
    }
    return scree_json_lacks_memory(&error)
               ? scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory to read %s", path)
               : scree_fail(context, SCREE_ERROR_FORMAT, "%s:%d:%d: %s", path, error.line, error.column, error.text);
}

static scree_result read_stream(scree_context *context, const char *path, FILE *stream, size_t bytes, json_t **root)
{
    char *text = malloc(bytes + 1);
    if (text == NULL) {
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory to read %s", path);
    }
    const bool is_whole = fread(text, 1, bytes, stream) == bytes;
    const scree_result result = is_whole ? parse(context, path, text, bytes, root)
                                         : scree_fail(context, SCREE_ERROR_IO, "cannot read %s whole", path);
    free(text);
    return result;
}

scree_result scree_pack_read_file(scree_context *context, const char *path, json_t **root)
{
    FILE *stream = NULL;
    uint64_t bytes = 0;
    *root = NULL;
    scree_result result = scree_file_open_regular(context, path, &stream, &bytes);
    if (result != SCREE_OK) {
        return result;
    }
    if (bytes > MAX_BYTES) {
        result = scree_fail(context, SCREE_ERROR_FORMAT, "%s: has more than %llu bytes, the most that is read", path,
                            (unsigned long long)MAX_BYTES);
    } else {
        result = read_stream(context, path, stream, (size_t)bytes, root);
    }
    fclose(stream);
    return result;
}

/* Names are of few characters, so that none leaves its folder. */
static bool is_name(const char *name)
{
    static const char characters[] = "abcdefghijklmnopqrstuvwxyz0123456789_-./";
    const char *path = strchr(name, ':') != NULL ? strchr(name, ':') + 1 : name;
    const bool has_all = strspn(path, characters) == strlen(path) &&
                         (path == name || strspn(name, characters) == (size_t)(path - name - 1));
    return has_all && *path != '\0' && strstr(name, "..") == NULL && strlen(name) < 512;
}

scree_result scree_pack_find(const scree_pack *pack, const char *kind, const char *name, json_t **root)
{
    const char *colon = strchr(name, ':');
    scree_result result = SCREE_OK;
    *root = NULL;
    if (!is_name(name)) {
        return scree_fail(
            pack->context, SCREE_ERROR_INVALID,
            "'%.80s' is no name of a %s, which has a to z, 0 to 9, '_', '-', '.' and '/' behind a namespace", name,
            kind);
    }
    for (size_t i = 0; i < SCREE_PACK_ROOTS && *root == NULL && result == SCREE_OK; i++) {
        scree_text path = {.data = NULL};
        scree_os_file_info info;
        if (pack->root[i] == NULL) {
            continue;
        }
        scree_text_append(&path, pack->root[i]);
        if (colon != NULL) {
            scree_text_append_bytes(&path, name, (size_t)(colon - name));
        } else {
            scree_text_append(&path, "minecraft");
        }
        scree_text_append(&path, "/worldgen/");
        scree_text_append(&path, kind);
        scree_text_append(&path, "/");
        scree_text_append(&path, colon != NULL ? colon + 1 : name);
        scree_text_append(&path, ".json");
        if (path.failed) {
            result = scree_fail(pack->context, SCREE_ERROR_OUT_OF_MEMORY, "%s: out of memory", name);
        } else if (scree_os_file_look(SCREE_OS_WORKING_FOLDER, path.data, true, &info) == 0) {
            result = scree_pack_read_file(pack->context, path.data, root);
        }
        scree_text_clear(&path);
    }
    return result;
}
