#include "program_box.h"

#include <stdlib.h>
#include <string.h>

#include "program_steps.h"
#include "whole_numbers.h"

/* Samples along x and rows of a tile of several steps at most, so that a batch of all registers stays near the core. */
#define MOST_WIDTH ((uint64_t)512)
#define MOST_ROWS ((uint64_t)256)
/* Floats that stay for all planes of a tile at most, in all registers, and rows that they have at least. */
#define MOST_KEPT_FLOATS ((uint64_t)1 << 16)
#define LEAST_KEPT_ROWS ((uint64_t)16)
#define WIDTH_UNIT 64u
/* Tiles for each worker that are worth having, so that all end at the same time. */
#define TILES_PER_WORKER 8u
/* Boxes of this many floats leave the caches before they are read. */
#define STREAMED_FLOATS ((uint64_t)1 << 21)

/* Rows of a tile whose registers keep their values for all planes. */
static uint64_t most_kept_rows(const scree_cpu_program *prepared)
{
    const scree_program_code *code = &prepared->program->code;
    uint64_t floats = 0;
    for (uint32_t i = 0; i < code->register_count; i++) {
        const uint32_t varies = code->register_varies[i];
        const bool is_kept = scree_cpu_phase_of(code, varies) == SCREE_PHASE_TILE && scree_varies_with_rows(varies);
        floats += is_kept ? prepared->tile_width : 0;
    }
    const uint64_t rows = floats > 0 ? MOST_KEPT_FLOATS / floats : MOST_ROWS;
    return rows < LEAST_KEPT_ROWS ? LEAST_KEPT_ROWS : rows;
}

/* The tiles of noise by itself, or such as suit all sources. */
static void choose_tile(scree_cpu_program *prepared)
{
    const scree_program *program = prepared->program;
    const uint64_t width = program->grid.count[0];
    const uint64_t rows = program->axes > 1 ? program->grid.count[1] : 1;
    const bool is_plain = scree_program_is_plain(&program->code);
    prepared->tile_width = is_plain ? width : scree_min(width, MOST_WIDTH);
    prepared->tile_rows = is_plain ? rows : scree_min(rows, MOST_ROWS);
    for (uint32_t i = 0; i < program->code.source_count; i++) {
        const bool has_rows = is_plain || scree_program_source_has_rows(&program->code.source[i]);
        prepared->tile_width = scree_min(prepared->tile_width, prepared->noise[i].tile_width);
        prepared->tile_rows = has_rows ? scree_min(prepared->tile_rows, prepared->noise[i].tile_rows)
                                       : prepared->tile_rows;
    }
    if (!is_plain) {
        /* Tiles of nearly one width, as those of sources are. */
        const uint64_t tiles = scree_div_round_up(width, prepared->tile_width);
        const uint64_t even = scree_div_round_up(scree_div_round_up(width, tiles), WIDTH_UNIT) * WIDTH_UNIT;
        prepared->tile_width = scree_min(prepared->tile_width, even);
        prepared->tile_rows = scree_min(prepared->tile_rows, most_kept_rows(prepared));
    }
}

/* Makes room for sources, which keep their tables when they move. */
static scree_result reserve_sources(scree_cpu_program *prepared, uint32_t count)
{
    if (count > prepared->capacity) {
        scree_cpu_noise *grown = realloc(prepared->noise, count * sizeof *grown);
        if (grown == NULL) {
            return SCREE_ERROR_OUT_OF_MEMORY;
        }
        memset(grown + prepared->capacity, 0, (count - prepared->capacity) * sizeof *grown);
        prepared->noise = grown;
        prepared->capacity = count;
    }
    return SCREE_OK;
}

scree_result scree_cpu_program_init(scree_cpu_program *prepared, const scree_program *program,
                                    const scree_cpu_kernels *kernels)
{
    prepared->program = program;
    prepared->kernels = kernels;
    scree_result result = reserve_sources(prepared, program->code.source_count);
    for (uint32_t i = 0; i < program->code.source_count && result == SCREE_OK; i++) {
        result = scree_cpu_noise_init(&prepared->noise[i], program->source[i], kernels);
    }
    if (result == SCREE_OK) {
        choose_tile(prepared);
    }
    for (uint32_t i = 0; i < program->code.source_count && result == SCREE_OK; i++) {
        prepared->noise[i].space_bytes =
            scree_tile_space_bytes(&prepared->noise[i].source, prepared->tile_width, prepared->tile_rows);
    }
    return result;
}

void scree_cpu_program_clear(scree_cpu_program *prepared)
{
    for (uint32_t i = 0; i < prepared->capacity; i++) {
        scree_cpu_noise_clear(&prepared->noise[i]);
    }
    free(prepared->noise);
    prepared->noise = NULL;
    prepared->capacity = 0;
}

