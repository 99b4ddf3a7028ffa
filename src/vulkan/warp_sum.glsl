// Octaves where a displacement takes a sample: of a warped field itself, or of the components of its next displacement.
// The entry file declares `push`, and the function site_sums(), which gives the positions of the sample before that.
#include "noise_sum.glsl"
#include "site_value.glsl"

layout(constant_id = CONSTANT_KEEPS_KEYS) const uint KEEPS_KEYS = 0u;

layout(std430, binding = BINDING_DATA) buffer displacement_words { float displacements[]; };

#if defined(HAS_DUALS)

#include "warp_table_dual.h"

#define warp_sums scree_warp_dual_sums
#define warp_displacement scree_dual_displacement
#define start_warp_sums scree_warp_dual_sums_start
#define warp_displaced scree_warp_dual_displaced
#define warp_values scree_warp_dual_values
#define warp_sums_add scree_warp_dual_sums_add

// Floats of a component of a sample's displacement.
const uint COMPONENT_FLOATS = AXES + 1u;

SCREE_FN octave_value load_component(uint word)
{
    octave_value component = scree_dual_constant(displacements[word], 0.0);
    [[unroll]]
    for (uint axis = 0u; axis < AXES; axis++) {
        component.slope[axis] = displacements[word + 1u + axis];
    }
    return component;
}

void store_component(uint word, octave_value component)
{
    displacements[word] = component.value;
    [[unroll]]
    for (uint axis = 0u; axis < AXES; axis++) {
        displacements[word + 1u + axis] = component.slope[axis];
    }
}

// An octave with the derivatives of a field that is displaced.
SCREE_FN octave_value chain_octave(octave_value octave, warp_displacement displacement)
{
    return scree_warp_dual(octave, scree_warp_dual_slopes(displacement, AXES), AXES);
}

#else

#include "warp_table.h"

#define warp_sums scree_warp_sums
#define warp_displacement scree_displacement
#define start_warp_sums scree_warp_sums_start
#define warp_displaced scree_warp_displaced
#define warp_values(displacement, axes) displacement
#define warp_sums_add scree_warp_sums_add
#define chain_octave(octave, displacement) octave

const uint COMPONENT_FLOATS = 1u;

SCREE_FN octave_value load_component(uint word)
{
    return displacements[word];
}

void store_component(uint word, octave_value component)
{
    displacements[word] = component;
}

#endif

// The displacements of the sample, and the sum of the field.
warp_sums displacement_sums;
octave_sum field_sum;

// The first word of a component of a sample's displacement; samples have numbers.
uint component_word(uint axis, uint number)
{
    return axis * push.displacement_stride + number * COMPONENT_FLOATS;
}

void start_warped(uint number, uint index, bool adds)
{
    displacement_sums = start_warp_sums();
    field_sum = start_sum(index, adds);
    [[unroll]]
    for (uint axis = 0u; axis < AXES; axis++) {
        octave_value found = load_component(component_word(axis, number));
        if (push.continues != 0u) {
            displacement_sums.along.along[axis] = found;
        } else {
            displacement_sums.before.along[axis] = found;
        }
    }
}

// An octave where a displacement takes a sample. Kinds of cells have the keys that they have without a warp, or those
// of a rotated lattice.
SCREE_FN octave_value value_of_warped(uint table, uint octave, scree_warped_site moved)
{
    octave_value value;
#if defined(SITE_IS_CELL)
    if (KEEPS_KEYS != 0u) {
        scree_site_source source = scree_site_table_source(table, octave, AXES);
        value = cell_value(
            scree_warp_table_cell(table, octave, AXES, moved, source.options.word[SCREE_SITE_OPTION_FADE]), source);
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
    warp_displacement displacement = warp_displaced(displacement_sums, AXES, push.is_progressive != 0u);
    scree_warped_site moved = scree_warp_table_moved(push.tables, octave, AXES, site_sums(push.tables, octave),
                                                     warp_values(displacement, AXES));
    [[dont_unroll]]
    for (uint component = 0u; component < max(push.components, 1u); component++) {
        uint table = push.tables + component * push.table_words;
        octave_value value = chain_octave(value_of_warped(table, octave, moved), displacement);
        if (push.components != 0u) {
            displacement_sums = warp_sums_add(displacement_sums, component, AXES, value);
        } else {
            field_sum = add_value(field_sum, push.fractal, value, scree_site_weight(table, octave), options, octave);
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

// Stores the components of a displacement, or the sample.
void store_warped(uint number, uint index)
{
    if (push.components == 0u) {
        store_sum(index, field_sum);
        return;
    }
    [[unroll]]
    for (uint axis = 0u; axis < AXES; axis++) {
        store_component(component_word(axis, number), displacement_sums.along.along[axis]);
    }
}
