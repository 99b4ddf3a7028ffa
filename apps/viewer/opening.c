#include "opening.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/formats/json_text.h"

#define RECIPE_BYTES_MAX ((size_t)1 << 20)

scree_recipe opening_plain_recipe(void)
{
    return (scree_recipe){.grid = {.axes = 2, .count = {512, 512}, .step = {1.0 / 64, 1.0 / 64}}};
}

scree_recipe opening_preset_recipe(const struct preset *preset)
{
    scree_recipe recipe = opening_plain_recipe();
    recipe.noise = preset->noise;
    recipe.noise.skip_fine_octaves = true;
    for (uint32_t axis = 0; axis < recipe.grid.axes; axis++) {
        recipe.grid.step[axis] = preset->density / (double)recipe.grid.count[axis];
        recipe.noise.period[axis] = preset->seamless ? (uint64_t)preset->density : 0;
    }
    return recipe;
}

static bool take_error(viewer_messages *messages, scree_result result, char *text, size_t size)
{
    if (!viewer_messages_take_error(messages, text, size)) {
        snprintf(text, size, "%s", scree_result_name(result));
    }
    return false;
}

/* The text of the object under the key "recipe", to be freed by scree_json_text_free(); NULL where there is none. */
static char *find_recipe(const char *json, size_t length)
{
    json_error_t error;
    json_t *root = scree_json_load(json, length, 0, &error);
    const json_t *recipe = json_object_get(root, "recipe");
    char *part = json_is_object(recipe) ? scree_json_dump(recipe, 0) : NULL;
    json_decref(root);
    return part;
}

bool opening_parse_recipe(viewer_messages *messages, const char *json, size_t length, const char *name,
                          scree_recipe *recipe, char *text, size_t size)
{
    char *part = find_recipe(json, length);
    scree_recipe read = opening_plain_recipe();
    const scree_result result = scree_recipe_parse(viewer_messages_context(messages), part != NULL ? part : json,
                                                   part != NULL ? strlen(part) : length, name, &read);
    scree_json_text_free(part);
    if (result != SCREE_OK) {
        return take_error(messages, result, text, size);
    }
    if (!opening_check_recipe(messages, &read, text, size)) {
        return false;
    }
    *recipe = read;
    return true;
}

bool opening_check_recipe(viewer_messages *messages, const scree_recipe *recipe, char *text, size_t size)
{
    scree_field *field = NULL;
    const scree_result result = scree_field_from_noise(viewer_messages_context(messages), &recipe->noise, &field);
    scree_field_release(&field);
    return result == SCREE_OK || take_error(messages, result, text, size);
}

static bool read_stream(FILE *stream, const char *name, char *json, size_t *length, char *text, size_t size)
{
    errno = 0;
    *length = fread(json, 1, RECIPE_BYTES_MAX + 1, stream);
    if (ferror(stream)) {
        snprintf(text, size, "%s: %s", name, strerror(errno));
        return false;
    }
    if (*length > RECIPE_BYTES_MAX) {
        snprintf(text, size, "%s: longer than 1 MiB, which no recipe is", name);
        return false;
    }
    return true;
}

bool opening_read_recipe(viewer_messages *messages, const char *path, scree_recipe *recipe, char *text, size_t size)
{
    const bool is_stdin = strcmp(path, "-") == 0;
    const char *name = is_stdin ? "stdin" : path;
    FILE *stream = is_stdin ? stdin : fopen(path, "rb");
    char *json = malloc(RECIPE_BYTES_MAX + 1);
    size_t length = 0;
    bool is_read = false;
    if (stream == NULL) {
        snprintf(text, size, "%s: %s", path, strerror(errno));
    } else if (json == NULL) {
        snprintf(text, size, "%s: no memory to read it", name);
    } else {
        is_read = read_stream(stream, name, json, &length, text, size) &&
                  opening_parse_recipe(messages, json, length, name, recipe, text, size);
    }
    if (stream != NULL && !is_stdin) {
        fclose(stream);
    }
    free(json);
    return is_read;
}

