/*
 * Gabor and phasor noise: their definitions in float64, the direction and the length of their waves in the spectrum,
 * the spread of values, and repetition.
 */
#include "fixture.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "noise/kinds/gabor.h"
#include "site_octave.h"

#define TURN 6.283185307179586
#define WAVES 256
/* Fields are made smaller by this, for rounding. */
#define ROOM (1.0 - 0x1p-16)
#define MOST_AXES 3

static scree_field *make_field(const scree_noise_params *params)
{
    scree_field *field = fixture_field(params);
    return field;
}

/* A frequency, in cycles along each axis. */
typedef struct waves_frequency {
    double along[MOST_AXES];
} waves_frequency;

/*
 * The frequency with this number. In a plane the directions are spread over half a turn times the isotropy; in space
 * they spiral, by the golden angle, over a cap of the sphere whose height is the isotropy, round the direction.
 */
static waves_frequency frequency_of(const scree_noise_params *params, uint32_t axes, uint32_t number)
{
    const double azimuth = params->gabor.azimuth / 360.0;
    const double elevation = params->gabor.elevation / 360.0;
    const double share = (number + 0.5) / WAVES;
    if (axes == 2) {
        const double angle = TURN * (azimuth + (share - 0.5) * params->gabor.isotropy / 2.0);
        return (waves_frequency){{params->gabor.frequency * cos(angle), params->gabor.frequency * sin(angle), 0.0}};
    }
    const double height = 1.0 - params->gabor.isotropy * share;
    const double radius = sqrt(1.0 - height * height);
    const double angle = TURN * number * (3.0 - sqrt(5.0)) / 2.0;
    const double ca = cos(TURN * azimuth);
    const double sa = sin(TURN * azimuth);
    const double ce = cos(TURN * elevation);
    const double se = sin(TURN * elevation);
    const double side = radius * cos(angle);
    const double up = radius * sin(angle);
    return (waves_frequency){{params->gabor.frequency * (height * ce * ca - side * sa - up * se * ca),
                              params->gabor.frequency * (height * ce * sa + side * ca - up * se * sa),
                              params->gabor.frequency * (height * se + up * ce)}};
}

/* The sum of the waves of one impulse, at an offset from its cell's lower corner. */
static void add_impulse(const scree_noise_params *params, uint32_t axes, uint32_t hash, const double *displacement,
                        double *sum)
{
    const waves_frequency frequency = frequency_of(params, axes, hash >> 24);
    double square = 0.0;
    double turns = (double)(uint32_t)(hash << (8 + 6 * axes)) * 0x1p-32;
    for (uint32_t axis = 0; axis < axes; axis++) {
        const double position = ((hash >> (18 - 6 * axis) & 63) + 0.5) / 64.0;
        square += (displacement[axis] - position) * (displacement[axis] - position);
        turns += (displacement[axis] - position) * frequency.along[axis];
    }
    const double window = pow(fmax(1.0 - square, 0.0), 3.0);
    sum[0] += window * cos(TURN * turns);
    sum[1] += window * sin(TURN * turns);
}

/* The first octave at a point, from the numbers of the cells that the library gives. */
static double defined(const scree_noise_params *params, uint32_t axes, const scree_site_octave *octave,
                      const double *position)
{
    double sum[2] = {0};
    const uint32_t cells = axes == 2 ? 9 : 27;
    for (uint32_t cell = 0; cell < cells; cell++) {
        double displacement[MOST_AXES];
        uint32_t keys = 0;
        for (uint32_t axis = 0, rest = cell; axis < axes; axis++, rest /= 3) {
            int64_t number = (int64_t)floor(position[axis]) + (int64_t)(rest % 3) - 1;
            displacement[axis] = position[axis] - (double)number;
            if (params->period[axis] != 0) {
                const int64_t period = (int64_t)params->period[axis];
                number = (number % period + period) % period;
            }
            keys ^= octave->axis[axis].start + (uint32_t)number * octave->axis[axis].stride;
        }
        for (uint32_t i = 0; i < (axes == 2 ? 4u : 2u); i++) {
            add_impulse(params, axes, scree_hash_mix(scree_hash_mix(keys) + i * 0x9e3779b9u), displacement, sum);
        }
    }
    if (params->kind == SCREE_NOISE_PHASOR) {
        return ROOM * sum[1] / hypot(sum[0], sum[1]);
    }
    const double variance = axes == 2 ? 2.0 * 0.4487989505128276 : 0.28566907557117976;
    return ROOM * fmax(fmin(0.25 / sqrt(variance) * sum[0], 1.0), -1.0);
}

