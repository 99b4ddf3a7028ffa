/* Converts dispatches to launches: the structures that kernels take (kernel_parameters.h), and grids of blocks. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "attractor.h"
#include "cuda_device.h"
#include "distance_layout.h"
#include "distance_shape.h"
#include "flood_layout.h"
#include "lesson.h"
#include "mesh_layout.h"
#include "scene_layout.h"
#include "sum.h"
#include "whole_numbers.h"

/* The kernels' structures start with the members that the programs of all backends share. */
_Static_assert(offsetof(scree_gpu_octave, first_node) == sizeof(scree_cuda_octave), "octaves begin alike");
_Static_assert(SCREE_CUDA_OUTER_WORDS == SCREE_GPU_OUTER_WORDS && SCREE_CUDA_RANGE_PAIRS == RANGE_PAIRS, "tables");
_Static_assert(SCREE_CUDA_DIRECT_THREADS == DIRECT_GROUP && SCREE_CUDA_CONVERT_THREADS == CONVERT_GROUP &&
                   SCREE_CUDA_VARIANT_SIDE == GROUP_SIDE && SCREE_CUDA_DISTANCE_THREADS == DISTANCE_GROUP,
               "threads of blocks");
_Static_assert(SCREE_CUDA_FLOOD_COLUMNS == FLOOD_GROUP_X && SCREE_CUDA_FLOOD_ROWS == FLOOD_GROUP_Y &&
                   SCREE_CUDA_MESH_SIDE == MESH_GROUP_SIDE && SCREE_CUDA_MESH_LAYERS == MESH_GROUP_LAYERS,
               "tiles of volumes");
_Static_assert(SCREE_CUDA_SCENE_SIDE == SCENE_GROUP && SCREE_CUDA_SCENE_BRICKS == SCENE_BRICKS &&
                   SCREE_CUDA_SCENE_BRICK_THREADS == SCENE_BRICK_GROUP &&
                   SCREE_CUDA_SCENE_BLOCK_THREADS == SCENE_BLOCK_GROUP,
               "groups of scenes");
_Static_assert(SCREE_CUDA_MOST_AXES == SCREE_MAX_AXES && SCREE_CUDA_FIELD_OCTAVES == SCREE_MAX_OCTAVES &&
                   SCREE_CUDA_PASS_OCTAVES == SAMPLE_OCTAVES,
               "axes and octaves");
_Static_assert(SCREE_CUDA_STRIP == SCREE_STRIP_PLACES && SCREE_CUDA_STRIP_PART == SCREE_STRIP_PART_PLACES &&
                   SCREE_CUDA_LINE_MARGIN == SCREE_LINE_MARGIN && SCREE_CUDA_STRIP_WORDS == SCREE_STRIP_WORDS &&
                   SCREE_CUDA_STAGE_PITCH == SCREE_STAGE_PITCH && SCREE_CUDA_STAGE_WORDS == SCREE_STAGE_WORDS,
               "words of lines");

/* Device pointer of a span; NULL if it is empty. */
static uint32_t *words_at(scree_gpu_span span)
{
    return span.memory != NULL ? (uint32_t *)(uintptr_t)(span.memory->handle + span.offset) : NULL;
}

static float *floats_at(scree_gpu_span span)
{
    return (float *)(void *)words_at(span);
}

static void copy_octaves(const scree_gpu_octave *from, uint32_t octaves, scree_cuda_octave *to)
{
    for (uint32_t o = 0; o < octaves; o++) {
        memcpy(&to[o], &from[o], sizeof to[o]);
    }
}

scree_cuda_samples scree_cuda_samples_of(const scree_gpu_samples *samples, const scree_gpu_span *spans)
{
    const scree_gpu_tables *tables = samples->tables;
    const scree_plan *plan = tables->frame.plan;
    float *values = floats_at(spans[BINDING_VALUES]) + samples->first_value;
    scree_cuda_samples launch = {
        .tables = words_at(spans[BINDING_TABLES]),
        .values = values,
        .range = samples->finds_range ? words_at(spans[BINDING_RANGE]) : NULL,
        .row_stride = samples->strides[0],
        .plane_stride = samples->strides[1],
        .width = samples->width,
        .rows = samples->rows,
        .planes = samples->planes,
        .axes = plan->axes,
        .hash = (uint32_t)plan->params.hash,
        .fractal = plan->fractal,
        .options = plan->options,
        .gradient_count = plan->gradient_count,
        .permutation = tables->permutation,
        .x_stride = tables->x_stride,
        .octaves = samples->octaves,
        .adds = samples->adds,
        .is_aligned = (uintptr_t)values % (4 * sizeof(float)) == 0 && samples->strides[0] % 4 == 0 &&
                      samples->strides[1] % 4 == 0,
    };
    for (uint32_t axis = 2; axis < plan->axes; axis++) {
        launch.outer_count[axis - 2] = (uint32_t)tables->frame.outer[axis].count;
        launch.outer_start[axis - 2] = (uint32_t)tables->frame.outer[axis].start;
    }
    copy_octaves(tables->octave + samples->first_octave, samples->octaves, launch.octave);
    return launch;
}