scree_result scree_cpu_program_fill_tables(scree_cpu_program *prepared, scree_context *context, const scree_box *box)
{
    scree_result result = SCREE_OK;
    for (uint32_t i = 0; i < prepared->program->code.source_count && result == SCREE_OK; i++) {
        const scree_box own = scree_program_source_box(prepared->program, i, box);
        result = scree_cpu_noise_fill_tables(&prepared->noise[i], context, &own);
    }
    return result;
}

/* Planes of a box where they are rows of a source. */
#define MOST_PLANES ((uint64_t)1 << 14)

uint64_t scree_cpu_program_box_samples(const scree_program *program)
{
    bool has_planes = false;
    for (uint32_t i = 0; i < program->code.source_count; i++) {
        const scree_program_source *source = &program->code.source[i];
        has_planes = has_planes || (source->axes > 1 && source->of[1] != 1);
    }
    const uint64_t plane = program->axes > 1 ? program->samples / program->planes : program->samples;
    return has_planes && plane < UINT64_MAX / MOST_PLANES ? plane * MOST_PLANES : UINT64_MAX;
}

uint64_t scree_cpu_program_table_bytes(const scree_cpu_program *prepared)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < prepared->program->code.source_count; i++) {
        bytes += scree_cpu_noise_table_bytes(&prepared->noise[i]);
    }
    return bytes;
}

/*
 * An instruction of a sample takes about this number of nanoseconds. Waking a thread takes some microseconds, and as
 * long again until it has what it needs in its caches.
 */
#define INSTRUCTION_NANOSECONDS 0.1
#define TAP_NANOSECONDS 0.5 /* Each sample of a file that a value is made of. */
#define WORTH_NANOSECONDS 30000.0

uint32_t scree_cpu_box_workers(const scree_cpu_program *prepared, const scree_box *box, uint32_t workers)
{
    const scree_program_code *code = &prepared->program->code;
    double of_sample = INSTRUCTION_NANOSECONDS * (code->step_count - code->source_count);
    for (uint32_t i = 0; i < code->source_count; i++) {
        of_sample += scree_cpu_noise_nanoseconds(&prepared->noise[i]);
    }
    for (uint32_t i = 0; i < code->file_count; i++) {
        of_sample += TAP_NANOSECONDS * code->file[i].taps;
    }
    double worth = (double)box->width * (double)box->rows * (double)box->planes * of_sample / WORTH_NANOSECONDS;
    return worth < 1.0 ? 1 : worth < (double)workers ? (uint32_t)worth : workers;
}

scree_cpu_box scree_cpu_box_cut(const scree_cpu_program *prepared, const scree_box *box, const scree_target *target,
                                scree_progress *progress, uint32_t workers)
{
    scree_cpu_box cut = {.program = prepared, .box = box, .target = target, .progress = progress};
    const bool is_mapped = scree_program_is_plain(&prepared->program->code) &&
                           prepared->program->source[0]->value_map != NULL;
    const bool stays = target->data != NULL || target->values == NULL || is_mapped;
    cut.is_streamed = !stays && box->planes * box->rows * box->width * target->channels >= STREAMED_FLOATS;
    cut.tiles_x = scree_div_round_up(box->width, prepared->tile_width);
    cut.tiles_y = scree_div_round_up(box->rows, prepared->tile_rows);
    uint64_t plane_tiles = cut.tiles_x * cut.tiles_y;
    /* One worker shares nothing, and planes that are cut apart make the lattice planes at the cut twice. */
    uint64_t wanted = workers > 1 ? (uint64_t)TILES_PER_WORKER * workers : 1;
    uint64_t tiles_z = scree_min(box->planes, scree_div_round_up(wanted, plane_tiles));
    cut.planes_per_tile = scree_div_round_up(box->planes, tiles_z);
    cut.tiles = plane_tiles * scree_div_round_up(box->planes, cut.planes_per_tile);
    return cut;
}

void scree_cpu_box_make_tile(const scree_cpu_box *cut, scree_program_space *space, uint64_t number, scree_range *range)
{
    const scree_cpu_program *prepared = cut->program;
    if (atomic_load_explicit(&cut->progress->is_cancelled, memory_order_relaxed)) {
        return;
    }
    uint64_t x = number % cut->tiles_x;
    uint64_t y = number / cut->tiles_x % cut->tiles_y;
    uint64_t planes = number / cut->tiles_x / cut->tiles_y;
    scree_tile tile = {.box = *cut->box,
                       .first_plane = planes * cut->planes_per_tile,
                       .first_row = y * prepared->tile_rows,
                       .first_x = x * prepared->tile_width};
    tile.planes = scree_min(cut->planes_per_tile, cut->box->planes - tile.first_plane);
    tile.rows = scree_min(prepared->tile_rows, cut->box->rows - tile.first_row);
    tile.width = scree_min(prepared->tile_width, cut->box->width - tile.first_x);
    scree_program_tile_generate(space, &tile, cut->target, cut->is_streamed, cut->progress, range);
}
