/* JSON input and output that the reports of the CPU and of a GPU share. */
#ifndef SCREE_BENCH_JSON_H
#define SCREE_BENCH_JSON_H

#include <jansson.h>

#include "bench_internal.h"

/* bench_report.c */
/* NULL after a message on stderr; then `*code` is 1 where the file cannot be read, 2 where it is something else. */
json_t *bench_baseline_load(const char *path, const char *subject, int *code);
bool bench_has_text(const json_t *object, const char *key, const char *text);
json_t *bench_times_json(const struct bench_times *times);
json_t *bench_device_json(const scree_device_info *info);
/* Prints a result, NULL where it could not be made, and frees it. Returns an exit code, after a message on stderr. */
int bench_print_json(json_t *root);

#endif
