/* The primer's numbers, as a table and as JSON. */
#include <string.h>

#include "primer_values.h"

static const char *const ceiling_names[PRIMER_BOUNDS] = {
    [PRIMER_MEMORY] = "memory", [PRIMER_ARITHMETIC] = "arithmetic", [PRIMER_TRANSFERS] = "transfers"};

/* A unit of time that a median is 1 at least in. */
static double time_unit(double seconds, const char **name)
{
    *name = seconds >= 1.0 ? "s" : seconds >= 1e-3 ? "ms" : "us";
    return seconds >= 1.0 ? 1.0 : seconds >= 1e-3 ? 1e-3 : 1e-6;
}

static void write_times(char *text, size_t size, const struct bench_times *times)
{
    const char *unit = NULL;
    const double scale = time_unit(times->median, &unit);
    char numbers[3][32];
    primer_write_number(numbers[0], sizeof numbers[0], times->median / scale);
    primer_write_number(numbers[1], sizeof numbers[1], times->minimum / scale);
    primer_write_number(numbers[2], sizeof numbers[2], times->maximum / scale);
    snprintf(text, size, "%s %s (%s..%s)", numbers[0], unit, numbers[1], numbers[2]);
}

static void write_count(char *text, size_t size, uint64_t count)
{
    uint32_t log = 0;
    while (count >> log > 1) {
        log++;
    }
    snprintf(text, size, "2^%u", log);
}

static void write_rate(char *text, size_t size, enum primer_bound bound, double rate)
{
    char number[32];
    primer_write_number(number, sizeof number, 1e-9 * rate);
    snprintf(text, size, "%s %s", number, bound == PRIMER_ARITHMETIC ? "Gop/s" : "GB/s");
}

static void write_clock(char *text, size_t size, const struct primer_clock *clock)
{
    if (!clock->is_reported) {
        snprintf(text, size, "not told");
    } else {
        snprintf(text, size, "%.0f of %.0f%s%s", clock->megahertz, clock->most_megahertz,
                 clock->throttle[0] != '\0' ? ", throttled: " : "", clock->throttle);
    }
}

static void print_ceilings(const struct primer *primer)
{
    for (int bound = PRIMER_MEMORY; bound < PRIMER_BOUNDS; bound++) {
        const struct primer_ceiling *ceiling = &primer->ceilings[bound];
        char rate[64];
        if (ceiling->rate > 0.0) {
            write_rate(rate, sizeof rate, (enum primer_bound)bound, ceiling->rate);
            printf("ceiling of %-10s %s, reached by \"%s\" in this run\n", ceiling_names[bound], rate, ceiling->source);
        }
    }
}

static void print_head(const struct primer *primer)
{
    char device[BENCH_DEVICE_SIZE];
    const char *driver = primer_clocks_driver(primer->clocks);
    bench_describe_device(device, sizeof device, &primer->info);
    printf("scree %s, output revision %u, %s (%s", scree_version(), (unsigned)scree_output_revision(), device,
           primer->info.name);
    if (driver != NULL) {
        printf(", driver %s", driver);
    } else if (primer->is_cpu) {
        printf(", %u %s", primer->info.threads, primer->info.threads == 1 ? "thread" : "threads");
    }
    printf("); median (least..most) of %u rounds%s\n", primer->repeats,
           primer->options->quick ? "; QUICK: few numbers, not a measurement" : "");
    print_ceilings(primer);
    printf("\n%-36s %6s %28s %14s %8s %7s  %-9s %s%s\n", "lesson: case", "count", "time of a run", "rate", "ceiling",
           "warm-up", "result", "clock, MHz", primer->is_compared ? " | new/old time" : "");
}

static void print_verdict(const struct primer_result *result)
{
    if (result->verdict == PRIMER_NEW) {
        printf(" | %s", primer_verdict_name(result->verdict));
    } else {
        printf(" | %.2f %s", result->ratio, primer_verdict_name(result->verdict));
    }
}

static void print_result(const struct primer *primer, const struct primer_result *result)
{
    char count[16];
    char times[128];
    char rate[64] = "-";
    char share[16] = "-";
    char warm_up[16];
    char clock[160];
    write_count(count, sizeof count, result->numbers);
    write_times(times, sizeof times, &result->taken);
    write_clock(clock, sizeof clock, &result->clock);
    snprintf(warm_up, sizeof warm_up, "%u%s", result->warm_up, result->is_steady ? "" : " (!)");
    if (result->bound != PRIMER_UNBOUNDED) {
        write_rate(rate, sizeof rate, result->bound, primer_rate(result));
        snprintf(share, sizeof share, "%.1f %%", 100.0 * primer_share(primer, result));
    }
    printf("  %-34s %6s %28s %14s %8s %7s  %-9s %s", result->row->name, count, times, rate, share, warm_up,
           result->proof == PRIMER_VERIFIED ? "verified" : "none", clock);
    if (primer->is_compared) {
        print_verdict(result);
    }
    putchar('\n');
    primer_print_values(primer, result);
}

/* Cases of a lesson that this device has no use for, in one line. */
static void print_elsewhere(const struct primer *primer, const char *lesson)
{
    unsigned count = 0;
    for (size_t i = 0; i < primer_row_count; i++) {
        const struct primer_result *result = &primer->results[i];
        count += result->is_elsewhere && strcmp(result->row->lesson, lesson) == 0 ? 1 : 0;
    }
    if (count > 0) {
        printf("  (%u %s left out: not on a %s)\n", count, count == 1 ? "case is" : "cases are",
               primer->is_cpu ? "CPU" : "GPU");
    }
}

