// Exact distance fields: the least sums along lines, of squares and of squared ways to them. src/cuda/distance_device.cuh
// tells how they are found. A work group has a tile of lines, a thread a strip of one line (or several strips of a long
// line); z of the grid is a block of layers. Lines stay in memory: work groups have so little of their own that few of
// them would run at a time.
#extension GL_GOOGLE_include_directive : require
#include "distance_common.glsl"
#include "loop_watch.glsl"

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
layout(std430, binding = BINDING_VOXELS) writeonly buffer voxel_words { uint voxels[]; };

layout(push_constant) uniform lines_push {
    uint count;       // Places of a line,
    uint step;        // words from place to place,
    uint across;      // lines beside each other in a layer,
    uint across_step; // words from one to the next,
    uint block_words; // and words of a block of layers.
    uint tiles;
    uint lines_log;  // Lines of a tile: a few beside each other, and of each
    uint layers_log; // the layers of a block.
    uint first_block;
    uint columns;
    uint rows;
    uint first_layer; // That is written, of the volume,
    uint end_layer;   // and behind the last; words of the bindings before it.
    uint distance_skip;
    uint voxel_skip;
    uint measures;   // Bit 0: the outside is measured; bit 1: the inside.
    uint is_negated; // Whether the inside is negative.
    float side;      // Of a voxel, along the line.
    float unit;      // As scree_distance_from_square() takes them.
    float margin;
    float clip;
} push;

// What is known of the strips, unless lines are long.
shared uint memory[SHARED_WORDS];

// This thread's line: its tile, its number among those beside it, its layer, and its first word.
uint tile;
uint group;
uint layer;
uint from;
uint strip_count;

// Places in the group's memory, or in that of long lines: of parts' and strips' least squares (of the outside, then of
// the inside), and of where the first places of strips have their least sums from.
uint parts_place;
uint strips_place;
uint ends_place;

uint table_word(uint place)
{
    return IS_LONG != 0u ? work[place] : memory[place];
}

void set_table_word(uint place, uint word)
{
    if (IS_LONG != 0u) {
        work[place] = word;
    } else {
        memory[place] = word;
    }
}

value term_in(uint word)
{
    return value_from_word(squares[word]);
}

value term_at(uint place)
{
    return term_in(from + place * push.step);
}

void find_line()
{
    uint layer_mask = (1u << push.layers_log) - 1u;
    tile = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint number = gl_LocalInvocationID.x & ((1u << push.lines_log) - 1u);
    group = (tile << (push.lines_log - push.layers_log)) + (number >> push.layers_log);
    layer = ((push.first_block + gl_WorkGroupID.z) << push.layers_log) + (number & layer_mask);
    // A line that is not there is another's double; nobody sees it.
    from = gl_WorkGroupID.z * push.block_words + min(group, push.across - 1u) * push.across_step + (number & layer_mask);
    strip_count = (push.count + STRIP - 1u) / STRIP;
    uint place = 0u;
    if (IS_LONG != 0u) {
        place = (gl_WorkGroupID.z * push.tiles + tile) * ((STRIP_WORDS * strip_count) << push.lines_log);
    }
    parts_place = place + number;
    strips_place = parts_place + ((2u * PARTS * strip_count) << push.lines_log);
    ends_place = strips_place + ((2u * strip_count) << push.lines_log);
}

// Notes the least squares of both sides of the parts of a strip.
void measure_strip(uint strip)
{
    value least_outside = FAR;
    value least_inside = FAR;
    for (uint part = PARTS * strip; part < PARTS * strip + PARTS; part++) {
        value part_outside = FAR;
        value part_inside = FAR;
        [[unroll]]
        for (uint i = 0u; i < PART; i++) {
            uint place = PART * part + i;
            value square = term_at(min(place, push.count - 1u));
            part_outside = min(part_outside, max(square, ZERO));
            part_inside = min(part_inside, max(-square, ZERO));
        }
        set_table_word(parts_place + (part << push.lines_log), word_from_value(part_outside));
        set_table_word(parts_place + ((PARTS * strip_count + part) << push.lines_log), word_from_value(part_inside));
        least_outside = min(least_outside, part_outside);
        least_inside = min(least_inside, part_inside);
    }
    set_table_word(strips_place + (strip << push.lines_log), word_from_value(least_outside));
    set_table_word(strips_place + ((strip_count + strip) << push.lines_log), word_from_value(least_inside));
}

