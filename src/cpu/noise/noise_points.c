/* Arbitrary points: axis data for every coordinate, then the direct kernel. */
#include "cpu_device.h"

#include <string.h>

#include "axis_table.h"
#include "context_internal.h"
#include "noise_octave.h"
#include "os.h"
#include "site_points.h"
#include "warp_rows.h"

/* Points that are located and evaluated at a time: few enough for all their data to stay in the first cache. */
#define BATCH 256
/* Entries of arrays, which also have room for one point with all its octaves and axes. */
#define ENTRIES SCREE_MAX_PAIRS
/* Up to this number of points each is located alone, along all axes of all octaves at the same time. */
#define FEW_POINTS 8

/* Axis data of a batch in one octave, or of one point in all octaves. */
typedef struct point_axis {
    float fraction[ENTRIES];
    float fraction1[ENTRIES];
    float fade[ENTRIES];
    uint32_t key0[ENTRIES];
    uint32_t key1[ENTRIES];
} point_axis;

_Static_assert(ENTRIES >= BATCH && ENTRIES % 16 == 0, "a batch has room, and arrays start at cache lines");

struct scree_point_space {
    double coordinate[SCREE_MAX_AXES][ENTRIES];
    point_axis axis[SCREE_MAX_AXES];
    /* Rows of each octave: its values, and with duals its derivatives along each axis. */
    float value[SCREE_MAX_OCTAVES * (1 + SCREE_MAX_AXES)][ENTRIES];
    scree_site_point_space sites;
    /* Warped fields: a first component, all of them and the sets of displacements, each with its derivatives behind it,
       and where they take points in a lattice. */
    float component[(1 + SCREE_SITE_AXES) * ENTRIES];
    float first[SCREE_SITE_AXES][1 + SCREE_SITE_AXES][ENTRIES];
    float warp[SCREE_WARP_SETS][SCREE_SITE_AXES][1 + SCREE_SITE_AXES][ENTRIES];
    scree_site_point_space displaced;
};

typedef struct points_run {
    const scree_cpu_kernels *kernels;
    const scree_point_plan *plan;
    const scree_points *points;
    const scree_cpu_displacement *displacement; /* How far other fields displace the points; NULL where none do. */
    float *out;
} points_run;

static scree_cpu_located located_at(point_axis *axis)
{
    return (scree_cpu_located){.fraction = axis->fraction,
                               .fraction1 = axis->fraction1,
                               .fade = axis->fade,
                               .key0 = axis->key0,
                               .key1 = axis->key1};
}

/* The rule of the pairs from `pair` on. */
static scree_cpu_location_rule location_rule_of(const scree_point_plan *plan, uint32_t pair, bool varies)
{
    return (scree_cpu_location_rule){.varies = varies,
                                     .frequency = plan->frequency + pair,
                                     .shift = plan->shift + pair,
                                     .upper = {plan->upper[0] + pair, plan->upper[1] + pair},
                                     .fade = plan->plan.params.fade,
                                     .hash = plan->plan.params.hash};
}

/* Locates coordinates one by one, with integers of 128 bits; every coordinate is within the limits. */
static void locate_exactly(const scree_plan *plan, uint32_t octave, uint32_t axis, const double *coordinates,
                           size_t count, const scree_cpu_located *located)
{
    for (size_t i = 0; i < count; i++) {
        scree_fixed position = scree_plan_point_position(&plan->octave[octave], axis, coordinates[i]);
        scree_axis_entry entry = scree_axis_entry_make(plan, octave, axis, position);
        located->fraction[i] = entry.fraction;
        located->fraction1[i] = entry.fraction1;
        located->fade[i] = entry.fade;
        located->key0[i] = entry.key[0];
        located->key1[i] = entry.key[1];
    }
}

/* Locates coordinates by vectors; false where that cannot be done. */
static bool fill_axis(const points_run *run, point_axis *data, uint32_t octave, uint32_t axis,
                      const double *coordinates, size_t count)
{
    const scree_point_plan *plan = run->plan;
    const scree_cpu_location_rule how = location_rule_of(plan, axis * plan->plan.octaves + octave, false);
    const scree_cpu_located located = located_at(data);
    return plan->is_simple && run->kernels->noise.locate(&how, coordinates, count, &located);
}

