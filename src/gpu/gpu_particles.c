/*
 * Runs of particles on a GPU. Particles that are nowhere kept are moved in slabs: if all steps of a slab fit into one
 * dispatch, its particles never leave the registers, and otherwise they stay in memory of the device between
 * dispatches.
 */
#include <string.h>

#include "context_internal.h"
#include "gpu_calls.h"
#include "gpu_constants.h"
#include "gpu_device.h"
#include "gpu_slot.h"
#include "particle_session.h"
#include "particle_work.h"

/* Velocities of particles that a dispatch evaluates: so many that it takes milliseconds, and no driver thinks that the
   device hangs. */
#define DISPATCH_VELOCITIES ((uint64_t)1 << 32)
/* Maximum particles of a slab that stays in memory, and of one that does not. */
#define KEPT_PARTICLES ((uint64_t)1 << 22)
#define FORGOTTEN_PARTICLES ((uint64_t)1 << 27)
/* Maximum particles of a slab of quads, fewer because each of them may have 2^14 pixels. */
#define QUAD_PARTICLES ((uint64_t)1 << 18)
/* Maximum steps of a dispatch where the device ends long loops early. */
#define WATCHED_STEPS 8192u
#define MAX_STEPS (1u << 20)
#define TABLE_BYTES (SCREE_PARTICLE_WORDS * SCREE_GPU_WORD)

typedef struct gpu_run {
    scree_gpu *gpu;
    scree_gpu_slot *slot;
    const scree_particle_work *work;
    scree_particle_report *report;
    uint64_t particle_bytes;
    uint32_t max_steps; /* The most of a dispatch. */
    bool is_kept;       /* Particles are in memory between dispatches. */
} gpu_run;

/* Particles of one run of dispatches. */
typedef struct gpu_slab {
    uint64_t first; /* Counted from the run's first. */
    uint64_t count;
    scree_gpu_span positions; /* Empty where they are not kept. */
    uint32_t first_real;
} gpu_slab;

static scree_gpu_program find_program(const gpu_run *run)
{
    static const scree_gpu_program programs[2][2] = {{SCREE_GPU_PARTICLES_HALVES, SCREE_GPU_PARTICLES},
                                                     {SCREE_GPU_PARTICLES_WIDE_HALVES, SCREE_GPU_PARTICLES_WIDE}};
    return programs[run->work->params->type == SCREE_PARTICLE_F64][run->gpu->limits.has_wide_atomics];
}

static void choose_constants(const gpu_run *run, uint64_t done, const scree_step_batch *batch, uint32_t *specialisation)
{
    const scree_particle_work *work = run->work;
    const bool draws = work->splat.buffer != NULL && batch->next_drawing <= batch->steps;
    const bool is_last = done + batch->steps == work->run->steps;
    specialisation[CONSTANT_PARTICLE_SYSTEM] = (uint32_t)work->params->system;
    specialisation[CONSTANT_PARTICLE_INTEGRATOR] = (uint32_t)work->params->integrator;
    specialisation[CONSTANT_PARTICLE_SHAPE] = draws ? (uint32_t)work->splat.shape : SCREE_KERNEL_SHAPE_NONE;
    specialisation[CONSTANT_PARTICLE_COLOUR] = draws ? (uint32_t)work->splat.colour : SCREE_KERNEL_COLOUR_DENSITY;
    specialisation[CONSTANT_PARTICLE_PERSPECTIVE] = draws && work->splat.has_perspective;
    specialisation[CONSTANT_PARTICLE_MEMORY] =
        (done > 0 || work->run->is_continued ? PARTICLE_LOADS : 0) |
        (run->is_kept && (!is_last || work->run->positions != NULL) ? PARTICLE_STORES : 0);
}

static void dispatch_batch(const gpu_run *run, const gpu_slab *slab, uint64_t done, const scree_step_batch *batch)
{
    const scree_particle_work *work = run->work;
    const uint64_t first = work->run->first + slab->first;
    scree_gpu_particles constants = {.first_high = (uint32_t)(first >> 32),
                                     .first_low = (uint32_t)first,
                                     .count = (uint32_t)slab->count,
                                     .first_real = slab->first_real,
                                     .lost_word = SCREE_PARTICLE_WORDS,
                                     .batch = *batch};
    const scree_gpu_span table = scree_gpu_whole(&run->gpu->words);
    scree_gpu_dispatch dispatch = {
        .program = find_program(run),
        .constants = &constants,
        .constants_bytes = sizeof constants,
        .spans = {[BINDING_TABLES] = table,
                  [BINDING_RANGE] = table,
                  [BINDING_VALUES] = slab->positions.memory != NULL ? slab->positions : table,
                  [BINDING_DATA] = table}};
    memcpy(constants.words, work->words, sizeof constants.words);
    choose_constants(run, done, batch, dispatch.specialisation);
    if (work->splat.buffer != NULL) {
        const scree_gpu_span pixels = {&((scree_gpu_buffer *)work->splat.buffer)->memory, work->splat.offset,
                                       work->splat.pixels * sizeof(uint64_t)};
        dispatch.spans[BINDING_DATA] =
            scree_gpu_window(run->gpu, pixels, 0, pixels.bytes / SCREE_GPU_WORD, &constants.first_pixel);
        constants.first_pixel /= 2;
    }
    scree_gpu_number_groups(run->gpu, scree_div_round_up(slab->count, PARTICLE_GROUP), 1, &dispatch);
    scree_gpu_run(run->slot->commands, &dispatch);
}

