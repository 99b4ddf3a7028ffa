/*
 * The floating-point environment. Rounding mode and the flushing of subnormal numbers belong to the thread, and callers
 * may have changed them (a program linked with -ffast-math flushes); results may not depend on that. Threads of the
 * library enter once, functions that compute on the caller's thread enter and leave.
 */
#ifndef SCREE_FLOAT_ENVIRONMENT_H
#define SCREE_FLOAT_ENVIRONMENT_H

#include <fenv.h>

/* Makes the environment the default one: round to nearest, nothing flushed. `saved` gets the one before. */
void scree_float_environment_enter(fenv_t *saved);

void scree_float_environment_leave(const fenv_t *saved);

#endif
