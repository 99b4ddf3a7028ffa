/*
 * The tables of kinds of sites (kernels/noise/site_table.h), which take the place of those of gpu_tables.h. Those of a
 * warped field are followed by the tables of the components of its displacements, which share entries.
 */
#ifndef SCREE_SITE_TABLES_H
#define SCREE_SITE_TABLES_H

#include "submission_tables.h"
#include "table_layout.h"

/* Words of the map of values (kernels/noise/distribution.h), the end of the part that does not depend on positions. */
static inline uint64_t scree_gpu_value_map_words(const scree_plan *plan)
{
    return plan->value_map != NULL ? SCREE_DISTRIBUTION_WORDS : 0;
}

/* The tables of the components of one displacement, within those of the warped field: the first word of the first
   component's, and words from one to the next; 0 where the displacement has none. */
typedef struct scree_site_table_part {
    uint64_t first;
    uint64_t words;
} scree_site_table_part;

/* The part of displacement `warp` of a warped field. */
scree_site_table_part scree_site_tables_part(const scree_plan *plan, uint32_t warp);

/* Octaves of a field and of its displacements that have entries for the samples along each axis. */
uint32_t scree_site_tables_entry_octaves(const scree_plan *plan);

/* Words of the part that does not depend on positions, and of all. The submission's sizes are known. */
uint64_t scree_site_tables_octave_words(const scree_plan *plan);
uint64_t scree_site_tables_words(const scree_submission_tables *submission);

/* Writes the part that does not depend on positions, and with it the factors of points. */
void scree_site_tables_write_octaves(const scree_plan *plan, uint32_t *words);

/* Writes all tables of a submission. */
void scree_site_tables_write(const scree_submission_tables *submission, uint32_t *words);

/* The constants that only programs for kinds of sites have. */
void scree_site_tables_choose_constants(const scree_plan *plan, uint32_t specialisation[CONSTANT_COUNT]);

#endif
