/* Parts of the import of FastNoise2's trees. */
#ifndef SCREE_FASTNOISE2_PARTS_H
#define SCREE_FASTNOISE2_PARTS_H

#include <stdbool.h>
#include <stdint.h>

#include "fastnoise2_tree.h"
#include "import_text.h"
#include "number_text.h"

#define SCREE_FN2_AXES 4

typedef struct scree_fn2_import {
    scree_import_text out;
    scree_fn2_tree tree;
    /* The number of the definition of each node in 2, 3 and 4 axes; 0 = there is none yet. */
    uint32_t (*defined)[SCREE_FN2_AXES + 1];
    /* Makes the definition of a node, with those that it needs before it, and returns its number. */
    uint32_t (*define)(struct scree_fn2_import *in, uint32_t number, uint32_t axes);
    scree_result result; /* The first error. */
} scree_fn2_import;

/* An input as it stands in an expression: a name, or a number. */
typedef struct scree_fn2_operand {
    char text[SCREE_NUMBER_TEXT_SIZE];
    bool is_number;
    float number;
} scree_fn2_operand;

/* A node that is written, in so many axes. */
typedef struct scree_fn2_place {
    const scree_fn2_node *node;
    uint32_t axes;
} scree_fn2_place;

const char *scree_fn2_axis(uint32_t axis);

/* A number, and members of a node: one that is a node, and stays a field where it is a number; the same in other axes;
   and one that is a node or a number. */
scree_fn2_operand scree_fn2_operand_of(float number);
scree_fn2_operand scree_fn2_source(scree_fn2_import *in, scree_fn2_place at, uint32_t number);
scree_fn2_operand scree_fn2_source_in(scree_fn2_import *in, scree_fn2_place at, uint32_t number, uint32_t axes);
scree_fn2_operand scree_fn2_hybrid_of(scree_fn2_import *in, scree_fn2_place at, uint32_t number);

/* Refuses a variable. */
void scree_fn2_refuse(scree_fn2_import *in, scree_fn2_place at, const char *name, float number, const char *must_be);

void scree_fn2_number(scree_text *out, float number);

/* Appends a field in cells of 1 with its node's Feature Scale, so many times as fine; its text is freed. */
void scree_fn2_scaled(scree_fn2_import *in, scree_fn2_place at, float finer, scree_text *field, scree_text *out);

/* Whether a node is noise of a kind with a lattice, and that noise, in cells of 1. */
bool scree_fn2_is_noise(const scree_fn2_node *node);
void scree_fn2_noise(scree_fn2_import *in, scree_fn2_place at, scree_text *out);

/* Types of nodes; those with a Feature Scale or an Output Min in cells of 1, and from -1 to 1, a checkerboard from 0.
 */
void scree_fn2_write_white(scree_fn2_import *in, scree_fn2_place at, scree_text *out);
void scree_fn2_write_checkerboard(scree_fn2_import *in, scree_fn2_place at, scree_text *out);
void scree_fn2_write_sine(scree_fn2_import *in, scree_fn2_place at, scree_text *out);
void scree_fn2_write_gradient(scree_fn2_import *in, scree_fn2_place at, scree_text *out);
void scree_fn2_write_distance(scree_fn2_import *in, scree_fn2_place at, scree_text *out);
void scree_fn2_write_cell_value(scree_fn2_import *in, scree_fn2_place at, scree_text *out);
void scree_fn2_write_cell_distance(scree_fn2_import *in, scree_fn2_place at, scree_text *out);
void scree_fn2_write_lookup(scree_fn2_import *in, scree_fn2_place at, scree_text *out);
void scree_fn2_write_fractal(scree_fn2_import *in, scree_fn2_place at, scree_text *out);
void scree_fn2_write_warp(scree_fn2_import *in, scree_fn2_place at, scree_text *out);
void scree_fn2_write_warp_fractal(scree_fn2_import *in, scree_fn2_place at, scree_text *out);

#endif
