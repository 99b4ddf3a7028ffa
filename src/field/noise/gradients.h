/* Gradient tables: at most 256 vectors for each number of axes, made from exact operations only. */
#ifndef SCREE_GRADIENT_TABLES_H
#define SCREE_GRADIENT_TABLES_H

#include <stdbool.h>
#include <stdint.h>

#include <scree/noise.h>

#define SCREE_MAX_GRADIENTS 256

typedef struct scree_gradient_set {
    uint32_t count; /* A power of two. */
    /* One octave of noise with these gradients, multiplied by `scale`, stays within [-bound, bound]. */
    double scale;
    double bound;
    double vector[SCREE_MAX_GRADIENTS][SCREE_MAX_AXES];
} scree_gradient_set;

/* Makes the set for 1 to 8 axes. */
void scree_gradient_set_make(scree_gradient_set *set, scree_noise_gradients gradients, scree_noise_hash hash,
                             uint32_t axes);

/*
 * Codes the first half of a set as kernels/noise/gradient.h says: the four components, not scaled yet, and a code for
 * each vector. False where the set has other components, or fewer than 256 vectors: registers hold these without a
 * code.
 */
bool scree_gradient_set_code(const scree_gradient_set *set, uint32_t axes, double components[4], uint16_t *codes);

/* Whether all components are 1, 0 or -1, so that their multiples are exact. */
bool scree_gradient_set_has_edges(const scree_gradient_set *set, uint32_t axes);

/* The room that rounding is given: values are made smaller by this factor, bounds of unscaled noise larger. */
#define SCREE_HEADROOM 0x1p-16

#endif
