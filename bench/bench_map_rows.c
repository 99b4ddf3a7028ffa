/* The runs of the benchmark of maps, in which a map becomes bytes in memory, and a file. */
#include <stdlib.h>
#include <string.h>

#include "bench_maps.h"

#define DENSITY 8.0
#define OCTAVES 8
/* Ctrl-C may wait so long to be noticed. */
#define POLL_NANOSECONDS 50000000u

/* Receives the bytes of one run. */
struct map_sink {
    scree_sink file; /* They go to memory where this has no `write`. */
    uint8_t *bytes;
    double seconds; /* The sink took so long. */
    uint64_t slabs;
    scree_range mapped;
    scree_range measured;
};

static scree_recipe recipe_of(uint64_t side)
{
    return (scree_recipe){
        .grid = {.axes = 2, .count = {side, side}, .step = {DENSITY / (double)side}},
        .output = {.type = SCREE_TYPE_U8, .range_mode = SCREE_RANGE_MEASURED},
        .noise = {
            .gradients = SCREE_NOISE_GRADIENTS_CUBE, .octaves = OCTAVES, .gain = 1.0, .skips_fine_octaves = true}};
}

void bench_map_explain(const struct bench_maps *bench, struct bench_map_device *by)
{
    const scree_recipe recipe = recipe_of(bench->sides[bench->size_count - 1]);
    scree_field *field = NULL;
    if (scree_field_from_recipe(bench->context, &recipe, &field) == SCREE_OK) {
        scree_job_explain_stream(by->device, field, &recipe.grid, &recipe.output, NULL, &by->explanation);
    }
    scree_field_release(&field);
}

static scree_result take_slab(void *user, const scree_slab *slab)
{
    struct map_sink *to = user;
    const double start = bench_clock();
    scree_result result = SCREE_OK;
    if (to->file.write != NULL) {
        result = to->file.write(to->file.user, slab);
    } else {
        memcpy(to->bytes + slab->first, slab->data, (size_t)slab->count);
    }
    to->seconds += bench_clock() - start;
    to->mapped = slab->mapped;
    to->slabs++;
    return result;
}

static scree_result follow(const struct bench_maps *bench, scree_job *job)
{
    const scree_writer_params *file = bench->options->file;
    for (;;) {
        const scree_result result = scree_job_wait(job, POLL_NANOSECONDS);
        const bool is_interrupted = file->interrupted != NULL && file->interrupted(file->interrupted_user);
        if (result != SCREE_ERROR_TIMEOUT) {
            return result == SCREE_OK && is_interrupted ? SCREE_ERROR_CANCELLED : result;
        }
        if (is_interrupted) {
            scree_job_cancel(job);
        }
    }
}

/* Adds up the spans of a stream. The boxes of its second pass, which come last, are the slabs. */
static void add_spans(struct bench_maps *bench, const scree_job *job, uint64_t slabs, double seconds[BENCH_MAP_PARTS])
{
    const size_t count = scree_job_timeline(job, bench->spans, SCREE_MAX_SPANS);
    uint64_t boxes = 0;
    if (count >= SCREE_MAX_SPANS) {
        return; /* Some may be missing. */
    }
    for (size_t i = 0; i < count; i++) {
        boxes = bench->spans[i].box >= boxes ? bench->spans[i].box + 1 : boxes;
    }
    for (size_t i = 0; i < count; i++) {
        const scree_job_span *span = &bench->spans[i];
        const enum bench_map_part part = span->kind == SCREE_SPAN_DOWNLOAD ? BENCH_MAP_DOWNLOAD
                                         : span->box + slabs < boxes       ? BENCH_MAP_SCAN
                                                                           : BENCH_MAP_CONVERT;
        seconds[part] += span->end - span->start;
    }
}

static scree_result stream(struct bench_maps *bench, const struct bench_map_row *row, struct map_sink *to,
                           double seconds[BENCH_MAP_PARTS])
{
    const scree_recipe recipe = recipe_of(row->side);
    const scree_sink sink = {.write = take_slab, .user = to};
    scree_field *field = NULL;
    scree_job *job = NULL;
    scree_result result = scree_field_from_recipe(bench->context, &recipe, &field);
    if (result == SCREE_OK) {
        result = scree_job_stream(row->by->device, field, &recipe.grid, &recipe.output, &sink, &job);
    }
    scree_field_release(&field);
    if (result == SCREE_OK) {
        result = follow(bench, job);
        const scree_job_status status = scree_job_poll(job);
        to->measured = (scree_range){.minimum = status.minimum, .maximum = status.maximum};
        add_spans(bench, job, to->slabs, seconds);
        scree_job_release(&job);
    }
    return result;
}

static scree_result fill_memory(struct bench_maps *bench, const struct bench_map_row *row, double *seconds)
{
    struct map_sink to = {.bytes = bench->bytes};
    double unused[BENCH_MAP_PARTS] = {0};
    const double start = bench_clock();
    const scree_result result = stream(bench, row, &to, unused);
    *seconds = bench_clock() - start;
    return result;
}

