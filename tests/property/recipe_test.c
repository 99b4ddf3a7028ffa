/* Recipes: what is printed is read as the same recipe, and what is wrong is named and changes nothing. */
#include "fixture.h"
#include "noise_kinds_fixture.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "float_environments.h"
#include "number_text.h"
#include "test_locales.h"

#define RANDOM_RECIPES 3000

/* Parses a copy that has no zero byte behind it, so that sanitizers see what is read too far. */
static scree_result parse_bytes(const char *text, size_t length, scree_recipe *recipe)
{
    char *copy = malloc(length > 0 ? length : 1);
    assert_non_null(copy);
    memcpy(copy, text, length);
    fixture_message[0] = '\0';
    scree_result result = scree_recipe_parse(fixture_context, copy, length, "r.json", recipe);
    free(copy);
    return result;
}

static scree_result parse(const char *text, scree_recipe *recipe)
{
    return parse_bytes(text, strlen(text), recipe);
}

static uint64_t draw_below(uint64_t *state, uint64_t limit)
{
    return fixture_draw(state) % limit;
}

/* A number from all of the range: ends, zero, random bits of any exponent, or uniform. */
static double draw_double(uint64_t *state, double low, double high)
{
    uint64_t choice = draw_below(state, 8);
    if (choice == 0) {
        return low;
    }
    if (choice == 1) {
        return high;
    }
    if (choice == 2 && low <= 0.0) {
        return fixture_draw(state) & 1u ? 0.0 : -0.0;
    }
    for (int attempt = 0; attempt < 8 && choice < 6; attempt++) {
        uint64_t bits = fixture_draw(state);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (value >= low && value <= high) {
            return value;
        }
    }
    double value = low + (high - low) * fixture_draw_unit(state);
    return value >= low && value <= high ? value : low;
}

static uint64_t draw_seed(uint64_t *state)
{
    static const uint64_t ends[] = {0, 1, INT64_MAX, (uint64_t)INT64_MAX + 1, UINT64_MAX};
    uint64_t choice = draw_below(state, 10);
    return choice < 5 ? ends[choice] : fixture_draw(state) >> draw_below(state, 64);
}

/* Where they have no effect they are not printed. */
static void draw_fractal(uint64_t *state, scree_noise_params *noise)
{
    if (noise->fractal == SCREE_NOISE_FRACTAL_PING_PONG) {
        noise->ping_pong.strength = draw_double(state, 1.0 / 16.0, 16.0);
    }
    if (noise->fractal >= SCREE_NOISE_FRACTAL_HYBRID) {
        noise->musgrave.offset = draw_double(state, 1.0 / 1024.0, 16.0);
    } else if (draw_below(state, 2) == 0) {
        noise->weighted_strength = fabs(draw_double(state, 0.0, 1.0));
    }
    if (noise->fractal == SCREE_NOISE_FRACTAL_RIDGED_MULTIFRACTAL) {
        noise->musgrave.gain = draw_double(state, 1.0 / 16.0, 16.0);
    }
}

static bool has_orientation(scree_noise_kind kind, uint32_t axes)
{
    return axes > 2 &&
           ((kind >= SCREE_NOISE_SIMPLEX && kind <= SCREE_NOISE_OPENSIMPLEX2S) || kind == SCREE_NOISE_GLSL_SIMPLEX);
}

static bool has_waves(scree_noise_kind kind)
{
    return kind == SCREE_NOISE_GABOR || kind == SCREE_NOISE_PHASOR;
}

/* A zero stands for a default, which is printed as a positive one. */
static void draw_waves(uint64_t *state, uint32_t axes, scree_noise_params *noise)
{
    noise->gabor.frequency = draw_double(state, 1.0 / 16.0, 64.0);
    noise->gabor.azimuth = draw_double(state, -360.0, 360.0) + 0.0;
    noise->gabor.elevation = axes > 2 ? draw_double(state, -360.0, 360.0) + 0.0 : 0.0;
    noise->gabor.isotropy = draw_double(state, 0.0, 1.0) + 0.0;
}

static void copy_waves(scree_noise_params *to, const scree_noise_params *from)
{
    to->gabor.frequency = from->gabor.frequency;
    to->gabor.azimuth = from->gabor.azimuth;
    to->gabor.elevation = from->gabor.elevation;
    to->gabor.isotropy = from->gabor.isotropy;
}

static void draw_warp(uint64_t *state, scree_noise_warp *warp)
{
    warp->amplitude = draw_double(state, 0x1p-32, 1e6);
    warp->frequency = draw_double(state, 0x1p-16, 0x1p16);
    warp->kind = fixture_kind(fixture_draw(state));
    warp->fractal = (scree_noise_warp_fractal)draw_below(state, 2);
    warp->seed = draw_seed(state);
    warp->octaves = 1 + (uint32_t)draw_below(state, SCREE_MAX_OCTAVES);
    warp->lacunarity = draw_double(state, 1.0 / 16.0, 16.0);
    warp->gain = draw_double(state, 0x1p-32, 16.0) * (draw_below(state, 2) == 0 ? 1.0 : -1.0);
    warp->times = 1 + (uint32_t)draw_below(state, SCREE_MAX_WARPS);
}

