#include "plan.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../scree/numbers.h"
#include "particle_view.h"
#include "recipe_field.h"

/* A level has a quarter of the next one's samples along each axis, and at least so many along the longest. */
#define LEVEL_FACTOR 4
#define LEVEL_SIDE_MIN 24
/* The same for particles: the fewest of a level, and the factor between levels. */
#define LEVEL_PARTICLES_MIN 16384
#define LEVEL_PARTICLES_FACTOR 16
#define GRID_STEP_MAX 0x1p20

uint32_t plan_shown_axes(scree_scene_kind scene)
{
    return scree_scene_kind_describe(scene)->axes;
}

bool plan_has_time(const viewer_source *source, scree_scene_kind scene)
{
    const uint32_t axes = source->samples != NULL ? source->samples->axes : source->recipe.grid.axes;
    return !viewer_scene_has_particles(scene) && axes > plan_shown_axes(scene);
}

bool plan_keeps_holes(const viewer_view *view)
{
    return viewer_scene_is_map(view->scene) && view->compare == VIEWER_COMPARE_DIFFERENCE;
}

void plan_add_time(const viewer_view *view, viewer_source *source)
{
    scree_grid *grid = &source->recipe.grid;
    const uint32_t shown = plan_shown_axes(view->scene);
    while (view->time_axis && source->samples == NULL && grid->axes <= shown) {
        const uint32_t axis = grid->axes++;
        grid->count[axis] = axis < shown ? grid->count[0] : 1; /* An axis that is lacking is as long as x. */
        grid->origin[axis] = 0;
        grid->first[axis] = 0;
        grid->step[axis] = grid->step[0];
        recipe_field_repeat(&source->recipe, axis, axis < shown ? 0 : SCREE_MAX_AXES);
    }
}

static double step_of(const scree_grid *grid, uint32_t axis)
{
    return grid->step[axis] > 0 ? grid->step[axis] : grid->step[0];
}

/* A recipe of a single plane has no more of its third axis for a volume than one that lacks this axis. */
static bool lacks_axis(const scree_grid *grid, uint32_t axis)
{
    return axis >= grid->axes || (axis == 2 && grid->count[axis] <= 1);
}

static double first_position(const scree_grid *grid, uint32_t axis)
{
    return axis < grid->axes ? grid->origin[axis] + (double)grid->first[axis] * step_of(grid, axis) : 0;
}

/* Axes that a recipe lacks are as long as x; they repeat as it does. */
static void set_recipe_axis(struct region *region, const scree_grid *grid, uint32_t axis)
{
    double step = step_of(grid, axis);
    region->count[axis] = grid->count[axis] > 0 ? grid->count[axis] : 1;
    region->extent[axis] = (double)region->count[axis] * step;
    if (lacks_axis(grid, axis)) {
        region->count[axis] = region->count[0];
        region->extent[axis] = region->extent[0];
        step = region->extent[0] / (double)region->count[0];
    }
    region->origin[axis] = first_position(grid, axis) - step / 2;
}

struct region region_of(const viewer_source *source)
{
    struct region region = {.axes = source->recipe.grid.axes};
    for (uint32_t axis = 0; axis < 3 && source->samples == NULL; axis++) {
        set_recipe_axis(&region, &source->recipe.grid, axis);
    }
    if (source->samples != NULL) {
        const scree_scene_box box = scree_scene_box_of(source->samples->count, 2, source->sides);
        region.axes = source->samples->axes;
        for (uint32_t axis = 0; axis < 3; axis++) {
            region.count[axis] = axis < region.axes ? source->samples->count[axis] : 1;
            region.extent[axis] = (double)region.count[axis] * box.side[axis];
        }
    }
    return region;
}

struct map_region plan_region(const viewer_source *source, const viewer_view *view, uint32_t width, uint32_t height)
{
    const struct region region = region_of(source);
    const scree_grid *grid = &source->recipe.grid;
    const bool has_steps = source->samples == NULL && grid->axes > 1;
    const double stretch = has_steps ? step_of(grid, 0) / step_of(grid, 1) : 1;
    const struct map_region whole = map_of_region(region.origin, region.extent, stretch, width, height);
    return map_of_view(view, &whole);
}

