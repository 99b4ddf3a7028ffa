/* The benchmark's numbers, as a table and as JSON, and their comparison with an earlier run. */
#include <errno.h>
#include <string.h>

#include "../src/base/os.h"
#include "../src/base/message_text.h"
#include "../src/formats/json_text.h"
#include "bench_internal.h"
#include "bench_json.h"

void bench_print_number(int width, int decimals, double number)
{
    if (number > 0) {
        printf(" %*.*f", width, decimals, number);
    } else {
        printf(" %*s", width, "-");
    }
}

/* Millions of samples a second; bytes are four times as many. */
static double rate(uint64_t samples, double seconds)
{
    return 1e-6 * (double)samples / seconds;
}

/* The best regular store with as many threads: Msamples/s. */
static double ceiling(const struct bench *bench, uint32_t threads)
{
    double best = 0;
    for (size_t i = 0; i < bench->store_count; i++) {
        const struct bench_store *store = &bench->stores[i];
        const double reached = rate(bench->buffer_count, store->times.median);
        if (store->kind != BENCH_STORE_STREAMING && store->threads == threads && reached > best) {
            best = reached;
        }
    }
    return best;
}

static json_t *read_json(FILE *stream, json_error_t *error)
{
    scree_os_locale_change locale;
    *error = (json_error_t){.text = "no memory to read it"};
    if (!scree_os_locale_enter(&locale)) {
        return NULL;
    }
    json_t *root = json_loadf(stream, 0, error);
    scree_os_locale_leave(&locale);
    return root;
}

void bench_print_error(const char *format, ...)
{
    char buffer[512];
    va_list arguments;
    va_start(arguments, format);
    char *text = scree_message_format(buffer, sizeof buffer, format, arguments);
    va_end(arguments);
    scree_make_printable(text);
    fprintf(stderr, "scree: %s\n", text);
    scree_message_free(text, buffer);
}

json_t *bench_baseline_load(const char *path, const char *subject, int *code)
{
    json_error_t error;
    FILE *stream = fopen(path, "rb");
    if (stream == NULL) {
        bench_print_error("--baseline %s: %s", path, strerror(errno));
        *code = 1;
        return NULL;
    }
    json_t *root = read_json(stream, &error);
    fclose(stream);
    const char *name = json_string_value(json_object_get(root, "benchmark"));
    *code = 2;
    if (root == NULL) {
        bench_print_error("--baseline %s: line %d, column %d: %s", path, error.line, error.column, error.text);
    } else if (name == NULL || strcmp(name, subject) != 0 || !json_is_array(json_object_get(root, "runs"))) {
        bench_print_error("--baseline %s: is no result of 'scree bench %s --json'", path, subject);
    } else {
        *code = 0;
        return root;
    }
    json_decref(root);
    return NULL;
}

int bench_baseline_check(const char *path, const char *subject)
{
    int code = 0;
    json_decref(bench_baseline_load(path, subject, &code));
    return code;
}

bool bench_has_text(const json_t *object, const char *key, const char *text)
{
    const char *value = json_string_value(json_object_get(object, key));
    return value != NULL && strcmp(value, text) == 0;
}

/* The earlier run's Msamples/s of the same thing; 0 where it has none. */
static double find_earlier(const json_t *baseline, const struct bench_run *run)
{
    size_t index = 0;
    json_t *earlier = NULL;
    json_array_foreach(json_object_get(baseline, "runs"), index, earlier)
    {
        if (bench_has_text(earlier, "case", run->subject->name) &&
            bench_has_text(earlier, "method", scree_noise_method_name(run->method)) &&
            bench_has_text(earlier, "level", scree_cpu_level_name(run->level)) &&
            json_integer_value(json_object_get(earlier, "threads")) == (json_int_t)run->threads &&
            json_integer_value(json_object_get(earlier, "samples")) == (json_int_t)run->samples) {
            return json_number_value(json_object_get(earlier, "msamples_per_second"));
        }
    }
    return 0;
}

static void print_stores(const struct bench *bench)
{
    printf("\n%-34s %7s %21s %12s\n", "storing a constant (the ceiling)", "threads", "GB/s (least..most)",
           "Msamples/s");
    for (size_t i = 0; i < bench->store_count; i++) {
        const struct bench_store *store = &bench->stores[i];
        printf("%-34s %7u %6.2f (%5.2f..%5.2f) %12.0f\n", bench_store_name(store->kind), store->threads,
               4e-3 * rate(bench->buffer_count, store->times.median),
               4e-3 * rate(bench->buffer_count, store->times.maximum),
               4e-3 * rate(bench->buffer_count, store->times.minimum), rate(bench->buffer_count, store->times.median));
    }
}

