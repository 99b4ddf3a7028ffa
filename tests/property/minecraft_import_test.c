/* Imports of Minecraft's density functions beside their formulas, and allocations of all imports that fail. */
#include "import_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <scree/import.h>

#include "failing_allocation.h"

/* A data pack in a folder of its own. */
static char folder[] = "/tmp/scree-import.XXXXXX";

static void write_file(const char *kind, const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "data/test/worldgen/%s/%s.json", kind, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static int enter_pack(void **state)
{
    static const char *const folders[] = {"data", "data/test", "data/test/worldgen",
                                          "data/test/worldgen/density_function", "data/test/worldgen/noise"};
    if (fixture_create(state) != 0 || mkdtemp(folder) == NULL || chdir(folder) != 0) {
        return -1;
    }
    for (size_t i = 0; i < COUNT_OF(folders); i++) {
        if (mkdir(folders[i], 0777) != 0) {
            return -1;
        }
    }
    write_file("noise", "wide", "{\"firstOctave\": -5, \"amplitudes\": [1.0, 0.0, 0.5]}");
    write_file("noise", "new", "{\"base_octave\": -4, \"octave_count\": 3, \"base_amplitude\": 2}");
    write_file("noise", "silent", "{\"firstOctave\": -5, \"amplitudes\": [0]}");
    write_file("density_function", "half", "0.5");
    write_file("density_function", "slope",
               "{\"type\": \"minecraft:y_clamped_gradient\", \"from_y\": -8, \"to_y\": 24, \"from_value\": -1, "
               "\"to_value\": 3}");
    write_file("density_function", "self", "{\"type\": \"add\", \"argument1\": \"test:self\", \"argument2\": 1}");
    return 0;
}

static int leave_pack(void **state)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return chdir("/") != 0 || system(command) != 0 ? -1 : fixture_destroy(state);
}

static scree_result import_function(const char *json, char **text)
{
    write_file("density_function", "tried", json);
    return scree_import_minecraft(fixture_context, "data/test/worldgen/density_function/tried.json", NULL, NULL, text);
}

static scree_field *make_function(const char *json)
{
    char *text = NULL;
    if (import_function(json, &text) != SCREE_OK) {
        fail_msg("%s: %s", json, fixture_message);
    }
    return field_of(text);
}

/* The function "test:slope". */
static double slope_at(double y)
{
    return fmin(fmax(-1.0 + (y + 8.0) / 8.0, -1.0), 3.0);
}

/* Formulas of the game's functions, of what test:slope is there. */
static double cube_of(double v)
{
    return v * v * v;
}
static double squeezed(double v)
{
    const double c = fmin(fmax(v, -1.0), 1.0);
    return c / 2.0 - c * c * c / 24.0;
}
static double half_of(double v)
{
    return v < 0.0 ? v / 2.0 : v;
}
static double quarter_of(double v)
{
    return v < 0.0 ? v / 4.0 : v;
}
static double square_of(double v)
{
    return v * v;
}
static double same(double v)
{
    return v;
}
static double negated(double v)
{
    return -v;
}
static double root_of(double v)
{
    return sqrt(fmax(v, 0.0));
}
static double sign_of(double v)
{
    return (v > 0.0) - (v < 0.0);
}
static double one_over(double v)
{
    return 1.0 / v;
}
static double less_one(double v)
{
    return v - 1.0;
}
static double twice(double v)
{
    return 2.0 * v + 0.5;
}
static double limited(double v)
{
    return fmin(fmax(v, 0.0), 0.5);
}
static double in_range(double v)
{
    return v >= -0.25 && v < 0.5 ? 7.0 : -v;
}
static double in_steps(double v)
{
    return v < 0.0 ? 1.0 : v < 0.5 ? 2.0 : 3.0;
}
static double to_quarters(double v)
{
    return floor(v / 0.25) * 0.25;
}
static double to_ceiling(double v)
{
    return ceil(v);
}
static double to_zero(double v)
{
    return trunc(v);
}
static double to_nearest(double v)
{
    return floor(v / 0.5 + 0.5) * 0.5;
}
static double lerped(double v)
{
    return 2.0 + v * (v - 2.0);
}
static double fourth_power(double v)
{
    return pow(fmax(fabs(v), 1e-6), 1.5);
}

#define SLOPE "\"test:slope\""
#define ONE(type) "{\"type\": \"minecraft:" type "\", \"argument\": " SLOPE "}"
#define NEW(type) "{\"type\": \"" type "\", \"input\": " SLOPE "}"

