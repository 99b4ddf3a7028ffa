/*
 * The benchmark of distance fields, after T. Weiss, "Implementace algoritmu Jump Flood pro CUDA" (CTU-FIT, 2024): two
 * terrains in three sizes with 15 layers by every method, the naive one on a smaller map; and larger volumes, from
 * heights and from voxels.
 */
#include "bench_distance.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define SETTLING_SECONDS 0.02
#define HEATING_SECONDS 0.05
/* Large pages where the system gives them. */
#define FIELD_ALIGNMENT ((size_t)1 << 21)
/* The field whose memory is measured. */
#define MEMORY_SIDE 1024
#define MEMORY_LAYERS 256
#define MEMORY_SIDE_QUICK 128
#define MEMORY_LAYERS_QUICK 32

static void take_message(void *user, scree_log_level level, const char *message)
{
    struct bench_distance_messages *messages = user;
    if (!messages->hold) {
        bench_print_message(NULL, level, message);
    } else if (level == SCREE_LOG_ERROR && messages->held[0] == '\0') {
        snprintf(messages->held, sizeof messages->held, "%s", message);
    }
}

static scree_distance_params make_params(const struct bench_distance_line *line, int sign)
{
    scree_distance_params params = {
        .method = line->method, .sign = sign == BENCH_SIGNED ? SCREE_DISTANCE_SIGN_BOTH : SCREE_DISTANCE_SIGN_OUTSIDE};
    memcpy(params.count, line->count, sizeof params.count);
    return params;
}

static scree_result start(const struct bench_distance *bench, const struct bench_distance_line *line, int sign,
                          int side, const scree_distance_source *source, scree_job **job)
{
    const scree_distance_params params = make_params(line, sign);
    scree_field *field = NULL;
    scree_result result = scree_field_from_distance(NULL, &params, source, &field);
    if (result == SCREE_OK) {
        result = bench->buffer != NULL ? scree_job_fill_buffer(bench->devices[side], field, NULL, bench->buffer, 0, job)
                                       : scree_job_fill(bench->devices[side], field, NULL, bench->field, job);
    }
    scree_field_release(&field);
    return result;
}

static scree_result run_once(const struct bench_distance *bench, const struct bench_distance_line *line, int sign,
                             int side, const scree_distance_source *source, double *seconds)
{
    scree_job *job = NULL;
    const double begin = bench_clock();
    scree_result result = start(bench, line, sign, side, source, &job);
    if (result == SCREE_OK) {
        result = scree_job_wait(job, UINT64_MAX);
    }
    *seconds = bench->is_device_time ? scree_job_poll(job).device_seconds : bench_clock() - begin;
    scree_job_release(&job);
    return result;
}

/*
 * A GPU that has pauses lowers its clock, and by Vulkan it has them, for the host takes part in every job: stores
 * without a pause raise the clock again.
 */
static scree_result heat(const struct bench_distance *bench)
{
    const double begin = bench_clock();
    scree_result result = SCREE_OK;
    while (result == SCREE_OK && bench_clock() - begin < HEATING_SECONDS) {
        double unused = 0;
        result = scree_buffer_fill(bench->buffer, 0, &unused);
    }
    return result;
}

/*
 * On the CPU short runs are repeated until the processor has settled, then once more for the clock; a long one has
 * settled it. A GPU has made its kernels and taken its memory in the first run; then its clock is raised, and of two
 * more runs the second one counts.
 */
static scree_result run_settled(const struct bench_distance *bench, const struct bench_distance_line *line, int sign,
                                int side, const scree_distance_source *source, double *seconds)
{
    const double begin = bench_clock();
    scree_result result = run_once(bench, line, sign, side, source, seconds);
    if (result == SCREE_OK && bench->buffer != NULL && !bench->quick) {
        result = heat(bench);
        for (int i = 0; result == SCREE_OK && i < 2; i++) { /* The first one finds its data in no cache. */
            result = run_once(bench, line, sign, side, source, seconds);
        }
        return result;
    }
    if (bench->quick || *seconds > SETTLING_SECONDS) {
        return result;
    }
    while (result == SCREE_OK && bench_clock() - begin < SETTLING_SECONDS) {
        result = run_once(bench, line, sign, side, source, seconds);
    }
    return result == SCREE_OK ? run_once(bench, line, sign, side, source, seconds) : result;
}

