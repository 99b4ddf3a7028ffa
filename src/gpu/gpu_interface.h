/*
 * The interface that a GPU backend implements: memory, commands, copies and dispatches, in the manner of libplacebo's
 * pl_gpu. Everything above it (noise, distance fields, points, buffers, the self-test) is written once, in this folder.
 * A backend may trust its parameters. Differences between devices are data: scree_gpu_limits.
 *
 * Nothing here is thread-safe. The field layer lets one job or call of a device run at a time.
 */
#ifndef SCREE_GPU_INTERFACE_H
#define SCREE_GPU_INTERFACE_H

#include "device_internal.h"
#include "gpu_programs.h"
#include "table_layout.h"

typedef struct scree_gpu scree_gpu;
typedef struct scree_gpu_commands scree_gpu_commands;

/* Heaps: the kinds of memory. */
typedef enum scree_gpu_heap {
    SCREE_GPU_ON_DEVICE,
    SCREE_GPU_UPLOAD,  /* The host writes it, and copies read it. */
    SCREE_GPU_DOWNLOAD /* Copies write it, and the host reads it through its caches. */
} scree_gpu_heap;

/* The sides on which memory is, as it is counted. */
enum { SCREE_GPU_DEVICE_SIDE, SCREE_GPU_HOST_SIDE, SCREE_GPU_SIDES };

/* A block of memory; empty if `bytes` is 0. */
typedef struct scree_gpu_memory {
    uint64_t handle; /* The backend's handle: a VkBuffer, or a device pointer. */
    uint64_t object; /* Another handle of the backend, such as a VkDeviceMemory. */
    uint64_t bytes;
    void *mapped; /* Host memory only. */
} scree_gpu_memory;

/* A part of a block of memory; empty if `memory` is NULL. Offset and size are bytes. */
typedef struct scree_gpu_span {
    const scree_gpu_memory *memory;
    uint64_t offset;
    uint64_t bytes;
} scree_gpu_span;

/* Maximum spans of a program; span `i` is at binding `i`. */
#define SCREE_GPU_SPANS BINDING_COUNT

/* Limits of a device. What follows from them for its work is in the rooms of that. */
typedef struct scree_gpu_limits {
    uint64_t span_bytes;      /* Maximum bytes of a span of a dispatch. */
    uint64_t span_alignment;  /* The offset of a span is a multiple of this. */
    uint64_t memory_bytes;    /* Maximum size of one block of memory. */
    uint64_t row_groups;      /* Maximum groups along x, where groups are numbered along x first. */
    uint32_t threads;         /* Maximum threads of a group. */
    double clock_megahertz;   /* The highest clock, for the primer; 0 if the driver does not report it. */
    scree_lesson_bus bus;     /* The device's address on the bus, for the primer. */
    uint32_t shared_bytes;    /* Bytes of memory that the threads of a group share. */
    uint32_t multiprocessors; /* 0 = unknown. */
    bool has_pipelines;       /* A program takes long to make for each set of its constants, shared memory included. */
    bool has_watchdog;        /* The device ends long loops early. */
    bool has_wide_atomics;    /* Programs may add 64 bits at once in memory. */
    bool has_float64;         /* Programs may use float64. The self-test clears it where that is not rounded as by the
                                 processor. */
    bool has_transfer_stream; /* Small copies are as quick on the transfer queue as on the compute queue. */
} scree_gpu_limits;

/* The queues for copies. */
typedef enum scree_gpu_queue {
    SCREE_GPU_COMPUTE, /* In order with dispatches, fills and barriers. */
    SCREE_GPU_TRANSFER /* After earlier commands of the same command buffer on the compute queue; concurrent with the
                          next command buffers. */
} scree_gpu_queue;

/* A span of device time, in seconds of scree_os_clock_seconds(). Both 0 if unknown. */
typedef struct scree_gpu_while {
    double start;
    double end;
} scree_gpu_while;

/*
 * A command buffer: commands that are submitted, waited for and timed together. A backend's own structure begins with
 * this. An error that occurs while commands are recorded is stored in `result`; later commands are then skipped, and
 * submitting returns the error.
 */
struct scree_gpu_commands {
    scree_gpu *gpu;
    scree_result result;
    bool reports_times; /* Set by the user before begin: measure `computing` and `copying`. */
    bool is_submitted;  /* Submitted and not waited for. */
    /* Time of the compute queue. All times are known after a wait, until the command buffer is reset. */
    uint64_t nanoseconds; /* The time of computing. */
    scree_gpu_while computing;
    scree_gpu_while copying;
};

