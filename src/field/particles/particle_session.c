/*
 * Sessions of particles, the same for all devices: a box of particles is started, moved step by step in a buffer of the
 * device, splatted where a picture is wanted, and read back where its coordinates are. Steps are made in batches, so
 * that a job can be cancelled.
 */
#include <math.h>
#include <stdlib.h>

#include "context_internal.h"
#include "float_environment.h"
#include "last_error.h"
#include "os.h"
#include "particle_session.h"
#include "particle_work.h"
#include "range_scan.h"
#include "session_accumulation.h"
#include "stream.h"
#include "whole_numbers.h"

#define SLOTS 2u
/* Particles of a box: enough for all threads and for a GPU, few enough that slabs need little memory. */
#define BOX_PARTICLES ((uint64_t)1 << 18)
/* Particles of a box that stays on the device: enough for the costs of a thread's accumulation buffer, or of a
 * dispatch, to be small. */
#define CPU_BOX_PARTICLES ((uint64_t)1 << 20)
#define GPU_BOX_PARTICLES ((uint64_t)1 << 24)
/* Steps of particles in one run of a box, and those after which quads of many pixels are drawn: seconds of work at
   most. */
#define RUN_MOVES ((uint64_t)1 << 30)
#define QUAD_RUN_MOVES ((uint64_t)1 << 24)
_Static_assert(QUAD_RUN_MOVES >= GPU_BOX_PARTICLES, "a run makes one step of a box at least, or would never end");

/* A box that is made, perhaps by a thread. */
typedef struct session_box {
    uint32_t slot;
    scree_box box;
    scree_target target;
    scree_progress *progress;
    scree_job_span span;
    scree_result result;
    scree_error_text error;
} session_box;

typedef struct session_slot {
    float *values;
    void *data; /* The same in float64, of float64 particles; otherwise NULL. */
    scree_range range;
} session_slot;

struct scree_session {
    scree_device *device;
    const scree_particle_params *params;
    scree_delivery delivery;
    scree_session_accumulation accumulation;
    scree_buffer *positions; /* The positions of one box. */
    uint64_t particles;      /* The most particles of a box: an even number, since lines join two. */
    session_slot slots[SLOTS];
    session_box made;
    scree_os_thread thread; /* Makes the box, so that the members of a group work at the same time. */
    bool is_threaded;
};

static void wait_for_thread(scree_session *session)
{
    if (session->is_threaded) {
        scree_os_thread_join(&session->thread);
        session->is_threaded = false;
    }
}

void scree_particle_session_destroy(scree_session **session)
{
    scree_session *closing = *session;
    if (closing == NULL) {
        return;
    }
    wait_for_thread(closing);
    scree_session_accumulation_close(&closing->accumulation);
    if (closing->positions != NULL) {
        closing->device->functions->buffer_destroy(closing->positions);
    }
    for (uint32_t i = 0; i < SLOTS; i++) {
        free(closing->slots[i].values);
        free(closing->slots[i].data);
    }
    free(closing);
    *session = NULL;
}

/* A session whose samples go nowhere measures them, unless it draws. */
static bool reads_back(const scree_session *session)
{
    return session->delivery.work == NULL || session->delivery.keeps_values;
}

static uint64_t box_particles(const scree_session *session)
{
    const bool is_cpu = session->device->info.backend == SCREE_BACKEND_CPU;
    uint64_t particles = reads_back(session) ? BOX_PARTICLES : is_cpu ? CPU_BOX_PARTICLES : GPU_BOX_PARTICLES;
    if (session->delivery.most_samples != 0) {
        /* Members of a group share the work in boxes that begin at even numbers. */
        particles = scree_min(particles, session->delivery.most_samples / 6 * 2);
    }
    return scree_div_round_up(scree_min(particles, session->params->count), 2) * 2;
}

static bool is_wide_session(const scree_session *session)
{
    return session->params->type == SCREE_PARTICLE_F64;
}

/* Memory that is lent, or into which a box is read before it goes elsewhere. */
static bool take_memory(scree_session *session)
{
    const size_t reals = 3 * (size_t)session->particles;
    const bool is_wide = is_wide_session(session);
    bool has_memory = true;
    for (uint32_t i = 0; i < SLOTS && reads_back(session); i++) {
        session->slots[i].values = malloc(reals * sizeof(float));
        session->slots[i].data = is_wide ? malloc(reals * sizeof(double)) : NULL;
        has_memory = has_memory && session->slots[i].values != NULL && (!is_wide || session->slots[i].data != NULL);
    }
    return has_memory;
}

