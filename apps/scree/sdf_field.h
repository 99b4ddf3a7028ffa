/* A distance field of `scree sdf`: from what was typed to what became of it. */
#ifndef SDF_FIELD_H
#define SDF_FIELD_H

#include "field_type.h"
#include "sdf_request.h"
#include "sdf_source.h"

struct sdf_field {
    struct sdf_recipe typed;
    struct sdf_request request;
    struct sdf_source source;
    double value_scale;
    scree_distance_comparison comparison;
    struct generated reference; /* The field that was compared with. */
};

/* Functions of the row (sdf_run.c, sdf_report.c). */
void sdf_memory(const struct field_request *field, struct field_memory *memory);
int sdf_run(struct field_request *field);
char *sdf_describe(const struct field_request *field);
void sdf_complete_line(const struct field_request *field, struct field_line *line);
void sdf_emit_field(const struct field_request *field, struct json_writer *json);
void sdf_emit_results(const struct field_request *field, struct json_writer *json);
void sdf_warn(const struct field_request *field);
void sdf_print_comparison(const struct field_request *field);

/* The field as a JSON object whose lines, except the first, are indented; allocated, NULL if memory runs out. */
char *sdf_metadata(const struct sdf_field *sdf, unsigned indent);

#endif
