#include "view.h"

#include <string.h>

#include "parameter_value.h"

#define NAMES_FUNCTION(function, type, name_function) \
    static const char *function(int choice)           \
    {                                                 \
        return name_function((type)choice);           \
    }

/* A function that returns the word of a choice; NULL for a number that is none. */
#define WORDS_FUNCTION(function, ...)                                                                \
    static const char *function(int choice)                                                          \
    {                                                                                                \
        static const char *const words[] = {__VA_ARGS__};                                            \
        return choice >= 0 && choice < (int)(sizeof words / sizeof words[0]) ? words[choice] : NULL; \
    }

const char *viewer_scene_name(scree_scene_kind scene)
{
    return viewer_scene_has_particles(scene) ? "particles" : scree_scene_kind_name(scene);
}

bool viewer_scene_is_map(scree_scene_kind scene)
{
    return scree_scene_kind_takes(scene, SCREE_SCENE_TAKES_POSITION);
}

bool viewer_scene_has_particles(scree_scene_kind scene)
{
    return scree_scene_kind_takes(scene, SCREE_SCENE_TAKES_EXPOSURE);
}

WORDS_FUNCTION(theme_name, "dark", "light")
WORDS_FUNCTION(range_name, "field", "picture", "given")
WORDS_FUNCTION(compare_name, "off", "side", "difference", "second")
WORDS_FUNCTION(axis_name, "none", "x", "y", "z")

NAMES_FUNCTION(particle_type_name, scree_particle_type, scree_particle_type_name)
NAMES_FUNCTION(integrator_name, scree_particle_integrator, scree_particle_integrator_name)
NAMES_FUNCTION(system_name, scree_particle_system, scree_particle_system_name)
NAMES_FUNCTION(shape_name, scree_particle_shape, scree_particle_shape_name)
NAMES_FUNCTION(particle_colour_name, scree_particle_colour, scree_particle_colour_name)
NAMES_FUNCTION(exposure_name, scree_exposure, scree_exposure_name)
NAMES_FUNCTION(scene_name, scree_scene_kind, viewer_scene_name)
NAMES_FUNCTION(colour_name, scree_scene_colour, scree_scene_colour_name)
NAMES_FUNCTION(ramp_name, scree_ramp, scree_ramp_name)

/* Scenes in which a parameter has an effect: those on which a parameter of the library has one, and those of a form. */
enum {
    IN_MAP = SCREE_SCENE_TAKES_POSITION,
    IN_PARTICLES = SCREE_SCENE_TAKES_EXPOSURE,
    IN_LIT = SCREE_SCENE_TAKES_CAMERA,
    IN_OCCLUDED = SCREE_SCENE_TAKES_OCCLUSION,
    IN_LINED = SCREE_SCENE_TAKES_INTERVAL,
    IN_SLICED = SCREE_SCENE_TAKES_SLICE,
    IN_WET = SCREE_SCENE_TAKES_WATER,
    IN_DENSE = SCREE_SCENE_TAKES_DENSITY,
    IN_FADED = SCREE_SCENE_TAKES_EDGE_FADE,
    IN_TERRAIN = 1 << 24,
    IN_COLUMNS = 1 << 25,
    IN_VOLUME = 1 << 26,
    IN_DISTANCES = 1 << 27,
    IN_SPACE = IN_LIT | IN_PARTICLES,
    IN_ALL = IN_MAP | IN_SPACE
};

struct row {
    scree_parameter parameter;
    unsigned scenes;
};

#define AT(member) .offset = offsetof(viewer_view, member)
#define CHOICE(member, names) .type = SCREE_PARAMETER_CHOICE, .syntax = "NAME", .choice_name = names, AT(member)
#define REAL(member, low, high, value) \
    .type = SCREE_PARAMETER_REAL, .syntax = "F", .minimum = low, .maximum = high, .default_value = value, AT(member)
#define WHOLE(member, low, high, value) \
    .type = SCREE_PARAMETER_U32, .syntax = "N", .minimum = low, .maximum = high, .default_value = value, AT(member)
#define REALS(member, count, most, low, high)                                                              \
    .type = SCREE_PARAMETER_REALS, .syntax = "A,B,...", .minimum = low, .maximum = high, .capacity = most, \
    .count_offset = offsetof(viewer_view, count), AT(member)
#define FLAG(member, value) .type = SCREE_PARAMETER_FLAG, .default_value = value, AT(member)
#define MAP_MAX 0x1p43