static void print_row(const struct primer *primer, const struct primer_result *result)
{
    char count[16];
    if (primer_is_measured(result)) {
        print_result(primer, result);
    } else if (!result->is_elsewhere) {
        write_count(count, sizeof count, result->numbers);
        printf("  %-34s %6s  left out: %s\n", result->row->name, count, result->refusal);
    }
}

static int report_table(const struct primer *primer)
{
    const char *lesson = "";
    bool has_unsteady = false;
    print_head(primer);
    for (size_t i = 0; i < primer_row_count; i++) {
        const struct primer_result *result = &primer->results[i];
        if (result->is_reported && strcmp(result->row->lesson, lesson) != 0) {
            lesson = result->row->lesson;
            printf("%s\n", lesson);
            print_elsewhere(primer, lesson);
        }
        if (result->is_reported) {
            print_row(primer, result);
            has_unsteady = has_unsteady || (primer_is_measured(result) && !result->is_steady);
        }
    }
    if (has_unsteady) {
        puts("\n(!) after a second of warm-up three rounds still differed by more than 2 %, or the clock was not "
             "raised");
    }
    return 0;
}

static json_t *clock_json(const struct primer_clock *clock)
{
    json_t *object = clock->is_reported ? json_pack("{s:f, s:f}", "megahertz", clock->megahertz, "maximum_megahertz",
                                                    clock->most_megahertz)
                                        : json_string("not told");
    if (clock->is_reported && clock->throttle[0] != '\0') {
        json_object_set_new(object, "throttled", json_string(clock->throttle));
    }
    return object;
}

static void add_ceiling_json(const struct primer *primer, const struct primer_result *result, json_t *object)
{
    if (result->bound != PRIMER_UNBOUNDED) {
        json_object_set_new(object, "rate", json_real(primer_rate(result)));
        json_object_set_new(object, "ceiling", json_string(ceiling_names[result->bound]));
        json_object_set_new(object, "share_of_ceiling", json_real(primer_share(primer, result)));
    }
}

static json_t *result_json(const struct primer *primer, const struct primer_result *result)
{
    const struct primer_row *row = result->row;
    if (result->refusal[0] != '\0') {
        return json_pack("{s:s, s:s, s:s}", "lesson", row->lesson, "case", row->name, "left_out", result->refusal);
    }
    json_t *object = json_pack(
        "{s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:o, s:i, s:i, s:b, s:s, s:o}", "lesson", row->lesson, "case", row->name,
        "numbers", (json_int_t)result->numbers, "threads", (json_int_t)result->steps[0].threads, "group",
        (json_int_t)result->steps[0].group, "bytes", (json_int_t)result->bytes, "operations",
        (json_int_t)result->operations, "seconds", bench_times_json(&result->taken), "runs_of_a_round",
        (int)result->times, "warm_up_rounds", (int)result->warm_up, "is_steady", result->is_steady ? 1 : 0, "result",
        result->proof == PRIMER_VERIFIED ? "verified" : "none", "clock", clock_json(&result->clock));
    add_ceiling_json(primer, result, object);
    primer_add_values(primer, result, object);
    if (primer->is_compared) {
        json_object_set_new(object, "verdict", json_string(primer_verdict_name(result->verdict)));
    }
    if (primer->is_compared && result->verdict != PRIMER_NEW) {
        json_object_set_new(object, "ratio_to_baseline", json_real(result->ratio));
    }
    return object;
}

static json_t *ceilings_json(const struct primer *primer)
{
    json_t *object = json_object();
    for (int bound = 0; bound < PRIMER_BOUNDS; bound++) {
        const struct primer_ceiling *ceiling = &primer->ceilings[bound];
        const char *unit = bound == PRIMER_ARITHMETIC ? "operations_per_second" : "bytes_per_second";
        if (ceiling->rate > 0.0) {
            json_object_set_new(object, ceiling_names[bound],
                                json_pack("{s:f, s:s}", unit, ceiling->rate, "case", ceiling->source));
        }
    }
    return object;
}

static int report_json(const struct primer *primer)
{
    char device[BENCH_DEVICE_SIZE];
    const char *driver = primer_clocks_driver(primer->clocks);
    json_t *runs = json_array();
    bench_describe_device(device, sizeof device, &primer->info);
    for (size_t i = 0; i < primer_row_count; i++) {
        if (primer->results[i].is_reported) {
            json_array_append_new(runs, result_json(primer, &primer->results[i]));
        }
    }
    return bench_print_json(json_pack("{s:s, s:s, s:i, s:{s:s, s:s, s:s, s:i}, s:b, s:i, s:o, s:o}", "benchmark",
                                      "primer", "version", scree_version(), "output_revision",
                                      (int)scree_output_revision(), "device", "word", device, "name", primer->info.name,
                                      "driver", driver != NULL ? driver : "not told", "threads",
                                      (int)primer->info.threads, "quick", primer->options->quick ? 1 : 0, "repeats",
                                      (int)primer->repeats, "ceilings", ceilings_json(primer), "runs", runs));
}

int primer_report(const struct primer *primer)
{
    return primer->options->json ? report_json(primer) : report_table(primer);
}