// A least sum, negative inside, and the place of its term.
struct known {
    value square;
    uint place;
};

bool is_measured(bool is_inside)
{
    return ((push.measures >> (is_inside ? 1u : 0u)) & 1u) != 0u;
}

known signed_known(known found, bool is_inside)
{
    value square = min(found.square, FAR);
    return known(is_inside ? -square : square, found.place);
}

// The least sum for `place` of terms from `low` to `high`; of several the first one's.
known scan(uint low, uint high, uint place, bool is_inside)
{
    way_square way = start_way(int(low) - int(place), push.side);
    uint at = from + low * push.step;
    known best = known(sum_of(term_in(at), is_inside, take_way(way)), low);
    [[dont_unroll]]
    for (uint j = low; j < high; j += 2u) {
        way = next_way(way);
        value one = sum_of(term_in(at + push.step), is_inside, take_way(way));
        best.place = one < best.square ? j + 1u : best.place;
        best.square = min(one, best.square);
        if (j + 2u <= high) {
            way = next_way(way);
            value two = sum_of(term_in(at + 2u * push.step), is_inside, take_way(way));
            best.place = two < best.square ? j + 2u : best.place;
            best.square = min(two, best.square);
        }
        at += 2u * push.step;
    }
    return best;
}

// Whether a run of places, of whose squares the least is in a table, may hold a sum that is less than another one, or
// the same. Never where there is no voxel: else a far sum would have all looked at.
bool may_be_less(uint table_place, int gap, value sum)
{
    value least = value_from_word(table_word(table_place));
    return least < FAR && sum_of(least, false, square_of_steps(gap, push.side)) <= sum;
}

int gap_to(uint place, uint first, uint last)
{
    return place < first ? int(first - place) : place > last ? int(place - last) : 0;
}

// Looks at those parts of a strip that may hold a lesser sum, or the same further to the left.
known visit(uint strip, uint place, bool is_inside, known best)
{
    uint table = is_inside ? PARTS * strip_count : 0u;
    [[dont_unroll]]
    for (uint i = 0u; i < PARTS; i++) {
        // The nearest first.
        uint part = PARTS * strip + (STRIP * strip < place ? PARTS - 1u - i : i);
        uint last = min(PART * part + PART, push.count) - 1u;
        if (PART * part < push.count) {
            int gap = gap_to(place, PART * part, last);
            if (may_be_less(parts_place + ((table + part) << push.lines_log), gap, best.square)) {
                known other = scan(PART * part, last, place, is_inside);
                bool is_better = other.square < best.square ||
                                 (other.square == best.square && other.place < best.place);
                best = known(is_better ? other.square : best.square, is_better ? other.place : best.place);
            }
        }
    }
    return best;
}

// The least sum of the whole line.
known search(uint place, bool is_inside)
{
    uint table = is_inside ? strip_count : 0u;
    uint own = place / STRIP;
    known best = known(sum_of(term_at(place), is_inside, ZERO), place);
    best = visit(own, place, is_inside, best);
    bool goes_on = true;
    [[dont_unroll]]
    for (uint way = 1u; goes_on; way++) {
        goes_on = false;
        [[dont_unroll]]
        for (uint side = 0u; side < 2u; side++) {
            uint strip = side == 0u ? own + way : own - way; // Before the first it is greater than all.
            if (strip < strip_count) {
                int gap = gap_to(place, STRIP * strip, STRIP * strip + STRIP - 1u);
                goes_on = goes_on || square_of_steps(gap, push.side) <= best.square;
                if (may_be_less(strips_place + ((table + strip) << push.lines_log), gap, best.square)) {
                    best = visit(strip, place, is_inside, best);
                }
            }
        }
    }
    return best;
}

