/**
 * @file
 * @brief For programs that use CUDA: fields in their device memory, on their streams.
 *
 * This header does not include CUDA's. Device pointers are 64-bit numbers (CUdeviceptr, or what cudaMalloc() returns),
 * streams are pointers (CUstream, cudaStream_t). The library works in a device's primary context, as CUDA's runtime,
 * PyTorch and CuPy do, so that pointers and streams of these can be passed as they are. The index of a CUDA device is
 * the ordinal that these use, CUDA_VISIBLE_DEVICES applied.
 */
#ifndef SCREE_CUDA_H
#define SCREE_CUDA_H

#include <stdint.h>

#include <scree/buffer.h>
#include <scree/device.h>
#include <scree/field.h>
#include <scree/grid.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Fills the caller's device memory with a noise field, on the caller's stream. The call enqueues the work and returns
 * without waiting for it, so whatever the caller enqueues next finds the field there; no sample passes through the
 * host. `pointer` (a multiple of 4) is the grid's first sample. Samples follow in grid order with the grid's strides,
 * and must lie within `bytes` bytes of it. `stream` belongs to the device's primary context; NULL is the default
 * stream. The memory must stay valid until the stream has finished the work. The range of the field is not measured.
 *
 * Before each part of the grid the host writes tables of its rows, columns and planes, or rules by which the device
 * makes them. A device holds at most four parts in flight, and the call waits for the oldest if there are more. Close
 * the device only after the stream has finished the work. Thread-safety: safe; waits for the device's jobs. Errors:
 * SCREE_ERROR_INVALID, SCREE_ERROR_UNSUPPORTED (a field that is not noise by itself), SCREE_ERROR_OUT_OF_MEMORY,
 * SCREE_ERROR_DEVICE_LOST, SCREE_ERROR_INTERNAL. A failure of the work itself is reported by the stream.
 */
SCREE_API scree_result scree_cuda_fill(scree_device *device, const scree_field *field, const scree_grid *grid,
                                       uint64_t pointer, uint64_t bytes, void *stream);

/**
 * Evaluates a noise field at points in the caller's device memory, on the caller's stream; otherwise as
 * scree_cuda_fill(). `points` is as scree_device_at() takes it, but its coordinates are device pointers. `pointer` (a
 * multiple of 4) receives the values, `count` float32, which must not lie among the coordinates. All of this memory
 * must stay valid until the stream has finished the work. The call does not wait for what the device finds: where a
 * coordinate is not finite or beyond the limits of scree_field_at(), the point's value is a NaN. Errors: as
 * scree_cuda_fill().
 */
SCREE_API scree_result scree_cuda_at(scree_device *device, const scree_field *field, const scree_points *points,
                                     uint64_t pointer, void *stream);

/**
 * Wraps `bytes` bytes (a multiple of 4) of the caller's device memory at `pointer` (a multiple of 4) as a buffer, so
 * that jobs can fill it: scree_job_fill_buffer() writes there and reports the range. Jobs run on a stream of the
 * library, so work of the caller's streams on this memory must end before a job starts, and may begin again after the
 * job has ended. The memory stays the caller's.
 * Errors: SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY.
 */
SCREE_API scree_result scree_cuda_buffer_adopt(scree_device *device, uint64_t pointer, uint64_t bytes,
                                               scree_buffer **buffer);

/** The device pointer of a buffer of a CUDA device; 0 for others. */
SCREE_API uint64_t scree_cuda_buffer_pointer(const scree_buffer *buffer);

#ifdef __cplusplus
}
#endif

#endif