static void draw_noise(uint64_t *state, uint32_t axes, scree_noise_params *noise)
{
    noise->kind = fixture_kind(fixture_draw(state));
    noise->hash = (scree_noise_hash)draw_below(state, 2);
    noise->fractal = (scree_noise_fractal)draw_below(state, SCREE_NOISE_FRACTAL_HETERO_TERRAIN + 1);
    draw_fractal(state, noise);
    /* Where they have no effect they are not printed. */
    if (scree_noise_kind_describe(noise->kind)->interpolates) {
        noise->fade = (scree_noise_fade)draw_below(state, 4);
    }
    if (scree_noise_kind_describe(noise->kind)->has_gradients && (noise->hash == SCREE_NOISE_HASH_SCREE || axes > 3)) {
        noise->gradients = (scree_noise_gradients)draw_below(state, 3);
    }
    if (has_orientation(noise->kind, axes)) {
        noise->lattice.orientation = (scree_noise_orientation)draw_below(state, 3);
    }
    if (noise->kind == SCREE_NOISE_CELLULAR) {
        noise->cellular.metric = (scree_noise_metric)draw_below(state, 4);
        noise->cellular.feature = (scree_noise_feature)draw_below(state, SCREE_NOISE_FEATURE_OFFSET_W + 1);
        noise->cellular.jitter = draw_below(state, 3) == 0 ? SCREE_ZERO : draw_double(state, DBL_TRUE_MIN, 1.0);
        if (noise->cellular.feature == SCREE_NOISE_FEATURE_F1 && draw_below(state, 2) == 0) {
            noise->cellular.smoothness = draw_double(state, 1.0 / 1024.0, 1.0);
        }
    }
    if (noise->kind == SCREE_NOISE_STRIPES) {
        noise->stripes.profile = (scree_noise_profile)draw_below(state, 2);
    }
    if (noise->kind == SCREE_NOISE_RIVERS) {
        noise->rivers.measure = (scree_noise_measure)draw_below(state, 2);
        noise->rivers.levels = 1 + (uint32_t)draw_below(state, 4);
    }
    noise->seed = draw_seed(state);
    noise->octaves = 1 + (uint32_t)draw_below(state, SCREE_MAX_OCTAVES);
    noise->lacunarity = draw_double(state, 1.0 / 16.0, 16.0);
    if (draw_below(state, 2) == 0) {
        noise->weight_count = noise->octaves;
        for (uint32_t i = 0; i < noise->weight_count; i++) {
            noise->weights[i] = draw_double(state, -1e6, 1e6);
        }
    } else {
        do {
            noise->gain = draw_double(state, -16.0, 16.0);
        } while (noise->gain == 0.0);
    }
    for (uint32_t a = 0; a < axes; a++) {
        noise->period[a] = draw_below(state, 3) == 0 ? UINT64_C(1) << 40 : draw_below(state, UINT64_C(1) << 40);
    }
    noise->skips_fine_octaves = draw_below(state, 2) == 1;
    noise->has_octave_rotation = draw_below(state, 2) == 1;
    noise->sample.has_derivatives = draw_below(state, 2) == 1;
    if (has_waves(noise->kind)) {
        draw_waves(state, axes, noise);
    }
    if (draw_below(state, 2) == 0) {
        draw_warp(state, &noise->warp);
    }
}

static void draw_grid(uint64_t *state, uint32_t axes, scree_grid *grid)
{
    grid->axes = axes;
    for (uint32_t a = 0; a < axes; a++) {
        grid->count[a] = draw_below(state, 4) == 0 ? INT64_MAX : 1 + draw_below(state, INT64_MAX);
        grid->origin[a] = draw_double(state, -0x1p60, 0x1p60);
        grid->step[a] = draw_double(state, DBL_TRUE_MIN, 0x1p20);
        int64_t first = (int64_t)draw_below(state, (UINT64_C(1) << 41) + 1) - (INT64_C(1) << 40);
        grid->first[a] = draw_below(state, 4) == 0 ? -(INT64_C(1) << 40) : first;
    }
}

static scree_recipe draw_recipe(uint64_t *state)
{
    scree_recipe recipe = {0};
    uint32_t axes = 1 + (uint32_t)draw_below(state, SCREE_MAX_AXES);
    draw_noise(state, axes, &recipe.noise);
    draw_grid(state, axes, &recipe.grid);
    recipe.output.type = (scree_type)draw_below(state, 3);
    recipe.output.range_mode = (scree_range_mode)draw_below(state, 3);
    if (recipe.output.range_mode == SCREE_RANGE_GIVEN) {
        do {
            recipe.output.low = draw_double(state, -DBL_MAX, DBL_MAX);
            recipe.output.high = draw_double(state, -DBL_MAX, DBL_MAX);
        } while (!(recipe.output.low < recipe.output.high));
    }
    return recipe;
}

#define ASSERT_SAME(field) assert_memory_equal(&a->field, &b->field, sizeof a->field)
#define ASSERT_SAME_ITEMS(field, count) assert_memory_equal(a->field, b->field, (count) * sizeof a->field[0])

