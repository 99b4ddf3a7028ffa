#include "sdf_request.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/base/number_text.h"
#include "../../src/formats/json_text.h"
#include "command.h"
#include "enumeration_names.h"
#include "field_metadata.h"
#include "message.h"
#include "recipe_file.h"
#include "recipe_text.h"
#include "samples_options.h"
#include "text.h"

static int refuse_pair(const struct sdf_request *request, enum option_id id, enum option_id other, const char *reason)
{
    const char *value = option_value_text(request->values, other);
    return option_refuse(request->values, id, "not together with --%s%s%s; %s", option_table[other].name,
                         *value != '\0' ? " " : "", value, reason);
}

/* Options of noise for a map from a file, and options of files for one that is made. */
static int check_map(const struct sdf_request *request)
{
    if (!request->recipe.is_made) {
        struct text name;
        fprintf(text_begin(&name)->stream, "the map %s", request->map);
        const int code = option_refuse_noise(request->values, text_end(&name));
        text_clear(&name);
        return code == EXIT_CODE_OK ? samples_options_check(request->values, request->map) : code;
    }
    const int of_file = samples_options_find_given(request->values, false);
    return of_file < 0 ? EXIT_CODE_OK
                       : option_refuse(request->values, (enum option_id)of_file,
                                       "is an option of files, and the map is made of noise");
}

/* Refuses options that do not apply to a mask. */
static int check_mask(const struct sdf_request *request)
{
    static const enum option_id of_terrains[] = {OPTION_LAYERS, OPTION_SCALE, OPTION_OFFSET};
    if (!request->values[OPTION_MASK].given) {
        return EXIT_CODE_OK;
    }
    const int given = option_find_given(request->values, of_terrains, sizeof of_terrains / sizeof of_terrains[0]);
    if (given >= 0) {
        return refuse_pair(request, (enum option_id)given, OPTION_MASK, "a mask has no heights");
    }
    if (request->recipe.params.surface != SCREE_DISTANCE_SURFACE_VOXELS) {
        return refuse_pair(request, OPTION_SURFACE, OPTION_MASK, "that surface needs the heights of a terrain");
    }
    if (request->recipe.params.edge == SCREE_DISTANCE_EDGE_CLAMP) {
        return refuse_pair(request, OPTION_EDGE, OPTION_MASK, "a mask has no ground below it");
    }
    return EXIT_CODE_OK;
}

/* Refuses options that only the exact method supports, or that jump flooding does not. */
static int check_method(const struct sdf_request *request)
{
    if (request->recipe.params.method == SCREE_DISTANCE_EXACT) {
        return EXIT_CODE_OK;
    }
    if (request->recipe.params.surface != SCREE_DISTANCE_SURFACE_VOXELS) {
        return refuse_pair(request, OPTION_SURFACE, OPTION_DISTANCE_METHOD, "that surface needs the exact method");
    }
    if (request->recipe.params.is_conservative && request->recipe.params.method != SCREE_DISTANCE_NAIVE) {
        return refuse_pair(request, OPTION_CONSERVATIVE, OPTION_DISTANCE_METHOD,
                           "jump flooding over-estimates by an amount that is not known");
    }
    if (request->recipe.params.edge == SCREE_DISTANCE_EDGE_CLAMP) {
        return refuse_pair(request, OPTION_EDGE, OPTION_DISTANCE_METHOD, "that method knows the volume's voxels only");
    }
    return EXIT_CODE_OK;
}

/* Checks the file of samples: its type, and options that only some formats support. */
static int check_volume_file(const struct sdf_request *request)
{
    const struct option_value *values = request->values;
    const bool is_level_set = request->file.has_format && scree_format_describe(request->file.format)->is_level_set;
    if (values[OPTION_ZOOM].given) {
        return option_refuse(request->values, OPTION_ZOOM, "needs --slice");
    }
    if (values[OPTION_BAND].given && !is_level_set) {
        return option_refuse(request->values, OPTION_BAND, "only a vdb file has a band; --clip limits every distance");
    }
    if (is_level_set && request->recipe.params.sign != SCREE_DISTANCE_SIGN_BOTH) {
        return option_refuse(request->values, OPTION_SIGN, "a vdb file holds a level set, which has both signs");
    }
    return output_file_check_type(&request->file, request->type, &enumeration_distance_types, "distances",
                                  "distances are stored as f32, f16 or i16");
}

