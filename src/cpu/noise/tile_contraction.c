/*
 * The contraction: lattice nodes are folded axis by axis, the outermost first, so that the samples of a cell share
 * work. Rows of nodes become planes of nodes, and a row folded along x is a line, which the sum of octaves folds along
 * y.
 */
#include "tile_methods.h"

/* Rows of a part of nodes with x, y and the axis behind them left: the value, and slopes along them. */
#define PART_ROWS 4u
/* A lattice row that is none. */
#define NO_NODE UINT32_MAX

/* Nodes that a run of samples can touch: two of its own for each, or one for each cell that it crosses. */
static size_t most_nodes(uint64_t samples, double cells_per_sample)
{
    double crossed = (double)samples * cells_per_sample + 3.0;
    double own = 2.0 * (double)samples;
    size_t nodes = (size_t)(crossed < own ? crossed : own) + 2;
    return scree_whole_line(nodes + SCREE_LINE_SAMPLES);
}

/* Parts of nodes that are folded from `axis` on: the values, and with duals the derivatives along axes that are. */
static uint32_t node_parts(const scree_plan *plan, uint32_t axis)
{
    return plan->has_duals && plan->axes > axis ? 1 + plan->axes - axis : 1;
}

/* Parts of a line, which is folded along all axes but y. */
static uint32_t line_parts(const scree_plan *plan)
{
    return plan->has_duals ? 1 + node_parts(plan, 2) : 1;
}

/* Planes that follow one another share their nodes. A plane alone folds a lattice row when its line is made, so that
   no node leaves the first cache. */
static bool keeps_node_planes(const scree_plan *plan)
{
    return plan->axes > 2 && plan->grid.count[2] > 1;
}

/* Few lines stay in the cache; a batch of a coarse octave needs two or three. */
static uint32_t lines_of_batch(double cells_per_sample)
{
    double needed = SCREE_BATCH_ROWS * cells_per_sample + 3.0;
    uint32_t lines = 2;
    while (lines < SCREE_MOST_LINES && lines < needed) {
        lines *= 2;
    }
    return lines;
}

static void allocate_contraction(scree_tile_space *space, scree_arena *arena, uint32_t octave, uint64_t width,
                                 uint64_t rows)
{
    const scree_plan *plan = space->source->plan;
    const scree_plan_axis *axis = plan->octave[octave].axis;
    scree_contraction_octave *own = &space->octave[octave].contraction;
    own->node_stride = most_nodes(width, axis[0].cells_per_sample);
    own->line_modulus = lines_of_batch(plan->axes > 1 ? axis[1].cells_per_sample : 0.0);
    own->line_floats = line_parts(plan) * 2 * space->line_stride;
    space->octave[octave].lines = scree_arena_words(arena, own->line_modulus * own->line_floats);
    space->folds.stride = own->node_stride > space->folds.stride ? own->node_stride : space->folds.stride;
    if (!keeps_node_planes(plan)) {
        return;
    }
    const size_t node_rows = most_nodes(rows, axis[1].cells_per_sample);
    own->plane_stride = node_parts(plan, 3) * PART_ROWS * own->node_stride;
    for (int i = 0; i < 2; i++) {
        own->plane[i].memory = scree_arena_words(arena, own->plane_stride * node_rows);
    }
}

size_t scree_tile_plane_bytes(const scree_tile_source *source, uint64_t width, uint64_t rows)
{
    const scree_plan *plan = source->plan;
    size_t floats = 0;
    for (uint32_t o = 0; o < plan->octaves && keeps_node_planes(plan); o++) {
        if (!source->is_direct[o]) {
            const scree_plan_axis *axis = plan->octave[o].axis;
            floats += 2 * PART_ROWS * node_parts(plan, 3) * most_nodes(width, axis[0].cells_per_sample) *
                      most_nodes(rows, axis[1].cells_per_sample);
        }
    }
    return floats * sizeof(float);
}

static size_t fold_row_floats(const scree_fold_rows *folds)
{
    return folds->parts * (SCREE_MAX_AXES + 1) * folds->stride;
}

void scree_tile_allocate_folds(scree_tile_space *space, scree_arena *arena)
{
    const scree_plan *plan = space->source->plan;
    scree_fold_rows *folds = &space->folds;
    folds->parts = node_parts(plan, 2);
    folds->part_stride = (plan->axes > PART_ROWS ? plan->axes : PART_ROWS) * folds->stride;
    folds->memory = scree_arena_words(arena, 2 * (SCREE_MAX_AXES + 1) * fold_row_floats(folds));
}

static scree_node_row fold_row(const scree_fold_rows *folds, uint32_t axis, uint32_t which)
{
    return (scree_node_row){.value = folds->memory + (2 * axis + which) * fold_row_floats(folds),
                            .stride = folds->stride,
                            .part_stride = folds->part_stride};
}

