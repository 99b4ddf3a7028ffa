#include "program.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "context_internal.h"
#include "field_limits.h"
#include "float_environment.h"
#include "graph_node.h"
#include "grid_check.h"
#include "noise_type.h"
#include "number_text.h"

static const scree_program_step plain_step = {.instruction = SCREE_STEP_SOURCE, .result = SCREE_PROGRAM_OUT};

/* The code of noise by itself, which has the axes of the grid or of points. */
static scree_program_code plain_code(scree_program_source *own, uint32_t axes)
{
    *own = (scree_program_source){.axes = axes};
    for (uint32_t axis = 0; axis < axes; axis++) {
        own->of[axis] = axis;
    }
    return (scree_program_code){.step_count = 1,
                                .source_count = 1,
                                .source_axes = scree_program_source_axes(own),
                                .point_limit = SCREE_MAX_ORIGIN,
                                .step = &plain_step,
                                .source = own};
}

/* Reports what is wrong with an operator, and the ranges of its inputs. */
static scree_result refuse(scree_context *context, const scree_code_operator *applied, const scree_range *range,
                           const char *fault)
{
    const scree_op_definition *definition = applied->definition;
    char inputs[96 * SCREE_MAX_OP_INPUTS] = "";
    size_t length = 0;
    for (uint32_t i = 0; i < definition->info.input_count && !isnan(range[i].minimum); i++) {
        length += (size_t)snprintf(inputs + length, sizeof inputs - length, "%s%s from %s to %s",
                                   i == 0 ? "; its inputs are " : ", ", definition->input[i].name,
                                   scree_show_double((double)range[i].minimum).text,
                                   scree_show_double((double)range[i].maximum).text);
    }
    return scree_fail(context, SCREE_ERROR_INVALID, "%s %s%s", definition->info.name, fault, inputs);
}

/* Numbers are trimmed as values are, which never reverses their order. */
static float trimmed(float number)
{
    return fabsf(number) < 0x1p-63f ? 0.0f : number;
}

static scree_range range_of(const scree_range *step, scree_operand operand)
{
    return operand.is_number ? (scree_range){.minimum = operand.number, .maximum = operand.number}
                             : step[operand.value];
}

/* The ranges of a code, as far as they have been found. */
typedef struct code_ranges {
    const scree_graph_code *code;
    const scree_plan *const *source;
    const scree_range *position; /* Along each axis. */
    scree_range *step;
    uint32_t found;
} code_ranges;

/* The range of a step whose inputs have theirs. */
static scree_range find_range(const code_ranges *ranges, uint32_t number)
{
    const scree_code_step *step = &ranges->code->step[number];
    scree_range input[SCREE_INSTRUCTION_INPUTS];
    if (step->instruction == SCREE_STEP_SOURCE) {
        return ranges->source[step->source]->bound;
    }
    if (step->instruction == SCREE_STEP_POSITION) {
        return ranges->position[step->source];
    }
    if (step->instruction == SCREE_STEP_SLOPE) {
        /* Nothing reads a slope of noise but the steps that trim it and cut it off, whatever it is. */
        return (scree_range){.minimum = -0x1p62f, .maximum = 0x1p62f};
    }
    for (uint32_t i = 0; i < scree_instruction_inputs(step->instruction); i++) {
        input[i] = range_of(ranges->step, step->input[i]);
    }
    return step->instruction == SCREE_FILE_INSTRUCTION
               ? ranges->code->code.file[(uint32_t)step->input[SCREE_FILE_AXES].number].bound
               : scree_instruction_range(step->instruction, input);
}

/* Finds the ranges of steps up to one; false where values may be too large. */
static bool find_ranges(code_ranges *ranges, uint32_t end)
{
    for (; ranges->found < end && ranges->found < ranges->code->step_count; ranges->found++) {
        const scree_range found = find_range(ranges, ranges->found);
        if (!(found.minimum > -SCREE_GRAPH_LIMIT && found.maximum < SCREE_GRAPH_LIMIT)) {
            return false;
        }
        ranges->step[ranges->found] =
            (scree_range){.minimum = trimmed(found.minimum), .maximum = trimmed(found.maximum)};
    }
    return true;
}

