/* Which kernel a dispatch launches: a row for each program. */
#include "particles/attractor.h"
#include "cuda_device.h"
#include "distance_layout.h"
#include "flood_layout.h"
#include "lessons/hash_noise.h"
#include "noise/noise_kinds.h"
#include "scene/scene_kinds.h"
#include "whole_numbers.h"

/* A launch has a block for each group of the dispatch, unless a block makes several. */
typedef struct launch_row {
    scree_cuda_kernel_set set;
    uint32_t threads[3];          /* Threads of a block; */
    uint32_t threads_constant[3]; /* where they are 0, the specialisation constants that hold them. */
    uint32_t shared_constant;     /* The constant that holds the words of shared memory, or 0. */
    uint32_t groups;              /* Groups along x that a block makes; 0 = 1. */
} launch_row;

static const char *const methods[] = {"", "_1", "_2", "_3"};
static const char *const kinds[] = {
#define KIND_WORD(KIND, name, number, traits, sample, min_axes, max_axes) [number] = #name,
    SCREE_NOISE_KINDS(KIND_WORD)
#undef KIND_WORD
};
static const char *const usual[] = {"", "_usual"};
static const char *const lessons[SCREE_LESSON_ALL_PROGRAMS] = {[SCREE_LESSON_EMPTY] = "empty",
                                                               [SCREE_LESSON_FILL] = "fill",
                                                               [SCREE_LESSON_COPY] = "copy",
                                                               [SCREE_LESSON_TRIAD] = "triad",
                                                               [SCREE_LESSON_ADD] = "add",
                                                               [SCREE_LESSON_ADD_FOURS] = "add_fours",
                                                               [SCREE_LESSON_DOT] = "dot",
                                                               [SCREE_LESSON_REDUCE] = "reduce",
                                                               [SCREE_LESSON_ATOMIC] = "atomic",
                                                               [SCREE_LESSON_SHARED_ATOMIC] = "shared_atomic",
                                                               [SCREE_LESSON_LOOP] = "loop",
                                                               [SCREE_LESSON_FLOATS] = "floats",
                                                               [SCREE_LESSON_WORDS] = "words",
                                                               [SCREE_LESSON_XOR] = "xor",
                                                               [SCREE_LESSON_MINIMUM] = "minimum",
                                                               [SCREE_LESSON_MAXIMUM] = "maximum",
                                                               [SCREE_LESSON_EXCHANGE] = "exchange",
                                                               [SCREE_LESSON_PRODUCT] = "product",
                                                               [SCREE_LESSON_FLOAT_SUM] = "float_sum",
                                                               [SCREE_LESSON_NUMBERS] = "numbers",
                                                               [SCREE_LESSON_WIDE_DOT] = "wide_dot",
                                                               [SCREE_LESSON_NOISE] = "noise",
                                                               [SCREE_LESSON_WALK] = "walk",
                                                               [SCREE_LESSON_SHARED_WALK] = "shared_walk",
                                                               [SCREE_HASH_NOISE_TABLE] = "hash_noise_table",
                                                               [SCREE_HASH_NOISE_BITS] = "hash_noise_bits",
                                                               [SCREE_HASH_NOISE_2D] = "hash_noise_2d",
                                                               [SCREE_HASH_NOISE_2D_TIME] = "hash_noise_2d_time",
                                                               [SCREE_HASH_NOISE_3D] = "hash_noise_3d",
                                                               [SCREE_HASH_NOISE_3D_TIME] = "hash_noise_3d_time",
                                                               [SCREE_HASH_NOISE_3D_HALF] = "hash_noise_3d_half"};
static const char *const systems[] = {
#define SYSTEM_WORD(SYSTEM, name, number, function, is_map, is_long) [number] = #name,
    SCREE_ATTRACTORS(SYSTEM_WORD)
#undef SYSTEM_WORD
};
static const char *const scenes[] = {
#define SCENE_WORD(KIND, name, number, light, arguments) [number] = #name,
    SCREE_SCENE_KINDS(SCENE_WORD)
#undef SCENE_WORD
};
static const char *const sums[] = {[SUM_TERMS] = "terms", [SUM_PRODUCTS] = "products", [SUM_SUMS] = "sums"};
static const char *const preparations[] = {"bricks", "blocks"};
static const char *const solids[] = {"voxels", "tops"};
static const char *const walks[] = {"columns", "layers"};
static const char *const squares[] = {"_real", "_whole"};
static const char *const voxel_tasks[] = {[VOXELS_PACK] = "pack_voxels", [VOXELS_JOIN] = "join_words"};
static const char *const sources[] = {[SOURCE_TOPS] = "tops", [SOURCE_HEIGHTS] = "heights", [SOURCE_BITS] = "bits"};
static const char *const lines[] = {"columns", "rows"};
static const char *const lengths[] = {"", "_long"};
static const char *const findings[] = {"", "_nearest"};

