/*
 * The comparison of a run with an earlier one. A row is the same where its medians differ by less than the threshold.
 * Beyond that it is faster or slower if the intervals from the least to the greatest time do not meet, and ambiguous if
 * they do.
 */
#include "bench_json.h"
#include "primer.h"

const char *primer_verdict_name(enum primer_verdict verdict)
{
    static const char *const names[] = {
        [PRIMER_NEW] = "NEW",       [PRIMER_SAME] = "SAME",           [PRIMER_FASTER] = "FASTER",
        [PRIMER_SLOWER] = "SLOWER", [PRIMER_AMBIGUOUS] = "AMBIGUOUS",
    };
    return names[verdict];
}

/* The earlier run's row of the same work, or NULL. */
static const json_t *find_earlier(const json_t *baseline, const struct primer_result *result)
{
    size_t index = 0;
    json_t *earlier = NULL;
    json_array_foreach(json_object_get(baseline, "runs"), index, earlier)
    {
        if (bench_has_text(earlier, "lesson", result->row->lesson) &&
            bench_has_text(earlier, "case", result->row->name) &&
            json_integer_value(json_object_get(earlier, "numbers")) == (json_int_t)result->numbers) {
            return earlier;
        }
    }
    return NULL;
}

static struct bench_times times_of(const json_t *earlier)
{
    const json_t *seconds = json_object_get(earlier, "seconds");
    return (struct bench_times){.median = json_number_value(json_object_get(seconds, "median")),
                                .minimum = json_number_value(json_object_get(seconds, "minimum")),
                                .maximum = json_number_value(json_object_get(seconds, "maximum"))};
}

static void judge(struct primer_result *result, const struct bench_times *before, double threshold)
{
    const struct bench_times *now = &result->taken;
    result->verdict = PRIMER_NEW;
    if (before->median <= 0.0) {
        return;
    }
    result->ratio = now->median / before->median;
    result->verdict = PRIMER_AMBIGUOUS;
    if (result->ratio <= 1.0 + threshold && result->ratio * (1.0 + threshold) >= 1.0) {
        result->verdict = PRIMER_SAME;
    } else if (now->minimum > before->maximum) {
        result->verdict = PRIMER_SLOWER;
    } else if (now->maximum < before->minimum) {
        result->verdict = PRIMER_FASTER;
    }
}

/* Times of another device or of a run for show may be compared, but a warning says so. */
static void warn_of_differences(const struct primer *primer, const json_t *baseline)
{
    const json_t *name = json_object_get(json_object_get(baseline, "device"), "name");
    if (json_is_string(name) && !bench_has_text(json_object_get(baseline, "device"), "name", primer->info.name)) {
        bench_print_error("warning: --baseline %s: its times are of another device", primer->options->baseline);
    }
}

int primer_compare(struct primer *primer)
{
    int code = 0;
    json_t *baseline = bench_baseline_load(primer->options->baseline, "primer", &code);
    if (code != 0) {
        return code;
    }
    warn_of_differences(primer, baseline);
    primer->is_compared = true;
    unsigned slower = 0;
    for (size_t i = 0; i < primer_row_count; i++) {
        struct primer_result *result = &primer->results[i];
        if (primer_is_measured(result)) {
            const struct bench_times before = times_of(find_earlier(baseline, result));
            judge(result, &before, primer->options->threshold);
            slower += result->verdict == PRIMER_SLOWER ? 1 : 0;
        }
    }
    primer->has_slower = slower > 0;
    if (primer->has_slower) {
        bench_print_error("--baseline %s: %u of the cases %s slower", primer->options->baseline, slower,
                          slower == 1 ? "is" : "are");
    }
    json_decref(baseline);
    return 0;
}
