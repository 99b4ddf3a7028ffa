#include "camera.h"

#include <math.h>

#define PI 3.14159265358979323846
#define PLACE_MAX 1e3
/* Without perspective the picture is as high as one with this angle at the camera's distance. */
#define FLAT_ANGLE 40.0

static double clamp(double value, double low, double high)
{
    return fmin(fmax(value, low), high);
}

/* Directions of the camera in the world. */
struct directions {
    double right[3];
    double up[3];
    double ahead[3];
};

static struct directions directions_of(const viewer_view *view)
{
    const double a = view->azimuth * PI / 180;
    const double e = view->elevation * PI / 180;
    return (struct directions){
        .right = {cos(a), sin(a), 0},
        .up = {-sin(a) * sin(e), cos(a) * sin(e), cos(e)},
        .ahead = {-sin(a) * cos(e), cos(a) * cos(e), -sin(e)},
    };
}

static double height_at_centre(const viewer_view *view)
{
    const double angle = view->field_of_view > 0 ? view->field_of_view : FLAT_ANGLE;
    return 2 * view->distance * tan(angle * PI / 360);
}

static void move_centre(viewer_view *view, const double direction[3], double length)
{
    view->centre_x = clamp(view->centre_x + direction[0] * length, -PLACE_MAX, PLACE_MAX);
    view->centre_y = clamp(view->centre_y + direction[1] * length, -PLACE_MAX, PLACE_MAX);
    view->centre_z = clamp(view->centre_z + direction[2] * length, -PLACE_MAX, PLACE_MAX);
}

void camera_rotate(viewer_view *view, double dx, double dy, double height)
{
    view->azimuth = fmod(view->azimuth - 180 * dx / height, 360);
    view->elevation = clamp(view->elevation + 180 * dy / height, -90, 90);
}

void camera_pan(viewer_view *view, double dx, double dy, double height)
{
    const struct directions directions = directions_of(view);
    const double length = height_at_centre(view) / height;
    move_centre(view, directions.right, -dx * length);
    move_centre(view, directions.up, dy * length);
}

void camera_zoom(viewer_view *view, double factor)
{
    view->distance = clamp(view->distance * factor, 1e-4, 1e4);
}

void camera_fly(viewer_view *view, double right, double ahead, double up)
{
    const struct directions directions = directions_of(view);
    move_centre(view, directions.right, right);
    move_centre(view, directions.ahead, ahead);
    move_centre(view, directions.up, up);
}

scree_camera camera_of_view(const viewer_view *view)
{
    return (scree_camera){
        .centre = {view->centre_x, view->centre_y, view->centre_z},
        .azimuth = fmod(view->azimuth, 360),
        .elevation = view->elevation,
        .roll = view->roll,
        .distance = view->distance,
        .field_of_view = view->field_of_view,
        .extent = height_at_centre(view),
    };
}
