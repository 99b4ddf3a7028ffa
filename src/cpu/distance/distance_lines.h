/*
 * The transform of a layer for one type of squares. Included by distance_kernels.c once for each type, with SQUARE (a
 * number), VECTOR (LANES of them), SUM (a type that holds the sum of two), FAR_SQUARE and NAME defined.
 *
 * A search ends by a bound, as that of Saito and Toriwaki (1994) does. A term is skipped if a lower bound of its sum,
 * computed by the same rounded additions, is not below the largest of the sums found so far. Rounding is monotone, so
 * the skipped term could not be smaller.
 */

enum { NAME(strip_width) = STRIP_VECTORS * LANES };

/* Samples of a row in some vectors. */
typedef struct NAME(vectors) {
    VECTOR part[STRIP_VECTORS];
} NAME(vectors);

SCREE_FN NAME(vectors) NAME(load_vectors)(const SQUARE *from)
{
    NAME(vectors) vectors;
    SCREE_UNROLL
    for (int i = 0; i < STRIP_VECTORS; i++) {
        vectors.part[i] = NAME(load)(from + i * LANES);
    }
    return vectors;
}

SCREE_FN void NAME(store_vectors)(SQUARE *to, NAME(vectors) vectors)
{
    SCREE_UNROLL
    for (int i = 0; i < STRIP_VECTORS; i++) {
        NAME(store)(to + i * LANES, vectors.part[i]);
    }
}

/* The element-wise minimum of a batch and of the squares at `from` plus the square of a distance. */
SCREE_FN NAME(vectors) NAME(lower_vectors)(NAME(vectors) vectors, const SQUARE *from, SQUARE squared)
{
    VECTOR added = NAME(broadcast)(squared);
    SCREE_UNROLL
    for (int i = 0; i < STRIP_VECTORS; i++) {
        vectors.part[i] = NAME(min)(vectors.part[i], NAME(sum)(NAME(load)(from + i * LANES), added));
    }
    return vectors;
}

SCREE_FN SQUARE NAME(lesser)(SQUARE a, SQUARE b)
{
    return a < b ? a : b;
}

SCREE_FN SQUARE NAME(min_of)(const SQUARE *squares, size_t count)
{
    SQUARE minimum = squares[0];
    for (size_t i = 1; i < count; i++) {
        minimum = NAME(lesser)(squares[i], minimum);
    }
    return minimum;
}

SCREE_FN SQUARE NAME(max_of_vectors)(NAME(vectors) vectors)
{
    VECTOR maximum = vectors.part[0];
    SCREE_UNROLL
    for (int i = 1; i < STRIP_VECTORS; i++) {
        maximum = NAME(max)(maximum, vectors.part[i]);
    }
    return NAME(highest)(maximum);
}

/* The square of a number of steps, saturated to the largest of the type. */
SCREE_FN SQUARE NAME(term)(size_t steps, float side)
{
    return (SQUARE)NAME(square_of_steps)((uint32_t)steps, side);
}

/* Initial sums of a batch: larger sums make no difference in a clipped field. */
SCREE_FN NAME(vectors) NAME(cap_vectors)(const scree_distance_layer *layer, const SQUARE *from)
{
    NAME(vectors) vectors = NAME(load_vectors)(from);
    const VECTOR cap = NAME(broadcast)(NAME(cap_of)(layer));
    SCREE_UNROLL
    for (int i = 0; i < STRIP_VECTORS; i++) {
        vectors.part[i] = NAME(min)(vectors.part[i], cap);
    }
    return vectors;
}

/* Terms of columns for one side: of a terrain's tops, of steps, of heights. */
static void NAME(fill_from_tops)(const scree_distance_layer *layer, const uint32_t *tops, bool is_inside, SQUARE *to,
                                 size_t count)
{
    const uint32_t number = layer->layer;
    const uint32_t layers = layer->layers;
    const bool is_open = layer->is_open;
    for (size_t i = 0; i < count; i++) {
        const int32_t steps = scree_terrain_steps(number, tops[i], is_inside);
        const SQUARE term = NAME(first_term)(steps > 0 ? (uint32_t)steps : 0u);
        const bool is_closed = scree_terrain_is_closed(tops[i], layers, is_inside);
        to[i] = is_open && is_closed ? (SQUARE)FAR_SQUARE : term;
    }
    NAME(complete_terms)(to, count, layer->side[2]);
}

