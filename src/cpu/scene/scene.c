/* Scenes on the CPU: threads share tiles of rows, and bricks of volumes. */
#include <string.h>

#include "cpu_device.h"
#include "scene_plan.h"
#include "whole_numbers.h"

/* The memory of a scene, as kernels ask for it. */
typedef struct scree_scene_memory {
    const uint32_t *samples;
    const uint32_t *minus;
    const uint32_t *work;
} scree_scene_memory;

#define scree_scene_sample_bits(memory, index) (memory).samples[index]
#define scree_scene_minus_bits(memory, index) (memory).minus[index]
#define scree_scene_work(memory, index) (memory).work[index]

#include "scene/scene_bricks.h"
#include "scene/scene_kinds.h"

/* Rows of a task, whose rays meet much the same voxels; and words of the bits of bricks. */
#define TASK_ROWS 8u
#define TASK_WORDS 2u
#define BITS_OF_WORD 32u

/* A scene that threads share. */
typedef struct scene_tasks {
    const scree_scene_plan *plan;
    scree_scene_memory memory;
    uint32_t *work;
    uint32_t *pixels;
    uint32_t level; /* The level of a terrain's blocks that is made. */
} scene_tasks;

/* Draws a row of the window. */
typedef void (*row_drawer)(const scene_tasks *tasks, uint32_t row);

/* A drawer of a kind, by the light of each pixel of the whole picture. */
#define ROW_DRAWER(KIND, name, kind_number, light, arguments)                            \
    static void draw_##name(const scene_tasks *tasks, uint32_t number)                   \
    {                                                                                    \
        const uint32_t *table = tasks->plan->words;                                      \
        const scree_scene_memory memory = tasks->memory;                                 \
        const uint32_t row = table[SCREE_SCENE_TOP] + number;                            \
        uint32_t *pixels = tasks->pixels + (uint64_t)number * table[SCREE_SCENE_STRIDE]; \
        for (uint32_t x = 0; x < tasks->plan->width; x++) {                              \
            const uint32_t column = table[SCREE_SCENE_LEFT] + x;                         \
            pixels[x] = scree_scene_pixel(light(memory, table, arguments));              \
        }                                                                                \
    }
SCREE_SCENE_KINDS(ROW_DRAWER)

#define DRAWER(KIND, name, number, light, arguments) [number] = draw_##name,
static const row_drawer drawers[] = {SCREE_SCENE_KINDS(DRAWER)};

static void draw_task(void *user, uint32_t worker, uint64_t number)
{
    const scene_tasks *tasks = user;
    const uint32_t first = (uint32_t)number * TASK_ROWS;
    const uint32_t end = (uint32_t)scree_min(first + TASK_ROWS, tasks->plan->height);
    (void)worker;
    for (uint32_t row = first; row < end; row++) {
        drawers[tasks->plan->kind](tasks, row);
    }
}

/* Makes the words of a brick; true if it has matter. */
static bool prepare_brick(const scene_tasks *tasks, uint32_t brick)
{
    const uint32_t *table = tasks->plan->words;
    const scree_scene_cell at = scree_scene_cell_numbered(brick, scree_scene_table_cell(table, SCREE_SCENE_BRICKS));
    uint32_t any = 0;
    for (uint32_t i = 0; i < SCREE_SCENE_BRICK_WORDS; i++) {
        const uint32_t word = scree_scene_brick_word(tasks->memory, table, at, i);
        tasks->work[brick * SCREE_SCENE_BRICK_WORDS + i] = word;
        any |= word;
    }
    return any != 0;
}

/* A task makes some words of the bits of bricks, and the bricks that follow from them. */
static void prepare_task(void *user, uint32_t worker, uint64_t number)
{
    const scene_tasks *tasks = user;
    const uint32_t bricks = tasks->plan->bricks;
    (void)worker;
    for (uint32_t word = (uint32_t)number * TASK_WORDS; word < (number + 1) * TASK_WORDS; word++) {
        uint32_t bits = 0;
        for (uint32_t i = 0; i < BITS_OF_WORD && word * BITS_OF_WORD + i < bricks; i++) {
            bits |= (uint32_t)prepare_brick(tasks, word * BITS_OF_WORD + i) << i;
        }
        if (word * BITS_OF_WORD < bricks) {
            tasks->work[SCREE_SCENE_BRICK_WORDS * bricks + word] = bits;
        }
    }
}

/* A task makes a row of blocks of a terrain. */
static void prepare_blocks(void *user, uint32_t worker, uint64_t number)
{
    const scene_tasks *tasks = user;
    const uint32_t *table = tasks->plan->words;
    const uint32_t columns = scree_scene_blocks(table[SCREE_SCENE_COUNT], tasks->level);
    const uint32_t row = (uint32_t)number;
    uint32_t *words = tasks->work + 2 * (table[SCREE_SCENE_BLOCK_OFFSETS + tasks->level] + (uint64_t)row * columns);
    (void)worker;
    for (uint32_t column = 0; column < columns; column++) {
        const scree_scene_extremes extremes = scree_scene_block_of(tasks->memory, table, tasks->level, column, row);
        memcpy(&words[2 * column], &extremes.low, sizeof(float));
        memcpy(&words[2 * column + 1], &extremes.high, sizeof(float));
    }
}

static void run_tasks(const scree_cpu_device *cpu, uint64_t count,
                      void (*task)(void *user, uint32_t worker, uint64_t number), scene_tasks *tasks)
{
    scree_worker_pool_run(cpu->pool, (uint32_t)scree_min(count, cpu->base.info.threads), count, task, tasks);
}

/* Makes the blocks of all levels, each of those of the level below. */
static void prepare_terrain(const scree_cpu_device *cpu, scene_tasks *tasks)
{
    const uint32_t *table = tasks->plan->words;
    for (tasks->level = 1; tasks->level <= table[SCREE_SCENE_BLOCK_LEVELS]; tasks->level++) {
        run_tasks(cpu, scree_scene_blocks(table[SCREE_SCENE_COUNT + 1], tasks->level), prepare_blocks, tasks);
    }
}

static uint32_t *words_of(const scree_scene_part *part)
{
    return part->buffer != NULL ? (uint32_t *)(void *)scree_cpu_buffer_values(part->buffer, part->offset) : NULL;
}

scree_result scree_cpu_scene(scree_device *device, const scree_scene_plan *plan, double *device_seconds)
{
    const scree_cpu_device *cpu = (scree_cpu_device *)device;
    scene_tasks tasks = {.plan = plan, .work = words_of(&plan->work), .pixels = words_of(&plan->pixels)};
    tasks.memory = (scree_scene_memory){words_of(&plan->samples), words_of(&plan->minus), tasks.work};
    if (plan->draws) {
        run_tasks(cpu, scree_div_round_up(plan->height, TASK_ROWS), draw_task, &tasks);
    } else if (plan->preparation == SCREE_SCENE_PREPARES_BLOCKS) {
        prepare_terrain(cpu, &tasks);
    } else {
        run_tasks(cpu, scree_div_round_up(plan->bricks, TASK_WORDS * BITS_OF_WORD), prepare_task, &tasks);
    }
    *device_seconds = 0.0;
    return SCREE_OK;
}
