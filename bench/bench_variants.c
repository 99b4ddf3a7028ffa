/*
 * The benchmark of the variants of Perlin noise and of the noises that shaders use instead, after D. Cejchan,
 * "Akcelerace procedurálního generování pomocí GPU" (2018): 200 evaluations of 128^3 samples, each at another position
 * of the noise, with 1 to 8 octaves, whose cells are 8 samples wide in the finest and twice as wide in each further
 * one. His figures are of one dispatch that writes once; here every evaluation is a field that is written to memory.
 */
#include "bench_variants.h"

#include <math.h>
#include <stdlib.h>

#define EVALUATIONS 200
#define EVALUATIONS_QUICK 1
#define SIDE 128
#define SIDE_QUICK 16
/* By so many samples an evaluation lies beyond the one before, along each axis: his number. */
#define EVALUATION_SHIFT 1271
#define FINEST_CELL 8.0

static uint64_t sample_count(const struct bench_variants *bench)
{
    return bench->side * bench->side * bench->side;
}

/* The finest octave is the first, and starts at a node: there groups of 8 lie in one cell, as they all do with him. */
static scree_noise_params make_params(int row, uint32_t octaves)
{
    return (scree_noise_params){.kind = bench_variants_rows[row].kind,
                                .octaves = octaves,
                                .lacunarity = 0.5,
                                .variant = bench_variants_rows[row].variant};
}

static scree_grid make_grid(const struct bench_variants *bench, uint32_t evaluation)
{
    scree_grid grid = {.axes = 3, .step = {1.0 / FINEST_CELL}};
    for (uint32_t axis = 0; axis < grid.axes; axis++) {
        grid.count[axis] = bench->side;
        grid.first[axis] = (int64_t)evaluation * EVALUATION_SHIFT;
    }
    return grid;
}

/* Waits, and adds the seconds that the device was at work. */
static scree_result finish(scree_job *job, double *device_seconds)
{
    const scree_result result = scree_job_wait(job, UINT64_MAX);
    *device_seconds += scree_job_poll(job).device_seconds;
    scree_job_release(&job);
    return result;
}

static scree_result evaluate(struct bench_variants *bench, int row, uint32_t octaves, uint32_t evaluation,
                             double *device_seconds)
{
    const scree_noise_params params = make_params(row, octaves);
    const scree_grid grid = make_grid(bench, evaluation);
    scree_job *job = NULL;
    scree_field *field = NULL;
    scree_result result = scree_field_from_noise(NULL, &params, &field);
    result = result == SCREE_OK ? scree_job_fill_buffer(bench->device, field, &grid, bench->buffer, 0, &job) : result;
    scree_field_release(&field);
    return result == SCREE_OK ? finish(job, device_seconds) : result;
}

/* All evaluations; the one before them is not counted: it makes pipelines, and wakes the device. */
static scree_result evaluate_all(struct bench_variants *bench, int row, uint32_t octaves, double *seconds)
{
    double device_seconds = 0;
    scree_result result = evaluate(bench, row, octaves, 0, &device_seconds);
    device_seconds = 0;
    const double start = bench_clock();
    for (uint32_t i = 0; result == SCREE_OK && i < bench->evaluations; i++) {
        result = evaluate(bench, row, octaves, i, &device_seconds);
    }
    *seconds = bench->is_device_time ? device_seconds : bench_clock() - start;
    return result;
}

/* One field on the host. */
static scree_result fetch(struct bench_variants *bench, int row, uint32_t octaves, float *out)
{
    double unused = 0;
    const scree_result result = evaluate(bench, row, octaves, 1, &unused);
    return result == SCREE_OK ? scree_buffer_read(bench->buffer, 0, sizeof *out * sample_count(bench), out) : result;
}

static scree_result find_differences(struct bench_variants *bench, uint32_t octaves)
{
    scree_result result = fetch(bench, BENCH_CONTRACTION, octaves, bench->contraction);
    for (int row = 0; result == SCREE_OK && row < BENCH_VARIANTS; row++) {
        if (!bench_variant_is_comparable(row)) {
            continue;
        }
        double *maximum = &bench->runs[row][octaves - 1].difference;
        result = fetch(bench, row, octaves, bench->values);
        for (uint64_t i = 0; result == SCREE_OK && i < sample_count(bench); i++) {
            const double difference = fabs((double)bench->values[i] - (double)bench->contraction[i]);
            *maximum = difference > *maximum ? difference : *maximum;
        }
    }
    return result;
}

