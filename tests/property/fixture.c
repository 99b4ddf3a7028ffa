#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

scree_context *fixture_context;
char fixture_message[1024];
unsigned fixture_complaints;

static void keep_message(void *user, scree_log_level level, const char *message)
{
    (void)user;
    (void)level;
    if (strncmp(message, "Vulkan validation", 17) == 0) {
        fixture_complaints++;
        fprintf(stderr, "%s\n", message);
        return;
    }
    snprintf(fixture_message, sizeof fixture_message, "%s", message);
}

int fixture_create(void **state)
{
    scree_context_params params = {.log = keep_message, .log_level = SCREE_LOG_WARNING};
    scree_log_to(keep_message, NULL, SCREE_LOG_WARNING);
    return scree_context_create(&params, &fixture_context) == SCREE_OK ? 0 : -1;
}

/* Devices that tests share: one for each level and number of threads. */
#define CPU_LEVELS (SCREE_CPU_LEVEL_NEON + 1)
#define MAX_THREADS 3
static scree_device *cpus[CPU_LEVELS][MAX_THREADS + 1];

int fixture_destroy(void **state)
{
    for (size_t level = 0; level < CPU_LEVELS; level++) {
        for (size_t threads = 0; threads <= MAX_THREADS; threads++) {
            scree_device_close(&cpus[level][threads]);
        }
    }
    scree_context_destroy(&fixture_context);
    return 0;
}

scree_device *fixture_device(scree_cpu_level level, uint32_t threads)
{
    scree_device_params params = {.cpu_level = level, .threads = threads};
    scree_device *device = NULL;
    assert_int_equal(scree_device_open(fixture_context, &params, &device), SCREE_OK);
    return device;
}

scree_device *fixture_cpu(scree_cpu_level level, uint32_t threads)
{
    scree_device **device = &cpus[threads][level];
    if (*device == NULL) {
        *device = fixture_device(level, threads);
    }
    return *device;
}

scree_field *fixture_field(const scree_noise_params *params)
{
    scree_field *field = NULL;
    assert_int_equal(scree_field_from_noise(fixture_context, params, &field), SCREE_OK);
    return field;
}

scree_buffer *fixture_buffer(scree_device *device, uint64_t bytes)
{
    scree_buffer *buffer = NULL;
    assert_int_equal(scree_buffer_create(device, bytes, &buffer), SCREE_OK);
    return buffer;
}

void fixture_finish(scree_job **job)
{
    assert_int_equal(scree_job_wait(*job, UINT64_MAX), SCREE_OK);
    scree_job_release(job);
}

uint64_t fixture_samples(const scree_grid *grid)
{
    uint64_t samples = 1;
    for (uint32_t axis = 0; axis < grid->axes; axis++) {
        samples *= grid->count[axis];
    }
    return samples;
}

float *fixture_fill(scree_device *device, const scree_noise_params *params, const scree_grid *grid,
                    scree_job_status *status)
{
    return fixture_fill_by(device, params, SCREE_NOISE_METHOD_AUTO, grid, status);
}

float *fixture_fill_by(scree_device *device, const scree_noise_params *params, scree_noise_method method,
                       const scree_grid *grid, scree_job_status *status)
{
    float *out = malloc(fixture_samples(grid) * sizeof(float));
    scree_job *job = NULL;
    assert_non_null(out);
    assert_int_equal(noise_job_fill_by(device, params, method, grid, out, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
    if (status != NULL) {
        *status = scree_job_poll(job);
    }
    scree_job_release(&job);
    return out;
}

void fixture_assert_tiles(scree_device *device, const scree_noise_params *params, const scree_grid *whole)
{
    float *expected = fixture_fill(device, params, whole, NULL);
    for (uint32_t cut = 0; cut < 12; cut++) {
        uint64_t corner[3] = {cut * 7 % 60, cut * 5 % 50, cut % 12};
        scree_grid tile = *whole;
        for (uint32_t axis = 0; axis < 3; axis++) {
            tile.first[axis] = (int64_t)corner[axis];
            tile.count[axis] = axis == 0 ? 30 : axis == 1 ? 20 : 8;
        }
        float *actual = fixture_fill(device, params, &tile, NULL);
        for (uint64_t row = 0; row < 20 * 8; row++) {
            uint64_t y = corner[1] + row % 20;
            uint64_t z = corner[2] + row / 20;
            assert_memory_equal(actual + row * 30, expected + (z * 70 + y) * 90 + corner[0], 30 * sizeof(float));
        }
        free(actual);
    }
    free(expected);
}

void held_sink_init(held_sink *held)
{
    sem_init(&held->is_called, 0, 0);
    sem_init(&held->may_return, 0, 0);
}

void held_sink_destroy(held_sink *held)
{
    sem_destroy(&held->is_called);
    sem_destroy(&held->may_return);
}

scree_result held_sink_write(void *user, const scree_slab *slab)
{
    held_sink *held = user;
    (void)slab;
    held->calls++;
    sem_post(&held->is_called);
    sem_wait(&held->may_return);
    return held->result;
}

void held_call_init(held_call *held, uint64_t number)
{
    held->held = number;
    atomic_store(&held->calls, 0);
    sem_init(&held->is_reached, 0, 0);
    sem_init(&held->may_go_on, 0, 0);
}

void held_call_destroy(held_call *held)
{
    sem_destroy(&held->is_reached);
    sem_destroy(&held->may_go_on);
}

void held_call_enter(held_call *held)
{
    if (atomic_fetch_add(&held->calls, 1) == held->held) {
        sem_post(&held->is_reached);
        sem_wait(&held->may_go_on);
    }
}

uint64_t fixture_draw(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double fixture_draw_unit(uint64_t *state)
{
    return (double)(fixture_draw(state) >> 11) * 0x1p-53;
}