/* One run of a program. `constants` are read before the call returns. */
typedef struct scree_gpu_dispatch {
    scree_gpu_program program;
    uint32_t
        specialisation[CONSTANT_COUNT]; /* Values of the specialisation constants, indexed by the CONSTANT_ numbers. */
    const void *constants;              /* A structure of gpu_constants.h. */
    uint32_t constants_bytes;
    scree_gpu_span spans[SCREE_GPU_SPANS];
    uint32_t groups[3];
} scree_gpu_dispatch;

typedef struct scree_gpu_functions {
    /* Optional, both or none: called before and after every call of the others. Entering does not fail for a lost
       device. */
    scree_result (*enter)(scree_gpu *gpu);
    void (*leave)(scree_gpu *gpu);
    /* On failure `*memory` is empty. SCREE_ERROR_OUT_OF_MEMORY is not logged. Destroying empty memory does nothing. */
    scree_result (*memory_create)(scree_gpu *gpu, scree_gpu_heap heap, uint64_t bytes, scree_gpu_memory *memory);
    void (*memory_destroy)(scree_gpu *gpu, scree_gpu_memory *memory);
    /* Bytes of device memory that are free now. */
    uint64_t (*memory_available)(scree_gpu *gpu);
    /* Optional: whether copies access host memory directly that the device did not allocate. */
    bool (*memory_is_pinned)(scree_gpu *gpu, const void *memory);
    /* Creates a command buffer with room for N dispatches with different spans, in `commands_bytes` zeroed bytes that
       begin with a scree_gpu_commands; where there are more, it takes as much room again. Clearing frees it, also after
       an incomplete creation. */
    size_t commands_bytes;
    scree_result (*commands_make)(scree_gpu_commands *commands, uint32_t dispatches);
    void (*commands_clear)(scree_gpu_commands *commands);
    /* Optional: begins to make a program, in the background, because it will be dispatched soon. Never fails. */
    void (*prepare)(scree_gpu *gpu, scree_gpu_program program, const uint32_t specialisation[CONSTANT_COUNT]);
    /* Optional: lets commands that were just made run beside other command buffers, in no order with them. */
    scree_result (*detach)(scree_gpu_commands *commands);
    /* Resets the command buffer and begins to record. Earlier submissions were waited for, but one that failed may
       still run. */
    scree_result (*begin)(scree_gpu_commands *commands);
    scree_result (*submit)(scree_gpu_commands *commands);
    /* Waits for the submitted work, and clears `is_submitted`. Returns at once if there is none. */
    scree_result (*wait)(scree_gpu_commands *commands);
    /* Records commands, only while `commands->result` is SCREE_OK, which also receives errors. Sizes and offsets are
       multiples of 4, except for copies that end where host memory ends. Only where
       spans may be smaller than a block of memory are there copies within device memory. A barrier makes earlier writes
       of these commands visible to later ones, and with `all` to every other user of the memory. */
    void (*copy)(scree_gpu_commands *commands, scree_gpu_queue queue, scree_gpu_span to, scree_gpu_span from);
    void (*fill)(scree_gpu_commands *commands, scree_gpu_span span, uint32_t word);
    /* In a rehearsal (rehearsal.h) a dispatch, or the launch that it becomes, is noted instead. Commands have not begun
       then, and there are none of the others. */
    void (*dispatch)(scree_gpu_commands *commands, const scree_gpu_dispatch *dispatch);
    void (*barrier)(scree_gpu_commands *commands, bool all);
    /* Relates the device's clock to the host's, for timelines. Nothing is in flight. */
    scree_result (*mark_time)(scree_gpu *gpu);
    /* How the backend's programs of a field type differ from those of others: a structure that the type's own files
       declare and ask for (noise_programs.h, gpu_distance.h). */
    const void *programs[SCREE_FIELD_TYPE_COUNT];
} scree_gpu_functions;