/* The kernels of direct_kernels.cu and point_kernels.cu: for every kind and number of axes. */
static void name_kernel(char name[SCREE_CUDA_KERNEL_NAME], const char *task, const uint32_t *variant)
{
    snprintf(name, SCREE_CUDA_KERNEL_NAME, "%s_%s_%u", task,
             scree_noise_kind_name((scree_noise_kind)variant[CONSTANT_KIND]), variant[CONSTANT_AXES]);
}

static void run_direct(scree_cuda_commands *commands, const scree_gpu_dispatch *dispatch)
{
    char kernel[SCREE_CUDA_KERNEL_NAME];
    scree_cuda_samples samples = scree_cuda_samples_of(dispatch->constants, dispatch->spans);
    const scree_cuda_launch launch = {.part = SCREE_CUDA_DIRECT,
                                      .kernel = kernel,
                                      .grid = {dispatch->groups[0], dispatch->groups[1], dispatch->groups[2]},
                                      .block = {DIRECT_GROUP, 1, 1}};
    name_kernel(kernel, "direct", dispatch->variant);
    scree_cuda_run(commands, &launch, &samples);
}

static void run_sites(scree_cuda_commands *commands, const scree_gpu_dispatch *dispatch)
{
    const scree_gpu_samples *samples = dispatch->constants;
    char kernel[SCREE_CUDA_KERNEL_NAME];
    scree_cuda_sites sites = {
        .tables = words_at(dispatch->spans[BINDING_TABLES]),
        .values = floats_at(dispatch->spans[BINDING_VALUES]) + samples->first_value,
        .range = samples->finds_range ? words_at(dispatch->spans[BINDING_RANGE]) : NULL,
        .row_stride = samples->strides[0],
        .plane_stride = samples->strides[1],
        .width = samples->width,
        .first_plane = samples->first_plane,
        .fractal = samples->fractal,
        .options = samples->tables->frame.plan->options,
        .first_octave = samples->first_octave,
        .octaves = samples->octaves,
        .adds = samples->adds,
    };
    const scree_cuda_launch launch = {.part = SCREE_CUDA_SITES,
                                      .kernel = kernel,
                                      .grid = {dispatch->groups[0], dispatch->groups[1], dispatch->groups[2]},
                                      .block = {DIRECT_GROUP, 1, 1}};
    name_kernel(kernel, "sites", dispatch->variant);
    scree_cuda_run(commands, &launch, &sites);
}

static void run_variant(scree_cuda_commands *commands, const scree_gpu_dispatch *dispatch)
{
    static const char *const kernels[] = {[SCREE_VARIANT_UNOPTIMISED] = "unoptimised",
                                          [SCREE_VARIANT_HALF_OPTIMISED] = "half_optimised",
                                          [SCREE_VARIANT_OPTIMISED] = "optimised"};
    scree_cuda_samples samples = scree_cuda_samples_of(dispatch->constants, dispatch->spans);
    /* All variants have the same bits; this one makes all fractals, of any number of octaves. */
    const uint32_t variant = scree_fractal_is_simple(samples.fractal) ? dispatch->variant[CONSTANT_VARIANT]
                                                                      : SCREE_VARIANT_UNOPTIMISED;
    const scree_cuda_launch launch = {.part = SCREE_CUDA_VARIANTS,
                                      .kernel = kernels[variant],
                                      .grid = {dispatch->groups[0], dispatch->groups[1], dispatch->groups[2]},
                                      .block = {GROUP_SIDE, GROUP_SIDE, GROUP_SIDE}};
    scree_cuda_run(commands, &launch, &samples);
}

/* Copies where the coordinates of points lie; they are aligned if all multiples of their sizes are. */
static void place_coordinates(const scree_gpu_points_pass *pass, scree_gpu_span span, scree_cuda_points *points)
{
    uint64_t all = 0;
    for (uint32_t axis = 0; axis < points->axes; axis++) {
        uint64_t address = span.memory->handle + span.offset + pass->bytes_offset[axis];
        points->coordinate[axis] = (const char *)(uintptr_t)address;
        points->stride[axis] = pass->bytes_stride[axis];
        all |= address | (uint64_t)pass->bytes_stride[axis];
    }
    points->is_aligned = all % (points->is_wide ? sizeof(double) : sizeof(float)) == 0;
}

