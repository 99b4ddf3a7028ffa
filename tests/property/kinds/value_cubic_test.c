/* Cubic value noise: its definition in float64, as J. Peck's FastNoise Lite has it, and its bound. */
#include "fixture.h"

#include <math.h>
#include <stdlib.h>

#include "noise/hash.h"
#include "site_octave.h"

#define POINTS 500
/* Fields are made smaller by this, for rounding. */
#define ROOM (1.0 - 0x1p-16)

static double interpolated(const double *node, double t)
{
    const double p = (node[3] - node[2]) - (node[0] - node[1]);
    return t * t * t * p + t * t * ((node[0] - node[1]) - p) + t * (node[2] - node[0]) + node[1];
}

static uint32_t key_of(const scree_site_octave *octave, uint32_t axis, int64_t cell, uint64_t period)
{
    if (period != 0) {
        cell = (cell % (int64_t)period + (int64_t)period) % (int64_t)period;
    }
    return octave->axis[axis].start + (uint32_t)cell * octave->axis[axis].stride;
}

/* Interpolates along the axes below `axes`; `keys` are those of the others. */
static double defined(const scree_site_octave *octave, uint64_t period, uint32_t axes, const double *position,
                      uint32_t keys)
{
    if (axes == 0) {
        return (double)(scree_hash_mix(keys) >> 8) * 0x1p-23 - 1.0;
    }
    double node[4];
    const double cell = floor(position[axes - 1]);
    for (int i = 0; i < 4; i++) {
        const uint32_t key = key_of(octave, axes - 1, (int64_t)cell + i - 1, period);
        node[i] = defined(octave, period, axes - 1, position, keys ^ key);
    }
    return interpolated(node, position[axes - 1] - cell) / 1.5;
}

static double largest_error(const scree_noise_params *params, uint32_t axes)
{
    const scree_site_octave octave = first_site_octave(params, axes);
    scree_field *field = fixture_field(params);
    double position[POINTS * SCREE_SITE_AXES];
    float value[POINTS];
    uint64_t draw = params->seed;
    for (uint32_t i = 0; i < POINTS * axes; i++) {
        position[i] = floor((fixture_draw_unit(&draw) - 0.5) * 0x1p14) / 0x1p9;
    }
    const scree_points points = scree_points_packed(axes, position, POINTS);
    assert_int_equal(scree_field_at(field, &points, value), SCREE_OK);
    double most = 0.0;
    for (uint32_t i = 0; i < POINTS; i++) {
        const double expected = ROOM * defined(&octave, params->period[0], axes, &position[(size_t)i * axes], 0);
        assert_true(fabs((double)value[i]) <= 1.0);
        most = fmax(most, fabs((double)value[i] - expected));
    }
    scree_field_release(&field);
    return most;
}

static void samples_follow_the_definition(void **state)
{
    static const uint64_t periods[] = {0, 2, 3, 7};
    for (uint32_t axes = 1; axes <= 4; axes++) {
        for (uint32_t i = 0; i < 4; i++) {
            const uint64_t p = periods[i];
            const scree_noise_params params = {
                .kind = SCREE_NOISE_VALUE_CUBIC, .seed = 4 * axes + i, .period = {p, p, p, p}};
            const double error = largest_error(&params, axes);
            print_message("%u axes, period %u: largest error %.2g\n", axes, (unsigned)p, error);
            assert_true(error < 1e-6);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(samples_follow_the_definition)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
