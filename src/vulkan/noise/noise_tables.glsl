// Declarations that the noise shaders share: specialisation constants, tables, the position of a plane along the outer
// axes.
#extension GL_EXT_control_flow_attributes : require
#include "float_controls.glsl"
#include "table_layout.h"

layout(constant_id = CONSTANT_AXES) const uint AXES = 3u;
layout(constant_id = CONSTANT_KIND) const uint KIND = 0u;
layout(constant_id = CONSTANT_HASH) const uint HASH = 0u;
layout(constant_id = CONSTANT_FRACTAL) const uint FRACTAL = 0u;

// Floats of a sample: its value, or more where an entry file defines HAS_DUALS.
#if defined(HAS_DUALS)
layout(constant_id = CONSTANT_CURL_OCTAVES) const uint CURL_OCTAVES = 0u;
const uint CHANNELS = CURL_OCTAVES != 0u ? AXES : AXES + 1u;
#else
const uint CHANNELS = 1u;
#endif

layout(std430, binding = BINDING_TABLES) readonly buffer table_words { uint scree_table_words[]; };
layout(std430, binding = BINDING_ENTRIES) readonly buffer table_entries { vec4 entries[]; };

#include "noise/fractal.h"
#include "noise/noise_kinds.h"

uint octave_word(const uint octave, const uint word)
{
    return scree_table_words[TABLE_OCTAVES + octave * OCTAVE_WORDS + word];
}

// The outer axes of a cell, for plane `plane`, counted from the first of the tables.
scree_cell locate_plane(const scree_cell before, const uint octave, const uint plane)
{
    scree_cell cell = before;
    uint rest = plane;
    [[unroll]]
    for (uint axis = 2u; axis < AXES; axis++) {
        uint count = scree_table_words[TABLE_OUTER_COUNT + axis - 2u];
        uint index = octave_word(octave, OCTAVE_OUTER + axis - 2u) + 2u * (rest % count);
        vec4 entry = entries[index];
        vec4 keys = entries[index + 1u];
        cell.fraction[axis] = entry.x;
        cell.fraction1[axis] = entry.y;
        cell.fade[axis] = entry.z;
        cell.key0[axis] = floatBitsToUint(keys.x);
        cell.key1[axis] = floatBitsToUint(keys.y);
        rest = (rest + scree_table_words[TABLE_OUTER_START + axis - 2u]) / count;
    }
    return cell;
}

// The cell of a sample of a grid; planes count from the first of the tables.
scree_cell grid_cell(const uint octave, const uint x, const uint y, const uint plane)
{
    vec4 entry = entries[octave_word(octave, OCTAVE_X_ENTRIES) + x];
    uint node = octave_word(octave, OCTAVE_X_KEYS) + floatBitsToUint(entry.w);
    scree_cell cell;
    cell.fraction[0] = entry.x;
    cell.fraction1[0] = entry.y;
    cell.fade[0] = entry.z;
    cell.key0[0] = scree_table_words[node];
    cell.key1[0] = scree_table_words[node + 1u];
    if (AXES > 1u) {
        entry = entries[octave_word(octave, OCTAVE_Y_ENTRIES) + y];
        node = octave_word(octave, OCTAVE_Y_KEYS) + floatBitsToUint(entry.w);
        cell.fraction[1] = entry.x;
        cell.fraction1[1] = entry.y;
        cell.fade[1] = entry.z;
        cell.key0[1] = scree_table_words[node];
        cell.key1[1] = scree_table_words[node + 1u];
    }
    return locate_plane(cell, octave, plane);
}

// Whether the nodes that the contraction folds carry gradients.
bool has_gradients()
{
    return scree_kind_has(KIND, SCREE_KIND_GRADIENTS);
}

// The parts of an octave that a kind of cells needs.
scree_octave_source octave_source(const uint octave)
{
    scree_octave_source source;
    source.hash = HASH;
    source.permutation = TABLE_PERMUTATION;
    source.gradients = octave_word(octave, OCTAVE_GRADIENTS);
    source.gradient_count = scree_table_words[TABLE_GRADIENT_COUNT];
    source.amplitude = uintBitsToFloat(octave_word(octave, OCTAVE_AMPLITUDE));
    return source;
}

// One sample of one octave, evaluated on its own.
float evaluate_cell(const scree_cell cell, const uint octave)
{
    return scree_kind_sample(KIND, cell, AXES, octave_source(octave));
}

// The options of a fractal, from a word of the tables on.
scree_fractal_options fractal_options_at(const uint word)
{
    scree_fractal_options options;
    [[unroll]]
    for (uint i = 0u; i < SCREE_FRACTAL_OPTIONS; i++) {
        options.number[i] = uintBitsToFloat(scree_table_words[word + i]);
    }
    options.weighted_strength = uintBitsToFloat(scree_table_words[word + SCREE_FRACTAL_OPTIONS]);
    return options;
}

scree_fractal_options fractal_options()
{
    return fractal_options_at(TABLE_FRACTAL);
}

// The fractal of a program that is compiled for fbm, the usual one, and for all others together.
uint fractal_or_fbm(const uint fractal)
{
    return FRACTAL == SCREE_KERNEL_FRACTAL_FBM ? FRACTAL : fractal;
}