/* Checks the inputs of an operator, and finds the ranges of the steps that it has added. */
static scree_result check_operator(scree_context *context, const scree_code_operator *applied, code_ranges *ranges)
{
    const scree_op_definition *definition = applied->definition;
    scree_range input[SCREE_MAX_OP_INPUTS];
    if (!find_ranges(ranges, applied->first_step)) {
        const bool is_noise = ranges->code->step[ranges->found].instruction == SCREE_STEP_SOURCE;
        return scree_fail(context, SCREE_ERROR_INVALID,
                          is_noise
                              ? "a graph has noise whose values may reach a magnitude of 2^63; they must stay below"
                              : "displacements of a graph, or coordinates times factors, may add up to a magnitude of "
                                "2^63; they must stay below");
    }
    for (uint32_t i = 0; i < definition->info.input_count; i++) {
        input[i] = range_of(ranges->step, applied->input[i]);
    }
    const char *fault = definition->find_fault != NULL ? definition->find_fault(input) : NULL;
    if (fault == NULL && !find_ranges(ranges, applied->end_step)) {
        fault = "has values that may reach a magnitude of 2^63, and must stay below";
    }
    return fault == NULL ? SCREE_OK : refuse(context, applied, input, fault);
}

/* Checks how far a source is displaced. */
static scree_result check_displacement(scree_context *context, const code_ranges *ranges, uint32_t number)
{
    const scree_code_step *step = &ranges->code->step[number];
    const scree_noise_field *noise = ranges->code->code.source[step->source].noise;
    for (uint32_t axis = 0; axis < step->displaced_axes; axis++) {
        const scree_range by = range_of(ranges->step, step->input[axis]);
        const double most = fmax(fabs((double)by.minimum), fabs((double)by.maximum));
        if (most > noise->origin.reach) {
            return scree_fail(context, SCREE_ERROR_INVALID,
                              "displace: noise of kind %s, or its warp, would be displaced by up to %s cells of its "
                              "finest octave along axis %" PRIu32 "; it must be at most 2^26",
                              scree_noise_kind_name(noise->params.kind),
                              scree_show_double(most / noise->origin.reach * SCREE_MAX_DISPLACEMENT).text, axis);
        }
    }
    return SCREE_OK;
}

scree_result scree_graph_check_ranges(scree_context *context, const scree_graph_code *code,
                                      const scree_plan *const *source, const scree_range *position, scree_range *step,
                                      scree_range *bound)
{
    scree_range few[64];
    const uint32_t steps = code->step_count;
    code_ranges ranges = {.code = code, .source = source, .position = position, .step = step != NULL ? step : few};
    scree_result result = SCREE_OK;
    if (step == NULL && steps > sizeof few / sizeof few[0]) {
        ranges.step = malloc(steps * sizeof *ranges.step);
    }
    if (ranges.step == NULL) {
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for the ranges of a graph");
    }
    for (uint32_t i = 0; i < code->operator_count && result == SCREE_OK; i++) {
        result = check_operator(context, &code->operators[i], &ranges);
    }
    if (result == SCREE_OK) {
        find_ranges(&ranges, steps);
        *bound = ranges.step[steps - 1];
    }
    for (uint32_t s = 0; s < steps && result == SCREE_OK; s++) {
        result = code->step[s].displaced_axes > 0 ? check_displacement(context, &ranges, s) : SCREE_OK;
    }
    if (ranges.step != few && ranges.step != step) {
        free(ranges.step);
    }
    return result;
}

/* Samples along an axis of a grid: the position of the first, and the distance of two. */
typedef struct grid_line {
    scree_fixed first;
    scree_fixed step;
} grid_line;

static grid_line line_of(const scree_grid *grid, uint32_t axis)
{
    const scree_fixed step = scree_fixed_product(grid->step[axis], 1.0);
    return (grid_line){.first = scree_fixed_product(grid->origin[axis], 1.0) + grid->first[axis] * step, .step = step};
}

static float position_on(const grid_line *line, uint64_t index)
{
    return trimmed((float)(line->first + (scree_fixed)index * line->step) * 0x1p-64f);
}

/* Fixed point holds no position beyond the limit: a step that reads such is refused, as its range is infinite. */
static scree_range range_of_positions(const scree_grid *grid, uint32_t axis)
{
    const grid_line line = line_of(grid, axis);
    const double samples = fabs((double)grid->first[axis]) + (double)grid->count[axis];
    if (fabs(grid->origin[axis]) + samples * grid->step[axis] >= SCREE_FIXED_LIMIT) {
        return (scree_range){.minimum = -INFINITY, .maximum = INFINITY};
    }
    return (scree_range){.minimum = position_on(&line, 0), .maximum = position_on(&line, grid->count[axis] - 1)};
}