/* The axis data of a point or of a batch from entry `first` on. */
static scree_direct_axis axis_data(const point_axis *axis, size_t first)
{
    return (scree_direct_axis){.varies = true,
                               .fraction = axis->fraction + first,
                               .fraction1 = axis->fraction1 + first,
                               .fade = axis->fade + first,
                               .key0 = axis->key0 + first,
                               .key1 = axis->key1 + first};
}

/* The memory of an octave's values before they are summed: its first row. */
static float *values_of(const points_run *run, scree_point_space *space, uint32_t octave)
{
    const scree_plan *plan = &run->plan->plan;
    return space->value[octave * (plan->has_duals ? 1 + plan->axes : 1)];
}

static void evaluate_octave(const points_run *run, uint32_t octave, const scree_direct_axis *axes, size_t count,
                            float *out)
{
    const scree_plan *plan = &run->plan->plan;
    const scree_cpu_octave kernel_octave = scree_cpu_octave_of(plan, octave);
    if (plan->has_duals) {
        run->kernels->noise.evaluate_duals(&kernel_octave, axes, count, out, ENTRIES);
    } else {
        run->kernels->noise.evaluate(&kernel_octave, axes, count, out);
    }
}

/* Sums the octaves of points. */
static void sum_values(const points_run *run, scree_point_space *space, size_t count, float *out)
{
    const scree_plan *plan = &run->plan->plan;
    scree_sum_octave sums[SCREE_MAX_OCTAVES];
    float unused_minimum[SCREE_MAX_LANES] = {0};
    float unused_maximum[SCREE_MAX_LANES] = {0};
    for (uint32_t o = 0; o < plan->octaves; o++) {
        sums[o].is_evaluated = true;
        sums[o].weight = plan->octave[o].weight;
        sums[o].slope_offset = ENTRIES;
        sums[o].low[0] = values_of(run, space, o);
    }
    scree_sum_batch summed = {.octaves = sums,
                              .octave_count = plan->octaves,
                              .kind = plan->params.kind,
                              .fractal = plan->fractal,
                              .options = plan->options,
                              .axes = plan->axes,
                              .channels = plan->channels,
                              .curl_octaves = scree_plan_curl_octaves(plan),
                              .rows = 1,
                              .count = count,
                              .out = out,
                              .minimum = unused_minimum,
                              .maximum = unused_maximum};
    if (plan->has_duals) {
        run->kernels->noise.sum_duals(&summed);
    } else {
        run->kernels->noise.sum_octaves(&summed);
    }
}

/* Whether the points of a batch are within the limits of positions, which locate_exactly() relies on. */
static bool are_within_limits(const points_run *run, size_t first, size_t count)
{
    scree_points part = *run->points;
    size_t point = 0;
    uint32_t far_axis = 0;
    part.count = count;
    for (uint32_t i = 0; i < part.axes; i++) {
        part.coordinate[i] = (const char *)part.coordinate[i] + (ptrdiff_t)first * part.stride[i];
    }
    return !scree_plan_find_far_point(&run->plan->plan, &part, &point, &far_axis);
}

/* Coordinates of a batch in arrays of the work space, up to whole runs. */
static void take_batch(const points_run *run, scree_point_space *space, size_t first, size_t count)
{
    run->kernels->noise.take_points(run->points, first, count, space->coordinate[0], ENTRIES);
    for (uint32_t axis = 0; axis < run->plan->plan.axes; axis++) {
        for (size_t i = count; i < scree_located_count(count); i++) {
            space->coordinate[axis][i] = space->coordinate[axis][count - 1];
        }
    }
}

/* The same of a kind of sites. */
static scree_site_points take_site_batch(const points_run *run, scree_point_space *space, size_t first, size_t count)
{
    scree_site_points points = {.count = count};
    take_batch(run, space, first, count);
    for (uint32_t axis = 0; axis < run->plan->plan.axes; axis++) {
        points.coordinate[axis] = space->coordinate[axis];
    }
    return points;
}

/* Arrays for every axis are read where they lie, in whole runs. */
static bool find_site_batch(const points_run *run, size_t first, size_t count, scree_site_points *points)
{
    const ptrdiff_t bytes = (ptrdiff_t)scree_type_bytes(run->points->type);
    bool is_found = count == scree_located_count(count);
    *points = (scree_site_points){.count = count, .is_single = run->points->type == SCREE_TYPE_F32};
    for (uint32_t axis = 0; axis < run->plan->plan.axes; axis++) {
        points->coordinate[axis] = (const char *)run->points->coordinate[axis] + (ptrdiff_t)first * bytes;
        is_found = is_found && run->points->stride[axis] == bytes;
    }
    return is_found;
}

