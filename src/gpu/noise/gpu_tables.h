/*
 * The tables of a submission as programs read them, in words of 32 bits. They begin with a header and a record for each
 * octave (table_layout.h), from which programs learn where everything lies. A backend with the fused contraction
 * receives that with its constants instead (scree_gpu_octave); it reads columns from arrays, which stay on the device
 * for all submissions of the same columns.
 */
#ifndef SCREE_GPU_TABLES_H
#define SCREE_GPU_TABLES_H

#include "submission_tables.h"
#include "gpu_constants.h"
#include "gpu_interface.h"

/* The nodes of an octave in a batch of planes; two stages only. */
typedef struct scree_gpu_nodes {
    uint32_t first;
    uint32_t stride;
    uint32_t rows;
} scree_gpu_nodes;

typedef struct scree_gpu_tables {
    const scree_gpu *gpu;
    scree_submission_tables submission;
    bool is_fused;
    uint32_t x_stride; /* Stride of the arrays of columns. */
    uint32_t rules;    /* Offset of the rules by which the device makes the tables that are left to it. */
    scree_gpu_octave octave[SCREE_MAX_OCTAVES];
    scree_gpu_nodes nodes[SCREE_MAX_OCTAVES];
} scree_gpu_tables;

/* Memory of tables. The words that submissions of the same columns share stay there from submission to submission. */
typedef struct scree_gpu_table_memory {
    scree_gpu_memory upload; /* The words that the host writes, followed by the pairs of an empty range. */
    scree_gpu_memory device;
    uint64_t field; /* Number of the field that owns the shared words; 0 for none. */
    uint64_t first_x;
    uint64_t width;
} scree_gpu_table_memory;

/* Memory of all tables of a field: its own, and those of its first components, where it is warped. */
typedef struct scree_gpu_source_memory {
    scree_gpu_table_memory tables;
    scree_gpu_table_memory components[SCREE_SITE_AXES];
} scree_gpu_source_memory;

void scree_gpu_table_memory_free(scree_gpu *gpu, scree_gpu_table_memory *memory);
void scree_gpu_source_memory_free(scree_gpu *gpu, scree_gpu_source_memory *memory);

void scree_gpu_tables_init(scree_gpu_tables *tables, const scree_gpu *gpu, const scree_plan *plan);

/* Fills the axis tables of a submission and counts its nodes. SCREE_ERROR_OUT_OF_MEMORY is not logged. */
scree_result scree_gpu_tables_fill(scree_gpu_tables *tables, const scree_box *submission);

/*
 * Sizes in words: the part that does not depend on positions, the part that submissions of the same columns share, what
 * the host writes, and all.
 */
uint64_t scree_gpu_tables_octave_words(const scree_gpu_tables *tables);
uint64_t scree_gpu_tables_shared_words(const scree_gpu_tables *tables);
uint64_t scree_gpu_tables_host_words(const scree_gpu_tables *tables);
uint64_t scree_gpu_tables_words(const scree_gpu_tables *tables);

/* The first word of the map of values, of fields that have one. */
uint32_t scree_gpu_tables_value_map(const scree_gpu_tables *tables);

/*
 * Writes the tables, and stores their offsets in `octave`. With `holds_shared` the shared words are already there, and
 * only their offsets are stored.
 */
void scree_gpu_tables_write(scree_gpu_tables *tables, bool holds_shared, uint32_t *words);

/* Chooses the specialisation constants of programs that evaluate samples or points one by one. */
void scree_gpu_tables_choose_constants(const scree_plan *plan, uint32_t specialisation[CONSTANT_COUNT]);

/* Writes the part that does not depend on positions. */
void scree_gpu_tables_write_octaves(scree_gpu_tables *tables, uint32_t *words);

#endif