/* The field that was made last, on the host. */
static scree_result fetch(const struct bench_distance *bench, uint64_t voxels, float *out)
{
    return bench->buffer != NULL ? scree_buffer_read(bench->buffer, 0, voxels * sizeof *out, out) : SCREE_OK;
}

/* How far a line's field is from the exact one. */
static scree_result compare(struct bench_distance *bench, struct bench_distance_line *line, int sign,
                            const scree_distance_source *source)
{
    struct bench_distance_line reference = *line;
    const uint64_t voxels = bench_distance_voxels(line);
    double unused = 0;
    reference.method = SCREE_DISTANCE_EXACT;
    scree_result result = run_once(bench, &reference, sign, BENCH_ONE, source, &unused);
    if (result == SCREE_OK) {
        result = fetch(bench, voxels, bench->field);
    }
    memcpy(bench->exact, bench->field, (size_t)voxels * sizeof *bench->field);
    if (result == SCREE_OK) {
        result = run_once(bench, line, sign, BENCH_ONE, source, &unused);
    }
    if (result == SCREE_OK) {
        result = fetch(bench, voxels, bench->field);
    }
    if (result == SCREE_OK) {
        scree_distance_compare(bench->field, bench->exact, voxels, &line->comparison[sign]);
    }
    return result;
}

/* All cells of a line, once. */
static scree_result run_line(struct bench_distance *bench, size_t number, uint32_t round)
{
    struct bench_distance_line *line = &bench->lines[number];
    scree_distance_source source;
    if (!bench_distance_source(bench, number, &source)) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    scree_result result = SCREE_OK;
    for (int sign = 0; sign < BENCH_SIGNS; sign++) {
        for (uint32_t side = 0; result == SCREE_OK && side < bench->sides; side++) {
            result = run_settled(bench, line, sign, (int)side, &source, &line->cells[sign][side].seconds[round]);
        }
        if (result == SCREE_OK && round == 0 && line->is_of_table) {
            result = compare(bench, line, sign, &source);
        }
    }
    return result;
}

/* A line that the device does not support, or has no memory for, is skipped with a message. */
static scree_result try_line(struct bench_distance *bench, size_t number, uint32_t round)
{
    struct bench_distance_line *line = &bench->lines[number];
    if (line->unsupported_reason[0] != '\0') {
        return SCREE_OK;
    }
    bench->messages = (struct bench_distance_messages){.hold = true};
    scree_result result = bench_distance_voxels(line) <= bench->field_voxels ? run_line(bench, number, round)
                                                                             : SCREE_ERROR_OUT_OF_MEMORY;
    bench->messages.hold = false;
    const char *reason = bench->messages.held[0] != '\0' ? bench->messages.held : "no memory for it";
    if (result == SCREE_ERROR_UNSUPPORTED || result == SCREE_ERROR_OUT_OF_MEMORY) {
        snprintf(line->unsupported_reason, sizeof line->unsupported_reason, "%s", reason);
        return SCREE_OK;
    }
    if (result != SCREE_OK) {
        fprintf(stderr, "scree: %s\n", bench->messages.held[0] != '\0' ? reason : scree_result_name(result));
    }
    return result;
}

static int run_rounds(struct bench_distance *bench)
{
    scree_result result = SCREE_OK;
    for (uint32_t round = 0; round < bench->repeats; round++) {
        for (size_t i = 0; result == SCREE_OK && i < bench->line_count; i++) {
            bench_progress_show("run %u of %u, %zu of %zu, %s", round + 1, bench->repeats, i + 1, bench->line_count,
                                scree_distance_method_name(bench->lines[i].method));
            result = try_line(bench, i, round);
        }
    }
    bench_progress_clear();
    for (size_t i = 0; result == SCREE_OK && i < bench->line_count; i++) {
        for (int sign = 0; sign < BENCH_SIGNS; sign++) {
            for (uint32_t side = 0; side < bench->sides; side++) {
                struct bench_distance_cell *cell = &bench->lines[i].cells[sign][side];
                bench_summarise(cell->seconds, bench->repeats, &cell->times);
            }
        }
    }
    return result == SCREE_OK ? 0 : bench_exit_code(result);
}

static bool make_cells(struct bench_distance *bench)
{
    for (size_t i = 0; i < bench->line_count; i++) {
        for (int sign = 0; sign < BENCH_SIGNS; sign++) {
            for (uint32_t side = 0; side < bench->sides; side++) {
                double **seconds = &bench->lines[i].cells[sign][side].seconds;
                *seconds = calloc(bench->repeats, sizeof **seconds);
                if (*seconds == NULL) {
                    return false;
                }
            }
        }
    }
    return true;
}

