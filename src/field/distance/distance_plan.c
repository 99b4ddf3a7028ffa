#include "distance_plan.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "distance/distance.h"
#include "distance_mesh.h"
#include "float_environment.h"
#include "number_text.h"
#include "range_scan.h"

static const char *const axis_names[3] = {"columns", "rows", "layers"};

/* Squares of float32 then neither overflow nor become subnormal. */
#define MIN_SIDE 1e-10
#define MAX_SIDE 1e10
/* Limit of a clip, for the same reason. */
#define MIN_CLIP 1e-15
/* Limit of columns, rows and layers each: indices and steps are integers that float32 sums still distinguish. */
#define MOST_COUNT (UINT64_C(1) << 24)
/* Samples in a group; if one of them needs an exact count, the whole group is counted exactly. */
#define COUNTED_TOGETHER 128u

static scree_result check_volume(scree_context *context, scree_distance_params *params)
{
    params->count[2] = params->count[2] == 0 ? 1 : params->count[2];
    uint64_t voxels = 1;
    for (uint32_t a = 0; a < 3; a++) {
        if (params->count[a] < 1 || params->count[a] > MOST_COUNT) {
            return scree_fail(context, SCREE_ERROR_INVALID, "the number of %s is %" PRIu64 "; it must be 1 to %" PRIu64,
                              axis_names[a], params->count[a], MOST_COUNT);
        }
        params->voxel[a] = params->voxel[a] == 0.0 ? 1.0 : params->voxel[a];
        if (!(params->voxel[a] >= MIN_SIDE && params->voxel[a] <= MAX_SIDE)) {
            return scree_fail(context, SCREE_ERROR_INVALID, "side %" PRIu32 " of a voxel is %s; it must be %s to %s", a,
                              scree_show_double(params->voxel[a]).text, scree_show_double(MIN_SIDE).text,
                              scree_show_double(MAX_SIDE).text);
        }
        if (params->count[a] > (UINT64_C(1) << 58) / voxels) {
            return scree_fail(context, SCREE_ERROR_INVALID,
                              "%" PRIu64 " x %" PRIu64 " x %" PRIu64 " voxels are more than 2^58", params->count[0],
                              params->count[1], params->count[2]);
        }
        voxels *= params->count[a];
    }
    return SCREE_OK;
}

static scree_result check_words(scree_context *context, const scree_distance_params *params)
{
    const struct {
        const char *name;
        int value;
        int most;
    } words[] = {
        {"method", (int)params->method, SCREE_DISTANCE_NAIVE},
        {"surface", (int)params->surface, SCREE_DISTANCE_SURFACE_MESH},
        {"sign", (int)params->sign, SCREE_DISTANCE_SIGN_INSIDE},
        {"edge", (int)params->edge, SCREE_DISTANCE_EDGE_CLAMP},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (words[i].value < 0 || words[i].value > words[i].most) {
            return scree_fail(context, SCREE_ERROR_INVALID, "%s is %d; it must be 0 to %d", words[i].name,
                              words[i].value, words[i].most);
        }
    }
    if (!(params->clip == 0.0 || params->clip >= MIN_CLIP)) {
        return scree_fail(context, SCREE_ERROR_INVALID, "clip is %s; it must be 0, or %s or more",
                          scree_show_double(params->clip).text, scree_show_double(MIN_CLIP).text);
    }
    return SCREE_OK;
}

static scree_result check_source(scree_context *context, const scree_distance_source *source)
{
    if ((source->heights == NULL) == (source->occupancy == NULL)) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s of heights and occupancy is given; exactly one must be",
                          source->heights == NULL ? "neither" : "each");
    }
    if (!isfinite(source->scale) || !isfinite(source->offset)) {
        return scree_fail(context, SCREE_ERROR_INVALID, "scale is %s and offset %s; both must be finite",
                          scree_show_double(source->scale).text, scree_show_double(source->offset).text);
    }
    return SCREE_OK;
}

