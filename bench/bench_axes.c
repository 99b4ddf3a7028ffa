/*
 * The benchmark of axes, after lucinder and enbaik, "Mass Parallelization of n-Dimensional Perlin-Like Noise with CUDA"
 * (2024): grids of 1 to 5 axes and sides of 10 to 10,000 samples, by one thread, by all threads, and by a GPU.
 */
#include <stdlib.h>

#include "bench_internal.h"
#include "bench_json.h"

#define AXES_MOST 5
#define SIDES_MOST 6
/* A cell has eight samples. */
#define STEP 0.125
#define SETTLING_SECONDS 0.02
/* Samples of a grid whose time says how long others take; that of fewer is mostly overhead. */
#define TELLING_SAMPLES 50000.0

static const uint64_t sides[SIDES_MOST] = {10, 250, 500, 1000, 5000, 10000};
static const uint64_t quick_sides[] = {10, 20};

enum axes_way { WAY_SEQUENTIAL, WAY_PARALLEL, WAY_GPU, WAYS };

static const char *const way_names[WAYS] = {
    [WAY_SEQUENTIAL] = "sequential", [WAY_PARALLEL] = "parallel", [WAY_GPU] = "gpu"};

struct axes_row {
    uint32_t axes;
    uint64_t side;
    double samples;                 /* No integer holds the largest of them. */
    double run_seconds;             /* One run takes so long in all ways; 0 where the grid is left out. */
    struct bench_times times[WAYS]; /* They are 0 where a device has no memory for the grid. */
    char reason[BENCH_REASON_SIZE];
};

struct axes_bench {
    const struct scree_bench_options *options;
    scree_context *context;
    uint32_t repeats;
    scree_device *devices[WAYS]; /* The last is NULL without a GPU. */
    scree_device_info infos[WAYS];
    int ways; /* Ways that are measured, all or the first two. */
    struct axes_row rows[AXES_MOST * SIDES_MOST];
    size_t row_count;
    double seconds[BENCH_REPEATS_MOST];
};

static void list_rows(struct axes_bench *bench)
{
    const uint64_t *list = bench->options->quick ? quick_sides : sides;
    const size_t count = bench->options->quick ? sizeof quick_sides / sizeof quick_sides[0] : SIDES_MOST;
    for (uint32_t axes = 1; axes <= AXES_MOST; axes++) {
        for (size_t i = 0; i < count; i++) {
            struct axes_row *row = &bench->rows[bench->row_count++];
            *row = (struct axes_row){.axes = axes, .side = list[i], .samples = 1};
            for (uint32_t axis = 0; axis < axes; axis++) {
                row->samples *= (double)list[i];
            }
        }
    }
}

static scree_result run_once(const struct axes_bench *bench, const struct axes_row *row, int way, scree_buffer *buffer,
                             double *seconds)
{
    const scree_noise_params params = {.gradients = SCREE_NOISE_GRADIENTS_SPHERE};
    scree_grid grid = {.axes = row->axes, .step = {STEP}};
    scree_field *field = NULL;
    scree_job *job = NULL;
    for (uint32_t axis = 0; axis < row->axes; axis++) {
        grid.count[axis] = row->side;
    }
    const double start = bench_clock();
    scree_result result = scree_field_from_noise(bench->context, &params, &field);
    if (result == SCREE_OK) {
        result = scree_job_fill_buffer(bench->devices[way], field, &grid, buffer, 0, &job);
    }
    scree_field_release(&field);
    result = result == SCREE_OK ? scree_job_wait(job, UINT64_MAX) : result;
    *seconds = bench_clock() - start;
    scree_job_release(&job);
    return result;
}

/* Runs until the clock of the device has settled, and then for the result. */
static scree_result run_all(struct axes_bench *bench, const struct axes_row *row, int way, scree_buffer *buffer)
{
    const double start = bench_clock();
    double unused = 0;
    scree_result result = SCREE_OK;
    do {
        result = run_once(bench, row, way, buffer, &unused);
    } while (result == SCREE_OK && !bench->options->quick && bench_clock() - start < SETTLING_SECONDS);
    for (uint32_t round = 0; round < bench->repeats && result == SCREE_OK; round++) {
        result = run_once(bench, row, way, buffer, &bench->seconds[round]);
    }
    return result;
}

