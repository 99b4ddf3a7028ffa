/*
 * The measurements: fields of 2^21 samples, each at another position of the noise, with 1 to 8 octaves, whose cells are
 * 8 samples wide in the finest and twice as wide in each further one. That is how D. Cejchan measured ("Akcelerace
 * procedurálního generování pomocí GPU", 2018), whose 200 fields were one dispatch that writes once; here every field
 * is written to memory, and is a run by itself.
 *
 * A disturbance of the machine for a while falls on all rows: they take turns in some rounds, each until it has had its
 * part of the time.
 */
#include "bench_variants.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lessons/hash_noise.h"
#include "../src/field/lesson_run.h"
#include "bench_internal.h"

#define SIDE_LOG 7u
#define SIDE_LOG_QUICK 4u
/* The samples by which a field lies beyond the one before, along each axis: the source's number. Lessons move by as
   many cells, because their groups lie in one cell each. */
#define FIELD_SHIFT 1271u
#define FINEST_CELL 8.0
#define RUNS_MOST 200u
#define ROUNDS 3u
/* Seconds of a whole benchmark, and of a row with a number of octaves where there are few of them. */
#define SECONDS_OF_ALL 60.0
#define SECONDS_OF_CELL 1.0
/* Seconds of a field that a user waits for. */
#define SECONDS_OF_FIELD 0.2
/* A benchmark that has taken its seconds this many times over makes no more runs than it must. */
#define LATE 1.5
#define RUNS_LEAST 2u
/* The first run is slower: it makes pipelines and wakes the device. It counts where it takes more than this part of a
   cell's time, because then such things are a small part of it. */
#define PART_THAT_COUNTS 0.5
/* Runs whose results are compared make this field. */
#define COMPARED_FIELD 1u

struct cell_work {
    double spent; /* Seconds. */
    bool is_warm;
};

struct bench_variants {
    scree_context *context;
    scree_device *device;
    struct bench_variants_choice choice;
    struct bench_variants_results results;
    struct cell_work work[BENCH_VARIANT_CELLS];
    double *seconds; /* `capacity` for each cell. */
    uint32_t capacity;
    double spent;  /* Seconds of all runs. */
    double budget; /* Seconds of a cell. */
    uint32_t rounds;
    uint32_t round;
    size_t turn; /* The number of a cell, by octaves and then by rows. */
    scree_buffer *buffer;
    scree_buffer *gradients; /* The table of a lesson. */
    float *values;           /* A field on the host. */
    float *reference;        /* The field of the row `reference_row`. */
    int reference_row;       /* -1 = none. */
    uint32_t reference_octaves;
};

static struct bench_variant row_of(int number)
{
    struct bench_variant row = {.name = ""};
    bench_variant_at(number, &row);
    return row;
}

static uint32_t side_log(const struct bench_variants *bench)
{
    return bench->choice.is_quick ? SIDE_LOG_QUICK : SIDE_LOG;
}

static scree_grid make_grid(const struct bench_variants *bench, uint32_t number)
{
    scree_grid grid = {.axes = 3, .step = {1.0 / FINEST_CELL}};
    for (uint32_t axis = 0; axis < grid.axes; axis++) {
        grid.count[axis] = (uint64_t)1 << side_log(bench);
        grid.first[axis] = (int64_t)number * FIELD_SHIFT;
    }
    return grid;
}

/* Waits, and returns the seconds that the device was at work. */
static scree_result finish(scree_job *job, double *device_seconds)
{
    const scree_result result = scree_job_wait(job, UINT64_MAX);
    *device_seconds = scree_job_poll(job).device_seconds;
    scree_job_release(&job);
    return result;
}

/* The finest octave is the first, as in the source. */
static scree_result run_field(struct bench_variants *bench, const struct bench_variant *row, uint32_t octaves,
                              uint32_t number, double *device_seconds)
{
    const scree_noise_params params = {.kind = row->kind, .octaves = octaves, .lacunarity = 0.5};
    const scree_grid grid = make_grid(bench, number);
    scree_job *job = NULL;
    scree_field *field = NULL;
    scree_result result = scree_field_from_noise_by(bench->context, &params, row->method, &field);
    result = result == SCREE_OK ? scree_job_fill_buffer(bench->device, field, &grid, bench->buffer, 0, &job) : result;
    scree_field_release(&field);
    return result == SCREE_OK ? finish(job, device_seconds) : result;
}

