#version 450

// Counts the particles that fall into each pixel of a square picture: x to the right, z upwards.
layout(local_size_x = 64) in;

layout(binding = 0) readonly buffer Particles { vec4 particles[]; };
layout(binding = 1) buffer Counts { uint counts[]; };
layout(push_constant) uniform Parameters { uint count; };

const int side = 512;
const float scale = 10.24; // Pixels for a unit of length: the picture shows x from -25 to 25, and z from 0 to 50.

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i >= count) {
        return;
    }
    precise const vec2 place = vec2(particles[i].x + 25.0, 50.0 - particles[i].z) * scale;
    if (all(greaterThanEqual(place, vec2(0.0))) && all(lessThan(place, vec2(side)))) {
        const ivec2 pixel = ivec2(place);
        // Many threads may meet at one pixel.
        atomicAdd(counts[pixel.y * side + pixel.x], 1);
    }
}
