/*
 * The parameters of jump flooding's shaders, read by C and by GLSL. A dispatch works on some layers of a volume, and
 * its bindings are windows of whole layers. The position of a voxel's word in a window is its number in the volume plus
 * the window's base, modulo 2^32. Every shader takes sixteen words at most.
 */
#ifndef SCREE_VULKAN_FLOOD_LAYOUT_H
#define SCREE_VULKAN_FLOOD_LAYOUT_H

/* Threads of a work group: neighbouring columns, each with the same number of rows. */
#define FLOOD_GROUP_X 32
#define FLOOD_GROUP_Y 8
/* Work groups are numbered along x, then y, then z, and dispatched in rows of at most this number. */
#define FLOOD_ROW_GROUPS 65535u

/*
 * Bindings of a pass: seeds of the layers a jump below, of the layers themselves and of those a jump above; then the
 * result. A search has only some of the volume's seeds and the result, which is read as well.
 */
#define FLOOD_BELOW 0
#define FLOOD_HERE 1
#define FLOOD_ABOVE 2
#define FLOOD_TO 3
/* Specialisation constant of a pass whose threads walk along columns: 0 where they go by jumps, 1 where no column has
   two layers that are a jump apart, so that they take all. */
#define CONSTANT_WALK 4
/* Bindings of the first program: both volumes, and the solid. */
#define FLOOD_FIRST 0
#define FLOOD_SECOND 1
#define FLOOD_SOLID 2
/* Bindings of the last program: seeds, those of voxels inside, distances, and indices. */
#define FLOOD_SEEDS 0
#define FLOOD_INSIDE 1
#define FLOOD_DISTANCE 2
#define FLOOD_NEAREST 3

#endif
