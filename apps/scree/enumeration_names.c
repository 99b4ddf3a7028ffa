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

/* A function that is one of the library's, with a number for its argument. */
#define DEFINE_NAMES(function, type, library) \
    static const char *function(int number)   \
    {                                         \
        return library((type)number);         \
    }

/* A function that returns the entry of an array; NULL past its ends. */
#define DEFINE_ENTRIES(function, lines)             \
    static const char *function(int number)         \
    {                                               \
        return entry(lines, LENGTH(lines), number); \
    }

DEFINE_NAMES(kind_name, scree_noise_kind, scree_noise_kind_name)
DEFINE_NAMES(hash_name, scree_noise_hash, scree_noise_hash_name)
DEFINE_NAMES(gradients_name, scree_noise_gradients, scree_noise_gradients_name)
DEFINE_NAMES(fade_name, scree_noise_fade, scree_noise_fade_name)
DEFINE_NAMES(orientation_name, scree_noise_orientation, scree_noise_orientation_name)
DEFINE_NAMES(fractal_name, scree_noise_fractal, scree_noise_fractal_name)
DEFINE_NAMES(type_name, scree_type, scree_type_name)
DEFINE_NAMES(distance_method_name, scree_distance_method, scree_distance_method_name)
DEFINE_NAMES(handedness_name, scree_handedness, scree_handedness_name)
DEFINE_NAMES(handedness_describe, scree_handedness, scree_handedness_description)
DEFINE_NAMES(surface_name, scree_distance_surface, scree_distance_surface_name)
DEFINE_NAMES(sign_name, scree_distance_sign, scree_distance_sign_name)
DEFINE_NAMES(edge_name, scree_distance_edge, scree_distance_edge_name)
DEFINE_NAMES(shape_name, scree_particle_shape, scree_particle_shape_name)
DEFINE_NAMES(particle_colour_name, scree_particle_colour, scree_particle_colour_name)
DEFINE_NAMES(exposure_name, scree_exposure, scree_exposure_name)
DEFINE_NAMES(exposure_describe, scree_exposure, scree_exposure_description)
DEFINE_NAMES(ramp_name, scree_ramp, scree_ramp_name)
DEFINE_NAMES(ramp_describe, scree_ramp, scree_ramp_description)

static const char *kind_describe(int number)
{
    const scree_noise_kind_info *info = scree_noise_kind_describe((scree_noise_kind)number);
    return info != NULL ? info->description : NULL;
}

static const char *const hash_lines[] = {
    [SCREE_NOISE_HASH_SCREE] = "integer hash with 64-bit cells and seed: never repeats, every octave is another",
    [SCREE_NOISE_HASH_PERLIN2002] = "Perlin's permutation and gradients as published in 2002: repeats after 256 cells",
};

DEFINE_ENTRIES(hash_describe, hash_lines)

static const char *const gradients_lines[] = {
    [SCREE_NOISE_GRADIENTS_EDGES] = "midpoints of a cube's edges (3 axes and more), 16 directions (2), 16 slopes (1)",
    [SCREE_NOISE_GRADIENTS_SPHERE] = "256 unit vectors",
    [SCREE_NOISE_GRADIENTS_CUBE] = "256 vectors, uniform in [-1, 1] on every axis",
};

DEFINE_ENTRIES(gradients_describe, gradients_lines)

static const char *const fade_lines[] = {
    [SCREE_NOISE_FADE_QUINTIC] = "6f^5 - 15f^4 + 10f^3: slope and curvature are continuous",
    [SCREE_NOISE_FADE_CUBIC] = "3f^2 - 2f^3: the slope is continuous",
    [SCREE_NOISE_FADE_COSINE] = "(1 - cos(pi f)) / 2: the slope is continuous",
    [SCREE_NOISE_FADE_LINEAR] = "f: creases at the borders of the cells",
};

DEFINE_ENTRIES(fade_describe, fade_lines)

static const char *const orientation_lines[] = {
    [SCREE_NOISE_ORIENTATION_CLASSIC] = "all axes alike: their main diagonal is that of the lattice",
    [SCREE_NOISE_ORIENTATION_XY_PLANES] =
        "z along the main diagonal: planes of x and y are cut evenly, for z as height or time",
    [SCREE_NOISE_ORIENTATION_XYZ] = "4 axes: w along the main diagonal, for w as time; 3 axes: the same as classic",
};

DEFINE_ENTRIES(orientation_describe, orientation_lines)

