#include "recipe_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../src/formats/json_text.h"
#include "command.h"
#include "enumeration_names.h"
#include "field_metadata.h"
#include "message.h"
#include "noise_expression.h"
#include "recipe_text.h"

#define LACKS_METADATA ": the file was not made by scree, or lost its metadata"

static int read_content(const char *path, struct recipe_text *content)
{
    char error[RECIPE_TEXT_ERROR];
    scree_format format;
    if (recipe_text_read(path, content, error, sizeof error)) {
        return EXIT_CODE_OK;
    }
    const bool is_field = strcmp(path, "-") != 0 && access(path, F_OK) != 0 && errno == ENOENT &&
                          scree_format_from_path(path, &format);
    message_error("%s: %s%s", recipe_text_name(path), error,
                  is_field ? "; it stands where a recipe is named, and -o takes one file" : "");
    return EXIT_CODE_FAILED;
}

/* The path of a sidecar that is there, allocated; NULL where there is none. */
static char *find_sidecar(const char *path)
{
    char *sidecar = malloc(strlen(path) + sizeof ".json");
    if (sidecar == NULL) {
        return NULL;
    }
    strcpy(sidecar, path);
    strcat(sidecar, ".json");
    if (access(sidecar, F_OK) != 0) {
        free(sidecar);
        return NULL;
    }
    return sidecar;
}

static bool has_sidecar(const char *path)
{
    char *sidecar = find_sidecar(path);
    free(sidecar);
    return sidecar != NULL;
}

/* Some formats are written only; the contents of such files are described by their sidecars alone. */
static bool is_written_only(const char *path)
{
    scree_format format = SCREE_FORMAT_PNG;
    return scree_format_from_path(path, &format) && !scree_format_describe(format)->is_read;
}

/* Whether a path is a file of samples, which has its recipe inside or beside it, and not the text of a recipe. */
static bool is_field_file(const char *path, const struct recipe_text *content)
{
    scree_format format = SCREE_FORMAT_PNG;
    if (strcmp(path, "-") == 0) {
        return false;
    }
    const bool named = scree_format_from_path(path, &format);
    if (named && scree_format_describe(format)->is_headerless) {
        return true; /* Samples without a header may begin like anything. */
    }
    const size_t blanks = recipe_text_blanks(content);
    if (content->length > 0 && blanks < content->length && content->bytes[blanks] == '{') {
        return false;
    }
    return scree_format_from_beginning(content->bytes, content->length, &format) || named || has_sidecar(path);
}

/* The library reads keys over existing values; only the text shows which keys were there. */
static void find_keys(const char *text, size_t length, struct recipe_keys *keys)
{
    /* As reals, because seeds of 64 bits exceed JSON integers of the parser. */
    json_error_t error;
    json_t *root = scree_json_load(text, length, JSON_DECODE_INT_AS_REAL, &error);
    keys->size = json_object_get(root, "size") != NULL;
    keys->step = json_object_get(root, "step") != NULL;
    keys->type = json_object_get(root, "type") != NULL;
    keys->range = json_object_get(root, "range") != NULL;
    json_decref(root);
}

/* The object under a name, or the one that holds it. */
static const json_t *descend(const json_t *object, const char *name)
{
    const json_t *inner = json_object_get(object, name);
    return json_is_object(inner) ? inner : object;
}

/* The description of what was made of noise, such as a sphere or a surface; what holds it, of noise itself. */
static const json_t *find_holder(const json_t *object, struct surface *surface)
{
    const json_t *holder = descend(descend(object, "sphere"), "points");
    for (int kind = SURFACE_NORMALS; kind <= SURFACE_FLOW && holder == object; kind++) {
        holder = descend(object, surface_name((enum surface_kind)kind));
        surface->kind = holder != object ? (enum surface_kind)kind : surface->kind;
    }
    return holder;
}

static int fail_key(const char *name, const char *key, const char *must_be)
{
    message_error("%s: \"%s\" must be %s", name, key, must_be);
    return EXIT_CODE_USAGE;
}

