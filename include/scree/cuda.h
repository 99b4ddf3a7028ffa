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
 * Fills device memory that the caller owns with a field of noise, on the caller's stream: puts the work on the stream
 * and returns without waiting for it, so that whatever the caller puts there next finds the field; no sample passes
 * through the host. `pointer` (a multiple of 4) is the grid's first sample; samples follow in grid order with the
 * grid's strides, and must lie within `bytes` bytes of it. `stream` is of the device's primary context; NULL is the
 * default stream. The memory must stay valid until the stream has come past the work. The range of the field is not
 * found.
 *
 * The host writes down a few numbers for every row, column and plane before each part of the grid; four parts may be
 * under way in a device, and the call waits for the oldest where there are more. Close the device after the stream has
 * come past the work. Thread-safety: safe; waits for the device's jobs.
 * Errors: SCREE_ERROR_INVALID, SCREE_ERROR_UNSUPPORTED (a distance field), SCREE_ERROR_OUT_OF_MEMORY,
 * SCREE_ERROR_DEVICE_LOST, SCREE_ERROR_INTERNAL; a failure of the work itself shows at the stream.
 */
SCREE_API scree_result scree_cuda_fill(scree_device *device, const scree_field *field, const scree_grid *grid,
                                       uint64_t pointer, uint64_t bytes, void *stream);

/**
 * Makes a buffer of `bytes` bytes (a multiple of 4) of device memory that the caller owns, at `pointer` (a multiple of
 * 4), for jobs: scree_job_fill_buffer() writes there and reports the range. Jobs run on a stream of the library's
 * own: what the caller's streams do with the memory must have ended when a job starts, and may begin when it has ended.
 * The memory stays the caller's. Errors: SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY.
 */
SCREE_API scree_result scree_cuda_buffer_adopt(scree_device *device, uint64_t pointer, uint64_t bytes,
                                               scree_buffer **buffer);

/** The device pointer of a buffer of a CUDA device; 0 for others. */
SCREE_API uint64_t scree_cuda_buffer_pointer(const scree_buffer *buffer);

#ifdef __cplusplus
}
#endif

#endif
