// Exact distance fields: the lower envelope along lines (kernels/distance/envelope.h). A work group has a tile of
// lines, and a thread has a strip of one line, or several strips of a long line; z of the grid is a block of layers.
// Lines stay in global memory: with them in shared memory only few work groups would run at a time.
#extension GL_GOOGLE_include_directive : require
#include "distance_common.glsl"
#include "loop_watchdog.glsl"

layout(local_size_x_id = CONSTANT_THREADS) in;
layout(constant_id = CONSTANT_SHARED_WORDS) const uint SHARED_WORDS = 1u;
layout(constant_id = CONSTANT_IS_FIELD) const uint IS_FIELD = 0u;
layout(constant_id = CONSTANT_FINDS_NEAREST) const uint FINDS_NEAREST = 0u;
layout(constant_id = CONSTANT_IS_LONG) const uint IS_LONG = 0u;

layout(std430, binding = BINDING_SQUARES) readonly buffer square_words { uint squares[]; };
layout(std430, binding = BINDING_SUMS) writeonly buffer sum_words { uint sums[]; };
layout(std430, binding = BINDING_NEAREST) readonly buffer nearest_words { uint nearest[]; };
layout(std430, binding = BINDING_WORK) coherent buffer work_words { uint work[]; };
layout(std430, binding = BINDING_DISTANCE) writeonly buffer distance_words { uint distances[]; };
layout(std430, binding = BINDING_DISTANCE) writeonly buffer distance_fours { uvec4 four_distances[]; };
layout(std430, binding = BINDING_VOXELS) writeonly buffer voxel_words { uint voxels[]; };

layout(push_constant) uniform lines_push {
    uint count;       // Samples of a line.
    uint step;        // Words between neighbouring samples.
    uint across;      // Number of neighbouring lines in a layer.
    uint across_step; // Words between neighbouring lines.
    uint block_words; // Words of a block of layers.
    uint tiles;
    uint lines_log;  // Logarithm of the lines in a tile, which consists of neighbouring lines in all layers of a block.
    uint layers_log; // Logarithm of the layers in a block.
    uint first_block;
    uint columns;
    uint rows;
    uint first_layer; // First layer to write, in the volume.
    uint end_layer;   // End of the layers to write, in the volume. The next member counts the words of the bindings
                      // before it.
    uint distance_skip;
    uint voxel_skip;
    uint measures;   // Bit 0: the outside is measured; bit 1: the inside.
    uint is_negated; // Whether the inside is negative.
    float side;      // Side of a voxel along the line.
    float unit;      // As scree_distance_from_square() takes them.
    float margin;
    float clip;
} push;

// Data of the strips, unless lines are long.
shared uint memory[SHARED_WORDS];

uint table_word(const uint index)
{
    return IS_LONG != 0u ? work[index] : memory[index];
}

void set_table_word(const uint index, const uint word)
{
    if (IS_LONG != 0u) {
        work[index] = word;
    } else {
        memory[index] = word;
    }
}

// A thread's line. The tables are those of kernels/distance/strips.h, of all lines of the tile at once.
struct scree_line {
    uint tile;
    uint group; // Index of the line among its neighbours.
    uint layer;
    uint from; // First word of the line.
    uint last; // Its last word.
    uint strips;
    uint part_minima; // Offsets of the following three tables, in shared memory or in that of long lines.
    uint strip_minima;
    uint start_vertices;
};

#define scree_line_cursor uint
#define scree_line_count(line) push.count
#define scree_line_strips(line) (line).strips
#define scree_line_side(line) push.side
#define scree_line_measures(line) push.measures
// Reads behind the end of a line repeat its last term, so that scans need no test for the end.
#define scree_line_is_padded(line) true
#define scree_line_term(line, index) square_from_word(squares[(line).from + (index) * push.step])
#define scree_line_cursor_at(line, index) ((line).from + (index) * push.step)
#define scree_line_cursor_moved(line, cursor, steps) ((cursor) + (steps) * push.step)
#define scree_line_read(line, cursor, steps) \
    square_from_word(squares[min((cursor) + (steps) * push.step, (line).last)])
#define scree_line_part_minimum(line, is_inside, part) \
    square_from_word(table_word(part_minimum_at(line, is_inside, part)))
#define scree_line_strip_minimum(line, is_inside, strip) \
    square_from_word(table_word(strip_minimum_at(line, is_inside, strip)))
#define scree_line_start_vertex(line, strip) table_word((line).start_vertices + ((strip) << push.lines_log))
#define scree_line_nearest(line, index) nearest[(line).from + (index) * push.step]

#define part_minimum_at(line, is_inside, part) \
    ((line).part_minima + (scree_part_minimum_word((line).strips, is_inside, part) << push.lines_log))
#define strip_minimum_at(line, is_inside, strip) \
    ((line).strip_minima + (scree_strip_minimum_word((line).strips, is_inside, strip) << push.lines_log))

#include "distance/envelope.h"

scree_line find_line()
{
    uint number = gl_LocalInvocationID.x & ((1u << push.lines_log) - 1u);
    uint layer_number = number & ((1u << push.layers_log) - 1u);
    scree_line line;
    line.tile = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    line.group = (line.tile << (push.lines_log - push.layers_log)) + (number >> push.layers_log);
    line.layer = ((push.first_block + gl_WorkGroupID.z) << push.layers_log) + layer_number;
    // Threads behind the last line repeat it, and their results are not written.
    line.from =
        gl_WorkGroupID.z * push.block_words + min(line.group, push.across - 1u) * push.across_step + layer_number;
    line.last = line.from + (push.count - 1u) * push.step;
    line.strips = scree_strip_count(push.count);
    uint index = number;
    if (IS_LONG != 0u) {
        index += (gl_WorkGroupID.z * push.tiles + line.tile) * ((STRIP_WORDS * line.strips) << push.lines_log);
    }
    line.part_minima = index;
    line.strip_minima = line.part_minima + (scree_strip_minima_start(line.strips) << push.lines_log);
    line.start_vertices = line.strip_minima + (scree_start_vertices_start(line.strips) << push.lines_log);
    return line;
}

