// Functions that the shaders of exact distance fields share. Squares are integers, or float32 with SCREE_SQUARES_REAL.
#extension GL_EXT_control_flow_attributes : require
#include "float_controls.glsl"
#include "distance_layout.h"

#ifndef SCREE_SQUARES_REAL
#define SCREE_SQUARES_REAL 0
#endif

// Heights of the layers' centres; only the squares of columns read them.
#define scree_levels uint
#ifndef scree_level_at
#define scree_level_at(levels, layer) 0.0f
#endif

#include "distance/strips.h"

#if SCREE_SQUARES_REAL
#define square_from_word(word) uintBitsToFloat(word)
#define word_from_square(square) floatBitsToUint(square)
#else
#define square_from_word(word) int(word)
#define word_from_square(square) uint(square)
#endif
