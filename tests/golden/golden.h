/*
 * Golden values: for each case its name, a digest of the output bits and the first 16 values.
 *
 *     PROGRAM FILE          every level that this processor has gives what FILE holds
 *     PROGRAM --write FILE  writes FILE, from scalar C only
 *
 * The file's diff is the review: a changed line is a changed world, and needs SCREE_OUTPUT_REVISION to rise.
 */
#ifndef SCREE_TEST_GOLDEN_H
#define SCREE_TEST_GOLDEN_H

#include <scree/scree.h>

/* Makes case `number` and describes it with golden_describe(); false where it cannot be made. */
typedef bool (*golden_case_describe)(scree_device *device, unsigned number, char *line, size_t size);

/* One line of the file; every value has 32 bits. */
void golden_describe(const char *name, const void *values, size_t count, char *line, size_t size);

/* The whole program: its exit status. */
int golden_main(int argc, char **argv, golden_case_describe describe, unsigned count);

#endif
