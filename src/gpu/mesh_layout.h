/*
 * The tables of a surface of triangles as one buffer of words, read by C and by GLSL: a header, the heights, and the
 * tables of src/field/distance/distance_mesh.h. Bindings are those of table_layout.h. The inverses are at
 * BINDING_ENTRIES and the spans at BINDING_NODES, too.
 */
#ifndef SCREE_VULKAN_MESH_LAYOUT_H
#define SCREE_VULKAN_MESH_LAYOUT_H

/* The first block of each level, then the members of scree_mesh_sides in their order. */
#define MESH_FIRST 0
#define MESH_SIDES 32
#define MESH_HEIGHTS 64

/* Voxels of a work group along x and y, and layers that one thread computes in sequence. */
#define MESH_GROUP_SIDE 8
#define MESH_GROUP_LAYERS 16

#endif
