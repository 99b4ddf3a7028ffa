/*
 * The benchmark of points on a device: from one buffer of it into another, beside the rate at which it evaluates the
 * samples of a grid one by one; and from the host's memory, beside the upload of their coordinates alone.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench_json.h"

#define POINTS_GPU ((uint64_t)1 << 25)
#define POINTS_CPU ((uint64_t)1 << 20)
#define POINTS_QUICK ((uint64_t)1 << 14)
#define AXES_MOST 3u
/* The number of cells along each axis in which points lie. */
#define POINT_CELLS 256.0

enum point_method {
    METHOD_GRID,     /* The same number of samples of a grid, by the direct method; the device's time. */
    METHOD_BUFFER,   /* Points in a buffer; the device's time. */
    METHOD_PINNED,   /* Points in memory that the device reads by itself, and so the values. */
    METHOD_ORDINARY, /* Points in ordinary memory. */
    METHOD_UPLOAD,   /* Their coordinates alone, uploaded from memory that the device reads. */
    METHOD_COUNT
};

static const char *const method_names[METHOD_COUNT] = {"grid", "buffer", "pinned", "ordinary", "upload"};

struct point_case {
    const char *name;
    uint32_t axes;
    uint32_t octaves;
    scree_type type;
    bool is_packed; /* A point's coordinates lie side by side; otherwise there is an array for each axis. */
    scree_noise_kind kind;
};

static const struct point_case cases[] = {
    {"3 axes, 1 octave, f64", 3, 1, SCREE_TYPE_F64, true, SCREE_NOISE_PERLIN},
    {"3 axes, 4 octaves, f64", 3, 4, SCREE_TYPE_F64, true, SCREE_NOISE_PERLIN},
    {"3 axes, 1 octave, f32", 3, 1, SCREE_TYPE_F32, true, SCREE_NOISE_PERLIN},
    {"3 axes, 4 octaves, f32", 3, 4, SCREE_TYPE_F32, true, SCREE_NOISE_PERLIN},
    {"3 axes, 1 octave, f32 arrays", 3, 1, SCREE_TYPE_F32, false, SCREE_NOISE_PERLIN},
    {"2 axes, 1 octave, f64", 2, 1, SCREE_TYPE_F64, true, SCREE_NOISE_PERLIN},
};

#define CASE_COUNT (sizeof cases / sizeof cases[0])

/* The last rows are one for every kind of noise, without transfers: those take as long for all. */
static const struct point_case kind_case = {"", 3, 1, SCREE_TYPE_F32, false, SCREE_NOISE_PERLIN};
#define METHODS_OF_KINDS (METHOD_BUFFER + 1)
#define ROWS_MOST (CASE_COUNT + 64u)

struct point_run {
    struct point_case shape;
    int methods; /* The number of methods, from the first on, that are measured. */
    scree_field *field;
    double *seconds[METHOD_COUNT]; /* One for each round; owned. */
    struct bench_times times[METHOD_COUNT];
};

struct bench_points {
    scree_context *context;
    scree_device *device;
    scree_device_info info;
    bool quick;
    uint32_t repeats;
    uint64_t count;
    scree_buffer *coordinates;
    scree_buffer *values;
    void *pinned; /* Coordinates, and room for values. */
    void *pinned_out;
    void *ordinary;
    float *out;
    size_t rows;
    struct point_run runs[ROWS_MOST];
};

/* Coordinates that suit both types: all axes of all points, side by side. */
static void make_coordinates(const struct bench_points *bench, scree_type type, void *memory)
{
    uint64_t state = 1;
    for (uint64_t i = 0; i < bench->count * AXES_MOST; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const double coordinate = (double)(state >> 40) * 0x1p-24 * POINT_CELLS;
        if (type == SCREE_TYPE_F64) {
            ((double *)memory)[i] = coordinate;
        } else {
            ((float *)memory)[i] = (float)coordinate;
        }
    }
}

/* The byte at which the coordinates along an axis begin. */
static uint64_t first_byte(const struct bench_points *bench, const struct point_case *shape, uint32_t axis)
{
    const uint64_t size = scree_type_bytes(shape->type);
    return axis * (shape->is_packed ? size : size * bench->count);
}

