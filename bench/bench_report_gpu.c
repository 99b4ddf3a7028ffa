/* The numbers of a GPU's benchmark, as a table and as JSON, and their comparison with an earlier run. */
#include <string.h>

#include "bench_gpu.h"
#include "bench_json.h"

#define UUID_SIZE 37
#define NAME_WIDTH 36

/* Quotient of two numbers that were measured; 0 where the divisor was not, as by a device that reports no times. */
static double quotient(double number, double divisor)
{
    return divisor > 0 ? number / divisor : 0;
}

/* Billions a second: of samples, or of bytes (GB/s). */
static double billions(uint64_t count, double seconds)
{
    return quotient(1e-9 * (double)count, seconds);
}

/* Empty for a device without one. */
static void write_uuid(char *text, const scree_device_info *info)
{
    static const uint8_t none[sizeof info->uuid] = {0};
    text[0] = '\0';
    for (size_t i = 0; memcmp(info->uuid, none, sizeof none) != 0 && i < sizeof info->uuid; i++) {
        const bool starts_group = i == 4 || i == 6 || i == 8 || i == 10;
        const size_t length = strlen(text);
        snprintf(text + length, UUID_SIZE - length, "%s%02x", starts_group ? "-" : "", info->uuid[i]);
    }
}

/*
 * How fast the same thing is now, as a multiple of the earlier run's median; 0 where that has none. `list` and `key`
 * are the names of an array in the JSON and of its elements' names, `seconds` that of their times.
 */
static double compare(const json_t *baseline, const char *list, const char *key, const char *name, uint64_t samples,
                      const char *seconds, double median)
{
    size_t index = 0;
    json_t *earlier = NULL;
    json_array_foreach(json_object_get(baseline, list), index, earlier)
    {
        if (bench_has_text(earlier, key, name) &&
            json_integer_value(json_object_get(earlier, "samples")) == (json_int_t)samples) {
            const json_t *times = json_object_get(earlier, seconds);
            return quotient(json_number_value(json_object_get(times, "median")), median);
        }
    }
    return 0;
}

static double compare_run(const json_t *baseline, const struct bench_gpu_run *run)
{
    return compare(baseline, "runs", "case", run->subject->name, run->samples, "device_seconds", run->times.median);
}

static double compare_host(const json_t *baseline, const struct bench_gpu_host *host)
{
    return compare(baseline, "host", "measurement", host->name, host->samples, "seconds", host->times.median);
}

/* The last column, where there is something to compare with, and the end of the line. */
static void print_comparison(const json_t *baseline, double ratio)
{
    if (baseline != NULL && ratio > 0) {
        printf(" %8.2f", ratio);
    } else if (baseline != NULL) {
        printf(" %8s", "new");
    }
    putchar('\n');
}

static void print_header(const struct bench_gpu *gpu)
{
    printf("scree %s, output revision %u, %s:%u, %s, %s; median (least..most) of %u runs%s\n", scree_version(),
           (unsigned)scree_output_revision(), scree_backend_name(gpu->info.backend), gpu->info.index, gpu->info.name,
           scree_device_kind_name(gpu->info.kind), gpu->repeats,
           gpu->quick ? "; QUICK: small grids, not a measurement" : "");
}

static void print_run(const struct bench_gpu_run *run, const json_t *baseline)
{
    const uint64_t bytes = run->bytes;
    printf("%-*s %9.3f (%8.3f..%8.3f) %10.3f %7.3f %9.3f %7.3f %9.2f", NAME_WIDTH, run->subject->name,
           1e3 * run->times.median, 1e3 * run->times.minimum, 1e3 * run->times.maximum,
           billions(run->samples, run->times.median), 1e-3 * billions(bytes, run->times.median),
           1e3 * run->fill_times.median, 1e-3 * billions(bytes, run->fill_times.median),
           quotient(run->times.median, run->fill_times.median));
    print_comparison(baseline, compare_run(baseline, run));
}

/* Prints which fields were made in parts, because the device has no buffer for the whole. */
static void print_parts(const struct bench_gpu *gpu)
{
    for (size_t i = 0; i < gpu->target_count; i++) {
        const struct bench_gpu_target *target = &gpu->targets[i];
        if (target->parts > 1) {
            printf("fields of %.0f MiB: made in %u parts along the slowest axis, one after another into a buffer of "
                   "%.0f MiB,\n    the largest half, quarter... that the device gave; times added up, fills likewise\n",
                   0x1p-20 * (double)target->bytes, target->parts,
                   0x1p-20 * (double)scree_buffer_bytes(target->buffer));
        }
    }
}

