// Exact distance fields: the least sums along lines, of squares and of squared ways to them.
//
// For the places p of a line the place j of the least sum f(j) + (p - j)^2 never moves back while p goes forward. So
// when it is known for two places, it is sought between theirs for all places between them: for the one in the middle
// first, then for the middles of the halves, and so on, which is about one sum for each place and halving. Where a
// strip of places starts it is sought over the whole line, and the least squares of parts of the line tell what need
// not be looked at.
#ifndef SCREE_CUDA_DISTANCE_DEVICE_CUH
#define SCREE_CUDA_DISTANCE_DEVICE_CUH

#include <type_traits>

#include "distance.h"
#include "kernel_parameters.h"

#ifndef SCREE_KERNEL
#define SCREE_KERNEL(name, parameters, threads, blocks) \
    extern "C" __global__ void __launch_bounds__(threads, blocks) name(const __grid_constant__ parameters p)
#endif

// Dynamic memory of a block.
extern __shared__ uint4 scree_block_memory[];

constexpr uint32_t STRIP = SCREE_CUDA_STRIP;
constexpr uint32_t PART = SCREE_CUDA_STRIP_PART;
constexpr uint32_t PARTS = STRIP / PART;
constexpr uint32_t NO_VOXEL = 0xffffffffu;

static __device__ __forceinline__ uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static __device__ __forceinline__ int32_t lesser(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static __device__ __forceinline__ int32_t greater(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static __device__ __forceinline__ float lesser(float a, float b)
{
    return scree_minimum(a, b);
}

static __device__ __forceinline__ float greater(float a, float b)
{
    return scree_maximum(a, b);
}

// Squares as whole numbers.
struct whole_squares {
    using value = int32_t;

    // No voxel; sums of it are more than every other, and fit.
    static __device__ __forceinline__ value far()
    {
        return 1 << 30;
    }

    static __device__ __forceinline__ value of_steps(int32_t steps, float)
    {
        return steps * steps;
    }

    static __device__ __forceinline__ bool is_negative(value square)
    {
        return square < 0;
    }

    // Whether rounding leaves sums of such a size in the order that the search by halves needs.
    static __device__ __forceinline__ bool is_ordered(value, float)
    {
        return true;
    }

    static __device__ __forceinline__ float to_float(value square)
    {
        return square >= far() ? scree_f32_from_bits(0x7f800000u) : static_cast<float>(square);
    }

    // Squares of ways that grow by a step at a time.
    struct way {
        value square;
        value growth;

        __device__ __forceinline__ way(int32_t steps, float) : square(steps * steps), growth(2 * steps + 1)
        {
        }

        __device__ __forceinline__ value take()
        {
            value now = square;
            square += growth;
            growth += 2;
            return now;
        }
    };
};

// Squares in float32.
struct real_squares {
    using value = float;

    static __device__ __forceinline__ value far()
    {
        return scree_f32_from_bits(0x7f800000u);
    }

    static __device__ __forceinline__ value of_steps(int32_t steps, float side)
    {
        return scree_axis_square(static_cast<float>(steps), side);
    }

    static __device__ __forceinline__ bool is_negative(value square)
    {
        return scree_bits_from_f32(square) >> 31 != 0;
    }

    // For a place between two others, terms that are not between theirs have sums that are more than the least one by
    // two squared sides at least. All roundings together are less than that where sums are less than 2^20 squared
    // sides, and they are in all of a strip whose ends have sums below this bound. Where an end's sum is far the line
    // has no voxel of the other kind at all, since a place of the other side would be a term of 0: all sums are far,
    // and every order will do.
    static __device__ __forceinline__ bool is_ordered(value square, float side)
    {
        return square < 917504.0f * (side * side) || square >= far();
    }

    static __device__ __forceinline__ float to_float(value square)
    {
        return square;
    }

    struct way {
        float steps;
        float side;

        __device__ __forceinline__ way(int32_t steps, float side) : steps(static_cast<float>(steps)), side(side)
        {
        }

        __device__ __forceinline__ value take()
        {
            value now = scree_axis_square(steps, side);
            steps += 1.0f;
            return now;
        }
    };
};

// The sum for a voxel on the side that `sign` (1 outside, -1 inside) tells: the squares of the other side are 0.
template <class value> static __device__ __forceinline__ value sum_of(value square, value sign, value way)
{
    return greater(sign * square + way, way);
}

// A line of a tile, or of memory where it is long. The tables are of the parts' and strips' least squares, of the
// outside and then of the inside.
template <class squares, bool IS_LONG> struct line {
    using value = typename squares::value;
    // Words between places may be many only in memory.
    using distance = std::conditional_t<IS_LONG, uint64_t, uint32_t>;
    const value *terms;
    const value *parts;
    const value *strips;
    uint32_t count;
    uint32_t strip_count;
    distance step;      // From term to term.
    uint32_t lines_log; // Of the tables.
    float side;

    __device__ __forceinline__ value at(uint32_t place) const
    {
        return terms[place * step];
    }
};

// A least sum, and the place of its term.
template <class value> struct found {
    value square;
    uint32_t place;
};

// The least sum for `place` of terms from `low` to `high`; of several the first one's. In a tile the term behind `high`
// may be looked at too: behind the last place it is repeated.
template <class squares, bool IS_LONG>
static __device__ __forceinline__ found<typename squares::value>
scan(const line<squares, IS_LONG> &l, uint32_t low, uint32_t high, uint32_t place, typename squares::value sign)
{
    using value = typename squares::value;
    typename squares::way way(static_cast<int32_t>(low) - static_cast<int32_t>(place), l.side);
    const value *term = l.terms + low * l.step;
    found<value> best = {sum_of(*term, sign, way.take()), low};
    SCREE_ROLLED
    for (uint32_t j = low; j < high; j += 2) {
        const value one = sum_of(term[l.step], sign, way.take());
        best.place = one < best.square ? j + 1 : best.place;
        best.square = lesser(one, best.square);
        if (!IS_LONG || j + 2 <= high) {
            const value two = sum_of(term[2 * l.step], sign, way.take());
            best.place = two < best.square ? j + 2 : best.place;
            best.square = lesser(two, best.square);
        }
        term += 2 * l.step;
    }
    return best;
}

// Steps from a place to the nearest one of a run.
static __device__ __forceinline__ int32_t gap_to(uint32_t place, uint32_t first, uint32_t last)
{
    return place < first ? first - place : place > last ? place - last : 0;
}

// Whether a run of places may hold a sum that is less than another one, or the same; `least` is the least of its
// squares, and `gap` that of the ways to it. Never where there is no voxel: else a far sum would have all looked at.
template <class squares>
static __device__ __forceinline__ bool may_be_less(typename squares::value least, typename squares::value gap,
                                                   typename squares::value sum)
{
    return least < squares::far() && least + gap <= sum;
}

// Looks at those parts of a strip that may hold a lesser sum, or the same further to the left.
template <class squares, bool IS_LONG>
static __device__ __forceinline__ void visit(const line<squares, IS_LONG> &l, uint32_t strip, uint32_t place,
                                             typename squares::value sign, found<typename squares::value> &best)
{
    const uint32_t table = squares::is_negative(sign) ? PARTS * l.strip_count : 0;
    SCREE_ROLLED
    for (uint32_t i = 0; i < PARTS; i++) {
        // The nearest first.
        const uint32_t part = PARTS * strip + (STRIP * strip < place ? PARTS - 1 - i : i);
        const uint32_t last = lesser(PART * part + PART, l.count) - 1;
        if (PART * part < l.count) {
            const int32_t gap = gap_to(place, PART * part, last);
            const typename squares::value least = l.parts[(table + part) << l.lines_log];
            if (may_be_less<squares>(least, squares::of_steps(gap, l.side), best.square)) {
                const found<typename squares::value> other = scan(l, PART * part, last, place, sign);
                const bool is_better = other.square < best.square ||
                                       (other.square == best.square && other.place < best.place);
                best = is_better ? other : best;
            }
        }
    }
}

// The least sum of the whole line.
template <class squares, bool IS_LONG>
static __device__ __forceinline__ found<typename squares::value> search(const line<squares, IS_LONG> &l, uint32_t place,
                                                                        typename squares::value sign)
{
    using value = typename squares::value;
    const value *strips = l.strips + ((squares::is_negative(sign) ? l.strip_count : 0) << l.lines_log);
    const uint32_t own = place / STRIP;
    found<value> best = {sum_of(l.at(place), sign, value(0)), place};
    visit(l, own, place, sign, best);
    bool goes_on = true;
    SCREE_ROLLED
    for (uint32_t way = 1; goes_on; way++) {
        goes_on = false;
        SCREE_ROLLED
        for (uint32_t side = 0; side < 2; side++) {
            const uint32_t strip = side == 0 ? own + way : own - way; // Before the first it is greater than all.
            if (strip < l.strip_count) {
                const value gap = squares::of_steps(gap_to(place, STRIP * strip, STRIP * strip + STRIP - 1), l.side);
                goes_on = goes_on || gap <= best.square;
                if (may_be_less<squares>(strips[strip << l.lines_log], gap, best.square)) {
                    visit(l, strip, place, sign, best);
                }
            }
        }
    }
    return best;
}

#endif
