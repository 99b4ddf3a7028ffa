/* Sessions of noise and of graphs: slots and their memory, and boxes divided into submissions. */
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "copiers.h"
#include "gpu_device.h"
#include "gpu_calls.h"
#include "gpu_graph.h"
#include "range_scan.h"
#include "site_tables.h"
#include "value_map.h"

/*
 * Maximum bytes of a slab of float32: transfers are long, and several slabs fit any GPU. The minimum is tried before
 * giving up.
 */
#define MOST_SLAB_BYTES ((uint64_t)64 << 20)
#define MIN_SLAB_BYTES ((uint64_t)64 << 10)
/* Instructions and files that all slots may have. */
#define MOST_COPIED_BYTES ((uint64_t)64 << 20)
/* Divisor of the free memory: the part of it that one slab may take. */
#define SLAB_SHARE 16u
/* Floats of one box that stays on the device: some milliseconds of work, so that jobs can be cancelled. */
#define RESIDENT_FLOATS ((uint64_t)1 << 30)
/*
 * Words of an octave's tables for each sample of a line (an entry and the keys of two nodes), and additional words at
 * their end.
 */
#define LINE_WORDS 6u
#define LINE_END_WORDS 8u
/* Slabs that are started before the first is waited for; the remaining ones are with the sink. */
#define DEPTH 2u

struct scree_session {
    scree_gpu_graph graph;
    scree_delivery delivery;
    uint64_t slab_samples;
    uint32_t slot_count;
    scree_gpu_slot *slots; /* Owned by the device. */
};

static bool is_resident(const scree_session *session)
{
    return session->delivery.buffer != NULL;
}

/* Samples of a line whose tables fit one span. Tables grow with the octaves, and are all that its submissions read. */
static uint64_t most_of_line(const scree_gpu_field *field)
{
    const uint32_t octaves = scree_site_tables_entry_octaves(field->plan);
    uint64_t words = field->gpu->limits.span_bytes / SCREE_GPU_WORD;
    uint64_t fixed_words = scree_gpu_tables_octave_words(&field->tables) + octaves * LINE_END_WORDS;
    uint64_t samples = words > fixed_words ? (words - fixed_words) / (octaves * LINE_WORDS) : 0;
    samples = samples > 0 ? samples : 1;
    return field->first != NULL ? scree_min(samples, most_of_line(field->first)) : samples;
}

static void choose_slab(scree_session *session)
{
    scree_gpu *gpu = session->graph.gpu;
    const scree_program *program = session->graph.program;
    const scree_delivery *delivery = &session->delivery;
    const uint32_t channels = program->channels;
    bool leaves_device = delivery->keeps_values || delivery->converts || delivery->lends_memory;
    uint64_t most = leaves_device ? MOST_SLAB_BYTES : scree_gpu_noise_programs_of(gpu)->range_slab_bytes;
    uint64_t available = gpu->functions->memory_available(gpu);
    uint64_t bytes = scree_min(available / SLAB_SHARE, scree_min(most, gpu->limits.span_bytes));
    scree_gpu_graph_choose_batch(&session->graph, available);
    bytes = bytes < MIN_SLAB_BYTES ? MIN_SLAB_BYTES : bytes;
    session->slab_samples = is_resident(session) ? RESIDENT_FLOATS / channels : bytes / (channels * sizeof(float));
    if (delivery->most_samples != 0) {
        session->slab_samples = scree_min(session->slab_samples, delivery->most_samples);
    }
    for (uint32_t i = 0; program->axes == 1 && i < program->code.source_count; i++) {
        session->slab_samples = scree_min(session->slab_samples, most_of_line(&session->graph.source[i]));
    }
    session->slab_samples = scree_min(session->slab_samples, program->samples);
}

