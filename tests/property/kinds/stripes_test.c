/* Stripes: their definition in float64, the direction that coordinates give, and that all octaves share it. */
#include "fixture.h"

#include <math.h>
#include <string.h>

#include "noise/hash.h"
#include "site_octave.h"

#define TURN 6.283185307179586
#define POINTS 400
/* Fields are made smaller by this, for rounding. */
#define ROOM (1.0 - 0x1p-16)
/* A saw has a step where the sine of its phase is 0, and no phase where waves cancel: samples nearer to these are left
   out. */
#define LEAST_SINE 1e-3
#define LEAST_SIZE 0.05

/* A wave, as the sum of those of nine cells over their weights. */
typedef struct defined_wave {
    double value;
    double sine;
    double size;
} defined_wave;

static uint32_t key_of(const scree_site_octave *octave, uint32_t axis, int64_t cell, uint64_t period)
{
    if (period != 0) {
        cell = (cell % (int64_t)period + (int64_t)period) % (int64_t)period;
    }
    return octave->axis[axis].start + (uint32_t)cell * octave->axis[axis].stride;
}

/* The quadratic B-spline of a distance from a cell's centre. */
static double weight_of(double distance)
{
    const double far = fabs(distance);
    return far < 0.5 ? 0.75 - far * far : far < 1.5 ? 0.5 * (1.5 - far) * (1.5 - far) : 0.0;
}

/* One of eight phases, in turns: bits say whether sine and cosine change places, and the signs of both. */
static double phase_of(uint32_t hash)
{
    const double cosine = cos(TURN / 16.0) * (hash >> 31 != 0 ? -1.0 : 1.0);
    const double sine = sin(TURN / 16.0) * (hash >> 30 & 1 ? -1.0 : 1.0);
    const double swapped_cosine = sin(TURN / 16.0) * (hash >> 31 != 0 ? -1.0 : 1.0);
    const double swapped_sine = cos(TURN / 16.0) * (hash >> 30 & 1 ? -1.0 : 1.0);
    return (hash >> 29 & 1 ? atan2(swapped_sine, swapped_cosine) : atan2(sine, cosine)) / TURN;
}

/* The direction of the stripes at a point. */
static void find_direction(uint32_t axes, const double *position, double direction[2])
{
    const double angle = axes == 3 ? TURN * position[2] : 0.0;
    direction[0] = axes == 4 ? position[2] : cos(angle);
    direction[1] = axes == 4 ? position[3] : sin(angle);
}

static defined_wave defined(const scree_site_octave *octave, uint64_t period, uint32_t axes, const double *position,
                            double least)
{
    double direction[2];
    double real = 0.0;
    double imaginary = 0.0;
    find_direction(axes, position, direction);
    for (int64_t y = (int64_t)floor(position[1]) - 1; y <= (int64_t)floor(position[1]) + 1; y++) {
        for (int64_t x = (int64_t)floor(position[0]) - 1; x <= (int64_t)floor(position[0]) + 1; x++) {
            const double away[] = {position[0] - (double)x - 0.5, position[1] - (double)y - 0.5};
            const uint32_t hash = scree_hash_mix(key_of(octave, 0, x, period) ^ key_of(octave, 1, y, period));
            const double turns = 0.75 * (direction[0] * away[1] - direction[1] * away[0]) + phase_of(hash);
            const double weight = weight_of(away[0]) * weight_of(away[1]);
            real += weight * cos(TURN * turns);
            imaginary += weight * sin(TURN * turns);
        }
    }
    const double size = fmax(hypot(real, imaginary), least);
    return (defined_wave){real / size, imaginary / size, size};
}

static double draw_coordinate(uint64_t *draw, double least, double most)
{
    return floor((least + (most - least) * fixture_draw_unit(draw)) * 0x1p12) * 0x1p-12;
}

static void draw_position(uint64_t *draw, uint32_t axes, double *position)
{
    for (uint32_t axis = 0; axis < axes; axis++) {
        position[axis] = axis < 2 ? draw_coordinate(draw, -9000.0, 9000.0) : draw_coordinate(draw, -3.0, 3.0);
    }
}

