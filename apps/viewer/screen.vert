#version 450
/* Triangles in pixels of the picture, with a place in a texture and a colour. */
layout(push_constant) uniform Frame { vec2 size; } frame;
layout(location = 0) in vec2 place;
layout(location = 1) in vec2 texture_place;
layout(location = 2) in vec4 colour;
layout(location = 0) out vec2 out_texture_place;
layout(location = 1) out vec4 out_colour;

void main()
{
    out_texture_place = texture_place;
    out_colour = colour;
    gl_Position = vec4(2.0 * place / frame.size - 1.0, 0.0, 1.0);
}
