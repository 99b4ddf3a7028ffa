/*
 * Axis tables: all that kernels know of positions. For a run of samples along one axis of one octave, the lattice
 * nodes that they touch, and for each sample its lower node, fraction and fade weight.
 */
#ifndef SCREE_AXIS_TABLE_H
#define SCREE_AXIS_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "plan.h"

/* Entries beyond the last sample that repeat it, so that vectors may read past the end. */
#define SCREE_TABLE_PADDING 16

typedef struct scree_axis_table {
    uint64_t count;      /* Samples. */
    uint32_t node_count; /* The number of nodes, at least 2. */
    uint32_t *node;      /* Lower node of each sample; the upper one is the next. Never decreases. */
    float *fraction;
    float *fraction1; /* fraction - 1, rounded. */
    float *fade;
    uint32_t *key;   /* Key of each node. Neighbouring entries are neighbouring cells wherever a sample lies between. */
    size_t capacity; /* Samples that the arrays can hold. */
    void *memory;
} scree_axis_table;

/* Makes room for `samples` samples; what the table held is lost. Errors: SCREE_ERROR_OUT_OF_MEMORY (not logged). */
scree_result scree_axis_table_reserve(scree_axis_table *table, uint64_t samples);

/* Fills a table for samples first ... first + count - 1 of the grid (0 is the grid's own first sample). */
void scree_axis_table_fill(scree_axis_table *table, const scree_plan *plan, uint32_t octave, uint32_t axis,
                           uint64_t first, uint64_t count);

/* Frees a table's memory and zeroes it. */
void scree_axis_table_clear(scree_axis_table *table);

/* A table of every octave along one axis, kept for the next box where that has the same samples. */
typedef struct scree_axis_tables {
    bool is_filled;
    uint64_t first;
    uint64_t count;
    scree_axis_table octave[SCREE_MAX_OCTAVES];
} scree_axis_tables;

/* Fills the tables unless they are of these samples already. Errors: SCREE_ERROR_OUT_OF_MEMORY (not logged). */
scree_result scree_axis_tables_fill(scree_axis_tables *tables, const scree_plan *plan, uint32_t axis, uint64_t first,
                                    uint64_t count);

/*
 * Counts the samples and nodes of all octaves, for tables that a device makes. No step may be longer than a cell, so
 * that the nodes are those of neighbouring cells. Nothing else is filled.
 */
void scree_axis_tables_count(scree_axis_tables *tables, const scree_plan *plan, uint32_t axis, uint64_t first,
                             uint64_t count);

/* Bytes that the tables have taken. */
uint64_t scree_axis_tables_bytes(const scree_axis_tables *tables);

void scree_axis_tables_clear(scree_axis_tables *tables);

/* The axis data of one position: an entry of a table, with the keys of both nodes. */
typedef struct scree_axis_entry {
    float fraction;
    float fraction1;
    float fade;
    uint32_t key[2];
} scree_axis_entry;

scree_axis_entry scree_axis_entry_make(const scree_plan *plan, uint32_t octave, uint32_t axis, scree_fixed position);

#endif
