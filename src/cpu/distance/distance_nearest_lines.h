/*
 * The transform with the nearest voxels, for one type of squares; included after distance_lines.h with the same
 * definitions. Equal sums matter here, because the order of indices decides among them. So a term is skipped only if a
 * lower bound of its sum is above the largest of the sums found so far. The columns' pass keeps the smallest row of
 * each smallest sum, the rows' pass the smallest column.
 */

/* Smallest sums of a batch, and the indices that they come from. */
typedef struct NAME(found) {
    SQUARE square[NAME(strip_width)];
    uint32_t index[NAME(strip_width)];
} NAME(found);

SCREE_FN SQUARE NAME(max_found)(const NAME(found) * found)
{
    SQUARE maximum = found->square[0];
    for (size_t i = 1; i < NAME(strip_width); i++) {
        maximum = found->square[i] > maximum ? found->square[i] : maximum;
    }
    return maximum;
}

/* Whether sums of squares of at least `minimum` can count. */
SCREE_FN bool NAME(can_count)(SQUARE minimum, SQUARE squared, SQUARE maximum)
{
    return scree_may_be_nearer((SUM)minimum, (SUM)squared, (SUM)FAR_SQUARE, (SUM)maximum);
}

/* Offers squares plus a distance; number i of them has the index `index` + i * `step`. */
SCREE_FN void NAME(offer)(NAME(found) * found, const SQUARE *from, SQUARE squared, uint32_t index, uint32_t step)
{
    for (size_t i = 0; i < NAME(strip_width); i++) {
        const SQUARE square = (SQUARE)(from[i] + squared);
        const uint32_t own = index + (uint32_t)i * step;
        const bool is_nearer = scree_is_nearer(square, own, found->square[i], found->index[i]);
        found->square[i] = is_nearer ? square : found->square[i];
        found->index[i] = is_nearer ? own : found->index[i];
    }
}

static void NAME(find_row)(const SQUARE *strip, size_t row, size_t rows, NAME(bounds) bounds, float side,
                           NAME(found) * found)
{
    memcpy(found->square, strip + row * NAME(strip_width), sizeof found->square);
    for (size_t i = 0; i < NAME(strip_width); i++) {
        found->index[i] = (uint32_t)row;
    }
    SQUARE maximum = NAME(max_found)(found);
    bool goes_up = true;
    bool goes_down = true;
    for (size_t k = 1; (goes_up || goes_down) && k != SIZE_MAX;) {
        const SQUARE squared = NAME(term)(k, side);
        goes_up = goes_up && k <= row && NAME(can_count)(bounds.before[row - k], squared, maximum);
        if (goes_up && NAME(can_count)(bounds.minimum[row - k], squared, maximum)) {
            NAME(offer)(found, strip + (row - k) * NAME(strip_width), squared, (uint32_t)(row - k), 0);
        }
        goes_down = goes_down && row + k < rows && NAME(can_count)(bounds.after[row + k], squared, maximum);
        if (goes_down && NAME(can_count)(bounds.minimum[row + k], squared, maximum)) {
            NAME(offer)(found, strip + (row + k) * NAME(strip_width), squared, (uint32_t)(row + k), 0);
        }
        maximum = NAME(max_found)(found);
        k = NAME(next_row)(bounds, row, rows, k, goes_up, goes_down);
    }
}

static void NAME(find_columns)(const scree_distance_layer *layer, scree_distance_space *space, uint32_t first, int side)
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
        const size_t index = SCREE_STRIP_MOST + column;
        for (size_t row = 0; row < layer->rows; row++) {
            NAME(found) found;
            NAME(find_row)(strip, row, layer->rows, bounds, layer->side[1], &found);
            memcpy((SQUARE *)layer->lines[side] + row * stride + index, found.square, sizeof found.square);
            memcpy(layer->line_rows[side] + row * stride + index, found.index, sizeof found.index);
        }
    }
}

