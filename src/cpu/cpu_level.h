/* Instruction sets of the processor that runs the program. */
#ifndef SCREE_CPU_LEVEL_H
#define SCREE_CPU_LEVEL_H

#include <scree/device.h>

/* The best level of this build on this processor. */
scree_cpu_level scree_cpu_level_best(void);

/*
 * The level that a device uses: the wanted one, or that of the environment variable SCREE_CPU_LEVEL, or the best.
 * Errors, logged: SCREE_ERROR_INVALID for a variable that names no level, SCREE_ERROR_UNSUPPORTED for a level that is
 * missing.
 */
scree_result scree_cpu_level_choose(scree_context *context, scree_cpu_level wanted, scree_cpu_level *level);

#endif
