/* Runs of `scree attractor`: into coordinates and one picture, or into frames. */
#ifndef ATTRACTOR_RUN_H
#define ATTRACTOR_RUN_H

#include "attractor.h"

/* Makes everything that is asked for. Prints one line and returns an exit code when something is wrong. */
int attractor_run(struct engine *engine, struct field_request *field, struct progress *progress,
                  struct outcome *outcome);

#endif
