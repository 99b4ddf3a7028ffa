/**
 * @file
 * @brief Devices: what computes a field. The bits of a field do not depend on the device.
 */
#ifndef SCREE_DEVICE_H
#define SCREE_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/context.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The interface through which a device is driven. */
typedef enum scree_backend {
    SCREE_BACKEND_CPU = 0,
    SCREE_BACKEND_VULKAN = 1,
    SCREE_BACKEND_CUDA = 2,
    SCREE_BACKEND_AUTO = -1 /**< To open: the best GPU, else the CPU. Never a GPU interface that runs on the CPU. */
} scree_backend;

/** What kind of thing computes. */
typedef enum scree_device_kind {
    SCREE_DEVICE_KIND_CPU = 0,
    SCREE_DEVICE_KIND_DISCRETE_GPU = 1,   /**< With memory of its own. */
    SCREE_DEVICE_KIND_INTEGRATED_GPU = 2, /**< Shares the machine's memory. */
    SCREE_DEVICE_KIND_VIRTUAL_GPU = 3,    /**< Part of a GPU, in a virtual machine. */
    SCREE_DEVICE_KIND_SOFTWARE_GPU = 4    /**< A GPU interface that runs on the CPU. */
} scree_device_kind;

/** Instruction sets of the CPU device, each a superset of the one before within its architecture. */
typedef enum scree_cpu_level {
    SCREE_CPU_LEVEL_AUTO = 0,   /**< The environment variable SCREE_CPU_LEVEL, else the best that the processor has. */
    SCREE_CPU_LEVEL_SCALAR = 1, /**< One sample at a time: the reference. */
    SCREE_CPU_LEVEL_SSE41 = 2,
    SCREE_CPU_LEVEL_AVX2 = 3,
    SCREE_CPU_LEVEL_AVX512 = 4, /**< AVX-512 F, BW, DQ and VL. */
    SCREE_CPU_LEVEL_NEON = 5
} scree_cpu_level;

/** The largest number of devices in a group. */
#define SCREE_MAX_MEMBERS 16

/** What a device is. */
typedef struct scree_device_info {
    scree_backend backend;     /**< How it is driven. */
    uint32_t index;            /**< Position among the devices of its backend, from 0; of a group that of the first. */
    char name[128];            /**< For people, such as "AMD EPYC 9554"; of a group such as "2 x NVIDIA H200". */
    uint8_t uuid[16];          /**< The same for one card in every interface; zero for the CPU and for groups. */
    scree_device_kind kind;    /**< What it is; of a group that of the first member. */
    uint64_t memory_bytes;     /**< Memory of the device, of a group the sum; for the CPU that of the machine. */
    char refusal[160];         /**< Why it cannot be used; empty for a device that can. */
    scree_cpu_level cpu_level; /**< CPU: the level in use (opened) or the best one (listed). */
    uint32_t threads;          /**< CPU: threads in use (opened) or processors available (listed). */
    uint32_t members;          /**< Devices that it consists of: 1, or those of a group. */
    uint32_t member_index[SCREE_MAX_MEMBERS]; /**< `index` of each member; of a plain device its own. */
} scree_device_info;

/** Parameters of scree_device_open(). */
typedef struct scree_device_params {
    scree_backend backend;     /**< 0 = CPU. */
    uint32_t index;            /**< Which device of the backend; 0 with SCREE_BACKEND_AUTO. */
    scree_cpu_level cpu_level; /**< CPU: 0 = automatic. A level that the processor lacks is SCREE_ERROR_UNSUPPORTED. */
    uint32_t threads;          /**< CPU: 1 to SCREE_MAX_THREADS worker threads; 0 = one for each processor available. */
} scree_device_params;

/**
 * A device, or a group of them. Thread-safety: safe; jobs of one device run one after another.
 *
 * Processes: a device, its buffers and its jobs belong to the process that opened it. In a child made by fork(), calls
 * that use them return SCREE_ERROR_UNSUPPORTED; closing, destroying and releasing them frees memory of the child, and
 * neither waits nor calls a driver. A child opens devices of its own, and may do so in the context that it inherited.
 *
 * Callbacks: a sink, and `lock_queue` of vulkan.h, are called while the device waits for them. Calls in them that would
 * wait for the same device return SCREE_ERROR_INVALID, and those that close, destroy or release without a result leave
 * the pointer as it is. A job may be started there, and begins later. Waits for the device by way of other threads or
 * devices are not seen, and never end.
 *
 * pthread_cancel(): scree_job_wait() is a cancellation point, after which the job and the device can be used as before.
 * All other calls on contexts, devices, buffers and jobs run to their ends first.
 */
