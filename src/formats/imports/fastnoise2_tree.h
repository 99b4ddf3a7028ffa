/*
 * FastNoise2's trees of nodes, as its strings encode them. The nodes, their members and the numbers that members have
 * unless a string says otherwise are those of FastNoise2 1.1.1, and the same since 1.0.0 (FastNoise2's own metadata).
 */
#ifndef SCREE_FASTNOISE2_TREE_H
#define SCREE_FASTNOISE2_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/context.h>

#define SCREE_FN2_VARIABLES 8
#define SCREE_FN2_SOURCES 2
#define SCREE_FN2_HYBRIDS 5

/* The types of nodes, by the numbers that strings have. */
typedef enum scree_fn2_type {
    FN2_CONSTANT,
    FN2_WHITE,
    FN2_CHECKERBOARD,
    FN2_SINE_WAVE,
    FN2_GRADIENT,
    FN2_DISTANCE_TO_POINT,
    FN2_SIMPLEX,
    FN2_SUPER_SIMPLEX,
    FN2_PERLIN,
    FN2_VALUE,
    FN2_CELLULAR_VALUE,
    FN2_CELLULAR_DISTANCE,
    FN2_CELLULAR_LOOKUP,
    FN2_FRACTAL_FBM,
    FN2_PING_PONG,
    FN2_FRACTAL_RIDGED,
    FN2_WARP_SIMPLEX,
    FN2_WARP_SUPER_SIMPLEX,
    FN2_WARP_GRADIENT,
    FN2_WARP_PROGRESSIVE,
    FN2_WARP_INDEPENDENT,
    FN2_ADD,
    FN2_SUBTRACT,
    FN2_MULTIPLY,
    FN2_DIVIDE,
    FN2_ABS,
    FN2_MIN,
    FN2_MAX,
    FN2_MIN_SMOOTH,
    FN2_MAX_SMOOTH,
    FN2_SIGNED_SQUARE_ROOT,
    FN2_POW_FLOAT,
    FN2_POW_INT,
    FN2_DOMAIN_SCALE,
    FN2_DOMAIN_OFFSET,
    FN2_DOMAIN_ROTATE,
    FN2_DOMAIN_AXIS_SCALE,
    FN2_SEED_OFFSET,
    FN2_CONVERT_RGBA8,
    FN2_GENERATOR_CACHE,
    FN2_FADE,
    FN2_REMAP,
    FN2_TERRACE,
    FN2_ADD_DIMENSION,
    FN2_REMOVE_DIMENSION,
    FN2_MODULUS,
    FN2_DOMAIN_ROTATE_PLANE,
    FN2_TYPE_COUNT
} scree_fn2_type;

/* A member that is a number, or a whole number from 0 on where it is a choice. */
typedef struct scree_fn2_variable {
    const char *name; /* NULL = there is no such member. */
    char form;        /* 'f' a number, 'i' a whole number, 'c' a choice. */
    float number;     /* The default. */
    int32_t most;     /* The last choice. */
} scree_fn2_variable;

/* A member that is a number or another node. */
typedef struct scree_fn2_hybrid {
    const char *name;
    float number;
} scree_fn2_hybrid;

typedef struct scree_fn2_row {
    const char *name;
    scree_fn2_variable variable[SCREE_FN2_VARIABLES];
    const char *source[SCREE_FN2_SOURCES]; /* The names of members that are nodes. */
    scree_fn2_hybrid hybrid[SCREE_FN2_HYBRIDS];
} scree_fn2_row;

typedef struct scree_fn2_node {
    scree_fn2_type type;
    const scree_fn2_row *row;
    uint32_t depth;                     /* Nodes from here to the farthest source. */
    float number[SCREE_FN2_VARIABLES];  /* Variables that are numbers, */
    int32_t whole[SCREE_FN2_VARIABLES]; /* and the others. */
    uint32_t source[SCREE_FN2_SOURCES];
    bool is_node[SCREE_FN2_HYBRIDS];
    uint32_t hybrid[SCREE_FN2_HYBRIDS]; /* The node, */
    float value[SCREE_FN2_HYBRIDS];     /* or the number. */
} scree_fn2_node;

/* Nodes stand behind those that they refer to; the last one is the tree's result. */
typedef struct scree_fn2_tree {
    scree_fn2_node *node;
    uint32_t count;
} scree_fn2_tree;

/* A type of nodes; NULL for a number that is none. */
const scree_fn2_row *scree_fn2_row_of(uint32_t type);

/* Reads a string, and refuses nodes and members that those versions do not have. Free the tree also after an error.
   Errors, logged: SCREE_ERROR_FORMAT, SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_fn2_tree_read(scree_context *context, const char *text, size_t length, scree_fn2_tree *tree);
void scree_fn2_tree_free(scree_fn2_tree *tree);

#endif
