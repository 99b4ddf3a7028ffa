/* Writing words of a scene's table (kernels/scene/scene_table.h). */
#ifndef SCREE_SCENE_WORDS_H
#define SCREE_SCENE_WORDS_H

#include <stdint.h>

/* How the world lies in a scene's samples. */
typedef struct scree_scene_space {
    double side[3];   /* The sides of a sample along each axis; the shortest is 1. */
    double scale;     /* Shortest sides of a unit of length in the world. */
    double middle[3]; /* The sample where the world's origin is. */
    double ahead;     /* 1 where rows of samples follow one another along y, -1 where they go the other way. */
} scree_scene_space;

/* A float; one that would be subnormal is 0. */
void scree_scene_put_float(uint32_t *words, uint32_t word, double value);

#endif
