/* What JSON tells of a field: a recipe, a sidecar, the metadata of a file, or the output of `scree info`. */
#ifndef FIELD_METADATA_H
#define FIELD_METADATA_H

#include <jansson.h>

/*
 * The field that a JSON value describes: by itself, in a sidecar, or in the output of `scree info`. `name` is that of
 * its type: "distance" or "particles". A part of the value, or NULL if it describes none.
 */
const json_t *field_metadata_find(const json_t *root, const char *name);

/* The longest side of a voxel, of those that the description of a distance field tells; 1 where it tells none. */
double field_metadata_longest_side(const json_t *distance);

#endif
