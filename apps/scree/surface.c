#include "surface.h"

#include <stdio.h>

#include "command.h"
#include "message.h"
#include "recipe_noise.h"
#include "report.h"

static enum option_id option_of(enum surface_kind kind)
{
    static const enum option_id options[] = {
        [SURFACE_NORMALS] = OPTION_NORMALS, [SURFACE_SLOPE] = OPTION_SLOPE, [SURFACE_FLOW] = OPTION_CURL};
    return options[kind];
}

const char *surface_name(enum surface_kind kind)
{
    return option_table[option_of(kind)].name;
}

const char *surface_channels(enum surface_kind kind)
{
    static const char *const names[] = {[SURFACE_NORMALS] = "x y z", [SURFACE_FLOW] = "x y"};
    return names[kind];
}

static bool has_height(enum surface_kind kind)
{
    return kind == SURFACE_NORMALS || kind == SURFACE_SLOPE;
}

/* Only surfaces have a height, and only normals have a handedness. */
static int check_needs(const struct option_value *values, enum surface_kind kind)
{
    if (values[OPTION_SURFACE_HEIGHT].given && !has_height(kind)) {
        return option_refuse(values, OPTION_SURFACE_HEIGHT, "needs --normals or --slope");
    }
    if (values[OPTION_HANDEDNESS].given && kind != SURFACE_NORMALS) {
        return option_refuse(values, OPTION_HANDEDNESS, "needs --normals");
    }
    return EXIT_CODE_OK;
}

static int check_others(const struct option_value *values, enum surface_kind kind)
{
    static const enum option_id others[] = {OPTION_DERIVATIVES, OPTION_NOISE_POINTS, OPTION_RANGE, OPTION_PROJECTION,
                                            OPTION_CURL};
    const size_t count = sizeof others / sizeof others[0] - (kind == SURFACE_FLOW ? 1 : 0);
    char reason[80];
    snprintf(reason, sizeof reason, "not together with %s%s", values[option_of(kind)].given ? "--" : "the recipe's ",
             surface_name(kind));
    return option_refuse_given(values, others, count, reason);
}

/* The flow of a volume has no time, since its potential would have four axes. */
static int choose_flow(const struct option_value *values, const scree_recipe *recipe, struct surface *surface)
{
    if (!recipe_is_flow(recipe) || !values[OPTION_TIME_FRAMES].given || surface->kind != SURFACE_NONE) {
        return EXIT_CODE_OK;
    }
    surface->kind = SURFACE_FLOW;
    return recipe->grid.axes == 3
               ? EXIT_CODE_OK
               : option_refuse(values, OPTION_TIME_FRAMES,
                               "with curl, frames are planes, as with --size 512x512, whose flow is along x and y; "
                               "a flow in three axes has no frames");
}

int surface_choose(const struct option_value *values, const scree_recipe *recipe, struct surface *surface)
{
    if (values[OPTION_NORMALS].given && values[OPTION_SLOPE].given) {
        return option_refuse(values, OPTION_SLOPE, "not together with --normals");
    }
    surface->kind = values[OPTION_NORMALS].given ? SURFACE_NORMALS
                    : values[OPTION_SLOPE].given ? SURFACE_SLOPE
                                                 : surface->kind;
    int code = choose_flow(values, recipe, surface);
    code = code == EXIT_CODE_OK ? check_needs(values, surface->kind) : code;
    if (code != EXIT_CODE_OK || surface->kind == SURFACE_NONE) {
        return code;
    }
    if (values[OPTION_SURFACE_HEIGHT].given) {
        surface->height = values[OPTION_SURFACE_HEIGHT].reals[0];
    }
    if (values[OPTION_HANDEDNESS].given) {
        surface->handedness = (scree_handedness)values[OPTION_HANDEDNESS].choice;
    }
    return check_others(values, surface->kind);
}

int surface_check_output(const struct option_value *values, const struct surface *surface)
{
    if (surface->kind == SURFACE_NONE || values[OPTION_OUTPUT].given || values[OPTION_PRINT_RECIPE].given) {
        return EXIT_CODE_OK;
    }
    message_error("--%s: needs -o FILE", surface_name(surface->kind));
    return EXIT_CODE_USAGE;
}

static int check_derivatives(const scree_recipe *recipe, const struct surface *surface)
{
    const char *name = NULL;
    const char *noun = recipe_without_derivatives(recipe, &name);
    if (noun == NULL) {
        return EXIT_CODE_OK;
    }
    message_error("--%s: is made of derivatives, and the %s %s has none", surface_name(surface->kind), noun, name);
    return EXIT_CODE_USAGE;
}

/* A plane of a volume is one of its layers. */
static bool is_plane(const scree_grid *grid, uint32_t axes)
{
    bool is_one = axes >= 2;
    for (uint32_t axis = 2; axis < axes; axis++) {
        is_one = is_one && grid->count[axis] <= 1;
    }
    return is_one;
}

int surface_find(const scree_recipe *recipe, bool has_time, struct surface *surface)
{
    const scree_grid *grid = &recipe->grid;
    const uint32_t axes = grid->axes - (has_time ? 1 : 0);
    char size[200];
    if (surface->kind == SURFACE_NONE) {
        return EXIT_CODE_OK;
    }
    if (!is_plane(grid, axes)) {
        report_size(size, sizeof size, grid->count, axes);
        message_error("--%s: the size is %s; a surface has 2 axes, as with --size 512x512, or is one layer of more, as "
                      "with --size 512x512x1",
                      surface_name(surface->kind), size);
        return EXIT_CODE_USAGE;
    }
    const scree_surface_params params = {.grid = grid, .height = surface->height};
    surface->height = scree_surface_height(&params);
    return check_derivatives(recipe, surface);
}

void surface_emit(const struct surface *surface, struct json_writer *json)
{
    if (has_height(surface->kind)) {
        emit_real(json, "height", surface->height);
    }
    if (surface->kind == SURFACE_NORMALS) {
        emit_string(json, "handedness", scree_handedness_name(surface->handedness));
    }
}
