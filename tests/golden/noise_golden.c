/* Golden values of lattice noise: golden.h has the command line. */
#include <stdio.h>
#include <stdlib.h>

#include "golden.h"
#include "field_jobs.h"
#include "noise_kinds_fixture.h"

typedef struct golden_case {
    const char *name;
    scree_noise_params params;
    scree_grid grid;
} golden_case;

/* clang-format off */
#define GRID_1 {.axes = 1, .count = {1000}, .origin = {-3.25}, .step = {0.11}}
#define GRID_2 {.axes = 2, .count = {100, 37}, .origin = {-3.25, 7.5}, .step = {0.11}}
#define GRID_3 {.axes = 3, .count = {33, 17, 9}, .origin = {-3.25, 7.5, 0.3}, .step = {0.11}}
#define GRID_4 {.axes = 4, .count = {17, 9, 5, 3}, .origin = {-3.25, 7.5, 0.3, 9.0}, .step = {0.11}}
#define GRID_5 {.axes = 5, .count = {9, 5, 4, 3, 3}, .origin = {-3.25, 7.5, 0.3, 9.0, 1e6}, .step = {0.11}}
#define GRID_8 {.axes = 8, .count = {5, 4, 3, 3, 2, 2, 2, 2}, .origin = {-3.25, 7.5}, .step = {0.11}}
#define GRID_FAR {.axes = 3, .count = {33, 17, 9}, .origin = {0x1p40, -0x1p50, 0.3}, .step = {0.002}, \
                  .first = {-40, 1000, 7}}

