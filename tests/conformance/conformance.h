/*
 * Shared parts of the conformance tables: the command line, the sample that runs, the implementations that are
 * compared, canaries, and crash reports.
 *
 *     PROGRAM [--cases=N] [--seed=N] [--contents=N] [--case=TEXT] [--implementation=TEXT] [--list] [--bench]
 *
 * A comparison is one case by one implementation; the reference is scalar C on one thread. All comparisons run, or with
 * --cases a sample of so many, which meets every row of the table (sample.h), whatever the budget. --seed draws the
 * sample; without it the environment variable SCREE_TEST_SEED does, or 1. --contents draws what the table itself leaves
 * open; without it, 1. --case and --implementation leave out whose name does not have the text. --list prints what
 * would run, --bench also times it.
 */
#ifndef SCREE_TEST_CONFORMANCE_H
#define SCREE_TEST_CONFORMANCE_H

#include <scree/scree.h>

#include "sample.h"

#define CONFORMANCE_CANARY 0x7fa5c3e1u /* A NaN that no kernel makes. */

typedef struct conformance_options {
    uint64_t cases; /* UINT64_MAX = all. */
    uint64_t seed;
    uint64_t contents;
    const char *case_text;
    const char *implementation_text;
    bool is_listing;
    bool is_bench;
} conformance_options;

/* A way through a device. */
typedef struct conformance_route {
    const char *name;
    uint32_t threads; /* CPU only. */
} conformance_route;

/* A device by one of its routes. */
typedef struct conformance_implementation {
    char name[60];
    scree_device *device; /* All routes of a device share it. */
    unsigned route;       /* Its number among those of the suite. */
    bool is_software_gpu;
    unsigned cases;
    unsigned failures;
} conformance_implementation;

#define CONFORMANCE_MOST_IMPLEMENTATIONS 64

typedef struct conformance_run {
    conformance_options chosen;
    scree_device *reference;
    conformance_implementation implementations[CONFORMANCE_MOST_IMPLEMENTATIONS];
    unsigned count;
    uint64_t occupied_before; /* Bytes of memory when software GPUs were opened. */
} conformance_run;

/* One case with one implementation. */
typedef struct conformance_comparison {
    char name[160]; /* The case's. */
    sample_rows rows;
} conformance_comparison;

/* A table of cases. */
typedef struct conformance_suite {
    const conformance_route *cpu_routes; /* Every level of the processor is tried by each. */
    unsigned cpu_route_count;
    const conformance_route *gpu_routes; /* Every GPU that can be used, likewise. */
    unsigned gpu_route_count;
    unsigned case_count;
    /* Describes a case by an implementation, starting from no rows. False where the implementation does not take it. */
    bool (*describe)(const conformance_run *run, unsigned number, const conformance_implementation *with,
                     conformance_comparison *comparison);
    /* Makes a case and compares with the reference those implementations whose bits are set. */
    void (*check)(conformance_run *run, unsigned number, uint64_t implementations);
} conformance_suite;

/* The whole program: its exit status. 77 where no implementation has the name that was asked for. */
int conformance_main(int argc, char **argv, const conformance_suite *suite);

/* Counts a comparison, which was right where `fault` is NULL. A fault is printed, with the options that repeat it. */
void conformance_count(const conformance_run *run, conformance_implementation *with, const char *name,
                       const char *fault);

/* Keeps what runs for the message of a crash, which may come in any thread of the library. */
void conformance_announce(const char *implementation, const char *name);

uint32_t conformance_bits(float value);

/*
 * Runs a function on a thread of its own, whose fields that are evaluated at once are those of the device's instruction
 * set; waits for it.
 */
void conformance_on_thread(const scree_device *device, void (*run)(void *argument), void *argument);

/* Seconds of a clock that nobody sets. */
double conformance_now(void);

#endif
