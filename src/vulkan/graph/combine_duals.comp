// Combines registers by instructions of which some are partial derivatives.
#version 450
#extension GL_GOOGLE_include_directive : require
#define HAS_DUALS
#include "combine.glsl"
