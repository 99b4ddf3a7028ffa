/*
 * The benchmark of particles: moving 2^20 of them by 128 steps, by several systems, and splatting many. The floor of
 * moving is what the additions and multiplications of a step take, none fused, where the device begins one in each lane
 * in each cycle; that of splatting is reading the coordinates.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bench_internal.h"

#define MOVED ((uint64_t)1 << 20)
#define MOVED_QUICK ((uint64_t)1 << 12)
/* Systems with sines take many times as long. */
#define SINES_SHARE 16
#define STEPS 128
#define DRAWN_GPU ((uint64_t)100000000)
#define DRAWN_CPU ((uint64_t)10000000)
#define DRAWN_QUICK ((uint64_t)100000)
/* Steps after which the cloud that is drawn has the shape of its attractor. */
#define SETTLING 400

typedef struct particle_row {
    const char *name;
    scree_particle_system system;
    scree_particle_integrator integrator;
    scree_particle_type type;
    double operations; /* Additions and multiplications of a step; 0 = they are not counted. */
    bool is_kept;      /* Particles are loaded and stored. */
    bool is_drawn;     /* Positions that stay as they are, are drawn. */
    uint64_t times;    /* The factor of the number of particles. */
    scree_particle_colour colour;
} particle_row;

static const particle_row rows[] = {
    {"move lorenz euler f64", SCREE_PARTICLE_SYSTEM_LORENZ, SCREE_PARTICLE_INTEGRATOR_EULER, SCREE_PARTICLE_F64, 14,
     .is_kept = true},
    {"move lorenz euler f32", SCREE_PARTICLE_SYSTEM_LORENZ, SCREE_PARTICLE_INTEGRATOR_EULER, SCREE_PARTICLE_F32, 14,
     .is_kept = true},
    /* Four velocities of 8 operations, three positions of 6 between them, the sum of 15, and the last 6. */
    {"move lorenz rk4 f64", SCREE_PARTICLE_SYSTEM_LORENZ, SCREE_PARTICLE_INTEGRATOR_RK4, SCREE_PARTICLE_F64, 68,
     .is_kept = true},
    {"move thomas rk4 f64", SCREE_PARTICLE_SYSTEM_THOMAS, SCREE_PARTICLE_INTEGRATOR_RK4, SCREE_PARTICLE_F64, 0,
     .is_kept = true},
    {"move clifford f64", SCREE_PARTICLE_SYSTEM_CLIFFORD, SCREE_PARTICLE_INTEGRATOR_EULER, SCREE_PARTICLE_F64, 0,
     .is_kept = true},
    {"draw density f32", SCREE_PARTICLE_SYSTEM_LORENZ, SCREE_PARTICLE_INTEGRATOR_RK4, SCREE_PARTICLE_F32, 0,
     .is_drawn = true},
    {"draw height f32", SCREE_PARTICLE_SYSTEM_LORENZ, SCREE_PARTICLE_INTEGRATOR_RK4, SCREE_PARTICLE_F32, 0,
     .is_drawn = true, .colour = SCREE_PARTICLE_COLOUR_Z},
    {"draw speed f32", SCREE_PARTICLE_SYSTEM_LORENZ, SCREE_PARTICLE_INTEGRATOR_RK4, SCREE_PARTICLE_F32, 0,
     .is_drawn = true, .colour = SCREE_PARTICLE_COLOUR_SPEED},
    {"draw density f64", SCREE_PARTICLE_SYSTEM_LORENZ, SCREE_PARTICLE_INTEGRATOR_RK4, SCREE_PARTICLE_F64, 0,
     .is_drawn = true},
    /* Particles are started, moved and splatted in boxes, without memory for positions. */
    {"place, move, draw f32", SCREE_PARTICLE_SYSTEM_LORENZ, SCREE_PARTICLE_INTEGRATOR_EULER, SCREE_PARTICLE_F32, 14,
     .times = 10, .colour = SCREE_PARTICLE_COLOUR_SPEED},
};
#define ROWS (sizeof rows / sizeof rows[0])

typedef struct particle_bench {
    scree_context *context;
    scree_device *device;
    scree_device_info info;
    bool quick;
    uint32_t repeats;
    uint64_t drawn;
    uint32_t width, height;
    scree_buffer *pixels;
    scree_buffer *positions;
} particle_bench;

static uint64_t particles_of(const particle_bench *bench, const particle_row *row)
{
    if (row->is_kept) {
        const bool has_sines = row->operations == 0;
        return bench->quick ? MOVED_QUICK : has_sines ? MOVED / SINES_SHARE : MOVED;
    }
    return bench->drawn * (row->times > 0 && bench->info.backend != SCREE_BACKEND_CPU ? row->times : 1);
}

