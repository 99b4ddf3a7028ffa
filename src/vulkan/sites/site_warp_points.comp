// Points of warped fields.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "warp_points.glsl"
