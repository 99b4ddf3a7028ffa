/* Finds the samples that `scree render` shows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/formats/json_text.h"
#include "command.h"
#include "enumeration_names.h"
#include "field_metadata.h"
#include "message.h"
#include "noise_expression.h"
#include "presets.h"
#include "recipe_file.h"
#include "recipe_text.h"
#include "render.h"
#include "report.h"
#include "samples_options.h"

void render_source_clear(struct render_source *source)
{
    const bool is_own = source->field != source->noise.field;
    request_clear(&source->noise);
    if (is_own) {
        scree_field_release(&source->field);
    }
    scree_samples_clear(&source->samples);
    scree_json_text_free(source->metadata);
}

/* Options of noise are for noise, and those of files are for files. */
static int check_options(const struct option_value *values, const struct render_source *source, bool is_noise,
                         bool is_file)
{
    const int code = is_noise ? EXIT_CODE_OK : option_refuse_noise(values, source->name);
    if (code != EXIT_CODE_OK) {
        return code;
    }
    const int of_file = is_file ? -1 : samples_options_find_given(values, is_noise);
    return of_file >= 0 ? option_refuse(values, (enum option_id)of_file, "is an option of files, and no file is read")
                        : EXIT_CODE_OK;
}

/* The voxels that a description asks for, as far as it tells them. */
static double count_voxels(const json_t *field)
{
    const json_t *layers = json_object_get(field, "layers");
    const json_t *size = json_object_get(json_object_get(json_object_get(field, "source"), "recipe"), "size");
    double voxels = json_is_number(layers) ? json_number_value(layers) : 1.0;
    for (size_t i = 0; i < json_array_size(size); i++) {
        voxels *= json_number_value(json_array_get(size, i));
    }
    return voxels;
}

/* Takes over what a text says of distances, if it does. The text of a file tells what its samples are, too. */
static void find_distances(const char *text, bool is_file, struct render_source *source)
{
    json_t *root = text != NULL ? field_metadata_load(text) : NULL;
    double scale = 1.0;
    const json_t *field = is_file ? field_metadata_find_distances(root, &scale) : field_metadata_find(root, "distance");
    if (field != NULL) {
        source->has_distances = true;
        field_metadata_sides(field, source->sides);
        source->unit = scene_shortest_side(source->sides, 3);
        source->scale = scale;
        source->voxels = count_voxels(field);
        source->metadata = scree_json_dump(field, JSON_INDENT(2));
        source->key = "distance";
    }
    json_decref(root);
}

static int find_distance_field(struct engine *engine, struct render_source *source)
{
    if (source->voxels >= 0x1p32) {
        message_error("%s: describes %.0f voxels; a scene shows fewer than 2^32", source->name, source->voxels);
        return EXIT_CODE_USAGE;
    }
    const scree_result result =
        scree_field_from_text(engine->context, source->text, strlen(source->text), source->name, NULL, &source->field);
    if (result != SCREE_OK) {
        engine_fail(engine, result);
        return result == SCREE_ERROR_FORMAT || result == SCREE_ERROR_INVALID ? EXIT_CODE_USAGE : EXIT_CODE_FAILED;
    }
    /* A recipe without a voxel has that of its map. */
    scree_grid volume;
    if (scree_field_volume(source->field, &volume)) {
        memcpy(source->sides, volume.step, sizeof source->sides);
        source->unit = scene_shortest_side(source->sides, 3);
    }
    return EXIT_CODE_OK;
}

/* Files of other fields tell in their metadata what they hold. */
static void describe_file(struct engine *engine, const char *path, struct render_source *source)
{
    scree_file_info info;
    memset(&info, 0, sizeof info);
    if (source->samples.axes == 3 && scree_file_describe(engine->context, path, &info) == SCREE_OK) {
        find_distances(info.metadata, true, source);
    }
    scree_file_info_clear(&info);
    engine_forget(engine);
    if (source->metadata == NULL) {
        json_t *name = json_pack("{s:s}", "name", path);
        source->metadata = scree_json_dump(name, 0);
        source->key = source->metadata != NULL ? "source" : NULL;
        json_decref(name);
    }
}

/* Samples whose magnitudes a scene shows, and a value for holes likewise. */
static int check_magnitudes(const struct option_value *values, const struct render_source *source)
{
    char text[512];
    if (!scene_shows_magnitudes(source->name, &source->samples, "give", text, sizeof text)) {
        message_error("%s", text);
        return EXIT_CODE_FAILED;
    }
    const struct option_value *holes = &values[OPTION_HOLES];
    return holes->choice == SCREE_NODATA_FILL && fabs(holes->reals[0]) > SCREE_MAX_SCENE_VALUE
               ? option_refuse(values, OPTION_HOLES, "a scene shows magnitudes up to 1e30")
               : EXIT_CODE_OK;
}

/* The value that fills holes widens the range, because it is drawn like a sample. */
static void count_fill(const scree_samples_params *params, scree_samples *samples)
{
    if (samples->nodata_count > 0 && params->nodata_rule == SCREE_NODATA_FILL) {
        samples->range.minimum = fminf(samples->range.minimum, params->fill);
        samples->range.maximum = fmaxf(samples->range.maximum, params->fill);
    }
}

