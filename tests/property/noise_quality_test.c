/*
 * How random the noise is, measured: the third condition of a noise (random at small scale), and independence of
 * seeds, octaves and axes. Every figure is printed; docs/quality.md quotes them. Limits are four standard errors of
 * what independent numbers would give, and are fixed here, so that a change of the hash that makes it worse fails.
 */
#include "fixture.h"
#include "noise_kinds_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "axis_key.h"
#include "noise/hash.h"
#include "noise/kinds/simplex.h"
#include "noise_field.h"
#include "site_rules.h"

static double correlation(const float *a, const float *b, size_t count)
{
    double mean_a = 0.0;
    double mean_b = 0.0;
    for (size_t i = 0; i < count; i++) {
        mean_a += (double)a[i] / (double)count;
        mean_b += (double)b[i] / (double)count;
    }
    double covariance = 0.0;
    double variance_a = 0.0;
    double variance_b = 0.0;
    for (size_t i = 0; i < count; i++) {
        double x = (double)a[i] - mean_a;
        double y = (double)b[i] - mean_b;
        covariance += x * y;
        variance_a += x * x;
        variance_b += y * y;
    }
    return covariance / sqrt(variance_a * variance_b);
}

/* One sample a cell, in the middle of it, so that samples share few nodes; 512 by 512 cells. Nodes of rivers are 16
   cells apart: there it is one in 65 cells, which is anywhere between nodes. */
#define SIDE 512
#define LIMIT (4.0 / SIDE)

static float *cells_of(scree_device *device, const scree_noise_params *params)
{
    const double step = params->kind == SCREE_NOISE_RIVERS ? 65.0 : 2.0;
    scree_grid grid = {.axes = 2, .count = {SIDE, SIDE}, .origin = {0.5, 0.5}, .step = {step}};
    return fixture_fill(device, params, &grid, NULL);
}

static void check_pair(const char *name, const float *a, const float *b)
{
    double r = correlation(a, b, (size_t)SIDE * SIDE);
    print_message("%s: correlation %+.5f, limit %.5f\n", name, r, LIMIT);
    assert_true(fabs(r) < LIMIT);
}

/* Kinds of 289 times 289 cells are what they were published as: their columns differ by no more than a shift. */
static bool has_few_cells(uint32_t kind)
{
    return kind == SCREE_NOISE_GLSL_PERLIN || kind == SCREE_NOISE_GLSL_SIMPLEX;
}

static void seeds_are_independent(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 0);
    static const uint64_t seeds[] = {1, 2, 3, UINT64_C(1) << 32, UINT64_C(1) << 63, UINT64_MAX};
    for (uint32_t kind = 0; kind < fixture_kind_count(); kind++) {
        if (has_few_cells(kind)) {
            continue;
        }
        scree_noise_params params = {.kind = (scree_noise_kind)kind};
        float *zero = cells_of(device, &params);
        for (size_t i = 0; i < sizeof seeds / sizeof seeds[0]; i++) {
            params.seed = seeds[i];
            float *other = cells_of(device, &params);
            check_pair(scree_noise_kind_name((scree_noise_kind)kind), zero, other);
            free(other);
        }
        free(zero);
    }
}

/* The weight picks the octave; the lacunarity is as near to one as makes them alike except for their hashes. */
static void octaves_are_independent(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 0);
    for (uint32_t kind = 0; kind < fixture_kind_count(); kind++) {
        if (has_few_cells(kind)) {
            continue;
        }
        scree_noise_params params = {
            .kind = (scree_noise_kind)kind, .octaves = 2, .weight_count = 2, .lacunarity = 1.0, .weights = {1.0, 0.0}};
        float *first = cells_of(device, &params);
        params.weights[0] = 0.0;
        params.weights[1] = 1.0;
        float *second = cells_of(device, &params);
        check_pair("first and second octave", first, second);
        free(first);
        free(second);
    }
}

static void axes_are_independent(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 0);
    scree_noise_params params = {.seed = 4, .kind = SCREE_NOISE_VALUE};
    float *field = cells_of(device, &params);
    float *turned = malloc((size_t)SIDE * SIDE * sizeof(float));
    for (size_t y = 0; y < SIDE; y++) {
        for (size_t x = 0; x < SIDE; x++) {
            turned[y * SIDE + x] = field[x * SIDE + y];
        }
    }
    check_pair("x and y exchanged", field, turned);
    free(turned);
    free(field);
}

/* A cell away values still share nodes; two cells away they share none. */
static void distant_samples_are_independent(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 0);
    scree_noise_params params = {.seed = 9};
    float *field = cells_of(device, &params);
    size_t count = (size_t)SIDE * (SIDE - 4);
    for (size_t lag = 1; lag <= 4; lag++) {
        double along_x = correlation(field, field + lag, count);
        double along_y = correlation(field, field + lag * SIDE, count);
        print_message("%zu cells apart: %+.5f along x, %+.5f along y, limit %.5f\n", 2 * lag, along_x, along_y, LIMIT);
        assert_true(fabs(along_x) < LIMIT);
        assert_true(fabs(along_y) < LIMIT);
    }
    free(field);
}

