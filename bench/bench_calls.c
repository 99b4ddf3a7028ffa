/*
 * The benchmark of calls: what games and scripts do all day. Small chunks, points, single values, buffers that start
 * anywhere and rows of odd lengths, on the calling thread; and chunks from any number of threads that share a field.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench_json.h"

/* A round repeats each call for so long, so that the clock and the first call weigh little. */
#define ROUND_SECONDS 0.004
#define POINTS 100000u
/* Float samples from one cache line to the next, and the largest buffer, with room to start behind one. */
#define LINE_FLOATS 16u
#define BUFFER_FLOATS ((1u << 24) + (1u << 18))
#define THREADS_MOST 64u

enum call_kind {
    CALL_FILL,          /* A grid. */
    CALL_POINTS_F64,    /* Points of coordinates side by side. */
    CALL_POINTS_F32,    /* The same of float32. */
    CALL_POINTS_ARRAYS, /* An array of float32 for every axis. */
    CALL_VALUE          /* One value. */
};

/* A call that is measured. */
struct call_case {
    const char *name;
    enum call_kind kind;
    uint32_t axes;
    uint64_t count[3];
    uint32_t octaves; /* Octaves of Perlin noise; 0 = a graph of four sources and eight operators. */
    uint32_t offset;  /* Samples by which the buffer starts behind a cache line. */
};

static const struct call_case cases[] = {
    {"chunk 16^3, 1 octave", CALL_FILL, 3, {16, 16, 16}, 1, 0},
    {"chunk 16^3, graph", CALL_FILL, 3, {16, 16, 16}, 0, 0},
    {"chunk 18^3, 4 octaves", CALL_FILL, 3, {18, 18, 18}, 4, 0},
    {"chunk 32^3, 1 octave", CALL_FILL, 3, {32, 32, 32}, 1, 0},
    {"chunk 32^3, 4 octaves", CALL_FILL, 3, {32, 32, 32}, 4, 0},
    {"chunk 33^3, 4 octaves", CALL_FILL, 3, {33, 33, 33}, 4, 0},
    {"tile 64^2, 1 octave", CALL_FILL, 2, {64, 64}, 1, 0},
    {"tile 256^2, 4 octaves", CALL_FILL, 2, {256, 256}, 4, 0},
    {"tile 256^2, graph", CALL_FILL, 2, {256, 256}, 0, 0},
    {"tile 257^2, 4 octaves", CALL_FILL, 2, {257, 257}, 4, 0},
    {"one sample, 3 axes, 4 octaves", CALL_FILL, 3, {1, 1, 1}, 4, 0},
    {"one value, 3 axes, 4 octaves", CALL_VALUE, 3, {1}, 4, 0},
    {"one value, 3 axes, graph", CALL_VALUE, 3, {1}, 0, 0},
    {"10^5 points, 2 axes, f64", CALL_POINTS_F64, 2, {POINTS}, 1, 0},
    {"10^5 points, 3 axes, f64", CALL_POINTS_F64, 3, {POINTS}, 1, 0},
    {"10^5 points, 3 axes, f32", CALL_POINTS_F32, 3, {POINTS}, 1, 0},
    {"10^5 points, 3 axes, f32 arrays", CALL_POINTS_ARRAYS, 3, {POINTS}, 1, 0},
    {"10^5 points, 3 axes, f64, 4 octaves", CALL_POINTS_F64, 3, {POINTS}, 4, 0},
    {"10^5 points, 3 axes, f64, graph", CALL_POINTS_F64, 3, {POINTS}, 0, 0},
    {"256^3, 1 octave, aligned", CALL_FILL, 3, {256, 256, 256}, 1, 0},
    {"256^3, 1 octave, 16 bytes off", CALL_FILL, 3, {256, 256, 256}, 1, 4},
    {"4096^2, 1 octave, aligned", CALL_FILL, 2, {4096, 4096}, 1, 0},
    {"4096^2, 1 octave, 16 bytes off", CALL_FILL, 2, {4096, 4096}, 1, 4},
    {"4097x4090, 1 octave", CALL_FILL, 2, {4097, 4090}, 1, 0},
    {"4096^2, graph", CALL_FILL, 2, {4096, 4096}, 0, 0},
};

