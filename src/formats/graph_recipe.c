/* Files of graphs. They hold samples, and no description from which the graph could be made. */
#include "grid_check.h"
#include "recipe_type.h"

static scree_result describe(const scree_field *field, const scree_grid *grid, scree_file_contents *contents,
                             scree_writer_params *params)
{
    const scree_type type = contents->recipe.output.type;
    scree_grid whole = *grid;
    uint64_t samples;
    uint64_t planes;
    const scree_result result = scree_grid_complete(field->context, 1, &whole, &samples, &planes);
    contents->volume = (scree_volume){.axes = grid->axes, .type = type, .source = type, .name = "graph"};
    for (uint32_t axis = 0; axis < grid->axes && result == SCREE_OK; axis++) {
        contents->volume.count[axis] = whole.count[axis];
        contents->volume.voxel[axis] = whole.step[axis];
        contents->volume.origin[axis] = whole.origin[axis] + (double)whole.first[axis] * whole.step[axis];
    }
    params->volume = &contents->volume;
    return result;
}

const scree_recipe_type scree_graph_recipe_type = {.key = "graph", .name = "graph", .describe = describe};
