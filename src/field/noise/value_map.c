/* Measures quantiles, and makes maps of values from them. Positions are those of M. Roberts' sequence, "The
   Unreasonable Effectiveness of Quasirandom Sequences" (2018): they fill all axes evenly, however many there are. */
#include "value_map.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "float_environment.h"
#include "noise_type.h"
#include "noise_warp.h"
#include "os.h"
#include "plan.h"
#include "base/range.h"
#include "sized_params.h"
#include "whole_numbers.h"
#include "worker_pool.h"

/* Points that are measured: a share of them is that of the field within 0.03 % as a standard deviation. */
#define MOST_POINTS ((uint64_t)1 << 22)
/* Points are evaluated in batches, which threads share. */
#define BATCH 1024u
/* Cells of the coarsest octave, along each axis, that the points are spread over: far more than there are points, and
   so few that sites are located by vectors. A line needs more of them. */
#define CELLS 0x1p16
#define CELLS_OF_LINE 0x1p24
/* Words of 32 bits are sorted by three digits, each of which has so few values that its counts stay in the nearest
   cache. */
#define DIGIT_BITS 11u
#define DIGITS (1u << DIGIT_BITS)

#define STEPS SCREE_DISTRIBUTION_STEPS
/* The distance between neighbouring quantiles of the normal distribution, the middle one of which is 0. */
#define NORMAL_STEP 0.0375

_Static_assert(SCREE_NOISE_QUANTILE_COUNT == STEPS + 1, "the header and the kernels count quantiles alike");

/* The shares of a normal distribution below (i - STEPS / 2) * NORMAL_STEP, up to the middle. */
static const double shares[STEPS / 2 + 1] = {
    7.933281519755974e-07,  9.56045988487576e-07,   1.1505767815436675e-06,
    1.382813506410095e-06,  1.6596751443714722e-06, 1.9892727245064163e-06,
    2.3810999328063145e-06, 2.8462515231850028e-06, 3.3976731247300615e-06,
    4.050446428956709e-06,  4.8221141606553524e-06, 5.733049686720876e-06,
    6.806876599334066e-06,  8.070944122868088e-06,  9.556864737290992e-06,
    1.1301120983471013e-05, 1.3345749015906346e-05, 1.573910709353412e-05,
    1.853673784620199e-05,  2.1802333819013287e-05, 2.5608816474041537e-05,
    3.003953951278367e-05,  3.518962806597084e-05,  4.1167465971599394e-05,
    4.809634401760275e-05,  5.611628265144609e-05,  6.538604324270721e-05,
    7.608534251256658e-05,  8.841728520080404e-05,  0.00010261103040967455,
    0.00011892470732676105, 0.0001376485961660787,  0.00015910859015753437,
    0.00018366995423736381, 0.00021174139572341797, 0.0002437794616753115,
    0.000280293276816178,   0.0003218496348053488,  0.00036907845427506787,
    0.00042267860935514643, 0.0004834241423837776,  0.0005521708641184595,
    0.0006298633439977501,  0.0007175422898444507,  0.0008163523128285638,
    0.0009275500695127146,  0.0010525127683760679,  0.0011927470233527142,
    0.0013498980316300957,  0.0015257590472412602,  0.0017222811158676256,
    0.001941583029769717,   0.002185961454913241,   0.0024579011751966894,
    0.0027600853912624727,  0.003095406003744859,   0.0034669738030406716,
    0.0038781284798603544,  0.00433244836301256,    0.004833759783190558,
    0.005386145954066693,   0.00599395525487421,    0.006661808791982704,
    0.0073946071108807005,  0.008197535924596138,   0.009076070720048854,
    0.010035980100274079,   0.011083327718020291,   0.012224472655044704,
    0.013466068101635508,   0.01481505819260993,    0.016278672859386493,
    0.017864420562816563,   0.019580078778377457,   0.021433682114153,
    0.02343350795281822,    0.025588059521638628,   0.02790604630930716,
    0.030396361765261393,   0.03306805823591463,    0.03593031911292584,
    0.038992428191133036,   0.04226373625795248,    0.04575362496174113,
    0.04947146803364811,    0.05342658996561197,    0.057628222276153176,
    0.062085457525178696,   0.06680720126885809,    0.0718021221754162,
    0.07707860055207187,    0.08264467556196685,    0.08850799143740205,
    0.0946757430216426,     0.1011546209955859,     0.1079507571673247,
    0.1150696702217083,     0.12251621234304952,    0.13029451713680887,
    0.1384079492850971,     0.14685905637589597,    0.15564952334676851,
    0.16478012998031039,    0.17425071188054242,    0.18406012534675953,
    0.19420621654399575,    0.20468579534725265,    0.21549461421005425,
    0.2266273523768682,     0.2380776057236796,     0.24983788247177705,
    0.2618996049769398,     0.2742531177500736,     0.2868877018163652,
    0.2997915954686959,     0.31295202141788747,    0.3263552202879201,
    0.33998649034913864,    0.3538302333272762,     0.3678700060714771,
    0.3820885778110474,     0.39646799267900545,    0.4109896371312704,
    0.42563431184410283,    0.4403823076297575,     0.455213484871745,
    0.47010735594710523,    0.4850431700740902,     0.5,
};

