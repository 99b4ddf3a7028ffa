/* Normals and slopes of noise with derivatives (scree/surface.h). */
#include <scree/surface.h>

#include <inttypes.h>
#include <math.h>

#include "choices.h"
#include "context_internal.h"
#include "float_environment.h"
#include "number_text.h"
#include "sized_params.h"

/* The default height in cells. */
#define DEFAULT_CELLS 0.125

#define MAX_STEP 0x1p20
#define HALF_PI 1.5707963267948966
#define DEGREES (90.0 / HALF_PI)

/* The tangent of an eighth of half a turn, up to which the series of the arc tangent is used. */
#define SERIES_END 0.41421356237309503
#define SERIES_TERMS 18

/* Parameters that were checked. */
typedef struct surface {
    uint32_t channels;
    double factor[2]; /* Multiplied by these, derivatives become slopes. */
    double up;        /* 1 or -1: the direction of y in a normal map. */
} surface;

static const scree_choice handednesses[] = {
    [SCREE_HANDEDNESS_OPENGL] = {"opengl", "green points up: OpenGL, glTF, Blender, Unity, Godot"},
    [SCREE_HANDEDNESS_DIRECTX] = {"directx", "green points down: Direct3D, Unreal Engine"},
};

SCREE_DEFINE_CHOICES(scree_handedness, handednesses)

static double step_of(const scree_grid *grid, int axis)
{
    return grid->step[axis] == 0.0 ? grid->step[0] : grid->step[axis];
}

static scree_result check_grid(scree_context *context, const scree_grid *grid)
{
    if (grid == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "grid is NULL");
    }
    if (grid->axes < 2 || grid->axes > SCREE_MAX_AXES) {
        return scree_fail(context, SCREE_ERROR_INVALID, "axes is %" PRIu32 "; a surface needs 2 to %d", grid->axes,
                          SCREE_MAX_AXES);
    }
    for (int axis = 0; axis < 2; axis++) {
        if (!(step_of(grid, axis) > 0.0 && step_of(grid, axis) <= MAX_STEP)) {
            return scree_fail(context, SCREE_ERROR_INVALID, "step is %s on axis %d; it must be more than 0, up to 2^20",
                              scree_show_double(step_of(grid, axis)).text, axis);
        }
    }
    return SCREE_OK;
}

static scree_result check_params(scree_context *context, const scree_surface_params *params)
{
    if (params == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "params is NULL");
    }
    double height = params->height;
    if (height != 0.0 && !(height >= SCREE_MIN_SURFACE_HEIGHT && height <= SCREE_MAX_SURFACE_HEIGHT)) {
        return scree_fail(context, SCREE_ERROR_INVALID, "height is %s; it must be %s to %s, or 0",
                          scree_show_double(height).text, scree_show_double(SCREE_MIN_SURFACE_HEIGHT).text,
                          scree_show_double(SCREE_MAX_SURFACE_HEIGHT).text);
    }
    if (scree_handedness_name(params->handedness) == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "handedness is %d, which is none", (int)params->handedness);
    }
    const scree_result result = scree_reserved_check(context, params->reserved, sizeof params->reserved);
    return result == SCREE_OK ? check_grid(context, params->grid) : result;
}

static double height_of(const scree_surface_params *params)
{
    return params->height == 0.0 ? DEFAULT_CELLS / params->grid->step[0] : params->height;
}

SCREE_ASSERT_NO_TAIL(scree_surface_params, reserved);

double scree_surface_height_sized(const scree_surface_params *params, size_t size)
{
    scree_surface_params own;
    scree_result result = SCREE_OK;
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    params = scree_params_take(NULL, params, size, &own, sizeof own, &result);
    const bool is_good = result == SCREE_OK && check_params(NULL, params) == SCREE_OK;
    const double height = is_good ? height_of(params) : 0.0;
    scree_float_environment_leave(&saved);
    return height;
}

static scree_result make_surface(scree_context *context, const scree_surface_params *params, const void *samples,
                                 const void *out, uint64_t count, scree_type type, surface *made)
{
    scree_result result = check_params(context, params);
    if (result != SCREE_OK) {
        return result;
    }
    if ((samples == NULL || out == NULL) && count > 0) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is NULL", samples == NULL ? "samples" : "the result");
    }
    if (type != SCREE_TYPE_F32 && type != SCREE_TYPE_U16 && type != SCREE_TYPE_U8) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "type is %d; normals and slopes are f32 (%d), u16 (%d) or u8 (%d)", (int)type,
                          (int)SCREE_TYPE_F32, (int)SCREE_TYPE_U16, (int)SCREE_TYPE_U8);
    }
    made->channels = 1 + params->grid->axes;
    for (int axis = 0; axis < 2; axis++) {
        made->factor[axis] = height_of(params) * step_of(params->grid, axis);
    }
    made->up = params->handedness == SCREE_HANDEDNESS_OPENGL ? 1.0 : -1.0;
    return SCREE_OK;
}

