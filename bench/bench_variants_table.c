/* The numbers of the benchmark of algorithms for people, for spreadsheets, and as a graph. */
#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "lessons/hash_noise.h"
#include "bench_internal.h"
#include "bench_variants.h"

#define NAME_WIDTH 34
/* Evaluations of which the published figures are the time. */
#define PUBLISHED_EVALUATIONS 200.0

typedef struct bench_variants_results results_type;
typedef struct bench_variant_cell cell_type;

/* A number of a cell; NAN where it has none. */
typedef double value_of(const results_type *results, const cell_type *cell);

static struct bench_variant row_of(const cell_type *cell)
{
    struct bench_variant row = {.name = ""};
    bench_variant_at(cell->row, &row);
    return row;
}

/* Whether a cell is the first of its row. */
static bool is_first(const results_type *results, size_t number)
{
    return number == 0 || results->cells[number].row != results->cells[number - 1].row;
}

static size_t row_length(const results_type *results)
{
    size_t length = 1;
    while (length < results->count && !is_first(results, length)) {
        length++;
    }
    return length;
}

static double milliseconds(const results_type *results, const cell_type *cell)
{
    (void)results;
    return cell->runs > 0 ? 1e3 * cell->times.median : (double)NAN;
}

/* Noise of other axes than three is not compared with the unoptimised kernel's. */
double bench_variant_gain(const results_type *results, const cell_type *cell)
{
    const uint32_t lesson = row_of(cell).lesson;
    const bool is_compared = cell->runs > 0 && (lesson == 0 || scree_hash_noise_axes(lesson) == 3);
    for (size_t i = 0; i < results->count && is_compared; i++) {
        const cell_type *other = &results->cells[i];
        if (other->row == BENCH_UNOPTIMISED && other->octaves == cell->octaves && other->runs > 0) {
            return cell->times.median > 0 ? other->times.median / cell->times.median : 0;
        }
    }
    return 0;
}

static double gain(const results_type *results, const cell_type *cell)
{
    const double times = bench_variant_gain(results, cell);
    return cell->row != BENCH_UNOPTIMISED && times > 0 ? times : (double)NAN;
}

static double difference(const results_type *results, const cell_type *cell)
{
    (void)results;
    return cell->runs > 0 && row_of(cell).reference >= 0 ? cell->difference : (double)NAN;
}

static double published(const results_type *results, const cell_type *cell)
{
    (void)results;
    const double figure = row_of(cell).published[cell->octaves - 1];
    return figure > 0 ? figure / PUBLISHED_EVALUATIONS : (double)NAN;
}

static void write_value(double value, const char *format, FILE *stream)
{
    char text[32];
    snprintf(text, sizeof text, format, value);
    fprintf(stream, " %8s", isnan(value) ? "-" : text);
}

/* The name of a row, and in a table of differences that of its reference. */
static void write_name(const cell_type *cell, bool has_reference, FILE *stream)
{
    char text[2 * NAME_WIDTH];
    struct bench_variant reference;
    const struct bench_variant row = row_of(cell);
    if (has_reference && bench_variant_at(row.reference, &reference)) {
        snprintf(text, sizeof text, "%s, %s", row.name, reference.name);
    } else {
        snprintf(text, sizeof text, "%s", row.name);
    }
    fprintf(stream, "%-*s", NAME_WIDTH, text);
}

static void write_runs(const cell_type *cells, size_t length, FILE *stream)
{
    uint32_t least = UINT32_MAX;
    uint32_t most = 0;
    for (size_t i = 0; i < length; i++) {
        least = cells[i].runs < least ? cells[i].runs : least;
        most = cells[i].runs > most ? cells[i].runs : most;
    }
    fprintf(stream, least == most ? "  %u" : "  %u..%u", least, most);
}

/* A part of the table: a title, and a line for each row that has a number in it. */
struct part {
    const char *title;
    const char *format;
    value_of *value;
    bool has_runs;
    bool has_reference;
};

static bool has_value(const results_type *results, const struct part *part, size_t first, size_t length)
{
    bool has_some = false;
    for (size_t i = first; i < first + length; i++) {
        has_some = has_some || !isnan(part->value(results, &results->cells[i]));
    }
    return has_some;
}

static void write_title(const results_type *results, const struct part *part, size_t length, FILE *stream)
{
    fprintf(stream, "\n%-*s", NAME_WIDTH, part->title);
    for (size_t i = 0; i < length; i++) {
        fprintf(stream, " %8u", results->cells[i].octaves);
    }
    fputs(part->has_runs ? "  runs\n" : "\n", stream);
}

static void write_part(const results_type *results, const struct part *part, FILE *stream)
{
    const size_t length = row_length(results);
    bool has_title = false;
    for (size_t first = 0; first + length <= results->count; first += length) {
        const cell_type *cells = &results->cells[first];
        if (!has_value(results, part, first, length)) {
            continue;
        }
        if (!has_title) {
            write_title(results, part, length, stream);
            has_title = true;
        }
        write_name(cells, part->has_reference, stream);
        for (size_t i = 0; i < length; i++) {
            write_value(part->value(results, &cells[i]), part->format, stream);
        }
        if (part->has_runs) {
            write_runs(cells, length, stream);
        }
        fputc('\n', stream);
    }
}