/* Alike at large: an eighth of a cell apart, values are nearly the same. */
static void near_samples_are_alike(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 0);
    scree_noise_params params = {.seed = 9};
    scree_grid grid = {.axes = 2, .count = {SIDE, SIDE}, .step = {0.125}};
    float *field = fixture_fill(device, &params, &grid, NULL);
    double r = correlation(field, field + 1, (size_t)SIDE * SIDE - 1);
    print_message("an eighth of a cell apart: correlation %.4f\n", r);
    assert_true(r > 0.9);
    free(field);
}

/* Flips of output bits per flipped input bit, as the worst share over all pairs of bits. */
typedef struct avalanche {
    uint32_t flips[64][32];
    uint32_t trials;
} avalanche;

static void count_flips(avalanche *counted, unsigned input_bit, uint32_t difference)
{
    for (unsigned bit = 0; bit < 32; bit++) {
        counted->flips[input_bit][bit] += (difference >> bit) & 1u;
    }
}

static void check_avalanche(const char *name, const avalanche *counted, unsigned input_bits)
{
    double worst = 0.0;
    double mean = 0.0;
    for (unsigned in = 0; in < input_bits; in++) {
        for (unsigned out = 0; out < 32; out++) {
            double share = (double)counted->flips[in][out] / counted->trials;
            worst = fabs(share - 0.5) > worst ? fabs(share - 0.5) : worst;
            mean += share / (32.0 * input_bits);
        }
    }
    /* Five standard errors: of 2048 shares the farthest lies at about three and a half. */
    double limit = 5.0 * 0.5 / sqrt((double)counted->trials);
    print_message("%s: mean share %.5f, worst deviation %.5f, limit %.5f\n", name, mean, worst, limit);
    assert_true(worst < limit);
}

#define TRIALS 20000

/* The whole hash of a node, as kernels and axis keys make it together. */
static uint32_t node_hash(uint64_t seed, int64_t x, int64_t y)
{
    scree_axis_stream stream_x = scree_axis_stream_make(SCREE_NOISE_HASH_SCREE, seed, 0, 0, 0);
    scree_axis_stream stream_y = scree_axis_stream_make(SCREE_NOISE_HASH_SCREE, seed, 0, 1, 0);
    return scree_hash_mix(scree_axis_key(&stream_x, x) ^ scree_axis_key(&stream_y, y));
}

static void the_hash_avalanches(void **state)
{
    static avalanche cells;
    static avalanche seeds;
    cells.trials = TRIALS;
    seeds.trials = TRIALS;
    uint64_t draw = 5;
    for (uint32_t trial = 0; trial < TRIALS; trial++) {
        uint64_t seed = fixture_draw(&draw);
        int64_t x = (int64_t)fixture_draw(&draw);
        int64_t y = (int64_t)fixture_draw(&draw);
        uint32_t hash = node_hash(seed, x, y);
        for (unsigned bit = 0; bit < 64; bit++) {
            count_flips(&cells, bit, hash ^ node_hash(seed, (int64_t)((uint64_t)x ^ (UINT64_C(1) << bit)), y));
            count_flips(&seeds, bit, hash ^ node_hash(seed ^ (UINT64_C(1) << bit), x, y));
        }
    }
    check_avalanche("a bit of the cell", &cells, 64);
    check_avalanche("a bit of the seed", &seeds, 64);
}

/* Small numbers are what is used: cells 0 to 255 of seeds 0 to 15 must spread over the 16 gradients evenly. */
static void small_cells_draw_gradients_evenly(void **state)
{
    double chi_square_worst = 0.0;
    for (uint64_t seed = 0; seed < 16; seed++) {
        double expected = 256.0 * 256.0 / 16.0;
        uint32_t count[16] = {0};
        double chi_square = 0.0;
        for (int64_t y = 0; y < 256; y++) {
            for (int64_t x = 0; x < 256; x++) {
                count[scree_hash_gradient(node_hash(seed, x, y), 16)]++;
            }
        }
        for (int i = 0; i < 16; i++) {
            chi_square += (count[i] - expected) * (count[i] - expected) / expected;
        }
        chi_square_worst = chi_square > chi_square_worst ? chi_square : chi_square_worst;
    }
    /* 15 degrees of freedom: 1 in 10,000 lies beyond 44.3. */
    print_message("worst chi square of 16 seeds, 15 degrees of freedom: %.1f, limit 44.3\n", chi_square_worst);
    assert_true(chi_square_worst < 44.3);
}