/* Locates a batch in an octave; false where a coordinate is beyond the limits. */
static bool locate_site_batch(const points_run *run, scree_point_space *space, size_t first, uint32_t octave,
                              scree_site_points *points)
{
    const scree_plan *plan = &run->plan->plan;
    if (scree_site_points_locate(run->kernels, plan, octave, points, &space->sites)) {
        return true;
    }
    if (points->is_single) {
        *points = take_site_batch(run, space, first, points->count);
        return locate_site_batch(run, space, first, octave, points);
    }
    if (!are_within_limits(run, first, points->count)) {
        return false;
    }
    scree_site_points_locate_exactly(plan, octave, points, &space->sites);
    return true;
}

/* The coordinates of a batch, where they lie or in arrays of the work space. */
static scree_site_points get_site_batch(const points_run *run, scree_point_space *space, size_t first, size_t count)
{
    scree_site_points points;
    if (!find_site_batch(run, first, count, &points)) {
        points = take_site_batch(run, space, first, count);
    }
    return points;
}

/* Evaluates a batch of a kind of sites; false where a coordinate is beyond the limits. */
static bool make_site_batch(const points_run *run, scree_point_space *space, size_t first, size_t count, float *out)
{
    const scree_plan *plan = &run->plan->plan;
    const bool is_sum = scree_plan_needs_sum(plan);
    scree_site_points points = get_site_batch(run, space, first, count);
    for (uint32_t o = 0; o < plan->octaves; o++) {
        if (!locate_site_batch(run, space, first, o, &points)) {
            return false;
        }
        scree_site_points_evaluate(run->kernels, plan, o, is_sum ? scree_located_count(count) : count, &space->sites,
                                   is_sum ? values_of(run, space, o) : out, ENTRIES);
    }
    if (is_sum) {
        sum_values(run, space, count, out);
    }
    return true;
}

/* Points of a displaced field: one row. */
typedef struct displaced_points {
    const points_run *run;
    scree_point_space *space;
    size_t first;
    size_t count;
    scree_warp_rows rows;
    scree_warp_space arrays;
} displaced_points;

/* Locates points, which are within the limits, in an octave of the field or of a component. */
static void locate_displaced(const displaced_points *displaced, const scree_plan *plan, uint32_t octave,
                             scree_cpu_sites *sites)
{
    points_run part = *displaced->run;
    scree_point_space *space = displaced->space;
    scree_site_points points = get_site_batch(displaced->run, space, displaced->first, displaced->count);
    part.plan = scree_point_plan_of(plan);
    locate_site_batch(&part, space, displaced->first, octave, &points);
    sites->is_located = true;
    for (uint32_t axis = 0; axis < plan->axes; axis++) {
        sites->part[axis] = space->sites.part[axis];
        sites->cell[axis] = space->sites.cell[axis];
    }
}

static void find_displaced_sites(void *user, uint32_t warp, uint32_t octave, scree_cpu_sites *sites)
{
    const displaced_points *displaced = user;
    locate_displaced(displaced, displaced->rows.plan->warp.displaced[warp][0], octave, sites);
}

static void start_displaced(const points_run *run, scree_point_space *space, size_t first, size_t count,
                            displaced_points *displaced)
{
    *displaced = (displaced_points){.run = run, .space = space, .first = first, .count = count};
    displaced->arrays.line_stride = ENTRIES;
    displaced->arrays.slope_stride = ENTRIES;
    for (uint32_t axis = 0; axis < run->plan->plan.axes; axis++) {
        for (uint32_t set = 0; set < SCREE_WARP_SETS; set++) {
            displaced->arrays.set[set][axis] = space->warp[set][axis][0];
        }
        displaced->arrays.part[axis] = space->displaced.part[axis];
        displaced->arrays.cell[axis] = space->displaced.cell[axis];
    }
    displaced->rows = (scree_warp_rows){.kernels = run->kernels,
                                        .plan = &run->plan->plan,
                                        .space = &displaced->arrays,
                                        .rows = 1,
                                        .count = scree_located_count(count),
                                        .find_sites = find_displaced_sites,
                                        .user = displaced};
}