#define CASE_COUNT (sizeof cases / sizeof cases[0])

/* Calls that are measured for every kind of noise that has so many axes, each a column. */
#define KIND_AXES 3u
static const struct call_case kind_cases[] = {
    {"one value, 4 octaves", CALL_VALUE, KIND_AXES, {1}, 4, 0},
    {"10^5 points, f32 arrays", CALL_POINTS_ARRAYS, KIND_AXES, {POINTS}, 1, 0},
    {"chunk 16^3", CALL_FILL, KIND_AXES, {16, 16, 16}, 1, 0},
};

#define KIND_CASE_COUNT (sizeof kind_cases / sizeof kind_cases[0])
#define KINDS_MOST 64u

/* Chunks of 32^3 and 4 octaves by threads that share a field. */
static const struct call_case shared_chunk = {"", CALL_FILL, 3, {32, 32, 32}, 4, 0};

struct call_run {
    scree_field *field;
    double *seconds; /* Time of a call, one entry for each round; owned. */
    struct bench_times times;
};

struct bench_calls {
    bool quick;
    uint32_t repeats;
    float *buffer;
    double *positions;
    float *positions_f32;
    struct call_run runs[CASE_COUNT];
    struct call_run kinds[KINDS_MOST][KIND_CASE_COUNT];
    scree_noise_kind kind[KINDS_MOST];
    size_t kind_count;
    struct call_run threads[8]; /* 1, 2, 4, ... threads. */
    uint32_t thread_runs;
    scree_result result;
};

static uint64_t samples_of(const struct call_case *call)
{
    uint64_t samples = 1;
    for (uint32_t axis = 0; axis < 3 && call->count[axis] > 0; axis++) {
        samples *= call->count[axis];
    }
    return samples;
}

static scree_result fill(const struct call_case *call, const scree_field *field, uint64_t number, float *out)
{
    scree_grid grid = {.axes = call->axes, .step = {0.02}};
    for (uint32_t axis = 0; axis < call->axes; axis++) {
        grid.count[axis] = call->count[axis];
    }
    grid.first[0] = (int64_t)(number % 1024 * call->count[0]); /* Games go from chunk to chunk. */
    return scree_field_fill(field, &grid, out + call->offset);
}

static scree_result evaluate_points(const struct bench_calls *bench, const struct call_case *call,
                                    const scree_field *field)
{
    if (call->kind == CALL_POINTS_F64) {
        const scree_points packed = scree_points_packed(call->axes, bench->positions, POINTS);
        return scree_field_at(field, &packed, bench->buffer);
    }
    scree_points points = {.axes = call->axes, .count = POINTS, .type = SCREE_TYPE_F32};
    const bool is_packed = call->kind == CALL_POINTS_F32;
    for (uint32_t axis = 0; axis < call->axes; axis++) {
        points.coordinate[axis] = bench->positions_f32 + (is_packed ? axis : axis * POINTS);
        points.stride[axis] = is_packed ? (ptrdiff_t)(call->axes * sizeof(float)) : 0;
    }
    return scree_field_at(field, &points, bench->buffer);
}

static scree_result make_call(const struct bench_calls *bench, const struct call_case *call, const scree_field *field,
                              uint64_t number)
{
    if (call->kind == CALL_FILL) {
        return fill(call, field, number, bench->buffer);
    }
    if (call->kind == CALL_VALUE) {
        bench->buffer[0] = scree_field_at_3d(field, (double)number * 0.1, 2.2, 3.7);
        return SCREE_OK;
    }
    return evaluate_points(bench, call, field);
}

/* Repeats a call until the round's time is over; returns the seconds of one. */
static double time_call(struct bench_calls *bench, const struct call_case *call, const scree_field *field)
{
    uint64_t calls = 0;
    uint64_t until = 1;
    const double start = bench_clock();
    double seconds = 0.0;
    do {
        for (; calls < until && bench->result == SCREE_OK; calls++) {
            bench->result = make_call(bench, call, field, calls);
        }
        seconds = bench_clock() - start;
        until *= 2;
    } while (seconds < ROUND_SECONDS && bench->result == SCREE_OK);
    return seconds / (double)calls;
}