/* Every field by its bits, arrays as far as they count. */
static void assert_same_recipe(const scree_recipe *a, const scree_recipe *b)
{
    uint32_t axes = a->grid.axes;
    ASSERT_SAME(noise.kind);
    ASSERT_SAME(noise.hash);
    ASSERT_SAME(noise.gradients);
    ASSERT_SAME(noise.fade);
    ASSERT_SAME(noise.fractal);
    ASSERT_SAME(noise.lattice.orientation);
    ASSERT_SAME(noise.seed);
    ASSERT_SAME(noise.octaves);
    ASSERT_SAME(noise.lacunarity);
    ASSERT_SAME(noise.gain);
    ASSERT_SAME(noise.weight_count);
    ASSERT_SAME_ITEMS(noise.weights, a->noise.weight_count);
    ASSERT_SAME_ITEMS(noise.period, axes);
    ASSERT_SAME(noise.cellular.metric);
    ASSERT_SAME(noise.cellular.feature);
    ASSERT_SAME(noise.cellular.jitter);
    ASSERT_SAME(noise.cellular.smoothness);
    ASSERT_SAME(noise.skips_fine_octaves);
    ASSERT_SAME(noise.has_octave_rotation);
    ASSERT_SAME(noise.sample.has_derivatives);
    ASSERT_SAME(noise.sample.is_curl);
    ASSERT_SAME(noise.ping_pong.strength);
    ASSERT_SAME(noise.musgrave.offset);
    ASSERT_SAME(noise.musgrave.gain);
    ASSERT_SAME(noise.weighted_strength);
    ASSERT_SAME(noise.gabor);
    ASSERT_SAME(noise.stripes);
    ASSERT_SAME(noise.rivers);
    ASSERT_SAME(noise.warp);
    ASSERT_SAME(grid.axes);
    ASSERT_SAME_ITEMS(grid.count, axes);
    ASSERT_SAME_ITEMS(grid.origin, axes);
    ASSERT_SAME_ITEMS(grid.step, axes);
    ASSERT_SAME_ITEMS(grid.first, axes);
    ASSERT_SAME(grid.row_stride);
    ASSERT_SAME(grid.plane_stride);
    ASSERT_SAME(output.type);
    ASSERT_SAME(output.range_mode);
    ASSERT_SAME(output.low);
    ASSERT_SAME(output.high);
}

static void print_and_parse_is_the_identity(void **state)
{
    uint64_t random = 1;
    for (int i = 0; i < RANDOM_RECIPES; i++) {
        const scree_recipe recipe = draw_recipe(&random);
        char *text = NULL;
        assert_int_equal(scree_recipe_print(&recipe, NULL, &text), SCREE_OK);
        scree_recipe again = {0};
        if (parse(text, &again) != SCREE_OK) {
            fail_msg("%s\n%s", fixture_message, text);
        }
        assert_string_equal(fixture_message, "");
        assert_same_recipe(&recipe, &again);
        scree_recipe_text_free(&text);
        assert_null(text);
    }
}

/* The recipe that is read over is another one, and nothing of it may be left that counts. */
static void what_is_printed_overrules_all(void **state)
{
    uint64_t random = 2;
    for (int i = 0; i < RANDOM_RECIPES; i++) {
        const scree_recipe recipe = draw_recipe(&random);
        scree_recipe again = draw_recipe(&random);
        char *text = NULL;
        assert_int_equal(scree_recipe_print(&recipe, NULL, &text), SCREE_OK);
        assert_int_equal(parse(text, &again), SCREE_OK);
        /* Not printed, for they have no effect. */
        again.noise.gradients = recipe.noise.gradients;
        again.noise.sample.has_derivatives = again.noise.sample.has_derivatives && recipe.noise.sample.has_derivatives;
        if (!scree_noise_kind_describe(recipe.noise.kind)->interpolates) {
            again.noise.fade = recipe.noise.fade;
        }
        if (recipe.noise.fractal != SCREE_NOISE_FRACTAL_PING_PONG) {
            again.noise.ping_pong.strength = recipe.noise.ping_pong.strength;
        }
        if (recipe.noise.fractal < SCREE_NOISE_FRACTAL_HYBRID) {
            again.noise.musgrave.offset = recipe.noise.musgrave.offset;
        }
        if (recipe.noise.fractal != SCREE_NOISE_FRACTAL_RIDGED_MULTIFRACTAL) {
            again.noise.musgrave.gain = recipe.noise.musgrave.gain;
        }
        if (!has_orientation(recipe.noise.kind, recipe.grid.axes)) {
            again.noise.lattice.orientation = recipe.noise.lattice.orientation;
        }
        if (recipe.noise.kind != SCREE_NOISE_CELLULAR) {
            again.noise.cellular.metric = recipe.noise.cellular.metric;
            again.noise.cellular.feature = recipe.noise.cellular.feature;
            again.noise.cellular.jitter = recipe.noise.cellular.jitter;
        }
        if (recipe.noise.kind != SCREE_NOISE_CELLULAR || recipe.noise.cellular.feature != SCREE_NOISE_FEATURE_F1) {
            again.noise.cellular.smoothness = recipe.noise.cellular.smoothness;
        }
        if (recipe.noise.kind != SCREE_NOISE_STRIPES) {
            again.noise.stripes = recipe.noise.stripes;
        }
        if (recipe.noise.kind != SCREE_NOISE_RIVERS) {
            again.noise.rivers = recipe.noise.rivers;
        }
        if (!has_waves(recipe.noise.kind)) {
            copy_waves(&again.noise, &recipe.noise);
        }
        if (recipe.noise.warp.amplitude == 0.0) {
            again.noise.warp = (scree_noise_warp){.amplitude = again.noise.warp.amplitude};
        }
        if (recipe.grid.axes < 3) {
            again.noise.gabor.elevation = recipe.noise.gabor.elevation;
        }
        if (recipe.noise.weight_count > 0) {
            again.noise.gain = recipe.noise.gain;
        }
        if (recipe.output.range_mode != SCREE_RANGE_GIVEN) {
            again.output = (scree_output){again.output.type, again.output.range_mode, 0.0, 0.0};
        }
        assert_same_recipe(&recipe, &again);
        scree_recipe_text_free(&text);
    }
}

