/*
 * The tables that shaders read, in words of 32 bits; shared by C and GLSL. A buffer of tables starts with a header,
 * followed by Perlin's permutation and a record for each octave; records hold the offsets of everything else. An entry
 * is four floats (fraction, fraction - 1, fade weight, and the bits of the lower node's number), and offsets of entries
 * count entries. Nodes of an axis are numbered from the first of its table.
 */
#ifndef SCREE_VULKAN_TABLE_LAYOUT_H
#define SCREE_VULKAN_TABLE_LAYOUT_H

/* Header: for axis 2 + i, entries before the table repeats, and the first plane's distance from the first entry. */
#define TABLE_OUTER_COUNT 0
#define TABLE_OUTER_START 6
#define TABLE_GRADIENT_COUNT 12
#define TABLE_FRACTAL 13 /* The members of scree_fractal_options. */
#define TABLE_FRACTAL_WORDS 4
#define TABLE_PERMUTATION 20
#define TABLE_PERMUTATION_WORDS 256
#define TABLE_OCTAVES (TABLE_PERMUTATION + TABLE_PERMUTATION_WORDS)

/* The record of an octave. */
#define OCTAVE_AMPLITUDE 0
#define OCTAVE_WEIGHT 1
#define OCTAVE_GRADIENTS 2 /* Offset in words. */
#define OCTAVE_X_ENTRIES 3 /* Offset in entries. */
#define OCTAVE_Y_ENTRIES 4 /* Offset in entries. */
#define OCTAVE_X_KEYS 5    /* Offset in words. */
#define OCTAVE_Y_KEYS 6    /* Offset in words. */
#define OCTAVE_NODES 7     /* First node of a batch's planes. */
#define OCTAVE_NODE_STRIDE 8
#define OCTAVE_NODE_ROWS 9
/* Offset in entries, for axis 2 + i. Every position has two entries: the second holds the keys of its nodes. */
#define OCTAVE_OUTER 10
#define OCTAVE_FREQUENCY 16
#define OCTAVE_WORDS 20 /* A multiple of four, as entries behind the records need it. */

/* Words of the rules by which a device locates points: of an octave, and of each axis of it (point_rules.h). */
#define POINT_OCTAVE_WORDS 4u
#define POINT_AXIS_WORDS 9u

/* Words of a rule by which a device makes a table (table_rules.h). */
#define TABLE_RULE_WORDS 22

/*
 * Words of a lattice node that gradient noise stores for the sample stage: value, slopes along x and y, and an unused
 * one.
 */
#define NODE_WORDS_GRADIENT 4
#define NODE_WORDS_VALUE 1

/* Pairs of smallest and largest sample, as ordered integers. There are several, so that work groups rarely contend. */
#define RANGE_PAIRS 64
#define RANGE_PAIR_WORDS 32
/* Bits of the largest float and of its negative: the empty range. */
#define RANGE_EMPTY_MIN 0x7f7fffffu
#define RANGE_EMPTY_MAX 0xff7fffffu

/* Threads of work groups; a thread of the plane stage makes some nodes, one of the sample stage two columns. */
#define DIRECT_GROUP 128
#define PLANE_GROUP_X 32
#define PLANE_GROUP_Y 4
#define PLANE_NODES 4
#define CONVERT_GROUP 256
#define PARTICLE_GROUP 128
#define SUM_GROUP 64     /* The threads that sum a block, each four of its columns: those of kernels/sum/sum.h. */
#define SAMPLE_GROUP 128 /* Maximum threads; 32 or 64 if rows are short. */
#define SAMPLE_COLUMNS 2
/* Maximum octaves that the sample stage holds in registers, and rows of its strips. */
#define SAMPLE_OCTAVES 8
#define SAMPLE_ROWS 64
#define SAMPLE_ROWS_SMALL 16
/* Rows of a thread of the sample stage with derivatives; fewer where more is kept of each. */
#define SAMPLE_ROWS_DUAL 8
#define SAMPLE_ROWS_DUAL_SMALL 4

/* The components of a pass of a displaced field are in the lowest bits of a word. Its other bits say that octaves are
   evaluated where those before have displaced a sample to, and that the displacement at BINDING_DATA is that of octaves
   before. */
#define WARP_COMPONENTS(word) ((word)&0xffu)
#define WARP_IS_PROGRESSIVE 0x100u
#define WARP_CONTINUES 0x200u

/* The number of the displacement along an axis among those at BINDING_DATA, of two words with two of 16 bits each. */
#define WARP_DISPLACEMENT(words, axis) (((words)[(axis) / 2u] >> ((axis) % 2u * 16u)) & 0xffffu)

