#include "program_tile.h"

#include <float.h>
#include <string.h>

#include "os.h"
#include "program_steps.h"
#include "whole_numbers.h"

struct scree_program_space {
    const scree_cpu_program *program;
    bool is_plain;             /* The one source writes where samples go. */
    scree_tile_space **source; /* One for each source, */
    scree_tile *source_tile;   /* and its tile, of no width where it has not begun; */
    scree_cpu_phase *phase;    /* and when it is evaluated, */
    uint32_t *step_of;         /* by which step. */
    scree_cpu_steps steps;
    float *x;       /* Positions of a row of the tile, which some steps may read. */
    float *scratch; /* A batch of rows, where samples are not kept. */
    size_t scratch_stride;
    float minimum[SCREE_MAX_LANES]; /* The least and the greatest value of each lane that instructions have made. */
    float maximum[SCREE_MAX_LANES];
};

/* Everything that tiles need. While bytes are counted `space` is an unused scratch copy. */
static void allocate_space(scree_program_space *space, scree_arena *arena, const scree_cpu_program *program)
{
    const scree_program_code *code = &program->program->code;
    const uint64_t width = program->tile_width;
    space->program = program;
    space->is_plain = scree_program_is_plain(code);
    space->source = scree_arena_allocate(arena, code->source_count * sizeof(scree_tile_space *));
    space->source_tile = scree_arena_allocate(arena, code->source_count * sizeof *space->source_tile);
    space->phase = scree_arena_allocate(arena, code->source_count * sizeof *space->phase);
    space->step_of = scree_arena_allocate(arena, code->source_count * sizeof *space->step_of);
    for (uint32_t s = 0; s < code->step_count && space->phase != NULL; s++) {
        if (scree_program_is_source(&code->step[s])) {
            space->step_of[code->step[s].input[0]] = s;
            space->phase[code->step[s].input[0]] = scree_cpu_phase_of(code, code->step[s].varies);
        }
    }
    for (uint32_t i = 0; i < code->source_count; i++) {
        const scree_tile_source *source = &program->noise[i].source;
        void *memory = scree_arena_allocate(arena, program->noise[i].space_bytes);
        if (memory != NULL) {
            space->source[i] = scree_tile_space_lay_out(source, width, program->tile_rows, memory);
        }
    }
    scree_cpu_steps_allocate(&space->steps, arena, code, SCREE_BATCH_ROWS, (uint32_t)program->tile_rows, width);
    space->x = scree_arena_words(arena, scree_program_has_position(code, 0) ? width : 0);
    space->scratch_stride = scree_whole_line(width + SCREE_LINE_SAMPLES) * program->program->channels;
    space->scratch = scree_arena_words(arena, SCREE_BATCH_ROWS * space->scratch_stride);
}

size_t scree_program_space_bytes(const scree_cpu_program *program)
{
    scree_arena arena = {.used = 0};
    scree_program_space counted;
    scree_arena_allocate(&arena, sizeof counted);
    allocate_space(&counted, &arena, program);
    return arena.used;
}

scree_program_space *scree_program_space_lay_out(const scree_cpu_program *program, void *memory)
{
    scree_arena arena = {.memory = memory};
    scree_program_space *space = scree_arena_allocate(&arena, sizeof *space);
    allocate_space(space, &arena, program);
    return space;
}

/* Rows whose samples are not kept, or leave the cache behind them: they are where the next batch's will be. */
static scree_batch_rows scratch_rows(const scree_program_space *space)
{
    return (scree_batch_rows){.first = space->scratch, .stride = space->scratch_stride};
}

/* Chooses the memory of a batch of rows. */
static scree_batch_rows aim_batch(const scree_program_space *space, const scree_tile *tile, const scree_target *target,
                                  uint64_t plane, uint64_t row)
{
    if (target->values == NULL) {
        return scratch_rows(space);
    }
    return (scree_batch_rows){.first = target->values + plane * target->plane_stride + row * target->row_stride +
                                       tile->first_x * target->channels,
                              .stride = target->row_stride};
}

/* Rows of a batch, or of a whole tile. */
typedef struct tile_batch {
    uint64_t plane; /* Counted from the box's first, as the next. */
    uint64_t first_row;
    scree_cpu_rows rows;
    scree_batch_rows out;
} tile_batch;

