/*
 * Submissions: parts of a box whose commands the GPU gets at once. A submission's tables, and the lattice nodes of at
 * least one of its planes, fit the device's memory and limits. A submission is computed in passes (runs of octaves of
 * one method), each added to the sums of those before, and a pass in windows of planes that one span can hold. Methods
 * are the rows of a table (noise_methods.c).
 */
#ifndef SCREE_GPU_NOISE_H
#define SCREE_GPU_NOISE_H

#include "gpu_constants.h"
#include "gpu_tables.h"
#include "noise_programs.h"

struct scree_gpu_field;
struct scree_gpu_submission_work;

/* How octaves are summed. */
typedef struct scree_gpu_method {
    void (*record)(const struct scree_gpu_submission_work *work); /* Records a pass. */
    uint32_t most_octaves; /* The most of a pass; 0 = as many as the device evaluates one by one. */
    /* Optional: bytes of memory, in batches, for a plane of this size; and what precedes recording a submission. */
    uint64_t (*plane_bytes)(const struct scree_gpu_field *field, uint64_t width, uint64_t rows);
    scree_result (*prepare)(struct scree_gpu_submission_work *work);
    scree_gpu_program program; /* The program that evaluates samples one by one. */
} scree_gpu_method;

/* The methods: the contractions of both kinds, and those that evaluate samples one by one. */
enum {
    SCREE_GPU_BY_FUSED_KERNEL,
    SCREE_GPU_BY_TWO_STAGES,
    SCREE_GPU_BY_TWO_STAGE_DUALS,
    SCREE_GPU_BY_CORNERS,
    SCREE_GPU_BY_SITES,
    SCREE_GPU_BY_WARP,
    SCREE_GPU_BY_CORNER_DUALS,
    SCREE_GPU_BY_SITE_DUALS,
    SCREE_GPU_BY_WARP_DUALS,
    SCREE_GPU_METHODS
};
extern const scree_gpu_method scree_gpu_methods[SCREE_GPU_METHODS];

/* Resources of a submission, and the destination of its samples. */
typedef struct scree_gpu_submission_target {
    scree_gpu_commands *commands;
    scree_gpu_table_memory *tables;           /* Earlier submissions that used these tables must have ended. */
    scree_gpu_table_memory *component_tables; /* Warped fields only: the same for each component, */
    scree_gpu_memory *displacements;          /* and the displacements. */
    scree_gpu_displacing
        displacing; /* Noise that other fields displace: their values, as many as the submission has samples. */
    const scree_gpu_memory *values;
    uint64_t first; /* The submission's first sample, counted from the start of `values`. */
    uint64_t row_stride;
    uint64_t plane_stride;
    const scree_gpu_memory *range; /* Range pairs, or NULL. */
    bool clears_range;             /* Empties the range pairs first. */
} scree_gpu_submission_target;

/* A submission that is being computed. */
typedef struct scree_gpu_submission_work {
    struct scree_gpu_field *field;
    const scree_box *submission;
    const scree_gpu_submission_target *target;
    /* Two-stage contraction: planes whose nodes half of the node memory holds. */
    uint64_t batch_planes;
    uint64_t halves; /* 1 if all planes are one batch, else 2. */
    uint64_t half_bytes;
    /* The current pass. */
    uint32_t first_octave;
    uint32_t octaves;
    bool is_whole; /* The last pass: no octave is missing after it. */
} scree_gpu_submission_work;

/* A field's part of the submission that is recorded. */
typedef struct scree_gpu_submission_part {
    scree_gpu_submission_work work;
    scree_gpu_submission_target target;
    uint64_t upload_first; /* Bytes of the tables that are uploaded. */
    uint64_t upload_end;
} scree_gpu_submission_part;

/* The data that all submissions of a field share, and its part of the one that is recorded. */
typedef struct scree_gpu_field {
    scree_gpu *gpu;
    const scree_plan *plan;
    uint64_t number;                     /* Unique number of the field within the device. */
    uint64_t batch_bytes;                /* Maximum bytes for a batch of planes. */
    const scree_gpu_method *contraction; /* The methods of its octaves: a contraction, */
    const scree_gpu_method *one_by_one;  /* and one for octaves that are too fine for it. */
    const scree_gpu_method *method[SCREE_MAX_OCTAVES];
    scree_gpu_tables tables;
    /* Warped fields only: the components of the first displacement, one for each axis, and the maximum samples of a
       submission. */
    struct scree_gpu_field *first;
    uint64_t displaced_samples;
    scree_gpu_submission_part part;
} scree_gpu_field;

