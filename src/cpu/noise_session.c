/* Sessions of the CPU device: tables of a box, its division into tiles, and the choice of method. */
#include "cpu_device.h"

#include <stdlib.h>

#include "context_internal.h"
#include "noise_tile.h"
#include "range_scan.h"
#include "stream.h"
#include "thread.h"
#include "whole_numbers.h"

/* Bytes of a tile's lines (two lattice rows with value and slope, every octave) that should stay near the core. */
#define LINE_BYTES (96u << 10)
#define LEAST_WIDTH 256u
#define MOST_WIDTH 4096u
/* Rows of a tile: enough that the lattice rows at its border, which it makes itself, weigh little. */
#define MOST_ROWS 256u
/* Bytes of a tile's node planes, which many fine octaves of three axes and more would let grow. */
#define PLANE_BYTES (8u << 20)
/* Tiles for each worker that are worth having, so that all end at the same time. */
#define TILES_PER_WORKER 8u

/* Cells to a sample along x beyond which an octave is evaluated directly. */
#define DIRECT_CELLS_PER_SAMPLE 0.9

/* Boxes from this size on leave the caches before anybody reads them. */
#define STREAMED_SAMPLES ((uint64_t)1 << 21)

/* 16 MiB of float32: long enough that tables and threads start seldom, short enough that two need little memory. */
#define SLAB_SAMPLES ((uint64_t)1 << 22)
#define SLOTS 2u

/* A box is computed when it is started; its range waits here. */
typedef struct session_slot {
    float *values; /* Lent memory. */
    void *data;
    scree_range range;
} session_slot;

struct scree_session {
    scree_cpu_device *device;
    const scree_plan *plan;
    scree_delivery delivery;
    session_slot slots[SLOTS];
    scree_cpu_octave octaves[SCREE_MAX_OCTAVES];
    bool is_direct[SCREE_MAX_OCTAVES];
    scree_axis_tables axis[2];
    scree_tile_source source;
    uint64_t tile_width;
    uint64_t tile_rows;
    scree_tile_space **spaces; /* One for each worker. */
    uint32_t space_count;
};

/* One box on its way through the pool. */
typedef struct box_run {
    scree_session *session;
    const scree_box *box;
    const scree_target *target;
    scree_progress *progress;
    uint64_t chunks;
    uint64_t bands;
    uint64_t planes_per_tile;
    bool is_streamed;
    scree_range *ranges; /* One for each worker. */
} box_run;

scree_cpu_octave scree_cpu_octave_of(const scree_plan *plan, uint32_t octave)
{
    return (scree_cpu_octave){
        .kind = plan->params.kind,
        .hash = plan->params.hash,
        .axes = plan->axes,
        .gradient_count = plan->gradient_count,
        .gradients = plan->octave[octave].gradients,
        .permutation = scree_perlin2002_permutation,
        .amplitude = plan->octave[octave].amplitude,
    };
}

/* Wide tiles write long runs; tiles of many octaves are narrower, so that their lines stay in the cache. */
static void choose_tile(scree_session *session)
{
    const scree_plan *plan = session->plan;
    uint64_t width = LINE_BYTES / (16u * plan->octaves) / LEAST_WIDTH * LEAST_WIDTH;
    width = width < LEAST_WIDTH ? LEAST_WIDTH : width > MOST_WIDTH ? MOST_WIDTH : width;
    uint64_t rows = plan->axes > 1 ? plan->grid.count[1] : 1;
    session->tile_width = plan->grid.count[0] < width ? plan->grid.count[0] : width;
    session->tile_rows = rows < MOST_ROWS ? rows : MOST_ROWS;
    while (session->tile_rows > SCREE_BLOCK_ROWS &&
           scree_tile_plane_bytes(&session->source, session->tile_width, session->tile_rows) > PLANE_BYTES) {
        session->tile_rows /= 2;
    }
}

