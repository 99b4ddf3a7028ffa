/*
 * The conformance table: every implementation of lattice noise against scalar C, bit for bit.
 *
 *     noise_conformance [--seed=N] [--case=TEXT] [--implementation=TEXT] [--every=N] [--list] [--bench]
 *
 * The reference evaluates sample by sample, one lane, one thread; the variants beside the contraction all have the bits
 * of the unoptimised one. Each implementation gets the same inputs, drawn again
 * from the seed that is printed; round every output lies a canary. The first difference is printed with its index and
 * both values in decimal and in hexadecimal. With --bench the same calls are timed.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "noise_cases.h"

#define CANARY 0x7fa5c3e1u /* A NaN that no kernel makes. */
#define CANARY_FLOATS 64

/* What a program returns that found nothing to test. */
#define SKIPPED 77

typedef struct implementation {
    char name[60];
    scree_device *device;
    scree_method method;
    bool is_buffered; /* By way of a buffer of the device. */
    unsigned cases;
    unsigned failures;
} implementation;

#define MOST_IMPLEMENTATIONS 64

typedef struct implementation_table {
    implementation implementations[MOST_IMPLEMENTATIONS];
    unsigned count;
} implementation_table;

typedef struct options {
    uint64_t seed;
    unsigned every; /* Only one case of so many; 0 = all. */
    const char *case_text;
    const char *implementation_text;
    bool is_listing;
    bool is_bench;
} options;

/* What runs, for the handler: a crash may come in any thread of the library. */
static char running[2048];

static void on_crash(int signal_number)
{
    static const char before[] = "FAILED, crashed: ";
    signal(signal_number, SIG_DFL);
    if (write(STDERR_FILENO, before, sizeof before - 1) > 0 && write(STDERR_FILENO, running, strlen(running)) > 0) {
        raise(signal_number);
    }
}

