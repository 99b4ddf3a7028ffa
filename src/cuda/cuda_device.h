/* The CUDA device from the inside. */
#ifndef SCREE_CUDA_DEVICE_H
#define SCREE_CUDA_DEVICE_H

#include <scree/cuda.h>

#include "device_internal.h"
#include "driver.h"
#include "kernel_parameters.h"
#include "noise_kernels.h"

/* Memory of the device, or memory of the host that transfers reach directly. */
typedef struct scree_cuda_memory {
    CUdeviceptr handle; /* Device memory only. */
    void *mapped;       /* Host memory only. */
    uint64_t bytes;
} scree_cuda_memory;

typedef struct scree_cuda_device {
    scree_device base; /* First, so that a device of this backend is one of these. */
    scree_cuda_driver driver;
    CUdevice ordinal;
    CUcontext context;     /* The device's primary one, which the application's CUDA runtime uses too. */
    uint32_t shared_bytes; /* That a block can have. */
    uint32_t multiprocessors;
    CUstream compute;
    CUstream transfer;
    scree_cuda_kernels kernels;
    bool is_lost;
    /* One job runs at a time: what it needs most is kept for the next. */
    struct scree_cuda_slot *slots;   /* SCREE_MOST_SLOTS of them (noise_slot.h), or NULL. */
    struct scree_cuda_order *orders; /* Of fills on the caller's stream (noise_enqueue.c), or NULL. */
    uint32_t next_order;
    uint64_t fields; /* That were begun. */
} scree_cuda_device;

/* Makes the device's context the thread's, and the reverse. Everything that calls the driver stands between them. */
scree_result scree_cuda_enter(scree_cuda_device *device);
void scree_cuda_leave(scree_cuda_device *device);

/*
 * The meaning of a CUresult: logged with what was done, and what it comes to. A device that was lost stays so.
 */
scree_result scree_cuda_check(scree_cuda_device *device, CUresult result, const char *action);

/* SCREE_ERROR_DEVICE_LOST, logged, for a device that was lost before. */
scree_result scree_cuda_check_lost(const scree_cuda_device *device);

/* Makes memory of at least `bytes` bytes; what it held is lost. Out of memory is not logged, and leaves none. */
scree_result scree_cuda_memory_take(scree_cuda_device *device, bool is_host, uint64_t bytes, scree_cuda_memory *memory);
/* The same, where out of memory is logged, with the purpose. */
scree_result scree_cuda_memory_reserve(scree_cuda_device *device, bool is_host, uint64_t bytes,
                                       scree_cuda_memory *memory, const char *purpose);
void scree_cuda_memory_free(scree_cuda_device *device, scree_cuda_memory *memory);

/* Bytes of the device that nobody uses now. */
uint64_t scree_cuda_unused_bytes(scree_cuda_device *device);

/* A launch: what it runs, on how many blocks of how many threads. */
typedef struct scree_cuda_launch {
    scree_cuda_part part;
    const char *kernel;
    uint32_t grid[3];
    uint32_t block[3];
    uint32_t shared_bytes;
} scree_cuda_launch;

/* Puts a launch on a stream; `parameters` is the kernel's one structure. */
scree_result scree_cuda_run(scree_cuda_device *device, const scree_cuda_launch *launch, void *parameters,
                            CUstream stream);

/* Tries sums and products whose rounding tells (self_test.c). SCREE_ERROR_UNSUPPORTED, logged, where they differ. */
scree_result scree_cuda_self_test(scree_cuda_device *device);

/* Buffers that users see (buffer.c). */
typedef struct scree_cuda_buffer {
    scree_buffer base;
    scree_cuda_memory memory;
    bool is_adopted;
} scree_cuda_buffer;

/* Whether a caller's pointer is memory of this one device: SCREE_ERROR_INVALID, logged, where not (buffer.c). */
scree_result scree_cuda_check_pointer(scree_device *device, uint64_t pointer, uint64_t bytes);

/*
 * Copies between the device's memory and any memory of the host, with the device's context, on the transfer stream, and
 * waits. Work on the compute stream that has to come before must have been waited for. Uses the device's slots.
 */
scree_result scree_cuda_transfer(scree_cuda_device *device, CUdeviceptr place, void *host, uint64_t bytes,
                                 bool is_download);

/* Frees what fills on callers' streams took; waits for them (noise_enqueue.c). */
void scree_cuda_orders_destroy(scree_cuda_device *device);

/* How the device makes distance fields (distance_session.c). */
extern const scree_field_functions scree_cuda_distance_functions;

/* Entries of the device's function table (noise_session.c, noise_points.c, buffer.c). */
scree_result scree_cuda_session_create(scree_device *device, const scree_field_plan *field,
                                       const scree_delivery *delivery, scree_progress *progress,
                                       scree_session **session);
scree_division scree_cuda_session_division(const scree_session *session);
void scree_cuda_session_memory(scree_session *session, uint32_t slot, float **values, void **data);
scree_result scree_cuda_session_start(scree_session *session, uint32_t slot, const scree_box *box,
                                      const scree_target *target, scree_progress *progress);
scree_result scree_cuda_session_finish(scree_session *session, uint32_t slot, scree_progress *progress,
                                       scree_range *range);
void scree_cuda_session_destroy(scree_session **session);
scree_result scree_cuda_points(scree_device *device, const scree_plan *plan, const double *positions, size_t count,
                               float *out);
scree_result scree_cuda_buffer_create(scree_device *device, uint64_t bytes, scree_buffer **buffer);
void scree_cuda_buffer_destroy(scree_buffer *buffer);
scree_result scree_cuda_buffer_fill(scree_buffer *buffer, uint32_t word, double *device_seconds);
scree_result scree_cuda_buffer_read(scree_buffer *buffer, uint64_t offset, uint64_t bytes, void *out);
scree_result scree_cuda_buffer_write(scree_buffer *buffer, uint64_t offset, uint64_t bytes, const void *from);
scree_result scree_cuda_host_memory_create(scree_device *device, uint64_t bytes, void **memory);
void scree_cuda_host_memory_destroy(scree_device *device, void *memory);

#endif