static void run_points(scree_cuda_commands *commands, const scree_gpu_dispatch *dispatch)
{
    const scree_gpu_points_pass *pass = dispatch->constants;
    const scree_plan *plan = pass->tables->frame.plan;
    const scree_point_rules *rules = pass->point_rules;
    char kernel[SCREE_CUDA_KERNEL_NAME];
    bool is_variant = plan->params.variant != SCREE_VARIANT_CONTRACTION;
    bool has_sites = scree_plan_has_sites(plan);
    const scree_cuda_launch launch = {.part = is_variant  ? SCREE_CUDA_VARIANTS
                                              : has_sites ? SCREE_CUDA_SITES
                                                          : SCREE_CUDA_POINTS,
                                      .kernel = kernel,
                                      .grid = {dispatch->groups[0], 1, 1},
                                      .block = {DIRECT_GROUP, 1, 1}};
    scree_cuda_points points = {
        .tables = words_at(dispatch->spans[BINDING_TABLES]),
        .values = floats_at(dispatch->spans[BINDING_VALUES]) + pass->first_value,
        .factors = floats_at(dispatch->spans[BINDING_DATA]),
        .found = words_at(dispatch->spans[BINDING_RANGE]),
        .points = pass->points,
        .axes = plan->axes,
        .hash = (uint32_t)plan->params.hash,
        .fractal = plan->fractal,
        .options = plan->options,
        .fade = (uint32_t)plan->params.fade,
        .gradient_count = plan->gradient_count,
        .permutation = pass->tables->permutation,
        .first_octave = pass->first_octave,
        .octaves = pass->octaves,
        .adds = pass->adds,
        .is_wide = dispatch->variant[CONSTANT_IS_WIDE],
        .near_limit = rules->near_limit,
        .limit = rules->limit,
    };
    place_coordinates(pass, dispatch->spans[BINDING_NODES], &points);
    if (!has_sites) {
        copy_octaves(pass->tables->octave + pass->first_octave, pass->octaves, points.octave);
    }
    memcpy(points.octave_rule, rules->octave + pass->first_octave, pass->octaves * sizeof rules->octave[0]);
    memcpy(points.axis_rule, rules->axis + pass->first_octave, pass->octaves * sizeof rules->axis[0]);
    if (is_variant) {
        snprintf(kernel, sizeof kernel, "variant_points_%u", plan->axes);
    } else {
        name_kernel(kernel, has_sites ? "site_points" : "points", dispatch->variant);
    }
    scree_cuda_run(commands, &launch, &points);
}

static void run_tables(scree_cuda_commands *commands, const scree_gpu_dispatch *dispatch)
{
    const scree_gpu_tabulation *from = dispatch->constants;
    scree_cuda_tabulation tabulation = {.tables = words_at(dispatch->spans[BINDING_DATA]),
                                        .rules = from->rules,
                                        .hash = from->hash,
                                        .fade = from->fade};
    const scree_cuda_launch launch = {.part = SCREE_CUDA_TABLES,
                                      .kernel = "make_tables",
                                      .grid = {dispatch->groups[0], dispatch->groups[1], 1},
                                      .block = {DIRECT_GROUP, 1, 1}};
    scree_cuda_run(commands, &launch, &tabulation);
}

static void run_conversion(scree_cuda_commands *commands, const scree_gpu_dispatch *dispatch)
{
    const scree_gpu_conversion *from = dispatch->constants;
    scree_cuda_conversion conversion = {.values = floats_at(dispatch->spans[BINDING_VALUES]),
                                        .data = words_at(dispatch->spans[BINDING_DATA]),
                                        .samples = from->count,
                                        .bits = from->bits,
                                        .low = from->low,
                                        .scale = from->scale,
                                        .top = from->top};
    const scree_cuda_launch launch = {.part = SCREE_CUDA_CONVERT,
                                      .kernel = "convert",
                                      .grid = {dispatch->groups[0], 1, 1},
                                      .block = {CONVERT_GROUP, 1, 1}};
    scree_cuda_run(commands, &launch, &conversion);
}

static void run_trials(scree_cuda_commands *commands, const scree_gpu_dispatch *dispatch)
{
    scree_cuda_trials trials = {.trials = (const void *)words_at(dispatch->spans[BINDING_DATA]),
                                .outcomes = (void *)words_at(dispatch->spans[BINDING_VALUES])};
    const scree_cuda_launch launch = {.part = SCREE_CUDA_CONVERT,
                                      .kernel = "self_test",
                                      .grid = {dispatch->groups[0], 1, 1},
                                      .block = {DIRECT_GROUP, 1, 1}};
    memcpy(&trials.count, dispatch->constants, sizeof trials.count);
    scree_cuda_run(commands, &launch, &trials);
}