static void NAME(find_vectors)(const SQUARE *line, size_t first, size_t count, NAME(bounds) bounds, float side,
                               NAME(found) * found)
{
    for (size_t i = 0; i < NAME(strip_width); i++) {
        found->square[i] = first + i < count ? line[first + i] : (SQUARE)0;
        found->index[i] = (uint32_t)(first + i);
    }
    SQUARE maximum = NAME(max_found)(found);
    bool goes_left = true;
    bool goes_right = true;
    for (size_t k = 1; (goes_left || goes_right) && k != SIZE_MAX;) {
        const SQUARE squared = NAME(term)(k, side);
        const size_t right = (first + k) / NAME(strip_width);
        const ptrdiff_t left = (ptrdiff_t)((first + NAME(strip_width) - k) / NAME(strip_width)) - 1;
        goes_left = goes_left && k < first + NAME(strip_width) &&
                    NAME(can_count)(bounds.before[left + 1], squared, maximum);
        if (goes_left &&
            NAME(can_count)(NAME(lesser)(bounds.minimum[left], bounds.minimum[left + 1]), squared, maximum)) {
            NAME(offer)(found, line + first - k, squared, (uint32_t)(first - k), 1);
        }
        goes_right = goes_right && first + k < count && NAME(can_count)(bounds.after[right], squared, maximum);
        if (goes_right &&
            NAME(can_count)(NAME(lesser)(bounds.minimum[right], bounds.minimum[right + 1]), squared, maximum)) {
            NAME(offer)(found, line + first + k, squared, (uint32_t)(first + k), 1);
        }
        maximum = NAME(max_found)(found);
        k = NAME(next_column)(bounds, first, count, k, goes_left, goes_right);
    }
}

/* A line's smallest sums and the columns that they come from. */
static void NAME(find_line)(const scree_distance_layer *layer, scree_distance_space *space, SQUARE *line, int side)
{
    const size_t columns = layer->columns;
    const NAME(bounds) bounds = NAME(bound_line)(space, line, columns);
    for (size_t first = 0; first < columns; first += NAME(strip_width)) {
        NAME(found) found;
        NAME(find_vectors)(line, first, columns, bounds, layer->side[0], &found);
        memcpy((SQUARE *)space->line[side] + first, found.square, sizeof found.square);
        memcpy(space->indices[side] + first, found.index, sizeof found.index);
    }
}

/* The index of the nearest voxel: the found index, on the voxel's own side. */
static void NAME(finish_indices)(const scree_distance_layer *layer, const scree_distance_space *space, size_t row)
{
    const size_t stride = scree_distance_line_stride(layer->columns);
    for (size_t x = 0; x < layer->columns; x++) {
        const int side = is_solid_at(layer, row * layer->columns + x);
        uint32_t index = (uint32_t)(((size_t)layer->layer * layer->rows + row) * layer->columns + x);
        if (layer->measures[side]) {
            const size_t column = space->indices[side][x];
            const size_t line_row = layer->line_rows[side][row * stride + SCREE_STRIP_MOST + column];
            const bool is_far = ((const SQUARE *)space->line[side])[x] >= (SQUARE)FAR_SQUARE;
            index = is_far ? UINT32_MAX : nearest_index(layer, column, line_row, side);
        }
        layer->nearest[row * layer->columns + x] = index;
    }
}

static void NAME(find_lines)(const scree_distance_layer *layer, scree_distance_space *space, uint32_t first_row,
                             uint32_t count)
{
    const size_t stride = scree_distance_line_stride(layer->columns);
    for (size_t row = first_row; row < (size_t)first_row + count; row++) {
        const SQUARE *found[2] = {NULL, NULL};
        for (int side = 0; side < 2; side++) {
            if (layer->measures[side]) {
                NAME(find_line)(layer, space, (SQUARE *)layer->lines[side] + row * stride + SCREE_STRIP_MOST, side);
                found[side] = space->line[side];
            }
        }
        NAME(finish_indices)(layer, space, row);
        NAME(finish_row)(layer, space, found[0], found[1], layer->out + row * layer->columns);
    }
}
