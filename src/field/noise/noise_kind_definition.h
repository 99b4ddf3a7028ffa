/*
 * The definition of a kind of noise on the host: all that its row in kernels/noise/noise_kinds.h does not say. Each
 * kind has a file of its own in kinds/. Nothing else names a kind.
 */
#ifndef SCREE_NOISE_KIND_DEFINITION_H
#define SCREE_NOISE_KIND_DEFINITION_H

#include <scree/context.h>
#include <scree/noise.h>

#include "gradients.h"
#include "lattice_matrix.h"
#include "noise/noise_kinds.h"
#include "noise_parameter_rows.h"
#include "noise/site.h"

typedef struct scree_noise_kind_definition {
    scree_noise_kind_info info;
    uint32_t modulus;                    /* Cells count modulo this number; 0 where they do not. */
    const scree_skewed_lattice *lattice; /* NULL where the lattice is that of the field's axes. */
    uint32_t lattice_axes; /* Coordinates beyond these are numbers that all octaves share; 0 = no axis is beyond. */
    scree_noise_parameter_rows parameters;
    /* Checks what parameters permit of one another. Errors: SCREE_ERROR_INVALID, logged. NULL where all is permitted.
     */
    scree_result (*check)(scree_context *context, const scree_noise_params *params);
    /* The same with the number of axes. */
    scree_result (*check_axes)(scree_context *context, const scree_noise_params *params, uint32_t axes);
    /* Makes the words that the kernel reads, all of them zero before. NULL where it reads none. */
    void (*make_options)(const scree_noise_params *params, uint32_t axes, scree_site_options *options);
    /* Makes the table of gradients, which is not scaled then; NULL for the chosen set. */
    void (*make_gradients)(const scree_noise_params *params, uint32_t axes, scree_gradient_set *set);
    /* Chooses among the kernel's methods by its words: the method's number, and a number for it. */
    void (*choose_method)(const scree_site_options *options, uint32_t *method, uint32_t *choice);
} scree_noise_kind_definition;

/* A frequency of an octave along an axis: 1 where all octaves share the coordinate. */
static inline double scree_noise_frequency_along(const scree_noise_kind_definition *kind, uint32_t axis,
                                                 double frequency)
{
    return kind->lattice_axes != 0 && axis >= kind->lattice_axes ? 1.0 : frequency;
}

/* Numbers of the rows in the list, by names of kinds. */
enum {
#define SCREE_KIND_CONSTANTS(KIND, name, number, traits, sample, min_axes, max_axes)        \
    SCREE_KIND_TRAITS_##name = (int)(traits), SCREE_KIND_MIN_AXES_##name = (int)(min_axes), \
    SCREE_KIND_MAX_AXES_##name = (int)(max_axes),
    SCREE_NOISE_KINDS(SCREE_KIND_CONSTANTS)
#undef SCREE_KIND_CONSTANTS
};

/*
 * A kind to its users, and `longest`, the longest period if the lattice is one of sites. Neighbours of a cell must not
 * be itself there, so that 2 is the shortest.
 */
#define SCREE_KIND_INFO(id, public_name, longest, text)                                                 \
    {                                                                                                   \
        .name = public_name, .description = text, .min_axes = SCREE_KIND_MIN_AXES_##id,                 \
        .max_axes = SCREE_KIND_MAX_AXES_##id,                                                           \
        .min_period = SCREE_KIND_IS(id, SKEWED)  ? 0u                                                   \
                      : SCREE_KIND_IS(id, SITES) ? 2u                                                   \
                                                 : 1u,                                                  \
        .max_period = SCREE_KIND_IS(id, SKEWED)  ? 0u                                                   \
                      : SCREE_KIND_IS(id, SITES) ? (longest)                                            \
                                                 : UINT64_MAX,                                          \
        .interpolates = SCREE_KIND_IS(id, INTERPOLATES), .has_gradients = SCREE_KIND_IS(id, GRADIENTS), \
        .has_sites = SCREE_KIND_IS(id, SITES),                                                          \
        .has_derivatives = SCREE_KIND_IS(id, SITES) || SCREE_KIND_IS(id, INTERPOLATES)                  \
    }
#define SCREE_KIND_IS(id, trait) ((SCREE_KIND_TRAITS_##id & (int)SCREE_KIND_##trait) != 0)

/* Cells of sites count modulo 2^32. */
#define SCREE_MAX_SITE_PERIOD (UINT64_C(1) << 32)

#define SCREE_DECLARE_KIND(KIND, name, number, traits, sample, min_axes, max_axes) \
    extern const scree_noise_kind_definition scree_kind_##name;
SCREE_NOISE_KINDS(SCREE_DECLARE_KIND)
#undef SCREE_DECLARE_KIND

/* The number of kinds. */
enum {
#define SCREE_COUNT_KIND(KIND, name, number, traits, sample, min_axes, max_axes) +1
    SCREE_KIND_COUNT = 0 SCREE_NOISE_KINDS(SCREE_COUNT_KIND)
#undef SCREE_COUNT_KIND
};

/* The definition of a kind; NULL for a number that is not one. */
const scree_noise_kind_definition *scree_noise_kind_definition_of(scree_noise_kind kind);

/* Checks a number of axes against those of a kind, which a parameter of this name has. Errors: SCREE_ERROR_INVALID,
   logged. */
scree_result scree_noise_kind_check_axes(scree_context *context, const char *parameter,
                                         const scree_noise_kind_info *kind, uint32_t axes);

#endif
