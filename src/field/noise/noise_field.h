/*
 * Noise fields: checked parameters, and all that follows from them alone. A field does not depend on a grid or a
 * device; a plan (plan.h) is a field on a grid.
 */
#ifndef SCREE_NOISE_FIELD_H
#define SCREE_NOISE_FIELD_H

#include <math.h>
#include <stdatomic.h>

#include <scree/noise.h>

#include "axis_key.h"
#include "noise/distribution.h"
#include "noise/fractal.h"
#include "noise_method.h"
#include "site_rules.h"

/* Tables that also depend on the number of axes. */
typedef struct scree_noise_tables {
    uint32_t gradient_count;
    float amplitude[SCREE_MAX_OCTAVES]; /* Folded into gradients and values; see scree_plan_octave. */
    double bound;                       /* The largest magnitude of an octave before it is weighted. */
    /* The largest value of each octave, shaped and weighted; negative for negative weights. Nothing with state. */
    double reach[SCREE_MAX_OCTAVES];
    const uint32_t *coded; /* SCREE_CODED_WORDS for each octave; NULL where the gradients have no code. */
    /* The gradients before they are scaled, where their multiples are exact; otherwise NULL. */
    const uint32_t *unscaled;
    scree_site_rules *sites; /* Only kinds of sites have them; NULL for others. */
    /* Scaled gradients of each octave, as scree_plan_octave has them; none for value noise. */
    uint32_t gradients[];
} scree_noise_tables;

/* A map of values (kernels/noise/distribution.h) of some octaves in a number of axes. */
typedef struct scree_value_map {
    struct scree_value_map *next;
    uint32_t axes;    /* 0 where quantiles are given, which are of all axes and octaves. */
    uint32_t octaves; /* A bit for each octave that is computed. */
    uint32_t words[SCREE_DISTRIBUTION_WORDS];
} scree_value_map;

struct scree_noise_field;

/*
 * Finds the map for some octaves in a number of axes, or measures and adds it. Errors, logged: SCREE_ERROR_INVALID,
 * SCREE_ERROR_OUT_OF_MEMORY.
 */
typedef scree_result scree_value_map_finder(scree_context *context, struct scree_noise_field *field, uint32_t axes,
                                            uint32_t octaves, const scree_value_map **map);

/* An octave of the recipe. */
typedef struct scree_noise_octave {
    double frequency;             /* Cells of this octave for each cell of the first. */
    float weight;                 /* Multiplied in after the shaping function; has no effect on plain fbm. */
    double shift[SCREE_MAX_AXES]; /* Cells, without those of the domain. */
    /* The streams have no period where that does not stay below 2^62 cells; plans do not support such an axis. */
    scree_axis_stream stream[SCREE_MAX_AXES];
} scree_noise_octave;

/* The coordinates at which a field is evaluated: along each axis those of samples times a scale, from 0 on, plus an
   offset. */
typedef struct scree_noise_domain {
    double scale[SCREE_MAX_AXES];
    double offset[SCREE_MAX_AXES];
} scree_noise_domain;

/* The coordinates of samples themselves. */
#define SCREE_SAME_DOMAIN                                   \
    (scree_noise_domain)                                    \
    {                                                       \
        .scale = { 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0 } \
    }

/* Numbers of a component of a warp beside its parameters. A field by itself has frequency 1 and the seed of its
   parameters. */
typedef struct scree_noise_origin {
    double frequency; /* Cells of the first octave for each unit of coordinates of the domain. */
    scree_noise_domain domain;
    uint64_t seed;    /* The seed along axis 0, whose random numbers distinguish components. */
    double reach;     /* Units of the domain that samples are displaced by at most; 0 = not at all. */
    uint32_t octaves; /* A bit for each octave that is evaluated; 0 = all. */
} scree_noise_origin;