/* Runs one dispatch, and waits for it: it takes long enough that nothing is lost. */
static scree_result run_batch(gpu_run *run, const gpu_slab *slab, uint64_t done, const scree_step_batch *batch)
{
    scree_gpu *gpu = run->gpu;
    scree_gpu_commands *commands = run->slot->commands;
    const uint64_t bytes = TABLE_BYTES + SCREE_GPU_WORD;
    memcpy(gpu->words_upload.mapped, run->work->words, TABLE_BYTES);
    memset((char *)gpu->words_upload.mapped + TABLE_BYTES, 0, SCREE_GPU_WORD);
    scree_gpu_begin(commands);
    scree_gpu_copy(commands, SCREE_GPU_COMPUTE, (scree_gpu_span){&gpu->words, 0, bytes},
                   (scree_gpu_span){&gpu->words_upload, 0, bytes});
    scree_gpu_barrier(commands, false);
    dispatch_batch(run, slab, done, batch);
    scree_gpu_barrier(commands, true);
    scree_gpu_copy(commands, SCREE_GPU_COMPUTE, (scree_gpu_span){&gpu->words_download, 0, SCREE_GPU_WORD},
                   (scree_gpu_span){&gpu->words, TABLE_BYTES, SCREE_GPU_WORD});
    scree_result result = scree_gpu_submit(commands);
    scree_gpu_await(commands, &result);
    if (result == SCREE_OK) {
        uint32_t lost = 0;
        memcpy(&lost, gpu->words_download.mapped, sizeof lost);
        run->report->device_seconds += 1e-9 * (double)commands->nanoseconds;
        run->report->lost += done + batch->steps == run->work->run->steps ? lost : 0;
    }
    return result;
}

static scree_result run_slab(gpu_run *run, const gpu_slab *slab)
{
    scree_result result = SCREE_OK;
    uint64_t done = 0;
    do {
        const scree_step_batch batch = scree_particle_batch_at(run->work, done, run->max_steps);
        result = run_batch(run, slab, done, &batch);
        done += batch.steps;
    } while (result == SCREE_OK && done < run->work->run->steps);
    return result;
}

/* The memory of a slab's particles: a part of the caller's buffer, or the device's own. */
static void find_positions(const gpu_run *run, gpu_slab *slab)
{
    const scree_particle_run *wanted = run->work->run;
    const uint64_t words = slab->count * run->particle_bytes / SCREE_GPU_WORD;
    if (wanted->positions != NULL) {
        const scree_gpu_span whole = {&((scree_gpu_buffer *)wanted->positions)->memory, wanted->offset,
                                      wanted->count * run->particle_bytes};
        slab->positions = scree_gpu_window(run->gpu, whole, slab->first * run->particle_bytes / SCREE_GPU_WORD, words,
                                           &slab->first_real);
        slab->first_real /= (uint32_t)(run->particle_bytes / SCREE_GPU_WORD / 3);
    } else if (run->is_kept) {
        slab->positions = (scree_gpu_span){&run->gpu->particles, 0, words * SCREE_GPU_WORD};
    }
}

/* How many times as long as a polynomial's a velocity takes that has sines or noise. */
static uint64_t relative_cost(scree_particle_system system)
{
    const bool has_sines = system == SCREE_PARTICLE_SYSTEM_THOMAS || scree_particle_system_describe(system)->is_map;
    const bool has_noise = system == SCREE_PARTICLE_SYSTEM_FLOW || system == SCREE_PARTICLE_SYSTEM_FLOW_PLANE;
    return has_noise ? 32u : has_sines ? 8u : 1u;
}

static uint64_t velocities_of_step(const scree_particle_params *params)
{
    return (params->integrator == SCREE_PARTICLE_INTEGRATOR_RK4 ? 4u : 1u) * relative_cost(params->system);
}

