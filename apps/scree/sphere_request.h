/* Checks a request for the surface of a sphere, and makes its field (noise_sphere.h makes the picture). */
#ifndef SPHERE_REQUEST_H
#define SPHERE_REQUEST_H

#include <scree/scree.h>

#include "options.h"
#include "sphere.h"

/*
 * Checks the options and the recipe of a picture of a sphere, which has no axes of its own. The faces of a cube become
 * a third axis. Prints one line and returns an exit code other than 0 when something is wrong.
 */
int sphere_request_apply(const struct option_value *values, enum projection projection, scree_recipe *recipe);

/* Makes the noise of a sphere whose pixels are `step` cells apart, without the octaves that are too fine for its
   equator; says how many are left, and gives an interval that contains every sample. */
scree_result sphere_request_field(scree_context *context, const scree_noise_params *params, double step,
                                  scree_field **field, scree_range *bound, uint32_t *octaves);

#endif
