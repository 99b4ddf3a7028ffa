#include "conformance.h"

#include <inttypes.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Exit status of a program that found nothing to test. */
#define SKIPPED 77

static char running[2048];

void conformance_announce(const char *implementation, const char *name)
{
    snprintf(running, sizeof running, "%s %s\n", implementation, name);
}

static void on_crash(int signal_number)
{
    static const char before[] = "FAILED, crashed: ";
    signal(signal_number, SIG_DFL);
    if (write(STDERR_FILENO, before, sizeof before - 1) > 0 && write(STDERR_FILENO, running, strlen(running)) > 0) {
        raise(signal_number);
    }
}

/* Nothing in a table is wrong, so that every warning is one that should not be. Others tell of devices there are not.
 */
static void print_message(void *user, scree_log_level level, const char *message)
{
    unsigned *messages = user;
    *messages += level != SCREE_LOG_INFO;
    fprintf(stderr, "  library: %s\n", message);
}

uint32_t conformance_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

double conformance_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

typedef struct thread_call {
    void (*run)(void *argument);
    void *argument;
} thread_call;

static void *run_call(void *argument)
{
    const thread_call *call = argument;
    call->run(call->argument);
    return NULL;
}

void conformance_on_thread(const scree_device *device, void (*run)(void *argument), void *argument)
{
    scree_device_info info;
    pthread_t thread;
    thread_call call = {.run = run, .argument = argument};
    /* A thread reads the variable when it evaluates its first field. */
    if (scree_device_describe(device, &info) != SCREE_OK ||
        setenv("SCREE_CPU_LEVEL", scree_cpu_level_name(info.cpu_level), 1) != 0 ||
        pthread_create(&thread, NULL, run_call, &call) != 0) {
        fprintf(stderr, "no thread could be started\n");
        exit(1);
    }
    pthread_join(thread, NULL);
    unsetenv("SCREE_CPU_LEVEL");
}

/* The text behind the name of an option; NULL where the argument is another option. */
static const char *find_value(const char *argument, const char *name)
{
    size_t length = strlen(name);
    return strncmp(argument, name, length) == 0 ? argument + length : NULL;
}

static bool read_number(const char *argument, const char *name, uint64_t *number)
{
    const char *value = find_value(argument, name);
    *number = value != NULL ? strtoull(value, NULL, 10) : *number;
    return value != NULL;
}

static bool read_text(const char *argument, const char *name, const char **text)
{
    const char *value = find_value(argument, name);
    *text = value != NULL ? value : *text;
    return value != NULL;
}

static bool read_flag(const char *argument, const char *name, bool *flag)
{
    bool is_set = strcmp(argument, name) == 0;
    *flag = *flag || is_set;
    return is_set;
}

static bool read_option(const char *argument, conformance_options *chosen)
{
    return read_number(argument, "--cases=", &chosen->cases) || read_number(argument, "--seed=", &chosen->seed) ||
           read_number(argument, "--contents=", &chosen->contents) ||
           read_text(argument, "--case=", &chosen->case_text) ||
           read_text(argument, "--implementation=", &chosen->implementation_text) ||
           read_flag(argument, "--list", &chosen->is_listing) || read_flag(argument, "--bench", &chosen->is_bench);
}

static bool read_options(int argc, char **argv, conformance_options *chosen)
{
    const char *seed = getenv("SCREE_TEST_SEED");
    *chosen =
        (conformance_options){.cases = UINT64_MAX, .seed = seed != NULL ? strtoull(seed, NULL, 10) : 1, .contents = 1};
    for (int i = 1; i < argc; i++) {
        if (!read_option(argv[i], chosen)) {
            fprintf(stderr, "unknown option %s\n", argv[i]);
            return false;
        }
    }
    return true;
}

static bool has_text(const char *name, const char *text)
{
    return text == NULL || strstr(name, text) != NULL;
}

static scree_device_info describe_device(const scree_device *device)
{
    scree_device_info info;
    if (scree_device_describe(device, &info) != SCREE_OK) {
        exit(1);
    }
    return info;
}

/* The device that an implementation has opened with these parameters; NULL where none has. */
static scree_device *find_device(const conformance_run *run, const scree_device_params *params)
{
    for (unsigned i = 0; i < run->count; i++) {
        scree_device *device = run->implementations[i].device;
        const scree_device_info info = describe_device(device);
        if (info.backend == params->backend &&
            (info.backend == SCREE_BACKEND_CPU ? info.cpu_level == params->cpu_level && info.threads == params->threads
                                               : info.index == params->index)) {
            return device;
        }
    }
    return NULL;
}

