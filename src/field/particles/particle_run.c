/* Runs of particles: checks, the table of numbers, the device's lock, and the stretches that devices work in. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "camera.h"
#include "context_internal.h"
#include "device_group.h"
#include "device_lock.h"
#include "float_environment.h"
#include "particle_work.h"
#include "particles_type.h"
#include "whole_numbers.h"

#define AGE_ONE ((uint64_t)1 << 24)
#define MAX_AGE (255 * AGE_ONE)

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

/* The canvas with its defaults. */
static scree_canvas complete_canvas(const scree_canvas *given)
{
    scree_canvas canvas = *given;
    canvas.whole_width = canvas.whole_width != 0 ? canvas.whole_width : canvas.width;
    canvas.whole_height = canvas.whole_height != 0 ? canvas.whole_height : canvas.height;
    return canvas;
}

static scree_result check_canvas(const scree_device *device, const scree_canvas *canvas)
{
    scree_context *context = device->context;
    if (canvas->buffer == NULL || canvas->buffer->device != device) {
        return scree_fail(context, SCREE_ERROR_INVALID, "canvas.buffer is %s",
                          canvas->buffer == NULL ? "NULL" : "another device's");
    }
    if (canvas->whole_width > SCREE_MAX_CANVAS_SIDE || canvas->whole_height > SCREE_MAX_CANVAS_SIDE) {
        return scree_fail(context, SCREE_ERROR_INVALID, "a picture of %u x %u pixels; a side has at most %d",
                          canvas->whole_width, canvas->whole_height, SCREE_MAX_CANVAS_SIDE);
    }
    if (canvas->width == 0 || canvas->height == 0 || canvas->left > canvas->whole_width ||
        canvas->width > canvas->whole_width - canvas->left || canvas->top > canvas->whole_height ||
        canvas->height > canvas->whole_height - canvas->top) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "a window of %u x %u pixels at %u, %u; it must have pixels, all within a picture of %u x %u",
                          canvas->width, canvas->height, canvas->left, canvas->top, canvas->whole_width,
                          canvas->whole_height);
    }
    const uint64_t bytes = (uint64_t)canvas->width * canvas->height * sizeof(uint64_t);
    if (device->span_bytes != 0 && bytes > device->span_bytes) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "a canvas of %" PRIu64 " bytes; %s sees at most %" PRIu64 " of a buffer at once", bytes,
                          device->label, device->span_bytes);
    }
    if (canvas->offset % 8 != 0 || canvas->offset > canvas->buffer->bytes ||
        bytes > canvas->buffer->bytes - canvas->offset) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "canvas: %" PRIu64 " bytes from byte %" PRIu64 " on; they must lie in the buffer's %" PRIu64
                          ", and start at a multiple of 8",
                          bytes, canvas->offset, canvas->buffer->bytes);
    }
    return SCREE_OK;
}

scree_result scree_particle_drawing_check(scree_context *context, const scree_particle_drawing *drawing)
{
    const bool has_quantity = drawing->colour != SCREE_COLOUR_DENSITY && drawing->colour != SCREE_COLOUR_AGE;
    if ((unsigned)drawing->shape > SCREE_SHAPE_LINES || (unsigned)drawing->colour > SCREE_COLOUR_Z) {
        return scree_fail(context, SCREE_ERROR_INVALID, "shape is %d and colour is %d; they must be 0 or 1, and 0 to 5",
                          (int)drawing->shape, (int)drawing->colour);
    }
    if (has_quantity && !(isfinite(drawing->colour_min) && isfinite(drawing->colour_max) &&
                          drawing->colour_min != drawing->colour_max)) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "colour_min is %g and colour_max is %g; they must be finite, and not the same",
                          drawing->colour_min, drawing->colour_max);
    }
    return scree_camera_check(context, &drawing->camera);
}