static void NAME(fill_from_steps)(const scree_distance_layer *layer, const int32_t *from, bool is_inside, SQUARE *to,
                                  size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const int32_t steps = is_inside ? -from[i] : from[i];
        const SQUARE term = NAME(first_term)(steps > 0 ? (uint32_t)steps : 0u);
        to[i] = steps == SCREE_NO_STEPS ? (SQUARE)FAR_SQUARE : term;
    }
    NAME(complete_terms)(to, count, layer->side[2]);
}

/* Only float squares come from heights. */
static void NAME(fill_from_heights)(const scree_distance_layer *layer, const float *heights, bool is_inside, SQUARE *to,
                                    size_t count)
{
    const float level = layer->level;
    const bool is_open = layer->is_open;
    for (size_t i = 0; i < count; i++) {
        const float distance = scree_height_distance(heights[i], level, is_inside);
        const float square = distance > 0.0f ? distance * distance : 0.0f;
        const bool is_closed = scree_height_is_closed(heights[i], layer->top_level, is_inside);
        to[i] = is_open && is_closed ? (SQUARE)FAR_SQUARE : (SQUARE)square;
    }
}

/* A strip's terms of one row, and the smallest of them. The last column's term is repeated behind it. */
static SQUARE NAME(fill_row)(const scree_distance_layer *layer, size_t row, size_t first, int is_inside, SQUARE *to)
{
    const size_t index = row * layer->columns + first;
    const size_t left = layer->columns - first;
    const size_t count = left < NAME(strip_width) ? left : NAME(strip_width);
    if (layer->tops != NULL) {
        NAME(fill_from_tops)(layer, layer->tops + index, is_inside, to, count);
    } else if (layer->heights != NULL) {
        NAME(fill_from_heights)(layer, layer->heights + index, is_inside, to, count);
    } else {
        NAME(fill_from_steps)(layer, layer->steps + index, is_inside, to, count);
    }
    for (size_t i = count; i < NAME(strip_width); i++) {
        to[i] = to[count - 1];
    }
    return NAME(min_of)(to, NAME(strip_width));
}

/*
 * The smallest squares of consecutive parts (the rows of a strip, the batches of a line), and of all parts up to one
 * and from one on. The parts before the first and behind the last are far. `reach_before` and `reach_after` are the
 * next parts in each direction, including the part itself, that are not far, so that wide empty spaces are skipped.
 */
typedef struct NAME(bounds) {
    SQUARE *minimum;
    SQUARE *before;
    SQUARE *after;
    uint32_t *reach_before;
    uint32_t *reach_after;
} NAME(bounds);

static NAME(bounds) NAME(lay_out_bounds)(const scree_distance_space *space, size_t count)
{
    SQUARE *minimum = (SQUARE *)space->bounds + 1;
    return (NAME(bounds)){.minimum = minimum,
                          .before = minimum + count + 2,
                          .after = minimum + 2 * (count + 2),
                          .reach_before = space->reach,
                          .reach_after = space->reach + count};
}

static void NAME(complete_bounds)(NAME(bounds) bounds, size_t count)
{
    bounds.minimum[-1] = bounds.minimum[count] = bounds.before[-1] = bounds.after[count] = (SQUARE)FAR_SQUARE;
    uint32_t reached = NO_PART;
    for (size_t i = 0; i < count; i++) {
        const SQUARE earlier = bounds.before[(ptrdiff_t)i - 1];
        bounds.before[i] = bounds.minimum[i] < earlier ? bounds.minimum[i] : earlier;
        reached = bounds.minimum[i] < (SQUARE)FAR_SQUARE ? (uint32_t)i : reached;
        bounds.reach_before[i] = reached;
    }
    reached = NO_PART;
    for (size_t i = count; i-- > 0;) {
        bounds.after[i] = bounds.minimum[i] < bounds.after[i + 1] ? bounds.minimum[i] : bounds.after[i + 1];
        reached = bounds.minimum[i] < (SQUARE)FAR_SQUARE ? (uint32_t)i : reached;
        bounds.reach_after[i] = reached;
    }
}

