/*
 * Passes of warped fields, on grids and at points. The components of the first displacement are fields by themselves,
 * whose passes write displacements; those of further ones, and the field itself, are evaluated where samples have been
 * displaced to. A pass makes a whole displacement, all components at once, in the place of the one before. The
 * displacements of all samples along an axis lie behind those along the axis before. With derivatives, those of a
 * component lie behind its value, sample by sample.
 */
#ifndef SCREE_WARP_PASS_H
#define SCREE_WARP_PASS_H

#include "gpu_constants.h"
#include "gpu_interface.h"
#include "noise_programs.h"
#include "plan.h"

/* The pass of a displacement that begins where samples have been displaced to. */
typedef struct scree_gpu_displacement {
    const scree_plan *component; /* The first; the others differ in random numbers alone. */
    uint32_t first_octave;
    uint32_t octaves; /* 0 where there is nothing to evaluate. */
    scree_gpu_warp_pass pass;
} scree_gpu_displacement;

/* The pass of displacement `warp` of a warped field at N samples. */
scree_gpu_displacement scree_gpu_displacement_of(const scree_plan *plan, uint32_t warp, uint64_t samples);

/* Memory for what a warped field's first components have, `bytes` each, zeroed; free() it. NULL, logged, without
   memory. */
void *scree_gpu_components_allocate(const scree_gpu *gpu, const scree_plan *plan, size_t bytes);

/* Rows of samples that a dispatch makes side by side. */
static inline uint32_t scree_gpu_rows_of(const scree_gpu_dispatch *dispatch)
{
    return dispatch->specialisation[CONSTANT_IS_USUAL] != 0 ? WARP_ROWS(dispatch->specialisation[CONSTANT_AXES]) : 1;
}

/* Floats of a component of a sample's displacement: its value, and its derivatives where the field has any. */
static inline uint32_t scree_gpu_component_floats(const scree_plan *plan)
{
    return plan->warp.first[0]->channels;
}

/* Words from the displacements of samples along an axis to those along the next. */
static inline uint32_t scree_gpu_displacement_stride(const scree_plan *plan, uint64_t samples)
{
    return (uint32_t)(samples * scree_gpu_component_floats(plan));
}

/* Bytes of the displacement of a sample. */
static inline uint64_t scree_gpu_displacement_bytes(const scree_plan *plan)
{
    return plan->is_warped ? plan->axes * scree_gpu_component_floats(plan) * sizeof(float) : 0;
}

/* Says where the displacements of N samples are: those of the field's own warp or, where there are such, `displacing`.
   The words of the pass were zero. */
void scree_gpu_displacement_set(const scree_plan *plan, uint64_t samples, const scree_gpu_displacing *displacing,
                                scree_gpu_warp_pass *pass);

#endif
