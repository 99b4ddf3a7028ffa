/* `scree bench variants`: measures what is chosen to its end, shows how far it is, and reports. */
#include <string.h>

#include "bench_internal.h"
#include "bench_variants.h"

#define ALL_OCTAVES ((1u << BENCH_VARIANT_OCTAVES) - 1u)
/* Seconds after which the line of progress is written again. */
#define LINE_SECONDS 0.1

/* The bits of the rows that are named; those of all rows where none is. */
static uint64_t rows_of(const struct scree_bench_options *options)
{
    uint64_t rows = 0;
    struct bench_variant row;
    for (uint32_t i = 0; i < options->variant_count; i++) {
        for (int number = 0; bench_variant_at(number, &row); number++) {
            rows |= (uint64_t)(strcmp(row.name, options->variants[i]) == 0 ? 1 : 0) << number;
        }
    }
    return options->variant_count > 0 ? rows : bench_variants_all();
}

static void show_progress(const struct bench_variants_results *results)
{
    struct bench_variant row = {.name = ""};
    const struct bench_variant_cell *cell = &results->cells[results->current];
    bench_variant_at(cell->row, &row);
    bench_progress_show("%3.0f %%, %u %s, %s", 100 * results->progress, cell->octaves,
                        cell->octaves == 1 ? "octave" : "octaves", row.name);
}

static scree_result run_all(struct bench_variants *bench)
{
    const struct bench_variants_results *results = bench_variants_results_of(bench);
    scree_result result = SCREE_OK;
    double shown = 0;
    while (result == SCREE_OK && results->is_running) {
        if (bench_clock() - shown > LINE_SECONDS) {
            show_progress(results);
            shown = bench_clock();
        }
        result = bench_variants_step(bench);
    }
    bench_progress_clear();
    return result;
}

static int explain(scree_result result, const struct bench_variants *bench)
{
    struct bench_variant row = {.name = ""};
    struct bench_variant reference = {.name = ""};
    if (bench != NULL) {
        const struct bench_variants_results *results = bench_variants_results_of(bench);
        const struct bench_variant_cell *cell = &results->cells[results->current];
        if (cell->is_wrong && bench_variant_at(cell->row, &row) && bench_variant_at(row.reference, &reference)) {
            bench_print_error("bench variants: %s, %u %s: its bits differ from those of %s", row.name, cell->octaves,
                              cell->octaves == 1 ? "octave" : "octaves", reference.name);
        }
    }
    return result == SCREE_ERROR_OUT_OF_MEMORY ? bench_out_of_memory() : bench_exit_code(result);
}

static int plot(const char *path, const struct bench_variants_results *results)
{
    const int error = path != NULL ? bench_variants_save(results, path) : 0;
    return error != 0 ? bench_plot_failed(path, strerror(error)) : 0;
}

/* The numbers come first, so that a picture that cannot be written loses no measurement. */
static int report(const struct scree_bench_options *options, const struct bench_variants_results *results)
{
    int code = 0;
    if (options->json) {
        code = bench_variants_report_json(results);
    } else {
        bench_variants_write_table(results, stdout);
    }
    return code == 0 ? plot(options->plot, results) : code;
}

static int measure(const struct scree_bench_options *options, scree_context *context, scree_device *device)
{
    const struct bench_variants_choice choice = {.rows = rows_of(options),
                                                 .octaves = options->octaves != 0 ? options->octaves : ALL_OCTAVES,
                                                 .repeats = options->repeats < BENCH_REPEATS_MOST ? options->repeats
                                                                                                  : BENCH_REPEATS_MOST,
                                                 .is_quick = options->quick};
    struct bench_variants *bench = NULL;
    scree_result result = bench_variants_begin(context, device, &choice, &bench);
    result = result == SCREE_OK ? run_all(bench) : result;
    const int code = result == SCREE_OK ? report(options, bench_variants_results_of(bench)) : explain(result, bench);
    bench_variants_end(&bench);
    return code;
}

int scree_bench_variants(const struct scree_bench_options *options)
{
    const scree_context_params params = {.log = bench_print_message};
    scree_context *context = NULL;
    scree_device *device = NULL;
    if (options->plot != NULL && !bench_plot_name_is_good(options->plot)) {
        return 2;
    }
    if (scree_context_create(&params, &context) != SCREE_OK) {
        return bench_out_of_memory();
    }
    const scree_result result = scree_device_open(context, &options->devices[0], &device);
    const int code = result == SCREE_OK ? measure(options, context, device) : bench_exit_code(result);
    scree_device_close(&device);
    scree_context_destroy(&context);
    return code;
}
