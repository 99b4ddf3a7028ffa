/* Submissions of programs: sources and runs of instructions, one behind the other in a command buffer. */
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "gpu_calls.h"
#include "gpu_graph.h"

/* Bytes of the registers of a submission at most and at least, and the part of free memory that they take. */
#define MOST_BYTES ((uint64_t)512 << 20)
#define MIN_BYTES ((uint64_t)64 << 10)
#define MEMORY_SHARE 16u
/* Maximum samples of a submission, times the steps of its program: a device must not be busy with one for long. */
#define MOST_STEPS ((uint64_t)1 << 31)
/* Samples along x of a source that may have more axes than a line. */
#define MOST_OTHER_WIDTH ((uint64_t)65536)
/* Rows of a source whose rows are not those of the program: groups end at 65535. */
#define MOST_OTHER_ROWS ((uint64_t)32768)

/* A submission that is recorded. */
typedef struct graph_work {
    scree_gpu_graph *graph;
    const scree_box *submission;
    scree_gpu_slot *slot;
    const scree_gpu_submission_target *target;
    uint64_t samples;
    scree_gpu_positions positions; /* Their tables lie behind the instructions. */
    uint64_t position_bytes;       /* The size of these tables. */
} graph_work;

scree_result scree_gpu_graph_init(scree_gpu_graph *graph, scree_gpu *gpu, const scree_program *program)
{
    const uint32_t count = program->code.source_count;
    *graph = (scree_gpu_graph){.gpu = gpu, .program = program};
    graph->source = calloc((size_t)count + 1, sizeof *graph->source);
    graph->source_box = calloc((size_t)count + 1, sizeof *graph->source_box);
    if (graph->source == NULL || graph->source_box == NULL) {
        return scree_fail(gpu->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for %u sources", count);
    }
    scree_result result = scree_gpu_code_make(gpu, &program->code, true, &graph->code);
    for (uint32_t i = 0; i < count && result == SCREE_OK; i++) {
        result = scree_gpu_field_init(&graph->source[i], gpu, program->source[i]);
    }
    return result;
}

void scree_gpu_graph_clear(scree_gpu_graph *graph)
{
    for (uint32_t i = 0; graph->source != NULL && i < graph->program->code.source_count; i++) {
        scree_gpu_field_clear(&graph->source[i]);
    }
    free(graph->source);
    free(graph->source_box);
    graph->source = NULL;
    graph->source_box = NULL;
    scree_gpu_code_clear(&graph->code);
}

void scree_gpu_graph_choose_batch(scree_gpu_graph *graph, uint64_t available)
{
    const scree_program_code *code = &graph->program->code;
    const uint64_t free_bytes = available / MEMORY_SHARE > MIN_BYTES ? available / MEMORY_SHARE : MIN_BYTES;
    const uint64_t bytes = scree_min(scree_min(MOST_BYTES, graph->gpu->limits.span_bytes), free_bytes);
    for (uint32_t i = 0; i < code->source_count; i++) {
        scree_gpu_field_choose_batch(&graph->source[i], available);
    }
    graph->most_samples = scree_gpu_register_samples(code, bytes);
    if (!scree_program_is_plain(code)) {
        uint64_t steps = code->step_count;
        for (uint32_t i = 0; i < code->file_count; i++) {
            steps += code->file[i].taps;
        }
        graph->most_samples = scree_min(graph->most_samples, MOST_STEPS / steps);
    }
}

/* Rows of samples of a source whose rows are not those of the program: one for each of its own, or all that it is
   displaced in. */
static uint64_t rows_of_others(const scree_program_step *step, uint64_t rows, uint64_t planes)
{
    return (scree_varies_with_rows(step->varies) ? rows : 1) *
           (scree_gpu_varies_with_planes(step->varies) ? planes : 1);
}

/* Limits submissions to what a source of other axes than the program evaluates at once. */
static void limit_to_other(const scree_gpu_graph *graph, const scree_program_step *step, scree_submission_walk *walk)
{
    const scree_program_source *source = &graph->program->code.source[step->input[0]];
    const scree_gpu_field *field = &graph->source[step->input[0]];
    if (scree_program_source_has_rows(source)) {
        const bool follows = source->axes < 3 || source->of[2] == 2 || source->of[2] == SCREE_NO_AXIS;
        walk->planes = follows ? walk->planes : 1;
        scree_gpu_limit_to_field(field, walk);
        return;
    }
    scree_submission_walk own = *walk;
    own.rows = walk->planes;
    scree_gpu_limit_to_field(field, &own);
    walk->width = scree_min(walk->width, own.width);
    walk->planes = scree_min(walk->planes, own.rows);
    walk->rows = scree_min(walk->rows, MOST_OTHER_ROWS);
    while (walk->planes > 1 && rows_of_others(step, walk->rows, walk->planes) > MOST_OTHER_ROWS) {
        walk->planes = (walk->planes + 1) / 2;
    }
}

static void limit_to_sources(const scree_gpu_graph *graph, scree_submission_walk *walk)
{
    const scree_program_code *code = &graph->program->code;
    for (uint32_t i = 0; i < code->step_count; i++) {
        if (!scree_program_is_source(&code->step[i])) {
            continue;
        }
        if (scree_program_source_is_aligned(&code->source[code->step[i].input[0]], graph->program->axes)) {
            scree_gpu_limit_to_field(&graph->source[code->step[i].input[0]], walk);
        } else {
            limit_to_other(graph, &code->step[i], walk);
        }
    }
}

/* Whether values differ along some of the axes from the third on, and not along others. */
static bool has_planes_of_one_axis(const scree_program *program)
{
    const scree_program_code *code = &program->code;
    bool has = false;
    for (uint32_t i = 0; i < code->step_count; i++) {
        const uint32_t planes = code->step[i].varies >> 2;
        has = has || (planes != 0 && planes != code->varies >> 2);
    }
    for (uint32_t i = 0; i < code->source_count; i++) {
        has = has || (!scree_program_source_is_aligned(&code->source[i], program->axes) &&
                      !scree_program_source_has_rows(&code->source[i]));
    }
    return has;
}

scree_submission_walk scree_gpu_graph_submissions(const scree_gpu_graph *graph, const scree_box *box, bool has_strides)
{
    scree_submission_walk walk = scree_gpu_submissions_of(&graph->program->grid, box);
    if (has_strides) {
        scree_gpu_limit_to_windows(graph->gpu, graph->program->channels, &walk);
    }
    walk.ends_with_axis = graph->program->code.is_reduced && has_planes_of_one_axis(graph->program);
    if (graph->program->code.is_reduced) {
        walk.width = scree_min(walk.width, MOST_OTHER_WIDTH);
    }
    limit_to_sources(graph, &walk);
    scree_submission_walk_limit(&walk, graph->most_samples);
    return walk;
}

static uint64_t code_bytes(const graph_work *work)
{
    return scree_gpu_code_bytes(&work->graph->code, &work->graph->program->code);
}

/* Samples of a step's register: of each row and each plane of the submission, or of one for all. */
typedef struct step_size {
    uint64_t rows;
    uint64_t planes;
} step_size;

static step_size size_of(const graph_work *work, uint32_t varies)
{
    const bool is_reduced = work->graph->program->code.is_reduced;
    return (step_size){.rows = !is_reduced || scree_varies_with_rows(varies) ? work->submission->rows : 1,
                       .planes = !is_reduced || scree_gpu_varies_with_planes(varies) ? work->submission->planes : 1};
}

/* Finds the part of a source's own grid that a submission evaluates. Rows of a source that has no such axis are those
   of all planes, as often as displacements differ. */
static void find_source_box(const graph_work *work, const scree_program_step *step)
{
    const scree_gpu_graph *graph = work->graph;
    const uint32_t number = step->input[0];
    const scree_program_source *source = &graph->program->code.source[number];
    const step_size size = size_of(work, step->varies);
    const scree_box *all = work->submission;
    scree_box *box = &graph->source_box[number];
    uint64_t *repeats = &graph->source[number].tables.submission.row_repeats;
    *box = *all;
    *repeats = 1;
    if (scree_program_source_is_aligned(source, graph->program->axes)) {
        box->rows = size.rows;
        box->planes = size.planes;
        return;
    }
    const scree_source_place place =
        scree_program_source_place(graph->program, number, all->first_row, all->first_plane);
    box->first_row = place.row;
    box->first_plane = place.plane;
    box->rows = size.rows;
    box->planes = size.planes;
    if (!scree_program_source_has_rows(source)) {
        box->rows = size.rows * size.planes;
        box->planes = 1;
        *repeats = source->axes > 1 && source->of[1] == 2 ? size.rows : box->rows;
    }
}

/* Where positions begin in the memory of the instructions: programs read them through a span of their own. */
static uint64_t first_position(const graph_work *work)
{
    const uint64_t alignment = work->graph->gpu->limits.span_alignment;
    return scree_div_round_up(code_bytes(work), alignment) * alignment;
}

/* Lays out the tables of positions along the axes that steps read, those of columns, of rows and of planes. */
static void lay_out_positions(graph_work *work)
{
    const scree_box *submission = work->submission;
    const uint64_t sizes[] = {submission->width, submission->rows, submission->planes};
    uint64_t repeats = 1;
    scree_gpu_positions *positions = &work->positions;
    for (uint32_t axis = 0; axis < COMBINE_AXES; axis++) {
        positions->repeats[axis] = repeats;
        positions->count[axis] = sizes[axis < 2 ? axis : 2];
        positions->layout.offset[axis] = work->position_bytes;
        positions->layout.stride[axis] = sizeof(float);
        if (scree_program_has_position(&work->graph->program->code, axis)) {
            work->position_bytes += positions->count[axis] * sizeof(float);
        }
        repeats *= axis < 2 ? sizes[axis] : 1;
    }
}

static void write_positions(const graph_work *work, float *table)
{
    const scree_box *submission = work->submission;
    const uint64_t first[] = {submission->first_x, submission->first_row, submission->first_plane};
    for (uint32_t axis = 0; axis < COMBINE_AXES; axis++) {
        if (scree_program_has_position(&work->graph->program->code, axis)) {
            const size_t count = (size_t)work->positions.count[axis];
            scree_program_positions(work->graph->program, axis, first[axis < 2 ? axis : 2], count, table);
            table += count;
        }
    }
}

/* Reserves the registers, and the instructions. Those that the memory does not hold are written to the host's part, the
   pairs of an empty range behind them; then follow the positions of this submission. */
static scree_result prepare_combination(graph_work *work)
{
    static const char purpose[] = "programs";
    const scree_gpu_graph *graph = work->graph;
    const uint64_t bytes = code_bytes(work);
    scree_gpu_table_memory *memory = &work->slot->code;
    scree_result result = SCREE_OK;
    lay_out_positions(work);
    const uint64_t device_bytes = first_position(work) + work->position_bytes;
    const uint64_t upload_bytes = bytes + SCREE_GPU_RANGE_BYTES + work->position_bytes;
    if (device_bytes > memory->device.bytes || upload_bytes > memory->upload.bytes) {
        memory->field = 0;
    }
    scree_gpu_reserve(graph->gpu, SCREE_GPU_ON_DEVICE, scree_gpu_register_bytes(&graph->program->code, work->samples),
                      &work->slot->registers, "registers", &result);
    scree_gpu_reserve(graph->gpu, SCREE_GPU_ON_DEVICE, device_bytes, &memory->device, purpose, &result);
    scree_gpu_reserve(graph->gpu, SCREE_GPU_UPLOAD, upload_bytes, &memory->upload, purpose, &result);
    if (result == SCREE_OK && memory->field != graph->code.number) {
        uint32_t *upload = memory->upload.mapped;
        scree_gpu_code_write(&graph->code, &graph->program->code, upload);
        scree_gpu_empty_range_write(upload + bytes / SCREE_GPU_WORD);
    }
    if (result == SCREE_OK) {
        work->positions.layout.span = (scree_gpu_span){&memory->device, first_position(work), work->position_bytes};
        write_positions(work, (float *)memory->upload.mapped + (bytes + SCREE_GPU_RANGE_BYTES) / sizeof(float));
    }
    return result;
}

/* The destination of a source: its register, or the values. */
static scree_gpu_submission_target find_target(const graph_work *work, const scree_program_step *step)
{
    scree_gpu_submission_target target = *work->target;
    target.tables = &work->slot->sources[step->input[0]].tables;
    target.component_tables = work->slot->sources[step->input[0]].components;
    target.displacements = &work->slot->displacements;
    target.displacing = scree_gpu_displacing_of(step, &work->slot->registers, work->samples);
    if (step->result != SCREE_PROGRAM_OUT) {
        const scree_box *box = &work->graph->source_box[step->input[0]];
        target.values = &work->slot->registers;
        target.first = step->result * scree_gpu_register_stride(work->samples);
        target.row_stride = box->width * (step->block > 0 ? step->block : 1);
        target.plane_stride = target.row_stride * box->rows;
        target.range = NULL;
        target.clears_range = false;
    }
    return target;
}

/* Prepares all sources, and again where one has replaced the memory of nodes by less than another needs. That comes to
   an end, because a source that gets less than it asks for asks for less from then on. */
static scree_result prepare_sources(const graph_work *work)
{
    const scree_program_code *code = &work->graph->program->code;
    scree_result result = scree_gpu_slot_take_sources(work->graph->gpu, work->slot, code->source_count);
    bool has_nodes = false;
    while (result == SCREE_OK && !has_nodes) {
        has_nodes = true;
        for (uint32_t i = 0; i < code->step_count && result == SCREE_OK; i++) {
            if (scree_program_is_source(&code->step[i])) {
                const uint32_t number = code->step[i].input[0];
                find_source_box(work, &code->step[i]);
                const scree_gpu_submission_target target = find_target(work, &code->step[i]);
                result = scree_gpu_submission_prepare(&work->graph->source[number], &work->graph->source_box[number],
                                                      &target);
            }
        }
        for (uint32_t i = 0; i < code->source_count; i++) {
            has_nodes = has_nodes && scree_gpu_submission_has_nodes(&work->graph->source[i]);
        }
    }
    return result;
}

/* Records the upload of instructions, unless the slot holds them, and of positions, and the reset of the range. */
static void record_start(const graph_work *work)
{
    const uint64_t bytes = code_bytes(work);
    const scree_gpu_submission_target *target = work->target;
    scree_gpu_table_memory *memory = &work->slot->code;
    if (memory->field != work->graph->code.number) {
        scree_gpu_copy(target->commands, SCREE_GPU_COMPUTE, (scree_gpu_span){&memory->device, 0, bytes},
                       (scree_gpu_span){&memory->upload, 0, bytes});
    }
    if (work->position_bytes > 0) {
        scree_gpu_copy(target->commands, SCREE_GPU_COMPUTE,
                       (scree_gpu_span){&memory->device, first_position(work), work->position_bytes},
                       (scree_gpu_span){&memory->upload, bytes + SCREE_GPU_RANGE_BYTES, work->position_bytes});
    }
    if (target->clears_range) {
        scree_gpu_copy(target->commands, SCREE_GPU_COMPUTE, (scree_gpu_span){target->range, 0, SCREE_GPU_RANGE_BYTES},
                       (scree_gpu_span){&memory->upload, bytes, SCREE_GPU_RANGE_BYTES});
    }
    memory->field = target->commands->result == SCREE_OK ? work->graph->code.number : 0;
    scree_gpu_combine_prepare(work->graph->gpu, &work->graph->code, &work->graph->program->code);
    for (uint32_t i = 0; i < work->graph->program->code.source_count; i++) {
        if (scree_plan_is_displaced_by_fields(work->graph->source[i].plan)) {
            scree_gpu_one_by_one_prepare(&work->graph->source[i]);
        }
    }
}

/* The last run writes to the values' memory, window by window. */
static void record_last_run(const graph_work *work, uint32_t step, uint32_t end, scree_gpu_combination *combination)
{
    const scree_gpu_submission_target *target = work->target;
    const scree_box *submission = work->submission;
    combination->width = submission->width;
    combination->rows = submission->rows;
    combination->row_stride = target->row_stride;
    combination->plane_stride = target->plane_stride;
    combination->range = target->range;
    for (uint64_t plane = 0; plane < submission->planes; plane += combination->planes) {
        const scree_gpu_plane_window window =
            scree_gpu_window_of_planes(target, submission, work->graph->program->channels, plane);
        combination->first = plane * submission->rows * submission->width;
        combination->planes = window.planes;
        combination->values = window.values;
        combination->first_value = window.first_value;
        scree_gpu_combine_record(&work->graph->code, step, end, combination);
    }
}

/* Positions of the samples of a run: along axes that it does not have there are none. */
static scree_gpu_positions positions_of(const graph_work *work, const step_size *size)
{
    scree_gpu_positions positions = work->positions;
    for (uint32_t axis = 1; axis < COMBINE_AXES; axis++) {
        positions.repeats[axis] = work->submission->width * (axis > 1 ? size->rows : 1);
        positions.count[axis] = axis > 1 ? size->planes : size->rows;
    }
    return positions;
}

static void record_run(const graph_work *work, uint32_t step, uint32_t end)
{
    const uint64_t width = work->submission->width;
    const step_size size = size_of(work, work->graph->program->code.step[step].varies);
    const scree_gpu_positions positions = positions_of(work, &size);
    scree_gpu_combination combination = {.commands = work->target->commands,
                                         .code = {&work->slot->code.device, 0, code_bytes(work)},
                                         .positions = work->position_bytes > 0 ? &positions : NULL,
                                         .registers = &work->slot->registers,
                                         .samples = work->samples,
                                         .width = width * size.rows * size.planes,
                                         .rows = 1,
                                         .planes = 1,
                                         .row_samples = width,
                                         .plane_samples = width * size.rows,
                                         .channels = work->graph->program->channels};
    scree_gpu_barrier(work->target->commands, false);
    if (end == work->graph->program->code.step_count) {
        record_last_run(work, step, end, &combination);
    } else {
        scree_gpu_combine_record(&work->graph->code, step, end, &combination);
    }
}

static void record_steps(const graph_work *work)
{
    const scree_program_code *code = &work->graph->program->code;
    uint32_t end = 0;
    if (!scree_program_is_plain(code)) {
        record_start(work);
    }
    for (uint32_t step = 0; step < code->step_count; step = end) {
        end = scree_gpu_run_end(code, step);
        if (scree_program_is_source(&code->step[step])) {
            scree_gpu_submission_record(&work->graph->source[code->step[step].input[0]]);
        } else if (scree_gpu_has_instructions(&work->graph->code, step, end)) {
            record_run(work, step, end);
        }
    }
}

scree_result scree_gpu_graph_record(scree_gpu_graph *graph, const scree_box *submission, scree_gpu_slot *slot,
                                    const scree_gpu_submission_target *target)
{
    graph_work work = {.graph = graph,
                       .submission = submission,
                       .slot = slot,
                       .target = target,
                       .samples = submission->width * submission->rows * submission->planes};
    scree_result result = prepare_sources(&work);
    if (result == SCREE_OK && !scree_program_is_plain(&graph->program->code)) {
        result = prepare_combination(&work);
    }
    if (result == SCREE_OK) {
        result = scree_gpu_begin(target->commands);
    }
    if (result == SCREE_OK) {
        record_steps(&work);
    }
    return result;
}
