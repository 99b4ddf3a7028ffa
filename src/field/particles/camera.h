/* Cameras: their axes in the world, for those who draw particles and scenes. */
#ifndef SCREE_CAMERA_VIEW_H
#define SCREE_CAMERA_VIEW_H

#include <scree/context.h>
#include <scree/particles.h>

typedef struct scree_camera_axis {
    double x, y, z;
} scree_camera_axis;

/* Unit vectors to the right, up and ahead of a camera. */
typedef struct scree_camera_view {
    scree_camera_axis right;
    scree_camera_axis up;
    scree_camera_axis ahead;
} scree_camera_view;

scree_camera_view scree_camera_see(const scree_camera *camera);

/* The unit vector with an azimuth, anticlockwise from the x axis, and an elevation, in degrees. */
scree_camera_axis scree_camera_direction(double azimuth, double elevation);

/* Pixels of a unit of length at a distance of one, or at every distance without perspective. */
double scree_camera_pixels(const scree_camera *camera, uint32_t height);

/* Checks all numbers of a camera. */
scree_result scree_camera_check(scree_context *context, const scree_camera *camera);

#endif