/* Reads a word of an enumeration; -1 where the key is not there. */
static int read_word(const json_t *holder, const char *name, const char *key, const struct enumeration *words,
                     const char *must_be, int *number)
{
    const json_t *found = json_object_get(holder, key);
    const char *word = json_string_value(found);
    *number = word != NULL ? enumeration_find(words, word) : -1;
    return found == NULL || *number >= 0 ? EXIT_CODE_OK : fail_key(name, key, must_be);
}

/* Reads how a surface is made of a field. */
static int read_surface(const json_t *holder, const char *name, struct surface *surface)
{
    const json_t *height = json_object_get(holder, "height");
    int number = -1;
    surface->height = json_number_value(height);
    if (height != NULL &&
        !(surface->height >= SCREE_MIN_SURFACE_HEIGHT && surface->height <= SCREE_MAX_SURFACE_HEIGHT)) {
        return fail_key(name, "height", "a number from 1e-30 to 1e30");
    }
    const int code = read_word(holder, name, "handedness", &enumeration_handednesses, "opengl or directx", &number);
    surface->handedness = number >= 0 ? (scree_handedness)number : SCREE_HANDEDNESS_OPENGL;
    return code;
}

/* Reads the name of the file of points at which a field is evaluated. */
static int read_points(const json_t *holder, const char *name, char **points)
{
    const json_t *file = json_object_get(holder, "file");
    if (file == NULL) {
        return EXIT_CODE_OK;
    }
    if (json_string_length(file) == 0) {
        return fail_key(name, "file", "the name of a file");
    }
    *points = strdup(json_string_value(file));
    if (*points == NULL) {
        message_error("%s: no memory to read it", name);
    }
    return *points != NULL ? EXIT_CODE_OK : EXIT_CODE_FAILED;
}

/* The number of frames that a video shows in a second. */
static int read_frame_rate(const json_t *metadata, const char *name, uint32_t *rate)
{
    const json_t *found = json_object_get(metadata, "frame_rate");
    const json_int_t number = json_integer_value(found);
    if (found != NULL && !(number >= 1 && number <= SCREE_MAX_FRAME_RATE)) {
        return fail_key(name, "frame_rate", "a whole number from 1 to 1000");
    }
    *rate = (uint32_t)number;
    return EXIT_CODE_OK;
}

/* Whether the metadata are those of a frame: its size lacks the last axis of the recipe. A picture in colours has a
   size of its own. */
static bool is_frame(const json_t *metadata, const json_t *recipe)
{
    const json_t *size = json_object_get(recipe, "size");
    const size_t axes = json_array_size(json_object_get(metadata, "size"));
    return json_object_get(metadata, "picture") == NULL && axes > 0 && json_array_size(size) == axes + 1 &&
           json_integer_value(json_array_get(size, axes)) == 1;
}

/* Reads which projection cuts the field of a recipe. */
static int read_projection(const json_t *holder, const char *name, struct recipe_keys *keys)
{
    int number = -1;
    const int code =
        read_word(holder, name, "projection", &enumeration_projections, "equirectangular or cube-map", &number);
    keys->projection = number >= 0;
    keys->projected = number >= 0 ? (enum projection)number : PROJECTION_EQUIRECTANGULAR;
    return code;
}

/* Reads the entries of a description that stand beside its recipe. */
static int read_described(const json_t *described, const char *name, struct recipe_keys *keys)
{
    int code = read_projection(described, name, keys);
    if (code == EXIT_CODE_OK && keys->surface.kind != SURFACE_NONE) {
        code = read_surface(described, name, &keys->surface);
    }
    return code == EXIT_CODE_OK ? read_points(described, name, &keys->points) : code;
}

/*
 * Finds the recipe inside a description that the command or the library has written (sidecars, `scree noise --json`,
 * `scree info --json`). `*part` is the recipe, to be freed by scree_json_text_free(), or NULL where the text itself is
 * the recipe.
 */