static void check_field(const scree_noise_params *params, uint32_t axes)
{
    const scree_site_octave octave = first_site_octave(params, axes);
    const bool is_saw = params->stripes.profile == SCREE_NOISE_PROFILE_SAW;
    scree_field *field = fixture_field(params);
    uint64_t draw = params->seed;
    uint32_t compared = 0;
    for (uint32_t i = 0; i < POINTS; i++) {
        double position[SCREE_SITE_AXES];
        float value;
        draw_position(&draw, axes, position);
        const scree_points point = scree_points_packed(axes, position, 1);
        assert_int_equal(scree_field_at(field, &point, &value), SCREE_OK);
        const defined_wave wave = defined(&octave, params->period[0], axes, position, is_saw ? 0.0 : 0.5);
        const double expected = is_saw ? copysign(0.5 + 0.5 * wave.value, wave.sine) : wave.value;
        assert_true(fabsf(value) <= 1.0f);
        if (!is_saw || (fabs(wave.sine) > LEAST_SINE && wave.size > LEAST_SIZE)) {
            /* Measured: 3.5e-7, and where waves nearly cancel as many times more. */
            if (fabs((double)value - ROOM * expected) > 2e-6 / fmin(wave.size, 1.0)) {
                fail_msg("%u axes, point %u: %.9g is not %.9g", axes, i, (double)value, ROOM * expected);
            }
            compared++;
        }
    }
    assert_true(compared > POINTS * 9 / 10);
    scree_field_release(&field);
}

static void samples_follow_the_definition(void **state)
{
    static const uint64_t periods[] = {0, 2, 3, 7};
    for (uint32_t axes = 2; axes <= 4; axes++) {
        for (uint32_t i = 0; i < 8; i++) {
            const uint64_t p = periods[i / 2];
            check_field(&(scree_noise_params){.kind = SCREE_NOISE_STRIPES,
                                              .seed = 8 * axes + i,
                                              .stripes.profile = (scree_noise_profile)(i % 2),
                                              .period = {p, p}},
                        axes);
        }
    }
}

/* Octaves have other cells, and the direction of the first: the field is the sum of octaves by themselves. */
static void octaves_share_the_direction(void **state)
{
    for (uint32_t axes = 2; axes <= 4; axes++) {
        const scree_noise_params params = {.kind = SCREE_NOISE_STRIPES, .octaves = 2, .gain = 1.0, .lacunarity = 4.0};
        scree_field *both = fixture_field(&params);
        scree_site_octave second = {0};
        scree_axis_stream streams[SCREE_SITE_AXES];
        double shifts[SCREE_SITE_AXES];
        const scree_site_octave first = first_site_octave(&params, axes);
        for (uint32_t axis = 0; axis < SCREE_SITE_AXES; axis++) {
            streams[axis] = scree_axis_stream_make(SCREE_NOISE_HASH_SCREE, 0, 1, axis, 0);
            shifts[axis] = scree_octave_shift(0, 1, axis);
        }
        scree_site_octave_make(&params, axes, 1, 4.0, &SCREE_SAME_DOMAIN, streams, shifts, &second);
        uint64_t draw = axes;
        for (uint32_t i = 0; i < POINTS; i++) {
            double position[SCREE_SITE_AXES];
            double finer[SCREE_SITE_AXES];
            float value;
            draw_position(&draw, axes, position);
            memcpy(finer, position, sizeof finer);
            finer[0] = 4.0 * position[0] + shifts[0];
            finer[1] = 4.0 * position[1] + shifts[1];
            const scree_points point = scree_points_packed(axes, position, 1);
            assert_int_equal(scree_field_at(both, &point, &value), SCREE_OK);
            const double expected = defined(&first, 0, axes, position, 0.5).value +
                                    defined(&second, 0, axes, finer, 0.5).value;
            assert_true(fabs((double)value - ROOM * expected) < 4e-6); /* Twice that of one octave. */
        }
        scree_field_release(&both);
    }
}

/* A direction repeats after its own period, whatever the octave, and with a warp of the same kind. */
static void periods_of_directions_are_those_of_coordinates(void **state)
{
    for (unsigned i = 0; i < 2; i++) {
        const scree_noise_params params = {
            .kind = SCREE_NOISE_STRIPES,
            .octaves = 3,
            .period = {3, 5, 4, 2},
            .warp = {.amplitude = i == 0 ? 0.0 : 0.25, .frequency = 2.0, .kind = SCREE_NOISE_STRIPES}};
        scree_field *field = fixture_field(&params);
        uint64_t draw = i;
        for (uint32_t k = 0; k < POINTS; k++) {
            double position[SCREE_SITE_AXES];
            float value[5];
            draw_position(&draw, SCREE_SITE_AXES, position);
            for (uint32_t axis = 0; axis <= SCREE_SITE_AXES; axis++) {
                const scree_points point = scree_points_packed(SCREE_SITE_AXES, position, 1);
                assert_int_equal(scree_field_at(field, &point, &value[axis]), SCREE_OK);
                assert_true(value[axis] == value[0]);
                position[axis % SCREE_SITE_AXES] += (double)params.period[axis % SCREE_SITE_AXES];
            }
        }
        scree_field_release(&field);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_follow_the_definition),
        cmocka_unit_test(octaves_share_the_direction),
        cmocka_unit_test(periods_of_directions_are_those_of_coordinates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
