// Points: a thread locates one along all axes of an octave after another, and evaluates it.
#ifndef SCREE_CUDA_POINT_DEVICE_CUH
#define SCREE_CUDA_POINT_DEVICE_CUH

#include "octave_sum.cuh"

using points_launch = scree_launch<scree_gpu_points_pass>;

// The bits of the value of a point that is beyond the limits: a NaN.
#define NO_VALUE 0x7fc00000u

// Whether coordinates are float64.
static __device__ __forceinline__ bool is_wide(const points_launch &p)
{
    return p.specialisation[CONSTANT_IS_WIDE] != 0;
}

template <class number>
static __device__ __forceinline__ const number *coordinate_address(const points_launch &p, uint32_t axis,
                                                                   uint32_t point)
{
    return reinterpret_cast<const number *>(p.address[axis] + point * p.wide_stride[axis]);
}

static __device__ __forceinline__ double coordinate_from_words(const uint32_t *words)
{
    return scree_f64_from_bits(words[1], words[0]);
}

// A point's coordinate along an axis as float64, which holds every float32 number.
static __device__ __forceinline__ double load_coordinate(const points_launch &p, uint32_t axis, uint32_t point)
{
    return is_wide(p) ? coordinate_from_words(coordinate_address<uint32_t>(p, axis, point))
                      : double(*coordinate_address<float>(p, axis, point));
}

template <uint32_t AXES> struct point_coordinates {
    double along[AXES];
};

// All coordinates of a point: no load waits for the one before.
template <uint32_t AXES>
static __device__ __forceinline__ point_coordinates<AXES> load_coordinates(const points_launch &p, uint32_t point)
{
    point_coordinates<AXES> at;
    if (!is_wide(p)) {
        SCREE_UNROLL
        for (uint32_t axis = 0; axis < AXES; axis++) {
            at.along[axis] = double(*coordinate_address<float>(p, axis, point));
        }
    } else if (p.is_aligned) {
        SCREE_UNROLL
        for (uint32_t axis = 0; axis < AXES; axis++) {
            at.along[axis] = *coordinate_address<double>(p, axis, point);
        }
    } else {
        SCREE_UNROLL
        for (uint32_t axis = 0; axis < AXES; axis++) {
            at.along[axis] = coordinate_from_words(coordinate_address<uint32_t>(p, axis, point));
        }
    }
    return at;
}

static __device__ __forceinline__ scree_pair bits_of(double coordinate)
{
    scree_pair bits;
    bits.low = scree_f64_low(coordinate);
    bits.high = scree_f64_high(coordinate);
    return bits;
}

static __device__ __forceinline__ scree_pair magnitude_of(double coordinate)
{
    scree_pair magnitude = bits_of(coordinate);
    magnitude.high &= 0x7fffffffu;
    return magnitude;
}

// The location of a point that takes the exact path. Such points are rare, or their fields are: the code stands once.
static __device__ __noinline__ scree_location locate_exact(const points_launch &p, uint32_t octave, uint32_t axis,
                                                           double coordinate)
{
    return scree_locate_exact(scree_parts_from_f64(bits_of(coordinate)), p.octave_rule[octave],
                              p.axis_rule[octave][axis], p.fade, p.hash);
}

// Whether a point that takes the exact path is within the limits of positions; the first axis along which it is not is
// reported.
static __device__ __noinline__ bool check_point(const points_launch &p, uint32_t point)
{
    SCREE_ROLLED
    for (uint32_t axis = 0; axis < p.axes; axis++) {
        if (scree_bits_exceed(magnitude_of(load_coordinate(p, axis, point)), p.limit)) {
            if (p.span[BINDING_RANGE] != nullptr) {
                atomicMin(p.span[BINDING_RANGE], point * SCREE_GPU_AXES + axis);
            }
            return false;
        }
    }
    return true;
}

