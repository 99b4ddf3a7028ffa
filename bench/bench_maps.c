/*
 * The benchmark of maps, after L. Rapetta, "Perlin Noise Generator in CUDA" (2022): its devices, and its numbers as a
 * table and as JSON, beside those of its source.
 */
#include "bench_maps.h"

#include <stdlib.h>

#include "bench_json.h"

/* No machine lists more devices. */
#define LISTED_MOST 64

static const uint64_t sizes[BENCH_MAP_SIZES_MOST] = {4096, 8192, 16384, 32768};
static const uint64_t quick_sizes[] = {512, 1024};
#define QUICK_SIZES (sizeof quick_sizes / sizeof quick_sizes[0])

/* The source has these milliseconds for an RTX 2070 Super, the Ryzen 7 3700X beside it, a Tesla T4, and its Xeon. */
static const double published[BENCH_MAP_SIZES_MOST][4] = {{952.053, 3236.918, 12217.084, 13393.814},
                                                          {2853.264, 11691.354, 19251.975, 48262.578},
                                                          {7475.445, 43766.203, 43348.754, 185089.672},
                                                          {24681.945, 169959.219, 126760.086, 717224.125}};

/* The CPU is opened first; where the automatic choice falls on it, it is there. */
static scree_result open_device(struct bench_maps *bench, const scree_device_params *params)
{
    struct bench_map_device *opened = &bench->devices[bench->device_count];
    scree_result result = scree_device_open(bench->context, params, &opened->device);
    if (result == SCREE_OK) {
        result = scree_device_describe(opened->device, &opened->info);
    }
    if (result == SCREE_OK && opened->info.backend == SCREE_BACKEND_CPU && bench->device_count > 0) {
        scree_device_close(&opened->device);
    } else if (result == SCREE_OK) {
        bench->device_count++;
    }
    if (result == SCREE_OK && opened->info.backend != SCREE_BACKEND_CPU) {
        bench_map_explain(bench, opened);
    }
    return result;
}

/* Opens all GPUs that can be used. One that fails is passed over; the library's message has said why. */
static scree_result open_found(struct bench_maps *bench)
{
    scree_device_info infos[LISTED_MOST];
    size_t count = 0;
    const scree_result result = scree_device_list(bench->context, infos, LISTED_MOST, &count);
    for (size_t i = 0; result == SCREE_OK && i < count && i < LISTED_MOST; i++) {
        const scree_device_params params = {.backend = infos[i].backend, .index = infos[i].index};
        const bool is_gpu = infos[i].kind != SCREE_DEVICE_KIND_CPU && infos[i].kind != SCREE_DEVICE_KIND_SOFTWARE_GPU;
        if (is_gpu && infos[i].unsupported_reason[0] == '\0' && bench->device_count < BENCH_MAP_DEVICES_MOST) {
            open_device(bench, &params);
        }
    }
    return result;
}

static scree_result open_devices(struct bench_maps *bench)
{
    const struct scree_bench_options *options = bench->options;
    const scree_device_params cpu = {.cpu_level = options->devices[0].cpu_level,
                                     .threads = options->devices[0].threads};
    scree_result result = open_device(bench, &cpu);
    if (result == SCREE_OK && !options->names_device) {
        return open_found(bench);
    }
    for (uint32_t i = 0; i < options->device_count && result == SCREE_OK; i++) {
        result = open_device(bench, &options->devices[i]);
    }
    return result;
}

/* The largest file comes first, so that a folder that does not take it is refused before minutes of measuring. */
static scree_result measure(struct bench_maps *bench)
{
    scree_writer *writer = NULL;
    scree_result result = bench_map_open_file(bench, bench->sides[bench->size_count - 1], &writer);
    scree_writer_close(&writer);
    if (result == SCREE_OK) {
        result = open_devices(bench);
    }
    for (size_t size = 0; size < bench->size_count && result == SCREE_OK; size++) {
        result = bench_map_measure(bench, size);
    }
    bench_progress_clear();
    return result;
}

static const char *const part_names[BENCH_MAP_PARTS] = {
    [BENCH_MAP_MEMORY] = "memory",   [BENCH_MAP_PNG] = "png",           [BENCH_MAP_SCAN] = "scan",
    [BENCH_MAP_CONVERT] = "convert", [BENCH_MAP_DOWNLOAD] = "download", [BENCH_MAP_WRITE] = "write"};