static void print_runs(const struct bench_gpu *gpu, const json_t *baseline)
{
    printf("\n%-*s %29s %10s %7s %9s %7s %9s%s\n", NAME_WIDTH, "float32 that stays on the device", "device time, ms",
           "Gsamples/s", "TB/s", "fill, ms", "TB/s", "case/fill", baseline != NULL ? "  new/old" : "");
    for (size_t i = 0; i < gpu->run_count; i++) {
        print_run(&gpu->runs[i], baseline);
    }
    puts("fill: a constant stored to the same memory after the case, the fastest of three: the ceiling for what writes "
         "it");
    if (gpu->runs[0].times.median <= 0) {
        puts("times of 0: this device does not tell how long it is at work");
    }
    print_parts(gpu);
}

/* The case in two axes whose cost is the measure of that in more. */
static const struct bench_gpu_run *find_two_axes(const struct bench_gpu *gpu)
{
    for (size_t i = 0; i < gpu->run_count; i++) {
        if (gpu->runs[i].subject->compares_axes && gpu->runs[i].subject->axes == 2) {
            return &gpu->runs[i];
        }
    }
    return NULL;
}

/* The cost of a sample relative to one in two axes; 0 for a case that is not compared. */
static double axes_ratio(const struct bench_gpu *gpu, const struct bench_gpu_run *run)
{
    const struct bench_gpu_run *two = find_two_axes(gpu);
    if (two == NULL || !run->subject->compares_axes || run->subject->axes <= 2) {
        return 0;
    }
    return quotient(run->times.median / (double)run->samples, two->times.median / (double)two->samples);
}

static void print_axes(const struct bench_gpu *gpu)
{
    for (size_t i = 0; i < gpu->run_count; i++) {
        const double ratio = axes_ratio(gpu, &gpu->runs[i]);
        if (ratio > 0) {
            printf("%s: a sample costs %.2f times one in 2 axes\n", gpu->runs[i].subject->name, ratio);
        }
    }
}

static bool is_stream(size_t kind)
{
    return kind == BENCH_GPU_STREAM_F32 || kind == BENCH_GPU_STREAM_U8;
}

/* Bytes a second as a share of those of the plain download. */
static double share_of_download(const struct bench_gpu *gpu, const struct bench_gpu_host *host)
{
    const struct bench_gpu_host *download = &gpu->hosts[BENCH_GPU_DOWNLOAD];
    return quotient(billions(host->bytes, host->times.median), billions(download->bytes, download->times.median));
}

static void print_host(const struct bench_gpu *gpu, size_t kind, const json_t *baseline)
{
    const struct bench_gpu_host *host = &gpu->hosts[kind];
    char computed[32] = "-";
    char moved[32] = "-";
    char share[32] = "-";
    if (host->samples > 0) {
        snprintf(computed, sizeof computed, "%.2f", 1e3 * billions(host->samples, host->times.median));
    }
    if (kind != BENCH_GPU_POINTS) {
        snprintf(moved, sizeof moved, "%.2f", billions(host->bytes, host->times.median));
        snprintf(share, sizeof share, "%.0f %%", 100 * share_of_download(gpu, host));
    }
    printf("%-*s %9.3f (%8.3f..%8.3f) %10s %7s %13s", NAME_WIDTH, host->name, 1e3 * host->times.median,
           1e3 * host->times.minimum, 1e3 * host->times.maximum, computed, moved, share);
    print_comparison(baseline, compare_host(baseline, host));
}

static void print_hosts(const struct bench_gpu *gpu, const json_t *baseline)
{
    printf("\n%-*s %29s %10s %7s %13s%s\n", NAME_WIDTH, "through the host", "wall clock, ms", "Msamples/s", "GB/s",
           "of a download", baseline != NULL ? "  new/old" : "");
    for (size_t kind = 0; kind < BENCH_GPU_HOST_COUNT; kind++) {
        print_host(gpu, kind, baseline);
    }
}

static void print_starts(const struct bench_gpu *gpu)
{
    printf("\n%-*s %29s\n", NAME_WIDTH, "opening to the end of a 64^2 field", "wall clock, ms");
    printf("%-*s %9.1f\n", NAME_WIDTH, "first time in this process", 1e3 * gpu->first_start);
    printf("%-*s %9.1f (%8.1f..%8.1f) %u times, with programs compiled, drivers still loaded\n", NAME_WIDTH,
           "again in this process", 1e3 * gpu->start_times.median, 1e3 * gpu->start_times.minimum,
           1e3 * gpu->start_times.maximum, BENCH_GPU_STARTS);
}

int bench_gpu_report_table(const struct bench_gpu *gpu, const char *path)
{
    int code = 0;
    json_t *baseline = path != NULL ? bench_baseline_load(path, "noise", &code) : NULL;
    if (code != 0) {
        return code;
    }
    print_header(gpu);
    print_runs(gpu, baseline);
    print_axes(gpu);
    print_hosts(gpu, baseline);
    print_starts(gpu);
    json_decref(baseline);
    return 0;
}

