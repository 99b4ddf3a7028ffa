// Particles of float32.
#version 450
#define SCREE_REAL_IS_WIDE 0
#define HAS_WIDE_ATOMICS 1
#extension GL_GOOGLE_include_directive : require
#include "particles.glsl"