/* Two pictures would have one name. */
static int refuse_repeated_slices(const struct sdf_request *request)
{
    const struct option_value *slice = &request->values[OPTION_SLICE];
    for (uint32_t i = 1; i < slice->count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            if (slice->letters[i] == slice->letters[k] && slice->wholes[i] == slice->wholes[k]) {
                message_error("--slice %c=%" PRId64 ": is given twice", slice->letters[i], slice->wholes[i]);
                return EXIT_CODE_USAGE;
            }
        }
    }
    return EXIT_CODE_OK;
}

static int check_slices(const struct sdf_request *request)
{
    static const enum option_id of_volumes[] = {OPTION_DISTANCE_TYPE, OPTION_VALUE_SCALE, OPTION_BAND};
    if (request->file.path == NULL) {
        return option_refuse(request->values, OPTION_SLICE, "needs -o FILE.png");
    }
    if (!scree_format_describe(request->file.format)->holds_colours) {
        struct text extensions;
        output_file_list_extensions(&enumeration_picture_formats, text_begin(&extensions));
        option_refuse(request->values, OPTION_OUTPUT, "a slice is a picture; name a %s file", text_end(&extensions));
        text_clear(&extensions);
        return EXIT_CODE_USAGE;
    }
    const int given = option_find_given(request->values, of_volumes, sizeof of_volumes / sizeof of_volumes[0]);
    return given >= 0 ? refuse_pair(request, (enum option_id)given, OPTION_SLICE, "a slice is a picture")
                      : refuse_repeated_slices(request);
}

/* A format without u32, and those that have it. */
static int refuse_nearest(const struct sdf_request *request)
{
    struct text names;
    text_begin(&names);
    for (int number = 0; enumeration_distance_formats.name(number) != NULL; number++) {
        const scree_format_info *info = scree_format_describe((scree_format)number);
        if (enumeration_offers(&enumeration_distance_formats, number) && scree_format_holds(info, SCREE_TYPE_U32)) {
            text_add_word(&names, info->name);
        }
    }
    option_refuse(request->values, OPTION_NEAREST, "the format %s holds no indices; these do: %s",
                  scree_format_describe(request->nearest_format)->name, text_end(&names));
    text_clear(&names);
    return EXIT_CODE_USAGE;
}

static int check_nearest(struct sdf_request *request)
{
    const struct option *option = &option_table[OPTION_NEAREST];
    if (request->nearest == NULL) {
        return EXIT_CODE_OK;
    }
    const int code =
        output_file_find_by_name(option, &enumeration_distance_formats, request->nearest, &request->nearest_format);
    if (code == EXIT_CODE_OK && !scree_format_holds(scree_format_describe(request->nearest_format), SCREE_TYPE_U32)) {
        return refuse_nearest(request);
    }
    return code;
}

/* One number for all sides, or one for each. */
static int apply_voxel(struct sdf_request *request)
{
    const struct option_value *voxel = &request->values[OPTION_VOXEL];
    for (uint32_t axis = 0; voxel->given && axis < 3; axis++) {
        request->recipe.params.voxel[axis] = voxel->reals[voxel->count == 1 ? 0 : axis];
    }
    if (voxel->given && voxel->count == 2 && !request->values[OPTION_MASK].given) {
        return option_refuse(request->values, OPTION_VOXEL,
                             "has 2 numbers; a voxel has 3 sides, so give 1 for all, or 3");
    }
    if (voxel->count == 2) {
        /* A mask in 2 axes has one layer. Equal sides let the library compute in integers. */
        request->recipe.params.voxel[2] = request->recipe.params.voxel[0];
    }
    return EXIT_CODE_OK;
}

