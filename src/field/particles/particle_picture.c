/* Pictures of whole clouds: a job whose sessions draw (session_accumulation.h), once for each window of the picture. */
#include <inttypes.h>
#include <stdlib.h>

#include <scree/explain.h>

#include "context_internal.h"
#include "device_lock.h"
#include "float_environment.h"
#include "job.h"
#include "particles_type.h"
#include "session_accumulation.h"
#include "sized_params.h"
#include "stream.h"
#include "whole_numbers.h"

/* The inputs of a job that draws a picture. */
typedef struct picture_job {
    scree_device *device;
    scree_field_plan plan;
    scree_painting painting;
    scree_sink sink;
    uint32_t window_rows;
} picture_job;

static void destroy_job(void *argument)
{
    picture_job *job = argument;
    scree_field_plan_clear(&job->plan);
    scree_os_mutex_destroy(&job->painting.mutex);
    free(job);
}

static scree_delivery choose_delivery(picture_job *job, bool is_delivered)
{
    return (scree_delivery){.keeps_values = is_delivered, .lends_memory = is_delivered, .work = &job->painting};
}

/* The whole cloud once. The sink gets it with the first window. */
static scree_result draw_window(picture_job *job, scree_progress *progress, scree_range *range)
{
    const bool is_delivered = job->sink.write != NULL && job->painting.first_row == 0;
    const scree_delivery delivery = choose_delivery(job, is_delivered);
    const scree_mapping mapping = {.type = SCREE_TYPE_F32, .top = 1.0f};
    scree_stream stream = {.device = job->device, .plan = &job->plan, .progress = progress};
    scree_result result = scree_session_create(job->device, &job->plan, &delivery, progress, &stream.session);
    if (result == SCREE_OK && is_delivered) {
        result = scree_stream_run(&stream, &mapping, job->plan.bound, &job->sink, range);
    } else if (result == SCREE_OK) {
        result = scree_stream_fill(&stream, NULL, NULL, range);
    }
    scree_device_fields(job->device, &scree_particles_type)->destroy(&stream.session);
    return result == SCREE_OK ? job->painting.result : result;
}

static void choose_window(picture_job *job, uint32_t row)
{
    job->painting.first_row = row;
    job->painting.rows = (uint32_t)scree_min(job->painting.histogram->height - row, job->window_rows);
}

static scree_result run_job(void *argument, scree_progress *progress, scree_range *range)
{
    picture_job *job = argument;
    const uint32_t height = job->painting.histogram->height;
    scree_range found = scree_range_empty();
    scree_result result = SCREE_OK;
    for (uint32_t row = 0; row < height && result == SCREE_OK; row += job->window_rows) {
        choose_window(job, row);
        result = draw_window(job, progress, &found);
    }
    if (job->sink.write != NULL) {
        *range = scree_range_without_signed_zero(found);
    }
    return result;
}

static scree_result check(scree_context *context, const scree_field *particles, const scree_splat_params *splat,
                          const scree_histogram *histogram)
{
    if (scree_particles_params(particles) == NULL || splat == NULL || histogram == NULL || histogram->counts == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s",
                          splat == NULL               ? "splat is NULL"
                          : histogram == NULL         ? "histogram is NULL"
                          : histogram->counts == NULL ? "counts is NULL"
                                                      : "particles is NULL, or a field of another type");
    }
    const uint32_t supersample = splat->supersample != 0 ? splat->supersample : 1;
    const uint32_t side = histogram->width > histogram->height ? histogram->width : histogram->height;
    if (supersample > SCREE_MAX_SUPERSAMPLE) {
        return scree_fail(context, SCREE_ERROR_INVALID, "supersample is %" PRIu32 "; it must be 1 to %d, or 0",
                          supersample, SCREE_MAX_SUPERSAMPLE);
    }
    if (histogram->width < 1 || histogram->height < 1 || side > SCREE_MAX_PICTURE_SIDE / supersample) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "a picture of %" PRIu32 "x%" PRIu32 " pixels with a supersample of %" PRIu32
                          "; each side must be 1 to %d times that",
                          histogram->width, histogram->height, supersample, SCREE_MAX_PICTURE_SIDE);
    }
    if (splat->shape == SCREE_PARTICLE_SHAPE_LINES && scree_particles_params(particles)->first % 2 != 0) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "lines join particles of even numbers to the next, and the cloud's first is %" PRIu64,
                          scree_particles_params(particles)->first);
    }
    return scree_splat_check(context, splat);
}