/* For each number of axes, the root above 1 of x^(axes + 1) = x + 1, whose powers are as irrational as can be. */
static const double ratios[SCREE_MAX_AXES] = {1.618033988749895,  1.324717957244746,  1.2207440846057596,
                                              1.1673039782614187, 1.1347241384015194, 1.1127756842787055,
                                              1.0969815577985598, 1.085070245491451};

/* The share of values that quantile `i` is not below. The first and the last are the ends. */
static double share_of(uint32_t i)
{
    const double share = i <= STEPS / 2 ? shares[i] : 1.0 - shares[STEPS - i];
    return i == 0 ? 0.0 : i == STEPS ? 1.0 : share;
}

/* The value that a distribution has at a quantile. */
static double output_at(scree_noise_distribution distribution, uint32_t i)
{
    const double z = ((double)i - STEPS / 2) * NORMAL_STEP;
    return distribution == SCREE_NOISE_DISTRIBUTION_NORMAL ? z : 2.0 * share_of(i) - 1.0;
}

/* The slope between two quantiles: a little less than the quotient where rounding would exceed the higher output. */
static float slope_between(const float quantiles[2], const float outputs[2])
{
    const double apart = (double)quantiles[1] - quantiles[0];
    const double quotient = ((double)outputs[1] - outputs[0]) / apart;
    float slope = apart >= FLT_MIN && quotient <= FLT_MAX ? (float)quotient : 0.0f;
    while (outputs[0] + (quantiles[1] - quantiles[0]) * slope > outputs[1]) {
        slope = nextafterf(slope, 0.0f);
    }
    return slope;
}

/* Fills the guide: for each bucket the last quantile that is in a lower one, and how far others lie behind that. */
static void fill_guide(const float quantiles[STEPS + 1], uint32_t *words)
{
    const double scale = SCREE_DISTRIBUTION_BUCKETS / ((double)quantiles[STEPS] - quantiles[0]);
    const float rounded = scale <= FLT_MAX ? (float)scale : 0.0f;
    uint32_t *guide = words + SCREE_DISTRIBUTION_GUIDE;
    uint32_t most = 0;
    memcpy(words + SCREE_DISTRIBUTION_SCALE, &rounded, sizeof rounded);
    for (uint32_t i = 0; i < STEPS; i++) {
        const uint32_t bucket = scree_distribution_bucket(words, quantiles[i]);
        for (uint32_t higher = bucket + 1; higher < SCREE_DISTRIBUTION_BUCKETS; higher++) {
            guide[higher] = i;
        }
        most = i - guide[bucket] > most ? i - guide[bucket] : most;
    }
    words[SCREE_DISTRIBUTION_REACH] = 0;
    for (uint32_t reach = 1; reach <= most; reach *= 2) {
        words[SCREE_DISTRIBUTION_REACH] = reach;
    }
}

/* Fills a table of zeros from its quantiles. Where two are equal, or nearly, no value lies between them. */
static void fill_table(scree_noise_distribution distribution, const float quantiles[STEPS + 1], uint32_t *words)
{
    float outputs[STEPS + 1];
    float slopes[STEPS];
    for (uint32_t i = 0; i <= STEPS; i++) {
        outputs[i] = (float)output_at(distribution, i);
    }
    for (uint32_t i = 0; i < STEPS; i++) {
        slopes[i] = slope_between(&quantiles[i], &outputs[i]);
    }
    memcpy(words, quantiles, sizeof outputs);
    memcpy(words + SCREE_DISTRIBUTION_OUTPUTS, outputs, sizeof outputs);
    memcpy(words + SCREE_DISTRIBUTION_SLOPES, slopes, sizeof slopes);
    fill_guide(quantiles, words);
}

