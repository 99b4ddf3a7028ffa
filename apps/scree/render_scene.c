/* The scene of `scree render`: from options to its parameters. */
#include <math.h>
#include <string.h>

#include "../../src/field/scene/scene_facts.h"
#include "command.h"
#include "message.h"
#include "render.h"
#include "scene_range.h"

#define USUAL_FIELD_OF_VIEW 40.0
#define USUAL_AZIMUTH 30.0
/* Light comes from the upper left, as cartographers have it, or from behind the camera's left shoulder. */
#define MAP_LIGHT 135.0
#define LEFT_SHOULDER 225.0
#define DEGREE 0.017453292519943295
/* How far options may reach, so that the heights of land can be added. */
#define REACH_MOST 9e5
/* The height of land, from the lowest sample to the highest, as a share of its longer side. */
#define USUAL_HEIGHT 0.2
#define USUAL_OPACITY 20.0
/* Noise goes on beyond its box, and a cloud that is cut off at its sides looks like a cube. */
#define USUAL_EDGE_FADE 0.3
#define DENSITY_MOST 1e6
#define FACTOR_MIN 1e-20
#define FACTOR_MOST 1e20
#define USUAL_AMBIENT 0.35
/* Contour lines over the whole range, where their distance is chosen. */
#define USUAL_LINES 12.0
#define INTERVAL_MIN 1e-19
#define USUAL_OCCLUSION 0.6
#define USUAL_RELIEF 0.6
#define CHANNEL_MOST 255.0

static bool is_map(const scree_scene_params *scene)
{
    return scree_scene_kind_takes(scene->kind, SCREE_SCENE_TAKES_POSITION);
}

/* Colours of the sky, from one colour or two. */
static int apply_sky(const struct option_value *values, struct render *render)
{
    scree_scene_params *scene = &render->scene;
    static const uint8_t day[2][3] = {{110, 150, 200}, {220, 228, 236}};
    static const uint8_t table[2][3] = {{24, 26, 30}, {24, 26, 30}};
    const struct option_value *sky = &values[OPTION_SKY];
    if (!sky->given) {
        memcpy(scene->background, is_map(scene) ? table : day, sizeof scene->background);
        return EXIT_CODE_OK;
    }
    if (sky->count != 3 && sky->count != 6) {
        return option_refuse(values, OPTION_SKY, "must be 3 numbers, or 6 for the top and the bottom");
    }
    for (uint32_t i = 0; i < 6; i++) {
        scene->background[i / 3][i % 3] = (uint8_t)floor(sky->reals[i % sky->count] * CHANNEL_MOST + 0.5);
    }
    return EXIT_CODE_OK;
}

static int apply_light(const struct option_value *values, struct render *render)
{
    const struct recipe_scene *told = &render->source.scene;
    scree_scene_params *scene = &render->scene;
    const struct option_value *light = &values[OPTION_LIGHT];
    if (light->given && (light->count != 2 || fabs(light->reals[1]) > 90.0)) {
        return option_refuse(values, OPTION_LIGHT,
                             "must be 2 numbers: degrees anticlockwise from the x axis, and "
                             "degrees above the horizon, -90 to 90");
    }
    const double usual = is_map(scene) ? MAP_LIGHT
                                       : option_real_or(values, OPTION_AZIMUTH, USUAL_AZIMUTH) + LEFT_SHOULDER;
    scene->light_azimuth = light->given ? light->reals[0] : recipe_scene_or(told->light_azimuth, usual);
    scene->light_elevation = light->given ? light->reals[1] : recipe_scene_or(told->light_elevation, 40.0);
    scene->ambient = option_real_or(values, OPTION_AMBIENT, USUAL_AMBIENT);
    scene->occlusion = option_real_or(values, OPTION_OCCLUSION, USUAL_OCCLUSION);
    scene->has_shadows = !values[OPTION_NO_SHADOWS].given;
    scene->fog = option_real_or(values, OPTION_FOG, 0.0);
    return scene->fog > 0.0 && values[OPTION_EXTENT].given
               ? option_refuse(values, OPTION_FOG, "not together with --extent; without perspective there is no fog")
               : EXIT_CODE_OK;
}

