/* Which kernel a dispatch launches: a row for each program. */
#include <stdio.h>

#include "attractor.h"
#include "cuda_device.h"
#include "distance_layout.h"
#include "flood_layout.h"
#include "lesson.h"
#include "mesh_layout.h"
#include "scene_layout.h"
#include "whole_numbers.h"

/* A word in a kernel's name, which the value of a specialisation constant selects. */
typedef struct kernel_word {
    const char *const *words; /* NULL ends a name. */
    uint32_t constant;
} kernel_word;

#define MOST_WORDS 3

/* A launch has a block for each group of the dispatch, unless a block makes several. */
typedef struct launch_row {
    const char *kernel;
    kernel_word word[MOST_WORDS];
    scree_cuda_part part;
    uint32_t threads[3];       /* Threads of a block; */
    uint32_t threads_constant; /* where they are 0, the specialisation constant that tells them. */
    uint32_t shared_constant;  /* The constant that tells the words of shared memory, or 0. */
    uint32_t groups;           /* Groups along x that a block makes; 0 = 1. */
} launch_row;

static const char *const numbers[] = {"_0", "_1", "_2", "_3", "_4", "_5", "_6", "_7", "_8"};
static const char *const sums[] = {[SUM_TERMS] = "terms", [SUM_PRODUCTS] = "products", [SUM_SUMS] = "sums"};
static const char *const lessons[SCREE_LESSON_PROGRAMS] = {
    [SCREE_LESSON_EMPTY] = "empty",   [SCREE_LESSON_FILL] = "fill",
    [SCREE_LESSON_COPY] = "copy",     [SCREE_LESSON_TRIAD] = "triad",
    [SCREE_LESSON_ADD] = "add",       [SCREE_LESSON_ADD_FOURS] = "add_fours",
    [SCREE_LESSON_DOT] = "dot",       [SCREE_LESSON_REDUCE] = "reduce",
    [SCREE_LESSON_ATOMIC] = "atomic", [SCREE_LESSON_SHARED_ATOMIC] = "shared_atomic",
    [SCREE_LESSON_LOOP] = "loop",     [SCREE_LESSON_FLOATS] = "floats",
    [SCREE_LESSON_WORDS] = "words"};
static const char *const systems[] = {
#define SYSTEM_WORD(SYSTEM, name, number, function, is_map) [number] = #name,
    SCREE_ATTRACTORS(SYSTEM_WORD)
#undef SYSTEM_WORD
};
static const char *const solids[] = {"voxels", "tops"};
static const char *const walks[] = {"columns", "layers"};
static const char *const squares[] = {"_real", "_whole"};
static const char *const voxel_tasks[] = {[VOXELS_PACK] = "pack_voxels", [VOXELS_JOIN] = "join_words"};
static const char *const sources[] = {[SOURCE_TOPS] = "tops", [SOURCE_HEIGHTS] = "heights", [SOURCE_BITS] = "bits"};
static const char *const lines[] = {"columns", "rows"};
static const char *const lengths[] = {"", "_long"};
static const char *const findings[] = {"", "_nearest"};

/* Rows of programs of one shape. */
#define PARTICLES(of_part)                                                                                       \
    {                                                                                                            \
        .kernel = "particles_",                                                                                  \
        .word = {{systems, CONSTANT_PARTICLE_SYSTEM}, {numbers, CONSTANT_PARTICLE_INTEGRATOR}}, .part = of_part, \
        .threads = {PARTICLE_GROUP, 1, 1},                                                                       \
    }
#define SCENE(name, threads_x, threads_y)                                                 \
    {                                                                                     \
        .kernel = name, .part = SCREE_CUDA_SCENES, .threads = { threads_x, threads_y, 1 } \
    }
#define FLOOD(name, ...)                                                              \
    {                                                                                 \
        .kernel = name, .word = {__VA_ARGS__}, .part = SCREE_CUDA_FLOOD, .threads = { \
            FLOOD_GROUP_X,                                                            \
            FLOOD_GROUP_Y,                                                            \
            1                                                                         \
        }                                                                             \
    }
#define SQUARES(of_part)                                                                             \
    {                                                                                                \
        .kernel = "squares_of_", .word = {{sources, CONSTANT_SOURCE}}, .part = of_part, .threads = { \
            DISTANCE_GROUP,                                                                          \
            1,                                                                                       \
            1                                                                                        \
        }                                                                                            \
    }
#define LINES(of_part)                                                                                         \
    {                                                                                                          \
        .kernel = "",                                                                                          \
        .word = {{lines, CONSTANT_IS_FIELD}, {lengths, CONSTANT_IS_LONG}, {findings, CONSTANT_FINDS_NEAREST}}, \
        .part = of_part, .threads = {0, 1, 1}, .threads_constant = CONSTANT_THREADS,                           \
        .shared_constant = CONSTANT_SHARED_WORDS                                                               \
    }

/* The contraction is fused (contraction.c), so its two stages are never dispatched; nor are points that the host has
   placed, and canvases of halves. */
