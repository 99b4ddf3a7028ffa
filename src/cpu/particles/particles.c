/* Runs of particles by the CPU: parts for threads, each of which draws into an accumulation buffer of its own. */
#include <string.h>

#include "context_internal.h"
#include "cpu_device.h"
#include "os.h"
#include "particle_session.h"
#include "whole_numbers.h"

/* Particles of a task: whole batches of kernels, and enough tasks for all threads. */
#define TASK_MIN_PARTICLES 256u
#define TASK_MAX_PARTICLES 4096u
#define TASKS_A_THREAD 8u
/* Pixels that a task adds up. */
#define TASK_PIXELS 65536u
/* Drawings for each pixel from which on a further thread is worth its own accumulation buffer, which takes time to
   clear and add. */
#define PIXELS_A_DRAWING 4u
/* Bytes of accumulation buffers that threads may have in all. */
#define ACCUMULATION_BYTES ((uint64_t)4 << 30)

/* A run that threads share. */
typedef struct shared_run {
    const scree_particle_work *work;
    void (*kernel)(scree_cpu_particles *part);
    uint64_t task_particles;
    char *positions;
    uint64_t *accumulation;
    uint64_t *own_accumulations; /* The buffers of all workers but the first. */
    uint64_t lost[SCREE_MAX_THREADS];
    uint32_t workers;
} shared_run;

static uint64_t *accumulation_of(const shared_run *shared, uint32_t worker)
{
    return worker == 0 || shared->accumulation == NULL
               ? shared->accumulation
               : shared->own_accumulations + (worker - 1) * shared->work->splat.pixels;
}

static void run_task(void *user, uint32_t worker, uint64_t number)
{
    shared_run *shared = user;
    const uint64_t done = number * shared->task_particles;
    scree_cpu_particles part = {.work = shared->work,
                                .first = shared->work->run->first + done,
                                .count = scree_min(shared->work->run->count - done, shared->task_particles),
                                .accumulation = accumulation_of(shared, worker)};
    if (shared->positions != NULL) {
        part.positions = shared->positions + done * scree_particle_bytes(shared->work->params->type);
    }
    shared->kernel(&part);
    shared->lost[worker] += part.lost;
}

/* Clears the accumulation buffers of all workers but the first. */
static void clear_task(void *user, uint32_t worker, uint64_t number)
{
    const shared_run *shared = user;
    const uint64_t pixels = (shared->workers - 1) * shared->work->splat.pixels;
    const uint64_t first = number * TASK_PIXELS;
    (void)worker;
    memset(shared->own_accumulations + first, 0, scree_min(pixels - first, (uint64_t)TASK_PIXELS) * sizeof(uint64_t));
}

/* Adds the accumulation buffers of all other workers to the first one's. */
static void add_task(void *user, uint32_t worker, uint64_t number)
{
    const shared_run *shared = user;
    const uint64_t first = number * TASK_PIXELS;
    const uint64_t count = scree_min(shared->work->splat.pixels - first, (uint64_t)TASK_PIXELS);
    (void)worker;
    for (uint32_t w = 1; w < shared->workers; w++) {
        const uint64_t *from = accumulation_of(shared, w) + first;
        uint64_t *to = shared->accumulation + first;
        for (uint64_t i = 0; i < count; i++) {
            to[i] += from[i];
        }
    }
}

static uint64_t task_particles(const scree_cpu_device *cpu, uint64_t count)
{
    const uint64_t tasks = count / TASK_MIN_PARTICLES / (TASKS_A_THREAD * cpu->base.info.threads);
    return scree_min((tasks + 1) * TASK_MIN_PARTICLES, TASK_MAX_PARTICLES);
}

/* The number of threads of which each has a task, and an accumulation buffer that is worth its memory. */
static uint32_t workers_for(const scree_cpu_device *cpu, const scree_particle_work *work, uint64_t tasks)
{
    uint64_t workers = scree_min(tasks, cpu->base.info.threads);
    if (work->splat.buffer != NULL) {
        const uint64_t drawings = work->splat.splattings * work->run->count;
        const uint64_t moves = work->run->steps * work->run->count;
        const uint64_t useful = 1 + (PIXELS_A_DRAWING * drawings + moves) / work->splat.pixels;
        const uint64_t fitting = 1 + ACCUMULATION_BYTES / (work->splat.pixels * sizeof(uint64_t));
        workers = scree_min(workers, scree_min(useful, fitting));
    }
    return (uint32_t)workers;
}

static scree_result make_accumulations(const scree_cpu_device *cpu, shared_run *shared)
{
    if (shared->accumulation == NULL || shared->workers < 2) {
        return SCREE_OK;
    }
    const uint64_t pixels = (shared->workers - 1) * shared->work->splat.pixels;
    shared->own_accumulations = scree_os_large_alloc((size_t)(pixels * sizeof(uint64_t)));
    if (shared->own_accumulations == NULL) {
        return scree_fail(cpu->base.context, SCREE_ERROR_OUT_OF_MEMORY,
                          "no memory for accumulation buffers of %llu pixels for %u threads",
                          (unsigned long long)shared->work->splat.pixels, shared->workers);
    }
    scree_worker_pool_run(cpu->pool, shared->workers, scree_div_round_up(pixels, TASK_PIXELS), clear_task, shared);
    return SCREE_OK;
}

static scree_result run_particles(scree_device *device, const void *wanted, void *reported)
{
    const scree_particle_work *work = wanted;
    scree_particle_report *report = reported;
    const scree_cpu_device *cpu = (scree_cpu_device *)device;
    const scree_particle_run *run = work->run;
    const scree_particle_kernels *kernels = &cpu->kernels.particles;
    shared_run shared = {.work = work,
                         .kernel = work->params->type == SCREE_PARTICLE_F32 ? kernels->run_narrow : kernels->run_wide,
                         .task_particles = task_particles(cpu, run->count)};
    if (run->positions != NULL) {
        shared.positions = (char *)scree_cpu_buffer_values(run->positions, run->offset);
    }
    if (work->splat.buffer != NULL) {
        shared.accumulation = (uint64_t *)(void *)scree_cpu_buffer_values(work->splat.buffer, work->splat.offset);
    }
    const uint64_t tasks = scree_div_round_up(run->count, shared.task_particles);
    shared.workers = workers_for(cpu, work, tasks);
    scree_result result = make_accumulations(cpu, &shared);
    if (result == SCREE_OK) {
        scree_worker_pool_run(cpu->pool, shared.workers, tasks, run_task, &shared);
        if (shared.own_accumulations != NULL) {
            scree_worker_pool_run(cpu->pool, shared.workers, scree_div_round_up(work->splat.pixels, TASK_PIXELS),
                                  add_task, &shared);
        }
        for (uint32_t w = 0; w < shared.workers; w++) {
            report->lost += shared.lost[w];
        }
    }
    scree_os_aligned_free(shared.own_accumulations);
    return result;
}

const scree_field_functions scree_cpu_particles_functions = SCREE_PARTICLE_FUNCTIONS(run_particles);
