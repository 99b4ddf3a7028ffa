/* The blocks of a terrain (kernels/scene/scene_heights.h): how many there are on each level, and where they are. */
#ifndef SCREE_SCENE_BLOCKS_H
#define SCREE_SCENE_BLOCKS_H

#include <stdint.h>

/* More than a terrain of the greatest size has. */
#define SCREE_SCENE_MAX_LEVELS 7

/* Levels from 1 on; the last one has one block. */
typedef struct scree_scene_blocks_plan {
    uint32_t levels;
    uint32_t columns[SCREE_SCENE_MAX_LEVELS + 1];
    uint32_t rows[SCREE_SCENE_MAX_LEVELS + 1];
    uint32_t offset[SCREE_SCENE_MAX_LEVELS + 1]; /* Blocks of the levels before. */
    uint32_t blocks;                             /* The number of blocks of all levels. */
} scree_scene_blocks_plan;

/* Divides a terrain of up to SCREE_MAX_SCENE_TERRAIN_SIDE samples along each axis. */
scree_scene_blocks_plan scree_scene_plan_blocks(uint32_t width, uint32_t depth);

#endif