static uint32_t lesson_group(const struct bench_variant *row)
{
    return (uint32_t)1 << SCREE_HASH_NOISE_SIDE_LOG * scree_hash_noise_space(row->lesson);
}

static uint32_t axes_of(const struct bench_variant *row)
{
    return row->lesson != 0 ? scree_hash_noise_space(row->lesson) : 3;
}

/* The logarithm of the samples of a row of a cube, or of a plane of as many samples whose rows are as long as its
   columns, or twice as long. */
static uint32_t width_log(const struct bench_variants *bench, const struct bench_variant *row)
{
    return axes_of(row) == 2 ? (3 * side_log(bench) + 1) / 2 : side_log(bench);
}

static scree_result run_lesson(struct bench_variants *bench, const struct bench_variant *row, uint32_t octaves,
                               uint32_t number, double *device_seconds)
{
    scree_lesson_times taken = {0};
    const scree_lesson_step step = {.program = row->lesson,
                                    .threads = (uint32_t)1 << 3 * side_log(bench),
                                    .group = lesson_group(row),
                                    .each = octaves,
                                    .stride_log = width_log(bench, row),
                                    .word = number * FIELD_SHIFT * SCREE_HASH_NOISE_SIDE,
                                    .b = bench->gradients,
                                    .c = bench->buffer};
    const scree_result result = scree_lesson_run(bench->device, &step, 1, 1, &taken);
    *device_seconds = taken.device;
    return result;
}

static scree_result run(struct bench_variants *bench, int number, uint32_t octaves, uint32_t field, double *seconds)
{
    const struct bench_variant row = row_of(number);
    double device_seconds = 0;
    const double start = bench_clock();
    const scree_result result = row.lesson != 0 ? run_lesson(bench, &row, octaves, field, &device_seconds)
                                                : run_field(bench, &row, octaves, field, &device_seconds);
    *seconds = bench->results.is_device_time && device_seconds > 0 ? device_seconds : bench_clock() - start;
    return result;
}

/* A field on the host. */
static scree_result fetch(struct bench_variants *bench, int row, uint32_t octaves, float *values)
{
    double unused = 0;
    const scree_result result = run(bench, row, octaves, COMPARED_FIELD, &unused);
    return result == SCREE_OK ? scree_buffer_read(bench->buffer, 0, sizeof *values * bench->results.samples, values)
                              : result;
}

/* The reference is kept for the next row. */
static scree_result fetch_reference(struct bench_variants *bench, int row, uint32_t octaves)
{
    if (row == bench->reference_row && octaves == bench->reference_octaves) {
        return SCREE_OK;
    }
    const scree_result result = fetch(bench, row, octaves, bench->reference);
    bench->reference_row = result == SCREE_OK ? row : -1;
    bench->reference_octaves = octaves;
    return result;
}

static double find_difference(const struct bench_variants *bench)
{
    double largest = 0;
    for (uint64_t i = 0; i < bench->results.samples; i++) {
        largest = fmax(largest, fabs((double)bench->values[i] - (double)bench->reference[i]));
    }
    return largest;
}

/* The first run of a cell, whose field is kept, and compared with that of the row's reference. */
static scree_result run_first(struct bench_variants *bench, struct bench_variant_cell *cell, double *seconds)
{
    const struct bench_variant row = row_of(cell->row);
    scree_result result = row.reference >= 0 ? fetch_reference(bench, row.reference, cell->octaves) : SCREE_OK;
    const size_t bytes = sizeof *bench->values * (size_t)bench->results.samples;
    result = result == SCREE_OK ? run(bench, cell->row, cell->octaves, COMPARED_FIELD, seconds) : result;
    result = result == SCREE_OK ? scree_buffer_read(bench->buffer, 0, bytes, bench->values) : result;
    if (result == SCREE_OK && row.reference >= 0) {
        cell->difference = find_difference(bench);
        cell->is_wrong = row.is_exact && memcmp(bench->values, bench->reference, bytes) != 0;
    }
    return cell->is_wrong ? SCREE_ERROR_INTERNAL : result;
}

static size_t octave_count(const struct bench_variants *bench)
{
    size_t count = 0;
    for (uint32_t octaves = 1; octaves <= BENCH_VARIANT_OCTAVES; octaves++) {
        count += bench->choice.octaves >> (octaves - 1) & 1u;
    }
    return count;
}

/* The cell whose turn it is: cells lie row by row, and turns go by octaves. */
static size_t cell_of_turn(const struct bench_variants *bench)
{
    const size_t octaves = octave_count(bench);
    const size_t rows = bench->results.count / octaves;
    return bench->turn % rows * octaves + bench->turn / rows;
}

