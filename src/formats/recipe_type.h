/* How the fields of one type are described in files. */
#ifndef SCREE_RECIPE_TYPE_H
#define SCREE_RECIPE_TYPE_H

#include <scree/file.h>

#include "field_type.h"
#include "recipe_values.h"
#include "text_builder.h"

/* Room for what a writer's parameters point to. */
typedef struct scree_file_contents {
    scree_recipe recipe;
    scree_volume volume;
} scree_file_contents;

typedef struct scree_recipe_type {
    const char *key;     /* The key of the description in the metadata of files. */
    const char *name;    /* The value of the key "field" in it. */
    const char *own_key; /* A key that recipes of this type alone have, by which they are known; NULL where none is. */
    /* Makes the field that an object describes. `recipe` comes zeroed, and receives how noise or a graph is sampled.
       Errors, logged: as the function that makes the field, and SCREE_ERROR_INVALID. */
    scree_result (*make)(const scree_value_reader *object, scree_recipe *recipe, scree_field **field);
    /* Whether a field has a text from which it can be made again; NULL: all of them have. */
    bool (*has_text)(const scree_field *field);
    /* Appends the description of a field, which has one, as a JSON object whose lines, except the first, are indented
       by `indent` blanks; nothing where there is none. The grid and the output are those of noise and of graphs. */
    void (*print)(const scree_field *field, const scree_grid *grid, const scree_output *output, unsigned indent,
                  scree_text *text);
    /* Describes to a writer, whose format is known, samples of a field on a grid: by a recipe, whose output is set, or
       by a volume, to which the caller adds the description. Errors, logged: SCREE_ERROR_INVALID. */
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
