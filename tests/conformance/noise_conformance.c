/*
 * The conformance table: every implementation of lattice noise against scalar C, bit for bit.
 *
 *     noise_conformance [--seed=N] [--case=TEXT] [--implementation=TEXT] [--list] [--bench]
 *
 * The reference evaluates sample by sample, one lane, one thread. Each implementation gets the same inputs, drawn again
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

typedef struct implementation {
    char name[48];
    scree_device *device;
    scree_method method;
    unsigned cases;
    unsigned failures;
} implementation;

typedef struct options {
    uint64_t seed;
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

static void print_message(void *user, scree_log_level level, const char *message)
{
    (void)user;
    (void)level;
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

static bool fill(const implementation *with, const noise_case *c, float *out, scree_job_status *status)
{
    scree_noise_params params = c->params;
    scree_job *job = NULL;
    params.method = with->method;
    scree_result result = scree_noise_fill(with->device, &params, &c->grid, out, &job);
    if (result == SCREE_OK) {
        result = scree_job_wait(job, UINT64_MAX);
        *status = scree_job_poll(job);
    }
    scree_job_release(&job);
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

/* Every level that this processor has, each by both methods and by the automatic one, the last on several threads. */
static unsigned open_implementations(scree_context *context, implementation *table, const options *chosen)
{
    static const char *const method_names[] = {"auto-3-threads", "contraction", "direct"};
    unsigned count = 0;
    for (int level = SCREE_CPU_LEVEL_SCALAR; level <= SCREE_CPU_LEVEL_NEON; level++) {
        for (int method = 0; method < 3 && scree_cpu_level_available((scree_cpu_level)level); method++) {
            implementation *made = &table[count];
            *made = (implementation){.method = (scree_method)method};
            snprintf(made->name, sizeof made->name, "cpu-%s-%s", scree_cpu_level_name((scree_cpu_level)level),
                     method_names[method]);
            if (chosen->implementation_text != NULL && strstr(made->name, chosen->implementation_text) == NULL) {
                continue;
            }
            scree_device_params params = {.cpu_level = (scree_cpu_level)level, .threads = method == 0 ? 3 : 1};
            if (scree_device_open(context, &params, &made->device) != SCREE_OK) {
                exit(1);
            }
            count++;
        }
    }
    return count;
}

static bool read_option(const char *argument, options *chosen)
{
    if (strncmp(argument, "--seed=", 7) == 0) {
        chosen->seed = strtoull(argument + 7, NULL, 10);
    } else if (strncmp(argument, "--case=", 7) == 0) {
        chosen->case_text = argument + 7;
    } else if (strncmp(argument, "--implementation=", 17) == 0) {
        chosen->implementation_text = argument + 17;
    } else if (strcmp(argument, "--list") == 0) {
        chosen->is_listing = true;
    } else if (strcmp(argument, "--bench") == 0) {
        chosen->is_bench = true;
    } else {
        return false;
    }
    return true;
}

static void check_case(const implementation *reference, implementation *table, unsigned count, const noise_case *c,
                       const options *chosen)
{
    float *expected = make_guarded(c);
    scree_job_status status = {0};
    if (!fill(reference, c, expected + CANARY_FLOATS, &status)) {
        exit(1);
    }
    for (unsigned i = 0; i < count; i++) {
        check_implementation(&table[i], c, expected, &status, chosen);
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
    scree_context_params log = {.log = print_message};
    scree_device_params scalar = {.cpu_level = SCREE_CPU_LEVEL_SCALAR, .threads = 1};
    implementation reference = {.name = "reference", .method = SCREE_METHOD_DIRECT};
    implementation table[3 * (SCREE_CPU_LEVEL_NEON + 1)];
    if (scree_context_create(&log, &context) != SCREE_OK ||
        scree_device_open(context, &scalar, &reference.device) != SCREE_OK) {
        return 1;
    }
    unsigned count = open_implementations(context, table, &chosen);
    printf("seed %" PRIu64 "\n", chosen.seed);
    for (unsigned number = 0; number < noise_case_count(); number++) {
        noise_case c = noise_case_make(number, chosen.seed);
        if (chosen.case_text != NULL && strstr(c.name, chosen.case_text) == NULL) {
            continue;
        }
        if (chosen.is_listing) {
            printf("%s\n", c.name);
        } else {
            check_case(&reference, table, count, &c, &chosen);
        }
    }
    unsigned failures = 0;
    for (unsigned i = 0; i < count; i++) {
        printf("%-32s %u of %u cases equal\n", table[i].name, table[i].cases - table[i].failures, table[i].cases);
        failures += table[i].failures;
        scree_device_close(&table[i].device);
    }
    scree_device_close(&reference.device);
    scree_context_destroy(&context);
    return failures == 0 ? 0 : 1;
}
