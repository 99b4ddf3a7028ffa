// Smallest sums along lines, of squares in float32.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SCREE_SQUARES_REAL 1
#include "distance_lines.glsl"
