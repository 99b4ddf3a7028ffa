#include "graph_point_pass.h"

#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "gpu_calls.h"
#include "warp_pass.h"

/* Maximum bytes of the registers of a batch. */
#define REGISTER_BYTES ((uint64_t)128 << 20)

bool scree_gpu_graph_locates(const scree_gpu *gpu, const scree_point_program *program)
{
    /* Only sources find points beyond the limits. Files would be sent for every call. Values are those of one channel.
     */
    bool locates_all = program->code.source_count > 0 && program->code.point_limit >= SCREE_MAX_ORIGIN &&
                       program->code.file_count == 0 && program->channels == 1;
    for (uint32_t i = 0; i < program->code.source_count; i++) {
        locates_all = locates_all && scree_gpu_locates(gpu, &program->source[i]->plan) &&
                      scree_program_source_is_whole(&program->code.source[i], program->axes);
    }
    return locates_all;
}

/* Adds a source that was made to the sizes of all. */
static void add_source(scree_gpu_point_graph *graph, scree_gpu_point_source *source)
{
    const uint64_t state_bytes = scree_gpu_point_state_bytes(&source->field);
    const uint64_t displacement_bytes = scree_gpu_displacement_bytes(source->field.plan);
    source->first_table = graph->first_code;
    graph->first_code += scree_gpu_point_table_bytes(&source->field);
    graph->state_bytes = state_bytes > graph->state_bytes ? state_bytes : graph->state_bytes;
    graph->displacement_bytes = displacement_bytes > graph->displacement_bytes ? displacement_bytes
                                                                               : graph->displacement_bytes;
    graph->most_points = scree_min(graph->most_points, scree_gpu_most_points(&source->field));
}

scree_result scree_gpu_point_graph_init(scree_gpu_point_graph *graph, scree_gpu *gpu,
                                        const scree_point_program *program, scree_type type)
{
    const scree_program_code *code = &program->code;
    const uint64_t bytes = scree_min(REGISTER_BYTES, scree_gpu_window_bytes(gpu));
    *graph = (scree_gpu_point_graph){
        .gpu = gpu,
        .program = program,
        .type = type,
        .source = calloc((size_t)code->source_count + 1, sizeof *graph->source),
        .most_points = scree_min(SCREE_GPU_MOST_POINTS, scree_gpu_register_samples(code, bytes))};
    if (graph->source == NULL) {
        return scree_fail(gpu->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for %u sources", code->source_count);
    }
    scree_result result = scree_gpu_code_make(gpu, code, false, &graph->code);
    for (uint32_t i = 0; i < code->source_count && result == SCREE_OK; i++) {
        result = scree_gpu_point_field_init(&graph->source[i].field, gpu, &program->source[i]->plan, type);
        if (result == SCREE_OK) {
            add_source(graph, &graph->source[i]);
        }
    }
    graph->table_bytes = graph->first_code + scree_gpu_code_bytes(&graph->code, code);
    return result;
}

void scree_gpu_point_graph_clear(scree_gpu_point_graph *graph)
{
    for (uint32_t i = 0; graph->source != NULL && i < graph->program->code.source_count; i++) {
        scree_gpu_point_field_clear(&graph->source[i].field);
    }
    free(graph->source);
    graph->source = NULL;
    scree_gpu_code_clear(&graph->code);
}

void scree_gpu_point_graph_write(scree_gpu_point_graph *graph, uint32_t *words)
{
    for (uint32_t i = 0; i < graph->program->code.source_count; i++) {
        scree_gpu_point_source *source = &graph->source[i];
        scree_gpu_point_tables_write(&source->field, words + source->first_table / SCREE_GPU_WORD);
    }
    if (graph->code.word != NULL) {
        scree_gpu_code_write(&graph->code, &graph->program->code, words + graph->first_code / SCREE_GPU_WORD);
    }
}

/* A part of the tables. */
static scree_gpu_span tables_from(const scree_gpu_graph_batch *batch, uint64_t first, uint64_t bytes)
{
    return (scree_gpu_span){batch->points.tables.memory, batch->points.tables.offset + first, bytes};
}

/* Evaluates a source into its register, or into the values. */
static void record_source(const scree_gpu_point_graph *graph, const scree_gpu_graph_batch *batch,
                          const scree_program_step *step)
{
    const scree_gpu_point_source *source = &graph->source[step->input[0]];
    const uint64_t stride = scree_gpu_register_stride(batch->points.count);
    scree_gpu_point_batch points = batch->points;
    points.tables = tables_from(batch, source->first_table, scree_gpu_point_table_bytes(&source->field));
    points.displacing = scree_gpu_displacing_of(step, batch->registers, batch->points.count);
    if (step->result != SCREE_PROGRAM_OUT) {
        points.values = scree_gpu_window(graph->gpu, scree_gpu_whole(batch->registers), step->result * stride,
                                         batch->points.count * (step->block > 0 ? step->block : 1),
                                         &points.first_value);
    }
    scree_gpu_points_record(&source->field, &points);
}

/* Positions are the coordinates, one for each point. */
static scree_gpu_positions find_positions(const scree_gpu_point_graph *graph, const scree_gpu_graph_batch *batch)
{
    scree_gpu_positions positions = {.layout = *batch->points.layout, .are_wide = graph->type == SCREE_TYPE_F64};
    for (uint32_t axis = 0; axis < COMBINE_AXES; axis++) {
        positions.repeats[axis] = 1;
        positions.count[axis] = batch->points.count;
    }
    return positions;
}

static void record_run(const scree_gpu_point_graph *graph, const scree_gpu_graph_batch *batch, uint32_t step,
                       uint32_t end)
{
    const scree_gpu_positions positions = find_positions(graph, batch);
    const bool is_last = end == graph->program->code.step_count;
    const uint64_t count = batch->points.count;
    const scree_gpu_combination combination = {
        .commands = batch->points.commands,
        .code = tables_from(batch, graph->first_code, graph->table_bytes - graph->first_code),
        .positions = graph->program->code.position_axes != 0 ? &positions : NULL,
        .registers = batch->registers,
        .samples = count,
        .width = count,
        .rows = 1,
        .planes = 1,
        .channels = 1,
        .values = is_last ? batch->points.values : (scree_gpu_span){0},
        .first_value = batch->points.first_value};
    scree_gpu_combine_record(&graph->code, step, end, &combination);
    scree_gpu_barrier(batch->points.commands, false);
}

void scree_gpu_point_graph_record(const scree_gpu_point_graph *graph, const scree_gpu_graph_batch *batch)
{
    const scree_program_code *code = &graph->program->code;
    uint32_t end = 0;
    scree_gpu_fill(batch->points.commands, scree_gpu_whole(batch->points.found), SCREE_GPU_NOTHING_FOUND);
    scree_gpu_barrier(batch->points.commands, false);
    if (!scree_program_is_plain(code)) {
        scree_gpu_combine_prepare(graph->gpu, &graph->code, &graph->program->code);
        for (uint32_t i = 0; i < code->source_count; i++) {
            scree_gpu_points_prepare(&graph->source[i].field);
        }
    }
    for (uint32_t step = 0; step < code->step_count; step = end) {
        end = scree_gpu_run_end(code, step);
        if (scree_program_is_source(&code->step[step])) {
            record_source(graph, batch, &code->step[step]);
        } else if (scree_gpu_has_instructions(&graph->code, step, end)) {
            record_run(graph, batch, step, end);
        }
    }
}