static uint64_t steps_of(const particle_row *row)
{
    return row->is_drawn ? 0 : STEPS;
}

/* Seconds that a row takes at least: for its operations, or for reading coordinates; 0 where that is not known. */
static double floor_of(const particle_bench *bench, const particle_row *row)
{
    const bool is_cpu = bench->info.backend == SCREE_BACKEND_CPU;
    double peak = is_cpu ? bench_peak_measure(bench->info.cpu_level) * bench->info.threads
                         : bench_peak_of_gpu(bench->info.name);
    /* Vectors and multiprocessors have half as many lanes for float64. */
    const bool is_halved = row->type == SCREE_PARTICLE_F64 && bench->info.cpu_level != SCREE_CPU_LEVEL_SCALAR;
    peak = is_halved ? peak / 2 : peak;
    return peak > 0 ? row->operations * (double)(particles_of(bench, row) * steps_of(row)) / peak : 0;
}

static scree_splat_params splat_of(const particle_row *row)
{
    const scree_particle_system_info *info = scree_particle_system_describe(row->system);
    scree_splat_params splat = {.camera = {.distance = 2.0 * info->radius, .field_of_view = 60.0},
                                .colour = row->colour,
                                .colour_min = 0.0,
                                .colour_max = row->colour == SCREE_PARTICLE_COLOUR_SPEED ? info->max_speed : 50.0};
    memcpy(splat.camera.centre, info->centre, sizeof splat.camera.centre);
    return splat;
}

/* Runs a row once. Splatting clears its pixels first, which counts. More is splatted in batches that no pixel overflows
 * by.
 */
static scree_result run_once(const particle_bench *bench, const particle_row *row, const scree_field *particles,
                             bool is_settling, double *seconds)
{
    const uint64_t all = particles_of(bench, row);
    const scree_splat_params splat = splat_of(row);
    const scree_accumulation accumulation = {.buffer = bench->pixels, .width = bench->width, .height = bench->height};
    const bool draws = !row->is_kept && !is_settling;
    const double start = bench_clock();
    double device_seconds = 0;
    double fill_seconds = 0;
    scree_result result = draws ? scree_buffer_fill(bench->pixels, 0, &fill_seconds) : SCREE_OK;
    for (uint64_t first = 0; first < all && result == SCREE_OK; first += (uint64_t)1 << 27) {
        scree_particle_run run = {.first = first,
                                  .count = all - first < (uint64_t)1 << 27 ? all - first : (uint64_t)1 << 27,
                                  .steps = is_settling ? SETTLING : steps_of(row),
                                  .positions = row->is_kept || row->is_drawn ? bench->positions : NULL,
                                  .is_continued = (row->is_kept || row->is_drawn) && !is_settling,
                                  .splat = draws ? &splat : NULL,
                                  .accumulation = accumulation};
        scree_particle_report report = {.lost = 0};
        result = scree_particles_run(bench->device, particles, &run, &report);
        device_seconds += report.device_seconds;
    }
    *seconds = device_seconds > 0 ? device_seconds + fill_seconds : bench_clock() - start;
    return result;
}

static scree_result measure_row(const particle_bench *bench, const particle_row *row, double *seconds)
{
    const scree_particle_params params = {.system = row->system, .integrator = row->integrator, .type = row->type};
    scree_field *particles = NULL;
    double unused = 0;
    scree_result result = scree_field_from_particles(bench->context, &params, &particles);
    if (result == SCREE_OK && (row->is_kept || row->is_drawn)) {
        result = run_once(bench, row, particles, true, &unused);
    }
    if (result == SCREE_OK) {
        result = run_once(bench, row, particles, false, &unused);
    }
    for (uint32_t round = 0; round < bench->repeats && result == SCREE_OK; round++) {
        result = run_once(bench, row, particles, false, &seconds[round]);
    }
    scree_field_release(&particles);
    return result;
}

static void print_header(const particle_bench *bench)
{
    putchar('\n');
    bench_print_device(&bench->info, stdout);
    printf("; median of %u runs, %s; pictures of %u x %u pixels%s\n", bench->repeats,
           bench->info.backend == SCREE_BACKEND_CPU ? "wall clock" : "device time", bench->width, bench->height,
           bench->quick ? "; QUICK: few particles, not a measurement" : "");
    printf("%-24s %12s %6s %12s %10s %10s %14s\n", "", "particles", "steps", "ms", "floor, ms", "x floor",
           "M a second");
}

