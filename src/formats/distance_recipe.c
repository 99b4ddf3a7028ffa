/* Distance fields in files: volumes, and the recipe that they were made by. */
#include "distance_recipe.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <scree/device.h>

#include "choices.h"
#include "context_internal.h"
#include "distance_type.h"
#include "file_reading.h"
#include "geometry.h"
#include "number_text.h"
#include "recipe_internal.h"
#include "recipe_type.h"

SCREE_DEFINE_BY_NUMBER(method_name, scree_distance_method, scree_distance_method_name)
SCREE_DEFINE_BY_NUMBER(surface_name, scree_distance_surface, scree_distance_surface_name)
SCREE_DEFINE_BY_NUMBER(sign_name, scree_distance_sign, scree_distance_sign_name)
SCREE_DEFINE_BY_NUMBER(edge_name, scree_distance_edge, scree_distance_edge_name)

/* More than there are keys of how a file is read. */
#define READINGS_MOST 16

/* Columns of the table below: what kinds of maps a parameter is printed for. */
#define TERRAIN (1u << SCREE_MAP_TERRAIN)
#define SOLID (1u << SCREE_MAP_VOLUME | 1u << SCREE_MAP_MASK)
#define AT(member) .offset = offsetof(scree_distance_recipe, member)

#define CHOICE(key, member, names)                                                    \
    {                                                                                 \
        .name = key, .type = SCREE_PARAMETER_CHOICE, AT(member), .choice_name = names \
    }
#define REAL(key, member, low, high)                                                           \
    {                                                                                          \
        .name = key, .type = SCREE_PARAMETER_REAL, AT(member), .minimum = low, .maximum = high \
    }

static const struct {
    scree_parameter parameter;
    unsigned kinds;
} table[] = {
    {CHOICE("method", params.method, method_name), TERRAIN | SOLID},
    {CHOICE("surface", params.surface, surface_name), TERRAIN | SOLID},
    {CHOICE("sign", params.sign, sign_name), TERRAIN | SOLID},
    {CHOICE("edge", params.edge, edge_name), TERRAIN},
    {{.name = "layers", .type = SCREE_PARAMETER_U64, AT(params.count[2])}, TERRAIN},
    {{.name = "conservative", .type = SCREE_PARAMETER_FLAG, AT(params.is_conservative)}, TERRAIN | SOLID},
    {REAL("clip", params.clip, 1e-15, 1e30), TERRAIN | SOLID},
    {{.name = "voxel",
      .type = SCREE_PARAMETER_REALS,
      AT(params.voxel),
      .count_offset = offsetof(scree_distance_recipe, sides),
      .minimum = 1e-10,
      .maximum = 1e10,
      .capacity = 3},
     TERRAIN | SOLID},
    {REAL("scale", scale, -1e30, 1e30), TERRAIN},
    {REAL("offset", offset, -1e30, 1e30), TERRAIN},
    {{.name = "fitted", .type = SCREE_PARAMETER_FLAG, AT(is_fitted)}, TERRAIN},
    {REAL("threshold", threshold, -1e30, 1e30), SOLID},
};

#define PARAMETERS (sizeof table / sizeof table[0])

static const scree_parameter *parameter_at(size_t number)
{
    return number < PARAMETERS ? &table[number].parameter : NULL;
}

static void print_word(void *user, const char *key, const char *text, bool is_name)
{
    if (is_name) {
        scree_print_name(user, key, text);
    } else {
        scree_print_key(user, key);
        scree_text_append(((scree_printer *)user)->text, text);
    }
}

/* How the file of a map is read; only what was asked for. */
static void print_reading(scree_printer *out, const scree_samples_params *file)
{
    scree_text words = {0};
    scree_printer inner = {.text = &words, .indent = out->indent + 2, .first = true};
    const bool has_memory = scree_reading_print(file, print_word, &inner);
    out->text->failed = out->text->failed || !has_memory || words.failed;
    if (!inner.first && !words.failed) {
        scree_print_key(out, "reading");
        scree_text_append(out->text, "{");
        scree_text_append(out->text, words.data);
        scree_text_format(out->text, "\n%*s}", (int)inner.indent, "");
    }
    scree_text_clear(&words);
}