/* A grid that a device has no memory for is left out; the library's message has said why. */
static scree_result measure_way(struct axes_bench *bench, struct axes_row *row, int way)
{
    scree_buffer *buffer = NULL;
    scree_result result = scree_buffer_create(bench->devices[way], (uint64_t)(row->samples * sizeof(float)), &buffer);
    if (result == SCREE_OK) {
        result = run_all(bench, row, way, buffer);
    }
    if (result == SCREE_OK) {
        bench_summarise(bench->seconds, bench->repeats, &row->times[way]);
        row->run_seconds += row->times[way].median;
    }
    scree_buffer_destroy(&buffer);
    return result == SCREE_ERROR_OUT_OF_MEMORY || result == SCREE_ERROR_UNSUPPORTED ? SCREE_OK : result;
}

/*
 * Estimates a run by the fastest sample of the grids so far; with each further axis a sample has twice as many corners.
 * The first grids are tried without an estimate, which is 0, until one of them is large enough for one.
 */
static double estimate_seconds(const struct axes_bench *bench, const struct axes_row *row)
{
    double least = 0;
    for (const struct axes_row *known = bench->rows; known < row; known++) {
        const double corners = (double)(1u << (row->axes - known->axes));
        const double seconds = known->run_seconds * corners * row->samples / known->samples;
        if (known->run_seconds > 0 && known->samples >= TELLING_SAMPLES && (least == 0 || seconds < least)) {
            least = seconds;
        }
    }
    return least;
}

static scree_result measure_row(struct axes_bench *bench, size_t number)
{
    struct axes_row *row = &bench->rows[number];
    const uint32_t runs = bench->repeats + 1;
    scree_result result = SCREE_OK;
    if (!bench_has_memory(row->samples * sizeof(float), row->reason) ||
        !bench_has_time(bench->options, runs, runs * estimate_seconds(bench, row), row->reason)) {
        return SCREE_OK;
    }
    for (int way = 0; way < bench->ways && result == SCREE_OK; way++) {
        bench_progress_show("grid %zu of %zu, %u axes of %llu samples, %s", number + 1, bench->row_count, row->axes,
                            (unsigned long long)row->side, way_names[way]);
        result = measure_way(bench, row, way);
    }
    return result;
}

static scree_result open_way(struct axes_bench *bench, int way, const scree_device_params *params)
{
    scree_result result = scree_device_open(bench->context, params, &bench->devices[way]);
    return result == SCREE_OK ? scree_device_describe(bench->devices[way], &bench->infos[way]) : result;
}

/* Opens the CPU with one thread and with all, and the GPU that the user has named. */
static scree_result open_ways(struct axes_bench *bench)
{
    const scree_device_params *named = &bench->options->devices[0];
    scree_device_params cpu = {.cpu_level = named->cpu_level, .threads = 1};
    scree_result result = open_way(bench, WAY_SEQUENTIAL, &cpu);
    cpu.threads = named->threads;
    if (result == SCREE_OK) {
        result = open_way(bench, WAY_PARALLEL, &cpu);
    }
    if (result == SCREE_OK && named->backend != SCREE_BACKEND_CPU) {
        result = open_way(bench, WAY_GPU, named);
    }
    /* The automatic choice may fall on the CPU. */
    const bool has_gpu = bench->devices[WAY_GPU] != NULL && bench->infos[WAY_GPU].backend != SCREE_BACKEND_CPU;
    bench->ways = has_gpu ? WAYS : WAY_GPU;
    return result;
}

static double gain(const struct axes_row *row, int way)
{
    return row->times[way].median > 0 ? row->times[WAY_SEQUENTIAL].median / row->times[way].median : 0;
}

static double msamples_per_second(const struct axes_row *row, int way)
{
    return row->times[way].median > 0 ? 1e-6 * row->samples / row->times[way].median : 0;
}