static bool is_late(const struct bench_variants *bench)
{
    return bench->choice.repeats == 0 && bench->spent > LATE * bench->budget * (double)bench->results.count;
}

/* Whether a cell has had what belongs to it up to the end of this round. */
static bool has_enough(const struct bench_variants *bench, size_t number)
{
    const struct bench_variant_cell *cell = &bench->results.cells[number];
    const uint32_t passed = bench->round + 1;
    if (cell->is_refused) {
        return true;
    }
    if (bench->choice.repeats > 0) {
        return cell->runs >= (bench->choice.repeats * passed + bench->rounds - 1) / bench->rounds;
    }
    if (cell->runs == bench->capacity || (cell->runs > 0 && is_late(bench))) {
        return true;
    }
    return cell->runs >= (passed < RUNS_LEAST ? passed : RUNS_LEAST) &&
           bench->work[number].spent + 0.5 * cell->times.minimum > bench->budget * passed / bench->rounds;
}

static double progress_of(const struct bench_variants *bench, size_t number)
{
    const struct bench_variant_cell *cell = &bench->results.cells[number];
    const double share = (double)cell->runs / bench->capacity;
    return cell->is_refused            ? 1
           : bench->choice.repeats > 0 ? share
                                       : fmax(share, bench->work[number].spent / bench->budget);
}

/* Goes on to the next cell that has not had enough. */
static void move_on(struct bench_variants *bench)
{
    struct bench_variants_results *results = &bench->results;
    while (results->is_running && has_enough(bench, cell_of_turn(bench))) {
        bench->turn = (bench->turn + 1) % results->count;
        bench->round += bench->turn == 0 ? 1 : 0;
        results->is_running = bench->round < bench->rounds;
    }
    results->current = cell_of_turn(bench);
    results->progress = 0;
    for (size_t i = 0; i < results->count; i++) {
        results->progress += fmin(1, progress_of(bench, i)) / (double)results->count;
    }
}

scree_result bench_variants_step(struct bench_variants *bench)
{
    const size_t number = bench->results.current;
    struct bench_variant_cell *cell = &bench->results.cells[number];
    struct cell_work *work = &bench->work[number];
    double *times = &bench->seconds[number * bench->capacity];
    double seconds = 0;
    const double start = bench_clock();
    const scree_result result = work->is_warm ? run(bench, cell->row, cell->octaves, cell->runs, &seconds)
                                              : run_first(bench, cell, &seconds);
    if (result != SCREE_OK) {
        bench->results.is_running = false;
        return result;
    }
    const double spent = bench_clock() - start;
    work->spent += spent;
    bench->spent += spent;
    if (work->is_warm || is_late(bench) || (bench->choice.repeats == 0 && seconds > PART_THAT_COUNTS * bench->budget)) {
        times[cell->runs++] = seconds;
        bench_summarise(times, cell->runs, &cell->times);
    }
    work->is_warm = true;
    move_on(bench);
    return SCREE_OK;
}

/* Rows that the device has no groups for are unsupported. */
static void list_cells(struct bench_variants *bench)
{
    const uint32_t group = scree_lesson_limits_of(bench->device).group;
    struct bench_variant row;
    for (int number = 0; bench_variant_at(number, &row); number++) {
        for (uint32_t octaves = 1; octaves <= BENCH_VARIANT_OCTAVES; octaves++) {
            if ((bench->choice.rows >> number & 1u) != 0 && (bench->choice.octaves >> (octaves - 1) & 1u) != 0) {
                bench->results.cells[bench->results.count++] = (struct bench_variant_cell){
                    .row = number,
                    .octaves = octaves,
                    .is_refused = row.lesson != 0 && group != 0 && group < lesson_group(&row),
                };
            }
        }
    }
}

/* Every edge of a cube twice: all signs for each axis along which the middle of an edge has 0. */
static scree_result make_gradients(struct bench_variants *bench)
{
    float gradients[SCREE_HASH_NOISE_GRADIENTS][3];
    for (uint32_t i = 0; i < SCREE_HASH_NOISE_GRADIENTS; i++) {
        for (uint32_t axis = 0; axis < 3; axis++) {
            gradients[i][axis] = i / 8 == axis ? 0.0f : (i >> axis & 1u) != 0 ? -1.0f : 1.0f;
        }
    }
    const scree_result result = scree_buffer_create(bench->device, sizeof gradients, &bench->gradients);
    return result == SCREE_OK ? scree_buffer_write(bench->gradients, 0, sizeof gradients, gradients) : result;
}

