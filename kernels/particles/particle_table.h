/*
 * The numbers that particles move and are drawn by, as words of 32 bits, which the host writes once for all devices.
 * A real is two words, the upper one first: a float64's bits, or 0 and a float32's.
 */
#ifndef SCREE_KERNELS_PARTICLE_TABLE_H
#define SCREE_KERNELS_PARTICLE_TABLE_H

#include "base/portable.h"

#define SCREE_SYSTEM_NUMBERS 6u

/* Reals: the system's numbers; the time step, its half and its sixth; the box, and its 1024th and 2^-24th part. */
#define SCREE_PARTICLE_NUMBERS 0u
#define SCREE_PARTICLE_TIME_STEP 12u
#define SCREE_PARTICLE_HALF_STEP 14u
#define SCREE_PARTICLE_SIXTH_STEP 16u
#define SCREE_PARTICLE_ORIGIN 18u
#define SCREE_PARTICLE_COARSE 24u
#define SCREE_PARTICLE_FINE 30u
/* Words: the seed. */
#define SCREE_PARTICLE_SEED 36u
/* Floats of the view: see scree_view. The last one is the side of a quad. */
#define SCREE_PARTICLE_VIEW 38u
#define SCREE_PARTICLE_QUAD 57u
/* Words: the position of the accumulation buffer in the picture, and its size. */
#define SCREE_PARTICLE_LEFT 58u
#define SCREE_PARTICLE_TOP 59u
#define SCREE_PARTICLE_WIDTH 60u
#define SCREE_PARTICLE_HEIGHT 61u
/* Floats: the lowest value that has a colour, and 255 over the extent of such values. */
#define SCREE_PARTICLE_COLOUR_MIN 62u
#define SCREE_PARTICLE_COLOUR_SCALE 63u
#define SCREE_PARTICLE_WORDS 64u

/* Shapes that are drawn, and what colours them; the numbers are those of scree/particles.h. */
#define SCREE_KERNEL_SHAPE_POINTS 0u
#define SCREE_KERNEL_SHAPE_LINES 1u
#define SCREE_KERNEL_SHAPE_QUADS 2u
#define SCREE_KERNEL_SHAPE_NONE 3u
#define SCREE_KERNEL_COLOUR_DENSITY 0u
#define SCREE_KERNEL_COLOUR_SPEED 1u
#define SCREE_KERNEL_COLOUR_AGE 2u
#define SCREE_KERNEL_COLOUR_X 3u
#define SCREE_KERNEL_COLOUR_Y 4u
#define SCREE_KERNEL_COLOUR_Z 5u

/* A pixel is 64 bits: drawn points in the upper 28, and the sum of their values, 0 to 255 each, in the lower 36. */
#define SCREE_PIXEL_COUNT_SHIFT 36u
#define SCREE_PIXEL_ONE_HIGH 16u
/* Points after which a pixel that got all of them would overflow. */
#define SCREE_PIXEL_POINTS 0x0fffffffu

/* Steps after which numbers near zero become zero. */
#define SCREE_TRIM_STEPS 64u

#endif
