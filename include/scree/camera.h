/**
 * @file
 * @brief The camera by which particles and scenes are seen.
 */
#ifndef SCREE_CAMERA_H
#define SCREE_CAMERA_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A camera that looks at a point. With azimuth and elevation 0 it looks along the positive y axis, x is to the right
 * and z is up. Directions are computed in float64 and rounded to float32, in which pictures are drawn.
 */
typedef struct scree_camera {
    double centre[3];     /**< The point it looks at; finite. */
    double azimuth;       /**< Degrees that the camera is turned around the z axis, anticlockwise from above. */
    double elevation;     /**< Degrees that the camera is above the plane of the centre, -90 to 90. */
    double roll;          /**< Degrees that the camera is turned clockwise around its own axis. */
    double distance;      /**< The camera's distance from the centre; positive. Without perspective it has no effect. */
    double field_of_view; /**< Degrees across the picture's height, above 0 and below 180; 0 = no perspective. */
    double extent;        /**< Length across the picture's height without perspective; positive. */
} scree_camera;

#ifdef __cplusplus
}
#endif

#endif