uint64_t scree_particle_session_bytes(const scree_session *session)
{
    const uint64_t real = sizeof(float) + (is_wide_session(session) ? sizeof(double) : 0);
    const uint64_t read_bytes = reads_back(session) ? SLOTS * 3 * session->particles * real : 0;
    const bool is_cpu = session->device->info.backend == SCREE_BACKEND_CPU;
    return read_bytes +
           (is_cpu ? session->positions->bytes + scree_session_accumulation_bytes(&session->accumulation) : 0);
}

scree_result scree_particle_session_create(scree_device *device, const scree_field_plan *plan,
                                           const scree_delivery *delivery, scree_progress *progress,
                                           scree_session **session)
{
    (void)progress;
    scree_session *made = calloc(1, sizeof *made);
    *session = made;
    if (made == NULL) {
        return scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a session");
    }
    made->device = device;
    made->params = plan->part;
    made->delivery = *delivery;
    made->particles = box_particles(made);
    scree_result result = take_memory(made)
                              ? SCREE_OK
                              : scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for %llu particles",
                                           (unsigned long long)made->particles);
    if (result == SCREE_OK) {
        const uint64_t bytes = made->particles * scree_particle_bytes(made->params->type);
        result = device->functions->buffer_create(device, bytes, &made->positions);
    }
    if (result == SCREE_OK) {
        made->positions->device = device;
        made->positions->bytes = made->particles * scree_particle_bytes(made->params->type);
    }
    if (result == SCREE_OK && delivery->work != NULL) {
        result = scree_session_accumulation_open(device, delivery->work, &made->accumulation);
    }
    if (result != SCREE_OK) {
        scree_particle_session_destroy(session);
    }
    return result;
}

scree_division scree_particle_session_divide(const scree_session *session)
{
    return (scree_division){.samples = 3 * session->particles, .slots = SLOTS, .depth = 1};
}

void scree_particle_session_lend(scree_session *session, uint32_t slot, float **values, void **data)
{
    *values = session->slots[slot].values;
    *data = session->slots[slot].data;
}

/* Counts the share of the samples whose steps are made. */
static void count_done(const scree_session *session, const scree_box *box, uint64_t before, uint64_t now,
                       scree_progress *progress)
{
    const double samples = 3.0 * (double)box->planes;
    const double steps = session->params->steps > 0 ? (double)session->params->steps : 1.0;
    const uint64_t counted = (uint64_t)(samples * (double)before / steps);
    const uint64_t done = now >= session->params->steps ? 3 * box->planes : (uint64_t)(samples * (double)now / steps);
    atomic_fetch_add(&progress->done, done - counted);
}

static scree_result run(scree_session *session, const scree_particle_run *wanted, scree_progress *progress)
{
    const scree_particle_work work = scree_particle_work_of(session->params, wanted);
    const bool is_last = wanted->first_step + wanted->steps == wanted->all_steps;
    scree_particle_report report = {.lost = 0};
    scree_result result = atomic_load(&progress->is_cancelled) ? SCREE_ERROR_CANCELLED : SCREE_OK;
    if (result == SCREE_OK && wanted->splat != NULL) {
        result = scree_session_accumulation_reserve(&session->accumulation, wanted->count * work.splat.splattings);
    }
    if (result == SCREE_OK) {
        result = session->device->functions->fields[SCREE_FIELD_TYPE_particles]->run(session->device, &work, &report);
    }
    atomic_fetch_add(&progress->device_nanoseconds, (uint64_t)(1e9 * report.device_seconds));
    if (result == SCREE_OK && is_last) {
        scree_session_accumulation_lose(&session->accumulation, report.lost);
    }
    return result;
}

/* Takes a box of particles to the device, if they have positions of their own. */
static scree_result load(const scree_session *session, const scree_box *box)
{
    const uint64_t bytes = scree_particle_bytes(session->params->type);
    const char *positions = session->params->positions;
    return positions == NULL ? SCREE_OK
                             : session->device->functions->buffer_write(session->positions, 0, box->planes * bytes,
                                                                        positions + box->first_plane * bytes);
}

static bool draws_quads_on_the_way(const scree_painting *painting)
{
    return painting != NULL && painting->splat.shape == SCREE_PARTICLE_SHAPE_QUADS && painting->splat.every != 0;
}