static void convert_batch(const scree_program_space *space, const scree_tile *tile, const scree_target *target,
                          const tile_batch *batch)
{
    for (uint32_t r = 0; r < batch->rows.count; r++) {
        const uint64_t row = batch->plane * tile->box.rows + batch->first_row + r;
        space->program->kernels->noise.convert(&target->mapping, batch->out.first + r * batch->out.stride, tile->width,
                                               (char *)target->data + (row * tile->box.width + tile->first_x) *
                                                                          scree_type_bytes(target->mapping.type));
    }
}

static void fill_row(float *row, size_t count, float number)
{
    for (size_t i = 0; i < count; i++) {
        row[i] = number;
    }
}

/* Writes the positions of rows along an axis: those of columns, or one number for each row. */
static void make_positions(const scree_program_space *space, const scree_tile *tile, const tile_batch *batch,
                           uint32_t number)
{
    const scree_program *program = space->program->program;
    const scree_program_step *step = &space->steps.code->step[number];
    const uint32_t axis = step->input[0];
    for (uint32_t row = 0; row < batch->rows.count; row++) {
        float *out = scree_cpu_steps_row(&space->steps, step->result, &batch->rows, row);
        float position;
        if (axis == 0) {
            memcpy(out, space->x, tile->width * sizeof *out);
        } else {
            const uint64_t first = axis == 1 ? tile->box.first_row + batch->first_row + row
                                             : tile->box.first_plane + batch->plane;
            scree_program_positions(program, axis, first, 1, &position);
            fill_row(out, SCREE_LINE_SAMPLES, position);
        }
    }
}

/* Rows of a source from one on that planes of the tile from one on may have. */
static uint64_t rows_from(const scree_program_space *space, const scree_tile *tile, const tile_batch *batch,
                          const scree_box *box, uint64_t row)
{
    const uint64_t planes = tile->first_plane + tile->planes - batch->plane;
    return scree_min(scree_min(space->program->tile_rows, planes), box->rows - row);
}

/* Begins the tile of a source that has other axes than the program, where it has not begun, in the plane that it has;
   returns the row of the source, counted from its box's first. */
static uint64_t begin_source(scree_program_space *space, const scree_tile *tile, const tile_batch *batch,
                             uint32_t number)
{
    const scree_program *program = space->program->program;
    const scree_source_place place = scree_program_source_place(program, number, tile->box.first_row + batch->first_row,
                                                                tile->box.first_plane + batch->plane);
    const scree_box box = scree_program_source_box(program, number, &tile->box);
    const uint64_t row = place.row - box.first_row;
    scree_tile *own = &space->source_tile[number];
    if (own->width == 0 || own->first_plane != place.plane || row < own->first_row ||
        row >= own->first_row + own->rows) {
        const bool has_rows = scree_program_source_has_rows(&program->code.source[number]);
        *own = (scree_tile){.box = box,
                            .first_plane = place.plane,
                            .planes = 1,
                            .first_row = has_rows ? tile->first_row : row,
                            .rows = has_rows ? tile->rows : rows_from(space, tile, batch, &box, row),
                            .first_x = tile->first_x,
                            .width = tile->width};
        scree_tile_start(space->source[number], &space->program->noise[number].source, own);
        scree_tile_start_plane(space->source[number], place.plane);
    }
    return row;
}

/* Evaluates rows of a source into its register: at most as many as a batch has. */
static void run_rows(scree_program_space *space, const scree_tile *tile, const tile_batch *batch, uint32_t number)
{
    const scree_program_step *step = &space->steps.code->step[number];
    const uint32_t own = step->input[0];
    scree_tile_space *source = space->source[own];
    const bool is_aligned =
        scree_program_source_is_aligned(&space->steps.code->source[own], space->program->program->axes);
    const uint64_t first_row = is_aligned ? batch->first_row : begin_source(space, tile, batch, own);
    if (step->displaced_axes > 0) {
        const scree_cpu_displacement displacement = scree_cpu_steps_displacement(&space->steps, step, &batch->rows);
        scree_tile_displace(source, &displacement);
    }
    if (step->block > 0) {
        scree_tile_make_rows(source, first_row, batch->rows.count, space->steps.samples, space->steps.sample_stride,
                             false);
        scree_cpu_steps_split(&space->steps, number, &batch->rows);
    } else {
        scree_tile_make_rows(source, first_row, batch->rows.count,
                             scree_cpu_steps_row(&space->steps, step->result, &batch->rows, 0),
                             space->steps.line_stride, false);
    }
}