/* The ends of a range, as far apart as a scene tells two numbers from each other. */
static int check_range(const struct option_value *values, struct render *render)
{
    const struct option_value *range = &values[OPTION_COLOUR_RANGE];
    const double unit = render->scene.colour == SCREE_SCENE_COLOUR_HEIGHT ? 1.0 : render->source.unit;
    const double least = SCENE_RANGE_LEAST * unit;
    if (!range->given || range->choice != SCREE_RANGE_GIVEN || range->reals[1] - range->reals[0] >= least) {
        return EXIT_CODE_OK;
    }
    return option_refuse(values, OPTION_COLOUR_RANGE, "LOW and HIGH must be at least %.3g apart for these samples",
                         least);
}

/* Finds what gives colours: the option says it, else the recipe's scene for a scene of its kind; else it is the usual
   of the kind. */
static int find_colour(const struct option_value *values, struct render *render)
{
    const struct recipe_scene *told = &render->source.scene;
    scree_scene_params *scene = &render->scene;
    const scree_scene_kind_info *kind = scree_scene_kind_describe(scene->kind);
    const struct option_value *given = &values[OPTION_SCENE_COLOUR];
    const int colour = given->given ? given->choice : told->colour;
    const bool is_had = colour >= 0 && (kind->colours >> colour & 1u) != 0;
    const bool is_of_kind = given->given || told->kind < 0 || told->kind == (int)scene->kind;
    if (given->given && !is_had) {
        char colours[80];
        recipe_scene_print_colours(kind, "", colours, sizeof colours);
        return option_refuse(values, OPTION_SCENE_COLOUR, "a %s shows %s", kind->name, colours);
    }
    scene->colour = is_had && is_of_kind ? (scree_scene_colour)colour : kind->usual_colour;
    return values[OPTION_COLOUR_RANGE].given && !scene_has_range(scene->colour)
               ? option_refuse(values, OPTION_COLOUR_RANGE, "has no effect here; it is for --colour value and height")
               : EXIT_CODE_OK;
}

static int check_ramp(const struct option_value *values, struct render *render)
{
    const scree_scene_params *scene = &render->scene;
    const bool is_plain = scene->colour == SCREE_SCENE_COLOUR_PLAIN;
    if (!scene_has_range(scene->colour) && !is_plain && (values[OPTION_RAMP].given || values[OPTION_REVERSED].given)) {
        return option_refuse(values, values[OPTION_RAMP].given ? OPTION_RAMP : OPTION_REVERSED,
                             "has no effect here; it is for --colour value, height and plain");
    }
    return is_plain && values[OPTION_REVERSED].given && !values[OPTION_RAMP].given
               ? option_refuse(values, OPTION_REVERSED, "there is no ramp to reverse; give --ramp")
               : EXIT_CODE_OK;
}

/* The ramp; what is plain is white without one, and clouds are, unless one is given. */
static int apply_ramp(const struct option_value *values, struct render *render)
{
    scree_scene_params *scene = &render->scene;
    const struct recipe_scene *told = &render->source.scene;
    const struct option_value *given = &values[OPTION_RAMP];
    const bool is_of_recipe = !given->given && told->ramp >= 0;
    const bool is_usual = scree_scene_kind_describe(scene->kind)->usual_colour == SCREE_SCENE_COLOUR_PLAIN;
    const bool is_white = !given->given && (!is_of_recipe || is_usual);
    const bool is_reversed = values[OPTION_REVERSED].given != (!given->given && told->is_reversed);
    const scree_ramp ramp = given->given   ? (scree_ramp)given->choice
                            : is_of_recipe ? (scree_ramp)told->ramp
                                           : SCREE_RAMP_TERRAIN;
    scene->ramp = render->ramp;
    if (scene->colour == SCREE_SCENE_COLOUR_PLAIN && is_white) {
        memset(render->ramp, SCENE_PLAIN_WHITE, sizeof render->ramp);
        return EXIT_CODE_OK;
    }
    const bool is_named = scene_has_range(scene->colour) || scene->colour == SCREE_SCENE_COLOUR_PLAIN;
    render->ramp_name = is_named ? scree_ramp_name(ramp) : NULL;
    const scree_result result = scree_ramp_colours(ramp, is_reversed, SCREE_SCENE_RAMP_COUNT, render->ramp);
    return result == SCREE_OK ? EXIT_CODE_OK : EXIT_CODE_FAILED;
}

