// The primer's programs (kernels/lessons/lesson.h). A thread finds its number in groups that are counted along x and
// then y.
#include "launch.h"
#include "lessons/lesson_noise.h"

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

template <class real> static __device__ __forceinline__ real number_at(const uint32_t *words, uint32_t i)
{
    return reinterpret_cast<const real *>(words)[i];
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
        const float sum = scree_lesson_add(number_at<float>(p.span[A], i), number_at<float>(p.span[B], i));
        reinterpret_cast<float *>(p.span[C])[i] = sum;
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

// This many products are loaded at a time, before the first is added.
#define DOT_LOADS 16u

static __device__ __forceinline__ uint32_t dot_index(const lesson_launch &p, uint32_t thread, uint32_t k)
{
    return scree_lesson_index(thread + k * p.threads, p.stride_log, p.count_log);
}

static __device__ __forceinline__ float add_product(float sum, float a, float b)
{
    return scree_lesson_dot(sum, a, b);
}

static __device__ __forceinline__ double add_product(double sum, double a, double b)
{
    return scree_lesson_wide_dot(sum, a, b);
}

template <class real>
static __device__ __forceinline__ real continue_dot(const lesson_launch &p, real sum, uint32_t thread, uint32_t k)
{
    real a[DOT_LOADS];
    real b[DOT_LOADS];
    SCREE_UNROLL
    for (uint32_t j = 0; j < DOT_LOADS; j++) {
        const uint32_t i = dot_index(p, thread, k + j);
        a[j] = number_at<real>(p.span[A], i);
        b[j] = number_at<real>(p.span[B], i);
    }
    SCREE_UNROLL
    for (uint32_t j = 0; j < DOT_LOADS; j++) {
        sum = add_product(sum, a[j], b[j]);
    }
    return sum;
}

template <class real> static __device__ __forceinline__ void store_dot(const lesson_launch &p)
{
    const uint32_t thread = thread_number();
    if (thread >= p.threads) {
        return;
    }
    real sum = 0;
    uint32_t k = 0;
    for (; k + DOT_LOADS <= p.each; k += DOT_LOADS) {
        sum = continue_dot<real>(p, sum, thread, k);
    }
    for (; k < p.each; k++) {
        const uint32_t i = dot_index(p, thread, k);
        sum = add_product(sum, number_at<real>(p.span[A], i), number_at<real>(p.span[B], i));
    }
    p.at<real>(C)[thread] = sum;
}

SCREE_KERNEL(lesson_dot, scree_gpu_lesson_pass, SCREE_LESSON_GROUP, 1)
{
    store_dot<float>(p);
}

SCREE_KERNEL(lesson_wide_dot, scree_gpu_lesson_pass, SCREE_LESSON_GROUP, 1)
{
    store_dot<double>(p);
}

// The words of a group, joined to one in thread 0: each thread joins its own, then halves of the group are joined.
template <uint32_t PROGRAM> static __device__ __forceinline__ uint32_t join_group(const lesson_launch &p)
{
    SCREE_SHARED uint32_t shared[SCREE_LESSON_GROUP];
    const uint32_t thread = threadIdx.x;
    const uint32_t first = group_number() * blockDim.x * p.each + thread;
    uint32_t joined = scree_lesson_start(PROGRAM);
    SCREE_LESSON_UNROLL
    for (uint32_t k = 0; k < p.each; k++) {
        const uint32_t i = first + k * blockDim.x;
        joined = i < p.count ? scree_lesson_join(PROGRAM, joined, p.span[A][i]) : joined;
    }
    shared[thread] = joined;
    for (uint32_t half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (thread < half) {
            shared[thread] = scree_lesson_join(PROGRAM, shared[thread], shared[thread + half]);
        }
    }
    return shared[0];
}

// Whether a thread is the first of a group; groups in several rows may be more than there are threads for.
static __device__ __forceinline__ bool is_first(const lesson_launch &p)
{
    return threadIdx.x == 0 && group_number() * blockDim.x < p.threads;
}

SCREE_KERNEL(lesson_reduce, scree_gpu_lesson_pass, SCREE_LESSON_GROUP, 1)
{
    const uint32_t sum = join_group<SCREE_LESSON_REDUCE>(p);
    if (is_first(p)) {
        p.span[C][group_number()] = sum;
    }
}

SCREE_KERNEL(lesson_shared_atomic, scree_gpu_lesson_pass, SCREE_LESSON_GROUP, 1)
{
    const uint32_t sum = join_group<SCREE_LESSON_SHARED_ATOMIC>(p);
    if (is_first(p)) {
        atomicAdd(p.span[C], sum);
    }
}

// Joins the word of each group by compare and swap. A swap that comes too late returns the word that is there.
template <uint32_t PROGRAM> static __device__ __forceinline__ void swap_group(const lesson_launch &p)
{
    const uint32_t joined = join_group<PROGRAM>(p);
    if (!is_first(p)) {
        return;
    }
    uint32_t before = scree_lesson_start(PROGRAM);
    uint32_t expected;
    do {
        expected = before;
        before = atomicCAS(p.span[C], expected, scree_lesson_join(PROGRAM, expected, joined));
    } while (before != expected);
    p.span[C][1 + group_number()] = before;
}

SCREE_KERNEL(lesson_product, scree_gpu_lesson_pass, SCREE_LESSON_GROUP, 1)
{
    swap_group<SCREE_LESSON_PRODUCT>(p);
}

SCREE_KERNEL(lesson_float_sum, scree_gpu_lesson_pass, SCREE_LESSON_GROUP, 1)
{
    swap_group<SCREE_LESSON_FLOAT_SUM>(p);
}

SCREE_KERNEL(lesson_atomic, scree_gpu_lesson_pass, SCREE_LESSON_GROUP, 1)
{
    const uint32_t i = thread_number();
    if (i < p.count) {
        atomicAdd(p.span[C], p.span[A][i]);
    }
}

SCREE_KERNEL(lesson_xor, scree_gpu_lesson_pass, SCREE_LESSON_GROUP, 1)
{
    const uint32_t i = thread_number();
    if (i < p.count) {
        atomicXor(p.span[C], p.span[A][i]);
    }
}

SCREE_KERNEL(lesson_minimum, scree_gpu_lesson_pass, SCREE_LESSON_GROUP, 1)
{
    const uint32_t i = thread_number();
    if (i < p.count) {
        atomicMin(p.span[C], p.span[A][i]);
    }
}

SCREE_KERNEL(lesson_maximum, scree_gpu_lesson_pass, SCREE_LESSON_GROUP, 1)
{
    const uint32_t i = thread_number();
    if (i < p.count) {
        atomicMax(p.span[C], p.span[A][i]);
    }
}

SCREE_KERNEL(lesson_exchange, scree_gpu_lesson_pass, SCREE_LESSON_GROUP, 1)
{
    const uint32_t i = thread_number();
    if (i < p.count) {
        p.span[C][1 + i] = atomicExch(p.span[C], p.span[A][i]);
    }
}

// Here groups lie along three axes.
SCREE_KERNEL(lesson_numbers, scree_gpu_lesson_pass, SCREE_LESSON_GROUP, 1)
{
    const uint32_t thread =
        scree_lesson_number(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                            blockIdx.z * blockDim.z + threadIdx.z, gridDim.x * blockDim.x, gridDim.y * blockDim.y);
    uint32_t *words = p.span[C] + 3 * thread;
    words[0] = thread;
    words[1] = scree_lesson_number(blockIdx.x, blockIdx.y, blockIdx.z, gridDim.x, gridDim.y);
    words[2] = scree_lesson_number(threadIdx.x, threadIdx.y, threadIdx.z, blockDim.x, blockDim.y);
}

// The end of a walk, by the first thread.
static __device__ __forceinline__ void walk(const lesson_launch &p, const uint32_t *words)
{
    if (thread_number() == 0) {
        uint32_t at = p.span[C][0];
        for (uint32_t step = 0; step < p.each; step++) {
            at = words[at];
        }
        p.span[C][0] = at;
    }
}

SCREE_KERNEL(lesson_walk, scree_gpu_lesson_pass, SCREE_LESSON_GROUP, 1)
{
    walk(p, p.span[A]);
}

SCREE_KERNEL(lesson_shared_walk, scree_gpu_lesson_pass, SCREE_LESSON_GROUP, 1)
{
    SCREE_SHARED uint32_t shared[SCREE_LESSON_GROUP];
    for (uint32_t i = threadIdx.x; i < SCREE_LESSON_GROUP; i += blockDim.x) {
        shared[i] = p.span[A][i] % SCREE_LESSON_GROUP;
    }
    __syncthreads();
    walk(p, shared);
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

SCREE_KERNEL(lesson_noise, scree_gpu_lesson_pass, SCREE_LESSON_GROUP, 1)
{
    store_result(p, scree_lesson_noise(thread_number(), p.each, p.span[B]));
}

#include "hash_noise_kernels.cuh"
