/* Files of graphs. They hold samples, and no description from which the graph could be made. */
#include "recipe_type.h"

static void describe(const scree_field *field, const scree_grid *grid, scree_file_contents *contents,
                     scree_writer_params *params)
{
    (void)field;
    const scree_type type = contents->recipe.output.type;
    contents->volume = (scree_volume){.axes = grid->axes, .type = type, .source = type, .name = "graph"};
    for (uint32_t axis = 0; axis < grid->axes; axis++) {
        contents->volume.count[axis] = grid->count[axis];
        contents->volume.voxel[axis] = grid->step[axis];
        contents->volume.origin[axis] = grid->origin[axis] + (double)grid->first[axis] * grid->step[axis];
    }
    params->volume = &contents->volume;
}

const scree_recipe_type scree_graph_recipe_type = {.key = "graph", .name = "graph", .describe = describe};