/* Returns how many times as fast as the CPU a device was, 0 where that is not known. */
static double gain(const struct bench_maps *bench, size_t size, const struct bench_map_row *row, int part)
{
    const double seconds = row->times[part].median;
    return seconds > 0 ? bench->rows[size][0].times[part].median / seconds : 0;
}

static void print_row(const struct bench_maps *bench, size_t size, const struct bench_map_row *row)
{
    char map[24];
    char device[BENCH_DEVICE_SIZE];
    snprintf(map, sizeof map, "%llu^2", (unsigned long long)row->side);
    bench_describe_device(device, sizeof device, &row->by->info);
    printf("%-8s %-10s", map, device);
    if (row->reason[0] != '\0') {
        printf(" left out: %s\n", row->reason);
        return;
    }
    for (int part = 0; part < BENCH_MAP_PARTS; part++) {
        bench_print_number(10, 2, 1e3 * row->times[part].median);
        if (part <= BENCH_MAP_PNG) {
            bench_print_number(6, 2, gain(bench, size, row, part));
        }
    }
    printf(" %8.1f\n", (double)row->file_bytes / 1048576);
}

/* Prints "-" where the driver does not report the occupancy. */
static void print_occupancy(const scree_explanation *explanation)
{
    const uint32_t count = explanation != NULL ? explanation->launch_count : 0;
    printf("  occupancy:%s", count > 0 ? "" : " -");
    for (uint32_t i = 0; i < count; i++) {
        const scree_launch_info *launch = explanation->launch[i];
        printf("%s %s", i > 0 ? "," : "", launch->name);
        bench_print_number(0, 0, 100 * launch->occupancy);
        fputs(launch->occupancy > 0 ? " %" : "", stdout);
    }
    putchar('\n');
}

static void print_header(const struct bench_maps *bench)
{
    printf("scree %s, output revision %u; maps of density 8, 8 octaves, falloff 1; milliseconds, wall clock, median of "
           "%u run%s%s\n",
           scree_version(), (unsigned)scree_output_revision(), bench->repeats, bench->repeats == 1 ? "" : "s",
           bench->options->quick ? "; QUICK: small maps, not a measurement" : "");
    for (uint32_t i = 0; i < bench->device_count; i++) {
        bench_print_device(&bench->devices[i].info, stdout);
        putchar('\n');
        if (bench->devices[i].info.backend != SCREE_BACKEND_CPU) {
            print_occupancy(bench->devices[i].explanation);
        }
    }
    printf("\n%-8s %-10s", "map", "device");
    for (int part = 0; part < BENCH_MAP_PARTS; part++) {
        printf(" %10s%s", part_names[part], part <= BENCH_MAP_PNG ? "   gain" : "");
    }
    printf(" %8s\n", "MiB");
}

static void print_published(void)
{
    printf("\n%-8s %14s %13s %6s %14s %13s %6s\n", "map", "RTX 2070 Super", "Ryzen 7 3700X", "gain", "Tesla T4",
           "Xeon 2.0 GHz", "gain");
    for (size_t i = 0; i < BENCH_MAP_SIZES_MOST; i++) {
        const double *ms = published[i];
        printf("%llu^2%*s %14.0f %13.0f %6.2f %14.0f %13.0f %6.2f\n", (unsigned long long)sizes[i],
               sizes[i] < 10000 ? 2 : 1, "", ms[0], ms[1], ms[1] / ms[0], ms[2], ms[3], ms[3] / ms[2]);
    }
    puts("milliseconds of L. Rapetta, \"Perlin Noise Generator in CUDA\" (2022), with and without a GPU");
}

static int report_table(const struct bench_maps *bench)
{
    print_header(bench);
    for (size_t size = 0; size < bench->size_count; size++) {
        for (uint32_t i = 0; i < bench->device_count; i++) {
            print_row(bench, size, &bench->rows[size][i]);
        }
    }
    puts("memory: bytes of the measured range in the host's memory; png: in a file that the disk has; gain: over the "
         "CPU\nof the png: scan makes samples and finds their range, convert makes them again and turns them into "
         "bytes,\ndownload brings these to the host, write compresses and stores them; the last three overlap");
    print_published();
    return 0;
}

