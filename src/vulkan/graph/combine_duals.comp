// Combines registers of values with slopes.
#version 450
#extension GL_GOOGLE_include_directive : require
#define HAS_DUALS
#include "combine.glsl"
