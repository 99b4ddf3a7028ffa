// Declarations that the noise shaders share: specialisation constants, tables, the position of a plane along the outer
// axes.
#extension GL_EXT_control_flow_attributes : require
#include "float_controls.glsl"
#include "table_layout.h"

layout(constant_id = CONSTANT_AXES) const uint AXES = 3u;
layout(constant_id = CONSTANT_KIND) const uint KIND = 0u;
layout(constant_id = CONSTANT_HASH) const uint HASH = 0u;
layout(constant_id = CONSTANT_FRACTAL) const uint FRACTAL = 0u;
layout(constant_id = CONSTANT_VARIANT) const uint VARIANT = 0u;

layout(std430, binding = BINDING_TABLES) readonly buffer table_words { uint scree_table_words[]; };
layout(std430, binding = BINDING_ENTRIES) readonly buffer table_entries { vec4 entries[]; };

#include "fractal.h"
#include "noise_kinds.h"
#include "variant.h"

uint octave_word(uint octave, uint word)
{
    return scree_table_words[TABLE_OCTAVES + octave * OCTAVE_WORDS + word];
}

// The outer axes of a cell, for plane `plane`, counted from the first of the tables.
scree_cell place_plane(scree_cell cell, uint octave, uint plane)
{
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

// Whether the nodes that the contraction folds carry gradients.
bool has_gradients()
{
    return scree_kind_has(KIND, SCREE_KIND_GRADIENTS);
}

// One sample of one octave, evaluated on its own.
float evaluate_cell(scree_cell cell, uint octave)
{
    float value;
    if (VARIANT != SCREE_KERNEL_VARIANT_CONTRACTION) {
        value = scree_variant_value(cell, HASH, octave_word(octave, OCTAVE_GRADIENTS),
                                    scree_table_words[TABLE_GRADIENT_COUNT], TABLE_PERMUTATION);
    } else {
        scree_octave_source source;
        source.hash = HASH;
        source.permutation = TABLE_PERMUTATION;
        source.gradients = octave_word(octave, OCTAVE_GRADIENTS);
        source.gradient_count = scree_table_words[TABLE_GRADIENT_COUNT];
        source.amplitude = uintBitsToFloat(octave_word(octave, OCTAVE_AMPLITUDE));
        value = scree_kind_sample(KIND, cell, AXES, source);
    }
    return value;
}

// The options of a fractal, from a word of the tables on.
scree_fractal_options fractal_options_at(uint word)
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
uint fractal_or_fbm(uint fractal)
{
    return FRACTAL == SCREE_KERNEL_FRACTAL_FBM ? FRACTAL : fractal;
}

// Adds an octave's value to earlier ones.
scree_fractal_state add_octave(scree_fractal_state state, uint fractal, float value, uint octave)
{
    return scree_fractal_add(state, fractal, value, uintBitsToFloat(octave_word(octave, OCTAVE_WEIGHT)),
                             fractal_options());
}
