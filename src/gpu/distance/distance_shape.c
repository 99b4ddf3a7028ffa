#include "distance_shape.h"

#include "whole_numbers.h"

/* With fewer lines than these in a tile, shared memory does not pay. */
#define MIN_LINES_LOG 2u
/*
 * In a tile of many lines half are layers of a block, because neighbouring layers are alike, and at least two are
 * neighbours in a layer. In a tile of few lines all are layers, because memory is read in runs of layers.
 */
#define RUN_LAYERS_LOG 3u

static uint64_t stage_bytes(scree_block_limits limits, uint64_t threads)
{
    return limits.has_stages ? threads / STAGE_THREADS * STAGE_WORDS * sizeof(uint32_t) : 0;
}

/* Whether a tile of N lines fits a block; also sets its shape. */
static bool fits_block(scree_block_limits limits, scree_line_shape *shape, uint32_t lines_log)
{
    uint64_t threads = scree_div_round_up((uint64_t)shape->strips << lines_log, STAGE_THREADS) * STAGE_THREADS;
    uint64_t entries = limits.has_tiles ? (uint64_t)shape->count + LINE_MARGIN : 0;
    uint64_t words = entries + (uint64_t)STRIP_WORDS * shape->strips;
    uint64_t bytes = (words << lines_log) * sizeof(uint32_t) + stage_bytes(limits, threads);
    if (threads > limits.threads || bytes > limits.shared_bytes) {
        return false;
    }
    shape->lines_log = lines_log;
    shape->threads = (uint32_t)threads;
    shape->shared_bytes = (uint32_t)bytes;
    return true;
}

static scree_line_shape choose_lines(scree_block_limits limits, uint32_t count)
{
    scree_line_shape shape = {.count = count, .strips = (uint32_t)scree_div_round_up(count, STRIP)};
    for (uint32_t log = limits.lines_log; log >= MIN_LINES_LOG; log--) {
        if (fits_block(limits, &shape, log)) {
            return shape;
        }
    }
    shape.is_long = true;
    shape.lines_log = limits.lines_log;
    shape.threads = limits.threads / STAGE_THREADS * STAGE_THREADS;
    while (stage_bytes(limits, shape.threads) > limits.shared_bytes) {
        shape.threads -= STAGE_THREADS;
    }
    shape.shared_bytes = (uint32_t)stage_bytes(limits, shape.threads);
    return shape;
}

/* Strips of long lines are stored for whole tiles, so no tile may have more lines than a block of layers. */
static void narrow(scree_line_shape *lines, uint32_t across, uint32_t layers_log)
{
    while (lines->is_long && lines->lines_log > layers_log &&
           UINT64_C(1) << (lines->lines_log - layers_log - 1) >= across) {
        lines->lines_log--;
    }
}

static void narrow_tiles(scree_distance_shape *shape)
{
    narrow(&shape->columns, shape->rows.count, shape->layers_log);
    narrow(&shape->rows, shape->columns.count, shape->layers_log);
}

scree_distance_shape scree_distance_shape_choose(const scree_distance_plan *plan, scree_block_limits limits,
                                                 uint64_t slab_words)
{
    scree_distance_shape shape = {.columns = choose_lines(limits, plan->rows),
                                  .rows = choose_lines(limits, plan->columns)};
    uint64_t lines = scree_min(shape.columns.lines_log, shape.rows.lines_log);
    uint64_t most = lines > RUN_LAYERS_LOG ? lines - 1 : lines;
    while (shape.layers_log < most && (UINT32_C(1) << shape.layers_log) < plan->layers &&
           plan->plane << (shape.layers_log + 1) <= slab_words) {
        shape.layers_log++;
    }
    uint64_t blocks = scree_div_round_up(plan->layers, UINT64_C(1) << shape.layers_log);
    uint64_t slab = scree_min(slab_words / (plan->plane << shape.layers_log), blocks);
    shape.slab_blocks = (uint32_t)scree_min(slab > 0 ? slab : 1, SCREE_MOST_SLAB_BLOCKS);
    narrow_tiles(&shape);
    return shape;
}

bool scree_distance_shape_lessen(scree_distance_shape *shape)
{
    if (shape->slab_blocks == 1 && shape->layers_log == 0) {
        return false;
    }
    shape->layers_log -= shape->slab_blocks == 1 ? 1 : 0;
    shape->slab_blocks = (uint32_t)scree_div_round_up(shape->slab_blocks, 2);
    narrow_tiles(shape);
    return true;
}

uint64_t scree_distance_slab_words(const scree_distance_plan *plan, const scree_distance_shape *shape)
{
    return (plan->plane << shape->layers_log) * shape->slab_blocks;
}

uint64_t scree_distance_tiles(const scree_distance_shape *shape, const scree_line_shape *lines, uint32_t across)
{
    return scree_div_round_up(across, UINT64_C(1) << (lines->lines_log - shape->layers_log));
}

static uint64_t work_words(const scree_distance_shape *shape, const scree_line_shape *lines, uint32_t across)
{
    uint64_t words = (uint64_t)STRIP_WORDS * lines->strips << lines->lines_log;
    return lines->is_long ? scree_distance_tiles(shape, lines, across) * shape->slab_blocks * words : 0;
}

uint64_t scree_distance_work_words(const scree_distance_plan *plan, const scree_distance_shape *shape)
{
    uint64_t columns = work_words(shape, &shape->columns, plan->columns);
    uint64_t rows = work_words(shape, &shape->rows, plan->rows);
    return columns > rows ? columns : rows;
}

uint32_t scree_distance_measures(const scree_distance_plan *plan)
{
    return (plan->params.sign != SCREE_DISTANCE_SIGN_INSIDE ? 1u : 0u) |
           (plan->params.sign != SCREE_DISTANCE_SIGN_OUTSIDE ? 2u : 0u);
}