static uint64_t bytes_between(const struct point_case *shape)
{
    const uint64_t size = scree_type_bytes(shape->type);
    return shape->is_packed ? shape->axes * size : size;
}

static scree_points host_points(const struct bench_points *bench, const struct point_case *shape, const char *memory)
{
    scree_points points = {.axes = shape->axes, .count = (size_t)bench->count, .type = shape->type};
    for (uint32_t axis = 0; axis < shape->axes; axis++) {
        points.coordinate[axis] = memory + first_byte(bench, shape, axis);
        points.stride[axis] = (ptrdiff_t)bytes_between(shape);
    }
    return points;
}

static scree_result evaluate_grid(const struct bench_points *bench, const struct point_case *shape, double *seconds)
{
    const scree_noise_params params = {.kind = shape->kind, .octaves = shape->octaves};
    const uint64_t side = bench->quick ? 16 : 256;
    scree_grid grid = {.axes = shape->axes, .count = {side, side, side}, .step = {0.002}};
    scree_job *job = NULL;
    scree_field *field = NULL;
    grid.count[shape->axes - 1] = bench->count / (shape->axes == 3 ? side * side : side);
    scree_result result = scree_field_from_noise_by(bench->context, &params, SCREE_NOISE_METHOD_DIRECT, &field);
    if (result == SCREE_OK) {
        result = scree_job_fill_buffer(bench->device, field, &grid, bench->values, 0, &job);
    }
    if (result == SCREE_OK) {
        result = scree_job_wait(job, UINT64_MAX);
        *seconds = scree_job_poll(job).device_seconds;
    }
    scree_job_release(&job);
    scree_field_release(&field);
    return result;
}

static scree_result evaluate_buffer(const struct bench_points *bench, const struct point_case *shape,
                                    const scree_field *field, double *seconds)
{
    scree_buffer_points points = {
        .axes = shape->axes, .count = bench->count, .type = shape->type, .buffer = bench->coordinates};
    for (uint32_t axis = 0; axis < shape->axes; axis++) {
        points.offset[axis] = first_byte(bench, shape, axis);
        points.stride[axis] = bytes_between(shape);
    }
    return scree_device_at_buffer(bench->device, field, &points, bench->values, 0, seconds);
}

static scree_result measure_method(const struct bench_points *bench, const struct point_case *shape,
                                   enum point_method method, const scree_field *field, double *seconds)
{
    const bool is_pinned = method == METHOD_PINNED;
    const scree_points points = host_points(bench, shape, is_pinned ? bench->pinned : bench->ordinary);
    const double start = bench_clock();
    scree_result result = SCREE_OK;
    *seconds = 0.0;
    switch (method) {
    case METHOD_GRID:
        result = evaluate_grid(bench, shape, seconds);
        break;
    case METHOD_BUFFER:
        result = evaluate_buffer(bench, shape, field, seconds);
        break;
    case METHOD_UPLOAD:
        result = scree_buffer_write(bench->coordinates, 0, bench->count * shape->axes * scree_type_bytes(shape->type),
                                    bench->pinned);
        break;
    default:
        result = scree_device_at(bench->device, field, &points, is_pinned ? bench->pinned_out : bench->out);
    }
    /* The CPU has no time of its own. */
    *seconds = *seconds > 0.0 ? *seconds : bench_clock() - start;
    return result;
}

/* All cases of a type, after their coordinates were made: one round that is not counted, and the others. */
static scree_result measure_type(struct bench_points *bench, scree_type type)
{
    scree_result result = SCREE_OK;
    make_coordinates(bench, type, bench->pinned);
    make_coordinates(bench, type, bench->ordinary);
    result =
        scree_buffer_write(bench->coordinates, 0, bench->count * AXES_MOST * scree_type_bytes(type), bench->pinned);
    for (uint32_t round = 0; round <= bench->repeats; round++) {
        for (size_t i = 0; i < bench->rows; i++) {
            const struct point_run *run = &bench->runs[i];
            for (int method = 0; method < run->methods && run->shape.type == type && result == SCREE_OK; method++) {
                double *seconds = &run->seconds[method][round > 0 ? round - 1 : 0];
                result = measure_method(bench, &run->shape, (enum point_method)method, run->field, seconds);
            }
        }
    }
    return result;
}

