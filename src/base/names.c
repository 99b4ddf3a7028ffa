#include <stdlib.h>
#include <string.h>

#include <scree/device.h>
#include <scree/distance.h>
#include <scree/input.h>
#include <scree/noise.h>
#include <scree/particles.h>

#include "choices.h"
#include "context_internal.h"

static const scree_choice hashes[] = {
    [SCREE_NOISE_HASH_SCREE] = {"scree",
                                "integer hash with 64-bit cells and seed: never repeats, every octave is another"},
    [SCREE_NOISE_HASH_PERLIN2002] =
        {"perlin2002", "Perlin's permutation and gradients as published in 2002: repeats after 256 cells"},
};

static const scree_choice gradients[] = {
    [SCREE_NOISE_GRADIENTS_EDGES] = {"edges",
                                     "midpoints of a cube's edges (3 axes and more), 16 directions (2), 16 slopes (1)"},
    [SCREE_NOISE_GRADIENTS_SPHERE] = {"sphere", "256 unit vectors"},
    [SCREE_NOISE_GRADIENTS_CUBE] = {"cube", "256 vectors, uniform in [-1, 1] on every axis"},
};

static const scree_choice fades[] = {
    [SCREE_NOISE_FADE_QUINTIC] = {"quintic", "6f^5 - 15f^4 + 10f^3: slope and curvature are continuous"},
    [SCREE_NOISE_FADE_CUBIC] = {"cubic", "3f^2 - 2f^3: the slope is continuous"},
    [SCREE_NOISE_FADE_COSINE] = {"cosine", "(1 - cos(pi f)) / 2: the slope is continuous"},
    [SCREE_NOISE_FADE_LINEAR] = {"linear", "f: creases at the borders of the cells"},
};

static const scree_choice orientations[] = {
    [SCREE_NOISE_ORIENTATION_CLASSIC] = {"classic", "all axes alike: their main diagonal is that of the lattice"},
    [SCREE_NOISE_ORIENTATION_XY_PLANES] =
        {"xy-planes", "z along the main diagonal: planes of x and y are cut evenly, for z as height or time"},
    [SCREE_NOISE_ORIENTATION_XYZ] = {"xyz",
                                     "4 axes: w along the main diagonal, for w as time; 3 axes: the same as classic"},
};

static const scree_choice distributions[] = {
    [SCREE_NOISE_DISTRIBUTION_OWN] = {"own", "as the noise makes them: many near the middle, few near the ends"},
    [SCREE_NOISE_DISTRIBUTION_UNIFORM] = {"uniform", "evenly in [-1, 1]: a share p of them is above 1 - 2 p"},
    [SCREE_NOISE_DISTRIBUTION_NORMAL] = {"normal", "normally: mean 0, standard deviation 1, cut off at -4.8 and 4.8"},
};

static const scree_choice types[] = {
    [SCREE_TYPE_F32] = {"f32", "float32: the field itself"},
    [SCREE_TYPE_U16] = {"u16", "0 to 65535"},
    [SCREE_TYPE_U8] = {"u8", "0 to 255"},
    [SCREE_TYPE_I16] = {"i16", "-32768 to 32767: files and distance fields only"},
    [SCREE_TYPE_F16] = {"f16", "float16: files and distance fields only"},
    [SCREE_TYPE_U32] = {"u32", "0 to 4294967295: files only"},
    [SCREE_TYPE_I32] = {"i32", "-2147483648 to 2147483647: files only"},
    [SCREE_TYPE_I8] = {"i8", "-128 to 127: files only"},
    [SCREE_TYPE_F64] = {"f64", "float64: files only"},
};

static const scree_choice methods[] = {
    [SCREE_DISTANCE_EXACT] = {"exact", "the Euclidean distance transform: no error, and the fastest for terrains"},
    [SCREE_DISTANCE_JFA] = {"jfa", "jump flooding (Rong and Tan, 2006): jumps of n/2, n/4, ..., 1; never below the "
                                   "exact one"},
    [SCREE_DISTANCE_1_JFA] = {"1+jfa", "a jump of 1 first"},
    [SCREE_DISTANCE_1_JFA_2] = {"1+jfa+2", "a jump of 1 first, and of 2 and 1 last"},
    [SCREE_DISTANCE_JFA_2] = {"jfa+2", "jumps of 2 and 1 last"},
    [SCREE_DISTANCE_JFA_1] = {"jfa+1", "a jump of 1 last"},
    [SCREE_DISTANCE_JFA_TWICE] = {"jfa2", "all jumps twice: JFA squared"},
    [SCREE_DISTANCE_NAIVE] = {"naive", "every voxel looks at all voxels: the distances of exact, slowly; 4194304 "
                                       "voxels at most"},
};

static const scree_choice surfaces[] = {
    [SCREE_DISTANCE_SURFACE_VOXELS] = {"voxels", "the centre of the nearest voxel of the opposite side"},
    [SCREE_DISTANCE_SURFACE_COLUMNS] = {"columns",
                                        "the nearest point of the opposite side on a column's axis, by real heights"},
    [SCREE_DISTANCE_SURFACE_MESH] = {"mesh", "the surface of triangles through the columns' tops"},
};

