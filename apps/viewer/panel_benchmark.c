/* The benchmark of algorithms: which are measured, how far it is, and its table and graph. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../bench/bench.h"
#include "panel.h"
#include "panel_parts.h"

#define LINE 256
/* Sizes on a display of the scale 1. */
#define COLUMN_WIDTH 168.0
#define CHART_HEIGHT 220.0

void panel_choose_benchmark(panel *shown)
{
    shown->bench_rows = bench_variants_usual();
    shown->bench_octaves[0] = 1;
    shown->bench_octaves[1] = BENCH_VARIANT_OCTAVES;
    shown->algorithm_octaves = 4;
}

void panel_start_benchmark(panel *shown)
{
    const uint32_t least = shown->bench_octaves[0];
    const uint32_t most = shown->bench_octaves[1];
    const struct bench_variants_choice choice = {.rows = shown->bench_rows,
                                                 .octaves = ((1u << most) - 1u) & ~((1u << (least - 1u)) - 1u)};
    viewer_bench_start(shown->host.viewer, &choice);
}

static void copy_table(panel *shown)
{
    char *text = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&text, &length);
    if (stream != NULL) {
        bench_variants_write_table(&shown->bench.results, stream);
    }
    if (stream != NULL && fclose(stream) == 0) {
        ui_copy(text);
        panel_say(shown, UI_TONE_GOOD, "The table is in the clipboard.");
    } else {
        panel_report(shown, false, "the table cannot be copied");
    }
    free(text);
}

static void draw_row(panel *shown, int number, const struct bench_variant *row)
{
    bool is_chosen = (shown->bench_rows >> number & 1u) != 0;
    if (number % 2 != 0) {
        ui_same_line_at(COLUMN_WIDTH * shown->scale);
    }
    if (ui_check(row->name, &is_chosen)) {
        shown->bench_rows ^= (uint64_t)1 << number;
    }
    ui_tooltip(row->description);
}

static void draw_rows(panel *shown)
{
    struct bench_variant row;
    if (ui_wide_button("Usual", 3)) {
        shown->bench_rows = bench_variants_usual();
    }
    ui_tooltip("The algorithms of the source, and scree's own");
    ui_same_line();
    if (ui_wide_button("All", 3)) {
        shown->bench_rows = bench_variants_all();
    }
    ui_same_line();
    if (ui_wide_button("None", 3)) {
        shown->bench_rows = 0;
    }
    for (int number = 0; bench_variant_at(number, &row); number++) {
        draw_row(shown, number, &row);
    }
}

static void draw_choice(panel *shown)
{
    uint32_t *octaves = shown->bench_octaves;
    if (ui_section("Algorithms", false)) {
        draw_rows(shown);
    }
    if (ui_whole_slider("Octaves from", &octaves[0], 1, BENCH_VARIANT_OCTAVES, false)) {
        octaves[1] = octaves[1] < octaves[0] ? octaves[0] : octaves[1];
    }
    if (ui_whole_slider("Octaves to", &octaves[1], 1, BENCH_VARIANT_OCTAVES, false)) {
        octaves[0] = octaves[0] > octaves[1] ? octaves[1] : octaves[0];
    }
}

static void draw_progress(panel *shown)
{
    char text[LINE];
    struct bench_variant row;
    const struct bench_variants_results *results = &shown->bench.results;
    const struct bench_variant_cell *cell = &results->cells[results->current];
    if (ui_wide_button("Cancel", 1)) {
        viewer_bench_start(shown->host.viewer, NULL);
    }
    if (results->count != 0 && bench_variant_at(cell->row, &row)) {
        snprintf(text, sizeof text, "%.0f %%: %s, %u %s", results->progress * 100.0, row.name, cell->octaves,
                 cell->octaves == 1 ? "octave" : "octaves");
        ui_progress(results->progress, text);
    }
}

static void draw_start(panel *shown)
{
    ui_disabled_begin(shown->bench_rows == 0);
    if (ui_wide_button("Benchmark", 1)) {
        panel_start_benchmark(shown);
    }
    ui_disabled_end();
    if (shown->bench.problem[0] != '\0') {
        ui_text(UI_TONE_BAD, shown->bench.problem);
    }
}

static void draw_number(const char *format, double number)
{
    char text[LINE];
    snprintf(text, sizeof text, format, number);
    ui_table_number(text);
}