static void apply_options(struct sdf_request *request)
{
    const struct option_value *values = request->values;
    request->recipe.params.method = (scree_distance_method)values[OPTION_DISTANCE_METHOD].choice;
    request->recipe.params.surface = (scree_distance_surface)values[OPTION_SURFACE].choice;
    request->recipe.params.sign = (scree_distance_sign)values[OPTION_SIGN].choice;
    request->recipe.params.edge = (scree_distance_edge)values[OPTION_EDGE].choice;
    request->recipe.params.is_conservative = values[OPTION_CONSERVATIVE].given;
    request->recipe.params.clip = option_real_or(values, OPTION_CLIP, 0);
    request->recipe.params.count[2] = values[OPTION_LAYERS].given ? values[OPTION_LAYERS].whole : 0;
    request->recipe.is_mask = values[OPTION_MASK].given;
    request->recipe.threshold = values[OPTION_THRESHOLD].reals[0];
    request->recipe.has_scale = values[OPTION_SCALE].given;
    request->recipe.has_offset = values[OPTION_OFFSET].given;
    request->recipe.scale = values[OPTION_SCALE].reals[0];
    request->recipe.offset = values[OPTION_OFFSET].reals[0];
    request->recipe.is_made = request->map == NULL || request->arguments->recipe_text != NULL;
    if (!request->recipe.is_made) {
        request->recipe.file = samples_options_params(values, request->map);
    }
    request->nearest = values[OPTION_NEAREST].given ? values[OPTION_NEAREST].text : NULL;
    request->value_scale = option_real_or(values, OPTION_VALUE_SCALE, 0);
    request->compares = values[OPTION_COMPARE].given;
}

/* The type that was given, or else float32, or the format's own default. */
static scree_type choose_type(const struct sdf_request *request)
{
    const struct option_value *type = &request->values[OPTION_DISTANCE_TYPE];
    const scree_format_info *info = request->file.has_format ? scree_format_describe(request->file.format) : NULL;
    if (type->given) {
        return (scree_type)type->choice;
    }
    return info != NULL && !scree_format_holds(info, SCREE_TYPE_F32) && scree_format_holds(info, SCREE_TYPE_F16)
               ? SCREE_TYPE_F16
               : SCREE_TYPE_F32;
}

int sdf_request_make(const struct arguments *arguments, struct sdf_request *request)
{
    int (*const checks[])(const struct sdf_request *) = {check_map, check_mask, check_method};
    *request = (struct sdf_request){.arguments = arguments, .values = arguments->values};
    request->map = arguments->operand_count > 0 ? arguments->operands[0] : NULL;
    apply_options(request);
    int code = output_file_find(request->values, OPTION_DISTANCE_FORMAT, &request->file);
    request->type = choose_type(request);
    if (code == EXIT_CODE_OK) {
        code = apply_voxel(request);
    }
    for (size_t i = 0; code == EXIT_CODE_OK && i < sizeof checks / sizeof checks[0]; i++) {
        code = checks[i](request);
    }
    if (code == EXIT_CODE_OK) {
        code = request->values[OPTION_SLICE].given ? check_slices(request) : check_volume_file(request);
    }
    return code == EXIT_CODE_OK ? check_nearest(request) : code;
}

/* Keeps a text for as long as the recipe; NULL without memory. */
static const char *keep(struct sdf_recipe *recipe, char *text)
{
    if (text == NULL || recipe->text_count == SDF_RECIPE_TEXTS) {
        free(text);
        return NULL;
    }
    recipe->texts[recipe->text_count++] = text;
    return text;
}

/* A value as it would be typed: numbers in full, and what stands between those of an array. */
static char *type_value(const json_t *value, const char *between)
{
    char text[SCREE_MAX_AXES * 40] = "";
    size_t length = 0;
    if (json_is_string(value)) {
        return strdup(json_string_value(value));
    }
    const size_t count = json_is_array(value) ? json_array_size(value) : 1;
    for (size_t i = 0; i < count && length < sizeof text; i++) {
        char number[40];
        scree_double_print(number, json_number_value(json_is_array(value) ? json_array_get(value, i) : value));
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", i > 0 ? between : "", number);
    }
    return strdup(text);
}

