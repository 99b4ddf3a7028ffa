/* Arbitrary points: axis data for every coordinate, then the direct kernel. */
#include "cpu_device.h"

#include <math.h>
#include <stdlib.h>

#include "axis_table.h"
#include "context_internal.h"
#include "noise_box.h"

/* Points that one task evaluates. */
#define BATCH 512

/* Axis data of a batch, one octave at a time. */
typedef struct point_axis {
    float fraction[BATCH];
    float fraction1[BATCH];
    float fade[BATCH];
    uint32_t key0[BATCH];
    uint32_t key1[BATCH];
} point_axis;

struct scree_point_space {
    double coordinate[SCREE_MAX_AXES][BATCH];
    point_axis axis[SCREE_MAX_AXES];
    float value[SCREE_MAX_OCTAVES][BATCH];
};

/* How the points along one axis of one octave are placed. */
typedef struct point_placement {
    bool is_simple; /* The kernel can do it. */
    scree_cpu_placement how;
} point_placement;

typedef struct points_run {
    const scree_cpu_kernels *kernels;
    scree_cpu_octave octave[SCREE_MAX_OCTAVES];
    point_placement placement[SCREE_MAX_OCTAVES][SCREE_MAX_AXES];
    const scree_plan *plan;
    const double *positions;
    size_t count;
    float *out;
    scree_point_space *spaces; /* One for each worker. */
} points_run;

static point_placement plan_placement(const scree_plan *plan, uint32_t octave, uint32_t number)
{
    const scree_plan_octave *planned = &plan->octave[octave];
    const scree_axis_stream *stream = &planned->axis[number].stream;
    int exponent = 0;
    point_placement placement = {.is_simple = stream->period == 0 && frexp(planned->frequency, &exponent) == 0.5,
                                 .how = {.frequency = planned->frequency,
                                         .shift = planned->shift[number],
                                         .fade = plan->params.fade,
                                         .hash = stream->hash,
                                         .upper = {stream->stream}}};
    if (stream->hash == SCREE_HASH_SCREE) {
        placement.how.upper[0] = scree_axis_key_upper(stream, 0);
        placement.how.upper[1] = scree_axis_key_upper(stream, UINT32_MAX);
    }
    return placement;
}

/* Prepares everything that all batches share. */
static void plan_run(points_run *run)
{
    for (uint32_t o = 0; o < run->plan->octaves; o++) {
        run->octave[o] = scree_cpu_octave_of(run->plan, o);
        for (uint32_t axis = 0; axis < run->plan->axes; axis++) {
            run->placement[o][axis] = plan_placement(run->plan, o, axis);
        }
    }
}

static void fill_axis(const points_run *run, point_axis *axis, uint32_t octave, uint32_t number,
                      const double *coordinates, size_t count)
{
    const scree_plan *plan = run->plan;
    const point_placement *placement = &run->placement[octave][number];
    scree_cpu_placed placed = {.fraction = axis->fraction,
                               .fraction1 = axis->fraction1,
                               .fade = axis->fade,
                               .key0 = axis->key0,
                               .key1 = axis->key1};
    if (placement->is_simple && run->kernels->place(&placement->how, coordinates, count, &placed)) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        scree_fixed position = scree_plan_point_position(&plan->octave[octave], number, coordinates[i]);
        scree_axis_entry entry = scree_axis_entry_make(plan, octave, number, position);
        axis->fraction[i] = entry.fraction;
        axis->fraction1[i] = entry.fraction1;
        axis->fade[i] = entry.fade;
        axis->key0[i] = entry.key[0];
        axis->key1[i] = entry.key[1];
    }
}

/* The coordinates of a batch, axis by axis; past its end the last point is repeated. */
static void take_coordinates(const points_run *run, size_t first, size_t count, size_t padded, scree_point_space *space)
{
    uint32_t axes = run->plan->axes;
    for (size_t i = 0; i < padded; i++) {
        const double *position = run->positions + (first + (i < count ? i : count - 1)) * axes;
        for (uint32_t axis = 0; axis < axes; axis++) {
            space->coordinate[axis][i] = position[axis];
        }
    }
}

static void make_batch(const points_run *run, scree_point_space *space, uint64_t number)
{
    const scree_plan *plan = run->plan;
    size_t first = (size_t)number * BATCH;
    size_t count = run->count - first < BATCH ? run->count - first : BATCH;
    size_t padded = (count + SCREE_MAX_LANES - 1) / SCREE_MAX_LANES * SCREE_MAX_LANES;
    scree_direct_axis axes[SCREE_MAX_AXES];
    scree_sum_octave sums[SCREE_MAX_OCTAVES];
    float unused_minimum[SCREE_MAX_LANES] = {0};
    float unused_maximum[SCREE_MAX_LANES] = {0};
    take_coordinates(run, first, count, padded, space);
    for (uint32_t o = 0; o < plan->octaves; o++) {
        for (uint32_t a = 0; a < plan->axes; a++) {
            point_axis *axis = &space->axis[a];
            fill_axis(run, axis, o, a, space->coordinate[a], padded);
            axes[a] = (scree_direct_axis){.varies = true,
                                          .fraction = axis->fraction,
                                          .fraction1 = axis->fraction1,
                                          .fade = axis->fade,
                                          .key0 = axis->key0,
                                          .key1 = axis->key1};
        }
        if (plan->params.variant == SCREE_VARIANT_CONTRACTION) {
            run->kernels->evaluate(&run->octave[o], axes, padded, space->value[o]);
        } else {
            run->kernels->evaluate_variant(&run->octave[o], axes, padded, space->value[o]);
        }
        sums[o].is_evaluated = true;
        sums[o].weight = plan->octave[o].weight;
        sums[o].low[0] = space->value[o];
    }
    scree_sum_block block = {.octaves = sums,
                             .octave_count = plan->octaves,
                             .kind = plan->params.kind,
                             .fractal = plan->params.fractal,
                             .rows = 1,
                             .count = count,
                             .out = run->out + first,
                             .minimum = unused_minimum,
                             .maximum = unused_maximum};
    run->kernels->sum_octaves(&block);
}

static void run_batch(void *user, uint32_t worker, uint64_t number)
{
    const points_run *run = user;
    make_batch(run, &run->spaces[worker], number);
}

scree_result scree_cpu_points(scree_device *device, const scree_plan *plan, const double *positions, size_t count,
                              float *out)
{
    scree_cpu_device *cpu = (scree_cpu_device *)device;
    points_run run = {.kernels = &cpu->kernels, .plan = plan, .positions = positions, .count = count, .out = out};
    run.spaces = malloc(device->info.threads * sizeof(scree_point_space));
    if (run.spaces == NULL) {
        return scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for the work space of %u threads",
                          device->info.threads);
    }
    plan_run(&run);
    scree_worker_pool_run(cpu->pool, (count + BATCH - 1) / BATCH, run_batch, &run);
    free(run.spaces);
    return SCREE_OK;
}

scree_point_space *scree_cpu_point_space_create(void)
{
    return malloc(sizeof(scree_point_space));
}

void scree_cpu_points_alone(const scree_cpu_kernels *kernels, const scree_plan *plan, const double *positions,
                            size_t count, float *out, scree_point_space *space)
{
    points_run run = {.kernels = kernels, .plan = plan, .positions = positions, .count = count, .out = out};
    plan_run(&run);
    for (uint64_t batch = 0; batch < (count + BATCH - 1) / BATCH; batch++) {
        make_batch(&run, space, batch);
    }
}