/* The height of land, and of a map's relief, as a share of the longer side. */
static double height_of(const struct option_value *values, const struct render *render)
{
    return option_real_or(values, OPTION_HEIGHT, recipe_scene_or(render->source.scene.height, USUAL_HEIGHT));
}

/* Half a side of what is shown; the height of land is chosen. */
static double half_side(const struct option_value *values, const struct render *render, uint32_t axis)
{
    const scree_scene_params *scene = &render->scene;
    return axis < scree_scene_kind_describe(scene->kind)->box_axes
               ? (double)scene->count[axis] * render->box.side[axis] / render->box.edge
               : height_of(values, render);
}

/* The distance at which a cylinder around what is shown fits into the picture, so that all is seen from any side. A
   position is in the picture where its distance from the line of sight is at most a tangent times that from the eye. */
static double usual_distance(const struct option_value *values, const struct render *render, const scree_camera *camera,
                             double angle)
{
    const double radius = hypot(half_side(values, render, 0), half_side(values, render, 1));
    const double half = half_side(values, render, 2);
    const double sine = fabs(sin(camera->elevation * DEGREE));
    const double cosine = cos(camera->elevation * DEGREE);
    double upright = tan(angle / 2.0 * DEGREE);
    double across = upright * render->width / render->height;
    if (camera->roll != 0.0) {
        upright = across = fmin(upright, across);
    }
    const double beside = radius * hypot(1.0 / across, cosine) + half * sine;
    const double near = radius * (sine / upright + cosine) + half * fabs(cosine / upright - sine);
    const double far = radius * fabs(sine / upright - cosine) + half * (cosine / upright + sine);
    return fmin(fmax(beside, fmax(near, far)), SCREE_MAX_SCENE_DISTANCE);
}

/* Options that other commands take farther than a scene reaches. */
static int check_reach(const struct option_value *values)
{
    static const enum option_id ids[] = {OPTION_CENTRE, OPTION_DISTANCE, OPTION_EXTENT};
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        for (uint32_t k = 0; values[ids[i]].given && k < (ids[i] == OPTION_CENTRE ? 3u : 1u); k++) {
            const double flown = ids[i] == OPTION_CENTRE && values[OPTION_FLIGHT].given ? values[OPTION_FLIGHT].reals[k]
                                                                                        : 0.0;
            if (fabs(values[ids[i]].reals[k]) + fabs(flown) > REACH_MOST) {
                return option_refuse(values, ids[i], "is too far; in a scene it is at most 9e5, --flight included");
            }
        }
    }
    return EXIT_CODE_OK;
}

