/* Fixture of the file format tests: a folder of their own, fields in memory, and whole files. */
#ifndef SCREE_TEST_FORMATS_FIXTURE_H
#define SCREE_TEST_FORMATS_FIXTURE_H

#include "fixture.h"

/* A field as it goes to a writer. */
typedef struct test_field {
    scree_recipe recipe;
    void *samples; /* Samples of the recipe's type. */
    uint64_t count;
    size_t sample_bytes;
    scree_range mapped;
    scree_range measured;
} test_field;

/* How a file is written; 0 = one call, one thread, the default compression. */
typedef struct test_cut {
    uint64_t samples; /* A call. */
    uint32_t threads;
    uint32_t compression;
} test_cut;

/* A name that a format is written under: "a" and one of its extensions. */
typedef struct test_format {
    scree_format format;
    const scree_format_info *info;
    char path[16];
    char files[64]; /* Files that a run leaves in the folder, as formats_files() lists them. */
} test_format;

/* More than there are extensions. */
#define TEST_FORMATS_MOST 64

/* Fills in a row for each extension of each format that is written and holds noise; returns their number. */
size_t formats_written(test_format rows[TEST_FORMATS_MOST]);

/* A row of the same kind for a format's usual extension. */
test_format formats_row(scree_format format);

/* The working directory of the tests is a new, empty folder. Group setup and teardown for cmocka. */
int formats_fixture_create(void **state);
int formats_fixture_destroy(void **state);

/* Teardown of a test: empties the folder. */
int formats_fixture_clear(void **state);

/* All names in the folder, in order, with a blank behind each; hidden ones too. Static. */
const char *formats_files(void);

/* A field of a type on a grid; free it with formats_field_free(). */
test_field formats_field(scree_type type, uint32_t axes, const uint64_t *count);

/* Generates a recipe's field. */
test_field formats_generate(const scree_recipe *recipe);
void formats_field_free(test_field *field);

/* Writes a field, and fails the test where that fails. */
void formats_write(const char *path, scree_format format, const test_field *field, const test_cut *cut);

/* The same, and returns the first error; the writer is closed. */
scree_result formats_try_write(const scree_writer_params *params, const test_field *field, uint64_t cut);

/* The bytes of a file with a zero byte behind them; the caller frees them. */
uint8_t *formats_load(const char *path, size_t *size);
void formats_store(const char *path, const void *data, size_t size);

#endif
