/* Converts dispatches to launches: the structures that kernels take (kernel_parameters.h), and grids of blocks. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cuda_device.h"
#include "gpu_tables.h"
#include "point_rules.h"
#include "whole_numbers.h"

_Static_assert(offsetof(scree_gpu_octave, first_node) == sizeof(scree_cuda_octave), "octaves begin alike");

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

static void run(scree_cuda_commands *commands, const scree_cuda_launch *launch, const scree_gpu_dispatch *dispatch,
                const void *constants, size_t bytes)
{
    scree_gpu_dispatch made = *dispatch;
    made.constants = constants;
    made.constants_bytes = (uint32_t)bytes;
    scree_cuda_run(commands, launch, &made);
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
    run(commands, &launch, dispatch, &samples, sizeof samples);
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
    run(commands, &launch, dispatch, &sites, sizeof sites);
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
    run(commands, &launch, dispatch, &samples, sizeof samples);
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
    run(commands, &launch, dispatch, &points, sizeof points);
}

void scree_cuda_dispatch_noise(scree_gpu_commands *commands, const scree_gpu_dispatch *dispatch)
{
    /* The contraction is fused (contraction.c), so its two stages are never dispatched; nor are points that the host
       has placed. */
    static void (*const runs[SCREE_GPU_PROGRAM_COUNT])(scree_cuda_commands *, const scree_gpu_dispatch *) = {
        [SCREE_GPU_DIRECT] = run_direct, [SCREE_GPU_VARIANT] = run_variant,    [SCREE_GPU_POINTS] = run_points,
        [SCREE_GPU_SITES] = run_sites,   [SCREE_GPU_SITE_POINTS] = run_points,
    };
    if (commands->result == SCREE_OK) {
        runs[dispatch->program]((scree_cuda_commands *)commands, dispatch);
    }
}