/* Checks that the parameters fit together. */
static scree_result check_combination(scree_context *context, const scree_distance_params *params,
                                      const scree_distance_source *source)
{
    bool is_exact = params->method == SCREE_DISTANCE_EXACT;
    bool is_naive = params->method == SCREE_DISTANCE_NAIVE;
    if (params->surface != SCREE_DISTANCE_SURFACE_VOXELS && (!is_exact || source->heights == NULL)) {
        return scree_fail(context, SCREE_ERROR_INVALID, "the surface %s needs %s",
                          scree_distance_surface_name(params->surface),
                          is_exact ? "a terrain: heights, not voxels" : "the exact method");
    }
    if (params->is_conservative && !is_exact && !is_naive) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "jump flooding over-estimates by an amount that is not known; a conservative field needs the "
                          "exact method");
    }
    if (params->edge == SCREE_DISTANCE_EDGE_CLAMP && source->heights == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "the edge rule clamp is one of terrains; voxels are open");
    }
    if (params->edge == SCREE_DISTANCE_EDGE_CLAMP && !is_exact) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "the method %s knows the volume's voxels only; the edge rule clamp needs the exact method",
                          scree_distance_method_name(params->method));
    }
    uint64_t voxels = params->count[0] * params->count[1] * params->count[2];
    if (is_naive && voxels > SCREE_MAX_NAIVE_VOXELS) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "the naive method compares each of %" PRIu64 " voxels with all; it takes %" PRIu64
                          " at most, because more would take hours. The exact method has the same distances",
                          voxels, SCREE_MAX_NAIVE_VOXELS);
    }
    return SCREE_OK;
}

scree_result scree_distance_plan_check_nearest(scree_context *context, const scree_distance_plan *plan)
{
    if (plan->voxels >= SCREE_NO_VOXEL) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "the nearest voxels of %" PRIu64 " were asked for; indices count less than 2^32 - 1",
                          plan->voxels);
    }
    return SCREE_OK;
}

static uint32_t bits_for(uint64_t count)
{
    uint32_t bits = 0;
    while ((UINT64_C(1) << bits) < count) {
        bits++;
    }
    return bits;
}

static void add_jumps(scree_distance_plan *plan, uint32_t first)
{
    for (uint32_t jump = first; jump >= 1; jump /= 2) {
        plan->jumps[plan->jump_count++] = jump;
    }
}

static scree_result plan_jumps(scree_context *context, scree_distance_plan *plan)
{
    scree_distance_method method = plan->params.method;
    uint32_t bits[3] = {bits_for(plan->columns), bits_for(plan->rows), bits_for(plan->layers)};
    bits[0] = bits[0] > 0 ? bits[0] : 1; /* Avoids shifts by 32 bits. */
    if (bits[0] + bits[1] + bits[2] > 32 || plan->voxels == UINT64_C(1) << 32) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "jump flooding of %" PRIu32 " x %" PRIu32 " x %" PRIu32 " voxels takes indices of %" PRIu32
                          " bits; it has 32 for less than 2^32 voxels. The exact method has no such limit",
                          plan->columns, plan->rows, plan->layers, bits[0] + bits[1] + bits[2]);
    }
    plan->x_shift = bits[1] + bits[2];
    plan->y_shift = bits[2];
    if (method == SCREE_DISTANCE_NAIVE) {
        plan->jumps[plan->jump_count++] = SCREE_NO_JUMP;
        return SCREE_OK;
    }
    uint32_t widest = bits[0] > bits[1] ? bits[0] : bits[1];
    widest = bits[2] > widest ? bits[2] : widest;
    uint32_t first = UINT32_C(1) << (widest - 1);
    if (method == SCREE_DISTANCE_1_JFA || method == SCREE_DISTANCE_1_JFA_2) {
        add_jumps(plan, 1);
    }
    add_jumps(plan, first);
    if (method == SCREE_DISTANCE_JFA_TWICE) {
        add_jumps(plan, first);
    } else if (method == SCREE_DISTANCE_JFA_1) {
        add_jumps(plan, 1);
    } else if (method == SCREE_DISTANCE_JFA_2 || method == SCREE_DISTANCE_1_JFA_2) {
        add_jumps(plan, 2);
    }
    return SCREE_OK;
}

static void plan_numbers(scree_distance_plan *plan)
{
    const scree_distance_params *params = &plan->params;
    uint64_t longest = 0;
    bool fits = true;
    for (uint32_t a = 0; a < 3; a++) {
        plan->side[a] = (float)params->voxel[a];
        fits = fits && params->count[a] < (UINT64_C(1) << 15);
        longest += params->count[a] * params->count[a];
    }
    bool is_equal = params->voxel[0] == params->voxel[1] && params->voxel[0] == params->voxel[2];
    plan->is_whole = is_equal && params->surface == SCREE_DISTANCE_SURFACE_VOXELS && fits && longest < SCREE_FAR_SQUARE;
    plan->unit = plan->is_whole ? plan->side[0] : 1.0f;
    plan->clip = params->clip > 0.0 ? (float)params->clip : INFINITY;
}

