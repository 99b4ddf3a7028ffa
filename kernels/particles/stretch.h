/* Stretches of steps: how many to make until particles are drawn, or numbers near zero become zero. */
#ifndef SCREE_KERNELS_STRETCH_H
#define SCREE_KERNELS_STRETCH_H

#include "particles/particle_table.h"
#include "base/portable.h"

SCREE_STRUCT(scree_stretch)
{
    scree_index steps;        /* Steps of the stretch. */
    scree_index done;         /* Steps that were made. */
    scree_index trim_phase;   /* Steps since numbers near zero became zero. */
    scree_index next_drawing; /* Steps before the next drawing, counted from the first; beyond `steps` if none. */
    scree_index every;        /* Steps from one drawing to the next. */
    scree_index age;          /* Of the next drawing, 255 * 2^24 at most, */
    scree_index age_step;     /* and what each drawing adds. */
};

SCREE_FN bool scree_stretch_draws(const scree_stretch stretch)
{
    return stretch.next_drawing == stretch.done;
}

SCREE_FN scree_stretch scree_stretch_drawn(const scree_stretch stretch)
{
    scree_stretch next = stretch;
    next.age = stretch.age + stretch.age_step;
    next.next_drawing = stretch.done + scree_index_minimum(stretch.every, 0xffffffffu - stretch.done);
    return next;
}

/* Steps until the next drawing, the next trimming, or the end; 0 at the end. */
SCREE_FN scree_index scree_stretch_steps(const scree_stretch stretch)
{
    scree_index steps = scree_index_minimum(stretch.steps - stretch.done, SCREE_TRIM_STEPS - stretch.trim_phase);
    return scree_index_minimum(steps, stretch.next_drawing - stretch.done);
}

SCREE_FN scree_stretch scree_stretch_moved(const scree_stretch stretch, const scree_index steps)
{
    scree_stretch next = stretch;
    next.done = stretch.done + steps;
    next.trim_phase = (stretch.trim_phase + steps) & (SCREE_TRIM_STEPS - 1u);
    return next;
}

#endif
