/*
 * Scenes: the table is copied to the device, and one dispatch prepares a scene or draws it; the blocks of a terrain
 * take one for each level.
 */
#include <string.h>

#include "context_internal.h"
#include "gpu_calls.h"
#include "gpu_constants.h"
#include "gpu_device.h"
#include "gpu_slot.h"
#include "scene_blocks.h"
#include "scene_plan.h"

#define TABLE_BYTES (SCREE_SCENE_WORDS * SCREE_GPU_WORD)

/* A scene that is prepared or drawn. */
typedef struct gpu_scene {
    scree_gpu *gpu;
    const scree_scene_plan *plan;
    scree_gpu_scene_pass pass;
    scree_gpu_dispatch dispatch;
} gpu_scene;

/* Binds a part of a buffer, if there is one, and gives the words before its first. */
static void bind(gpu_scene *scene, const scree_scene_part *part, uint32_t binding, uint32_t *skipped)
{
    if (part->buffer != NULL) {
        const scree_gpu_span whole = {&((scree_gpu_buffer *)part->buffer)->memory, part->offset, part->bytes};
        scene->dispatch.spans[binding] = scree_gpu_window(scene->gpu, whole, 0, part->bytes / SCREE_GPU_WORD, skipped);
    }
}

static void bind_all(gpu_scene *scene)
{
    const scree_scene_plan *plan = scene->plan;
    bind(scene, &plan->samples, BINDING_NODES, &scene->pass.samples);
    bind(scene, &plan->minus, BINDING_RANGE, &scene->pass.minus);
    bind(scene, &plan->work, plan->draws ? BINDING_DATA : BINDING_VALUES, &scene->pass.work);
    bind(scene, &plan->pixels, BINDING_VALUES, &scene->pass.pixels);
}

static void choose_drawing(gpu_scene *scene)
{
    scene->dispatch.program = SCREE_GPU_SCENE;
    scene->dispatch.specialisation[CONSTANT_SCENE_KIND] = (uint32_t)scene->plan->kind;
    scene->dispatch.groups[0] = (uint32_t)scree_div_round_up(scene->plan->width, SCENE_GROUP);
    scene->dispatch.groups[1] = (uint32_t)scree_div_round_up(scene->plan->height, SCENE_GROUP);
    scene->dispatch.groups[2] = 1;
}

/* A scene that is prepared is drawn soon. */
static void prepare_drawing(const gpu_scene *scene)
{
    gpu_scene drawing = *scene;
    choose_drawing(&drawing);
    scree_gpu_prepare(scene->gpu, &drawing.dispatch);
}

static void make_bricks(gpu_scene *scene, scree_gpu_commands *commands)
{
    scene->dispatch.program = SCREE_GPU_SCENE_PREPARE;
    scree_gpu_number_groups(scene->gpu, scree_div_round_up(scene->plan->bricks, SCENE_BRICKS), 1, &scene->dispatch);
    scree_gpu_run(commands, &scene->dispatch);
}

/* Makes the blocks of a terrain, each level of those of the level below. */
static void make_blocks(gpu_scene *scene, scree_gpu_commands *commands)
{
    const uint32_t *count = &scene->plan->words[SCREE_SCENE_COUNT];
    const scree_scene_blocks_plan blocks = scree_scene_plan_blocks(count[0], count[1]);
    scene->dispatch.program = SCREE_GPU_SCENE_PREPARE;
    scene->dispatch.specialisation[CONSTANT_MAKES_BLOCKS] = 1;
    for (uint32_t level = 1; level <= blocks.levels; level++) {
        const uint64_t all = (uint64_t)blocks.columns[level] * blocks.rows[level];
        if (level > 1) {
            scree_gpu_barrier(commands, false);
        }
        scene->pass.level = level;
        scree_gpu_number_groups(scene->gpu, scree_div_round_up(all, SCENE_PREPARE_GROUP), 1, &scene->dispatch);
        scree_gpu_run(commands, &scene->dispatch);
    }
}

static void dispatch_all(gpu_scene *scene, scree_gpu_commands *commands)
{
    if (scene->plan->draws) {
        choose_drawing(scene);
        scree_gpu_run(commands, &scene->dispatch);
        return;
    }
    prepare_drawing(scene);
    if (scene->plan->preparation == SCREE_SCENE_PREPARES_BLOCKS) {
        make_blocks(scene, commands);
    } else {
        make_bricks(scene, commands);
    }
}

/* Whether a program sees all of each part. */
static scree_result check_parts(const scree_gpu *gpu, const scree_scene_plan *plan)
{
    const struct {
        const char *name;
        uint64_t bytes;
    } parts[] = {
        {"samples", plan->samples.bytes}, {"the work buffer", plan->work.bytes}, {"pixels", plan->pixels.bytes}};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (parts[i].bytes > scree_gpu_window_bytes(gpu)) {
            return scree_fail(gpu->base.context, SCREE_ERROR_UNSUPPORTED,
                              "%s: %s of a scene take %llu bytes; a program of it sees %llu", gpu->base.label,
                              parts[i].name, (unsigned long long)parts[i].bytes,
                              (unsigned long long)scree_gpu_window_bytes(gpu));
        }
    }
    return SCREE_OK;
}

static scree_result take_memory(scree_gpu *gpu, scree_gpu_slot **slot)
{
    static const char purpose[] = "a scene";
    scree_result result = scree_gpu_slots_take(gpu, 1, 0, purpose, slot);
    scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, TABLE_BYTES, &gpu->words, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_UPLOAD, TABLE_BYTES, &gpu->words_upload, purpose, &result);
    return result;
}

static scree_result submit(gpu_scene *scene, scree_gpu_commands *commands)
{
    scree_gpu *gpu = scene->gpu;
    memcpy(gpu->words_upload.mapped, scene->plan->words, TABLE_BYTES);
    scree_gpu_begin(commands);
    scree_gpu_copy(commands, SCREE_GPU_COMPUTE, (scree_gpu_span){&gpu->words, 0, TABLE_BYTES},
                   (scree_gpu_span){&gpu->words_upload, 0, TABLE_BYTES});
    scree_gpu_barrier(commands, false);
    dispatch_all(scene, commands);
    scree_gpu_barrier(commands, true);
    scree_result result = scree_gpu_submit(commands);
    scree_gpu_await(commands, &result);
    return result;
}

static scree_result run(gpu_scene *scene, double *device_seconds)
{
    scree_gpu_slot *slot = NULL;
    scree_result result = take_memory(scene->gpu, &slot);
    if (result == SCREE_OK) {
        scene->dispatch.constants = &scene->pass;
        scene->dispatch.constants_bytes = sizeof scene->pass;
        scene->dispatch.spans[BINDING_TABLES] = (scree_gpu_span){&scene->gpu->words, 0, TABLE_BYTES};
        bind_all(scene);
        result = submit(scene, slot->commands);
        *device_seconds = 1e-9 * (double)slot->commands->nanoseconds;
    }
    return result;
}

scree_result scree_gpu_scene(scree_device *device, const scree_scene_plan *plan, double *device_seconds)
{
    gpu_scene scene = {.gpu = (scree_gpu *)device, .plan = plan};
    scree_result result = check_parts(scene.gpu, plan);
    if (result == SCREE_OK) {
        result = scree_gpu_enter(scene.gpu);
    }
    if (result == SCREE_OK) {
        result = run(&scene, device_seconds);
        scree_gpu_leave(scene.gpu);
    }
    return result;
}