/* Members of a row. */
#define NUMBERS scree_cuda_numbers
#define WORDS(list, which) SCREE_CUDA_WORDS(list, CONSTANT_##which)
#define LAUNCH(of_part, x, y, z, ...)                                                   \
    {                                                                                   \
        .threads = {x, y, z}, .set.part = SCREE_CUDA_##of_part, .set.name = __VA_ARGS__ \
    }
#define KIND_AND_AXES .set.word = {WORDS(kinds, KIND), WORDS(NUMBERS, AXES)}
#define KIND_AXES_METHOD .set.word = {WORDS(kinds, KIND), WORDS(NUMBERS, AXES), WORDS(methods, SITE_METHOD)}
#define KIND_AXES_USUAL .set.word = {WORDS(kinds, KIND), WORDS(NUMBERS, AXES), WORDS(usual, IS_USUAL)}
#define PARTICLES .set.word = {WORDS(systems, PARTICLE_SYSTEM), WORDS(NUMBERS, PARTICLE_INTEGRATOR)}
#define LESSON_NAME "lesson_", .set.word = {WORDS(lessons, LESSON)}
#define SOURCES .set.word = {WORDS(sources, SOURCE)}
#define LINES                                                                                      \
    .set.word = {WORDS(lines, IS_FIELD), WORDS(lengths, IS_LONG), WORDS(findings, FINDS_NEAREST)}, \
    .threads_constant = {CONSTANT_THREADS}, .shared_constant = CONSTANT_SHARED_WORDS

/* The contraction is fused (contraction.c), so its two stages are never dispatched; nor are points without
   float64, and pixels of halves. */
