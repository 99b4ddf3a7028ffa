/*
 * Frames: the part of a box whose tables the device holds at once. A frame is computed in passes: runs of octaves of
 * one method, as many as a kernel takes, each added to the sums of those before.
 */
#ifndef SCREE_CUDA_NOISE_FRAME_H
#define SCREE_CUDA_NOISE_FRAME_H

#include "cuda_device.h"
#include "noise_tables.h"

/* Memory of tables. What frames of the same columns share stays there from frame to frame. */
typedef struct scree_cuda_table_memory {
    scree_cuda_memory upload; /* As the host writes them, with the pairs of an empty range behind them. */
    scree_cuda_memory device;
    uint64_t field; /* Whose shared words are there: the field's number; 0 for none. */
    uint64_t first_x;
    uint64_t width;
} scree_cuda_table_memory;

void scree_cuda_table_memory_free(scree_cuda_device *device, scree_cuda_table_memory *memory);

/* What all frames of a field share. */
typedef struct scree_cuda_field {
    scree_cuda_device *device;
    const scree_plan *plan;
    uint64_t number; /* Another one for every field of the device. */
    bool is_direct[SCREE_MAX_OCTAVES];
    scree_frame_tables tables;
} scree_cuda_field;

/* Where a frame is computed, with what, and where its samples go. */
typedef struct scree_cuda_order_target {
    CUstream stream;
    scree_cuda_table_memory *tables; /* What was computed with them before must have ended. */
    CUdeviceptr values;              /* The frame's first sample. */
    uint64_t row_stride;
    uint64_t plane_stride;
    CUdeviceptr range; /* Pairs, or 0. */
    bool clears_range; /* They become empty first. */
    CUevent started;   /* Recorded when the tables are there and computing begins; or NULL. */
} scree_cuda_order_target;

/* Bytes of the pairs of a range. */
#define SCREE_CUDA_RANGE_BYTES (SCREE_CUDA_RANGE_PAIRS * SCREE_CUDA_RANGE_PAIR_WORDS * sizeof(uint32_t))

void scree_cuda_field_init(scree_cuda_field *field, scree_cuda_device *device, const scree_plan *plan);
void scree_cuda_field_clear(scree_cuda_field *field);

/* Frames whose tables and grids the device takes. */
scree_frame_walk scree_cuda_frames_of(const scree_plan *plan, const scree_box *box);

/* Puts all of a frame on the stream. */
scree_result scree_cuda_frame_enqueue(scree_cuda_field *field, const scree_box *frame,
                                      const scree_cuda_order_target *target);

#endif
