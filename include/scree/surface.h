/**
 * @file
 * @brief Surface normals and slopes of noise, from its derivatives.
 *
 * Samples of noise with derivatives (scree_noise_sample) are taken as heights h over the plane of x and y;
 * `height` is that of a sample of 1, and all lengths are in distances of neighbouring samples. So the slopes along x
 * and y are s = height * step[0] * dv/dx and t = height * step[1] * dv/dy. They are those of the field itself, not
 * differences of samples, so that no sample needs its neighbours: a tile holds exactly the normals of the whole.
 *
 * A tangent-space normal map stores the unit vector n = (-s, t, 1) / sqrt(s^2 + t^2 + 1) for each sample: x to the
 * right, y up, and z out of the picture, whose top row has the least y of the grid. That is OpenGL's convention;
 * Direct3D's has y down, n = (-s, -t, 1) / sqrt(s^2 + t^2 + 1). All is computed in float64 and rounded once to float32.
 * Integers hold floor((n + 1) * m / 2 + 0.5) of that, with m = 255 or 65535, and 2 i / m - 1 is n again: level ground
 * is 128, 128, 255. Derivatives that are not finite make no unit vector; a part of it that is NaN is 0 in integers.
 *
 * The functions work on any run of samples, on the calling thread and without allocation, with the same bits on every
 * machine. Thread-safety: safe.
 */
#ifndef SCREE_SURFACE_H
#define SCREE_SURFACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/context.h>
#include <scree/grid.h>
#include <scree/output.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The direction of the y axis of a normal map. */
typedef enum scree_handedness {
    SCREE_HANDEDNESS_OPENGL = 0, /**< y points up, towards the first row: right-handed with z out of the
                                      picture. OpenGL, glTF, Blender, Unity, Godot. */
    SCREE_HANDEDNESS_DIRECTX = 1 /**< y points down, towards the last row: left-handed. Direct3D, Unreal Engine. */
} scree_handedness;

/** The name of a handedness: "opengl", "directx"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_handedness_name(scree_handedness handedness);
/** The reverse of scree_handedness_name(); false where no handedness has that name. */
SCREE_API bool scree_handedness_from_name(const char *name, scree_handedness *handedness);
/** A line about a handedness for people; NULL for a number that is not one. Static. */
SCREE_API const char *scree_handedness_description(scree_handedness handedness);

/** The limits of scree_surface_params.height. */
#define SCREE_MIN_SURFACE_HEIGHT 1e-30
#define SCREE_MAX_SURFACE_HEIGHT 1e30 /**< See SCREE_MIN_SURFACE_HEIGHT. */

/** The surface whose normals and slopes are computed. Everything is borrowed for the call. Grows (context.h). */
typedef struct scree_surface_params {
    /** The grid of the samples, of at least 2 axes: its steps along x and y count, and the number of its axes, which is
        that of the derivatives of each sample. Required. */
    const scree_grid *grid;
    /** The height of a sample of 1, in distances of neighbouring samples; 1e-30 to 1e30. 0 = an eighth of a cell of the
        first octave along x: 0.125 / step[0], which looks the same in every resolution. */
    double height;
    scree_handedness handedness; /**< The direction of y in normals. 0 = OpenGL's. */
    bool reserved[4];            /**< Must be false. */
} scree_surface_params;

/** As scree_surface_height(), with a struct of `size` bytes (context.h). */
SCREE_API double scree_surface_height_sized(const scree_surface_params *params, size_t size);

/** The height of a sample of 1 that the functions here use; 0 for parameters that they do not accept. */
static inline double scree_surface_height(const scree_surface_params *params)
{
    return scree_surface_height_sized(params, sizeof *params);
}

/** As scree_surface_normals(), with a struct of `size` bytes (context.h). */
SCREE_API scree_result scree_surface_normals_sized(scree_context *context, const scree_surface_params *params,
                                                   size_t size, const float *samples, uint64_t count, scree_type type,
                                                   void *normals);

/**
 * Computes the normals of `count` samples that lie side by side, each of 1 + axes float32: the value and its
 * derivatives, as scree_field_fill(), scree_slab and all else deliver them. `normals` receives three numbers of `type`
 * (f32, u16 or u8) for each sample: x, y and z, which are red, green and blue in a picture.
 * Errors: SCREE_ERROR_INVALID.
 */
static inline scree_result scree_surface_normals(scree_context *context, const scree_surface_params *params,
                                                 const float *samples, uint64_t count, scree_type type, void *normals)
{
    return scree_surface_normals_sized(context, params, sizeof *params, samples, count, type, normals);
}

/** As scree_surface_slopes(), with a struct of `size` bytes (context.h). */
SCREE_API scree_result scree_surface_slopes_sized(scree_context *context, const scree_surface_params *params,
                                                  size_t size, const float *samples, uint64_t count, scree_type type,
                                                  void *slopes);

/**
 * Computes the slopes of `count` samples, which lie as for scree_surface_normals(): the angle between the surface and
 * the plane in degrees, 0 to 90. It is the arc tangent of the gradient's length, sqrt(s^2 + t^2), computed in float64
 * to within 1e-12 and rounded once. `slopes` receives one number of `type` for each sample: f32 holds degrees, integers
 * hold floor(degrees / 90 * m + 0.5) with m = 255 or 65535. Errors: SCREE_ERROR_INVALID.
 */
static inline scree_result scree_surface_slopes(scree_context *context, const scree_surface_params *params,
                                                const float *samples, uint64_t count, scree_type type, void *slopes)
{
    return scree_surface_slopes_sized(context, params, sizeof *params, samples, count, type, slopes);
}

#ifdef __cplusplus
}
#endif

#endif
