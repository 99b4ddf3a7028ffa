/*
 * The natures of fields. Noise and distances differ in their plans and in the way a volume of them is divided; jobs,
 * slabs, groups of devices, progress and timelines are the same for all, and read what differs from one row for each.
 */
#ifndef SCREE_NATURE_H
#define SCREE_NATURE_H

#include "distance_plan.h"
#include "plan.h"

typedef enum scree_nature { SCREE_NATURE_NOISE = 0, SCREE_NATURE_DISTANCE = 1 } scree_nature;

/* Number of natures. */
#define SCREE_NATURES 2

/* A field on a grid, ready to be made on any device. It owns the plan of its nature; the other plans are NULL. */
typedef struct scree_field_plan {
    scree_nature nature;
    scree_plan *noise;
    scree_distance_plan *distance;
    scree_grid grid;   /* With defaults filled in; strides in samples. The axes of distances are x, y and z. */
    uint64_t samples;  /* Of the whole grid. */
    uint64_t planes;   /* Product of the counts of the outer axes. */
    scree_range bound; /* No value lies beyond it. */
} scree_field_plan;

typedef struct scree_nature_row {
    const char *name;
    bool has_whole_planes; /* Boxes are whole planes, whatever their size; otherwise they may be parts of a plane. */
    bool has_nearest;      /* A second output is possible: the index of the nearest voxel. */
    bool needs_preparing;  /* Creating a session is long work: members of a group do it at the same time. */
    bool measures_buffers; /* The range of a field that stays in a buffer is known. */
    /* Samples that count for progress when a field is made once, by a group of `devices` devices. */
    uint64_t (*total)(const scree_field_plan *plan, uint32_t devices);
    /* Frees the plan of this nature. */
    void (*destroy)(scree_field_plan *plan);
} scree_nature_row;

const scree_nature_row *scree_nature_of(scree_nature nature);

/* The plan of a field on a grid. It owns what it is made of from now on; scree_field_plan_clear() frees that. */
scree_field_plan scree_field_plan_of_noise(scree_plan *plan);
scree_field_plan scree_field_plan_of_distance(scree_distance_plan *plan);
void scree_field_plan_clear(scree_field_plan *plan);

#endif
