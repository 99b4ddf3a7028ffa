/* How the fields of one type are described in files. */
#ifndef SCREE_RECIPE_TYPE_H
#define SCREE_RECIPE_TYPE_H

#include <scree/file.h>

#include "field_type.h"

/* Room for what a writer's parameters point to. */
typedef struct scree_file_contents {
    scree_recipe recipe;
    scree_volume volume;
} scree_file_contents;

typedef struct scree_recipe_type {
    /* Describes a field on a grid to a writer, whose format is known. */
    void (*describe)(const scree_field *field, const scree_grid *grid, scree_file_contents *contents,
                     scree_writer_params *params);
} scree_recipe_type;

#define SCREE_RECIPE_TYPE(name) extern const scree_recipe_type scree_##name##_recipe;
SCREE_FIELD_TYPES(SCREE_RECIPE_TYPE)
#undef SCREE_RECIPE_TYPE

#endif