static void run_wide_trials(scree_cuda_commands *commands, const scree_gpu_dispatch *dispatch)
{
    scree_cuda_wide_trials trials = {.trials = (const void *)words_at(dispatch->spans[BINDING_DATA]),
                                     .outcomes = (void *)words_at(dispatch->spans[BINDING_VALUES])};
    const scree_cuda_launch launch = {.part = SCREE_CUDA_CONVERT,
                                      .kernel = "self_test_wide",
                                      .grid = {dispatch->groups[0], 1, 1},
                                      .block = {DIRECT_GROUP, 1, 1}};
    memcpy(&trials.count, dispatch->constants, sizeof trials.count);
    scree_cuda_run(commands, &launch, &trials);
}

static void run_flood(scree_cuda_commands *commands, const char *kernel, const scree_gpu_dispatch *dispatch,
                      void *parameters)
{
    const scree_cuda_launch launch = {.part = SCREE_CUDA_FLOOD,
                                      .kernel = kernel,
                                      .grid = {dispatch->groups[0], 1, 1},
                                      .block = {FLOOD_GROUP_X, FLOOD_GROUP_Y, 1}};
    scree_cuda_run(commands, &launch, parameters);
}

/* CUDA never divides a volume: it is flooded from its first layer on, and `end_layer` is its end. */
static scree_cuda_flood_volume volume_of(const scree_gpu_flood_volume *from)
{
    return (scree_cuda_flood_volume){.columns = from->columns,
                                     .rows = from->rows,
                                     .layers = from->end_layer,
                                     .x_shift = from->x_shift,
                                     .y_shift = from->y_shift};
}

static void run_flood_seeds(scree_cuda_commands *commands, const scree_gpu_dispatch *dispatch)
{
    const scree_gpu_flood_seeds *from = dispatch->constants;
    bool is_terrain = dispatch->variant[CONSTANT_KIND] != 0;
    const uint32_t *solid = words_at(dispatch->spans[FLOOD_SOLID]);
    scree_cuda_flood_seeds seeds = {
        .volume = volume_of(&from->volume),
        .tops = is_terrain ? solid : NULL,
        .occupancy = is_terrain ? NULL : (const uint8_t *)(const void *)solid,
        .to = {words_at(dispatch->spans[FLOOD_FIRST]), words_at(dispatch->spans[FLOOD_SECOND])},
        .seeds_are_solid = from->seeds_are_solid,
    };
    run_flood(commands, "flood_seeds", dispatch, &seeds);
}

/* Threads walk along layers that are a jump apart, or, if no column has two of them, along all layers. */
static void run_flood_pass(scree_cuda_commands *commands, const scree_gpu_dispatch *dispatch)
{
    static const char *const kernels[2][2] = {{"flood_columns_real", "flood_columns_whole"},
                                              {"flood_layers_real", "flood_layers_whole"}};
    const scree_gpu_flood_pass *from = dispatch->constants;
    scree_cuda_flood_pass pass = {.volume = volume_of(&from->volume),
                                  .from = words_at(dispatch->spans[FLOOD_HERE]),
                                  .to = words_at(dispatch->spans[FLOOD_TO]),
                                  .jump = from->jump,
                                  .steps = from->steps};
    memcpy(pass.volume.side, from->side, sizeof pass.volume.side);
    run_flood(commands, kernels[from->jump >= from->layers][dispatch->variant[CONSTANT_KIND]], dispatch, &pass);
}

static void run_flood_distances(scree_cuda_commands *commands, const scree_gpu_dispatch *dispatch)
{
    const scree_gpu_flood_distances *from = dispatch->constants;
    uint32_t *seeds = words_at(dispatch->spans[FLOOD_SEEDS]);
    uint32_t *inside = words_at(dispatch->spans[FLOOD_INSIDE]);
    /* The kernel counts seeds from the volume's first layer on. */
    uint64_t skipped = (uint64_t)from->volume.first_layer * from->volume.columns * from->volume.rows;
    scree_cuda_flood_distances distances = {
        .volume = volume_of(&from->volume),
        .seeds = seeds - skipped,
        .inside = inside != NULL ? inside - skipped : NULL,
        .distance = floats_at(dispatch->spans[FLOOD_DISTANCE]),
        .nearest = words_at(dispatch->spans[FLOOD_NEAREST]),
        .first = from->volume.first_layer,
        .unit = from->unit,
        .margin = from->margin,
        .clip = from->clip,
    };
    memcpy(distances.volume.side, from->side, sizeof distances.volume.side);
    run_flood(commands, dispatch->variant[CONSTANT_KIND] ? "flood_distances_whole" : "flood_distances_real", dispatch,
              &distances);
}

