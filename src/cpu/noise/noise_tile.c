#include "noise_tile.h"

#include <float.h>
#include "carved_memory.h"
#include "range_scan.h"
#include "site_tile.h"
#include "value_map.h"
#include "warp_tile.h"

/* Lines that a block needs at most: its rows may each lie between two lattice rows of their own. */
#define MOST_LINES (2 * SCREE_BLOCK_ROWS)
/* Rows of a part of nodes with x, y and the axis behind them left: the value, and slopes along them. */
#define PART_ROWS 4u
/* A lattice row that is none. */
#define NO_NODE UINT32_MAX
#define LINE_SAMPLES 16

/* Nodes of the tile between two lattice planes along axis 2, folded along all axes beyond it. */
typedef struct node_plane {
    bool is_valid;
    int64_t cell;
    float
        *memory; /* For each lattice row of the tile: parts of a row for the value and one for each of three slopes. */
} node_plane;

typedef struct tile_octave {
    size_t node_stride;  /* Nodes that a row of nodes can hold. */
    uint32_t first_node; /* First node of the tile's chunk, as an index into the box's table. */
    uint32_t nodes;
    uint32_t first_node_row;
    uint32_t node_rows;
    node_plane plane[2];
    size_t plane_stride; /* Floats from one lattice row of a plane to the next. */
    uint32_t ring_lines; /* A power of two: lines that are kept, the lattice row's number modulo this. */
    size_t ring_stride;  /* Floats from one line to the next. */
    uint32_t ring_node[MOST_LINES];
    float *ring;    /* Lines; for octaves that are evaluated directly a row of samples for each row of a block. */
    uint32_t *key0; /* Direct octaves: keys of every sample of the chunk. */
    uint32_t *key1;
    scree_site_tile sites; /* Kinds of sites only, which are evaluated directly. */
} tile_octave;

struct scree_tile_space {
    scree_warp_tile *warp;       /* NULL for fields that are not warped. */
    scree_tile_space *component; /* For the first components of a warp, which are made one after the other. */
    size_t line_stride;          /* Samples that a line can hold. */
    tile_octave octave[SCREE_MAX_OCTAVES];
    float *fold_rows; /* Rows of nodes for the folds of outer axes: see fold_row(). */
    size_t fold_stride;
    size_t fold_part_stride;
    uint32_t fold_parts;                  /* Parts of each of them. */
    float *scratch;                       /* A block of rows, where samples are not kept. */
    uint64_t outer_index[SCREE_MAX_AXES]; /* Index of the current plane along each axis from 2 on. */
    scree_axis_entry outer[SCREE_MAX_OCTAVES][SCREE_MAX_AXES];
    int64_t outer_cell[SCREE_MAX_OCTAVES][SCREE_MAX_AXES];
    float minimum[SCREE_MAX_LANES];
    float maximum[SCREE_MAX_LANES];
};

/* Nodes that a run of samples can touch: two of its own for each, or one for each cell that it crosses. */
static size_t most_nodes(uint64_t samples, double cells_per_sample)
{
    double crossed = (double)samples * cells_per_sample + 3.0;
    double own = 2.0 * (double)samples;
    size_t nodes = (size_t)(crossed < own ? crossed : own) + 2;
    return (nodes + 2 * LINE_SAMPLES - 1) / LINE_SAMPLES * LINE_SAMPLES;
}

