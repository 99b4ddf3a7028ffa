/* Sessions of the CPU device: slots, and boxes whose tiles the workers share. */
#include "cpu_device.h"

#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "os.h"
#include "program_box.h"
#include "program_points.h"
#include "range_scan.h"
#include "stream.h"
#include "whole_numbers.h"

/* 16 MiB of float32: long enough that tables and threads start seldom, short enough that two need little memory. */
#define SLAB_FLOATS ((uint64_t)1 << 22)
#define SLOTS 2u

/* A box is computed when it is started; its range waits here. */
typedef struct session_slot {
    float *values; /* Lent memory. */
    void *data;
    scree_range range;
} session_slot;

struct scree_session {
    scree_cpu_device *device;
    const scree_program *program;
    scree_delivery delivery;
    session_slot slots[SLOTS];
    scree_cpu_program prepared;
    uint64_t slot_bytes;          /* Bytes that each slot lends. */
    scree_program_space **spaces; /* One for each worker. */
    uint32_t space_count;
    uint64_t space_bytes; /* Bytes of each space. */
};

/* A box on its way through the pool. */
typedef struct box_run {
    const scree_cpu_box *cut;
    scree_program_space **spaces; /* One for each worker, and so are the ranges. */
    scree_range *ranges;
} box_run;