static void run_mesh(scree_cuda_commands *commands, const scree_gpu_dispatch *dispatch)
{
    const scree_gpu_mesh_box *from = dispatch->constants;
    const uint32_t *tables = words_at(dispatch->spans[BINDING_TABLES]);
    scree_cuda_mesh_box box = {
        .heights = tables + MESH_HEIGHTS,
        .inverses = tables + from->inverses,
        .spans = tables + from->spans,
        .first_blocks = tables + MESH_FIRST,
        .levels = floats_at(dispatch->spans[BINDING_DATA]),
        .distance = floats_at(dispatch->spans[BINDING_VALUES]),
        .plane = (uint64_t)from->columns * from->rows,
        .columns = from->columns,
        .rows = from->rows,
        .block_levels = from->levels,
        .first_layer = from->first_layer,
        .layers = from->layers,
        .measures = from->measures & 3u,
        .is_negated = from->measures >> 2,
        .unit = from->unit,
        .margin = from->margin,
        .clip = from->clip,
    };
    const scree_cuda_launch launch = {.part = SCREE_CUDA_MESH,
                                      .kernel = "mesh_distances",
                                      .grid = {dispatch->groups[0], dispatch->groups[2], 1},
                                      .block = {MESH_GROUP_SIDE, MESH_GROUP_SIDE, 1}};
    memcpy(box.sides, from->sides, sizeof box.sides);
    scree_cuda_run(commands, &launch, &box);
}

static void run_sum(scree_cuda_commands *commands, const scree_gpu_dispatch *dispatch)
{
    static const char *const kernels[] = {
        [SUM_TERMS] = "sum_terms", [SUM_PRODUCTS] = "sum_products", [SUM_SUMS] = "sum_sums"};
    const scree_gpu_summation *from = dispatch->constants;
    const uint32_t way = dispatch->variant[CONSTANT_SUM_WAY];
    scree_cuda_summation summation = {
        .numbers = floats_at(dispatch->spans[BINDING_DATA]) + from->first,
        .factors = way == SUM_PRODUCTS ? floats_at(dispatch->spans[BINDING_NODES]) + from->first_factor : NULL,
        .sums = floats_at(dispatch->spans[BINDING_VALUES]) + from->first_sum,
        .count = from->count};
    summation.is_aligned = ((uintptr_t)summation.numbers | (uintptr_t)summation.factors) % sizeof(float[4]) == 0;
    const uint32_t blocks = (uint32_t)scree_div_round_up(from->count, SCREE_SUM_BLOCK);
    const scree_cuda_launch launch = {
        .part = SCREE_CUDA_SUM,
        .kernel = kernels[way],
        .grid = {(uint32_t)scree_div_round_up(blocks, SCREE_CUDA_SUM_THREADS / SCREE_CUDA_WARP_LANES), 1, 1},
        .block = {SCREE_CUDA_SUM_THREADS, 1, 1}};
    scree_cuda_run(commands, &launch, &summation);
}

static void run_lesson(scree_cuda_commands *commands, const scree_gpu_dispatch *dispatch)
{
    static const char *const kernels[SCREE_LESSON_PROGRAMS] = {
        [SCREE_LESSON_EMPTY] = "lesson_empty",   [SCREE_LESSON_FILL] = "lesson_fill",
        [SCREE_LESSON_COPY] = "lesson_copy",     [SCREE_LESSON_TRIAD] = "lesson_triad",
        [SCREE_LESSON_ADD] = "lesson_add",       [SCREE_LESSON_ADD_FOURS] = "lesson_add_fours",
        [SCREE_LESSON_DOT] = "lesson_dot",       [SCREE_LESSON_REDUCE] = "lesson_reduce",
        [SCREE_LESSON_ATOMIC] = "lesson_atomic", [SCREE_LESSON_SHARED_ATOMIC] = "lesson_shared_atomic",
        [SCREE_LESSON_LOOP] = "lesson_loop",     [SCREE_LESSON_FLOATS] = "lesson_floats",
        [SCREE_LESSON_WORDS] = "lesson_words"};
    const scree_gpu_lesson_pass *from = dispatch->constants;
    scree_cuda_lesson lesson = {.a = words_at(dispatch->spans[BINDING_DATA]),
                                .b = words_at(dispatch->spans[BINDING_NODES]),
                                .c = words_at(dispatch->spans[BINDING_VALUES]),
                                .threads = from->threads,
                                .each = from->each,
                                .count = from->count,
                                .count_log = from->count_log,
                                .stride_log = from->stride_log,
                                .word = from->word};
    const scree_cuda_launch launch = {.part = SCREE_CUDA_LESSONS,
                                      .kernel = kernels[dispatch->variant[CONSTANT_LESSON]],
                                      .grid = {dispatch->groups[0], dispatch->groups[1], 1},
                                      .block = {dispatch->variant[CONSTANT_GROUP], 1, 1}};
    scree_cuda_run(commands, &launch, &lesson);
}