#define POINTS 4000

/* Where the waves cancel, the phase of their sum is no number to compare. */
static double largest_error(const scree_noise_params *params, uint32_t axes)
{
    const scree_site_octave octave = first_site_octave(params, axes);
    scree_field *field = make_field(params);
    double *position = malloc(sizeof(double) * POINTS * axes);
    float *value = malloc(sizeof(float) * POINTS);
    uint64_t draw = 11;
    for (uint32_t i = 0; i < POINTS * axes; i++) {
        position[i] = floor((fixture_draw_unit(&draw) - 0.5) * 0x1p24) / 0x1p20;
    }
    assert_int_equal(field_at_packed(field, axes, position, POINTS, value), SCREE_OK);
    double most = 0.0;
    for (uint32_t i = 0; i < POINTS; i++) {
        const double error = fabs((double)value[i] - defined(params, axes, &octave, &position[(size_t)i * axes]));
        most = fmax(most, error);
    }
    free(position);
    free(value);
    scree_field_release(&field);
    return most;
}

static void samples_follow_the_definitions(void **state)
{
    static const struct {
        double frequency, azimuth, elevation, isotropy;
        uint64_t period;
    } cases[] = {{2, 0, 0, 0, 0}, {1, 30, 20, 0, 0}, {4, 0, 90, 1, 0}, {3, -75, -40, 0.25, 2}, {8, 200, 10, 0.5, 5}};
    for (size_t i = 0; i < 4 * sizeof cases / sizeof cases[0]; i++) {
        const uint32_t axes = 2 + (uint32_t)(i & 1);
        const uint64_t period = cases[i / 4].period;
        const scree_noise_params params = {.kind = i & 2 ? SCREE_NOISE_PHASOR : SCREE_NOISE_GABOR,
                                           .seed = i,
                                           .period = {period, period, period},
                                           .gabor.frequency = cases[i / 4].frequency,
                                           .gabor.azimuth = cases[i / 4].azimuth,
                                           .gabor.elevation = cases[i / 4].elevation,
                                           .gabor.isotropy = cases[i / 4].isotropy};
        const double error = largest_error(&params, axes);
        print_message("%s, %u axes, frequency %g: largest error %.2g\n", scree_noise_kind_name(params.kind), axes,
                      params.gabor.frequency, error);
        assert_true(error < (params.kind == SCREE_NOISE_GABOR ? 5e-6 : 5e-4));
    }
}

/* A square of SIDE samples, 16 to a cell. */
#define SIDE 512
#define CELL 16

static float *picture_of(const scree_noise_params *params)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 0);
    const scree_grid grid = {.axes = 2, .count = {SIDE, SIDE}, .step = {1.0 / CELL}};
    float *picture = fixture_fill(device, params, &grid, NULL);
    return picture;
}

/* The power of a picture at a frequency in cycles of the lattice: that of a wave as large as the picture. */
static double power_at(const float *picture, double x, double y)
{
    double sum[2] = {0};
    for (uint32_t row = 0; row < SIDE; row++) {
        for (uint32_t column = 0; column < SIDE; column++) {
            const double turns = (x * column + y * row) / CELL;
            sum[0] += (double)picture[row * SIDE + column] * cos(TURN * turns);
            sum[1] += (double)picture[row * SIDE + column] * sin(TURN * turns);
        }
    }
    return (sum[0] * sum[0] + sum[1] * sum[1]) / ((double)SIDE * SIDE);
}

/* The mean power round a frequency, of which single ones vary as random numbers do. */
static double power_round(const float *picture, double x, double y)
{
    double sum = 0.0;
    for (int row = -1; row <= 1; row++) {
        for (int column = -1; column <= 1; column++) {
            sum += power_at(picture, x + column * 0.0625, y + row * 0.0625) / 9.0;
        }
    }
    return sum;
}

