// Converts values to the output's type, one thread for each word of output: a float, two u16 or four u8. Also maps of
// values, and the self-tests.
#include "base/convert.h"
#include "noise/distribution.h"
#include "launch.h"
#include "self_test/self_test.h"
#include "self_test/wide_self_test.h"

SCREE_KERNEL(convert, scree_gpu_conversion, CONVERT_GROUP, 1)
{
    const float *values = p.at<const float>(BINDING_VALUES);
    const uint64_t word = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const uint32_t in_word = 32 / p.bits;
    const uint64_t first = word * in_word;
    if (first >= p.count) {
        return;
    }
    uint32_t made = 0;
    for (uint32_t i = 0; i < in_word && first + i < p.count; i++) {
        float mapped = scree_map_range(values[first + i], p.low, p.scale, p.top);
        made |= (p.bits == 32 ? scree_bits_from_f32(mapped) : scree_quantise(mapped)) << (i * p.bits % 32);
    }
    p.span[BINDING_DATA][word] = made;
}

// Maps the values of samples to another distribution, one thread for each sample.
SCREE_KERNEL(map_values, scree_gpu_value_map_pass, DIRECT_GROUP, 1)
{
    const uint64_t group = (uint64_t)blockIdx.y * gridDim.x + blockIdx.x;
    const uint64_t row = group / p.row_groups;
    const uint64_t x = group % p.row_groups * DIRECT_GROUP + threadIdx.x;
    if (x >= p.width || row >= p.rows) {
        return;
    }
    const uint64_t at = p.first_value + blockIdx.z * p.wide_plane_stride + row * p.wide_row_stride + x * p.channels;
    float *sample = p.at<float>(BINDING_VALUES) + at;
    const scree_distributed distributed = scree_distribution_map(p.span[BINDING_TABLES] + p.value_map, sample[0]);
    sample[0] = distributed.value;
    for (uint32_t channel = 1; channel < p.channels; channel++) {
        sample[channel] = sample[channel] * distributed.slope;
    }
}

// Cases whose roundings distinguish an exact device from one that fuses operations or rounds otherwise.
SCREE_KERNEL(self_test, scree_gpu_self_test_pass, DIRECT_GROUP, 1)
{
    const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < p.count) {
        p.at<scree_self_test_results>(BINDING_VALUES)[i] =
            scree_self_test_evaluate(p.at<const scree_self_test_case>(BINDING_DATA)[i]);
    }
}

// The same of float64.
SCREE_KERNEL(self_test_wide, scree_gpu_self_test_pass, DIRECT_GROUP, 1)
{
    const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < p.count) {
        p.at<scree_wide_test_results>(BINDING_VALUES)[i] =
            scree_wide_test_evaluate(p.at<const scree_wide_test_case>(BINDING_DATA)[i]);
    }
}