/* The kernels of particle_kernels.cu: for every system and integrator. */
static void run_particles(scree_cuda_commands *commands, const scree_gpu_dispatch *dispatch)
{
    static const char *const systems[] = {
#define SYSTEM_NAME(SYSTEM, name, number, function, is_map) [number] = #name,
        SCREE_ATTRACTORS(SYSTEM_NAME)
#undef SYSTEM_NAME
    };
    const scree_gpu_particles *from = dispatch->constants;
    const uint32_t *variant = dispatch->variant;
    const bool is_wide = dispatch->program == SCREE_GPU_PARTICLES_WIDE;
    const uint64_t real_bytes = is_wide ? sizeof(double) : sizeof(float);
    const scree_gpu_span *spans = dispatch->spans;
    scree_cuda_particles particles = {
        .positions = (char *)words_at(spans[BINDING_VALUES]) + from->first_real * real_bytes,
        .canvas = (unsigned long long *)(void *)words_at(spans[BINDING_DATA]) + from->first_pixel,
        .lost = words_at(spans[BINDING_RANGE]) + from->lost_word,
        .first = (uint64_t)from->first_high << 32 | from->first_low,
        .count = from->count,
        .shape = variant[CONSTANT_PARTICLE_SHAPE],
        .colour = variant[CONSTANT_PARTICLE_COLOUR],
        .has_perspective = variant[CONSTANT_PARTICLE_PERSPECTIVE],
        .loads = variant[CONSTANT_PARTICLE_MEMORY] & PARTICLE_LOADS,
        .stores = variant[CONSTANT_PARTICLE_MEMORY] & PARTICLE_STORES,
        .stretch = from->stretch};
    char kernel[SCREE_CUDA_KERNEL_NAME];
    const scree_cuda_launch launch = {
        .part = is_wide ? SCREE_CUDA_PARTICLES_WIDE : SCREE_CUDA_PARTICLES,
        .kernel = kernel,
        .grid = {(uint32_t)scree_div_round_up(from->count, SCREE_CUDA_PARTICLE_THREADS), 1, 1},
        .block = {SCREE_CUDA_PARTICLE_THREADS, 1, 1}};
    snprintf(kernel, sizeof kernel, "particles_%s_%u", systems[variant[CONSTANT_PARTICLE_SYSTEM]],
             variant[CONSTANT_PARTICLE_INTEGRATOR]);
    memcpy(particles.words, from->words, sizeof particles.words);
    scree_cuda_run(commands, &launch, &particles);
}

/* A kernel of scenes, with the threads of a block along x and y. */
typedef struct scene_kernel {
    const char *name;
    uint32_t threads[2];
} scene_kernel;

static scree_cuda_scene scene_of(const scree_gpu_dispatch *dispatch, bool prepares)
{
    const scree_gpu_scene_pass *from = dispatch->constants;
    const uint32_t *work = words_at(dispatch->spans[prepares ? BINDING_VALUES : BINDING_DATA]);
    scree_cuda_scene scene = {.table = words_at(dispatch->spans[BINDING_TABLES]),
                              .samples = words_at(dispatch->spans[BINDING_NODES]) + from->samples,
                              .minus = words_at(dispatch->spans[BINDING_RANGE]) + from->minus,
                              .work = work != NULL ? work + from->work : NULL,
                              .made = words_at(dispatch->spans[BINDING_VALUES]) +
                                      (prepares ? from->work : from->pixels),
                              .level = from->level};
    scene.is_aligned = (uintptr_t)scene.samples % sizeof(uint32_t[4]) == 0;
    return scene;
}

