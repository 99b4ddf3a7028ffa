/* The numbers of the benchmark of distance fields, as a table and as JSON, beside those of its source. */
#include <math.h>
#include <string.h>

#include "bench_distance.h"
#include "bench_json.h"

#define NAME_WIDTH 34

static const char *const sign_names[BENCH_SIGNS] = {[BENCH_OUTSIDE] = "outside", [BENCH_SIGNED] = "both"};

/* Millions of voxels a second; 0 where it was not run. */
static double rate(const struct bench_distance_line *line, int sign, uint32_t side)
{
    const double seconds = line->cells[sign][side].times.median;
    return seconds > 0 ? 1e-6 * (double)bench_distance_voxels(line) / seconds : 0;
}

static const char *source_name(const struct bench_distance_line *line)
{
    return line->is_general ? "voxels" : "heights";
}

static bool has_counts(const json_t *array, const uint64_t *count)
{
    for (size_t axis = 0; axis < 3; axis++) {
        if ((uint64_t)json_integer_value(json_array_get(array, axis)) != count[axis]) {
            return false;
        }
    }
    return true;
}

/* The earlier run's Mvoxels/s of the same thing; 0 where it has none. */
static double find_earlier(const struct bench_distance *bench, const json_t *baseline,
                           const struct bench_distance_line *line, int sign, uint32_t side)
{
    const scree_device_info *info = &bench->infos[side];
    size_t index = 0;
    json_t *earlier = NULL;
    json_array_foreach(json_object_get(baseline, "runs"), index, earlier)
    {
        if (bench_has_text(earlier, "map", bench->sources[line->map].name) &&
            has_counts(json_object_get(earlier, "counts"), line->count) &&
            bench_has_text(earlier, "source", source_name(line)) &&
            bench_has_text(earlier, "method", scree_distance_method_name(line->method)) &&
            bench_has_text(earlier, "sign", sign_names[sign]) &&
            json_integer_value(json_object_get(earlier, "threads")) == (json_int_t)info->threads) {
            return json_number_value(json_object_get(earlier, "mvoxels_per_second"));
        }
    }
    return 0;
}

/* The widest spread of a line's rounds, in percent of the median. */
static double spread(const struct bench_distance *bench, const struct bench_distance_line *line)
{
    double widest = 0;
    for (int sign = 0; sign < BENCH_SIGNS; sign++) {
        for (uint32_t side = 0; side < bench->sides; side++) {
            const struct bench_times *times = &line->cells[sign][side].times;
            const double share = times->median > 0 ? 100 * (times->maximum - times->minimum) / times->median : 0;
            widest = share > widest ? share : widest;
        }
    }
    return widest;
}

static void print_header(const struct bench_distance *bench)
{
    printf("scree %s, output revision %u, ", scree_version(), (unsigned)scree_output_revision());
    bench_print_device(&bench->infos[bench->sides - 1], stdout);
    printf("; %s, median of %u runs%s\n", bench->is_device_time ? "device time" : "wall clock", bench->repeats,
           bench->quick ? "; QUICK: small volumes, not a measurement" : "");
    if (bench->memory_beside >= 0) {
        printf("memory beside the field, %llu x %llu x %llu exact: %.1f MiB\n",
               (unsigned long long)bench->memory_count[0], (unsigned long long)bench->memory_count[1],
               (unsigned long long)bench->memory_count[2], bench->memory_beside / 1048576);
    }
}

static void print_titles(const struct bench_distance *bench, const char *title, bool is_table, bool has_baseline)
{
    printf("\n%-*s", NAME_WIDTH, title);
    for (int sign = 0; sign < BENCH_SIGNS; sign++) {
        for (uint32_t side = 0; side < bench->sides; side++) {
            char text[40];
            const char *name = sign == BENCH_SIGNED ? "signed" : "outside";
            if (bench->infos[BENCH_ONE].backend == SCREE_BACKEND_CPU) {
                snprintf(text, sizeof text, "%s, %u thr", name, bench->infos[side].threads);
            } else {
                snprintf(text, sizeof text, "%s", name);
            }
            printf(" %14s", text);
        }
    }
    printf("%s %7s", bench->sides > 1 ? "    gain" : "", "spread");
    if (is_table) {
        printf(" %9s %9s %9s %9s", "wrong", "greatest", "Weiss CPU", "his CUDA");
    } else {
        printf(" %10s", "Mvoxels/s");
    }
    puts(has_baseline ? "  new/old" : "");
}

static void print_errors(const struct bench_distance_line *line)
{
    const scree_distance_comparison *comparison = &line->comparison[BENCH_SIGNED];
    if (line->method == SCREE_DISTANCE_EXACT) {
        printf(" %9s %9s", "-", "-");
    } else {
        printf(" %7.4f %% %9.3g", 100 * (double)comparison->wrong / (double)comparison->voxels, comparison->maximum);
    }
    if (line->published_cpu > 0) {
        printf(" %9.0f %9.0f", 1e3 * line->published_cpu, 1e3 * line->published_cuda);
    } else {
        printf(" %9s %9s", "-", "-");
    }
}

