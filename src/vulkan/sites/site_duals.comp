// Samples of kinds of sites with derivatives.
#version 450
#extension GL_GOOGLE_include_directive : require
#define HAS_DUALS
#include "site_samples.glsl"