static const golden_case cases[] = {
    {"perlin-1", {.octaves = 1, .seed = 1}, GRID_1},
    {"perlin-2", {.octaves = 1, .seed = 1}, GRID_2},
    {"perlin-3", {.octaves = 1, .seed = 1}, GRID_3},
    {"perlin-4", {.octaves = 1, .seed = 1}, GRID_4},
    {"perlin-5", {.octaves = 1, .seed = 1}, GRID_5},
    {"perlin-8", {.octaves = 1, .seed = 1}, GRID_8},
    {"perlin-3-seed-0", {.octaves = 1}, GRID_3},
    {"perlin-3-seed-2^63", {.octaves = 1, .seed = UINT64_C(1) << 63}, GRID_3},
    {"perlin-3-sphere", {.gradients = SCREE_NOISE_GRADIENTS_SPHERE}, GRID_3},
    {"perlin-3-cube", {.gradients = SCREE_NOISE_GRADIENTS_CUBE}, GRID_3},
    {"perlin-3-perlin2002", {.hash = SCREE_NOISE_HASH_PERLIN2002}, GRID_3},
    {"perlin-4-perlin2002", {.hash = SCREE_NOISE_HASH_PERLIN2002, .octaves = 2, .seed = 5}, GRID_4},
    {"perlin-2-cubic", {.fade = SCREE_NOISE_FADE_CUBIC}, GRID_2},
    {"perlin-2-cosine", {.fade = SCREE_NOISE_FADE_COSINE}, GRID_2},
    {"perlin-2-linear", {.fade = SCREE_NOISE_FADE_LINEAR}, GRID_2},
    {"perlin-2-fbm-8", {.octaves = 8, .seed = 7}, GRID_2},
    {"perlin-2-billow-8", {.octaves = 8, .fractal = SCREE_NOISE_FRACTAL_BILLOW, .gain = 0.75}, GRID_2},
    {"perlin-2-ridged-8", {.octaves = 8, .fractal = SCREE_NOISE_FRACTAL_RIDGED}, GRID_2},
    {"perlin-2-ping-pong-8", {.octaves = 8, .fractal = SCREE_NOISE_FRACTAL_PING_PONG}, GRID_2},
    {"perlin-2-hybrid-8", {.octaves = 8, .fractal = SCREE_NOISE_FRACTAL_HYBRID, .musgrave.offset = 0.7, .gain = 0.84}, GRID_2},
    {"perlin-2-ridged-multifractal-8", {.octaves = 8, .fractal = SCREE_NOISE_FRACTAL_RIDGED_MULTIFRACTAL}, GRID_2},
    {"perlin-2-hetero-terrain-8", {.octaves = 8, .fractal = SCREE_NOISE_FRACTAL_HETERO_TERRAIN}, GRID_2},
    {"perlin-2-weighted-fbm-8", {.octaves = 8, .weighted_strength = 0.6}, GRID_2},
    {"perlin-2-weighted-billow-8", {.octaves = 8, .fractal = SCREE_NOISE_FRACTAL_BILLOW, .weighted_strength = 1.0}, GRID_2},
    {"perlin-2-weighted-ridged-8", {.octaves = 8, .fractal = SCREE_NOISE_FRACTAL_RIDGED, .weighted_strength = 1.0}, GRID_2},
    {"perlin-2-weighted-ping-pong-8",
     {.octaves = 8, .fractal = SCREE_NOISE_FRACTAL_PING_PONG, .ping_pong.strength = 3.0, .weighted_strength = 0.6}, GRID_2},
    {"perlin-2-lacunarity-1.9", {.octaves = 6, .lacunarity = 1.9}, GRID_2},
    {"perlin-2-weights", {.octaves = 3, .weights = {0.25, -1.0, 3.0}, .weight_count = 3}, GRID_2},
    {"perlin-2-period", {.octaves = 4, .period = {3, 5}}, GRID_2},
    {"perlin-2-skipped", {.octaves = 8, .skips_fine_octaves = true}, GRID_2},
    {"perlin-3-far", {.octaves = 5, .seed = 3}, GRID_FAR},
    {"value-1", {.kind = SCREE_NOISE_VALUE, .seed = 1}, GRID_1},
    {"value-2", {.kind = SCREE_NOISE_VALUE, .seed = 1}, GRID_2},
    {"value-3", {.kind = SCREE_NOISE_VALUE, .seed = 1}, GRID_3},
    {"value-5", {.kind = SCREE_NOISE_VALUE, .seed = 1}, GRID_5},
    {"value-8", {.kind = SCREE_NOISE_VALUE, .seed = 1}, GRID_8},
    {"value-3-perlin2002", {.kind = SCREE_NOISE_VALUE, .hash = SCREE_NOISE_HASH_PERLIN2002}, GRID_3},
    {"perlin-2-turned-cosine", {.octaves = 5, .has_octave_rotation = true, .fade = SCREE_NOISE_FADE_COSINE}, GRID_2},
    {"perlin-3-turned", {.octaves = 5, .has_octave_rotation = true}, GRID_3},
    {"perlin-4-turned-sphere", {.octaves = 2, .has_octave_rotation = true, .gradients = SCREE_NOISE_GRADIENTS_SPHERE}, GRID_4},
    {"value-3-turned-cubic", {.kind = SCREE_NOISE_VALUE, .octaves = 5, .has_octave_rotation = true, .fade = SCREE_NOISE_FADE_CUBIC}, GRID_3},
    {"cellular-3-f3-manhattan", {.kind = SCREE_NOISE_CELLULAR, .cellular.feature = SCREE_NOISE_FEATURE_F3, .cellular.metric = SCREE_NOISE_METRIC_MANHATTAN}, GRID_3},
    {"cellular-2-f2-f1-chebyshev", {.kind = SCREE_NOISE_CELLULAR, .cellular.feature = SCREE_NOISE_FEATURE_F2_MINUS_F1, .cellular.metric = SCREE_NOISE_METRIC_CHEBYSHEV}, GRID_2},
    {"cellular-4-f1*f2-squared", {.kind = SCREE_NOISE_CELLULAR, .cellular.feature = SCREE_NOISE_FEATURE_F1_TIMES_F2, .cellular.metric = SCREE_NOISE_METRIC_SQUARED}, GRID_4},
    {"cellular-3-value", {.kind = SCREE_NOISE_CELLULAR, .cellular.feature = SCREE_NOISE_FEATURE_VALUE, .cellular.jitter = 0.7}, GRID_3},
    {"cellular-2-border", {.kind = SCREE_NOISE_CELLULAR, .cellular.feature = SCREE_NOISE_FEATURE_BORDER}, GRID_2},
    {"cellular-3-border", {.kind = SCREE_NOISE_CELLULAR, .cellular.feature = SCREE_NOISE_FEATURE_BORDER, .octaves = 2}, GRID_3},
    {"cellular-3-offset-z", {.kind = SCREE_NOISE_CELLULAR, .cellular.feature = SCREE_NOISE_FEATURE_OFFSET_Z}, GRID_3},
    {"cellular-2-smooth", {.kind = SCREE_NOISE_CELLULAR, .cellular.smoothness = 0.5}, GRID_2},
    {"cellular-2-no-jitter", {.kind = SCREE_NOISE_CELLULAR, .cellular.jitter = SCREE_ZERO}, GRID_2},
    {"perlin-3-uniform", {.octaves = 5, .values.distribution = SCREE_NOISE_DISTRIBUTION_UNIFORM}, GRID_3},
    {"cellular-2-normal", {.kind = SCREE_NOISE_CELLULAR, .values.distribution = SCREE_NOISE_DISTRIBUTION_NORMAL}, GRID_2},
    {"perlin-2-uniform-skipped", {.octaves = 8, .skips_fine_octaves = true, .values.distribution = SCREE_NOISE_DISTRIBUTION_UNIFORM}, GRID_2},
    {"value-2-ridged-5", {.kind = SCREE_NOISE_VALUE, .octaves = 5, .fractal = SCREE_NOISE_FRACTAL_RIDGED}, GRID_2},
};
/* clang-format on */

