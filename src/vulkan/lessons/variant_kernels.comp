// The other variants. One thread for each sample, and a work group of 8 x 8 x 8, which shares data as kernels/lessons/variant.h
// describes. Groups at the edge are of full size: threads past the end repeat the last sample.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "noise_tables.glsl"

layout(local_size_x = GROUP_SIDE, local_size_y = GROUP_SIDE, local_size_z = GROUP_SIDE) in;

layout(std430, binding = BINDING_VALUES) buffer samples { float values[]; };

layout(push_constant) uniform samples_push {
    uint first_octave;
    uint width;
    uint rows;
    uint row_stride;
    uint plane_stride;
    uint first_value;
    uint adds; // Always 0: one dispatch sums all octaves.
    uint finds_range;
    uint octaves;
    uint first_plane; // Counted from the first plane of the tables.
    uint planes;
} push;

#include "noise_range.glsl"

// Octaves that are shared at a time: few, so that several groups fit a multiprocessor.
const uint AT_ONCE = 4u;
const bool SHARES = VARIANT != SCREE_KERNEL_VARIANT_UNOPTIMISED;
const bool SHARES_PARTS = VARIANT == SCREE_KERNEL_VARIANT_OPTIMISED;
const uint GRADIENT_ROOM = SHARES ? AT_ONCE * SCREE_VARIANT_GRADIENTS : 1u;
const uint PART_ROOM = SHARES_PARTS ? AT_ONCE * SCREE_VARIANT_PARTS : 1u;

// The lower node of the group's first sample along each axis, and whether the group can share.
shared uvec4 group_nodes[AT_ONCE];
shared float gradient_x[GRADIENT_ROOM];
shared float gradient_y[GRADIENT_ROOM];
shared float gradient_z[GRADIENT_ROOM];
shared float parts[PART_ROOM];

// The data that the group shares for one octave.
struct scree_variant_group {
    uint shared_octave; // Index among the octaves that are shared at a time.
};

uint gradient_word(const scree_variant_group group, const uint index)
{
    return group.shared_octave * SCREE_VARIANT_GRADIENTS + index;
}

scree_variant_gradient scree_variant_group_gradient(const scree_variant_group group, const uint index)
{
    uint word = gradient_word(group, index);
    return scree_variant_gradient_of(gradient_x[word], gradient_y[word], gradient_z[word]);
}

float scree_variant_group_part(const scree_variant_group group, const uint index)
{
    return parts[group.shared_octave * SCREE_VARIANT_PARTS + index];
}

#include "lessons/variant_group.h"

// The position of a sample in an octave: fractions and fade weights of a cell, and the index of its lower node.
struct sample_place {
    scree_cell cell;
    uvec3 node;
};

vec4 plane_entry(const uint octave, const uint plane)
{
    return entries[octave_word(octave, OCTAVE_OUTER) + 2u * plane];
}

vec4 plane_keys(const uint octave, const uint plane)
{
    return entries[octave_word(octave, OCTAVE_OUTER) + 2u * plane + 1u];
}

// `at` counts samples, rows and planes from the first of the tables.
vec4 axis_entry(const uint octave, const uint axis, const uvec3 at)
{
    vec4 entry;
    if (axis == 0u) {
        entry = entries[octave_word(octave, OCTAVE_X_ENTRIES) + at.x];
    } else if (axis == 1u) {
        entry = entries[octave_word(octave, OCTAVE_Y_ENTRIES) + at.y];
    } else {
        entry = plane_entry(octave, at.z);
    }
    return entry;
}

uvec3 nodes_at(const uint octave, const uvec3 at)
{
    return uvec3(floatBitsToUint(axis_entry(octave, 0u, at).w), floatBitsToUint(axis_entry(octave, 1u, at).w),
                 floatBitsToUint(axis_entry(octave, 2u, at).w));
}

sample_place place_sample(const uint octave, const uvec3 at)
{
    sample_place place;
    [[unroll]]
    for (uint axis = 0u; axis < 3u; axis++) {
        vec4 entry = axis_entry(octave, axis, at);
        place.cell.fraction[axis] = entry.x;
        place.cell.fraction1[axis] = entry.y;
        place.cell.fade[axis] = entry.z;
        place.node[axis] = floatBitsToUint(entry.w);
    }
    return place;
}

float value_alone(const sample_place place, const uint octave, const uint plane)
{
    scree_cell cell = place.cell;
    uint x_keys = octave_word(octave, OCTAVE_X_KEYS) + place.node.x;
    uint y_keys = octave_word(octave, OCTAVE_Y_KEYS) + place.node.y;
    vec4 z_keys = plane_keys(octave, plane);
    cell.key0[0] = scree_table_words[x_keys];
    cell.key1[0] = scree_table_words[x_keys + 1u];
    cell.key0[1] = scree_table_words[y_keys];
    cell.key1[1] = scree_table_words[y_keys + 1u];
    cell.key0[2] = floatBitsToUint(z_keys.x);
    cell.key1[2] = floatBitsToUint(z_keys.y);
    return evaluate_cell(cell, octave);
}

// The group's first and last sample.
struct group_span {
    uvec3 first;
    uvec3 last;
};