/* A thread that fills chunks of a shared field. */
struct chunk_thread {
    pthread_t thread;
    const scree_field *field;
    pthread_barrier_t *start;
    uint64_t calls;
    float *out;
    scree_result result;
};

static void *fill_chunks(void *argument)
{
    struct chunk_thread *own = argument;
    own->result = fill(&shared_chunk, own->field, 0, own->out); /* The first call of a thread makes its work space. */
    pthread_barrier_wait(own->start);
    for (uint64_t i = 0; i < own->calls && own->result == SCREE_OK; i++) {
        own->result = fill(&shared_chunk, own->field, i, own->out);
    }
    return NULL;
}

/* Seconds in which each of `count` threads fills its chunks, for one chunk. */
static double time_threads(struct bench_calls *bench, const scree_field *field, uint32_t count)
{
    struct chunk_thread threads[THREADS_MOST];
    pthread_barrier_t start;
    const uint64_t calls = bench->quick ? 4 : 400;
    uint32_t started = 0;
    pthread_barrier_init(&start, NULL, count + 1);
    for (; started < count; started++) {
        threads[started] = (struct chunk_thread){
            .field = field, .start = &start, .calls = calls, .out = bench->buffer + started * (1u << 17)};
        if (pthread_create(&threads[started].thread, NULL, fill_chunks, &threads[started]) != 0) {
            abort(); /* The others wait at the barrier: there is no way back. */
        }
    }
    pthread_barrier_wait(&start);
    const double begin = bench_clock();
    for (uint32_t i = 0; i < count; i++) {
        pthread_join(threads[i].thread, NULL);
        bench->result = threads[i].result != SCREE_OK ? threads[i].result : bench->result;
    }
    const double seconds = bench_clock() - begin;
    pthread_barrier_destroy(&start);
    return seconds / (double)(calls * count);
}

static scree_result make_field(scree_noise_kind kind, uint32_t octaves, struct call_run *run)
{
    const scree_noise_params params = {.kind = kind, .octaves = octaves, .seed = 7};
    return scree_field_from_noise(NULL, &params, &run->field);
}

/* Replaces a field by one that is made of it. */
static scree_result apply(scree_op op, scree_field **field, const scree_op_operand *second,
                          const scree_op_operand *third)
{
    const uint32_t count = 1u + (second != NULL) + (third != NULL);
    scree_op_params params = {.op = op, .count = count, .input = {{.field = *field}}};
    scree_field *made = NULL;
    params.input[1] = second != NULL ? *second : params.input[1];
    params.input[2] = third != NULL ? *third : params.input[2];
    const scree_result result = scree_field_from_op(NULL, &params, &made);
    scree_field_release(field);
    *field = made;
    return result;
}

