/*
 * The layout of data in exact distance fields, shared by the host and the shaders (C and GLSL). Squares are signed
 * numbers, integer or float32, in words: positive outside of the solid, negative inside. They are stored in blocks of
 * layers: within a block layers follow each other first, then columns, then rows.
 */
#ifndef SCREE_VULKAN_DISTANCE_LAYOUT_H
#define SCREE_VULKAN_DISTANCE_LAYOUT_H

/* Samples of a strip, and of its parts. */
#define STRIP 32
#define PART 8
/*
 * Additional words of a line: one behind its end, and for each strip (smallest squares of both sides of its parts and
 * of the strip, and the vertex of its first sample).
 */
#define LINE_MARGIN 1
#define STRIP_WORDS 11
/* Words for every 32 threads through which results are written, so that they are written along rows. */
#define STAGE_THREADS 32u
#define STAGE_PITCH 36
#define STAGE_WORDS (PART * STAGE_PITCH)

#define DISTANCE_GROUP 256
/* Maximum threads of a group of lines. */
#define DISTANCE_MOST_THREADS 512

/* Specialisation constants. */
#define CONSTANT_THREADS 0 /* Threads of a work group of lines. */
#define CONSTANT_SHARED_WORDS 1
#define CONSTANT_IS_FIELD 2 /* Lines along x, whose results are the field. */
#define CONSTANT_FINDS_NEAREST 3
#define CONSTANT_IS_LONG 4 /* Lines are too long for shared memory. */
#define CONSTANT_SOURCE 7  /* Source of the squares; for the program of voxels its task. */

#define SOURCE_TOPS 0u
#define SOURCE_HEIGHTS 1u
#define SOURCE_BITS 2u

#define VOXELS_PACK 0u      /* Pack voxels into bits. */
#define VOXELS_JOIN_UP 1u   /* Joins tables of words upwards: each word learns of those before it. */
#define VOXELS_JOIN_DOWN 2u /* Joins tables of words downwards: each word learns of those behind it. */
#define VOXELS_JOIN 3u      /* Join in both directions at once, for backends whose program can. */

/* Bindings of the squares of columns. */
#define BINDING_SOURCE 0 /* Tops, heights, or bits. */
#define BINDING_BEFORE 1 /* The table before bits; levels of heights. */
#define BINDING_AFTER 2
#define BINDING_SQUARES 3
#define BINDING_NEAREST 4

/* Bindings of lines. The nearest voxels of squares are at BINDING_NEAREST, those of results at these bindings. */
#define BINDING_SUMS 0 /* Smallest sums along y. */
#define BINDING_WORK 1
#define BINDING_DISTANCE 2
#define BINDING_VOXELS 5 /* Nearest voxels of the field (lines along x) or of sums (lines along y). */

/* Bindings of voxels: BINDING_SOURCE has their bytes, BINDING_SQUARES their bits. */
#define BINDING_TABLE 4
#define BINDING_STATE 5 /* Two words a column. */

#endif