static int apply_camera(const struct option_value *values, struct render *render)
{
    scree_camera *camera = &render->scene.camera;
    const double angle = option_real_or(values, OPTION_FIELD_OF_VIEW, USUAL_FIELD_OF_VIEW);
    if (values[OPTION_EXTENT].given && (values[OPTION_FIELD_OF_VIEW].given || values[OPTION_DISTANCE].given)) {
        return option_refuse(values, OPTION_EXTENT, "not together with --fov or --distance; it is without perspective");
    }
    if (option_take_three(values, OPTION_CENTRE, camera->centre) != EXIT_CODE_OK ||
        check_reach(values) != EXIT_CODE_OK) {
        return EXIT_CODE_USAGE;
    }
    camera->azimuth = option_real_or(values, OPTION_AZIMUTH, USUAL_AZIMUTH);
    camera->elevation = option_real_or(values, OPTION_ELEVATION, 30.0);
    camera->roll = option_real_or(values, OPTION_ROLL, 0.0);
    camera->field_of_view = values[OPTION_EXTENT].given ? 0.0 : angle;
    camera->extent = option_real_or(values, OPTION_EXTENT, 0.0);
    camera->distance = option_real_or(values, OPTION_DISTANCE, usual_distance(values, render, camera, angle));
    return EXIT_CODE_OK;
}

/* A map without relief has no light; who lights a preset that has none gets the usual one. */
static int apply_relief(const struct option_value *values, double told, scree_scene_params *scene)
{
    static const enum option_id ids[] = {OPTION_LIGHT, OPTION_AMBIENT, OPTION_HEIGHT, OPTION_HEIGHT_SCALE};
    const int light = option_find_given(values, ids, sizeof ids / sizeof ids[0]);
    const double usual = recipe_scene_or(told == 0.0 && light >= 0 ? NAN : told, USUAL_RELIEF);
    scene->relief = option_real_or(values, OPTION_RELIEF, scene->colour == SCREE_SCENE_COLOUR_VALUE ? usual : 0.0);
    return scene->relief > 0.0 || light < 0
               ? EXIT_CODE_OK
               : option_refuse(values, (enum option_id)light, "has no effect on a map without --relief");
}

/* The whole map in the middle, or the part of it that is asked for. */
static int apply_place(const struct option_value *values, struct render *render)
{
    scree_scene_params *scene = &render->scene;
    const double width = (double)render->panel_width * render->supersample;
    const double height = (double)render->height * render->supersample;
    const double columns = (double)render->count[0];
    const double rows = (double)render->count[1];
    const struct option_value *centre = &values[OPTION_CENTRE];
    if (centre->given && centre->count != 2) {
        return option_refuse(values, OPTION_CENTRE, "must be 2 numbers for a map: samples from its left upper corner");
    }
    const double *side = render->box.side;
    scene->samples_a_pixel = values[OPTION_EXTENT].given ? values[OPTION_EXTENT].reals[0] / height
                                                         : fmax(columns * side[0] / width, rows * side[1] / height);
    if (scene->samples_a_pixel > SCREE_MAX_SCENE_SAMPLES_A_PIXEL || scene->samples_a_pixel < 0x1p-30) {
        message_error("--%s: a pixel would be %g samples wide; it must be 2^-30 to %d",
                      values[OPTION_EXTENT].given         ? "extent"
                      : values[OPTION_PICTURE_SIZE].given ? "size"
                                                          : "samples",
                      scene->samples_a_pixel, SCREE_MAX_SCENE_SAMPLES_A_PIXEL);
        return EXIT_CODE_USAGE;
    }
    scene->left = (centre->given ? centre->reals[0] : columns / 2.0) - scene->samples_a_pixel * width / 2.0 / side[0];
    scene->top = (centre->given ? centre->reals[1] : rows / 2.0) - scene->samples_a_pixel * height / 2.0 / side[1];
    scene->is_smooth = !values[OPTION_NO_SMOOTHING].given && scene->colour != SCREE_SCENE_COLOUR_CELL;
    return apply_relief(values, render->source.scene.relief, scene);
}

