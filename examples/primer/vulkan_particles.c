/*
 * Moves particles along Lorenz's attractor by Vulkan, and draws them. docs/primer.md explains every step.
 *
 *     glslangValidator -V --target-env vulkan1.1 move.comp -o move.spv
 *     glslangValidator -V --target-env vulkan1.1 draw.comp -o draw.spv
 *     cc -std=c17 vulkan_particles.c vulkan_base.c vulkan_kernel.c particles.c -lvulkan -o vulkan_particles
 *     ./vulkan_particles [PICTURE.ppm]
 */
#include "particles.h"
#include "vulkan_base.h"

enum {
    PARTICLE_BYTES = PARTICLES * sizeof(struct particle),
    COUNT_BYTES = PICTURE_PIXELS * sizeof(uint32_t),
    STAGING_BYTES = PARTICLE_BYTES > COUNT_BYTES ? PARTICLE_BYTES : COUNT_BYTES,
};

struct drawing {
    struct vulkan vulkan;
    struct buffer particles, counts; /* In memory of the device's own. */
    struct buffer staging;           /* What goes there from the host, and then what comes back. */
    struct kernel move, draw;
};

static bool create(struct drawing *drawing)
{
    const struct vulkan *vulkan = &drawing->vulkan;
    return buffer_create(vulkan, PARTICLE_BYTES, VULKAN_DEVICE_MEMORY, &drawing->particles) &&
           buffer_create(vulkan, COUNT_BYTES, VULKAN_DEVICE_MEMORY, &drawing->counts) &&
           buffer_create(vulkan, STAGING_BYTES, VULKAN_HOST_MEMORY, &drawing->staging) &&
           kernel_create(vulkan, "move.spv", 1, sizeof(uint32_t), &drawing->move) &&
           kernel_create(vulkan, "draw.spv", 2, sizeof(uint32_t), &drawing->draw);
}

static bool upload(struct drawing *drawing)
{
    const VkCommandBuffer commands = drawing->vulkan.commands;
    const VkBufferCopy all = {.size = PARTICLE_BYTES};
    particles_start(drawing->staging.mapped);
    if (!commands_begin(&drawing->vulkan)) {
        return false;
    }
    vkCmdCopyBuffer(commands, drawing->staging.handle, drawing->particles.handle, 1, &all);
    vkCmdFillBuffer(commands, drawing->counts.handle, 0, VK_WHOLE_SIZE, 0);
    commands_barrier(&drawing->vulkan, by_copies, by_kernels);
    return true;
}

static bool bind_buffers(struct drawing *drawing)
{
    const struct buffer *buffers[] = {&drawing->particles, &drawing->counts};
    return kernel_bind(&drawing->vulkan, &drawing->move, buffers, 1) &&
           kernel_bind(&drawing->vulkan, &drawing->draw, buffers, 2);
}

/* A launch begins when the one before it is done and its writes are seen. */
static bool dispatch(struct drawing *drawing)
{
    const struct vulkan *vulkan = &drawing->vulkan;
    const VkBufferCopy all = {.size = COUNT_BYTES};
    const uint32_t count = PARTICLES;
    for (int i = 0; i < PARTICLE_LAUNCHES; i++) {
        commands_dispatch(vulkan, &drawing->move, &count, sizeof count, PARTICLE_GROUPS);
        commands_barrier(vulkan, by_kernels, by_kernels);
    }
    commands_dispatch(vulkan, &drawing->draw, &count, sizeof count, PARTICLE_GROUPS);
    commands_barrier(vulkan, by_kernels, by_copies);
    vkCmdCopyBuffer(vulkan->commands, drawing->counts.handle, drawing->staging.handle, 1, &all);
    commands_barrier(vulkan, by_copies, by_host);
    return commands_run(vulkan);
}

static bool read_back(const struct drawing *drawing, const char *file)
{
    return particles_write(drawing->staging.mapped, file);
}

static void release(struct drawing *drawing)
{
    kernel_destroy(&drawing->vulkan, &drawing->draw);
    kernel_destroy(&drawing->vulkan, &drawing->move);
    buffer_destroy(&drawing->vulkan, &drawing->staging);
    buffer_destroy(&drawing->vulkan, &drawing->counts);
    buffer_destroy(&drawing->vulkan, &drawing->particles);
    vulkan_close(&drawing->vulkan);
}

int main(int argc, char **argv)
{
    const char *file = argc > 1 ? argv[1] : "particles.ppm";
    struct drawing drawing = {0};
    const bool is_done = vulkan_open(&drawing.vulkan) && create(&drawing) && upload(&drawing) &&
                         bind_buffers(&drawing) && dispatch(&drawing) && read_back(&drawing, file);
    release(&drawing);
    return vulkan_exit_status(&drawing.vulkan, is_done);
}
