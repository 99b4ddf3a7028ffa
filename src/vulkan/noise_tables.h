/* The tables of a frame as the shaders read them (table_layout.h says how). */
#ifndef SCREE_VULKAN_NOISE_TABLES_H
#define SCREE_VULKAN_NOISE_TABLES_H

#include "frame_tables.h"
#include "table_layout.h"

/* The nodes of an octave in a frame. */
typedef struct scree_vulkan_octave_nodes {
    uint32_t stride;
    uint32_t rows;
    uint32_t first; /* In a batch of planes. */
} scree_vulkan_octave_nodes;

typedef struct scree_vulkan_tables {
    scree_frame_tables frame;
    scree_vulkan_octave_nodes nodes[SCREE_MAX_OCTAVES];
} scree_vulkan_tables;

/* Fills the axis tables of a frame and counts its nodes. */
scree_result scree_vulkan_tables_fill(scree_vulkan_tables *tables, const scree_box *frame);

/* Words that the tables of the frame take. */
uint64_t scree_vulkan_tables_words(const scree_vulkan_tables *tables);

/* Gives the nodes of contraction octaves their places in a batch of `planes` planes; returns nodes of a batch. */
uint64_t scree_vulkan_tables_place_nodes(scree_vulkan_tables *tables, const bool *is_direct, uint64_t planes);

/* Writes the tables. */
void scree_vulkan_tables_write(const scree_vulkan_tables *tables, uint32_t *words);

/* The part that does not depend on positions: header, permutation, octaves with their gradients. Returns its end. */
uint32_t scree_vulkan_tables_write_octaves(const scree_plan *plan, uint32_t *words);
uint64_t scree_vulkan_tables_octave_words(const scree_plan *plan);

#endif
