/* Noise programs of a backend, where they differ from those of others (scree_gpu_functions.programs). */
#ifndef SCREE_GPU_NOISE_PROGRAMS_H
#define SCREE_GPU_NOISE_PROGRAMS_H

#include "gpu_interface.h"

struct scree_gpu_submission_work;

/* Where the values are by which other fields displace samples along each axis: their numbers, and words from one to the
   next. */
typedef struct scree_gpu_displacing {
    const scree_gpu_memory *memory;
    uint64_t stride;
    uint32_t number[4];
} scree_gpu_displacing;

/* How the noise programs of a backend differ from those of others. */
typedef struct scree_gpu_noise_programs {
    uint32_t direct_octaves;   /* Octaves that one dispatch can evaluate sample by sample. */
    bool has_whole_programs;   /* POINTS, POINT_DUALS and TABLES without float64, whose names end in _WHOLE. */
    uint32_t combined_samples; /* Samples that a thread combines in a graph. */
    uint64_t range_slab_bytes; /* Maximum size of a slab whose samples do not leave the device. */
    /* Optional: sums the octaves of a pass by the contraction in one program, with its own tables (gpu_tables.h). */
    void (*contract)(const struct scree_gpu_submission_work *work);
} scree_gpu_noise_programs;

static inline const scree_gpu_noise_programs *scree_gpu_noise_programs_of(const scree_gpu *gpu)
{
    return gpu->functions->programs[SCREE_FIELD_TYPE_noise];
}

/*
 * Octaves that one dispatch can evaluate sample by sample. From five axes on a cell has so many corners that a device
 * which ends long loops early takes them one by one.
 */
static inline uint32_t scree_gpu_direct_octaves(const scree_gpu *gpu, uint32_t axes)
{
    return gpu->limits.has_watchdog && axes >= 5 ? 1 : scree_gpu_noise_programs_of(gpu)->direct_octaves;
}

#endif
