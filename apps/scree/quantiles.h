/* Quantiles of the noise, from which `--distribution` makes another distribution (scree/noise.h). */
#ifndef QUANTILES_H
#define QUANTILES_H

#include "engine.h"
#include "options.h"
#include "request.h"

/*
 * Stores the quantiles in the request's recipe, so that every file says from which its values were made. Those that the
 * recipe has stay, unless options change the noise. Points have all octaves. Prints a line and returns an exit code
 * other than 0 on an error.
 */
int quantiles_apply(struct engine *engine, const struct arguments *arguments, bool are_points, struct request *request);

#endif
