#include "opening.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/formats/json_text.h"
#include "../scree/field_metadata.h"
#include "../scree/recipe_noise.h"
#include "../scree/recipe_text.h"
#include "../scree/scene_range.h"

scree_recipe opening_plain_recipe(void)
{
    return (scree_recipe){.grid = {.axes = 2, .count = {512, 512}, .step = {1.0 / 64, 1.0 / 64}}};
}

scree_recipe opening_preset_recipe(const struct preset *preset)
{
    const scree_recipe plain_recipe = opening_plain_recipe();
    const scree_grid plain = plain_recipe.grid;
    scree_recipe recipe = preset->recipe;
    recipe.output = preset->has_range ? recipe.output : plain_recipe.output;
    if (recipe_scene_apply(&preset->scene, &recipe.grid)) {
        return recipe;
    }
    for (uint32_t axis = 0; recipe.grid.axes == plain.axes && axis < plain.axes; axis++) {
        recipe.grid.count[axis] = plain.count[axis];
        recipe.grid.step[axis] = preset_step(preset, axis, preset->density / (double)plain.count[0]);
    }
    return recipe;
}

/*
 * The text of the recipe of noise in an object, to be freed by scree_json_text_free(); NULL where there is none. What
 * was made of noise, such as a normal map or a picture, has it under its own name.
 */
static char *find_recipe(const char *json, size_t length)
{
    static const char *const holders[] = {"metadata", "sphere", "points", "normals", "slope",
                                          "curl",     "noise",  "graph",  "recipe"};
    json_error_t error;
    json_t *root = scree_json_load(json, length, 0, &error);
    const json_t *found = root;
    bool is_recipe = false;
    for (size_t i = 0; i < sizeof holders / sizeof holders[0]; i++) {
        const json_t *inner = json_object_get(found, holders[i]);
        if (json_is_object(inner)) {
            found = inner;
            is_recipe = i > 0;
        }
    }
    char *part = is_recipe ? scree_json_dump(found, 0) : NULL;
    json_decref(root);
    return part;
}

bool opening_preset_expression(const struct preset *preset, char **expression)
{
    json_error_t error;
    json_t *root = scree_json_load(preset->text, strlen(preset->text), 0, &error);
    const char *own = json_string_value(json_object_get(root, "expression"));
    *expression = own != NULL ? strdup(own) : NULL;
    json_decref(root);
    return !preset->is_graph || *expression != NULL;
}

/* A recipe of a graph that does not tell where it is sampled has the usual samples. */
static void complete_grid(scree_grid *grid)
{
    const scree_grid plain = opening_plain_recipe().grid;
    grid->axes = grid->axes == 0 ? plain.axes : grid->axes;
    for (uint32_t axis = 0; axis < grid->axes; axis++) {
        grid->count[axis] = grid->count[axis] == 0 ? plain.count[0] : grid->count[axis];
        grid->step[axis] = grid->step[axis] == 0.0 ? plain.step[0] : grid->step[axis];
    }
}

/* The expression that the recipe of a graph has, or that its nodes are; NULL for a recipe of noise. */
static scree_result read_graph(scree_context *context, const char *json, const char *name, scree_recipe *recipe,
                               char **expression)
{
    json_error_t error;
    json_t *root = scree_json_load(json, strlen(json), JSON_DECODE_INT_AS_REAL, &error);
    const char *own = json_string_value(json_object_get(root, "expression"));
    const bool is_graph = field_metadata_is_graph(root);
    scree_field *field = NULL;
    char *printed = NULL;
    scree_result result = is_graph ? scree_field_from_text(context, json, strlen(json), name, recipe, &field)
                                   : scree_recipe_parse(context, json, strlen(json), name, recipe);
    if (result == SCREE_OK && is_graph && own == NULL) {
        result = scree_field_print_expression(field, &printed);
    }
    if (result == SCREE_OK && is_graph) {
        complete_grid(&recipe->grid);
        *expression = strdup(own != NULL ? own : printed);
        result = *expression != NULL ? SCREE_OK : SCREE_ERROR_OUT_OF_MEMORY;
    }
    scree_field_release(&field);
    scree_recipe_text_free(&printed);
    json_decref(root);
    return result;
}

bool opening_parse_recipe(viewer_messages *messages, const char *json, const char *name, scree_recipe *recipe,
                          struct recipe_scene *scene, char **expression, char *text, size_t size)
{
    scree_context *context = viewer_messages_context(messages);
    char *part = find_recipe(json, strlen(json));
    const char *own = part != NULL ? part : json;
    scree_recipe read = opening_plain_recipe();
    struct recipe_scene shown;
    *expression = NULL;
    scree_result result = read_graph(context, own, name, &read, expression);
    if (result == SCREE_OK) {
        result = recipe_scene_read_text(context, name, own, &shown);
    }
    scree_json_text_free(part);
    if (!viewer_messages_check(messages, result, text, size) ||
        (*expression == NULL && !opening_check_recipe(messages, &read, text, size))) {
        free(*expression);
        *expression = NULL;
        return false;
    }
    recipe_scene_apply(&shown, &read.grid);
    *recipe = read;
    *scene = shown;
    return true;
}