/* The points at which values are measured: spread over the field, or samples of a grid. */
typedef struct measured_points {
    scree_context *context;
    const scree_point_plan *plan;
    const scree_grid *grid; /* NULL for the field. */
    uint64_t samples;       /* Samples of the grid. */
    uint64_t count;
    double extent;
    uint64_t step[SCREE_MAX_AXES]; /* The way from a point of the field to the next, in parts of 2^-64 of the extent. */
    float *values;
    atomic_int result;
} measured_points;

static double spread_coordinate(const measured_points *points, uint64_t point, uint32_t axis)
{
    return (double)((point + 1) * points->step[axis] >> 11) * 0x1p-53 * points->extent;
}

/* Samples are taken evenly along all of the grid, whose first axis is the fastest: from the middle of each share. */
static void place_sample(const measured_points *points, uint64_t point, double *coordinates)
{
    const scree_grid *grid = points->grid;
    /* Counts are below 2^22, and samples below 2^63: the product needs 128 bits. */
    __extension__ typedef unsigned __int128 wide;
    uint64_t rest = (uint64_t)(((wide)point * points->samples + points->samples / 2) / points->count);
    for (uint32_t axis = 0; axis < grid->axes; axis++) {
        const int64_t index = grid->first[axis] + (int64_t)(rest % grid->count[axis]);
        coordinates[axis] = grid->origin[axis] + (double)index * grid->step[axis];
        rest /= grid->count[axis];
    }
}

static void measure_batch(void *user, uint32_t worker, uint64_t number)
{
    measured_points *points = user;
    const uint32_t axes = points->plan->plan.axes;
    const uint64_t first = number * BATCH;
    const uint64_t count = scree_min(points->count - first, BATCH);
    double coordinates[BATCH * SCREE_MAX_AXES];
    scree_float_environment saved;
    (void)worker;
    scree_float_environment_enter(&saved);
    for (uint64_t i = 0; i < count; i++) {
        for (uint32_t axis = 0; axis < axes && points->grid == NULL; axis++) {
            coordinates[i * axes + axis] = spread_coordinate(points, first + i, axis);
        }
        if (points->grid != NULL) {
            place_sample(points, first + i, coordinates + i * axes);
        }
    }
    const scree_points batch = scree_points_packed(axes, coordinates, (size_t)count);
    const scree_result result = scree_at_once_points(points->context, points->plan, &batch, points->values + first);
    if (result != SCREE_OK) {
        atomic_store(&points->result, (int)result);
    }
    scree_float_environment_leave(&saved);
}

/* Measures all points. Where no thread can be started, the calling one does all the work. */
static scree_result measure_all(measured_points *points)
{
    scree_worker_pool *pool = NULL;
    uint32_t workers = scree_os_processor_count();
    scree_result result = scree_worker_pool_create(workers, &pool);
    if (result != SCREE_OK) {
        workers = 1;
        result = scree_worker_pool_create(workers, &pool);
    }
    if (result != SCREE_OK) {
        return scree_fail(points->context, result, "no memory for a pool of threads");
    }
    scree_worker_pool_run(pool, workers, scree_div_round_up(points->count, BATCH), measure_batch, points);
    scree_worker_pool_destroy(&pool);
    return (scree_result)atomic_load(&points->result);
}

/* Sorts by one digit. */
static void sort_digit(const uint32_t *from, uint64_t count, uint32_t shift, uint32_t *to)
{
    uint32_t first[DIGITS + 1] = {0};
    for (uint64_t i = 0; i < count; i++) {
        first[(from[i] >> shift & (DIGITS - 1)) + 1]++;
    }
    for (uint32_t digit = 0; digit < DIGITS; digit++) {
        first[digit + 1] += first[digit];
    }
    for (uint64_t i = 0; i < count; i++) {
        to[first[from[i] >> shift & (DIGITS - 1)]++] = from[i];
    }
}

/* Sorts values, which become their ordered bits; `other` is as long. Returns the one of the two that is sorted. */
static const uint32_t *sort(uint32_t *values, uint64_t count, uint32_t *other)
{
    for (uint64_t i = 0; i < count; i++) {
        values[i] = scree_ordered_from_one(scree_one_from_bits(values[i]));
    }
    sort_digit(values, count, 0, other);
    sort_digit(other, count, DIGIT_BITS, values);
    sort_digit(values, count, 2 * DIGIT_BITS, other);
    return other;
}

