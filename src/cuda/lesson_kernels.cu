// The primer's programs (kernels/lesson.h). A thread finds its number in groups that are counted along x and then y.
#include "launch.h"
#include "lesson.h"

using lesson_launch = scree_launch<scree_gpu_lesson_pass>;

// The operands' bindings.
enum : uint32_t { A = BINDING_DATA, B = BINDING_NODES, C = BINDING_VALUES };

static __device__ __forceinline__ uint32_t group_number()
{
    return blockIdx.y * gridDim.x + blockIdx.x;
}

static __device__ __forceinline__ uint32_t thread_number()
{
    return group_number() * blockDim.x + threadIdx.x;
}

static __device__ __forceinline__ float float_at(const uint32_t *words, uint32_t i)
{
    return reinterpret_cast<const float *>(words)[i];
}

static __device__ __forceinline__ float4 four_at(const uint32_t *words, uint32_t i)
{
    return reinterpret_cast<const float4 *>(words)[i];
}

SCREE_KERNEL(lesson_empty, scree_gpu_lesson_pass, SCREE_LESSON_GROUP, 1)
{
    (void)p;
}

SCREE_KERNEL(lesson_fill, scree_gpu_lesson_pass, SCREE_LESSON_GROUP, 1)
{
    const uint32_t i = thread_number();
    if (i < p.count / 4) {
        reinterpret_cast<uint4 *>(p.span[C])[i] = make_uint4(p.word, p.word, p.word, p.word);
    }
}

SCREE_KERNEL(lesson_copy, scree_gpu_lesson_pass, SCREE_LESSON_GROUP, 1)
{
    const uint32_t i = thread_number();
    if (i < p.count / 4) {
        reinterpret_cast<uint4 *>(p.span[C])[i] = reinterpret_cast<const uint4 *>(p.span[A])[i];
    }
}

SCREE_KERNEL(lesson_triad, scree_gpu_lesson_pass, SCREE_LESSON_GROUP, 1)
{
    const uint32_t i = thread_number();
    if (i < p.count / 4) {
        const float factor = scree_f32_from_bits(p.word);
        const float4 a = four_at(p.span[A], i);
        const float4 b = four_at(p.span[B], i);
        reinterpret_cast<float4 *>(p.span[C])[i] =
            make_float4(scree_lesson_triad(a.x, b.x, factor), scree_lesson_triad(a.y, b.y, factor),
                        scree_lesson_triad(a.z, b.z, factor), scree_lesson_triad(a.w, b.w, factor));
    }
}

SCREE_KERNEL(lesson_add, scree_gpu_lesson_pass, SCREE_LESSON_GROUP, 1)
{
    const uint32_t i = thread_number();
    if (i < p.count) {
        reinterpret_cast<float *>(p.span[C])[i] = scree_lesson_add(float_at(p.span[A], i), float_at(p.span[B], i));
    }
}

SCREE_KERNEL(lesson_add_fours, scree_gpu_lesson_pass, SCREE_LESSON_GROUP, 1)
{
    const uint32_t i = thread_number();
    if (i < p.count / 4) {
        const float4 a = four_at(p.span[A], i);
        const float4 b = four_at(p.span[B], i);
        reinterpret_cast<float4 *>(p.span[C])[i] = make_float4(scree_lesson_add(a.x, b.x), scree_lesson_add(a.y, b.y),
                                                               scree_lesson_add(a.z, b.z), scree_lesson_add(a.w, b.w));
    }
}

// The products are asked for so many at a time, before the first is added.
#define DOT_LOADS 16u

static __device__ __forceinline__ uint32_t dot_index(const lesson_launch &p, uint32_t thread, uint32_t k)
{
    return scree_lesson_index(thread + k * p.threads, p.stride_log, p.count_log);
}

