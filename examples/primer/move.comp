#version 450

// Moves every particle by 128 steps of Euler's method along Lorenz's system.
layout(local_size_x = 64) in;

layout(binding = 0) buffer Particles { vec4 particles[]; };
layout(push_constant) uniform Parameters { uint count; };

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i >= count) {
        return;
    }
    // Without "precise" a compiler may fuse a multiplication with an addition, and devices would round differently.
    precise vec3 at = particles[i].xyz;
    for (int n = 0; n < 128; n++) {
        precise const vec3 speed =
            vec3(10.0 * (at.y - at.x), at.x * (28.0 - at.z) - at.y, at.x * at.y - 8.0 / 3.0 * at.z);
        at += 0.001 * speed;
    }
    particles[i].xyz = at;
}