/* Numbers of fewer bits than a float has are 0, as the limits of parameters want them. */
static void take_quantiles(const uint32_t *sorted, uint64_t count, float quantiles[STEPS + 1])
{
    for (uint32_t i = 0; i <= STEPS; i++) {
        const uint64_t rank = (uint64_t)(share_of(i) * (double)(count - 1) + 0.5);
        const float quantile = scree_one_from_ordered(sorted[rank]);
        quantiles[i] = fabsf(quantile) < FLT_MIN ? 0.0f : quantile;
    }
}

static scree_result measure_points(measured_points *points, float quantiles[STEPS + 1])
{
    uint32_t *memory = malloc((size_t)points->count * 2 * sizeof *memory);
    if (memory == NULL) {
        return scree_fail(points->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory to measure %llu points",
                          (unsigned long long)points->count);
    }
    points->values = (float *)(void *)memory;
    scree_result result = measure_all(points);
    if (result == SCREE_OK) {
        take_quantiles(sort(memory, points->count, memory + points->count), points->count, quantiles);
    }
    free(memory);
    return result;
}

/* Points of the field are spread over what coordinates may be. */
static void spread_points(measured_points *points)
{
    const scree_plan *plan = &points->plan->plan;
    const double limit = 0.5 * scree_plan_point_limit(plan);
    const double ratio = ratios[plan->axes - 1];
    double coarsest = 1.0;
    double part = 1.0;
    for (uint32_t o = 0; o < plan->octaves; o++) {
        coarsest = fmin(coarsest, plan->octave[o].frequency);
    }
    points->count = MOST_POINTS;
    points->extent = fmin(limit, (plan->axes == 1 ? CELLS_OF_LINE : CELLS) / coarsest);
    for (uint32_t axis = 0; axis < plan->axes; axis++) {
        part /= ratio;
        points->step[axis] = (uint64_t)(part * 0x1p64);
    }
}

/* Plain noise of some octaves, without a map. Others have no weight, which leaves them out of every sum. */
static scree_noise_params plain_params(const scree_noise_params *params, uint32_t octaves)
{
    const uint32_t all = params->octaves == SCREE_MAX_OCTAVES ? UINT32_MAX : (UINT32_C(1) << params->octaves) - 1;
    scree_noise_params plain = *params;
    plain.values = (scree_noise_values){.distribution = SCREE_NOISE_DISTRIBUTION_OWN};
    plain.sample = (scree_noise_sample){.has_derivatives = false};
    plain.skips_fine_octaves = false;
    for (uint32_t o = 0; o < params->octaves && octaves != all; o++) {
        plain.weight_count = params->octaves;
        plain.weights[o] = (octaves >> o & 1u) != 0 ? scree_noise_octave_weight(params, o) : 0.0;
    }
    return plain;
}

/* Measures the quantiles of some octaves on a grid, or of the field. */
static scree_result measure(scree_context *context, const scree_noise_params *params, uint32_t axes, uint32_t octaves,
                            const scree_plan *on, float quantiles[STEPS + 1])
{
    const scree_noise_params plain = plain_params(params, octaves);
    measured_points points = {.context = context};
    scree_noise_field *field = NULL;
    scree_result result = scree_noise_warp_create(context, &plain, SCREE_NOISE_METHOD_AUTO, &field);
    if (result == SCREE_OK) {
        result = scree_plan_of_points(context, field, axes, &points.plan);
    }
    if (result == SCREE_OK && on != NULL) {
        points.grid = &on->grid;
        points.samples = on->samples;
        points.count = scree_min(on->samples, MOST_POINTS);
    } else if (result == SCREE_OK) {
        spread_points(&points);
    }
    result = result == SCREE_OK ? measure_points(&points, quantiles) : result;
    scree_noise_field_destroy(&field);
    return result;
}

/* A map on its way into a field's list. */
static scree_result make_map(scree_context *context, const scree_noise_params *params, scree_value_map *map)
{
    const scree_noise_values *values = &params->values;
    float quantiles[STEPS + 1];
    scree_result result = SCREE_OK;
    for (uint32_t i = 0; i < values->quantile_count; i++) {
        quantiles[i] = (float)values->quantiles[i];
    }
    if (values->quantile_count == 0) {
        result = measure(context, params, map->axes, map->octaves, NULL, quantiles);
    }
    if (result == SCREE_OK) {
        fill_table(values->distribution, quantiles, map->words);
    }
    return result;
}

