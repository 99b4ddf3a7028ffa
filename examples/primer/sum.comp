#version 450

// Every group adds 256 numbers in shared memory, and writes one sum.
layout(local_size_x = 256) in;

layout(binding = 0) readonly buffer Numbers { uint numbers[]; };
layout(binding = 1) writeonly buffer Sums { uint sums[]; };
layout(push_constant) uniform Parameters { uint count; };

shared uint partial[256];

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    const uint thread = gl_LocalInvocationID.x;
    // The last group has more threads than numbers. All of them stay, because a barrier waits for every thread.
    partial[thread] = i < count ? numbers[i] : 0;
    barrier();
    for (uint width = 128; width > 0; width /= 2) {
        if (thread < width) {
            partial[thread] += partial[thread + width];
        }
        barrier();
    }
    if (thread == 0) {
        sums[gl_WorkGroupID.x] = partial[0];
    }
}
