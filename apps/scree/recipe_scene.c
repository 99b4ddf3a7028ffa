#include "recipe_scene.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "../../src/field/scene/scene_facts.h"
#include "../../src/formats/recipe_values.h"

/* Samples along each side of a volume whose scene tells none: so few that a processor draws it at once, too. */
#define CUBE_SIDE 128

#define AT(member) .offset = offsetof(struct recipe_scene, member)
#define CHOICE(names) .type = SCREE_PARAMETER_CHOICE, .choice_name = names
#define REAL(low, high) .type = SCREE_PARAMETER_REAL, .minimum = low, .maximum = high

scree_scene_kind recipe_scene_kind(int number)
{
    int kind = number;
    for (int i = 0; i <= kind; i++) {
        kind += scree_scene_kind_takes((scree_scene_kind)i, SCREE_SCENE_TAKES_EXPOSURE);
    }
    return (scree_scene_kind)kind;
}

void recipe_scene_print_colours(const scree_scene_kind_info *kind, const char *quote, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; scree_scene_colour_name((scree_scene_colour)i) != NULL && length < size; i++) {
        if ((kind->colours >> i & 1u) != 0) {
            length += (size_t)snprintf(text + length, size - length, "%s%s%s%s", length > 0 ? " or " : "", quote,
                                       scree_scene_colour_name((scree_scene_colour)i), quote);
        }
    }
}

static const char *kind_name(int number)
{
    return scree_scene_kind_name(recipe_scene_kind(number));
}

static const char *colour_name(int colour)
{
    return scree_scene_colour_name((scree_scene_colour)colour);
}

static const char *ramp_name(int ramp)
{
    return scree_ramp_name((scree_ramp)ramp);
}

static const scree_parameter *parameter_at(size_t number)
{
    static const scree_parameter rows[] = {
        {.name = "kind", CHOICE(kind_name), AT(kind)},
        {.name = "colour", CHOICE(colour_name), AT(colour)},
        {.name = "ramp", CHOICE(ramp_name), AT(ramp)},
        {.name = "reversed", .type = SCREE_PARAMETER_FLAG, AT(is_reversed)},
        {.name = "threshold", REAL(-SCREE_MAX_SCENE_VALUE, SCREE_MAX_SCENE_VALUE), AT(threshold)},
        {.name = "water", REAL(-SCREE_MAX_SCENE_VALUE, SCREE_MAX_SCENE_VALUE), AT(water)},
        {.name = "edge_fade", REAL(0, 1), AT(edge_fade)},
        {.name = "density", REAL(0, 1e6), AT(density)},
        {.name = "relief", REAL(0, 1), AT(relief)},
        {.name = "height", REAL(1e-6, 5), AT(height)},
        {.name = "light_azimuth", REAL(-360, 360), AT(light_azimuth)},
        {.name = "light_elevation", REAL(-90, 90), AT(light_elevation)},
    };
    return number < sizeof rows / sizeof rows[0] ? &rows[number] : NULL;
}

struct recipe_scene recipe_scene_none(void)
{
    return (struct recipe_scene){
        .kind = -1,
        .colour = -1,
        .ramp = -1,
        .threshold = NAN,
        .water = NAN,
        .edge_fade = NAN,
        .density = NAN,
        .relief = NAN,
        .height = NAN,
        .light_azimuth = NAN,
        .light_elevation = NAN,
    };
}

static scree_result read_counts(const scree_value_reader *in, struct recipe_scene *scene)
{
    const json_t *counts = json_object_get(in->root, "counts");
    scree_result result = counts != NULL ? scree_value_check_array(in, "counts", counts, 2, 3) : SCREE_OK;
    scene->axes = (uint32_t)json_array_size(counts);
    const bool has_cells = scene->axes == 3 || recipe_scene_has_columns(scene->kind);
    const int64_t most = has_cells ? SCREE_MAX_SCENE_VOLUME_SIDE : SCREE_MAX_SCENE_TERRAIN_SIDE;
    return result == SCREE_OK && counts != NULL ? scree_value_counts(in, "counts", counts, 1, most, scene->count)
                                                : result;
}

/* Not every kind has all colours. */
static scree_result check_colour(const scree_value_reader *in, const struct recipe_scene *scene)
{
    const scree_scene_kind_info *kind = scree_scene_kind_describe((scree_scene_kind)scene->kind);
    if (kind == NULL || scene->colour < 0 || (kind->colours >> scene->colour & 1u) != 0) {
        return SCREE_OK;
    }
    char wanted[120];
    recipe_scene_print_colours(kind, "\"", wanted, sizeof wanted);
    snprintf(wanted + strlen(wanted), sizeof wanted - strlen(wanted), " of a %s", kind->name);
    return scree_value_fail(in, "colour", json_object_get(in->root, "colour"), wanted);
}

