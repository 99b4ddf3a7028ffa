/* Fixture of property tests: a context that keeps the last message, devices, and fields in memory. */
#ifndef SCREE_TEST_FIXTURE_H
#define SCREE_TEST_FIXTURE_H

#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <scree/scree.h>

#include "field_jobs.h"
#include "watchdog.h"

/* The context of the test program; messages go to fixture_message. */
extern scree_context *fixture_context;
extern char fixture_message[1024];
/* Messages of Vulkan's validation layer so far: there should be none. */
extern unsigned fixture_complaints;

/* Group setup and teardown for cmocka. */
int fixture_create(void **state);
int fixture_destroy(void **state);

/* Opens a device, failing the test where that fails. */
scree_device *fixture_device(scree_cpu_level level, uint32_t threads);

/* Such a device that all tests of the program share; fixture_destroy() closes it. */
scree_device *fixture_cpu(scree_cpu_level level, uint32_t threads);

/* A field of noise, and memory of a device, failing the test where that fails. */
scree_field *fixture_field(const scree_noise_params *params);
scree_buffer *fixture_buffer(scree_device *device, uint64_t bytes);

/* Waits for a job, which must succeed, and releases it. */
void fixture_finish(scree_job **job);

uint64_t fixture_samples(const scree_grid *grid);

/* Fills new memory with a field and waits; the caller frees it. `status`, optional, is that of the finished job. */
float *fixture_fill(scree_device *device, const scree_noise_params *params, const scree_grid *grid,
                    scree_job_status *status);

/* The same by a method. */
float *fixture_fill_by(scree_device *device, const scree_noise_params *params, scree_noise_method method,
                       const scree_grid *grid, scree_job_status *status);

/* Tiles of a grid of 90x70x20 samples, cut anywhere, have the samples of the whole. */
void fixture_assert_tiles(scree_device *device, const scree_noise_params *params, const scree_grid *whole);

/* A sink whose every call posts `is_called` and waits until `may_return` is posted. */
typedef struct held_sink {
    sem_t is_called;
    sem_t may_return;
    unsigned calls;
    scree_result result; /* Result of every call. */
} held_sink;

void held_sink_init(held_sink *held);
void held_sink_destroy(held_sink *held);
scree_result held_sink_write(void *user, const scree_slab *slab);

/* One of many calls, by any threads, that posts `is_reached` and waits until `may_go_on` is posted. */
typedef struct held_call {
    sem_t is_reached;
    sem_t may_go_on;
    _Atomic uint64_t calls; /* Calls so far. */
    uint64_t held;          /* Number of the call that is held, from 0 on. */
} held_call;

void held_call_init(held_call *held, uint64_t number);
void held_call_destroy(held_call *held);
void held_call_enter(held_call *held);

/* SplitMix64, and a number in [0, 1) from it. */
uint64_t fixture_draw(uint64_t *state);
double fixture_draw_unit(uint64_t *state);

#endif
