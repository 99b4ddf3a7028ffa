// The nodes of planes, for samples with derivatives.
#version 450
#extension GL_GOOGLE_include_directive : require
#define HAS_DUALS
#include "contraction_planes.glsl"
