// Samples of kinds of sites.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "site_samples.glsl"
