/*
 * A variant of Perlin noise can be chosen in any field: whatever it cannot do there is changed, and people are told.
 * The library is asked which fields a variant makes, so that its rules stand there alone.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "parameter_value.h"
#include "viewer.h"
#include "viewer_internal.h"

/* Variants are made for volumes. */
#define VOLUME_AXES 3u

static void stop_rotation(viewer_state *state)
{
    state->recipe.noise.octave_rotation = false;
}

static void stop_warp(viewer_state *state)
{
    state->recipe.noise.warp.amplitude = 0;
}

static void take_first_kind(viewer_state *state)
{
    state->recipe.noise.kind = (scree_noise_kind)0;
}

/* A flat field becomes a plane of a volume in the same way as a map that gets an axis for its time. */
static void become_plane(viewer_state *state)
{
    const viewer_view map = {.scene = SCREE_SCENE_MAP, .time_axis = true};
    viewer_source source = {.recipe = state->recipe};
    plan_add_time(&map, &source);
    state->recipe = source.recipe;
}

static void drop_axes(viewer_state *state)
{
    scree_recipe *recipe = &state->recipe;
    recipe->grid.axes = recipe->grid.axes < VOLUME_AXES ? recipe->grid.axes : VOLUME_AXES;
    viewer_clear_axes(recipe);
}

static void stop_time(viewer_state *state)
{
    state->view.time_axis = false;
    state->view.pace = 0;
}

/* Each of these takes away something that a variant may not permit. */
static void (*const changes[])(viewer_state *state) = {stop_rotation, stop_warp, take_first_kind,
                                                       become_plane,  drop_axes, stop_time};

#define CHANGES (sizeof changes / sizeof changes[0])

/* Makes the changes of a set, whose bits are their numbers. */
static viewer_state changed(const viewer_state *state, unsigned set)
{
    viewer_state result = *state;
    for (size_t i = 0; i < CHANGES; i++) {
        if ((set >> i & 1u) != 0) {
            changes[i](&result);
        }
    }
    return result;
}

/* Tells whether the library makes noise in so many axes; a single sample is enough to ask. */
static bool is_made(const scree_noise_params *noise, uint32_t axes)
{
    const scree_grid grid = {.axes = axes, .count = {1}, .step = {1}};
    scree_field *field = NULL;
    scree_range bound;
    const bool can_be = scree_field_from_noise(NULL, noise, &field) == SCREE_OK &&
                        scree_field_bound(field, &grid, &bound, NULL) == SCREE_OK;
    scree_field_release(&field);
    return can_be;
}

/* The noise must be possible as it is shown, and as its recipe samples it, because the recipe can be saved. */
static bool is_possible(const viewer_state *state)
{
    viewer_source source = {.recipe = state->recipe};
    const uint32_t shown = plan_shown_axes(state->view.scene);
    plan_add_time(&state->view, &source);
    const uint32_t axes = source.recipe.grid.axes > shown ? source.recipe.grid.axes : shown;
    return is_made(&state->recipe.noise, state->recipe.grid.axes) && is_made(&state->recipe.noise, axes);
}

/* Begins with all changes, and leaves out each that proves needless. */
static unsigned find_changes(const viewer_state *state)
{
    unsigned set = (1u << CHANGES) - 1;
    for (size_t i = 0; i < CHANGES; i++) {
        const viewer_state fewer = changed(state, set & ~(1u << i));
        set = is_possible(&fewer) ? set & ~(1u << i) : set;
    }
    return set;
}

__attribute__((format(printf, 3, 4))) static void add(char *text, size_t size, const char *format, ...)
{
    const size_t length = strlen(text);
    va_list values;
    va_start(values, format);
    vsnprintf(text + length, size - length, format, values);
    va_end(values);
}

static void tell_parameters(const viewer_state *before, const viewer_state *after, char *text, size_t size)
{
    static const char *const names[] = {"kind", "octave_rotation", "warp_amplitude"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char values[2][PARAMETER_TEXT];
        const scree_parameter *row = parameter_find_field(names[i]);
        parameter_print(row, &before->recipe.noise, values[0], sizeof values[0]);
        parameter_print(row, &after->recipe.noise, values[1], sizeof values[1]);
        if (strcmp(values[0], values[1]) != 0) {
            add(text, size, ", %s is %s instead of %s", row->name, values[1], values[0]);
        }
    }
}

/* An axis that the recipe lacked is no change of a volume, which has shown it before. */
static void tell_axes(const viewer_state *before, const viewer_state *after, char *text, size_t size)
{
    const uint32_t axes[2] = {before->recipe.grid.axes, after->recipe.grid.axes};
    if (axes[1] < axes[0]) {
        add(text, size, ", the field has %u axes instead of %u", axes[1], axes[0]);
    } else if (axes[1] > axes[0] && plan_shown_axes(after->view.scene) < axes[1]) {
        add(text, size, ", the field has %u axes instead of %u, of which a plane is shown", axes[1], axes[0]);
    }
    if (before->view.time_axis != after->view.time_axis || before->view.pace != after->view.pace) {
        add(text, size, ", there is no axis for time");
    }
}

static void tell(const viewer_state *before, const viewer_state *after, char *text, size_t size)
{
    char told[256] = "";
    tell_parameters(before, after, told, sizeof told);
    tell_axes(before, after, told, sizeof told);
    if (told[0] != '\0') {
        snprintf(text, size, "variant %s: %s", scree_noise_variant_name(after->recipe.noise.variant),
                 told + strlen(", "));
    }
}

void viewer_fit_variant(viewer *self, viewer_state *state)
{
    if (state->recipe.noise.variant == SCREE_NOISE_VARIANT_CONTRACTION || state->file >= 0 || is_possible(state)) {
        return;
    }
    const viewer_state fitted = changed(state, find_changes(state));
    if (is_possible(&fitted)) {
        tell(state, &fitted, self->notice, sizeof self->notice);
        *state = fitted;
    }
}

bool viewer_take_notice(viewer *self, char *text, size_t size)
{
    const bool has_notice = self->notice[0] != '\0';
    snprintf(text, size, "%s", self->notice);
    self->notice[0] = '\0';
    return has_notice;
}