static void missing_keys_keep_their_values(void **state)
{
    uint64_t random = 3;
    scree_recipe recipe = draw_recipe(&random);
    scree_recipe expected = recipe;
    assert_int_equal(parse("{}", &recipe), SCREE_OK);
    assert_same_recipe(&recipe, &expected);
    assert_int_equal(parse("{\"seed\": 77}", &recipe), SCREE_OK);
    expected.noise.seed = 77;
    assert_same_recipe(&recipe, &expected);
}

static void defaults_are_printed_as_what_they_mean(void **state)
{
    const scree_recipe recipe = {.grid = {.axes = 2, .count = {4}, .step = {0.5}}};
    scree_recipe again = {0};
    char *text = NULL;
    assert_int_equal(scree_recipe_print(&recipe, NULL, &text), SCREE_OK);
    assert_int_equal(parse(text, &again), SCREE_OK);
    assert_int_equal(again.noise.octaves, 1);
    assert_true(again.noise.lacunarity == 2.0 && again.noise.gain == 0.5);
    assert_int_equal(again.grid.count[1], 1);
    assert_true(again.grid.step[1] == 0.5);
    scree_recipe_text_free(&text);
}

static void the_measured_range_is_printed_and_ignored(void **state)
{
    const scree_recipe recipe = {.grid = {.axes = 1, .step = {1.0}}};
    const scree_range measured = {-0.1f, 0x1p-149f};
    scree_recipe again = {0};
    char *text = NULL;
    assert_int_equal(scree_recipe_print(&recipe, &measured, &text), SCREE_OK);
    assert_non_null(strstr(text, "\"measured\": [-0.1, 1e-45]"));
    assert_int_equal(parse(text, &again), SCREE_OK);
    scree_recipe_text_free(&text);
}

