#include "conformance.h"

#include <inttypes.h>
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

static bool read_option(const char *argument, conformance_options *chosen)
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

/* Adds an implementation to the table, unless the options leave it out. */
static void add_implementation(scree_context *context, conformance_run *run, const char *device_name,
                               const conformance_route *route, unsigned number, const scree_device_params *params)
{
    conformance_implementation *next = &run->implementations[run->count];
    *next = (conformance_implementation){.route = number};
    snprintf(next->name, sizeof next->name, "%s-%s", device_name, route->name);
    if (run->chosen.implementation_text != NULL && strstr(next->name, run->chosen.implementation_text) == NULL) {
        return;
    }
    if (run->count + 1 == CONFORMANCE_MOST_IMPLEMENTATIONS ||
        scree_device_open(context, params, &next->device) != SCREE_OK) {
        exit(1);
    }
    scree_device_info info;
    next->is_software_gpu = scree_device_describe(next->device, &info) == SCREE_OK &&
                            info.kind == SCREE_DEVICE_KIND_SOFTWARE_GPU;
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
        if (infos[i].backend == SCREE_BACKEND_CPU || infos[i].refusal[0] != '\0') {
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

bool conformance_wants(const conformance_run *run, const char *name)
{
    if (run->chosen.case_text != NULL && strstr(name, run->chosen.case_text) == NULL) {
        return false;
    }
    if (run->chosen.is_listing) {
        printf("%s\n", name);
    }
    return !run->chosen.is_listing;
}

static unsigned close_all(conformance_run *run)
{
    unsigned failures = 0;
    for (unsigned i = 0; i < run->count; i++) {
        conformance_implementation *with = &run->implementations[i];
        printf("%-32s %u of %u cases equal\n", with->name, with->cases - with->failures, with->cases);
        failures += with->failures;
        scree_device_close(&with->device);
    }
    scree_device_close(&run->reference);
    return failures;
}

static void check_cases(conformance_run *run, const conformance_suite *suite)
{
    printf("seed %" PRIu64 "\n", run->chosen.seed);
    for (unsigned number = 0; number < suite->case_count; number++) {
        if (run->chosen.every < 2 || number % run->chosen.every == 0) {
            suite->check(run, number);
        }
    }
}

int conformance_main(int argc, char **argv, const conformance_suite *suite)
{
    static conformance_run run;
    run.chosen.seed = 1;
    for (int i = 1; i < argc; i++) {
        if (!read_option(argv[i], &run.chosen)) {
            fprintf(stderr, "unknown option %s\n", argv[i]);
            return 2;
        }
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
    bool is_empty = run.count == 0 && !run.chosen.is_listing;
    if (is_empty) {
        printf("skipped: no implementation here is called %s\n", run.chosen.implementation_text);
    } else {
        check_cases(&run, suite);
    }
    unsigned failures = close_all(&run);
    scree_context_destroy(&context);
    if (messages > 0) {
        printf("FAILED: %u messages of the library\n", messages);
    }
    return is_empty ? SKIPPED : failures + messages == 0 ? 0 : 1;
}
