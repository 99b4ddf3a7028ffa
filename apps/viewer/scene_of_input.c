/* From a view to the parameters of a scene. */
#include <math.h>
#include <string.h>

#include "../scree/difference.h"
#include "camera.h"
#include "drawing.h"

/* The occlusion of scenes that have no corners, as `scree render` has it. */
#define USUAL_OCCLUSION 0.6

/* Contour lines are not farther apart. */
#define INTERVAL_MOST 1e20

struct background {
    uint8_t top[3];
    uint8_t bottom[3];
};

static struct background background_of(const viewer_view *view)
{
    const struct background dark = {{20, 27, 43}, {92, 104, 124}};
    const struct background light = {{126, 164, 206}, {234, 239, 243}};
    const struct background night = {{0, 0, 0}, {0, 0, 0}};
    if (viewer_scene_has_particles(view->scene)) {
        return night;
    }
    return view->theme == UI_THEME_DARK ? dark : light;
}

bool scene_input_is_difference(const struct scene_input *input)
{
    return input->view.compare == VIEWER_COMPARE_DIFFERENCE && input->job[1] != NULL &&
           viewer_scene_is_map(input->view.scene);
}

/* Particles have their value by which the ramp goes, or none. */
static scree_scene_colour colour_of(const viewer_view *view)
{
    const bool is_flat = viewer_scene_is_map(view->scene) && view->colour != SCREE_SCENE_COLOUR_CELL;
    if (viewer_scene_has_particles(view->scene)) {
        return view->particle_colour == SCREE_PARTICLE_COLOUR_DENSITY ? SCREE_SCENE_COLOUR_PLAIN
                                                                      : SCREE_SCENE_COLOUR_VALUE;
    }
    return is_flat ? SCREE_SCENE_COLOUR_VALUE : view->colour;
}

/* A kind that is usually plain is white then. */
static bool is_usually_plain(scree_scene_kind scene)
{
    return scree_scene_kind_describe(scene)->usual_colour == SCREE_SCENE_COLOUR_PLAIN;
}

bool scene_has_ramp(const scree_scene_params *params)
{
    return scene_has_range(params->colour) ||
           (params->colour == SCREE_SCENE_COLOUR_PLAIN && !is_usually_plain(params->kind));
}

scree_range scene_input_ramp_range(const struct scene_input *input)
{
    const viewer_view *view = &input->view;
    const double unit = input->job[0]->plan.unit;
    const bool has_range = scene_has_range(colour_of(view));
    if (view->range == VIEWER_RANGE_GIVEN && has_range) {
        return scene_range_between(fmin(view->low, view->high) / unit, fmax(view->low, view->high) / unit);
    }
    if (scene_input_is_difference(input)) {
        return difference_range(input->max_error);
    }
    const bool of_picture = (view->range == VIEWER_RANGE_PICTURE || !has_range) && input->job[0]->has_range;
    const scree_range range = of_picture ? input->job[0]->measured : input->range[0];
    return scene_range_between((double)range.minimum, (double)range.maximum);
}

/* Half the height of the box of a volume, or of columns. */
static double half_height(const struct plan *plan)
{
    return (double)plan_layers(plan) * plan->box.side[2] / plan->box.edge;
}

/* The height of a sample of 1: the field is as high as the view says, and as columns as high as their box. */
static double height_of_one(const struct scene_input *input, const struct plan *plan)
{
    const double length = (double)input->range[0].maximum - (double)input->range[0].minimum;
    const double wanted = input->view.height;
    const double height = plan->cells > 0 ? copysign(2 * half_height(plan), wanted) : wanted;
    const double scale = length > 0 ? height / length : height;
    return copysign(fmin(fmax(fabs(scale), 1e-20), 1e20), scale);
}

