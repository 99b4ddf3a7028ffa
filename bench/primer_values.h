/* The lines of the primer's report that say what a row has found besides its times. */
#ifndef SCREE_BENCH_PRIMER_VALUES_H
#define SCREE_BENCH_PRIMER_VALUES_H

#include "bench_json.h"
#include "primer.h"

/* Writes four digits, or more if a number is larger. */
void primer_write_number(char *text, size_t size, double number);

/* Prints lines below that of the row. */
void primer_print_values(const struct primer *primer, const struct primer_result *result);

/* Adds the same to the row's object. */
void primer_add_values(const struct primer *primer, const struct primer_result *result, json_t *object);

#endif
