/* The rules by which a device makes tables of x and y by itself, one for each octave of each axis that is left to it.
 */
#ifndef SCREE_TABLE_RULES_H
#define SCREE_TABLE_RULES_H

#include "gpu_tables.h"

/* Writes the rules to the tables, whose offsets are known. */
void scree_gpu_table_rules_write(const scree_gpu_tables *tables, uint32_t *words);

/*
 * Records how the device makes the tables that are left to it, and a barrier behind that. Nothing is recorded where the
 * host has written all.
 */
void scree_gpu_tables_make(const scree_gpu_tables *tables, scree_gpu_commands *commands,
                           const scree_gpu_memory *memory);

#endif
