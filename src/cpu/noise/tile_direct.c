/* Octaves that are so fine that samples hardly share lattice nodes: each sample is evaluated by itself. */
#include "tile_methods.h"

static void allocate_direct(scree_tile_space *space, scree_arena *arena, uint32_t octave, uint64_t width, uint64_t rows)
{
    (void)width;
    (void)rows;
    scree_tile_allocate_rows(space, arena, octave);
    space->octave[octave].direct.key0 = scree_arena_words(arena, space->line_stride);
    space->octave[octave].direct.key1 = scree_arena_words(arena, space->line_stride);
}

static void start_direct(scree_tile_space *space, uint32_t octave)
{
    const scree_tile_octave *own = &space->octave[octave];
    const scree_axis_table *x = &space->source->x[octave];
    const scree_tile *tile = space->tile;
    for (size_t i = 0; i < space->line_stride; i++) {
        const size_t clamped = i < tile->width ? i : tile->width - 1;
        own->direct.key0[i] = x->key[x->node[tile->first_x + clamped]];
        own->direct.key1[i] = x->key[x->node[tile->first_x + clamped] + 1];
    }
}

/* Axis data of all axes but y. */
static void find_axes(scree_tile_space *space, uint32_t octave, scree_direct_axis axes[SCREE_MAX_AXES])
{
    const scree_tile_octave *own = &space->octave[octave];
    const scree_axis_table *x = &space->source->x[octave];
    const size_t first_x = space->tile->first_x;
    axes[0] = (scree_direct_axis){.varies = true,
                                  .fraction = x->fraction + first_x,
                                  .fraction1 = x->fraction1 + first_x,
                                  .fade = x->fade + first_x,
                                  .key0 = own->direct.key0,
                                  .key1 = own->direct.key1};
    for (uint32_t axis = 2; axis < space->source->plan->axes; axis++) {
        const scree_axis_entry *entry = &space->outer[octave][axis];
        axes[axis] = (scree_direct_axis){.fraction = &entry->fraction,
                                         .fraction1 = &entry->fraction1,
                                         .fade = &entry->fade,
                                         .key0 = &entry->key[0],
                                         .key1 = &entry->key[1]};
    }
}

/* Axis data of y. Members are stored one by one, as kernels read them: processors wait for a copy of the whole. */
static void find_row(const scree_axis_table *y, uint64_t row, scree_direct_axis *axis)
{
    const uint32_t *key = y->key + y->node[row];
    axis->fraction = y->fraction + row;
    axis->fraction1 = y->fraction1 + row;
    axis->fade = y->fade + row;
    axis->key0 = key;
    axis->key1 = key + 1;
}

static void prepare_direct(scree_tile_space *space, uint32_t octave, scree_sum_octave *sum)
{
    const scree_plan *plan = space->source->plan;
    const scree_noise_kernels *kernels = &space->source->kernels->noise;
    const scree_cpu_octave *numbers = &space->source->octaves[octave];
    const size_t whole = scree_whole_line(space->tile->width);
    float *out = space->octave[octave].lines;
    scree_direct_axis axes[SCREE_MAX_AXES] = {0};
    find_axes(space, octave, axes);
    scree_tile_give_rows(space, out, sum);
    for (uint32_t row = 0; row < space->row_count; row++, out += space->line_stride) {
        if (plan->axes > 1) {
            find_row(&space->source->y[octave], space->first_row + row, &axes[1]);
        }
        if (plan->has_duals) {
            kernels->evaluate_duals(numbers, axes, whole, out, scree_tile_slopes(space));
        } else {
            kernels->evaluate(numbers, axes, whole, out);
        }
    }
}

const scree_tile_method scree_tile_direct = {
    .allocate = allocate_direct, .start = start_direct, .prepare = prepare_direct};
