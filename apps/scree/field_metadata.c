#include "field_metadata.h"

#include <math.h>
#include <string.h>

const json_t *field_metadata_find(const json_t *root, const char *name)
{
    const json_t *metadata = json_object_get(root, "metadata");
    const json_t *within = json_object_get(json_is_object(metadata) ? metadata : root, name);
    const json_t *field = json_is_object(within) ? within : root;
    const char *type = json_string_value(json_object_get(field, "field"));
    return type != NULL && strcmp(type, name) == 0 ? field : NULL;
}

double field_metadata_longest_side(const json_t *distance)
{
    const json_t *voxel = json_object_get(distance, "voxel");
    double longest = json_number_value(voxel);
    for (size_t i = 0; i < json_array_size(voxel); i++) {
        longest = fmax(longest, json_number_value(json_array_get(voxel, i)));
    }
    return longest > 0 ? longest : 1.0;
}
