/* Erosion: the method in float64, that parts of a map are those of the whole, and what it refuses. */
#include "graph_fixture.h"

#include <scree/expression.h>

#include <stdio.h>
#include <string.h>

#define POINTS 300
#define OCTAVES 4
/* Seeds of octaves are multiples of this. */
#define OCTAVE_SEED 0xbf58476d1ce4e5b9u
/* Samples whose stripes are nearer to a ridge or a valley are left out: the next gullies branch off to one side or the
   other there. */
#define LEAST_SIDE 1e-3
#define MAP "perlin(octaves=3, gain=0.3, seed=5)"

static scree_field *read_text(const char *text)
{
    scree_field *field = NULL;
    if (scree_field_from_expression(fixture_context, text, strlen(text), "f", &field) != SCREE_OK) {
        fail_msg("%s\n%s", text, scree_last_error());
    }
    return field;
}

static double value_at(const scree_field *field, const double *position, uint32_t axes)
{
    const scree_points point = scree_points_packed(axes, position, 1);
    float value;
    assert_int_equal(scree_field_at(field, &point, &value), SCREE_OK);
    return (double)value;
}

static double ease(double t)
{
    return 1.0 - (1.0 - fmin(t, 1.0)) * (1.0 - fmin(t, 1.0));
}

/* Parameters of the operator. */
typedef struct erosion {
    double strength;
    double frequency;
    double gain;
    double low;
    double high;
    double onset;
    int seed;
} erosion;

/* A sample, by the definition; false where gullies may branch off to either side. */
static bool define(const erosion *e, scree_field *const stripes[OCTAVES], const double map[3], const double *position,
                   double *height, double *ridges)
{
    const double steep = hypot(map[1], map[2]);
    double along[2] = {map[1] / steep, map[2] / steep};
    double share = ease(steep / e->onset);
    double shape = fmax(-1.0, fmin(1.0, 2.0 * (map[0] - e->low) / (e->high - e->low) - 1.0));
    double weight = 1.0;
    double weights = 0.0;
    double scale = e->frequency;
    *height = 0.0;
    *ridges = shape;
    for (int o = 0; o < OCTAVES; o++) {
        const double site[] = {position[0] * scale, position[1] * scale, along[0], along[1]};
        const double saw = value_at(stripes[o], site, 4);
        const double gully = fabs(saw);
        const double side = saw > 0.0 ? sqrt(0.2) : -sqrt(0.2);
        if (gully < LEAST_SIDE || gully > 1.0 - LEAST_SIDE) {
            return false;
        }
        shape += share * (gully - 0.5 - shape);
        *height += weight * shape;
        weights += weight;
        *ridges += share * (2.0 * gully - 1.0 - *ridges);
        share = ease(share) * ease(3.0 * sqrt(gully * (1.0 - gully)));
        const double turned[] = {sqrt(0.8) * along[0] + side * along[1], sqrt(0.8) * along[1] - side * along[0]};
        memcpy(along, turned, sizeof along);
        weight *= e->gain;
        scale *= 2.0;
    }
    *height = map[0] + e->strength * *height / weights;
    return true;
}

static void check_definition(const erosion *e)
{
    char text[400];
    scree_field *stripes[OCTAVES];
    const char *const maps[] = {MAP, "derivative(" MAP ", 0)", "derivative(" MAP ", 1)"};
    scree_field *map[3];
    scree_field *eroded[2];
    uint64_t draw = 9;
    int compared = 0;
    for (int o = 0; o < OCTAVES; o++) {
        stripes[o] = fixture_field(&(scree_noise_params){.kind = SCREE_NOISE_STRIPES,
                                                         .seed = (uint64_t)(int64_t)e->seed + (uint64_t)o * OCTAVE_SEED,
                                                         .stripes.profile = SCREE_NOISE_PROFILE_SAW});
    }
    for (int i = 0; i < 3; i++) {
        map[i] = read_text(maps[i]);
    }
    for (int i = 0; i < 2; i++) {
        snprintf(text, sizeof text, "%s(" MAP ", %g, %g, %d, %g, %g, %g, %g, %d)",
                 i == 0 ? "erosion" : "erosion_ridges", e->strength, e->frequency, OCTAVES, e->gain, e->low, e->high,
                 e->onset, e->seed);
        eroded[i] = read_text(text);
    }
    for (int i = 0; i < POINTS; i++) {
        const double position[] = {floor(fixture_draw_unit(&draw) * 0x1p20) * 0x1p-14,
                                   floor(fixture_draw_unit(&draw) * 0x1p20) * 0x1p-14};
        const double at[] = {value_at(map[0], position, 2), value_at(map[1], position, 2),
                             value_at(map[2], position, 2)};
        double expected[2];
        if (define(e, stripes, at, position, &expected[0], &expected[1])) {
            for (int k = 0; k < 2; k++) {
                const double value = value_at(eroded[k], position, 2);
                /* Measured: 6e-6. A direction is rounded to 2^-24, and each octave turns what the one before has. */
                if (fabs(value - expected[k]) > 2e-5) {
                    fail_msg("%s at %.9g, %.9g: %.9g is not %.9g", text, position[0], position[1], value, expected[k]);
                }
            }
            compared++;
        }
    }
    assert_true(compared > POINTS / 2);
    for (int o = 0; o < OCTAVES; o++) {
        scree_field_release(&stripes[o]);
    }
    for (int i = 0; i < 3; i++) {
        scree_field_release(&map[i]);
    }
    scree_field_release(&eroded[0]);
    scree_field_release(&eroded[1]);
}

