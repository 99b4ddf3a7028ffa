// Lessons on hashes (kernels/lessons/hash_noise.h) as programs of lesson_kernels.cu.
#include "lessons/hash_noise.h"

// Data that the threads of a block of noise share.
struct scree_hash_noise_group {
    const float *gradients;
    const float *parts;
};

SCREE_FN float scree_hash_noise_group_gradient(const scree_hash_noise_group &group, uint32_t index)
{
    return group.gradients[index];
}

SCREE_FN float scree_hash_noise_group_part(const scree_hash_noise_group &group, uint32_t index)
{
    return group.parts[index];
}

#include "lessons/hash_noise_group.h"

#define HASH_NOISE_THREADS (SCREE_HASH_NOISE_SIDE * SCREE_HASH_NOISE_SIDE * SCREE_HASH_NOISE_SIDE)

template <uint32_t PROGRAM>
static __device__ __forceinline__ scree_hash_noise_position hash_noise_position(const lesson_launch &p, uint32_t thread)
{
    return scree_hash_noise_position_of(
        PROGRAM, scree_hash_noise_indices(PROGRAM, group_number(), thread, p.stride_log), p.word);
}

template <uint32_t PROGRAM>
static __device__ __forceinline__ void share_hash_noise(const lesson_launch &p, float *gradients, float *parts)
{
    const scree_hash_noise_group shared = {gradients, parts};
    const scree_hash_noise_position first = hash_noise_position<PROGRAM>(p, 0);
    const uint32_t corners = scree_hash_noise_group_corners(PROGRAM, p.each);
    for (uint32_t corner = threadIdx.x; corner < corners; corner += blockDim.x) {
        SCREE_UNROLL
        for (uint32_t axis = 0; axis < scree_hash_noise_axes(PROGRAM); axis++) {
            gradients[scree_hash_noise_gradient_index(PROGRAM, corner, axis)] =
                scree_hash_noise_make_gradient(PROGRAM, first, corner, axis);
        }
    }
    __syncthreads();
    if constexpr (PROGRAM != SCREE_HASH_NOISE_3D_HALF) {
        for (uint32_t i = threadIdx.x; i < corners * SCREE_HASH_NOISE_SIDE; i += blockDim.x) {
            const uint32_t corner = i / SCREE_HASH_NOISE_SIDE;
            const uint32_t at = i % SCREE_HASH_NOISE_SIDE;
            SCREE_UNROLL
            for (uint32_t axis = 0; axis < scree_hash_noise_space(PROGRAM); axis++) {
                parts[scree_hash_noise_part_index(PROGRAM, corner, axis, at)] =
                    scree_hash_noise_make_part(PROGRAM, shared, first, corner, axis, at);
            }
        }
        __syncthreads();
    }
}

template <uint32_t PROGRAM>
static __device__ __forceinline__ float hash_noise_octave(const lesson_launch &p, const scree_hash_noise_group &shared,
                                                          const scree_hash_noise_cell &cell, uint32_t octave)
{
    if constexpr (PROGRAM == SCREE_HASH_NOISE_TABLE || PROGRAM == SCREE_HASH_NOISE_BITS) {
        return scree_hash_noise_alone(PROGRAM, p.span[B], cell);
    } else {
        return scree_hash_noise_shared(PROGRAM, shared, cell, octave, threadIdx.x);
    }
}

template <uint32_t PROGRAM>
static __device__ __forceinline__ void sum_hash_noise(const lesson_launch &p, const scree_hash_noise_group &shared)
{
    const scree_hash_noise_position position = hash_noise_position<PROGRAM>(p, threadIdx.x);
    float sum = scree_zero();
    SCREE_ROLLED
    for (uint32_t octave = 0; octave < p.each; octave++) {
        const scree_hash_noise_cell cell = scree_hash_noise_cell_of(position, octave);
        sum = scree_hash_noise_add_octave(sum, hash_noise_octave<PROGRAM>(p, shared, cell, octave), octave);
    }
    if (group_number() * blockDim.x < p.threads) {
        const scree_hash_noise_position indices =
            scree_hash_noise_indices(PROGRAM, group_number(), threadIdx.x, p.stride_log);
        reinterpret_cast<float *>(p.span[C])[scree_hash_noise_index(indices, p.stride_log)] = sum;
    }
}

template <uint32_t PROGRAM> static __device__ __forceinline__ void make_hash_noise(const lesson_launch &p)
{
    SCREE_SHARED float gradients[SCREE_HASH_NOISE_GROUP_GRADIENTS];
    SCREE_SHARED float parts[PROGRAM == SCREE_HASH_NOISE_3D_HALF ? 1 : SCREE_HASH_NOISE_GROUP_PARTS];
    share_hash_noise<PROGRAM>(p, gradients, parts);
    sum_hash_noise<PROGRAM>(p, {gradients, parts});
}

SCREE_KERNEL(lesson_hash_noise_table, scree_gpu_lesson_pass, HASH_NOISE_THREADS, 1)
{
    sum_hash_noise<SCREE_HASH_NOISE_TABLE>(p, {nullptr, nullptr});
}

SCREE_KERNEL(lesson_hash_noise_bits, scree_gpu_lesson_pass, HASH_NOISE_THREADS, 1)
{
    sum_hash_noise<SCREE_HASH_NOISE_BITS>(p, {nullptr, nullptr});
}

SCREE_KERNEL(lesson_hash_noise_2d, scree_gpu_lesson_pass, HASH_NOISE_THREADS, 1)
{
    make_hash_noise<SCREE_HASH_NOISE_2D>(p);
}

SCREE_KERNEL(lesson_hash_noise_2d_time, scree_gpu_lesson_pass, HASH_NOISE_THREADS, 1)
{
    make_hash_noise<SCREE_HASH_NOISE_2D_TIME>(p);
}

SCREE_KERNEL(lesson_hash_noise_3d, scree_gpu_lesson_pass, HASH_NOISE_THREADS, 1)
{
    make_hash_noise<SCREE_HASH_NOISE_3D>(p);
}

SCREE_KERNEL(lesson_hash_noise_3d_time, scree_gpu_lesson_pass, HASH_NOISE_THREADS, 1)
{
    make_hash_noise<SCREE_HASH_NOISE_3D_TIME>(p);
}

SCREE_KERNEL(lesson_hash_noise_3d_half, scree_gpu_lesson_pass, HASH_NOISE_THREADS, 1)
{
    make_hash_noise<SCREE_HASH_NOISE_3D_HALF>(p);
}
