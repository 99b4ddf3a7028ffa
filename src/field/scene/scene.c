/* The public functions for scenes: checks, the table, and the device's lock. */
#include <scree/scene.h>

#include "context_internal.h"
#include "device_internal.h"
#include "device_lock.h"
#include "float_environment.h"
#include "scene_blocks.h"
#include "scene_checks.h"
#include "scene_kind_definition.h"
#include "scene_plan.h"
#include "sized_params.h"
#include "whole_numbers.h"

SCREE_ASSERT_NO_TAIL(scree_scene_params, edge_fade);

#define WORD ((uint64_t)sizeof(uint32_t))
#define BITS_OF_WORD 32

/* A bit for each voxel, and one for each brick. */
static uint64_t volume_words(const scree_scene_params *params)
{
    uint64_t bricks = 1;
    for (uint32_t axis = 0; axis < 3; axis++) {
        bricks *= scree_div_round_up(params->count[axis], SCREE_SCENE_BRICK_SIDE);
    }
    return SCREE_SCENE_BRICK_WORDS * bricks + scree_div_round_up(bricks, BITS_OF_WORD);
}

static uint64_t work_bytes(const scree_scene_params *params)
{
    if (params == NULL || !scree_scene_counts_fit(params)) {
        return 0;
    }
    switch (scree_scene_kind_definition_of(params->kind)->preparation) {
    case SCREE_SCENE_PREPARES_BRICKS:
        return volume_words(params) * WORD;
    case SCREE_SCENE_PREPARES_BLOCKS:
        return 2 * WORD * scree_scene_plan_blocks(params->count[0], params->count[1]).blocks;
    default:
        return 0;
    }
}

uint64_t scree_scene_work_bytes_sized(const scree_scene_params *params, size_t size)
{
    scree_scene_params own;
    scree_result result = SCREE_OK;
    return work_bytes(scree_params_take(NULL, params, size, &own, sizeof own, &result));
}

static uint64_t samples_of(const scree_scene_params *params)
{
    const uint64_t plane = (uint64_t)params->count[0] * params->count[1];
    return scree_scene_kind_describe(params->kind)->axes == 3 ? plane * params->count[2] : plane;
}

static scree_result find_samples(scree_device *device, const scree_scene_params *params, const scree_scene_data *data,
                                 scree_scene_plan *plan)
{
    const bool is_accumulation = scree_scene_kind_takes(params->kind, SCREE_SCENE_TAKES_EXPOSURE);
    const uint64_t sample = is_accumulation ? sizeof(uint64_t) : sizeof(float);
    const uint64_t bytes = samples_of(params) * sample;
    const bool has_minus = scree_scene_kind_takes(params->kind, SCREE_SCENE_TAKES_POSITION) && data->minus != NULL;
    plan->samples = (scree_scene_part){data->samples, data->offset, bytes};
    plan->minus = has_minus ? (scree_scene_part){data->minus, data->minus_offset, bytes} : plan->samples;
    plan->work = (scree_scene_part){data->work, 0, work_bytes(params)};
    scree_result result = scree_scene_check_part(device, "samples", &plan->samples, sample);
    if (result == SCREE_OK && has_minus) {
        result = scree_scene_check_part(device, "minus", &plan->minus, sample);
    }
    if (plan->work.bytes == 0) {
        plan->work.buffer = NULL;
    } else if (result == SCREE_OK) {
        result = scree_scene_check_part(device, "work", &plan->work, WORD);
    }
    return result;
}

/* The target with its defaults. */
static scree_scene_target complete_target(const scree_scene_target *given)
{
    scree_scene_target target = *given;
    target.stride = target.stride != 0 ? target.stride : target.width;
    target.whole_width = target.whole_width != 0 ? target.whole_width : target.width;
    target.whole_height = target.whole_height != 0 ? target.whole_height : target.height;
    return target;
}

static scree_result find_pixels(scree_device *device, const scree_scene_target *target, scree_scene_plan *plan)
{
    scree_result result = scree_scene_check_target(device->context, target);
    if (result == SCREE_OK) {
        const uint64_t pixels = (uint64_t)(target->height - 1) * target->stride + target->width;
        plan->width = target->width;
        plan->height = target->height;
        plan->pixels = (scree_scene_part){target->pixels, target->offset, pixels * WORD};
        result = scree_scene_check_part(device, "pixels", &plan->pixels, WORD);
    }
    return result;
}

static scree_result run_locked(scree_device *device, const scree_scene_plan *plan, double *device_seconds)
{
    scree_device_lock lock;
    scree_result result = scree_device_lock_take(device, &lock);
    if (result == SCREE_OK) {
        result = device->functions->scene(device, plan, device_seconds);
        scree_device_lock_release(&lock);
    }
    return result;
}

/* Prepares a scene whose parameters have been checked, or with a target draws it. */
static scree_result run_scene(scree_device *device, const scree_scene_params *params, const scree_scene_data *data,
                              const scree_scene_target *target, double *device_seconds)
{
    scree_scene_plan plan = {.kind = params->kind,
                             .preparation = scree_scene_kind_definition_of(params->kind)->preparation,
                             .draws = target != NULL};
    scree_scene_target complete = {0};
    scree_result result = find_samples(device, params, data, &plan);
    if (result == SCREE_OK && target != NULL) {
        complete = complete_target(target);
        result = find_pixels(device, &complete, &plan);
    }
    if (result != SCREE_OK) {
        return result;
    }
    scree_scene_write(params, data, target != NULL ? &complete : NULL, plan.words);
    plan.bricks = plan.words[SCREE_SCENE_ALL_BRICKS];
    return run_locked(device, &plan, device_seconds);
}

/* Checks what both calls have in common. */
static scree_result check_call(scree_device *device, const scree_scene_params *params, const scree_scene_data *data,
                               bool draws)
{
    if (params == NULL || data == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "%s is NULL", params == NULL ? "params" : "data");
    }
    if (device->functions->scene == NULL) {
        return scree_fail(device->context, SCREE_ERROR_UNSUPPORTED,
                          "a scene is drawn by one device, and %s is a group; open that device alone", device->label);
    }
    return scree_scene_check_params(device->context, params, draws);
}

/* Both calls, in the library's floating-point environment. */
static scree_result call(scree_device *device, const scree_scene_params *params, size_t size,
                         const scree_scene_data *data, const scree_scene_target *target, double *device_seconds)
{
    scree_scene_params own;
    scree_float_environment saved;
    double seconds = 0.0;
    scree_float_environment_enter(&saved);
    scree_result result = SCREE_OK;
    params = scree_params_take(device->context, params, size, &own, sizeof own, &result);
    result = result == SCREE_OK ? check_call(device, params, data, target != NULL) : result;
    if (result == SCREE_OK && (target != NULL || work_bytes(params) > 0)) {
        result = run_scene(device, params, data, target, &seconds);
    }
    scree_float_environment_leave(&saved);
    if (device_seconds != NULL) {
        *device_seconds = seconds;
    }
    return result;
}

scree_result scree_scene_build_sized(scree_device *device, const scree_scene_params *params, size_t size,
                                     const scree_scene_data *data, double *device_seconds)
{
    return device != NULL ? call(device, params, size, data, NULL, device_seconds) : SCREE_ERROR_INVALID;
}

scree_result scree_scene_draw_sized(scree_device *device, const scree_scene_params *params, size_t size,
                                    const scree_scene_data *data, const scree_scene_target *target,
                                    double *device_seconds)
{
    if (device == NULL) {
        return SCREE_ERROR_INVALID;
    }
    if (target == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "target is NULL");
    }
    return call(device, params, size, data, target, device_seconds);
}
