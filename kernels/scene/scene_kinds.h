/*
 * The kinds of scenes, a row for each:
 *
 *     X(KIND, name, number, light, arguments)
 *
 * `number` is that of SCREE_SCENE_KIND in scree/scene.h. `light` is the function that gives the light of a pixel of the
 * whole picture; its last arguments are the pixel, or the ray through it. All devices, and the build, loop over these
 * rows; what the host knows of a kind besides is its definition (src/field/scene/kinds).
 */
#ifndef SCREE_KERNELS_SCENE_KINDS_H
#define SCREE_KERNELS_SCENE_KINDS_H

/* Devices have defined the memory of a scene (scene_sample.h) before; the host reads only the rows. */
#ifdef scree_scene_work
#include "scene/scene_cloud.h"
#include "scene/scene_density.h"
#include "scene/scene_isosurface.h"
#include "scene/scene_map.h"
#include "scene/scene_slice.h"
#include "scene/scene_terrain.h"
#include "scene/scene_voxels.h"
#endif

/* Arguments, where `table`, `column` and `row` are defined. */
#define SCREE_SCENE_PIXEL column, row
#define SCREE_SCENE_RAY scree_scene_ray_of(table, column, row)

#define SCREE_SCENE_KINDS(X)                                        \
    X(MAP, map, 0u, scree_scene_map, SCREE_SCENE_PIXEL)             \
    X(TERRAIN, terrain, 1u, scree_scene_terrain, SCREE_SCENE_RAY)   \
    X(VOXELS, voxels, 2u, scree_scene_voxels, SCREE_SCENE_RAY)      \
    X(CLOUD, cloud, 3u, scree_scene_cloud, SCREE_SCENE_RAY)         \
    X(SURFACE, surface, 4u, scree_scene_surface, SCREE_SCENE_RAY)   \
    X(DENSITY, density, 5u, scree_scene_density, SCREE_SCENE_PIXEL) \
    X(COLUMNS, columns, 6u, scree_scene_voxels, SCREE_SCENE_RAY)    \
    X(ISOSURFACE, isosurface, 7u, scree_scene_isosurface, SCREE_SCENE_RAY)

#endif