static scree_result open_device(struct bench_points *bench, const struct scree_bench_options *options)
{
    const scree_context_params context_params = {.log = bench_print_message};
    scree_result result = scree_context_create(&context_params, &bench->context);
    if (result == SCREE_OK) {
        result = scree_device_open(bench->context, options->devices, &bench->device);
    }
    if (result == SCREE_OK) {
        scree_device_describe(bench->device, &bench->info);
        bool is_gpu = bench->info.kind != SCREE_DEVICE_KIND_CPU && bench->info.kind != SCREE_DEVICE_KIND_SOFTWARE_GPU;
        bench->count = bench->quick ? POINTS_QUICK : is_gpu ? POINTS_GPU : POINTS_CPU;
    }
    return result;
}

static scree_result take_memory(struct bench_points *bench)
{
    const uint64_t bytes = bench->count * AXES_MOST * sizeof(double);
    const uint64_t out_bytes = bench->count * sizeof(float);
    scree_result result = scree_buffer_create(bench->device, bytes, &bench->coordinates);
    if (result == SCREE_OK) {
        result = scree_buffer_create(bench->device, out_bytes, &bench->values);
    }
    if (result == SCREE_OK) {
        result = scree_host_memory_create(bench->device, bytes, &bench->pinned);
    }
    if (result == SCREE_OK) {
        result = scree_host_memory_create(bench->device, out_bytes, &bench->pinned_out);
    }
    bench->ordinary = malloc((size_t)bytes);
    bench->out = calloc((size_t)bench->count, sizeof *bench->out);
    return result == SCREE_OK && (bench->ordinary == NULL || bench->out == NULL) ? SCREE_ERROR_OUT_OF_MEMORY : result;
}

static scree_result add_row(struct bench_points *bench, struct point_case shape, int methods)
{
    const scree_noise_params params = {.kind = shape.kind, .octaves = shape.octaves};
    struct point_run *run = &bench->runs[bench->rows++];
    run->shape = shape;
    run->methods = methods;
    scree_result result = scree_field_from_noise(bench->context, &params, &run->field);
    for (int method = 0; method < methods; method++) {
        run->seconds[method] = calloc(bench->repeats, sizeof *run->seconds[method]);
        result = run->seconds[method] == NULL ? SCREE_ERROR_OUT_OF_MEMORY : result;
    }
    return result;
}

static scree_result add_rows(struct bench_points *bench)
{
    scree_result result = SCREE_OK;
    for (size_t i = 0; i < CASE_COUNT && result == SCREE_OK; i++) {
        result = add_row(bench, cases[i], METHOD_COUNT);
    }
    for (int kind = 0; result == SCREE_OK && bench->rows < ROWS_MOST; kind++) {
        const scree_noise_kind_info *info = scree_noise_kind_describe((scree_noise_kind)kind);
        if (info == NULL) {
            break;
        }
        struct point_case shape = kind_case;
        shape.name = info->name;
        shape.kind = (scree_noise_kind)kind;
        if (info->min_axes <= shape.axes && info->max_axes >= shape.axes) {
            result = add_row(bench, shape, METHODS_OF_KINDS);
        }
    }
    return result;
}

static scree_result measure(struct bench_points *bench, const struct scree_bench_options *options)
{
    scree_result result = open_device(bench, options);
    if (result == SCREE_OK) {
        result = take_memory(bench);
    }
    if (result == SCREE_OK) {
        result = add_rows(bench);
    }
    if (result == SCREE_OK) {
        result = measure_type(bench, SCREE_TYPE_F64);
    }
    if (result == SCREE_OK) {
        result = measure_type(bench, SCREE_TYPE_F32);
    }
    for (size_t i = 0; i < bench->rows && result == SCREE_OK; i++) {
        for (int method = 0; method < bench->runs[i].methods; method++) {
            bench_summarise(bench->runs[i].seconds[method], bench->repeats, &bench->runs[i].times[method]);
        }
    }
    return result;
}

