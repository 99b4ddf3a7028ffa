/*
 * The two algorithms that evaluate a grid of a kind that interpolates. The bits are the same, so only benchmarks and
 * tests choose one.
 */
#ifndef SCREE_NOISE_METHOD_H
#define SCREE_NOISE_METHOD_H

#include <scree/noise.h>

typedef enum scree_noise_method {
    SCREE_NOISE_METHOD_AUTO = 0,        /* The faster one, chosen for each octave. */
    SCREE_NOISE_METHOD_CONTRACTION = 1, /* Fold the lattice axis by axis; samples of a cell share work. */
    SCREE_NOISE_METHOD_DIRECT = 2       /* Evaluate every sample by itself. */
} scree_noise_method;

/*
 * Makes a field as scree_field_from_noise() does, which is the automatic case. The contraction needs a kind that
 * interpolates, without rotated octaves or a warp; the components of a warp are evaluated directly where the field is.
 * Errors: those, and SCREE_ERROR_INVALID, logged.
 */
scree_result scree_field_from_noise_by(scree_context *context, const scree_noise_params *params,
                                       scree_noise_method method, scree_field **field);

/* The name of a method: "auto", "contraction", "direct"; NULL for a number that is not one. */
const char *scree_noise_method_name(scree_noise_method method);

#endif
