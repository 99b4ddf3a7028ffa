#include "recipe_noise.h"

/* Numbers of axes for which octaves can be rotated. */
#define ROTATED_AXES_MIN 2u
#define ROTATED_AXES_MOST 4u

uint64_t recipe_period(const scree_recipe *recipe, uint32_t axis)
{
    return recipe->noise.period[axis];
}

void recipe_clear_axes(scree_recipe *recipe)
{
    scree_grid *grid = &recipe->grid;
    for (uint32_t axis = grid->axes; axis < SCREE_MAX_AXES; axis++) {
        grid->count[axis] = 0;
        grid->origin[axis] = 0;
        grid->step[axis] = 0;
        grid->first[axis] = 0;
        recipe->noise.period[axis] = 0;
    }
}

bool recipe_is_flow(const scree_recipe *recipe)
{
    return recipe->noise.sample.is_curl;
}

const char *recipe_channels_key(const scree_recipe *recipe)
{
    const scree_noise_sample *sample = &recipe->noise.sample;
    return sample->has_derivatives ? "derivatives" : sample->is_curl ? "curl" : NULL;
}

static bool has_derivatives(scree_noise_kind kind)
{
    return scree_noise_kind_describe(kind)->has_derivatives;
}

const char *recipe_without_derivatives(const scree_recipe *recipe, const char **name)
{
    const scree_noise_params *noise = &recipe->noise;
    if (!has_derivatives(noise->kind)) {
        *name = scree_noise_kind_name(noise->kind);
        return "kind";
    }
    if (noise->warp.amplitude != 0.0 && !has_derivatives(noise->warp.kind)) {
        *name = scree_noise_kind_name(noise->warp.kind);
        return "warp's kind";
    }
    return NULL;
}

/* Whether the grid and the parameters permit rotated octaves and a skewed lattice. */
static bool lattice_is_free(const scree_recipe *recipe)
{
    const scree_noise_params *noise = &recipe->noise;
    bool is_free = recipe->grid.axes >= ROTATED_AXES_MIN && recipe->grid.axes <= ROTATED_AXES_MOST &&
                   noise->hash == SCREE_NOISE_HASH_SCREE;
    for (uint32_t axis = 0; axis < recipe->grid.axes; axis++) {
        is_free = is_free && noise->period[axis] == 0;
    }
    return is_free;
}

void recipe_fit_lattice(scree_recipe *recipe, bool has_kind, bool has_rotation)
{
    if (lattice_is_free(recipe)) {
        return;
    }
    if (!has_kind && scree_noise_kind_describe(recipe->noise.kind)->min_period == 0) {
        recipe->noise.kind = (scree_noise_kind)0;
    }
    if (!has_rotation) {
        recipe->noise.has_octave_rotation = false;
    }
}