/* Evaluates a source into its register. Rows of a source that has no such axis are the same but for how far they are
   displaced, so that each is evaluated by itself. */
static void run_source(scree_program_space *space, const scree_tile *tile, const tile_batch *batch, uint32_t number)
{
    const uint32_t own = space->steps.code->step[number].input[0];
    const bool has_rows = scree_program_source_has_rows(&space->steps.code->source[own]);
    const uint32_t most = has_rows ? SCREE_BATCH_ROWS : 1;
    for (uint32_t row = 0; row < batch->rows.count; row += most) {
        tile_batch part = *batch;
        part.first_row += row;
        part.rows.skipped += row;
        part.rows.count = (uint32_t)scree_min(batch->rows.count - row, most);
        run_rows(space, tile, &part, number);
    }
}

/* The time now, where steps are timed. */
static double start_clock(const scree_program_space *space)
{
    return space->program->step_seconds != NULL ? scree_os_clock_seconds() : 0.0;
}

/* Adds the time since then to that of a step. */
static void stop_clock(const scree_program_space *space, uint32_t step, double started)
{
    if (space->program->step_seconds != NULL) {
        space->program->step_seconds[step] += scree_os_clock_seconds() - started - space->program->clock_seconds;
    }
}

/* Evaluates a run of steps: a source, a position, or instructions. */
static void run_some(scree_program_space *space, const scree_tile *tile, const tile_batch *batch, uint32_t step,
                     uint32_t end)
{
    const scree_program_step *first = &space->steps.code->step[step];
    const double started = start_clock(space);
    if (scree_program_is_source(first)) {
        run_source(space, tile, batch, step);
    } else if (scree_program_is_position(first)) {
        make_positions(space, tile, batch, step);
    } else if (scree_program_is_instruction(first)) {
        scree_cpu_steps_run(&space->steps, &space->program->kernels->combine, step, end, &batch->rows, &batch->out);
    }
    stop_clock(space, step, started);
}

/* Evaluates all steps of a phase; timed ones one by one. */
static void run_steps(scree_program_space *space, const scree_tile *tile, const tile_batch *batch)
{
    const scree_program_code *code = space->steps.code;
    uint32_t end = 0;
    for (uint32_t step = 0; step < code->step_count; step = end) {
        const uint32_t varies = code->step[step].varies;
        tile_batch part = *batch;
        end = space->program->step_seconds != NULL ? step + 1 : scree_program_run_end(code, step);
        if (scree_cpu_phase_of(code, varies) != batch->rows.phase) {
            continue;
        }
        if (batch->rows.phase != SCREE_PHASE_BATCH && !scree_varies_with_rows(varies)) {
            part.rows.count = 1;
        }
        run_some(space, tile, &part, step, end);
    }
}

/* Evaluates all steps of a batch, the last of which is an instruction, and finds the range. */
static void run_batch(scree_program_space *space, const scree_tile *tile, const tile_batch *batch, bool is_streamed)
{
    const scree_combine_kernels *kernels = &space->program->kernels->combine;
    const uint32_t channels = space->program->program->channels;
    tile_batch made = *batch;
    made.out = is_streamed ? scratch_rows(space) : batch->out;
    run_steps(space, tile, &made);
    for (uint32_t row = 0; row < batch->rows.count; row++) {
        const float *values = made.out.first + row * made.out.stride;
        const scree_cpu_operand first = channels > 1 ? scree_cpu_steps_first_channel(&space->steps, &made.rows, row)
                                                     : (scree_cpu_operand){.at = values, .step = 1};
        kernels->widen_range(first.at, first.step > 0 ? tile->width : 1, space->minimum, space->maximum);
        if (is_streamed) {
            kernels->stream(values, tile->width * channels, batch->out.first + row * batch->out.stride);
        }
    }
}