/* A GPU. A backend's own structure begins with this. */
struct scree_gpu {
    scree_device base;
    const struct scree_gpu_backend *backend;
    const scree_gpu_functions *functions;
    scree_gpu_limits limits;
    bool is_lost;                              /* Set by scree_gpu_lose(). */
    uint64_t held_bytes[SCREE_GPU_SIDES];      /* Memory that scree_gpu_take() took and that was not freed, */
    uint64_t most_held_bytes[SCREE_GPU_SIDES]; /* and the most of it at once since the last rehearsal began. */
    scree_device_functions device_functions;
    double marked_seconds;                /* Time at which the clocks were compared. */
    uint64_t fields;                      /* Number of fields that were begun. */
    scree_gpu_memory nodes;               /* Lattice nodes of the two-stage contraction, kept from job to job. */
    scree_gpu_memory sums;                /* Sums of blocks of numbers, kept likewise. */
    scree_gpu_memory operands[2];         /* Numbers of the host that are summed. */
    scree_gpu_memory particles;           /* Coordinates of particles that are forgotten. */
    scree_gpu_memory words;               /* The table of a run of particles, with their results, or of a scene; */
    scree_gpu_memory words_upload;        /* the same as the host writes it, */
    scree_gpu_memory words_download;      /* and reads the results. */
    struct scree_gpu_slot *slots;         /* SCREE_MOST_SLOTS of them (gpu_slot.h), or NULL; kept from job to job. */
    struct scree_gpu_point_space *points; /* The work space of points (graph_points.c), or NULL; kept likewise. */
    struct scree_gpu_copiers *copiers;    /* Threads that copy host memory. */
};

/* A buffer of the public interface. */
typedef struct scree_gpu_buffer {
    scree_buffer base;
    scree_gpu_memory memory;
    bool is_adopted;
} scree_gpu_buffer;

/* How a backend lists and opens its devices. */
typedef struct scree_gpu_backend {
    const char *name;    /* "vulkan" */
    const char *title;   /* "Vulkan" */
    size_t device_bytes; /* Size of the backend's own structure, which begins with a scree_gpu. */
    const scree_gpu_functions *functions;
    /* Loads the driver into an empty device; `reason` receives the reason of a failure. */
    scree_result (*open_driver)(scree_gpu *gpu, char *reason, size_t reason_bytes);
    uint32_t (*count_devices)(const scree_gpu *gpu);
    /* Completes `info`, whose index is set. `unsupported_reason` says why a device cannot be used, or is empty. */
    void (*inspect)(scree_gpu *gpu);
    /* Opens the device that was inspected, or the application's, and sets the limits. Errors are logged. */
    scree_result (*open)(scree_gpu *gpu, const void *adopted);
    /* Frees a device, which is not entered, in any state. It has scree_gpu_clear() free what this folder keeps in it.
     */
    void (*destroy)(scree_gpu *gpu);
} scree_gpu_backend;

/* Lists a backend's devices for the field layer. */
void scree_gpu_list(scree_context *context, const scree_gpu_backend *backend, scree_device_list_entries *list);

/* Opens a device, or the application's, and runs the self test (gpu_self_test.c). */
scree_result scree_gpu_open(scree_context *context, const scree_gpu_backend *backend, const scree_device_params *params,
                            const void *adopted, scree_device **device);

/* Frees everything that this folder keeps in a device. The device is entered. */
void scree_gpu_clear(scree_gpu *gpu);

/* Enters a device, unless it is lost; the second function enters a lost one as well, to free its resources. */
scree_result scree_gpu_enter(scree_gpu *gpu);
scree_result scree_gpu_enter_lost(scree_gpu *gpu);
void scree_gpu_leave(scree_gpu *gpu);

/* Logs that the device is lost, and marks it. `detail` is the driver's error name, or empty. */
scree_result scree_gpu_lose(scree_gpu *gpu, const char *action, const char *detail);
scree_result scree_gpu_check_lost(const scree_gpu *gpu);

/*
 * Adopts memory of the application as a buffer with this handle. `check` verifies, and logs, whether device and memory
 * are suitable.
 */
scree_result scree_gpu_buffer_adopt(scree_device *device, uint64_t handle, uint64_t bytes, scree_buffer **buffer,
                                    scree_result (*check)(scree_device *device, uint64_t handle, uint64_t bytes));

/* A buffer's handle in one backend; 0 in any other. */
uint64_t scree_gpu_buffer_handle(const scree_buffer *buffer, scree_backend backend);

/* Relates the device's clock to the host's, unless that happened recently. Nothing may be in flight. */
scree_result scree_gpu_mark_time(scree_gpu *gpu);

/* The GPU of a buffer, or of a device, if it is of this backend; NULL for a group. */
scree_gpu *scree_gpu_of(const scree_device *device, scree_backend backend);

#endif
