/**
 * @file
 * @brief Sums and dot products of float32 numbers in one order: equal bits on every device, with any number of threads.
 *
 * **The order.** Numbers are summed in blocks of 4,096, which are 16 rows of 256 columns: each column from its first
 * row to its last, starting from zero; then the columns by halves, column c with column c + 128, then c with c + 64,
 * and so on to the sum of columns 0 and 1. The sums of blocks are summed likewise as if they were the numbers, until
 * one is left. Numbers beyond the last count as zero. All additions round to the nearest float32. So the error is at
 * most 24 roundings of partial sums for each level of blocks, and 2^36 numbers have three levels.
 *
 * **Numbers near zero.** Numbers, and products, below 2^-102 (about 2e-31) count as zero, and so do subnormal factors
 * of products. Devices differ in what they make of subnormal numbers; this keeps all sums away from them. No sum is a
 * negative zero. A sum that is not a number has the bits 0x7fc00000.
 *
 * Thread-safety: safe. Calls for a device wait for its jobs.
 */
#ifndef SCREE_SUM_H
#define SCREE_SUM_H

#include <stddef.h>
#include <stdint.h>

#include <scree/buffer.h>
#include <scree/device.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The sum of `count` numbers, on the calling thread; of none it is 0. Errors: SCREE_ERROR_INVALID (a pointer is NULL),
 * SCREE_ERROR_OUT_OF_MEMORY (in a thread's first call).
 */
SCREE_API scree_result scree_sum(const float *numbers, size_t count, float *sum);

/** The dot product: the sum of `count` products a[i] b[i], each rounded to float32. Otherwise as scree_sum(). */
SCREE_API scree_result scree_dot(const float *a, const float *b, size_t count, float *product);

/**
 * The sum of numbers in host memory, by all threads of a CPU device, or by a GPU, to which they are copied. In a group
 * the first device does it.
 * Errors: SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY, SCREE_ERROR_DEVICE_LOST.
 */
SCREE_API scree_result scree_device_sum(scree_device *device, const float *numbers, size_t count, float *sum);

/** The dot product of numbers in host memory, by a device. Otherwise as scree_device_sum(). */
SCREE_API scree_result scree_device_dot(scree_device *device, const float *a, const float *b, size_t count,
                                        float *product);

/** Numbers in a buffer: float32, from byte `offset` on (a multiple of 4). */
typedef struct scree_buffer_numbers {
    scree_buffer *buffer; /**< The buffer that has the numbers. */
    uint64_t offset;      /**< Bytes before the first. */
} scree_buffer_numbers;

/**
 * The sum of `count` numbers of a buffer, by its device. `device_seconds`, optional, receives the time that the device
 * took; the CPU reports none, 0.
 * Errors: SCREE_ERROR_INVALID (the numbers do not lie within the buffer), SCREE_ERROR_OUT_OF_MEMORY,
 * SCREE_ERROR_DEVICE_LOST.
 */
SCREE_API scree_result scree_buffer_sum(const scree_buffer_numbers *numbers, uint64_t count, float *sum,
                                        double *device_seconds);

/** The dot product of numbers in two buffers of one device, or in one buffer. Otherwise as scree_buffer_sum(). */
SCREE_API scree_result scree_buffer_dot(const scree_buffer_numbers *a, const scree_buffer_numbers *b, uint64_t count,
                                        float *product, double *device_seconds);

#ifdef __cplusplus
}
#endif

#endif
