/* A run of particles as devices get it: checked, complete, and with all numbers as words of one table. */
#ifndef SCREE_PARTICLE_WORK_H
#define SCREE_PARTICLE_WORK_H

#include <scree/particles.h>

#include "particles/particle_table.h"
#include "particles/step_batch.h"

/* The parts of a run that follow from how it is splatted. */
typedef struct scree_splat_plan {
    scree_buffer *buffer; /* NULL: nothing is splatted. */
    uint64_t offset;
    uint64_t pixels;
    scree_particle_shape shape;
    scree_particle_colour colour;
    bool has_perspective;
    uint64_t every;           /* Steps from one splatting to the next; at least 1. */
    uint64_t first_splatting; /* Steps of this run before its first splatting. */
    uint64_t splattings;      /* Splattings of this run. */
    uint64_t first_age;       /* Number of the first splatting among those of all runs. */
    uint64_t all_splattings;  /* Splattings of all runs. */
} scree_splat_plan;

/* A run. */
typedef struct scree_particle_work {
    const scree_particle_run *run;
    const scree_particle_params *params;
    scree_splat_plan splat;
    uint32_t words[SCREE_PARTICLE_WORDS]; /* The table, as in kernels/particles/particle_table.h. */
} scree_particle_work;

/* The batch that begins after `done` steps of a run, and has all that are left or as many as a device makes at once.
 */
scree_step_batch scree_particle_batch_at(const scree_particle_work *work, uint64_t done, uint32_t max_steps);

/* A real as two words, as particles of a type read it. */
void scree_particle_put_real(scree_particle_type type, double value, uint32_t words[2]);

/* An accumulation buffer with its defaults. */
scree_accumulation scree_accumulation_complete(const scree_accumulation *given);

/* The work of a run, whose parameters are checked. */
scree_particle_work scree_particle_work_of(const scree_particle_params *params, const scree_particle_run *run);

/* Checks how particles are splatted, but not the supersample. Errors: SCREE_ERROR_INVALID, SCREE_ERROR_UNSUPPORTED. */
scree_result scree_splat_check(scree_context *context, const scree_splat_params *splat);

/* Writes the camera's floats into a table (camera.c). */
void scree_camera_write(const scree_camera *camera, const scree_accumulation *accumulation, uint32_t *words);

#endif