/* Nothing is replaced: the file keeps its temporary name. */
scree_result bench_map_open_file(const struct bench_maps *bench, uint64_t side, scree_writer **writer)
{
    const scree_recipe recipe = recipe_of(side);
    scree_writer_params params = *bench->options->file;
    params.recipe = &recipe;
    params.replaces = true;
    return scree_writer_open(bench->context, &params, writer);
}

static scree_result write_file(struct bench_maps *bench, struct bench_map_row *row, double seconds[BENCH_MAP_PARTS])
{
    struct map_sink to = {.bytes = NULL};
    scree_writer *writer = NULL;
    const double start = bench_clock();
    scree_result result = bench_map_open_file(bench, row->side, &writer);
    if (result == SCREE_OK) {
        to.file = scree_writer_sink(writer);
        result = stream(bench, row, &to, seconds);
    }
    const double streamed = bench_clock();
    if (result == SCREE_OK) {
        result = scree_writer_complete(writer, &to.mapped, &to.measured);
        row->file_bytes = scree_writer_bytes(writer);
    }
    seconds[BENCH_MAP_PNG] = bench_clock() - start;
    seconds[BENCH_MAP_WRITE] = to.seconds + (bench_clock() - streamed);
    scree_writer_close(&writer);
    return result;
}

/* A map that a device cannot make is left out; the library's message has said why. */
static scree_result run_once(struct bench_maps *bench, struct bench_map_row *row, uint32_t round)
{
    double seconds[BENCH_MAP_PARTS] = {0};
    scree_result result = fill_memory(bench, row, &seconds[BENCH_MAP_MEMORY]);
    if (result == SCREE_OK) {
        result = write_file(bench, row, seconds);
    }
    for (int part = 0; part < BENCH_MAP_PARTS; part++) {
        row->seconds[part][round] = seconds[part];
    }
    if (result == SCREE_ERROR_OUT_OF_MEMORY || result == SCREE_ERROR_UNSUPPORTED) {
        snprintf(row->reason, sizeof row->reason, "%s", scree_result_name(result));
        return SCREE_OK;
    }
    return result;
}

/* Returns whether a map is made. Its time is estimated by its pixels, from that of the size before. */
static bool choose_row(struct bench_maps *bench, size_t size, uint32_t device)
{
    struct bench_map_row *row = &bench->rows[size][device];
    row->side = bench->sides[size];
    row->by = &bench->devices[device];
    if (size > 0) {
        const struct bench_map_row *smaller = &bench->rows[size - 1][device];
        const double growth = (double)row->side / (double)smaller->side;
        row->run_seconds = growth * growth * smaller->run_seconds;
    }
    const uint32_t runs = bench->repeats + 1;
    return bench_has_memory((double)row->side * (double)row->side, row->reason) &&
           bench_has_time(bench->options, runs, runs * row->run_seconds, row->reason);
}

static void summarise(const struct bench_maps *bench, struct bench_map_row *row)
{
    if (row->reason[0] != '\0') {
        return;
    }
    for (int part = 0; part < BENCH_MAP_PARTS; part++) {
        bench_summarise(row->seconds[part], bench->repeats, &row->times[part]);
    }
    row->run_seconds = row->times[BENCH_MAP_MEMORY].median + row->times[BENCH_MAP_PNG].median;
}

/* All devices run in turn, round by round. The first round warms up, and the next one takes its place. */
static scree_result run_rounds(struct bench_maps *bench, size_t size)
{
    scree_result result = SCREE_OK;
    for (uint32_t run = 0; run <= bench->repeats; run++) {
        for (uint32_t i = 0; i < bench->device_count && result == SCREE_OK; i++) {
            struct bench_map_row *row = &bench->rows[size][i];
            bench_progress_show("map %llu^2, run %u of %u, %s:%u", (unsigned long long)row->side, run + 1,
                                bench->repeats + 1, scree_backend_name(row->by->info.backend), row->by->info.index);
            if (row->reason[0] == '\0') {
                result = run_once(bench, row, run > 0 ? run - 1 : 0);
            }
        }
    }
    return result;
}

scree_result bench_map_measure(struct bench_maps *bench, size_t size)
{
    bool is_wanted = false;
    for (uint32_t i = 0; i < bench->device_count; i++) {
        is_wanted = choose_row(bench, size, i) || is_wanted;
    }
    if (!is_wanted) {
        return SCREE_OK;
    }
    const size_t bytes = (size_t)(bench->sides[size] * bench->sides[size]);
    bench->bytes = malloc(bytes);
    if (bench->bytes == NULL) {
        bench_out_of_memory();
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    memset(bench->bytes, 1, bytes); /* Every page gets its memory now, not within the first run. */
    const scree_result result = run_rounds(bench, size);
    for (uint32_t i = 0; i < bench->device_count && result == SCREE_OK; i++) {
        summarise(bench, &bench->rows[size][i]);
    }
    free(bench->bytes);
    bench->bytes = NULL;
    return result;
}