/* Says that the program of the octaves that are evaluated one by one will be dispatched soon (noise_methods.c). */
void scree_gpu_one_by_one_prepare(const scree_gpu_field *field);

/* Some planes of a submission whose samples fit one span. */
typedef struct scree_gpu_plane_window {
    uint64_t first;
    uint64_t planes;
    scree_gpu_span values;
    uint32_t first_value; /* The first plane's first sample, counted from the start of the span. */
} scree_gpu_plane_window;

/* Errors, logged, of warped fields only: SCREE_ERROR_OUT_OF_MEMORY. The field is to be cleared all the same. */
scree_result scree_gpu_field_init(scree_gpu_field *field, scree_gpu *gpu, const scree_plan *plan);
/* Chooses how much of the available memory batches and displacements may take. */
void scree_gpu_field_choose_batch(scree_gpu_field *field, uint64_t available);

void scree_gpu_field_clear(scree_gpu_field *field);

/*
 * The submissions of a box that fit any device. The others limit them to what fits this one's spans where samples get
 * the grid's strides on the device, and to what fits the memory of a field.
 */
scree_submission_walk scree_gpu_submissions_of(const scree_grid *grid, const scree_box *box);
void scree_gpu_limit_to_windows(const scree_gpu *gpu, uint32_t channels, scree_submission_walk *walk);
void scree_gpu_limit_to_field(const scree_gpu_field *field, scree_submission_walk *walk);

/*
 * Prepares a submission of a field: its tables, and all memory. The box outlives the recording. Fields that are
 * recorded in one command buffer are prepared before it begins. They share the memory of lattice nodes, which the next
 * may have replaced by less where memory is short: a field that then has too little is prepared again.
 */
scree_result scree_gpu_submission_prepare(scree_gpu_field *field, const scree_box *submission,
                                          const scree_gpu_submission_target *target);
bool scree_gpu_submission_has_nodes(const scree_gpu_field *field);

/* Records all of a submission that was prepared, behind a barrier that parts it from the commands before. */
void scree_gpu_submission_record(scree_gpu_field *field);

/* Writes the pairs of an empty range, of SCREE_GPU_RANGE_BYTES. */
void scree_gpu_empty_range_write(uint32_t *words);

/* Windows and constants of a pass, for functions that dispatch it (noise_pass.c). */
scree_gpu_plane_window scree_gpu_window_of_planes(const scree_gpu_submission_target *target,
                                                  const scree_box *submission, uint32_t channels, uint64_t first);
scree_gpu_plane_window scree_gpu_submission_window(const scree_gpu_submission_work *work, uint64_t first);
scree_gpu_samples scree_gpu_submission_samples(const scree_gpu_submission_work *work,
                                               const scree_gpu_plane_window *window, uint64_t plane);

/* Records the map of all samples of a submission, of fields that have one, after its last pass (value_map_pass.c). */
void scree_gpu_value_map_record(const scree_gpu_submission_work *work);

/* A dispatch of a pass, specialised for axes, kind, hash and fractal, with the spans of tables bound. */
scree_gpu_dispatch scree_gpu_submission_dispatch(const scree_gpu_submission_work *work, scree_gpu_program program);

/* Bytes of a lattice node, folded along its outer axes; with derivatives it has a part for its value and one for each
   of those axes. */
uint64_t scree_gpu_node_bytes(const scree_plan *plan);

/* The two-stage contraction (noise_contraction.c): bytes of a plane's nodes, their memory, and a pass. */
uint64_t scree_gpu_contraction_plane_bytes(const scree_gpu_field *field, uint64_t width, uint64_t rows);
scree_result scree_gpu_contraction_prepare(scree_gpu_submission_work *work);
void scree_gpu_contraction_record(const scree_gpu_submission_work *work);

#endif
