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

/** Frees a buffer. No job may be at work on it. */
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
