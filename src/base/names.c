#include <stdlib.h>
#include <string.h>

#include <scree/device.h>
#include <scree/distance.h>
#include <scree/noise.h>

#include "context_internal.h"
#include "from_name.h"

static const char *const hash_names[] = {"scree", "perlin2002", NULL};
static const char *const gradients_names[] = {"edges", "sphere", "cube", NULL};
static const char *const fade_names[] = {"quintic", "cubic", "cosine", "linear", NULL};
static const char *const distribution_names[] = {"own", "uniform", "normal", NULL};
static const char *const orientation_names[] = {"classic", "xy-planes", "xyz", NULL};
static const char *const type_names[] = {"f32", "u16", "u8", "i16", "f16", "u32", "i32", "i8", "f64", NULL};

static const char *const method_names[] = {"exact", "jfa", "1+jfa", "1+jfa+2", "jfa+2", "jfa+1", "jfa2", "naive", NULL};
static const char *const surface_names[] = {"voxels", "columns", "mesh", NULL};
static const char *const sign_names[] = {"both", "outside", "inside", NULL};
static const char *const edge_names[] = {"open", "clamp", NULL};

static const char *name_at(const char *const *names, size_t index)
{
    size_t count = 0;
    while (names[count] != NULL) {
        count++;
    }
    return index < count ? names[index] : NULL;
}

/* Defines the two public functions of an enumeration. */
#define DEFINE_NAMES(type, names)             \
    const char *type##_name(type value)       \
    {                                         \
        return name_at(names, (size_t)value); \
    }                                         \
    SCREE_DEFINE_FROM_NAME(type)

DEFINE_NAMES(scree_noise_hash, hash_names)
DEFINE_NAMES(scree_noise_gradients, gradients_names)
DEFINE_NAMES(scree_noise_fade, fade_names)
DEFINE_NAMES(scree_noise_orientation, orientation_names)
DEFINE_NAMES(scree_noise_distribution, distribution_names)
DEFINE_NAMES(scree_type, type_names)
DEFINE_NAMES(scree_distance_method, method_names)
DEFINE_NAMES(scree_distance_surface, surface_names)
DEFINE_NAMES(scree_distance_sign, sign_names)
DEFINE_NAMES(scree_distance_edge, edge_names)

static const char *const backend_names[] = {"cpu", "vulkan", "cuda", NULL};
static const char *const device_kind_names[] = {"cpu",         "discrete GPU", "integrated GPU",
                                                "virtual GPU", "software GPU", NULL};

const char *scree_backend_name(scree_backend backend)
{
    return backend == SCREE_BACKEND_AUTO ? "auto" : name_at(backend_names, (size_t)backend);
}

bool scree_backend_from_name(const char *name, scree_backend *backend)
{
    for (int i = SCREE_BACKEND_AUTO; name != NULL && scree_backend_name((scree_backend)i) != NULL; i++) {
        if (strcmp(scree_backend_name((scree_backend)i), name) == 0) {
            *backend = (scree_backend)i;
            return true;
        }
    }
    return false;
}

const char *scree_device_kind_name(scree_device_kind kind)
{
    return name_at(device_kind_names, (size_t)kind);
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