static scree_result create_spaces(scree_session *session)
{
    uint32_t workers = session->device->base.info.threads;
    session->spaces = calloc(workers, sizeof(scree_program_space *));
    if (session->spaces == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    size_t bytes = scree_program_space_bytes(&session->prepared);
    session->space_bytes = bytes;
    for (; session->space_count < workers; session->space_count++) {
        void *memory = scree_os_aligned_alloc(64, bytes);
        if (memory == NULL) {
            return SCREE_ERROR_OUT_OF_MEMORY;
        }
        memset(memory, 0, bytes);
        session->spaces[session->space_count] = scree_program_space_lay_out(&session->prepared, memory);
    }
    return SCREE_OK;
}

static scree_result create_slots(scree_session *session)
{
    const scree_delivery *delivery = &session->delivery;
    uint64_t samples = scree_min(session->program->samples, SLAB_FLOATS / session->program->channels);
    /* Whole cache lines, with room for kernels that write past the end. */
    const size_t values_bytes = (size_t)samples * session->program->channels * sizeof(float) + 64;
    const size_t data_bytes = delivery->converts ? (size_t)samples * scree_type_bytes(delivery->type) : 0;
    session->slot_bytes = delivery->lends_memory ? values_bytes + data_bytes : 0;
    for (uint32_t i = 0; i < SLOTS && delivery->lends_memory; i++) {
        session_slot *slot = &session->slots[i];
        slot->values = scree_os_aligned_alloc(64, values_bytes);
        slot->data = delivery->converts ? malloc(data_bytes) : NULL;
        if (slot->values == NULL || (delivery->converts && slot->data == NULL)) {
            return scree_fail(session->device->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for two slabs");
        }
    }
    return SCREE_OK;
}

static scree_division divide_session(const scree_session *session)
{
    const uint64_t most = scree_cpu_program_box_samples(session->program);
    const uint64_t samples = session->delivery.lends_memory ? scree_min(most, SLAB_FLOATS / session->program->channels)
                                                            : most;
    return (scree_division){.samples = samples, .slots = SLOTS, .depth = 1};
}

static void lend_memory(scree_session *session, uint32_t slot, float **values, void **data)
{
    *values = session->slots[slot].values;
    *data = session->slots[slot].data;
}

static uint64_t count_bytes(const scree_session *session)
{
    return SLOTS * session->slot_bytes + session->space_count * session->space_bytes +
           scree_cpu_program_table_bytes(&session->prepared);
}

static void destroy_session(scree_session **session)
{
    if (*session == NULL) {
        return;
    }
    scree_session *closing = *session;
    for (uint32_t i = 0; i < closing->space_count; i++) {
        scree_os_aligned_free(closing->spaces[i]);
    }
    free(closing->spaces);
    for (uint32_t i = 0; i < SLOTS; i++) {
        scree_os_aligned_free(closing->slots[i].values);
        free(closing->slots[i].data);
    }
    scree_cpu_program_clear(&closing->prepared);
    free(closing);
    *session = NULL;
}

static scree_result create_session(scree_device *device, const scree_field_plan *field, const scree_delivery *delivery,
                                   scree_progress *progress, scree_session **session)
{
    (void)progress;
    const scree_program *program = scree_program_of(field);
    scree_session *new_session = calloc(1, sizeof *new_session);
    *session = new_session;
    if (new_session == NULL) {
        return scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a session");
    }
    new_session->device = (scree_cpu_device *)device;
    new_session->program = program;
    new_session->delivery = *delivery;
    if (scree_cpu_program_init(&new_session->prepared, program, &new_session->device->kernels) != SCREE_OK ||
        create_spaces(new_session) != SCREE_OK) {
        destroy_session(session);
        return scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for the work space of %u threads",
                          device->info.threads);
    }
    scree_result result = create_slots(new_session);
    if (result != SCREE_OK) {
        destroy_session(session);
    }
    return result;
}

static void run_tile(void *user, uint32_t worker, uint64_t number)
{
    const box_run *run = user;
    scree_cpu_box_make_tile(run->cut, run->spaces[worker], number, &run->ranges[worker]);
}

/* A session that fills a buffer finds each box's position by itself. */
static scree_target aim(const scree_session *session, const scree_box *box, const scree_target *requested_target)
{
    scree_target target = *requested_target;
    if (session->delivery.buffer != NULL) {
        target.values = scree_cpu_buffer_values(session->delivery.buffer, session->delivery.offset) +
                        scree_box_offset(&session->program->grid, session->program->channels, box);
    }
    return target;
}

static scree_result start_box(scree_session *session, uint32_t slot, const scree_box *box,
                              const scree_target *requested_target, scree_progress *progress)
{
    scree_range *range = &session->slots[slot].range;
    scree_target aimed = aim(session, box, requested_target);
    const scree_target *target = &aimed;
    *range = scree_range_empty();
    uint32_t workers = scree_cpu_box_workers(&session->prepared, box, session->device->base.info.threads);
    scree_range ranges[SCREE_MAX_THREADS];
    scree_result result = scree_cpu_program_fill_tables(&session->prepared, session->device->base.context, box);
    if (result != SCREE_OK) {
        return result;
    }
    scree_cpu_box cut = scree_cpu_box_cut(&session->prepared, box, target, progress, workers);
    box_run run = {.cut = &cut, .spaces = session->spaces, .ranges = ranges};
    for (uint32_t i = 0; i < workers; i++) {
        ranges[i] = *range;
    }
    scree_job_span span = {
        .device = session->delivery.member, .box = target->number, .start = scree_os_clock_seconds()};
    scree_worker_pool_run(session->device->pool, workers, cut.tiles, run_tile, &run);
    span.end = scree_os_clock_seconds();
    scree_progress_add_span(progress, &span);
    for (uint32_t i = 0; i < workers; i++) {
        scree_range_widen(range, ranges[i].minimum, ranges[i].maximum);
    }
    return atomic_load(&progress->is_cancelled) ? SCREE_ERROR_CANCELLED : SCREE_OK;
}

static scree_result finish_box(scree_session *session, uint32_t slot, scree_progress *progress, scree_range *range)
{
    (void)progress;
    const scree_range *found = &session->slots[slot].range;
    scree_range_widen(range, found->minimum, found->maximum);
    return SCREE_OK;
}

/* Noise is a program of one source. */
#define FUNCTIONS                                                                                                   \
    {                                                                                                               \
        .create = create_session, .division = divide_session, .memory = lend_memory, .start = start_box,            \
        .finish = finish_box, .destroy = destroy_session, .bytes = count_bytes, .points = scree_cpu_program_points, \
        .buffer_points = scree_cpu_buffer_points                                                                    \
    }
const scree_field_functions scree_cpu_noise_functions = FUNCTIONS;
const scree_field_functions scree_cpu_graph_functions = FUNCTIONS;
