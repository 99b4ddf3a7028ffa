// Samples of a grid that are evaluated by themselves, one thread for each: where they go, and what a pass is told.
layout(local_size_x = DIRECT_GROUP) in;

layout(std430, binding = BINDING_VALUES) buffer samples { float values[]; };

layout(push_constant) uniform samples_push {
    uint first_octave;
    uint width;
    uint rows;
    uint row_stride;
    uint plane_stride;
    uint first_value;
    uint adds;        // Whether earlier octaves are in `values`.
    uint finds_range; // Whether the sums are complete.
    uint octaves;
    uint first_plane; // Counted from the first plane of the tables.
    uint planes;
    uint fractal;
#if defined(HAS_WARP)
#include "warp_push.glsl"
#endif
} push;

#include "noise_range.glsl"
