/* Turns the coordinates of points into axis data; compiled once for each instruction set. */
#include "kernel_files.h"
#include "lane_memory.h"

/* Products below this may be rounded. */
#define NEAREST 0x1p-1000

#if SCREE_LANES == 16
#include "locate_lanes.h"
#include "take_lanes.h"
#else
#include "locate_loops.h"
/* No points are taken by registers. */
#define take_lanes_double(from, axes, count, out, stride) 0
#define take_lanes_float(from, axes, count, out, stride) 0
#endif

/* `fade` is a constant wherever this is called, so that each fade has loops of its own. */
SCREE_FN bool locate_all(const scree_cpu_location_rule *how, scree_noise_fade fade, const double *coordinates,
                         size_t count, const scree_cpu_located *out)
{
    return how->varies ? locate_each(how, fade, coordinates, count, out)
                       : locate_alike(how, fade, coordinates, count, out);
}

static bool locate(const scree_cpu_location_rule *how, const double *coordinates, size_t count,
                   const scree_cpu_located *out)
{
    switch (how->fade) {
    case SCREE_NOISE_FADE_CUBIC:
        return locate_all(how, SCREE_NOISE_FADE_CUBIC, coordinates, count, out);
    case SCREE_NOISE_FADE_COSINE:
        return locate_all(how, SCREE_NOISE_FADE_COSINE, coordinates, count, out);
    case SCREE_NOISE_FADE_LINEAR:
        return locate_all(how, SCREE_NOISE_FADE_LINEAR, coordinates, count, out);
    default:
        return locate_all(how, SCREE_NOISE_FADE_QUINTIC, coordinates, count, out);
    }
}

/* Points of `axes` coordinates side by side, from the first that registers left over. */
#define TAKE_PACKED(type, axes)                                                                                 \
    case axes:                                                                                                  \
        split_packed_##type(from, axes, take_lanes_##type(from, axes, count, out, stride), count, out, stride); \
        break;

#define SPLIT_PACKED(type)                                                                                    \
    SCREE_FN void split_packed_##type(const type *restrict from, uint32_t axes, size_t taken, size_t count,   \
                                      double *restrict out, size_t stride)                                    \
    {                                                                                                         \
        for (size_t i = taken; i < count; i++) {                                                              \
            for (uint32_t axis = 0; axis < axes; axis++) {                                                    \
                out[axis * stride + i] = (double)from[i * axes + axis];                                       \
            }                                                                                                 \
        }                                                                                                     \
    }                                                                                                         \
    static void take_packed_##type(const type *from, uint32_t axes, size_t count, double *out, size_t stride) \
    {                                                                                                         \
        switch (axes) {                                                                                       \
            TAKE_PACKED(type, 2)                                                                              \
            TAKE_PACKED(type, 3)                                                                              \
            TAKE_PACKED(type, 4)                                                                              \
            TAKE_PACKED(type, 5)                                                                              \
            TAKE_PACKED(type, 6)                                                                              \
            TAKE_PACKED(type, 7)                                                                              \
            TAKE_PACKED(type, 8)                                                                              \
        }                                                                                                     \
    }                                                                                                         \
    SCREE_FN void take_axis_##type(const char *from, ptrdiff_t stride, size_t count, double *restrict out)    \
    {                                                                                                         \
        for (size_t i = 0; i < count; i++) {                                                                  \
            out[i] = (double)*(const type *)(const void *)(from + (ptrdiff_t)i * stride);                     \
        }                                                                                                     \
    }                                                                                                         \
    static void take_##type(const char *from, ptrdiff_t stride, size_t count, double *out)                    \
    {                                                                                                         \
        if (stride == sizeof(type)) {                                                                         \
            take_axis_##type(from, sizeof(type), count, out);                                                 \
        } else {                                                                                              \
            take_axis_##type(from, stride, count, out);                                                       \
        }                                                                                                     \
    }

SPLIT_PACKED(float)
SPLIT_PACKED(double)

static bool are_packed(const scree_points *points, size_t size)
{
    bool is_packed = points->axes > 1;
    for (uint32_t axis = 0; axis < points->axes; axis++) {
        const char *expected = (const char *)points->coordinate[0] + axis * size;
        is_packed = is_packed && points->coordinate[axis] == (const void *)expected &&
                    points->stride[axis] == (ptrdiff_t)(points->axes * size);
    }
    return is_packed;
}

static void take_points(const scree_points *points, size_t first, size_t count, double *out, size_t stride)
{
    bool is_float = points->type == SCREE_TYPE_F32;
    if (are_packed(points, is_float ? sizeof(float) : sizeof(double))) {
        size_t skipped = first * points->axes;
        if (is_float) {
            take_packed_float((const float *)points->coordinate[0] + skipped, points->axes, count, out, stride);
        } else {
            take_packed_double((const double *)points->coordinate[0] + skipped, points->axes, count, out, stride);
        }
        return;
    }
    for (uint32_t axis = 0; axis < points->axes; axis++) {
        const char *from = (const char *)points->coordinate[axis] + (ptrdiff_t)first * points->stride[axis];
        if (is_float) {
            take_float(from, points->stride[axis], count, out + axis * stride);
        } else {
            take_double(from, points->stride[axis], count, out + axis * stride);
        }
    }
}

void SCREE_CPU_SYMBOL(scree_locate_kernels)(scree_cpu_kernels *kernels)
{
    kernels->noise.take_points = take_points;
    kernels->noise.locate = locate;
}
