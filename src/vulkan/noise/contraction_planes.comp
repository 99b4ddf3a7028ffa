// The nodes of planes, for values alone.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "contraction_planes.glsl"
