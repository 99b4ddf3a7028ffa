/*
 * Expressions that are shown. Each text that was shown has a field, which undo may come back to; those that neither a
 * step of undo nor a picture needs any more are freed when there are many.
 */
#ifndef VIEWER_EXPRESSIONS_H
#define VIEWER_EXPRESSIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "messages.h"

/* The field of an expression. The list's. */
typedef struct viewer_graph {
    struct viewer_graph *next;
    char *text;
    scree_field *field;
    uint64_t number; /* Another one for each. */
    bool is_needed;
} viewer_graph;

typedef struct viewer_graphs {
    viewer_graph *first;
    uint64_t count;  /* In the list. */
    uint64_t number; /* The number of the last one. */
} viewer_graphs;

/* Finds the field of a text, or makes it. NULL, and a message on an error. */
const viewer_graph *viewer_graphs_find(viewer_graphs *graphs, viewer_messages *messages, const char *expression,
                                       const char *name, char *text, size_t size);

/* Whether there are so many that a sweep is worth its time. */
bool viewer_graphs_are_many(const viewer_graphs *graphs);
/* A sweep frees those that are not needed: first all are marked as such, then those that are named are kept. */
void viewer_graphs_begin_sweep(viewer_graphs *graphs);
void viewer_graphs_keep(const viewer_graph *graph);
void viewer_graphs_end_sweep(viewer_graphs *graphs);

void viewer_graphs_clear(viewer_graphs *graphs);

/* Gives a grid the axes that a field needs: those that it has, or as many as x more. False, and a message, where no
   number of axes suits it. */
bool viewer_graph_suits(viewer_messages *messages, const scree_field *field, const scree_grid *grid, char *text,
                        size_t size);
bool viewer_graph_fit(viewer_messages *messages, const scree_field *field, scree_grid *grid, char *text, size_t size);

#endif