static void print_run(const struct bench *bench, const struct bench_run *run, const json_t *baseline)
{
    const double reached = rate(run->samples, run->times.median);
    printf("%-34s %-11s %-6s %7u %8.0f (%6.0f..%6.0f) %7.2f %5.0f %%", run->subject->name,
           scree_noise_method_name(run->method), scree_cpu_level_name(run->level), run->threads, reached,
           rate(run->samples, run->times.maximum), rate(run->samples, run->times.minimum), 4e-3 * reached,
           100 * reached / ceiling(bench, run->threads));
    if (baseline != NULL) {
        const double earlier = find_earlier(baseline, run);
        if (earlier > 0) {
            printf(" %9.2f", reached / earlier);
        } else {
            printf(" %9s", "new");
        }
    }
    putchar('\n');
}

/* Median rate of a case by the automatic method, 0 where it was not run so. */
static double find_rate(const struct bench *bench, const struct bench_case *subject, scree_cpu_level level,
                        uint32_t threads)
{
    for (size_t i = 0; i < bench->run_count; i++) {
        const struct bench_run *run = &bench->runs[i];
        if (run->subject == subject && run->method == SCREE_NOISE_METHOD_AUTO && run->level == level &&
            run->threads == threads) {
            return rate(run->samples, run->times.median);
        }
    }
    return 0;
}

/* Rate of the case in two axes whose cost is the measure of that in more; 0 where it was not run. */
static double find_two_axes(const struct bench *bench, scree_cpu_level level)
{
    for (size_t i = 0; i < bench->run_count; i++) {
        const struct bench_case *subject = bench->runs[i].subject;
        if (subject->compares_axes && subject->axes == 2) {
            return find_rate(bench, subject, level, 1);
        }
    }
    return 0;
}

static void print_ratios_of(const struct bench *bench, const struct bench_case *subject)
{
    const scree_cpu_level level = bench->machine.cpu_level;
    const uint32_t all = bench->machine.threads;
    const double one = find_rate(bench, subject, level, 1);
    const double lower = find_rate(bench, subject, SCREE_CPU_LEVEL_AVX2, 1);
    const double two_axes = find_two_axes(bench, level);
    if (subject->every_level && one > 0 && all > 1) {
        printf("%-34s %u threads are %.2f times one\n", subject->name, all,
               find_rate(bench, subject, level, all) / one);
    }
    if (subject->every_level && one > 0 && lower > 0 && level == SCREE_CPU_LEVEL_AVX512) {
        printf("%-34s avx2 is %.2f of avx512\n", subject->name, lower / one);
    }
    if (subject->compares_axes && subject->axes > 2 && one > 0 && two_axes > 0) {
        printf("%-34s a sample costs %.2f times one in 2 axes\n", subject->name, two_axes / one);
    }
}

/* The ratios that one looks for first. */
static void print_ratios(const struct bench *bench)
{
    const struct bench_case *last = NULL;
    putchar('\n');
    /* Runs of one device come first, case by case; the other devices' are of the same cases. */
    for (size_t i = 0; i < bench->run_count && bench->runs[i].device == bench->runs[0].device; i++) {
        if (bench->runs[i].subject != last) {
            last = bench->runs[i].subject;
            print_ratios_of(bench, last);
        }
    }
}

int bench_report_table(const struct bench *bench, const char *path)
{
    int code = 0;
    json_t *baseline = path != NULL ? bench_baseline_load(path, "noise", &code) : NULL;
    if (code != 0) {
        return code;
    }
    printf("scree %s, output revision %u, %s, %u %s; median (least..most) of %u runs%s\n", scree_version(),
           (unsigned)scree_output_revision(), bench->machine.name, bench->machine.threads,
           bench->machine.threads == 1 ? "thread" : "threads", bench->repeats,
           bench->quick ? "; QUICK: small grids, not a measurement" : "");
    print_stores(bench);
    printf("\n%-34s %-11s %-6s %7s %25s %7s %7s%s\n", "case", "method", "level", "threads", "Msamples/s", "GB/s",
           "ceiling", baseline != NULL ? "  new/old" : "");
    for (size_t i = 0; i < bench->run_count; i++) {
        print_run(bench, &bench->runs[i], baseline);
    }
    print_ratios(bench);
    json_decref(baseline);
    return 0;
}

json_t *bench_times_json(const struct bench_times *times)
{
    return json_pack("{s:f, s:f, s:f}", "median", times->median, "minimum", times->minimum, "maximum", times->maximum);
}