/* The slice through the middle of a layer of samples. */
static int apply_slice(const struct option_value *values, struct render *render)
{
    const struct option_value *slice = &values[OPTION_SCENE_SLICE];
    if (!slice->given) {
        const bool has_slice = scree_scene_kind_takes(render->scene.kind, SCREE_SCENE_TAKES_SLICE);
        return has_slice && values[OPTION_CONTOURS].given
                   ? option_refuse(values, OPTION_CONTOURS, "are drawn on a slice; give --slice, too")
                   : EXIT_CODE_OK;
    }
    const uint32_t axis = (uint32_t)(slice->letters[0] - 'x');
    const double count = (double)render->count[axis];
    if ((double)slice->wholes[0] >= count) {
        return option_refuse(values, OPTION_SCENE_SLICE, "must be 0 to %.0f", count - 1.0);
    }
    render->scene.slice_axis = axis + 1;
    render->scene.slice = (2.0 * (double)slice->wholes[0] + 1.0 - count) * render->box.side[axis] / render->box.edge;
    return EXIT_CODE_OK;
}

/* Numbers that are told in the unit of the samples, or for a sample of 1, against the limits that a scene has for them
   in the unit of the device. */
static int check_told(const struct option_value *values, struct render *render)
{
    const double unit = render->source.unit;
    const struct {
        enum option_id id;
        double factor;
        double least;
        double most;
    } told[] = {
        {OPTION_CONTOURS, 1.0 / unit, FACTOR_MIN, FACTOR_MOST},
        {OPTION_HEIGHT_SCALE, unit, FACTOR_MIN, FACTOR_MOST},
        {OPTION_OPACITY, unit, 0.0, DENSITY_MOST * fmax(unit, 1.0)},
    };
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) {
        const double number = fabs(values[told[i].id].reals[0] * told[i].factor);
        if (values[told[i].id].given && number != 0.0 && !(number >= told[i].least && number <= told[i].most)) {
            return option_refuse(values, told[i].id, "must be of a magnitude from %.3g to %.3g for these samples",
                                 told[i].least / told[i].factor, told[i].most / told[i].factor);
        }
    }
    return EXIT_CODE_OK;
}

/* How much a sample of 1 absorbs on the device. Unless told, very small and great samples are as dense as those of
   1. */
static double find_density(const struct option_value *values, const struct render_source *source)
{
    const bool is_in_unit = values[OPTION_OPACITY].given || source->has_distances;
    const double opacity =
        option_real_or(values, OPTION_OPACITY, recipe_scene_or(source->scene.density, USUAL_OPACITY));
    return fmin(opacity * (is_in_unit ? source->unit : 1.0), DENSITY_MOST);
}

/* Files of samples are shown as they are. */
static double find_edge_fade(const struct option_value *values, const struct render_source *source)
{
    const double usual = source->grid != NULL ? recipe_scene_or(source->scene.edge_fade, USUAL_EDGE_FADE) : 0.0;
    return option_real_or(values, OPTION_EDGE_FADE, usual);
}

/* Sets the box that is shown: that of the samples, or of the columns that they stand for. */
static void set_box(const struct option_value *values, struct render *render)
{
    scree_scene_params *scene = &render->scene;
    for (int axis = 0; axis < 3; axis++) {
        scene->count[axis] = (uint32_t)render->count[axis];
    }
    if (recipe_scene_has_columns((int)scene->kind)) {
        const double height = height_of(values, render);
        render->box = scene_box_of_columns(render->count, render->sides, height, &scene->count[2]);
    }
    memcpy(scene->voxel, render->box.side, sizeof scene->voxel);
}

static int check_together(const struct option_value *values, struct render *render)
{
    /* The height of columns is that of their box, whatever the scale. */
    if (values[OPTION_HEIGHT_SCALE].given && values[OPTION_HEIGHT].given &&
        !recipe_scene_has_columns((int)render->scene.kind)) {
        return option_refuse(values, OPTION_HEIGHT_SCALE, "not together with --height");
    }
    return values[OPTION_WATER].given && values[OPTION_NO_WATER].given
               ? option_refuse(values, OPTION_WATER, "not together with --no-water")
               : EXIT_CODE_OK;
}