/* A number that may not have been measured. */
static void set_measured(json_t *object, const char *key, double number)
{
    json_object_set_new(object, key, number > 0 ? json_real(number) : json_null());
}

static json_t *device_json(const scree_device_info *info)
{
    char uuid[UUID_SIZE];
    write_uuid(uuid, info);
    return json_pack("{s:s, s:i, s:s, s:s, s:s?, s:I}", "backend", scree_backend_name(info->backend), "index",
                     (int)info->index, "name", info->name, "kind", scree_device_kind_name(info->kind), "uuid",
                     uuid[0] != '\0' ? uuid : NULL, "memory_bytes", (json_int_t)info->memory_bytes);
}

static json_t *counts_json(const scree_grid *grid)
{
    json_t *counts = json_array();
    for (uint32_t axis = 0; axis < grid->axes; axis++) {
        json_array_append_new(counts, json_integer((json_int_t)grid->count[axis]));
    }
    return counts;
}

static json_t *run_json(const struct bench_gpu *gpu, const struct bench_gpu_run *run, const json_t *baseline)
{
    const uint64_t bytes = run->bytes;
    const double ratio = axes_ratio(gpu, run);
    const double earlier = compare_run(baseline, run);
    json_t *object = json_pack("{s:s, s:s, s:o, s:f, s:i, s:s, s:I, s:I, s:i, s:o, s:o}", "case", run->subject->name,
                               "kind", scree_noise_kind_name(run->subject->kind), "counts", counts_json(&run->grid),
                               "step", run->subject->step, "octaves", (int)run->subject->octaves, "method",
                               scree_noise_method_name(run->method), "samples", (json_int_t)run->samples, "bytes",
                               (json_int_t)bytes, "parts", (int)run->target->parts, "device_seconds",
                               bench_times_json(&run->times), "fill_seconds", bench_times_json(&run->fill_times));
    set_measured(object, "ratio_to_fill", quotient(run->times.median, run->fill_times.median));
    set_measured(object, "msamples_per_second", 1e3 * billions(run->samples, run->times.median));
    set_measured(object, "terabytes_per_second", 1e-3 * billions(bytes, run->times.median));
    if (ratio > 0) {
        json_object_set_new(object, "cost_to_two_axes", json_real(ratio));
    }
    if (earlier > 0) {
        json_object_set_new(object, "ratio_to_baseline", json_real(earlier));
    }
    return object;
}

static json_t *host_json(const struct bench_gpu *gpu, size_t kind, const json_t *baseline)
{
    const struct bench_gpu_host *host = &gpu->hosts[kind];
    const double earlier = compare_host(baseline, host);
    json_t *object = json_pack("{s:s, s:I, s:I, s:o, s:f}", "measurement", host->name, "samples",
                               (json_int_t)host->samples, "bytes", (json_int_t)host->bytes, "seconds",
                               bench_times_json(&host->times), "gigabytes_per_second",
                               billions(host->bytes, host->times.median));
    if (host->samples > 0) {
        json_object_set_new(object, "msamples_per_second",
                            json_real(1e3 * billions(host->samples, host->times.median)));
    }
    if (is_stream(kind)) {
        json_object_set_new(object, "share_of_download", json_real(share_of_download(gpu, host)));
    }
    if (earlier > 0) {
        json_object_set_new(object, "ratio_to_baseline", json_real(earlier));
    }
    return object;
}

static json_t *bench_json(const struct bench_gpu *gpu, const json_t *baseline)
{
    json_t *runs = json_array();
    json_t *hosts = json_array();
    for (size_t i = 0; i < gpu->run_count; i++) {
        json_array_append_new(runs, run_json(gpu, &gpu->runs[i], baseline));
    }
    for (size_t kind = 0; kind < BENCH_GPU_HOST_COUNT; kind++) {
        json_array_append_new(hosts, host_json(gpu, kind, baseline));
    }
    return json_pack("{s:s, s:s, s:i, s:o, s:b, s:i, s:o, s:o, s:{s:f, s:i, s:o}}", "benchmark", "noise", "version",
                     scree_version(), "output_revision", (int)scree_output_revision(), "device",
                     device_json(&gpu->info), "quick", gpu->quick ? 1 : 0, "repeats", (int)gpu->repeats, "runs", runs,
                     "host", hosts, "start", "first_seconds", gpu->first_start, "repeats", BENCH_GPU_STARTS, "seconds",
                     bench_times_json(&gpu->start_times));
}

int bench_gpu_report_json(const struct bench_gpu *gpu, const char *path)
{
    int code = 0;
    json_t *baseline = path != NULL ? bench_baseline_load(path, "noise", &code) : NULL;
    if (code != 0) {
        return code;
    }
    json_t *root = bench_json(gpu, baseline);
    json_decref(baseline);
    return bench_print_json(root);
}