// The first place of a strip.
known find_start(uint place)
{
    value own = term_at(place);
    bool is_inside = is_negative(own);
    known made = known(own, place);
    if (is_measured(is_inside)) {
        made = signed_known(search(place, is_inside), is_inside);
    }
    return made;
}

// A place whose sums are not in order.
known seek(uint place)
{
    known made = known(ZERO, 0u);
    if (place < push.count) {
        made = find_start(place);
    }
    return made;
}

// The start of a strip again, by the place of its term. Behind the line's end: its last place, which bounds the search.
known recall_start(uint strip)
{
    known made = known(ZERO, push.count - 1u);
    if (strip < strip_count) {
        uint place = STRIP * strip;
        bool is_inside = is_negative(term_at(place));
        made.place = table_word(ends_place + (strip << push.lines_log));
        value way = square_of_steps(int(made.place) - int(place), push.side);
        made = signed_known(known(sum_of(term_at(made.place), is_inside, way), made.place), is_inside);
    }
    return made;
}

// A place between two that are known.
known find_between(known low, uint low_place, known high, uint high_place, uint place)
{
    known made = known(ZERO, push.count - 1u);
    if (place < push.count) {
        value own = term_at(place);
        bool is_inside = is_negative(own);
        made = known(own, place);
        if (is_measured(is_inside)) {
            // Of a place on the other side it is known that its own term is the least for this side.
            uint first = is_inside == is_negative(low.square) ? low.place : low_place;
            uint last = is_inside == is_negative(high.square) ? high.place : min(high_place, push.count - 1u);
            made = signed_known(scan(first, last, place, is_inside), is_inside);
        }
    }
    return made;
}

bool is_end_ordered(known at)
{
    bool is_inside = is_negative(at.square);
    return !is_measured(is_inside) || is_ordered(is_inside ? -at.square : at.square, push.side);
}

// Where the least sum's term is from; a place of the other side is the nearest voxel itself.
uint nearest_of(known at, uint itself)
{
    bool is_same = is_negative(at.square) == is_negative(term_at(at.place));
    uint found = itself;
    if (is_same) {
        found = nearest[from + at.place * push.step];
    }
    return found;
}

float distance_of(known at)
{
    bool is_inside = is_negative(at.square);
    float square = float_from_square(is_inside ? -at.square : at.square);
    float found = scree_distance_from_square(square, push.unit, push.margin, push.clip);
    // A zero stays positive.
    found = is_inside && push.is_negated != 0u && found > uintBitsToFloat(0u) ? -found : found;
    return is_measured(is_inside) ? found : uintBitsToFloat(0u);
}

uint voxel_of(known at, uint place)
{
    uint itself = layer * push.rows + group;
    uint voxel = itself * push.columns + place;
    if (is_measured(is_negative(at.square))) {
        bool is_far = max(at.square, -at.square) >= FAR;
        voxel = is_far ? NO_VOXEL : nearest_of(at, itself) * push.columns + at.place;
    }
    return voxel;
}

// A place of a line along y, into the sums.
void keep(known at, uint place)
{
    if (place < push.count) {
        uint to = from + place * push.step;
        sums[to] = word_from_value(at.square);
        if (FINDS_NEAREST != 0u) {
            voxels[to] = nearest_of(at, layer) * push.rows + at.place;
        }
    }
}

// A place of a line along x, into the field.
void finish(known at, uint place)
{
    if (place < push.count) {
        uint to = ((layer - push.first_layer) * push.rows + group) * push.columns + place;
        distances[push.distance_skip + to] = floatBitsToUint(distance_of(at));
        if (FINDS_NEAREST != 0u) {
            voxels[push.voxel_skip + to] = voxel_of(at, place);
        }
    }
}

