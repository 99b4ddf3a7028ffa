// Kinds of sites, on grids and at points. One thread for each sample or point.
#ifndef SCREE_CUDA_SITE_SAMPLES_CUH
#define SCREE_CUDA_SITE_SAMPLES_CUH

#include "site_device.cuh"

// An octave by one of the methods that its kind has; most kinds have one.
template <uint32_t KIND, uint32_t METHOD> struct octave_method {
    template <uint32_t AXES>
    static __device__ __forceinline__ octave_value evaluate(const scree_site &site, const scree_site_source &source,
                                                            uint32_t)
    {
        return evaluate_site<KIND, AXES>(site, source);
    }
};

#if !defined(HAS_DUALS)
// The usual choice is known to the compiler.
#define OCTAVE_METHOD(method, name, kind, number, ...)                                                            \
    template <> struct octave_method<kind, number> {                                                              \
        template <uint32_t AXES>                                                                                  \
        static __device__ __forceinline__ float evaluate(const scree_site &site, const scree_site_source &source, \
                                                         uint32_t choice)                                         \
        {                                                                                                         \
            return (choice == 0 ? scree_##name##_##method(site, AXES, source, 0)                                  \
                                : scree_##name##_##method(site, AXES, source, choice)) *                          \
                   source.amplitude;                                                                              \
        }                                                                                                         \
    };
SCREE_SITE_METHODS(OCTAVE_METHOD)
#endif

// Adds octaves, each at the site that SITE gives.
template <uint32_t KIND, uint32_t AXES, uint32_t METHOD, class parameters, class site_of>
static __device__ __forceinline__ octave_sum sum_octaves(const parameters &p, octave_sum sum, site_of site)
{
    SCREE_ROLLED
    for (uint32_t o = p.first_octave; o < p.first_octave + p.octaves; o++) {
        const scree_site_source source = scree_site_table_source(p.span[BINDING_TABLES], o, AXES);
        const uint32_t choice = p.specialisation[CONSTANT_SITE_CHOICE];
        const octave_value value = octave_method<KIND, METHOD>::template evaluate<AXES>(site(o), source, choice);
        sum = add_value<AXES>(p, scree_site_weight(p.span[BINDING_TABLES], o), o, sum, value);
    }
    return sum;
}

template <uint32_t KIND, uint32_t AXES, uint32_t METHOD>
static __device__ __forceinline__ void sum_sample(const samples_launch &p)
{
    // Threads past the end take part, because all threads of a warp are needed to find the range, but write nothing.
    const uint32_t column = blockIdx.x * blockDim.x + threadIdx.x;
    const bool is_sample = column < p.width;
    const uint32_t x = min(column, p.width - 1);
    float *value = p.at<float>(BINDING_VALUES) + blockIdx.z * p.wide_plane_stride + blockIdx.y * p.wide_row_stride +
                   x * channels<AXES>(p);
    const scree_site_index index =
        scree_site_table_index(p.span[BINDING_TABLES], AXES, x, blockIdx.y, p.first_plane + blockIdx.z);
    const octave_sum start = start_sum(p, value, p.adds && is_sample, nullptr);
    const octave_sum sum = sum_octaves<KIND, AXES, METHOD>(
        p, start, [&](uint32_t o) { return scree_site_table_site(p.span[BINDING_TABLES], o, AXES, index); });
    if (is_sample) {
        store_sum<AXES>(p, value, nullptr, sum);
    }
    if (p.finds_range) {
        widen_range(p.span[BINDING_RANGE], is_sample ? first_of_sum(p, sum) : scree_f32_from_bits(RANGE_EMPTY_MIN),
                    is_sample ? first_of_sum(p, sum) : scree_f32_from_bits(RANGE_EMPTY_MAX), threadIdx.x);
    }
}

template <uint32_t KIND, uint32_t AXES, uint32_t METHOD>
static __device__ __forceinline__ void sum_site_point(const points_launch &p)
{
    const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= p.points) {
        return;
    }
    const scree_site_point point = load_point<AXES>(p, i);
    if (!is_within_limits(p, point, i)) {
        refuse_point<AXES>(p, i);
        return;
    }
    const scree_table table = p.span[BINDING_TABLES];
    finish_point<AXES>(p, i, sum_octaves<KIND, AXES, METHOD>(p, start_point<AXES>(p, i), [&](uint32_t o) {
                           return scree_site_table_site_at(table, o, AXES, locate_site<AXES>(p, table, o, point, i));
                       }));
}

template <uint32_t KIND, uint32_t AXES, uint32_t METHOD>
static __device__ __forceinline__ void sum_sample_if_any(const samples_launch &p)
{
    if constexpr (kind_has_axes(KIND, AXES)) {
        sum_sample<KIND, AXES, METHOD>(p);
    }
}

template <uint32_t KIND, uint32_t AXES, uint32_t METHOD>
static __device__ __forceinline__ void sum_site_point_if_any(const points_launch &p)
{
    if constexpr (kind_has_axes(KIND, AXES)) {
        sum_site_point<KIND, AXES, METHOD>(p);
    }
}

// Kernels that a kind lacks the axes for are empty, and never launched. The first method's are those of the kind.
#define SITES(name, kind, axes, method, ending)                                               \
    SCREE_KERNEL(sites_##name##_##axes##ending, scree_gpu_samples, DIRECT_GROUP, 1)           \
    {                                                                                         \
        sum_sample_if_any<kind, axes, method>(p);                                             \
    }                                                                                         \
    SCREE_KERNEL(site_points_##name##_##axes##ending, scree_gpu_points_pass, DIRECT_GROUP, 1) \
    {                                                                                         \
        sum_site_point_if_any<kind, axes, method>(p);                                         \
    }

#define SITES_OF_METHOD(name, kind, method, ending) \
    SITES(name, kind, 1, method, ending)            \
    SITES(name, kind, 2, method, ending)            \
    SITES(name, kind, 3, method, ending)            \
    SITES(name, kind, 4, method, ending)

#define SITES_KIND(KIND, name, number, traits, sample, min_axes, max_axes) SITES_OF_METHOD(name, number, 0, )
SCREE_SUM_KINDS(SITES_KIND)

#if !defined(HAS_DUALS)
#define FURTHER_SITES_0(name, kind)
#define FURTHER_SITES_1(name, kind) SITES_OF_METHOD(name, kind, 1, _1)
#define FURTHER_SITES_2(name, kind) SITES_OF_METHOD(name, kind, 2, _2)
#define FURTHER_SITES_3(name, kind) SITES_OF_METHOD(name, kind, 3, _3)
#define FURTHER_SITES(method, name, kind, number, ...) FURTHER_SITES_##number(name, kind)
SCREE_SITE_METHODS(FURTHER_SITES)
#endif

#endif