static const launch_row rows[SCREE_GPU_PROGRAM_COUNT] = {
    [SCREE_GPU_TABLES] = {.kernel = "make_tables", .part = SCREE_CUDA_TABLES, .threads = {DIRECT_GROUP, 1, 1}},
    [SCREE_GPU_CONVERT] = {.kernel = "convert", .part = SCREE_CUDA_CONVERT, .threads = {CONVERT_GROUP, 1, 1}},
    [SCREE_GPU_SELF_TEST] = {.kernel = "self_test", .part = SCREE_CUDA_CONVERT, .threads = {DIRECT_GROUP, 1, 1}},
    [SCREE_GPU_SELF_TEST_WIDE] = {.kernel = "self_test_wide",
                                  .part = SCREE_CUDA_CONVERT,
                                  .threads = {DIRECT_GROUP, 1, 1}},
    [SCREE_GPU_SUM] = {.kernel = "sum_",
                       .word = {{sums, CONSTANT_SUM_WAY}},
                       .part = SCREE_CUDA_SUM,
                       .threads = {SCREE_CUDA_SUM_THREADS, 1, 1},
                       .groups = SCREE_CUDA_SUM_THREADS / SCREE_CUDA_WARP_LANES},
    [SCREE_GPU_LESSON] = {.kernel = "lesson_",
                          .word = {{lessons, CONSTANT_LESSON}},
                          .part = SCREE_CUDA_LESSONS,
                          .threads = {0, 1, 1},
                          .threads_constant = CONSTANT_GROUP},
    [SCREE_GPU_PARTICLES] = PARTICLES(SCREE_CUDA_PARTICLES),
    [SCREE_GPU_PARTICLES_WIDE] = PARTICLES(SCREE_CUDA_PARTICLES_WIDE),
    [SCREE_GPU_SCENE_MAP] = SCENE("scene_map", SCENE_GROUP, SCENE_GROUP),
    [SCREE_GPU_SCENE_TERRAIN] = SCENE("scene_terrain", SCENE_GROUP, SCENE_GROUP),
    [SCREE_GPU_SCENE_VOXELS] = SCENE("scene_voxels", SCENE_GROUP, SCENE_GROUP),
    [SCREE_GPU_SCENE_CLOUD] = SCENE("scene_cloud", SCENE_GROUP, SCENE_GROUP),
    [SCREE_GPU_SCENE_SURFACE] = SCENE("scene_surface", SCENE_GROUP, SCENE_GROUP),
    [SCREE_GPU_SCENE_DENSITY] = SCENE("scene_density", SCENE_GROUP, SCENE_GROUP),
    [SCREE_GPU_SCENE_BLOCKS] = SCENE("scene_blocks", SCENE_BLOCK_GROUP, 1),
    [SCREE_GPU_SCENE_BRICKS] = SCENE("scene_bricks", SCENE_BRICK_GROUP, 1),
    [SCREE_GPU_FLOOD_SEEDS] = FLOOD("flood_seeds_of_", {solids, CONSTANT_KIND}),
    [SCREE_GPU_FLOOD_PASS] = FLOOD("flood_", {walks, CONSTANT_WALK}, {squares, CONSTANT_KIND}),
    [SCREE_GPU_FLOOD_DISTANCES] = FLOOD("flood_distances", {squares, CONSTANT_KIND}),
    [SCREE_GPU_MESH] = {.kernel = "mesh_distances",
                        .part = SCREE_CUDA_MESH,
                        .threads = {MESH_GROUP_SIDE, MESH_GROUP_SIDE, 1}},
    [SCREE_GPU_VOXELS] = {.kernel = "",
                          .word = {{voxel_tasks, CONSTANT_SOURCE}},
                          .part = SCREE_CUDA_DISTANCE_WHOLE,
                          .threads = {DISTANCE_GROUP, 1, 1}},
    [SCREE_GPU_SQUARES_WHOLE] = SQUARES(SCREE_CUDA_DISTANCE_WHOLE),
    [SCREE_GPU_SQUARES_REAL] = SQUARES(SCREE_CUDA_DISTANCE_REAL),
    [SCREE_GPU_LINES_WHOLE] = LINES(SCREE_CUDA_DISTANCE_WHOLE),
    [SCREE_GPU_LINES_REAL] = LINES(SCREE_CUDA_DISTANCE_REAL),
};

static void name_kernel(const launch_row *row, const uint32_t *variant, char name[SCREE_CUDA_KERNEL_NAME])
{
    int length = snprintf(name, SCREE_CUDA_KERNEL_NAME, "%s", row->kernel);
    for (const kernel_word *word = row->word; word < row->word + MOST_WORDS && word->words != NULL; word++) {
        length += snprintf(name + length, SCREE_CUDA_KERNEL_NAME - (size_t)length, "%s",
                           word->words[variant[word->constant]]);
    }
}

void scree_cuda_dispatch(scree_gpu_commands *commands, const scree_gpu_dispatch *dispatch)
{
    const launch_row *row = &rows[dispatch->program];
    const uint32_t *variant = dispatch->variant;
    char kernel[SCREE_CUDA_KERNEL_NAME];
    scree_cuda_launch launch = {
        .part = row->part,
        .kernel = kernel,
        .grid = {(uint32_t)scree_div_round_up(dispatch->groups[0], row->groups > 0 ? row->groups : 1),
                 dispatch->groups[1], dispatch->groups[2]},
        .block = {row->threads[0] > 0 ? row->threads[0] : variant[row->threads_constant], row->threads[1],
                  row->threads[2]},
        .shared_bytes = row->shared_constant > 0 ? variant[row->shared_constant] * (uint32_t)sizeof(uint32_t) : 0,
    };
    if (row->kernel == NULL) {
        scree_cuda_dispatch_noise(commands, dispatch);
        return;
    }
    name_kernel(row, variant, kernel);
    scree_cuda_run((scree_cuda_commands *)commands, &launch, dispatch);
}
