/*
 * The tables of a surface of triangles as one buffer of words, read by C and by GLSL: a header, the heights, and what
 * src/field/distance/distance_mesh.h has. Bindings are those of table_layout.h.
 */
#ifndef SCREE_VULKAN_MESH_LAYOUT_H
#define SCREE_VULKAN_MESH_LAYOUT_H

/* The first block of each level, then the sides of a voxel and what follows from them, in their order. */
#define MESH_FIRST 0
#define MESH_SIDES 32
#define MESH_HEIGHTS 64

/* Voxels of a work group, along x and y, and layers that a thread makes one after the other. */
#define MESH_GROUP_SIDE 8
#define MESH_GROUP_LAYERS 16

#endif