/* Rows of floats that an octave has of a row of samples: the values, and with duals the derivatives. */
static uint32_t channels_of_octave(const scree_plan *plan)
{
    return plan->has_duals ? 1 + plan->axes : 1;
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

static void carve_direct(tile_octave *octave, scree_carved_memory *carved, const scree_plan *plan, size_t line_stride)
{
    octave->ring = scree_carve_words(carved, channels_of_octave(plan) * SCREE_BLOCK_ROWS * line_stride);
    octave->key0 = scree_carve_words(carved, line_stride);
    octave->key1 = scree_carve_words(carved, line_stride);
}

/* Planes that follow one another share their nodes. A plane alone folds a lattice row when its line is made, so that
   no node leaves the first cache. */
static bool keeps_node_planes(const scree_plan *plan)
{
    return plan->axes > 2 && plan->grid.count[2] > 1;
}

/* Few lines stay in the cache; a block of a coarse octave needs two or three. */
static uint32_t lines_of_block(double cells_per_sample)
{
    double needed = SCREE_BLOCK_ROWS * cells_per_sample + 3.0;
    uint32_t lines = 2;
    while (lines < MOST_LINES && lines < needed) {
        lines *= 2;
    }
    return lines;
}

static void carve_contraction(tile_octave *octave, scree_carved_memory *carved, const scree_plan *plan,
                              const scree_plan_octave *planned, size_t line_stride, uint64_t rows)
{
    octave->ring_lines = lines_of_block(plan->axes > 1 ? planned->axis[1].cells_per_sample : 0.0);
    octave->ring_stride = line_parts(plan) * 2 * line_stride;
    octave->ring = scree_carve_words(carved, octave->ring_lines * octave->ring_stride);
    if (!keeps_node_planes(plan)) {
        return;
    }
    size_t node_rows = most_nodes(rows, planned->axis[1].cells_per_sample);
    octave->plane_stride = node_parts(plan, 3) * PART_ROWS * octave->node_stride;
    for (int i = 0; i < 2; i++) {
        octave->plane[i].memory = scree_carve_words(carved, octave->plane_stride * node_rows);
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

static size_t fold_row_floats(const scree_tile_space *space)
{
    return space->fold_parts * (SCREE_MAX_AXES + 1) * space->fold_stride;
}

/* First components of a warp have tiles like any field. */
static void carve_warp(scree_tile_space *space, scree_carved_memory *carved, const scree_tile_source *source,
                       uint64_t width, uint64_t rows)
{
    space->warp = NULL;
    if (source->plan->is_warped) {
        void *memory = scree_carve(carved, scree_tile_space_bytes(source->warp[0], width, rows));
        space->component = memory != NULL ? scree_tile_space_place(source->warp[0], width, rows, memory) : NULL;
        space->warp = scree_warp_tile_carve(carved, source, width, rows);
    }
}

/* Everything that a tile needs. While bytes are counted `space` is a scratch copy that nobody reads. */
static void carve_tile(scree_tile_space *space, scree_carved_memory *carved, const scree_tile_source *source,
                       uint64_t width, uint64_t rows)
{
    const scree_plan *plan = source->plan;
    space->line_stride = (size_t)(width + 2 * LINE_SAMPLES - 1) / LINE_SAMPLES * LINE_SAMPLES;
    space->fold_stride = 0;
    for (uint32_t o = 0; o < plan->octaves; o++) {
        tile_octave *octave = &space->octave[o];
        octave->node_stride = most_nodes(width, plan->octave[o].axis[0].cells_per_sample);
        if (source->is_direct[o]) {
            carve_direct(octave, carved, plan, space->line_stride);
            if (scree_plan_has_sites(plan)) {
                scree_site_tile_carve(&octave->sites, carved, plan, space->line_stride, rows);
            }
            continue;
        }
        space->fold_stride = octave->node_stride > space->fold_stride ? octave->node_stride : space->fold_stride;
        carve_contraction(octave, carved, plan, &plan->octave[o], space->line_stride, rows);
    }
    carve_warp(space, carved, source, width, rows);
    space->scratch = scree_carve_words(carved, SCREE_BLOCK_ROWS * space->line_stride * plan->channels);
    space->fold_parts = node_parts(plan, 2);
    space->fold_part_stride = (plan->axes > PART_ROWS ? plan->axes : PART_ROWS) * space->fold_stride;
    space->fold_rows = scree_carve_words(carved, 2 * (SCREE_MAX_AXES + 1) * fold_row_floats(space));
}

size_t scree_tile_space_bytes(const scree_tile_source *source, uint64_t width, uint64_t rows)
{
    scree_carved_memory carved = {.used = 0};
    scree_tile_space counted;
    scree_carve(&carved, sizeof counted);
    carve_tile(&counted, &carved, source, width, rows);
    return carved.used;
}

scree_tile_space *scree_tile_space_place(const scree_tile_source *source, uint64_t width, uint64_t rows, void *memory)
{
    scree_carved_memory carved = {.memory = memory};
    scree_tile_space *space = scree_carve(&carved, sizeof *space);
    carve_tile(space, &carved, source, width, rows);
    return space;
}

/* Work rows for the fold of an axis: two (low and high) for each axis. */
static scree_node_row fold_row(const scree_tile_space *space, uint32_t axis, uint32_t which)
{
    return (scree_node_row){.value = space->fold_rows + (2 * axis + which) * fold_row_floats(space),
                            .stride = space->fold_stride,
                            .part_stride = space->fold_part_stride};
}

static scree_cpu_position position_of(const scree_axis_entry *entry)
{
    return (scree_cpu_position){.fraction = entry->fraction, .fraction1 = entry->fraction1, .fade = entry->fade};
}

/* Folds an outer axis of two rows of nodes: with duals part by part, and the derivative along the axis arises. */
static void fold_node_rows(const scree_tile_space *space, const scree_tile_source *source, uint32_t o, uint32_t axis,
                           const scree_node_row half[2], const scree_node_row *out)
{
    const scree_cpu_octave *octave = &source->octaves[o];
    const scree_cpu_position position = position_of(&space->outer[o][axis]);
    const size_t nodes = space->octave[o].nodes;
    source->kernels->fold_nodes(octave, &half[0], &half[1], position, axis, nodes, out);
    if (!source->plan->has_duals) {
        return;
    }
    const uint32_t parts = node_parts(source->plan, axis + 1);
    const scree_node_row derived = scree_node_part(out, parts);
    source->kernels->derive_nodes(octave, &half[0], &half[1], position, axis, nodes, &derived);
    for (uint32_t part = 1; part < parts; part++) {
        const scree_node_row low = scree_node_part(&half[0], part);
        const scree_node_row high = scree_node_part(&half[1], part);
        const scree_node_row folded = scree_node_part(out, part);
        source->kernels->fold_nodes(octave, &low, &high, position, axis, nodes, &folded);
    }
}

/*
 * Makes a row of nodes with all axes from `axis` on folded; axes 1 to axis - 1 stand at the nodes whose keys `rest`
 * names. Axes from `axis` on take both of theirs in turn: the outermost is folded first.
 */
static void make_node_row(scree_tile_space *space, const scree_tile_source *source, uint32_t o, uint32_t axis,
                          uint32_t *rest, const scree_node_row *out)
{
    const scree_cpu_octave *octave = &source->octaves[o];
    const tile_octave *own_octave = &space->octave[o];
    if (axis >= source->plan->axes || axis >= SCREE_MAX_AXES) {
        source->kernels->hash_nodes(octave, source->x[o].key + own_octave->first_node, rest, own_octave->nodes, out);
        return;
    }
    scree_node_row half[2];
    for (uint32_t which = 0; which < 2; which++) {
        half[which] = fold_row(space, axis, which);
        rest[axis] = space->outer[o][axis].key[which];
        make_node_row(space, source, o, axis + 1, rest, &half[which]);
    }
    fold_node_rows(space, source, o, axis, half, out);
}

/* Lattice row `row` (counted from the tile's first) of a node plane. */
static scree_node_row plane_row(const tile_octave *octave, uint32_t which, uint32_t row)
{
    return (scree_node_row){.value = octave->plane[which].memory + row * octave->plane_stride,
                            .stride = octave->node_stride,
                            .part_stride = PART_ROWS * octave->node_stride};
}

static void make_node_plane(scree_tile_space *space, const scree_tile_source *source, uint32_t o, uint32_t which,
                            uint32_t key_z)
{
    tile_octave *octave = &space->octave[o];
    uint32_t rest[SCREE_MAX_AXES] = {0};
    rest[2] = key_z;
    for (uint32_t row = 0; row < octave->node_rows; row++) {
        scree_node_row out = plane_row(octave, which, row);
        rest[1] = source->y[o].key[octave->first_node_row + row];
        make_node_row(space, source, o, 3, rest, &out);
    }
}

/* Sees to it that the two node planes round the plane at hand are there; a cell that goes on keeps its planes. */
static void update_node_planes(scree_tile_space *space, const scree_tile_source *source, uint32_t o)
{
    tile_octave *octave = &space->octave[o];
    int64_t cell = space->outer_cell[o][2];
    if (octave->plane[1].is_valid && octave->plane[1].cell == cell && octave->plane[0].cell != cell) {
        node_plane upper = octave->plane[1];
        octave->plane[1] = octave->plane[0];
        octave->plane[0] = upper;
        octave->plane[1].is_valid = false;
    }
    for (uint32_t which = 0; which < 2; which++) {
        node_plane *plane = &octave->plane[which];
        if (!plane->is_valid || plane->cell != cell + which) {
            make_node_plane(space, source, o, which, space->outer[o][2].key[which]);
            plane->is_valid = true;
            plane->cell = cell + which;
        }
    }
}

/* Folds x of a row of nodes, part by part; the derivative along x stands behind the values. */
static void fold_line_parts(const scree_tile_space *space, const scree_tile_source *source, uint32_t o,
                            const scree_node_row *nodes, const scree_cpu_line *line, float *out)
{
    const scree_cpu_octave *octave = &source->octaves[o];
    const size_t stride = space->line_stride;
    source->kernels->fold_line(octave, nodes, line, out, out + stride);
    if (!source->plan->has_duals) {
        return;
    }
    float *derived = out + (source->plan->axes > 1 ? 2 : 1) * stride;
    source->kernels->derive_line(octave, nodes, line, derived, derived + stride);
    for (uint32_t part = 1; part < node_parts(source->plan, 2); part++) {
        const scree_node_row folded = scree_node_part(nodes, part);
        float *to = out + 2 * (part + 1) * stride;
        source->kernels->fold_line(octave, &folded, line, to, to + stride);
    }
}

/* Folds x for one lattice row of the plane at hand. */
static void make_line(scree_tile_space *space, const scree_tile_source *source, const scree_tile *tile, uint32_t o,
                      uint32_t node, float *out)
{
    tile_octave *own_octave = &space->octave[o];
    const scree_axis_table *x = &source->x[o];
    scree_node_row nodes = fold_row(space, 0, 0);
    if (!keeps_node_planes(source->plan)) {
        const uint32_t axes = source->plan->axes;
        uint32_t rest[SCREE_MAX_AXES] = {0, axes > 1 ? source->y[o].key[node] : 0};
        make_node_row(space, source, o, axes < 2 ? axes : 2, rest, &nodes);
    } else {
        const uint32_t row = node - own_octave->first_node_row;
        const scree_node_row half[2] = {plane_row(own_octave, 0, row), plane_row(own_octave, 1, row)};
        fold_node_rows(space, source, o, 2, half, &nodes);
    }
    scree_cpu_line line = {.node = x->node + tile->first_x,
                           .base = own_octave->first_node,
                           .fraction = x->fraction + tile->first_x,
                           .fraction1 = x->fraction1 + tile->first_x,
                           .fade = x->fade + tile->first_x,
                           .count = tile->width};
    fold_line_parts(space, source, o, &nodes, &line, out);
}

/* The line of a lattice row, made unless it is there. */
static const float *line_of(scree_tile_space *space, const scree_tile_source *source, const scree_tile *tile,
                            uint32_t o, uint32_t node)
{
    tile_octave *octave = &space->octave[o];
    uint32_t slot = node & (octave->ring_lines - 1);
    float *line = octave->ring + slot * octave->ring_stride;
    if (octave->ring_node[slot] != node) {
        make_line(space, source, tile, o, node, line);
        octave->ring_node[slot] = node;
    }
    return line;
}

static void prepare_contraction(scree_tile_space *space, const scree_tile_source *source, const scree_tile *tile,
                                uint32_t o, uint64_t first_row, uint32_t rows, scree_sum_octave *sum)
{
    sum->is_evaluated = source->plan->axes == 1;
    sum->slope_offset = space->line_stride;
    if (sum->is_evaluated) {
        sum->low[0] = line_of(space, source, tile, o, 0);
        return;
    }
    const scree_axis_table *y = &source->y[o];
    const uint32_t *node = y->node + first_row;
    sum->fraction = y->fraction + first_row;
    sum->fraction1 = y->fraction1 + first_row;
    sum->fade = y->fade + first_row;
    sum->shared = 0;
    for (uint32_t row = 0; row < rows; row++) {
        bool is_next = row > 0 && node[row] == node[row - 1];
        uint32_t group = row / SCREE_GROUP_ROWS;
        sum->low[row] = is_next ? sum->low[row - 1] : line_of(space, source, tile, o, node[row]);
        sum->high[row] = is_next ? sum->high[row - 1] : line_of(space, source, tile, o, node[row] + 1);
        sum->shared |= (uint32_t)(node[row] == node[group * SCREE_GROUP_ROWS]) << group;
        sum->shared &= ~((uint32_t)(node[row] != node[group * SCREE_GROUP_ROWS]) << group);
    }
}

/* Where derivatives along an axis begin: behind the values of a block, and then behind those along the axis before. */
static size_t slopes_of(const scree_tile_space *space)
{
    return SCREE_BLOCK_ROWS * space->line_stride;
}

static void prepare_direct(scree_tile_space *space, const scree_tile_source *source, const scree_tile *tile, uint32_t o,
                           uint64_t first_row, uint32_t rows, scree_sum_octave *sum)
{
    tile_octave *octave = &space->octave[o];
    const scree_axis_table *x = &source->x[o];
    scree_direct_axis axes[SCREE_MAX_AXES] = {0};
    axes[0] = (scree_direct_axis){.varies = true,
                                  .fraction = x->fraction + tile->first_x,
                                  .fraction1 = x->fraction1 + tile->first_x,
                                  .fade = x->fade + tile->first_x,
                                  .key0 = octave->key0,
                                  .key1 = octave->key1};
    for (uint32_t axis = 2; axis < source->plan->axes; axis++) {
        const scree_axis_entry *entry = &space->outer[o][axis];
        axes[axis] = (scree_direct_axis){.fraction = &entry->fraction,
                                         .fraction1 = &entry->fraction1,
                                         .fade = &entry->fade,
                                         .key0 = &entry->key[0],
                                         .key1 = &entry->key[1]};
    }
    sum->is_evaluated = true;
    for (uint32_t row = 0; row < rows; row++) {
        if (source->plan->axes > 1) {
            const scree_axis_table *y = &source->y[o];
            const uint32_t *key = y->key + y->node[first_row + row];
            axes[1] = (scree_direct_axis){.fraction = y->fraction + first_row + row,
                                          .fraction1 = y->fraction1 + first_row + row,
                                          .fade = y->fade + first_row + row,
                                          .key0 = key,
                                          .key1 = key + 1};
        }
        /* Whole vectors, so that what lies past the end repeats the last sample here as in tables. */
        size_t whole = (tile->width + LINE_SAMPLES - 1) / LINE_SAMPLES * LINE_SAMPLES;
        float *out = octave->ring + row * space->line_stride;
        if (source->plan->has_duals) {
            source->kernels->evaluate_duals(&source->octaves[o], axes, whole, out, slopes_of(space));
        } else {
            source->kernels->evaluate(&source->octaves[o], axes, whole, out);
        }
        sum->low[row] = out;
    }
    sum->slope_offset = slopes_of(space);
}

/* Evaluates an octave of sites into lines, or adds it to what is there. */
static void prepare_sites(scree_tile_space *space, const scree_tile_source *source, const scree_tile *tile, uint32_t o,
                          uint64_t first_row, uint32_t rows, float *lines, bool adds, scree_sum_octave *sum)
{
    tile_octave *octave = &space->octave[o];
    scree_cpu_sites sites;
    scree_site_tile_rows(&octave->sites, source->plan, o, first_row - tile->first_row, rows, &sites);
    sites.count = (tile->width + LINE_SAMPLES - 1) / LINE_SAMPLES * LINE_SAMPLES;
    sites.out = lines;
    sites.row_stride = space->line_stride;
    sites.slope_stride = slopes_of(space);
    sites.minimum = NULL;
    sites.maximum = NULL;
    if (space->warp != NULL) {
        scree_warp_tile_evaluate(space->warp, o, &sites, adds);
    } else if (source->plan->has_duals) {
        source->kernels->evaluate_site_duals(&source->octaves[o], &sites);
    } else {
        source->kernels->evaluate_sites(&source->octaves[o], &sites);
    }
    sum->slope_offset = slopes_of(space);
    sum->is_evaluated = true;
    for (uint32_t row = 0; row < rows; row++) {
        sum->low[row] = lines + row * space->line_stride;
    }
}

/*
 * Prepares everything that is constant within a tile: its share of the tables, and the samples' keys for octaves that
 * are evaluated directly.
 */
static void start_tile(scree_tile_space *space, const scree_tile_source *source, const scree_tile *tile)
{
    if (space->warp != NULL) {
        scree_warp_tile_start(space->warp, source, tile);
    }
    for (uint32_t o = 0; o < source->plan->octaves; o++) {
        tile_octave *octave = &space->octave[o];
        if (scree_plan_has_sites(source->plan)) {
            scree_site_tile_start(&octave->sites, source->plan, o, tile->box.first_x + tile->first_x, tile->width,
                                  tile->box.first_row + tile->first_row, tile->rows);
            continue;
        }
        const scree_axis_table *x = &source->x[o];
        octave->first_node = x->node[tile->first_x];
        octave->nodes = x->node[tile->first_x + tile->width - 1] + 2 - octave->first_node;
        octave->plane[0].is_valid = false;
        octave->plane[1].is_valid = false;
        if (source->plan->axes > 1) {
            const scree_axis_table *y = &source->y[o];
            octave->first_node_row = y->node[tile->first_row];
            octave->node_rows = y->node[tile->first_row + tile->rows - 1] + 2 - octave->first_node_row;
        }
        for (size_t i = 0; source->is_direct[o] && i < space->line_stride; i++) {
            size_t clamped = i < tile->width ? i : tile->width - 1;
            octave->key0[i] = x->key[x->node[tile->first_x + clamped]];
            octave->key1[i] = x->key[x->node[tile->first_x + clamped] + 1];
        }
    }
    for (uint32_t lane = 0; lane < SCREE_MAX_LANES; lane++) {
        space->minimum[lane] = FLT_MAX;
        space->maximum[lane] = -FLT_MAX;
    }
}

/* Indices of a plane along the outer axes, axis 2 fastest, and what follows from them for every octave. */
static void start_plane(scree_tile_space *space, const scree_tile_source *source, uint64_t plane, bool is_first)
{
    const scree_plan *plan = source->plan;
    uint64_t rest = plane;
    for (uint32_t axis = 2; axis < plan->axes; axis++) {
        uint64_t index = rest % plan->grid.count[axis];
        bool has_moved = is_first || index != space->outer_index[axis];
        rest /= plan->grid.count[axis];
        space->outer_index[axis] = index;
        for (uint32_t o = 0; has_moved && !scree_plan_has_sites(plan) && o < plan->octaves; o++) {
            scree_fixed position =
                scree_plan_position(&plan->octave[o].axis[axis], plan->grid.first[axis] + (int64_t)index);
            space->outer[o][axis] = scree_axis_entry_make(plan, o, axis, position);
            space->outer_cell[o][axis] = scree_fixed_cell(position);
            if (axis > 2) {
                space->octave[o].plane[0].is_valid = false;
                space->octave[o].plane[1].is_valid = false;
            }
        }
    }
    for (uint32_t o = 0; o < plan->octaves; o++) {
        for (uint32_t slot = 0; slot < MOST_LINES; slot++) {
            space->octave[o].ring_node[slot] = NO_NODE;
        }
        if (keeps_node_planes(plan) && !source->is_direct[o]) {
            update_node_planes(space, source, o);
        }
        if (scree_plan_has_sites(plan)) {
            scree_site_tile_plane(&space->octave[o].sites, plan, o, space->outer_index);
        }
    }
}

/* Where a block of rows goes; samples that nobody keeps go where the next block's will go. */
static void aim_block(scree_tile_space *space, const scree_tile *tile, const scree_target *target, uint64_t plane,
                      uint64_t row, scree_sum_block *block)
{
    if (target->values == NULL) {
        block->out = space->scratch;
        block->row_stride = space->line_stride * block->channels;
        return;
    }
    if (tile->starts_target) {
        plane -= tile->first_plane;
        row -= tile->first_row;
    }
    block->out = target->values + plane * target->plane_stride + row * target->row_stride +
                 (tile->starts_target ? 0 : tile->first_x * block->channels);
    block->row_stride = target->row_stride;
    block->is_streamed = tile->is_streamed;
}

static void convert_block(const scree_tile_source *source, const scree_tile *tile, const scree_target *target,
                          uint64_t plane, uint64_t row, const scree_sum_block *block)
{
    for (uint32_t r = 0; r < block->rows; r++) {
        uint64_t index = (plane * tile->box.rows + row + r) * tile->box.width + tile->first_x;
        source->kernels->convert(&target->mapping, block->out + r * block->row_stride, tile->width,
                                 (char *)target->data + index * scree_type_bytes(target->mapping.type));
    }
}

/* Whether samples are those of one octave of a kind of sites, and stay in the caches. */
static bool are_sites_alone(const scree_tile_source *source, const scree_tile *tile)
{
    return scree_plan_has_sites(source->plan) && !source->plan->is_warped && !scree_plan_needs_sum(source->plan) &&
           !tile->is_streamed;
}

/* Evaluates such samples where they go. */
static void fill_sites(scree_tile_space *space, const scree_tile_source *source, const scree_tile *tile, uint64_t row,
                       const scree_sum_block *block)
{
    scree_cpu_sites sites;
    scree_site_tile_rows(&space->octave[0].sites, source->plan, 0, row - tile->first_row, block->rows, &sites);
    sites.count = block->count;
    sites.out = block->out;
    sites.row_stride = block->row_stride;
    sites.minimum = block->minimum;
    sites.maximum = block->maximum;
    source->kernels->evaluate_sites(&source->octaves[0], &sites);
}

/* All octaves of a warped field, summed as they are evaluated. */
static void prepare_warped(scree_tile_space *space, const scree_tile_source *source, const scree_tile *tile,
                           uint64_t first_row, uint32_t rows, scree_sum_octave *sum)
{
    for (uint32_t o = 0; o < source->plan->octaves; o++) {
        prepare_sites(space, source, tile, o, first_row, rows, space->octave[0].ring, o > 0, sum);
    }
}

/* Returns the number of octaves that are left to be summed. */
static uint32_t prepare_octaves(scree_tile_space *space, const scree_tile_source *source, const scree_tile *tile,
                                uint64_t row, uint32_t rows, scree_sum_octave *sums)
{
    const scree_plan *plan = source->plan;
    if (space->warp != NULL) {
        scree_warp_tile_displace(space->warp, source, tile, row, rows);
    }
    if (space->warp != NULL && scree_warp_rows_can_add(plan)) {
        prepare_warped(space, source, tile, row, rows, &sums[0]);
        return 1;
    }
    for (uint32_t o = 0; o < plan->octaves; o++) {
        sums[o].weight = plan->octave[o].weight;
        sums[o].frequency = source->octaves[o].frequency;
        if (scree_plan_has_sites(plan)) {
            prepare_sites(space, source, tile, o, row, rows, space->octave[o].ring, false, &sums[o]);
        } else if (source->is_direct[o]) {
            prepare_direct(space, source, tile, o, row, rows, &sums[o]);
        } else {
            prepare_contraction(space, source, tile, o, row, rows, &sums[o]);
        }
    }
    return plan->octaves;
}

static void generate_block(scree_tile_space *space, const scree_tile_source *source, const scree_tile *tile,
                           const scree_target *target, uint64_t plane, uint64_t row, uint32_t rows)
{
    const scree_plan *plan = source->plan;
    scree_sum_octave sums[SCREE_MAX_OCTAVES];
    scree_sum_block block = {.octaves = sums,
                             .octave_count = plan->octaves,
                             .kind = plan->params.kind,
                             .fractal = plan->fractal,
                             .options = plan->options,
                             .axes = plan->axes,
                             .fade = plan->params.fade,
                             .channels = plan->channels,
                             .curl_octaves = scree_plan_curl_octaves(plan),
                             .rows = rows,
                             .count = tile->width,
                             .minimum = space->minimum,
                             .maximum = space->maximum};
    aim_block(space, tile, target, plane, row, &block);
    if (are_sites_alone(source, tile)) {
        fill_sites(space, source, tile, row, &block);
    } else {
        block.octave_count = prepare_octaves(space, source, tile, row, rows, sums);
        if (plan->has_duals) {
            source->kernels->sum_duals(&block);
        } else {
            source->kernels->sum_octaves(&block);
        }
    }
    for (uint32_t r = 0; plan->value_map != NULL && r < rows; r++) {
        source->kernels->distribute(plan->value_map, block.out + r * block.row_stride, block.count, block.channels);
    }
    if (target->data != NULL) {
        convert_block(source, tile, target, plane, row, &block);
    }
}

/* Stores past the caches are not ordered by the locks that tell others of them. */
static void order_stores(void)
{
#ifdef __x86_64__
    __builtin_ia32_sfence();
#endif
}

/* Makes the first components of a warp for some planes from one on. */
static void make_components(const scree_tile_space *space, const scree_tile_source *source, const scree_tile *tile,
                            uint64_t plane, uint64_t planes)
{
    scree_tile part = *tile;
    scree_progress unfollowed = {.boxes = 0};
    scree_range unused = {0};
    part.first_plane = plane;
    part.planes = planes;
    part.is_streamed = false;
    part.starts_target = true;
    for (uint32_t axis = 0; axis < source->plan->axes && planes > 0; axis++) {
        const scree_target target = scree_warp_tile_target(space->warp, axis);
        scree_tile_generate(space->component, source->warp[axis], &part, &target, &unfollowed, &unused);
        scree_warp_tile_pad(space->warp, tile, axis, planes);
    }
}

/* Widens a range by the minimum and the maximum of each lane, which were found before values were mapped. */
static void widen_range(const scree_tile_space *space, const scree_tile_source *source, scree_range *range)
{
    for (uint32_t lane = 0; lane < SCREE_MAX_LANES; lane++) {
        const scree_range found = {.minimum = space->minimum[lane], .maximum = space->maximum[lane]};
        scree_range_widen_mapped(range, &found, source->plan->value_map);
    }
}

void scree_tile_generate(scree_tile_space *space, const scree_tile_source *source, const scree_tile *tile,
                         const scree_target *target, scree_progress *progress, scree_range *range)
{
    start_tile(space, source, tile);
    for (uint64_t plane = tile->first_plane; plane < tile->first_plane + tile->planes; plane++) {
        if (atomic_load_explicit(&progress->is_cancelled, memory_order_relaxed)) {
            return;
        }
        start_plane(space, source, tile->box.first_plane + plane, plane == tile->first_plane);
        if (space->warp != NULL) {
            const uint64_t planes = scree_warp_tile_plane(space->warp, source, tile, plane, space->outer_index);
            make_components(space, source, tile, plane, planes);
        }
        uint64_t end = tile->first_row + tile->rows;
        for (uint64_t row = tile->first_row; row < end; row += SCREE_BLOCK_ROWS) {
            uint32_t rows = end - row < SCREE_BLOCK_ROWS ? (uint32_t)(end - row) : SCREE_BLOCK_ROWS;
            generate_block(space, source, tile, target, plane, row, rows);
        }
        atomic_fetch_add_explicit(&progress->done, tile->rows * tile->width, memory_order_relaxed);
    }
    if (tile->is_streamed) {
        order_stores();
    }
    widen_range(space, source, range);
}
