// Combines registers by instructions that read samples of files.
#version 450
#extension GL_GOOGLE_include_directive : require
#define HAS_FILES
#include "combine.glsl"
