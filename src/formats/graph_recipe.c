/* Files of graphs. They hold samples, and no description from which the graph could be made. */
#include "context_internal.h"
#include "recipe_type.h"

static scree_result make(const scree_value_reader *object, scree_recipe *recipe, scree_field **field)
{
    (void)recipe;
    (void)field;
    return scree_fail(object->context, SCREE_ERROR_UNSUPPORTED, "%s: a graph cannot be made from a text", object->name);
}

static bool has_text(const scree_field *field)
{
    (void)field;
    return false;
}

static void print(const scree_field *field, const scree_grid *grid, const scree_output *output, unsigned indent,
                  scree_text *text)
{
    (void)field;
    (void)grid;
    (void)output;
    (void)indent;
    (void)text;
}

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

const scree_recipe_type scree_graph_recipe_type = {
    .key = "graph", .name = "graph", .make = make, .has_text = has_text, .print = print, .describe = describe};