typedef struct vector {
    float x;
    float y;
    float z;
} vector;

static inline vector find_normal(const surface *of, const float *sample)
{
    double s = of->factor[0] * (double)sample[1];
    double t = of->factor[1] * (double)sample[2];
    double length = sqrt(s * s + t * t + 1.0);
    return (vector){(float)(-s / length), (float)(of->up * t / length), (float)(1.0 / length)};
}

/* The whole number, up to `most`, of a number between `low` and `low` + `extent`; NaN becomes 0, as the comparison
   fails. */
static inline uint32_t to_integer(float number, double low, double extent, double most)
{
    double scaled = ((double)number - low) * (most / extent) + 0.5;
    return scaled > 0.0 ? (uint32_t)scaled : 0;
}

/* Stores a number between `low` and `low` + `extent`. */
static inline void store(void *out, scree_type type, uint64_t index, float number, double low, double extent)
{
    if (type == SCREE_TYPE_F32) {
        ((float *)out)[index] = number;
    } else if (type == SCREE_TYPE_U16) {
        ((uint16_t *)out)[index] = (uint16_t)to_integer(number, low, extent, UINT16_MAX);
    } else {
        ((uint8_t *)out)[index] = (uint8_t)to_integer(number, low, extent, UINT8_MAX);
    }
}

/* Stores what becomes of a sample as result `index`. */
typedef void convert_sample(const surface *of, const float *sample, scree_type type, uint64_t index, void *out);

static scree_result convert(scree_context *context, const scree_surface_params *params, size_t size,
                            const float *samples, uint64_t count, scree_type type, void *out,
                            convert_sample *convert_one)
{
    scree_surface_params own;
    scree_result result = SCREE_OK;
    scree_float_environment saved;
    surface of = {0};
    scree_float_environment_enter(&saved);
    params = scree_params_take(context, params, size, &own, sizeof own, &result);
    result = result == SCREE_OK ? make_surface(context, params, samples, out, count, type, &of) : result;
    for (uint64_t i = 0; i < count && result == SCREE_OK; i++) {
        convert_one(&of, samples + i * of.channels, type, i, out);
    }
    scree_float_environment_leave(&saved);
    return result;
}

static void store_normal(const surface *of, const float *sample, scree_type type, uint64_t index, void *out)
{
    vector normal = find_normal(of, sample);
    store(out, type, 3 * index, normal.x, -1.0, 2.0);
    store(out, type, 3 * index + 1, normal.y, -1.0, 2.0);
    store(out, type, 3 * index + 2, normal.z, -1.0, 2.0);
}

scree_result scree_surface_normals_sized(scree_context *context, const scree_surface_params *params, size_t size,
                                         const float *samples, uint64_t count, scree_type type, void *normals)
{
    return convert(context, params, size, samples, count, type, normals, store_normal);
}

/* The arc tangent of up to SERIES_END in magnitude, by its series; that of the C library differs between systems. */
static double arc_tangent_near_zero(double x)
{
    double square = x * x;
    double sum = 0.0;
    for (int i = SERIES_TERMS; i-- > 0;) {
        sum = 1.0 / (2 * i + 1) - square * sum;
    }
    return x * sum;
}

/* The arc tangent of a number that is not negative: that of 1 / x is the rest of a right angle, and that of
   (x - 1) / (x + 1) is less by half a right angle. */
static double arc_tangent(double x)
{
    double y = x > 1.0 ? 1.0 / x : x;
    double angle = y > SERIES_END ? HALF_PI / 2.0 + arc_tangent_near_zero((y - 1.0) / (y + 1.0))
                                  : arc_tangent_near_zero(y);
    return x > 1.0 ? HALF_PI - angle : angle;
}

static void store_slope(const surface *of, const float *sample, scree_type type, uint64_t index, void *out)
{
    double s = of->factor[0] * (double)sample[1];
    double t = of->factor[1] * (double)sample[2];
    store(out, type, index, (float)(arc_tangent(sqrt(s * s + t * t)) * DEGREES), 0.0, 90.0);
}

scree_result scree_surface_slopes_sized(scree_context *context, const scree_surface_params *params, size_t size,
                                        const float *samples, uint64_t count, scree_type type, void *slopes)
{
    return convert(context, params, size, samples, count, type, slopes, store_slope);
}
