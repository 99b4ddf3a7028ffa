/*
 * Samples of a table of comparisons, by budget: every row of the table is met by one comparison at least, and chance
 * takes the rest. A row is a short text, such as "perlin, 3 axes", that several comparisons meet. The same table, seed
 * and budget give the same sample on every machine. The program ends where there is no memory.
 */
#ifndef SCREE_TEST_SAMPLE_H
#define SCREE_TEST_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SAMPLE_MOST_ROWS 48u

/* Rows that one comparison meets, each as the hash of its text. */
typedef struct sample_rows {
    unsigned count;
    uint64_t row[SAMPLE_MOST_ROWS];
} sample_rows;

/* Adds a row. */
__attribute__((format(printf, 2, 3))) void sample_row(sample_rows *rows, const char *format, ...);

/* A case by an implementation. */
typedef struct sample_comparison {
    unsigned number; /* The case's. */
    unsigned implementation;
    uint64_t name;  /* Hash of the implementation's name, which is the same on every machine. */
    uint64_t order; /* Where the seed puts it. */
    size_t first_row;
    unsigned row_count;
    bool is_chosen;
} sample_comparison;

/* Zero is an empty table. */
typedef struct sample_table {
    sample_comparison *comparisons; /* In the order in which they were added. */
    size_t count;
    uint64_t *rows; /* The rows of one comparison follow those of the one before. */
    size_t entries;
    size_t distinct_rows; /* Known when a sample is chosen. */
} sample_table;

/* Adds a comparison. Its number, and the name of its implementation, tell it from all others. */
void sample_add(sample_table *table, unsigned number, unsigned implementation, const char *implementation_name,
                const sample_rows *rows);

/*
 * Marks at most so many comparisons as chosen, or more where the rows need more. Returns how many they are. A table is
 * chosen from once.
 */
size_t sample_choose(sample_table *table, uint64_t seed, size_t most);

void sample_free(sample_table *table);

#endif