static void draw_cell(const struct bench_variants_results *results, const struct bench_variant_cell *cell)
{
    struct bench_variant row = {.name = ""};
    bench_variant_at(cell->row, &row);
    ui_table_number(row.name);
    draw_number("%.0f", cell->octaves);
    if (cell->runs > 0) {
        draw_number("%.4g", 1e3 * cell->times.median);
        draw_number("%.4g M", 1e-6 * (double)results->samples / cell->times.median);
        draw_number("%.0f", cell->runs);
    } else {
        ui_table_cell();
        ui_text(cell->is_wrong ? UI_TONE_BAD : UI_TONE_QUIET, cell->is_wrong ? "wrong bits" : "groups too small");
        ui_table_cell();
        ui_table_cell();
    }
}

static void draw_table(const struct bench_variants_results *results)
{
    static const char *const titles[] = {"Algorithm", "Octaves", "ms", "samples/s", "Runs"};
    if (!ui_table_begin("benchmark", 5, titles)) {
        return;
    }
    for (size_t i = 0; i < results->count; i++) {
        const struct bench_variant_cell *cell = &results->cells[i];
        if (cell->runs > 0 || cell->is_wrong || cell->is_refused) {
            draw_cell(results, cell);
        }
    }
    ui_table_end();
}

static void draw_results(panel *shown)
{
    static struct chart chart;
    bench_variants_draw(&shown->bench.results, &chart);
    ui_chart(&chart, CHART_HEIGHT * shown->scale);
    draw_table(&shown->bench.results);
    if (ui_wide_button("Copy##benchmark", 2)) {
        copy_table(shown);
    }
    ui_same_line();
    if (ui_wide_button("Save##benchmark", 2)) {
        panel_open_dialogue(shown, PANEL_DIALOGUE_BENCHMARK);
    }
}

static bool has_results(const struct bench_variants_results *results)
{
    bool has_some = false;
    for (size_t i = 0; i < results->count; i++) {
        has_some = has_some || results->cells[i].runs > 0;
    }
    return has_some;
}

/* The rows of the benchmark, behind none. */
static const char *algorithm_name(void *unused, int number)
{
    (void)unused;
    return number == 0 ? "none" : scree_bench_variant_name(number - 1);
}

static void draw_times(const viewer_algorithm *made)
{
    char text[LINE];
    snprintf(text, sizeof text, "%.4g ms, median of %u %s on %s:%u", 1e3 * made->run.times.median, made->run.runs,
             made->run.runs == 1 ? "run" : "runs", scree_backend_name(made->device.backend), made->device.index);
    ui_text(UI_TONE_QUIET, text);
}

/* An algorithm is shown instead of the field, with the time that it takes. */
static void draw_algorithm(panel *shown)
{
    char value[LINE] = "none";
    const viewer_algorithm *made = viewer_get_algorithm(shown->host.viewer);
    int choice = made != NULL ? made->run.row + 1 : 0;
    if (made != NULL && made != shown->algorithm) {
        shown->algorithm_octaves = made->run.octaves;
    }
    shown->algorithm = made;
    const bool is_chosen = ui_combo("Algorithm", &choice, algorithm_name, NULL);
    ui_tooltip("Shows its field of 128 x 128 x 128 samples, and how long the device takes to make it");
    ui_whole_slider("Octaves", &shown->algorithm_octaves, 1, BENCH_VARIANT_OCTAVES, false);
    /* A field is made, and kept, only for the number at which the slider is let go. */
    const bool is_slid = ui_was_let_go() && made != NULL && made->run.octaves != shown->algorithm_octaves;
    if (choice > 0) {
        snprintf(value, sizeof value, "%s %u", algorithm_name(NULL, choice), shown->algorithm_octaves);
    }
    if (is_chosen || is_slid) {
        shown->algorithm = panel_set(shown, "algorithm", value) ? made : NULL;
        panel_finish_step(shown);
    }
    if (made != NULL) {
        draw_times(made);
    }
}

void panel_draw_benchmark(panel *shown)
{
    viewer_bench_get(shown->host.viewer, &shown->bench);
    const bool is_running = shown->bench.results.is_running;
    if (is_running) {
        draw_progress(shown);
    } else {
        draw_start(shown);
    }
    ui_names_begin("benchmark");
    ui_disabled_begin(is_running);
    draw_algorithm(shown);
    draw_choice(shown);
    ui_disabled_end();
    if (has_results(&shown->bench.results)) {
        draw_results(shown);
    }
    ui_names_end();
}