static scree_cpu_position position_of(const scree_axis_entry *entry)
{
    return (scree_cpu_position){.fraction = entry->fraction, .fraction1 = entry->fraction1, .fade = entry->fade};
}

/* Folds an outer axis of two rows of nodes: with duals part by part, and the derivative along the axis arises. */
static void fold_node_rows(const scree_tile_space *space, uint32_t o, uint32_t axis, const scree_node_row half[2],
                           const scree_node_row *out)
{
    const scree_cpu_octave *octave = &space->source->octaves[o];
    const scree_cpu_position position = position_of(&space->outer[o][axis]);
    const scree_noise_kernels *kernels = &space->source->kernels->noise;
    const size_t nodes = space->octave[o].contraction.nodes;
    kernels->fold_nodes(octave, &half[0], &half[1], position, axis, nodes, out);
    if (!space->source->plan->has_duals) {
        return;
    }
    const uint32_t parts = node_parts(space->source->plan, axis + 1);
    const scree_node_row derived = scree_node_part(out, parts);
    kernels->derive_nodes(octave, &half[0], &half[1], position, axis, nodes, &derived);
    for (uint32_t part = 1; part < parts; part++) {
        const scree_node_row low = scree_node_part(&half[0], part);
        const scree_node_row high = scree_node_part(&half[1], part);
        const scree_node_row folded = scree_node_part(out, part);
        kernels->fold_nodes(octave, &low, &high, position, axis, nodes, &folded);
    }
}

/*
 * Makes a row of nodes with all axes from `axis` on folded; axes 1 to axis - 1 stand at the nodes whose keys `rest`
 * names. Axes from `axis` on take both of theirs in turn: the outermost is folded first.
 */
static void make_node_row(scree_tile_space *space, uint32_t o, uint32_t axis, uint32_t *rest, const scree_node_row *out)
{
    const scree_cpu_octave *octave = &space->source->octaves[o];
    const scree_contraction_octave *own = &space->octave[o].contraction;
    if (axis >= space->source->plan->axes || axis >= SCREE_MAX_AXES) {
        space->source->kernels->noise.hash_nodes(octave, space->source->x[o].key + own->first_node, rest, own->nodes,
                                                 out);
        return;
    }
    scree_node_row half[2];
    for (uint32_t which = 0; which < 2; which++) {
        half[which] = fold_row(&space->folds, axis, which);
        rest[axis] = space->outer[o][axis].key[which];
        make_node_row(space, o, axis + 1, rest, &half[which]);
    }
    fold_node_rows(space, o, axis, half, out);
}

/* Lattice row `row` (counted from the tile's first) of a node plane. */
static scree_node_row plane_row(const scree_contraction_octave *own, uint32_t which, uint32_t row)
{
    return (scree_node_row){.value = own->plane[which].memory + row * own->plane_stride,
                            .stride = own->node_stride,
                            .part_stride = PART_ROWS * own->node_stride};
}

static void make_node_plane(scree_tile_space *space, uint32_t o, uint32_t which, uint32_t key_z)
{
    scree_contraction_octave *own = &space->octave[o].contraction;
    uint32_t rest[SCREE_MAX_AXES] = {0};
    rest[2] = key_z;
    for (uint32_t row = 0; row < own->node_rows; row++) {
        scree_node_row out = plane_row(own, which, row);
        rest[1] = space->source->y[o].key[own->first_node_row + row];
        make_node_row(space, o, 3, rest, &out);
    }
}

static void forget_planes(scree_contraction_octave *own)
{
    own->plane[0].is_valid = false;
    own->plane[1].is_valid = false;
}

/* Sees to it that the two node planes round the plane at hand are there; a cell that goes on keeps its planes. */
static void update_node_planes(scree_tile_space *space, uint32_t o)
{
    scree_contraction_octave *own = &space->octave[o].contraction;
    int64_t cell = space->outer_cell[o][2];
    if (space->moved >> 3 != 0) { /* Along an axis that is folded already. */
        forget_planes(own);
    }
    if (own->plane[1].is_valid && own->plane[1].cell == cell && own->plane[0].cell != cell) {
        scree_node_plane upper = own->plane[1];
        own->plane[1] = own->plane[0];
        own->plane[0] = upper;
        own->plane[1].is_valid = false;
    }
    for (uint32_t which = 0; which < 2; which++) {
        scree_node_plane *plane = &own->plane[which];
        if (!plane->is_valid || plane->cell != cell + which) {
            make_node_plane(space, o, which, space->outer[o][2].key[which]);
            plane->is_valid = true;
            plane->cell = cell + which;
        }
    }
}

