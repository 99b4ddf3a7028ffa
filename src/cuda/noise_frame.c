#include "noise_frame.h"

#include <stdio.h>
#include <string.h>

#include "context_internal.h"
#include "noise_tile.h"
#include "range_pairs.h"
#include "whole_numbers.h"

/* Samples along x, rows and planes of a frame: tables of more would outgrow the caches, and grids end at 65535. */
#define MOST_WIDTH ((uint64_t)65536)
#define MOST_ROWS ((uint64_t)32768)
#define MOST_PLANES ((uint64_t)65535)
/* Lines with one axis are evaluated directly, and their tables are all there is. */
#define MOST_LINE ((uint64_t)1 << 20)

void scree_cuda_field_init(scree_cuda_field *field, scree_cuda_device *device, const scree_plan *plan)
{
    memset(field, 0, sizeof *field);
    field->device = device;
    field->plan = plan;
    field->number = ++device->fields;
    field->tables.plan = plan;
    scree_plan_choose_methods(plan, field->is_direct);
}

void scree_cuda_field_clear(scree_cuda_field *field)
{
    scree_frame_tables_clear(&field->tables);
}

void scree_cuda_table_memory_free(scree_cuda_device *device, scree_cuda_table_memory *memory)
{
    scree_cuda_memory_free(device, &memory->upload);
    scree_cuda_memory_free(device, &memory->device);
    *memory = (scree_cuda_table_memory){0};
}

scree_frame_walk scree_cuda_frames_of(const scree_plan *plan, const scree_box *box)
{
    return (scree_frame_walk){.plan = plan,
                              .box = box,
                              .width = plan->axes == 1 ? MOST_LINE : MOST_WIDTH,
                              .rows = MOST_ROWS,
                              .planes = MOST_PLANES,
                              .most_tabled = MOST_PLANES};
}

/* What the passes of a frame need. */
typedef struct frame_work {
    const scree_cuda_field *field;
    const scree_box *frame;
    const scree_cuda_order_target *target;
    scree_cuda_places places;
} frame_work;

static scree_cuda_samples make_parameters(const frame_work *work, uint32_t first_octave, uint32_t octaves)
{
    const scree_plan *plan = work->field->plan;
    const scree_cuda_order_target *target = work->target;
    scree_cuda_samples made = {
        .tables = (const uint32_t *)(uintptr_t)target->tables->device.handle,
        .values = (float *)(uintptr_t)target->values,
        .row_stride = target->row_stride,
        .plane_stride = target->plane_stride,
        .width = (uint32_t)work->frame->width,
        .rows = (uint32_t)work->frame->rows,
        .planes = (uint32_t)work->frame->planes,
        .kind = (uint32_t)plan->params.kind,
        .axes = plan->axes,
        .hash = (uint32_t)plan->params.hash,
        .fractal = (uint32_t)plan->params.fractal,
        .gradient_count = plan->gradient_count,
        .x_stride = work->places.x_stride,
        .octaves = octaves,
        .adds = first_octave > 0,
        .is_aligned = target->values % (4 * sizeof(float)) == 0 && target->row_stride % 4 == 0 &&
                      target->plane_stride % 4 == 0,
    };
    if (first_octave + octaves == plan->octaves) {
        made.range = (uint32_t *)(uintptr_t)target->range;
    }
    for (uint32_t axis = 2; axis < plan->axes; axis++) {
        made.outer_count[axis - 2] = (uint32_t)work->field->tables.outer[axis].count;
        made.outer_start[axis - 2] = (uint32_t)work->field->tables.outer[axis].start;
    }
    memcpy(made.octave, work->places.octave + first_octave, octaves * sizeof *made.octave);
    return made;
}

static scree_result run_direct(const frame_work *work, uint32_t first_octave, uint32_t octaves)
{
    char kernel[SCREE_CUDA_KERNEL_NAME];
    scree_cuda_samples parameters = make_parameters(work, first_octave, octaves);
    scree_cuda_launch launch = {
        .part = SCREE_CUDA_DIRECT,
        .kernel = kernel,
        .grid = {(uint32_t)scree_parts(work->frame->width, SCREE_CUDA_DIRECT_THREADS), parameters.rows,
                 parameters.planes},
        .block = {SCREE_CUDA_DIRECT_THREADS, 1, 1},
    };
    snprintf(kernel, sizeof kernel, "direct_%u", parameters.axes);
    return scree_cuda_run(work->field->device, &launch, &parameters, work->target->stream);
}

