/*
 * Declarations that fuzz targets share. A target is one file with LLVMFuzzerTestOneInput(). With SCREE_BUILD_FUZZERS it
 * is linked with libFuzzer; otherwise with run_corpus.c, which runs every file of its corpus once, so that each finding
 * stays a test.
 */
#ifndef SCREE_FUZZ_H
#define SCREE_FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include <scree/context.h>
#include <scree/file.h>

#include "readers.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the program where a property does not hold. */
#define FUZZ_REQUIRE(condition)                          \
    do {                                                 \
        if (!(condition)) {                              \
            fuzz_broken(#condition, __FILE__, __LINE__); \
        }                                                \
    } while (0)

_Noreturn void fuzz_broken(const char *condition, const char *file, int line);

/* A context whose messages are required to be one line of printable text. Lives until the program ends. */
scree_context *fuzz_context(void);

/* Messages so far. */
unsigned long fuzz_message_count(void);

/* Requires that an outcome is one that a damaged file may have, and that what was read is sound. */
void fuzz_check_outcome(scree_result result, const scree_file_info *info);

/* The format of a name, which must be one that is read. */
scree_format fuzz_format(const char *name);

/* Calls a format's reader with the bytes as its stream, and checks the outcome. */
void fuzz_read(const uint8_t *data, size_t size, const scree_format_row *format, const scree_sidecar *sidecar);

#endif