/* Chooses slabs and batches; returns the particles of a slab, an even number so that lines are whole. */
static uint64_t choose_sizes(gpu_run *run)
{
    const scree_particle_work *work = run->work;
    const scree_gpu_limits *limits = &run->gpu->limits;
    const bool draws = work->splat.buffer != NULL;
    const bool draws_lines = draws && work->splat.shape == SCREE_PARTICLE_SHAPE_LINES;
    const bool draws_quads = draws && work->splat.shape == SCREE_PARTICLE_SHAPE_QUADS;
    const uint64_t velocities = velocities_of_step(work->params);
    run->max_steps = limits->has_watchdog ? WATCHED_STEPS : MAX_STEPS;
    if (draws_quads || (limits->has_watchdog && draws_lines)) {
        /* A line may take half of the steps after which the device ends a loop, and a quad a quarter. */
        run->max_steps = (uint32_t)scree_min(run->max_steps, work->splat.every);
    }
    run->is_kept = work->run->positions != NULL || work->run->steps > run->max_steps ||
                   work->run->steps * velocities > DISPATCH_VELOCITIES >> 16;
    if (!run->is_kept) {
        const uint64_t fitting = DISPATCH_VELOCITIES / (work->run->steps * velocities + 1);
        return scree_min(fitting, draws_quads ? QUAD_PARTICLES : FORGOTTEN_PARTICLES) & ~(uint64_t)1;
    }
    const uint64_t seen = scree_gpu_window_bytes(run->gpu) / run->particle_bytes;
    const uint64_t particles = scree_min(seen, draws_quads ? QUAD_PARTICLES : KEPT_PARTICLES) & ~(uint64_t)1;
    const uint64_t moved = scree_min(particles, work->run->count);
    run->max_steps = (uint32_t)scree_min(run->max_steps, DISPATCH_VELOCITIES / (moved * velocities) + 1);
    return particles;
}

static scree_result take_memory(gpu_run *run, uint64_t slab_particles)
{
    static const char purpose[] = "particles";
    scree_gpu *gpu = run->gpu;
    const uint64_t bytes = TABLE_BYTES + SCREE_GPU_WORD;
    scree_result result = scree_gpu_slots_take(gpu, 2, SCREE_GPU_WORD, purpose, &run->slot);
    scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, bytes, &gpu->words, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_UPLOAD, bytes, &gpu->words_upload, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_DOWNLOAD, SCREE_GPU_WORD, &gpu->words_download, purpose, &result);
    if (run->is_kept && run->work->run->positions == NULL) {
        const uint64_t kept = scree_min(slab_particles, run->work->run->count) * run->particle_bytes;
        scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, kept, &gpu->particles, purpose, &result);
    }
    return result;
}

static scree_result check_device(const scree_gpu *gpu, const scree_particle_work *work)
{
    if (work->params->type == SCREE_PARTICLE_F64 && !gpu->limits.has_float64) {
        return scree_fail(gpu->base.context, SCREE_ERROR_UNSUPPORTED,
                          "%s has no exact float64; particles of float32 can be had", gpu->base.label);
    }
    if (work->splat.buffer != NULL && work->splat.pixels > scree_gpu_window_bytes(gpu) / sizeof(uint64_t)) {
        return scree_fail(gpu->base.context, SCREE_ERROR_UNSUPPORTED,
                          "%s: an accumulation buffer of %llu pixels is more than the %llu that a program of it sees; "
                          "draw it in windows",
                          gpu->base.label, (unsigned long long)work->splat.pixels,
                          (unsigned long long)(scree_gpu_window_bytes(gpu) / sizeof(uint64_t)));
    }
    return SCREE_OK;
}

static scree_result run_all(gpu_run *run)
{
    const uint64_t particles = choose_sizes(run);
    const uint64_t all = run->work->run->count;
    scree_result result = take_memory(run, particles);
    for (uint64_t first = 0; first < all && result == SCREE_OK; first += particles) {
        gpu_slab slab = {.first = first, .count = scree_min(all - first, particles)};
        find_positions(run, &slab);
        result = run_slab(run, &slab);
    }
    return result;
}

static scree_result run_particles(scree_device *device, const void *wanted, void *reported)
{
    const scree_particle_work *work = wanted;
    scree_particle_report *report = reported;
    gpu_run run = {.gpu = (scree_gpu *)device,
                   .work = work,
                   .report = report,
                   .particle_bytes = scree_particle_bytes(work->params->type)};
    scree_result result = check_device(run.gpu, work);
    if (result != SCREE_OK) {
        return result;
    }
    result = scree_gpu_enter(run.gpu);
    if (result == SCREE_OK) {
        result = run_all(&run);
        scree_gpu_leave(run.gpu);
    }
    return result;
}

const scree_field_functions scree_gpu_particles_functions = SCREE_PARTICLE_FUNCTIONS(run_particles);
