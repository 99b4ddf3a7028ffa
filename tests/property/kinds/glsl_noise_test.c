/*
 * The noises of McEwan, Sheets, Gustavson and Richardson: their definitions in float64, bounds, and repetition after
 * 289 cells. The permutation is that of the authors' later revision.
 */
#include "fixture.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define RING 289
/* Fields are made smaller by this, for rounding. */
#define ROOM (1.0 - 0x1p-16)
#define MOST_CORNERS 8

/* A gradient, brought near length one as the paper does it. */
typedef struct vector {
    double at[3];
} vector;

static double dot(vector a, vector b)
{
    return a.at[0] * b.at[0] + a.at[1] * b.at[1] + a.at[2] * b.at[2];
}

static vector normalised(double x, double y, double z)
{
    const double norm = 1.79284291400159 - 0.85373472095314 * (x * x + y * y + z * z);
    return (vector){{x * norm, y * norm, z * norm}};
}

static int64_t permute(int64_t number)
{
    return (34 * number + 10) * number % RING;
}

/* A diamond, of which the hash divided by 41 goes round once. */
static vector gradient_2d(int64_t hash)
{
    const double x = 2.0 * (double)(hash % 41) / 41.0 - 1.0;
    return normalised(x - floor(x + 0.5), fabs(x) - 0.5, 0.0);
}

/* The gradients in three axes are those that the published float32 operations find: which of them are folded over to
   the lower half of the octahedron hangs on what they round. */
static const float seventh = 0.142857142857f;

/* An octahedron |x| + |y| + |z| = 1/2. */
static vector perlin_gradient(int64_t hash)
{
    float x = (float)hash * seventh;
    float y = floorf(x) * seventh;
    y = y - floorf(y) - 0.5f;
    x = x - floorf(x);
    const float z = 0.5f - fabsf(x) - fabsf(y);
    if (z <= 0.0f) {
        x -= x >= 0.0f ? 0.5f : -0.5f;
        y -= y >= 0.0f ? 0.5f : -0.5f;
    }
    return normalised((double)x, (double)y, (double)z);
}

/* The same of |x| + |y| + |z| = 1, from 49 points of a square. */
static vector simplex_gradient(int64_t hash)
{
    const float step = seventh * 2.0f;
    const float start = seventh * 0.5f - 1.0f;
    const float rest = (float)hash - 49.0f * floorf((float)hash * seventh * seventh);
    const float digit = floorf(rest * seventh);
    float x = digit * step + start;
    float y = floorf(rest - 7.0f * digit) * step + start;
    const float z = 1.0f - fabsf(x) - fabsf(y);
    if (z <= 0.0f) {
        x -= floorf(x) * 2.0f + 1.0f;
        y -= floorf(y) * 2.0f + 1.0f;
    }
    return normalised((double)x, (double)y, (double)z);
}

/* A corner of the cell or simplex round a sample. */
typedef struct corner {
    int64_t node[3];
    double weight;
    vector offset;
} corner;

static double fade(double t)
{
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
}

static uint32_t perlin_corners(uint32_t axes, const double *position, corner *corners)
{
    for (uint32_t c = 0; c < 1u << axes; c++) {
        corners[c] = (corner){.weight = 1.0};
        for (uint32_t axis = 0; axis < axes; axis++) {
            const uint32_t is_upper = c >> axis & 1u;
            const double fraction = position[axis] - floor(position[axis]);
            corners[c].node[axis] = (int64_t)floor(position[axis]) + is_upper;
            corners[c].offset.at[axis] = fraction - is_upper;
            corners[c].weight *= is_upper ? fade(fraction) : 1.0 - fade(fraction);
        }
    }
    return 1u << axes;
}

/* The number of axes along which the fraction is larger, or as large and the axis comes before. */
static uint32_t rank_of(uint32_t axes, const double *fraction, uint32_t axis)
{
    uint32_t rank = 0;
    for (uint32_t other = 0; other < axes; other++) {
        rank += fraction[other] > fraction[axis] || (fraction[other] == fraction[axis] && other < axis);
    }
    return rank;
}