/* Reserves as many slots as there are slabs, and halves the slabs until they fit the available memory. */
static scree_result take_slots(scree_session *session)
{
    scree_gpu *gpu = session->graph.gpu;
    const scree_program *program = session->graph.program;
    const scree_delivery *delivery = &session->delivery;
    for (;; session->slab_samples /= 2) {
        uint64_t bytes = session->slab_samples * program->channels * sizeof(float);
        uint64_t slabs = scree_div_round_up(program->samples, session->slab_samples);
        scree_gpu_slot_bytes needed = {0};
        if (!is_resident(session)) {
            needed.values = bytes;
            needed.data = delivery->converts ? session->slab_samples * scree_type_bytes(delivery->type) : 0;
            needed.host_values = delivery->keeps_values ? bytes : 0;
        }
        /* Each slot has a copy of the files. */
        const bool is_heavy = scree_gpu_code_bytes(&session->graph.code, &program->code) > MOST_COPIED_BYTES;
        session->slot_count = (uint32_t)scree_min(slabs, is_heavy ? 1 : SCREE_MOST_SLOTS);
        scree_result result = scree_gpu_slots_reserve(gpu, session->slot_count, &needed, &session->slots);
        if (result != SCREE_ERROR_OUT_OF_MEMORY) {
            return result;
        }
        if (is_resident(session) || bytes / 2 < MIN_SLAB_BYTES) {
            return scree_fail(gpu->base.context, result, "%s: no memory for %u slabs of %llu bytes", gpu->base.label,
                              session->slot_count, (unsigned long long)bytes);
        }
        scree_log(gpu->base.context, SCREE_LOG_INFO, "%s: slabs of %llu bytes do not fit; halved", gpu->base.label,
                  (unsigned long long)bytes);
        /* Points keep memory that is better used here. */
        scree_gpu_point_space_destroy(gpu);
    }
}

static scree_result prepare_session(scree_session *session)
{
    scree_gpu *gpu = session->graph.gpu;
    choose_slab(session);
    scree_result result = take_slots(session);
    if (result == SCREE_OK) {
        result = scree_gpu_mark_time(gpu);
    }
    for (uint32_t i = 0; i < session->slot_count && result == SCREE_OK; i++) {
        session->slots[i].commands->reports_times = true;
    }
    return result;
}

static void destroy_session(scree_session **session)
{
    if (*session == NULL) {
        return;
    }
    scree_gpu *gpu = (*session)->graph.gpu;
    if (scree_gpu_enter_lost(gpu) == SCREE_OK) {
        /* Submissions in flight may still write to their memory. */
        scree_gpu_slots_await(gpu);
        for (uint32_t i = 0; i < SCREE_MOST_SLOTS && gpu->slots != NULL; i++) {
            gpu->slots[i].is_under_way = false;
        }
        scree_gpu_leave(gpu);
    }
    scree_gpu_graph_clear(&(*session)->graph);
    free(*session);
    *session = NULL;
}

static scree_result create_session(scree_device *device, const scree_field_plan *field, const scree_delivery *delivery,
                                   scree_progress *progress, scree_session **session)
{
    (void)progress;
    scree_gpu *gpu = (scree_gpu *)device;
    scree_session *new_session = calloc(1, sizeof *new_session);
    *session = new_session;
    if (new_session == NULL) {
        return scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a session");
    }
    new_session->delivery = *delivery;
    new_session->graph.gpu = gpu;
    scree_result result = scree_gpu_enter(gpu);
    if (result == SCREE_OK) {
        result = scree_gpu_graph_init(&new_session->graph, gpu, scree_program_of(field));
        result = result == SCREE_OK ? prepare_session(new_session) : result;
        scree_gpu_leave(gpu);
    }
    if (result != SCREE_OK) {
        destroy_session(session);
    }
    return result;
}

static scree_division divide_grid(const scree_session *session)
{
    return (scree_division){.samples = session->slab_samples,
                            .slots = session->slot_count,
                            .depth = session->slot_count < DEPTH ? session->slot_count : DEPTH};
}

static void lend_memory(scree_session *session, uint32_t slot, float **values, void **data)
{
    /* A slot may hold more than this session wants. */
    *values = session->delivery.keeps_values ? session->slots[slot].host_values.mapped : NULL;
    *data = session->delivery.converts ? session->slots[slot].host_data.mapped : NULL;
}

static void add_span(const scree_session *session, const scree_gpu_slot *slot, scree_span_kind kind,
                     scree_gpu_while span, scree_progress *progress)
{
    if (span.end > 0.0) {
        scree_progress_add_span(progress, &(scree_job_span){.device = session->delivery.member,
                                                            .box = slot->target.number,
                                                            .kind = kind,
                                                            .start = span.start,
                                                            .end = span.end});
    }
}