static void run_scene(scree_cuda_commands *commands, const scree_gpu_dispatch *dispatch)
{
    static const scene_kernel kernels[SCREE_GPU_PROGRAM_COUNT] = {
        [SCREE_GPU_SCENE_MAP] = {"scene_map", {SCENE_GROUP, SCENE_GROUP}},
        [SCREE_GPU_SCENE_TERRAIN] = {"scene_terrain", {SCENE_GROUP, SCENE_GROUP}},
        [SCREE_GPU_SCENE_VOXELS] = {"scene_voxels", {SCENE_GROUP, SCENE_GROUP}},
        [SCREE_GPU_SCENE_CLOUD] = {"scene_cloud", {SCENE_GROUP, SCENE_GROUP}},
        [SCREE_GPU_SCENE_SURFACE] = {"scene_surface", {SCENE_GROUP, SCENE_GROUP}},
        [SCREE_GPU_SCENE_DENSITY] = {"scene_density", {SCENE_GROUP, SCENE_GROUP}},
        [SCREE_GPU_SCENE_BLOCKS] = {"scene_blocks", {SCENE_BLOCK_GROUP, 1}},
        [SCREE_GPU_SCENE_BRICKS] = {"scene_bricks", {SCENE_BRICK_GROUP, 1}}};
    const scene_kernel *kernel = &kernels[dispatch->program];
    scree_cuda_scene scene = scene_of(dispatch, kernel->threads[1] == 1);
    const scree_cuda_launch launch = {.part = SCREE_CUDA_SCENES,
                                      .kernel = kernel->name,
                                      .grid = {dispatch->groups[0], dispatch->groups[1], 1},
                                      .block = {kernel->threads[0], kernel->threads[1], 1}};
    scree_cuda_run(commands, &launch, &scene);
}

static void run_voxels(scree_cuda_commands *commands, const scree_gpu_dispatch *dispatch)
{
    const scree_gpu_voxels *from = dispatch->constants;
    bool packs = dispatch->variant[CONSTANT_SOURCE] == VOXELS_PACK;
    scree_cuda_voxel_bits voxels = {
        .voxels = packs ? (const uint8_t *)(const void *)words_at(dispatch->spans[BINDING_SOURCE]) : NULL,
        .bits = words_at(dispatch->spans[BINDING_SQUARES]),
        .plane = from->wide_plane,
        .layers = from->layers,
        .first_bit = from->first_bit,
    };
    const scree_cuda_launch launch = {.part = SCREE_CUDA_DISTANCE_WHOLE,
                                      .kernel = packs ? "pack_voxels" : "join_words",
                                      .grid = {dispatch->groups[0], dispatch->groups[2], 1},
                                      .block = {DISTANCE_GROUP, 1, 1}};
    scree_cuda_run(commands, &launch, &voxels);
}

static void run_squares(scree_cuda_commands *commands, const scree_gpu_dispatch *dispatch)
{
    static const char *const kernels[] = {
        [SOURCE_TOPS] = "squares_of_tops", [SOURCE_HEIGHTS] = "squares_of_heights", [SOURCE_BITS] = "squares_of_bits"};
    const scree_gpu_squares *from = dispatch->constants;
    uint32_t source = dispatch->variant[CONSTANT_SOURCE];
    uint64_t words = ((uint64_t)from->layers + 31) / 32;
    scree_cuda_column_squares squares = {
        /* The kernel counts words of voxels from the first word of the volume. */
        .source = words_at(dispatch->spans[BINDING_SOURCE]) - from->first_word * from->wide_plane,
        .levels = source == SOURCE_HEIGHTS ? floats_at(dispatch->spans[BINDING_BEFORE]) : NULL,
        .squares = words_at(dispatch->spans[BINDING_SQUARES]),
        .nearest = words_at(dispatch->spans[BINDING_NEAREST]),
        .plane = from->wide_plane,
        .table_words = from->wide_plane * words,
        .layers = from->layers,
        .first_block = from->first_block,
        .layers_log = from->layers_log,
        .run_log = from->run_log,
        .is_open = from->is_open,
        .side = from->side,
        .top_level = from->top_level,
    };
    const scree_cuda_launch launch = {
        .part = dispatch->program == SCREE_GPU_SQUARES_WHOLE ? SCREE_CUDA_DISTANCE_WHOLE : SCREE_CUDA_DISTANCE_REAL,
        .kernel = kernels[source],
        .grid = {dispatch->groups[0], dispatch->groups[2], 1},
        .block = {DISTANCE_GROUP, 1, 1},
    };
    scree_cuda_run(commands, &launch, &squares);
}

