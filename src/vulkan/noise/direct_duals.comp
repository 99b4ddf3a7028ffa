// Samples of kinds of cells with derivatives.
#version 450
#extension GL_GOOGLE_include_directive : require
#define HAS_DUALS
#define SCREE_DUAL_AXES 8
#include "direct_samples.glsl"
