/* Finds descriptions of fields in JSON: in a recipe, a sidecar, the metadata of a file, or the output of `scree info`.
 */
#ifndef FIELD_METADATA_H
#define FIELD_METADATA_H

#include <jansson.h>
#include <stdbool.h>

/* Reads JSON; seeds of 64 bits stay what they are, if the parser can read them. NULL where it is none. */
json_t *field_metadata_load(const char *text);

/* The text of a JSON value, for free(); the value is released. NULL without memory, and without a value. */
char *field_metadata_print(json_t *value, size_t flags);

/*
 * The field that a JSON value describes: by itself, in a sidecar, or in the output of `scree info`. `name` is that of
 * its type: "distance", "particles" or "graph". A part of the value, or NULL if it describes none.
 */
const json_t *field_metadata_find(const json_t *root, const char *name);

/* Whether a recipe is one of a graph: with nodes, or with an expression. */
bool field_metadata_is_graph(const json_t *recipe);

/* The name under which a picture of noise or of a graph tells its recipe: "noise" or "graph". */
const char *field_metadata_key(const char *recipe);

/* The field that the metadata of a file of distances describe, each times a scale; NULL for files of anything else. */
const json_t *field_metadata_find_distances(const json_t *root, double *scale);

/* The sides of a voxel that the description of a distance field tells; 1 where it tells none. */
void field_metadata_sides(const json_t *distance, double sides[3]);

#endif