static void samples_follow_the_method(void **state)
{
    check_definition(&(erosion){0.1, 2.0, 0.5, -0.5, 0.5, 1.0, 0});
    check_definition(&(erosion){0.25, 1.5, 0.75, -0.25, 0.75, 2.5, 77});
    check_definition(&(erosion){1.0, 0.25, 0.5, -2.0, 2.0, 0.125, -3});
}

static void parts_are_those_of_the_whole(void **state)
{
    enum { SIDE = 96 };
    static float whole[SIDE * SIDE];
    static float part[SIDE * SIDE];
    scree_field *field = read_text("erosion(" MAP ")");
    const scree_grid grid = {.axes = 2, .count = {SIDE, SIDE}, .origin = {1e9, -1e12}, .step = {0.0625}};
    graph_fill(field, &grid, whole);
    for (uint64_t x = 0; x < SIDE; x += 37) {
        scree_grid tile = grid;
        tile.first[0] = (int64_t)x;
        tile.first[1] = 11;
        tile.count[0] = SIDE - x < 37 ? SIDE - x : 37;
        tile.count[1] = 40;
        graph_fill(field, &tile, part);
        for (uint64_t y = 0; y < tile.count[1]; y++) {
            assert_memory_equal(part + y * tile.count[0], whole + (11 + y) * SIDE + x, tile.count[0] * sizeof *part);
        }
    }
    for (uint64_t i = 0; i < SIDE * SIDE; i += 7) {
        const double position[] = {1e9 + 0.0625 * (double)(i % SIDE), -1e12 + 0.0625 * (double)(i / SIDE)};
        assert_true(value_at(field, position, 2) == (double)whole[i]);
    }
    scree_field_release(&field);
}

/* A map that is eroded in a volume is the same in every plane. */
static void maps_are_eroded_in_volumes(void **state)
{
    float map[40 * 30];
    static float volume[40 * 5 * 30];
    scree_field *field = read_text("erosion(" MAP ")");
    scree_field *in_volume = read_text("remove_axis(erosion(" MAP "), 1)");
    graph_fill(field, &(scree_grid){.axes = 2, .count = {40, 30}, .step = {0.125}}, map);
    graph_fill(in_volume, &(scree_grid){.axes = 3, .count = {40, 5, 30}, .step = {0.125}}, volume);
    for (size_t row = 0; row < 5 * 30; row++) {
        assert_memory_equal(volume + row * 40, map + row / 5 * 40, 40 * sizeof *map);
    }
    scree_field_release(&field);
    scree_field_release(&in_volume);
}

/* Maps without slopes are lowered in valleys and raised on peaks by the strength. */
static void flat_maps_are_moved_by_the_strength(void **state)
{
    static const double rows[][2] = {{-0.7, -0.9}, {-0.5, -0.7}, {0.0, 0.0}, {0.25, 0.35}, {0.5, 0.7}, {3.0, 3.2}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[80];
        snprintf(text, sizeof text, "erosion(0 * x + %g, strength=0.2, gain=0.9)", rows[i][0]);
        scree_field *field = read_text(text);
        /* The sum of five octaves is divided by that of their weights in float32. */
        assert_true(fabs(value_at(field, (double[]){0.3, 0.4}, 2) - rows[i][1]) < 1e-6);
        scree_field_release(&field);
    }
}