static int find_file(struct engine *engine, const struct option_value *values, const char *path,
                     struct render_source *source)
{
    int code = samples_options_check(values, path);
    if (code != EXIT_CODE_OK) {
        return code;
    }
    scree_samples_params params = samples_options_params(values, path);
    if (values[OPTION_DIFFERENCE].given && !values[OPTION_HOLES].given) {
        params.nodata_rule = SCREE_NODATA_FILL;
        params.fill = NAN; /* Cells without data have no difference. */
    }
    const scree_result result = scree_samples_read(engine->context, &params, &source->samples);
    if (result != SCREE_OK) {
        return samples_options_fail(engine, result);
    }
    code = check_magnitudes(values, source);
    if (code != EXIT_CODE_OK) {
        return code;
    }
    count_fill(&params, &source->samples);
    source->unit = scene_unit(source->samples.range);
    if (source->samples.geometry.is_known) {
        memcpy(source->sides, source->samples.geometry.spacing, sizeof source->sides);
    }
    describe_file(engine, path, source);
    return EXIT_CODE_OK;
}

/* Whether the kind of a scene suits noise and the options that are given; otherwise the usual kind takes its place,
   unless that does not suit them, either. */
static bool suits(const struct option_value *values, int kind)
{
    return !scree_scene_kind_describe((scree_scene_kind)kind)->has_distances &&
           (render_scene_takes(values, kind) || !render_scene_takes(values, (int)recipe_scene_usual_kind(2, false)));
}

/* How the recipe or the preset is shown. */
static int find_scene(struct engine *engine, bool draws_scene, struct render_source *source)
{
    const struct option_value *values = source->typed.values;
    struct recipe_scene *scene = &source->scene;
    scree_result result = SCREE_OK;
    if (noise_expression_is_given(values)) {
        *scene = recipe_scene_none();
    } else if (source->text == NULL) {
        *scene = preset_at(values[OPTION_PRESET].choice)->scene;
    } else {
        result = recipe_scene_read_text(engine->context, source->name, source->text, scene);
    }
    if (!draws_scene || (scene->kind >= 0 && !suits(values, scene->kind))) {
        scene->kind = -1;
        scene->axes = 0;
    }
    const int code = result == SCREE_OK ? EXIT_CODE_OK : engine_fail(engine, result);
    return result == SCREE_ERROR_FORMAT ? EXIT_CODE_USAGE : code;
}

/* A grid has the size of --samples. Without, noise has the samples of its scene; where a preset is to be another volume
   it is a cube, and where it is to be columns these are few, so that each is seen. */
static void choose_size(struct render_source *source)
{
    static const struct recipe_scene cube = {.kind = SCREE_SCENE_VOXELS};
    static const struct recipe_scene columns = {.kind = SCREE_SCENE_COLUMNS, .axes = 2, .count = {96, 96}};
    struct option_value *values = source->typed.values;
    const int asked = render_scene_asked(values);
    const struct recipe_scene *of_preset = recipe_scene_is_volume(asked)     ? &cube
                                           : recipe_scene_has_columns(asked) ? &columns
                                                                             : NULL;
    const bool is_own = asked < 0 || asked == source->scene.kind;
    values[OPTION_SIZE] = values[OPTION_SAMPLES];
    source->typed.scene = is_own ? &source->scene : source->text == NULL ? of_preset : NULL;
}

static int find_noise(struct engine *engine, bool draws_scene, struct render_source *source)
{
    int code = find_scene(engine, draws_scene, source);
    if (code == EXIT_CODE_OK) {
        choose_size(source);
        code = request_make(engine, &source->typed, NULL, NULL, &source->noise);
    }
    code = code == EXIT_CODE_OK ? request_check_values(&source->noise, source->name, "scene") : code;
    if (code != EXIT_CODE_OK) {
        return code;
    }
    if (source->noise.is_changed) {
        recipe_scene_drop_levels(&source->scene);
    }
    source->field = source->noise.field;
    source->grid = &source->noise.recipe.grid;
    const scree_recipe *recipe = &source->noise.recipe;
    const scree_result result =
        source->noise.is_graph ? scree_field_print(source->field, &recipe->grid, &recipe->output, &source->metadata)
                               : scree_recipe_print(recipe, NULL, &source->metadata);
    if (result != SCREE_OK) {
        return engine_fail(engine, result);
    }
    source->key = field_metadata_key(source->metadata);
    return EXIT_CODE_OK;
}

static int find(struct engine *engine, const struct arguments *arguments, bool draws_scene,
                struct render_source *source)
{
    const char *path = arguments->operand_count > 0 ? arguments->operands[0] : NULL;
    const bool is_recipe = arguments->recipe_text != NULL;
    source->typed = *arguments;
    source->unit = source->scale = 1.0;
    source->sides[0] = source->sides[1] = source->sides[2] = 1.0;
    source->name = noise_expression_is_given(arguments->values) ? "expression"
                   : path == NULL           ? enumeration_presets.name(arguments->values[OPTION_PRESET].choice)
                   : strcmp(path, "-") == 0 ? "stdin"
                                            : path;
    source->text = arguments->recipe_text;
    find_distances(source->text, false, source);
    const bool is_file = path != NULL && !is_recipe;
    const bool is_noise = !is_file && !source->has_distances;
    source->scene = recipe_scene_none();
    const int code = check_options(arguments->values, source, is_noise, is_file);
    return code != EXIT_CODE_OK ? code
           : is_noise           ? find_noise(engine, draws_scene, source)
           : is_file            ? find_file(engine, arguments->values, path, source)
                                : find_distance_field(engine, source);
}

