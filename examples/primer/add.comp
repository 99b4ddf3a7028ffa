#version 450

// c[i] = a[i] + b[i]. A group has four threads, one for each pair of numbers.
layout(local_size_x = 4) in;

layout(binding = 0) readonly buffer A { float a[]; };
layout(binding = 1) readonly buffer B { float b[]; };
layout(binding = 2) writeonly buffer C { float c[]; };

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    c[i] = a[i] + b[i];
}
