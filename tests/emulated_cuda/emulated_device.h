/*
 * CUDA as far as the kernels go, for a compiler of C++. Kernels are included behind it, and EMULATED_PART names what
 * they are part of.
 */
#ifndef SCREE_TEST_EMULATED_DEVICE_H
#define SCREE_TEST_EMULATED_DEVICE_H

#include <fenv.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "emulated_kernels.h"

#define __device__
#define __host__
#define __global__ static
#define __grid_constant__
#define __launch_bounds__(...)
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
/* One block runs at a time, and finds in its memory what the block before left. */
#define __shared__
#define SCREE_SHARED static

struct alignas(8) float2 {
    float x, y;
};
struct alignas(16) float4 {
    float x, y, z, w;
};
struct alignas(8) uint2 {
    uint32_t x, y;
};
struct alignas(8) int2 {
    int32_t x, y;
};
struct alignas(16) uint4 {
    uint32_t x, y, z, w;
};

static inline float2 make_float2(float x, float y)
{
    return {x, y};
}

static inline float4 make_float4(float x, float y, float z, float w)
{
    return {x, y, z, w};
}

static inline uint2 make_uint2(uint32_t x, uint32_t y)
{
    return {x, y};
}

static inline int2 make_int2(int32_t x, int32_t y)
{
    return {x, y};
}

static inline uint4 make_uint4(uint32_t x, uint32_t y, uint32_t z, uint32_t w)
{
    return {x, y, z, w};
}

#define threadIdx (*emulated_thread_index)
#define blockIdx emulated_block_index
#define blockDim emulated_block_size
#define gridDim emulated_grid_size

static inline uint32_t min(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static inline uint32_t max(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static inline uint32_t __umulhi(uint32_t a, uint32_t b)
{
    return (uint32_t)((uint64_t)a * b >> 32);
}

/* Instructions that say how they round. */
#define SCREE_ROUNDS_DOWN

static inline double __fma_rd(double a, double b, double c)
{
    const volatile double factors[2] = {a, b};
    const volatile double summand = c;
    const int mode = fegetround();
    fesetround(FE_DOWNWARD);
    const volatile double result = fma(factors[0], factors[1], summand);
    fesetround(mode);
    return result;
}

static inline double __dadd_rd(double a, double b)
{
    return __fma_rd(a, 1.0, b);
}

static inline int __ffs(int bits)
{
    return __builtin_ffs(bits);
}

static inline int __clz(int bits)
{
    return bits != 0 ? __builtin_clz((unsigned)bits) : 32;
}

static inline int __popc(unsigned bits)
{
    return __builtin_popcount(bits);
}

template <class type> static inline type __ldg(const type *from)
{
    return *from;
}

template <class type> static inline void __stcs(type *to, type value)
{
    *to = value;
}

static inline uint32_t atomicMin(uint32_t *at, uint32_t value)
{
    uint32_t before = *at;
    *at = min(before, value);
    return before;
}

template <class type> static inline type atomicAdd(type *at, type value)
{
    type before = *at;
    *at = before + value;
    return before;
}

static inline uint32_t atomicMax(uint32_t *at, uint32_t value)
{
    uint32_t before = *at;
    *at = max(before, value);
    return before;
}

static inline uint32_t atomicXor(uint32_t *at, uint32_t value)
{
    uint32_t before = *at;
    *at = before ^ value;
    return before;
}

static inline uint32_t atomicExch(uint32_t *at, uint32_t value)
{
    uint32_t before = *at;
    *at = value;
    return before;
}

static inline uint32_t atomicCAS(uint32_t *at, uint32_t expected, uint32_t value)
{
    uint32_t before = *at;
    *at = before == expected ? value : before;
    return before;
}

static inline void __syncthreads()
{
    emulated_wait_for_block();
}

static inline void __syncwarp()
{
    emulated_wait_for_warp();
}

/* Lanes are numbered modulo 32. */
static inline uint32_t emulated_lane()
{
    return ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) % 32;
}

static inline uint32_t __shfl_sync(uint32_t mask, uint32_t value, uint32_t lane)
{
    return emulated_exchange(mask, value, lane % 32);
}

static inline uint32_t __shfl_xor_sync(uint32_t mask, uint32_t value, uint32_t lane_mask)
{
    return emulated_exchange(mask, value, emulated_lane() ^ lane_mask);
}

static inline float __shfl_xor_sync(uint32_t mask, float value, uint32_t lane_mask)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits = __shfl_xor_sync(mask, bits, lane_mask);
    memcpy(&value, &bits, sizeof bits);
    return value;
}

static inline int __all_sync(uint32_t mask, int is_true)
{
    uint32_t are_all = is_true != 0;
    for (uint32_t lane_mask = 1; lane_mask < 32; lane_mask *= 2) {
        are_all &= __shfl_xor_sync(mask, are_all, lane_mask);
    }
    return (int)are_all;
}

/* The kernels of the file that is compiled. */
static const emulated_kernel *kernels_of_part = nullptr;

struct emulated_entry {
    emulated_kernel kernel;
    emulated_entry(const char *name, void (*run)(const void *), size_t parameter_bytes, unsigned most_threads)
        : kernel{name, run, parameter_bytes, most_threads, kernels_of_part}
    {
        kernels_of_part = &kernel;
    }
};

#define SCREE_ENTRY(name, parameters, threads, blocks)                                           \
    static void name(const parameters &p);                                                       \
    static void run_##name(const void *p)                                                        \
    {                                                                                            \
        name(*static_cast<const parameters *>(p));                                               \
    }                                                                                            \
    static const emulated_entry entry_of_##name(#name, run_##name, sizeof(parameters), threads); \
    static void name(const parameters &p)

#define EMULATED_PART(part)                                      \
    extern "C" const emulated_kernel *emulated_part_##part(void) \
    {                                                            \
        return kernels_of_part;                                  \
    }

#endif
