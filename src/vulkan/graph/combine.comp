// Combines registers.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "combine.glsl"