static const char *fractal_describe(int number)
{
    return parameter_find("fractal")->choice_description(number);
}

static const char *format_name(int number)
{
    const scree_format_info *info = scree_format_describe((scree_format)number);
    return info != NULL ? info->name : NULL;
}

static const char *format_describe(int number)
{
    const scree_format_info *info = scree_format_describe((scree_format)number);
    return info != NULL ? info->description : NULL;
}

/* A level set is made of distances. */
static bool format_is_of_noise(int number)
{
    const scree_format_info *info = scree_format_describe((scree_format)number);
    return info->is_written && !info->is_level_set && !info->is_points;
}

static const char *const type_lines[] = {
    [SCREE_TYPE_F32] = "float32: the field itself",
    [SCREE_TYPE_U16] = "0 to 65535",
    [SCREE_TYPE_U8] = "0 to 255",
    [SCREE_TYPE_I16] = "-32768 to 32767: files and distance fields only",
    [SCREE_TYPE_F16] = "float16: files and distance fields only",
    [SCREE_TYPE_U32] = "0 to 4294967295: files only",
    [SCREE_TYPE_I32] = "-2147483648 to 2147483647: files only",
    [SCREE_TYPE_I8] = "-128 to 127: files only",
    [SCREE_TYPE_F64] = "float64: files only",
};

DEFINE_ENTRIES(type_describe, type_lines)

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

static const char *const distance_method_lines[] = {
    [SCREE_DISTANCE_EXACT] = "the Euclidean distance transform: no error, and the fastest for terrains",
    [SCREE_DISTANCE_JFA] = "jump flooding (Rong and Tan, 2006): jumps of n/2, n/4, ..., 1; never below the exact one",
    [SCREE_DISTANCE_1_JFA] = "a jump of 1 first",
    [SCREE_DISTANCE_1_JFA_2] = "a jump of 1 first, and of 2 and 1 last",
    [SCREE_DISTANCE_JFA_2] = "jumps of 2 and 1 last",
    [SCREE_DISTANCE_JFA_1] = "a jump of 1 last",
    [SCREE_DISTANCE_JFA_TWICE] = "all jumps twice: JFA squared",
    [SCREE_DISTANCE_NAIVE] = "every voxel looks at all voxels: the distances of exact, slowly; 4194304 voxels at most",
};

DEFINE_ENTRIES(distance_method_describe, distance_method_lines)

static const char *const surface_lines[] = {
    [SCREE_DISTANCE_SURFACE_VOXELS] = "the centre of the nearest voxel of the opposite side",
    [SCREE_DISTANCE_SURFACE_COLUMNS] = "the nearest point of the opposite side on a column's axis, by real heights",
    [SCREE_DISTANCE_SURFACE_MESH] = "the surface of triangles through the columns' tops",
};

DEFINE_ENTRIES(surface_describe, surface_lines)

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

static const char *system_name(int number)
{
    const scree_particle_system_info *info = scree_particle_system_describe((scree_particle_system)number);
    return info != NULL ? info->name : NULL;
}

static const char *system_describe(int number)
{
    return scree_particle_system_describe((scree_particle_system)number)->description;
}

static const char *const integrator_names[] = {"euler", "rk4"};
DEFINE_ENTRIES(integrator_name, integrator_names)

static const char *const particle_type_names[] = {[SCREE_PARTICLE_F64] = "f64", [SCREE_PARTICLE_F32] = "f32"};
DEFINE_ENTRIES(particle_type_name, particle_type_names)

/* Particles are drawn by 'scree attractor'. */
static const char *scene_name(int number)
{
    return scree_scene_kind_name(recipe_scene_kind(number));
}

static const char *scene_describe(int number)
{
    return scree_scene_kind_describe(recipe_scene_kind(number))->description;
}

static const char *scene_colour_name(int number)
{
    return scree_scene_colour_name((scree_scene_colour)number);
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

static const char *level_name(int number)
{
    const bool valid = number >= SCREE_CPU_LEVEL_AUTO && number <= SCREE_CPU_LEVEL_NEON;
    return valid ? scree_cpu_level_name((scree_cpu_level)number) : NULL;
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
    &enumeration_formats,          &enumeration_types,    &enumeration_presets,      &enumeration_levels,
    &enumeration_distance_methods, &enumeration_surfaces, &enumeration_handednesses, &enumeration_systems,
    &enumeration_exposures,        &enumeration_ramps,    &enumeration_scenes,
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