static void test_functions_have_their_formulas(void **state)
{
    static const struct {
        const char *json;
        double (*formula)(double);
    } rows[] = {
        {ONE("abs"), fabs},
        {NEW("abs"), fabs},
        {ONE("square"), square_of},
        {ONE("cube"), cube_of},
        {ONE("squeeze"), squeezed},
        {ONE("half_negative"), half_of},
        {ONE("quarter_negative"), quarter_of},
        {ONE("interpolated"), same},
        {ONE("cache_once"), same},
        {ONE("blend_density"), same},
        {NEW("cache"), same},
        {NEW("negate"), negated},
        {NEW("sqrt"), root_of},
        {NEW("sign"), sign_of},
        {NEW("reciprocal"), one_over},
        {ONE("invert"), one_over},
        {NEW("ceil"), to_ceiling},
        {NEW("truncate"), to_zero},
        {"{\"type\": \"floor\", \"input\": " SLOPE ", \"multiple\": 0.25}", to_quarters},
        {"{\"type\": \"round\", \"input\": " SLOPE ", \"multiple\": \"test:half\"}", to_nearest},
        {"{\"type\": \"add\", \"argument1\": " SLOPE ", \"argument2\": -1}", less_one},
        {"{\"type\": \"sub\", \"left\": " SLOPE ", \"right\": {\"type\": \"constant\", \"value\": 1}}", less_one},
        {"{\"type\": \"sub\", \"left\": " SLOPE ", \"right\": {\"type\": \"sub\", \"left\": 2, \"right\": 1}}",
         less_one},
        {"{\"type\": \"add\", \"left\": 0.5, \"right\": {\"type\": \"mul\", \"left\": 2, \"right\": " SLOPE "}}",
         twice},
        {"{\"type\": \"mul\", \"left\": {\"type\": \"add\", \"left\": 0.25, \"right\": " SLOPE "}, \"right\": 2}",
         twice},
        {"{\"type\": \"div\", \"left\": 1, \"right\": " SLOPE "}", one_over},
        {"{\"type\": \"max\", \"argument1\": 0, \"argument2\": {\"type\": \"min\", \"argument1\": 0.5, "
         "\"argument2\": " SLOPE "}}",
         limited},
        {"{\"type\": \"clamp\", \"input\": " SLOPE ", \"min\": 0, \"max\": 0.5}", limited},
        {"{\"type\": \"lerp\", \"alpha\": " SLOPE ", \"first\": 2, \"second\": " SLOPE "}", lerped},
        {"{\"type\": \"pow\", \"base\": " SLOPE ", \"exponent\": 1.5}", fourth_power},
        {"{\"type\": \"range_choice\", \"input\": " SLOPE ", \"min_inclusive\": -0.25, \"max_exclusive\": 0.5, "
         "\"when_in_range\": 7, \"when_out_of_range\": {\"type\": \"negate\", \"input\": " SLOPE "}}",
         in_range},
        {"{\"type\": \"interval_select\", \"input\": " SLOPE ", \"thresholds\": [0, 0.5], \"functions\": [1, 2, 3]}",
         in_steps},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        scree_field *field = make_function(rows[i].json);
        for (double y = -12.3; y < 30.0; y += 1.7) {
            const double expected = rows[i].formula(slope_at((double)(float)y));
            const float value = value_at(field, 3, (const double[]){1.0, y, 2.0});
            /* Sums and products in float32; powers have errors of 2^-16 (graph.h). */
            if (!(fabs((double)value - expected) <= 2e-5 * (1.0 + fabs(expected)))) {
                fail_msg("%s at y %g: %g instead of %g", rows[i].json, y, (double)value, expected);
            }
        }
        scree_field_release(&field);
    }
}