/* Fills in a job, whose parameters are checked. On an error it is destroyed. */
static scree_result fill_in(picture_job *job, const scree_field *particles, const scree_splat_params *splat)
{
    scree_painting *painting = &job->painting;
    if (!scree_os_mutex_init(&painting->mutex)) {
        free(job);
        return scree_fail(particles->context, SCREE_ERROR_INTERNAL, "no mutex for a job");
    }
    painting->splat = *splat;
    painting->splat.supersample = splat->supersample != 0 ? splat->supersample : 1;
    job->window_rows = scree_session_accumulation_rows(job->device, painting->histogram, painting->splat.supersample);
    scree_result result = scree_field_plan_make(job->device->context, particles, NULL, false, &job->plan);
    if (result != SCREE_OK) {
        destroy_job(job);
    }
    return result;
}

static scree_result prepare(scree_device *device, const scree_field *particles, const scree_splat_params *splat,
                            size_t size, scree_histogram *histogram, const scree_sink *sink, picture_job **job)
{
    scree_splat_params own;
    scree_result result = SCREE_OK;
    splat = scree_params_take(device->context, splat, size, &own, sizeof own, &result);
    result = result == SCREE_OK ? check(device->context, particles, splat, histogram) : result;
    picture_job *made = result == SCREE_OK ? calloc(1, sizeof *made) : NULL;
    if (made == NULL) {
        return result != SCREE_OK ? result
                                  : scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a job");
    }
    made->device = device;
    made->painting.histogram = histogram;
    made->sink = sink != NULL ? *sink : (scree_sink){.write = NULL};
    *job = made;
    return fill_in(made, particles, splat);
}

scree_result scree_job_draw_sized(scree_device *device, const scree_field *particles, const scree_splat_params *splat,
                                  size_t size, scree_histogram *histogram, const scree_sink *sink, scree_job **job)
{
    if (device == NULL || job == NULL) {
        return SCREE_ERROR_INVALID;
    }
    *job = NULL;
    picture_job *made = NULL;
    const scree_result result = prepare(device, particles, splat, size, histogram, sink, &made);
    if (result != SCREE_OK) {
        return result;
    }
    const uint64_t windows = scree_div_round_up(histogram->height, made->window_rows);
    const scree_job_work work = {
        .run = run_job, .destroy = destroy_job, .work = made, .total = windows * made->plan.samples};
    return scree_job_start(device, &work, job);
}

static scree_result explain(picture_job *job, bool is_delivered, scree_explanation **explanation)
{
    const uint32_t passes = (uint32_t)scree_div_round_up(job->painting.histogram->height, job->window_rows);
    const scree_delivery delivery = choose_delivery(job, is_delivered);
    scree_float_environment saved;
    scree_device_lock lock;
    scree_result result = scree_device_lock_take(job->device, &lock);
    if (result == SCREE_OK) {
        scree_float_environment_enter(&saved);
        choose_window(job, 0);
        result = scree_stream_explain(job->device, &job->plan, &delivery, &job->sink, passes, explanation);
        scree_float_environment_leave(&saved);
        scree_device_lock_release(&lock);
    }
    return result;
}

scree_result scree_job_explain_draw_sized(scree_device *device, const scree_field *particles,
                                          const scree_splat_params *splat, size_t size, scree_histogram *histogram,
                                          const scree_sink *sink, scree_explanation **explanation)
{
    if (device == NULL || explanation == NULL) {
        return SCREE_ERROR_INVALID;
    }
    *explanation = NULL;
    picture_job *made = NULL;
    scree_result result = prepare(device, particles, splat, size, histogram, sink, &made);
    if (result == SCREE_OK) {
        result = explain(made, sink != NULL, explanation);
        destroy_job(made);
    }
    return result;
}
