/* Options that set parameters of noise. */
#ifndef NOISE_OPTIONS_H
#define NOISE_OPTIONS_H

#include <scree/noise.h>

#include "options.h"

/* Sets the parameters whose options were given. Prints one line and returns an exit code other than 0 where two of them
   contradict each other. Parameters with a number for each axis are left out. */
int noise_options_apply(const struct option_value *values, scree_noise_params *noise);

/* Refuses an option that was given and changes nothing, because it was meant for other noise. */
int noise_options_check(const struct option_value *values, const scree_noise_params *noise, uint32_t axes);

#endif