static json_t *programs_json(const scree_explanation *explanation)
{
    json_t *programs = json_array();
    for (uint32_t i = 0; explanation != NULL && i < explanation->launch_count; i++) {
        const scree_launch_info *launch = explanation->launch[i];
        json_t *program = json_pack("{s:s}", "name", launch->name);
        if (launch->occupancy > 0) {
            json_object_set_new(program, "occupancy", json_real(launch->occupancy));
        }
        json_array_append_new(programs, program);
    }
    return programs;
}

static json_t *row_json(const struct bench_maps *bench, size_t size, const struct bench_map_row *row)
{
    json_t *object = json_pack("{s:I, s:o, s:o}", "map", (json_int_t)row->side, "device",
                               bench_device_json(&row->by->info), "programs", programs_json(row->by->explanation));
    if (row->reason[0] != '\0') {
        json_object_set_new(object, "left_out", json_string(row->reason));
        return object;
    }
    for (int part = 0; part < BENCH_MAP_PARTS; part++) {
        if (row->times[part].median > 0) {
            char key[40];
            snprintf(key, sizeof key, "%s_seconds", part_names[part]);
            json_object_set_new(object, key, bench_times_json(&row->times[part]));
        }
    }
    for (int part = BENCH_MAP_MEMORY; part <= BENCH_MAP_PNG; part++) {
        if (gain(bench, size, row, part) > 0) {
            char key[40];
            snprintf(key, sizeof key, "%s_gain", part_names[part]);
            json_object_set_new(object, key, json_real(gain(bench, size, row, part)));
        }
    }
    json_object_set_new(object, "png_bytes", json_integer((json_int_t)row->file_bytes));
    return object;
}

static int report_json(const struct bench_maps *bench)
{
    json_t *runs = json_array();
    json_t *figures = json_array();
    for (size_t size = 0; size < bench->size_count; size++) {
        for (uint32_t i = 0; i < bench->device_count; i++) {
            json_array_append_new(runs, row_json(bench, size, &bench->rows[size][i]));
        }
    }
    for (size_t i = 0; i < BENCH_MAP_SIZES_MOST; i++) {
        const double *ms = published[i];
        json_array_append_new(figures, json_pack("{s:I, s:f, s:f, s:f, s:f}", "map", (json_int_t)sizes[i],
                                                 "rtx_2070_super_milliseconds", ms[0], "ryzen_3700x_milliseconds",
                                                 ms[1], "tesla_t4_milliseconds", ms[2], "xeon_milliseconds", ms[3]));
    }
    return bench_print_json(json_pack("{s:s, s:s, s:i, s:b, s:i, s:o, s:o}", "benchmark", "maps", "version",
                                      scree_version(), "output_revision", (int)scree_output_revision(), "quick",
                                      bench->options->quick ? 1 : 0, "repeats", (int)bench->repeats, "runs", runs,
                                      "published", figures));
}

int scree_bench_maps(const struct scree_bench_options *options)
{
    struct bench_maps *bench = calloc(1, sizeof *bench);
    const scree_context_params params = {.log = bench_print_message};
    if (bench == NULL || scree_context_create(&params, &bench->context) != SCREE_OK) {
        free(bench);
        return bench_out_of_memory();
    }
    bench->options = options;
    bench->repeats = options->repeats > 0 ? options->repeats : options->quick ? 1 : 3;
    bench->repeats = bench->repeats < BENCH_REPEATS_MOST ? bench->repeats : BENCH_REPEATS_MOST;
    bench->sides = options->quick ? quick_sizes : sizes;
    bench->size_count = options->quick ? QUICK_SIZES : BENCH_MAP_SIZES_MOST;
    const scree_result result = measure(bench);
    if (result == SCREE_ERROR_CANCELLED) {
        bench_print_error("interrupted");
    }
    int code = bench_exit_code(result);
    if (result == SCREE_OK) {
        code = options->json ? report_json(bench) : report_table(bench);
    }
    for (uint32_t i = 0; i < bench->device_count; i++) {
        scree_explanation_free(&bench->devices[i].explanation);
        scree_device_close(&bench->devices[i].device);
    }
    scree_context_destroy(&bench->context);
    free(bench);
    return code;
}
