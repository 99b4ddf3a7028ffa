/* The kinds of noise as the library's users see them: the rows of kernels/noise_kinds.h. */
#include "noise_kinds.h"

#include <string.h>

#include <scree/noise.h>

#define HAS_AXES_LATTICE(nodes) \
    ((nodes) == SCREE_SITES_CUBIC || (nodes) == SCREE_SITES_WAVES || (nodes) == SCREE_SITES_RING)

/* The shortest period of a kind whose lattice can repeat, or 0. Neighbours of a cell must not be itself. */
#define MIN_PERIOD(nodes) ((nodes) < SCREE_SITES_CUBIC ? 1u : HAS_AXES_LATTICE(nodes) ? 2u : 0u)

/* The longest. Cells of sites count modulo 2^32. */
#define MAX_PERIOD(nodes)                              \
    ((nodes) < SCREE_SITES_CUBIC   ? UINT64_MAX        \
     : (nodes) == SCREE_SITES_RING ? SCREE_GLSL_RING   \
     : HAS_AXES_LATTICE(nodes)     ? UINT64_C(1) << 32 \
                                   : 0u)

/* Names as people write them: with dashes, which the name of a function cannot have. */
#define NAME_PERLIN "perlin"
#define NAME_VALUE "value"
#define NAME_WHITE "white"
#define NAME_SIMPLEX "simplex"
#define NAME_OPENSIMPLEX2 "opensimplex2"
#define NAME_OPENSIMPLEX2S "opensimplex2s"
#define NAME_CELLULAR "cellular"
#define NAME_GABOR "gabor"
#define NAME_PHASOR "phasor"
#define NAME_GLSL_PERLIN "glsl-perlin"
#define NAME_GLSL_SIMPLEX "glsl-simplex"

#define KIND_INFO(KIND, kind_name, number, nodes, sample, least_axes, most_axes, text)                         \
    [SCREE_NOISE_##KIND] = {.name = NAME_##KIND,                                                               \
                            .description = text,                                                               \
                            .min_axes = (least_axes),                                                          \
                            .max_axes = (most_axes),                                                           \
                            .min_period = MIN_PERIOD(nodes),                                                   \
                            .max_period = MAX_PERIOD(nodes),                                                   \
                            .interpolates = (nodes) == SCREE_NODES_VALUES || (nodes) == SCREE_NODES_GRADIENTS, \
                            .has_sites = (nodes) >= SCREE_SITES_CUBIC,                                         \
                            .has_gradients = (nodes) == SCREE_NODES_GRADIENTS || (nodes) == SCREE_SITES_GRADIENTS},
static const scree_noise_kind_info kinds[] = {SCREE_NOISE_KINDS(KIND_INFO)};

#define KIND_COUNT (sizeof kinds / sizeof kinds[0])

#define NUMBER_IS_PUBLIC(KIND, name, number, nodes, sample, min_axes, max_axes, description) \
    _Static_assert(SCREE_NOISE_##KIND == (number), "kernels and users number the kinds alike");
SCREE_NOISE_KINDS(NUMBER_IS_PUBLIC)

const scree_noise_kind_info *scree_noise_kind_describe(scree_noise_kind kind)
{
    return (size_t)kind < KIND_COUNT ? &kinds[kind] : NULL;
}

const char *scree_noise_kind_name(scree_noise_kind kind)
{
    const scree_noise_kind_info *info = scree_noise_kind_describe(kind);
    return info != NULL ? info->name : NULL;
}

bool scree_noise_kind_from_name(const char *name, scree_noise_kind *kind)
{
    for (size_t i = 0; name != NULL && i < KIND_COUNT; i++) {
        if (strcmp(kinds[i].name, name) == 0) {
            *kind = (scree_noise_kind)i;
            return true;
        }
    }
    return false;
}
