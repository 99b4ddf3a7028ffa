/* The noise benchmark of a group: its first member alone and all of them, in turn, in wall-clock time. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bench_internal.h"
#include "bench_json.h"

#define SETTLING_SECONDS 0.02
#define NAME_WIDTH 36

/* A case for one device and for the group. */
struct group_case {
    struct bench_case subject;
    bool is_streamed; /* Samples go to the host; else they are generated for their range alone, and stay nowhere. */
    scree_type type;
};

static const struct group_case cases[] = {
    {{"2048^3, 1 octave, step 0.002", SCREE_NOISE_PERLIN, 3, {2048, 2048, 2048}, 0.002, 1, false, false}, false, 0},
    {{"2048^3, 4 octaves, step 0.02", SCREE_NOISE_PERLIN, 3, {2048, 2048, 2048}, 0.02, 4, false, false}, false, 0},
    {{"2048^3, 8 octaves, step 0.002", SCREE_NOISE_PERLIN, 3, {2048, 2048, 2048}, 0.002, 8, false, false}, false, 0},
    {{"65536^2, 8 octaves, density 8", SCREE_NOISE_PERLIN, 2, {65536, 65536}, 8.0 / 65536, 8, false, false}, false, 0},
    {{"1024^3, f32, 1 octave, step 0.002", SCREE_NOISE_PERLIN, 3, {1024, 1024, 1024}, 0.002, 1, false, false},
     true,
     SCREE_TYPE_F32},
    {{"1024^3, u8, 1 octave, step 0.002", SCREE_NOISE_PERLIN, 3, {1024, 1024, 1024}, 0.002, 1, false, false},
     true,
     SCREE_TYPE_U8},
};
#define CASE_COUNT (sizeof cases / sizeof cases[0])

/* The devices that are compared: one alone, and all of a group. */
enum { ONE, ALL, SIDES };

struct group_run {
    const struct group_case *what;
    scree_grid grid;
    uint64_t samples;
    double *seconds[SIDES]; /* One a round; owned. */
    struct bench_times times[SIDES];
};

struct group_bench {
    scree_context *context;
    scree_device *devices[SIDES];
    scree_device_info infos[SIDES];
    bool quick;
    uint32_t repeats;
    struct group_run runs[CASE_COUNT];
};

static scree_result run_once(const struct group_run *run, scree_device *device, double *seconds)
{
    const struct bench_case *subject = &run->what->subject;
    const scree_noise_params params = {.kind = subject->kind, .octaves = subject->octaves};
    struct bench_touching touching;
    scree_job *job = NULL;
    const double start = bench_clock();
    scree_field *field = NULL;
    scree_result result = scree_field_from_noise(NULL, &params, &field);
    if (result == SCREE_OK) {
        result = run->what->is_streamed
                     ? bench_stream_start(device, subject, &run->grid, run->what->type, &touching, &job)
                     : scree_job_range(device, field, &run->grid, &job);
    }
    scree_field_release(&field);
    if (result == SCREE_OK) {
        result = scree_job_wait(job, UINT64_MAX);
    }
    *seconds = bench_clock() - start;
    scree_job_release(&job);
    return result;
}

/* Runs until the devices' clocks have settled, then once more for the result. */
static scree_result run_settled(const struct group_bench *bench, const struct group_run *run, int side, double *seconds)
{
    const double start = bench_clock();
    scree_result result = SCREE_OK;
    while (result == SCREE_OK && !bench->quick && bench_clock() - start < SETTLING_SECONDS) {
        result = run_once(run, bench->devices[side], seconds);
    }
    return result == SCREE_OK ? run_once(run, bench->devices[side], seconds) : result;
}

/* The round before the first one warms up and is not kept. */
static scree_result run_round(struct group_bench *bench, uint32_t round, bool keep)
{
    scree_result result = SCREE_OK;
    for (size_t i = 0; result == SCREE_OK && i < CASE_COUNT; i++) {
        for (int side = ONE; result == SCREE_OK && side < SIDES; side++) {
            double seconds = 0;
            result = run_settled(bench, &bench->runs[i], side, &seconds);
            if (keep) {
                bench->runs[i].seconds[side][round] = seconds;
            }
        }
    }
    return result;
}

static int run_rounds(struct group_bench *bench)
{
    scree_result result = run_round(bench, 0, false);
    for (uint32_t round = 0; result == SCREE_OK && round < bench->repeats; round++) {
        result = run_round(bench, round, true);
    }
    for (size_t i = 0; result == SCREE_OK && i < CASE_COUNT; i++) {
        for (int side = ONE; side < SIDES; side++) {
            bench_summarise(bench->runs[i].seconds[side], bench->repeats, &bench->runs[i].times[side]);
        }
    }
    return result == SCREE_OK ? 0 : bench_exit_code(result);
}

static int prepare(struct group_bench *bench)
{
    for (size_t i = 0; i < CASE_COUNT; i++) {
        struct group_run *run = &bench->runs[i];
        run->what = &cases[i];
        run->grid = bench_make_grid(&cases[i].subject, bench->quick);
        run->samples = bench_sample_count(&run->grid);
        for (int side = ONE; side < SIDES; side++) {
            run->seconds[side] = calloc(bench->repeats, sizeof *run->seconds[side]);
            if (run->seconds[side] == NULL) {
                return bench_out_of_memory();
            }
        }
    }
    return 0;
}