static void print_source(scree_printer *out, const scree_distance_recipe *recipe, const scree_distance_map *map)
{
    const scree_samples *samples = &map->samples;
    scree_printer inner = {.text = out->text, .indent = out->indent + 2, .first = true};
    scree_print_key(out, "source");
    scree_text_append(out->text, "{");
    scree_print_key(&inner, "name");
    scree_text_quoted(out->text, map->name);
    scree_print_name(&inner, "kind", scree_map_kind_name(map->kind));
    scree_print_key(&inner, "counts");
    scree_text_counts(out->text, recipe->is_made ? recipe->generator.grid.count : samples->count, map->axes);
    scree_print_key(&inner, "range");
    scree_text_range(out->text, &map->range);
    if (recipe->is_made) {
        scree_print_key(&inner, "recipe");
        scree_recipe_append(out->text, &recipe->generator, NULL, inner.indent + 2);
    } else {
        scree_print_name(&inner, "format", scree_format_describe(samples->format)->name);
        scree_print_name(&inner, "type", scree_type_name(samples->type));
        scree_print_key(&inner, "channel");
        scree_text_quoted(out->text, samples->channel);
        scree_print_u64(&inner, "holes", samples->nodata_count);
        print_reading(&inner, &recipe->file);
    }
    scree_text_format(out->text, "\n%*s}", (int)inner.indent, "");
}

void scree_distance_recipe_append(scree_text *text, const scree_distance_recipe *recipe, const scree_distance_map *map,
                                  unsigned indent)
{
    scree_printer out = {.text = text, .indent = indent, .first = true};
    scree_distance_recipe complete = *recipe;
    complete.sides = 3;
    for (uint32_t axis = 0; axis < 3; axis++) {
        complete.params.voxel[axis] = map->geometry.spacing[axis];
    }
    complete.params.count[2] = map->count[2];
    complete.scale = map->scale;
    complete.offset = map->offset;
    complete.is_fitted = map->is_fitted;
    scree_text_append(text, "{");
    scree_print_name(&out, "field", "distance");
    print_source(&out, recipe, map);
    for (size_t i = 0; i < PARAMETERS; i++) {
        const bool is_unlimited = table[i].parameter.offset == offsetof(scree_distance_recipe, params.clip) &&
                                  !(complete.params.clip > 0);
        if ((table[i].kinds & 1u << map->kind) != 0 && !is_unlimited) {
            scree_print_parameter(&out, &table[i].parameter, &complete, 3);
        }
    }
    scree_text_format(text, "\n%*s}", (int)indent, "");
}

static scree_result read_reading(const scree_value_reader *object, scree_samples_params *file)
{
    const char *names[READINGS_MOST] = {NULL};
    scree_result result = SCREE_OK;
    for (size_t i = 0; scree_reading_key(i) != NULL; i++) {
        names[i] = scree_reading_key(i);
    }
    result = scree_value_check_keys(object, scree_no_parameter, names);
    for (size_t i = 0; names[i] != NULL && result == SCREE_OK; i++) {
        const json_t *value = json_object_get(object->root, names[i]);
        result = value != NULL ? scree_reading_read(object, i, value, file) : SCREE_OK;
    }
    return result == SCREE_OK ? scree_reading_check(object, file) : result;
}

static const char *kind_name(int choice)
{
    return choice <= SCREE_MAP_MASK ? scree_map_kind_name((scree_map_kind)choice) : NULL;
}

/* A file by its name, and how it is read. */
static scree_result read_file(const scree_value_reader *source, scree_distance_recipe *recipe)
{
    scree_value_reader reading = *source;
    if (recipe->file.path == NULL) {
        return scree_fail(source->context, SCREE_ERROR_INVALID,
                          "%s: \"source\" has neither the \"name\" of a file nor a \"recipe\"", source->name);
    }
    reading.root = json_object_get(source->root, "reading");
    if (reading.root != NULL && !json_is_object(reading.root)) {
        return scree_value_fail(source, "reading", reading.root, "an object");
    }
    return reading.root != NULL ? read_reading(&reading, &recipe->file) : SCREE_OK;
}

static scree_result read_noise(const scree_value_reader *source, scree_distance_recipe *recipe)
{
    scree_value_reader noise = *source;
    noise.root = json_object_get(source->root, "recipe");
    if (!json_is_object(noise.root)) {
        return scree_value_fail(source, "recipe", noise.root, "an object");
    }
    if (json_object_get(source->root, "reading") != NULL) {
        return scree_fail(source->context, SCREE_ERROR_INVALID,
                          "%s: \"reading\" is of files, and \"source\" has a \"recipe\"", source->name);
    }
    return scree_noise_recipe_read(&noise, &recipe->generator);
}