/* Goes to a plane of the tile with all sources that are evaluated in it or, where the tile begins, before. */
static void start_plane(scree_program_space *space, const scree_tile *tile, uint64_t plane, bool is_tile)
{
    const scree_program *program = space->program->program;
    for (uint32_t i = 0; i < program->code.source_count; i++) {
        if (scree_program_source_is_aligned(&program->code.source[i], program->axes) &&
            (space->phase[i] == SCREE_PHASE_TILE) == is_tile) {
            const double started = start_clock(space);
            scree_tile_start_plane(space->source[i], plane);
            stop_clock(space, space->step_of[i], started);
        }
    }
    if (program->code.is_reduced) {
        run_steps(space, tile,
                  &(tile_batch){.plane = plane,
                                .first_row = tile->first_row,
                                .rows = {.phase = is_tile ? SCREE_PHASE_TILE : SCREE_PHASE_PLANE,
                                         .count = (uint32_t)tile->rows,
                                         .width = tile->width}});
    }
}

static void generate_plane(scree_program_space *space, const scree_tile *tile, const scree_target *target,
                           bool is_streamed, uint64_t plane)
{
    const uint64_t end = tile->first_row + tile->rows;
    start_plane(space, tile, plane, false);
    if (space->is_plain && target->values != NULL && target->data == NULL) {
        const scree_batch_rows out = aim_batch(space, tile, target, plane, tile->first_row);
        scree_tile_make_rows(space->source[0], tile->first_row, tile->rows, out.first, out.stride, is_streamed);
        return;
    }
    for (uint64_t row = tile->first_row; row < end; row += SCREE_BATCH_ROWS) {
        const tile_batch batch = {.plane = plane,
                                  .first_row = row,
                                  .rows = {.phase = SCREE_PHASE_BATCH,
                                           .first = (uint32_t)(row - tile->first_row),
                                           .count = (uint32_t)scree_min(end - row, SCREE_BATCH_ROWS),
                                           .width = tile->width},
                                  .out = aim_batch(space, tile, target, plane, row)};
        if (space->is_plain) {
            scree_tile_make_rows(space->source[0], row, batch.rows.count, batch.out.first, batch.out.stride,
                                 is_streamed);
        } else {
            run_batch(space, tile, &batch, is_streamed);
        }
        if (target->data != NULL) {
            convert_batch(space, tile, target, &batch);
        }
    }
}

/* Stores past the caches are not ordered by the locks that publish them. */
static void order_stores(void)
{
#ifdef __x86_64__
    __builtin_ia32_sfence();
#endif
}

static void start_tile(scree_program_space *space, const scree_tile *tile)
{
    const scree_program *program = space->program->program;
    for (uint32_t i = 0; i < program->code.source_count; i++) {
        space->source_tile[i].width = 0;
        if (scree_program_source_is_aligned(&program->code.source[i], program->axes)) {
            scree_tile_start(space->source[i], &space->program->noise[i].source, tile);
        }
    }
    if (scree_program_has_position(space->steps.code, 0)) {
        scree_program_positions(space->program->program, 0, tile->box.first_x + tile->first_x, tile->width, space->x);
    }
    for (uint32_t lane = 0; lane < SCREE_MAX_LANES; lane++) {
        space->minimum[lane] = FLT_MAX;
        space->maximum[lane] = -FLT_MAX;
    }
    start_plane(space, tile, tile->first_plane, true);
}

/* Noise by itself finds its range. */
static void widen_range(const scree_program_space *space, scree_range *range)
{
    if (space->is_plain) {
        scree_tile_widen_range(space->source[0], range);
        return;
    }
    for (uint32_t lane = 0; lane < SCREE_MAX_LANES; lane++) {
        scree_range_widen(range, space->minimum[lane], space->maximum[lane]);
    }
}

void scree_program_tile_generate(scree_program_space *space, const scree_tile *tile, const scree_target *target,
                                 bool is_streamed, scree_progress *progress, scree_range *range)
{
    start_tile(space, tile);
    for (uint64_t plane = tile->first_plane; plane < tile->first_plane + tile->planes; plane++) {
        if (atomic_load_explicit(&progress->is_cancelled, memory_order_relaxed)) {
            return;
        }
        generate_plane(space, tile, target, is_streamed, plane);
        atomic_fetch_add_explicit(&progress->done, tile->rows * tile->width, memory_order_relaxed);
    }
    if (is_streamed) {
        order_stores();
    }
    widen_range(space, range);
}
