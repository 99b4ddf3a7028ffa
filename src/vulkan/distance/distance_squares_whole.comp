// The squares of columns, as integers.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "distance_squares.glsl"