void scree_program_positions(const scree_program *program, uint32_t axis, uint64_t first, size_t count, float *out)
{
    const scree_grid *grid = &program->grid;
    const grid_line line = line_of(grid, axis);
    uint64_t inner = 1; /* Planes with the same position, side by side. */
    for (uint32_t i = 2; i < axis; i++) {
        inner *= grid->count[i];
    }
    for (size_t i = 0; i < count; i++) {
        const uint64_t number = first + i;
        out[i] = position_on(&line, axis < 2 ? number : number / inner % grid->count[axis]);
    }
}

/* Makes room for the plans of sources. */
static scree_result reserve_sources(scree_context *context, uint32_t count, scree_program *program)
{
    if (count > program->capacity) {
        scree_plan **grown = realloc(program->source, count * sizeof *grown);
        program->source = grown != NULL ? grown : program->source;
        while (grown != NULL && program->capacity < count) {
            grown[program->capacity] = calloc(1, sizeof **grown);
            if (grown[program->capacity] == NULL) {
                break;
            }
            program->capacity++;
        }
    }
    return program->capacity >= count ? SCREE_OK
                                      : scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY,
                                                   "no memory for the plans of %" PRIu32 " sources", count);
}

/* The grid of a source: that of the program along the axes that the source follows, in one sample along others. */
static scree_grid grid_of(const scree_program_source *source, const scree_grid *grid)
{
    scree_grid own = {.axes = source->axes};
    for (uint32_t axis = 0; axis < source->axes; axis++) {
        const uint32_t of = source->of[axis];
        own.count[axis] = of != SCREE_NO_AXIS ? grid->count[of] : 1;
        own.first[axis] = of != SCREE_NO_AXIS ? grid->first[of] : 0;
        own.origin[axis] = of != SCREE_NO_AXIS ? grid->origin[of] : 0.0;
        own.step[axis] = of != SCREE_NO_AXIS ? grid->step[of] : 1.0;
    }
    return own;
}

/* Makes the plan of a source. */
static scree_result plan_source(scree_context *context, const scree_program_source *source, const scree_grid *grid,
                                scree_plan *plan)
{
    const scree_grid own = grid_of(source, grid);
    return scree_plan_make(context, source->noise, scree_program_source_is_whole(source, grid->axes) ? grid : &own, 0,
                           plan);
}

/* The index of a plane along an axis from the third on. */
static uint64_t index_of_plane(const scree_grid *grid, uint32_t axis, uint64_t plane)
{
    for (uint32_t i = 2; i < axis; i++) {
        plane /= grid->count[i];
    }
    return plane % grid->count[axis];
}

scree_source_place scree_program_source_place(const scree_program *program, uint32_t source, uint64_t row,
                                              uint64_t plane)
{
    const scree_program_source *own = &program->code.source[source];
    scree_source_place place = {0};
    uint64_t planes = 1;
    for (uint32_t axis = 1; axis < own->axes; axis++) {
        const uint32_t of = own->of[axis];
        const uint64_t index = of == SCREE_NO_AXIS ? 0 : of == 1 ? row : index_of_plane(&program->grid, of, plane);
        place.row = axis == 1 ? index : place.row;
        place.plane += axis == 1 ? 0 : index * planes;
        planes *= axis == 1 || of == SCREE_NO_AXIS ? 1 : program->grid.count[of];
    }
    return place;
}

/* Finds the indices along an axis from the third on that planes of a box have: all where they begin anew. */
static void find_rows(const scree_grid *grid, uint32_t axis, const scree_box *box, scree_box *found)
{
    uint64_t stride = 1;
    for (uint32_t i = 2; i < axis; i++) {
        stride *= grid->count[i];
    }
    const uint64_t first = index_of_plane(grid, axis, box->first_plane);
    const uint64_t steps = (box->first_plane % stride + box->planes - 1) / stride;
    const bool is_run = steps < grid->count[axis] - first;
    found->first_row = is_run ? first : 0;
    found->rows = is_run ? steps + 1 : grid->count[axis];
}

scree_box scree_program_source_box(const scree_program *program, uint32_t source, const scree_box *box)
{
    const scree_program_source *own = &program->code.source[source];
    const scree_plan *plan = program->source[source];
    scree_box found = {.first_x = box->first_x, .width = box->width, .planes = plan->planes};
    if (scree_program_source_has_rows(own)) {
        found.first_row = box->first_row;
        found.rows = box->rows;
    } else if (own->axes > 1 && own->of[1] != SCREE_NO_AXIS) {
        find_rows(&program->grid, own->of[1], box, &found);
    } else {
        found.rows = 1;
    }
    return scree_program_source_is_aligned(own, program->axes) ? *box : found;
}

