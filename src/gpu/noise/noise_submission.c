#include "gpu_noise.h"

#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "gpu_calls.h"
#include "gpu_slot.h"
#include "table_rules.h"
#include "warp_submission.h"
#include "warp_pass.h"

/*
 * Maximum samples along x, rows and planes of a submission: larger tables would outgrow the caches, and groups end at
 * 65535.
 */
#define MOST_WIDTH ((uint64_t)65536)
#define MOST_ROWS ((uint64_t)32768)
/* Lines of noise in one axis are evaluated directly, so their tables take all memory. */
#define MOST_LINE ((uint64_t)1 << 20)
/* Maximum windows of a submission, limited by its number of dispatches. */
#define MOST_WINDOWS ((uint64_t)32)
/* Bytes of the nodes of a batch; there are two at a time. Small batches keep waiting for one another. */
#define BATCH_BYTES ((uint64_t)256 << 20)
/* Divisor of the free memory: the part of it that nodes may take. */
#define NODE_SHARE 16u

/* The method for octaves that are evaluated sample by sample. */
static const scree_gpu_method *choose_one_by_one(const scree_plan *plan)
{
    if (plan->has_duals) {
        return &scree_gpu_methods[plan->is_displaced           ? SCREE_GPU_BY_WARP_DUALS
                                  : scree_plan_has_sites(plan) ? SCREE_GPU_BY_SITE_DUALS
                                                               : SCREE_GPU_BY_CORNER_DUALS];
    }
    return &scree_gpu_methods[plan->is_displaced           ? SCREE_GPU_BY_WARP
                              : scree_plan_has_sites(plan) ? SCREE_GPU_BY_SITES
                                                           : SCREE_GPU_BY_CORNERS];
}

static const scree_gpu_method *choose_contraction(const scree_gpu_field *field)
{
    return &scree_gpu_methods[scree_gpu_noise_programs_of(field->gpu)->contract != NULL ? SCREE_GPU_BY_FUSED_KERNEL
                              : field->plan->has_duals                                  ? SCREE_GPU_BY_TWO_STAGE_DUALS
                                                                                        : SCREE_GPU_BY_TWO_STAGES];
}

/* Axes up to which samples with derivatives are folded. */
#define MOST_FOLDED_DUAL_AXES 4u

/*
 * Fractals that are not simple, and sums with derivatives, are summed in one pass, because octaves may depend on one
 * another: by the contraction if it can hold all of them, and otherwise sample by sample.
 */
static void choose_methods(scree_gpu_field *field)
{
    const scree_plan *plan = field->plan;
    const bool is_one_pass = plan->has_duals || !scree_fractal_is_simple(plan->fractal);
    bool is_direct[SCREE_MAX_OCTAVES];
    bool are_all = plan->has_duals ? plan->axes > MOST_FOLDED_DUAL_AXES : is_one_pass && plan->octaves > SAMPLE_OCTAVES;
    field->contraction = choose_contraction(field);
    field->one_by_one = choose_one_by_one(plan);
    scree_plan_choose_methods(plan, is_direct);
    for (uint32_t o = 0; o < plan->octaves; o++) {
        are_all = are_all || (is_one_pass && is_direct[o]);
    }
    for (uint32_t o = 0; o < plan->octaves; o++) {
        field->method[o] = are_all || is_direct[o] ? field->one_by_one : field->contraction;
    }
}

/* The components of the first displacement are fields by themselves. */
static scree_result init_components(scree_gpu_field *field)
{
    const scree_plan *plan = field->plan;
    field->first = scree_gpu_components_allocate(field->gpu, plan, sizeof *field->first);
    scree_result result = field->first != NULL ? SCREE_OK : SCREE_ERROR_OUT_OF_MEMORY;
    for (uint32_t axis = 0; axis < plan->axes && result == SCREE_OK; axis++) {
        result = scree_gpu_field_init(&field->first[axis], field->gpu, plan->warp.first[axis]);
    }
    return result;
}

scree_result scree_gpu_field_init(scree_gpu_field *field, scree_gpu *gpu, const scree_plan *plan)
{
    *field = (scree_gpu_field){.gpu = gpu, .plan = plan, .number = ++gpu->fields};
    scree_gpu_tables_init(&field->tables, gpu, plan);
    choose_methods(field);
    return plan->is_warped ? init_components(field) : SCREE_OK;
}

void scree_gpu_field_choose_batch(scree_gpu_field *field, uint64_t available)
{
    uint64_t most = scree_min(available / NODE_SHARE, field->gpu->limits.span_bytes / 2);
    field->batch_bytes = scree_min(BATCH_BYTES, most);
    for (uint32_t axis = 0; field->first != NULL && axis < field->plan->axes; axis++) {
        field->first[axis].batch_bytes = field->batch_bytes;
    }
    field->displaced_samples = field->first != NULL ? scree_gpu_displaced_samples(field, available) : 0;
}

void scree_gpu_field_clear(scree_gpu_field *field)
{
    for (uint32_t axis = 0; field->first != NULL && axis < field->plan->axes; axis++) {
        scree_gpu_field_clear(&field->first[axis]);
    }
    free(field->first);
    field->first = NULL;
    scree_submission_tables_clear(&field->tables.submission);
}