static size_t samples_of(const scree_grid *grid)
{
    size_t samples = 1;
    for (uint32_t axis = 0; axis < grid->axes; axis++) {
        samples *= (size_t)grid->count[axis];
    }
    return samples;
}

/* Cases that every later kind has, without rows above: each grid in as many axes as the kind supports. */
static const golden_case later_cases[] = {
    {"1", {.seed = 1}, GRID_1},
    {"2", {.seed = 1}, GRID_2},
    {"3", {.seed = 1}, GRID_3},
    {"4", {.seed = 1}, GRID_4},
    {"5", {.seed = 1}, GRID_5},
    {"8", {.seed = 1}, GRID_8},
    {"3-perlin2002", {.hash = SCREE_NOISE_HASH_PERLIN2002}, GRID_3},
    {"2-ridged-5", {.octaves = 5, .fractal = SCREE_NOISE_FRACTAL_RIDGED}, GRID_2},
    {"3-turned", {.octaves = 5, .has_octave_rotation = true}, GRID_3},
    {"2-period", {.octaves = 4, .period = {3, 5}}, GRID_2},
    {"3-far", {.octaves = 5, .seed = 3}, GRID_FAR},
};

/* Warped fields, behind the cases of all kinds. */
static const golden_case warped_cases[] = {
    {"perlin-2-warped", {.octaves = 5, .warp = {.amplitude = 0.7, .octaves = 3}}, GRID_2},
    {"perlin-3-warped-twice", {.octaves = 3, .warp = {.amplitude = 0.7, .octaves = 2, .times = 2}}, GRID_3},
    {"perlin-2-warped-progressive",
     {.octaves = 3, .warp = {.amplitude = 0.7, .octaves = 3, .fractal = SCREE_NOISE_WARP_PROGRESSIVE}},
     GRID_2},
    {"value-3-warped-by-simplex",
     {.kind = SCREE_NOISE_VALUE, .warp = {.amplitude = -1.5, .kind = SCREE_NOISE_SIMPLEX, .frequency = 0.5}},
     GRID_3},
    {"simplex-4-warped-by-cellular",
     {.kind = SCREE_NOISE_SIMPLEX, .warp = {.amplitude = 2.0, .kind = SCREE_NOISE_CELLULAR, .seed = 9}},
     GRID_4},
    {"cellular-2-warped-period",
     {.kind = SCREE_NOISE_CELLULAR, .period = {4, 6}, .warp = {.amplitude = 0.3, .octaves = 2}},
     GRID_2},
    {"perlin-3-warped-far", {.octaves = 5, .seed = 3, .warp = {.amplitude = 20.0, .octaves = 3, .times = 2}}, GRID_FAR},
};