void scree_particle_put_real(scree_particle_type type, double value, uint32_t words[2])
{
    uint64_t bits = 0;
    if (type == SCREE_PARTICLE_F32) {
        const float rounded = (float)value;
        memcpy(&bits, &rounded, sizeof rounded);
    } else {
        memcpy(&bits, &value, sizeof bits);
    }
    words[0] = (uint32_t)(bits >> 32);
    words[1] = (uint32_t)bits;
}

static void put_real(scree_particle_work *work, uint32_t word, double value)
{
    scree_particle_put_real(work->params->type, value, work->words + word);
}

static void put_float(scree_particle_work *work, uint32_t word, double value)
{
    const float rounded = (float)value;
    memcpy(&work->words[word], &rounded, sizeof rounded);
}

static void write_system(scree_particle_work *work)
{
    const scree_particle_params *params = work->params;
    for (uint32_t i = 0; i < SCREE_SYSTEM_NUMBERS; i++) {
        put_real(work, SCREE_PARTICLE_NUMBERS + 2 * i, params->numbers[i]);
    }
    put_real(work, SCREE_PARTICLE_TIME_STEP, params->time_step);
    put_real(work, SCREE_PARTICLE_HALF_STEP, params->time_step / 2.0);
    put_real(work, SCREE_PARTICLE_SIXTH_STEP, params->time_step / 6.0);
    for (uint32_t i = 0; i < 3; i++) {
        put_real(work, SCREE_PARTICLE_ORIGIN + 2 * i, params->box_origin[i]);
        put_real(work, SCREE_PARTICLE_COARSE + 2 * i, params->box_size[i] / 0x1p10);
        put_real(work, SCREE_PARTICLE_FINE + 2 * i, params->box_size[i] / 0x1p24);
    }
    work->words[SCREE_PARTICLE_SEED] = (uint32_t)(params->seed >> 32);
    work->words[SCREE_PARTICLE_SEED + 1] = (uint32_t)params->seed;
}

static void plan_drawings(const scree_particle_run *run, const scree_particle_drawing *drawing, scree_splat_plan *splat)
{
    const uint64_t last = run->first_step + run->steps;
    const uint64_t all = run->all_steps != 0 ? run->all_steps : last;
    splat->every = drawing->every;
    if (drawing->every != 0) {
        splat->first_age = run->first_step / drawing->every;
        splat->drawings = last / drawing->every - splat->first_age;
        splat->all_drawings = all / drawing->every;
        splat->first_drawing = (splat->first_age + 1) * drawing->every - run->first_step;
    } else {
        splat->every = UINT64_MAX;
        splat->drawings = last == all;
        splat->all_drawings = 1;
        splat->first_drawing = run->steps;
    }
}

static void write_drawing(scree_particle_work *work, const scree_particle_drawing *drawing)
{
    const scree_canvas canvas = complete_canvas(&drawing->canvas);
    work->splat = (scree_splat_plan){.buffer = canvas.buffer,
                                     .offset = canvas.offset,
                                     .pixels = (uint64_t)canvas.width * canvas.height,
                                     .shape = drawing->shape,
                                     .colour = drawing->colour,
                                     .has_perspective = drawing->camera.field_of_view > 0.0};
    plan_drawings(work->run, drawing, &work->splat);
    scree_camera_write(&drawing->camera, &canvas, work->words);
    work->words[SCREE_PARTICLE_LEFT] = canvas.left;
    work->words[SCREE_PARTICLE_TOP] = canvas.top;
    work->words[SCREE_PARTICLE_WIDTH] = canvas.width;
    work->words[SCREE_PARTICLE_HEIGHT] = canvas.height;
    put_float(work, SCREE_PARTICLE_COLOUR_MIN, drawing->colour_min);
    put_float(work, SCREE_PARTICLE_COLOUR_SCALE, 255.0 / (drawing->colour_max - drawing->colour_min));
}

