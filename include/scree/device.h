/**
 * @file
 * @brief Devices: the processors that compute fields. The bits of a field do not depend on the device.
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

/** The interface that drives a device. */
typedef enum scree_backend {
    SCREE_BACKEND_CPU = 0,
    SCREE_BACKEND_VULKAN = 1,
    SCREE_BACKEND_CUDA = 2,
    SCREE_BACKEND_AUTO = -1 /**< scree_device_open() only: the best GPU, or else the CPU. Never a GPU interface that
                                 runs on the CPU. */
} scree_backend;

/** The kind of processor. */
typedef enum scree_device_kind {
    SCREE_DEVICE_KIND_CPU = 0,
    SCREE_DEVICE_KIND_DISCRETE_GPU = 1,   /**< A GPU with its own memory. */
    SCREE_DEVICE_KIND_INTEGRATED_GPU = 2, /**< A GPU that shares the machine's memory. */
    SCREE_DEVICE_KIND_VIRTUAL_GPU = 3,    /**< Part of a GPU, in a virtual machine. */
    SCREE_DEVICE_KIND_SOFTWARE_GPU = 4    /**< A GPU interface that runs on the CPU. */
} scree_device_kind;

/** Instruction sets of the CPU device. Within an architecture each is a superset of the one before. */
typedef enum scree_cpu_level {
    SCREE_CPU_LEVEL_AUTO = 0,   /**< The environment variable SCREE_CPU_LEVEL, or else the best level that both the
                                     build and the processor have. */
    SCREE_CPU_LEVEL_SCALAR = 1, /**< One sample at a time: the reference. */
    SCREE_CPU_LEVEL_SSE41 = 2,
    SCREE_CPU_LEVEL_AVX2 = 3,
    SCREE_CPU_LEVEL_AVX512 = 4, /**< AVX-512 F, BW, DQ and VL. */
    SCREE_CPU_LEVEL_NEON = 5
} scree_cpu_level;

/** The maximum number of devices in a group. */
#define SCREE_MAX_MEMBERS 16

/** Describes a device. Grows (context.h). */
typedef struct scree_device_info {
    scree_backend backend;        /**< The interface that drives it. */
    uint32_t index;               /**< Position among the devices of its backend, from 0. A group has that of its first
                                       member. */
    char name[128];               /**< A name such as "AMD EPYC 9554". A group's is like "2 x NVIDIA H200". */
    uint8_t uuid[16];             /**< The same for one card in every interface. Zero for the CPU and for groups. */
    scree_device_kind kind;       /**< The kind of processor. A group has that of its first member. */
    uint64_t memory_bytes;        /**< Memory of the device. The CPU has that of the machine, a group the sum of its
                                       members'. */
    char unsupported_reason[160]; /**< Why the device cannot be used; empty for a device that can. */
    scree_cpu_level cpu_level;    /**< CPU: the level in use (open device) or the best one (list). */
    uint32_t threads;             /**< CPU: threads in use (open device) or processors available (list). */
    uint32_t members;             /**< Number of devices in it: 1, or the members of a group. */
    uint32_t member_index[SCREE_MAX_MEMBERS]; /**< `index` of each member; a plain device has its own. */
    bool reserved[4];                         /**< False. */
} scree_device_info;

/** Parameters of scree_device_open(). Grows (context.h). */
typedef struct scree_device_params {
    scree_backend backend;     /**< 0 = CPU. */
    uint32_t index;            /**< Position among the devices of the backend; 0 with SCREE_BACKEND_AUTO. */
    scree_cpu_level cpu_level; /**< CPU: 0 = automatic. A level that the processor lacks is SCREE_ERROR_UNSUPPORTED. */
    uint32_t threads;          /**< CPU: 1 to SCREE_MAX_THREADS worker threads; 0 = one for each processor available. */
} scree_device_params;

/**
 * A device, or a group of them. Thread-safety: safe; jobs of one device run one after another.
 *
 * Processes: a device, its buffers and its jobs belong to the process that opened it. In a child made by fork(), calls
 * that use them return SCREE_ERROR_UNSUPPORTED. Closing, destroying and releasing them there frees memory of the child,
 * and neither waits nor calls a driver. A child can open its own devices, also in a context that it inherited.
 *
 * Callbacks: a sink, and `lock_queue` of vulkan.h, are called while the device waits for them. A call in them that
 * would wait for the same device returns SCREE_ERROR_INVALID; calls without a result that close, destroy or release do
 * nothing and leave the pointer as it is. A job may be started there, and begins later. The library cannot detect a
 * callback that waits for its own device by way of another thread or another device; such a wait never ends.
 *
 * pthread_cancel(): scree_job_wait() is a cancellation point, after which the job and the device are still usable. All
 * other calls on contexts, devices, buffers and jobs run to their ends first.
 */
typedef struct scree_device scree_device;

/** As scree_device_list(), with structs of `size` bytes (context.h). */
SCREE_API scree_result scree_device_list_sized(scree_context *context, scree_device_info *infos, size_t size,
                                               size_t capacity, size_t *count);

/**
 * Lists the devices of all backends, including those that cannot be used: the CPU, then the others in the order of
 * their drivers. A backend without a loader or a driver has none. Writes at most `capacity` entries to `infos` and the
 * total number to `*count`. `infos` may be NULL when `capacity` is 0. Thread-safety: safe.
 * Errors: SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY.
 */