static int find_part(const char *text, size_t length, const char *name, char **part, struct recipe_keys *keys)
{
    json_error_t error;
    json_t *root = scree_json_load(text, length, 0, &error);
    *keys = (struct recipe_keys){.size = false};
    const json_t *metadata = descend(root, "metadata");
    const json_t *holder = find_holder(metadata, &keys->surface);
    /* A report has the description of a sphere or a surface under the name of the recipe, and a picture of noise has
       the recipe under that of the field. */
    const json_t *outer = find_holder(descend(descend(holder, "noise"), "recipe"), &keys->surface);
    const json_t *recipe = descend(outer, "recipe"); /* Or, below, that of a graph. */
    const json_t *described = recipe != outer ? outer : holder;
    /* A file of a graph has its recipe under that name, and nothing else. */
    const json_t *graph = field_metadata_find(root, "graph");
    const bool is_found = outer != holder || graph != NULL;
    recipe = graph != NULL ? graph : recipe;
    int code = is_found && graph == NULL ? read_described(described, name, keys) : EXIT_CODE_OK;
    if (code == EXIT_CODE_OK && is_found && holder == metadata) {
        keys->frame = is_frame(metadata, recipe);
        code = read_frame_rate(metadata, name, &keys->frame_rate);
    }
    *part = is_found && code == EXIT_CODE_OK ? scree_json_dump(recipe, JSON_INDENT(2)) : NULL;
    json_decref(root);
    return code;
}

/* Where noise is asked for, the file may be that of another field. */
static bool describes_other(const json_t *root, const char *name)
{
    const json_t *metadata = descend(root, "metadata");
    const json_t *shown = json_object_get(json_object_get(metadata, "source"), "name");
    if (field_metadata_find(root, "distance") != NULL) {
        message_error("%s: describes a distance field, which scree sdf makes", name);
    } else if (field_metadata_find(root, "particles") != NULL) {
        message_error("%s: describes particles, which scree attractor makes", name);
    } else if (json_is_string(json_object_get(metadata, "expression")) && json_object_get(metadata, "field") == NULL) {
        message_error("%s: describes the field of an expression, which scree noise --expr makes", name);
    } else if (json_object_get(metadata, "picture") != NULL && json_is_string(shown)) {
        message_error("%s: shows the samples of the file %s, and holds no recipe", name, json_string_value(shown));
    } else {
        return false;
    }
    return true;
}

/* Whether a text is what a file says of itself, and not a recipe: that begins with the format. */
static bool is_of_file(const json_t *root)
{
    return json_object_get(root, "metadata") != NULL ||
           (json_object_get(root, "field") == NULL && json_object_get(root, "format") != NULL);
}

/* Refuses a text that holds no recipe of noise. */
static int check_noise(const char *text, size_t length, const char *name, bool has_part)
{
    json_error_t error;
    json_t *root = scree_json_load(text, length, JSON_DECODE_INT_AS_REAL, &error);
    int code = describes_other(root, name) ? EXIT_CODE_USAGE : EXIT_CODE_OK;
    if (code == EXIT_CODE_OK && !has_part && is_of_file(root)) {
        const bool is_own = json_object_get(descend(root, "metadata"), "scree") != NULL;
        message_error("%s: holds no recipe%s", name, is_own ? "" : LACKS_METADATA);
        code = EXIT_CODE_USAGE;
    }
    json_decref(root);
    return code;
}

/* Whether a recipe is one of a graph. */
static bool is_of_graph(const char *text, size_t length)
{
    json_error_t error;
    json_t *root = scree_json_load(text, length, JSON_DECODE_INT_AS_REAL, &error);
    const bool is_graph = field_metadata_is_graph(root);
    json_decref(root);
    return is_graph;
}

