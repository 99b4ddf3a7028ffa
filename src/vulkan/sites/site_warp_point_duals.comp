// Points of warped fields with derivatives.
#version 450
#extension GL_GOOGLE_include_directive : require
#define HAS_DUALS
#include "warp_points.glsl"