/* The next distance after `k` to a row above or below that is not far; SIZE_MAX if there is none. */
SCREE_FN size_t NAME(next_row)(NAME(bounds) bounds, size_t row, size_t rows, size_t k, bool goes_up, bool goes_down)
{
    size_t up = SIZE_MAX;
    size_t down = SIZE_MAX;
    if (goes_up && k < row && bounds.reach_before[row - k - 1] != NO_PART) {
        up = row - bounds.reach_before[row - k - 1];
    }
    if (goes_down && row + k + 1 < rows && bounds.reach_after[row + k + 1] != NO_PART) {
        down = bounds.reach_after[row + k + 1] - row;
    }
    return up < down ? up : down;
}

/* The next distance after `k` at which a batch that starts at `first` meets a batch that is not far. */
SCREE_FN size_t NAME(next_column)(NAME(bounds) bounds, size_t first, size_t count, size_t k, bool goes_left,
                                  bool goes_right)
{
    const size_t width = NAME(strip_width);
    size_t left = SIZE_MAX;
    size_t right = SIZE_MAX;
    if (goes_left && k + 1 < first + width) {
        /* The second of the two batches that this one meets next. */
        const size_t batch = (first + width - k - 1) / width;
        const size_t reached = bounds.reach_before[batch];
        if (reached != NO_PART) {
            left = reached + 1 >= batch ? k + 1 : first + 1 - (reached + 1) * width;
        }
    }
    if (goes_right && first + k + 1 < count) {
        const size_t reached = bounds.reach_after[(first + k + 1) / width];
        right = reached == NO_PART                        ? SIZE_MAX
                : reached * width > first + k + 1 + width ? (reached - 1) * width - first
                                                          : k + 1;
    }
    return left < right ? left : right;
}

/* The smallest sums of one row of a strip over all rows. */
static NAME(vectors) NAME(sweep_row)(NAME(vectors) vectors, const SQUARE *strip, size_t row, size_t rows,
                                     NAME(bounds) bounds, float side)
{
    SQUARE maximum = NAME(max_of_vectors)(vectors);
    bool goes_up = true;
    bool goes_down = true;
    for (size_t k = 1; (goes_up || goes_down) && k != SIZE_MAX;) {
        const SQUARE squared = NAME(term)(k, side);
        bool is_lowered = false;
        goes_up = goes_up && k <= row && (SUM)bounds.before[row - k] + squared < maximum;
        if (goes_up && (SUM)bounds.minimum[row - k] + squared < maximum) {
            vectors = NAME(lower_vectors)(vectors, strip + (row - k) * NAME(strip_width), squared);
            is_lowered = true;
        }
        goes_down = goes_down && row + k < rows && (SUM)bounds.after[row + k] + squared < maximum;
        if (goes_down && (SUM)bounds.minimum[row + k] + squared < maximum) {
            vectors = NAME(lower_vectors)(vectors, strip + (row + k) * NAME(strip_width), squared);
            is_lowered = true;
        }
        if (is_lowered && (k < 4 || k % 4 == 0)) {
            maximum = NAME(max_of_vectors)(vectors);
        }
        k = is_lowered ? k + 1 : NAME(next_row)(bounds, row, rows, k, goes_up, goes_down);
    }
    return vectors;
}

static void NAME(sweep_columns)(const scree_distance_layer *layer, scree_distance_space *space, uint32_t first,
                                int side)
{
    const size_t stride = scree_distance_line_stride(layer->columns);
    const size_t end = first + SCREE_STRIP_MOST < layer->columns ? first + SCREE_STRIP_MOST : layer->columns;
    const NAME(bounds) bounds = NAME(lay_out_bounds)(space, layer->rows);
    SQUARE *strip = space->strip;
    for (size_t column = first; column < end && !atomic_load_explicit(layer->is_cancelled, memory_order_relaxed);
         column += NAME(strip_width)) {
        for (size_t row = 0; row < layer->rows; row++) {
            bounds.minimum[row] = NAME(fill_row)(layer, row, column, side, strip + row * NAME(strip_width));
        }
        NAME(complete_bounds)(bounds, layer->rows);
        SQUARE *to = (SQUARE *)layer->lines[side] + SCREE_STRIP_MOST + column;
        for (size_t row = 0; row < layer->rows; row++) {
            const NAME(vectors) vectors = NAME(cap_vectors)(layer, strip + row * NAME(strip_width));
            NAME(store_vectors)
            (to + row * stride, NAME(sweep_row)(vectors, strip, row, layer->rows, bounds, layer->side[1]));
        }
    }
}