#define RECTANGLES (1u << 21)

/* How often the exclusive or, the sum and the alternating sum of four gradients' numbers are each of 16. */
typedef struct rectangle_counts {
    uint32_t count[3][16];
} rectangle_counts;

static void count_rectangle(rectangle_counts *counts, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    counts->count[0][a ^ b ^ c ^ d]++;
    counts->count[1][(a + b + c + d) & 15u]++;
    counts->count[2][(a - b - c + d) & 15u]++;
}

static void assert_even(const char *name, const rectangle_counts *counts)
{
    for (int way = 0; way < 3; way++) {
        double expected = RECTANGLES / 16.0;
        double chi_square = 0.0;
        for (int i = 0; i < 16; i++) {
            double difference = counts->count[way][i] - expected;
            chi_square += difference * difference / expected;
        }
        print_message("%s, way %d: chi square %.1f, 15 degrees of freedom, limit 44.3\n", name, way, chi_square);
        assert_true(chi_square < 44.3);
    }
}

/*
 * The keys of the four nodes of a rectangle cancel, so their gradients must not: the exclusive or, the sum and the
 * alternating sum of the four numbers are even over 16 values.
 */
static void rectangles_do_not_cancel(void **state)
{
    static rectangle_counts counts;
    uint64_t draw = 3;
    for (uint32_t i = 0; i < RECTANGLES; i++) {
        uint32_t x0 = (uint32_t)fixture_draw(&draw);
        uint32_t x1 = (uint32_t)fixture_draw(&draw);
        uint32_t y0 = (uint32_t)fixture_draw(&draw);
        uint32_t y1 = (uint32_t)fixture_draw(&draw);
        count_rectangle(
            &counts, scree_hash_gradient(scree_hash_mix(x0 ^ y0), 16), scree_hash_gradient(scree_hash_mix(x1 ^ y0), 16),
            scree_hash_gradient(scree_hash_mix(x0 ^ y1), 16), scree_hash_gradient(scree_hash_mix(x1 ^ y1), 16));
    }
    assert_even("rectangles", &counts);
}

/* The same of simplex noise, whose keys are linear: cells up to `most` apart, in lattices of 512 seeds. */
static void check_rectangles_of_sites(const char *name, uint32_t most)
{
    static rectangle_counts counts;
    uint64_t draw = 5;
    memset(&counts, 0, sizeof counts);
    scree_site_octave octave = {0};
    for (uint32_t i = 0; i < RECTANGLES; i++) {
        if (i % 4096 == 0) {
            const scree_noise_params params = {.kind = SCREE_NOISE_SIMPLEX, .seed = i};
            const double shifts[SCREE_SITE_AXES] = {0};
            scree_axis_stream streams[SCREE_SITE_AXES];
            for (uint32_t axis = 0; axis < SCREE_SITE_AXES; axis++) {
                streams[axis] = scree_axis_stream_make(SCREE_NOISE_HASH_SCREE, i, 0, axis, 0);
            }
            scree_site_octave_make(&params, 2, 0, 1.0, &SCREE_SAME_DOMAIN, streams, shifts, &octave);
        }
        uint32_t key[2][2];
        for (uint32_t axis = 0; axis < 2; axis++) {
            uint32_t cell = (uint32_t)fixture_draw(&draw);
            uint32_t apart = 1 + (uint32_t)(fixture_draw(&draw) % most);
            key[axis][0] = scree_site_key(cell, octave.axis[axis]);
            key[axis][1] = scree_site_key(cell + apart, octave.axis[axis]);
        }
        count_rectangle(&counts, scree_hash_gradient(scree_simplex_hash(key[0][0] ^ key[1][0]), 16),
                        scree_hash_gradient(scree_simplex_hash(key[0][1] ^ key[1][0]), 16),
                        scree_hash_gradient(scree_simplex_hash(key[0][0] ^ key[1][1]), 16),
                        scree_hash_gradient(scree_simplex_hash(key[0][1] ^ key[1][1]), 16));
    }
    assert_even(name, &counts);
}

static void rectangles_of_sites_do_not_cancel(void **state)
{
    check_rectangles_of_sites("rectangles of neighbours in a simplex lattice", 1);
    check_rectangles_of_sites("rectangles up to 8 cells wide in a simplex lattice", 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seeds_are_independent),
        cmocka_unit_test(octaves_are_independent),
        cmocka_unit_test(axes_are_independent),
        cmocka_unit_test(distant_samples_are_independent),
        cmocka_unit_test(near_samples_are_alike),
        cmocka_unit_test(the_hash_avalanches),
        cmocka_unit_test(small_cells_draw_gradients_evenly),
        cmocka_unit_test(rectangles_do_not_cancel),
        cmocka_unit_test(rectangles_of_sites_do_not_cancel),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