static scree_result create_spaces(scree_session *session)
{
    uint32_t workers = session->device->base.info.threads;
    session->spaces = calloc(workers, sizeof(scree_tile_space *));
    if (session->spaces == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    for (; session->space_count < workers; session->space_count++) {
        scree_result result = scree_tile_space_create(&session->source, session->tile_width, session->tile_rows,
                                                      &session->spaces[session->space_count]);
        if (result != SCREE_OK) {
            scree_tile_space_destroy(&session->spaces[session->space_count]);
            return result;
        }
    }
    return SCREE_OK;
}

static scree_result create_slots(scree_session *session)
{
    const scree_delivery *delivery = &session->delivery;
    uint64_t samples = scree_least(session->plan->samples, SLAB_SAMPLES);
    for (uint32_t i = 0; i < SLOTS && delivery->lends_memory; i++) {
        session_slot *slot = &session->slots[i];
        /* Whole cache lines, with room for kernels that write past the end. */
        slot->values = aligned_alloc(64, ((size_t)samples * sizeof(float) + 127) / 64 * 64);
        if (delivery->converts) {
            slot->data = malloc((size_t)samples * scree_type_bytes(delivery->type));
        }
        if (slot->values == NULL || (delivery->converts && slot->data == NULL)) {
            return scree_fail(session->device->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for two slabs");
        }
    }
    return SCREE_OK;
}

scree_division scree_cpu_session_division(const scree_session *session)
{
    return (scree_division){
        .samples = session->delivery.lends_memory ? SLAB_SAMPLES : UINT64_MAX, .slots = SLOTS, .depth = 1};
}

void scree_cpu_session_memory(scree_session *session, uint32_t slot, float **values, void **data)
{
    *values = session->slots[slot].values;
    *data = session->slots[slot].data;
}

scree_result scree_cpu_session_create(scree_device *device, const scree_field_plan *field,
                                      const scree_delivery *delivery, scree_progress *progress, scree_session **session)
{
    (void)progress;
    const scree_plan *plan = field->noise;
    scree_session *made = calloc(1, sizeof *made);
    *session = made;
    if (made == NULL) {
        return scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a session");
    }
    made->device = (scree_cpu_device *)device;
    made->plan = plan;
    made->delivery = *delivery;
    for (uint32_t o = 0; o < plan->octaves; o++) {
        made->octaves[o] = scree_cpu_octave_of(plan, o);
        made->is_direct[o] = scree_plan_prefers_direct(plan, o, DIRECT_CELLS_PER_SAMPLE);
    }
    made->source = (scree_tile_source){.plan = plan,
                                       .kernels = &made->device->kernels,
                                       .octaves = made->octaves,
                                       .is_direct = made->is_direct,
                                       .x = made->axis[0].octave,
                                       .y = made->axis[1].octave};
    choose_tile(made);
    if (create_spaces(made) != SCREE_OK) {
        scree_cpu_session_destroy(session);
        return scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for the work space of %u threads",
                          device->info.threads);
    }
    scree_result result = create_slots(made);
    if (result != SCREE_OK) {
        scree_cpu_session_destroy(session);
    }
    return result;
}

void scree_cpu_session_destroy(scree_session **session)
{
    if (*session == NULL) {
        return;
    }
    scree_session *closing = *session;
    for (uint32_t i = 0; i < closing->space_count; i++) {
        scree_tile_space_destroy(&closing->spaces[i]);
    }
    free(closing->spaces);
    for (uint32_t i = 0; i < SLOTS; i++) {
        free(closing->slots[i].values);
        free(closing->slots[i].data);
    }
    for (uint32_t axis = 0; axis < 2; axis++) {
        scree_axis_tables_clear(&closing->axis[axis]);
    }
    free(closing);
    *session = NULL;
}

/* Tables of a box along one axis; slabs of one grid mostly share those of x. */
static scree_result fill_tables(scree_session *session, uint32_t axis, uint64_t first, uint64_t count)
{
    if (scree_axis_tables_fill(&session->axis[axis], session->plan, axis, first, count) == SCREE_OK) {
        return SCREE_OK;
    }
    return scree_fail(session->device->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a table of %llu samples",
                      (unsigned long long)count);
}

static void run_tile(void *user, uint32_t worker, uint64_t number)
{
    box_run *run = user;
    scree_session *session = run->session;
    if (atomic_load_explicit(&run->progress->is_cancelled, memory_order_relaxed)) {
        return;
    }
    uint64_t chunk = number % run->chunks;
    uint64_t band = number / run->chunks % run->bands;
    uint64_t planes = number / run->chunks / run->bands;
    scree_tile tile = {.box = *run->box,
                       .first_plane = planes * run->planes_per_tile,
                       .first_row = band * session->tile_rows,
                       .first_x = chunk * session->tile_width,
                       .is_streamed = run->is_streamed};
    tile.planes = scree_least(run->planes_per_tile, run->box->planes - tile.first_plane);
    tile.rows = scree_least(session->tile_rows, run->box->rows - tile.first_row);
    tile.width = scree_least(session->tile_width, run->box->width - tile.first_x);
    scree_tile_generate(session->spaces[worker], &session->source, &tile, run->target, run->progress,
                        &run->ranges[worker]);
}

/* A session that fills a buffer finds each box's place by itself. */
static scree_target aim(const scree_session *session, const scree_box *box, const scree_target *asked)
{
    scree_target target = *asked;
    if (session->delivery.buffer != NULL) {
        target.values = scree_cpu_buffer_values(session->delivery.buffer, session->delivery.offset) +
                        scree_box_place(&session->plan->grid, box);
    }
    return target;
}

scree_result scree_cpu_session_start(scree_session *session, uint32_t slot, const scree_box *box,
                                     const scree_target *asked, scree_progress *progress)
{
    scree_range *range = &session->slots[slot].range;
    scree_target aimed = aim(session, box, asked);
    const scree_target *target = &aimed;
    *range = scree_range_empty();
    uint32_t workers = session->device->base.info.threads;
    scree_range ranges[SCREE_MAX_THREADS];
    scree_result result = fill_tables(session, 0, box->first_x, box->width);
    if (result == SCREE_OK && session->plan->axes > 1) {
        result = fill_tables(session, 1, box->first_row, box->rows);
    }
    if (result != SCREE_OK) {
        return result;
    }
    box_run run = {.session = session, .box = box, .target = target, .progress = progress, .ranges = ranges};
    run.is_streamed = target->data == NULL && box->planes * box->rows * box->width >= STREAMED_SAMPLES;
    run.chunks = scree_parts(box->width, session->tile_width);
    run.bands = scree_parts(box->rows, session->tile_rows);
    uint64_t plane_tiles = run.chunks * run.bands;
    uint64_t runs = scree_least(box->planes, scree_parts((uint64_t)TILES_PER_WORKER * workers, plane_tiles));
    run.planes_per_tile = scree_parts(box->planes, runs);
    if (session->plan->params.variant != SCREE_VARIANT_CONTRACTION) {
        run.planes_per_tile = scree_parts(run.planes_per_tile, SCREE_GROUP_SIDE) * SCREE_GROUP_SIDE; /* Whole groups. */
    }
    for (uint32_t i = 0; i < workers; i++) {
        ranges[i] = *range;
    }
    scree_job_span span = {.device = session->delivery.member, .box = target->number, .start = scree_clock_seconds()};
    scree_worker_pool_run(session->device->pool, plane_tiles * scree_parts(box->planes, run.planes_per_tile), run_tile,
                          &run);
    span.end = scree_clock_seconds();
    scree_progress_add_span(progress, &span);
    for (uint32_t i = 0; i < workers; i++) {
        scree_range_widen(range, ranges[i].minimum, ranges[i].maximum);
    }
    return atomic_load(&progress->is_cancelled) ? SCREE_ERROR_CANCELLED : SCREE_OK;
}

scree_result scree_cpu_session_finish(scree_session *session, uint32_t slot, scree_progress *progress,
                                      scree_range *range)
{
    (void)progress;
    const scree_range *found = &session->slots[slot].range;
    scree_range_widen(range, found->minimum, found->maximum);
    return SCREE_OK;
}
