// Particles of float64, for devices that add 32 bits at once.
#version 450
#define SCREE_REAL_IS_WIDE 1
#define HAS_WIDE_ATOMICS 0
#extension GL_GOOGLE_include_directive : require
#include "particles.glsl"
