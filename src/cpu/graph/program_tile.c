#include "program_tile.h"

#include <float.h>
#include <string.h>

#include "program_steps.h"
#include "whole_numbers.h"

struct scree_program_space {
    const scree_cpu_program *program;
    bool is_plain;             /* The one source writes where samples go. */
    scree_tile_space **source; /* One for each source. */
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
    for (uint32_t i = 0; i < code->source_count; i++) {
        const scree_tile_source *source = &program->noise[i].source;
        void *memory = scree_arena_allocate(arena, program->noise[i].space_bytes);
        if (memory != NULL) {
            space->source[i] = scree_tile_space_lay_out(source, width, program->tile_rows, memory);
        }
    }
    scree_cpu_steps_allocate(&space->steps, arena, code, SCREE_BATCH_ROWS, width);
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

/* Chooses the memory of a batch of rows; samples that are not kept go where the next batch's will go. */
static scree_batch_rows aim_batch(const scree_program_space *space, const scree_tile *tile, const scree_target *target,
                                  uint64_t plane, uint64_t row)
{
    if (target->values == NULL) {
        return (scree_batch_rows){.first = space->scratch, .stride = space->scratch_stride};
    }
    return (scree_batch_rows){.first = target->values + plane * target->plane_stride + row * target->row_stride +
                                       tile->first_x * target->channels,
                              .stride = target->row_stride};
}

/* Rows of a batch. */
typedef struct tile_batch {
    uint64_t plane; /* Counted from the box's first, as the next. */
    uint64_t first_row;
    uint32_t rows;
    scree_batch_rows out;
} tile_batch;

static void convert_batch(const scree_program_space *space, const scree_tile *tile, const scree_target *target,
                          const tile_batch *batch)
{
    for (uint32_t r = 0; r < batch->rows; r++) {
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

/* Writes the positions of a batch along an axis. From the third axis on its rows have the same one. */
static void make_positions(const scree_program_space *space, const scree_tile *tile, const tile_batch *batch,
                           uint32_t axis, float *out)
{
    const scree_program *program = space->program->program;
    float position[SCREE_BATCH_ROWS];
    if (axis == 1) {
        scree_program_positions(program, 1, tile->box.first_row + batch->first_row, batch->rows, position);
    } else if (axis > 1) {
        scree_program_positions(program, axis, tile->box.first_plane + batch->plane, 1, position);
    }
    for (uint32_t row = 0; row < batch->rows; row++, out += space->steps.line_stride) {
        if (axis == 0) {
            memcpy(out, space->x, tile->width * sizeof *out);
        } else {
            fill_row(out, tile->width, position[axis == 1 ? row : 0]);
        }
    }
}

/* Evaluates a source into its register. */
static void run_source(scree_program_space *space, const scree_tile *tile, const tile_batch *batch, uint32_t number)
{
    const scree_program_step *step = &space->steps.code->step[number];
    scree_tile_space *source = space->source[step->input[0]];
    if (step->displaced_axes > 0) {
        const scree_cpu_displacement displacement =
            scree_cpu_steps_displacement(&space->steps, step, batch->rows, tile->width);
        scree_tile_displace(source, &displacement);
    }
    if (step->block > 0) {
        scree_tile_make_rows(source, batch->first_row, batch->rows, space->steps.samples, space->steps.sample_stride,
                             false);
        scree_cpu_steps_split(&space->steps, number, batch->rows, tile->width);
    } else {
        scree_tile_make_rows(source, batch->first_row, batch->rows, scree_cpu_steps_register(&space->steps, number),
                             space->steps.line_stride, false);
    }
}

/* Evaluates all steps of a batch, the last of which is an instruction. */
static void run_steps(scree_program_space *space, const scree_tile *tile, const tile_batch *batch)
{
    const scree_program_code *code = space->steps.code;
    uint32_t end = 0;
    for (uint32_t step = 0; step < code->step_count; step = end) {
        end = scree_program_run_end(code, step);
        if (scree_program_is_source(&code->step[step])) {
            run_source(space, tile, batch, step);
        } else if (scree_program_is_position(&code->step[step])) {
            make_positions(space, tile, batch, code->step[step].input[0],
                           scree_cpu_steps_register(&space->steps, step));
        } else if (scree_program_is_instruction(&code->step[step])) {
            scree_cpu_steps_run(&space->steps, &space->program->kernels->combine, step, end, batch->rows, tile->width,
                                &batch->out);
        }
    }
    for (uint32_t row = 0; row < batch->rows; row++) {
        space->program->kernels->combine.widen_range(batch->out.first + row * batch->out.stride, tile->width,
                                                     space->minimum, space->maximum);
    }
}

static void generate_plane(scree_program_space *space, const scree_tile *tile, const scree_target *target,
                           bool is_streamed, uint64_t plane)
{
    const uint64_t end = tile->first_row + tile->rows;
    for (uint32_t i = 0; i < space->steps.code->source_count; i++) {
        scree_tile_start_plane(space->source[i], plane);
    }
    if (space->is_plain && target->values != NULL && target->data == NULL) {
        const scree_batch_rows out = aim_batch(space, tile, target, plane, tile->first_row);
        scree_tile_make_rows(space->source[0], tile->first_row, tile->rows, out.first, out.stride, is_streamed);
        return;
    }
    for (uint64_t row = tile->first_row; row < end; row += SCREE_BATCH_ROWS) {
        const tile_batch batch = {.plane = plane,
                                  .first_row = row,
                                  .rows = (uint32_t)scree_min(end - row, SCREE_BATCH_ROWS),
                                  .out = aim_batch(space, tile, target, plane, row)};
        if (space->is_plain) {
            scree_tile_make_rows(space->source[0], row, batch.rows, batch.out.first, batch.out.stride, is_streamed);
        } else {
            run_steps(space, tile, &batch);
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
    for (uint32_t i = 0; i < space->steps.code->source_count; i++) {
        scree_tile_start(space->source[i], &space->program->noise[i].source, tile);
    }
    if (scree_program_has_position(space->steps.code, 0)) {
        scree_program_positions(space->program->program, 0, tile->box.first_x + tile->first_x, tile->width, space->x);
    }
    for (uint32_t lane = 0; lane < SCREE_MAX_LANES; lane++) {
        space->minimum[lane] = FLT_MAX;
        space->maximum[lane] = -FLT_MAX;
    }
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