/* Nothing in the table is wrong, so that every message is one that should not be. */
static void print_message(void *user, scree_log_level level, const char *message)
{
    unsigned *messages = user;
    (void)level;
    (*messages)++;
    fprintf(stderr, "  library: %s\n", message);
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void set_bits(float *to, uint32_t bits)
{
    memcpy(to, &bits, sizeof bits);
}

/* Memory for a case with canaries before, between and behind its samples. */
static float *make_guarded(const noise_case *c)
{
    size_t floats = noise_case_extent(c) + 2 * CANARY_FLOATS;
    float *memory = aligned_alloc(64, (floats * sizeof(float) + 63) / 64 * 64);
    if (memory == NULL) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    for (size_t i = 0; i < floats; i++) {
        set_bits(&memory[i], CANARY);
    }
    return memory;
}

/* Samples in front of a case in its buffer: devices must manage starts that suit none of their alignments. */
#define BUFFER_OFFSET 33u

/* A buffer whose every word is a canary, and a job that fills it. */
static scree_result start_buffered(const implementation *with, const scree_noise_params *params, const scree_grid *grid,
                                   size_t extent, scree_buffer **buffer, scree_job **job)
{
    scree_result result = scree_buffer_create(with->device, 4 * (uint64_t)(extent + BUFFER_OFFSET), buffer);
    if (result == SCREE_OK) {
        result = scree_buffer_fill(*buffer, CANARY, NULL);
    }
    return result == SCREE_OK ? scree_noise_fill_buffer(with->device, params, grid, *buffer, 4 * BUFFER_OFFSET, job)
                              : result;
}

static bool fill(const implementation *with, const noise_case *c, float *out, scree_job_status *status)
{
    scree_noise_params params = c->params;
    scree_job *job = NULL;
    bool has_methods = params.variant == SCREE_VARIANT_CONTRACTION;
    params.method = has_methods ? with->method : SCREE_METHOD_AUTO;
    scree_buffer *buffer = NULL;
    scree_result result = with->is_buffered
                              ? start_buffered(with, &params, &c->grid, noise_case_extent(c), &buffer, &job)
                              : scree_noise_fill(with->device, &params, &c->grid, out, &job);
    if (result == SCREE_OK) {
        result = scree_job_wait(job, UINT64_MAX);
        *status = scree_job_poll(job);
    }
    scree_job_release(&job);
    if (result == SCREE_OK && with->is_buffered) {
        result = scree_buffer_read(buffer, 4 * BUFFER_OFFSET, 4 * noise_case_extent(c), out);
    }
    scree_buffer_destroy(&buffer);
    if (result != SCREE_OK) {
        printf("FAILED %s %s: %s\n", with->name, c->name, scree_result_name(result));
    }
    return result == SCREE_OK;
}

static void print_difference(const noise_case *c, uint64_t index, float expected, float actual)
{
    printf("  sample %" PRIu64 " (", index);
    uint64_t rest = index;
    for (uint32_t axis = 0; axis < c->grid.axes; axis++) {
        printf("%s%" PRIu64, axis == 0 ? "" : ", ", rest % c->grid.count[axis]);
        rest /= c->grid.count[axis];
    }
    printf("): expected %.9g %08" PRIx32 ", got %.9g %08" PRIx32 ", %" PRId64 " units in the last place apart\n",
           (double)expected, bits_of(expected), (double)actual, bits_of(actual),
           (int64_t)bits_of(actual) - (int64_t)bits_of(expected));
}

/* Compares samples, then everything between and round them; prints what differs first. */
static bool is_equal(const noise_case *c, const float *expected, const float *actual)
{
    size_t floats = noise_case_extent(c) + 2 * CANARY_FLOATS;
    if (memcmp(expected, actual, floats * sizeof(float)) == 0) {
        return true;
    }
    uint64_t samples = noise_case_samples(c);
    uint64_t differences = 0;
    for (uint64_t i = 0; i < samples; i++) {
        size_t offset = CANARY_FLOATS + noise_case_offset(c, i);
        if (bits_of(expected[offset]) != bits_of(actual[offset]) && differences++ == 0) {
            print_difference(c, i, expected[offset], actual[offset]);
        }
    }
    if (differences == 0) {
        printf("  samples are equal, but something was written between or round them\n");
    } else {
        printf("  %" PRIu64 " of %" PRIu64 " samples differ\n", differences, samples);
    }
    return false;
}

static bool run_named(const implementation *with, const noise_case *c, float *out, scree_job_status *status)
{
    snprintf(running, sizeof running, "%s %s\n", with->name, c->name);
    return fill(with, c, out, status);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void time_case(const implementation *with, const noise_case *c, float *out)
{
    scree_job_status status;
    double best = 1e9;
    for (int run = 0; run < 7; run++) {
        double start = now();
        fill(with, c, out, &status);
        double seconds = now() - start;
        best = seconds < best ? seconds : best;
    }
    printf("%-44s %-26s %10.1f million samples/s\n", c->name, with->name, (double)noise_case_samples(c) / best / 1e6);
}

static void check_implementation(implementation *with, const noise_case *c, const float *expected,
                                 const scree_job_status *expected_status, const options *chosen)
{
    float *out = make_guarded(c);
    scree_job_status status = {0};
    bool is_right = run_named(with, c, out + CANARY_FLOATS, &status);
    if (is_right && !is_equal(c, expected, out)) {
        printf("FAILED %s %s --seed=%" PRIu64 "\n", with->name, c->name, chosen->seed);
        is_right = false;
    }
    if (is_right && (bits_of(status.minimum) != bits_of(expected_status->minimum) ||
                     bits_of(status.maximum) != bits_of(expected_status->maximum))) {
        printf("FAILED %s %s: range %.9g to %.9g, expected %.9g to %.9g\n", with->name, c->name, (double)status.minimum,
               (double)status.maximum, (double)expected_status->minimum, (double)expected_status->maximum);
        is_right = false;
    }
    with->cases++;
    with->failures += !is_right;
    if (is_right && chosen->is_bench) {
        time_case(with, c, out + CANARY_FLOATS);
    }
    free(out);
}

/* Adds an implementation to the table, unless the options leave it out. */
static void add_implementation(scree_context *context, implementation_table *table, const char *device_name,
                               const char *route, const scree_device_params *params, const implementation *made,
                               const options *chosen)
{
    implementation *next = &table->implementations[table->count];
    *next = *made;
    snprintf(next->name, sizeof next->name, "%s-%s", device_name, route);
    if (chosen->implementation_text != NULL && strstr(next->name, chosen->implementation_text) == NULL) {
        return;
    }
    if (table->count + 1 == MOST_IMPLEMENTATIONS || scree_device_open(context, params, &next->device) != SCREE_OK) {
        exit(1);
    }
    table->count++;
}

/* Every level that this processor has, each by both methods and by the automatic one, the last on several threads. */
static void add_levels(scree_context *context, implementation_table *table, const options *chosen)
{
    static const char *const routes[] = {"auto-3-threads", "contraction", "direct"};
    for (int level = SCREE_CPU_LEVEL_SCALAR; level <= SCREE_CPU_LEVEL_NEON; level++) {
        char name[40];
        snprintf(name, sizeof name, "cpu-%s", scree_cpu_level_name((scree_cpu_level)level));
        for (int method = 0; method < 3 && scree_cpu_level_available((scree_cpu_level)level); method++) {
            implementation made = {.method = (scree_method)method};
            scree_device_params params = {.cpu_level = (scree_cpu_level)level, .threads = method == 0 ? 3 : 1};
            add_implementation(context, table, name, routes[method], &params, &made, chosen);
        }
    }
}

/* Every GPU that can be used, by each method into host memory, and by the automatic one into memory of its own. */
static void add_gpus(scree_context *context, implementation_table *table, const options *chosen)
{
    static const char *const routes[] = {"auto", "contraction", "direct", "buffer"};
    scree_device_info infos[16];
    size_t count = 0;
    if (scree_device_list(context, infos, 16, &count) != SCREE_OK) {
        exit(1);
    }
    for (size_t i = 0; i < count && i < 16; i++) {
        char name[40];
        if (infos[i].backend == SCREE_BACKEND_CPU || infos[i].refusal[0] != '\0') {
            continue;
        }
        snprintf(name, sizeof name, "%s:%u", scree_backend_name(infos[i].backend), infos[i].index);
        printf("%s is %s (%s)\n", name, infos[i].name, scree_device_kind_name(infos[i].kind));
        for (int route = 0; route < 4; route++) {
            implementation made = {.method = route < 3 ? (scree_method)route : SCREE_METHOD_AUTO,
                                   .is_buffered = route == 3};
            scree_device_params params = {.backend = infos[i].backend, .index = infos[i].index};
            add_implementation(context, table, name, routes[route], &params, &made, chosen);
        }
    }
}

static bool read_option(const char *argument, options *chosen)
{
    if (strncmp(argument, "--seed=", 7) == 0) {
        chosen->seed = strtoull(argument + 7, NULL, 10);
    } else if (strncmp(argument, "--case=", 7) == 0) {
        chosen->case_text = argument + 7;
    } else if (strncmp(argument, "--implementation=", 17) == 0) {
        chosen->implementation_text = argument + 17;
    } else if (strncmp(argument, "--every=", 8) == 0) {
        chosen->every = (unsigned)strtoul(argument + 8, NULL, 10);
    } else if (strcmp(argument, "--list") == 0) {
        chosen->is_listing = true;
    } else if (strcmp(argument, "--bench") == 0) {
        chosen->is_bench = true;
    } else {
        return false;
    }
    return true;
}

static void check_case(const implementation *reference, implementation_table *table, const noise_case *c,
                       const options *chosen)
{
    float *expected = make_guarded(c);
    scree_job_status status = {0};
    noise_case simplest = *c;
    bool has_methods = c->params.variant == SCREE_VARIANT_CONTRACTION;
    simplest.params.variant = has_methods ? SCREE_VARIANT_CONTRACTION : SCREE_VARIANT_UNOPTIMISED;
    if (!fill(reference, &simplest, expected + CANARY_FLOATS, &status)) {
        exit(1);
    }
    for (unsigned i = 0; i < table->count; i++) {
        if (!has_methods && table->implementations[i].method == SCREE_METHOD_DIRECT) {
            continue;
        }
        check_implementation(&table->implementations[i], c, expected, &status, chosen);
    }
    free(expected);
}

int main(int argc, char **argv)
{
    options chosen = {.seed = 1};
    for (int i = 1; i < argc; i++) {
        if (!read_option(argv[i], &chosen)) {
            fprintf(stderr, "unknown option %s\n", argv[i]);
            return 2;
        }
    }
    signal(SIGILL, on_crash);
    signal(SIGSEGV, on_crash);
    scree_context *context = NULL;
    unsigned messages = 0;
    scree_context_params log = {.log = print_message, .log_user = &messages};
    scree_device_params scalar = {.cpu_level = SCREE_CPU_LEVEL_SCALAR, .threads = 1};
    implementation reference = {.name = "reference", .method = SCREE_METHOD_DIRECT};
    static implementation_table table;
    if (scree_context_create(&log, &context) != SCREE_OK ||
        scree_device_open(context, &scalar, &reference.device) != SCREE_OK) {
        return 1;
    }
    add_levels(context, &table, &chosen);
    add_gpus(context, &table, &chosen);
    if (table.count == 0 && !chosen.is_listing) {
        printf("skipped: no implementation here is called %s; `scree devices` says why\n", chosen.implementation_text);
        scree_device_close(&reference.device);
        scree_context_destroy(&context);
        return SKIPPED;
    }
    printf("seed %" PRIu64 "\n", chosen.seed);
    for (unsigned number = 0; number < noise_case_count(); number++) {
        noise_case c = noise_case_make(number, chosen.seed);
        if (chosen.every > 1 && number % chosen.every != 0) {
            continue;
        }
        if (chosen.case_text != NULL && strstr(c.name, chosen.case_text) == NULL) {
            continue;
        }
        if (chosen.is_listing) {
            printf("%s\n", c.name);
        } else {
            check_case(&reference, &table, &c, &chosen);
        }
    }
    unsigned failures = 0;
    for (unsigned i = 0; i < table.count; i++) {
        implementation *with = &table.implementations[i];
        printf("%-32s %u of %u cases equal\n", with->name, with->cases - with->failures, with->cases);
        failures += with->failures;
        scree_device_close(&with->device);
    }
    scree_device_close(&reference.device);
    scree_context_destroy(&context);
    if (messages > 0) {
        printf("FAILED: %u messages of the library\n", messages);
    }
    return failures + messages == 0 ? 0 : 1;
}