/* Waits for the submission that a slot has in flight, and reports its times. */
static scree_result await_slot(const scree_session *session, scree_gpu_slot *slot, scree_progress *progress)
{
    if (!slot->is_under_way) {
        return SCREE_OK;
    }
    slot->is_under_way = false;
    scree_result result = scree_gpu_wait(slot->commands);
    if (result == SCREE_OK) {
        slot->nanoseconds += slot->commands->nanoseconds;
        add_span(session, slot, SCREE_SPAN_COMPUTE, slot->commands->computing, progress);
        if (slot->has_values || slot->has_data) {
            add_span(session, slot, SCREE_SPAN_DOWNLOAD, slot->commands->copying, progress);
        }
    }
    return result;
}

/* The destination of a submission's samples. */
static scree_gpu_submission_target find_target(const scree_session *session, scree_gpu_slot *slot,
                                               const scree_submission_walk *walk)
{
    const scree_box *box = &slot->box;
    const scree_box *submission = &walk->submission;
    const scree_grid *grid = &session->graph.program->grid;
    const uint32_t channels = session->graph.program->channels;
    scree_gpu_submission_target target = {
        .commands = slot->commands,
        .values = &slot->values,
        .row_stride = box->width * channels,
        .plane_stride = box->width * box->rows * channels,
        .range = &slot->range_pairs,
        .clears_range = walk->is_first,
    };
    if (is_resident(session)) {
        target.values = &((const scree_gpu_buffer *)session->delivery.buffer)->memory;
        target.row_stride = grid->row_stride * channels;
        target.plane_stride = grid->plane_stride * channels;
        target.first = session->delivery.offset / SCREE_GPU_WORD + scree_box_offset(grid, channels, submission);
    } else {
        target.first = (submission->first_plane - box->first_plane) * target.plane_stride +
                       (submission->first_row - box->first_row) * target.row_stride +
                       (submission->first_x - box->first_x) * channels;
    }
    return target;
}

static void convert(const scree_gpu *gpu, const scree_gpu_slot *slot)
{
    const scree_mapping *mapping = &slot->target.mapping;
    const scree_gpu_conversion conversion = {.count = (uint32_t)slot->samples,
                                             .bits = 8u * (uint32_t)scree_type_bytes(mapping->type),
                                             .low = mapping->low,
                                             .scale = mapping->scale,
                                             .top = mapping->top};
    scree_gpu_dispatch dispatch = {
        .program = SCREE_GPU_CONVERT,
        .specialisation = {[CONSTANT_AXES] = 1},
        .constants = &conversion,
        .constants_bytes = sizeof conversion,
        .spans = {[BINDING_VALUES] = scree_gpu_whole(&slot->values), [BINDING_DATA] = scree_gpu_whole(&slot->data)},
    };
    uint64_t groups = scree_div_round_up(scree_div_round_up(slot->samples, 32u / conversion.bits), CONVERT_GROUP);
    scree_gpu_number_groups(gpu, groups, 1, &dispatch);
    scree_gpu_barrier(slot->commands, false);
    scree_gpu_run(slot->commands, &dispatch);
}

/* Records the download of a box after its last submission, on the transfer queue. */
static void download(const scree_gpu *gpu, const scree_gpu_slot *slot)
{
    scree_gpu_queue range_queue = gpu->limits.has_transfer_stream ? SCREE_GPU_TRANSFER : SCREE_GPU_COMPUTE;
    uint64_t bytes = slot->samples * slot->target.channels * sizeof(float);
    if (slot->has_values) {
        scree_gpu_copy(slot->commands, SCREE_GPU_TRANSFER, (scree_gpu_span){&slot->host_values, 0, bytes},
                       (scree_gpu_span){&slot->values, 0, bytes});
    }
    if (slot->has_data) {
        bytes = scree_div_round_up(slot->samples * scree_type_bytes(slot->target.mapping.type), SCREE_GPU_WORD) *
                SCREE_GPU_WORD;
        scree_gpu_copy(slot->commands, SCREE_GPU_TRANSFER, (scree_gpu_span){&slot->host_data, 0, bytes},
                       (scree_gpu_span){&slot->data, 0, bytes});
    }
    bytes = SCREE_GPU_RANGE_BYTES;
    scree_gpu_copy(slot->commands, range_queue, (scree_gpu_span){&slot->host_range, 0, bytes},
                   (scree_gpu_span){&slot->range_pairs, 0, bytes});
}

