// What the shaders of exact distance fields share: squares as whole numbers, or with SCREE_PART_REAL in float32.
#extension GL_EXT_control_flow_attributes : require
#include "float_controls.glsl"
#include "distance_layout.h"
#include "distance.h"

const uint NO_VOXEL = 0xffffffffu;

#ifdef SCREE_PART_REAL

#define value float
#define value_from_word(word) uintBitsToFloat(word)
#define word_from_value(square) floatBitsToUint(square)
#define FAR uintBitsToFloat(0x7f800000u)
#define ZERO uintBitsToFloat(0u)

precise float square_of_steps(int steps, float side)
{
    precise float square = scree_axis_square(float(steps), side);
    return square;
}

bool is_negative(float square)
{
    return (floatBitsToUint(square) >> 31u) != 0u;
}

// See src/cuda/distance_device.cuh: what sums of a strip's ends must be less than, so that rounding leaves all of the
// strip in the order that the search by halves needs. Where one is far, all are.
bool is_ordered(float square, float side)
{
    precise float squared_side = side * side;
    precise float most = uintBitsToFloat(0x49600000u) * squared_side;
    return square < most || square >= FAR;
}

// The square of a way, and what comes next.
struct way_square {
    float steps;
    float side;
};

way_square start_way(int steps, float side)
{
    return way_square(float(steps), side);
}

float take_way(way_square way)
{
    precise float square = scree_axis_square(way.steps, way.side);
    return square;
}

way_square next_way(way_square way)
{
    precise float steps = way.steps + uintBitsToFloat(0x3f800000u);
    return way_square(steps, way.side);
}

float sum_of(float square, bool is_inside, float way)
{
    precise float sum = (is_inside ? -square : square) + way;
    return max(sum, way);
}

float float_from_square(float square)
{
    return square;
}

#else

#define value int
#define value_from_word(word) int(word)
#define word_from_value(square) uint(square)
#define FAR (1 << 30)
#define ZERO 0

int square_of_steps(int steps, float side)
{
    return steps * steps;
}

bool is_negative(int square)
{
    return square < 0;
}

bool is_ordered(int square, float side)
{
    return true;
}

struct way_square {
    int square;
    int growth;
};

way_square start_way(int steps, float side)
{
    return way_square(steps * steps, 2 * steps + 1);
}

int take_way(way_square way)
{
    return way.square;
}

way_square next_way(way_square way)
{
    return way_square(way.square + way.growth, way.growth + 2);
}

int sum_of(int square, bool is_inside, int way)
{
    return max((is_inside ? -1 : 1) * square + way, way);
}

float float_from_square(int square)
{
    return square >= FAR ? uintBitsToFloat(0x7f800000u) : float(square);
}

#endif
