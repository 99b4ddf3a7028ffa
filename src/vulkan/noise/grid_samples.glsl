// Samples of a grid that are evaluated by themselves, one thread for each, or columns of them, where an entry file
// defines GROUP_IS_CHOSEN: where they go, and the parameters of a pass.
#if defined(GROUP_IS_CHOSEN)
layout(local_size_x_id = CONSTANT_GROUP) in;
#else
layout(local_size_x = DIRECT_GROUP) in;
#endif

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