static float *make_host_field(uint64_t voxels)
{
    const size_t bytes = (size_t)voxels * sizeof(float);
    const size_t rounded = (bytes + FIELD_ALIGNMENT - 1) / FIELD_ALIGNMENT * FIELD_ALIGNMENT;
    float *field = aligned_alloc(FIELD_ALIGNMENT, rounded);
    for (uint64_t i = 0; field != NULL && i < voxels; i++) {
        field[i] = 1.0f; /* Gives every page its memory now, not within the first run. */
    }
    return field;
}

/* The largest volume of those that are compared, or of all. */
static uint64_t find_largest(const struct bench_distance *bench, bool compared, uint64_t most)
{
    uint64_t largest = 1;
    for (size_t i = 0; i < bench->line_count; i++) {
        const uint64_t voxels = bench_distance_voxels(&bench->lines[i]);
        if ((!compared || bench->lines[i].is_of_table) && voxels > largest && voxels <= most) {
            largest = voxels;
        }
    }
    return largest;
}

/* A buffer for the largest volume that the device has memory for. */
static scree_result make_buffer(struct bench_distance *bench)
{
    scree_result result = SCREE_ERROR_OUT_OF_MEMORY;
    for (uint64_t most = UINT64_MAX; result == SCREE_ERROR_OUT_OF_MEMORY && most > 1; most = bench->field_voxels - 1) {
        bench->field_voxels = find_largest(bench, false, most);
        bench->messages = (struct bench_distance_messages){.hold = true};
        result = scree_buffer_create(bench->devices[BENCH_ONE], bench->field_voxels * sizeof(float), &bench->buffer);
    }
    bench->messages.hold = false;
    if (result != SCREE_OK) {
        fprintf(stderr, "scree: %s\n", bench->messages.held);
    }
    return result;
}

static int make_fields(struct bench_distance *bench)
{
    const bool is_cpu = bench->infos[BENCH_ONE].backend == SCREE_BACKEND_CPU;
    if (!is_cpu) {
        const scree_result result = make_buffer(bench);
        if (result != SCREE_OK) {
            return bench_exit_code(result);
        }
    } else {
        bench->field_voxels = find_largest(bench, false, UINT64_MAX);
    }
    bench->field = make_host_field(find_largest(bench, !is_cpu, UINT64_MAX));
    bench->exact = make_host_field(find_largest(bench, true, UINT64_MAX));
    return bench->field != NULL && bench->exact != NULL ? 0 : bench_out_of_memory();
}

/* The most memory that the process has had so far. */
static double peak_bytes(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? 1024.0 * (double)usage.ru_maxrss : -1;
}

/* Comes before anything else of any size, because a peak is seen only from below. */
static scree_result measure_memory(struct bench_distance *bench)
{
    const uint64_t side = bench->quick ? MEMORY_SIDE_QUICK : MEMORY_SIDE;
    scree_distance_params params = {.count = {side, side, bench->quick ? MEMORY_LAYERS_QUICK : MEMORY_LAYERS}};
    const uint64_t voxels = side * side * params.count[2];
    float *heights = malloc((size_t)(side * side) * sizeof *heights);
    float *distance = malloc((size_t)voxels * sizeof *distance);
    scree_field *field = NULL;
    scree_job *job = NULL;
    scree_result result = SCREE_OK;
    bench->memory_beside = -1;
    memcpy(bench->memory_count, params.count, sizeof params.count);
    for (uint64_t i = 0; heights != NULL && i < side * side; i++) {
        heights[i] = (float)((i * 37 + i / side * 91) % params.count[2]); /* Any terrain; this one is rough. */
    }
    const double before = peak_bytes();
    if (heights != NULL && distance != NULL && before >= 0) {
        const scree_distance_source source = {.heights = heights};
        result = scree_field_from_distance(NULL, &params, &source, &field);
        result = result == SCREE_OK ? scree_job_fill(bench->devices[bench->sides - 1], field, NULL, distance, &job)
                                    : result;
        scree_field_release(&field);
        result = result == SCREE_OK ? scree_job_wait(job, UINT64_MAX) : result;
        scree_job_release(&job);
        bench->memory_beside = peak_bytes() - before - (double)voxels * sizeof(float);
    }
    free(distance);
    free(heights);
    return result;
}