/* By height, the ramp goes from the bottom to the top of the box, or of the terrain. */
static scree_range range_of_heights(const struct scene_input *input, const struct plan *plan)
{
    if (recipe_scene_is_land((int)plan->scene)) {
        return scene_range_of_heights(input->range[0], height_of_one(input, plan));
    }
    const double half = half_height(plan);
    return scene_range_between(-half, half);
}

/* Matter is above the threshold, and columns begin at the sample that is to be the lowest. */
static double threshold_of(const struct scene_input *input, const struct plan *plan)
{
    const scree_range range = input->range[0];
    return plan->cells > 0 ? scene_value((double)(input->view.height < 0 ? range.maximum : range.minimum), 1)
                           : scene_value(input->view.threshold, plan->unit);
}

static void set_camera(const struct scene_input *input, scree_scene_params *params)
{
    params->camera = camera_of_view(&input->view);
    if (recipe_scene_is_land((int)input->view.scene)) {
        /* The middle of the heights is the middle of the scene. */
        const scree_range range = input->range[0];
        const double middle = ((double)range.minimum + (double)range.maximum) / 2;
        params->camera.centre[2] += middle * params->height_scale;
    }
}

static void set_light(const viewer_view *view, scree_scene_params *params)
{
    const struct background background = background_of(view);
    memcpy(params->background[0], background.top, 3);
    memcpy(params->background[1], background.bottom, 3);
    params->light_azimuth = view->light_azimuth;
    params->light_elevation = view->light_elevation;
    params->ambient = view->ambient;
    const bool has_corners = scree_scene_kind_takes(view->scene, SCREE_SCENE_TAKES_OCCLUSION);
    params->occlusion = has_corners ? view->occlusion : USUAL_OCCLUSION;
    params->has_shadows = view->shadows;
    params->fog = view->field_of_view > 0 ? view->fog : 0;
}

/* Samples of a length of 1 of the world, along the axis of the slice. */
static double samples_along_slice(const scree_scene_params *params)
{
    const uint64_t count[3] = {params->count[0], params->count[1], params->count[2]};
    const scree_scene_box box = scree_scene_box_of(count, 3, params->voxel);
    return box.edge / box.side[params->slice_axis - 1];
}

uint32_t scene_slice_layer(const scree_scene_params *params)
{
    const double count = (double)params->count[params->slice_axis - 1];
    return (uint32_t)fmin(fmax(floor((params->slice * samples_along_slice(params) + count) / 2), 0), count - 1);
}

/* A slice goes through the middle of a layer of samples. */
static void set_slice(scree_scene_params *params)
{
    if (params->slice_axis > 0) {
        const double count = (double)params->count[params->slice_axis - 1];
        params->slice = (2.0 * (double)scene_slice_layer(params) + 1.0 - count) / samples_along_slice(params);
    }
}

/* The position of the picture's upper left corner in the samples of a map. */
static void set_map(const struct scene_input *input, uint32_t part, const struct picture *picture,
                    scree_scene_params *params)
{
    const struct plan *plan = &input->job[part]->plan;
    const double shrunk = (double)picture->whole_height / (double)picture->height;
    const double width = (double)picture->whole_width;
    const double height = (double)picture->whole_height;
    if (plan->samples == NULL) {
        const double divisor = (double)plan->divisor;
        params->left = ((double)plan->count[0] - width / divisor) / 2;
        params->top = ((double)plan->count[1] - height / divisor) / 2;
        params->samples_a_pixel = shrunk / divisor;
        return;
    }
    const struct map_region region =
        plan_region(&input->source[part], &input->view, picture->whole_width, picture->whole_height);
    const double pixel = region.span / height;
    const double *side = plan->box.side;
    params->left = (region.middle[0].cell + region.middle[0].fraction - pixel * width / 2) / side[0];
    params->top = (region.middle[1].cell + region.middle[1].fraction - pixel * height / 2) / side[1];
    params->samples_a_pixel = pixel * shrunk;
}