bool opening_check_recipe(viewer_messages *messages, const scree_recipe *recipe, char *text, size_t size)
{
    scree_field *field = NULL;
    const scree_result result = scree_field_from_recipe(viewer_messages_context(messages), recipe, &field);
    const uint32_t channels = scree_field_channels(field, recipe->grid.axes);
    scree_field_release(&field);
    if (result == SCREE_OK && channels > 1) {
        snprintf(text, size, "\"%s\" is true, so that a sample has %" PRIu32 " channels, and what is shown has one",
                 recipe_channels_key(recipe), channels);
        return false;
    }
    return viewer_messages_check(messages, result, text, size);
}

/* The recipe in what a file says of itself, which is JSON or NULL. */
static bool read_metadata(viewer_messages *messages, const char *json, const char *path, scree_recipe *recipe,
                          struct recipe_scene *scene, char **expression, char *text, size_t size)
{
    char *part = json != NULL ? find_recipe(json, strlen(json)) : NULL;
    const bool is_found = part != NULL;
    scree_json_text_free(part);
    if (!is_found) {
        snprintf(text, size, "%s: holds no recipe of noise or of a graph", path);
        return false;
    }
    return opening_parse_recipe(messages, json, path, recipe, scene, expression, text, size);
}

bool opening_recipe_of_file(viewer_messages *messages, const char *path, scree_recipe *recipe,
                            struct recipe_scene *scene, char **expression, char *text, size_t size)
{
    scree_file_info info = {0};
    *expression = NULL;
    if (recipe_text_is_at(path)) {
        return opening_read_recipe(messages, path, recipe, scene, expression, text, size);
    }
    const scree_result result = scree_file_describe(viewer_messages_context(messages), path, &info);
    const bool is_read = viewer_messages_check(messages, result, text, size) &&
                         read_metadata(messages, info.metadata, path, recipe, scene, expression, text, size);
    scree_file_info_clear(&info);
    return is_read;
}

/* The text of a file, "-" for stdin, which a recipe must look like; to be freed. NULL and a message on an error. */
static char *read_text(const char *path, bool is_recipe, char *text, size_t size)
{
    struct recipe_text read = {.bytes = NULL};
    char error[RECIPE_TEXT_ERROR];
    bool is_read = recipe_text_read(path, &read, error, sizeof error);
    if (is_read && memchr(read.bytes, '\0', read.length) != NULL) {
        snprintf(error, sizeof error, "has a byte of zero, and is no text");
        free(read.bytes);
        is_read = false;
    } else if (is_read && is_recipe && !recipe_text_check(path, &read, error, sizeof error)) {
        free(read.bytes);
        is_read = false;
    }
    if (!is_read && snprintf(text, size, "%s: %s", recipe_text_name(path), error) < 0) {
        *text = '\0';
    }
    return is_read ? read.bytes : NULL;
}

bool opening_read_expression(const char *path, char **expression, char *text, size_t size)
{
    *expression = read_text(path, false, text, size);
    return *expression != NULL;
}

bool opening_read_recipe(viewer_messages *messages, const char *path, scree_recipe *recipe, struct recipe_scene *scene,
                         char **expression, char *text, size_t size)
{
    char *json = read_text(path, true, text, size);
    *expression = NULL;
    const bool is_read = json != NULL && opening_parse_recipe(messages, json, recipe_text_name(path), recipe, scene,
                                                              expression, text, size);
    free(json);
    return is_read;
}

static uint64_t count_samples(const scree_samples *samples)
{
    uint64_t count = 1;
    for (uint32_t axis = 0; axis < samples->axes; axis++) {
        count *= samples->count[axis];
    }
    return count;
}

/* Distances are shown in the shortest side of a voxel, in which rays go on. */
static void scale_distances(struct opened *opened)
{
    scree_samples *samples = &opened->samples;
    const uint64_t count = count_samples(samples);
    const double scale = 1.0 / (opened->voxel * opened->scale);
    for (uint64_t i = 0; i < count && scale != 1.0; i++) {
        samples->values[i] = (float)(samples->values[i] * scale);
    }
    samples->range.minimum = (float)(samples->range.minimum * scale);
    samples->range.maximum = (float)(samples->range.maximum * scale);
}