/* Adds an implementation to the table, unless the options leave it out. */
static void add_implementation(scree_context *context, conformance_run *run, const char *device_name,
                               const conformance_route *route, unsigned number, const scree_device_params *params)
{
    conformance_implementation *next = &run->implementations[run->count];
    if (run->count == CONFORMANCE_MOST_IMPLEMENTATIONS) {
        fprintf(stderr, "too many implementations\n");
        exit(1);
    }
    *next = (conformance_implementation){.route = number, .device = find_device(run, params)};
    snprintf(next->name, sizeof next->name, "%s-%s", device_name, route->name);
    if (!has_text(next->name, run->chosen.implementation_text)) {
        return;
    }
    if (next->device == NULL && scree_device_open(context, params, &next->device) != SCREE_OK) {
        exit(1);
    }
    next->is_software_gpu = describe_device(next->device).kind == SCREE_DEVICE_KIND_SOFTWARE_GPU;
    run->count++;
}

static void add_levels(scree_context *context, conformance_run *run, const conformance_suite *suite)
{
    for (int level = SCREE_CPU_LEVEL_SCALAR; level <= SCREE_CPU_LEVEL_NEON; level++) {
        char name[40];
        snprintf(name, sizeof name, "cpu-%s", scree_cpu_level_name((scree_cpu_level)level));
        for (unsigned i = 0; i < suite->cpu_route_count && scree_cpu_level_available((scree_cpu_level)level); i++) {
            const conformance_route *route = &suite->cpu_routes[i];
            scree_device_params params = {.cpu_level = (scree_cpu_level)level, .threads = route->threads};
            add_implementation(context, run, name, route, i, &params);
        }
    }
}

static void add_gpus(scree_context *context, conformance_run *run, const conformance_suite *suite)
{
    scree_device_info infos[16];
    size_t count = 0;
    if (scree_device_list(context, infos, 16, &count) != SCREE_OK) {
        exit(1);
    }
    for (size_t i = 0; i < count && i < 16; i++) {
        char name[40];
        if (infos[i].backend == SCREE_BACKEND_CPU || infos[i].unsupported_reason[0] != '\0') {
            continue;
        }
        snprintf(name, sizeof name, "%s:%u", scree_backend_name(infos[i].backend), infos[i].index);
        printf("%s is %s (%s)\n", name, infos[i].name, scree_device_kind_name(infos[i].kind));
        for (unsigned k = 0; k < suite->gpu_route_count; k++) {
            scree_device_params params = {.backend = infos[i].backend, .index = infos[i].index};
            add_implementation(context, run, name, &suite->gpu_routes[k], k, &params);
        }
    }
}

void conformance_count(const conformance_run *run, conformance_implementation *with, const char *name,
                       const char *fault)
{
    with->cases++;
    if (fault != NULL) {
        with->failures++;
        printf("FAILED %s %s: %s; repeat with --case=%s --implementation=%s", with->name, name, fault, name,
               with->name);
        if (run->chosen.contents != 1) {
            printf(" --contents=%" PRIu64, run->chosen.contents);
        }
        printf("\n");
    }
}

/* All comparisons that the options leave. */
static sample_table list_comparisons(const conformance_run *run, const conformance_suite *suite)
{
    sample_table table = {0};
    for (unsigned number = 0; number < suite->case_count; number++) {
        for (unsigned i = 0; i < run->count; i++) {
            const conformance_implementation *with = &run->implementations[i];
            conformance_comparison comparison;
            comparison.rows.count = 0;
            if (suite->describe(run, number, with, &comparison) && has_text(comparison.name, run->chosen.case_text)) {
                sample_add(&table, number, i, with->name, &comparison.rows);
            }
        }
    }
    return table;
}

static void print_sample(const conformance_run *run, const sample_table *table, size_t chosen)
{
    const uint64_t cases = run->chosen.cases;
    if (chosen == table->count) {
        printf("all %zu comparisons meet %zu rows\n", chosen, table->distinct_rows);
        return;
    }
    printf("seed %" PRIu64 ": %zu of %zu comparisons meet all %zu rows", run->chosen.seed, chosen, table->count,
           table->distinct_rows);
    if (chosen > cases) {
        printf(", for which %" PRIu64 " were too few", cases);
    }
    printf("; --seed=%" PRIu64 " repeats it\n", run->chosen.seed);
}

static void print_comparisons(const conformance_run *run, const conformance_suite *suite, const sample_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        const sample_comparison *next = &table->comparisons[i];
        const conformance_implementation *with = &run->implementations[next->implementation];
        conformance_comparison comparison;
        comparison.rows.count = 0;
        if (next->is_chosen && suite->describe(run, next->number, with, &comparison)) {
            printf("%s %s\n", with->name, comparison.name);
        }
    }
}