typedef struct scree_device scree_device;

/**
 * Lists the devices of all backends, those that cannot be used too: the CPU, then the others in the order of their
 * drivers. A backend without a loader or a driver has none. Writes at most `capacity` entries to `infos` and their full
 * number to `*count`; `infos` may be NULL when `capacity` is 0.
 */
SCREE_API scree_result scree_device_list(scree_context *context, scree_device_info *infos, size_t capacity,
                                         size_t *count);

/**
 * Opens a device. `params` may be NULL for the defaults. The caller owns `*device` and closes it with
 * scree_device_close(); the context must outlive it. A GPU is tried with sums and products before it is used: one that
 * rounds them otherwise than the CPU is SCREE_ERROR_UNSUPPORTED. Compiled programs of a Vulkan device are kept in
 * $XDG_CACHE_HOME/scree (or ~/.cache/scree); a file there that is damaged or of another driver is replaced. What is
 * there but is no regular file or no folder, belongs to another user, or may be written to by other users is not used,
 * and a warning says so. A CUDA
 * device is used through its primary context, as CUDA's runtime uses it; without an NVIDIA driver, or in a build whose
 * kernels were left out, opening one is SCREE_ERROR_UNSUPPORTED, and so is a device whose index is not there.
 * Errors: SCREE_ERROR_INVALID, SCREE_ERROR_UNSUPPORTED, SCREE_ERROR_OUT_OF_MEMORY, SCREE_ERROR_DEVICE_LOST,
 * SCREE_ERROR_INTERNAL.
 */
SCREE_API scree_result scree_device_open(scree_context *context, const scree_device_params *params,
                                         scree_device **device);

/**
 * Opens `count` devices, 1 to SCREE_MAX_MEMBERS, and makes one device of them, a group. Its jobs spread their slabs
 * over the members in turn; the result has the same bits and the same order as that of one device. All members must be
 * of one GPU backend, and none may be named twice; `params` points to one entry for each, in the order of their
 * numbers. With a `count` of 1 this is scree_device_open().
 *
 * A group is used like any device, with these exceptions: scree_device_points() uses the first member alone, and a
 * buffer lies on one device, so scree_buffer_create() is SCREE_ERROR_UNSUPPORTED. A member that fails ends the job with
 * its error, after all that was started on the others was waited for. The members are the group's own: they are opened
 * and closed with it. Errors: as scree_device_open(); SCREE_ERROR_INVALID also for a list that breaks the rules above.
 */
SCREE_API scree_result scree_device_open_group(scree_context *context, const scree_device_params *params,
                                               uint32_t count, scree_device **device);

/**
 * Waits for the device's jobs, then closes it; a group with all of its members. In a callback of the device nothing is
 * closed, an error is logged, and `*device` stays.
 */
SCREE_API void scree_device_close(scree_device **device);

/** Describes an open device. */
SCREE_API scree_result scree_device_describe(const scree_device *device, scree_device_info *info);

/** The name of a backend: "cpu", "vulkan", "cuda", "auto"; NULL for a number that is none. */
SCREE_API const char *scree_backend_name(scree_backend backend);

/** Whether this build has a backend. */
SCREE_API bool scree_backend_built(scree_backend backend);

/** The name of a kind: "cpu", "discrete GPU" and so on; NULL for a number that is none. */
SCREE_API const char *scree_device_kind_name(scree_device_kind kind);

/** The name of a level as SCREE_CPU_LEVEL takes it: "auto", "scalar", "sse41", "avx2", "avx512", "neon". */
SCREE_API const char *scree_cpu_level_name(scree_cpu_level level);

/** The level of a name; false where there is none of that name. */
SCREE_API bool scree_cpu_level_from_name(const char *name, scree_cpu_level *level);

/** Whether this build and this processor can run a level. */
SCREE_API bool scree_cpu_level_available(scree_cpu_level level);

#ifdef __cplusplus
}
#endif

#endif
