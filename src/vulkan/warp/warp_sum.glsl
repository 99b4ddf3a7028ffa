// Octaves where a displacement takes samples: of a warped field itself, or of the components of its next displacement.
// The entry file declares `push`, ROWS (the samples of a thread), and the function site_sums(), which gives the
// positions of one of them before that.
#include "noise_sum.glsl"
#include "site_value.glsl"

layout(constant_id = CONSTANT_KEEPS_KEYS) const uint KEEPS_KEYS = 0u;

#if defined(SITE_IS_CELL)
const bool IS_CELL = true;
#else
const bool IS_CELL = false;
#endif

layout(std430, binding = BINDING_DATA) buffer displacement_words { float displacements[]; };

#if defined(HAS_DUALS)

#include "warp/warp_table_dual.h"

#define warp_sums scree_warp_dual_sums
#define warp_displacement scree_dual_displacement
#define start_warp_sums scree_warp_dual_sums_start
#define warp_displaced scree_warp_dual_displaced
#define warp_values scree_warp_dual_values
#define warp_sums_add scree_warp_dual_sums_add

// Floats of a component of a sample's displacement.
const uint COMPONENT_FLOATS = AXES + 1u;

SCREE_FN octave_value load_component(const uint word)
{
    octave_value component = scree_dual_constant(displacements[word], 0.0);
    [[unroll]]
    for (uint axis = 0u; axis < AXES; axis++) {
        component.slope[axis] = displacements[word + 1u + axis];
    }
    return component;
}

void store_component(const uint word, const octave_value component)
{
    displacements[word] = component.value;
    [[unroll]]
    for (uint axis = 0u; axis < AXES; axis++) {
        displacements[word + 1u + axis] = component.slope[axis];
    }
}

// An octave with the derivatives of a field that is displaced.
SCREE_FN octave_value chain_octave(const octave_value octave, const warp_displacement displacement)
{
    return scree_warp_dual(octave, scree_warp_dual_slopes(displacement), AXES);
}

#else

#include "warp/warp_table.h"

#define warp_sums scree_warp_sums
#define warp_displacement scree_displacement
#define start_warp_sums scree_warp_sums_start
#define warp_displaced scree_warp_displaced
#define warp_values(displacement, axes) displacement
#define warp_sums_add scree_warp_sums_add
#define chain_octave(octave, displacement) octave

const uint COMPONENT_FLOATS = 1u;

SCREE_FN octave_value load_component(const uint word)
{
    return displacements[word];
}

void store_component(const uint word, const octave_value component)
{
    displacements[word] = component;
}

#endif

// The displacements of samples, and the sums of the field.
warp_sums displacement_sums[ROWS];
octave_sum field_sum[ROWS];

// The first word of a component of a sample's displacement; samples have numbers.
uint component_word(const uint axis, const uint number)
{
    return WARP_DISPLACEMENT(push.displacement, axis) * push.displacement_stride + number * COMPONENT_FLOATS;
}

void start_warped(const uint row, const uint number, const uint index, const bool adds)
{
    displacement_sums[row] = start_warp_sums();
    field_sum[row] = start_sum(index, adds);
    [[unroll]]
    for (uint axis = 0u; axis < AXES; axis++) {
        octave_value found = load_component(component_word(axis, number));
        if ((push.components & WARP_CONTINUES) != 0u) {
            displacement_sums[row].along.along[axis] = found;
        } else {
            displacement_sums[row].before.along[axis] = found;
        }
    }
}

// The source of an octave. What usual octaves have in common is known to the compiler.
SCREE_FN scree_site_source source_for(const scree_site_source source)
{
    scree_site_source result = source;
    if (IS_USUAL != 0u) {
        result = scree_warp_usual_source(source, AXES, IS_CELL);
    }
    return result;
}

// An octave of a component, or of the field, where a displacement takes a sample.
SCREE_FN octave_value value_of_warped(const uint table, const uint octave, const scree_warped_location location,
                                      const scree_site_source source)
{
    scree_warped_location there =
        scree_warp_table_renumbered(table, octave, AXES, location, source, IS_CELL, KEEPS_KEYS != 0u);
#if defined(SITE_IS_CELL)
    return cell_value(there.cell, source);
#else
    return site_value(there.site, source);
#endif
}

void add_warped_octave(const uint octave, const scree_fractal_options options)
{
    scree_site_source source = source_for(scree_site_table_source(push.tables, octave, AXES));
    bool is_straight = IS_CELL && IS_USUAL != 0u;
    warp_displacement displacement[ROWS];
    scree_warped_location location[ROWS];
    [[unroll]]
    for (uint row = 0u; row < ROWS; row++) {
        displacement[row] = warp_displaced(displacement_sums[row], AXES, (push.components & WARP_IS_PROGRESSIVE) != 0u);
        scree_warped_site moved =
            scree_warp_table_moved(push.tables, octave, AXES, site_sums(push.tables, octave, row, is_straight),
                                   warp_values(displacement[row], AXES), is_straight);
        location[row] = scree_warp_table_locate(push.tables, octave, AXES, moved, source, IS_CELL, KEEPS_KEYS != 0u);
    }
    [[dont_unroll]]
    for (uint component = 0u; component < max(WARP_COMPONENTS(push.components), 1u); component++) {
        uint table = push.tables + component * push.table_words;
        scree_site_source own = source_for(scree_warp_table_renumbered_source(table, octave, source));
        float weight = scree_site_weight(table, octave);
        [[unroll]]
        for (uint row = 0u; row < ROWS; row++) {
            octave_value value = chain_octave(value_of_warped(table, octave, location[row], own), displacement[row]);
            if (WARP_COMPONENTS(push.components) != 0u) {
                displacement_sums[row] = warp_sums_add(displacement_sums[row], component, AXES, value);
            } else {
                field_sum[row] = add_value(field_sum[row], push.fractal, value, weight, options, octave);
            }
        }
    }
}

// Adds the octaves of a pass to samples that were started.
void add_warped_octaves()
{
    scree_fractal_options options = fractal_options_at(push.tables + SCREE_SITE_TABLE_FRACTAL);
    [[dont_unroll]]
    for (uint o = 0u; o < push.octaves; o++) {
        add_warped_octave(push.first_octave + o, options);
    }
}

// Stores the components of a displacement, or the sample.
void store_warped(const uint row, const uint number, const uint index)
{
    if (WARP_COMPONENTS(push.components) == 0u) {
        store_sum(index, field_sum[row]);
        return;
    }
    [[unroll]]
    for (uint axis = 0u; axis < AXES; axis++) {
        store_component(component_word(axis, number), displacement_sums[row].along.along[axis]);
    }
}
