/* --projection: the surface of a sphere, cut from a field of three axes. */
#ifndef NOISE_SPHERE_H
#define NOISE_SPHERE_H

#include "field_type.h"
#include "request.h"

/*
 * Checks the options and the recipe of a picture of a sphere, which has no axes of its own. The faces of a cube become
 * a third axis. Prints one line and returns an exit code other than 0 when something is wrong.
 */
int noise_sphere_apply(const struct option_value *values, enum projection projection, scree_recipe *recipe);

/* Makes the noise of a sphere whose pixels are `step` cells apart, without the octaves that are too fine for its
   equator; says how many are left, and gives an interval that contains every sample. */
scree_result noise_sphere_field(scree_context *context, const scree_noise_params *params, double step,
                                scree_field **field, scree_range *bound, uint32_t *octaves);

/* Refuses a video, which a picture of a sphere is none: prints one line and returns an exit code then. */
int noise_sphere_check(const struct field_request *field);

/* Evaluates the field on the sphere, on the engine's device, with its file. */
int noise_sphere_run(const struct field_request *field, const struct request *request);

#endif
