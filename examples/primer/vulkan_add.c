/*
 * Adds two arrays of four numbers by Vulkan. docs/primer.md explains every step.
 *
 *     glslangValidator -V --target-env vulkan1.1 add.comp -o add.spv
 *     cc -std=c17 vulkan_add.c vulkan_base.c vulkan_kernel.c -lvulkan -o vulkan_add
 *     ./vulkan_add
 */
#include "vulkan_base.h"

#include <stdio.h>
#include <string.h>

static const float a[4] = {1, 2, 3, 4};
static const float b[4] = {10, 20, 30, 40};

struct addition {
    struct vulkan vulkan;
    struct buffer a, b, c;
    struct kernel kernel;
};

static bool create(struct addition *addition)
{
    const struct vulkan *vulkan = &addition->vulkan;
    return buffer_create(vulkan, sizeof a, VULKAN_HOST_MEMORY, &addition->a) &&
           buffer_create(vulkan, sizeof b, VULKAN_HOST_MEMORY, &addition->b) &&
           buffer_create(vulkan, sizeof a, VULKAN_HOST_MEMORY, &addition->c) &&
           kernel_create(vulkan, "add.spv", 3, 0, &addition->kernel);
}

static bool upload(struct addition *addition)
{
    memcpy(addition->a.mapped, a, sizeof a);
    memcpy(addition->b.mapped, b, sizeof b);
    return true;
}

static bool bind_buffers(struct addition *addition)
{
    const struct buffer *buffers[] = {&addition->a, &addition->b, &addition->c};
    return kernel_bind(&addition->vulkan, &addition->kernel, buffers, 3);
}

static bool dispatch(struct addition *addition)
{
    const struct vulkan *vulkan = &addition->vulkan;
    if (!commands_begin(vulkan)) {
        return false;
    }
    commands_dispatch(vulkan, &addition->kernel, NULL, 0, 1);
    commands_barrier(vulkan, by_kernels, by_host);
    return commands_run(vulkan);
}

static bool read_back(const struct addition *addition)
{
    float c[4];
    memcpy(c, addition->c.mapped, sizeof c);
    for (int i = 0; i < 4; i++) {
        printf("%g + %g = %g\n", (double)a[i], (double)b[i], (double)c[i]);
    }
    return true;
}

static void release(struct addition *addition)
{
    kernel_destroy(&addition->vulkan, &addition->kernel);
    buffer_destroy(&addition->vulkan, &addition->c);
    buffer_destroy(&addition->vulkan, &addition->b);
    buffer_destroy(&addition->vulkan, &addition->a);
    vulkan_close(&addition->vulkan);
}

int main(void)
{
    struct addition addition = {0};
    const bool is_done = vulkan_open(&addition.vulkan) && create(&addition) && upload(&addition) &&
                         bind_buffers(&addition) && dispatch(&addition) && read_back(&addition);
    release(&addition);
    return vulkan_exit_status(&addition.vulkan, is_done);
}