/* Sizes of blocks may need more than the 32 bits of other backends. */
static scree_cuda_lines lines_of(const scree_gpu_lines *from, const scree_gpu_span *spans, bool is_field)
{
    uint64_t step = UINT64_C(1) << from->layers_log;
    return (scree_cuda_lines){
        .squares = words_at(spans[BINDING_SQUARES]),
        .made = is_field ? NULL : words_at(spans[BINDING_SUMS]),
        .nearest = words_at(spans[BINDING_NEAREST]),
        .made_nearest = is_field ? NULL : words_at(spans[BINDING_VOXELS]),
        .work = words_at(spans[BINDING_WORK]),
        .distance = is_field ? floats_at(spans[BINDING_DISTANCE]) : NULL,
        .voxels = is_field ? words_at(spans[BINDING_VOXELS]) : NULL,
        .count = from->count,
        .step = from->step,
        .across = from->across,
        .across_step = is_field ? from->columns * step : step,
        .block_words = (uint64_t)from->columns * from->rows * step,
        .lines_log = from->lines_log,
        .layers_log = from->layers_log,
        .first_block = from->first_block,
        .layers = from->layers,
        .columns = from->columns,
        .rows = from->rows,
        .first_layer = from->first_layer,
        .end_layer = from->end_layer,
        .measures = from->measures,
        .is_negated = from->is_negated,
        .side = from->side,
        .unit = from->unit,
        .margin = from->margin,
        .clip = from->clip,
    };
}

static void run_lines(scree_cuda_commands *commands, const scree_gpu_dispatch *dispatch)
{
    static const char *const kernels[2][2][2] = {
        {{"columns", "columns_nearest"}, {"columns_long", "columns_long_nearest"}},
        {{"rows", "rows_nearest"}, {"rows_long", "rows_long_nearest"}}};
    const uint32_t *variant = dispatch->variant;
    bool is_field = variant[CONSTANT_IS_FIELD] != 0;
    scree_cuda_lines lines = lines_of(dispatch->constants, dispatch->spans, is_field);
    const scree_cuda_launch launch = {
        .part = dispatch->program == SCREE_GPU_LINES_WHOLE ? SCREE_CUDA_DISTANCE_WHOLE : SCREE_CUDA_DISTANCE_REAL,
        .kernel = kernels[is_field][variant[CONSTANT_IS_LONG]][variant[CONSTANT_FINDS_NEAREST]],
        .grid = {dispatch->groups[0], dispatch->groups[2], 1},
        .block = {variant[CONSTANT_THREADS], 1, 1},
        .shared_bytes = variant[CONSTANT_SHARED_WORDS] * (uint32_t)sizeof(uint32_t),
    };
    scree_cuda_run(commands, &launch, &lines);
}

void scree_cuda_dispatch(scree_gpu_commands *commands, const scree_gpu_dispatch *dispatch)
{
    /* The contraction is fused (contraction.c), so its two stages are never dispatched; nor are points that the host
       has placed. */
    static void (*const runs[SCREE_GPU_PROGRAM_COUNT])(scree_cuda_commands *, const scree_gpu_dispatch *) = {
        [SCREE_GPU_DIRECT] = run_direct,
        [SCREE_GPU_VARIANT] = run_variant,
        [SCREE_GPU_POINTS] = run_points,
        [SCREE_GPU_SITES] = run_sites,
        [SCREE_GPU_SITE_POINTS] = run_points,
        [SCREE_GPU_TABLES] = run_tables,
        [SCREE_GPU_PARTICLES] = run_particles,
        [SCREE_GPU_PARTICLES_WIDE] = run_particles,
        [SCREE_GPU_CONVERT] = run_conversion,
        [SCREE_GPU_SUM] = run_sum,
        [SCREE_GPU_LESSON] = run_lesson,
        [SCREE_GPU_SCENE_MAP] = run_scene,
        [SCREE_GPU_SCENE_TERRAIN] = run_scene,
        [SCREE_GPU_SCENE_VOXELS] = run_scene,
        [SCREE_GPU_SCENE_CLOUD] = run_scene,
        [SCREE_GPU_SCENE_SURFACE] = run_scene,
        [SCREE_GPU_SCENE_DENSITY] = run_scene,
        [SCREE_GPU_SCENE_BLOCKS] = run_scene,
        [SCREE_GPU_SCENE_BRICKS] = run_scene,
        [SCREE_GPU_SELF_TEST] = run_trials,
        [SCREE_GPU_SELF_TEST_WIDE] = run_wide_trials,
        [SCREE_GPU_FLOOD_SEEDS] = run_flood_seeds,
        [SCREE_GPU_FLOOD_PASS] = run_flood_pass,
        [SCREE_GPU_FLOOD_DISTANCES] = run_flood_distances,
        [SCREE_GPU_MESH] = run_mesh,
        [SCREE_GPU_VOXELS] = run_voxels,
        [SCREE_GPU_SQUARES_WHOLE] = run_squares,
        [SCREE_GPU_SQUARES_REAL] = run_squares,
        [SCREE_GPU_LINES_WHOLE] = run_lines,
        [SCREE_GPU_LINES_REAL] = run_lines,
    };
    if (commands->result == SCREE_OK) {
        runs[dispatch->program]((scree_cuda_commands *)commands, dispatch);
    }
}