/* The smallest sums of a batch over the whole line; `bounds` holds bounds of all batches of the line. */
static NAME(vectors) NAME(sweep_vectors)(NAME(vectors) vectors, const SQUARE *line, size_t first, size_t count,
                                         NAME(bounds) bounds, float side)
{
    SQUARE maximum = NAME(max_of_vectors)(vectors);
    bool goes_left = true;
    bool goes_right = true;
    for (size_t k = 1; (goes_left || goes_right) && k != SIZE_MAX;) {
        const SQUARE squared = NAME(term)(k, side);
        const size_t right = (first + k) / NAME(strip_width);
        const ptrdiff_t left = (ptrdiff_t)((first + NAME(strip_width) - k) / NAME(strip_width)) - 1;
        bool is_lowered = false;
        goes_left = goes_left && k < first + NAME(strip_width) && (SUM)bounds.before[left + 1] + squared < maximum;
        if (goes_left && (SUM)NAME(lesser)(bounds.minimum[left], bounds.minimum[left + 1]) + squared < maximum) {
            vectors = NAME(lower_vectors)(vectors, line + first - k, squared);
            is_lowered = true;
        }
        goes_right = goes_right && first + k < count && (SUM)bounds.after[right] + squared < maximum;
        if (goes_right && (SUM)NAME(lesser)(bounds.minimum[right], bounds.minimum[right + 1]) + squared < maximum) {
            vectors = NAME(lower_vectors)(vectors, line + first + k, squared);
            is_lowered = true;
        }
        if (is_lowered && (k < 4 || k % 4 == 0)) {
            maximum = NAME(max_of_vectors)(vectors);
        }
        k = is_lowered ? k + 1 : NAME(next_column)(bounds, first, count, k, goes_left, goes_right);
    }
    return vectors;
}

/* Bounds of a line's batches; squares beyond its ends become far. */
static NAME(bounds) NAME(bound_line)(const scree_distance_space *space, SQUARE *line, size_t columns)
{
    const size_t batches = (columns + NAME(strip_width) - 1) / NAME(strip_width);
    const NAME(bounds) bounds = NAME(lay_out_bounds)(space, batches);
    for (size_t i = 1; i <= NAME(strip_width); i++) {
        line[-(ptrdiff_t)i] = (SQUARE)FAR_SQUARE;
    }
    /* Writes no further: another thread may be working on the next line. */
    for (size_t i = columns; i < columns + NAME(strip_width); i++) {
        line[i] = (SQUARE)FAR_SQUARE;
    }
    for (size_t i = 0; i < batches; i++) {
        bounds.minimum[i] = NAME(min_of)(line + i * NAME(strip_width), NAME(strip_width));
    }
    NAME(complete_bounds)(bounds, batches);
    return bounds;
}

/* The smallest sums of a line, into `to`, which has room for whole strips. */
static void NAME(sweep_line)(const scree_distance_layer *layer, const scree_distance_space *space, SQUARE *line,
                             SQUARE *to)
{
    const size_t columns = layer->columns;
    const NAME(bounds) bounds = NAME(bound_line)(space, line, columns);
    for (size_t first = 0; first < columns; first += NAME(strip_width)) {
        SQUARE own[NAME(strip_width)];
        memcpy(own, line + first, sizeof own);
        /* Entries behind the last column are never used as sites. */
        for (size_t i = columns - first; i < NAME(strip_width); i++) {
            own[i] = 0;
        }
        const NAME(vectors) vectors = NAME(cap_vectors)(layer, own);
        NAME(store_vectors)(to + first, NAME(sweep_vectors)(vectors, line, first, columns, bounds, layer->side[0]));
    }
}

