/*
 * What the Vulkan programs of the primer share: a device, buffers, kernels, and a list of commands. A function that
 * returns false has said on stderr which call failed.
 */
#ifndef PRIMER_VULKAN_BASE_H
#define PRIMER_VULKAN_BASE_H

#include <stdbool.h>
#include <stdint.h>

#include <vulkan/vulkan.h>

/* Whether a call of Vulkan succeeded; names the call and its error on stderr where it did not. */
#define CHECK(call) vulkan_succeeded(#call, call)
bool vulkan_succeeded(const char *call, VkResult result);

struct vulkan {
    VkInstance instance;
    VkPhysicalDevice physical_device;
    uint32_t queue_family;
    VkDevice device;
    VkQueue queue;
    VkCommandPool command_pool;
    VkCommandBuffer commands;
    bool is_absent; /* There is no Vulkan here, or no device. */
};

/* Opens the first GPU, or a CPU that stands in for one, and prints its name. */
bool vulkan_open(struct vulkan *vulkan);

/* Takes a struct that is zeroed or was opened in part, too; so do all functions that destroy. */
void vulkan_close(struct vulkan *vulkan);

/* The exit status of a program: 0 when it is done, 77 where there is no device, which tests take as skipped, or 1. */
int vulkan_exit_status(const struct vulkan *vulkan, bool is_done);

/* Memory that the host reads and writes, too. */
#define VULKAN_HOST_MEMORY (VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT)
/* Memory of the device's own: the fastest, which the host may not be able to reach. */
#define VULKAN_DEVICE_MEMORY VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT

struct buffer {
    VkBuffer handle;
    VkDeviceMemory memory;
    void *mapped; /* Where the host finds the memory, if it may. */
};

bool buffer_create(const struct vulkan *vulkan, VkDeviceSize bytes, VkMemoryPropertyFlags properties,
                   struct buffer *buffer);
void buffer_destroy(const struct vulkan *vulkan, struct buffer *buffer);

enum { KERNEL_MOST_BUFFERS = 4 };

struct kernel {
    VkShaderModule module;
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    VkDescriptorPool pool;
    VkDescriptorSet set;
};

/* A kernel from a file of SPIR-V, which has so many buffers and so many bytes of parameters. */
bool kernel_create(const struct vulkan *vulkan, const char *file, uint32_t buffers, uint32_t parameter_bytes,
                   struct kernel *kernel);
void kernel_destroy(const struct vulkan *vulkan, struct kernel *kernel);

/* Puts buffers behind bindings 0, 1, ... of a kernel. */
bool kernel_bind(const struct vulkan *vulkan, struct kernel *kernel, const struct buffer *const *buffers,
                 uint32_t count);

/* Begins the list of commands. */
bool commands_begin(const struct vulkan *vulkan);

/* Adds a launch of so many groups, with the kernel's parameters, if it has some. */
void commands_dispatch(const struct vulkan *vulkan, const struct kernel *kernel, const void *parameters,
                       uint32_t parameter_bytes, uint32_t groups);

/* Who accesses memory: kernels, copies or the host. */
struct access {
    VkPipelineStageFlags stage;
    VkAccessFlags kinds;
};
extern const struct access by_kernels, by_copies, by_host;

/* Makes what was written before visible to those that come after. */
void commands_barrier(const struct vulkan *vulkan, struct access before, struct access after);

/* Runs the commands, and waits until the device is done. */
bool commands_run(const struct vulkan *vulkan);

#endif
