/*
 * The benchmark of scenes: fields are made in buffers of a device, prepared, and drawn from there in pictures of
 * several sizes. Each step has its own time; a viewer whose slider moves makes, prepares and draws every picture.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bench_internal.h"

#define MOST_SIZES 4
#define MOST_PICTURES 3
/* Cells of noise across a field, and octaves. */
#define CELLS 2.0
#define OCTAVES 8
#define PARTICLES ((uint64_t)1 << 20)
#define STEPS 128

typedef struct scene_row {
    scree_scene_kind kind;
    uint32_t axes;
    uint32_t sizes[MOST_SIZES];     /* Samples along each axis, on GPUs; 0 ends the list. */
    uint32_t cpu_sizes[MOST_SIZES]; /* The same on the CPU. */
} scene_row;

static const scene_row rows[] = {
    {SCREE_SCENE_MAP, 2, {4096, 16384}, {1024, 4096}},
    {SCREE_SCENE_TERRAIN, 2, {1024, 4096}, {512, 2048}},
    {SCREE_SCENE_VOXELS, 3, {128, 256, 512, 1024}, {64, 128, 256}},
    {SCREE_SCENE_CLOUD, 3, {128, 256, 512}, {64, 128}},
    {SCREE_SCENE_SURFACE, 3, {128, 256, 512}, {64, 128}},
    {SCREE_SCENE_DENSITY, 2, {1}, {1}}, /* An accumulation buffer is as large as the picture. */
    {SCREE_SCENE_COLUMNS, 2, {256, 1024}, {128, 512}},
    {SCREE_SCENE_ISOSURFACE, 3, {128, 256, 512}, {64, 128}},
};
#define ROWS (sizeof rows / sizeof rows[0])

typedef struct picture_size {
    uint32_t width, height;
} picture_size;

static const picture_size pictures[MOST_PICTURES] = {{640, 360}, {1920, 1080}, {3840, 2160}};

typedef struct scene_bench {
    scree_context *context;
    scree_device *device;
    scree_device_info info;
    bool quick;
    bool json;
    uint32_t repeats;
    uint32_t rows_printed;
} scene_bench;

/* A scene that is measured. */
typedef struct scene_subject {
    const scene_bench *bench;
    const scene_row *row;
    uint32_t side;
    picture_size picture;
    scree_field *field; /* Particles, or the field whose samples are shown. */
    float *heights;     /* The heights from which a distance field is made. */
    scree_scene_params params;
    scree_scene_data data;
    scree_scene_target target;
} scene_subject;

/* Seconds of each step: the device's where it reports them, else those of the wall clock. */
enum step { STEP_MAKE, STEP_PREPARE, STEP_DRAW, STEP_ALL, STEPS_MEASURED };

typedef struct scene_seconds {
    double step[STEPS_MEASURED][BENCH_REPEATS_MOST];
} scene_seconds;

static bool is_cpu(const scene_bench *bench)
{
    return bench->info.backend == SCREE_BACKEND_CPU;
}

static uint32_t size_of(const scene_bench *bench, const scene_row *row, int number)
{
    if (bench->quick) {
        return number > 0 ? 0 : row->axes == 3 ? 32 : 64;
    }
    return is_cpu(bench) ? row->cpu_sizes[number] : row->sizes[number];
}

static uint32_t picture_count(const scene_bench *bench)
{
    return bench->quick ? 1 : is_cpu(bench) ? 2 : MOST_PICTURES;
}

static picture_size picture_of(const scene_bench *bench, uint32_t number)
{
    return bench->quick ? (picture_size){64, 36} : pictures[number];
}

static scree_grid grid_of(const scene_subject *subject, uint32_t axes)
{
    scree_grid grid = {.axes = axes};
    for (uint32_t i = 0; i < axes; i++) {
        grid.count[i] = subject->side;
        grid.step[i] = CELLS / subject->side;
    }
    return grid;
}

