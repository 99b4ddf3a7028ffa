/*
 * Slots: the memory and the commands for one box in flight. They belong to the device and are kept from job to job,
 * because memory that host and device share is slow to allocate.
 */
#ifndef SCREE_GPU_SLOT_H
#define SCREE_GPU_SLOT_H

#include "gpu_interface.h"
#include "gpu_tables.h"

/* Dispatches with different spans that commands have room for at first: as many as a submission of noise, or a part of
   a distance field, has at most. */
#define SCREE_GPU_DISPATCHES 512u

typedef struct scree_gpu_slot {
    scree_gpu_commands *commands;
    scree_gpu_source_memory *sources; /* The tables of each source of a program, as many as one has needed. */
    uint32_t source_count;
    scree_gpu_memory displacements; /* Displacements of the source that is evaluated. */
    scree_gpu_table_memory code;    /* The instructions of a program. */
    scree_gpu_memory registers;     /* The registers of a submission, one behind the other. */
    scree_gpu_memory values;        /* Samples. */
    scree_gpu_memory data;          /* Converted samples. */
    scree_gpu_memory host_values;
    scree_gpu_memory host_data;
    scree_gpu_memory range_pairs;
    scree_gpu_memory host_range;
    /* The box in flight. */
    scree_box box;
    scree_target target;
    uint64_t samples;
    uint64_t nanoseconds;
    bool has_values; /* Its values are downloaded. */
    bool has_data;
    bool is_under_way; /* A submission of it is in flight, and its times are not counted yet. */
} scree_gpu_slot;

/* Minimum sizes of a slot's memory. */
typedef struct scree_gpu_slot_bytes {
    uint64_t values;
    uint64_t data;
    uint64_t host_values;
} scree_gpu_slot_bytes;

/* Prepares the device's first `count` slots. SCREE_ERROR_OUT_OF_MEMORY is not logged, and leaves no slots. */
scree_result scree_gpu_slots_reserve(scree_gpu *gpu, uint32_t count, const scree_gpu_slot_bytes *bytes,
                                     scree_gpu_slot **slots);

/* The same for a call that needs so much memory of the host in each. Errors are logged with the purpose. */
scree_result scree_gpu_slots_take(scree_gpu *gpu, uint32_t count, uint64_t host_bytes, const char *purpose,
                                  scree_gpu_slot **slots);

/* Makes room for the tables of N sources. Errors, logged: SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_gpu_slot_take_sources(scree_gpu *gpu, scree_gpu_slot *slot, uint32_t count);

/* Waits for everything in flight in slots. */
scree_result scree_gpu_slots_await(scree_gpu *gpu);

/* Frees all slots of a device. */
void scree_gpu_slots_destroy(scree_gpu *gpu);

/* Size of a range's pairs. */
#define SCREE_GPU_RANGE_BYTES (RANGE_PAIRS * RANGE_PAIR_WORDS * SCREE_GPU_WORD)

#endif