static uint32_t simplex_corners(uint32_t axes, const double *position, corner *corners)
{
    const double skew = (sqrt(axes + 1.0) - 1.0) / axes;
    const double unskew = (1.0 - 1.0 / sqrt(axes + 1.0)) / axes;
    double fraction[3];
    double sum = 0.0;
    int64_t node[3];
    for (uint32_t axis = 0; axis < axes; axis++) {
        sum += position[axis];
    }
    for (uint32_t axis = 0; axis < axes; axis++) {
        const double skewed = position[axis] + sum * skew;
        node[axis] = (int64_t)floor(skewed);
        fraction[axis] = skewed - floor(skewed);
    }
    for (uint32_t c = 0; c <= axes; c++) {
        double square = 0.0;
        double steps = 0.0;
        corners[c] = (corner){0};
        for (uint32_t axis = 0; axis < axes; axis++) {
            const uint32_t is_stepped = rank_of(axes, fraction, axis) < c;
            corners[c].node[axis] = node[axis] + is_stepped;
            corners[c].offset.at[axis] = fraction[axis] - is_stepped;
            steps += corners[c].offset.at[axis];
        }
        for (uint32_t axis = 0; axis < axes; axis++) {
            corners[c].offset.at[axis] -= steps * unskew;
            square += corners[c].offset.at[axis] * corners[c].offset.at[axis];
        }
        corners[c].weight = pow(fmax(0.5 - square, 0.0), 4.0);
    }
    return axes + 1;
}

/* A kind in two or three axes. */
typedef struct noise {
    scree_noise_kind kind;
    uint32_t axes;
    double factor;
    uint32_t (*corners)(uint32_t axes, const double *position, corner *corners);
    vector (*gradient)(int64_t hash);
    bool is_x_first; /* A hash takes x first, or x last. */
} noise;

static const noise noises[] = {
    {SCREE_NOISE_GLSL_PERLIN, 2, 2.3, perlin_corners, gradient_2d, true},
    {SCREE_NOISE_GLSL_PERLIN, 3, 1.5, perlin_corners, perlin_gradient, true},
    {SCREE_NOISE_GLSL_SIMPLEX, 2, 130.0, simplex_corners, gradient_2d, false},
    {SCREE_NOISE_GLSL_SIMPLEX, 3, 98.0, simplex_corners, simplex_gradient, false},
};
#define NOISES (sizeof noises / sizeof noises[0])

static int64_t wrapped(int64_t node, int64_t period)
{
    return (node % period + period) % period;
}

static int64_t hash_of(const noise *n, const int64_t *node, int64_t period)
{
    int64_t hash = 0;
    for (uint32_t i = 0; i < n->axes; i++) {
        hash = permute(hash + wrapped(node[n->is_x_first ? i : n->axes - 1 - i], period));
    }
    return hash;
}

static double defined(const noise *n, const double *position, int64_t period)
{
    corner corners[MOST_CORNERS];
    const uint32_t count = n->corners(n->axes, position, corners);
    double sum = 0.0;
    for (uint32_t c = 0; c < count; c++) {
        sum += corners[c].weight * dot(n->gradient(hash_of(n, corners[c].node, period)), corners[c].offset);
    }
    return n->factor * ROOM * sum;
}

static scree_field *make_field(const noise *n, uint64_t period)
{
    scree_noise_params params = {.kind = n->kind};
    for (uint32_t axis = 0; axis < n->axes; axis++) {
        params.period[axis] = period;
    }
    scree_field *field = fixture_field(&params);
    return field;
}

#define POINTS 20000
#define TOLERANCE 4e-6

/* Compares points of which float64 and the kernel have the same cells and fractions, except for what a skew rounds. */
static double largest_error(const noise *n, uint64_t period, double reach)
{
    scree_field *field = make_field(n, period);
    double *position = malloc(sizeof(double) * POINTS * n->axes);
    float *value = malloc(sizeof(float) * POINTS);
    uint64_t draw = 5;
    for (uint32_t i = 0; i < POINTS * n->axes; i++) {
        position[i] = floor((fixture_draw_unit(&draw) - 0.5) * reach * 65536.0) / 65536.0;
    }
    assert_int_equal(field_at_packed(field, n->axes, position, POINTS, value), SCREE_OK);
    double most = 0.0;
    for (uint32_t i = 0; i < POINTS; i++) {
        const double expected = defined(n, &position[(size_t)i * n->axes], period != 0 ? (int64_t)period : RING);
        most = fmax(most, fabs((double)value[i] - expected));
    }
    free(position);
    free(value);
    scree_field_release(&field);
    return most;
}

static void samples_follow_the_definitions(void **state)
{
    for (size_t i = 0; i < NOISES; i++) {
        const double error = largest_error(&noises[i], 0, 2000.0);
        print_message("%s in %u axes: largest error %.2g\n", scree_noise_kind_name(noises[i].kind), noises[i].axes,
                      error);
        assert_true(error < TOLERANCE);
    }
}

/* Three axes as the paper has them, in float32 throughout. */
static float modulo(float number)
{
    return number - floorf(number * (1.0f / RING)) * RING;
}

static float permuted(float number)
{
    return modulo((number * 34.0f + 10.0f) * number);
}

static float dot_with(vector gradient, const float *offset)
{
    return (float)gradient.at[0] * offset[0] + (float)gradient.at[1] * offset[1] + (float)gradient.at[2] * offset[2];
}

