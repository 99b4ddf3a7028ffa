/*
 * Cameras: the rows of their matrix, in float64. Sines are the kernels' own, because those of mathematical libraries
 * differ from machine to machine.
 */
#include <math.h>
#include <string.h>

#define SCREE_REAL_IS_WIDE 1
#include "base/elementary_real.h"
#include "camera.h"
#include "context_internal.h"
#include "particle_work.h"

/* The sphere around a camera in which nothing is seen, over its distance: numbers there would become too large. */
#define NEAR_SHARE 1e-3
#define DEGREE 0.017453292519943295
/* Angles from which on whole turns are taken off, because sines are not defined much beyond. */
#define MANY_DEGREES 1e6

static scree_camera_axis weighted_sum(double a, scree_camera_axis first, double b, scree_camera_axis second)
{
    return (scree_camera_axis){a * first.x + b * second.x, a * first.y + b * second.y, a * first.z + b * second.z};
}

static double dot(scree_camera_axis a, const double b[3])
{
    return a.x * b[0] + a.y * b[1] + a.z * b[2];
}

static double radians_of(double degrees)
{
    return (fabs(degrees) < MANY_DEGREES ? degrees : fmod(degrees, 360.0)) * DEGREE;
}

static double sine_of(double degrees)
{
    return scree_sincos_radians(radians_of(degrees)).sine;
}

static double cosine_of(double degrees)
{
    return scree_sincos_radians(radians_of(degrees)).cosine;
}

static void put_float(uint32_t *words, uint32_t number, double value)
{
    const float rounded = (float)value;
    memcpy(&words[SCREE_PARTICLE_VIEW + number], &rounded, sizeof rounded);
}

/* A row of the matrix: a direction, and what it gives at the origin. */
static void put_row(uint32_t *words, uint32_t number, scree_camera_axis row, double offset)
{
    put_float(words, number, row.x);
    put_float(words, number + 1, row.y);
    put_float(words, number + 2, row.z);
    put_float(words, number + 3, offset);
}

scree_camera_view scree_camera_see(const scree_camera *camera)
{
    const double sine = sine_of(camera->azimuth);
    const double cosine = cosine_of(camera->azimuth);
    const double tilt_sine = sine_of(camera->elevation);
    const double tilt_cosine = cosine_of(camera->elevation);
    const scree_camera_axis flat_right = {cosine, sine, 0.0};
    const scree_camera_axis flat_up = {-sine * tilt_sine, cosine * tilt_sine, tilt_cosine};
    return (scree_camera_view){
        .right = weighted_sum(cosine_of(camera->roll), flat_right, -sine_of(camera->roll), flat_up),
        .up = weighted_sum(sine_of(camera->roll), flat_right, cosine_of(camera->roll), flat_up),
        .ahead = {-sine * tilt_cosine, cosine * tilt_cosine, -tilt_sine}};
}

scree_camera_axis scree_camera_direction(double azimuth, double elevation)
{
    return (scree_camera_axis){cosine_of(azimuth) * cosine_of(elevation), sine_of(azimuth) * cosine_of(elevation),
                               sine_of(elevation)};
}

double scree_camera_pixels(const scree_camera *camera, uint32_t height)
{
    if (camera->field_of_view == 0.0) {
        return height / camera->extent;
    }
    const double half = camera->field_of_view / 2.0;
    return height / 2.0 * cosine_of(half) / sine_of(half);
}

void scree_camera_write(const scree_camera *camera, const scree_accumulation *accumulation, uint32_t *words)
{
    const scree_camera_view view = scree_camera_see(camera);
    put_row(words, 0, view.right, -dot(view.right, camera->centre));
    put_row(words, 4, view.up, -dot(view.up, camera->centre));
    put_row(words, 8, view.ahead, camera->distance - dot(view.ahead, camera->centre));
    put_float(words, 12, scree_camera_pixels(camera, accumulation->whole_height));
    put_float(words, 13, accumulation->whole_width / 2.0);
    put_float(words, 14, accumulation->whole_height / 2.0);
    put_float(words, 15, accumulation->whole_width);
    put_float(words, 16, accumulation->whole_height);
    put_float(words, 17, camera->distance * NEAR_SHARE);
    put_float(words, 18, camera->field_of_view > 0.0 ? 1.0 : 0.0);
}

static bool are_finite(const double *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!isfinite(values[i])) {
            return false;
        }
    }
    return true;
}

scree_result scree_camera_check(scree_context *context, const scree_camera *camera)
{
    const double all[] = {camera->azimuth, camera->roll, camera->distance, camera->extent};
    if (!are_finite(all, 4) || !are_finite(camera->centre, 3)) {
        return scree_fail(context, SCREE_ERROR_INVALID, "camera: all its numbers must be finite");
    }
    if (!(camera->elevation >= -90.0 && camera->elevation <= 90.0)) {
        return scree_fail(context, SCREE_ERROR_INVALID, "camera.elevation is %g; it must be -90 to 90",
                          camera->elevation);
    }
    if (!(camera->field_of_view >= 0.0 && camera->field_of_view < 180.0)) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "camera.field_of_view is %g; it must be 0, or more and below 180", camera->field_of_view);
    }
    if (camera->field_of_view > 0.0 && camera->distance <= 0.0) {
        return scree_fail(context, SCREE_ERROR_INVALID, "camera.distance is %g; it must be positive", camera->distance);
    }
    if (camera->field_of_view == 0.0 && camera->extent <= 0.0) {
        return scree_fail(context, SCREE_ERROR_INVALID, "camera.extent is %g; without perspective it must be positive",
                          camera->extent);
    }
    return SCREE_OK;
}