static int parse(struct engine *engine, const char *text, size_t length, const char *name, scree_recipe *recipe,
                 struct recipe_keys *keys)
{
    const bool is_graph = is_of_graph(text, length);
    const scree_result result = is_graph
                                    ? scree_field_from_text(engine->context, text, length, name, recipe, &keys->field)
                                    : scree_recipe_parse(engine->context, text, length, name, recipe);
    if (result == SCREE_OK) {
        find_keys(text, length, keys);
        return EXIT_CODE_OK;
    }
    if (is_graph) {
        return noise_expression_fail(engine, result);
    }
    const int code = engine_fail(engine, result);
    /* A damaged recipe is a wrong value, like a wrong option. */
    return result == SCREE_ERROR_FORMAT ? EXIT_CODE_USAGE : code;
}

/* The text of a recipe, or of something that holds one as a part. */
static int parse_text(struct engine *engine, const char *text, size_t length, const char *name, scree_recipe *recipe,
                      struct recipe_keys *keys)
{
    char *part = NULL;
    int code = find_part(text, length, name, &part, keys);
    if (code == EXIT_CODE_OK) {
        code = check_noise(text, length, name, part != NULL);
    }
    if (code == EXIT_CODE_OK) {
        code = part != NULL ? parse(engine, part, strlen(part), name, recipe, keys)
                            : parse(engine, text, length, name, recipe, keys);
    }
    scree_json_text_free(part);
    return code;
}

/* The metadata of a file, as a member of an object, so that they are not taken for a recipe. */
static int load_metadata(struct engine *engine, const char *path, char **text)
{
    scree_file_info info;
    memset(&info, 0, sizeof info);
    const scree_result result = scree_file_describe(engine->context, path, &info);
    if (result != SCREE_OK) {
        return engine_fail(engine, result);
    }
    int code = EXIT_CODE_OK;
    if (info.metadata == NULL) {
        message_error("%s: holds no recipe" LACKS_METADATA, path);
        code = EXIT_CODE_USAGE;
    } else if (asprintf(text, "{\"metadata\": %s}", info.metadata) < 0) {
        *text = NULL;
        message_error("%s: no memory to read it", path);
        code = EXIT_CODE_FAILED;
    }
    scree_file_info_clear(&info);
    return code;
}

/* Takes the text over, or frees it. */
static int finish_text(const char *path, const struct recipe_text *content, int code, char **text)
{
    char error[RECIPE_TEXT_ERROR];
    if (code == EXIT_CODE_OK && !recipe_text_check(path, content, error, sizeof error)) {
        message_error("%s: %s", recipe_text_name(path), error);
        free(content->bytes);
        code = EXIT_CODE_USAGE;
    }
    *text = code == EXIT_CODE_OK ? content->bytes : *text;
    return code;
}

int recipe_file_load(const char *path, char **text)
{
    struct recipe_text content;
    const int code = read_content(path, &content);
    return finish_text(path, &content, code, text);
}

int recipe_file_read_text(struct engine *engine, const char *text, const char *name, scree_recipe *recipe,
                          struct recipe_keys *keys)
{
    return parse_text(engine, text, strlen(text), strcmp(name, "-") == 0 ? "stdin" : name, recipe, keys);
}

static int load_path(struct engine *engine, const char *path, char **text)
{
    struct recipe_text content;
    const int code = read_content(path, &content);
    if (code == EXIT_CODE_OK && is_field_file(path, &content)) {
        free(content.bytes);
        return load_metadata(engine, path, text);
    }
    return finish_text(path, &content, code, text);
}

int recipe_file_load_description(struct engine *engine, const char *path, char **text)
{
    char *sidecar = is_written_only(path) ? find_sidecar(path) : NULL;
    const int code = load_path(engine, sidecar != NULL ? sidecar : path, text);
    free(sidecar);
    return code;
}

int recipe_file_read(struct engine *engine, const char *path, scree_recipe *recipe, struct recipe_keys *keys)
{
    char *text = NULL;
    int code = recipe_file_load_description(engine, path, &text);
    if (code == EXIT_CODE_OK) {
        code = recipe_file_read_text(engine, text, path, recipe, keys);
    }
    free(text);
    return code;
}