/* On a steep slope ridges are 1 and creases -1, and the map is as high there as the strength says. */
static void gullies_are_as_high_as_the_strength(void **state)
{
    enum { SIDE = 200 };
    static float map[SIDE * SIDE];
    static float ridges[SIDE * SIDE];
    const scree_grid grid = {.axes = 2, .count = {SIDE, SIDE}, .step = {0.03125}};
    scree_field *field = read_text("erosion(0 * x + 4 * y, strength=0.2, octaves=1, onset=0.5) - 4 * y");
    scree_field *shown = read_text("erosion_ridges(0 * x + 4 * y, octaves=1, onset=0.5)");
    scree_range range;
    graph_fill(field, &grid, map);
    graph_fill(shown, &grid, ridges);
    assert_int_equal(scree_field_range(field, &grid, &range), SCREE_OK);
    /* Ridges and creases bend, so that some of all samples are within a thousandth of their height. */
    assert_true(range.maximum > 0.0999f && range.maximum < 0.1001f);
    assert_true(range.minimum < -0.0999f && range.minimum > -0.1001f);
    for (size_t i = 0; i < SIDE * SIDE; i++) {
        /* The map is added and taken off again: it is up to 25, and rounded to 2^-20. */
        assert_true(fabsf(map[i] - 0.1f * ridges[i]) < 4e-6f);
    }
    scree_field_release(&field);
    scree_field_release(&shown);
}

static uint32_t octaves_of(const char *text)
{
    scree_field *field = read_text(text);
    const scree_grid grid = {.axes = 2, .count = {8, 8}, .step = {0.25}};
    scree_range bound;
    uint32_t octaves;
    assert_int_equal(scree_field_bound(field, &grid, &bound, &octaves), SCREE_OK);
    scree_field_release(&field);
    return octaves;
}

/* The map and its ridges have all octaves in common. */
static void ridges_cost_nothing_beside_erosion(void **state)
{
    assert_int_equal(octaves_of("erosion(" MAP ", octaves=6)"), 3 + 6);
    assert_int_equal(octaves_of("erosion(" MAP ", 0.25, octaves=6) + erosion_ridges(" MAP ", octaves=6)"), 3 + 6);
    assert_int_equal(octaves_of("erosion(" MAP ", octaves=6) + erosion_ridges(" MAP ", octaves=6, seed=1)"), 3 + 12);
}

static void check_refused(const char *text, uint32_t axes, const char *message)
{
    scree_field *field = read_text(text);
    const scree_grid grid = {.axes = axes, .count = {4, 4, 4}, .step = {0.25}};
    float values[64];
    assert_int_not_equal(scree_field_fill(field, &grid, values), SCREE_OK);
    if (strstr(scree_last_error(), message) == NULL) {
        fail_msg("%s: \"%s\" does not say \"%s\"", text, scree_last_error(), message);
    }
    scree_field_release(&field);
}

static void inputs_are_checked(void **state)
{
    check_refused("erosion(perlin())", 3, "erosion: axes is 3; it erodes maps, of 2 axes");
    check_refused("erosion_ridges(perlin())", 1, "erosion-ridges: axes is 1; it erodes maps, of 2 axes");
    check_refused("erosion(white())", 2, "erosion: noise of kind white has no derivatives");
    check_refused("erosion(erosion(perlin()))", 2, "erosion: the field is made of derivatives, which have none");
    check_refused("slope(erosion(perlin()))", 2, "slope: the field is made of derivatives, which have none");
    check_refused("erosion(perlin(), octaves=0)", 2, "erosion: octaves is 0; it must be a whole number from 1 to 16");
    check_refused("erosion(perlin(), octaves=x)", 2, "erosion: octaves is a field; it must be");
    check_refused("erosion(perlin(), frequency=0)", 2, "erosion: frequency is 0; it must be a number from 2^-20");
    check_refused("erosion(perlin(), frequency=2000)", 2, "erosion: frequency is 2000");
    check_refused("erosion(perlin(), seed=0.5)", 2, "erosion: seed is 0.5; it must be a whole number");
    check_refused("erosion(perlin(), low=1)", 2, "erosion has low and high that may be equal");
    check_refused("erosion(perlin(), onset=x)", 2,
                  "erosion has an onset that may be below 2^-20; its inputs are field");
    check_refused("erosion(perlin(), onset=x)", 2, "high from 0.5 to 0.5, onset from 0 to 0.75, seed from 0 to 0");
    check_refused("erosion(perlin(), gain=-0.5)", 2, "erosion has a gain that may be negative");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_follow_the_method),
        cmocka_unit_test(parts_are_those_of_the_whole),
        cmocka_unit_test(maps_are_eroded_in_volumes),
        cmocka_unit_test(ridges_cost_nothing_beside_erosion),
        cmocka_unit_test(flat_maps_are_moved_by_the_strength),
        cmocka_unit_test(gullies_are_as_high_as_the_strength),
        cmocka_unit_test(inputs_are_checked),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