/* Samples along the longest side of the finest level. */
static uint64_t finest_side(const viewer_view *view, uint32_t width, uint32_t height)
{
    if (viewer_scene_is_map(view->scene)) {
        return width > height ? width : height;
    }
    return recipe_scene_is_land((int)view->scene) ? view->terrain_side : view->side;
}

uint32_t plan_levels(const viewer_source *source, const viewer_view *view, uint32_t width, uint32_t height)
{
    uint32_t levels = 1;
    if (viewer_scene_has_particles(view->scene)) {
        for (uint64_t count = view->particles; count / LEVEL_PARTICLES_FACTOR >= LEVEL_PARTICLES_MIN;
             count /= LEVEL_PARTICLES_FACTOR) {
            levels++;
        }
    } else if (source->samples == NULL) {
        for (uint64_t side = finest_side(view, width, height); side / LEVEL_FACTOR >= LEVEL_SIDE_MIN;
             side /= LEVEL_FACTOR) {
            levels++;
        }
    }
    return levels;
}

static uint64_t power(uint64_t base, uint32_t exponent)
{
    uint64_t product = 1;
    for (uint32_t i = 0; i < exponent; i++) {
        product *= base;
    }
    return product;
}

/* The axes of a grid beyond those that are shown: one sample each, where the recipe has its first. */
static void keep_other_axes(const scree_grid *from, uint32_t shown, scree_grid *grid)
{
    for (uint32_t axis = shown; axis < grid->axes; axis++) {
        grid->count[axis] = 1;
        grid->origin[axis] = axis < from->axes ? from->origin[axis] : 0;
        grid->first[axis] = axis < from->axes ? from->first[axis] : 0;
        grid->step[axis] = axis < from->axes ? step_of(from, axis) : 1;
    }
}

static void plan_map(const viewer_source *source, const viewer_view *view, uint32_t width, uint32_t height,
                     uint32_t coarseness, struct plan *plan)
{
    const struct map_region region = plan_region(source, view, width, height);
    const uint32_t pixels[2] = {width, height};
    plan->divisor = (uint32_t)power(LEVEL_FACTOR, coarseness);
    const double step = region.span / (double)height * (double)plan->divisor;
    plan->is_far = step * fmax(region.stretch, 1) > GRID_STEP_MAX;
    for (uint32_t axis = 0; axis < 2; axis++) {
        plan->count[axis] = (pixels[axis] + plan->divisor - 1) / plan->divisor;
        const double own = axis == 0 ? step * region.stretch : step;
        const struct map_axis line = map_axis_of(&region.middle[axis], plan->count[axis], own);
        plan->recipe.grid.count[axis] = plan->count[axis];
        plan->recipe.grid.origin[axis] = line.origin;
        plan->recipe.grid.first[axis] = line.first;
        plan->recipe.grid.step[axis] = own;
    }
}

/* A box of cubes: the longest side has `side` samples. */
static void plan_box(const viewer_source *source, const viewer_view *view, uint32_t shown, uint64_t side,
                     struct plan *plan)
{
    const struct region region = region_of(source);
    uint64_t longest = 1;
    for (uint32_t axis = 0; axis < shown; axis++) {
        longest = region.count[axis] > longest ? region.count[axis] : longest;
    }
    const double scale = (double)side / (double)longest;
    for (uint32_t axis = 0; axis < shown; axis++) {
        const double count = nearbyint((double)region.count[axis] * scale);
        plan->count[axis] = count >= 1 ? (uint64_t)count : 1;
        const double extent = view->extent > 0 ? view->extent * (double)region.count[axis] / (double)longest
                                               : region.extent[axis];
        const double step = extent / (double)plan->count[axis];
        plan->recipe.grid.count[axis] = plan->count[axis];
        plan->recipe.grid.step[axis] = step;
        /* A view with an extent of its own begins where the recipe does. */
        plan->recipe.grid.origin[axis] = region.origin[axis] + step / 2;
    }
}

