/* Runs of particles: checks, and the device's lock. */
#include <inttypes.h>

#include "context_internal.h"
#include "device_group.h"
#include "device_lock.h"
#include "float_environment.h"
#include "particle_work.h"
#include "particles_type.h"
#include "sized_params.h"

static scree_result check_part(const scree_device *device, const scree_particle_params *params,
                               const scree_particle_run *run)
{
    scree_context *context = device->context;
    if (run->count > SCREE_MAX_PARTICLES || run->first > SCREE_MAX_PARTICLES - run->count) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "first is %" PRIu64 " and count is %" PRIu64 "; there are at most 2^48 particles", run->first,
                          run->count);
    }
    if (run->all_steps != 0 && (run->steps > run->all_steps || run->first_step > run->all_steps - run->steps)) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "all_steps is %" PRIu64 ", fewer than first_step, %" PRIu64 ", and steps, %" PRIu64,
                          run->all_steps, run->first_step, run->steps);
    }
    if (run->positions == NULL) {
        return !run->is_continued
                   ? SCREE_OK
                   : scree_fail(context, SCREE_ERROR_INVALID, "is_continued is true and positions is NULL");
    }
    const uint64_t bytes = run->positions->bytes;
    if (run->positions->device != device || run->offset % 8 != 0 || run->offset > bytes ||
        run->count > (bytes - run->offset) / scree_particle_bytes(params->type)) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "positions: %" PRIu64 " particles of %u bytes from byte %" PRIu64
                          " on; the buffer must be the device's and hold them in its %" PRIu64
                          " bytes, and the start must be a multiple of 8",
                          run->count, scree_particle_bytes(params->type), run->offset, bytes);
    }
    return SCREE_OK;
}

static scree_result check_accumulation(const scree_device *device, const scree_accumulation *accumulation)
{
    scree_context *context = device->context;
    if (accumulation->buffer == NULL || accumulation->buffer->device != device) {
        return scree_fail(context, SCREE_ERROR_INVALID, "accumulation.buffer is %s",
                          accumulation->buffer == NULL ? "NULL" : "another device's");
    }
    if (accumulation->whole_width > SCREE_MAX_PICTURE_SIDE || accumulation->whole_height > SCREE_MAX_PICTURE_SIDE) {
        return scree_fail(context, SCREE_ERROR_INVALID, "a picture of %u x %u pixels; a side has at most %d",
                          accumulation->whole_width, accumulation->whole_height, SCREE_MAX_PICTURE_SIDE);
    }
    if (accumulation->width == 0 || accumulation->height == 0 || accumulation->left > accumulation->whole_width ||
        accumulation->width > accumulation->whole_width - accumulation->left ||
        accumulation->top > accumulation->whole_height ||
        accumulation->height > accumulation->whole_height - accumulation->top) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "a window of %u x %u pixels at %u, %u; it must have pixels, all within a picture of %u x %u",
                          accumulation->width, accumulation->height, accumulation->left, accumulation->top,
                          accumulation->whole_width, accumulation->whole_height);
    }
    const uint64_t bytes = (uint64_t)accumulation->width * accumulation->height * sizeof(uint64_t);
    if (device->span_bytes != 0 && bytes > device->span_bytes) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "an accumulation buffer of %" PRIu64 " bytes; %s sees at most %" PRIu64
                          " of a buffer at once",
                          bytes, device->label, device->span_bytes);
    }
    if (accumulation->offset % 8 != 0 || accumulation->offset > accumulation->buffer->bytes ||
        bytes > accumulation->buffer->bytes - accumulation->offset) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "accumulation: %" PRIu64 " bytes from byte %" PRIu64
                          " on; they must lie in the buffer's %" PRIu64 ", and start at a multiple of 8",
                          bytes, accumulation->offset, accumulation->buffer->bytes);
    }
    return SCREE_OK;
}

static scree_result check_run(const scree_device *device, const scree_particle_params *params,
                              const scree_particle_run *run)
{
    if (params == NULL || run == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "%s",
                          run == NULL ? "run is NULL" : "particles is NULL, or a field of another type");
    }
    if (params->positions != NULL && !run->is_continued) {
        return scree_fail(device->context, SCREE_ERROR_INVALID,
                          "the field has positions of its own; write them to `positions`, and set is_continued");
    }
    scree_result result = check_part(device, params, run);
    if (result == SCREE_OK && run->splat != NULL) {
        const scree_accumulation accumulation = scree_accumulation_complete(&run->accumulation);
        result = scree_splat_check(device->context, run->splat);
        result = result == SCREE_OK ? check_accumulation(device, &accumulation) : result;
    }
    return result;
}

static scree_result check_splats(const scree_device *device, const scree_particle_work *work)
{
    const uint64_t most = work->run->count != 0 ? SCREE_MAX_PIXEL_SPLATS / work->run->count : UINT64_MAX;
    if (work->splat.splattings <= most) {
        return SCREE_OK;
    }
    return scree_fail(device->context, SCREE_ERROR_INVALID,
                      "%" PRIu64 " particles are drawn %" PRIu64 " times; an accumulation buffer takes at most %" PRIu64
                      " drawings until it is cleared",
                      work->run->count, work->splat.splattings, SCREE_MAX_PIXEL_SPLATS);
}

static scree_result run_locked(scree_device *device, const scree_particle_work *work, scree_particle_report *report)
{
    scree_device *first = scree_device_first(device);
    scree_float_environment saved;
    scree_device_lock lock;
    scree_result result = scree_device_lock_take(device, &lock);
    if (result == SCREE_OK) {
        scree_float_environment_enter(&saved);
        result = scree_device_fields(first, &scree_particles_type)->run(first, work, report);
        scree_float_environment_leave(&saved);
        scree_device_lock_release(&lock);
    }
    return result;
}

static scree_result run_checked(scree_device *device, const scree_field *particles, const scree_particle_run *run,
                                scree_particle_report *report)
{
    const scree_particle_params *params = particles != NULL ? scree_particles_params(particles) : NULL;
    scree_result result = check_run(device, params, run);
    if (result != SCREE_OK) {
        return result;
    }
    const scree_particle_work work = scree_particle_work_of(params, run);
    result = check_splats(device, &work);
    if (result == SCREE_OK && run->count > 0) {
        report->drawings = run->count * work.splat.splattings;
        result = run_locked(device, &work, report);
    }
    return result;
}

SCREE_ASSERT_NO_TAIL(scree_splat_params, reserved);
SCREE_ASSERT_NO_TAIL(scree_particle_run, accumulation);
SCREE_ASSERT_NO_TAIL(scree_particle_report, device_seconds);

scree_result scree_particles_run_sized(scree_device *device, const scree_field *particles,
                                       const scree_particle_run *run, size_t run_size, size_t splat_size,
                                       scree_particle_report *report, size_t report_size)
{
    scree_particle_run own;
    scree_splat_params splat;
    scree_particle_report made = {.lost = 0};
    scree_result result = SCREE_OK;
    if (device == NULL) {
        return SCREE_ERROR_INVALID;
    }
    run = scree_params_take(device->context, run, run_size, &own, sizeof own, &result);
    if (run != NULL) {
        own.splat = scree_params_take(device->context, own.splat, splat_size, &splat, sizeof splat, &result);
    }
    result = result == SCREE_OK ? run_checked(device, particles, run, &made) : result;
    if (report != NULL) {
        scree_info_give(&made, sizeof made, report, report_size);
    }
    return result;
}