static const char *const sign_names[] = {"both", "outside", "inside"};
static const char *const edge_names[] = {"open", "clamp"};
static const char *const integrator_names[] = {"default", "euler", "rk4"};
static const char *const particle_type_names[] = {[SCREE_PARTICLE_F64] = "f64", [SCREE_PARTICLE_F32] = "f32"};
static const char *const shape_names[] = {"points", "lines", "quads"};
static const char *const colour_names[] = {"density", "speed", "age", "x", "y", "z"};
static const char *const range_mode_names[] = {"fixed", "measured", "given"};
static const char *const nodata_rule_names[] = {"refuse", "fill", "lowest"};
static const char *const span_kind_names[] = {"compute", "download", "prepare"};
static const char *const log_level_names[] = {"error", "warning", "info"};
static const char *const parameter_type_names[] = {"choice", "u32", "u64", "real", "flag", "reals", "axes"};
static const char *const cpu_level_names[] = {"auto", "scalar", "sse41", "avx2", "avx512", "neon"};
static const char *const device_kind_names[] = {"cpu", "discrete GPU", "integrated GPU", "virtual GPU", "software GPU"};

SCREE_DEFINE_CHOICES(scree_noise_hash, hashes)
SCREE_DEFINE_CHOICES(scree_noise_gradients, gradients)
SCREE_DEFINE_CHOICES(scree_noise_fade, fades)
SCREE_DEFINE_CHOICES(scree_noise_orientation, orientations)
SCREE_DEFINE_CHOICES(scree_noise_distribution, distributions)
SCREE_DEFINE_CHOICES(scree_type, types)
SCREE_DEFINE_CHOICES(scree_distance_method, methods)
SCREE_DEFINE_CHOICES(scree_distance_surface, surfaces)
SCREE_DEFINE_NAMES(scree_distance_sign, sign_names)
SCREE_DEFINE_NAMES(scree_distance_edge, edge_names)
SCREE_DEFINE_NAMES(scree_particle_integrator, integrator_names)
SCREE_DEFINE_NAMES(scree_particle_type, particle_type_names)
SCREE_DEFINE_NAMES(scree_particle_shape, shape_names)
SCREE_DEFINE_NAMES(scree_particle_colour, colour_names)
SCREE_DEFINE_NAMES(scree_range_mode, range_mode_names)
SCREE_DEFINE_NAMES(scree_nodata_rule, nodata_rule_names)
SCREE_DEFINE_NAMES(scree_span_kind, span_kind_names)
SCREE_DEFINE_NAMES(scree_log_level, log_level_names)
SCREE_DEFINE_NAMES(scree_parameter_type, parameter_type_names)
SCREE_DEFINE_NAMES(scree_cpu_level, cpu_level_names)
SCREE_DEFINE_NAMES(scree_device_kind, device_kind_names)

const char *scree_backend_name(scree_backend backend)
{
    static const char *const names[] = {"auto", "cpu", "vulkan", "cuda"};
    const size_t index = (size_t)backend - (size_t)SCREE_BACKEND_AUTO;
    return index < sizeof names / sizeof names[0] ? names[index] : NULL;
}

SCREE_DEFINE_FROM_NAME(scree_backend, SCREE_BACKEND_AUTO)

/* Results are numbered from 0 downwards. */
static const char *const result_names[] = {
    [-SCREE_OK] = "SCREE_OK",
    [-SCREE_ERROR_INVALID] = "SCREE_ERROR_INVALID",
    [-SCREE_ERROR_OUT_OF_MEMORY] = "SCREE_ERROR_OUT_OF_MEMORY",
    [-SCREE_ERROR_UNSUPPORTED] = "SCREE_ERROR_UNSUPPORTED",
    [-SCREE_ERROR_DEVICE_LOST] = "SCREE_ERROR_DEVICE_LOST",
    [-SCREE_ERROR_CANCELLED] = "SCREE_ERROR_CANCELLED",
    [-SCREE_ERROR_TIMEOUT] = "SCREE_ERROR_TIMEOUT",
    [-SCREE_ERROR_IO] = "SCREE_ERROR_IO",
    [-SCREE_ERROR_FORMAT] = "SCREE_ERROR_FORMAT",
    [-SCREE_ERROR_EXISTS] = "SCREE_ERROR_EXISTS",
    [-SCREE_ERROR_INTERNAL] = "SCREE_ERROR_INTERNAL",
};

#define RESULT_COUNT (sizeof result_names / sizeof result_names[0])

const char *scree_result_name(scree_result result)
{
    return result <= 0 && -(int64_t)result < (int64_t)RESULT_COUNT ? result_names[-result] : "unknown result";
}

bool scree_result_from_name(const char *name, scree_result *result)
{
    for (size_t i = 0; name != NULL && i < RESULT_COUNT; i++) {
        if (strcmp(result_names[i], name) == 0) {
            *result = (scree_result) - (int)i;
            return true;
        }
    }
    return false;
}

size_t scree_type_bytes(scree_type type)
{
    static const uint8_t bytes[SCREE_TYPE_COUNT] = {
        [SCREE_TYPE_F32] = 4, [SCREE_TYPE_U16] = 2, [SCREE_TYPE_U8] = 1, [SCREE_TYPE_I16] = 2, [SCREE_TYPE_F16] = 2,
        [SCREE_TYPE_U32] = 4, [SCREE_TYPE_I32] = 4, [SCREE_TYPE_I8] = 1, [SCREE_TYPE_F64] = 8,
    };
    return (size_t)type < SCREE_TYPE_COUNT ? bytes[type] : 0;
}

static char small_letter(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

bool scree_same_letters(const char *a, const char *b, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (small_letter(a[i]) != small_letter(b[i])) {
            return false;
        }
    }
    return true;
}

char *scree_copy_text(const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    if (copy != NULL) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}
