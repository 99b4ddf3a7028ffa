/**
 * @file
 * @brief Buffers: device memory, for fields that stay on the device.
 */
#ifndef SCREE_BUFFER_H
#define SCREE_BUFFER_H

#include <stdint.h>

#include <scree/device.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Memory of a device. Thread-safety: safe, except for scree_buffer_destroy(). Calls wait for the device's jobs. */
typedef struct scree_buffer scree_buffer;

/**
 * Allocates `bytes` bytes (a multiple of 4, at least 4) on a device; their contents are undefined. The caller owns
 * `*buffer` and frees it with scree_buffer_destroy() before the device is closed.
 * Errors: SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY, SCREE_ERROR_DEVICE_LOST.
 */
SCREE_API scree_result scree_buffer_create(scree_device *device, uint64_t bytes, scree_buffer **buffer);

/**
 * Frees a buffer. No job may be using it. In a callback of the device (device.h) nothing is freed and `*buffer` stays.
 */
SCREE_API void scree_buffer_destroy(scree_buffer **buffer);

/** The size of a buffer in bytes; 0 for NULL. */
SCREE_API uint64_t scree_buffer_bytes(const scree_buffer *buffer);

/**
 * Fills a whole buffer with a 32-bit word, and waits. `device_seconds`, optional, receives the time that the device
 * took: a lower bound on the time of anything that writes the same memory.
 * Errors: SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY, SCREE_ERROR_DEVICE_LOST.
 */
SCREE_API scree_result scree_buffer_fill(scree_buffer *buffer, uint32_t word, double *device_seconds);

/**
 * Copies `bytes` bytes, starting at `offset` (both multiples of 4), to host memory, and waits.
 * Errors: as scree_buffer_fill().
 */
SCREE_API scree_result scree_buffer_read(scree_buffer *buffer, uint64_t offset, uint64_t bytes, void *out);

/**
 * Copies `bytes` bytes of host memory into a buffer, starting at `offset` (both multiples of 4), and waits. `from` may
 * be reused when the call returns.
 * Errors: as scree_buffer_fill().
 */
SCREE_API scree_result scree_buffer_write(scree_buffer *buffer, uint64_t offset, uint64_t bytes, const void *from);

/**
 * Allocates page-locked ("pinned") host memory of `bytes` bytes, 1 to 2^62 - 1, which a device reads and writes
 * directly. It is aligned to pages at least, and its contents are undefined. Every call that takes host memory accepts
 * it: scree_buffer_read(), scree_buffer_write(), scree_job_fill(). The CPU and Vulkan have no such memory and return
 * ordinary memory; in a group, all members can use it. Allocation is slow and takes physical memory from the rest of
 * the system, so allocate once and only as much as you need. The caller owns `*memory` and frees it with
 * scree_host_memory_destroy() before the device is closed. Thread-safety: safe; waits for the device's jobs.
 * Errors: SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY, SCREE_ERROR_DEVICE_LOST.
 */
SCREE_API scree_result scree_host_memory_create(scree_device *device, uint64_t bytes, void **memory);

/**
 * Frees memory that scree_host_memory_create() allocated for the same device. No job may be using it. In a callback of
 * the device (device.h) nothing is freed and `*memory` stays.
 */
SCREE_API void scree_host_memory_destroy(scree_device *device, void **memory);

#ifdef __cplusplus
}
#endif

#endif
