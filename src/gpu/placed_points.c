/* Points that the host places: it computes their axis data, batch by batch, and a program evaluates them. */
#include <string.h>

#include "context_internal.h"
#include "gpu_calls.h"
#include "gpu_constants.h"
#include "gpu_tables.h"
#include "placed_points.h"
#include "point_places.h"

/* Maximum points of a batch, and bytes of their axis data. */
#define MOST_POINTS ((uint64_t)65536)
#define PLACE_BYTES ((uint64_t)32 << 20)

/* A batch in flight. There are two, so that the host prepares one while the device evaluates the other. */
typedef struct points_batch {
    scree_gpu_commands *commands;
    scree_gpu_memory upload;
    scree_gpu_memory places;
    scree_gpu_memory values;
    scree_gpu_memory host_values;
    uint64_t points; /* Points in flight; 0 when idle. */
    float *out;
} points_batch;

typedef struct points_run {
    scree_gpu *gpu;
    const scree_plan *plan;
    uint64_t most;        /* Maximum points of a batch. */
    uint64_t place_bytes; /* Bytes of a point's axis data. */
    scree_gpu_memory table_upload;
    scree_gpu_memory table_memory;
    bool has_sent_tables;
    scree_gpu_tables tables;
    points_batch batch[2];
} points_run;

/* Records passes over the octaves, as many octaves at a time as a dispatch takes. */
static void record_passes(const points_run *run, const points_batch *batch)
{
    const scree_plan *plan = run->plan;
    scree_gpu_placed_pass pass = {.points = (uint32_t)batch->points};
    scree_gpu_span tables = scree_gpu_whole(&run->table_memory);
    scree_gpu_dispatch dispatch = {
        .program = SCREE_GPU_PLACED_POINTS,
        .variant = {[CONSTANT_AXES] = plan->axes,
                    [CONSTANT_KIND] = (uint32_t)plan->params.kind,
                    [CONSTANT_HASH] = (uint32_t)plan->params.hash,
                    [CONSTANT_FRACTAL] = plan->fractal},
        .constants = &pass,
        .constants_bytes = sizeof pass,
        .spans =
            {[BINDING_TABLES] = tables, [BINDING_ENTRIES] = tables, [BINDING_VALUES] = scree_gpu_whole(&batch->values)},
        .groups = {(uint32_t)scree_div_round_up(batch->points, DIRECT_GROUP), 1, 1},
    };
    if (plan->params.variant != SCREE_NOISE_VARIANT_CONTRACTION) {
        dispatch.variant[CONSTANT_VARIANT] = SCREE_NOISE_VARIANT_UNOPTIMISED; /* Points have one variant only, so that
                                                                       one program serves all. */
    }
    for (uint32_t o = 0; o < plan->octaves; o += pass.octaves) {
        uint64_t octave_bytes = plan->axes * SCREE_PLACE_WORDS * SCREE_GPU_WORD * batch->points;
        pass.octaves = (uint32_t)scree_min(plan->octaves - o, run->gpu->limits.direct_octaves);
        dispatch.spans[BINDING_NODES] = (scree_gpu_span){&batch->places, o * octave_bytes, pass.octaves * octave_bytes};
        scree_gpu_run(batch->commands, &dispatch);
    }
}

static scree_result start_batch(points_run *run, points_batch *batch, const scree_points *source, uint64_t first,
                                uint64_t points, float *out)
{
    uint64_t bytes = points * run->place_bytes;
    scree_points_place(run->plan, source, first, points, batch->upload.mapped);
    batch->points = points;
    batch->out = out;
    scree_gpu_begin(batch->commands);
    if (!run->has_sent_tables) {
        scree_gpu_copy(batch->commands, SCREE_GPU_COMPUTE, scree_gpu_whole(&run->table_memory),
                       scree_gpu_whole(&run->table_upload));
        run->has_sent_tables = true;
    }
    scree_gpu_copy(batch->commands, SCREE_GPU_COMPUTE, (scree_gpu_span){&batch->places, 0, bytes},
                   (scree_gpu_span){&batch->upload, 0, bytes});
    scree_gpu_barrier(batch->commands, false);
    record_passes(run, batch);
    scree_gpu_barrier(batch->commands, false);
    bytes = points * sizeof(float);
    scree_gpu_copy(batch->commands, SCREE_GPU_COMPUTE, (scree_gpu_span){&batch->host_values, 0, bytes},
                   (scree_gpu_span){&batch->values, 0, bytes});
    return scree_gpu_submit(batch->commands);
}