static float mixed(float a, float b, float weight)
{
    return a * (1.0f - weight) + b * weight;
}

static float faded(float t)
{
    return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
}

static float published_perlin(const float *p)
{
    float node[2][3];
    float offset[2][3];
    float value[8];
    for (int axis = 0; axis < 3; axis++) {
        node[0][axis] = modulo(floorf(p[axis]));
        node[1][axis] = modulo(floorf(p[axis]) + 1.0f);
        offset[0][axis] = p[axis] - floorf(p[axis]);
        offset[1][axis] = offset[0][axis] - 1.0f;
    }
    for (int c = 0; c < 8; c++) {
        const int x = c & 1;
        const int y = c >> 1 & 1;
        const int z = c >> 2;
        const float hash = permuted(permuted(permuted(node[x][0]) + node[y][1]) + node[z][2]);
        value[c] = dot_with(perlin_gradient((int64_t)hash), (float[]){offset[x][0], offset[y][1], offset[z][2]});
    }
    for (int c = 0; c < 4; c++) {
        value[c] = mixed(value[c], value[c + 4], faded(offset[0][2]));
    }
    for (int c = 0; c < 2; c++) {
        value[c] = mixed(value[c], value[c + 2], faded(offset[0][1]));
    }
    return 2.2f * mixed(value[0], value[1], faded(offset[0][0]));
}

static float published_simplex(const float *p)
{
    const float sum = p[0] * (1.0f / 3.0f) + p[1] * (1.0f / 3.0f) + p[2] * (1.0f / 3.0f);
    const float node[3] = {floorf(p[0] + sum), floorf(p[1] + sum), floorf(p[2] + sum)};
    const float unskew = node[0] * (1.0f / 6.0f) + node[1] * (1.0f / 6.0f) + node[2] * (1.0f / 6.0f);
    float offset[3];
    float step[4][3];
    for (int axis = 0; axis < 3; axis++) {
        offset[axis] = p[axis] - node[axis] + unskew;
    }
    for (int axis = 0; axis < 3; axis++) {
        const float ahead = offset[axis] >= offset[(axis + 1) % 3] ? 1.0f : 0.0f;
        const float behind = offset[(axis + 2) % 3] >= offset[axis] ? 0.0f : 1.0f;
        step[0][axis] = 0.0f;
        step[1][axis] = fminf(ahead, behind);
        step[2][axis] = fmaxf(ahead, behind);
        step[3][axis] = 1.0f;
    }
    float total = 0.0f;
    for (int c = 0; c < 4; c++) {
        float hash = 0.0f;
        float d[3];
        float square = 0.0f;
        for (int axis = 2; axis >= 0; axis--) {
            hash = permuted(hash + modulo(node[axis]) + step[c][axis]);
            d[axis] = offset[axis] - step[c][axis] + (float)c * (1.0f / 6.0f);
            square += d[axis] * d[axis];
        }
        const float weight = fmaxf(0.5f - square, 0.0f);
        total += weight * weight * weight * weight * dot_with(simplex_gradient((int64_t)hash), d);
    }
    return 105.0f * total;
}

/* Shaders show these samples: none is of another gradient. */
static void compare_with_paper(const noise *n, float (*published)(const float *position), double factor)
{
    scree_field *field = make_field(n, 0);
    uint64_t draw = 6;
    for (uint32_t i = 0; i < POINTS; i++) {
        float position[3];
        double same[3];
        float value;
        for (int axis = 0; axis < 3; axis++) {
            position[axis] = (float)(floor(fixture_draw_unit(&draw) * 16.0 * 65536.0) / 65536.0);
            same[axis] = (double)position[axis];
        }
        assert_int_equal(field_at_packed(field, 3, same, 1, &value), SCREE_OK);
        const double expected = (double)published(position) * n->factor / factor;
        /* In float32 the skewed position of a sample up to 16 is off by 1e-6 cells, which noise as steep as 10 for a
           cell turns into 1e-5; the sums of the corners add some 1e-6. */
        if (!(fabs((double)value - expected) < 2e-5)) {
            fail_msg("%s at %.9g, %.9g, %.9g: %.9g, as published %.9g", scree_noise_kind_name(n->kind), same[0],
                     same[1], same[2], (double)value, expected);
        }
    }
    scree_field_release(&field);
}

static void samples_are_those_of_shaders(void **state)
{
    compare_with_paper(&noises[1], published_perlin, 2.2);
    compare_with_paper(&noises[3], published_simplex, 105.0);
}

static void periods_wrap(void **state)
{
    static const uint64_t periods[] = {2, 7, 288, 289};
    for (size_t i = 0; i < NOISES; i++) {
        for (size_t p = 0; noises[i].kind == SCREE_NOISE_GLSL_PERLIN && p < sizeof periods / sizeof periods[0]; p++) {
            assert_true(largest_error(&noises[i], periods[p], 1000.0) < TOLERANCE);
        }
    }
}