/* The part of a box's steps that begins after `done` of them. */
static scree_particle_run run_after(const scree_session *session, const scree_box *box, uint64_t done)
{
    const scree_particle_params *params = session->params;
    const scree_painting *painting = session->accumulation.painting;
    const uint64_t moves = draws_quads_on_the_way(painting) ? QUAD_RUN_MOVES : RUN_MOVES;
    const uint64_t most = scree_session_accumulation_steps(&session->accumulation, box->planes, moves / box->planes);
    return (scree_particle_run){.first = params->first + box->first_plane,
                                .count = box->planes,
                                .first_step = params->first_step + done,
                                .steps = scree_min(params->steps - done, most),
                                .all_steps = params->first_step + params->steps,
                                .positions = session->positions,
                                .is_continued = params->positions != NULL || done > 0,
                                .splat = painting != NULL ? &painting->splat : NULL,
                                .accumulation = session->accumulation.window};
}

/* Starts particles and makes all steps, of which there may be none. */
static scree_result move(scree_session *session, const scree_box *box, scree_progress *progress)
{
    scree_result result = load(session, box);
    uint64_t done = 0;
    bool is_over = false;
    while (result == SCREE_OK && !is_over) {
        const scree_particle_run wanted = run_after(session, box, done);
        result = run(session, &wanted, progress);
        if (result == SCREE_OK) {
            count_done(session, box, done, done + wanted.steps, progress);
        }
        done += wanted.steps;
        is_over = done >= session->params->steps;
    }
    return result;
}

/* Lost particles have no position in the range. */
static void widen(scree_range *range, float value)
{
    if (isfinite(value)) {
        scree_range_widen(range, value, value);
    }
}

/* Reads a box back, as float32 and, of float64 particles, as it is. */
static scree_result read_back(scree_session *session, session_slot *slot, const scree_box *box,
                              const scree_target *target)
{
    const size_t reals = 3 * (size_t)box->planes;
    const bool is_wide = is_wide_session(session);
    float *values = target->values != NULL ? target->values : slot->values;
    double *wide = slot->data;
    scree_result result = session->device->functions->buffer_read(
        session->positions, 0, box->planes * scree_particle_bytes(session->params->type),
        is_wide ? (void *)wide : (void *)values);
    for (size_t i = 0; i < reals && result == SCREE_OK; i++) {
        values[i] = is_wide ? (float)wide[i] : values[i];
        widen(&slot->range, values[i]);
    }
    if (result == SCREE_OK && session->delivery.buffer != NULL) {
        const uint64_t offset = session->delivery.offset + 3 * box->first_plane * sizeof(float);
        result =
            session->device->functions->buffer_write(session->delivery.buffer, offset, reals * sizeof(float), values);
    }
    return result;
}

static void make_box(scree_session *session)
{
    session_box *made = &session->made;
    session_slot *slot = &session->slots[made->slot];
    made->span = (scree_job_span){
        .device = session->delivery.member, .box = made->target.number, .start = scree_os_clock_seconds()};
    slot->range = scree_range_empty();
    made->result = move(session, &made->box, made->progress);
    if (made->result == SCREE_OK && reads_back(session) && session->device->rehearsal == NULL) {
        made->result = read_back(session, slot, &made->box, &made->target);
    }
    made->span.end = scree_os_clock_seconds();
}

static void *run_thread(void *session)
{
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    make_box(session);
    scree_float_environment_leave(&saved);
    scree_last_error_keep(&((scree_session *)session)->made.error);
    return NULL;
}

static bool is_member(const scree_session *session)
{
    return session->delivery.most_samples != 0;
}

/* Alone, a session makes a box at once; a member of a group does so while the others make theirs. */
scree_result scree_particle_session_start(scree_session *session, uint32_t slot, const scree_box *box,
                                          const scree_target *target, scree_progress *progress)
{
    session->made = (session_box){.slot = slot, .box = *box, .target = *target, .progress = progress};
    session->is_threaded = is_member(session) && scree_os_thread_start(&session->thread, run_thread, session);
    if (session->is_threaded) {
        return SCREE_OK;
    }
    make_box(session);
    return session->made.result;
}

scree_result scree_particle_session_finish(scree_session *session, uint32_t slot, scree_progress *progress,
                                           scree_range *range)
{
    const scree_range *found = &session->slots[slot].range;
    wait_for_thread(session);
    scree_last_error_adopt(&session->made.error);
    scree_progress_add_span(progress, &session->made.span);
    scree_range_widen(range, found->minimum, found->maximum);
    return session->made.result;
}