/* clang-format off */
static const struct row rows[] = {
    {{.name = "scene", CHOICE(scene, scene_name), .description = "The kind of picture."}, IN_ALL},
    {{.name = "look", CHOICE(theme, theme_name), .description = "Colours of the window and of the background."}, IN_ALL},
    {{.name = "panel", FLAG(panel, 1), .description = "Whether the window shows its panel."}, IN_ALL},

    {{.name = "azimuth", REAL(azimuth, -1e6, 1e6, -120),
      .description = "Degrees that the camera is turned around the vertical, anticlockwise from above."}, IN_SPACE},
    {{.name = "elevation", REAL(elevation, -90, 90, 30),
      .description = "Degrees that the camera is above the plane of its centre."}, IN_SPACE},
    {{.name = "roll", REAL(roll, -360, 360, 0), .description = "Degrees that the camera is turned around its own axis."},
     IN_SPACE},
    {{.name = "distance", REAL(distance, 1e-4, 1e4, 4.5),
      .description = "From the camera to the point that it looks at; the longest side of the samples is 2."}, IN_SPACE},
    {{.name = "field-of-view", .aliases = {"fov"}, REAL(field_of_view, 0, 170, 40),
      .description = "Degrees across the height of the picture; 0 = without perspective."}, IN_SPACE},
    {{.name = "centre-x", REAL(centre_x, -1e3, 1e3, 0), .description = "The point that the camera looks at, along x;"},
     IN_SPACE},
    {{.name = "centre-y", REAL(centre_y, -1e3, 1e3, 0), .description = "along y;"}, IN_SPACE},
    {{.name = "centre-z", REAL(centre_z, -1e3, 1e3, 0), .description = "and along z."}, IN_SPACE},
    {{.name = "turn", REAL(turn, -720, 720, 0), .description = "Degrees a second by which the camera turns by itself."},
     IN_SPACE},

    {{.name = "map-x", REAL(map_x, -MAP_MAX, MAP_MAX, 0),
      .description = "The middle of the map along x, in cells; a fraction is added to --map-fraction-x."}, IN_MAP},
    {{.name = "map-y", REAL(map_y, -MAP_MAX, MAP_MAX, 0), .description = "The same along y."}, IN_MAP},
    {{.name = "map-fraction-x", REAL(map_fraction_x, 0, 1, 0),
      .description = "Added to --map-x: a part of its own, so that no distance costs precision."}, IN_MAP},
    {{.name = "map-fraction-y", REAL(map_fraction_y, 0, 1, 0), .description = "The same along y."}, IN_MAP},
    {{.name = "map-span", REAL(map_span, 0, 1e12, 0),
      .description = "Cells across the height of a map; 0 = all that the recipe samples."}, IN_MAP},
    {{.name = "smooth", FLAG(smooth, 1), .description = "Samples that are larger than a pixel are interpolated."},
     IN_MAP},

    {{.name = "side", WHOLE(side, 4, 4096, 128),
      .description = "Samples along the longest side of a volume, or of columns."}, IN_VOLUME | IN_COLUMNS},
    {{.name = "terrain-side", WHOLE(terrain_side, 4, 16384, 512),
      .description = "Samples along the longest side of a terrain."}, IN_TERRAIN},
    {{.name = "extent", REAL(extent, 0, 1e6, 0),
      .description = "Cells along the longest side of a terrain, volume or columns; 0 = as the recipe says."}, IN_LIT},
    {{.name = "depth", REAL(depth, -1e6, 1e6, 0),
      .description = "Cells along the axis behind those that are shown, by which a field that has one is moved: its time."},
     IN_MAP | IN_LIT},
    {{.name = "pace", REAL(pace, -1e3, 1e3, 0),
      .description = "Cells, or layers of a file, a second by which the depth grows by itself."}, IN_MAP | IN_LIT},
    {{.name = "time-axis", FLAG(time_axis, 0),
      .description = "A recipe of as many axes as the scene shows gets one more, which is time; a pace sets it."},
     IN_MAP | IN_LIT},

    {{.name = "threshold", REAL(threshold, -1e30, 1e30, 0), .description = "Matter is where samples are greater."},
     IN_VOLUME},
    {{.name = "auto-threshold", FLAG(auto_threshold, 1),
      .description = "The threshold is the one above which a third of the samples lie; another one that is set ends this."},
     IN_VOLUME},
    {{.name = "offset", REAL(offset, -2, 2, 0), .description = "Distance at which the surface is drawn."}, IN_DISTANCES},
    {{.name = "height", REAL(height, -10, 10, 0.35), .min_magnitude = 1e-6,
      .description = "Height of a terrain, or of columns: from the least to the greatest sample."},
     IN_TERRAIN | IN_COLUMNS},
    {{.name = "density", REAL(density, 0, 1e6, 60), .description = "How much of the light a cloud absorbs."}, IN_DENSE},
    {{.name = "edge-fade", REAL(edge_fade, 0, 1, 0.3),
      .description = "The share of the box within which a cloud thins out towards the sides."}, IN_FADED},
    {{.name = "water", REAL(water, -1e30, 1e30, 0), .description = "The level of the water, which there is once it is set."},
     IN_WET},
    {{.name = "has-water", FLAG(has_water, 0),
      .description = "Whether there is water where samples are below its level."}, IN_WET},

    {{.name = "colour", .aliases = {"color"}, CHOICE(colour, colour_name), .description = "What gives a point its colour."},
     IN_MAP | IN_LIT},
    {{.name = "ramp", CHOICE(ramp, ramp_name), .default_value = SCREE_RAMP_TERRAIN, .description = "Colours from the least to the greatest sample."}, IN_ALL},
    {{.name = "reversed", FLAG(reversed, 0), .description = "Exchanges the ends of the ramp."}, IN_ALL},
    {{.name = "range", CHOICE(range, range_name),
      .description = "Samples at the ramp's ends: those of the field, of the picture, or --low and --high."},
     IN_MAP | IN_LIT},
    {{.name = "low", REAL(low, -1e30, 1e30, -1), .description = "The sample with the ramp's first colour."}, IN_MAP | IN_LIT},
    {{.name = "high", REAL(high, -1e30, 1e30, 1), .description = "The sample with its last colour."}, IN_MAP | IN_LIT},

    {{.name = "light-azimuth", REAL(light_azimuth, -360, 360, 120),
      .description = "Where light comes from: degrees anticlockwise from the x axis,"}, IN_MAP | IN_LIT},
    {{.name = "light-elevation", REAL(light_elevation, -90, 90, 40), .description = "and degrees above the horizon."},
     IN_MAP | IN_LIT},
    {{.name = "ambient", REAL(ambient, 0, 1, 0.3), .description = "The share of light that comes from everywhere."}, IN_LIT},
    {{.name = "occlusion", REAL(occlusion, 0, 1, 0.6), .description = "How much corners of voxels, and hollows, are darkened."},
     IN_OCCLUDED},
    {{.name = "shadows", FLAG(shadows, 1), .description = "Whether things cast shadows."}, IN_LIT},
    {{.name = "fog", REAL(fog, 0, 10, 0.02), .description = "How much of the light is lost in a length of 1."}, IN_LIT},
    {{.name = "relief", REAL(relief, 0, 1, 0.5), .description = "How strongly the slopes of a map are shaded."}, IN_MAP},
    {{.name = "interval", REAL(interval, 0, 1e30, 0), .description = "Between the values of contour lines; 0 = none."},
     IN_LINED},
    {{.name = "slice-axis", .type = SCREE_PARAMETER_CHOICE, .syntax = "NAME", .choice_name = axis_name, AT(slice_axis),
      .description = "The axis across which a surface is cut."}, IN_SLICED},
    {{.name = "slice", REAL(slice, -1, 1, 0), .description = "Where it is cut."}, IN_SLICED},

    {{.name = "system", CHOICE(system, system_name), .description = "The attractor or map that particles follow."},
     IN_PARTICLES},
    {{.name = "particle-type", CHOICE(particle_type, particle_type_name), .default_value = SCREE_PARTICLE_F32,
      .description = "Type of coordinates, and of the arithmetic."}, IN_PARTICLES},
    {{.name = "integrator", CHOICE(integrator, integrator_name), .default_value = SCREE_PARTICLE_INTEGRATOR_RK4,
      .description = "How a flow is followed: by Euler's method or that of Runge and Kutta; default: the system's."},
     IN_PARTICLES},
    {{.name = "dt", REAL(time_step, -1e30, 1e30, 0),
      .description = "Time of a step; 0: as the system and the integrator have it. Maps have none."}, IN_PARTICLES},
    {{.name = "numbers", REALS(numbers, number_count, SCREE_MAX_SYSTEM_NUMBERS, -1e30, 1e30),
      .description = "All numbers of the system, in the order of its description."}, IN_PARTICLES},
    {{.name = "particle-seed", WHOLE(particle_seed, 0, 4294967295, 0), .description = "Where particles start."},
     IN_PARTICLES},
    {{.name = "particles", WHOLE(particles, 1, 0x1p28, 0x1p18), .description = "How many there are."}, IN_PARTICLES},
    {{.name = "steps", WHOLE(steps, 0, VIEWER_MAX_STEPS, 1000), .description = "Steps that each has made."}, IN_PARTICLES},
    {{.name = "frame-steps", WHOLE(frame_steps, 1, 0x1p20, 128),
      .description = "Steps from picture to picture while particles move by themselves."}, IN_PARTICLES},
    {{.name = "moving", FLAG(moving, 0), .description = "Whether particles move by themselves."}, IN_PARTICLES},
    {{.name = "shape", CHOICE(shape, shape_name),
      .description = "A pixel for each particle, a line from each second one to the next, or a square around each."},
     IN_PARTICLES},
    {{.name = "quad-size", REAL(quad_size, 0, 1e9, 0),
      .description = "Side of such a square, as a length of the system; 0: a hundredth of its radius."}, IN_PARTICLES},
    {{.name = "particle-colour", CHOICE(particle_colour, particle_colour_name),
      .description = "What chooses the colour: how many particles are in a pixel, or the mean of a quantity of theirs."},
     IN_PARTICLES},
    {{.name = "exposure", CHOICE(exposure, exposure_name),
      .description = "How bright a pixel is for its number of particles."}, IN_PARTICLES},
    {{.name = "brightness", REAL(brightness, 1e-6, 1e6, 1), .description = "Factor of the exposure, except for equalised."},
     IN_PARTICLES},
    {{.name = "white", REAL(white, 1, 1e8, 60),
      .description = "Particles in a pixel that are white, of the exposures linear and log."}, IN_PARTICLES},
    {{.name = "tint-red", REAL(tint[0], 0, 1, 0.0154),
      .description = "What each particle adds by density and the exposure additive: red,"}, IN_PARTICLES},
    {{.name = "tint-green", REAL(tint[1], 0, 1, 0.05), .description = "green,"}, IN_PARTICLES},
    {{.name = "tint-blue", REAL(tint[2], 0, 1, 0.3), .description = "and blue."}, IN_PARTICLES},

    {{.name = "comparison", CHOICE(compare, compare_name),
      .description = "How a second recipe or file is shown: beside the first, or as the difference of both on a map."}, IN_ALL},
};
/* clang-format on */

