#include "field_metadata.h"

#include <string.h>

#include "../../src/formats/json_text.h"

json_t *field_metadata_load(const char *text)
{
    json_error_t error;
    json_t *root = scree_json_load(text, strlen(text), 0, &error);
    return root != NULL ? root : scree_json_load(text, strlen(text), JSON_DECODE_INT_AS_REAL, &error);
}

char *field_metadata_print(json_t *value, size_t flags)
{
    char *dumped = value != NULL ? scree_json_dump(value, flags) : NULL;
    char *text = dumped != NULL ? strdup(dumped) : NULL;
    scree_json_text_free(dumped);
    json_decref(value);
    return text;
}

const json_t *field_metadata_find(const json_t *root, const char *name)
{
    const json_t *metadata = json_object_get(root, "metadata");
    const json_t *within = json_object_get(json_is_object(metadata) ? metadata : root, name);
    const json_t *field = json_is_object(within) ? within : root;
    const char *type = json_string_value(json_object_get(field, "field"));
    return type != NULL && strcmp(type, name) == 0 ? field : NULL;
}

bool field_metadata_is_graph(const json_t *recipe)
{
    const char *field = json_string_value(json_object_get(recipe, "field"));
    return json_object_get(recipe, "nodes") != NULL || (field != NULL && strcmp(field, "graph") == 0);
}

const char *field_metadata_key(const char *recipe)
{
    json_t *root = field_metadata_load(recipe);
    const bool is_graph = field_metadata_is_graph(root);
    json_decref(root);
    return is_graph ? "graph" : "noise";
}

const json_t *field_metadata_find_distances(const json_t *root, double *scale)
{
    const json_t *field = field_metadata_find(root, "distance");
    const char *name = json_string_value(json_object_get(root, "name"));
    const double told = json_number_value(json_object_get(root, "scale"));
    *scale = told > 0 ? told : 1.0;
    return name == NULL || strcmp(name, "distance") == 0 ? field : NULL;
}

void field_metadata_sides(const json_t *distance, double sides[3])
{
    const json_t *voxel = json_object_get(distance, "voxel");
    const double first = json_number_value(json_is_array(voxel) ? json_array_get(voxel, 0) : voxel);
    for (size_t axis = 0; axis < 3; axis++) {
        const double side = json_number_value(json_array_get(voxel, axis));
        sides[axis] = side > 0 ? side : first > 0 ? first : 1.0;
    }
}