static void print_row(const struct axes_bench *bench, const struct axes_row *row)
{
    printf("%4u %6llu %12.4g", row->axes, (unsigned long long)row->side, row->samples * sizeof(float) / 1048576);
    if (row->reason[0] != '\0') {
        printf(" left out: %s\n", row->reason);
        return;
    }
    bench_print_number(12, 3, 1e3 * row->times[WAY_SEQUENTIAL].median);
    for (int way = WAY_PARALLEL; way < bench->ways; way++) {
        bench_print_number(12, 3, 1e3 * row->times[way].median);
        bench_print_number(8, 2, gain(row, way));
        bench_print_number(11, 1, msamples_per_second(row, way));
    }
    putchar('\n');
}

static int report_table(const struct axes_bench *bench)
{
    printf("scree %s, output revision %u; Perlin noise of one octave, cells of 8 samples, gradients on the sphere, "
           "f32; milliseconds, wall clock, median of %u run%s%s\n",
           scree_version(), (unsigned)scree_output_revision(), bench->repeats, bench->repeats == 1 ? "" : "s",
           bench->options->quick ? "; QUICK: small grids, not a measurement" : "");
    for (int way = 0; way < bench->ways; way++) {
        printf("%s: ", way_names[way]);
        bench_print_device(&bench->infos[way], stdout);
        putchar('\n');
    }
    printf("\n%4s %6s %12s %12s", "axes", "side", "memory, MiB", way_names[WAY_SEQUENTIAL]);
    for (int way = WAY_PARALLEL; way < bench->ways; way++) {
        printf(" %12s %8s %11s", way_names[way], "speedup", "Msamples/s");
    }
    putchar('\n');
    for (size_t i = 0; i < bench->row_count; i++) {
        print_row(bench, &bench->rows[i]);
    }
    return 0;
}

static json_t *way_json(const struct axes_row *row, int way)
{
    return json_pack("{s:o, s:f, s:f}", "seconds", bench_times_json(&row->times[way]), "speedup", gain(row, way),
                     "msamples_per_second", msamples_per_second(row, way));
}

static int report_json(const struct axes_bench *bench)
{
    json_t *devices = json_object();
    json_t *runs = json_array();
    for (int way = 0; way < bench->ways; way++) {
        json_object_set_new(devices, way_names[way], bench_device_json(&bench->infos[way]));
    }
    for (size_t i = 0; i < bench->row_count; i++) {
        const struct axes_row *row = &bench->rows[i];
        json_t *run = json_pack("{s:i, s:I, s:f}", "axes", (int)row->axes, "side", (json_int_t)row->side,
                                "memory_bytes", row->samples * sizeof(float));
        if (row->reason[0] != '\0') {
            json_object_set_new(run, "left_out", json_string(row->reason));
        }
        for (int way = 0; way < bench->ways; way++) {
            if (row->times[way].median > 0) {
                json_object_set_new(run, way_names[way], way_json(row, way));
            }
        }
        json_array_append_new(runs, run);
    }
    return bench_print_json(json_pack("{s:s, s:s, s:i, s:b, s:i, s:o, s:o}", "benchmark", "axes", "version",
                                      scree_version(), "output_revision", (int)scree_output_revision(), "quick",
                                      bench->options->quick ? 1 : 0, "repeats", (int)bench->repeats, "devices", devices,
                                      "runs", runs));
}

static int measure(struct axes_bench *bench)
{
    const scree_context_params params = {.log = bench_print_message};
    if (scree_context_create(&params, &bench->context) != SCREE_OK) {
        return bench_out_of_memory();
    }
    scree_result result = open_ways(bench);
    list_rows(bench);
    for (size_t i = 0; i < bench->row_count && result == SCREE_OK; i++) {
        result = measure_row(bench, i);
    }
    bench_progress_clear();
    return result == SCREE_OK ? 0 : bench_exit_code(result);
}

int scree_bench_axes(const struct scree_bench_options *options)
{
    struct axes_bench bench = {.options = options};
    bench.repeats = options->repeats > 0 ? options->repeats : options->quick ? 1 : 3;
    bench.repeats = bench.repeats < BENCH_REPEATS_MOST ? bench.repeats : BENCH_REPEATS_MOST;
    int code = measure(&bench);
    if (code == 0) {
        code = options->json ? report_json(&bench) : report_table(&bench);
    }
    for (int way = 0; way < WAYS; way++) {
        scree_device_close(&bench.devices[way]);
    }
    scree_context_destroy(&bench.context);
    return code;
}
