// Octaves where a displacement takes a sample: of a warped field itself, or of the components of its next displacement.
// The entry file declares `push`, and the function site_sums(), which gives the positions of the sample before that.
#include "site_value.glsl"
#include "warp_table.h"

layout(constant_id = CONSTANT_KEEPS_KEYS) const uint KEEPS_KEYS = 0u;

layout(std430, binding = BINDING_DATA) buffer displacement_words { float displacements[]; };

// The displacements of the sample, and the sum of the field.
scree_warp_sums warp_sums;
scree_fractal_state field_state;

// The word of a sample's displacement along an axis; samples have numbers.
uint displacement_word(uint axis, uint number)
{
    return axis * push.displacement_stride + number;
}

void start_warped(uint number)
{
    warp_sums = scree_warp_sums_start();
    field_state = scree_fractal_start();
    [[unroll]]
    for (uint axis = 0u; axis < AXES; axis++) {
        float found = displacements[displacement_word(axis, number)];
        if (push.continues != 0u) {
            warp_sums.along.along[axis] = found;
        } else {
            warp_sums.before.along[axis] = found;
        }
    }
}

// An octave where a displacement takes a sample. Kinds of cells have the keys that they have without a warp, or those
// of a rotated lattice.
SCREE_FN float value_of_warped(uint table, uint octave, scree_warped_site moved)
{
    float value;
#if defined(SITE_IS_CELL)
    if (KEEPS_KEYS != 0u) {
        scree_site_source source = scree_site_table_source(table, octave, AXES);
        scree_cell cell =
            scree_warp_table_cell(table, octave, AXES, moved, source.options.word[SCREE_SITE_OPTION_FADE]);
        value = SITE_SAMPLE(cell, AXES, scree_site_octave_source(source));
    } else {
        value = site_value(table, scree_warp_table_site(table, octave, AXES, moved), octave);
    }
#else
    value = site_value(table, scree_warp_table_site(table, octave, AXES, moved), octave);
#endif
    return value;
}

void add_warped_octave(uint octave, scree_fractal_options options)
{
    scree_displacement displaced = scree_warp_displaced(warp_sums, AXES, push.is_progressive != 0u);
    scree_warped_site moved =
        scree_warp_table_moved(push.tables, octave, AXES, site_sums(push.tables, octave), displaced);
    [[dont_unroll]]
    for (uint component = 0u; component < max(push.components, 1u); component++) {
        uint table = push.tables + component * push.table_words;
        float value = value_of_warped(table, octave, moved);
        if (push.components != 0u) {
            warp_sums = scree_warp_sums_add(warp_sums, component, AXES, value);
        } else {
            field_state = scree_fractal_add(field_state, fractal_or_fbm(push.fractal), value,
                                            scree_site_weight(table, octave), options);
        }
    }
}

// Adds the octaves of a pass to a sample that was started.
void add_warped_octaves()
{
    scree_fractal_options options = fractal_options_at(push.tables + SCREE_SITE_TABLE_FRACTAL);
    [[dont_unroll]]
    for (uint o = 0u; o < push.octaves; o++) {
        add_warped_octave(push.first_octave + o, options);
    }
}

// Stores the components of a displacement.
void store_displacement(uint number)
{
    [[unroll]]
    for (uint axis = 0u; axis < AXES; axis++) {
        displacements[displacement_word(axis, number)] = warp_sums.along.along[axis];
    }
}