/* Limits submissions to planes whose nodes fit a batch. */
static void limit_to_batch(const scree_gpu_field *field, scree_submission_walk *walk)
{
    uint64_t (*plane_bytes)(const scree_gpu_field *, uint64_t, uint64_t) = field->contraction->plane_bytes;
    uint64_t most = field->batch_bytes;
    while (walk->rows > 2 * SAMPLE_ROWS && plane_bytes(field, walk->width, walk->rows) > most) {
        walk->rows = (walk->rows + 1) / 2;
    }
    while (walk->width > SAMPLE_COLUMNS * SAMPLE_GROUP && plane_bytes(field, walk->width, walk->rows) > most) {
        walk->width = (walk->width + 1) / 2;
    }
    while (walk->rows > 1 && plane_bytes(field, walk->width, walk->rows) > most) {
        walk->rows = (walk->rows + 1) / 2;
    }
}

scree_submission_walk scree_gpu_submissions_of(const scree_grid *grid, const scree_box *box)
{
    return (scree_submission_walk){.grid = grid,
                                   .box = box,
                                   .width = scree_min(box->width, grid->axes == 1 ? MOST_LINE : MOST_WIDTH),
                                   .rows = scree_min(box->rows, MOST_ROWS),
                                   .planes = scree_min(box->planes, SCREE_GPU_MOST_GROUPS)};
}

/* With the strides of the caller's memory, the memory that a submission spans must fit a few windows. */
void scree_gpu_limit_to_windows(const scree_gpu *gpu, uint32_t channels, scree_submission_walk *walk)
{
    uint64_t samples = gpu->limits.span_bytes / 8 / channels;
    uint64_t rows = samples / walk->grid->row_stride;
    uint64_t planes = samples / walk->grid->plane_stride;
    walk->rows = scree_min(walk->rows, rows > 0 ? rows : 1);
    walk->planes = scree_min(walk->planes, MOST_WINDOWS * (planes > 0 ? planes : 1));
}

void scree_gpu_limit_to_field(const scree_gpu_field *field, scree_submission_walk *walk)
{
    if (field->contraction->plane_bytes != NULL) {
        limit_to_batch(field->first != NULL ? field->first : field, walk);
    }
    if (field->first != NULL) {
        scree_gpu_limit_to_displacements(field, walk);
    }
}

/* Maximum octaves of a pass. Fractals that are not simple have one pass. */
static uint32_t most_octaves(const scree_gpu_field *field, const scree_gpu_method *method)
{
    const bool is_simple = scree_fractal_is_simple(field->plan->fractal);
    const uint32_t one_by_one = is_simple ? scree_gpu_direct_octaves(field->gpu, field->plan->axes) : SCREE_MAX_OCTAVES;
    return method->most_octaves > 0 ? method->most_octaves : one_by_one;
}

/* Records the passes: runs of octaves of one method, in the order of the octaves. */
static void record_passes(scree_gpu_submission_work *work)
{
    const scree_gpu_field *field = work->field;
    const uint32_t all = field->plan->octaves;
    for (uint32_t o = 0; o < all; o += work->octaves) {
        const scree_gpu_method *method = field->method[o];
        const uint32_t most = (uint32_t)scree_min(all - o, most_octaves(field, method));
        work->first_octave = o;
        work->octaves = 1;
        while (work->octaves < most && field->method[o + work->octaves] == method) {
            work->octaves++;
        }
        work->is_whole = o + work->octaves == all;
        if (o > 0) {
            scree_gpu_barrier(work->target->commands, false);
        }
        method->record(work);
    }
}

/* Reserves memory for tables and the pairs of an empty range behind them. New memory holds no shared words. */
static scree_result reserve_tables(scree_gpu *gpu, uint64_t host_bytes, uint64_t bytes, scree_gpu_table_memory *memory)
{
    static const char purpose[] = "tables";
    uint64_t upload_bytes = host_bytes + SCREE_GPU_RANGE_BYTES;
    scree_result result = SCREE_OK;
    if (scree_min(bytes, gpu->limits.span_bytes) < bytes || bytes / SCREE_GPU_WORD > UINT32_MAX) {
        uint64_t most = scree_min(gpu->limits.span_bytes, UINT32_MAX * SCREE_GPU_WORD);
        return scree_fail(gpu->base.context, SCREE_ERROR_UNSUPPORTED,
                          "%s: the tables of a submission take %llu bytes; a program of it sees %llu at most",
                          gpu->base.label, (unsigned long long)bytes, (unsigned long long)most);
    }
    if (upload_bytes > memory->upload.bytes || bytes > memory->device.bytes) {
        memory->field = 0;
    }
    scree_gpu_reserve(gpu, SCREE_GPU_UPLOAD, upload_bytes, &memory->upload, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, bytes, &memory->device, purpose, &result);
    return result;
}

void scree_gpu_empty_range_write(uint32_t *words)
{
    memset(words, 0, SCREE_GPU_RANGE_BYTES);
    for (uint32_t i = 0; i < RANGE_PAIRS; i++) {
        words[i * RANGE_PAIR_WORDS] = UINT32_MAX;
    }
}

