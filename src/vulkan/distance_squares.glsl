// The squares of columns: of the way from each voxel to the nearest one of the other kind in its column, negative inside
// of the solid. One thread a voxel; z of the grid is a block of layers.
#extension GL_GOOGLE_include_directive : require
#include "distance_common.glsl"

layout(local_size_x = DISTANCE_GROUP) in;
layout(constant_id = CONSTANT_FINDS_NEAREST) const uint FINDS_NEAREST = 0u;
layout(constant_id = CONSTANT_SOURCE) const uint SOURCE = SOURCE_TOPS;

layout(std430, binding = BINDING_SOURCE) readonly buffer source_words { uint source[]; };
layout(std430, binding = BINDING_BEFORE) readonly buffer before_words { uint before[]; };
layout(std430, binding = BINDING_AFTER) readonly buffer after_words { uint after[]; };
layout(std430, binding = BINDING_SQUARES) writeonly buffer square_words { uint squares[]; };
layout(std430, binding = BINDING_NEAREST) writeonly buffer nearest_words { uint nearest[]; };

layout(push_constant) uniform squares_push {
    uint plane;
    uint layers; // Of the volume.
    uint first_block;
    uint first_word; // Of the bits that are bound, and words of the bindings before them.
    uint source_skip;
    uint before_skip;
    uint after_skip;
    uint is_open;
    uint layers_log; // Of a block.
    float side;      // Of a voxel, upwards.
    float top_level; // Of the volume, with heights.
} push;

struct column_term {
    value square;
    uint layer; // Of the nearest voxel.
};

column_term make_term(value square, bool is_inside, uint layer)
{
    return column_term(is_inside ? -square : square, layer);
}

// The edge's voxels are given as the nearest inside of the volume.
uint layer_of_top(uint top, bool is_inside)
{
    return is_inside ? min(top, push.layers - 1u) : top > 0u ? top - 1u : 0u;
}

column_term term_of_top(uint top, uint layer)
{
    bool is_inside = layer < top;
    uint steps = is_inside ? top - layer : layer - top + 1u;
    bool is_none = push.is_open != 0u && top == (is_inside ? push.layers : 0u);
    return make_term(is_none ? FAR : square_of_steps(int(steps), push.side), is_inside, layer_of_top(top, is_inside));
}

// The nearest voxel of the other kind; of two the lower one.
column_term term_of_bits(uint column, uint layer)
{
    uint word = layer / 32u;
    uint bit = layer % 32u;
    uint place = (word - push.first_word) * push.plane + column;
    uint solid = source[push.source_skip + place];
    uint rest = push.layers - 32u * word;
    uint valid = rest < 32u ? (1u << rest) - 1u : 0xffffffffu;
    bool is_inside = ((solid >> bit) & 1u) != 0u;
    uint others = (is_inside ? ~solid : solid) & valid;
    uint lower = others & ((1u << bit) - 1u);
    uint upper = others & ~((1u << bit) - 1u);
    uint below = lower != 0u ? 32u * word + uint(findMSB(lower)) + 1u : before[push.before_skip + place];
    uint above = upper != 0u ? 32u * word + uint(findLSB(upper)) : after[push.after_skip + place];
    uint down = below != 0u ? layer + 1u - below : NO_VOXEL;
    uint up = above != NO_VOXEL ? above - layer : NO_VOXEL;
    uint steps = min(down, up);
    value square = steps != NO_VOXEL ? square_of_steps(int(steps), push.side) : FAR;
    return make_term(square, is_inside, down <= up ? below - 1u : above);
}

#ifdef SCREE_PART_REAL
float level_at(uint layer)
{
    return uintBitsToFloat(before[layer]);
}

// Voxels of a column whose centres are below a height.
uint voxels_below(float height)
{
    uint low = 0u;
    uint high = push.layers;
    while (low < high) {
        uint middle = low + (high - low) / 2u;
        bool is_below = level_at(middle) < height;
        low = is_below ? middle + 1u : low;
        high = is_below ? high : middle;
    }
    return low;
}

column_term term_of_height(float height, uint layer)
{
    float level = level_at(layer);
    bool is_inside = level < height;
    precise float way = (is_inside ? height : level) - (is_inside ? level : height);
    precise float square = way * way;
    bool is_none = push.is_open != 0u && (is_inside ? height >= push.top_level : !(ZERO < height));
    uint top = FINDS_NEAREST != 0u ? voxels_below(height) : 0u;
    return make_term(is_none ? FAR : square, is_inside, layer_of_top(top, is_inside));
}
#endif

void main()
{
    uint place = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * DISTANCE_GROUP + gl_LocalInvocationID.x;
    uint column = place >> push.layers_log;
    if (column >= push.plane) {
        return;
    }
    // What is behind the last layer repeats it; nobody sees that.
    uint layer = ((push.first_block + gl_WorkGroupID.z) << push.layers_log) + (place & ((1u << push.layers_log) - 1u));
    layer = min(layer, push.layers - 1u);
    column_term term;
    if (SOURCE == SOURCE_BITS) {
        term = term_of_bits(column, layer);
#ifdef SCREE_PART_REAL
    } else if (SOURCE == SOURCE_HEIGHTS) {
        term = term_of_height(uintBitsToFloat(source[column]), layer);
#endif
    } else {
        term = term_of_top(source[column], layer);
    }
    uint to = ((gl_WorkGroupID.z * push.plane) << push.layers_log) + place;
    squares[to] = word_from_value(term.square);
    if (FINDS_NEAREST != 0u) {
        nearest[to] = term.layer;
    }
}
