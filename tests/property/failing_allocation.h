/* Allocations that fail when a test says so. Tests link scree_failing_allocation, which wraps what allocates. */
#ifndef SCREE_TEST_FAILING_ALLOCATION_H
#define SCREE_TEST_FAILING_ALLOCATION_H

#include <stdatomic.h>
#include <stddef.h>

/* Allocations until the one that fails; below zero none does. */
extern atomic_long until_failure;

/* The wrapped malloc(), for libraries that take their allocator as a parameter. */
void *__wrap_malloc(size_t size);

#endif