/* Options override the recipe. */
static int apply(struct sdf_recipe *recipe, const json_t *from, enum option_id id)
{
    const json_t *found = json_object_get(from, option_table[id].name);
    struct option_value *value = &recipe->arguments.values[id];
    if (found == NULL || json_is_null(found) || json_is_false(found) || value->given) {
        return EXIT_CODE_OK;
    }
    if (option_table[id].form == FORM_FLAG) {
        value->given = true;
        return EXIT_CODE_OK;
    }
    const char *text = keep(recipe, type_value(found, option_table[id].form == FORM_SIZE ? "x" : ","));
    if (text == NULL) {
        message_error("sdf: out of memory");
        return EXIT_CODE_FAILED;
    }
    return option_read_value(&option_table[id], text, value) ? EXIT_CODE_OK : EXIT_CODE_USAGE;
}

/* Keys are the names of options: of the field, its map, and how that was read. Heights that were fitted are fitted
   again. */
static int apply_parameters(struct sdf_recipe *recipe, const json_t *field)
{
    const json_t *reading = json_object_get(json_object_get(field, "source"), "reading");
    const bool is_fitted = json_is_true(json_object_get(field, "fitted"));
    int code = EXIT_CODE_OK;
    for (int id = 0; code == EXIT_CODE_OK && id < OPTION_COUNT; id++) {
        const enum option_group group = option_table[id].group;
        const bool is_found_again = is_fitted && (id == OPTION_SCALE || id == OPTION_OFFSET);
        if ((group == GROUP_DISTANCE || group == GROUP_MAP) && !is_found_again) {
            code = apply(recipe, json_object_get(reading, option_table[id].name) != NULL ? reading : field,
                         (enum option_id)id);
        }
    }
    return code;
}

/* The map: noise by its recipe, or a file by its name. */
static int apply_source(struct sdf_recipe *recipe, const char *name, const json_t *source)
{
    const json_t *noise = json_object_get(source, "recipe");
    const char *file = json_string_value(json_object_get(source, "name"));
    const char *kind = json_string_value(json_object_get(source, "kind"));
    recipe->arguments.values[OPTION_MASK].given |= kind != NULL && strcmp(kind, "mask") == 0;
    if (json_is_object(noise)) {
        char *text = scree_json_dump(noise, JSON_INDENT(2));
        recipe->arguments.recipe_text = keep(recipe, text != NULL ? strdup(text) : NULL);
        scree_json_text_free(text);
    } else if (file != NULL) {
        recipe->arguments.recipe_text = NULL;
        recipe->arguments.operands[0] = keep(recipe, strdup(file));
    } else {
        message_error("%s: describes a distance field, but not its map", name);
        return EXIT_CODE_USAGE;
    }
    if (recipe->arguments.recipe_text == NULL && recipe->arguments.operands[0] == NULL) {
        message_error("sdf: out of memory");
        return EXIT_CODE_FAILED;
    }
    return EXIT_CODE_OK;
}

int sdf_recipe_read(const struct arguments *arguments, struct sdf_recipe *recipe)
{
    memset(recipe, 0, sizeof *recipe);
    recipe->arguments = *arguments;
    const char *path = arguments->operand_count > 0 ? arguments->operands[0] : NULL;
    if (path == NULL || !recipe_text_is_at(path)) {
        return EXIT_CODE_OK;
    }
    char *text = NULL;
    int code = recipe_file_load(path, &text);
    if (code != EXIT_CODE_OK) {
        return code;
    }
    recipe->arguments.recipe_text = keep(recipe, text);
    json_error_t error;
    json_t *root = scree_json_load(text, strlen(text), JSON_DECODE_INT_AS_REAL, &error);
    const json_t *field = field_metadata_find(root, "distance");
    if (field != NULL) {
        /* The noise keeps its original numbers, because float64 cannot hold seeds of 64 bits. */
        json_t *exact = scree_json_load(text, strlen(text), 0, &error);
        code = apply_source(recipe, path, json_object_get(field_metadata_find(exact, "distance"), "source"));
        json_decref(exact);
    }
    if (field != NULL && code == EXIT_CODE_OK) {
        code = apply_parameters(recipe, field);
    }
    json_decref(root);
    return code;
}

void sdf_recipe_clear(struct sdf_recipe *recipe)
{
    for (size_t i = 0; i < recipe->text_count; i++) {
        free(recipe->texts[i]);
    }
    recipe->text_count = 0;
}