static const scree_value_map *find_in_list(const scree_noise_field *field, uint32_t axes, uint32_t octaves)
{
    const scree_value_map *map = atomic_load_explicit(&field->value_maps, memory_order_acquire);
    while (map != NULL && (map->axes != axes || map->octaves != octaves)) {
        map = map->next;
    }
    return map;
}

static scree_result add_map(scree_context *context, scree_noise_field *field, uint32_t axes, uint32_t octaves,
                            const scree_value_map **map)
{
    scree_value_map *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a map of values");
    }
    made->axes = axes;
    made->octaves = octaves;
    scree_result result = make_map(context, &field->params, made);
    if (result != SCREE_OK) {
        free(made);
        return result;
    }
    made->next = atomic_load_explicit(&field->value_maps, memory_order_acquire);
    atomic_store_explicit(&field->value_maps, made, memory_order_release);
    *map = made;
    return SCREE_OK;
}

/* Only one thread measures, for it uses all processors; those that come meanwhile find what it has measured. */
static scree_os_once mutex_once;
static scree_os_mutex mutex;
static bool has_mutex;

static void make_mutex(void)
{
    has_mutex = scree_os_mutex_init(&mutex);
}

scree_result scree_value_map_find(scree_context *context, scree_noise_field *field, uint32_t axes, uint32_t octaves,
                                  const scree_value_map **map)
{
    const bool are_given = field->params.values.quantile_count != 0;
    axes = are_given ? 0 : axes;
    octaves = are_given ? 0 : octaves;
    *map = find_in_list(field, axes, octaves);
    if (*map != NULL) {
        return SCREE_OK;
    }
    scree_os_call_once(&mutex_once, make_mutex);
    if (!has_mutex) {
        return scree_fail(context, SCREE_ERROR_INTERNAL, "the system has no resources for a mutex");
    }
    scree_os_mutex_lock(&mutex);
    *map = find_in_list(field, axes, octaves);
    scree_result result = *map != NULL ? SCREE_OK : add_map(context, field, axes, octaves, map);
    scree_os_mutex_unlock(&mutex);
    return result;
}

static scree_result measure_field(scree_context *context, const scree_noise_params *params, const scree_grid *grid,
                                  bool is_of_grid, float quantiles[STEPS + 1])
{
    scree_noise_field *field = NULL;
    scree_plan *plan = NULL;
    scree_noise_params plain = *params;
    plain.values = (scree_noise_values){.distribution = SCREE_NOISE_DISTRIBUTION_OWN};
    plain.sample = (scree_noise_sample){.has_derivatives = false};
    scree_result result = scree_noise_warp_create(context, &plain, SCREE_NOISE_METHOD_AUTO, &field);
    result = result == SCREE_OK ? scree_plan_create(context, field, grid, 0, &plan) : result;
    if (result == SCREE_OK) {
        const uint32_t octaves = scree_plan_octave_bits(plan);
        result = measure(context, &field->params, plan->axes, octaves, is_of_grid ? plan : NULL, quantiles);
    }
    scree_plan_destroy(&plan);
    scree_noise_field_destroy(&field);
    return result;
}

scree_result scree_noise_measure_quantiles_sized(scree_context *context, const scree_noise_params *params, size_t size,
                                                 const scree_grid *grid, bool is_of_grid,
                                                 double quantiles[SCREE_NOISE_QUANTILE_COUNT])
{
    scree_noise_params own;
    float measured[STEPS + 1];
    scree_float_environment saved;
    scree_result result = SCREE_OK;
    params = scree_params_take(context, params, size, &own, sizeof own, &result);
    if (result == SCREE_OK && (params == NULL || grid == NULL || quantiles == NULL)) {
        result = scree_fail(context, SCREE_ERROR_INVALID, "%s is NULL",
                            params == NULL ? "params"
                            : grid == NULL ? "grid"
                                           : "quantiles");
    }
    if (result != SCREE_OK) {
        return result;
    }
    scree_float_environment_enter(&saved);
    result = measure_field(context, params, grid, is_of_grid, measured);
    for (uint32_t i = 0; i <= STEPS && result == SCREE_OK; i++) {
        quantiles[i] = measured[i];
    }
    scree_float_environment_leave(&saved);
    return result;
}