/* The conversion of samples to numbers of voxels whose centres are below the height. */
typedef struct solid_count {
    double scale, offset, side;
    uint32_t layers;
} solid_count;

/*
 * Counts many samples in float32. Returns false if one of them is so near to the height of a centre that rounding may
 * decide. The position is rounded five times, each time by at most 2^-24 of one of its two parts or of their sum; the
 * tolerance exceeds all of these together. Without branches, so that the compiler vectorises it.
 */
static bool count_roughly(const solid_count *rule, const float *samples, uint64_t count, uint32_t *tops)
{
    const float factor = (float)(rule->scale / rule->side);
    const float term = (float)(rule->offset / rule->side + 0.5);
    const float most = (float)rule->layers + 0.5f;
    uint32_t is_near = 0;
    for (uint64_t i = 0; i < count; i++) {
        const float part = samples[i] * factor;
        const float tolerance = (fabsf(part) + fabsf(term)) * 0x1p-21f + 0x1p-60f;
        float position = part + term;
        position = position > 0.5f ? position : 0.5f;
        position = position < most ? position : most;
        const int32_t whole = (int32_t)position;
        const float rest = position - (float)whole;
        is_near |= rest > tolerance ? 0u : 1u;
        is_near |= rest + tolerance < 1.0f ? 0u : 1u;
        tops[i] = (uint32_t)whole;
    }
    return is_near == 0;
}

/* A guess by the reciprocal is off by at most one; the definition itself corrects it. */
static void count_exactly(const solid_count *rule, const float *samples, uint64_t count, uint32_t *tops)
{
    const double scale = rule->scale;
    const double offset = rule->offset;
    const double side = rule->side;
    const uint32_t layers = rule->layers;
    const double most = (double)layers;
    const double reciprocal = 1.0 / side;
    for (uint64_t i = 0; i < count; i++) {
        const double height = (double)samples[i] * scale + offset;
        double position = height * reciprocal + 0.5;
        position = position > 0.0 ? position : 0.0;
        position = position < most ? position : most;
        int32_t guess = (int32_t)position;
        guess -= guess > 0 && ((double)guess - 0.5) * side >= height ? 1 : 0;
        guess += guess < (int32_t)layers && ((double)guess + 0.5) * side < height ? 1 : 0;
        tops[i] = (uint32_t)guess;
    }
}

static void count_solid_voxels(const solid_count *rule, const float *samples, uint64_t count, uint32_t *tops)
{
    for (uint64_t first = 0; first < count; first += COUNTED_TOGETHER) {
        uint64_t some = count - first < COUNTED_TOGETHER ? count - first : COUNTED_TOGETHER;
        if (!count_roughly(rule, samples + first, some, tops + first)) {
            count_exactly(rule, samples + first, some, tops + first);
        }
    }
}

/* `ends`: the smallest and the largest sample. Heights are monotone in samples. */
static scree_result fill_tops(scree_context *context, scree_distance_plan *plan, const scree_distance_source *source,
                              const float ends[2])
{
    const solid_count rule = {.scale = source->scale == 0.0 ? 1.0 : source->scale,
                              .offset = source->offset,
                              .side = plan->params.voxel[2],
                              .layers = plan->layers};
    uint32_t end_tops[2];
    plan->tops = malloc((size_t)plan->plane * sizeof *plan->tops);
    if (plan->tops == NULL) {
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for %" PRIu64 " heights", plan->plane);
    }
    count_solid_voxels(&rule, source->heights, plan->plane, plan->tops);
    count_solid_voxels(&rule, ends, 2, end_tops);
    plan->min_top = end_tops[rule.scale < 0.0];
    plan->max_top = end_tops[!(rule.scale < 0.0)];
    return SCREE_OK;
}

static void scale_heights(const scree_distance_plan *plan, const scree_distance_source *source, const float *samples,
                          uint64_t count, float *heights)
{
    double scale = source->scale == 0.0 ? 1.0 : source->scale;
    double highest = plan->params.edge == SCREE_DISTANCE_EDGE_CLAMP ? (double)plan->layers * plan->params.voxel[2]
                                                                    : INFINITY;
    double lowest = plan->params.edge == SCREE_DISTANCE_EDGE_CLAMP ? 0.0 : -INFINITY;
    for (uint64_t i = 0; i < count; i++) {
        double height = (double)samples[i] * scale + source->offset;
        height = height < highest ? height : highest;
        heights[i] = (float)(height > lowest ? height : lowest);
    }
}