/* Behind all of these: cases that every kind with derivatives has, and some of single kinds. */
static const golden_case dual_cases[] = {
    {"1-slopes", {.octaves = 3, .sample.has_derivatives = true}, GRID_1},
    {"2-slopes", {.octaves = 2, .sample.has_derivatives = true}, GRID_2},
    {"3-slopes", {.octaves = 2, .sample.has_derivatives = true}, GRID_3},
    {"4-slopes", {.octaves = 2, .sample.has_derivatives = true}, GRID_4},
    {"5-slopes", {.octaves = 2, .sample.has_derivatives = true}, GRID_5},
    {"8-slopes", {.octaves = 2, .sample.has_derivatives = true}, GRID_8},
    {"2-slopes-hybrid", {.octaves = 4, .fractal = SCREE_NOISE_FRACTAL_HYBRID, .sample.has_derivatives = true}, GRID_2},
    {"3-slopes-turned", {.octaves = 3, .has_octave_rotation = true, .sample.has_derivatives = true}, GRID_3},
    {"3-curl", {.octaves = 2, .sample.is_curl = true}, GRID_3},
};

static const golden_case single_dual_cases[] = {
    {"perlin-2-slopes-ridged",
     {.octaves = 3, .fractal = SCREE_NOISE_FRACTAL_RIDGED, .sample.has_derivatives = true},
     GRID_2},
    {"perlin-3-slopes-cubic", {.fade = SCREE_NOISE_FADE_CUBIC, .sample.has_derivatives = true}, GRID_3},
    {"perlin-2-curl", {.octaves = 3, .sample.is_curl = true}, GRID_2},
    {"cellular-3-slopes-border",
     {.kind = SCREE_NOISE_CELLULAR, .cellular.feature = SCREE_NOISE_FEATURE_BORDER, .sample.has_derivatives = true},
     GRID_3},
    {"cellular-2-slopes-smooth",
     {.kind = SCREE_NOISE_CELLULAR, .cellular.smoothness = 0.5, .sample.has_derivatives = true},
     GRID_2},
    {"cellular-3-slopes-hybrid-f3",
     {.kind = SCREE_NOISE_CELLULAR,
      .cellular.feature = SCREE_NOISE_FEATURE_F3,
      .cellular.metric = SCREE_NOISE_METRIC_HYBRID,
      .sample.has_derivatives = true},
     GRID_3},
    {"rivers-2-slopes-distance-4",
     {.kind = SCREE_NOISE_RIVERS,
      .rivers = {.measure = SCREE_NOISE_MEASURE_DISTANCE, .levels = 4},
      .sample.has_derivatives = true},
     GRID_2},
};

/* Warped fields with derivatives, behind the others. */
static const golden_case warped_dual_cases[] = {
    {"perlin-2-slopes-warped",
     {.octaves = 3, .warp = {.amplitude = 0.7, .octaves = 2}, .sample.has_derivatives = true},
     GRID_2},
    {"perlin-3-slopes-warped-twice",
     {.octaves = 2,
      .warp = {.amplitude = 0.5, .octaves = 2, .times = 2, .fractal = SCREE_NOISE_WARP_PROGRESSIVE},
      .sample.has_derivatives = true},
     GRID_3},
    {"value-4-slopes-warped-by-simplex",
     {.kind = SCREE_NOISE_VALUE,
      .warp = {.amplitude = -1.5, .kind = SCREE_NOISE_SIMPLEX},
      .sample.has_derivatives = true},
     GRID_4},
    {"cellular-2-slopes-warped-period",
     {.kind = SCREE_NOISE_CELLULAR,
      .period = {4, 6},
      .warp = {.amplitude = 0.3, .octaves = 2},
      .sample.has_derivatives = true},
     GRID_2},
    {"simplex-3-curl-warped",
     {.kind = SCREE_NOISE_SIMPLEX, .octaves = 2, .warp = {.amplitude = 0.4}, .sample.is_curl = true},
     GRID_3},
};