/* A last axis with one sample is none, unless a volume is to be shown. */
static bool set_counts(const struct option_value *values, const struct render_source *source,
                       uint64_t count[SCREE_MAX_AXES], uint32_t *axes)
{
    scree_grid volume = {.axes = 0};
    const uint64_t *from = source->samples.count;
    *axes = source->samples.axes;
    if (source->grid != NULL) {
        from = source->grid->count;
        *axes = source->grid->axes;
    } else if (source->field != NULL) {
        if (!scree_field_volume(source->field, &volume)) {
            return false;
        }
        from = volume.count;
        *axes = volume.axes;
    }
    const uint32_t least = recipe_scene_is_volume(render_scene_asked(values)) ? 3 : 2;
    while (*axes > least && from[*axes - 1] == 1) {
        --*axes;
    }
    for (uint32_t axis = 0; axis < SCREE_MAX_AXES; axis++) {
        count[axis] = axis < *axes ? from[axis] : 1;
    }
    return true;
}

int render_source_find(struct engine *engine, struct field_request *field, struct render_source *source)
{
    struct render *render = field->part;
    uint64_t count[SCREE_MAX_AXES];
    const int code = find(engine, field->arguments, render->arrange == NULL, source);
    if (code != EXIT_CODE_OK) {
        return code;
    }
    if (!set_counts(field->values, source, count, &field->axes)) {
        return engine_fail(engine, SCREE_ERROR_OUT_OF_MEMORY);
    }
    memcpy(render->planes.count, count, sizeof render->planes.count);
    memcpy(render->count, count, sizeof render->count);
    memcpy(render->sides, source->sides, sizeof render->sides);
    field->count = render->planes.count;
    field->samples = count[0] * count[1] * count[2];
    render->axes = field->axes;
    if (field->axes < 2 || field->axes > 3) {
        message_error("%s: has %u %s; a picture shows 2 or 3%s", source->name, (unsigned)field->axes,
                      field->axes == 1 ? "axis" : "axes", source->grid != NULL ? ", which --samples gives noise" : "");
        return EXIT_CODE_USAGE;
    }
    return EXIT_CODE_OK;
}

/* The second field is as its file or its recipe says: options of noise are for the first, and those of files have
   nothing to say of a recipe. */
static struct arguments arguments_of_second(const struct arguments *arguments, const char *text)
{
    struct arguments second = *arguments;
    second.operands[0] = arguments->values[OPTION_DIFFERENCE].text;
    second.operand_count = 1;
    second.recipe_text = text;
    for (int id = 0; id < OPTION_COUNT; id++) {
        const enum option_group group = option_table[id].group;
        if (group == GROUP_FIELD || group == GROUP_GRID || (group == GROUP_MAP && text != NULL)) {
            second.values[id] = (struct option_value){.given = false};
        }
    }
    return second;
}

static int check_shapes(struct engine *engine, const struct field_request *field, const struct render *render)
{
    const struct render_source *second = &render->difference.source;
    uint64_t count[SCREE_MAX_AXES];
    uint32_t axes = 0;
    char shapes[2][200];
    if (!set_counts(field->values, second, count, &axes)) {
        return engine_fail(engine, SCREE_ERROR_OUT_OF_MEMORY);
    }
    report_size(shapes[0], sizeof shapes[0], render->planes.count, render->axes);
    report_size(shapes[1], sizeof shapes[1], count, axes);
    if (strcmp(shapes[0], shapes[1]) == 0) {
        return EXIT_CODE_OK;
    }
    message_error("--difference %s: has samples of the shape %s, and %s of %s; a difference needs equal shapes",
                  second->name, shapes[1], render->source.name, shapes[0]);
    return EXIT_CODE_USAGE;
}

int render_source_find_second(struct engine *engine, const struct field_request *field, struct render *render)
{
    struct render_difference *difference = &render->difference;
    const char *path = field->values[OPTION_DIFFERENCE].text;
    int code = recipe_text_is_at(path) ? recipe_file_load(path, &difference->text) : EXIT_CODE_OK;
    if (code != EXIT_CODE_OK) {
        return code;
    }
    const struct arguments second = arguments_of_second(field->arguments, difference->text);
    code = find(engine, &second, false, &difference->source);
    if (code == EXIT_CODE_OK) {
        code = check_shapes(engine, field, render);
    }
    /* Distances are compared as they are, because dividing them by the side of a voxel would round them. */
    render->source.unit = render->source.has_distances ? 1.0 : render->source.unit;
    difference->source.unit = render->source.unit;
    return code;
}