/* Canvases get their colours elsewhere (particle_paint.h); here is what a file tells of them. */
static void set_canvas(const viewer_view *view, const struct picture *picture, scree_scene_params *params)
{
    params->count[0] = picture->width;
    params->count[1] = picture->height;
    params->count[2] = 1;
    params->white = view->white;
    params->is_linear = view->exposure == SCREE_EXPOSURE_LINEAR;
    params->range = (scree_range){0, 255}; /* The values that are summed in a canvas. */
}

/* Samples of a surface are distances in the shortest side of a sample, of which the box's edge has so many. */
static void set_surface(const viewer_view *view, const struct plan *plan, scree_scene_params *params)
{
    const double edge = plan->box.edge;
    const float reach = (float)(edge / 4);
    params->threshold = view->offset * edge / 2;
    params->interval = view->interval * edge / 2;
    if (params->colour != SCREE_SCENE_COLOUR_HEIGHT) {
        params->range = (scree_range){-reach, reach};
    }
    set_slice(params);
}

static void find_ramp(const struct scene_input *input, uint8_t ramp[RAMP_BYTES])
{
    const viewer_view *view = &input->view;
    const bool is_white = is_usually_plain(view->scene) && view->colour == SCREE_SCENE_COLOUR_PLAIN;
    if (scene_input_is_difference(input)) {
        difference_colours(ramp);
    } else {
        scree_ramp_colours(view->ramp, view->reversed, SCREE_SCENE_RAMP_COUNT, ramp);
        memset(ramp, SCENE_PLAIN_WHITE, is_white ? RAMP_BYTES : 0);
    }
}

void scene_of_input(const struct scene_input *input, uint32_t part, const struct picture *picture,
                    uint8_t ramp[RAMP_BYTES], scree_scene_params *params)
{
    const viewer_view *view = &input->view;
    const struct plan *plan = &input->job[part]->plan;
    const double unit = input->job[0]->plan.unit; /* Levels are those of the first field, for the second as well. */
    find_ramp(input, ramp);
    *params = (scree_scene_params){
        .kind = view->scene,
        .count = {(uint32_t)plan->count[0], (uint32_t)plan->count[1], plan_layers(plan)},
        .colour = colour_of(view),
        .ramp = ramp,
        .threshold = threshold_of(input, plan),
        .height_scale = height_of_one(input, plan),
        .density = view->density,
        .edge_fade = scree_scene_kind_takes(view->scene, SCREE_SCENE_TAKES_EDGE_FADE) ? view->edge_fade : 0,
        .has_water = view->has_water && scree_scene_kind_takes(view->scene, SCREE_SCENE_TAKES_WATER),
        .water = scene_value(view->water, unit),
        .relief = scene_input_is_difference(input) ? 0 : view->relief,
        .interval = fmin(view->interval / unit, INTERVAL_MOST),
        .slice_axis = view->slice_axis,
        .slice = view->slice,
        .is_smooth = view->smooth && colour_of(view) != SCREE_SCENE_COLOUR_CELL,
        .white = 1,
    };
    memcpy(params->voxel, plan->box.side, sizeof params->voxel);
    set_light(view, params);
    set_camera(input, params);
    params->range = params->colour == SCREE_SCENE_COLOUR_HEIGHT ? range_of_heights(input, plan)
                                                                : scene_input_ramp_range(input);
    if (viewer_scene_is_map(view->scene)) {
        set_map(input, part, picture, params);
    } else if (viewer_scene_has_particles(view->scene)) {
        set_canvas(view, picture, params);
    } else if (scree_scene_kind_describe(view->scene)->has_distances) {
        set_surface(view, plan, params);
    }
    if (scree_scene_kind_takes(view->scene, SCREE_SCENE_TAKES_DENSITY) && plan->voxel > 0) {
        params->density = fmin(view->density * plan->voxel, 1e6);
    }
    if (plan->voxel > 0) {
        /* Short enough that a command can tell them in another unit, exactly. */
        params->threshold = (double)(float)params->threshold;
        params->interval = (double)(float)params->interval;
    }
}
