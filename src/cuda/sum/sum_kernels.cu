// Sums of blocks of numbers (kernels/sum/sum.h): a warp for each block, a lane for eight columns.
#include "launch.h"
#include "sum/sum.h"

using sum_launch = scree_launch<scree_gpu_summation>;

template <bool HAS_FACTORS, bool IS_TRIMMED> static __device__ __forceinline__ float term_of(float number, float factor)
{
    if (HAS_FACTORS) {
        return scree_sum_product(number, factor);
    }
    return IS_TRIMMED ? scree_sum_term(number) : number;
}

// Four neighbouring numbers: those of whole blocks lie at multiples of 16 bytes.
template <bool IS_WHOLE>
static __device__ __forceinline__ float4 load_four(const float *numbers, uint64_t i, uint64_t count)
{
    if (IS_WHOLE) {
        return *reinterpret_cast<const float4 *>(numbers + i);
    }
    float4 four;
    four.x = i < count ? numbers[i] : 0.0f;
    four.y = i + 1 < count ? numbers[i + 1] : 0.0f;
    four.z = i + 2 < count ? numbers[i + 2] : 0.0f;
    four.w = i + 3 < count ? numbers[i + 3] : 0.0f;
    return four;
}

template <bool HAS_FACTORS, bool IS_TRIMMED>
static __device__ __forceinline__ float4 terms_of(const float4 &number, const float4 &factor)
{
    float4 term;
    term.x = term_of<HAS_FACTORS, IS_TRIMMED>(number.x, factor.x);
    term.y = term_of<HAS_FACTORS, IS_TRIMMED>(number.y, factor.y);
    term.z = term_of<HAS_FACTORS, IS_TRIMMED>(number.z, factor.z);
    term.w = term_of<HAS_FACTORS, IS_TRIMMED>(number.w, factor.w);
    return term;
}

static __device__ __forceinline__ float4 add_four(const float4 &a, const float4 &b)
{
    float4 sum;
    sum.x = scree_sum_add(a.x, b.x);
    sum.y = scree_sum_add(a.y, b.y);
    sum.z = scree_sum_add(a.z, b.z);
    sum.w = scree_sum_add(a.w, b.w);
    return sum;
}

// The sum of the columns of a block, 4 lane to 4 lane + 3 and those 128 farther of each lane.
static __device__ __forceinline__ float fold_columns(float4 low, const float4 &high)
{
    low = add_four(low, high);
    for (uint32_t distance = SCREE_CUDA_WARP_LANES / 2; distance > 0; distance /= 2) {
        float4 other;
        other.x = __shfl_xor_sync(0xffffffffu, low.x, distance);
        other.y = __shfl_xor_sync(0xffffffffu, low.y, distance);
        other.z = __shfl_xor_sync(0xffffffffu, low.z, distance);
        other.w = __shfl_xor_sync(0xffffffffu, low.w, distance);
        low = add_four(low, other);
    }
    return scree_sum_add(scree_sum_add(low.x, low.z), scree_sum_add(low.y, low.w));
}

// The sum of the block that begins with number `first`. A lane asks for several rows before it adds the first.
template <bool HAS_FACTORS, bool IS_TRIMMED, bool IS_WHOLE>
static __device__ __forceinline__ float sum_rows(const sum_launch &p, uint64_t first, uint32_t lane)
{
    const uint32_t loads = HAS_FACTORS ? 4 : 8; // Two for each row.
    const float *numbers = p.at<const float>(BINDING_DATA);
    const float *factors = p.at<const float>(BINDING_NODES);
    float4 low = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    float4 high = low;
    SCREE_UNROLL
    for (uint32_t load = 0; load < 2 * SCREE_SUM_ROWS; load += loads) {
        float4 number[loads];
        float4 factor[loads];
        SCREE_UNROLL
        for (uint32_t k = 0; k < loads; k++) {
            const uint64_t i = first + (load + k) * (SCREE_SUM_COLUMNS / 2) + 4 * lane;
            number[k] = load_four<IS_WHOLE>(numbers, i, p.count);
            factor[k] = HAS_FACTORS ? load_four<IS_WHOLE>(factors, i, p.count) : number[k];
        }
        SCREE_UNROLL
        for (uint32_t k = 0; k < loads; k += 2) {
            low = add_four(low, terms_of<HAS_FACTORS, IS_TRIMMED>(number[k], factor[k]));
            high = add_four(high, terms_of<HAS_FACTORS, IS_TRIMMED>(number[k + 1], factor[k + 1]));
        }
    }
    return fold_columns(low, high);
}

template <bool HAS_FACTORS, bool IS_TRIMMED> static __device__ __forceinline__ void sum_block(const sum_launch &p)
{
    const uint32_t lane = threadIdx.x % SCREE_CUDA_WARP_LANES;
    const uint32_t block = (blockIdx.x * blockDim.x + threadIdx.x) / SCREE_CUDA_WARP_LANES;
    const uint64_t first = (uint64_t)block * SCREE_SUM_BLOCK;
    if (first >= p.count) {
        return;
    }
    const uintptr_t numbers = reinterpret_cast<uintptr_t>(p.span[BINDING_DATA]);
    const uintptr_t factors = HAS_FACTORS ? reinterpret_cast<uintptr_t>(p.span[BINDING_NODES]) : numbers;
    float sum;
    if ((numbers | factors) % sizeof(float4) == 0 && first + SCREE_SUM_BLOCK <= p.count) {
        sum = sum_rows<HAS_FACTORS, IS_TRIMMED, true>(p, first, lane);
    } else {
        sum = sum_rows<HAS_FACTORS, IS_TRIMMED, false>(p, first, lane);
    }
    if (lane == 0) {
        p.at<float>(BINDING_VALUES)[p.first_sum + block] = sum;
    }
}

SCREE_KERNEL(sum_terms, scree_gpu_summation, SCREE_CUDA_SUM_THREADS, SCREE_CUDA_SUM_BLOCKS)
{
    sum_block<false, true>(p);
}

SCREE_KERNEL(sum_products, scree_gpu_summation, SCREE_CUDA_SUM_THREADS, SCREE_CUDA_SUM_BLOCKS)
{
    sum_block<true, true>(p);
}

// The sums of earlier levels are added as they are.
SCREE_KERNEL(sum_sums, scree_gpu_summation, SCREE_CUDA_SUM_THREADS, SCREE_CUDA_SUM_BLOCKS)
{
    sum_block<false, false>(p);
}