static scree_result finish_batch(points_batch *batch)
{
    uint64_t points = batch->points;
    batch->points = 0;
    scree_result result = scree_gpu_wait(batch->commands);
    if (result == SCREE_OK && points > 0) {
        memcpy(batch->out, batch->host_values.mapped, points * sizeof(float));
    }
    return result;
}

static scree_result prepare_batch(points_run *run, points_batch *batch)
{
    static const char purpose[] = "points";
    scree_gpu *gpu = run->gpu;
    uint64_t places = run->most * run->place_bytes;
    uint64_t values = run->most * sizeof(float);
    scree_result result = scree_gpu_commands_create(gpu, SCREE_MAX_OCTAVES, &batch->commands);
    scree_gpu_reserve(gpu, SCREE_GPU_UPLOAD, places, &batch->upload, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, places, &batch->places, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, values, &batch->values, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_DOWNLOAD, values, &batch->host_values, purpose, &result);
    return result;
}

/* The tables of octaves, which are uploaded with the first batch. */
static scree_result prepare_tables(points_run *run)
{
    static const char purpose[] = "tables of points";
    uint64_t bytes = scree_gpu_tables_octave_words(&run->tables) * SCREE_GPU_WORD;
    scree_result result = SCREE_OK;
    scree_gpu_reserve(run->gpu, SCREE_GPU_UPLOAD, bytes, &run->table_upload, purpose, &result);
    scree_gpu_reserve(run->gpu, SCREE_GPU_ON_DEVICE, bytes, &run->table_memory, purpose, &result);
    if (result == SCREE_OK) {
        scree_gpu_tables_write_octaves(&run->tables, run->table_upload.mapped);
    }
    return result;
}

static scree_result run_batches(points_run *run, const scree_points *points, float *out)
{
    const uint64_t count = points->count;
    scree_result result = SCREE_OK;
    unsigned turn = 0;
    run->place_bytes = (uint64_t)run->plan->octaves * run->plan->axes * SCREE_PLACE_WORDS * SCREE_GPU_WORD;
    run->most = scree_min(run->gpu->limits.span_bytes, PLACE_BYTES) / run->place_bytes;
    run->most = scree_min(scree_min(run->most, MOST_POINTS), count);
    for (unsigned i = 0; i < (run->most < count ? 2u : 1u) && result == SCREE_OK; i++) {
        result = prepare_batch(run, &run->batch[i]);
    }
    if (result == SCREE_OK) {
        result = prepare_tables(run);
    }
    for (uint64_t first = 0; result == SCREE_OK && first < count; first += run->most, turn ^= 1) {
        result = finish_batch(&run->batch[turn]);
        if (result == SCREE_OK) {
            result =
                start_batch(run, &run->batch[turn], points, first, scree_min(count - first, run->most), out + first);
        }
    }
    for (unsigned i = 0; i < 2 && result == SCREE_OK; i++) {
        points_batch *batch = &run->batch[turn ^ i];
        result = batch->commands != NULL ? finish_batch(batch) : SCREE_OK;
    }
    return result;
}

static void clear_run(points_run *run)
{
    for (int i = 0; i < 2; i++) {
        points_batch *batch = &run->batch[i];
        scree_gpu_memory *all[] = {&batch->upload, &batch->places, &batch->values, &batch->host_values, NULL};
        scree_gpu_commands_destroy(batch->commands);
        scree_gpu_free_all(run->gpu, all);
    }
    scree_gpu_memory *tables[] = {&run->table_upload, &run->table_memory, NULL};
    scree_gpu_free_all(run->gpu, tables);
}

scree_result scree_gpu_placed_points(scree_gpu *gpu, const scree_plan *plan, const scree_points *points,
                                     uint64_t first_number, float *out)
{
    points_run run = {.gpu = gpu, .plan = plan};
    size_t point = 0;
    uint32_t axis = 0;
    if (scree_plan_find_far_point(plan, points, &point, &axis)) {
        return scree_plan_refuse_point(gpu->base.context, first_number + point, axis,
                                       scree_points_coordinate(points, point, axis));
    }
    scree_gpu_tables_init(&run.tables, gpu, plan);
    scree_result result = run_batches(&run, points, out);
    clear_run(&run);
    return result;
}