static __device__ __forceinline__ scree_cell put_location(scree_cell cell, uint32_t axis, scree_location location)
{
    cell.fraction[axis] = location.fraction;
    cell.fraction1[axis] = location.fraction1;
    cell.fade[axis] = location.fade;
    cell.key0[axis] = location.key0;
    cell.key1[axis] = location.key1;
    return cell;
}

// The memory of a point's floats, and that of its factor.
template <uint32_t AXES> static __device__ __forceinline__ float *value_of_point(const points_launch &p, uint32_t i)
{
    return p.at<float>(BINDING_VALUES) + size_t(i) * channels<AXES>(p);
}

static __device__ __forceinline__ float *factor_of_point(const points_launch &p, uint32_t i)
{
    return p.span[BINDING_DATA] != nullptr ? p.at<float>(BINDING_DATA) + i : nullptr;
}

// The octaves of a point that earlier launches have added.
template <uint32_t AXES> static __device__ __forceinline__ octave_sum start_point(const points_launch &p, uint32_t i)
{
    return start_sum(p, value_of_point<AXES>(p, i), p.adds != 0, factor_of_point(p, i));
}

template <uint32_t AXES>
static __device__ __forceinline__ void finish_point(const points_launch &p, uint32_t i, const octave_sum &sum)
{
    store_sum<AXES>(p, value_of_point<AXES>(p, i), factor_of_point(p, i), sum);
}

template <uint32_t AXES> static __device__ __forceinline__ void refuse_point(const points_launch &p, uint32_t i)
{
    for (uint32_t channel = 0; channel < channels<AXES>(p); channel++) {
        value_of_point<AXES>(p, i)[channel] = scree_f32_from_bits(NO_VALUE);
    }
}

// The fade and the hash that nearly all fields have are constants in a copy of the code for up to four axes; with more
// the corners of a cell take most of the time.
constexpr uint32_t USUAL_AXES = 4;

// One point, whose octaves EVALUATE makes.
template <bool IS_USUAL, uint32_t AXES,
          octave_value EVALUATE(const points_launch &, const scree_gpu_octave &, const scree_cell &)>
static __device__ __forceinline__ void sum_located(const points_launch &p)
{
    const uint32_t fade = IS_USUAL ? SCREE_KERNEL_FADE_QUINTIC : p.fade;
    const uint32_t hash = IS_USUAL ? SCREE_KERNEL_HASH_SCREE : p.hash;
    const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= p.points) {
        return;
    }
    const point_coordinates<AXES> at = load_coordinates<AXES>(p, i);
    bool is_fast = true;
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < AXES; axis++) {
        is_fast = is_fast && magnitude_of(at.along[axis]).high < p.fast_limit;
    }
    if (!is_fast && !check_point(p, i)) {
        refuse_point<AXES>(p, i);
        return;
    }
    octave_sum sum = start_point<AXES>(p, i);
    SCREE_ROLLED
    for (uint32_t o = 0; o < p.octaves; o++) {
        scree_cell cell;
        SCREE_UNROLL
        for (uint32_t axis = 0; axis < AXES; axis++) {
            const scree_location location =
                is_fast ? scree_locate_fast(at.along[axis], p.octave_rule[o], p.axis_rule[o][axis], fade, hash)
                        : locate_exact(p, o, axis, at.along[axis]);
            cell = put_location(cell, axis, location);
        }
        sum = add_value<AXES>(p, p.octave[o].weight, p.first_octave + o, sum, EVALUATE(p, p.octave[o], cell));
    }
    finish_point<AXES>(p, i, sum);
}

template <uint32_t AXES, octave_value EVALUATE(const points_launch &, const scree_gpu_octave &, const scree_cell &)>
static __device__ __forceinline__ void sum_point(const points_launch &p)
{
    if (AXES <= USUAL_AXES && p.fade == SCREE_KERNEL_FADE_QUINTIC && p.hash == SCREE_KERNEL_HASH_SCREE) {
        sum_located<true, AXES, EVALUATE>(p);
    } else {
        sum_located<false, AXES, EVALUATE>(p);
    }
}

#endif