// Each thread computes one gradient of one octave. The first thread of an octave also checks whether the group can
// share.
void share_gradients(const uint first_octave, const uint count, const group_span span)
{
    uint item = gl_LocalInvocationIndex;
    if (item >= count * SCREE_VARIANT_GRADIENTS) {
        return;
    }
    uint octave = first_octave + item / SCREE_VARIANT_GRADIENTS;
    uint index = item % SCREE_VARIANT_GRADIENTS;
    uvec3 node = uvec3(index, index / SCREE_VARIANT_NODES, index / (SCREE_VARIANT_NODES * SCREE_VARIANT_NODES)) %
                 SCREE_VARIANT_NODES;
    uvec3 first = nodes_at(octave, span.first);
    if (index == 0u) {
        uvec3 last = nodes_at(octave, span.last);
        bool shares = scree_variant_shares(first.x, last.x) && scree_variant_shares(first.y, last.y) &&
                      scree_variant_shares(first.z, last.z);
        group_nodes[item / SCREE_VARIANT_GRADIENTS] = uvec4(first, shares ? 1u : 0u);
    }
    vec4 low_keys = plane_keys(octave, span.first.z);
    vec4 high_keys = plane_keys(octave, span.last.z);
    float key_z = node.z == 0u ? low_keys.x : node.z == 1u ? low_keys.y : high_keys.y;
    scree_variant_gradient gradient = scree_variant_hash(
        HASH, scree_table_words[octave_word(octave, OCTAVE_X_KEYS) + first.x + node.x],
        scree_table_words[octave_word(octave, OCTAVE_Y_KEYS) + first.y + node.y], floatBitsToUint(key_z),
        octave_word(octave, OCTAVE_GRADIENTS), scree_table_words[TABLE_GRADIENT_COUNT], TABLE_PERMUTATION);
    gradient_x[item] = gradient.x;
    gradient_y[item] = gradient.y;
    gradient_z[item] = gradient.z;
}

// One part of an octave's dot products, by its index in the group.
float make_part(const uint octave, const uint shared_octave, const uint index, const group_span span)
{
    scree_variant_part_name name = scree_variant_part_at(index);
    vec4 entry = axis_entry(octave, name.axis, min(span.first + name.index, span.last));
    uint node = floatBitsToUint(entry.w) - group_nodes[shared_octave][name.axis] + name.upper;
    uint gradient = gradient_word(scree_variant_group(shared_octave),
                                  scree_variant_part_gradient(name.axis, name.across0, name.across1, node));
    float component;
    if (name.axis == 0u) {
        component = gradient_x[gradient];
    } else if (name.axis == 1u) {
        component = gradient_y[gradient];
    } else {
        component = gradient_z[gradient];
    }
    return scree_variant_part(name.upper != 0u ? entry.y : entry.x, component);
}

void share_parts(const uint first_octave, const uint count, const group_span span)
{
    for (uint item = gl_LocalInvocationIndex; item < count * SCREE_VARIANT_PARTS;
         item += GROUP_SIDE * GROUP_SIDE * GROUP_SIDE) {
        uint shared_octave = item / SCREE_VARIANT_PARTS;
        if (group_nodes[shared_octave].w != 0u) {
            parts[item] = make_part(first_octave + shared_octave, shared_octave, item % SCREE_VARIANT_PARTS, span);
        }
    }
}

// The value of an octave whose gradients or parts the group shares, if it can.
float value_shared(const sample_place place, const uint octave, const uint shared_octave, const uint plane)
{
    uvec4 first = group_nodes[shared_octave];
    float value;
    if (first.w == 0u) {
        value = value_alone(place, octave, plane);
    } else {
        scree_variant_dots dots;
        scree_variant_group group = scree_variant_group(shared_octave);
        scree_variant_steps node =
            scree_variant_steps(place.node.x - first.x, place.node.y - first.y, place.node.z - first.z);
        if (SHARES_PARTS) {
            uvec3 at = gl_LocalInvocationID;
            dots = scree_variant_dots_of_parts(group, node, scree_variant_steps(at.x, at.y, at.z));
        } else {
            dots = scree_variant_dots_of_gradients(group, place.cell, node);
        }
        value = scree_variant_interpolate(dots, place.cell.fade[0], place.cell.fade[1], place.cell.fade[2]);
    }
    return value;
}

void share_octaves(const uint first_octave, const uint count, const group_span span)
{
    barrier(); // The octaves before have been read.
    share_gradients(first_octave, count, span);
    barrier();
    if (SHARES_PARTS) {
        share_parts(first_octave, count, span);
        barrier();
    }
}

void main()
{
    uvec3 tabled = uvec3(0u, 0u, push.first_plane);
    uvec3 end = uvec3(push.width, push.rows, push.planes) - 1u;
    uvec3 at = min(gl_GlobalInvocationID, end);
    bool is_sample = at == gl_GlobalInvocationID;
    group_span span;
    span.first = gl_WorkGroupID * GROUP_SIDE + tabled;
    span.last = min(gl_WorkGroupID * GROUP_SIDE + (GROUP_SIDE - 1u), end) + tabled;
    scree_fractal_state state = scree_fractal_start();
    for (uint first = 0u; first < push.octaves; first += AT_ONCE) {
        uint count = min(AT_ONCE, push.octaves - first);
        if (SHARES) {
            share_octaves(first, count, span);
        }
        for (uint o = 0u; o < count; o++) {
            sample_place place = place_sample(first + o, at + tabled);
            float value;
            if (SHARES) {
                value = value_shared(place, first + o, o, at.z + push.first_plane);
            } else {
                value = value_alone(place, first + o, at.z + push.first_plane);
            }
            state = scree_fractal_add(state, FRACTAL, value, uintBitsToFloat(octave_word(first + o, OCTAVE_WEIGHT)),
                                      fractal_options());
        }
    }
    if (is_sample) {
        values[push.first_value + at.z * push.plane_stride + at.y * push.row_stride + at.x] = state.sum;
    }
    if (push.finds_range != 0u) {
        widen_range(state.sum, state.sum); // Threads past the end repeat a sample.
    }
}