/* The distances from a landscape that fills half of a volume. */
static scree_result make_distance_field(scene_subject *subject, const scree_field *noise)
{
    const uint64_t side = subject->side;
    const scree_grid grid = grid_of(subject, 2);
    subject->heights = malloc(side * side * sizeof *subject->heights);
    if (subject->heights == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    scree_result result = scree_field_fill(noise, &grid, subject->heights);
    const scree_distance_params params = {.count = {side, side, side}};
    const scree_distance_source source = {
        .heights = subject->heights, .scale = (double)side / 3.0, .offset = (double)side / 2.0};
    return result == SCREE_OK ? scree_field_from_distance(subject->bench->context, &params, &source, &subject->field)
                              : result;
}

static const scree_scene_kind_info *info_of(const scene_subject *subject)
{
    return scree_scene_kind_describe(subject->row->kind);
}

static bool is_accumulation(const scene_subject *subject)
{
    return scree_scene_kind_takes(subject->row->kind, SCREE_SCENE_TAKES_EXPOSURE);
}

static scree_result make_field(scene_subject *subject)
{
    const scree_noise_params params = {.seed = 7, .octaves = OCTAVES};
    scree_context *context = subject->bench->context;
    if (is_accumulation(subject)) {
        return scree_field_from_particles(context, &(scree_particle_params){.type = SCREE_PARTICLE_F32},
                                          &subject->field);
    }
    scree_field *noise = NULL;
    scree_result result = scree_field_from_noise(context, &params, &noise);
    if (result == SCREE_OK && info_of(subject)->has_distances) {
        result = make_distance_field(subject, noise);
        scree_field_release(&noise);
    } else {
        subject->field = noise;
    }
    return result;
}

/* A scene with light, shadows and fog, seen from above its corner. */
static void choose_scene(scene_subject *subject)
{
    const bool has_accumulation = is_accumulation(subject);
    const bool has_distances = info_of(subject)->has_distances;
    const bool is_volume = subject->row->axes == 3;
    const scree_scene_kind kind = subject->row->kind;
    /* A fifth of their side high: that is 0.4 in the world. */
    const bool has_columns = info_of(subject)->box_axes > subject->row->axes;
    subject->params =
        (scree_scene_params){.kind = kind,
                             .count = {subject->side, subject->side,
                                       is_volume     ? subject->side
                                       : has_columns ? subject->side / 5
                                                     : 1},
                             .range = has_accumulation ? (scree_range){0.0f, 255.0f} : (scree_range){-0.6f, 0.6f},
                             .background = {{110, 150, 200}, {220, 228, 236}},
                             .camera = {.azimuth = 30.0, .elevation = 30.0, .distance = 3.2, .field_of_view = 40.0},
                             .threshold = has_distances ? 0.0
                                          : has_columns ? -0.5
                                                        : 0.1,
                             .height_scale = 0.4,
                             .density = 20.0,
                             .light_azimuth = 135.0,
                             .light_elevation = 40.0,
                             .ambient = 0.35,
                             .occlusion = 0.6,
                             .has_shadows = true,
                             .fog = 0.1,
                             .relief = 0.6,
                             .samples_a_pixel = (double)subject->side / subject->picture.width,
                             .is_smooth = true,
                             .white = 100.0};
    if (has_accumulation) {
        subject->params.count[0] = subject->picture.width;
        subject->params.count[1] = subject->picture.height;
        subject->params.colour = SCREE_SCENE_COLOUR_PLAIN;
    }
}

static scree_result make_memory(scene_subject *subject)
{
    const scree_scene_params *params = &subject->params;
    scree_device *device = subject->bench->device;
    const uint64_t plane = (uint64_t)params->count[0] * params->count[1];
    const uint64_t layers = subject->row->axes == 3 ? params->count[2] : 1;
    const uint64_t bytes = is_accumulation(subject) ? plane * sizeof(uint64_t) : plane * layers * sizeof(float);
    const uint64_t work = scree_scene_work_bytes(params);
    const uint64_t pixels = (uint64_t)subject->picture.width * subject->picture.height * sizeof(uint32_t);
    scree_result result = scree_buffer_create(device, bytes, &subject->data.samples);
    if (result == SCREE_OK && work > 0) {
        result = scree_buffer_create(device, work, &subject->data.work);
    }
    subject->target.width = subject->picture.width;
    subject->target.height = subject->picture.height;
    return result == SCREE_OK ? scree_buffer_create(device, pixels, &subject->target.pixels) : result;
}

static void clear_subject(scene_subject *subject)
{
    scree_buffer_destroy(&subject->data.samples);
    scree_buffer_destroy(&subject->data.work);
    scree_buffer_destroy(&subject->target.pixels);
    scree_field_release(&subject->field);
    free(subject->heights);
}

/* The device's seconds where it reports them. */
static double seconds_since(double start, double device_seconds)
{
    return device_seconds > 0 ? device_seconds : bench_clock() - start;
}

static scree_result draw_particles(const scene_subject *subject, double *seconds)
{
    const scree_particle_system_info *info = scree_particle_system_describe(SCREE_PARTICLE_SYSTEM_LORENZ);
    scree_splat_params splat = {.camera = {.distance = 2.0 * info->radius, .field_of_view = 60.0}};
    const scree_particle_run run = {.count = subject->bench->quick ? 1000 : PARTICLES,
                                    .steps = STEPS,
                                    .splat = &splat,
                                    .accumulation = {.buffer = subject->data.samples,
                                                     .width = subject->picture.width,
                                                     .height = subject->picture.height}};
    scree_particle_report report = {.lost = 0};
    double fill_seconds = 0;
    memcpy(splat.camera.centre, info->centre, sizeof splat.camera.centre);
    scree_result result = scree_buffer_fill(subject->data.samples, 0, &fill_seconds);
    if (result == SCREE_OK) {
        result = scree_particles_run(subject->bench->device, subject->field, &run, &report);
    }
    *seconds = report.device_seconds + fill_seconds;
    return result;
}

static scree_result make_samples(const scene_subject *subject, double *seconds)
{
    scree_job *job = NULL;
    const double start = bench_clock();
    double device_seconds = 0;
    scree_result result = SCREE_OK;
    if (is_accumulation(subject)) {
        result = draw_particles(subject, &device_seconds);
    } else {
        const scree_grid grid = grid_of(subject, subject->row->axes);
        const bool is_distance = info_of(subject)->has_distances;
        result = scree_job_fill_buffer(subject->bench->device, subject->field, is_distance ? NULL : &grid,
                                       subject->data.samples, 0, &job);
    }
    if (job != NULL) {
        scree_job_wait(job, UINT64_MAX);
        const scree_job_status status = scree_job_poll(job);
        result = status.result;
        device_seconds = status.device_seconds;
        scree_job_release(&job);
    }
    *seconds = seconds_since(start, device_seconds);
    return result;
}

static scree_result run_once(const scene_subject *subject, uint32_t round, scene_seconds *seconds)
{
    scree_device *device = subject->bench->device;
    const double start = bench_clock();
    double device_seconds = 0;
    scree_result result = make_samples(subject, &seconds->step[STEP_MAKE][round]);
    const double made = bench_clock();
    if (result == SCREE_OK) {
        result = scree_scene_build(device, &subject->params, &subject->data, &device_seconds);
    }
    seconds->step[STEP_PREPARE][round] = seconds_since(made, device_seconds);
    const double prepared = bench_clock();
    if (result == SCREE_OK) {
        result = scree_scene_draw(device, &subject->params, &subject->data, &subject->target, &device_seconds);
    }
    seconds->step[STEP_DRAW][round] = seconds_since(prepared, device_seconds);
    seconds->step[STEP_ALL][round] = bench_clock() - start;
    return result;
}

static scree_result measure(const scene_subject *subject, scene_seconds *seconds)
{
    scree_result result = run_once(subject, 0, seconds);
    for (uint32_t round = 0; round < subject->bench->repeats && result == SCREE_OK; round++) {
        result = run_once(subject, round, seconds);
    }
    return result;
}

static void print_header(const scene_bench *bench)
{
    char device[BENCH_DEVICE_SIZE];
    bench_describe_device(device, sizeof device, &bench->info);
    printf("\n%s, %s", device, bench->info.name);
    if (is_cpu(bench)) {
        printf(", %u thread%s", bench->info.threads, bench->info.threads == 1 ? "" : "s");
    }
    printf("; milliseconds, median of %u runs; single steps by %s, all by the wall clock%s\n", bench->repeats,
           is_cpu(bench) ? "the wall clock" : "the device's", bench->quick ? "; QUICK: not a measurement" : "");
    printf("%-10s %16s %12s %10s %10s %10s %24s\n", "scene", "samples", "picture", "make", "prepare", "draw",
           "made, prepared and drawn");
}

static void describe_samples(const scene_subject *subject, char *text, size_t size)
{
    const uint32_t *count = subject->params.count;
    if (subject->row->axes == 3) {
        snprintf(text, size, "%ux%ux%u", count[0], count[1], count[2]);
    } else {
        snprintf(text, size, "%ux%u", count[0], count[1]);
    }
}

static void print_row(const scene_subject *subject, const struct bench_times times[STEPS_MEASURED])
{
    static const char *const names[STEPS_MEASURED] = {"make", "prepare", "draw", "all"};
    char samples[40];
    describe_samples(subject, samples, sizeof samples);
    if (!subject->bench->json) {
        char picture[24];
        snprintf(picture, sizeof picture, "%ux%u", subject->picture.width, subject->picture.height);
        printf("%-10s %16s %12s %10.3f %10.3f %10.3f %24.3f\n", scree_scene_kind_name(subject->row->kind), samples,
               picture, 1e3 * times[STEP_MAKE].median, 1e3 * times[STEP_PREPARE].median, 1e3 * times[STEP_DRAW].median,
               1e3 * times[STEP_ALL].median);
        return;
    }
    char device[BENCH_DEVICE_SIZE];
    bench_describe_device(device, sizeof device, &subject->bench->info);
    printf("{\"device\": \"%s\", \"scene\": \"%s\", \"samples\": \"%s\", \"picture\": \"%ux%u\"", device,
           scree_scene_kind_name(subject->row->kind), samples, subject->picture.width, subject->picture.height);
    for (int i = 0; i < STEPS_MEASURED; i++) {
        printf(", \"%s\": {\"seconds\": %.9g, \"fastest\": %.9g, \"slowest\": %.9g}", names[i], times[i].median,
               times[i].minimum, times[i].maximum);
    }
    printf("}");
}

static void report(scene_bench *bench, const scene_subject *subject, scene_seconds *seconds)
{
    struct bench_times times[STEPS_MEASURED];
    for (int i = 0; i < STEPS_MEASURED; i++) {
        bench_summarise(seconds->step[i], bench->repeats, &times[i]);
    }
    printf("%s", bench->json && bench->rows_printed++ > 0 ? ",\n  " : "");
    print_row(subject, times);
    fflush(stdout);
}

/* A subject for which the device has no room is left out; the library's message has said why. */
static scree_result measure_subject(scene_bench *bench, const scene_row *row, uint32_t side, picture_size picture,
                                    scene_seconds *seconds)
{
    scene_subject subject = {.bench = bench, .row = row, .side = side, .picture = picture};
    choose_scene(&subject);
    scree_result result = make_field(&subject);
    result = result == SCREE_OK ? make_memory(&subject) : result;
    result = result == SCREE_OK ? measure(&subject, seconds) : result;
    if (result == SCREE_OK) {
        report(bench, &subject, seconds);
    } else if (result == SCREE_ERROR_OUT_OF_MEMORY || result == SCREE_ERROR_UNSUPPORTED) {
        char samples[40];
        describe_samples(&subject, samples, sizeof samples);
        fprintf(stderr, "scree: %s of %s samples: left out\n", scree_scene_kind_name(row->kind), samples);
        result = SCREE_OK;
    }
    clear_subject(&subject);
    return result;
}

static scree_result measure_row(scene_bench *bench, const scene_row *row, scene_seconds *seconds)
{
    scree_result result = SCREE_OK;
    for (int i = 0; i < MOST_SIZES && size_of(bench, row, i) > 0; i++) {
        for (uint32_t k = 0; k < picture_count(bench) && result == SCREE_OK; k++) {
            result = measure_subject(bench, row, size_of(bench, row, i), picture_of(bench, k), seconds);
        }
    }
    return result;
}

static int measure_device(scene_bench *bench, const scree_device_params *params)
{
    scene_seconds *seconds = malloc(sizeof *seconds);
    scree_result result = seconds == NULL ? SCREE_ERROR_OUT_OF_MEMORY
                                          : scree_device_open(bench->context, params, &bench->device);
    if (result == SCREE_OK) {
        result = scree_device_describe(bench->device, &bench->info);
    }
    if (result == SCREE_OK && !bench->json) {
        print_header(bench);
    }
    printf("%s", bench->json ? "[\n  " : "");
    for (size_t i = 0; i < ROWS && result == SCREE_OK; i++) {
        result = measure_row(bench, &rows[i], seconds);
    }
    printf("%s", bench->json ? "\n]\n" : "");
    scree_device_close(&bench->device);
    free(seconds);
    return result == SCREE_OK ? 0 : bench_exit_code(result);
}

int scree_bench_scenes(const struct scree_bench_options *options)
{
    scene_bench bench = {.quick = options->quick, .json = options->json};
    const scree_context_params params = {.log = bench_print_message};
    bench.repeats = options->repeats > 0 ? options->repeats : options->quick ? 3 : 9;
    bench.repeats = bench.repeats < BENCH_REPEATS_MOST ? bench.repeats : BENCH_REPEATS_MOST;
    int code = scree_context_create(&params, &bench.context) == SCREE_OK ? 0 : bench_out_of_memory();
    if (code == 0) {
        code = measure_device(&bench, &options->devices[0]);
    }
    scree_context_destroy(&bench.context);
    return code;
}
