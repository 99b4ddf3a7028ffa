/* Batches of steps: how many to make until particles are drawn, or numbers near zero become zero. */
#ifndef SCREE_KERNELS_STEP_BATCH_H
#define SCREE_KERNELS_STEP_BATCH_H

#include "particles/particle_table.h"
#include "base/portable.h"

SCREE_STRUCT(scree_step_batch)
{
    scree_index steps;        /* Steps of the batch. */
    scree_index done;         /* Steps that were made. */
    scree_index trim_phase;   /* Steps since numbers near zero became zero. */
    scree_index next_drawing; /* Steps before the next drawing, counted from the first; beyond `steps` if none. */
    scree_index every;        /* Steps from one drawing to the next. */
    scree_index age;          /* The age at the next drawing, 255 * 2^24 at most, */
    scree_index age_step;     /* and what each drawing adds. */
};

SCREE_FN bool scree_step_batch_draws(const scree_step_batch batch)
{
    return batch.next_drawing == batch.done;
}

SCREE_FN scree_step_batch scree_step_batch_drawn(const scree_step_batch batch)
{
    scree_step_batch next = batch;
    next.age = batch.age + batch.age_step;
    next.next_drawing = batch.done + scree_index_minimum(batch.every, 0xffffffffu - batch.done);
    return next;
}

/* Steps until the next drawing, the next trimming, or the end; 0 at the end. */
SCREE_FN scree_index scree_step_batch_steps(const scree_step_batch batch)
{
    scree_index steps = scree_index_minimum(batch.steps - batch.done, SCREE_TRIM_STEPS - batch.trim_phase);
    return scree_index_minimum(steps, batch.next_drawing - batch.done);
}

SCREE_FN scree_step_batch scree_step_batch_moved(const scree_step_batch batch, const scree_index steps)
{
    scree_step_batch next = batch;
    next.done = batch.done + steps;
    next.trim_phase = (batch.trim_phase + steps) & (SCREE_TRIM_STEPS - 1u);
    return next;
}

#endif