static __device__ __forceinline__ float continue_dot(const lesson_launch &p, float sum, uint32_t thread, uint32_t k)
{
    float a[DOT_LOADS];
    float b[DOT_LOADS];
    SCREE_UNROLL
    for (uint32_t j = 0; j < DOT_LOADS; j++) {
        const uint32_t i = dot_index(p, thread, k + j);
        a[j] = float_at(p.span[A], i);
        b[j] = float_at(p.span[B], i);
    }
    SCREE_UNROLL
    for (uint32_t j = 0; j < DOT_LOADS; j++) {
        sum = scree_lesson_dot(sum, a[j], b[j]);
    }
    return sum;
}

SCREE_KERNEL(lesson_dot, scree_gpu_lesson_pass, SCREE_LESSON_GROUP, 1)
{
    const uint32_t thread = thread_number();
    if (thread >= p.threads) {
        return;
    }
    float sum = 0.0f;
    uint32_t k = 0;
    for (; k + DOT_LOADS <= p.each; k += DOT_LOADS) {
        sum = continue_dot(p, sum, thread, k);
    }
    for (; k < p.each; k++) {
        const uint32_t i = dot_index(p, thread, k);
        sum = scree_lesson_dot(sum, float_at(p.span[A], i), float_at(p.span[B], i));
    }
    reinterpret_cast<float *>(p.span[C])[thread] = sum;
}

// The sum of a group's words, in thread 0: each thread adds its own, then halves of the group are added.
static __device__ __forceinline__ uint32_t sum_of_group(const lesson_launch &p)
{
    SCREE_SHARED uint32_t shared[SCREE_LESSON_GROUP];
    const uint32_t thread = threadIdx.x;
    const uint32_t first = group_number() * blockDim.x * p.each + thread;
    uint32_t sum = 0;
    SCREE_LESSON_UNROLL
    for (uint32_t k = 0; k < p.each; k++) {
        const uint32_t i = first + k * blockDim.x;
        sum += i < p.count ? p.span[A][i] : 0u;
    }
    shared[thread] = sum;
    for (uint32_t half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (thread < half) {
            shared[thread] += shared[thread + half];
        }
    }
    return shared[0];
}

SCREE_KERNEL(lesson_reduce, scree_gpu_lesson_pass, SCREE_LESSON_GROUP, 1)
{
    const uint32_t sum = sum_of_group(p);
    if (threadIdx.x == 0 && group_number() * blockDim.x < p.threads) {
        p.span[C][group_number()] = sum;
    }
}

SCREE_KERNEL(lesson_atomic, scree_gpu_lesson_pass, SCREE_LESSON_GROUP, 1)
{
    const uint32_t i = thread_number();
    if (i < p.count) {
        atomicAdd(p.span[C], p.span[A][i]);
    }
}

SCREE_KERNEL(lesson_shared_atomic, scree_gpu_lesson_pass, SCREE_LESSON_GROUP, 1)
{
    const uint32_t sum = sum_of_group(p);
    if (threadIdx.x == 0) {
        atomicAdd(p.span[C], sum);
    }
}

static __device__ __forceinline__ void store_result(const lesson_launch &p, uint32_t result)
{
    const uint32_t thread = thread_number();
    if (thread < p.threads) {
        p.span[C][thread] = result;
    }
}

SCREE_KERNEL(lesson_loop, scree_gpu_lesson_pass, SCREE_LESSON_GROUP, 1)
{
    store_result(p, scree_lesson_loop(thread_number(), p.each));
}

SCREE_KERNEL(lesson_floats, scree_gpu_lesson_pass, SCREE_LESSON_GROUP, 1)
{
    store_result(p, scree_lesson_floats(thread_number(), p.each, scree_f32_from_bits(p.word)));
}

SCREE_KERNEL(lesson_words, scree_gpu_lesson_pass, SCREE_LESSON_GROUP, 1)
{
    store_result(p, scree_lesson_words(thread_number(), p.each, p.word));
}

#include "hash_noise_kernels.cuh"