static bool fill_batch(const points_run *run, scree_point_space *space, size_t first, size_t count, float *out);

/* Evaluates the first components, where the points themselves are. */
static scree_cpu_displacement fill_components(const points_run *run, scree_point_space *space, size_t first,
                                              size_t count)
{
    const uint32_t parts = scree_warp_parts_of(&run->plan->plan);
    scree_cpu_displacement found = {.row_stride = ENTRIES, .slope_stride = ENTRIES};
    for (uint32_t axis = 0; axis < run->plan->plan.axes; axis++) {
        points_run part = *run;
        part.plan = scree_point_plan_of(run->plan->plan.warp.first[axis]);
        fill_batch(&part, space, first, count, space->component);
        scree_warp_row_split(space->component, parts, count, scree_located_count(count), space->first[axis][0],
                             ENTRIES);
        found.along[axis] = space->first[axis][0];
    }
    return found;
}

/* How far a batch is displaced: by other fields, or by the field's own warp. */
static scree_cpu_displacement find_displacement(const points_run *run, scree_point_space *space,
                                                displaced_points *displaced)
{
    const size_t first = displaced->first;
    const size_t count = displaced->count;
    if (run->displacement != NULL) {
        start_displaced(run, space, first, count, displaced);
        return *run->displacement;
    }
    const scree_cpu_displacement components = fill_components(run, space, first, count);
    start_displaced(run, space, first, count, displaced);
    return scree_warp_rows_displace(&displaced->rows, &components);
}

/* Evaluates a batch of a displaced field; false where a coordinate is beyond the limits. */
static bool make_displaced_batch(const points_run *run, scree_point_space *space, size_t first, size_t count,
                                 float *out)
{
    const scree_plan *plan = &run->plan->plan;
    const bool is_sum = scree_plan_needs_sum(plan);
    displaced_points displaced = {.first = first, .count = count};
    if (!are_within_limits(run, first, count)) {
        return false;
    }
    const scree_cpu_displacement found = find_displacement(run, space, &displaced);
    for (uint32_t o = 0; o < plan->octaves; o++) {
        scree_cpu_sites sites = {.rows = 1,
                                 .count = is_sum ? scree_located_count(count) : count,
                                 .out = is_sum ? values_of(run, space, o) : out,
                                 .slope_stride = ENTRIES};
        locate_displaced(&displaced, plan, o, &sites);
        scree_warp_rows_evaluate(&displaced.rows, o, &sites, &found, false);
    }
    if (is_sum) {
        sum_values(run, space, count, out);
    }
    return true;
}

/* Evaluates a batch; false where a coordinate is beyond the limits. */
static bool fill_batch(const points_run *run, scree_point_space *space, size_t first, size_t count, float *out)
{
    const scree_plan *plan = &run->plan->plan;
    size_t whole = scree_located_count(count);
    const bool is_sum = scree_plan_needs_sum(plan);
    bool is_within_limits = false; /* Known only when a coordinate could not be located by vectors. */
    if (plan->is_displaced) {
        return make_displaced_batch(run, space, first, count, out);
    }
    if (scree_plan_has_sites(plan)) {
        return make_site_batch(run, space, first, count, out);
    }
    take_batch(run, space, first, count);
    for (uint32_t o = 0; o < plan->octaves; o++) {
        scree_direct_axis axes[SCREE_MAX_AXES];
        for (uint32_t axis = 0; axis < plan->axes; axis++) {
            point_axis *data = &space->axis[axis];
            if (!fill_axis(run, data, o, axis, space->coordinate[axis], whole)) {
                is_within_limits = is_within_limits || are_within_limits(run, first, count);
                if (!is_within_limits) {
                    return false;
                }
                const scree_cpu_located located = located_at(data);
                locate_exactly(plan, o, axis, space->coordinate[axis], whole, &located);
            }
            axes[axis] = axis_data(&space->axis[axis], 0);
        }
        evaluate_octave(run, o, axes, is_sum ? whole : count, is_sum ? values_of(run, space, o) : out);
    }
    if (is_sum) {
        sum_values(run, space, count, out);
    }
    return true;
}