/* A variant beside the contraction, which makes all octaves. */
static scree_result run_variant(const frame_work *work, uint32_t first_octave, uint32_t octaves)
{
    static const char *const kernels[] = {[SCREE_VARIANT_UNOPTIMISED] = "unoptimised",
                                          [SCREE_VARIANT_HALF_OPTIMISED] = "half_optimised",
                                          [SCREE_VARIANT_OPTIMISED] = "optimised"};
    scree_cuda_samples parameters = make_parameters(work, first_octave, octaves);
    const scree_cuda_launch launch = {
        .part = SCREE_CUDA_VARIANTS,
        .kernel = kernels[work->field->plan->params.variant],
        .grid = {(uint32_t)scree_parts(parameters.width, SCREE_CUDA_VARIANT_SIDE),
                 (uint32_t)scree_parts(parameters.rows, SCREE_CUDA_VARIANT_SIDE),
                 (uint32_t)scree_parts(parameters.planes, SCREE_CUDA_VARIANT_SIDE)},
        .block = {SCREE_CUDA_VARIANT_SIDE, SCREE_CUDA_VARIANT_SIDE, SCREE_CUDA_VARIANT_SIDE},
    };
    return scree_cuda_run(work->field->device, &launch, &parameters, work->target->stream);
}

/* Octaves whose samples are evaluated by themselves. */
static scree_result run_alone(const frame_work *work, uint32_t first_octave, uint32_t octaves)
{
    bool is_variant = work->field->plan->params.variant != SCREE_VARIANT_CONTRACTION;
    return is_variant ? run_variant(work, first_octave, octaves) : run_direct(work, first_octave, octaves);
}

static scree_cuda_part part_of(const scree_plan *plan)
{
    if (plan->params.kind == SCREE_NOISE_VALUE) {
        return SCREE_CUDA_CONTRACTION_VALUE;
    }
    return plan->axes == 2   ? SCREE_CUDA_CONTRACTION_2
           : plan->axes == 3 ? SCREE_CUDA_CONTRACTION_3
                             : SCREE_CUDA_CONTRACTION_MANY;
}

static scree_result run_contraction(const frame_work *work, uint32_t first_octave, const scree_cuda_tile *tile)
{
    char kernel[SCREE_CUDA_KERNEL_NAME];
    const scree_plan *plan = work->field->plan;
    scree_cuda_samples parameters = make_parameters(work, first_octave, tile->octaves);
    scree_cuda_launch launch = {
        .part = part_of(plan),
        .kernel = kernel,
        .grid = {(uint32_t)scree_parts(parameters.width, tile->threads_x * SCREE_CUDA_COLUMNS),
                 (uint32_t)scree_parts(parameters.rows, tile->rows),
                 (uint32_t)scree_parts(parameters.planes, tile->planes)},
        .block = {tile->threads_x, tile->threads_y, 1},
        .shared_bytes = tile->shared_bytes,
    };
    parameters.strip_rows = tile->rows;
    parameters.block_planes = tile->planes;
    snprintf(kernel, sizeof kernel, "contraction_%u%s%s", tile->octaves,
             plan->params.fractal != SCREE_FRACTAL_FBM ? "_bends" : "", first_octave > 0 ? "_adds" : "");
    return scree_cuda_run(work->field->device, &launch, &parameters, work->target->stream);
}

/* Passes of the contraction over a run of octaves. */
static scree_result run_contractions(const frame_work *work, uint32_t first_octave, uint32_t octaves)
{
    scree_result result = SCREE_OK;
    for (uint32_t done = 0; done < octaves && result == SCREE_OK;) {
        scree_cuda_tile tile;
        if (!scree_cuda_tile_choose(work->field->device, &work->field->tables, work->frame, first_octave + done,
                                    octaves - done, &tile)) {
            return scree_fail(work->field->device->base.context, SCREE_ERROR_UNSUPPORTED,
                              "%s: a block has %u bytes of memory; the lattice nodes of an octave need more",
                              work->field->device->base.label, work->field->device->shared_bytes);
        }
        result = run_contraction(work, first_octave + done, &tile);
        done += tile.octaves;
    }
    return result;
}

