// Particles of float64.
#version 450
#define SCREE_REAL_IS_WIDE 1
#define HAS_WIDE_ATOMICS 1
#extension GL_GOOGLE_include_directive : require
#include "particles.glsl"