/* Maps values to another distribution, where the field has one. */
static void distribute(const points_run *run, float *out, size_t count)
{
    const scree_plan *plan = &run->plan->plan;
    if (plan->value_map != NULL) {
        run->kernels->noise.distribute(plan->value_map, out, count, plan->channels);
    }
}

static bool make_batch(const points_run *run, scree_point_space *space, uint64_t number)
{
    const size_t first = (size_t)number * BATCH;
    const size_t count = run->points->count - first < BATCH ? run->points->count - first : BATCH;
    float *out = run->out + first * run->plan->plan.channels;
    if (!fill_batch(run, space, first, count, out)) {
        return false;
    }
    distribute(run, out, count);
    return true;
}

/* Whether there are as many gradients as edges, known before they are scaled. A sphere in one axis has 256. */
static bool has_few_gradients(const scree_point_plan *plan)
{
    return plan->unscaled_gradients != NULL && plan->plan.gradient_count == SCREE_EDGE_COUNT(plan->plan.axes);
}

/* Whether the octaves of a point can be evaluated side by side. */
static bool are_octaves_lanes(const points_run *run)
{
    const scree_plan *plan = &run->plan->plan;
    bool has_gradients = scree_noise_kind_describe(plan->params.kind)->has_gradients;
    return run->kernels->noise.sum_octave_lanes != NULL && !plan->has_duals && plan->axes <= 4 &&
           plan->params.hash == SCREE_NOISE_HASH_SCREE && (!has_gradients || has_few_gradients(run->plan));
}

/* Octaves side by side, whose gradients are multiples of those that are given. */
static scree_cpu_octave_lanes octave_lanes(const scree_point_plan *plan, const uint32_t *gradients,
                                           const float *amplitude)
{
    return (scree_cpu_octave_lanes){.kind = plan->plan.params.kind,
                                    .fractal = plan->plan.fractal,
                                    .options = plan->plan.options,
                                    .axes = plan->plan.axes,
                                    .octaves = plan->plan.octaves,
                                    .gradients = gradients,
                                    .amplitude = amplitude,
                                    .weight = plan->weight};
}

static void sum_octave_lanes(const points_run *run, const point_axis *located, float *out)
{
    const scree_plan *plan = &run->plan->plan;
    const scree_cpu_octave_lanes lanes = octave_lanes(run->plan, run->plan->unscaled_gradients, run->plan->amplitude);
    scree_direct_axis axes[SCREE_MAX_AXES];
    for (uint32_t axis = 0; axis < plan->axes; axis++) {
        axes[axis] = axis_data(located, (size_t)axis * plan->octaves);
    }
    run->kernels->noise.sum_octave_lanes(&lanes, axes, out);
}

/* The same of a kind of sites, where it is located. */
static void sum_site_lanes(const points_run *run, const scree_site_point_space *located, float *out)
{
    const scree_plan *plan = &run->plan->plan;
    scree_cpu_octave_lanes lanes = octave_lanes(run->plan, plan->octave[0].gradients, run->plan->site_amplitude);
    scree_plan_choose_site_method(plan, &lanes.site_method, &lanes.site_choice);
    scree_cpu_site_lanes sites = {.gradient_count = plan->gradient_count, .options = plan->site_options};
    for (uint32_t axis = 0; axis < plan->axes; axis++) {
        const uint32_t pair = axis * plan->octaves;
        sites.part[axis] = &located->part[0][pair];
        sites.cell[axis] = &located->cell[0][pair];
        sites.stride[axis] = &run->plan->sites.number_stride[pair];
        sites.start[axis] = &run->plan->sites.number_start[pair];
        sites.last[axis] = plan->octave[0].site->axis[axis].last;
        sites.wrap[axis] = plan->octave[0].site->axis[axis].wrap;
    }
    run->kernels->sites.sum_lanes(&lanes, &sites, out);
}

static void sum_octaves_in_turn(const points_run *run, scree_point_space *space, float *out)
{
    const scree_plan *plan = &run->plan->plan;
    for (uint32_t o = 0; o < plan->octaves; o++) {
        scree_direct_axis axes[SCREE_MAX_AXES];
        for (uint32_t axis = 0; axis < plan->axes; axis++) {
            axes[axis] = axis_data(&space->axis[0], axis * plan->octaves + o);
        }
        evaluate_octave(run, o, axes, 1, values_of(run, space, o));
    }
    sum_values(run, space, 1, out);
}

