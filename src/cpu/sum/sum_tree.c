/* Sums of many numbers: blocks by kernels, and the levels above them. */
#include <stdlib.h>

#include "context_internal.h"
#include "cpu_device.h"
#include "sum/sum.h"
#include "whole_numbers.h"

/* Blocks that a thread sums at a time. */
#define TASK_BLOCKS 64u
/* Levels above the blocks, for as many numbers as there can be. */
#define LEVELS 6u

/* The columns of a block of sums, as far as they have come. */
typedef struct sum_level {
    float column[SCREE_SUM_COLUMNS];
    uint32_t count;
} sum_level;

typedef struct sum_tree {
    sum_level level[LEVELS];
} sum_tree;

static void clear_level(sum_level *level)
{
    *level = (sum_level){.count = 0};
}

/* The sum of a level's block. */
static float fold_level(sum_level *level)
{
    for (uint32_t half = SCREE_SUM_COLUMNS / 2; half >= 1; half /= 2) {
        for (uint32_t c = 0; c < half; c++) {
            level->column[c] = scree_sum_add(level->column[c], level->column[half + c]);
        }
    }
    return level->column[0];
}

static void put_sum(sum_level *level, float sum)
{
    float *column = &level->column[level->count++ % SCREE_SUM_COLUMNS];
    *column = scree_sum_add(*column, sum);
}

/* Adds the sum of a block to the lowest level; levels that are full become one sum of the next. */
static void add_sum(sum_tree *tree, float sum)
{
    for (uint32_t i = 0; i < LEVELS; i++) {
        put_sum(&tree->level[i], sum);
        if (tree->level[i].count < SCREE_SUM_BLOCK) {
            return;
        }
        sum = fold_level(&tree->level[i]);
        clear_level(&tree->level[i]);
    }
}

static bool is_highest(const sum_tree *tree, uint32_t level)
{
    bool is_empty = true;
    for (uint32_t i = level + 1; i < LEVELS; i++) {
        is_empty = is_empty && tree->level[i].count == 0;
    }
    return is_empty;
}

/* The rest of each level is its last block; the only sum of the highest one is that of all. */
static float close_tree(sum_tree *tree)
{
    uint32_t i = 0;
    for (; !is_highest(tree, i) || tree->level[i].count > 1; i++) {
        if (tree->level[i].count > 0) {
            put_sum(&tree->level[i + 1], fold_level(&tree->level[i]));
        }
    }
    return tree->level[i].column[0];
}

static void sum_blocks(const scree_cpu_kernels *kernels, const scree_sum_operands *operands, uint64_t first,
                       uint64_t count, float *sums)
{
    const float *numbers = operands->host[0] + first;
    if (operands->host[1] != NULL) {
        kernels->sum.products(numbers, operands->host[1] + first, (size_t)count, sums);
    } else {
        kernels->sum.terms(numbers, (size_t)count, sums);
    }
}

/* Sums all on the calling thread. */
static float sum_alone(const scree_cpu_kernels *kernels, const scree_sum_operands *operands)
{
    const uint64_t most = (uint64_t)TASK_BLOCKS * SCREE_SUM_BLOCK;
    float sums[TASK_BLOCKS];
    sum_tree tree = {0};
    for (uint64_t first = 0; first < operands->count; first += most) {
        const uint64_t count = scree_min(operands->count - first, most);
        sum_blocks(kernels, operands, first, count, sums);
        for (uint64_t i = 0; i < scree_div_round_up(count, SCREE_SUM_BLOCK); i++) {
            add_sum(&tree, sums[i]);
        }
    }
    return close_tree(&tree);
}

/* A sum that threads share: they sum blocks. */
typedef struct shared_sum {
    const scree_cpu_kernels *kernels;
    const scree_sum_operands *operands;
    float *sums;
} shared_sum;

static void sum_task(void *user, uint32_t worker, uint64_t number)
{
    const shared_sum *shared = user;
    const uint64_t first = number * TASK_BLOCKS * SCREE_SUM_BLOCK;
    (void)worker;
    sum_blocks(shared->kernels, shared->operands, first,
               scree_min(shared->operands->count - first, (uint64_t)TASK_BLOCKS * SCREE_SUM_BLOCK),
               shared->sums + number * TASK_BLOCKS);
}

static scree_result sum_with_threads(const scree_cpu_device *cpu, const scree_sum_operands *operands, float *sum)
{
    const uint64_t blocks = scree_div_round_up(operands->count, SCREE_SUM_BLOCK);
    const uint64_t tasks = scree_div_round_up(blocks, TASK_BLOCKS);
    shared_sum shared = {.kernels = &cpu->kernels, .operands = operands, .sums = malloc(blocks * sizeof(float))};
    sum_tree tree = {0};
    if (shared.sums == NULL) {
        return scree_fail(cpu->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for the sums of %llu blocks",
                          (unsigned long long)blocks);
    }
    scree_worker_pool_run(cpu->pool, (uint32_t)scree_min(tasks, cpu->base.info.threads), tasks, sum_task, &shared);
    for (uint64_t i = 0; i < blocks; i++) {
        add_sum(&tree, shared.sums[i]);
    }
    *sum = close_tree(&tree);
    free(shared.sums);
    return SCREE_OK;
}

scree_result scree_cpu_sum(scree_device *device, const scree_sum_operands *operands, float *sum, double *device_seconds)
{
    const scree_cpu_device *cpu = (scree_cpu_device *)device;
    scree_sum_operands in_memory = *operands;
    for (uint32_t i = 0; i < 2 && operands->buffer[i] != NULL; i++) {
        in_memory.host[i] = scree_cpu_buffer_values(operands->buffer[i], operands->offset[i]);
    }
    *device_seconds = 0.0;
    if (cpu->base.info.threads > 1 && operands->count > TASK_BLOCKS * SCREE_SUM_BLOCK) {
        return sum_with_threads(cpu, &in_memory, sum);
    }
    *sum = sum_alone(&cpu->kernels, &in_memory);
    return SCREE_OK;
}