/* Rows that a thread makes of a usual warped field (CONSTANT_IS_USUAL) in N axes. */
#define WARP_ROWS(axes) ((axes) == 1u ? 1u : (axes) == 4u ? 2u : 4u)

/* Groups of scenes: of pixels along x and y; of threads that prepare a block of a terrain each, or together as
   many bricks as a word has bits. */
#define SCENE_GROUP 8
#define SCENE_PREPARE_GROUP 128u
#define SCENE_BRICKS 32u

/*
 * The tables of a surface of triangles: the first block of each level, the members of scree_mesh_sides in their order,
 * the heights, and the tables of src/field/distance/distance_mesh.h. Inverses are at BINDING_ENTRIES and spans at
 * BINDING_NODES, too. A group has MESH_GROUP_SIDE voxels along x and y, and a thread MESH_GROUP_LAYERS layers.
 */
#define MESH_FIRST 0
#define MESH_SIDES 32
#define MESH_HEIGHTS 64
#define MESH_GROUP_SIDE 8
#define MESH_GROUP_LAYERS 16

/* Specialisation constants. */
#define CONSTANT_AXES 0
#define CONSTANT_KIND 1
#define CONSTANT_HASH 2
/* The fractal. Programs that evaluate samples or points one by one are made once for fbm, 0, and once for all other
   fractals, 1, whose number is in the dispatch. */
#define CONSTANT_FRACTAL 3
#define CONSTANT_ROWS 4
#define CONSTANT_OCTAVES 5
#define CONSTANT_PAIRED 6
#define CONSTANT_GROUP 7      /* Threads of a work group of the sample stages, and of lessons. */
#define CONSTANT_FADE 4       /* For points, and samples with derivatives. */
#define CONSTANT_IS_WIDE 5    /* Points only: coordinates are float64. */
#define CONSTANT_KEEPS_KEYS 7 /* Warps only: kinds of cells have the keys that they have without a warp. */
/* With derivatives: octaves of each part of the potential of curl noise, or 0. */
#define CONSTANT_CURL_OCTAVES 6
/* The sample stage with derivatives: rows of a thread, and whether every row starts at a multiple of four floats. */
#define CONSTANT_DUAL_ROWS 5
#define CONSTANT_IS_ALIGNED 10
/* Kinds of sites that have methods: the number of one, which has a module of its own, and a number for it. */
#define CONSTANT_SITE_METHOD 10
#define CONSTANT_SITE_CHOICE 11
/* Sums are of numbers, of their products with others, or of sums of blocks: values of CONSTANT_SUM_KIND. */
#define SUM_TERMS 0
#define SUM_PRODUCTS 1
#define SUM_SUMS 2
#define CONSTANT_SUM_KIND 4
#define CONSTANT_LESSON 4     /* Lessons only: SCREE_LESSON_EMPTY and so on. */
#define CONSTANT_GROUP_ROWS 5 /* Lessons only: threads of a group along y, and along z. */
#define CONSTANT_GROUP_LAYERS 6
#define CONSTANT_SCENE_KIND 1   /* Drawing a scene. */
#define CONSTANT_MAKES_BLOCKS 4 /* Preparing a scene: makes blocks of a terrain, and no bricks. */
/* Particles are loaded, and stored: bits of CONSTANT_PARTICLE_MEMORY. */
#define PARTICLE_LOADS 1u
#define PARTICLE_STORES 2u
/* Particles alone: as kernels/particles/attractor.h and kernels/particles/particle_table.h number them. */
#define CONSTANT_PARTICLE_SYSTEM 2
#define CONSTANT_PARTICLE_INTEGRATOR 3
#define CONSTANT_PARTICLE_SHAPE 4
#define CONSTANT_PARTICLE_COLOUR 5
#define CONSTANT_PARTICLE_PERSPECTIVE 6
#define CONSTANT_PARTICLE_MEMORY 7
/* Warps only: fields are what nearly all are (site_tables.h), for which the code is compiled apart. */
#define CONSTANT_IS_USUAL 8
#define CONSTANT_COUNT 12 /* Including that of watchdog_layout.h. */

/* Bindings. */
#define BINDING_TABLES 0  /* Words. */
#define BINDING_ENTRIES 1 /* The same buffer, declared as entries. */
#define BINDING_NODES 2
#define BINDING_VALUES 3
#define BINDING_RANGE 4
#define BINDING_DATA 5
#define BINDING_PAIRS 6 /* The same buffer, declared as pairs of values. */
#define BINDING_COUNT 7 /* Shaders that do not pair samples use the last one for watchdog_layout.h. */

#define KIND_VALUE 1u

#endif
