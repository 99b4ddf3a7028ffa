#include <stdlib.h>
#include <string.h>

#include <scree/device.h>
#include <scree/distance.h>
#include <scree/noise.h>

#include "context_internal.h"

static const char *const hash_names[] = {"scree", "perlin2002", NULL};
static const char *const gradients_names[] = {"edges", "sphere", "cube", NULL};
static const char *const fade_names[] = {"quintic", "cubic", "cosine", "linear", NULL};
static const char *const variant_names[] = {"contraction", "unoptimised", "half-optimised", "optimised", NULL};
static const char *const orientation_names[] = {"classic", "xy-planes", "xyz", NULL};
static const char *const type_names[] = {"f32", "u16", "u8", "i16", "f16", "u32", "i32", "i8", "f64", NULL};

static const char *const method_names[] = {"exact", "jfa", "1+jfa", "1+jfa+2", "jfa+2", "jfa+1", "jfa2", NULL};
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

static bool find_name(const char *const *names, const char *name, size_t *index)
{
    for (size_t i = 0; name != NULL && names[i] != NULL; i++) {
        if (strcmp(names[i], name) == 0) {
            *index = i;
            return true;
        }
    }
    return false;
}

/* Defines the two public functions of an enumeration. */
#define DEFINE_NAMES(prefix, type, names)                  \
    const char *prefix##_name(type value)                  \
    {                                                      \
        return name_at(names, (size_t)value);              \
    }                                                      \
    bool prefix##_from_name(const char *name, type *value) \
    {                                                      \
        size_t index = 0;                                  \
        if (!find_name(names, name, &index)) {             \
            return false;                                  \
        }                                                  \
        *value = (type)index;                              \
        return true;                                       \
    }

DEFINE_NAMES(scree_noise_hash, scree_noise_hash, hash_names)
DEFINE_NAMES(scree_gradients, scree_gradients, gradients_names)
DEFINE_NAMES(scree_fade, scree_fade, fade_names)
DEFINE_NAMES(scree_variant, scree_variant, variant_names)
DEFINE_NAMES(scree_orientation, scree_orientation, orientation_names)
DEFINE_NAMES(scree_type, scree_type, type_names)
DEFINE_NAMES(scree_distance_method, scree_distance_method, method_names)
DEFINE_NAMES(scree_distance_surface, scree_distance_surface, surface_names)
DEFINE_NAMES(scree_distance_sign, scree_distance_sign, sign_names)
DEFINE_NAMES(scree_distance_edge, scree_distance_edge, edge_names)

static const char *const backend_names[] = {"cpu", "vulkan", "cuda", NULL};
static const char *const device_kind_names[] = {"cpu",         "discrete GPU", "integrated GPU",
                                                "virtual GPU", "software GPU", NULL};

const char *scree_backend_name(scree_backend backend)
{
    return backend == SCREE_BACKEND_AUTO ? "auto" : name_at(backend_names, (size_t)backend);
}

const char *scree_device_kind_name(scree_device_kind kind)
{
    return name_at(device_kind_names, (size_t)kind);
}

size_t scree_type_bytes(scree_type type)
{
    static const uint8_t bytes[SCREE_TYPES] = {
        [SCREE_TYPE_F32] = 4, [SCREE_TYPE_U16] = 2, [SCREE_TYPE_U8] = 1, [SCREE_TYPE_I16] = 2, [SCREE_TYPE_F16] = 2,
        [SCREE_TYPE_U32] = 4, [SCREE_TYPE_I32] = 4, [SCREE_TYPE_I8] = 1, [SCREE_TYPE_F64] = 8,
    };
    return (size_t)type < SCREE_TYPES ? bytes[type] : 0;
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