/* All gradients of a kind that differ by more than rounding. */
typedef struct gradient_table {
    uint32_t count;
    double longest;
    vector gradient[RING];
} gradient_table;

static bool is_listed(const gradient_table *table, vector gradient)
{
    bool is_found = false;
    for (uint32_t i = 0; i < table->count && !is_found; i++) {
        is_found = true;
        for (int axis = 0; axis < 3; axis++) {
            /* One gradient rounds differently for each hash, by 1e-6; components of others are 1/41 away or more. */
            is_found = is_found && fabs(table->gradient[i].at[axis] - gradient.at[axis]) < 1e-5;
        }
    }
    return is_found;
}

static gradient_table gradients_of(const noise *n)
{
    gradient_table table = {0};
    for (uint32_t hash = 0; hash < RING; hash++) {
        const vector gradient = n->gradient(hash);
        if (!is_listed(&table, gradient)) {
            table.gradient[table.count++] = gradient;
            table.longest = fmax(table.longest, sqrt(dot(gradient, gradient)));
        }
    }
    return table;
}

static double largest_dot(const gradient_table *table, vector offset, double sign)
{
    double most = -1.0;
    for (uint32_t i = 0; i < table->count; i++) {
        most = fmax(most, sign * dot(table->gradient[i], offset));
    }
    return most;
}

/* The position whose fractions of a cell of the lattice are given. */
static void unskew(const noise *n, const double *fraction, double *position)
{
    const double factor = n->kind == SCREE_NOISE_GLSL_PERLIN ? 0.0 : (1.0 - 1.0 / sqrt(n->axes + 1.0)) / n->axes;
    double sum = 0.0;
    for (uint32_t axis = 0; axis < n->axes; axis++) {
        sum += fraction[axis];
    }
    for (uint32_t axis = 0; axis < n->axes; axis++) {
        position[axis] = fraction[axis] - sum * factor;
    }
}

/* No sample at these fractions is larger than this sum, whatever gradients the corners have. */
static double largest_at(const noise *n, const gradient_table *table, const double *fraction)
{
    corner corners[MOST_CORNERS];
    double position[3] = {0};
    double sum[2] = {0};
    unskew(n, fraction, position);
    const uint32_t count = n->corners(n->axes, position, corners);
    for (uint32_t c = 0; c < count; c++) {
        for (int i = 0; corners[c].weight > 0.0 && i < 2; i++) {
            sum[i] += corners[c].weight * largest_dot(table, corners[c].offset, i == 0 ? 1.0 : -1.0);
        }
    }
    return n->factor * fmax(sum[0], sum[1]);
}

/*
 * How fast that sum can change. The weights of Perlin's noise change by 2 * 15/8 a cell along each axis, all corners
 * together, and offsets are at most sqrt(axes) long. Corners of a simplex have m^4 (g . d) with |d|^2 = 1/2 - m, whose
 * slope is at most 4 m^3 - 7 m^4 < 0.0788 with gradients of length 1.
 */
static double steepest(const noise *n, const gradient_table *table)
{
    const double axes = (double)n->axes;
    const double slope = n->kind == SCREE_NOISE_GLSL_PERLIN ? 3.75 * axes + 1.0 : 0.0788 * (axes + 1.0);
    return n->factor * table->longest * slope;
}

/* Whether the sum is below a limit in a box: it is divided until its middle shows it. */
static bool is_below(const noise *n, const gradient_table *table, const double *middle, double half, double limit)
{
    const double rest = limit - largest_at(n, table, middle);
    bool is_proven = rest > 0.0;
    if (is_proven && rest < steepest(n, table) * half * sqrt(n->axes)) {
        for (uint32_t part = 0; is_proven && part < 1u << n->axes; part++) {
            double next[3] = {0};
            for (uint32_t axis = 0; axis < n->axes; axis++) {
                next[axis] = middle[axis] + (part >> axis & 1u ? half : -half) / 2.0;
            }
            is_proven = is_below(n, table, next, half / 2.0, limit);
        }
    }
    return is_proven;
}

static void bounds_are_proven(void **state)
{
    for (size_t i = 0; i < NOISES; i++) {
        const gradient_table table = gradients_of(&noises[i]);
        const double middle[3] = {0.5, 0.5, 0.5};
        assert_true(is_below(&noises[i], &table, middle, 0.5, 1.0 - 0x1p-16));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_follow_the_definitions),
        cmocka_unit_test(samples_are_those_of_shaders),
        cmocka_unit_test(periods_wrap),
        cmocka_unit_test(bounds_are_proven),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
