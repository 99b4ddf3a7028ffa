/*
 * The floating-point environment. Rounding mode and the flushing of subnormal numbers belong to the thread, and callers
 * may have changed them (a program linked with -ffast-math flushes); results may not depend on that. Threads of the
 * library enter once. Every public function that computes, compares, reads or prints a floating-point number on the
 * caller's thread enters before it looks at its parameters, and leaves on every way out.
 */
#ifndef SCREE_FLOAT_ENVIRONMENT_H
#define SCREE_FLOAT_ENVIRONMENT_H

#include <fenv.h>
#include <stdbool.h>
#include <stdint.h>

/* The environment that a caller had. */
typedef struct scree_float_environment {
    fenv_t whole;     /* The whole environment; not set if `is_default`. */
    uint32_t control; /* x86-64: the control and status register of vectors. */
    bool is_default;  /* The caller's modes are the default ones already, as they are nearly always. */
} scree_float_environment;

/* Sets the default environment, which rounds to nearest and flushes nothing, and stores the previous one in `saved`. */
void scree_float_environment_enter(scree_float_environment *saved);

/* Restores the caller's modes, and its exception flags. */
void scree_float_environment_leave(const scree_float_environment *saved);

#endif