/* Evaluates one point of a kind of sites; false where a coordinate is too far, or too near 0, for vectors. */
static bool make_site_point(const points_run *run, scree_point_space *space, size_t point)
{
    const scree_plan *plan = &run->plan->plan;
    double coordinates[SCREE_SITE_AXES];
    for (uint32_t axis = 0; axis < plan->axes; axis++) {
        coordinates[axis] = scree_points_coordinate(run->points, point, axis);
    }
    if (!scree_site_point_locate(run->kernels, run->plan, coordinates, &space->sites)) {
        return false;
    }
    if (run->plan->has_site_lanes && plan->octaves > 1) {
        sum_site_lanes(run, &space->sites, run->out + point);
        return true;
    }
    const bool is_sum = scree_plan_needs_sum(plan);
    for (uint32_t o = 0; o < plan->octaves; o++) {
        scree_site_point_evaluate(run->kernels, plan, o, &space->sites,
                                  is_sum ? values_of(run, space, o) : run->out + point, ENTRIES);
    }
    if (is_sum) {
        sum_values(run, space, 1, run->out + point * plan->channels);
    }
    return true;
}

/* Evaluates one point of a simple plan; false where a coordinate is too far, or too near 0, for the simple way. */
static bool make_point(const points_run *run, scree_point_space *space, size_t point)
{
    const scree_plan *plan = &run->plan->plan;
    uint32_t octaves = plan->octaves;
    size_t pairs = scree_located_count(plan->axes * octaves);
    double *coordinates = space->coordinate[0];
    const scree_cpu_location_rule how = location_rule_of(run->plan, 0, true);
    const scree_cpu_located located = located_at(&space->axis[0]);
    memset(coordinates, 0, pairs * sizeof *coordinates);
    for (uint32_t axis = 0; axis < plan->axes; axis++) {
        double coordinate = scree_points_coordinate(run->points, point, axis);
        for (uint32_t o = 0; o < octaves; o++) {
            coordinates[axis * octaves + o] = coordinate;
        }
    }
    if (!run->kernels->noise.locate(&how, coordinates, pairs, &located)) {
        return false;
    }
    if (are_octaves_lanes(run)) {
        sum_octave_lanes(run, &space->axis[0], run->out + point);
    } else {
        sum_octaves_in_turn(run, space, run->out + point * plan->channels);
    }
    return true;
}

/* Evaluates one point, if that can be done without a batch. */
static bool make_alone(const points_run *run, scree_point_space *space, size_t point)
{
    const scree_plan *plan = &run->plan->plan;
    bool is_made = false;
    if (scree_plan_has_sites(plan) && !plan->is_displaced) {
        is_made = make_site_point(run, space, point);
    } else if (run->plan->is_simple && !plan->is_displaced) {
        is_made = make_point(run, space, point);
    }
    if (is_made) {
        distribute(run, run->out + point * plan->channels, 1);
    }
    return is_made;
}

scree_point_space *scree_cpu_point_space_create(void)
{
    /* Whole registers lie within cache lines. */
    return scree_os_aligned_alloc(64, sizeof(scree_point_space));
}

void scree_cpu_point_space_destroy(scree_point_space *space)
{
    scree_os_aligned_free(space);
}

static bool make_batches(const points_run *run, scree_point_space *space)
{
    bool is_right = true;
    for (uint64_t batch = 0; is_right && batch < (run->points->count + BATCH - 1) / BATCH; batch++) {
        is_right = make_batch(run, space, batch);
    }
    return is_right;
}

bool scree_cpu_points_alone(const scree_cpu_kernels *kernels, const scree_point_plan *plan, const scree_points *points,
                            float *out, scree_point_space *space)
{
    const points_run run = {.kernels = kernels, .plan = plan, .points = points, .out = out};
    size_t done = 0;
    while (points->count <= FEW_POINTS && done < points->count && make_alone(&run, space, done)) {
        done++;
    }
    return done == points->count || make_batches(&run, space);
}

bool scree_cpu_points_displaced(const scree_cpu_kernels *kernels, const scree_point_plan *plan,
                                const scree_points *points, const scree_cpu_displacement *displacement, float *out,
                                scree_point_space *space)
{
    const points_run run = {
        .kernels = kernels, .plan = plan, .points = points, .displacement = displacement, .out = out};
    return make_batches(&run, space);
}