static void release(struct bench_points *bench)
{
    for (size_t i = 0; i < bench->rows; i++) {
        scree_field_release(&bench->runs[i].field);
        for (int method = 0; method < METHOD_COUNT; method++) {
            free(bench->runs[i].seconds[method]);
        }
    }
    free(bench->ordinary);
    free(bench->out);
    scree_buffer_destroy(&bench->coordinates);
    scree_buffer_destroy(&bench->values);
    scree_host_memory_destroy(bench->device, &bench->pinned);
    scree_host_memory_destroy(bench->device, &bench->pinned_out);
    scree_device_close(&bench->device);
    scree_context_destroy(&bench->context);
}

static double points_a_second(const struct bench_points *bench, size_t number, enum point_method method)
{
    return (double)bench->count / bench->runs[number].times[method].median;
}

static void print_row(const struct bench_points *bench, size_t number)
{
    const struct point_run *run = &bench->runs[number];
    double rates[METHOD_COUNT] = {0};
    for (int method = 0; method < run->methods; method++) {
        rates[method] = points_a_second(bench, number, (enum point_method)method);
    }
    printf("%-30s %9.0f %9.0f %6.2f", run->shape.name, 1e-6 * rates[METHOD_GRID], 1e-6 * rates[METHOD_BUFFER],
           rates[METHOD_BUFFER] / rates[METHOD_GRID]);
    if (run->methods == METHOD_COUNT) {
        printf(" | %9.0f %9.0f %6.2f %9.0f", 1e-6 * rates[METHOD_UPLOAD], 1e-6 * rates[METHOD_PINNED],
               rates[METHOD_PINNED] / fmin(rates[METHOD_UPLOAD], rates[METHOD_BUFFER]), 1e-6 * rates[METHOD_ORDINARY]);
    }
    printf("\n");
}

static int report_table(const struct bench_points *bench)
{
    char device[BENCH_DEVICE_SIZE];
    bench_describe_device(device, sizeof device, &bench->info);
    printf("scree %s, %s (%s), %llu points; median of %u rounds%s\n\n", scree_version(), device, bench->info.name,
           (unsigned long long)bench->count, bench->repeats, bench->quick ? "; QUICK: not a measurement" : "");
    printf("%-30s %9s %9s %6s | %9s %9s %6s %9s\n", "million points/s", "grid", "buffer", "ratio", "upload", "pinned",
           "ratio", "ordinary");
    for (size_t i = 0; i < bench->rows; i++) {
        if (i == CASE_COUNT) {
            printf("\n%s\n", "3 axes, 1 octave, f32 arrays, of every kind");
        }
        print_row(bench, i);
    }
    return 0;
}

static int report_json(const struct bench_points *bench)
{
    char device[BENCH_DEVICE_SIZE];
    json_t *rows = json_array();
    bench_describe_device(device, sizeof device, &bench->info);
    for (size_t i = 0; i < bench->rows; i++) {
        json_t *row = json_pack("{s:s}", "name", bench->runs[i].shape.name);
        for (int method = 0; method < bench->runs[i].methods; method++) {
            json_object_set_new(row, method_names[method], bench_times_json(&bench->runs[i].times[method]));
        }
        json_array_append_new(rows, row);
    }
    return bench_print_json(json_pack("{s:s, s:s, s:s, s:s, s:b, s:i, s:I, s:o}", "benchmark", "points", "version",
                                      scree_version(), "device", device, "device_name", bench->info.name, "quick",
                                      bench->quick ? 1 : 0, "repeats", (int)bench->repeats, "points",
                                      (json_int_t)bench->count, "seconds", rows));
}

int scree_bench_points(const struct scree_bench_options *options)
{
    struct bench_points bench = {.quick = options->quick};
    bench.repeats = options->repeats > 0 ? options->repeats : options->quick ? 1 : 7;
    bench.repeats = bench.repeats < BENCH_REPEATS_MOST ? bench.repeats : BENCH_REPEATS_MOST;
    const scree_result result = measure(&bench, options);
    int code = result == SCREE_OK                    ? 0
               : result == SCREE_ERROR_OUT_OF_MEMORY ? bench_out_of_memory()
                                                     : bench_exit_code(result);
    if (code == 0) {
        code = options->json ? report_json(&bench) : report_table(&bench);
    }
    release(&bench);
    return code;
}