scree_result scree_graph_find_ranges(scree_context *context, const scree_graph_code *code, const scree_program *program,
                                     scree_range *step, scree_range *bound)
{
    scree_range position[SCREE_MAX_AXES];
    for (uint32_t axis = 0; axis < program->axes; axis++) {
        position[axis] = range_of_positions(&program->grid, axis);
    }
    return scree_graph_check_ranges(context, code, (const scree_plan *const *)program->source, position, step, bound);
}

/* Makes the plans of a graph's sources. */
static scree_result plan_graph(scree_context *context, const scree_field *field, const scree_grid *grid,
                               scree_program *program)
{
    const scree_graph_code *code = NULL;
    program->grid = *grid;
    program->channels = scree_graph_channels(field);
    scree_result result =
        scree_grid_complete(context, program->channels, &program->grid, &program->samples, &program->planes);
    if (result == SCREE_OK) {
        result = scree_graph_code_of(context, field, grid->axes, &code);
    }
    if (result == SCREE_OK) {
        program->code = code->code;
        result = reserve_sources(context, code->code.source_count, program);
    }
    program->axes = grid->axes;
    program->octaves = 0;
    for (uint32_t i = 0; result == SCREE_OK && i < code->code.source_count; i++) {
        result = plan_source(context, &code->code.source[i], &program->grid, program->source[i]);
        program->octaves += program->source[i]->octaves;
    }
    return result == SCREE_OK ? scree_graph_find_ranges(context, code, program, NULL, &program->bound) : result;
}

/* Makes the plan of noise by itself. */
static scree_result plan_noise(scree_context *context, const scree_noise_field *noise, const scree_grid *grid,
                               scree_program *program)
{
    scree_result result = reserve_sources(context, 1, program);
    result = result == SCREE_OK ? scree_plan_make(context, noise, grid, 0, program->source[0]) : result;
    if (result == SCREE_OK) {
        const scree_plan *plan = program->source[0];
        program->code = plain_code(&program->plain, plan->axes);
        program->grid = plan->grid;
        program->axes = plan->axes;
        program->channels = plan->channels;
        program->octaves = plan->octaves;
        program->samples = plan->samples;
        program->planes = plan->planes;
        program->bound = plan->bound;
    }
    return result;
}

scree_result scree_program_make(scree_context *context, const scree_field *field, const scree_grid *grid,
                                scree_program *program)
{
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    const scree_noise_field *noise = scree_noise_of(field);
    const scree_result result = noise != NULL ? plan_noise(context, noise, grid, program)
                                              : plan_graph(context, field, grid, program);
    scree_float_environment_leave(&saved);
    return result;
}

void scree_program_clear(scree_program *program)
{
    for (uint32_t i = 0; i < program->capacity; i++) {
        scree_plan_destroy(&program->source[i]);
    }
    free(program->source);
    program->source = NULL;
    program->capacity = 0;
}

const scree_point_program *scree_point_program_of(const scree_field_plan *plan, scree_plain_points *room)
{
    if (plan->type->number != SCREE_FIELD_TYPE_noise) {
        return plan->part;
    }
    room->source = plan->part;
    room->program = (scree_point_program){.code = plain_code(&room->own, room->source->plan.axes),
                                          .axes = room->source->plan.axes,
                                          .channels = room->source->plan.channels,
                                          .source = &room->source};
    return &room->program;
}

scree_result scree_program_plan(scree_context *context, const scree_field *field, const scree_grid *grid,
                                scree_field_plan *plan)
{
    scree_program *program = calloc(1, sizeof *program);
    scree_result result = program != NULL ? scree_program_make(context, field, grid, program)
                                          : scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    if (result == SCREE_OK) {
        *plan = (scree_field_plan){.type = field->type,
                                   .part = program,
                                   .grid = program->grid,
                                   .samples = program->samples,
                                   .planes = program->planes,
                                   .channels = program->channels,
                                   .octaves = program->octaves,
                                   .bound = program->bound};
    } else if (program != NULL) {
        scree_program_clear(program);
        free(program);
    }
    return result;
}

void scree_program_plan_clear(scree_field_plan *plan)
{
    scree_program *program = (scree_program *)(uintptr_t)plan->part;
    if (program != NULL) {
        scree_program_clear(program);
        free(program);
    }
    plan->part = NULL;
}