/* The first drawing that a stretch makes: the next one, except that one at its start was made by the stretch before. */
static uint64_t drawing_after(const scree_splat_plan *splat, uint64_t done)
{
    if (done < splat->first_drawing || (done == 0 && splat->first_drawing == 0)) {
        return 0;
    }
    return (done - splat->first_drawing) / splat->every + 1;
}

scree_stretch scree_particle_stretch_at(const scree_particle_work *work, uint64_t done, uint32_t max_steps)
{
    const scree_splat_plan *splat = &work->splat;
    scree_stretch stretch = {.steps = (uint32_t)scree_min(work->run->steps - done, max_steps),
                             .trim_phase = (uint32_t)((work->run->first_step + done) % SCREE_TRIM_STEPS),
                             .next_drawing = UINT32_MAX,
                             .every = (uint32_t)scree_min(splat->every, UINT32_MAX)};
    const uint64_t number = splat->buffer != NULL ? drawing_after(splat, done) : 0;
    if (number < splat->drawings) {
        const uint64_t step = splat->all_drawings > 1 ? MAX_AGE / (splat->all_drawings - 1) : 0;
        const uint64_t next = splat->first_drawing + (number != 0 ? number * splat->every : 0) - done;
        stretch.next_drawing = (uint32_t)scree_min(next, UINT32_MAX);
        stretch.age_step = (uint32_t)step;
        stretch.age = (uint32_t)((splat->first_age + number) * step);
    }
    return stretch;
}

static scree_result check_run(const scree_device *device, const scree_particle_params *params,
                              const scree_particle_run *run)
{
    if (params == NULL || run == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "%s",
                          run == NULL ? "run is NULL" : "particles is NULL, or a field of another type");
    }
    if (params->places != NULL && !run->is_continued) {
        return scree_fail(device->context, SCREE_ERROR_INVALID,
                          "the field has places of its own; write them to `positions`, and set is_continued");
    }
    scree_result result = check_part(device, params, run);
    if (result == SCREE_OK && run->drawing != NULL) {
        const scree_canvas canvas = complete_canvas(&run->drawing->canvas);
        result = scree_particle_drawing_check(device->context, run->drawing);
        result = result == SCREE_OK ? check_canvas(device, &canvas) : result;
    }
    return result;
}

static scree_result check_drawings(const scree_device *device, const scree_particle_work *work)
{
    const uint64_t most = work->run->count != 0 ? SCREE_MAX_CANVAS_DRAWINGS / work->run->count : UINT64_MAX;
    if (work->splat.drawings <= most) {
        return SCREE_OK;
    }
    return scree_fail(device->context, SCREE_ERROR_INVALID,
                      "%" PRIu64 " particles are drawn %" PRIu64 " times; a canvas takes at most %" PRIu64
                      " drawings until it is cleared",
                      work->run->count, work->splat.drawings, SCREE_MAX_CANVAS_DRAWINGS);
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

scree_particle_work scree_particle_work_of(const scree_particle_params *params, const scree_particle_run *run)
{
    scree_particle_work work = {.run = run, .params = params};
    write_system(&work);
    if (run->drawing != NULL) {
        write_drawing(&work, run->drawing);
    }
    return work;
}

scree_result scree_particles_run(scree_device *device, const scree_field *particles, const scree_particle_run *run,
                                 scree_particle_report *report)
{
    scree_particle_report own = {.lost = 0};
    if (device == NULL) {
        return SCREE_ERROR_INVALID;
    }
    const scree_particle_params *params = particles != NULL ? scree_particles_params(particles) : NULL;
    scree_result result = check_run(device, params, run);
    if (result != SCREE_OK) {
        return result;
    }
    const scree_particle_work work = scree_particle_work_of(params, run);
    result = check_drawings(device, &work);
    if (result == SCREE_OK && run->count > 0) {
        own.drawings = run->count * work.splat.drawings;
        result = run_locked(device, &work, &own);
    }
    if (report != NULL) {
        *report = own;
    }
    return result;
}
