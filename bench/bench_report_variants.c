/* The numbers of the benchmark of algorithms as JSON. */
#include "bench_variants.h"

#include "bench_json.h"

static json_t *run_json(const struct bench_variants_results *results, const struct bench_variant_cell *cell)
{
    struct bench_variant row = {.name = "", .reference = -1};
    struct bench_variant reference;
    bench_variant_at(cell->row, &row);
    const double published = row.published[cell->octaves - 1];
    const double gain = bench_variant_gain(results, cell);
    json_t *object = json_pack("{s:s, s:i, s:i, s:o, s:f, s:f}", "variant", row.name, "octaves", (int)cell->octaves,
                               "runs", (int)cell->runs, "seconds", bench_times_json(&cell->times), "milliseconds",
                               1e3 * cell->times.median, "samples_per_second",
                               (double)results->samples / cell->times.median);
    if (gain > 0) {
        json_object_set_new(object, "gain_over_unoptimised", json_real(gain));
    }
    if (bench_variant_at(row.reference, &reference)) {
        json_object_set_new(object, "reference", json_string(reference.name));
        json_object_set_new(object, "largest_difference", json_real(cell->difference));
    }
    if (published > 0) {
        json_object_set_new(object, "gtx_960m_milliseconds_of_200", json_real(published));
    }
    return object;
}

/* Rows that the device cannot run are named alone. */
static json_t *refused_json(const struct bench_variant_cell *cell)
{
    struct bench_variant row = {.name = ""};
    bench_variant_at(cell->row, &row);
    return json_pack("{s:s, s:i, s:s}", "variant", row.name, "octaves", (int)cell->octaves, "left_out",
                     "groups of this device are too small");
}

int bench_variants_report_json(const struct bench_variants_results *results)
{
    json_t *runs = json_array();
    for (size_t i = 0; i < results->count; i++) {
        const struct bench_variant_cell *cell = &results->cells[i];
        json_array_append_new(runs, cell->is_refused ? refused_json(cell) : run_json(results, cell));
    }
    return bench_print_json(json_pack("{s:s, s:s, s:i, s:o, s:b, s:I, s:s, s:o}", "benchmark", "variants", "version",
                                      scree_version(), "output_revision", (int)scree_output_revision(), "device",
                                      bench_device_json(&results->device), "quick", results->is_quick ? 1 : 0,
                                      "samples", (json_int_t)results->samples, "clock",
                                      results->is_device_time ? "device" : "wall", "runs", runs));
}
