/*
 * The numbers that a scene is drawn by, as words of 32 bits, which the host writes once for all devices
 * (src/field/scene/scene_table.c). Positions are in samples: sample i of a volume covers i to i + 1 along an axis.
 * Lengths are in the shortest side of a sample, which is 1. Along a ray they count in space: its direction is a unit
 * vector of space with each component in samples.
 */
#ifndef SCREE_KERNELS_SCENE_TABLE_H
#define SCREE_KERNELS_SCENE_TABLE_H

#include "base/portable.h"

/*
 * Vectors of three floats. A pixel's ray starts at ORIGIN, plus ORIGIN_RIGHT for each pixel to the right of the middle
 * of the picture and ORIGIN_UP for each pixel above it; its direction is made of the other three likewise.
 */
#define SCREE_SCENE_ORIGIN 0u
#define SCREE_SCENE_ORIGIN_RIGHT 3u
#define SCREE_SCENE_ORIGIN_UP 6u
#define SCREE_SCENE_AHEAD 9u
#define SCREE_SCENE_AHEAD_RIGHT 12u
#define SCREE_SCENE_AHEAD_UP 15u
/* Floats: half of the whole picture's width and height in pixels, and one over its height. */
#define SCREE_SCENE_HALF_WIDTH 18u
#define SCREE_SCENE_HALF_HEIGHT 19u
#define SCREE_SCENE_SKY_STEP 20u
/* Float: the position along a ray from which on things are seen; negative without perspective. */
#define SCREE_SCENE_NEAR 21u
/* Floats: the width of a pixel at the start of a ray, and how much it grows along a length of 1. */
#define SCREE_SCENE_PIXEL_WIDTH 22u
#define SCREE_SCENE_PIXEL_GROWTH 23u
/* Words: the pixels to be written: their position in the whole picture, and from one row to the next in memory. */
#define SCREE_SCENE_LEFT 24u
#define SCREE_SCENE_TOP 25u
#define SCREE_SCENE_WIDTH 26u
#define SCREE_SCENE_HEIGHT 27u
#define SCREE_SCENE_STRIDE 28u
/* Vector: the sides of a sample, of which the shortest is 1. */
#define SCREE_SCENE_SIDES 29u

/* Words: samples along each axis; bricks of 8^3 samples along each axis, and in all; the words before their bits. */
#define SCREE_SCENE_COUNT 32u
#define SCREE_SCENE_BRICKS 35u
#define SCREE_SCENE_ALL_BRICKS 38u
#define SCREE_SCENE_BRICK_BITS 39u
/* Floats: the counts. */
#define SCREE_SCENE_SIZE 40u
/* Float: the diagonal of a sample. */
#define SCREE_SCENE_DIAGONAL 43u

/* Word: what gives colours. */
#define SCREE_SCENE_COLOUR 44u
/* Floats: the sample at the lower end of the ramp, and colours of the ramp for a difference of 1. */
#define SCREE_SCENE_RANGE_LOW 45u
#define SCREE_SCENE_RANGE_SCALE 46u
/* Floats: the number of a height's colour is the height times the first plus the second. */
#define SCREE_SCENE_HEIGHT_SCALE 47u
#define SCREE_SCENE_HEIGHT_START 48u
/* Colours of the sky in linear light, at the top and at the bottom of the picture. */
#define SCREE_SCENE_SKY_TOP 49u
#define SCREE_SCENE_SKY_BOTTOM 52u
/* A vector of space: the direction to the light, of length 1. On maps and terrains y points to the next row of samples,
   against that of the world. */
#define SCREE_SCENE_LIGHT 55u
#define SCREE_SCENE_AMBIENT 58u
#define SCREE_SCENE_OCCLUSION 59u
/* Word: whether there are shadows. */
#define SCREE_SCENE_HAS_SHADOWS 60u
/* Float, not positive: fog leaves two to the power of this times the length. */
#define SCREE_SCENE_FOG 61u
/* The threshold, of columns the sample at their bottom; and the lowest of the ordered integers (range.h) of samples
   above it. */