static const launch_row rows[SCREE_GPU_PROGRAM_COUNT] = {
    [SCREE_GPU_DIRECT] = LAUNCH(DIRECT, DIRECT_GROUP, 1, 1, "direct_", KIND_AND_AXES),
    [SCREE_GPU_DIRECT_DUALS] = LAUNCH(DIRECT_DUALS, DIRECT_GROUP, 1, 1, "direct_", KIND_AND_AXES),
    [SCREE_GPU_POINTS] = LAUNCH(POINTS, DIRECT_GROUP, 1, 1, "points_", KIND_AND_AXES),
    [SCREE_GPU_SITES] = LAUNCH(SITES, DIRECT_GROUP, 1, 1, "sites_", KIND_AXES_METHOD),
    [SCREE_GPU_SITE_DUALS] = LAUNCH(SITE_DUALS, DIRECT_GROUP, 1, 1, "sites_", KIND_AND_AXES),
    [SCREE_GPU_SITE_POINT_DUALS] = LAUNCH(SITE_DUALS, DIRECT_GROUP, 1, 1, "site_points_", KIND_AND_AXES),
    [SCREE_GPU_POINT_DUALS] = LAUNCH(POINT_DUALS, DIRECT_GROUP, 1, 1, "points_", KIND_AND_AXES),
    [SCREE_GPU_SITE_POINTS] = LAUNCH(SITES, DIRECT_GROUP, 1, 1, "site_points_", KIND_AXES_METHOD),
    [SCREE_GPU_WARPS] = LAUNCH(WARPS, DIRECT_GROUP, 1, 1, "warps_", KIND_AXES_USUAL),
    [SCREE_GPU_WARP_DUALS] = LAUNCH(WARP_DUALS, DIRECT_GROUP, 1, 1, "warps_", KIND_AND_AXES),
    [SCREE_GPU_WARP_POINTS] = LAUNCH(WARPS, DIRECT_GROUP, 1, 1, "warp_points_", KIND_AND_AXES),
    [SCREE_GPU_WARP_POINT_DUALS] = LAUNCH(WARP_DUALS, DIRECT_GROUP, 1, 1, "warp_points_", KIND_AND_AXES),
    [SCREE_GPU_TABLES] = LAUNCH(TABLES, DIRECT_GROUP, 1, 1, "make_tables"),
    [SCREE_GPU_CONVERT] = LAUNCH(CONVERT, CONVERT_GROUP, 1, 1, "convert"),
    [SCREE_GPU_VALUE_MAP] = LAUNCH(CONVERT, DIRECT_GROUP, 1, 1, "map_values"),
    [SCREE_GPU_COMBINE] = LAUNCH(COMBINE, DIRECT_GROUP, 1, 1, "combine"),
    [SCREE_GPU_COMBINE_DUALS] = LAUNCH(COMBINE_DUALS, DIRECT_GROUP, 1, 1, "combine_duals"),
    [SCREE_GPU_COMBINE_FILES] = LAUNCH(COMBINE_FILES, DIRECT_GROUP, 1, 1, "combine_files"),
    [SCREE_GPU_SUM] = LAUNCH(SUM, SCREE_CUDA_SUM_THREADS, 1, 1, "sum_", .set.word = {WORDS(sums, SUM_KIND)},
                             .groups = SCREE_CUDA_SUM_THREADS / SCREE_CUDA_WARP_LANES),
    [SCREE_GPU_LESSON] = LAUNCH(LESSONS, 0, 0, 0, LESSON_NAME,
                                .threads_constant = {CONSTANT_GROUP, CONSTANT_GROUP_ROWS, CONSTANT_GROUP_LAYERS}),
    [SCREE_GPU_LESSON_WIDE] = LAUNCH(LESSONS, 0, 1, 1, LESSON_NAME, .threads_constant = {CONSTANT_GROUP}),
    [SCREE_GPU_PARTICLES] = LAUNCH(PARTICLES, PARTICLE_GROUP, 1, 1, "particles_", PARTICLES),
    [SCREE_GPU_PARTICLES_WIDE] = LAUNCH(PARTICLES_WIDE, PARTICLE_GROUP, 1, 1, "particles_", PARTICLES),
    [SCREE_GPU_SCENE] = LAUNCH(SCENES, SCENE_GROUP, SCENE_GROUP, 1, "scene_", .set.word = {WORDS(scenes, SCENE_KIND)}),
    [SCREE_GPU_SCENE_PREPARE] =
        LAUNCH(SCENES, SCENE_PREPARE_GROUP, 1, 1, "scene_", .set.word = {WORDS(preparations, MAKES_BLOCKS)}),
    [SCREE_GPU_SELF_TEST] = LAUNCH(CONVERT, DIRECT_GROUP, 1, 1, "self_test"),
    [SCREE_GPU_SELF_TEST_WIDE] = LAUNCH(CONVERT, DIRECT_GROUP, 1, 1, "self_test_wide"),
    [SCREE_GPU_FLOOD_SEEDS] =
        LAUNCH(FLOOD, FLOOD_GROUP_X, FLOOD_GROUP_Y, 1, "flood_seeds_of_", .set.word = {WORDS(solids, KIND)}),
    [SCREE_GPU_FLOOD_PASS] = LAUNCH(FLOOD, FLOOD_GROUP_X, FLOOD_GROUP_Y, 1, "flood_",
                                    .set.word = {WORDS(walks, WALK), WORDS(squares, KIND)}),
    [SCREE_GPU_FLOOD_SEARCH] =
        LAUNCH(FLOOD, FLOOD_GROUP_X, FLOOD_GROUP_Y, 1, "flood_search", .set.word = {WORDS(squares, KIND)}),
    [SCREE_GPU_FLOOD_DISTANCES] =
        LAUNCH(FLOOD, FLOOD_GROUP_X, FLOOD_GROUP_Y, 1, "flood_distances", .set.word = {WORDS(squares, KIND)}),
    [SCREE_GPU_MESH] = LAUNCH(MESH, MESH_GROUP_SIDE, MESH_GROUP_SIDE, 1, "mesh_distances"),
    [SCREE_GPU_VOXELS] = LAUNCH(DISTANCE_WHOLE, DISTANCE_GROUP, 1, 1, "", .set.word = {WORDS(voxel_tasks, SOURCE)}),
    [SCREE_GPU_SQUARES_WHOLE] = LAUNCH(DISTANCE_WHOLE, DISTANCE_GROUP, 1, 1, "squares_of_", SOURCES),
    [SCREE_GPU_SQUARES_REAL] = LAUNCH(DISTANCE_REAL, DISTANCE_GROUP, 1, 1, "squares_of_", SOURCES),
    [SCREE_GPU_LINES_WHOLE] = LAUNCH(DISTANCE_WHOLE, 0, 1, 1, "", LINES),
    [SCREE_GPU_LINES_REAL] = LAUNCH(DISTANCE_REAL, 0, 1, 1, "", LINES),
};

static uint32_t block_side(const launch_row *row, const uint32_t *specialisation, uint32_t axis)
{
    return row->threads[axis] > 0 ? row->threads[axis] : specialisation[row->threads_constant[axis]];
}

void scree_cuda_dispatch(scree_gpu_commands *commands, const scree_gpu_dispatch *dispatch)
{
    const launch_row *row = &rows[dispatch->program];
    const uint32_t *specialisation = dispatch->specialisation;
    scree_cuda_launch launch = {
        .set = &row->set,
        .number = dispatch->program,
        .grid = {(uint32_t)scree_div_round_up(dispatch->groups[0], row->groups > 0 ? row->groups : 1),
                 dispatch->groups[1], dispatch->groups[2]},
        .block = {block_side(row, specialisation, 0), block_side(row, specialisation, 1),
                  block_side(row, specialisation, 2)},
        .shared_bytes = row->shared_constant > 0 ? specialisation[row->shared_constant] * (uint32_t)sizeof(uint32_t)
                                                 : 0,
    };
    for (uint32_t i = 0; i < SCREE_CUDA_KERNEL_WORDS && row->set.word[i].count > 0; i++) {
        launch.word[i] = specialisation[row->set.word[i].constant];
    }
    scree_cuda_run((scree_cuda_commands *)commands, &launch, dispatch);
}
