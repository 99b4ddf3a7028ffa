/* The distance field of `scree sdf`, made and put where it was asked for. */
#ifndef SDF_RUN_H
#define SDF_RUN_H

#include "engine.h"
#include "generate.h"
#include "progress.h"
#include "sdf_outcome.h"
#include "sdf_request.h"
#include "sdf_source.h"

/*
 * Makes the field. Prints one line and returns an exit code other than 0 when something is wrong. `outcome` comes with
 * the device.
 */
int sdf_run(struct engine *engine, const struct sdf_request *request, const struct sdf_source *source,
            struct progress *progress, struct sdf_outcome *outcome);

#endif
