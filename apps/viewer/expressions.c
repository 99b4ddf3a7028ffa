#include "expressions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* So many fields of expressions are kept without a look at which are needed. */
#define MANY 64
#define LEAST_AXES 2
#define MOST_AXES 4

static const viewer_graph *add(viewer_graphs *graphs, const char *expression, scree_field *field)
{
    viewer_graph *graph = calloc(1, sizeof *graph);
    char *copy = strdup(expression);
    if (graph == NULL || copy == NULL) {
        scree_field_release(&field);
        free(graph);
        free(copy);
        return NULL;
    }
    *graph = (viewer_graph){.next = graphs->first, .text = copy, .field = field, .number = ++graphs->number};
    graphs->first = graph;
    graphs->count++;
    return graph;
}

/* Makes a field of several outputs that of its first number. */
static scree_result take_first(scree_field **field)
{
    const char *names = scree_field_channel_names(*field);
    char name[SCREE_MAX_OUTPUT_NAME_BYTES + 3];
    scree_field *first = NULL;
    if (names == NULL) {
        return SCREE_OK;
    }
    snprintf(name, sizeof name, "%.*s", (int)strcspn(names, " "), names);
    const scree_result result = scree_field_take_output(*field, name, &first);
    scree_field_release(field);
    *field = first;
    return result;
}

const viewer_graph *viewer_graphs_find(viewer_graphs *graphs, viewer_messages *messages, const char *expression,
                                       const char *name, char *text, size_t size)
{
    scree_field *field = NULL;
    for (const viewer_graph *graph = graphs->first; graph != NULL; graph = graph->next) {
        if (strcmp(graph->text, expression) == 0) {
            return graph;
        }
    }
    scree_result result =
        scree_field_from_expression(viewer_messages_context(messages), expression, strlen(expression), name, &field);
    result = result == SCREE_OK ? take_first(&field) : result;
    if (!viewer_messages_check(messages, result, text, size)) {
        return NULL;
    }
    /* Samples are single numbers everywhere in the viewer. */
    if (scree_field_channels(field, 2) != 1) {
        scree_field_release(&field);
        snprintf(text, size, "%s: is noise with \"derivatives\" or \"curl\", whose samples are several numbers", name);
        return NULL;
    }
    const viewer_graph *made = add(graphs, expression, field);
    if (made == NULL) {
        viewer_messages_check(messages, SCREE_ERROR_OUT_OF_MEMORY, text, size);
    }
    return made;
}

bool viewer_graphs_are_many(const viewer_graphs *graphs)
{
    return graphs->count > MANY;
}

void viewer_graphs_begin_sweep(viewer_graphs *graphs)
{
    for (viewer_graph *graph = graphs->first; graph != NULL; graph = graph->next) {
        graph->is_needed = false;
    }
}

void viewer_graphs_keep(const viewer_graph *graph)
{
    if (graph != NULL) {
        ((viewer_graph *)(uintptr_t)graph)->is_needed = true; /* The list's own, which states only look at. */
    }
}

void viewer_graphs_end_sweep(viewer_graphs *graphs)
{
    for (viewer_graph **link = &graphs->first; *link != NULL;) {
        viewer_graph *graph = *link;
        if (graph->is_needed) {
            link = &graph->next;
            continue;
        }
        *link = graph->next;
        scree_field_release(&graph->field);
        free(graph->text);
        free(graph);
        graphs->count--;
    }
}

void viewer_graphs_clear(viewer_graphs *graphs)
{
    viewer_graphs_begin_sweep(graphs);
    viewer_graphs_end_sweep(graphs);
}

bool viewer_graph_suits(viewer_messages *messages, const scree_field *field, const scree_grid *grid, char *text,
                        size_t size)
{
    scree_range bound;
    return viewer_messages_check(messages, scree_field_bound(field, grid, &bound, NULL), text, size);
}

/* Further axes are like the first. */
static scree_grid grid_of_axes(const scree_grid *grid, uint32_t axes)
{
    scree_grid made = *grid;
    made.axes = axes;
    for (uint32_t axis = grid->axes; axis < axes; axis++) {
        made.count[axis] = grid->count[0];
        made.step[axis] = grid->step[0];
    }
    return made;
}

bool viewer_graph_fit(viewer_messages *messages, const scree_field *field, scree_grid *grid, char *text, size_t size)
{
    char ignored[512];
    if (viewer_graph_suits(messages, field, grid, text, size)) {
        return true;
    }
    /* The message stays that of the grid that was asked for. */
    for (uint32_t axes = LEAST_AXES; axes <= MOST_AXES; axes++) {
        const scree_grid tried = grid_of_axes(grid, axes);
        if (axes != grid->axes && viewer_graph_suits(messages, field, &tried, ignored, sizeof ignored)) {
            *grid = tried;
            return true;
        }
    }
    return false;
}
