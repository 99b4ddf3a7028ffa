#include "noise_cases.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "noise_kinds_fixture.h"

uint64_t noise_case_draw(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double noise_case_draw_unit(uint64_t *state)
{
    return (double)(noise_case_draw(state) >> 11) * 0x1p-53;
}

/* Counts round the widths of registers, along x; the other axes are as short as they may be without being trivial. */
static const uint64_t x_counts[] = {1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 255, 257, 1100};
/* From far below a cell to far above. */
static const double steps[] = {1e-9, 0.002, 0.02, 0.125, 0.3, 0.5, 0.89, 0.93, 1.0, 1.5, 2.0, 7.3, 1e3};

typedef enum position_kind {
    AT_ZERO,
    ON_LATTICE,
    NEGATIVE,
    BORDER_BELOW,
    BORDER_ABOVE,
    FAR,
    VERY_FAR,
    POSITION_COUNT
} position_kind;

static const char *const position_names[POSITION_COUNT] = {"zero",         "lattice", "negative", "below-border",
                                                           "above-border", "2^40",    "-2^56"};

static double origin_at(position_kind where, uint64_t *state)
{
    switch (where) {
    case AT_ZERO:
        return 0.0;
    case ON_LATTICE:
        return floor(noise_case_draw_unit(state) * 64.0) - 32.0;
    case NEGATIVE:
        return -noise_case_draw_unit(state) * 1000.0;
    case BORDER_BELOW:
        return nextafter(floor(noise_case_draw_unit(state) * 16.0) - 8.0, -1e9);
    case BORDER_ABOVE:
        return nextafter(floor(noise_case_draw_unit(state) * 16.0) - 8.0, 1e9);
    case FAR:
        return 0x1p40 + noise_case_draw_unit(state) * 1000.0;
    default:
        return -0x1p56 + noise_case_draw_unit(state) * 0x1p50;
    }
}

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define CASES_PER_AXIS_COUNT 48u

/* Cases that random drawing would not reach: larger, longer or more extreme. */
typedef struct edge_case {
    const char *name;
    uint32_t axes;
    uint64_t count[3];
    double step;
    uint32_t octaves;
    scree_noise_hash hash;
    uint64_t period;
    double weights[4]; /* Used where the last is not zero. */
} edge_case;

static const edge_case edge_cases[] = {
    {.name = "wider-than-a-chunk", .axes = 2, .count = {9001, 3}, .step = 0.013, .octaves = 1},
    {.name = "line-of-many-chunks", .axes = 1, .count = {70001}, .step = 0.31, .octaves = 5},
    {.name = "higher-than-a-tile", .axes = 2, .count = {37, 1030}, .step = 0.05, .octaves = 3},
    {.name = "volume-higher-than-a-tile", .axes = 3, .count = {19, 523, 3}, .step = 0.11, .octaves = 2},
    {.name = "fine-volume-of-small-tiles", .axes = 3, .count = {300, 300, 2}, .step = 0.8, .octaves = 12},
    {.name = "beyond-the-caches", .axes = 2, .count = {2048, 1041}, .step = 0.004, .octaves = 2},
    {.name = "beyond-the-caches-ragged", .axes = 3, .count = {1027, 683, 3}, .step = 0.01, .octaves = 1},
    {.name = "permutation-period-300",
     .axes = 2,
     .count = {701, 5},
     .step = 1.37,
     .octaves = 2,
     .hash = SCREE_NOISE_HASH_PERLIN2002,
     .period = 300},
    {.name = "permutation-period-2^40",
     .axes = 3,
     .count = {301, 5, 2},
     .step = 1.37,
     .octaves = 2,
     .hash = SCREE_NOISE_HASH_PERLIN2002,
     .period = (uint64_t)1 << 40},
    {.name = "ragged-sum-of-passes", .axes = 2, .count = {2, 5}, .step = 0.9, .octaves = 13},
    {.name = "period-1000", .axes = 2, .count = {2101, 5}, .step = 0.97, .octaves = 3, .period = 1000},
    {.name = "weights-of-zero",
     .axes = 3,
     .count = {65, 9, 5},
     .step = 0.07,
     .octaves = 4,
     .weights = {0.0, -0.5, 0.0, 2.0}},
    {.name = "weights-of-both-limits",
     .axes = 2,
     .count = {129, 17},
     .step = 0.07,
     .octaves = 4,
     .weights = {1e6, 0x1p-32, -1e6, -0x1p-32}},
};

/* The first two kinds share the drawn cases; each later kind has cases of its own, over all axes that it is made in. */
#define FIRST_KIND_CASE (SCREE_MAX_AXES * CASES_PER_AXIS_COUNT + (unsigned)COUNT_OF(edge_cases))
#define SHARING_KINDS 2u
#define CASES_PER_KIND 48u

/*
 * The fractals beyond those that the drawn cases share, each in cases of its own of all kinds and numbers of axes:
 * those from ping-pong on, and the first four with octaves that weaken one another.
 */
#define SHARING_FRACTALS 3u
#define WEIGHTED_FRACTALS 4u
#define OWN_FRACTALS (SCREE_NOISE_FRACTAL_HETERO_TERRAIN + 1u - SHARING_FRACTALS + WEIGHTED_FRACTALS)
#define CASES_PER_FRACTAL 24u

static unsigned first_fractal_case(void)
{
    return FIRST_KIND_CASE + CASES_PER_KIND * (fixture_kind_count() - SHARING_KINDS);
}

/* Warped fields of all kinds, each warped by another one. */
#define CASES_PER_WARPED_KIND 12u

static unsigned first_warp_case(void)
{
    return first_fractal_case() + CASES_PER_FRACTAL * OWN_FRACTALS;
}

/*
 * Fields with derivatives: every kind that has some, each with all fractals, and those with octaves that weaken one
 * another, too.
 */
#define DUAL_FRACTALS (SCREE_NOISE_FRACTAL_HETERO_TERRAIN + 1u + WEIGHTED_FRACTALS)

static unsigned first_dual_case(void)
{
    return first_warp_case() + CASES_PER_WARPED_KIND * fixture_kind_count();
}

static unsigned dual_kind_count(void)
{
    unsigned count = 0;
    for (unsigned kind = 0; kind < fixture_kind_count(); kind++) {
        count += scree_noise_kind_describe((scree_noise_kind)kind)->has_derivatives;
    }
    return count;
}

static scree_noise_kind dual_kind(unsigned number)
{
    scree_noise_kind kind = (scree_noise_kind)0;
    while (!scree_noise_kind_describe(kind)->has_derivatives || number-- > 0) {
        kind++;
    }
    return kind;
}

/* Warped fields with derivatives, of all those kinds. */
#define CASES_PER_WARPED_DUAL_KIND 6u

static unsigned first_warped_dual_case(void)
{
    return first_dual_case() + DUAL_FRACTALS * dual_kind_count();
}

/*
 * Fields with derivatives that devices may fold: the kinds that share the drawn cases, in two to four axes, with all
 * those fractals. Each has a case of derivatives, and another one, of a flow where there can be one.
 */
#define FOLDED_DUAL_AXES 3u
#define FOLDED_DUAL_CASES (2u * SHARING_KINDS * FOLDED_DUAL_AXES * DUAL_FRACTALS)

static unsigned first_folded_dual_case(void)
{
    return first_warped_dual_case() + CASES_PER_WARPED_DUAL_KIND * dual_kind_count();
}

unsigned noise_case_count(void)
{
    return first_folded_dual_case() + FOLDED_DUAL_CASES;
}

static noise_case make_edge_case(const edge_case *edge, unsigned number, uint64_t seed)
{
    noise_case test_case;
    memset(&test_case, 0, sizeof test_case);
    test_case.edge = edge->name;
    test_case.params.hash = edge->hash;
    test_case.params.seed = seed;
    test_case.params.octaves = edge->octaves;
    test_case.params.lacunarity = 2.0;
    test_case.params.gain = 0.5;
    for (uint32_t o = 0; edge->weights[3] != 0.0 && o < edge->octaves; o++) {
        test_case.params.weights[o] = edge->weights[o];
        test_case.params.weight_count = edge->octaves;
    }
    test_case.grid.axes = edge->axes;
    for (uint32_t axis = 0; axis < edge->axes; axis++) {
        test_case.params.period[axis] = edge->period;
        test_case.grid.count[axis] = edge->count[axis];
        test_case.grid.origin[axis] = -1.75;
        test_case.grid.step[axis] = edge->step;
    }
    snprintf(test_case.name, sizeof test_case.name, "%03u-%s", number, edge->name);
    return test_case;
}

static void draw_params(scree_noise_params *params, unsigned variant, uint32_t axes, uint64_t *state)
{
    params->kind = (scree_noise_kind)(variant % SHARING_KINDS);
    params->hash = variant % 5 == 4 ? SCREE_NOISE_HASH_PERLIN2002 : SCREE_NOISE_HASH_SCREE;
    params->gradients = (scree_noise_gradients)(variant / 2 % 3);
    params->fade = (scree_noise_fade)(variant / 3 % 4);
    params->fractal = (scree_noise_fractal)(variant / 4 % 3);
    params->seed = variant % 7 == 0 ? 0 : noise_case_draw(state);
    params->octaves = axes > 5 ? 1 + variant % 2 : 1 + variant % 6;
    params->lacunarity = variant % 3 == 2 ? 1.9 : 2.0;
    params->gain = variant % 8 == 7 ? 1.25 : 0.5;
    if (variant % 6 == 5) {
        params->weight_count = params->octaves;
        for (uint32_t o = 0; o < params->octaves; o++) {
            params->weights[o] = noise_case_draw_unit(state) * 2.0 - 0.7;
        }
    }
    params->skips_fine_octaves = variant % 11 == 10;
    if (variant % 4 == 1 && params->lacunarity == 2.0) {
        for (uint32_t axis = 0; axis < axes; axis++) {
            params->period[axis] = 1 + noise_case_draw(state) % 9;
        }
    }
}

/* `variant` chooses the parameters and the grid. */
static noise_case make_drawn_case(unsigned number, uint32_t axes, unsigned variant, uint64_t seed)
{
    noise_case test_case;
    memset(&test_case, 0, sizeof test_case);
    uint64_t state = seed * 1000003u + number;
    position_kind where = (position_kind)(variant % POSITION_COUNT);
    double step = steps[(variant * 5 + axes) % COUNT_OF(steps)];
    test_case.position = position_names[where];
    draw_params(&test_case.params, variant, axes, &state);
    test_case.grid.axes = axes;
    for (uint32_t axis = 0; axis < axes; axis++) {
        uint64_t longest = axes < 3 ? 40 : axes < 4 ? 17 : axes < 6 ? 5 : 3;
        test_case.grid.count[axis] = axis == 0 ? x_counts[(variant * 7 + axes) % COUNT_OF(x_counts)]
                                               : 1 + noise_case_draw(&state) % longest;
        test_case.grid.origin[axis] = origin_at(where, &state);
        test_case.grid.step[axis] = axis > 1 && variant % 3 == 1 ? step * 0.37 : step;
        test_case.grid.first[axis] = variant % 9 == 3 ? (int64_t)(noise_case_draw(&state) % 2000) - 1000 : 0;
    }
    uint64_t widest = axes > 5 ? 17 : axes > 3 ? 65 : 1100;
    test_case.grid.count[0] = test_case.grid.count[0] < widest ? test_case.grid.count[0] : widest;
    if (variant % 2 == 1) {
        uint64_t rows = axes > 1 ? test_case.grid.count[1] : 1;
        test_case.grid.row_stride = test_case.grid.count[0] + 1 + variant % 17;
        test_case.grid.plane_stride = test_case.grid.row_stride * rows + variant % 5;
    }
    snprintf(test_case.name, sizeof test_case.name, "%03u-%u-axes-step-%g-%s", number, axes, step,
             position_names[where]);
    return test_case;
}

static void append_kind(noise_case *test_case)
{
    size_t length = strlen(test_case->name);
    snprintf(test_case->name + length, sizeof test_case->name - length, "-%s",
             scree_noise_kind_name(test_case->params.kind));
}

#define METRICS (SCREE_NOISE_METRIC_HYBRID + 1)

/* Every feature with every metric and number of axes. */
static void draw_cellular(scree_noise_params *params, unsigned variant, uint32_t axes)
{
    unsigned iteration = variant / 4;
    params->cellular.metric = (scree_noise_metric)((iteration + iteration / METRICS) % METRICS);
    params->cellular.feature = (scree_noise_feature)(iteration % (SCREE_NOISE_FEATURE_OFFSET_X + axes));
    if (params->cellular.feature == SCREE_NOISE_FEATURE_BORDER) {
        params->cellular.metric = SCREE_NOISE_METRIC_EUCLIDEAN;
    }
    params->cellular.jitter = iteration % 5 == 4 ? SCREE_ZERO : iteration % 3 == 1 ? 0.75 : 1.0;
    params->cellular.smoothness = iteration % 2 == 0 ? 0.25 : 0.0;
    params->octaves = axes > 3 ? 1 : params->octaves;
    params->weight_count = 0;
}

/* Waves of all lengths, in one direction, in some and in all; stripes of both profiles; rivers of all sizes. */
static void draw_own(scree_noise_params *params, unsigned variant)
{
    if (params->kind == SCREE_NOISE_GABOR || params->kind == SCREE_NOISE_PHASOR) {
        params->gabor.frequency = variant % 4 == 3 ? 0.0 : 0.0625 * (1u << variant % 11);
        params->gabor.azimuth = variant % 3 * 41.0 - 90.0;
        params->gabor.elevation = variant % 5 * 45.0;
        params->gabor.isotropy = variant % 7 / 6.0;
    }
    if (params->kind == SCREE_NOISE_STRIPES) {
        params->stripes.profile = (scree_noise_profile)(variant / 3 % 2);
    }
    if (params->kind == SCREE_NOISE_RIVERS) {
        params->rivers.measure = (scree_noise_measure)(variant / 4 % 2);
        params->rivers.levels = 1 + variant % 4;
    }
}

static noise_case make_kind_case(unsigned number, uint64_t seed)
{
    unsigned own = number - FIRST_KIND_CASE;
    scree_noise_kind kind = (scree_noise_kind)(SHARING_KINDS + own / CASES_PER_KIND);
    const scree_noise_kind_info *info = scree_noise_kind_describe(kind);
    unsigned variant = own % CASES_PER_KIND;
    uint32_t axes = info->min_axes + variant % (info->max_axes - info->min_axes + 1);
    noise_case test_case = make_drawn_case(number, axes, variant, seed);
    test_case.params.kind = kind;
    test_case.params.has_octave_rotation = info->has_sites && axes > 1 && variant % 5 == 1;
    fixture_permit(&test_case.params);
    if (kind == SCREE_NOISE_CELLULAR) {
        draw_cellular(&test_case.params, variant, axes);
    }
    draw_own(&test_case.params, variant);
    append_kind(&test_case);
    return test_case;
}

/* More octaves than a GPU sums at a time, where there are few axes, and an octave of weight 0 among others. */
static void draw_octaves(scree_noise_params *params, unsigned variant, uint32_t axes)
{
    if (variant % 4 == 3 && axes <= 4) {
        params->octaves = 9 + variant % 5;
        params->weight_count = 0;
    }
    if (params->weight_count > 1) {
        params->weights[variant % params->weight_count] = 0.0;
    }
}

static void draw_fractal(scree_noise_params *params, unsigned own, uint64_t *state)
{
    bool is_weighted = own >= OWN_FRACTALS - WEIGHTED_FRACTALS;
    params->fractal =
        (scree_noise_fractal)(is_weighted ? own - (OWN_FRACTALS - WEIGHTED_FRACTALS) : own + SHARING_FRACTALS);
    params->ping_pong.strength = 0.1 + noise_case_draw_unit(state) * 5.0;
    params->musgrave.offset = 0.2 + noise_case_draw_unit(state);
    params->musgrave.gain = 0.5 + noise_case_draw_unit(state) * 3.0;
    params->weighted_strength = is_weighted ? 1.0 - noise_case_draw_unit(state) * 0.7 : 0.0;
}

static noise_case make_fractal_case(unsigned number, uint64_t seed)
{
    unsigned own = number - first_fractal_case();
    unsigned variant = own / OWN_FRACTALS;
    scree_noise_kind kind = (scree_noise_kind)(variant % fixture_kind_count());
    const scree_noise_kind_info *info = scree_noise_kind_describe(kind);
    uint32_t axes = info->min_axes + variant % (info->max_axes - info->min_axes + 1);
    noise_case test_case = make_drawn_case(number, axes, variant, seed);
    uint64_t state = seed * 1000003u + number;
    test_case.params.kind = kind;
    test_case.params.has_octave_rotation = info->has_sites && axes > 1 && variant % 2 == 1;
    fixture_permit(&test_case.params);
    draw_octaves(&test_case.params, variant, axes);
    draw_fractal(&test_case.params, own % OWN_FRACTALS, &state);
    append_kind(&test_case);
    size_t length = strlen(test_case.name);
    snprintf(test_case.name + length, sizeof test_case.name - length, "-%s%s",
             test_case.params.weighted_strength != 0.0 ? "weighted-" : "",
             scree_noise_fractal_name(test_case.params.fractal));
    return test_case;
}

static void draw_warp(scree_noise_warp *warp, unsigned own, uint32_t axes, uint64_t *state)
{
    *warp = (scree_noise_warp){.amplitude = 0.05 + noise_case_draw_unit(state) * (own % 4 == 3 ? 40.0 : 1.0),
                               .frequency = (const double[]){0.0, 0.5, 1.3, 2.0}[own % 4],
                               .kind = fixture_kind_of_axes(own / 3, axes),
                               .fractal = (scree_noise_warp_fractal)(own % 2),
                               .seed = noise_case_draw(state),
                               .octaves = 1 + own % 3,
                               .gain = own % 5 == 4 ? -0.8 : 0.5,
                               .times = 1 + own / 2 % 3};
}

/* Periods of the field that its warp has, too. */
static void permit_warp(scree_noise_params *params)
{
    const scree_noise_kind_info *warp_kind = scree_noise_kind_describe(params->warp.kind);
    const double frequency = params->warp.frequency == 0.0 ? 1.0 : params->warp.frequency;
    for (uint32_t axis = 0; axis < SCREE_MAX_AXES; axis++) {
        const double own = (double)params->period[axis] * frequency;
        const bool repeats = own == floor(own) && warp_kind->min_period != 0 && own >= warp_kind->min_period &&
                             own * 4.0 <= (double)warp_kind->max_period;
        params->period[axis] = repeats ? params->period[axis] : 0;
    }
}

static noise_case make_warp_case_of(scree_noise_kind kind, unsigned number, unsigned own, uint64_t seed)
{
    const scree_noise_kind_info *info = scree_noise_kind_describe(kind);
    const uint32_t most_axes = info->max_axes < 4 ? info->max_axes : 4;
    const uint32_t axes = info->min_axes + (own + own / fixture_kind_count()) % (most_axes - info->min_axes + 1);
    noise_case test_case = make_drawn_case(number, axes, own, seed);
    uint64_t state = seed * 1000003u + number;
    test_case.params.kind = kind;
    test_case.params.hash = SCREE_NOISE_HASH_SCREE;
    test_case.params.has_octave_rotation = axes > 1 && own % 7 == 2;
    draw_warp(&test_case.params.warp, own, axes, &state);
    if (kind == SCREE_NOISE_CELLULAR) {
        draw_cellular(&test_case.params, 4 * (own / fixture_kind_count()), axes);
    }
    fixture_permit(&test_case.params);
    permit_warp(&test_case.params);
    append_kind(&test_case);
    const size_t length = strlen(test_case.name);
    snprintf(test_case.name + length, sizeof test_case.name - length, "-warped-by-%s",
             scree_noise_kind_name(test_case.params.warp.kind));
    return test_case;
}

static noise_case make_warp_case(unsigned number, uint64_t seed)
{
    const unsigned own = number - first_warp_case();
    return make_warp_case_of((scree_noise_kind)(own % fixture_kind_count()), number, own, seed);
}

/* One of the fractals, and what samples have: derivatives, or, where there can be one, a flow. */
static void draw_duals(noise_case *test_case, unsigned fractal, bool flows, uint64_t *state)
{
    scree_noise_params *params = &test_case->params;
    const uint32_t axes = test_case->grid.axes;
    const bool is_weighted = fractal > SCREE_NOISE_FRACTAL_HETERO_TERRAIN;
    draw_fractal(params, 0, state);
    params->fractal = (scree_noise_fractal)(is_weighted ? fractal - SCREE_NOISE_FRACTAL_HETERO_TERRAIN - 1 : fractal);
    params->weighted_strength = is_weighted ? 1.0 - noise_case_draw_unit(state) * 0.7 : 0.0;
    params->sample.is_curl = flows && (axes == 2 || (axes == 3 && params->octaves <= SCREE_MAX_CURL_OCTAVES));
    params->sample.has_derivatives = !params->sample.is_curl;
    append_kind(test_case);
    const size_t length = strlen(test_case->name);
    snprintf(test_case->name + length, sizeof test_case->name - length, "-%s-%s%s",
             params->sample.is_curl ? "curl" : "dual", is_weighted ? "weighted-" : "",
             scree_noise_fractal_name(params->fractal));
}

static noise_case make_dual_case(unsigned number, uint64_t seed)
{
    unsigned own = number - first_dual_case();
    unsigned fractal = own / dual_kind_count();
    scree_noise_kind kind = dual_kind(own % dual_kind_count());
    const scree_noise_kind_info *info = scree_noise_kind_describe(kind);
    unsigned variant = fractal + 5 * (unsigned)kind;
    uint32_t axes = info->min_axes + variant % (info->max_axes - info->min_axes + 1);
    noise_case test_case = make_drawn_case(number, axes, variant, seed);
    uint64_t state = seed * 1000003u + number;
    test_case.params.kind = kind;
    test_case.params.has_octave_rotation = axes > 1 && axes <= 4 && variant % 3 == 1;
    fixture_permit(&test_case.params);
    if (kind == SCREE_NOISE_CELLULAR) {
        draw_cellular(&test_case.params, 4 * fractal, axes);
    }
    draw_own(&test_case.params, variant);
    draw_duals(&test_case, fractal, variant % 3 == 2, &state);
    return test_case;
}

/* Some have more rows than a tile. */
static noise_case make_folded_dual_case(unsigned number, uint64_t seed)
{
    const unsigned own = number - first_folded_dual_case();
    const unsigned turn = own / SHARING_KINDS / FOLDED_DUAL_AXES;
    const uint32_t axes = 2 + own / SHARING_KINDS % FOLDED_DUAL_AXES;
    noise_case test_case = make_drawn_case(number, axes, own + turn, seed);
    uint64_t state = seed * 1000003u + number;
    test_case.params.kind = (scree_noise_kind)(own % SHARING_KINDS);
    draw_octaves(&test_case.params, own + turn, axes);
    if (turn % 3 == 1 && axes < 4 && test_case.grid.row_stride == 0 && test_case.grid.count[0] <= 257) {
        test_case.grid.count[1] += 60 + noise_case_draw(&state) % 90;
    }
    draw_duals(&test_case, turn % DUAL_FRACTALS, turn >= DUAL_FRACTALS, &state);
    return test_case;
}

/* A case of a warped field, with derivatives or as the potential of a flow. */
static noise_case make_warped_dual_case(unsigned number, uint64_t seed)
{
    const unsigned own = number - first_warped_dual_case();
    const scree_noise_kind kind = dual_kind(own % dual_kind_count());
    const unsigned turn = own / dual_kind_count();
    noise_case test_case = make_warp_case_of(kind, number, own + turn, seed);
    if (!scree_noise_kind_describe(test_case.params.warp.kind)->has_derivatives) {
        test_case.params.warp.kind = SCREE_NOISE_PERLIN;
        permit_warp(&test_case.params);
    }
    const uint32_t axes = test_case.grid.axes;
    const bool can_flow = axes == 2 || (axes == 3 && test_case.params.octaves <= SCREE_MAX_CURL_OCTAVES);
    test_case.params.sample.is_curl = turn % 3 == 2 && can_flow;
    test_case.params.sample.has_derivatives = !test_case.params.sample.is_curl;
    const size_t length = strlen(test_case.name);
    snprintf(test_case.name + length, sizeof test_case.name - length, "-%s",
             test_case.params.sample.is_curl ? "curl" : "dual");
    return test_case;
}

/* Quantiles of a made-up distribution: some are equal, and values lie beyond both ends. */
static void draw_distribution(scree_noise_values *values, unsigned number, uint64_t *state)
{
    const double reach = 0.3 + noise_case_draw_unit(state);
    values->distribution = (scree_noise_distribution)(1 + number / 3 % 2);
    values->quantile_count = SCREE_NOISE_QUANTILE_COUNT;
    for (uint32_t i = 0; i < SCREE_NOISE_QUANTILE_COUNT; i++) {
        const double along = (double)(i % 16 == 5 ? i - 1 : i) / (SCREE_NOISE_QUANTILE_COUNT - 1);
        values->quantiles[i] = reach * (along * along * 1.5 - 0.5);
    }
}

static noise_case make_own_case(unsigned number, uint64_t seed)
{
    if (number >= first_folded_dual_case()) {
        return make_folded_dual_case(number, seed);
    }
    if (number >= first_warped_dual_case()) {
        return make_warped_dual_case(number, seed);
    }
    if (number >= first_dual_case()) {
        return make_dual_case(number, seed);
    }
    if (number >= first_warp_case()) {
        return make_warp_case(number, seed);
    }
    if (number >= first_fractal_case()) {
        return make_fractal_case(number, seed);
    }
    if (number >= FIRST_KIND_CASE) {
        return make_kind_case(number, seed);
    }
    if (number >= SCREE_MAX_AXES * CASES_PER_AXIS_COUNT) {
        unsigned edge = number - SCREE_MAX_AXES * CASES_PER_AXIS_COUNT;
        return make_edge_case(&edge_cases[edge], number, seed);
    }
    noise_case test_case =
        make_drawn_case(number, number / CASES_PER_AXIS_COUNT + 1, number % CASES_PER_AXIS_COUNT, seed);
    append_kind(&test_case);
    return test_case;
}

noise_case noise_case_make(unsigned number, uint64_t seed)
{
    noise_case test_case = make_own_case(number, seed);
    uint64_t state = seed * 1000003u + number;
    if (number % 3 == 1 && !test_case.params.sample.is_curl) {
        draw_distribution(&test_case.params.values, number, &state);
    }
    return test_case;
}

uint32_t noise_case_channels(const noise_case *c)
{
    return c->params.sample.is_curl ? c->grid.axes : c->params.sample.has_derivatives ? 1 + c->grid.axes : 1;
}