static scree_result run_passes(const frame_work *work)
{
    const bool *is_direct = work->field->is_direct;
    const uint32_t all = work->field->plan->octaves;
    scree_result result = SCREE_OK;
    for (uint32_t o = 0, octaves = 0; o < all && result == SCREE_OK; o += octaves) {
        octaves = 1;
        while (o + octaves < all && is_direct[o + octaves] == is_direct[o] &&
               (!is_direct[o] || octaves < SCREE_CUDA_PASS_OCTAVES)) {
            octaves++;
        }
        result = is_direct[o] ? run_alone(work, o, octaves) : run_contractions(work, o, octaves);
    }
    return result;
}

/* What is sent of the tables. */
typedef struct table_part {
    uint64_t first; /* Byte. */
    uint64_t end;
} table_part;

/* Memory that is taken anew holds nothing yet. */
static scree_result reserve_tables(scree_cuda_device *device, uint64_t bytes, scree_cuda_table_memory *memory)
{
    uint64_t upload_bytes = bytes + SCREE_CUDA_RANGE_BYTES;
    if (upload_bytes > memory->upload.bytes || bytes > memory->device.bytes) {
        memory->field = 0;
    }
    scree_result result = scree_cuda_memory_reserve(device, true, upload_bytes, &memory->upload, "tables");
    return result == SCREE_OK ? scree_cuda_memory_reserve(device, false, bytes, &memory->device, "tables") : result;
}

/* Tables, and the pairs of an empty range behind them, where they go up from. */
static scree_result prepare(frame_work *work, table_part *part)
{
    const scree_frame_tables *tables = &work->field->tables;
    scree_cuda_table_memory *memory = work->target->tables;
    scree_cuda_device *device = work->field->device;
    uint64_t words = scree_cuda_tables_words(tables);
    uint64_t bytes = words * sizeof(uint32_t);
    if (words > UINT32_MAX) {
        return scree_fail(device->base.context, SCREE_ERROR_UNSUPPORTED,
                          "%s: the tables of a frame take %llu bytes; its kernels find 16 GiB at most",
                          device->base.label, (unsigned long long)bytes);
    }
    scree_result result = reserve_tables(device, bytes, memory);
    if (result == SCREE_OK) {
        bool holds_shared = memory->field == work->field->number && memory->first_x == work->frame->first_x &&
                            memory->width == work->frame->width;
        uint32_t *upload = memory->upload.mapped;
        scree_cuda_tables_write(tables, holds_shared, upload, &work->places);
        scree_range_pairs_clear(upload + words, SCREE_CUDA_RANGE_PAIRS, SCREE_CUDA_RANGE_PAIR_WORDS);
        part->first = holds_shared ? scree_cuda_tables_shared_words(tables) * sizeof(uint32_t) : 0;
        part->end = bytes;
        memory->field = work->field->number;
        memory->first_x = work->frame->first_x;
        memory->width = work->frame->width;
    }
    return result;
}

static scree_result send(const frame_work *work, CUdeviceptr to, uint64_t first, uint64_t bytes)
{
    const scree_cuda_order_target *target = work->target;
    scree_cuda_device *device = work->field->device;
    return scree_cuda_check(device,
                            device->driver.call.cuMemcpyHtoDAsync_v2(
                                to, (const char *)target->tables->upload.mapped + first, bytes, target->stream),
                            "sending tables");
}

static scree_result upload(const frame_work *work, const table_part *part)
{
    const scree_cuda_order_target *target = work->target;
    scree_cuda_device *device = work->field->device;
    scree_result result = SCREE_OK;
    if (part->end > part->first) {
        result = send(work, target->tables->device.handle + part->first, part->first, part->end - part->first);
    }
    if (result == SCREE_OK && target->clears_range) {
        result = send(work, target->range, part->end, SCREE_CUDA_RANGE_BYTES);
    }
    if (result == SCREE_OK && target->started != NULL) {
        result =
            scree_cuda_check(device, device->driver.call.cuEventRecord(target->started, target->stream), "computing");
    }
    return result;
}

scree_result scree_cuda_frame_enqueue(scree_cuda_field *field, const scree_box *frame,
                                      const scree_cuda_order_target *target)
{
    table_part part = {0};
    frame_work work = {.field = field, .frame = frame, .target = target};
    scree_result result = scree_frame_tables_fill(&field->tables, frame);
    if (result != SCREE_OK) {
        return scree_fail(field->device->base.context, result, "no memory for the tables of a frame");
    }
    result = prepare(&work, &part);
    if (result == SCREE_OK) {
        result = upload(&work, &part);
        target->tables->field = result == SCREE_OK ? field->number : 0;
    }
    return result == SCREE_OK ? run_passes(&work) : result;
}