/* A third noise mixes hills and ridges, and a fourth adds detail: this shows what instructions cost beside sources. */
static scree_result make_graph(scree_field **land)
{
    const scree_noise_params sources[] = {
        {.seed = 1, .octaves = 6},
        {.seed = 2, .octaves = 6, .fractal = SCREE_NOISE_FRACTAL_RIDGED},
        {.seed = 3, .octaves = 3},
        {.seed = 4, .octaves = 2, .kind = SCREE_NOISE_VALUE},
    };
    static const struct {
        scree_op op;
        double second;
        double third;
    } shaping[] = {{SCREE_OP_SCALE_BIAS, 0.5, 0.1},
                   {SCREE_OP_SCALE_BIAS, 0.8, 0.0},
                   {SCREE_OP_SMOOTHSTEP, -0.2, 0.3},
                   {SCREE_OP_SCALE_BIAS, 0.05, 0.0}};
    scree_field *field[4] = {NULL};
    scree_result result = SCREE_OK;
    for (size_t i = 0; i < 4 && result == SCREE_OK; i++) {
        result = scree_field_from_noise(NULL, &sources[i], &field[i]);
        result = result == SCREE_OK ? apply(shaping[i].op, &field[i], &(scree_op_operand){.number = shaping[i].second},
                                            &(scree_op_operand){.number = shaping[i].third})
                                    : result;
    }
    result = result == SCREE_OK ? apply(SCREE_OP_MAX, &field[1], &(scree_op_operand){.number = 0.1}, NULL) : result;
    result = result == SCREE_OK ? apply(SCREE_OP_MIX, &field[0], &(scree_op_operand){.field = field[1]},
                                        &(scree_op_operand){.field = field[2]})
                                : result;
    result = result == SCREE_OK ? apply(SCREE_OP_ADD, &field[0], &(scree_op_operand){.field = field[3]}, NULL) : result;
    result = result == SCREE_OK ? apply(SCREE_OP_CLAMP, &field[0], NULL, NULL) : result;
    for (size_t i = 1; i < 4; i++) {
        scree_field_release(&field[i]);
    }
    *land = field[0];
    return result;
}

static bool make_run(struct bench_calls *bench, scree_noise_kind kind, uint32_t octaves, struct call_run *run)
{
    run->seconds = calloc(bench->repeats, sizeof *run->seconds);
    const scree_result result = octaves > 0 ? make_field(kind, octaves, run) : make_graph(&run->field);
    return run->seconds != NULL && result == SCREE_OK;
}

static bool make_kind_runs(struct bench_calls *bench)
{
    bool is_ready = true;
    const scree_noise_kind_info *info = NULL;
    for (int kind = 0; is_ready && bench->kind_count < KINDS_MOST &&
                       (info = scree_noise_kind_describe((scree_noise_kind)kind)) != NULL;
         kind++) {
        const size_t number = bench->kind_count;
        bench->kind[number] = (scree_noise_kind)kind;
        bench->kind_count += info->min_axes <= KIND_AXES && info->max_axes >= KIND_AXES ? 1 : 0;
        for (size_t i = 0; i < KIND_CASE_COUNT && number < bench->kind_count; i++) {
            is_ready = is_ready &&
                       make_run(bench, bench->kind[number], kind_cases[i].octaves, &bench->kinds[number][i]);
        }
    }
    return is_ready;
}

static bool prepare(struct bench_calls *bench)
{
    bench->buffer = aligned_alloc(4096, (size_t)BUFFER_FLOATS * sizeof(float));
    bench->positions = malloc(3 * (size_t)POINTS * sizeof(double));
    bench->positions_f32 = malloc(3 * (size_t)POINTS * sizeof(float));
    if (bench->buffer == NULL || bench->positions == NULL || bench->positions_f32 == NULL) {
        return false;
    }
    memset(bench->buffer, 0, (size_t)BUFFER_FLOATS * sizeof(float));
    uint32_t state = 1;
    for (size_t i = 0; i < 3 * (size_t)POINTS; i++) {
        state = state * 1664525u + 1013904223u;
        bench->positions_f32[i] = (float)(state >> 8) * 0x1p-16f; /* 0 to 256 cells. */
        bench->positions[i] = (double)bench->positions_f32[i];
    }
    bool is_ready = true;
    for (size_t i = 0; i < CASE_COUNT; i++) {
        is_ready = is_ready && make_run(bench, SCREE_NOISE_PERLIN, cases[i].octaves, &bench->runs[i]);
    }
    is_ready = is_ready && make_kind_runs(bench);
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    for (uint32_t threads = 1; (long)threads <= processors && threads <= THREADS_MOST; threads *= 2) {
        is_ready = is_ready &&
                   make_run(bench, SCREE_NOISE_PERLIN, shared_chunk.octaves, &bench->threads[bench->thread_runs++]);
    }
    return is_ready;
}

