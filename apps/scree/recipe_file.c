#include "recipe_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "command.h"
#include "message.h"

/* Recipes are some hundred bytes. More than this is some other file, and not worth its memory. */
#define RECIPE_BYTES_MOST ((size_t)1 << 20)

/* Reads the whole stream into allocated memory; NULL, with a message, when it fails. */
static char *read_stream(FILE *stream, const char *name, size_t *length)
{
    char *text = malloc(RECIPE_BYTES_MOST + 1);
    if (text == NULL) {
        message_error("%s: no memory to read it", name);
        return NULL;
    }
    errno = 0;
    *length = fread(text, 1, RECIPE_BYTES_MOST + 1, stream);
    if (ferror(stream)) {
        message_error("%s: %s", name, strerror(errno));
    } else if (*length > RECIPE_BYTES_MOST) {
        message_error("%s: has more than %zu bytes, so it is no recipe", name, RECIPE_BYTES_MOST);
    } else {
        return text;
    }
    free(text);
    return NULL;
}

static char *read_text(const char *path, size_t *length)
{
    if (strcmp(path, "-") == 0) {
        return read_stream(stdin, "stdin", length);
    }
    FILE *stream = fopen(path, "rb");
    if (stream == NULL) {
        message_error("%s: %s", path, strerror(errno));
        return NULL;
    }
    char *text = read_stream(stream, path, length);
    fclose(stream);
    return text;
}

/* The library reads what is there over what was; which keys were there, only the text can tell. */
static void find_keys(const char *text, size_t length, struct recipe_keys *keys)
{
    /* As reals, because seeds of 64 bits exceed JSON integers of the parser. */
    json_t *root = json_loadb(text, length, JSON_DECODE_INT_AS_REAL, NULL);
    *keys = (struct recipe_keys){
        .size = json_object_get(root, "size") != NULL,
        .step = json_object_get(root, "step") != NULL,
        .type = json_object_get(root, "type") != NULL,
        .range = json_object_get(root, "range") != NULL,
    };
    json_decref(root);
}

/*
 * What the command and the library write about a field (sidecars, `scree noise --json`, `scree info --json`) holds its
 * recipe as a part. Returns that part as allocated text, NULL where there is none and the text is the recipe itself.
 */
static char *find_part(const char *text, size_t length)
{
    json_t *root = json_loadb(text, length, 0, NULL);
    const json_t *metadata = json_object_get(root, "metadata");
    const json_t *recipe = json_object_get(json_is_object(metadata) ? metadata : root, "recipe");
    char *part = json_is_object(recipe) ? json_dumps(recipe, JSON_INDENT(2)) : NULL;
    json_decref(root);
    return part;
}

static int parse(struct engine *engine, const char *text, size_t length, const char *name, scree_recipe *recipe,
                 struct recipe_keys *keys)
{
    const scree_result result = scree_recipe_parse(engine->context, text, length, name, recipe);
    if (result == SCREE_OK) {
        find_keys(text, length, keys);
        return EXIT_CODE_OK;
    }
    const int code = engine_fail(engine, result);
    /* A damaged recipe is a wrong value, like a wrong option. */
    return result == SCREE_ERROR_FORMAT ? EXIT_CODE_USAGE : code;
}

int recipe_file_read(struct engine *engine, const char *path, scree_recipe *recipe, struct recipe_keys *keys)
{
    size_t length = 0;
    char *text = read_text(path, &length);
    if (text == NULL) {
        return EXIT_CODE_FAILED;
    }
    const char *name = strcmp(path, "-") == 0 ? "stdin" : path;
    char *part = find_part(text, length);
    const int code = part != NULL ? parse(engine, part, strlen(part), name, recipe, keys)
                                  : parse(engine, text, length, name, recipe, keys);
    free(part);
    free(text);
    return code;
}