static void plan_of_noise(const viewer_source *source, const viewer_view *view, uint32_t width, uint32_t height,
                          uint32_t coarseness, struct plan *plan)
{
    const uint32_t shown = plan_shown_axes(view->scene);
    const scree_grid *grid = &source->recipe.grid;
    recipe_field_copy(&source->recipe, &plan->recipe);
    plan->graph = source->graph;
    plan->graph_number = source->graph_number;
    plan->recipe.grid.axes = grid->axes > shown ? grid->axes : shown;
    for (uint32_t axis = 1; axis < shown; axis++) {
        recipe_field_repeat(&plan->recipe, axis, lacks_axis(grid, axis) ? 0 : axis);
    }
    plan->count[2] = 1;
    keep_other_axes(grid, shown, &plan->recipe.grid);
    if (viewer_scene_is_map(view->scene)) {
        plan_map(source, view, width, height, coarseness, plan);
    } else {
        const uint64_t side = finest_side(view, width, height) / power(LEVEL_FACTOR, coarseness);
        plan_box(source, view, shown, side > 0 ? side : 1, plan);
    }
    if (plan->recipe.grid.axes > shown) {
        plan->recipe.grid.origin[shown] += view->depth;
    }
}

/* The scenes of samples of two axes, such as "map, terrain and columns". */
static void print_flat_kinds(char *text, size_t size)
{
    const char *before = NULL;
    size_t length = 0;
    for (int i = 0; scree_scene_kind_describe((scree_scene_kind)i) != NULL; i++) {
        if (plan_shown_axes((scree_scene_kind)i) == 2 && !viewer_scene_has_particles((scree_scene_kind)i)) {
            length += before == NULL
                          ? 0
                          : (size_t)snprintf(text + length, size - length, "%s%s", length > 0 ? ", " : "", before);
            before = scree_scene_kind_name((scree_scene_kind)i);
        }
    }
    snprintf(text + length, size - length, " and %s", before);
}

static bool plan_of_file(const viewer_source *source, const viewer_view *view, struct plan *plan, char *text,
                         size_t size)
{
    const scree_samples *samples = source->samples;
    const bool is_volume = plan_shown_axes(view->scene) == 3;
    if (is_volume && samples->axes != 3) {
        char kinds[120];
        print_flat_kinds(kinds, sizeof kinds);
        snprintf(text, size, "a file of %u axes has no scene '%s', which needs 3; %s show it", samples->axes,
                 viewer_scene_name(view->scene), kinds);
        return false;
    }
    plan->samples = samples;
    plan->keeps_holes = plan_keeps_holes(view);
    plan->voxel = source->voxel;
    for (uint32_t axis = 0; axis < 3; axis++) {
        plan->count[axis] = axis < samples->axes ? samples->count[axis] : 1;
    }
    if (!is_volume && samples->axes == 3) {
        const double middle = floor((double)plan->count[2] / 2 + view->depth);
        const double plane = fmin(fmax(middle, 0), (double)(plan->count[2] - 1));
        plan->first_sample = (uint64_t)plane * plan->count[0] * plan->count[1];
        plan->count[2] = 1;
    }
    return true;
}

static void plan_of_particles(const viewer_view *view, uint32_t coarseness, struct plan *plan)
{
    const uint64_t count = view->particles / power(LEVEL_PARTICLES_FACTOR, coarseness);
    plan->count[0] = count > 0 ? count : 1;
    plan->count[1] = plan->count[2] = 1;
    particle_view_params(view, plan->count[0], &plan->particles);
}

bool plan_make(const viewer_source *source, const viewer_view *view, uint32_t width, uint32_t height, uint32_t level,
               struct plan *plan, char *text, size_t size)
{
    const uint32_t coarseness = plan_levels(source, view, width, height) - 1 - level;
    memset(plan, 0, sizeof *plan);
    plan->scene = view->scene;
    plan->unit = source->samples != NULL ? source->unit : 1;
    /* In the unit of the samples it has their type, so that a recipe tells it. */
    plan->threshold =
        scree_scene_kind_describe(view->scene)->has_distances ? (double)(float)view->threshold / plan->unit : 0;
    if (viewer_scene_has_particles(view->scene)) {
        plan_of_particles(view, coarseness, plan);
        return true;
    }
    const double equal[3] = {1, 1, 1};
    bool is_made = true;
    if (source->samples != NULL) {
        is_made = plan_of_file(source, view, plan, text, size);
    } else {
        plan_of_noise(source, view, width, height, coarseness, plan);
    }
    const double *sides = source->samples != NULL ? source->sides : equal;
    plan->box = recipe_scene_has_columns((int)view->scene)
                    ? scene_box_of_columns(plan->count, sides, fabs(view->height) / 2, &plan->cells)
                    : scree_scene_box_of(plan->count, plan_shown_axes(view->scene), sides);
    return is_made;
}