/* Functions of positions: distances, gradients along axes, slices, and what stands for nothing. */
static void test_functions_of_positions(void **state)
{
    static const struct {
        const char *json;
        double value; /* At (2, 5, -4). */
    } rows[] = {
        {"{\"type\": \"distance_to_point\", \"point\": [1, 3, -2], \"metric\": \"euclidean\"}", 3.0},
        {"{\"type\": \"distance_to_point\", \"point\": [1, 3, -2], \"metric\": \"euclidean_squared\"}", 9.0},
        {"{\"type\": \"distance_to_point\", \"point\": [1, 3, -2], \"metric\": \"manhattan\"}", 5.0},
        {"{\"type\": \"distance_to_point\", \"point\": [1, 3, -2], \"metric\": \"chebyshev\"}", 2.0},
        {"{\"type\": \"gradient\", \"axis\": \"z\", \"from_coordinate\": -8, \"to_coordinate\": 0, \"from_value\": 1, "
         "\"to_value\": 3}",
         2.0},
        {"{\"type\": \"gradient\", \"axis\": \"y\", \"tiling\": \"repeat\", \"from_coordinate\": 0, "
         "\"to_coordinate\": 4, \"from_value\": 1, \"to_value\": 3}",
         1.5},
        {"{\"type\": \"gradient\", \"axis\": \"y\", \"tiling\": \"mirrored_repeat\", \"from_coordinate\": 0, "
         "\"to_coordinate\": 4, \"from_value\": 1, \"to_value\": 3}",
         2.5},
        {"{\"type\": \"slice\", \"axis\": \"y\", \"coordinate\": 16, \"input\": " SLOPE "}", 2.0},
        {"{\"type\": \"flat_cache\", \"argument\": " SLOPE "}", 0.0},
        {"{\"type\": \"blend_alpha\"}", 1.0},
        {"{\"type\": \"minecraft:blend_offset\"}", 0.0},
        {"{\"type\": \"beardifier\"}", 0.0},
        {"0.75", 0.75},
        {"\"test:half\"", 0.5},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        scree_field *field = make_function(rows[i].json);
        const float value = value_at(field, 3, (const double[]){2.0, 5.0, -4.0});
        if ((double)value != rows[i].value) {
            fail_msg("%s: %g instead of %g", rows[i].json, (double)value, rows[i].value);
        }
        scree_field_release(&field);
    }
}

/* Points of a spline: value and slope of test:slope, at locations 0.25 apart. */
static double point_value(int i)
{
    return i % 3 - 0.5 * (i % 2);
}

static double point_slope(int i)
{
    return i % 4 - 1.5;
}

/* The game's cubic between two points, and straight lines beyond the ends. */
static double spline_at(double v, int count)
{
    int i = (int)floor((v + 1.0) / 0.25);
    if (i < 0) {
        return point_value(0) + point_slope(0) * (v + 1.0);
    }
    if (i >= count - 1) {
        return point_value(count - 1) + point_slope(count - 1) * (v + 1.0 - 0.25 * (count - 1));
    }
    const double t = (v + 1.0) / 0.25 - i;
    const double rise = point_value(i + 1) - point_value(i);
    const double a = 0.25 * point_slope(i) - rise;
    const double b = rise - 0.25 * point_slope(i + 1);
    return point_value(i) + t * rise + t * (1.0 - t) * (a + t * (b - a));
}

/* Up to 10 points are one call; more are several ones. */
static void test_splines_of_any_length(void **state)
{
    (void)state;
    for (int count = 1; count < 32; count += count < 12 ? 1 : 9) {
        char json[4096];
        int length = snprintf(json, sizeof json,
                              "{\"type\": \"spline\", \"spline\": {\"coordinate\": %s, \"points\": [",
                              "{\"type\": \"y_clamped_gradient\", \"from_y\": -64, \"to_y\": 64, \"from_value\": -8, "
                              "\"to_value\": 8}");
        for (int i = 0; i < count; i++) {
            length += snprintf(json + length, sizeof json - (size_t)length,
                               "%s{\"location\": %g, \"value\": %g, \"derivative\": %g}", i > 0 ? ", " : "",
                               -1.0 + 0.25 * i, point_value(i), point_slope(i));
        }
        snprintf(json + length, sizeof json - (size_t)length, "]}}");
        scree_field *field = make_function(json);
        for (double y = -20.1; y < 62.0; y += 0.7) {
            const double expected = spline_at((double)(float)y / 8.0, count);
            const float value = value_at(field, 3, (const double[]){0.0, y, 0.0});
            /* Sums of products in float32 of values up to 10. */
            if (!(fabs((double)value - expected) <= 2e-5 * (1.0 + fabs(expected)))) {
                fail_msg("%d points at y %g: %g instead of %g", count, y, (double)value, expected);
            }
        }
        scree_field_release(&field);
    }
}

/* Noise has the game's deviation: that of its own noise with one octave of amplitude 1 is 1/3, as its divisor expects,
   within what 100,000 samples of few hundred cells differ by. */