int render_scene_choose(const struct option_value *values, struct render *render)
{
    scree_scene_params *scene = &render->scene;
    int (*const steps[])(const struct option_value *values, struct render *render) = {
        check_together, check_told, find_colour,
        check_range,    check_ramp, apply_ramp,
        apply_light,    apply_sky,  is_map(scene) ? apply_place : apply_camera,
        apply_slice,
    };
    set_box(values, render);
    scene->density = find_density(values, &render->source);
    scene->edge_fade = scree_scene_kind_takes(scene->kind, SCREE_SCENE_TAKES_EDGE_FADE)
                           ? find_edge_fade(values, &render->source)
                           : 0.0;
    render->interval = option_real_or(values, OPTION_CONTOURS, 0.0);
    scene->interval = render->interval / render->source.unit;
    scene->white = 1.0;
    int code = EXIT_CODE_OK;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && code == EXIT_CODE_OK; i++) {
        code = steps[i](values, render);
    }
    return code;
}

/* The ends of the ramp, as samples or as heights in the world. */
static scree_range find_range(const struct render *render)
{
    const scree_scene_params *scene = &render->scene;
    const scree_scene_box *box = &render->box;
    const double half = (double)scene->count[2] * box->side[2] / box->edge;
    if (scene->colour != SCREE_SCENE_COLOUR_HEIGHT && scree_scene_kind_describe(scene->kind)->has_distances) {
        return scene_range_between(-box->edge / 4.0, box->edge / 4.0);
    }
    if (scene->colour != SCREE_SCENE_COLOUR_HEIGHT) {
        return scene_range_between((double)render->range.minimum, (double)render->range.maximum);
    }
    return recipe_scene_is_land((int)scene->kind) ? scene_range_of_heights(render->range, scene->height_scale)
                                                  : scene_range_between(-half, half);
}

double render_round_interval(double least)
{
    const double power = pow(10.0, floor(log10(least)));
    const double share = least / power;
    return power * (share <= 1.0 ? 1.0 : share <= 2.0 ? 2.0 : share <= 5.0 ? 5.0 : 10.0);
}

/* No lines where all samples are nearly equal, or where the interval would be beyond its limits. */
static double choose_interval(double shown, scree_range range, double unit)
{
    const double magnitude = fmax(fabs((double)range.minimum), fabs((double)range.maximum));
    const double interval = render_round_interval(fmax(shown * unit / USUAL_LINES, INTERVAL_MIN * unit));
    return shown > magnitude * 0x1p-9 && interval / unit <= FACTOR_MOST ? interval : 0.0;
}

/* Distances need no threshold: their surface is at 0. */
bool render_scene_lacks_threshold(const struct option_value *values, const struct render *render)
{
    return recipe_scene_is_volume((int)render->scene.kind) && !values[OPTION_SCENE_THRESHOLD].given &&
           !render->source.has_distances && isnan(render->source.scene.threshold);
}

/* The level of the water, in the unit of the device and above the base. */
static void find_water(const struct option_value *values, const struct render_source *source, scree_scene_params *scene)
{
    const double told = values[OPTION_NO_WATER].given ? NAN : source->scene.water;
    scene->has_water = scree_scene_kind_takes(scene->kind, SCREE_SCENE_TAKES_WATER) &&
                       (values[OPTION_WATER].given || !isnan(told));
    if (scene->has_water) {
        const double level = option_real_or(values, OPTION_WATER, told);
        scene->water = scene_value(level - source->base, source->unit);
    }
}

/* The threshold of a volume, or the sample at the bottom of columns, which is the lowest unless greater ones are to be
   lower. */
static double find_threshold(const struct option_value *values, const struct render *render)
{
    const struct option_value *threshold = &values[OPTION_SCENE_THRESHOLD];
    if (threshold->given) {
        return scene_value(threshold->reals[0], render->source.unit);
    }
    if (recipe_scene_has_columns((int)render->scene.kind)) {
        const bool is_hollow = option_real_or(values, OPTION_HEIGHT_SCALE, 1.0) < 0.0;
        return scene_value((double)(is_hollow ? render->range.maximum : render->range.minimum), 1.0);
    }
    return render_scene_lacks_threshold(values, render) ? render->usual_threshold.value
                                                        : recipe_scene_or(render->source.scene.threshold, 0.0);
}