/* Rows that are left out, in one line. */
static void write_refused(const results_type *results, FILE *stream)
{
    bool has_some = false;
    for (size_t i = 0; i < results->count; i++) {
        if (results->cells[i].is_refused && is_first(results, i)) {
            fprintf(stream, "%s%s", has_some ? ", " : "\nleft out, because groups of this device are too small: ",
                    row_of(&results->cells[i]).name);
            has_some = true;
        }
    }
    fputs(has_some ? "\n" : "", stream);
}

static bool has_published(const results_type *results)
{
    bool has_some = false;
    for (size_t i = 0; i < results->count; i++) {
        has_some = has_some || !isnan(published(results, &results->cells[i]));
    }
    return has_some;
}

void bench_variants_write_table(const results_type *results, FILE *stream)
{
    static const struct part parts[] = {
        {.title = "milliseconds, by octaves", .format = "%.3f", .value = milliseconds, .has_runs = true},
        {.title = "times as fast as unoptimised", .format = "%.2f", .value = gain},
        {.title = "largest difference, from", .format = "%.1e", .value = difference, .has_reference = true},
        {.title = "ms, GTX 960M, Cejchan 2018", .format = "%.3f", .value = published},
    };
    fprintf(stream, "scree %s, output revision %u, ", scree_version(), (unsigned)scree_output_revision());
    bench_print_device(&results->device, stream);
    fprintf(stream, "; medians of the runs%s\n", results->is_quick ? "; QUICK: small fields, not a measurement" : "");
    fprintf(stream, "a run makes a field of %llu samples, cells of 8 samples in the finest octave; %s\n",
            (unsigned long long)results->samples, results->is_device_time ? "device time" : "wall clock");
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        write_part(results, &parts[i], stream);
    }
    if (has_published(results)) {
        fputs("the source's are of 200 evaluations of 128^3 samples in one dispatch that writes bytes once, divided by "
              "200\n",
              stream);
    }
    write_refused(results, stream);
}

void bench_variants_write_csv(const results_type *results, FILE *stream)
{
    fputs("algorithm,octaves,milliseconds,least,most,samples_per_second,runs\n", stream);
    for (size_t i = 0; i < results->count; i++) {
        const cell_type *cell = &results->cells[i];
        if (cell->runs > 0) {
            fprintf(stream, "%s,%u,%.6f,%.6f,%.6f,%.0f,%u\n", row_of(cell).name, cell->octaves,
                    1e3 * cell->times.median, 1e3 * cell->times.minimum, 1e3 * cell->times.maximum,
                    (double)results->samples / cell->times.median, cell->runs);
        }
    }
}

static void set_axes(const results_type *results, struct chart *chart)
{
    double least = INFINITY;
    double most = 0;
    uint32_t first = BENCH_VARIANT_OCTAVES;
    uint32_t last = 1;
    for (size_t i = 0; i < results->count; i++) {
        const cell_type *cell = &results->cells[i];
        first = cell->octaves < first ? cell->octaves : first;
        last = cell->octaves > last ? cell->octaves : last;
        if (cell->runs > 0) {
            least = fmin(least, 1e3 * cell->times.median);
            most = fmax(most, 1e3 * cell->times.median);
        }
    }
    chart_set_numbers(&chart->x, "octaves", first, last);
    chart_set_values(&chart->y, "milliseconds", least, most);
}

void bench_variants_draw(const results_type *results, struct chart *chart)
{
    struct chart_line *line = NULL;
    int row = -1;
    *chart = (struct chart){.count = 0};
    snprintf(chart->title, sizeof chart->title, "%s:%u, %s: time of a field of %llu samples",
             scree_backend_name(results->device.backend), results->device.index, results->device.name,
             (unsigned long long)results->samples);
    set_axes(results, chart);
    for (size_t i = 0; i < results->count; i++) {
        const cell_type *cell = &results->cells[i];
        if (cell->runs == 0) {
            continue;
        }
        if (cell->row != row) {
            row = cell->row;
            line = &chart->lines[chart->count++];
            line->name = row_of(cell).name;
        }
        chart_add_point(chart, line, cell->octaves, 1e3 * cell->times.median);
    }
}

static void write_picture(const results_type *results, FILE *stream)
{
    static struct chart chart;
    bench_variants_draw(results, &chart);
    chart_write_svg(&chart, stream);
}

static bool ends_in(const char *path, const char *ending)
{
    const size_t length = strlen(path);
    return length > strlen(ending) && strcmp(path + length - strlen(ending), ending) == 0;
}

int bench_variants_save(const results_type *results, const char *path)
{
    struct stat status;
    FILE *stream = fopen(path, "w");
    if (stream == NULL) {
        return errno;
    }
    if (ends_in(path, ".svg")) {
        write_picture(results, stream);
    } else if (ends_in(path, ".csv")) {
        bench_variants_write_csv(results, stream);
    } else {
        bench_variants_write_table(results, stream);
    }
    const bool has_failed = ferror(stream) != 0;
    const int error = fclose(stream) != 0 ? errno : has_failed ? EIO : 0;
    if (error != 0 && stat(path, &status) == 0 && S_ISREG(status.st_mode)) {
        remove(path);
    }
    return error;
}