json_t *bench_device_json(const scree_device_info *info)
{
    json_t *object = json_pack("{s:s, s:i, s:s, s:s}", "backend", scree_backend_name(info->backend), "index",
                               (int)info->index, "name", info->name, "kind", scree_device_kind_name(info->kind));
    if (info->backend == SCREE_BACKEND_CPU) {
        json_object_set_new(object, "level", json_string(scree_cpu_level_name(info->cpu_level)));
        json_object_set_new(object, "threads", json_integer((json_int_t)info->threads));
    }
    return object;
}

static json_t *store_json(const struct bench *bench, const struct bench_store *store)
{
    return json_pack("{s:s, s:i, s:I, s:o, s:f}", "kind", bench_store_name(store->kind), "threads", (int)store->threads,
                     "bytes", (json_int_t)(4 * bench->buffer_count), "seconds", bench_times_json(&store->times),
                     "gigabytes_per_second", 4e-3 * rate(bench->buffer_count, store->times.median));
}

static json_t *run_json(const struct bench *bench, const struct bench_run *run, const json_t *baseline)
{
    const double reached = rate(run->samples, run->times.median);
    json_t *counts = json_array();
    for (uint32_t axis = 0; axis < run->grid.axes; axis++) {
        json_array_append_new(counts, json_integer((json_int_t)run->grid.count[axis]));
    }
    json_t *object = json_pack("{s:s, s:s, s:o, s:f, s:i, s:s, s:s, s:i, s:I, s:o, s:f, s:f, s:f}", "case",
                               run->subject->name, "kind", scree_noise_kind_name(run->subject->kind), "counts", counts,
                               "step", run->subject->step, "octaves", (int)run->subject->octaves, "method",
                               scree_noise_method_name(run->method), "level", scree_cpu_level_name(run->level),
                               "threads", (int)run->threads, "samples", (json_int_t)run->samples, "seconds",
                               bench_times_json(&run->times), "msamples_per_second", reached, "gigabytes_per_second",
                               4e-3 * reached, "share_of_store", reached / ceiling(bench, run->threads));
    const double earlier = baseline != NULL ? find_earlier(baseline, run) : 0;
    if (earlier > 0) {
        json_object_set_new(object, "ratio_to_baseline", json_real(reached / earlier));
    }
    return object;
}

static json_t *bench_json(const struct bench *bench, const json_t *baseline)
{
    json_t *levels = json_array();
    json_t *stores = json_array();
    json_t *runs = json_array();
    for (int level = SCREE_CPU_LEVEL_SCALAR; level <= SCREE_CPU_LEVEL_NEON; level++) {
        if (scree_cpu_level_available((scree_cpu_level)level)) {
            json_array_append_new(levels, json_string(scree_cpu_level_name((scree_cpu_level)level)));
        }
    }
    for (size_t i = 0; i < bench->store_count; i++) {
        json_array_append_new(stores, store_json(bench, &bench->stores[i]));
    }
    for (size_t i = 0; i < bench->run_count; i++) {
        json_array_append_new(runs, run_json(bench, &bench->runs[i], baseline));
    }
    return json_pack("{s:s, s:s, s:i, s:{s:s, s:i, s:I}, s:o, s:b, s:i, s:o, s:o}", "benchmark", "noise", "version",
                     scree_version(), "output_revision", (int)scree_output_revision(), "machine", "name",
                     bench->machine.name, "threads", (int)bench->machine.threads, "memory_bytes",
                     (json_int_t)bench->machine.memory_bytes, "levels", levels, "quick", bench->quick ? 1 : 0,
                     "repeats", (int)bench->repeats, "store", stores, "runs", runs);
}

int bench_print_json(json_t *root)
{
    char *text = root != NULL ? scree_json_dump(root, JSON_INDENT(2) | JSON_REAL_PRECISION(6)) : NULL;
    json_decref(root);
    if (text == NULL) {
        fputs("scree: bench: the result could not be put into JSON\n", stderr);
        return 1;
    }
    puts(text); /* Failures of stdout are the caller's to find: the stream keeps its error flag. */
    scree_json_text_free(text);
    return 0;
}

int bench_report_json(const struct bench *bench, const char *path)
{
    int code = 0;
    json_t *baseline = path != NULL ? bench_baseline_load(path, "noise", &code) : NULL;
    if (code != 0) {
        return code;
    }
    json_t *root = bench_json(bench, baseline);
    json_decref(baseline);
    return bench_print_json(root);
}