static void print_line(const struct bench_distance *bench, const struct bench_distance_line *line,
                       const json_t *baseline)
{
    char name[80];
    snprintf(name, sizeof name, "%s %llux%llux%llu %s%s", bench->sources[line->map].name,
             (unsigned long long)line->count[0], (unsigned long long)line->count[1], (unsigned long long)line->count[2],
             scree_distance_method_name(line->method), line->is_general ? ", voxels" : "");
    printf("%-*s", NAME_WIDTH, name);
    if (line->unsupported_reason[0] != '\0') {
        printf(" not run: %s\n", line->unsupported_reason);
        return;
    }
    for (int sign = 0; sign < BENCH_SIGNS; sign++) {
        for (uint32_t side = 0; side < bench->sides; side++) {
            printf(" %14.3f", 1e3 * line->cells[sign][side].times.median);
        }
    }
    if (bench->sides > 1) {
        printf(" %7.2f", rate(line, BENCH_SIGNED, BENCH_ALL) / rate(line, BENCH_SIGNED, BENCH_ONE));
    }
    printf(" %5.0f %%", spread(bench, line));
    if (line->is_of_table) {
        print_errors(line);
    } else {
        printf(" %10.0f", rate(line, BENCH_SIGNED, bench->sides - 1));
    }
    if (baseline != NULL) {
        const double earlier = find_earlier(bench, baseline, line, BENCH_SIGNED, bench->sides - 1);
        if (earlier > 0) {
            printf(" %8.2f", rate(line, BENCH_SIGNED, bench->sides - 1) / earlier);
        } else {
            printf(" %8s", "new");
        }
    }
    putchar('\n');
}

static void print_part(const struct bench_distance *bench, const char *title, bool is_table, const json_t *baseline)
{
    print_titles(bench, title, is_table, baseline != NULL);
    for (size_t i = 0; i < bench->line_count; i++) {
        if (bench->lines[i].is_of_table == is_table) {
            print_line(bench, &bench->lines[i], baseline);
        }
    }
}

int bench_distance_report_table(const struct bench_distance *bench, const char *path)
{
    int code = 0;
    json_t *baseline = path != NULL ? bench_baseline_load(path, "sdf", &code) : NULL;
    if (code != 0) {
        return code;
    }
    print_header(bench);
    print_part(bench, "milliseconds: terrains", true, baseline);
    puts("wrong, greatest: voxels of the signed field that differ from the exact one, and by how much at most\n"
         "Weiss: \"Implementace algoritmu Jump Flood pro CUDA\" (2024), milliseconds on his CPU and on an RTX 2070 "
         "Super");
    print_part(bench, "milliseconds: larger volumes", false, baseline);
    puts("voxels: made from the solid's voxels instead of its heights; Mvoxels/s: of the signed field");
    json_decref(baseline);
    return 0;
}

static json_t *counts_json(const uint64_t *count)
{
    return json_pack("[I, I, I]", (json_int_t)count[0], (json_int_t)count[1], (json_int_t)count[2]);
}

static void add_errors(json_t *object, const scree_distance_comparison *comparison)
{
    json_object_set_new(object, "wrong_share", json_real((double)comparison->wrong / (double)comparison->voxels));
    json_object_set_new(object, "mean_error", isfinite(comparison->mean) ? json_real(comparison->mean) : json_null());
    json_object_set_new(object, "greatest_error",
                        isfinite(comparison->maximum) ? json_real(comparison->maximum) : json_null());
    json_object_set_new(object, "below", json_integer((json_int_t)comparison->below));
}

static json_t *run_json(const struct bench_distance *bench, const struct bench_distance_line *line, int sign,
                        uint32_t side, const json_t *baseline)
{
    const scree_device_info *info = &bench->infos[side];
    json_t *object = json_pack("{s:s, s:o, s:s, s:s, s:s, s:i}", "map", bench->sources[line->map].name, "counts",
                               counts_json(line->count), "source", source_name(line), "method",
                               scree_distance_method_name(line->method), "sign", sign_names[sign], "threads",
                               (int)info->threads);
    if (line->unsupported_reason[0] != '\0') {
        json_object_set_new(object, "refusal", json_string(line->unsupported_reason));
        return object;
    }
    const double reached = rate(line, sign, side);
    json_object_set_new(object, "seconds", bench_times_json(&line->cells[sign][side].times));
    json_object_set_new(object, "mvoxels_per_second", json_real(reached));
    if (line->is_of_table) {
        add_errors(object, &line->comparison[sign]);
    }
    if (line->published_cpu > 0) {
        json_object_set_new(object, "weiss_cpu_seconds", json_real(line->published_cpu));
        json_object_set_new(object, "weiss_cuda_seconds", json_real(line->published_cuda));
    }
    const double earlier = baseline != NULL ? find_earlier(bench, baseline, line, sign, side) : 0;
    if (earlier > 0) {
        json_object_set_new(object, "ratio_to_baseline", json_real(reached / earlier));
    }
    return object;
}

int bench_distance_report_json(const struct bench_distance *bench, const char *path)
{
    int code = 0;
    json_t *baseline = path != NULL ? bench_baseline_load(path, "sdf", &code) : NULL;
    if (code != 0) {
        return code;
    }
    json_t *runs = json_array();
    for (size_t i = 0; i < bench->line_count; i++) {
        for (int sign = 0; sign < BENCH_SIGNS; sign++) {
            for (uint32_t side = 0; side < bench->sides; side++) {
                json_array_append_new(runs, run_json(bench, &bench->lines[i], sign, side, baseline));
            }
        }
    }
    json_decref(baseline);
    json_t *root = json_pack("{s:s, s:s, s:i, s:o, s:b, s:i, s:s, s:o}", "benchmark", "sdf", "version", scree_version(),
                             "output_revision", (int)scree_output_revision(), "device",
                             bench_device_json(&bench->infos[bench->sides - 1]), "quick", bench->quick ? 1 : 0,
                             "repeats", (int)bench->repeats, "clock", bench->is_device_time ? "device" : "wall", "runs",
                             runs);
    if (root != NULL && bench->memory_beside >= 0) {
        json_object_set_new(root, "memory",
                            json_pack("{s:o, s:f}", "counts", counts_json(bench->memory_count), "bytes_beside_field",
                                      bench->memory_beside));
    }
    return bench_print_json(root);
}
