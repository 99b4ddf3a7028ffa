// Points of kinds of cells with derivatives, for devices without a float64 that is exact.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SCREE_WITHOUT_FLOAT64
#define HAS_DUALS
#define SCREE_DUAL_AXES 8
#include "points.glsl"
