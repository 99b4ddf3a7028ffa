#include "enumeration_names.h"

#include <stddef.h>
#include <string.h>

#include <scree/scree.h>

#include "bench.h"
#include "command.h"
#include "message.h"
#include "presets.h"
#include "sphere.h"
#include "text.h"

#define LENGTH(array) ((int)(sizeof(array) / sizeof(array)[0]))

static const char *entry(const char *const *lines, int count, int number)
{
    return number >= 0 && number < count ? lines[number] : NULL;
}

/* The names that the library has for an enumeration, by a plain number. */
#define DEFINE_NAMES(prefix, type)               \
    static const char *prefix##_name(int number) \
    {                                            \
        return type##_name((type)number);        \
    }

/* The same, and its lines for people. */
#define DEFINE_WORDS(prefix, type)                   \
    DEFINE_NAMES(prefix, type)                       \
    static const char *prefix##_describe(int number) \
    {                                                \
        return type##_description((type)number);     \
    }

/* A function that returns the entry of an array; NULL past its ends. */
#define DEFINE_ENTRIES(function, lines)             \
    static const char *function(int number)         \
    {                                               \
        return entry(lines, LENGTH(lines), number); \
    }

DEFINE_WORDS(kind, scree_noise_kind)
DEFINE_WORDS(hash, scree_noise_hash)
DEFINE_WORDS(gradients, scree_noise_gradients)
DEFINE_WORDS(fade, scree_noise_fade)
DEFINE_WORDS(orientation, scree_noise_orientation)
DEFINE_WORDS(fractal, scree_noise_fractal)
DEFINE_WORDS(op, scree_op)
DEFINE_WORDS(format, scree_format)
DEFINE_WORDS(type, scree_type)
DEFINE_WORDS(distance_method, scree_distance_method)
DEFINE_WORDS(handedness, scree_handedness)
DEFINE_WORDS(surface, scree_distance_surface)
DEFINE_NAMES(sign, scree_distance_sign)
DEFINE_NAMES(edge, scree_distance_edge)
DEFINE_WORDS(system, scree_particle_system)
DEFINE_NAMES(particle_type, scree_particle_type)
DEFINE_NAMES(shape, scree_particle_shape)
DEFINE_NAMES(particle_colour, scree_particle_colour)
DEFINE_WORDS(exposure, scree_exposure)
DEFINE_WORDS(ramp, scree_ramp)
DEFINE_NAMES(scene_colour, scree_scene_colour)
DEFINE_NAMES(level, scree_cpu_level)

/* A level set is made of distances. */
static bool format_is_of_noise(int number)
{
    const scree_format_info *info = scree_format_describe((scree_format)number);
    return info->is_written && !info->is_level_set && !info->is_points;
}

static bool type_is_of_noise(int number)
{
    return number == SCREE_TYPE_F32 || number == SCREE_TYPE_U16 || number == SCREE_TYPE_U8;
}

static bool type_is_of_distances(int number)
{
    return number == SCREE_TYPE_F32 || number == SCREE_TYPE_F16 || number == SCREE_TYPE_I16;
}

/* And pictures of slices. */
static bool format_is_of_distances(int number)
{
    const scree_format_info *info = scree_format_describe((scree_format)number);
    return info->holds_colours ||
           (info->is_written && !info->is_points &&
            (scree_format_holds(info, SCREE_TYPE_F32) || scree_format_holds(info, SCREE_TYPE_F16)));
}

static bool format_is_of_pictures(int number)
{
    return scree_format_describe((scree_format)number)->holds_colours;
}

static bool format_is_of_drawings(int number)
{
    return format_is_of_pictures(number) || scree_format_describe((scree_format)number)->is_video;
}

static const char *const quantiles_names[] = {[QUANTILES_OF_FIELD] = "field", [QUANTILES_OF_GRID] = "grid"};
DEFINE_ENTRIES(quantiles_name, quantiles_names)

static const char *reference_name(int number)
{
    return number == 0 ? scree_distance_method_name(SCREE_DISTANCE_EXACT) : NULL;
}

static const char *const projection_names[] = {
    [PROJECTION_EQUIRECTANGULAR] = "equirectangular",
    [PROJECTION_CUBE_MAP] = "cube-map",
};
DEFINE_ENTRIES(projection_name, projection_names)

/* The integrators that people name; the default is a system's own. */
static const char *integrator_name(int number)
{
    return number >= 0
               ? scree_particle_integrator_name((scree_particle_integrator)(number + SCREE_PARTICLE_INTEGRATOR_EULER))
               : NULL;
}

/* Particles are drawn by 'scree attractor'. */
static const char *scene_name(int number)
{
    return scree_scene_kind_name(recipe_scene_kind(number));
}

static const char *scene_describe(int number)
{
    return scree_scene_kind_description(recipe_scene_kind(number));
}