static void print_row(const particle_bench *bench, const particle_row *row, const struct bench_times *times, bool json)
{
    const double lowest = floor_of(bench, row);
    const uint64_t count = particles_of(bench, row);
    const double work = (double)count * (double)(steps_of(row) > 0 ? steps_of(row) : 1);
    if (json) {
        char device[BENCH_DEVICE_SIZE];
        bench_describe_device(device, sizeof device, &bench->info);
        printf("{\"device\": \"%s\", \"level\": \"%s\", \"threads\": %u, \"row\": \"%s\", \"particles\": %" PRIu64
               ", \"steps\": %" PRIu64 ", \"seconds\": %.9g, \"fastest\": %.9g, \"slowest\": %.9g, \"floor\": %.9g}",
               device, scree_cpu_level_name(bench->info.cpu_level), bench->info.threads, row->name, count,
               steps_of(row), times->median, times->minimum, times->maximum, lowest);
        return;
    }
    printf("%-24s %12" PRIu64 " %6" PRIu64 " %12.3f", row->name, count, steps_of(row), 1e3 * times->median);
    if (lowest > 0) {
        printf(" %10.3f %10.2f", 1e3 * lowest, times->median / lowest);
    } else {
        printf(" %10s %10s", "", "");
    }
    printf(" %14.1f\n", 1e-6 * work / times->median);
}

static scree_result make_memory(particle_bench *bench)
{
    const uint64_t pixels = (uint64_t)bench->width * bench->height;
    scree_result result = scree_buffer_create(bench->device, pixels * sizeof(uint64_t), &bench->pixels);
    if (result == SCREE_OK) {
        const uint64_t most = bench->drawn > MOVED ? bench->drawn : MOVED;
        result = scree_buffer_create(bench->device, most * scree_particle_bytes(SCREE_PARTICLE_F64), &bench->positions);
    }
    return result;
}

/* Measures all rows on one device; `*rows_printed` counts those in JSON. */
static int measure_device(particle_bench *bench, const scree_device_params *params, bool json, uint32_t *rows_printed)
{
    double *seconds = calloc(bench->repeats, sizeof *seconds);
    struct bench_times times;
    scree_result result = seconds == NULL ? SCREE_ERROR_OUT_OF_MEMORY
                                          : scree_device_open(bench->context, params, &bench->device);
    if (result == SCREE_OK) {
        result = scree_device_describe(bench->device, &bench->info);
        const bool is_cpu = bench->info.backend == SCREE_BACKEND_CPU;
        bench->drawn = bench->quick ? DRAWN_QUICK : is_cpu ? DRAWN_CPU : DRAWN_GPU;
        bench->width = bench->quick ? 320 : is_cpu ? 1920 : 3840;
        bench->height = bench->width * 9 / 16;
    }
    result = result == SCREE_OK ? make_memory(bench) : result;
    if (result == SCREE_OK && !json) {
        print_header(bench);
    }
    for (size_t i = 0; i < ROWS && result == SCREE_OK; i++) {
        result = measure_row(bench, &rows[i], seconds);
        if (result == SCREE_OK) {
            bench_summarise(seconds, bench->repeats, &times);
            printf("%s", json && (*rows_printed)++ > 0 ? ",\n  " : "");
            print_row(bench, &rows[i], &times, json);
            fflush(stdout);
        }
    }
    scree_buffer_destroy(&bench->pixels);
    scree_buffer_destroy(&bench->positions);
    scree_device_close(&bench->device);
    free(seconds);
    return result == SCREE_OK ? 0 : bench_exit_code(result);
}

/* A GPU as it is; the CPU with one thread, by its best level and by none, and with all threads. */
static int measure_all(particle_bench *bench, const scree_device_params *params, bool json)
{
    scree_device_params chosen[3] = {*params, *params, *params};
    uint32_t count = 1;
    uint32_t rows_printed = 0;
    int code = 0;
    if (params->backend == SCREE_BACKEND_CPU) {
        chosen[0].threads = 1;
        chosen[1].threads = 1;
        chosen[1].cpu_level = SCREE_CPU_LEVEL_SCALAR;
        count = 3;
    }
    printf("%s", json ? "[\n  " : "");
    for (uint32_t i = 0; i < count && code == 0; i++) {
        code = measure_device(bench, &chosen[i], json, &rows_printed);
    }
    printf("%s", json ? "\n]\n" : "");
    return code;
}

int scree_bench_particles(const struct scree_bench_options *options)
{
    particle_bench bench = {.quick = options->quick};
    const scree_context_params params = {.log = bench_print_message};
    bench.repeats = options->repeats > 0 ? options->repeats : options->quick ? 3 : 7;
    bench.repeats = bench.repeats < BENCH_REPEATS_MOST ? bench.repeats : BENCH_REPEATS_MOST;
    int code = scree_context_create(&params, &bench.context) == SCREE_OK ? 0 : bench_out_of_memory();
    if (code == 0) {
        code = measure_all(&bench, &options->devices[0], options->json);
    }
    scree_context_destroy(&bench.context);
    return code;
}