/* Opens an implementation's device anew, for all that share it. */
static void reopen(scree_context *context, conformance_run *run, const conformance_implementation *with)
{
    scree_device *const before = with->device;
    const scree_device_info info = describe_device(before);
    const scree_device_params params = {.backend = info.backend, .index = info.index};
    scree_device *closing = before;
    scree_device *after = NULL;
    scree_device_close(&closing);
#ifdef __GLIBC__
    malloc_trim(0);
#endif
    if (scree_device_open(context, &params, &after) != SCREE_OK) {
        exit(1);
    }
    for (unsigned i = 0; i < run->count; i++) {
        conformance_implementation *sharing = &run->implementations[i];
        sharing->device = sharing->device == before ? after : sharing->device;
    }
}

/* Memory that the process occupies; 0 where the system does not tell. */
static uint64_t occupied_bytes(void)
{
    unsigned long long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%*u %llu", &pages) != 1) {
        pages = 0;
    }
    if (file != NULL) {
        fclose(file);
    }
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

/*
 * Software that stands in for a GPU keeps what it has compiled, often 80 MB for a case, until its device is closed. So
 * its device is opened anew whenever the process has grown by so much.
 */
#define MOST_GROWTH ((uint64_t)1 << 30)

static void limit_memory(scree_context *context, conformance_run *run)
{
    if (occupied_bytes() < run->occupied_before + MOST_GROWTH) {
        return;
    }
    for (unsigned i = 0; i < run->count; i++) {
        const conformance_implementation *with = &run->implementations[i];
        bool is_first = i == 0 || with->device != run->implementations[i - 1].device;
        if (with->is_software_gpu && is_first) {
            reopen(context, run, with);
        }
    }
    run->occupied_before = occupied_bytes();
}

/* Runs what is chosen, case by case. */
static void check_cases(scree_context *context, conformance_run *run, const conformance_suite *suite,
                        const sample_table *table)
{
    run->occupied_before = occupied_bytes();
    for (size_t i = 0; i < table->count;) {
        const unsigned number = table->comparisons[i].number;
        uint64_t implementations = 0;
        for (; i < table->count && table->comparisons[i].number == number; i++) {
            const sample_comparison *next = &table->comparisons[i];
            implementations |= (uint64_t)next->is_chosen << next->implementation;
        }
        if (implementations != 0) {
            suite->check(run, number, implementations);
            limit_memory(context, run);
        }
    }
}

static void run_sample(scree_context *context, conformance_run *run, const conformance_suite *suite)
{
    sample_table table = list_comparisons(run, suite);
    const uint64_t cases = run->chosen.cases;
    print_sample(run, &table, sample_choose(&table, run->chosen.seed, cases < SIZE_MAX ? (size_t)cases : SIZE_MAX));
    fflush(stdout); /* A crash takes with it what is not yet written. */
    if (run->chosen.is_listing) {
        print_comparisons(run, suite, &table);
    } else {
        check_cases(context, run, suite, &table);
    }
    sample_free(&table);
}

static unsigned close_all(conformance_run *run)
{
    unsigned failures = 0;
    for (unsigned i = 0; i < run->count; i++) {
        conformance_implementation *with = &run->implementations[i];
        bool is_shared = false;
        for (unsigned k = i + 1; k < run->count; k++) {
            is_shared = is_shared || run->implementations[k].device == with->device;
        }
        printf("%-32s %u of %u cases equal\n", with->name, with->cases - with->failures, with->cases);
        failures += with->failures;
        if (!is_shared) {
            scree_device_close(&with->device);
        }
    }
    scree_device_close(&run->reference);
    return failures;
}

int conformance_main(int argc, char **argv, const conformance_suite *suite)
{
    static conformance_run run;
    if (!read_options(argc, argv, &run.chosen)) {
        return 2;
    }
    signal(SIGILL, on_crash);
    signal(SIGSEGV, on_crash);
    scree_context *context = NULL;
    unsigned messages = 0;
    scree_context_params log = {.log = print_message, .log_user = &messages, .log_level = SCREE_LOG_INFO};
    scree_log_to(print_message, &messages, SCREE_LOG_WARNING);
    scree_device_params scalar = {.cpu_level = SCREE_CPU_LEVEL_SCALAR, .threads = 1};
    if (scree_context_create(&log, &context) != SCREE_OK ||
        scree_device_open(context, &scalar, &run.reference) != SCREE_OK) {
        return 1;
    }
    add_levels(context, &run, suite);
    add_gpus(context, &run, suite);
    bool is_empty = run.count == 0;
    if (is_empty) {
        printf("skipped: no implementation here is called %s\n", run.chosen.implementation_text);
    } else {
        run_sample(context, &run, suite);
    }
    unsigned failures = close_all(&run);
    scree_context_destroy(&context);
    if (messages > 0) {
        printf("FAILED: %u messages of the library\n", messages);
    }
    return is_empty ? SKIPPED : failures + messages == 0 ? 0 : 1;
}