static int open_devices(struct group_bench *bench, const struct scree_bench_options *options)
{
    for (int side = ONE; side < SIDES; side++) {
        const uint32_t count = side == ONE ? 1 : options->device_count;
        scree_result result = scree_device_open_group(bench->context, options->devices, count, &bench->devices[side]);
        if (result == SCREE_OK) {
            result = scree_device_describe(bench->devices[side], &bench->infos[side]);
        }
        if (result != SCREE_OK) {
            return bench_exit_code(result);
        }
    }
    return 0;
}

/* Billions a second: of samples that are generated, of bytes that come to the host. */
static double rate(const struct group_run *run, int side)
{
    const uint64_t count = run->what->is_streamed ? run->samples * scree_type_bytes(run->what->type) : run->samples;
    return 1e-9 * (double)count / run->times[side].median;
}

static void print_runs(const struct group_bench *bench, bool is_streamed)
{
    char one[BENCH_DEVICE_SIZE];
    bench_describe_device(one, sizeof one, &bench->infos[ONE]);
    printf("\n%-*s %23s alone, ms %33s %10s %10s %12s\n", NAME_WIDTH,
           is_streamed ? "streamed to the host" : "generated, nothing kept", one, "group, ms",
           is_streamed ? "GB/s alone" : "Gs/s alone", "group", "group / one");
    for (size_t i = 0; i < CASE_COUNT; i++) {
        const struct group_run *run = &bench->runs[i];
        if (run->what->is_streamed != is_streamed) {
            continue;
        }
        printf("%-*s", NAME_WIDTH, run->what->subject.name);
        for (int side = ONE; side < SIDES; side++) {
            const struct bench_times *times = &run->times[side];
            printf(" %10.3f (%9.3f..%9.3f)", 1e3 * times->median, 1e3 * times->minimum, 1e3 * times->maximum);
        }
        printf(" %10.2f %10.2f %12.2f\n", rate(run, ONE), rate(run, ALL), rate(run, ALL) / rate(run, ONE));
    }
}

static void report_text(const struct group_bench *bench)
{
    char all[BENCH_DEVICE_SIZE];
    bench_describe_device(all, sizeof all, &bench->infos[ALL]);
    printf("scree %s, output revision %u, %s, %s; wall clock, median (least..most) of %u runs%s\n", scree_version(),
           (unsigned)scree_output_revision(), all, bench->infos[ALL].name, bench->repeats,
           bench->quick ? "; QUICK: small grids, not a measurement" : "");
    print_runs(bench, false);
    print_runs(bench, true);
}

static int report_json(const struct group_bench *bench)
{
    char all[BENCH_DEVICE_SIZE];
    json_t *runs = json_array();
    bench_describe_device(all, sizeof all, &bench->infos[ALL]);
    for (size_t i = 0; i < CASE_COUNT; i++) {
        const struct group_run *run = &bench->runs[i];
        json_array_append_new(
            runs,
            json_pack("{s:s, s:b, s:I, s:o, s:o, s:f, s:f, s:f}", "case", run->what->subject.name, "streamed",
                      run->what->is_streamed, "samples", (json_int_t)run->samples, "one_seconds",
                      bench_times_json(&run->times[ONE]), "group_seconds", bench_times_json(&run->times[ALL]),
                      run->what->is_streamed ? "one_gigabytes_per_second" : "one_gsamples_per_second", rate(run, ONE),
                      run->what->is_streamed ? "group_gigabytes_per_second" : "group_gsamples_per_second",
                      rate(run, ALL), "ratio", rate(run, ALL) / rate(run, ONE)));
    }
    return bench_print_json(json_pack("{s:s, s:s, s:i, s:s, s:s, s:i, s:b, s:i, s:o}", "benchmark", "group", "version",
                                      scree_version(), "output_revision", (int)scree_output_revision(), "device", all,
                                      "name", bench->infos[ALL].name, "members", (int)bench->infos[ALL].members,
                                      "quick", bench->quick, "repeats", (int)bench->repeats, "runs", runs));
}

static void release(struct group_bench *bench)
{
    for (size_t i = 0; i < CASE_COUNT; i++) {
        for (int side = ONE; side < SIDES; side++) {
            free(bench->runs[i].seconds[side]);
        }
    }
    for (int side = ONE; side < SIDES; side++) {
        scree_device_close(&bench->devices[side]);
    }
    scree_context_destroy(&bench->context);
}

int bench_group(const struct scree_bench_options *options, uint32_t repeats)
{
    struct group_bench bench = {.quick = options->quick, .repeats = repeats};
    const scree_context_params params = {.log = bench_print_message};
    if (options->baseline != NULL) {
        fputs("scree: --baseline: a group has none; its first member is measured beside it\n", stderr);
        return 2;
    }
    int code = scree_context_create(&params, &bench.context) == SCREE_OK ? 0 : bench_out_of_memory();
    if (code == 0) {
        code = open_devices(&bench, options);
    }
    if (code == 0) {
        code = prepare(&bench);
    }
    if (code == 0) {
        code = run_rounds(&bench);
    }
    if (code == 0 && options->json) {
        code = report_json(&bench);
    } else if (code == 0) {
        report_text(&bench);
    }
    release(&bench);
    return code;
}