static scree_result fill_heights(scree_context *context, scree_distance_plan *plan, const scree_distance_source *source,
                                 const float ends[2])
{
    float end_heights[2];
    plan->heights = malloc((size_t)plan->plane * sizeof *plan->heights);
    plan->levels = malloc((size_t)plan->layers * sizeof *plan->levels);
    if (plan->heights == NULL || plan->levels == NULL) {
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for %" PRIu64 " heights", plan->plane);
    }
    scale_heights(plan, source, source->heights, plan->plane, plan->heights);
    scale_heights(plan, source, ends, 2, end_heights);
    plan->min_height = fminf(end_heights[0], end_heights[1]);
    plan->max_height = fmaxf(end_heights[0], end_heights[1]);
    if (isinf(plan->min_height) || isinf(plan->max_height)) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "samples from %s to %s by the scale %s and the offset %s become heights beyond float32's %s",
                          scree_show_float(ends[0]).text, scree_show_float(ends[1]).text,
                          scree_show_double(source->scale).text, scree_show_double(source->offset).text,
                          scree_show_float(FLT_MAX).text);
    }
    for (uint32_t k = 0; k < plan->layers; k++) {
        plan->levels[k] = (float)(((double)k + 0.5) * plan->params.voxel[2]);
    }
    return SCREE_OK;
}

/*
 * The largest magnitude of heights and levels that can matter; each is within half a unit in the last place of float32.
 * The top of a column beyond the volume is never a target.
 */
static double max_height(const scree_distance_plan *plan)
{
    double volume = (double)plan->layers * plan->params.voxel[2];
    if (plan->params.surface == SCREE_DISTANCE_SURFACE_COLUMNS) {
        return volume;
    }
    double extent = fmax(fabs((double)plan->min_height), fabs((double)plan->max_height));
    return fmax(extent, volume);
}

/*
 * The margin of a conservative field. A point of the surface of a voxel lies at most half of the voxel's diagonal from
 * its centre, so its distance is at least that of the centre minus half a diagonal. A point of the surface of triangles
 * lies at or below one corner of its cell and above another one. Seen from outside, the point at the same height on the
 * axis of the first corner is solid; seen from inside, that of the second one is empty; both are at most the cell's
 * horizontal diagonal away. The margin also covers the roundings of sums and roots (at most 8 of 2^-24 each; a mesh
 * knows its own), and those of heights.
 */
static void plan_margin(scree_distance_plan *plan)
{
    const double *side = plan->params.voxel;
    double part = ldexp(1.0, -20);
    double length = 0.0;
    if (!plan->params.is_conservative) {
        return;
    }
    if (plan->params.surface == SCREE_DISTANCE_SURFACE_VOXELS) {
        length = 0.5 * sqrt(side[0] * side[0] + side[1] * side[1] + side[2] * side[2]);
    } else if (plan->params.surface == SCREE_DISTANCE_SURFACE_COLUMNS) {
        length = sqrt(side[0] * side[0] + side[1] * side[1]);
    } else {
        scree_distance_mesh_error(plan->mesh, &part, &length);
    }
    if (plan->heights != NULL) {
        length += ldexp(max_height(plan), -23);
    }
    plan->unit = (float)((double)plan->unit * (1.0 - part));
    plan->margin = (float)(length * 1.0001);
}

/*
 * Squares that are clipped for certain, from which a search may start: slightly above the square of clip plus margin,
 * verified by the arithmetic of kernels/distance/distance.h.
 */
static void plan_caps(scree_distance_plan *plan)
{
    plan->whole_cap = SCREE_FAR_SQUARE;
    plan->real_cap = INFINITY;
    if (isinf(plan->clip)) {
        return;
    }
    double length = ((double)plan->clip + (double)plan->margin) / (double)plan->unit;
    double square = ceil(length * length * 1.0001) + 2.0;
    if (square < (double)SCREE_FAR_SQUARE &&
        scree_distance_from_square((float)square, plan->unit, plan->margin, INFINITY) >= plan->clip) {
        plan->whole_cap = (uint32_t)square;
    }
    float real = (float)(length * length * 1.0001);
    if (scree_distance_from_square(real, plan->unit, plan->margin, INFINITY) >= plan->clip) {
        plan->real_cap = real;
    }
}