static void test_noise_has_the_deviation_of_the_game(void **state)
{
    (void)state;
    write_file("noise", "one", "{\"firstOctave\": 0, \"amplitudes\": [1.0]}");
    scree_field *field =
        make_function("{\"type\": \"noise\", \"noise\": \"test:one\", \"xz_scale\": 0.37, \"y_scale\": 0.41}");
    const scree_grid grid = {.axes = 3, .count = {50, 50, 40}, .step = {1.0, 1.0, 1.0}};
    float *samples = malloc(100000 * sizeof *samples);
    double sum = 0.0;
    double squares = 0.0;
    assert_non_null(samples);
    graph_fill(field, &grid, samples);
    for (int i = 0; i < 100000; i++) {
        sum += (double)samples[i];
        squares += (double)samples[i] * (double)samples[i];
    }
    /* Two independent noises with a deviation of 0.27 each (measured for K. Perlin's noise of 2002 in three axes),
       times 10/6 / 2. */
    const double deviation = sqrt(squares / 1e5 - sum / 1e5 * (sum / 1e5));
    assert_true(fabs(deviation - 0.27 * sqrt(2.0) / 1.2) < 0.02);
    free(samples);
    scree_field_release(&field);
}

/* Noise of the game, by a factor that follows from its octaves: test:wide has octaves 0 and 2, test:new has three.
   Seeds follow from the names. */
#define WIDE                                                                                    \
    "fn stack(s) = perlin(seed=s, octaves=3, weights=[0.5714286, 0, 0.071428575]); let wide = " \
    "1.5309311 * scale(stack(2423560) + scale(stack(2423561), 1.0181269), 1/32); "
#define NEW_ONE                                                                                      \
    "fn three(s) = perlin(seed=s, octaves=3, weights=[1.1428572, 0.5714286, 0.2857143]); let new = " \
    "1.5309311 * scale(three(6888612) + scale(three(6888613), 1.0181269), 1/16); "
#define STEP "let rise = clamp(remap(y, -8, 24, -1, 3), -1, 3); "