#define CASE_COUNT (sizeof cases / sizeof cases[0])
#define WARPED_COUNT (sizeof warped_cases / sizeof warped_cases[0])
#define LATER_COUNT (sizeof later_cases / sizeof later_cases[0])
#define DUAL_COUNT (sizeof dual_cases / sizeof dual_cases[0])
#define WARPED_DUAL_COUNT (sizeof warped_dual_cases / sizeof warped_dual_cases[0])
#define SINGLE_DUAL_COUNT (sizeof single_dual_cases / sizeof single_dual_cases[0])
#define FIRST_LATER_KIND ((uint32_t)SCREE_NOISE_VALUE + 1)

/*
 * Case `*left` of those that kinds from `first` on have in a table, without those that they do not permit; false past
 * the last, and `*left` is less by all of them then.
 */
static bool find_of_kinds(const golden_case *table, size_t count, uint32_t first, size_t *left, golden_case *found,
                          char name[64])
{
    for (uint32_t kind = first; kind < fixture_kind_count(); kind++) {
        for (size_t i = 0; i < count; i++) {
            golden_case own = table[i];
            own.params.kind = (scree_noise_kind)kind;
            const bool is_plain = !own.params.sample.has_derivatives && !own.params.sample.is_curl;
            if (fixture_kind_has_axes(own.params.kind, own.grid.axes) && fixture_permits(own.params) &&
                (is_plain || scree_noise_kind_describe(own.params.kind)->has_derivatives) && (*left)-- == 0) {
                *found = own;
                snprintf(name, 64, "%s-%s", scree_noise_kind_name((scree_noise_kind)kind), table[i].name);
                return true;
            }
        }
    }
    return false;
}

/* Case `*left` of a table; NULL past the last, and `*left` is less by all of them then. */
static const golden_case *find_in(const golden_case *table, size_t count, size_t *left)
{
    if (*left < count) {
        return &table[*left];
    }
    *left -= count;
    return NULL;
}

/* The case of a number; false past the last. */
static bool find_case(unsigned number, golden_case *found, char name[64])
{
    size_t left = number;
    const golden_case *single = find_in(cases, CASE_COUNT, &left);
    if (single == NULL && find_of_kinds(later_cases, LATER_COUNT, FIRST_LATER_KIND, &left, found, name)) {
        return true;
    }
    single = single != NULL ? single : find_in(warped_cases, WARPED_COUNT, &left);
    if (single == NULL && find_of_kinds(dual_cases, DUAL_COUNT, 0, &left, found, name)) {
        return true;
    }
    single = single != NULL ? single : find_in(single_dual_cases, SINGLE_DUAL_COUNT, &left);
    single = single != NULL ? single : find_in(warped_dual_cases, WARPED_DUAL_COUNT, &left);
    if (single != NULL) {
        *found = *single;
        snprintf(name, 64, "%s", single->name);
    }
    return single != NULL;
}

static unsigned count_cases(void)
{
    golden_case ignored;
    char name[64];
    unsigned count = 0;
    while (find_case(count, &ignored, name)) {
        count++;
    }
    return count;
}

static bool describe(scree_device *device, unsigned number, char *line, size_t size)
{
    golden_case own;
    char name[64];
    if (!find_case(number, &own, name)) {
        return false;
    }
    const golden_case *c = &own;
    const scree_noise_sample *sample = &c->params.sample;
    size_t samples = samples_of(&c->grid) * (sample->is_curl           ? c->grid.axes
                                             : sample->has_derivatives ? 1 + c->grid.axes
                                                                       : 1);
    float *values = malloc(samples * sizeof(float));
    scree_job *job = NULL;
    bool is_done = values != NULL && noise_job_fill(device, &c->params, &c->grid, values, &job) == SCREE_OK &&
                   scree_job_wait(job, UINT64_MAX) == SCREE_OK;
    scree_job_release(&job);
    if (is_done) {
        golden_describe(name, values, samples, line, size);
    }
    free(values);
    return is_done;
}

int main(int argc, char **argv)
{
    return golden_main(argc, argv, describe, count_cases());
}