static scree_result run_round(struct bench_variants *bench, uint32_t round)
{
    scree_result result = SCREE_OK;
    for (uint32_t octaves = 1; octaves <= BENCH_VARIANT_OCTAVES; octaves++) {
        for (int row = 0; result == SCREE_OK && row < BENCH_VARIANTS; row++) {
            bench_progress_show("run %u of %u, %u of %d octaves, %s", round + 1, bench->repeats, octaves,
                                BENCH_VARIANT_OCTAVES, bench_variants_rows[row].name);
            result = evaluate_all(bench, row, octaves, &bench->runs[row][octaves - 1].seconds[round]);
        }
        if (result == SCREE_OK && round == 0) {
            result = find_differences(bench, octaves);
        }
    }
    return result;
}

static void summarise(struct bench_variants *bench)
{
    for (int row = 0; row < BENCH_VARIANTS; row++) {
        for (int o = 0; o < BENCH_VARIANT_OCTAVES; o++) {
            struct bench_variant_run *run = &bench->runs[row][o];
            bench_summarise(run->seconds, bench->repeats, &run->times);
        }
    }
}

static bool make_memory(struct bench_variants *bench)
{
    const size_t samples = (size_t)sample_count(bench);
    bench->values = calloc(samples, sizeof *bench->values);
    bench->contraction = calloc(samples, sizeof *bench->contraction);
    bool has_memory = bench->values != NULL && bench->contraction != NULL;
    for (int row = 0; row < BENCH_VARIANTS; row++) {
        for (int o = 0; o < BENCH_VARIANT_OCTAVES; o++) {
            double **seconds = &bench->runs[row][o].seconds;
            *seconds = calloc(bench->repeats, sizeof **seconds);
            has_memory = has_memory && *seconds != NULL;
        }
    }
    return has_memory;
}

/* Opens what was asked for, and finds out whether it tells how long it is at work. */
static scree_result prepare(struct bench_variants *bench, const scree_device_params *params)
{
    double device_seconds = 0;
    scree_result result = scree_device_open(bench->context, params, &bench->device);
    if (result == SCREE_OK) {
        result = scree_device_describe(bench->device, &bench->info);
    }
    if (result == SCREE_OK) {
        result = scree_buffer_create(bench->device, sizeof(float) * sample_count(bench), &bench->buffer);
    }
    if (result == SCREE_OK) {
        result = evaluate(bench, BENCH_CONTRACTION, 1, 0, &device_seconds);
    }
    bench->is_device_time = device_seconds > 0;
    return result;
}

static int measure(struct bench_variants *bench, const scree_device_params *params)
{
    if (!make_memory(bench)) {
        return bench_out_of_memory();
    }
    scree_result result = prepare(bench, params);
    for (uint32_t round = 0; result == SCREE_OK && round < bench->repeats; round++) {
        result = run_round(bench, round);
    }
    bench_progress_clear();
    if (result != SCREE_OK) {
        return bench_exit_code(result);
    }
    summarise(bench);
    return 0;
}

static void release(struct bench_variants *bench)
{
    for (int row = 0; row < BENCH_VARIANTS; row++) {
        for (int o = 0; o < BENCH_VARIANT_OCTAVES; o++) {
            free(bench->runs[row][o].seconds);
        }
    }
    free(bench->values);
    free(bench->contraction);
    scree_buffer_destroy(&bench->buffer);
    scree_device_close(&bench->device);
    scree_context_destroy(&bench->context);
}

int scree_bench_variants(const struct scree_bench_options *options)
{
    struct bench_variants bench = {.quick = options->quick};
    const scree_context_params params = {.log = bench_print_message};
    bench.repeats = options->repeats > 0 ? options->repeats : options->quick ? 1 : 3;
    bench.repeats = bench.repeats < BENCH_REPEATS_MOST ? bench.repeats : BENCH_REPEATS_MOST;
    bench.evaluations = options->quick ? EVALUATIONS_QUICK : EVALUATIONS;
    bench.side = options->quick ? SIDE_QUICK : SIDE;
    int code = scree_context_create(&params, &bench.context) == SCREE_OK ? 0 : bench_out_of_memory();
    if (code == 0) {
        code = measure(&bench, &options->devices[0]);
    }
    if (code == 0) {
        code = options->json ? bench_variants_report_json(&bench) : bench_variants_report_table(&bench);
    }
    release(&bench);
    return code;
}