/* Opens what was asked for; of a CPU, with one thread and with all. */
static scree_result open_devices(struct bench_distance *bench, const scree_device_params *requested_params)
{
    scree_device_params params = *requested_params;
    scree_result result = scree_device_open(bench->context, &params, &bench->devices[BENCH_ONE]);
    if (result == SCREE_OK) {
        result = scree_device_describe(bench->devices[BENCH_ONE], &bench->infos[BENCH_ONE]);
    }
    bench->sides = 1;
    if (result != SCREE_OK || bench->infos[BENCH_ONE].backend != SCREE_BACKEND_CPU ||
        bench->infos[BENCH_ONE].threads == 1) {
        return result;
    }
    bench->devices[BENCH_ALL] = bench->devices[BENCH_ONE];
    bench->infos[BENCH_ALL] = bench->infos[BENCH_ONE];
    bench->devices[BENCH_ONE] = NULL;
    bench->sides = 2;
    params.threads = 1;
    result = scree_device_open(bench->context, &params, &bench->devices[BENCH_ONE]);
    return result == SCREE_OK ? scree_device_describe(bench->devices[BENCH_ONE], &bench->infos[BENCH_ONE]) : result;
}

/* Whether a device reports how long it was at work, by the first line that it can run. */
static scree_result find_clock(struct bench_distance *bench)
{
    scree_distance_source source;
    double seconds = 0;
    if (bench->infos[BENCH_ONE].backend == SCREE_BACKEND_CPU || !bench_distance_source(bench, 0, &source)) {
        return SCREE_OK;
    }
    struct bench_distance_line first = bench->lines[0];
    first.method = SCREE_DISTANCE_EXACT;
    bench->is_device_time = true;
    const scree_result result = run_once(bench, &first, BENCH_OUTSIDE, BENCH_ONE, &source, &seconds);
    bench->is_device_time = seconds > 0;
    return result;
}

static int measure(struct bench_distance *bench, const scree_device_params *params)
{
    scree_result result = open_devices(bench, params);
    if (result == SCREE_OK && bench->infos[BENCH_ONE].backend == SCREE_BACKEND_CPU) {
        result = measure_memory(bench);
    }
    if (result != SCREE_OK) {
        return bench_exit_code(result);
    }
    bench_distance_list(bench);
    int code = make_cells(bench) ? bench_distance_make_maps(bench) : bench_out_of_memory();
    if (code == 0) {
        code = make_fields(bench);
    }
    if (code == 0) {
        result = find_clock(bench);
        code = result == SCREE_OK ? 0 : bench_exit_code(result);
    }
    return code == 0 ? run_rounds(bench) : code;
}

static void release(struct bench_distance *bench)
{
    for (size_t i = 0; i < bench->line_count; i++) {
        for (int sign = 0; sign < BENCH_SIGNS; sign++) {
            for (int side = 0; side < BENCH_SIDES; side++) {
                free(bench->lines[i].cells[sign][side].seconds);
            }
        }
    }
    for (size_t i = 0; i < bench->map_count; i++) {
        free(bench->maps[i].heights);
    }
    free(bench->occupancy);
    free(bench->field);
    free(bench->exact);
    scree_buffer_destroy(&bench->buffer);
    for (int side = 0; side < BENCH_SIDES; side++) {
        scree_device_close(&bench->devices[side]);
    }
    scree_context_destroy(&bench->context);
}

int scree_bench_distances(const struct scree_bench_options *options)
{
    static const char subject[] = "sdf";
    struct bench_distance *bench = calloc(1, sizeof *bench);
    int code = options->baseline != NULL ? bench_baseline_check(options->baseline, subject) : 0;
    if (bench == NULL || code != 0) {
        free(bench);
        return code != 0 ? code : bench_out_of_memory();
    }
    const scree_context_params params = {.log = take_message, .log_user = &bench->messages};
    bench->sources = options->maps;
    bench->quick = options->quick;
    bench->memory_beside = -1;
    bench->repeats = options->repeats > 0 ? options->repeats : options->quick ? 1 : 3;
    bench->repeats = bench->repeats < BENCH_REPEATS_MOST ? bench->repeats : BENCH_REPEATS_MOST;
    code = scree_context_create(&params, &bench->context) == SCREE_OK ? 0 : bench_out_of_memory();
    if (code == 0) {
        code = measure(bench, &options->devices[0]);
    }
    if (code == 0) {
        code = options->json ? bench_distance_report_json(bench, options->baseline)
                             : bench_distance_report_table(bench, options->baseline);
    }
    release(bench);
    free(bench);
    return code;
}
