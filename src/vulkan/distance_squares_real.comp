// The squares of columns, in float32.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SCREE_PART_REAL
#include "distance_squares.glsl"