scree_result recipe_scene_read(scree_context *context, const char *name, const json_t *recipe,
                               struct recipe_scene *scene)
{
    static const char *const others[] = {"counts", NULL};
    scree_value_reader in = {.context = context, .name = name, .root = recipe};
    struct recipe_scene read = recipe_scene_none();
    const json_t *told = json_object_get(recipe, "scene");
    *scene = read;
    if (told == NULL) {
        return SCREE_OK;
    }
    if (!json_is_object(told)) {
        return scree_value_fail(&in, "scene", told, "an object");
    }
    char part[256];
    snprintf(part, sizeof part, "%.240s: scene", name);
    in.root = told;
    in.name = part;
    scree_result result = scree_value_check_keys(&in, parameter_at, others);
    if (result == SCREE_OK) {
        result = scree_value_parameters(&in, parameter_at, &read);
    }
    if (result == SCREE_OK) {
        read.kind = read.kind < 0 ? -1 : (int)recipe_scene_kind(read.kind);
        result = read_counts(&in, &read);
    }
    if (result == SCREE_OK) {
        result = check_colour(&in, &read);
    }
    if (result == SCREE_OK) {
        *scene = read;
    }
    return result;
}

scree_result recipe_scene_read_text(scree_context *context, const char *name, const char *text,
                                    struct recipe_scene *scene)
{
    json_t *root = NULL;
    scree_result result = scree_value_load(context, text, strlen(text), name, &root);
    const bool is_of_file = json_object_get(root, "format") != NULL || json_object_get(root, "metadata") != NULL;
    *scene = recipe_scene_none();
    if (result == SCREE_OK && !is_of_file) {
        result = recipe_scene_read(context, name, root, scene);
    }
    json_decref(root);
    return result;
}

double recipe_scene_or(double told, double usual)
{
    return isnan(told) ? usual : told;
}

bool recipe_scene_is_volume(int kind)
{
    const scree_scene_kind_info *info = scree_scene_kind_describe((scree_scene_kind)kind);
    return info != NULL && info->axes == 3;
}

bool recipe_scene_has_columns(int kind)
{
    const scree_scene_kind_info *info = scree_scene_kind_describe((scree_scene_kind)kind);
    return info != NULL && info->box_axes > info->axes;
}

bool recipe_scene_is_land(int kind)
{
    const scree_scene_kind_info *info = scree_scene_kind_describe((scree_scene_kind)kind);
    return info != NULL && info->box_axes == 2 && (info->parameters & SCREE_SCENE_TAKES_CAMERA) != 0;
}

scree_scene_kind recipe_scene_usual_kind(uint32_t axes, bool has_distances)
{
    int kind = 0;
    const scree_scene_kind_info *info = scree_scene_kind_describe((scree_scene_kind)kind);
    while (info->axes != axes || info->has_distances != has_distances) {
        info = scree_scene_kind_describe((scree_scene_kind)++kind);
    }
    return (scree_scene_kind)kind;
}

bool recipe_scene_apply(const struct recipe_scene *scene, scree_grid *grid)
{
    static const uint64_t cube[3] = {CUBE_SIDE, CUBE_SIDE, CUBE_SIDE};
    const bool is_cube = scene->axes == 0 && recipe_scene_is_volume(scene->kind) && grid->axes < 3;
    const uint32_t axes = is_cube ? 3 : scene->axes;
    const uint64_t *count = is_cube ? cube : scene->count;
    if (axes == 0) {
        return false;
    }
    const double x_step = grid->step[0];
    const double scale = (double)grid->count[0] / (double)count[0];
    for (uint32_t axis = 0; axis < axes; axis++) {
        const bool is_there = axis < grid->axes;
        const double step = is_there && grid->step[axis] > 0.0 ? grid->step[axis] : x_step;
        grid->origin[axis] = is_there ? grid->origin[axis] + (double)grid->first[axis] * step : 0.0;
        grid->first[axis] = 0;
        grid->count[axis] = count[axis];
        grid->step[axis] = step * scale;
    }
    grid->axes = axes;
    return true;
}

void recipe_scene_drop_levels(struct recipe_scene *scene)
{
    scene->threshold = NAN;
    scene->water = NAN;
}
