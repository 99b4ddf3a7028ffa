/* A run of particles as work for a device: the table of numbers, the drawing, and the batches that devices work in.
 */
#include "particle_work.h"

#include <math.h>
#include <string.h>

#include "camera.h"
#include "context_internal.h"
#include "whole_numbers.h"

#define AGE_ONE ((uint64_t)1 << 24)
#define MAX_AGE (255 * AGE_ONE)

uint32_t scree_particle_bytes(scree_particle_type type)
{
    return type == SCREE_PARTICLE_F32 ? 3 * sizeof(float) : 3 * sizeof(double);
}

scree_accumulation scree_accumulation_complete(const scree_accumulation *given)
{
    scree_accumulation canvas = *given;
    canvas.whole_width = canvas.whole_width != 0 ? canvas.whole_width : canvas.width;
    canvas.whole_height = canvas.whole_height != 0 ? canvas.whole_height : canvas.height;
    return canvas;
}

scree_result scree_particle_drawing_check(scree_context *context, const scree_splat_params *drawing)
{
    const bool has_quantity = drawing->colour != SCREE_PARTICLE_COLOUR_DENSITY &&
                              drawing->colour != SCREE_PARTICLE_COLOUR_AGE;
    if ((unsigned)drawing->shape > SCREE_PARTICLE_SHAPE_QUADS || (unsigned)drawing->colour > SCREE_PARTICLE_COLOUR_Z) {
        return scree_fail(context, SCREE_ERROR_INVALID, "shape is %d and colour is %d; they must be 0 to 2, and 0 to 5",
                          (int)drawing->shape, (int)drawing->colour);
    }
    if (drawing->shape == SCREE_PARTICLE_SHAPE_QUADS && !(isfinite(drawing->quad_size) && drawing->quad_size > 0.0)) {
        return scree_fail(context, SCREE_ERROR_INVALID, "quad_size is %g; it must be positive and finite",
                          drawing->quad_size);
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

static void plan_drawings(const scree_particle_run *run, const scree_splat_params *drawing, scree_splat_plan *splat)
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

static void write_drawing(scree_particle_work *work, const scree_splat_params *drawing)
{
    const scree_accumulation canvas = scree_accumulation_complete(&drawing->canvas);
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
    put_float(work, SCREE_PARTICLE_QUAD, drawing->shape == SCREE_PARTICLE_SHAPE_QUADS ? drawing->quad_size : 0.0);
    put_float(work, SCREE_PARTICLE_COLOUR_MIN, drawing->colour_min);
    put_float(work, SCREE_PARTICLE_COLOUR_SCALE, 255.0 / (drawing->colour_max - drawing->colour_min));
}

/* The first drawing that a batch makes: the next one, except that one at its start was made by the batch before. */
static uint64_t drawing_after(const scree_splat_plan *splat, uint64_t done)
{
    if (done < splat->first_drawing || (done == 0 && splat->first_drawing == 0)) {
        return 0;
    }
    return (done - splat->first_drawing) / splat->every + 1;
}

scree_step_batch scree_particle_batch_at(const scree_particle_work *work, uint64_t done, uint32_t max_steps)
{
    const scree_splat_plan *splat = &work->splat;
    scree_step_batch batch = {.steps = (uint32_t)scree_min(work->run->steps - done, max_steps),
                              .trim_phase = (uint32_t)((work->run->first_step + done) % SCREE_TRIM_STEPS),
                              .next_drawing = UINT32_MAX,
                              .every = (uint32_t)scree_min(splat->every, UINT32_MAX)};
    const uint64_t number = splat->buffer != NULL ? drawing_after(splat, done) : 0;
    if (number < splat->drawings) {
        const uint64_t step = splat->all_drawings > 1 ? MAX_AGE / (splat->all_drawings - 1) : 0;
        const uint64_t next = splat->first_drawing + (number != 0 ? number * splat->every : 0) - done;
        batch.next_drawing = (uint32_t)scree_min(next, UINT32_MAX);
        batch.age_step = (uint32_t)step;
        batch.age = (uint32_t)((splat->first_age + number) * step);
    }
    return batch;
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
