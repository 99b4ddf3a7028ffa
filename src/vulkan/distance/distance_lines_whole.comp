// Smallest sums along lines, of squares that are integers.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "distance_lines.glsl"