/* Finds the smallest and the largest sample, and refuses heights that are not finite. */
static scree_result check_heights(scree_context *context, const scree_distance_plan *plan, const float *heights,
                                  float ends[2])
{
    scree_range range = {.minimum = heights[0], .maximum = heights[0]};
    uint32_t has_infinity = 0;
    for (uint64_t i = 0; i < plan->plane; i++) {
        has_infinity |= fabsf(heights[i]) <= FLT_MAX ? 0u : 1u;
    }
    if (has_infinity == 0) {
        scree_range_scan(heights, plan->plane, &range);
        ends[0] = range.minimum;
        ends[1] = range.maximum;
        return SCREE_OK;
    }
    uint64_t not_finite = 0;
    uint64_t first = 0;
    for (uint64_t i = 0; i < plan->plane; i++) {
        if (!isfinite(heights[i])) {
            first = not_finite == 0 ? i : first;
            not_finite++;
        }
    }
    return scree_fail(context, SCREE_ERROR_INVALID,
                      "%" PRIu64 " heights are not finite, the first at column %" PRIu64 ", row %" PRIu64, not_finite,
                      first % plan->columns, first / plan->columns);
}

static scree_result fill_plan(scree_context *context, scree_distance_plan *plan, const scree_distance_source *source)
{
    plan->columns = (uint32_t)plan->params.count[0];
    plan->rows = (uint32_t)plan->params.count[1];
    plan->layers = (uint32_t)plan->params.count[2];
    plan->plane = (uint64_t)plan->columns * plan->rows;
    plan->voxels = plan->plane * plan->layers;
    plan->occupancy = source->occupancy;
    plan_numbers(plan);
    scree_result result = SCREE_OK;
    if (plan->params.method != SCREE_DISTANCE_EXACT) {
        result = plan_jumps(context, plan);
    }
    if (result != SCREE_OK || source->heights == NULL) {
        return result;
    }
    float ends[2] = {0.0f, 0.0f};
    result = check_heights(context, plan, source->heights, ends);
    if (result != SCREE_OK) {
        return result;
    }
    result = plan->params.surface == SCREE_DISTANCE_SURFACE_VOXELS ? fill_tops(context, plan, source, ends)
                                                                   : fill_heights(context, plan, source, ends);
    if (result == SCREE_OK && plan->params.surface == SCREE_DISTANCE_SURFACE_MESH) {
        result = scree_distance_mesh_create(context, plan->params.voxel, plan->columns, plan->rows, plan->layers,
                                            plan->heights, &plan->mesh);
    }
    return result;
}

static scree_result make_plan(scree_context *context, const scree_distance_params *params,
                              const scree_distance_source *source, scree_distance_plan **plan)
{
    scree_distance_params checked = *params;
    scree_result result = check_volume(context, &checked);
    if (result == SCREE_OK) {
        result = check_words(context, &checked);
    }
    if (result == SCREE_OK) {
        result = check_source(context, source);
    }
    if (result == SCREE_OK) {
        result = check_combination(context, &checked, source);
    }
    if (result != SCREE_OK) {
        return result;
    }
    scree_distance_plan *new_plan = calloc(1, sizeof *new_plan);
    if (new_plan == NULL) {
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    }
    new_plan->params = checked;
    result = fill_plan(context, new_plan, source);
    if (result == SCREE_OK) {
        plan_margin(new_plan);
        plan_caps(new_plan);
    }
    if (result != SCREE_OK) {
        scree_distance_plan_destroy(&new_plan);
    }
    *plan = new_plan;
    return result;
}

scree_result scree_distance_plan_create(scree_context *context, const scree_distance_params *params,
                                        const scree_distance_source *source, scree_distance_plan **plan)
{
    *plan = NULL;
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    scree_result result = make_plan(context, params, source, plan);
    scree_float_environment_leave(&saved);
    return result;
}

void scree_distance_plan_destroy(scree_distance_plan **plan)
{
    if (*plan != NULL) {
        free((*plan)->tops);
        free((*plan)->heights);
        free((*plan)->levels);
        free((*plan)->own_occupancy);
        free((*plan)->description);
        scree_distance_mesh_destroy(&(*plan)->mesh);
        free(*plan);
        *plan = NULL;
    }
}

uint64_t scree_distance_steps(const scree_distance_plan *plan)
{
    if (plan->params.method != SCREE_DISTANCE_EXACT) {
        uint64_t sides = plan->params.sign == SCREE_DISTANCE_SIGN_BOTH ? 2 : 1;
        return 1 + sides * plan->jump_count;
    }
    return plan->occupancy != NULL ? 2 : 1;
}