/* Takes over what a text says of distances, that of a file of its samples; false where it says nothing. */
static bool find_distances(const char *json, bool is_file, struct opened *opened)
{
    json_t *root = json != NULL ? field_metadata_load(json) : NULL;
    opened->scale = 1.0;
    const json_t *field = is_file ? field_metadata_find_distances(root, &opened->scale)
                                  : field_metadata_find(root, "distance");
    if (field != NULL) {
        char *dumped = scree_json_dump(field, JSON_INDENT(2));
        opened->distance = dumped != NULL ? strdup(dumped) : NULL;
        field_metadata_sides(field, opened->sides);
        opened->voxel = scene_shortest_side(opened->sides, 3);
        scree_json_text_free(dumped);
    }
    json_decref(root);
    return opened->distance != NULL;
}

/* Finds the file's description of itself: that its samples are distances, or the recipe that they were made of. */
static void find_description(viewer_messages *messages, const char *path, struct opened *opened)
{
    scree_file_info info = {0};
    char forgotten[256];
    if (scree_file_describe(viewer_messages_context(messages), path, &info) == SCREE_OK) {
        if (opened->samples.axes == 3 && find_distances(info.metadata, true, opened)) {
            scale_distances(opened);
        }
        opened->has_recipe = read_metadata(messages, info.metadata, path, &opened->recipe, &opened->scene,
                                           &opened->expression, forgotten, sizeof forgotten);
    }
    scree_file_info_clear(&info);
    viewer_messages_take_error(messages, NULL, 0);
}

static scree_result read_channel(viewer_messages *messages, const char *path, struct opened *opened)
{
    const scree_samples_params params = {.path = path, .nodata_rule = SCREE_NODATA_FILL, .fill = NAN};
    scree_samples_params grey = params;
    grey.channel = "y";
    const scree_result result = scree_samples_read(viewer_messages_context(messages), &params, &opened->samples);
    if (result != SCREE_ERROR_INVALID ||
        scree_samples_read(viewer_messages_context(messages), &grey, &opened->samples) != SCREE_OK) {
        return result;
    }
    /* A picture in colours is shown by its grey. */
    viewer_messages_take_error(messages, NULL, 0);
    opened->is_grey = true;
    return SCREE_OK;
}

void opening_measure(scree_samples *samples)
{
    const uint64_t count = count_samples(samples);
    samples->range = (scree_range){samples->values[0], samples->values[0]};
    for (uint64_t i = 1; i < count; i++) {
        samples->range.minimum = fminf(samples->range.minimum, samples->values[i]);
        samples->range.maximum = fmaxf(samples->range.maximum, samples->values[i]);
    }
}

static scree_result fill_samples(const scree_field *field, scree_samples *samples)
{
    scree_grid volume;
    scree_field_volume(field, &volume);
    samples->geometry.is_known = true;
    memcpy(samples->geometry.spacing, volume.step, sizeof samples->geometry.spacing);
    samples->axes = volume.axes;
    memcpy(samples->count, volume.count, sizeof samples->count);
    samples->values = malloc((size_t)count_samples(samples) * sizeof *samples->values);
    const scree_result result = samples->values != NULL ? scree_field_fill(field, NULL, samples->values)
                                                        : SCREE_ERROR_OUT_OF_MEMORY;
    if (result == SCREE_OK) {
        opening_measure(samples);
    }
    return result;
}

/* Distances that a text describes. */
static bool make_distances(viewer_messages *messages, const char *path, struct opened *opened, char *text, size_t size)
{
    scree_field *field = NULL;
    char *json = read_text(path, true, text, size);
    if (json == NULL) {
        return false;
    }
    scree_result result =
        scree_field_from_text(viewer_messages_context(messages), json, strlen(json), path, NULL, &field);
    if (result == SCREE_OK) {
        result = find_distances(json, false, opened) ? fill_samples(field, &opened->samples)
                                                     : SCREE_ERROR_OUT_OF_MEMORY;
    }
    if (result == SCREE_OK) {
        /* A recipe without a voxel has that of its map. */
        memcpy(opened->sides, opened->samples.geometry.spacing, sizeof opened->sides);
        opened->voxel = scene_shortest_side(opened->sides, 3);
        scale_distances(opened);
        opened->is_made_again = true;
    }
    scree_field_release(&field);
    free(json);
    return viewer_messages_check(messages, result, text, size);
}

bool opening_is_distance(const char *path)
{
    struct opened found = {.path = NULL};
    char text[8];
    char *json = strcmp(path, "-") != 0 ? read_text(path, true, text, sizeof text) : NULL;
    const bool is_distance = find_distances(json, false, &found);
    opening_clear(&found);
    free(json);
    return is_distance;
}

void opening_clear(struct opened *opened)
{
    scree_samples_clear(&opened->samples);
    free(opened->path);
    free(opened->distance);
    free(opened->expression);
    memset(opened, 0, sizeof *opened);
}

