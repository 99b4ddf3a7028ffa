// Points of kinds of cells, for devices without a float64 that is exact.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SCREE_WITHOUT_FLOAT64
#include "points.glsl"
