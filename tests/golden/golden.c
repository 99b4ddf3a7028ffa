#include "golden.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_VALUES 16
#define MOST_LINE 512

static uint32_t word_at(const void *values, size_t index)
{
    uint32_t word;
    memcpy(&word, (const char *)values + index * sizeof word, sizeof word);
    return word;
}

/* FNV-1a over the bytes in little-endian order. */
static uint64_t digest_of(const void *values, size_t count)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < count; i++) {
        uint32_t word = word_at(values, i);
        for (int shift = 0; shift < 32; shift += 8) {
            hash = (hash ^ ((word >> shift) & 255u)) * 0x100000001b3u;
        }
    }
    return hash;
}

void golden_describe(const char *name, const void *values, size_t count, char *line, size_t size)
{
    int length = snprintf(line, size, "%s %016" PRIx64, name, digest_of(values, count));
    for (size_t i = 0; i < FIRST_VALUES && i < count; i++) {
        length += snprintf(line + length, size - (size_t)length, " %08" PRIx32, word_at(values, i));
    }
}

static scree_device *open_level(scree_context *context, scree_cpu_level level)
{
    scree_device_params params = {.cpu_level = level, .threads = 1};
    scree_device *device = NULL;
    if (scree_device_open(context, &params, &device) != SCREE_OK) {
        fprintf(stderr, "level %s could not be opened\n", scree_cpu_level_name(level));
        exit(1);
    }
    return device;
}

static int write_file(scree_context *context, const char *path, golden_case_describe describe, unsigned count)
{
    FILE *file = fopen(path, "w");
    scree_device *scalar = open_level(context, SCREE_CPU_LEVEL_SCALAR);
    char line[MOST_LINE];
    bool is_done = file != NULL;
    for (unsigned i = 0; is_done && i < count; i++) {
        is_done = describe(scalar, i, line, sizeof line) && fprintf(file, "%s\n", line) > 0;
    }
    is_done = file != NULL && fprintf(file, "output-revision %d\n", SCREE_OUTPUT_REVISION) > 0 && is_done;
    scree_device_close(&scalar);
    return file != NULL && fclose(file) == 0 && is_done ? 0 : 1;
}

static unsigned compare_level(scree_context *context, scree_cpu_level level, FILE *file, golden_case_describe describe,
                              unsigned count)
{
    scree_device *device = open_level(context, level);
    unsigned failures = 0;
    char expected[MOST_LINE];
    char actual[MOST_LINE];
    rewind(file);
    for (unsigned i = 0; i < count; i++) {
        bool is_read = fgets(expected, sizeof expected, file) != NULL;
        expected[strcspn(expected, "\n")] = '\0';
        bool is_made = describe(device, i, actual, sizeof actual);
        if (!is_read || !is_made || strcmp(expected, actual) != 0) {
            printf("FAILED %s case %u\n  expected %s\n  got      %s\n", scree_cpu_level_name(level), i,
                   is_read ? expected : "(nothing)", is_made ? actual : "(nothing)");
            failures++;
        }
    }
    int revision = 0;
    if (fgets(expected, sizeof expected, file) == NULL || sscanf(expected, "output-revision %d", &revision) != 1 ||
        revision != SCREE_OUTPUT_REVISION) {
        printf("FAILED the file is of output revision %d, the library of %d\n", revision, SCREE_OUTPUT_REVISION);
        failures++;
    }
    printf("%-8s %u cases, %u failed\n", scree_cpu_level_name(level), count, failures);
    scree_device_close(&device);
    return failures;
}

int golden_main(int argc, char **argv, golden_case_describe describe, unsigned count)
{
    bool is_writing = argc == 3 && strcmp(argv[1], "--write") == 0;
    scree_context *context = NULL;
    if ((argc != 2 && !is_writing) || scree_context_create(NULL, &context) != SCREE_OK) {
        fprintf(stderr, "usage: %s [--write] FILE\n", argv[0]);
        return 2;
    }
    if (is_writing) {
        int status = write_file(context, argv[2], describe, count);
        scree_context_destroy(&context);
        return status;
    }
    FILE *file = fopen(argv[1], "r");
    unsigned failures = file == NULL;
    for (int level = SCREE_CPU_LEVEL_SCALAR; file != NULL && level <= SCREE_CPU_LEVEL_NEON; level++) {
        if (scree_cpu_level_available((scree_cpu_level)level)) {
            failures += compare_level(context, (scree_cpu_level)level, file, describe, count);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    scree_context_destroy(&context);
    return failures == 0 ? 0 : 1;
}
