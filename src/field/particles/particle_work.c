/* A run of particles as work for a device: the table of numbers, the splattings, and the batches of the work. */
#include "particle_work.h"

#include <math.h>
#include <string.h>

#include "camera.h"
#include "context_internal.h"
#include "sized_params.h"
#include "whole_numbers.h"

#define AGE_ONE ((uint64_t)1 << 24)
#define MAX_AGE (255 * AGE_ONE)

uint32_t scree_particle_bytes(scree_particle_type type)
{
    return type == SCREE_PARTICLE_F32 ? 3 * sizeof(float) : 3 * sizeof(double);
}

scree_accumulation scree_accumulation_complete(const scree_accumulation *given)
{
    scree_accumulation accumulation = *given;
    accumulation.whole_width = given->whole_width != 0 ? given->whole_width : given->width;
    accumulation.whole_height = given->whole_height != 0 ? given->whole_height : given->height;
    return accumulation;
}

scree_result scree_splat_check(scree_context *context, const scree_splat_params *splat)
{
    const bool has_quantity = splat->colour != SCREE_PARTICLE_COLOUR_DENSITY &&
                              splat->colour != SCREE_PARTICLE_COLOUR_AGE;
    if ((unsigned)splat->shape > SCREE_PARTICLE_SHAPE_QUADS || (unsigned)splat->colour > SCREE_PARTICLE_COLOUR_Z) {
        return scree_fail(context, SCREE_ERROR_INVALID, "shape is %d and colour is %d; they must be 0 to 2, and 0 to 5",
                          (int)splat->shape, (int)splat->colour);
    }
    if (splat->shape == SCREE_PARTICLE_SHAPE_QUADS && !(isfinite(splat->quad_size) && splat->quad_size > 0.0)) {
        return scree_fail(context, SCREE_ERROR_INVALID, "quad_size is %g; it must be positive and finite",
                          splat->quad_size);
    }
    if (has_quantity &&
        !(isfinite(splat->colour_min) && isfinite(splat->colour_max) && splat->colour_min != splat->colour_max)) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "colour_min is %g and colour_max is %g; they must be finite, and not the same",
                          splat->colour_min, splat->colour_max);
    }
    const scree_result result = scree_reserved_check(context, splat->reserved, sizeof splat->reserved);
    return result == SCREE_OK ? scree_camera_check(context, &splat->camera) : result;
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

static void plan_splattings(const scree_particle_run *run, scree_splat_plan *plan)
{
    const uint64_t every = run->splat->every;
    const uint64_t last = run->first_step + run->steps;
    const uint64_t all = run->all_steps != 0 ? run->all_steps : last;
    plan->every = every;
    if (every != 0) {
        plan->first_age = run->first_step / every;
        plan->splattings = last / every - plan->first_age;
        plan->all_splattings = all / every;
        plan->first_splatting = (plan->first_age + 1) * every - run->first_step;
    } else {
        plan->every = UINT64_MAX;
        plan->splattings = last == all;
        plan->all_splattings = 1;
        plan->first_splatting = run->steps;
    }
}

static void write_splat(scree_particle_work *work)
{
    const scree_splat_params *splat = work->run->splat;
    const scree_accumulation accumulation = scree_accumulation_complete(&work->run->accumulation);
    work->splat = (scree_splat_plan){.buffer = accumulation.buffer,
                                     .offset = accumulation.offset,
                                     .pixels = (uint64_t)accumulation.width * accumulation.height,
                                     .shape = splat->shape,
                                     .colour = splat->colour,
                                     .has_perspective = splat->camera.field_of_view > 0.0};
    plan_splattings(work->run, &work->splat);
    scree_camera_write(&splat->camera, &accumulation, work->words);
    work->words[SCREE_PARTICLE_LEFT] = accumulation.left;
    work->words[SCREE_PARTICLE_TOP] = accumulation.top;
    work->words[SCREE_PARTICLE_WIDTH] = accumulation.width;
    work->words[SCREE_PARTICLE_HEIGHT] = accumulation.height;
    put_float(work, SCREE_PARTICLE_QUAD, splat->shape == SCREE_PARTICLE_SHAPE_QUADS ? splat->quad_size : 0.0);
    put_float(work, SCREE_PARTICLE_COLOUR_MIN, splat->colour_min);
    put_float(work, SCREE_PARTICLE_COLOUR_SCALE, 255.0 / (splat->colour_max - splat->colour_min));
}

/* The first splatting that a batch makes: the next one, except that one at its start was made by the batch before. */
static uint64_t splatting_after(const scree_splat_plan *splat, uint64_t done)
{
    if (done < splat->first_splatting || (done == 0 && splat->first_splatting == 0)) {
        return 0;
    }
    return (done - splat->first_splatting) / splat->every + 1;
}

scree_step_batch scree_particle_batch_at(const scree_particle_work *work, uint64_t done, uint32_t max_steps)
{
    const scree_splat_plan *splat = &work->splat;
    scree_step_batch batch = {.steps = (uint32_t)scree_min(work->run->steps - done, max_steps),
                              .trim_phase = (uint32_t)((work->run->first_step + done) % SCREE_TRIM_STEPS),
                              .next_drawing = UINT32_MAX,
                              .every = (uint32_t)scree_min(splat->every, UINT32_MAX)};
    const uint64_t number = splat->buffer != NULL ? splatting_after(splat, done) : 0;
    if (number < splat->splattings) {
        const uint64_t step = splat->all_splattings > 1 ? MAX_AGE / (splat->all_splattings - 1) : 0;
        const uint64_t next = splat->first_splatting + (number != 0 ? number * splat->every : 0) - done;
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
    if (run->splat != NULL) {
        write_splat(&work);
    }
    return work;
}
