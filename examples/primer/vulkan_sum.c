/*
 * Sums 1 to 1,000,000 in shared memory by Vulkan. docs/primer.md explains every step.
 *
 *     glslangValidator -V --target-env vulkan1.1 sum.comp -o sum.spv
 *     cc -std=c17 vulkan_sum.c vulkan_base.c vulkan_kernel.c sum.c -lvulkan -o vulkan_sum
 *     ./vulkan_sum
 */
#include "sum.h"
#include "vulkan_base.h"

struct sum {
    struct vulkan vulkan;
    struct buffer numbers, sums;
    struct kernel kernel;
};

static bool create(struct sum *sum)
{
    const struct vulkan *vulkan = &sum->vulkan;
    return buffer_create(vulkan, SUM_COUNT * sizeof(uint32_t), VULKAN_HOST_MEMORY, &sum->numbers) &&
           buffer_create(vulkan, SUM_GROUPS * sizeof(uint32_t), VULKAN_HOST_MEMORY, &sum->sums) &&
           kernel_create(vulkan, "sum.spv", 2, sizeof(uint32_t), &sum->kernel);
}

static bool upload(struct sum *sum)
{
    sum_start(sum->numbers.mapped);
    return true;
}

static bool bind_buffers(struct sum *sum)
{
    const struct buffer *buffers[] = {&sum->numbers, &sum->sums};
    return kernel_bind(&sum->vulkan, &sum->kernel, buffers, 2);
}

static bool dispatch(struct sum *sum)
{
    const struct vulkan *vulkan = &sum->vulkan;
    const uint32_t count = SUM_COUNT;
    if (!commands_begin(vulkan)) {
        return false;
    }
    commands_dispatch(vulkan, &sum->kernel, &count, sizeof count, SUM_GROUPS);
    commands_barrier(vulkan, by_kernels, by_host);
    return commands_run(vulkan);
}

static bool read_back(const struct sum *sum)
{
    return sum_finish(sum->sums.mapped);
}

static void release(struct sum *sum)
{
    kernel_destroy(&sum->vulkan, &sum->kernel);
    buffer_destroy(&sum->vulkan, &sum->sums);
    buffer_destroy(&sum->vulkan, &sum->numbers);
    vulkan_close(&sum->vulkan);
}

int main(void)
{
    struct sum sum = {0};
    const bool is_done = vulkan_open(&sum.vulkan) && create(&sum) && upload(&sum) && bind_buffers(&sum) &&
                         dispatch(&sum) && read_back(&sum);
    release(&sum);
    return vulkan_exit_status(&sum.vulkan, is_done);
}
