/*
 * Shared parts of the conformance tables: the command line, the implementations that are compared, canaries, and
 * crash reports.
 *
 *     PROGRAM [--seed=N] [--case=TEXT] [--implementation=TEXT] [--every=N] [--list] [--bench]
 *
 * The reference is scalar C on one thread. The seed draws what a table leaves open, and is printed.
 */
#ifndef SCREE_TEST_CONFORMANCE_H
#define SCREE_TEST_CONFORMANCE_H

#include <scree/scree.h>

#define CONFORMANCE_CANARY 0x7fa5c3e1u /* A NaN that no kernel makes. */

typedef struct conformance_options {
    uint64_t seed;
    unsigned every; /* Only one case of so many; 0 = all. */
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
    scree_device *device;
    unsigned route; /* Its number among those of the suite. */
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
} conformance_run;

/* A table of cases. */
typedef struct conformance_suite {
    const conformance_route *cpu_routes; /* Every level of the processor is tried by each. */
    unsigned cpu_route_count;
    const conformance_route *gpu_routes; /* Every GPU that can be used, likewise. */
    unsigned gpu_route_count;
    unsigned case_count;
    /* Makes a case and, where conformance_wants() it, compares all implementations with the reference. */
    void (*check)(conformance_run *run, unsigned number);
} conformance_suite;

/* The whole program: its exit status. 77 where no implementation has the name that was asked for. */
int conformance_main(int argc, char **argv, const conformance_suite *suite);

/* Whether a case is to run; one that is only to be listed is. */
bool conformance_wants(const conformance_run *run, const char *name);

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