// Records the smallest squares of both sides for the parts of a strip.
void measure_strip(const scree_line line, const uint strip)
{
    scree_minima minima = scree_minima_of_none();
    for (uint part = SCREE_STRIP_PARTS * strip; part < SCREE_STRIP_PARTS * strip + SCREE_STRIP_PARTS; part++) {
        scree_minima part_minima = scree_minima_of_none();
        [[unroll]]
        for (uint i = 0u; i < SCREE_STRIP_PART; i++) {
            uint index = min(SCREE_STRIP_PART * part + i, push.count - 1u);
            part_minima = scree_minima_add(part_minima, scree_line_term(line, index));
        }
        set_table_word(part_minimum_at(line, false, part), word_from_square(part_minima.outside));
        set_table_word(part_minimum_at(line, true, part), word_from_square(part_minima.inside));
        minima = scree_minima_join(minima, part_minima);
    }
    set_table_word(strip_minimum_at(line, false, strip), word_from_square(minima.outside));
    set_table_word(strip_minimum_at(line, true, strip), word_from_square(minima.inside));
}

// Writes a sample of a line along y to the sums.
void keep(const scree_line line, const scree_envelope at, const uint index)
{
    if (index < push.count) {
        uint to = line.from + index * push.step;
        sums[to] = word_from_square(at.square);
        if (FINDS_NEAREST != 0u) {
            voxels[to] = scree_envelope_nearest(line, at, line.layer) * push.rows + at.vertex;
        }
    }
}

uint distance_word(const scree_envelope at)
{
    scree_distance_rule rule;
    rule.measures = push.measures;
    rule.is_negated = push.is_negated != 0u;
    rule.unit = push.unit;
    rule.margin = push.margin;
    rule.clip = push.clip;
    return floatBitsToUint(scree_envelope_distance(at, rule));
}

// Writes a sample of a line along x to the field.
void finish(const scree_line line, const scree_envelope at, const uint index, const uint to)
{
    if (index < push.count) {
        distances[push.distance_skip + to] = distance_word(at);
    }
}

void finish_voxel(const scree_line line, const scree_envelope at, const uint index, const uint to)
{
    if (index < push.count) {
        voxels[push.voxel_skip + to] =
            scree_envelope_voxel(line, at, index, line.layer * push.rows + line.group, push.columns);
    }
}

#define KEEP(i, at) keep(line, at, index + i);
#define FINISH(i, at) finish(line, at, index + i, to + i);
#define FINISH_VOXEL(i, at) finish_voxel(line, at, index + i, to + i);

// Writes a part of a line along x to the field: four samples at a time where all rows start at a multiple of four.
void finish_part(const scree_line line, const scree_strip_part part, const uint index)
{
    uint to = ((line.layer - push.first_layer) * push.rows + line.group) * push.columns + index;
    if ((push.columns | push.distance_skip) % 4u == 0u && index + SCREE_STRIP_PART <= push.count) {
        uint four = (push.distance_skip + to) / 4u;
        four_distances[four] = uvec4(distance_word(part.at0), distance_word(part.at1), distance_word(part.at2),
                                     distance_word(part.at3));
        four_distances[four + 1u] = uvec4(distance_word(part.at4), distance_word(part.at5), distance_word(part.at6),
                                          distance_word(part.at7));
    } else {
        SCREE_EACH_OF_PART(FINISH, part)
    }
    if (FINDS_NEAREST != 0u) {
        SCREE_EACH_OF_PART(FINISH_VOXEL, part)
    }
}

void make_strip(const scree_line line, const uint strip)
{
    scree_strip_starts starts = scree_strip_find_starts(line, strip);
    [[dont_unroll]]
    for (uint i = 0u; i < SCREE_STRIP_PARTS; i++) {
        scree_strip_part part = scree_strip_find_part(line, starts, strip, i);
        uint index = SCREE_STRIP * strip + SCREE_STRIP_PART * i;
        if (line.group < push.across) {
            if (IS_FIELD == 0u) {
                SCREE_EACH_OF_PART(KEEP, part)
            } else if (line.layer >= push.first_layer && line.layer < push.end_layer) {
                finish_part(line, part, index);
            }
        }
    }
}

void wait_for_group()
{
    if (IS_LONG != 0u) {
        memoryBarrierBuffer();
    }
    barrier();
}

void main()
{
    scree_line line = find_line();
    if (line.tile >= push.tiles) {
        return;
    }
    uint worker = gl_LocalInvocationID.x >> push.lines_log;
    uint workers = gl_WorkGroupSize.x >> push.lines_log;
    for (uint strip = worker; strip < line.strips; strip += workers) {
        measure_strip(line, strip);
    }
    wait_for_group();
    for (uint strip = worker; strip < line.strips; strip += workers) {
        set_table_word(line.start_vertices + (strip << push.lines_log),
                       scree_envelope_search_index(line, SCREE_STRIP * strip).vertex);
    }
    wait_for_group();
    for (uint strip = worker; strip < line.strips; strip += workers) {
        make_strip(line, strip);
    }
    check_watchdog();
}