/* The map: noise by its recipe, or a file by its name. */
static scree_result read_source(const scree_value_reader *in, scree_distance_recipe *recipe)
{
    static const char *const names[] = {"name", "kind",    "counts", "range",   "recipe", "format",
                                        "type", "channel", "holes",  "reading", NULL};
    scree_value_reader source = *in;
    int choice = 0;
    source.root = json_object_get(in->root, "source");
    if (!json_is_object(source.root)) {
        return scree_value_fail(in, "source", source.root, "an object with the \"name\" of a file or a \"recipe\"");
    }
    const json_t *kind = json_object_get(source.root, "kind");
    scree_result result = scree_value_check_keys(&source, scree_no_parameter, names);
    if (result == SCREE_OK && kind != NULL) {
        result = scree_value_choice(&source, "kind", kind, kind_name, &choice);
    }
    recipe->has_kind = kind != NULL;
    recipe->kind = (scree_map_kind)choice;
    recipe->is_mask = kind != NULL && recipe->kind == SCREE_MAP_MASK;
    recipe->is_made = json_object_get(source.root, "recipe") != NULL;
    recipe->file.path = json_string_value(json_object_get(source.root, "name"));
    if (result != SCREE_OK) {
        return result;
    }
    return recipe->is_made ? read_noise(&source, recipe) : read_file(&source, recipe);
}

static const char *field_name(int choice)
{
    return choice == 0 ? "distance" : NULL;
}

/* One number for all sides, or one for each. A mask in 2 axes has one layer, whose height does not matter; equal sides
   let the library compute in integers. */
static void complete_sides(scree_distance_recipe *recipe)
{
    for (uint32_t axis = recipe->sides; recipe->sides > 0 && axis < 3; axis++) {
        recipe->params.voxel[axis] = recipe->params.voxel[0];
    }
}

scree_result scree_distance_recipe_read(const scree_value_reader *object, scree_distance_recipe *recipe)
{
    static const char *const others[] = {"field", "source", NULL};
    const json_t *field = json_object_get(object->root, "field");
    const json_t *scale = json_object_get(object->root, "scale");
    int unused = 0;
    scree_result result = scree_value_check_keys(object, parameter_at, others);
    if (result == SCREE_OK && field != NULL) {
        result = scree_value_choice(object, "field", field, field_name, &unused);
    }
    if (result == SCREE_OK) {
        result = read_source(object, recipe);
    }
    if (result == SCREE_OK) {
        result = scree_value_parameters(object, parameter_at, recipe);
    }
    if (result == SCREE_OK && scale != NULL && !(recipe->scale < 0 || recipe->scale > 0)) {
        result = scree_value_fail(object, "scale", scale, "a number, and not 0");
    }
    recipe->has_scale = !recipe->is_fitted && scale != NULL;
    recipe->has_offset = !recipe->is_fitted && json_object_get(object->root, "offset") != NULL;
    complete_sides(recipe);
    return result;
}

/* Makes a map of noise by all cores of the CPU. */
static scree_result make_noise(scree_context *context, const scree_distance_recipe *recipe, scree_distance_map *map)
{
    scree_device *device = NULL;
    scree_field *noise = NULL;
    scree_job *job = NULL;
    scree_result result = scree_field_from_recipe(context, &recipe->generator, &noise);
    if (result == SCREE_OK) {
        result = scree_device_open(context, NULL, &device);
    }
    if (result == SCREE_OK) {
        result = scree_distance_map_start(device, recipe, noise, map, &job);
    }
    if (result == SCREE_OK) {
        result = scree_job_wait(job, UINT64_MAX);
    }
    if (result == SCREE_OK) {
        const scree_job_status status = scree_job_poll(job);
        map->range = (scree_range){.minimum = status.minimum, .maximum = status.maximum};
    }
    scree_job_release(&job);
    scree_device_close(&device);
    scree_field_release(&noise);
    return result;
}