static void test_functions_of_noise(void **state)
{
    static const struct {
        const char *json;
        const char *expression;
    } rows[] = {
        {"{\"type\": \"noise\", \"noise\": \"test:wide\", \"xz_scale\": 1, \"y_scale\": 0}",
         WIDE "scale(wide, x=1, y=0, z=1)"},
        {"{\"type\": \"noise\", \"noise\": \"test:new\", \"xz_scale\": 0.5, \"y_scale\": 0.25, \"shift_x\": " SLOPE "}",
         NEW_ONE STEP "offset(scale(new, x=0.5, y=0.25, z=0.5), x=rise / 0.5)"},
        {"{\"type\": \"noise\", \"noise\": \"test:new\", \"xz_scale\": -0.5, \"y_scale\": 0.25}",
         NEW_ONE "at(new, x * -0.5 + 0, y * 0.25 + 0, z * -0.5 + 0)"},
        {"{\"type\": \"shifted_noise\", \"noise\": \"test:wide\", \"xz_scale\": 0.25, \"y_scale\": 0, \"shift_x\": "
         "{\"type\": "
         "\"shift_a\", \"argument\": \"test:new\"}, \"shift_y\": 0, \"shift_z\": {\"type\": \"shift_b\", \"argument\": "
         "\"test:new\"}}",
         WIDE NEW_ONE
         "let flat = scale(new, x=0.25, y=0, z=0.25); offset(scale(wide, x=0.25, y=0, z=0.25), x=4 * flat / "
         "0.25, z=4 * seed_offset(flat, 2) / 0.25)"},
        {"{\"type\": \"shift\", \"noise\": \"test:new\"}", NEW_ONE "4 * scale(new, 0.25)"},
        {"{\"type\": \"weird_scaled_sampler\", \"rarity_value_mapper\": \"type_1\", \"noise\": \"test:wide\", "
         "\"input\": " SLOPE "}",
         WIDE STEP
         "let r = select_many(rise, 0, 0.75, -0.5, 1, 0, 1.5, 0.5, 2); r * abs(at(wide, x / r, y / r, z / r))"},
        {"{\"type\": \"weird_scaled_sampler\", \"rarity_value_mapper\": \"type_2\", \"noise\": \"test:wide\", "
         "\"input\": " SLOPE "}",
         WIDE STEP
         "let r = select_many(rise, 0, 0.5, -0.75, 0.75, -0.5, 1, 0.5, 2, 0.75, 3); r * abs(at(wide, x / r, y / r, "
         "z / r))"},
        /* 684.412 is the game's; 16 octaves that double their width and weight, of which the widest counts 1 here. */
        {"{\"type\": \"old_blended_noise\", \"xz_scale\": 1, \"y_scale\": 2, \"xz_factor\": 80, \"y_factor\": 160, "
         "\"smear_scale_multiplier\": 8}",
         "let b = 684.412 / 32768; fn wide(s) = scale(perlin(seed=s, octaves=16), x=b, y=2 * b, z=b); let t = "
         "scale(perlin(seed=3, octaves=8), 684.412 / 80 / 128); 0.61237246 * mix(wide(1), wide(2), clamp(0.5 + "
         "7.838367 * t, 0, "
         "1))"},
        {"{\"type\": \"noise\", \"noise\": \"test:silent\", \"xz_scale\": 1, \"y_scale\": 1, \"shift_x\": {\"type\": "
         "\"shift\", \"noise\": \"test:silent\"}}",
         "0"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        scree_field *field = make_function(rows[i].json);
        assert_same_samples(rows[i].json, field, rows[i].expression, 3);
        scree_field_release(&field);
    }
}

/* Noise that no pack has is one octave, and several with octaves of their own are each another one. */
static void test_noise_without_a_file(void **state)
{
    (void)state;
    char *text = NULL;
    assert_int_equal(
        import_function("{\"type\": \"noise\", \"noise\": \"gone\", \"xz_scale\": 1, \"y_scale\": 1}", &text),
        SCREE_OK);
    assert_non_null(strstr(text, "# - no data pack has the noise gone: one octave with cells of 128 blocks here\n"));
    scree_recipe_text_free(&text);
#define OWN \
    "{\"type\": \"noise\", \"noise\": {\"firstOctave\": -3, \"amplitudes\": [1]}, \"xz_scale\": 1, \"y_scale\": 1}"
    scree_field *field = make_function("{\"type\": \"sub\", \"left\": " OWN ", \"right\": " OWN "}");
    scree_grid grid = graph_grid(3);
    float samples[37 * 11 * 5];
    graph_fill(field, &grid, samples);
    for (size_t i = 0; i < COUNT_OF(samples); i++) {
        assert_true(samples[i] != 0.0f);
    }
    scree_field_release(&field);
}

/* Splines of 11 points, of which the last but one is such a spline again: the game's packs nest them, too. */
static void test_nested_splines_are_read_once(void **state)
{
    enum { DEPTH = 40 };
    (void)state;
    char *json = calloc(DEPTH, 1024);
    assert_non_null(json);
    for (int i = 0; i < DEPTH; i++) {
        strcat(json, i == 0 ? "{\"type\": \"spline\", \"spline\": " : "");
        strcat(json, "{\"coordinate\": \"test:slope\", \"points\": [");
        for (int k = 0; k < 9; k++) {
            char point[80];
            snprintf(point, sizeof point, "{\"location\": %d, \"value\": %d, \"derivative\": 0}, ", k - 9, i);
            strcat(json, point);
        }
        strcat(json, "{\"location\": 0, \"derivative\": 0, \"value\": ");
    }
    strcat(json, "7");
    for (int i = 0; i < DEPTH; i++) {
        strcat(json, "}, {\"location\": 1, \"value\": 0, \"derivative\": 0}]}");
    }
    strcat(json, "}");
    scree_field *field = make_function(json);
    const float value = value_at(field, 3, (const double[]){0.0, 0.0, 0.0});
    assert_true(value == 7.0f);
    scree_field_release(&field);
    free(json);
}

static void test_noise_settings(void **state)
{
    (void)state;
    write_file("noise", "settings",
               "{\"noise_router\": {\"final_density\": \"test:slope\", \"depth\": \"test:half\"}}");
    static const char path[] = "data/test/worldgen/noise/settings.json";
    char *text = NULL;
    assert_int_equal(scree_import_minecraft(fixture_context, path, NULL, NULL, &text), SCREE_OK);
    scree_field *field = field_of(text);
    assert_true(value_at(field, 3, (const double[]){0.0, 0.0, 0.0}) == 0.0f);
    scree_field_release(&field);
    assert_int_equal(scree_import_minecraft(fixture_context, path, NULL, "depth", &text), SCREE_OK);
    field = field_of(text);
    assert_true(value_at(field, 3, (const double[]){0.0, 0.0, 0.0}) == 0.5f);
    scree_field_release(&field);
    assert_int_equal(scree_import_minecraft(fixture_context, path, NULL, "ridges", &text), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "noise_router has no 'ridges'"));
    assert_null(text);
}

