// Samples of kinds of cells, evaluated by themselves.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "direct_samples.glsl"