static bool make_memory(struct bench_variants *bench)
{
    const size_t samples = (size_t)bench->results.samples;
    bench->seconds = calloc(bench->results.count * bench->capacity, sizeof *bench->seconds);
    bench->values = calloc(samples, sizeof *bench->values);
    bench->reference = calloc(samples, sizeof *bench->reference);
    return bench->seconds != NULL && bench->values != NULL && bench->reference != NULL;
}

/* Makes all memory, and finds out whether the device reports how long it is at work. */
static scree_result prepare(struct bench_variants *bench)
{
    const struct bench_variant row = row_of(BENCH_CONTRACTION);
    double device_seconds = 0;
    if (!make_memory(bench)) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    scree_result result = scree_device_describe(bench->device, &bench->results.device);
    result = result == SCREE_OK
                 ? scree_buffer_create(bench->device, sizeof(float) * bench->results.samples, &bench->buffer)
                 : result;
    result = result == SCREE_OK ? make_gradients(bench) : result;
    result = result == SCREE_OK ? run_field(bench, &row, 1, 0, &device_seconds) : result;
    bench->results.is_device_time = device_seconds > 0;
    return result;
}

scree_result bench_variants_begin(scree_context *context, scree_device *device,
                                  const struct bench_variants_choice *choice, struct bench_variants **made)
{
    struct bench_variants *bench = calloc(1, sizeof *bench);
    *made = bench;
    if (bench == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    bench->context = context;
    bench->device = device;
    bench->choice = *choice;
    bench->choice.repeats = choice->repeats == 0 && choice->is_quick ? 1 : choice->repeats;
    bench->capacity = bench->choice.repeats > 0 ? bench->choice.repeats : RUNS_MOST;
    bench->rounds = choice->is_quick ? 1 : ROUNDS;
    bench->reference_row = -1;
    bench->results.is_quick = choice->is_quick;
    bench->results.samples = (uint64_t)1 << 3 * side_log(bench);
    list_cells(bench);
    bench->results.is_running = bench->results.count > 0;
    bench->budget = choice->seconds > 0 ? choice->seconds
                                        : fmin(SECONDS_OF_CELL, SECONDS_OF_ALL / (double)bench->results.count);
    const scree_result result = bench->results.is_running ? prepare(bench) : SCREE_OK;
    if (result != SCREE_OK) {
        bench_variants_end(made);
    } else if (bench->results.is_running) {
        move_on(bench);
    }
    return result;
}

const struct bench_variants_results *bench_variants_results_of(const struct bench_variants *bench)
{
    return &bench->results;
}

void bench_variants_end(struct bench_variants **bench)
{
    struct bench_variants *ended = *bench;
    if (ended != NULL) {
        scree_buffer_destroy(&ended->buffer);
        scree_buffer_destroy(&ended->gradients);
        free(ended->seconds);
        free(ended->values);
        free(ended->reference);
        free(ended);
        *bench = NULL;
    }
}

static void take_samples(struct bench_variants *bench, const struct bench_variant *row, scree_samples *samples)
{
    const uint64_t width = (uint64_t)1 << width_log(bench, row);
    samples->axes = axes_of(row);
    samples->count[0] = width;
    samples->count[1] = samples->axes == 2 ? bench->results.samples / width : width;
    samples->count[2] = samples->axes == 2 ? 0 : width;
    samples->values = bench->values;
    bench->values = NULL;
}

scree_result bench_variants_make(scree_context *context, scree_device *device, int row, uint32_t octaves,
                                 struct bench_variant_cell *cell, scree_samples *samples)
{
    const struct bench_variants_choice choice = {
        .rows = (uint64_t)1 << row, .octaves = 1u << (octaves - 1), .seconds = SECONDS_OF_FIELD};
    const struct bench_variant made = row_of(row);
    struct bench_variants *bench = NULL;
    scree_result result = bench_variants_begin(context, device, &choice, &bench);
    while (result == SCREE_OK && bench->results.is_running) {
        result = bench_variants_step(bench);
    }
    *samples = (scree_samples){0};
    if (result == SCREE_OK) {
        *cell = bench->results.cells[0];
    }
    if (result == SCREE_OK && !cell->is_refused) {
        take_samples(bench, &made, samples);
    }
    bench_variants_end(&bench);
    return result;
}