/* Functions that the file's own pack does not have are taken from a further one. */
static void test_a_further_pack(void **state)
{
    (void)state;
    FILE *file = fopen("alone.json", "w");
    assert_non_null(file);
    fputs("{\"type\": \"abs\", \"input\": \"test:slope\"}", file);
    assert_int_equal(fclose(file), 0);
    char *text = NULL;
    assert_int_equal(scree_import_minecraft(fixture_context, "alone.json", NULL, NULL, &text), SCREE_ERROR_IO);
    assert_int_equal(scree_import_minecraft(fixture_context, "alone.json", ".", NULL, &text), SCREE_OK);
    scree_recipe_text_free(&text);
}

static void test_functions_are_refused(void **state)
{
    static const struct {
        const char *json;
        scree_result result;
        const char *words;
    } rows[] = {
        {"{", SCREE_ERROR_FORMAT, "tried.json:1:"},
        {"[]", SCREE_ERROR_FORMAT, "a function must be a number, a name or an object"},
        {"{}", SCREE_ERROR_FORMAT, "there is no word 'type'"},
        {"{\"type\": \"minecraft:end_islands\"}", SCREE_ERROR_UNSUPPORTED,
         "nothing for the type 'minecraft:end_islands'"},
        {"{\"type\": \"abs\"}", SCREE_ERROR_FORMAT, "there is no member 'input', nor an older 'argument'"},
        {"\"test:gone\"", SCREE_ERROR_IO, "has the density function 'test:gone'"},
        {"\"test:../../../etc\"", SCREE_ERROR_INVALID, "is no name"},
        {"\"test:self\"", SCREE_ERROR_FORMAT, "test:self: a function is made of itself"},
        {"{\"type\": \"gradient\", \"axis\": \"w\", \"from_coordinate\": 0, \"to_coordinate\": 1, \"from_value\": 0, "
         "\"to_value\": 1}",
         SCREE_ERROR_FORMAT, "axis must be x, y or z, and is 'w'"},
        {"{\"type\": \"y_clamped_gradient\", \"from_y\": 2, \"to_y\": 2, \"from_value\": 0, \"to_value\": 1}",
         SCREE_ERROR_INVALID, "a gradient begins where it ends"},
        {"{\"type\": \"noise\", \"noise\": {\"firstOctave\": 99, \"amplitudes\": [1]}, \"xz_scale\": 1, \"y_scale\": "
         "1}",
         SCREE_ERROR_INVALID, "base_octave must be a whole number from -64 to 64"},
        {"{\"type\": \"noise\", \"noise\": {\"base_octave\": 1e300}, \"xz_scale\": 1, \"y_scale\": 1}",
         SCREE_ERROR_FORMAT, "there is no number 'base_octave'"},
        {"{\"type\": \"noise\", \"noise\": {\"base_octave\": 1, \"octave_count\": 2.5}, \"xz_scale\": 1, \"y_scale\": "
         "1}",
         SCREE_ERROR_INVALID, "octave_count must be a whole number from 1 to 32"},
        {"{\"type\": \"noise\", \"noise\": {\"firstOctave\": 1, \"amplitudes\": [1, \"a\"]}, \"xz_scale\": 1, "
         "\"y_scale\": 1}",
         SCREE_ERROR_FORMAT, "there is no number 'in an array'"},
        {"1e10", SCREE_ERROR_INVALID, "a number is beyond 1000000000"},
        {"{\"type\": \"gradient\", \"axis\": \"y\", \"tiling\": \"twice\", \"from_coordinate\": 0, \"to_coordinate\": "
         "1, "
         "\"from_value\": 0, \"to_value\": 1}",
         SCREE_ERROR_FORMAT, "there is no tiling 'twice'"},
        {"{\"type\": \"weird_scaled_sampler\", \"rarity_value_mapper\": \"type_3\", \"noise\": \"test:wide\", "
         "\"input\": 1}",
         SCREE_ERROR_FORMAT, "there is no rarity_value_mapper 'type_3'"},
        {"{\"type\": \"noise\", \"noise\": \"test:wide\", \"y_scale\": 1}", SCREE_ERROR_FORMAT,
         "there is no number 'xz_scale'"},
        {"{\"type\": \"spline\", \"spline\": {\"coordinate\": 1, \"points\": []}}", SCREE_ERROR_FORMAT,
         "a spline must have 1 to 135 points"},
        {"{\"type\": \"interval_select\", \"input\": 1, \"thresholds\": [1], \"functions\": [1]}", SCREE_ERROR_INVALID,
         "one function more"},
        {"{\"type\": \"distance_to_point\", \"point\": [1], \"metric\": \"euclidean\"}", SCREE_ERROR_FORMAT,
         "a point must have three coordinates"},
        {"{\"type\": \"distance_to_point\", \"point\": [1, 2, 3], \"metric\": \"p\"}", SCREE_ERROR_FORMAT,
         "there is no metric 'p'"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char *text = (char *)(uintptr_t)1;
        const scree_result result = import_function(rows[i].json, &text);
        if (result != rows[i].result || text != NULL || strstr(fixture_message, rows[i].words) == NULL) {
            fail_msg("%s: %d, %s", rows[i].json, (int)result, fixture_message);
        }
    }
}

/* Functions within functions are read up to a depth. */
static void test_deep_functions_are_refused(void **state)
{
    static const char before[] = "{\"type\": \"abs\", \"input\": ";
    (void)state;
    for (size_t depth = 100; depth <= 1000; depth += 900) {
        char *json = malloc(depth * sizeof before + 2);
        assert_non_null(json);
        json[0] = '\0';
        for (size_t i = 0; i < depth; i++) {
            strcpy(json + i * (sizeof before - 1), before);
        }
        strcat(json, "1");
        for (size_t i = 0; i < depth; i++) {
            strcat(json, "}");
        }
        char *text = NULL;
        assert_int_equal(import_function(json, &text), depth == 100 ? SCREE_OK : SCREE_ERROR_FORMAT);
        scree_recipe_text_free(&text);
        free(json);
    }
}

static scree_result import_both(void)
{
    /* The weighted fractal of fastnoise2_rows.h. */
    static const char tree[] = "DQkD@BoEAEAgM@ADgQAQLMzMzPwQ=";
    static const char path[] = "data/test/worldgen/density_function/both.json";
    char *text = NULL;
    scree_result result = scree_import_fastnoise2(fixture_context, tree, 3, &text);
    scree_recipe_text_free(&text);
    if (result == SCREE_OK) {
        result = scree_import_minecraft(fixture_context, path, "data", NULL, &text);
        scree_recipe_text_free(&text);
    }
    return result;
}

static void test_allocations_may_fail(void **state)
{
    (void)state;
    long failures = 0;
    write_file("density_function", "both",
               "{\"type\": \"spline\", \"spline\": {\"coordinate\": {\"type\": \"noise\", \"noise\": \"test:wide\", "
               "\"xz_scale\": 1, \"y_scale\": 0.25, \"shift_x\": " SLOPE
               "}, \"points\": [{\"location\": 0, \"value\": 1, "
               "\"derivative\": 0}, {\"location\": 1, \"value\": 2, \"derivative\": 1}]}}");
    for (long failing = 0; failing <= failures; failing++) {
        atomic_store(&until_failure, failing);
        const scree_result result = import_both();
        const bool was_reached = atomic_load(&until_failure) < 0;
        atomic_store(&until_failure, -1);
        if (result != (was_reached ? SCREE_ERROR_OUT_OF_MEMORY : SCREE_OK)) {
            fail_msg("allocation %ld: result %d, %s", failing, (int)result, fixture_message);
        }
        failures += was_reached;
    }
    assert_true(failures > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_functions_have_their_formulas),
        cmocka_unit_test(test_functions_of_positions),
        cmocka_unit_test(test_splines_of_any_length),
        cmocka_unit_test(test_noise_has_the_deviation_of_the_game),
        cmocka_unit_test(test_functions_of_noise),
        cmocka_unit_test(test_noise_without_a_file),
        cmocka_unit_test(test_nested_splines_are_read_once),
        cmocka_unit_test(test_noise_settings),
        cmocka_unit_test(test_a_further_pack),
        cmocka_unit_test(test_functions_are_refused),
        cmocka_unit_test(test_deep_functions_are_refused),
        cmocka_unit_test(test_allocations_may_fail),
    };
    return cmocka_run_group_tests(tests, enter_pack, leave_pack);
}