static inline scree_result scree_device_list(scree_context *context, scree_device_info *infos, size_t capacity,
                                             size_t *count)
{
    return scree_device_list_sized(context, infos, sizeof *infos, capacity, count);
}

/** As scree_device_open(), with a struct of `size` bytes (context.h). */
SCREE_API scree_result scree_device_open_sized(scree_context *context, const scree_device_params *params, size_t size,
                                               scree_device **device);

/**
 * Opens a device. `params` may be NULL for the defaults. The caller owns `*device` and closes it with
 * scree_device_close(). The context must outlive the device.
 *
 * A GPU runs a self test of sums, products and elementary functions first; one whose roundings differ from the CPU's is
 * SCREE_ERROR_UNSUPPORTED.
 *
 * Vulkan: compiled programs are cached in $XDG_CACHE_HOME/scree (or ~/.cache/scree). A cache file that is damaged or
 * comes from another driver is replaced. A file or folder there is ignored, with a warning, if it is not a regular file
 * or folder, belongs to another user, or is writable by other users.
 *
 * CUDA: the device is used through its primary context, as CUDA's runtime does. Opening one is SCREE_ERROR_UNSUPPORTED
 * without an NVIDIA driver, in a build without CUDA kernels, and for an index that does not exist.
 *
 * Errors: SCREE_ERROR_INVALID, SCREE_ERROR_UNSUPPORTED, SCREE_ERROR_OUT_OF_MEMORY, SCREE_ERROR_DEVICE_LOST,
 * SCREE_ERROR_INTERNAL.
 */
static inline scree_result scree_device_open(scree_context *context, const scree_device_params *params,
                                             scree_device **device)
{
    return scree_device_open_sized(context, params, sizeof *params, device);
}

/** As scree_device_open_group(), with a struct of `size` bytes (context.h). */
SCREE_API scree_result scree_device_open_group_sized(scree_context *context, const scree_device_params *params,
                                                     size_t size, uint32_t count, scree_device **device);

/**
 * Opens `count` devices, 1 to SCREE_MAX_MEMBERS, as one device, a group. Its jobs distribute their slabs over the
 * members in turn; the result has the same bits and the same order as that of one device. All members must be of one
 * GPU backend, and no device may be named twice. `params` points to one entry for each member. With a `count` of 1 this
 * is scree_device_open().
 *
 * A group is used like any device, with these exceptions: scree_device_at() uses the first member only, and
 * scree_buffer_create() is SCREE_ERROR_UNSUPPORTED because a buffer lies on one device. If a member fails, the job ends
 * with that error after the work that was started on the other members has ended. The group owns its members: they are
 * opened and closed with it.
 * Errors: as scree_device_open(); SCREE_ERROR_INVALID also for a list that breaks the rules above.
 */
static inline scree_result scree_device_open_group(scree_context *context, const scree_device_params *params,
                                                   uint32_t count, scree_device **device)
{
    return scree_device_open_group_sized(context, params, sizeof *params, count, device);
}

/**
 * Waits for the device's jobs, then closes it; a group closes all of its members. In a callback of the device nothing
 * is closed, an error is logged, and `*device` stays.
 */
SCREE_API void scree_device_close(scree_device **device);

/** As scree_device_describe(), with a struct of `size` bytes (context.h). */
SCREE_API scree_result scree_device_describe_sized(const scree_device *device, scree_device_info *info, size_t size);

/** Describes an open device. Errors: SCREE_ERROR_INVALID (NULL). */
static inline scree_result scree_device_describe(const scree_device *device, scree_device_info *info)
{
    return scree_device_describe_sized(device, info, sizeof *info);
}

/**
 * The name of a backend: "cpu", "vulkan", "cuda", and "auto", which is -1; NULL for a number that is not one. Static.
 */
SCREE_API const char *scree_backend_name(scree_backend backend);
/** The reverse of scree_backend_name(); false where no backend has that name. */
SCREE_API bool scree_backend_from_name(const char *name, scree_backend *backend);

/** Whether this build contains a backend. */
SCREE_API bool scree_backend_built(scree_backend backend);

/** The name of a kind of device, such as "discrete GPU"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_device_kind_name(scree_device_kind kind);
/** The reverse of scree_device_kind_name(); false where no kind has that name. */
SCREE_API bool scree_device_kind_from_name(const char *name, scree_device_kind *kind);

/**
 * The name of a level, as the variable SCREE_CPU_LEVEL takes it: "auto", "scalar", "sse41", "avx2", "avx512", "neon";
 * NULL for a number that is not one. Static.
 */
SCREE_API const char *scree_cpu_level_name(scree_cpu_level level);
/** The reverse of scree_cpu_level_name(); false where no level has that name. */
SCREE_API bool scree_cpu_level_from_name(const char *name, scree_cpu_level *level);

/**
 * Whether this build contains a level; every build has SCREE_CPU_LEVEL_AUTO and SCREE_CPU_LEVEL_SCALAR. One that is
 * made for its machine alone has the best level of that besides.
 */
SCREE_API bool scree_cpu_level_built(scree_cpu_level level);

/** Whether this processor has the instructions of a level: always those of the same two. */
SCREE_API bool scree_cpu_level_supported(scree_cpu_level level);

/** Whether both hold, so that the level can run. */
SCREE_API bool scree_cpu_level_available(scree_cpu_level level);

#ifdef __cplusplus
}
#endif

#endif