uint32_t plan_layers(const struct plan *plan)
{
    return plan->cells > 0 ? plan->cells : (uint32_t)plan->count[2];
}

uint64_t plan_samples(const struct plan *plan)
{
    return plan->count[0] * plan->count[1] * plan->count[2];
}

uint64_t plan_bytes(const struct plan *plan)
{
    const uint64_t bytes = viewer_scene_has_particles(plan->scene) ? scree_particle_bytes(plan->particles.type)
                                                                   : sizeof(float);
    return plan_samples(plan) * bytes;
}

#define SAME(member) (memcmp(first->member, second->member, sizeof first->member) == 0)

static bool grids_are_equal(const scree_grid *first, const scree_grid *second)
{
    return first->axes == second->axes && SAME(count) && SAME(origin) && SAME(step) && SAME(first) &&
           first->row_stride == second->row_stride && first->plane_stride == second->plane_stride;
}

static bool recipes_are_equal(const scree_recipe *first, const scree_recipe *second)
{
    return grids_are_equal(&first->grid, &second->grid) && recipe_field_equal(first, second);
}

bool plan_sources_are_equal(const viewer_source *first, const viewer_source *second)
{
    return first->samples == second->samples && first->voxel == second->voxel && first->unit == second->unit &&
           first->graph_number == second->graph_number && SAME(sides) &&
           recipes_are_equal(&first->recipe, &second->recipe);
}

static bool is_volume_of_samples(scree_scene_kind scene)
{
    const scree_scene_kind_info *kind = scree_scene_kind_describe(scene);
    return kind->axes == 3 && !kind->has_distances;
}

/* Volumes of one grid have the same samples, whatever is drawn of them. */
static bool scenes_are_equal(scree_scene_kind first, scree_scene_kind second)
{
    return first == second || (is_volume_of_samples(first) && is_volume_of_samples(second));
}

/* The particles are compared by themselves. */
static bool samples_are_equal(const struct plan *first, const struct plan *second)
{
    return scenes_are_equal(first->scene, second->scene) && recipes_are_equal(&first->recipe, &second->recipe) &&
           first->graph_number == second->graph_number && first->samples == second->samples &&
           first->first_sample == second->first_sample && SAME(count) && first->cells == second->cells &&
           first->divisor == second->divisor && first->is_far == second->is_far &&
           first->keeps_holes == second->keeps_holes && first->voxel == second->voxel && SAME(box.side) &&
           first->box.edge == second->box.edge && first->unit == second->unit && first->threshold == second->threshold;
}

bool plan_equal(const struct plan *first, const struct plan *second)
{
    return samples_are_equal(first, second) && first->particles.steps == second->particles.steps &&
           particle_view_ways_are_equal(&first->particles, &second->particles);
}

bool plan_goes_on(const struct plan *from, const struct plan *to)
{
    return viewer_scene_has_particles(from->scene) && from->particles.steps < to->particles.steps &&
           samples_are_equal(from, to) && particle_view_ways_are_equal(&from->particles, &to->particles);
}

/* The shape of a file is that of all samples, whichever of its planes is shown. */
static void print_shape(const viewer_source *source, const struct plan *plan, char *text, size_t size)
{
    const uint64_t *count = source->samples != NULL ? source->samples->count : plan->count;
    uint32_t axes = source->samples != NULL ? source->samples->axes : 2;
    while (axes > 2 && count[axes - 1] == 1) {
        axes--;
    }
    number_print_counts(text, size, count, axes, "x");
}

bool plan_shapes_are_equal(const viewer_source sources[2], const struct plan plans[2], char *text, size_t size)
{
    char shapes[2][80];
    for (int side = 0; side < 2; side++) {
        print_shape(&sources[side], &plans[side], shapes[side], sizeof shapes[side]);
    }
    const bool are_equal = strcmp(shapes[0], shapes[1]) == 0;
    if (!are_equal) {
        snprintf(text, size,
                 "the first field has samples of the shape %s, the second of %s; a difference needs equal shapes",
                 shapes[0], shapes[1]);
    }
    return are_equal;
}