static void run_round(struct bench_calls *bench, uint32_t round)
{
    for (size_t i = 0; i < CASE_COUNT && bench->result == SCREE_OK; i++) {
        if (!bench->quick || samples_of(&cases[i]) <= POINTS) {
            bench->runs[i].seconds[round] = time_call(bench, &cases[i], bench->runs[i].field);
        }
    }
    for (size_t i = 0; i < bench->kind_count * KIND_CASE_COUNT && bench->result == SCREE_OK; i++) {
        struct call_run *run = &bench->kinds[i / KIND_CASE_COUNT][i % KIND_CASE_COUNT];
        run->seconds[round] = time_call(bench, &kind_cases[i % KIND_CASE_COUNT], run->field);
    }
    for (uint32_t i = 0; i < bench->thread_runs && bench->result == SCREE_OK; i++) {
        bench->threads[i].seconds[round] = time_threads(bench, bench->threads[i].field, 1u << i);
    }
}

static void release_run(struct call_run *run)
{
    scree_field_release(&run->field);
    free(run->seconds);
}

static void release(struct bench_calls *bench)
{
    for (size_t i = 0; i < CASE_COUNT; i++) {
        release_run(&bench->runs[i]);
    }
    for (size_t i = 0; i < bench->kind_count * KIND_CASE_COUNT; i++) {
        release_run(&bench->kinds[i / KIND_CASE_COUNT][i % KIND_CASE_COUNT]);
    }
    for (uint32_t i = 0; i < bench->thread_runs; i++) {
        release_run(&bench->threads[i]);
    }
    free(bench->buffer);
    free(bench->positions);
    free(bench->positions_f32);
}

static double samples_a_second(const struct call_case *call, const struct call_run *run)
{
    return run->times.median > 0 ? (double)samples_of(call) / run->times.median : 0.0;
}

/* The instruction set that calls use, as a device of one thread would. */
static const char *level_name(void)
{
    const scree_device_params params = {.backend = SCREE_BACKEND_CPU, .threads = 1};
    scree_context *context = NULL;
    scree_device *device = NULL;
    scree_device_info info = {.cpu_level = SCREE_CPU_LEVEL_AUTO};
    if (scree_context_create(NULL, &context) == SCREE_OK && scree_device_open(context, &params, &device) == SCREE_OK) {
        scree_device_describe(device, &info);
    }
    scree_device_close(&device);
    scree_context_destroy(&context);
    return scree_cpu_level_name(info.cpu_level);
}

static void print_kinds(const struct bench_calls *bench)
{
    printf("\n%-20s", "3 axes");
    for (size_t i = 0; i < KIND_CASE_COUNT; i++) {
        printf(" %24s%s", kind_cases[i].name, kind_cases[i].kind == CALL_POINTS_ARRAYS ? ", M/s" : ", us ");
    }
    printf("\n");
    for (size_t kind = 0; kind < bench->kind_count; kind++) {
        printf("%-20s", scree_noise_kind_describe(bench->kind[kind])->name);
        for (size_t i = 0; i < KIND_CASE_COUNT; i++) {
            const struct call_run *run = &bench->kinds[kind][i];
            const bool is_rate = kind_cases[i].kind == CALL_POINTS_ARRAYS;
            printf(" %29.3f", 1e6 * (is_rate ? 1e-12 * samples_a_second(&kind_cases[i], run) : run->times.median));
        }
        printf("\n");
    }
}

static int report_table(const struct bench_calls *bench)
{
    printf("scree %s, calling thread, %s; median of %u rounds%s\n\n", scree_version(), level_name(), bench->repeats,
           bench->quick ? "; QUICK: not a measurement" : "");
    printf("%-38s %12s %10s\n", "call", "microseconds", "Msamples/s");
    for (size_t i = 0; i < CASE_COUNT; i++) {
        const struct call_run *run = &bench->runs[i];
        if (run->times.median > 0) {
            printf("%-38s %12.3f %10.1f\n", cases[i].name, 1e6 * run->times.median,
                   1e-6 * samples_a_second(&cases[i], run));
        }
    }
    print_kinds(bench);
    printf("\n%-38s %12s %10s %8s\n", "chunks of 32^3, 4 octaves, one field", "microseconds", "Msamples/s", "gain");
    for (uint32_t i = 0; i < bench->thread_runs; i++) {
        const struct call_run *run = &bench->threads[i];
        printf("%3u threads%28s %11.3f %10.1f %8.2f\n", 1u << i, "", 1e6 * run->times.median,
               1e-6 * samples_a_second(&shared_chunk, run), bench->threads[0].times.median / run->times.median);
    }
    return 0;
}

