/* How scenes are divided into groups of threads; shared by C and GLSL. */
#ifndef SCREE_SCENE_LAYOUT_H
#define SCREE_SCENE_LAYOUT_H

#define SCENE_GROUP 8          /* Along x and y, of pixels. */
#define SCENE_BLOCK_GROUP 64u  /* Each makes a block of a terrain. */
#define SCENE_BRICK_GROUP 128u /* They prepare SCENE_BRICKS bricks, */
#define SCENE_BRICKS 32u       /* as many as a word has bits. */

#endif