static void seeds_of_64_bits_are_read(void **state)
{
    static const struct {
        const char *text;
        uint64_t seed;
    } cases[] = {
        {"{\"seed\": 0}", 0},
        {"{\"seed\": \"0\"}", 0},
        {"{\"seed\": 9223372036854775807}", INT64_MAX},
        {"{\"seed\": 9223372036854775808}", (uint64_t)INT64_MAX + 1},
        {"{\"seed\": 18446744073709551615}", UINT64_MAX},
        {"{\"seed\":18446744073709551615,\"octaves\":2}", UINT64_MAX},
        {"{\"seed\": \"18446744073709551615\"}", UINT64_MAX},
        {"{\"measured\": [9223372036854775808, 1], \"seed\": 9223372036854775809}", (uint64_t)INT64_MAX + 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        scree_recipe recipe = {0};
        if (parse(cases[i].text, &recipe) != SCREE_OK) {
            fail_msg("%s: %s", cases[i].text, fixture_message);
        }
        assert_true(recipe.noise.seed == cases[i].seed);
    }
}

static void single_numbers_stand_for_all_axes(void **state)
{
    scree_recipe recipe = {0};
    assert_int_equal(parse("{\"step\": 0.25, \"origin\": -3, \"size\": [2, 3, 4]}", &recipe), SCREE_OK);
    assert_int_equal(recipe.grid.axes, 3);
    for (uint32_t a = 0; a < 3; a++) {
        assert_true(recipe.grid.step[a] == 0.25 && recipe.grid.origin[a] == -3.0);
        assert_int_equal(recipe.grid.count[a], 2 + a);
    }
}

static void another_revision_is_a_warning(void **state)
{
    scree_recipe recipe = {0};
    assert_int_equal(parse("{\"output_revision\": 999999}", &recipe), SCREE_OK);
    assert_non_null(strstr(fixture_message, "\"output_revision\" is 999999"));
    char text[64];
    snprintf(text, sizeof text, "{\"output_revision\": %u}", (unsigned)scree_output_revision());
    assert_int_equal(parse(text, &recipe), SCREE_OK);
    assert_string_equal(fixture_message, "");
}

/* Recipes may name the only kernel that fields have. */
static void the_contraction_changes_nothing(void **state)
{
    const scree_recipe before = {.noise = {.octaves = 3}, .grid = {.axes = 2}};
    scree_recipe recipe = before;
    assert_int_equal(parse("{\"variant\": \"contraction\"}", &recipe), SCREE_OK);
    assert_same_recipe(&recipe, &before);
}

/* With blanks between them. */
static const char all_keys[] =
    "kind hash gradients fade fractal seed octaves lacunarity gain weights period skip_fine_octaves size origin "
    "step first type range output_revision version measured variant metric feature jitter smoothness orientation "
    "octave_rotation ping_pong_strength fractal_offset multifractal_gain weighted_strength gabor_frequency "
    "gabor_azimuth gabor_elevation gabor_isotropy warp_amplitude warp_frequency warp_kind warp_fractal warp_seed "
    "warp_octaves warp_lacunarity warp_gain warp_times derivatives curl";

static void unknown_keys_suggest_the_nearest(void **state)
{
    char keys[sizeof all_keys];
    char *rest = NULL;
    memcpy(keys, all_keys, sizeof keys);
    for (const char *key = strtok_r(keys, " ", &rest); key != NULL; key = strtok_r(NULL, " ", &rest)) {
        char text[64];
        char expected[128];
        scree_recipe recipe = {0};
        /* Without its second letter. */
        snprintf(text, sizeof text, "{\"%c%s\": 1}", key[0], key + 2);
        snprintf(expected, sizeof expected, "r.json: unknown key \"%c%s\"; did you mean \"%s\"?", key[0], key + 2, key);
        assert_int_equal(parse(text, &recipe), SCREE_ERROR_INVALID);
        assert_string_equal(fixture_message, expected);
    }
    scree_recipe recipe = {0};
    assert_int_equal(parse("{\"quite another thing\": 1}", &recipe), SCREE_ERROR_INVALID);
    assert_string_equal(fixture_message, "r.json: unknown key \"quite another thing\"");
}

typedef struct bad_recipe {
    const char *text;
    const char *message; /* All of it, or what it begins with if it ends with "...". */
} bad_recipe;

static const bad_recipe bad_values[] = {
    {"{\"kind\": \"perlni\"}", "\"kind\" is \"perlni\"; did you mean \"perlin\"? It must be \"perlin\", ..."},
    {"{\"kind\": 1}", "\"kind\" is 1; it must be \"perlin\", ..."},
    {"{\"hash\": \"\"}", "\"hash\" is \"\"; it must be \"scree\" or \"perlin2002\""},
    {"{\"gradients\": null}", "\"gradients\" is null; it must be \"edges\", \"sphere\" or \"cube\""},
    {"{\"fade\": \"cubik\"}",
     "\"fade\" is \"cubik\"; did you mean \"cubic\"? It must be \"quintic\", \"cubic\", \"cosine\" or \"linear\""},
    {"{\"orientation\": \"xz-planes\"}",
     "\"orientation\" is \"xz-planes\"; did you mean \"xy-planes\"? It must be \"classic\", \"xy-planes\" or \"xyz\""},
    {"{\"fractal\": {}}", "\"fractal\" is an object; it must be \"fbm\", \"billow\", \"ridged\", ..."},
    {"{\"weighted_strength\": 1.5}", "\"weighted_strength\" is 1.5; it must be a number, 0 to 1"},
    {"{\"fractal_offset\": 0}", "\"fractal_offset\" is 0; it must be a number, 0.0009765625 to 16"},
    {"{\"variant\": \"optimised\"}",
     "\"variant\" is \"optimised\"; it must be \"contraction\", the one kernel that fields have; ..."},
    {"{\"variant\": 1}", "\"variant\" is 1; it must be \"contraction\", ..."},
    {"{\"type\": \"u33\"}", "\"type\" is \"u33\"; it must be \"f32\", \"u16\" or \"u8\""},
    {"{\"seed\": -1}",
     "\"seed\" is -1; it must be a whole number, 0 to 18446744073709551615, or such a number as a string"},
    {"{\"seed\": 1.5}", "\"seed\" is 1.5; it must be a whole number, 0 to 18446744073709551615, ..."},
    {"{\"seed\": \"1e3\"}", "\"seed\" is \"1e3\"; it must be a whole number, 0 to 18446744073709551615, ..."},
    {"{\"seed\": \"\"}", "\"seed\" is \"\"; it must be a whole number, 0 to 18446744073709551615, ..."},
    {"{\"seed\": 18446744073709551616}", "\"seed\" is \"18446744073709551616\"; it must be a whole number, 0 to ..."},
    {"{\"octaves\": 0}", "\"octaves\" is 0; it must be a whole number, 1 to 32"},
    {"{\"octaves\": 33}", "\"octaves\" is 33; it must be a whole number, 1 to 32"},
    {"{\"octaves\": 1.0}", "\"octaves\" is 1.0; it must be a whole number, 1 to 32"},
    {"{\"lacunarity\": 0.0624}", "\"lacunarity\" is 0.0624; it must be a number, 0.0625 to 16"},
    {"{\"lacunarity\": 16.5}", "\"lacunarity\" is 16.5; it must be a number, 0.0625 to 16"},
    {"{\"gabor_frequency\": 65}", "\"gabor_frequency\" is 65; it must be a number, 0.0625 to 64"},
    {"{\"gabor_isotropy\": -0.5}", "\"gabor_isotropy\" is -0.5; it must be a number, 0 to 1"},
    {"{\"gain\": -16.5}", "\"gain\" is -16.5; it must be a number, -16 to 16"},
    {"{\"gain\": 17}", "\"gain\" is 17; it must be a number, -16 to 16"},
    {"{\"falloff\": 17}", "\"falloff\" is 17; it must be a number, -16 to 16"},
    {"{\"gain\": 1, \"persistence\": 1}", "\"persistence\" is another name of \"gain\"; give one of them"},
    {"{\"weights\": 1}", "\"weights\" is 1; it must be an array of 0 to 32"},
    {"{\"weights\": [1, 1000001]}", "\"weights[1]\" is 1000001; it must be a number, -1000000 to 1000000"},
    {"{\"weights\": [-1000000.5]}", "\"weights[0]\" is -1000000.5; it must be a number, -1000000 to 1000000"},
    {"{\"period\": [1099511627777, 0]}",
     "\"period[0]\" is 1099511627777; it must be a whole number, 0 to 1099511627776"},
    {"{\"period\": [0, -1]}", "\"period[1]\" is -1; it must be a whole number, 0 to 1099511627776"},
    {"{\"period\": [0]}", "\"period\" is an array of 1; it must be an array of 2, one for each axis of the grid"},
    {"{\"skip_fine_octaves\": 1}", "\"skip_fine_octaves\" is 1; it must be true or false"},
    {"{\"size\": []}", "\"size\" is an array of 0; it must be an array of 1 to 8"},
    {"{\"size\": [1,1,1,1,1,1,1,1,1]}", "\"size\" is an array of 9; it must be an array of 1 to 8"},
    {"{\"size\": 5}", "\"size\" is 5; it must be an array of 1 to 8"},
    {"{\"size\": [3, 0]}", "\"size[1]\" is 0; it must be a whole number, 1 to 9223372036854775807"},
    {"{\"origin\": 1152921504606846977e1}", "\"origin\" is 1.15292150460685e19; it must be a number, "
                                            "-1.152921504606847e18 to 1.152921504606847e18"},
    {"{\"origin\": [0, \"x\"]}", "\"origin[1]\" is \"x\"; it must be a number, ..."},
    {"{\"step\": 0}", "\"step\" is 0; it must be more than 0 and at most 1048576"},
    {"{\"step\": [1, 0.0]}", "\"step\" is 0.0; it must be more than 0 and at most 1048576"},
    {"{\"step\": [1, -1]}", "\"step[1]\" is -1; it must be a number, 0 to 1048576"},
    {"{\"step\": 1048577}", "\"step\" is 1048577; it must be a number, 0 to 1048576"},
    {"{\"first\": [1099511627777, 0]}",
     "\"first[0]\" is 1099511627777; it must be a whole number, -1099511627776 to 1099511627776"},
    {"{\"first\": 3}", "\"first\" is 3; it must be an array of 2"},
    {"{\"range\": \"autu\"}", "\"range\" is \"autu\"; did you mean \"auto\"? It must be \"auto\" or \"fixed\""},
    {"{\"range\": true}", "\"range\" is true; it must be \"auto\", \"fixed\", or [low, high]"},
    {"{\"range\": [1, 1]}", "\"range\" is [1, 1]; the first must be less"},
    {"{\"range\": [0.25, -1e300]}", "\"range\" is [0.25, -1e300]; the first must be less"},
    {"{\"range\": [1]}", "\"range\" is an array of 1; it must be an array of 2"},
    {"{\"range\": [\"a\", 1]}", "\"range[0]\" is \"a\"; it must be a number"},
    {"{\"output_revision\": -1}", "\"output_revision\" is -1; it must be a whole number, 0 to 9223372036854775807"},
    {"{\"version\": 1}", "\"version\" is 1; it must be a string"},
    {"{\"a\\u0001\\u007fb\": 1}", "unknown key \"a\\u0001?b\""},
};

/* A wrong end of a recipe that sets everything before. */
static const bad_recipe bad_texts[] = {
    {"", "r.json:1:0: ..."},
    {"{", "r.json:1:1: ..."},
    {"{\n  \"seed\": 1,\n  \"octaves\" 3\n}\n", "r.json:3:13: ':' expected near '3'"},
    {"{\"octaves\": 3", "r.json:1:13: '}' expected near end of file"},
    {"{\"octaves\": 3,\n\n}", "r.json:3:1: ..."},
    {"{\"seed\": 1,\n \"seed\": 2}", "r.json:2:7: duplicate object key near '\"seed\"'"},
    {"{\"seed\": 1} x", "r.json:1:13: ..."},
    {"{\"seed\": 18446744073709551615,\n \"octaves\": }", "r.json:2:13: unexpected token near '}'"},
    {"{\"seed\": 18446744073709551615, \"octaves\": }", "r.json:1:43: unexpected token near '}'"},
    {"{\"gain\": 1e999}", "r.json:1:14: real number overflow near '1e999'; the largest number is "
                          "1.7976931348623157e308"},
    {"{\"seed\": 100000000000000000000000}", "r.json:1:33: too big integer; the largest "
                                             "whole number is the seed's, 18446744073709551615"},
    {"{\"first\": [-9223372036854775809, 0]}", "r.json:1:31: too big negative integer..."},
    {"[1, 2]", "r.json: a recipe must be an object, {...}; this is an array"},
    {"{\"version\": \"\xff\"}", "r.json:1:..."},
};

static void assert_refused(const bad_recipe *bad, scree_result expected, const char *prefix)
{
    uint64_t random = 4;
    scree_recipe recipe;
    scree_recipe before;
    do {
        memset(&recipe, 0, sizeof recipe);
        scree_recipe drawn = draw_recipe(&random);
        memcpy(&recipe, &drawn, sizeof recipe);
    } while (recipe.grid.axes != 2);
    memcpy(&before, &recipe, sizeof before);
    scree_result result = parse(bad->text, &recipe);
    if (result != expected) {
        fail_msg("%s: %s: %s", bad->text, scree_result_name(result), fixture_message);
    }
    assert_memory_equal(&recipe, &before, sizeof before);
    char message[1024];
    snprintf(message, sizeof message, "%s%s", prefix, bad->message);
    size_t length = strlen(message);
    if (length > 3 && strcmp(message + length - 3, "...") == 0) {
        message[length - 3] = '\0';
        fixture_message[length - 3] = '\0';
    }
    assert_string_equal(fixture_message, message);
}

static void wrong_values_name_key_value_and_limits(void **state)
{
    for (size_t i = 0; i < sizeof bad_values / sizeof bad_values[0]; i++) {
        assert_refused(&bad_values[i], SCREE_ERROR_INVALID, "r.json: ");
    }
}

static void damaged_texts_name_line_and_column(void **state)
{
    for (size_t i = 0; i < sizeof bad_texts / sizeof bad_texts[0]; i++) {
        assert_refused(&bad_texts[i], SCREE_ERROR_FORMAT, "");
    }
}

/* A value that is wrong in the last key that is read leaves those before it unchanged, too. */
static void every_prefix_is_refused(void **state)
{
    uint64_t random = 5;
    const scree_recipe recipe = draw_recipe(&random);
    char *text = NULL;
    assert_int_equal(scree_recipe_print(&recipe, NULL, &text), SCREE_OK);
    for (size_t length = 0; length < strlen(text); length++) {
        scree_recipe over;
        scree_recipe before;
        memset(&over, 0x55, sizeof over);
        memcpy(&before, &over, sizeof before);
        assert_int_equal(parse_bytes(text, length, &over), SCREE_ERROR_FORMAT);
        assert_memory_equal(&over, &before, sizeof before);
        assert_int_equal(strncmp(fixture_message, "r.json:", 7), 0);
    }
    scree_recipe_text_free(&text);
}

static void deep_nesting_is_refused(void **state)
{
    const size_t depth = 1000000;
    char *text = malloc(depth + 16);
    assert_non_null(text);
    strcpy(text, "{\"measured\": ");
    size_t length = strlen(text);
    memset(text + length, '[', depth);
    scree_recipe recipe = {0};
    assert_int_equal(parse_bytes(text, length + depth, &recipe), SCREE_ERROR_FORMAT);
    assert_non_null(strstr(fixture_message, "maximum parsing depth"));
    free(text);
}

static void null_is_refused(void **state)
{
    scree_recipe recipe = {0};
    char *text = NULL;
    assert_int_equal(scree_recipe_parse(fixture_context, NULL, 0, "r.json", &recipe), SCREE_ERROR_INVALID);
    assert_int_equal(scree_recipe_parse(fixture_context, "{}", 2, "r.json", NULL), SCREE_ERROR_INVALID);
    assert_int_equal(scree_recipe_parse(NULL, "{}", 2, NULL, &recipe), SCREE_OK);
    assert_int_equal(scree_recipe_parse(NULL, "{", 1, NULL, &recipe), SCREE_ERROR_FORMAT);
    assert_int_equal(scree_recipe_print(NULL, NULL, &text), SCREE_ERROR_INVALID);
    assert_int_equal(scree_recipe_print(&recipe, NULL, NULL), SCREE_ERROR_INVALID);
    scree_recipe_text_free(NULL);
    scree_recipe_text_free(&text);
}

static void the_locale_has_no_effect(void **state)
{
    for (int i = 0; i < test_locale_count; i++) {
        test_locale_set(i);
        print_and_parse_is_the_identity(state);
        wrong_values_name_key_value_and_limits(state);
        damaged_texts_name_line_and_column(state);
        test_locale_end(i);
    }
}

static void the_rounding_mode_has_no_effect(void **state)
{
    const scree_range measured = {-0.1f, 0x1p-149f};
    uint64_t random = 8;
    for (int i = 0; i < 300; i++) {
        const scree_recipe recipe = draw_recipe(&random);
        const float_environment *environment = &float_environments[i % float_environment_count];
        scree_recipe again = {0};
        char *expected = NULL;
        char *text = NULL;
        assert_int_equal(scree_recipe_print(&recipe, &measured, &expected), SCREE_OK);
        float_environment_set(environment);
        scree_result printed = scree_recipe_print(&recipe, &measured, &text);
        scree_result parsed = parse(expected, &again);
        float_environment_end(environment);
        assert_int_equal(printed, SCREE_OK);
        assert_string_equal(text, expected);
        assert_int_equal(parsed, SCREE_OK);
        assert_same_recipe(&recipe, &again);
        scree_recipe_text_free(&text);
        scree_recipe_text_free(&expected);
    }
}

/* Refusals leave the environment as it was, too, and name the same numbers. */
static void the_rounding_mode_changes_no_refusal(void **state)
{
    for (int i = 0; i < float_environment_count; i++) {
        scree_recipe recipe = {0};
        float_environment_set(&float_environments[i]);
        scree_result value = parse("{\"lacunarity\": 16.1, \"step\": 0.1}", &recipe);
        float_environment_end(&float_environments[i]);
        assert_int_equal(value, SCREE_ERROR_INVALID);
        assert_string_equal(fixture_message, "r.json: \"lacunarity\" is 16.1; it must be a number, 0.0625 to 16");
        float_environment_set(&float_environments[i]);
        scree_result text = parse("{\"step\": 0.1", &recipe);
        scree_result null = scree_recipe_print(NULL, NULL, NULL);
        float_environment_end(&float_environments[i]);
        assert_int_equal(text, SCREE_ERROR_FORMAT);
        assert_int_equal(null, SCREE_ERROR_INVALID);
    }
}

/* Digits of the significand. */
static int count_digits(const char *text)
{
    int digits = 0;
    int zeros = 0;
    for (; *text != '\0' && *text != 'e'; text++) {
        if (*text == '0') {
            zeros++;
        } else if (*text >= '1' && *text <= '9') {
            digits += digits > 0 ? zeros + 1 : 1;
            zeros = 0;
        }
    }
    return digits;
}

static void float_text_is_exact_and_shortest(void **state)
{
    uint64_t random = 6;
    for (int i = 0; i < 300000; i++) {
        uint32_t bits = (uint32_t)fixture_draw(&random);
        float value;
        memcpy(&value, &bits, sizeof value);
        value = isfinite(value) && i % 2 == 0 ? value : (float)(fixture_draw_unit(&random) * 2.0 - 1.0);
        char text[SCREE_NUMBER_TEXT_SIZE];
        char shorter[64];
        size_t length = scree_float_print(text, value);
        assert_int_equal(length, strlen(text));
        float once = strtof(text, NULL);
        float twice = (float)strtod(text, NULL);
        assert_memory_equal(&once, &value, sizeof value);
        assert_memory_equal(&twice, &value, sizeof value);
        int digits = count_digits(text);
        if (digits > 1) {
            snprintf(shorter, sizeof shorter, "%.*e", digits - 2, (double)value);
            if (strtof(shorter, NULL) == value && (float)strtod(shorter, NULL) == value) {
                fail_msg("%s is longer than %s", text, shorter);
            }
        }
    }
}

static void double_text_is_exact_and_shortest(void **state)
{
    uint64_t random = 7;
    for (int i = 0; i < 100000; i++) {
        double value = draw_double(&random, -DBL_MAX, DBL_MAX);
        value = i % 5 == 0 ? DBL_TRUE_MIN * (double)(fixture_draw(&random) >> 20) : value;
        char text[SCREE_NUMBER_TEXT_SIZE];
        char shorter[64];
        size_t length = scree_double_print(text, value);
        assert_int_equal(length, strlen(text));
        double again = strtod(text, NULL);
        assert_memory_equal(&again, &value, sizeof value);
        int digits = count_digits(text);
        if (digits > 1) {
            snprintf(shorter, sizeof shorter, "%.*e", digits - 2, value);
            assert_true(strtod(shorter, NULL) != value);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(print_and_parse_is_the_identity),
        cmocka_unit_test(what_is_printed_overrules_all),
        cmocka_unit_test(missing_keys_keep_their_values),
        cmocka_unit_test(defaults_are_printed_as_what_they_mean),
        cmocka_unit_test(the_measured_range_is_printed_and_ignored),
        cmocka_unit_test(seeds_of_64_bits_are_read),
        cmocka_unit_test(single_numbers_stand_for_all_axes),
        cmocka_unit_test(another_revision_is_a_warning),
        cmocka_unit_test(the_contraction_changes_nothing),
        cmocka_unit_test(unknown_keys_suggest_the_nearest),
        cmocka_unit_test(wrong_values_name_key_value_and_limits),
        cmocka_unit_test(damaged_texts_name_line_and_column),
        cmocka_unit_test(every_prefix_is_refused),
        cmocka_unit_test(deep_nesting_is_refused),
        cmocka_unit_test(null_is_refused),
        cmocka_unit_test(the_locale_has_no_effect),
        cmocka_unit_test(the_rounding_mode_has_no_effect),
        cmocka_unit_test(the_rounding_mode_changes_no_refusal),
        cmocka_unit_test(float_text_is_exact_and_shortest),
        cmocka_unit_test(double_text_is_exact_and_shortest),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