#define ROWS (sizeof rows / sizeof rows[0])

_Static_assert(sizeof(scree_scene_kind) == sizeof(int) && sizeof(scree_ramp) == sizeof(int),
               "choices are of the size of int");

const scree_parameter *viewer_view_parameter(size_t number)
{
    return number < ROWS ? &rows[number].parameter : NULL;
}

bool viewer_view_applies(size_t number, scree_scene_kind scene)
{
    const scree_scene_kind_info *kind = scree_scene_kind_describe(scene);
    const unsigned forms = (recipe_scene_is_land((int)scene) ? IN_TERRAIN : 0u) |
                           (recipe_scene_has_columns((int)scene) ? IN_COLUMNS : 0u) |
                           (kind->axes == 3 ? IN_VOLUME : 0u) | (kind->has_distances ? IN_DISTANCES : 0u);
    return number < ROWS && (rows[number].scenes & (kind->parameters | forms)) != 0;
}

const scree_parameter *viewer_view_find(const char *name)
{
    for (size_t i = 0; i < ROWS; i++) {
        if (parameter_has_name(&rows[i].parameter, name)) {
            return &rows[i].parameter;
        }
    }
    return NULL;
}

scree_scene_colour viewer_scene_colour(scree_scene_kind scene)
{
    const scree_scene_kind_info *kind = scree_scene_kind_describe(scene);
    /* Distances are seen on the slice. */
    return kind->has_distances ? SCREE_SCENE_COLOUR_VALUE : kind->usual_colour;
}

void viewer_view_leave(viewer_view *view, scree_scene_kind before)
{
    if (view->scene != before && view->colour == viewer_scene_colour(before)) {
        view->colour = SCREE_SCENE_COLOUR_VALUE;
    }
}

void viewer_view_reset(viewer_view *view)
{
    memset(view, 0, sizeof *view);
    for (size_t i = 0; i < ROWS; i++) {
        parameter_reset(&rows[i].parameter, view);
    }
}