/* Starts a submission of a slot's box, and after the last submission everything that follows. */
static scree_result start_submission(scree_session *session, scree_gpu_slot *slot, const scree_submission_walk *walk,
                                     scree_progress *progress)
{
    scree_gpu *gpu = session->graph.gpu;
    const scree_gpu_submission_target target = find_target(session, slot, walk);
    /* Submissions of one slot follow one another: they share its tables. */
    scree_result result = await_slot(session, slot, progress);
    if (result == SCREE_OK) {
        result = scree_gpu_graph_record(&session->graph, &walk->submission, slot, &target);
    }
    if (result != SCREE_OK) {
        return result;
    }
    if (walk->is_last && slot->has_data) {
        convert(gpu, slot);
    }
    /* Downloads wait for this, and other users of the buffer afterwards. */
    scree_gpu_barrier(slot->commands, true);
    if (walk->is_last) {
        download(gpu, slot);
    }
    slot->is_under_way = true;
    return scree_gpu_submit(slot->commands);
}

static scree_result start_box(scree_session *session, scree_gpu_slot *slot, scree_progress *progress)
{
    scree_submission_walk walk = scree_gpu_graph_submissions(&session->graph, &slot->box, is_resident(session));
    scree_result result = SCREE_OK;
    while (result == SCREE_OK && scree_submission_next(&walk)) {
        if (atomic_load(&progress->is_cancelled)) {
            return SCREE_ERROR_CANCELLED;
        }
        result = start_submission(session, slot, &walk, progress);
    }
    return result;
}

static scree_result start_slot(scree_session *session, uint32_t number, const scree_box *box,
                               const scree_target *target, scree_progress *progress)
{
    scree_gpu *gpu = session->graph.gpu;
    scree_gpu_slot *slot = &session->slots[number];
    slot->box = *box;
    slot->target = *target;
    slot->samples = box->planes * box->rows * box->width;
    slot->has_values = session->delivery.keeps_values && target->values != NULL;
    slot->has_data = target->data != NULL;
    slot->nanoseconds = 0;
    scree_result result = scree_gpu_enter(gpu);
    if (result == SCREE_OK) {
        result = start_box(session, slot, progress);
        scree_gpu_leave(gpu);
    }
    return result;
}

/* Widens a range by all pairs that work groups have used. Those of noise by itself were found before its values were
   mapped. */
static void gather_range(const scree_gpu_graph *graph, const uint32_t *words, scree_range *range)
{
    const uint32_t *map = scree_program_is_plain(&graph->program->code) ? graph->source[0].plan->value_map : NULL;
    for (uint32_t i = 0; i < RANGE_PAIRS; i++, words += RANGE_PAIR_WORDS) {
        if (words[0] <= words[1]) {
            const scree_range found = {.minimum = scree_one_from_ordered(words[0]),
                                       .maximum = scree_one_from_ordered(words[1])};
            scree_range_widen_mapped(range, &found, map);
        }
    }
}

static scree_result finish_slot(scree_session *session, uint32_t number, scree_progress *progress, scree_range *range)
{
    scree_gpu *gpu = session->graph.gpu;
    scree_gpu_slot *slot = &session->slots[number];
    scree_result result = scree_gpu_enter(gpu);
    if (result == SCREE_OK) {
        result = await_slot(session, slot, progress);
        scree_gpu_leave(gpu);
    }
    if (result != SCREE_OK) {
        return result;
    }
    if (slot->has_values) {
        scree_gpu_copy_box_on_host(gpu->copiers, &slot->target, &slot->box, slot->host_values.mapped);
    }
    gather_range(&session->graph, slot->host_range.mapped, range);
    atomic_fetch_add(&progress->done, slot->samples);
    atomic_fetch_add(&progress->device_nanoseconds, slot->nanoseconds);
    return atomic_load(&progress->is_cancelled) ? SCREE_ERROR_CANCELLED : SCREE_OK;
}

/* Both types are programs. */
#define FUNCTIONS                                                                                      \
    {                                                                                                  \
        .create = create_session, .division = divide_grid, .memory = lend_memory, .start = start_slot, \
        .finish = finish_slot, .destroy = destroy_session, .points = scree_gpu_points,                 \
        .buffer_points = scree_gpu_buffer_points,                                                      \
    }

const scree_field_functions scree_gpu_noise_functions = FUNCTIONS;
const scree_field_functions scree_gpu_graph_functions = FUNCTIONS;