// A part of a strip. No array, which some drivers keep in memory.
struct strip_part {
    known place0, place1, place2, place3, place4, place5, place6, place7;
};

#define EACH_PLACE(DO)                                                                                 \
    DO(0u, part.place0) DO(1u, part.place1) DO(2u, part.place2) DO(3u, part.place3) DO(4u, part.place4) \
    DO(5u, part.place5) DO(6u, part.place6) DO(7u, part.place7)
#define PUT(i, at)     \
    if (k == i) {      \
        at = sought;   \
    }
#define KEEP(i, at) keep(at, place + i);
#define FINISH(i, at) finish(at, place + i);

void finish_part(strip_part part, uint place)
{
    if (group < push.across) {
        if (IS_FIELD == 0u) {
            EACH_PLACE(KEEP)
        } else if (layer >= push.first_layer && layer < push.end_layer) {
            EACH_PLACE(FINISH)
        }
    }
}

// A strip's places. Where sums are not in order each is sought by itself.
void make_strip(uint strip)
{
    uint place = STRIP * strip;
    known quarter0 = recall_start(strip);
    known quarter4 = recall_start(strip + 1u);
    known quarter1 = quarter0;
    known quarter2 = quarter0;
    known quarter3 = quarter0;
    bool is_strip_ordered = is_end_ordered(quarter0) && is_end_ordered(quarter4);
    if (is_strip_ordered) {
        quarter2 = find_between(quarter0, place, quarter4, place + 32u, place + 16u);
        quarter1 = find_between(quarter0, place, quarter2, place + 16u, place + 8u);
        quarter3 = find_between(quarter2, place + 16u, quarter4, place + 32u, place + 24u);
    }
    [[dont_unroll]]
    for (uint i = 0u; i < PARTS; i++) {
        uint first = place + PART * i;
        known low = quarter0;
        known high = quarter1;
        if (i == 1u) {
            low = quarter1;
            high = quarter2;
        } else if (i == 2u) {
            low = quarter2;
            high = quarter3;
        } else if (i == 3u) {
            low = quarter3;
            high = quarter4;
        }
        strip_part part;
        part.place0 = low;
        if (is_strip_ordered) {
            part.place4 = find_between(low, first, high, first + 8u, first + 4u);
            part.place2 = find_between(low, first, part.place4, first + 4u, first + 2u);
            part.place6 = find_between(part.place4, first + 4u, high, first + 8u, first + 6u);
            part.place1 = find_between(low, first, part.place2, first + 2u, first + 1u);
            part.place3 = find_between(part.place2, first + 2u, part.place4, first + 4u, first + 3u);
            part.place5 = find_between(part.place4, first + 4u, part.place6, first + 6u, first + 5u);
            part.place7 = find_between(part.place6, first + 6u, high, first + 8u, first + 7u);
        } else {
            [[dont_unroll]]
            for (uint k = 0u; k < PART; k++) {
                known sought = seek(first + k);
                EACH_PLACE(PUT)
            }
        }
        finish_part(part, first);
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
    find_line();
    if (tile >= push.tiles) {
        return;
    }
    uint worker = gl_LocalInvocationID.x >> push.lines_log;
    uint workers = gl_WorkGroupSize.x >> push.lines_log;
    for (uint strip = worker; strip < strip_count; strip += workers) {
        measure_strip(strip);
    }
    wait_for_group();
    for (uint strip = worker; strip < strip_count; strip += workers) {
        set_table_word(ends_place + (strip << push.lines_log), find_start(STRIP * strip).place);
    }
    wait_for_group();
    for (uint strip = worker; strip < strip_count; strip += workers) {
        make_strip(strip);
    }
    watch_loops();
}
