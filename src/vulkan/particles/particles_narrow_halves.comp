// Particles of float32, for devices that add 32 bits at once.
#version 450
#define SCREE_REAL_IS_WIDE 0
#define HAS_WIDE_ATOMICS 0
#extension GL_GOOGLE_include_directive : require
#include "particles.glsl"
