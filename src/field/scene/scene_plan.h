/* A scene as devices get it: checked, with all numbers as words of one table, and with its memory. */
#ifndef SCREE_SCENE_PLAN_H
#define SCREE_SCENE_PLAN_H

#include <scree/scene.h>

#include "scene_facts.h"
#include "scene/scene_table.h"

/* A part of a buffer; NULL where there is none. */
typedef struct scree_scene_part {
    scree_buffer *buffer;
    uint64_t offset;
    uint64_t bytes;
} scree_scene_part;

/* The structure that is made of the samples, in the work buffer, before a scene is drawn. */
typedef enum scree_scene_preparation {
    SCREE_SCENE_PREPARES_NOTHING,
    SCREE_SCENE_PREPARES_BRICKS, /* kernels/scene/scene_bricks.h */
    SCREE_SCENE_PREPARES_BLOCKS  /* kernels/scene/scene_heights.h */
} scree_scene_preparation;

/* The work of a call: it prepares a scene, or draws it. */
typedef struct scree_scene_plan {
    scree_scene_kind kind;
    scree_scene_preparation preparation;
    bool draws;
    uint32_t bricks; /* The number of bricks of a volume. */
    uint32_t width;  /* Pixels to be written. */
    uint32_t height;
    scree_scene_part samples;          /* The samples that are shown. */
    scree_scene_part minus;            /* The samples that are subtracted; the same as `samples` where none are. */
    scree_scene_part work;             /* NULL for kinds without. */
    scree_scene_part pixels;           /* NULL unless it draws. */
    uint32_t words[SCREE_SCENE_WORDS]; /* The table, as in kernels/scene/scene_table.h. */
} scree_scene_plan;

/* Writes the table for parameters and a target that have been checked and completed; `target` is NULL to prepare. */
void scree_scene_write(const scree_scene_params *params, const scree_scene_data *data, const scree_scene_target *target,
                       uint32_t words[SCREE_SCENE_WORDS]);

#endif