#define SCREE_SCENE_THRESHOLD 62u
#define SCREE_SCENE_MATTER_FROM 63u
/* Float, not positive: matter leaves two to the power of this times the length times the sample's excess. */
#define SCREE_SCENE_ABSORPTION 64u
/* Float: the height of a sample of 1. */
#define SCREE_SCENE_ELEVATION 65u
#define SCREE_SCENE_RELIEF 66u
/* Floats: between contour lines, and one over it; both 0 without lines. */
#define SCREE_SCENE_INTERVAL 67u
#define SCREE_SCENE_LINES_A_UNIT 68u
/* The axis of the slice, 1 to 3 or 0, and its position. */
#define SCREE_SCENE_SLICE_AXIS 69u
#define SCREE_SCENE_SLICE 70u
/* Float: the multiple of the interval from which lines are counted. */
#define SCREE_SCENE_LINE_BASE 71u

/*
 * Maps. Positions and steps are whole samples and 2^-32 of one, in two's complement: the left edge and the step from a
 * pixel to the next, then the upper edge and the step from a row to the next.
 */
#define SCREE_SCENE_MAP_LEFT 72u
#define SCREE_SCENE_MAP_TOP 76u
/* Float: the shortest sides of samples that are a pixel. Words: what a pixel shows, and whether other samples are
   subtracted. */
#define SCREE_SCENE_MAP_PIXEL 80u
#define SCREE_SCENE_MAP_SHOWS 81u
#define SCREE_SCENE_HAS_MINUS 82u

/* Canvases. Word: whether brightness follows counts. Float: the brightness of one, or of its logarithm's unit. */
#define SCREE_SCENE_IS_LINEAR 83u
#define SCREE_SCENE_EXPOSURE 84u

/*
 * Terrains (scene_heights.h). Words: levels of blocks that rays use, the last of which is one block; and for each level
 * the blocks before its first one in the work buffer.
 */
#define SCREE_SCENE_BLOCK_LEVELS 85u
#define SCREE_SCENE_BLOCK_OFFSETS 86u /* Levels 0 to 7. */

/* Vector: one over each of the sides: the samples of a length of 1. */
#define SCREE_SCENE_SAMPLES_A_LENGTH 94u

/* Float: the level of the water, as a sample of a map, or as a height of a terrain; these numbers without water. */
#define SCREE_SCENE_WATER 97u
#define SCREE_SCENE_NO_WATER (-3.0e38f)
#define SCREE_SCENE_HEIGHT_LIMIT 1.0e12f /* Heights are within its negative and itself. */
/* Vector: one over the samples along each axis within which a cloud fades towards an outermost sample; 0 along axes on
   which it does not. Word: whether it does on any. */
#define SCREE_SCENE_EDGE_FADE 98u
#define SCREE_SCENE_FADES 101u
/* Float: the voxels of a column for a sample of 1; 0 where voxels have samples of their own. */
#define SCREE_SCENE_COLUMN_VOXELS 102u

/* Colours of the ramp in sRGB, red in the lowest byte. */
#define SCREE_SCENE_RAMP 103u
#define SCREE_SCENE_WORDS 359u

/* Samples along each side of a brick (scene_bricks.h), and words of its bits. */
#define SCREE_SCENE_BRICK_SIDE 8u
#define SCREE_SCENE_BRICK_WORDS 16u

/* The properties that give colours; the numbers are those of scree/scene.h. */
#define SCREE_SCENE_BY_VALUE 0u
#define SCREE_SCENE_BY_HEIGHT 1u
#define SCREE_SCENE_BY_NORMAL 2u
#define SCREE_SCENE_BY_CELL 3u
#define SCREE_SCENE_BY_NOTHING 4u

/* The ways to find the value of a map's pixel: the nearest sample, the spline between samples, or the mean of those
 * that it covers. */
#define SCREE_SCENE_NEAREST 0u
#define SCREE_SCENE_SPLINE 1u
#define SCREE_SCENE_MEAN 2u

/* Blocks of a level of a terrain along an axis of N samples. */
SCREE_FN scree_index scree_scene_blocks(const scree_index samples, const scree_index level)
{
    return (samples >> (3u * level)) + 1u;
}

SCREE_FN float scree_scene_float(const scree_table table, const scree_index word)
{
    return scree_one_from_bits(scree_table_word(table, word));
}

#endif
