/**
 * @file
 * @brief Buffers: memory of a device, for fields that stay there.
 */
#ifndef SCREE_BUFFER_H
#define SCREE_BUFFER_H

#include <stdint.h>

#include <scree/device.h>
#include <scree/grid.h>
#include <scree/job.h>
#include <scree/noise.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Memory of a device. Thread-safety: safe, but for scree_buffer_destroy(); calls wait for the device's jobs. */
typedef struct scree_buffer scree_buffer;

/**
 * Allocates `bytes` bytes (a multiple of 4, at least 4) on a device; their contents are undefined. The caller owns
 * `*buffer` and frees it with scree_buffer_destroy() before the device is closed.
 * Errors: SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY, SCREE_ERROR_DEVICE_LOST.
 */
SCREE_API scree_result scree_buffer_create(scree_device *device, uint64_t bytes, scree_buffer **buffer);

/** Frees a buffer. No job may be at work on it. In a callback of the device (device.h) `*buffer` stays. */
SCREE_API void scree_buffer_destroy(scree_buffer **buffer);

/** The size of a buffer in bytes; 0 for NULL. */
SCREE_API uint64_t scree_buffer_bytes(const scree_buffer *buffer);

/**
 * Fills a whole buffer with a word of 32 bits and waits. `device_seconds`, optional, gets the time that the device
 * took: what nothing that writes the same memory can beat.
 * Errors: SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY, SCREE_ERROR_DEVICE_LOST.
 */
SCREE_API scree_result scree_buffer_fill(scree_buffer *buffer, uint32_t word, double *device_seconds);

/**
 * Copies `bytes` bytes from `offset` on (both multiples of 4) to host memory, and waits.
 * Errors: as scree_buffer_fill().
 */
SCREE_API scree_result scree_buffer_read(scree_buffer *buffer, uint64_t offset, uint64_t bytes, void *out);

/**
 * Copies `bytes` bytes of host memory into a buffer from `offset` on (both multiples of 4), and waits; `from` may be
 * used again when it returns.
 * Errors: as scree_buffer_fill().
 */
SCREE_API scree_result scree_buffer_write(scree_buffer *buffer, uint64_t offset, uint64_t bytes, const void *from);

/**
 * Allocates `bytes` bytes, 1 to 2^62 - 1, of host memory that a device transfers to and from without a detour, at least
 * aligned to pages; their contents are undefined. It serves every call that takes host memory: scree_buffer_read(),
 * scree_buffer_write(), scree_noise_fill(). Where a device knows no such memory (the CPU, Vulkan) it is ordinary
 * memory; of a group all members know it. It is dear to make and taken from the rest of the system, so keep what you
 * need and no more. The caller owns `*memory` and frees it with scree_host_memory_destroy() before the device is
 * closed. Thread-safety: safe; waits for the device's jobs. Errors: SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY,
 * SCREE_ERROR_DEVICE_LOST.
 */
SCREE_API scree_result scree_host_memory_create(scree_device *device, uint64_t bytes, void **memory);

/**
 * Frees host memory of scree_host_memory_create(), of the same device. No job may be at work on it. In a callback of
 * the device (device.h) `*memory` stays.
 */
SCREE_API void scree_host_memory_destroy(scree_device *device, void **memory);

/**
 * Fills a buffer with a field, which never leaves the device: from byte `offset` on (a multiple of 4), in grid order
 * with the grid's strides. Otherwise as scree_noise_fill(); the buffer must live until the job is released.
 * Errors: as scree_noise_fill().
 */
SCREE_API scree_result scree_noise_fill_buffer(scree_device *device, const scree_noise_params *params,
                                               const scree_grid *grid, scree_buffer *buffer, uint64_t offset,
                                               scree_job **job);

#ifdef __cplusplus
}
#endif

#endif