typedef struct scree_noise_field {
    scree_noise_params params; /* The parameters with defaults filled in. */
    scree_noise_method method; /* The automatic one, unless scree_noise_warp_create() gets another. */
    uint32_t fractal;          /* The fractal, numbered as in kernels/noise/fractal.h. */
    scree_fractal_options options;
    scree_noise_origin origin;
    struct scree_noise_warp_fields *warp; /* NULL where samples are not displaced by this field's own warp. */
    /* The same noise, and each of its octaves by itself, where a graph displaces samples (noise_warp.h): added when
       they are first asked for. Such a field knows the one that it was made from, whose map of values it has. */
    _Atomic(struct scree_noise_field *) displaced[2][1 + SCREE_MAX_OCTAVES]; /* Without derivatives, and with. */
    _Atomic(struct scree_noise_field *) differentiated;                      /* The same at samples with derivatives. */
    const struct scree_noise_field *undisplaced;
    /* NULL where values are distributed as the noise makes them. Measuring needs plans, and plans need maps: the
       function that makes the field sets what finds them (value_map.h). */
    scree_value_map_finder *find_value_map;
    _Atomic(scree_value_map *) value_maps; /* Added when they are first asked for, then never changed. */
    scree_noise_octave octave[SCREE_MAX_OCTAVES];
    /* Plans of points for each number of axes less one, added likewise (plan.h). */
    _Atomic(struct scree_point_plan *) point_plans[SCREE_MAX_AXES];
    /* Tables for each number of axes less one: made when they are first asked for, then never changed. */
    _Atomic(scree_noise_tables *) tables[SCREE_MAX_AXES];
} scree_noise_field;

/* The fields of a warp (noise_warp.h): components along each axis. */
typedef struct scree_noise_warp_fields {
    /* Fields evaluated where the samples are: of the first displacement, or of its first octave in progressive warps.
     */
    scree_noise_field *first[SCREE_SITE_AXES];
    /* Fields evaluated where samples have been displaced to already; NULL where none are. Components of the first
       displacement exist for progressive warps only, which leave out their first octave. */
    scree_noise_field *displaced[SCREE_MAX_WARPS][SCREE_SITE_AXES];
} scree_noise_warp_fields;

/*
 * Checks parameters and makes their field but for its warp, freed with scree_noise_field_destroy(). Errors:
 * SCREE_ERROR_INVALID (logged, naming the parameter, its value and its limits), SCREE_ERROR_OUT_OF_MEMORY.
 */
scree_result scree_noise_field_create(scree_context *context, const scree_noise_params *params,
                                      scree_noise_field **field);

/* Makes a field of parameters that are good and complete. Errors, logged: SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_noise_field_make(scree_context *context, const scree_noise_params *params,
                                    const scree_noise_origin *origin, scree_noise_field **field);

void scree_noise_field_destroy(scree_noise_field **field);

/* The tables for 1 to 8 axes. Any number of threads may ask at once. Errors: SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_noise_field_tables(scree_context *context, const scree_noise_field *field, uint32_t axes,
                                      const scree_noise_tables **tables);

/* Whether coordinates of a domain in N axes are those of samples times one scale. */
static inline bool scree_noise_domain_is_scaled(const scree_noise_domain *domain, uint32_t axes)
{
    bool is_scaled = domain->scale[0] > 0.0;
    for (uint32_t axis = 0; axis < axes; axis++) {
        is_scaled = is_scaled && domain->scale[axis] == domain->scale[0] && domain->offset[axis] == 0.0;
    }
    return is_scaled;
}

/* A shift of a lattice with some more cells, rounded down to a multiple of 2^-32. */
static inline double scree_noise_shifted(double shift, double cells)
{
    return shift + floor(cells * 0x1p32) * 0x1p-32;
}

/* Whether samples are evaluated with their derivatives (kernels/base/dual.h). */
static inline bool scree_noise_has_duals(const scree_noise_params *params)
{
    return params->sample.has_derivatives || params->sample.is_curl;
}

/* Floats of a sample in `axes` axes. */
static inline uint32_t scree_noise_channels(const scree_noise_params *params, uint32_t axes)
{
    return params->sample.is_curl ? axes : params->sample.has_derivatives ? 1 + axes : 1;
}

/* Fields whose octaves follow one another: the parts of a potential, and otherwise one. */
static inline uint32_t scree_noise_potentials(const scree_noise_params *params, uint32_t axes)
{
    return params->sample.is_curl && axes == 3 ? 3 : 1;
}

/* Whether octaves have a table of gradients. */
bool scree_noise_has_gradient_table(const scree_noise_params *params);

/* The weight of an octave: an entry of the weights, or a power of the gain. */
double scree_noise_octave_weight(const scree_noise_params *params, uint32_t octave);

/* The weight of an octave of the field's warp, and the sum of their magnitudes, in cells of the field's first octave.
 */
double scree_noise_warp_weight(const scree_noise_params *params, uint32_t octave);
double scree_noise_warp_reach(const scree_noise_params *params);

/* Whether a period of the field stays within what positions can be, in an octave; an axis without one does. */
bool scree_noise_field_repeats(const scree_noise_field *field, uint32_t octave, uint32_t axis);

#endif
