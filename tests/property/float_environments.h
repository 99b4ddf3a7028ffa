/* Floating-point environments that a caller of the library may have set. */
#ifndef SCREE_TEST_FLOAT_ENVIRONMENTS_H
#define SCREE_TEST_FLOAT_ENVIRONMENTS_H

#include <fenv.h>
#include <stdbool.h>

typedef struct float_environment {
    const char *name;
    int rounding;  /* As fesetround() takes it. */
    bool flushing; /* Subnormal numbers count as zero, both as operands and as results. */
} float_environment;

/* The first one is the default. Flushing is only among them where this processor's is known here. */
extern const float_environment float_environments[];
extern const int float_environment_count;

/* Sets the environment of this thread. */
void float_environment_set(const float_environment *environment);

/* Sets the default environment, and fails the test where the one before was not `expected`. */
void float_environment_end(const float_environment *expected);

#endif