static void waves_have_the_chosen_direction_and_length(void **state)
{
    for (int kind = SCREE_NOISE_GABOR; kind <= SCREE_NOISE_PHASOR; kind++) {
        const scree_noise_params params = {
            .kind = (scree_noise_kind)kind, .gabor.frequency = 3.0, .gabor.azimuth = 30.0};
        float *picture = picture_of(&params);
        const double wave = power_round(picture, 3.0 * cos(TURN / 12.0), 3.0 * sin(TURN / 12.0));
        const double mirrored = power_round(picture, 3.0 * cos(TURN / 12.0), -3.0 * sin(TURN / 12.0));
        const double slower = power_round(picture, 1.5 * cos(TURN / 12.0), 1.5 * sin(TURN / 12.0));
        print_message("%s: power %.3g, mirrored %.2g, half the frequency %.2g\n",
                      scree_noise_kind_name((scree_noise_kind)kind), wave, mirrored, slower);
        assert_true(mirrored < 0.01 * wave && slower < 0.05 * wave);
        free(picture);
    }
}

/* With all directions alike, the power along the axes is that along the diagonals. */
static void isotropy_is_even(void **state)
{
    const scree_noise_params params = {
        .kind = SCREE_NOISE_GABOR, .gabor.frequency = 3.0, .gabor.azimuth = 17.0, .gabor.isotropy = 1.0};
    float *picture = picture_of(&params);
    double sum[2] = {0};
    for (int i = 0; i < 16; i++) {
        const double angle = TURN * (i / 16.0) / 2.0;
        sum[i % 8 < 4] += power_round(picture, 3.0 * cos(angle), 3.0 * sin(angle));
    }
    print_message("power of two eighths of the directions: %.3g, %.3g\n", sum[0], sum[1]);
    assert_true(fabs(sum[0] / sum[1] - 1.0) < 0.3);
    free(picture);
}

/* Samples of many positions: within the bound, with the standard deviation that the scale is for. */
static void values_are_spread_as_documented(void **state)
{
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t axes = 2 + (i & 1);
        const scree_noise_params params = {.kind = i & 2 ? SCREE_NOISE_PHASOR : SCREE_NOISE_GABOR,
                                           .gabor.isotropy = 1.0};
        const scree_grid grid = {.axes = axes, .count = {256, axes == 2 ? 256 : 16, 16}, .step = {0.7}};
        scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 0);
        float *value = fixture_fill(device, &params, &grid, NULL);
        double square = 0.0;
        for (uint32_t k = 0; k < 65536; k++) {
            assert_true(fabsf(value[k]) <= 1.0f);
            square += (double)value[k] * (double)value[k] / 65536.0;
        }
        print_message("%s, %u axes: standard deviation %.4f\n", scree_noise_kind_name(params.kind), axes, sqrt(square));
        assert_true(fabs(sqrt(square) - (i & 2 ? sqrt(0.5) : 0.25)) < 0.02);
        free(value);
        scree_device_close(&device);
    }
}

static void periods_wrap_exactly(void **state)
{
    for (uint32_t i = 0; i < 4; i++) {
        const uint64_t period = 2 + i;
        const scree_noise_params params = {.kind = i & 1 ? SCREE_NOISE_PHASOR : SCREE_NOISE_GABOR,
                                           .octaves = 3,
                                           .period = {period, period, period},
                                           .gabor.isotropy = 0.5};
        const scree_grid grid = {.axes = 3, .count = {16, 16, 16}, .origin = {-1.0}, .step = {0.125}};
        scree_grid moved = grid;
        moved.first[0] = (int64_t)period * 8;
        moved.first[2] = -(int64_t)period * 16;
        scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 0);
        float *value = fixture_fill(device, &params, &grid, NULL);
        float *again = fixture_fill(device, &params, &moved, NULL);
        assert_memory_equal(value, again, sizeof(float) * 4096);
        free(value);
        free(again);
        scree_device_close(&device);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_follow_the_definitions),
        cmocka_unit_test(waves_have_the_chosen_direction_and_length),
        cmocka_unit_test(isotropy_is_even),
        cmocka_unit_test(values_are_spread_as_documented),
        cmocka_unit_test(periods_wrap_exactly),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
