/* How the fields of one type are described in files. */
#ifndef SCREE_RECIPE_TYPE_H
#define SCREE_RECIPE_TYPE_H

#include <scree/file.h>

#include "field_type.h"
#include "recipe_values.h"

/* Room for what a writer's parameters point to; the text is freed after use. */
typedef struct scree_file_contents {
    scree_recipe recipe;
    scree_volume volume;
    char *text;
} scree_file_contents;

typedef struct scree_recipe_type {
    const char *key;  /* Under which the metadata of files have a description. */
    const char *name; /* What the key "field" says in it. */
    /* Makes the field that an object describes. `recipe` comes zeroed, and receives how noise is sampled. Errors,
       logged: as making the field, and SCREE_ERROR_INVALID. */
    scree_result (*make)(const scree_value_reader *object, scree_recipe *recipe, scree_field **field);
    /* Describes a field on a grid to a writer, whose format is known. Errors, logged: SCREE_ERROR_OUT_OF_MEMORY. */
    scree_result (*describe)(const scree_field *field, const scree_grid *grid, scree_file_contents *contents,
                             scree_writer_params *params);
} scree_recipe_type;

const scree_recipe_type *scree_recipe_type_of(const scree_field *field);

/* The type of what a JSON value describes, by itself or as a part: a sidecar, a file's metadata, or the output of a
   command; and that part. Without the key "field" it is noise. Errors, logged: SCREE_ERROR_INVALID where it describes
   none, or a field of an unknown type; SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_recipe_type_find(const scree_value_reader *in, const scree_recipe_type **type, const json_t **part);

#define SCREE_RECIPE_TYPE(name) extern const scree_recipe_type scree_##name##_recipe_type;
SCREE_FIELD_TYPES(SCREE_RECIPE_TYPE)
#undef SCREE_RECIPE_TYPE

#endif