/* Refuses what a recipe says of another kind of map than the one that was found. */
static scree_result check_kind(const scree_value_reader *object, const scree_distance_recipe *recipe,
                               const scree_distance_map *map)
{
    const char *kind = scree_map_kind_name(map->kind);
    if (recipe->has_kind && recipe->kind != map->kind) {
        return scree_fail(object->context, SCREE_ERROR_INVALID,
                          "%s: \"kind\" is \"%s\", and %s has %u axes, as a %s has", object->name,
                          scree_map_kind_name(recipe->kind), map->name, map->axes, kind);
    }
    if (recipe->sides == 2 && map->kind != SCREE_MAP_MASK) {
        return scree_fail(object->context, SCREE_ERROR_INVALID,
                          "%s: \"voxel\" is an array of 2; the voxels of a %s have 3 sides, so give 1 or 3",
                          object->name, kind);
    }
    for (size_t i = 0; i < PARAMETERS; i++) {
        const char *name = table[i].parameter.name;
        /* A word that is the default anyway does no harm. */
        const bool is_default = table[i].parameter.type == SCREE_PARAMETER_CHOICE &&
                                recipe->params.edge == SCREE_DISTANCE_EDGE_OPEN;
        if ((table[i].kinds & 1u << map->kind) == 0 && !is_default && json_object_get(object->root, name) != NULL) {
            return scree_fail(object->context, SCREE_ERROR_INVALID, "%s: \"%s\" has no meaning here: the map is a %s",
                              object->name, name, kind);
        }
    }
    return SCREE_OK;
}

static scree_result make_map(const scree_value_reader *object, const scree_distance_recipe *recipe,
                             scree_distance_map *map)
{
    const char *name = recipe->file.path != NULL ? recipe->file.path : object->name;
    scree_result result = recipe->is_made ? scree_distance_map_plan(object->context, recipe, name, map)
                                          : scree_distance_map_read(object->context, recipe, map);
    if (result == SCREE_OK) {
        result = check_kind(object, recipe, map);
    }
    if (result == SCREE_OK && recipe->is_made) {
        result = make_noise(object->context, recipe, map);
    }
    if (result == SCREE_OK) {
        scree_distance_map_complete(recipe, map);
    }
    return result;
}

/* Gives a field the text by which its files describe it. */
static scree_result keep_description(const scree_distance_recipe *recipe, const scree_distance_map *map,
                                     scree_field **field)
{
    scree_distance_plan *plan = (*field)->part;
    scree_text text = {0};
    scree_distance_recipe_append(&text, recipe, map, 0);
    plan->description = text.data;
    if (text.failed) {
        scree_result result = scree_fail((*field)->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a recipe");
        scree_field_release(field);
        return result;
    }
    return SCREE_OK;
}

static scree_result make(const scree_value_reader *object, scree_recipe *sampling, scree_field **field)
{
    scree_distance_recipe recipe = {.params = {.clip = 0}};
    scree_distance_map map = {.name = NULL};
    (void)sampling;
    scree_result result = scree_distance_recipe_read(object, &recipe);
    if (result == SCREE_OK) {
        result = make_map(object, &recipe, &map);
    }
    if (result == SCREE_OK) {
        result = scree_distance_map_field(object->context, &recipe, &map, field);
    }
    if (result == SCREE_OK) {
        result = keep_description(&recipe, &map, field);
    }
    scree_distance_map_clear(&map);
    return result;
}

/* Distances of the caller's memory have no description. */
static bool has_text(const scree_field *field)
{
    const scree_distance_plan *plan = field->part;
    return plan->description != NULL;
}

static void print(const scree_field *field, const scree_grid *grid, const scree_output *output, unsigned indent,
                  scree_text *text)
{
    const scree_distance_plan *plan = field->part;
    (void)grid;
    (void)output;
    if (plan->description != NULL) {
        scree_text_indented(text, plan->description, indent);
    }
}

static scree_result describe(const scree_field *field, const scree_grid *grid, scree_file_contents *contents,
                             scree_writer_params *params)
{
    const scree_distance_plan *plan = field->part;
    (void)grid;
    scree_geometry geometry = plan->geometry;
    if (!geometry.is_known) {
        geometry = scree_geometry_plain();
        for (uint32_t axis = 0; axis < 3; axis++) {
            geometry.spacing[axis] = plan->params.voxel[axis];
            scree_geometry_move(&geometry, axis, 0.5); /* The first voxel's centre. */
        }
    }
    contents->volume = scree_distance_volume(plan->file_axes > 0 ? plan->file_axes : 3, plan->params.count, &geometry);
    contents->volume.unit = plan->geometry.unit;
    params->volume = &contents->volume;
    return SCREE_OK;
}

const scree_recipe_type scree_distance_recipe_type = {
    .key = "distance", .name = "distance", .make = make, .has_text = has_text, .print = print, .describe = describe};