/* Folds x of a row of nodes, part by part; the derivative along x stands behind the values. */
static void fold_line_parts(const scree_tile_space *space, uint32_t o, const scree_node_row *nodes,
                            const scree_cpu_line *line, float *out)
{
    const scree_cpu_octave *octave = &space->source->octaves[o];
    const scree_noise_kernels *kernels = &space->source->kernels->noise;
    const size_t stride = space->line_stride;
    kernels->fold_line(octave, nodes, line, out, out + stride);
    if (!space->source->plan->has_duals) {
        return;
    }
    float *derived = out + (space->source->plan->axes > 1 ? 2 : 1) * stride;
    kernels->derive_line(octave, nodes, line, derived, derived + stride);
    for (uint32_t part = 1; part < node_parts(space->source->plan, 2); part++) {
        const scree_node_row folded = scree_node_part(nodes, part);
        float *to = out + 2 * (part + 1) * stride;
        kernels->fold_line(octave, &folded, line, to, to + stride);
    }
}

/* Folds x for one lattice row of the plane at hand. */
static void make_line(scree_tile_space *space, uint32_t o, uint32_t node, float *out)
{
    const scree_contraction_octave *own = &space->octave[o].contraction;
    const scree_axis_table *x = &space->source->x[o];
    scree_node_row nodes = fold_row(&space->folds, 0, 0);
    if (!keeps_node_planes(space->source->plan)) {
        const uint32_t axes = space->source->plan->axes;
        uint32_t rest[SCREE_MAX_AXES] = {0, axes > 1 ? space->source->y[o].key[node] : 0};
        make_node_row(space, o, axes < 2 ? axes : 2, rest, &nodes);
    } else {
        const uint32_t row = node - own->first_node_row;
        const scree_node_row half[2] = {plane_row(own, 0, row), plane_row(own, 1, row)};
        fold_node_rows(space, o, 2, half, &nodes);
    }
    const size_t first_x = space->tile->first_x;
    scree_cpu_line line = {.node = x->node + first_x,
                           .base = own->first_node,
                           .fraction = x->fraction + first_x,
                           .fraction1 = x->fraction1 + first_x,
                           .fade = x->fade + first_x,
                           .count = space->tile->width};
    fold_line_parts(space, o, &nodes, &line, out);
}

/* The line of a lattice row, made unless it is there. */
static const float *line_of(scree_tile_space *space, uint32_t o, uint32_t node)
{
    scree_contraction_octave *own = &space->octave[o].contraction;
    const uint32_t slot = node & (own->line_modulus - 1);
    float *line = space->octave[o].lines + slot * own->line_floats;
    if (own->line_node[slot] != node) {
        make_line(space, o, node, line);
        own->line_node[slot] = node;
    }
    return line;
}

static void prepare_contraction(scree_tile_space *space, uint32_t o, scree_sum_octave *sum)
{
    sum->is_evaluated = space->source->plan->axes == 1;
    sum->slope_offset = space->line_stride;
    if (sum->is_evaluated) {
        sum->low[0] = line_of(space, o, 0);
        return;
    }
    const scree_axis_table *y = &space->source->y[o];
    const uint32_t *node = y->node + space->first_row;
    sum->fraction = y->fraction + space->first_row;
    sum->fraction1 = y->fraction1 + space->first_row;
    sum->fade = y->fade + space->first_row;
    sum->shared = 0;
    for (uint32_t row = 0; row < space->row_count; row++) {
        bool is_next = row > 0 && node[row] == node[row - 1];
        uint32_t group = row / SCREE_GROUP_ROWS;
        sum->low[row] = is_next ? sum->low[row - 1] : line_of(space, o, node[row]);
        sum->high[row] = is_next ? sum->high[row - 1] : line_of(space, o, node[row] + 1);
        sum->shared |= (uint32_t)(node[row] == node[group * SCREE_GROUP_ROWS]) << group;
        sum->shared &= ~((uint32_t)(node[row] != node[group * SCREE_GROUP_ROWS]) << group);
    }
}

static void start_contraction(scree_tile_space *space, uint32_t o)
{
    scree_contraction_octave *own = &space->octave[o].contraction;
    const scree_tile *tile = space->tile;
    const scree_axis_table *x = &space->source->x[o];
    own->first_node = x->node[tile->first_x];
    own->nodes = x->node[tile->first_x + tile->width - 1] + 2 - own->first_node;
    forget_planes(own);
    if (space->source->plan->axes > 1) {
        const scree_axis_table *y = &space->source->y[o];
        own->first_node_row = y->node[tile->first_row];
        own->node_rows = y->node[tile->first_row + tile->rows - 1] + 2 - own->first_node_row;
    }
}

static void start_plane(scree_tile_space *space, uint32_t o)
{
    scree_contraction_octave *own = &space->octave[o].contraction;
    for (uint32_t slot = 0; slot < SCREE_MOST_LINES; slot++) {
        own->line_node[slot] = NO_NODE;
    }
    if (keeps_node_planes(space->source->plan)) {
        update_node_planes(space, o);
    }
}

const scree_tile_method scree_tile_contraction = {.allocate = allocate_contraction,
                                                  .start = start_contraction,
                                                  .start_plane = start_plane,
                                                  .prepare = prepare_contraction};