/* Signed distances of some voxels, from the squares of both sides, one of which is 0. */
SCREE_FN scree_f32 NAME(finish)(const scree_distance_layer *layer, const SQUARE *outside, const SQUARE *inside)
{
    const scree_f32 zero = scree_broadcast(0.0f);
    const scree_f32 within = inside != NULL ? NAME(root_squares)(inside) : zero;
    const scree_f32 without = outside != NULL ? NAME(root_squares)(outside) : zero;
    const scree_f32 distance = scree_distance_from_square(scree_maximum(within, without), scree_broadcast(layer->unit),
                                                          scree_broadcast(layer->margin), scree_broadcast(layer->clip));
    const scree_f32 sign = scree_f32_from_bits(scree_broadcast_u32(layer->is_negated_inside ? 0x80000000u : 0u));
    return scree_distance_signed(distance, scree_bits_from_f32(scree_select_less(zero, within, sign, zero)));
}

/* The distances of a row. Lines have room for whole registers; `out` does not. */
static void NAME(finish_row)(const scree_distance_layer *layer, scree_distance_space *space, const SQUARE *outside,
                             const SQUARE *inside, float *out)
{
    const size_t columns = layer->columns;
    const size_t whole = columns - columns % SCREE_LANES;
    scree_f32 minimum = scree_broadcast(space->minimum);
    scree_f32 maximum = scree_broadcast(space->maximum);
    for (size_t x = 0; x < whole; x += SCREE_LANES) {
        const scree_f32 distance =
            NAME(finish)(layer, outside != NULL ? outside + x : NULL, inside != NULL ? inside + x : NULL);
        scree_store(out + x, distance);
        minimum = scree_minimum(minimum, distance);
        maximum = scree_maximum(maximum, distance);
    }
    if (whole < columns) {
        scree_f32 last =
            NAME(finish)(layer, outside != NULL ? outside + whole : NULL, inside != NULL ? inside + whole : NULL);
        float rest[SCREE_LANES];
        memcpy(rest, &last, sizeof rest);
        for (size_t i = columns - whole; i < SCREE_LANES; i++) {
            rest[i] = rest[0];
        }
        memcpy(out + whole, rest, (columns - whole) * sizeof(float));
        minimum = scree_minimum(minimum, scree_load(rest));
        maximum = scree_maximum(maximum, scree_load(rest));
    }
    float minima[SCREE_LANES];
    float maxima[SCREE_LANES];
    memcpy(minima, &minimum, sizeof minima);
    memcpy(maxima, &maximum, sizeof maxima);
    for (size_t i = 0; i < SCREE_LANES; i++) {
        space->minimum = minima[i] < space->minimum ? minima[i] : space->minimum;
        space->maximum = maxima[i] > space->maximum ? maxima[i] : space->maximum;
    }
}

static bool NAME(is_saturated)(const SQUARE *line, size_t count)
{
    SQUARE maximum = 0;
    for (size_t i = 0; i < count; i++) {
        maximum = line[i] > maximum ? line[i] : maximum;
    }
    return maximum >= (SQUARE)FAR_SQUARE;
}

static bool NAME(sweep_lines)(const scree_distance_layer *layer, scree_distance_space *space, uint32_t first_row,
                              uint32_t count)
{
    const size_t stride = scree_distance_line_stride(layer->columns);
    for (size_t row = first_row; row < (size_t)first_row + count; row++) {
        const SQUARE *found[2] = {NULL, NULL};
        for (int side = 0; side < 2; side++) {
            if (layer->measures[side]) {
                SQUARE *line = (SQUARE *)layer->lines[side] + row * stride + SCREE_STRIP_MOST;
                NAME(sweep_line)(layer, space, line, space->line[side]);
                found[side] = space->line[side];
                if (sizeof(SQUARE) == 2 && NAME(is_saturated)(found[side], layer->columns)) {
                    return false;
                }
            }
        }
        NAME(finish_row)(layer, space, found[0], found[1], layer->out + row * layer->columns);
    }
    return true;
}
