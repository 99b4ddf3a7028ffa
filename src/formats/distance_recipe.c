/* Distance fields in files: volumes. */
#include "distance_type.h"
#include "recipe_type.h"

static void describe(const scree_field *field, const scree_grid *grid, scree_file_contents *contents,
                     scree_writer_params *params)
{
    const scree_distance_plan *plan = field->part;
    (void)grid;
    contents->volume = (scree_volume){.axes = 3};
    for (uint32_t axis = 0; axis < 3; axis++) {
        contents->volume.count[axis] = plan->params.count[axis];
        contents->volume.voxel[axis] = plan->params.voxel[axis];
    }
    params->volume = &contents->volume;
}

const scree_recipe_type scree_distance_recipe = {.describe = describe};