/* The height of a sample of 1. Unless told, all samples have the whole height, or those above the bottom of columns. */
static double find_height_scale(const struct option_value *values, const struct render *render)
{
    const struct option_value *scale = &values[OPTION_HEIGHT_SCALE];
    const bool has_columns = recipe_scene_has_columns((int)render->scene.kind);
    const double bottom = has_columns ? render->scene.threshold : (double)render->range.minimum;
    const double length = (double)render->range.maximum - bottom;
    const double height = SCENE_LONGEST_SIDE * half_side(values, render, 2);
    return scale->given ? scale->reals[0] * render->source.unit
                        : fmin(fmax(length > 0.0 ? height / length : 1.0, FACTOR_MIN), FACTOR_MOST);
}

void render_scene_complete(const struct option_value *values, struct render *render)
{
    scree_scene_params *scene = &render->scene;
    const struct render_source *source = &render->source;
    const struct option_value *range = &values[OPTION_COLOUR_RANGE];
    const double middle = ((double)render->range.maximum + (double)render->range.minimum) / 2.0;
    scene->threshold = find_threshold(values, render);
    scene->height_scale = find_height_scale(values, render);
    const bool is_given = range->given && range->choice == SCREE_RANGE_GIVEN;
    const bool is_height = scene->colour == SCREE_SCENE_COLOUR_HEIGHT;
    /* Heights in the world are counted from the middle of the land; with --height-scale from 0, like samples. */
    const bool is_land = recipe_scene_is_land((int)scene->kind);
    const bool is_absolute = values[OPTION_HEIGHT_SCALE].given;
    const double ground = is_land ? middle * scene->height_scale : 0.0;
    const double base = !is_height ? source->base : is_absolute ? 0.0 : -ground;
    const double unit = is_height ? 1.0 : source->unit;
    find_water(values, source, scene);
    const bool is_shown = !range->given && !is_height && source->noise.has_shown;
    const double *ends = is_shown ? source->noise.shown : range->reals;
    scene->range = is_given || is_shown ? scene_range_between((ends[0] - base) / unit, (ends[1] - base) / unit)
                                        : find_range(render);
    if (values[OPTION_CONTOURS].given && render->interval == 0.0) {
        const double shown = (double)scene->range.maximum - (double)scene->range.minimum;
        render->chooses_interval = true;
        render->interval = choose_interval(shown, scene->range, source->unit);
        scene->interval = render->interval / source->unit;
    }
    scene->camera.centre[2] += is_absolute && values[OPTION_CENTRE].given ? 0.0 : ground;
}

scree_scene_params render_scene_of_frame(const struct render *render, uint64_t frame)
{
    scree_scene_params scene = render->scene;
    const double last = render->frames.count > 1 ? (double)(render->frames.count - 1) : 1.0;
    scene.camera.azimuth += (double)frame * render->frames.turn;
    for (int axis = 0; axis < 3; axis++) {
        scene.camera.centre[axis] += render->frames.flight[axis] * ((double)frame / last);
    }
    return scene;
}

scree_scene_params render_scene_told(const struct render *render, uint64_t frame)
{
    const scree_scene_params scene = render_scene_of_frame(render, frame);
    const struct render_source *source = &render->source;
    scree_scene_params told = scene_in_unit(&scene, source->has_distances ? 1.0 : source->unit);
    told.water += source->base;
    if (told.colour != SCREE_SCENE_COLOUR_HEIGHT) {
        told.range.minimum = (float)((double)told.range.minimum + source->base);
        told.range.maximum = (float)((double)told.range.maximum + source->base);
    }
    return told;
}