bool opening_is_recipe(const char *path)
{
    scree_format format = SCREE_FORMAT_PNG;
    if (strcmp(path, "-") == 0) {
        return true;
    }
    if (scree_format_from_path(path, &format) && scree_format_describe(format)->is_headerless) {
        return false; /* Samples without a header may begin like anything. */
    }
    FILE *stream = fopen(path, "rb");
    if (stream == NULL) {
        return false;
    }
    int letter = getc(stream);
    for (size_t i = 0; i < RECIPE_BYTES_MAX && (letter == ' ' || (letter >= '\t' && letter <= '\r')); i++) {
        letter = getc(stream);
    }
    fclose(stream);
    return letter == '{';
}

bool opening_read_samples(viewer_messages *messages, const char *path, scree_samples *samples, bool *is_grey,
                          char *text, size_t size)
{
    const scree_samples_params params = {.path = path, .holes = SCREE_HOLES_LOWEST};
    scree_samples_params grey = params;
    grey.channel = "y";
    *is_grey = false;
    scree_result result = scree_samples_read(viewer_messages_context(messages), &params, samples);
    if (result == SCREE_ERROR_INVALID &&
        scree_samples_read(viewer_messages_context(messages), &grey, samples) == SCREE_OK) {
        /* Of a picture in colours its grey is shown. */
        char forgotten[8];
        viewer_messages_take_error(messages, forgotten, sizeof forgotten);
        result = SCREE_OK;
        *is_grey = true;
    }
    if (result != SCREE_OK) {
        return take_error(messages, result, text, size);
    }
    if (samples->axes < 2 || samples->axes > 3) {
        snprintf(text, size, "%s: samples of %u axes; the viewer shows those of 2 and 3", path, samples->axes);
        scree_samples_clear(samples);
        return false;
    }
    return true;
}

bool opening_holds_distances(viewer_messages *messages, const char *path)
{
    scree_file_info info;
    char forgotten[8];
    memset(&info, 0, sizeof info);
    const scree_result result = scree_file_describe(viewer_messages_context(messages), path, &info);
    const bool holds = result == SCREE_OK && info.metadata != NULL && strstr(info.metadata, "\"distance\"") != NULL;
    scree_file_info_clear(&info);
    viewer_messages_take_error(messages, forgotten, sizeof forgotten);
    return holds;
}

uint32_t opening_find_line(const char *message)
{
    for (const char *colon = strchr(message, ':'); colon != NULL; colon = strchr(colon + 1, ':')) {
        unsigned line = 0;
        unsigned column = 0;
        int length = 0;
        if (sscanf(colon, ":%7u:%7u:%n", &line, &column, &length) == 2 && length > 0) {
            return line;
        }
    }
    return 0;
}

static void suit_samples(const scree_samples *samples, viewer_view *view)
{
    view->scene = samples->axes == 3 ? VIEWER_SCENE_VOXELS : VIEWER_SCENE_MAP;
    view->threshold = samples->axes == 3 ? samples->mean : 0;
}

void opening_default_view(const scree_recipe *recipe, const scree_samples *samples, viewer_view *view)
{
    viewer_view_reset(view);
    if (samples != NULL) {
        suit_samples(samples, view);
        return;
    }
    const bool is_volume = recipe->grid.axes >= 3 && recipe->grid.count[2] > 1;
    view->scene = is_volume ? VIEWER_SCENE_VOXELS : VIEWER_SCENE_MAP;
    if (recipe->output.range_mode == SCREE_RANGE_GIVEN) {
        view->range = VIEWER_RANGE_GIVEN;
        view->low = recipe->output.low;
        view->high = recipe->output.high;
        view->threshold = is_volume ? (view->low + view->high) / 2 : 0;
    }
}