static json_t *kinds_json(const struct bench_calls *bench)
{
    json_t *kinds = json_array();
    for (size_t i = 0; i < bench->kind_count * KIND_CASE_COUNT; i++) {
        const size_t kind = i / KIND_CASE_COUNT;
        const struct call_case *call = &kind_cases[i % KIND_CASE_COUNT];
        const struct call_run *run = &bench->kinds[kind][i % KIND_CASE_COUNT];
        json_array_append_new(kinds, json_pack("{s:s, s:s, s:o, s:f}", "kind",
                                               scree_noise_kind_describe(bench->kind[kind])->name, "name", call->name,
                                               "seconds", bench_times_json(&run->times), "samples_per_second",
                                               samples_a_second(call, run)));
    }
    return kinds;
}

static int report_json(const struct bench_calls *bench)
{
    json_t *calls = json_array();
    json_t *threads = json_array();
    for (size_t i = 0; i < CASE_COUNT; i++) {
        if (bench->runs[i].times.median > 0) {
            json_array_append_new(calls, json_pack("{s:s, s:o, s:f}", "name", cases[i].name, "seconds",
                                                   bench_times_json(&bench->runs[i].times), "samples_per_second",
                                                   samples_a_second(&cases[i], &bench->runs[i])));
        }
    }
    for (uint32_t i = 0; i < bench->thread_runs; i++) {
        json_array_append_new(threads, json_pack("{s:i, s:o, s:f}", "threads", (int)(1u << i), "seconds_per_chunk",
                                                 bench_times_json(&bench->threads[i].times), "samples_per_second",
                                                 samples_a_second(&shared_chunk, &bench->threads[i])));
    }
    return bench_print_json(json_pack("{s:s, s:s, s:s, s:b, s:i, s:o, s:o, s:o}", "benchmark", "calls", "version",
                                      scree_version(), "level", level_name(), "quick", bench->quick ? 1 : 0, "repeats",
                                      (int)bench->repeats, "calls", calls, "kinds", kinds_json(bench), "threads",
                                      threads));
}

static int measure(struct bench_calls *bench)
{
    if (!prepare(bench)) {
        return bench_out_of_memory();
    }
    for (uint32_t round = 0; round < bench->repeats && bench->result == SCREE_OK; round++) {
        run_round(bench, round);
    }
    for (size_t i = 0; i < CASE_COUNT; i++) {
        bench_summarise(bench->runs[i].seconds, bench->repeats, &bench->runs[i].times);
    }
    for (size_t i = 0; i < bench->kind_count * KIND_CASE_COUNT; i++) {
        struct call_run *run = &bench->kinds[i / KIND_CASE_COUNT][i % KIND_CASE_COUNT];
        bench_summarise(run->seconds, bench->repeats, &run->times);
    }
    for (uint32_t i = 0; i < bench->thread_runs; i++) {
        bench_summarise(bench->threads[i].seconds, bench->repeats, &bench->threads[i].times);
    }
    return bench->result == SCREE_OK ? 0 : bench_exit_code(bench->result);
}

int scree_bench_calls(const struct scree_bench_options *options)
{
    struct bench_calls *bench = calloc(1, sizeof *bench);
    if (bench == NULL) {
        return bench_out_of_memory();
    }
    bench->quick = options->quick;
    bench->repeats = options->repeats > 0 ? options->repeats : options->quick ? 1 : 15;
    bench->repeats = bench->repeats < BENCH_REPEATS_MOST ? bench->repeats : BENCH_REPEATS_MOST;
    int code = measure(bench);
    if (code == 0) {
        code = options->json ? report_json(bench) : report_table(bench);
    }
    release(bench);
    free(bench);
    return code;
}
