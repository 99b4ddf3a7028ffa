/*
 * The floating-point environment. Rounding mode and the flushing of subnormal numbers belong to the thread, and callers
 * may have changed them (a program linked with -ffast-math flushes); results may not depend on that. Threads of the
 * library enter once. Every public function that computes, compares, reads or prints a floating-point number on the
 * caller's thread enters before it looks at its parameters, and leaves on every way out.
 */
#ifndef SCREE_FLOAT_ENVIRONMENT_H
#define SCREE_FLOAT_ENVIRONMENT_H

#include <fenv.h>

/* Sets the default environment, which rounds to nearest and flushes nothing, and stores the previous one in `saved`. */
void scree_float_environment_enter(fenv_t *saved);

void scree_float_environment_leave(const fenv_t *saved);

#endif