/* Coordinates are rows of three numbers, which no picture is. */
static bool format_is_of_points(int number)
{
    const scree_format_info *info = scree_format_describe((scree_format)number);
    return info->is_written && !info->is_level_set && !info->is_picture && info->max_axes >= 2 &&
           (scree_format_holds(info, SCREE_TYPE_F64) || scree_format_holds(info, SCREE_TYPE_F32));
}

static bool type_is_of_points(int number)
{
    return number == SCREE_TYPE_F64 || number == SCREE_TYPE_F32;
}

static const char *level_describe(int number)
{
    if (number == SCREE_CPU_LEVEL_AUTO) {
        return "the environment variable SCREE_CPU_LEVEL, else the best that is available";
    }
    return scree_cpu_level_available((scree_cpu_level)number) ? "this processor can run it"
           : scree_cpu_level_supported((scree_cpu_level)number)
               ? "this build lacks it, and the preset \"release\" has it"
               : "this processor lacks it";
}

static const char *const graphics_names[] = {
    [GRAPHICS_KITTY] = "kitty",          [GRAPHICS_SIXEL] = "sixel", [GRAPHICS_BLOCKS] = "blocks",
    [GRAPHICS_BLOCKS_256] = "blocks256", [GRAPHICS_ASCII] = "ascii",
};
DEFINE_ENTRIES(graphics_name, graphics_names)

static const char *const progress_names[] = {"auto", "always", "never"};
DEFINE_ENTRIES(progress_name, progress_names)

static const char *const shell_names[] = {"bash", "zsh", "fish"};
DEFINE_ENTRIES(shell_name, shell_names)

static const char *const import_names[] = {[IMPORT_OF_FASTNOISE2] = "fastnoise2", [IMPORT_OF_MINECRAFT] = "minecraft"};
DEFINE_ENTRIES(import_name, import_names)

static const char *const bench_names[] = {
    [BENCH_OF_NOISE] = "noise",   [BENCH_OF_VARIANTS] = "variants",   [BENCH_OF_DISTANCES] = "sdf",
    [BENCH_OF_CALLS] = "calls",   [BENCH_OF_PARTICLES] = "particles", [BENCH_OF_PRIMER] = "primer",
    [BENCH_OF_SCENES] = "scenes", [BENCH_OF_MAPS] = "maps",           [BENCH_OF_AXES] = "axes",
};
DEFINE_ENTRIES(bench_name, bench_names)

static const char *command_name(int number)
{
    const struct command *command = command_visible(number);
    return command != NULL ? command->name : NULL;
}

static const struct enumeration *const listed_of_noise[] = {
    &enumeration_kinds, &enumeration_hashes,       &enumeration_gradients,
    &enumeration_fades, &enumeration_orientations, &enumeration_fractals,
};

static const struct enumeration *const listed_behind[] = {
    &enumeration_operators, &enumeration_formats,          &enumeration_types,    &enumeration_presets,
    &enumeration_levels,    &enumeration_distance_methods, &enumeration_surfaces, &enumeration_handednesses,
    &enumeration_systems,   &enumeration_exposures,        &enumeration_ramps,    &enumeration_scenes,
};

static const char *list_name(int number)
{
    const struct enumeration *enumeration = enumeration_listed(number);
    return enumeration != NULL ? enumeration->plural : NULL;
}

#define DEFINE_ENUMERATION(name, ...) const struct enumeration enumeration_##name = {__VA_ARGS__};
ENUMERATIONS(DEFINE_ENUMERATION)

/* Enumerations of parameters of single kinds, which are listed behind those of all noise. */
#define OWN_MOST 16 /* At least one more than there are. */
static struct own_enumeration {
    const scree_parameter *parameter;
    char noun[32];
    char plural[40];
    struct enumeration enumeration;
} own_enumerations[OWN_MOST];

const struct enumeration *enumeration_of_parameter(const scree_parameter *parameter)
{
    struct own_enumeration *own = own_enumerations;
    while (own->parameter != NULL && own->parameter != parameter) {
        own++;
    }
    if (own->parameter == NULL) {
        own->parameter = parameter;
        parameter_spell(parameter->name, own->noun, sizeof own->noun);
        snprintf(own->plural, sizeof own->plural, "%ss", own->noun);
        own->enumeration =
            (struct enumeration){own->noun, own->plural, parameter->choice_name, parameter->choice_description, NULL};
    }
    return &own->enumeration;
}

static int own_count(void)
{
    int count = 0;
    while (own_enumerations[count].parameter != NULL) {
        count++;
    }
    return count;
}

const struct enumeration *enumeration_listed(int number)
{
    const int own = number - LENGTH(listed_of_noise);
    const int behind = own - own_count();
    if (number < 0 || behind >= LENGTH(listed_behind)) {
        return NULL;
    }
    return own < 0 ? listed_of_noise[number] : behind < 0 ? &own_enumerations[own].enumeration : listed_behind[behind];
}
