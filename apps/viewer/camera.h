/* How drags, the wheel and keys move the camera and the map of a view. Distances on the screen are in pixels. */
#ifndef VIEWER_CAMERA_H
#define VIEWER_CAMERA_H

#include "view.h"

/* Turns the camera about its centre: half a turn across the height of the picture. */
void camera_rotate(viewer_view *view, double dx, double dy, double height);

/* Moves camera and centre so that the position in the middle follows the pointer. */
void camera_pan(viewer_view *view, double dx, double dy, double height);

/* Goes nearer (factor below 1) or farther. */
void camera_zoom(viewer_view *view, double factor);

/* Moves the camera along its own directions, in lengths of the world. */
void camera_fly(viewer_view *view, double right, double ahead, double up);

/* The camera as the library takes it. */
scree_camera camera_of_view(const viewer_view *view);

#endif