/* Writes the tables to the upload memory. */
static scree_result prepare_tables(scree_gpu_field *field)
{
    scree_gpu_tables *tables = &field->tables;
    scree_gpu_submission_part *part = &field->part;
    scree_gpu_table_memory *memory = part->target.tables;
    const scree_box *submission = part->work.submission;
    uint64_t words = scree_gpu_tables_host_words(tables);
    scree_result result =
        reserve_tables(field->gpu, words * SCREE_GPU_WORD, scree_gpu_tables_words(tables) * SCREE_GPU_WORD, memory);
    if (result == SCREE_OK) {
        bool holds_shared = tables->is_fused && memory->field == field->number &&
                            memory->first_x == submission->first_x && memory->width == submission->width;
        uint32_t *upload = memory->upload.mapped;
        scree_gpu_tables_write(tables, holds_shared, upload);
        scree_gpu_table_rules_write(tables, upload);
        scree_gpu_empty_range_write(upload + words);
        part->upload_first = holds_shared ? scree_gpu_tables_shared_words(tables) * SCREE_GPU_WORD : 0;
        part->upload_end = words * SCREE_GPU_WORD;
        /* The device has the shared words once their upload is recorded. */
        memory->field = holds_shared ? field->number : 0;
        memory->first_x = submission->first_x;
        memory->width = submission->width;
    }
    return result;
}

/* Records the upload of tables and, if a range is wanted, its reset. */
static void record_start(const scree_gpu_field *field)
{
    const scree_gpu_submission_part *part = &field->part;
    const scree_gpu_submission_target *target = &part->target;
    uint64_t bytes = part->upload_end - part->upload_first;
    if (bytes > 0) {
        scree_gpu_copy(target->commands, SCREE_GPU_COMPUTE,
                       (scree_gpu_span){&target->tables->device, part->upload_first, bytes},
                       (scree_gpu_span){&target->tables->upload, part->upload_first, bytes});
    }
    if (target->clears_range) {
        scree_gpu_copy(target->commands, SCREE_GPU_COMPUTE, (scree_gpu_span){target->range, 0, SCREE_GPU_RANGE_BYTES},
                       (scree_gpu_span){&target->tables->upload, part->upload_end, SCREE_GPU_RANGE_BYTES});
    }
    scree_gpu_barrier(target->commands, false);
    scree_gpu_tables_make(&field->tables, target->commands, &target->tables->device);
}

/* Prepares a field without its first components. */
static scree_result prepare_part(scree_gpu_field *field, const scree_box *submission,
                                 const scree_gpu_submission_target *target)
{
    scree_gpu_submission_work *work = &field->part.work;
    field->part.target = *target;
    *work = (scree_gpu_submission_work){.field = field, .submission = submission, .target = &field->part.target};
    scree_result result = scree_gpu_tables_fill(&field->tables, submission);
    if (result != SCREE_OK) {
        return scree_fail(field->gpu->base.context, result, "no memory for the tables of a submission");
    }
    if (field->contraction->prepare != NULL) {
        result = field->contraction->prepare(work);
    }
    if (result == SCREE_OK && field->first != NULL) {
        result = scree_gpu_displacements_reserve(work);
    }
    return result == SCREE_OK ? prepare_tables(field) : result;
}

static uint32_t components_of(const scree_gpu_field *field)
{
    return field->first != NULL ? field->plan->axes : 0;
}

scree_result scree_gpu_submission_prepare(scree_gpu_field *field, const scree_box *submission,
                                          const scree_gpu_submission_target *target)
{
    scree_result result = prepare_part(field, submission, target);
    for (uint32_t axis = 0; axis < components_of(field) && result == SCREE_OK; axis++) {
        const scree_gpu_submission_target component = scree_gpu_component_target(&field->part.work, axis);
        result = prepare_part(&field->first[axis], submission, &component);
    }
    return result;
}

bool scree_gpu_submission_has_nodes(const scree_gpu_field *field)
{
    bool has_all = field->part.work.halves * field->part.work.half_bytes <= field->gpu->nodes.bytes;
    for (uint32_t axis = 0; axis < components_of(field); axis++) {
        has_all = has_all && scree_gpu_submission_has_nodes(&field->first[axis]);
    }
    return has_all;
}

static void record_part(scree_gpu_field *field)
{
    scree_gpu_submission_part *part = &field->part;
    record_start(field);
    part->target.tables->field = part->target.commands->result == SCREE_OK ? field->number : 0;
    if (field->first != NULL) {
        scree_gpu_displacements_record(&part->work);
    }
    record_passes(&part->work);
    scree_gpu_value_map_record(&part->work);
}

void scree_gpu_submission_record(scree_gpu_field *field)
{
    if (field->first != NULL) {
        scree_gpu_displaced_prepare(field);
    }
    for (uint32_t axis = 0; axis < components_of(field); axis++) {
        record_part(&field->first[axis]);
        scree_gpu_barrier(field->part.target.commands, false);
    }
    record_part(field);
}