void opening_tell_holes(const char *path, const scree_samples *samples, bool are_kept, char *text, size_t size)
{
    text[0] = '\0';
    if (samples->nodata_count == 0) {
        return;
    }
    const int length = snprintf(text, size, "%.300s: %" PRIu64 " of its %" PRIu64 " cells have no data and ", path,
                                samples->nodata_count, samples->nodata_count + samples->valid);
    if (are_kept) {
        snprintf(text + length, size - (size_t)length, "no difference");
    } else {
        snprintf(text + length, size - (size_t)length, "are shown as its lowest sample, %.9g",
                 (double)samples->range.minimum);
    }
}

static bool read_samples(viewer_messages *messages, const char *path, struct opened *opened, char *text, size_t size)
{
    const scree_result result = read_channel(messages, path, opened);
    if (!viewer_messages_check(messages, result, text, size)) {
        return false;
    }
    if (opened->samples.axes < 2 || opened->samples.axes > 3) {
        snprintf(text, size, "%s: samples of %u axes; the viewer shows those of 2 and 3", path, opened->samples.axes);
        return false;
    }
    if (opened->samples.valid == 0) {
        snprintf(text, size, "%s: none of its cells has data", path);
        return false;
    }
    if (!scene_shows_magnitudes(path, &opened->samples, "scree draw and scree render take", text, size)) {
        return false;
    }
    for (uint32_t axis = 0; axis < 3; axis++) {
        opened->sides[axis] = opened->samples.geometry.is_known ? opened->samples.geometry.spacing[axis] : 1;
    }
    find_description(messages, path, opened);
    return true;
}

bool opening_read_samples(viewer_messages *messages, const char *path, struct opened *opened, char *text, size_t size)
{
    memset(opened, 0, sizeof *opened);
    const bool is_read = recipe_text_is_at(path) ? make_distances(messages, path, opened, text, size)
                                                 : read_samples(messages, path, opened, text, size);
    opened->path = is_read ? strdup(path) : NULL;
    if (opened->path != NULL) {
        return true;
    }
    opening_clear(opened);
    return is_read && viewer_messages_check(messages, SCREE_ERROR_OUT_OF_MEMORY, text, size);
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

static void suit_samples(const struct opened *opened, viewer_view *view)
{
    const bool is_volume = opened->samples.axes == 3;
    const bool has_distances = is_volume && opened->voxel > 0;
    view->scene = recipe_scene_usual_kind(is_volume ? 3 : 2, has_distances);
    view->auto_threshold = !has_distances;
    view->edge_fade = 0; /* Samples of a file are shown as they are. */
}

/* Takes over the scene that a recipe describes, which is none of those of particles. */
static void suit_scene(const struct recipe_scene *scene, viewer_view *view)
{
    if (scene->kind >= 0) {
        view->scene = (scree_scene_kind)scene->kind;
        view->colour = viewer_scene_colour(view->scene);
    }
    view->colour = scene->colour >= 0 ? (scree_scene_colour)scene->colour : view->colour;
    view->ramp = scene->ramp >= 0 ? (scree_ramp)scene->ramp : view->ramp;
    view->reversed = scene->is_reversed;
    view->auto_threshold = isnan(scene->threshold);
    view->threshold = recipe_scene_or(scene->threshold, 0);
    view->has_water = !isnan(scene->water);
    view->water = recipe_scene_or(scene->water, 0);
    view->edge_fade = recipe_scene_or(scene->edge_fade, view->edge_fade);
    view->density = recipe_scene_or(scene->density, view->density);
    view->relief = recipe_scene_or(scene->relief, view->relief);
    view->height = isnan(scene->height) ? view->height : SCENE_LONGEST_SIDE * scene->height;
    view->light_azimuth = recipe_scene_or(scene->light_azimuth, view->light_azimuth);
    view->light_elevation = recipe_scene_or(scene->light_elevation, view->light_elevation);
    if (scene->axes == 3 || (scene->axes == 2 && recipe_scene_has_columns((int)view->scene))) {
        view->side = (uint32_t)fmax(fmax((double)scene->count[0], (double)scene->count[1]), (double)scene->count[2]);
    }
}

void opening_default_view(const scree_recipe *recipe, const struct recipe_scene *scene, const struct opened *opened,
                          viewer_view *view)
{
    viewer_view_reset(view);
    if (opened != NULL) {
        suit_samples(opened, view);
        return;
    }
    const bool is_volume = recipe->grid.axes >= 3 && recipe->grid.count[2] > 1;
    view->scene = recipe_scene_usual_kind(is_volume ? 3 : 2, false);
    if (recipe->output.range_mode == SCREE_RANGE_GIVEN) {
        view->range = VIEWER_RANGE_GIVEN;
        view->low = recipe->output.low;
        view->high = recipe->output.high;
    }
    suit_scene(scene, view);
}
