/* Fields from text: what a recipe, a sidecar or a command's output describes is made again, whatever its type. */
#include "formats_fixture.h"
#include "graph_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 17
#define ROWS 13

static scree_field *make(const char *text, scree_recipe *recipe)
{
    scree_field *field = NULL;
    fixture_message[0] = '\0';
    scree_result result = scree_field_from_text(fixture_context, text, strlen(text), "t.json", recipe, &field);
    if (result != SCREE_OK) {
        print_message("%s\n", fixture_message);
    }
    assert_int_equal(result, SCREE_OK);
    assert_non_null(field);
    return field;
}

static void noise_is_made_with_its_grid(void **state)
{
    static const char text[] =
        "{\"kind\": \"simplex\", \"seed\": 18446744073709551615, \"size\": [9, 7], \"step\": 0.3,"
        " \"type\": \"u8\", \"range\": \"auto\"}";
    const scree_noise_params params = {.kind = SCREE_NOISE_SIMPLEX, .seed = UINT64_MAX};
    scree_recipe recipe;
    float made[63];
    float expected[63];
    scree_field *again = make(text, &recipe);
    assert_int_equal(recipe.grid.axes, 2);
    assert_int_equal(recipe.output.type, SCREE_TYPE_U8);
    scree_field *field = fixture_field(&params);
    assert_int_equal(scree_field_fill(again, &recipe.grid, made), SCREE_OK);
    assert_int_equal(scree_field_fill(field, &recipe.grid, expected), SCREE_OK);
    assert_memory_equal(made, expected, sizeof made);
    scree_field_release(&field);
    scree_field_release(&again);
}

static void a_byte_order_mark_is_skipped(void **state)
{
    static const char text[] = "\xef\xbb\xbf{\"kind\": \"simplex\", \"seed\": 18446744073709551615, \"size\": [9, 7]}";
    scree_recipe recipe;
    scree_recipe plain;
    scree_field *field = make(text, &recipe);
    scree_field *same = make(text + 3, &plain);
    assert_memory_equal(&recipe, &plain, sizeof recipe);
    assert_true(recipe.noise.seed == UINT64_MAX);
    scree_field_release(&same);
    scree_field_release(&field);
}

/* The distances of a field with its own volume; the caller frees them. */
static float *distances_of(const scree_field *field, size_t voxels)
{
    float *values = malloc(voxels * sizeof *values);
    assert_non_null(values);
    assert_int_equal(scree_field_fill(field, NULL, values), SCREE_OK);
    return values;
}

static void assert_distances(const scree_field *field, const scree_distance_params *params,
                             const scree_distance_source *source)
{
    const size_t voxels = (size_t)(params->count[0] * params->count[1] * params->count[2]);
    scree_field *other = NULL;
    assert_int_equal(scree_field_from_distance(fixture_context, params, source, &other), SCREE_OK);
    float *made = distances_of(field, voxels);
    float *expected = distances_of(other, voxels);
    assert_memory_equal(made, expected, voxels * sizeof *made);
    free(made);
    free(expected);
    scree_field_release(&other);
}

static void fields_tell_their_own_volume(void **state)
{
    static const char particles[] = "{\"field\": \"particles\", \"particles\": 77, \"steps\": 1}";
    static const char distance[] = "{\"field\": \"distance\", \"layers\": 5, \"source\": {\"kind\": \"terrain\", "
                                   "\"recipe\": {\"size\": [9, 7], \"step\": 0.3}}}";
    static const uint64_t counts[2][3] = {{3, 1, 77}, {9, 7, 5}};
    for (uint32_t i = 0; i < 2; i++) {
        scree_field *field = make(i == 0 ? particles : distance, NULL);
        scree_grid grid = {.axes = 8};
        assert_true(scree_field_volume(field, &grid));
        assert_int_equal(grid.axes, 3);
        assert_memory_equal(grid.count, counts[i], sizeof counts[i]);
        scree_field_release(&field);
    }
    scree_field *noise = make("{\"seed\": 1}", NULL);
    scree_grid grid = {.axes = 8};
    assert_false(scree_field_volume(noise, &grid));
    assert_int_equal(grid.axes, 0);
    assert_false(scree_field_volume(NULL, &grid));
    scree_field_release(&noise);
}

static void fill_noise(const scree_noise_params *params, float values[WIDTH * ROWS])
{
    const scree_grid grid = {.axes = 2, .count = {WIDTH, ROWS}, .step = {0.21}};
    scree_field *noise = fixture_field(params);
    assert_int_equal(scree_field_fill(noise, &grid, values), SCREE_OK);
    scree_field_release(&noise);
}

static void distances_are_made_of_noise(void **state)
{
    static const char text[] =
        "{\"field\": \"distance\", \"surface\": \"mesh\", \"layers\": 6, \"voxel\": [0.5, 0.5, 0.25], \"clip\": 2,"
        " \"scale\": 1.5, \"offset\": 0.75, \"source\": {\"recipe\": {\"seed\": 4, \"size\": [17, 13], \"step\": "
        "0.21}}}";
    float heights[WIDTH * ROWS];
    fill_noise(&(scree_noise_params){.seed = 4}, heights);
    const scree_distance_params params = {
        .count = {WIDTH, ROWS, 6}, .voxel = {0.5, 0.5, 0.25}, .surface = SCREE_DISTANCE_SURFACE_MESH, .clip = 2};
    const scree_distance_source source = {.heights = heights, .scale = 1.5, .offset = 0.75};
    scree_recipe recipe;
    scree_field *field = make(text, &recipe);
    assert_int_equal(recipe.grid.axes, 0);
    assert_distances(field, &params, &source);
    scree_field_release(&field);
}

static void masks_own_what_is_solid(void **state)
{
    static const char text[] = "{\"field\": \"distance\", \"voxel\": [2], \"threshold\": 0.1, \"method\": \"jfa\","
                               " \"source\": {\"kind\": \"mask\", \"recipe\": {\"size\": [17, 13], \"step\": 0.21}}}";
    float values[WIDTH * ROWS];
    uint8_t solid[WIDTH * ROWS];
    fill_noise(&(scree_noise_params){.seed = 0}, values);
    for (size_t i = 0; i < WIDTH * ROWS; i++) {
        solid[i] = values[i] > 0.1f;
    }
    const scree_distance_params params = {.count = {WIDTH, ROWS, 1}, .voxel = {2, 2, 2}, .method = SCREE_DISTANCE_JFA};
    const scree_distance_source source = {.occupancy = solid};
    scree_field *field = make(text, NULL);
    assert_distances(field, &params, &source);
    scree_field_release(&field);
}

/* A raw file by its reading, with the fill that no-data cells become. */
static void distances_are_made_of_files(void **state)
{
    static const char text[] =
        "{\"field\": \"distance\", \"layers\": 5, \"scale\": 1, \"source\": {\"name\": \"a.bin\","
        " \"reading\": {\"raw-size\": [3, 2], \"raw-type\": \"u8\", \"nodata\": 9, \"holes\": 2}}}";
    static const uint8_t stored[] = {1, 9, 3, 0, 2, 4};
    static const float heights[] = {1, 2, 3, 0, 2, 4};
    FILE *file = fopen("a.bin", "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(stored, 1, sizeof stored, file), sizeof stored);
    fclose(file);
    const scree_distance_params params = {.count = {3, 2, 5}};
    const scree_distance_source source = {.heights = heights, .scale = 1};
    scree_field *field = make(text, NULL);
    assert_distances(field, &params, &source);
    scree_field_release(&field);
}

/* The field of a file's metadata is the file's, and is written with the same description. */
static void files_are_made_again(void **state)
{
    static const char text[] =
        "{\"distance\": {\"field\": \"distance\", \"layers\": 8, \"source\": {\"name\": \"hills\","
        " \"recipe\": {\"seed\": 12345678901234567890, \"size\": [17, 13], \"step\": 0.21}}}}";
    scree_file_info first;
    scree_file_info second;
    scree_field *field = make(text, NULL);
    assert_int_equal(scree_field_write(field, NULL, "a.npy"), SCREE_OK);
    assert_int_equal(scree_file_describe(fixture_context, "a.npy", &first), SCREE_OK);
    assert_non_null(strstr(first.metadata, "12345678901234567890"));
    assert_non_null(strstr(first.metadata, "\"fitted\": true"));
    scree_field *again = make(first.metadata, NULL);
    assert_int_equal(scree_field_write(again, NULL, "b.npy"), SCREE_OK);
    assert_int_equal(scree_file_describe(fixture_context, "b.npy", &second), SCREE_OK);
    assert_string_equal(first.metadata, second.metadata);
    const size_t voxels = WIDTH * ROWS * 8;
    float *values = distances_of(field, voxels);
    float *values_again = distances_of(again, voxels);
    assert_memory_equal(values, values_again, voxels * sizeof *values);
    free(values);
    free(values_again);
    scree_file_info_clear(&first);
    scree_file_info_clear(&second);
    scree_field_release(&field);
    scree_field_release(&again);
}

/* Particles with all that was left to the system, in float64. */
static void particles_are_made_again(void **state)
{
    static const char text[] =
        "{\"field\": \"particles\", \"system\": \"thomas\", \"numbers\": [0.2], \"particles\": 50,"
        " \"steps\": 9, \"seed\": 3}";
    const scree_particle_params params = {.system = SCREE_PARTICLE_SYSTEM_THOMAS,
                                          .has_numbers = true,
                                          .numbers = {0.2},
                                          .count = 50,
                                          .steps = 9,
                                          .seed = 3};
    float made[150];
    float expected[150];
    scree_file_info info;
    scree_field *field = make(text, NULL);
    assert_int_equal(scree_field_write(field, NULL, "p.npy"), SCREE_OK);
    assert_int_equal(scree_file_describe(fixture_context, "p.npy", &info), SCREE_OK);
    assert_int_equal(info.type, SCREE_TYPE_F64);
    assert_int_equal(info.axes, 2);
    assert_int_equal(info.count[0], 3);
    assert_int_equal(info.count[1], 50);
    scree_field *again = make(info.metadata, NULL);
    scree_file_info_clear(&info);
    scree_field_release(&field);
    assert_int_equal(scree_field_from_particles(fixture_context, &params, &field), SCREE_OK);
    assert_int_equal(scree_field_fill(field, NULL, expected), SCREE_OK);
    assert_int_equal(scree_field_fill(again, NULL, made), SCREE_OK);
    assert_memory_equal(made, expected, sizeof made);
    scree_field_release(&field);
    scree_field_release(&again);
}

/* The samples of a field; the caller frees them. */
static float *samples_of(const scree_field *field, const scree_grid *grid, size_t count)
{
    float *values = malloc(count * sizeof *values);
    assert_non_null(values);
    assert_int_equal(scree_field_fill(field, grid, values), SCREE_OK);
    return values;
}

static char *print(const scree_field *field, const scree_grid *grid, const scree_output *output)
{
    char *text = NULL;
    assert_int_equal(scree_field_print(field, grid, output, &text), SCREE_OK);
    return text;
}

/* A row for each type, and for what only some fields of a type have. */
static void printed_fields_are_made_again(void **state)
{
    static const struct {
        const char *text;
        size_t samples;
    } rows[] = {
        {"{\"field\": \"noise\", \"seed\": 18446744073709551615, \"size\": [9, 7], \"step\": 0.3, \"first\": [-4, 2],"
         " \"origin\": 0.1, \"octaves\": 4, \"gain\": 0, \"period\": [8, 0], \"type\": \"u8\", \"range\": [-0.3, 0.7]}",
         9 * 7},
        {"{\"kind\": \"simplex\", \"octaves\": 3, \"weights\": [1, 0, -0.1], \"size\": [5, 4, 3], \"step\": [0.3, 0.2, "
         "7],"
         " \"fractal\": \"ridged\", \"warp_amplitude\": 0.5, \"derivatives\": true, \"range\": \"fixed\"}",
         5 * 4 * 3 * 4},
        {"{\"field\": \"distance\", \"surface\": \"mesh\", \"layers\": 6, \"clip\": 2, \"source\": {\"name\": "
         "\"line\\n\","
         " \"recipe\": {\"seed\": 4, \"size\": [17, 13], \"step\": 0.21}}}",
         WIDTH * ROWS * 6},
        {"{\"field\": \"particles\", \"system\": \"thomas\", \"numbers\": [0.2], \"particles\": 50, \"steps\": 9, "
         "\"first\": 7,"
         " \"type\": \"f32\"}",
         3 * 50},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        scree_recipe recipe[2];
        scree_field *field[2] = {make(rows[i].text, &recipe[0]), NULL};
        const bool is_noise = recipe[0].grid.axes > 0;
        const scree_grid *grid = is_noise ? &recipe[0].grid : NULL;
        char *first = print(field[0], grid, is_noise ? &recipe[0].output : NULL);
        field[1] = make(first, &recipe[1]);
        assert_memory_equal(&recipe[0].output, &recipe[1].output, sizeof(scree_output));
        char *second = print(field[1], is_noise ? &recipe[1].grid : NULL, is_noise ? &recipe[1].output : NULL);
        assert_string_equal(first, second);
        float *values[2] = {samples_of(field[0], grid, rows[i].samples),
                            samples_of(field[1], is_noise ? &recipe[1].grid : NULL, rows[i].samples)};
        assert_memory_equal(values[0], values[1], rows[i].samples * sizeof(float));
        for (int k = 0; k < 2; k++) {
            free(values[k]);
            scree_field_release(&field[k]);
        }
        scree_recipe_text_free(&first);
        scree_recipe_text_free(&second);
    }
}

/* The text of a field stands in its files, where its lines are indented, and is what scree_recipe_print() prints. */
static void texts_are_those_of_files_and_recipes(void **state)
{
    static const char distance[] = "{\"field\": \"distance\", \"layers\": 5, \"source\": {\"kind\": \"terrain\", "
                                   "\"recipe\": {\"size\": [9, 7], \"step\": 0.3}}}";
    scree_recipe recipe = {.grid = {.axes = 2, .count = {9, 7}, .step = {0.5}},
                           .noise = {.seed = 3, .octaves = 2, .gain = SCREE_ZERO}};
    scree_file_info info;
    char *expected = NULL;
    scree_field *noise = fixture_field(&recipe.noise);
    char *text = print(noise, &recipe.grid, NULL);
    assert_int_equal(scree_recipe_print(&recipe, NULL, &expected), SCREE_OK);
    assert_string_equal(text, expected);
    scree_recipe_text_free(&text);
    scree_recipe_text_free(&expected);
    scree_field *field = make(distance, NULL);
    text = print(field, NULL, NULL);
    assert_int_equal(scree_field_write(field, NULL, "a.npy"), SCREE_OK);
    assert_int_equal(scree_file_describe(fixture_context, "a.npy", &info), SCREE_OK);
    const char *in_file = strstr(info.metadata, "\"distance\": {");
    assert_non_null(in_file);
    in_file += strlen("\"distance\": ");
    for (const char *at = text; *at != '\0'; at++, in_file++) {
        assert_int_equal(*at, *in_file);
        in_file += *at == '\n' ? 2 : 0;
    }
    scree_file_info_clear(&info);
    scree_recipe_text_free(&text);
    scree_field_release(&noise);
    scree_field_release(&field);
}

/* Writes a graph, makes it again from the metadata of the file, and reads its samples. */
static scree_samples write_and_read(const scree_field *field, const scree_grid *grid, const char *path)
{
    scree_samples samples;
    scree_file_info info;
    scree_recipe recipe;
    assert_int_equal(scree_field_write(field, grid, path), SCREE_OK);
    assert_int_equal(scree_file_describe(fixture_context, path, &info), SCREE_OK);
    scree_field *again = make(info.metadata, &recipe);
    char *text = print(field, grid, &recipe.output);
    char *text_again = print(again, &recipe.grid, &recipe.output);
    assert_string_equal(text, text_again);
    assert_int_equal(recipe.output.type, info.type);
    assert_non_null(strstr(info.metadata, "\"graph\": {\n    \"version\""));
    scree_recipe_text_free(&text);
    scree_recipe_text_free(&text_again);
    scree_field_release(&again);
    scree_file_info_clear(&info);
    assert_int_equal(scree_samples_read(fixture_context, &(scree_samples_params){.path = path}, &samples), SCREE_OK);
    return samples;
}

/* Files of graphs hold floats as they are, and integers from the least value to the greatest; and the recipe. */
static void files_of_graphs_are_made_again(void **state)
{
    const scree_grid grid = {.axes = 2, .count = {WIDTH, ROWS}, .step = {0.3}};
    scree_field *noise = fixture_field(&(scree_noise_params){.seed = 3, .octaves = 2});
    scree_field *graph = GRAPH_OP(SCALE_BIAS, {noise}, {.number = 5.0}, {.number = 40.0});
    float *values = samples_of(graph, &grid, WIDTH * ROWS);
    scree_samples whole = write_and_read(graph, &grid, "g.npy");
    scree_samples picture = write_and_read(graph, &grid, "g.png");
    assert_int_equal(whole.type, SCREE_TYPE_F32);
    assert_memory_equal(whole.values, values, WIDTH * ROWS * sizeof *values);
    assert_int_equal(picture.type, SCREE_TYPE_U8);
    assert_true(picture.range.minimum == 0.0f && picture.range.maximum == 255.0f);
    for (size_t i = 0; i < WIDTH * ROWS; i++) {
        const double part = ((double)values[i] - whole.minimum) / (whole.maximum - whole.minimum);
        /* Four steps (output.h) are rounded to float32, which changes numbers up to 256 by at most 2^-16. */
        assert_true(fabs((double)picture.values[i] - 255.0 * part) <= 0.5 + 0x1p-14);
    }
    scree_samples_clear(&picture);
    scree_samples_clear(&whole);
    free(values);
    scree_field_release(&graph);
    scree_field_release(&noise);
}

/* A field that cannot be made again has no text, and wrong parameters are refused before there is one. */
static void what_has_no_text_is_refused(void **state)
{
    static const double positions[6] = {1, 2, 3, 4, 5, 6};
    static const uint8_t solid[8] = {1};
    const scree_grid grid = {.axes = 2, .count = {9, 7}, .step = {0.5}};
    const scree_grid flat = {.axes = 0};
    const scree_output output = {.type = SCREE_TYPE_U8};
    const scree_output low_output = {.range_mode = SCREE_RANGE_GIVEN, .low = 1, .high = 0};
    scree_field *noise = fixture_field(&(scree_noise_params){.seed = 3});
    scree_field *found = make("{\"field\": \"particles\", \"particles\": 2}", NULL);
    scree_field *graph = GRAPH_OP(DIV, {.number = 1.0}, {noise});
    scree_field *given = NULL;
    scree_field *distance = NULL;
    assert_int_equal(scree_field_from_particles(fixture_context,
                                                &(scree_particle_params){.count = 2, .positions = positions}, &given),
                     SCREE_OK);
    assert_int_equal(scree_field_from_distance(fixture_context, &(scree_distance_params){.count = {2, 2, 2}},
                                               &(scree_distance_source){.occupancy = solid}, &distance),
                     SCREE_OK);
    const struct {
        const scree_field *field;
        const scree_grid *grid;
        const scree_output *output;
        scree_result result;
        const char *message;
    } rows[] = {
        {noise, NULL, NULL, SCREE_ERROR_INVALID, "grid is NULL"},
        {noise, &flat, NULL, SCREE_ERROR_INVALID, "axes is 0; it must be 1 to 8"},
        {noise, &grid, &low_output, SCREE_ERROR_INVALID, "the range is 1 to 0; "},
        {found, &grid, NULL, SCREE_ERROR_INVALID, "a particles field has a volume of its own; grid must be NULL"},
        {found, NULL, &output, SCREE_ERROR_INVALID,
         "the text of a field of particles has no output; output must be NULL"},
        {given, NULL, NULL, SCREE_ERROR_UNSUPPORTED, "this field of particles was not made from a text, and has none"},
        {distance, NULL, NULL, SCREE_ERROR_UNSUPPORTED,
         "this field of distance was not made from a text, and has none"},
        {graph, NULL, NULL, SCREE_ERROR_INVALID, "grid is NULL"},
        {graph, &grid, NULL, SCREE_ERROR_INVALID, "div divides by a number that may be 0"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *text = (char *)(uintptr_t)&rows[i];
        assert_int_equal(scree_field_print(rows[i].field, rows[i].grid, rows[i].output, &text), rows[i].result);
        assert_memory_equal(fixture_message, rows[i].message, strlen(rows[i].message));
        assert_null(text);
    }
    char *text = (char *)(uintptr_t)&rows[0];
    assert_int_equal(scree_field_print(NULL, &grid, NULL, &text), SCREE_ERROR_INVALID);
    assert_null(text);
    assert_int_equal(scree_field_print(noise, &grid, NULL, NULL), SCREE_ERROR_INVALID);
    assert_string_equal(fixture_message, "text is NULL");
    scree_field_release(&graph);
    scree_field_release(&noise);
    scree_field_release(&found);
    scree_field_release(&given);
    scree_field_release(&distance);
}

static void what_is_wrong_is_named(void **state)
{
    static const struct {
        const char *text;
        scree_result result;
        const char *message;
    } rows[] = {
        {"[]", SCREE_ERROR_FORMAT, "t.json: a recipe must be an object, {...}; this is an array"},
        {"{", SCREE_ERROR_FORMAT, "t.json:1:1: string or '}' expected near end of file"},
        {"{\"field\": \"distence\"}", SCREE_ERROR_INVALID,
         "t.json: \"field\" is \"distence\"; did you mean \"distance\"? It must be \"noise\", \"distance\", "
         "\"particles\" or \"graph\""},
        {"{\"field\": \"particles\", \"system\": \"lorentz\"}", SCREE_ERROR_INVALID,
         "t.json: \"system\" is \"lorentz\"; did you mean \"lorenz\"?"},
        {"{\"field\": \"particles\", \"numbers\": [1, 2]}", SCREE_ERROR_INVALID,
         "t.json: \"numbers\" is an array of 2; the system lorenz has 3 numbers"},
        {"{\"field\": \"particles\", \"box_size\": [1, 2]}", SCREE_ERROR_INVALID,
         "t.json: \"box_origin\" and \"box_size\" have 0 and 2 numbers; both must have 3, or be left out"},
        {"{\"field\": \"distance\"}", SCREE_ERROR_INVALID,
         "t.json: \"source\" is missing; it must be an object with the \"name\" of a file or a \"recipe\""},
        {"{\"field\": \"distance\", \"source\": {\"kind\": \"mask\"}}", SCREE_ERROR_INVALID,
         "t.json: \"source\" has neither the \"name\" of a file nor a \"recipe\""},
        {"{\"field\": \"distance\", \"layer\": 4, \"source\": {}}", SCREE_ERROR_INVALID,
         "t.json: unknown key \"layer\"; did you mean \"layers\"?"},
        {"{\"field\": \"distance\", \"source\": {\"name\": \"a.png\", \"reading\": {\"holes\": true}}}",
         SCREE_ERROR_INVALID, "t.json: \"holes\" is true; it must be \"lowest\", \"refuse\" or a number"},
        {"{\"field\": \"distance\", \"sign\": \"in\", \"source\": {\"name\": \"a.png\"}}", SCREE_ERROR_INVALID,
         "t.json: \"sign\" is \"in\"; did you mean \"inside\"? It must be \"both\", \"outside\" or \"inside\""},
        {"{\"field\": \"distance\", \"source\": {\"name\": \"missing.png\"}}", SCREE_ERROR_IO,
         "cannot read missing.png: No such file or directory"},
        {"{\"field\": \"distance\", \"threshold\": 2, \"source\": {\"recipe\": {\"size\": [4, 4], \"step\": 0.1}}}",
         SCREE_ERROR_INVALID, "t.json: \"threshold\" has no meaning here: the map is a terrain"},
        {"{\"field\": \"distance\", \"layers\": 9, \"source\": {\"kind\": \"mask\", \"recipe\": {\"size\": [4, 4], "
         "\"step\": 0.1}}}",
         SCREE_ERROR_INVALID, "t.json: \"layers\" has no meaning here: the map is a mask"},
        {"{\"field\": \"distance\", \"scale\": 0, \"source\": {\"recipe\": {\"size\": [4, 4], \"step\": 0.1}}}",
         SCREE_ERROR_INVALID, "t.json: \"scale\" is 0; it must be a number, and not 0"},
        {"{\"field\": \"distance\", \"voxel\": [1, 2], \"source\": {\"recipe\": {\"size\": [4, 4], \"step\": 0.1}}}",
         SCREE_ERROR_INVALID,
         "t.json: \"voxel\" is an array of 2; the voxels of a terrain have 3 sides, so give 1 or 3"},
        {"{\"field\": \"distance\", \"source\": {\"kind\": \"masc\", \"name\": \"a.png\"}}", SCREE_ERROR_INVALID,
         "t.json: \"kind\" is \"masc\"; did you mean \"mask\"? It must be \"terrain\", \"volume\" or \"mask\""},
        {"{\"field\": \"distance\", \"source\": {\"kind\": \"volume\", \"recipe\": {\"size\": [4, 4]}}}",
         SCREE_ERROR_INVALID, "t.json: \"kind\" is \"volume\", and t.json has 2 axes, as a terrain has"},
        {"{\"field\": \"distance\", \"source\": {\"name\": \"a.png\", \"reading\": [1]}}", SCREE_ERROR_INVALID,
         "t.json: \"reading\" is an array; it must be an object"},
        {"{\"field\": \"distance\", \"source\": {\"name\": \"a.raw\", \"reading\": {\"raw-type\": \"u8\"}}}",
         SCREE_ERROR_INVALID, "t.json: \"raw-type\" needs \"raw-size\""},
        {"{\"field\": \"distance\", \"source\": {\"recipe\": 5}}", SCREE_ERROR_INVALID,
         "t.json: \"recipe\" is 5; it must be an object"},
        {"{\"distance\": {\"field\": \"noise\", \"source\": {\"name\": \"a.png\"}}}", SCREE_ERROR_INVALID,
         "t.json: \"field\" is \"noise\"; it must be \"distance\""},
        {"{\"field\": \"distance\", \"source\": {\"recipe\": {\"size\": [4294967296, 4294967296], \"step\": 0.1}}}",
         SCREE_ERROR_OUT_OF_MEMORY, "t.json: no memory for its samples: 73786976294838206464 bytes"},
        {"{\"format\": \"npy\", \"type\": \"f32\"}", SCREE_ERROR_INVALID, "t.json: holds no recipe"},
        {"{\"field\": \"distance\", \"source\": {\"recipe\": {\"size\": [4, 4, 4, 4], \"step\": 0.1}}}",
         SCREE_ERROR_INVALID, "t.json: has 4 axes; a distance field is of a map with 1 or 2, or of a volume with 3"},
        {"{\"field\": \"distance\", \"clip\": -1, \"source\": {\"recipe\": {\"size\": [4, 4], \"step\": 0.1}}}",
         SCREE_ERROR_INVALID, "t.json: \"clip\" is -1; it must be a number, 1e-15 to 1e30"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        scree_field *field = (scree_field *)(uintptr_t)&rows[i];
        fixture_message[0] = '\0';
        scree_result result =
            scree_field_from_text(fixture_context, rows[i].text, strlen(rows[i].text), "t.json", NULL, &field);
        if (result != rows[i].result || strncmp(fixture_message, rows[i].message, strlen(rows[i].message)) != 0) {
            fail_msg("%s:\n%d: %s\n%d: %s", rows[i].text, (int)result, fixture_message, (int)rows[i].result,
                     rows[i].message);
        }
        assert_null(field);
    }
    assert_int_equal(scree_field_from_text(fixture_context, NULL, 0, NULL, NULL, NULL), SCREE_ERROR_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(noise_is_made_with_its_grid),
        cmocka_unit_test(a_byte_order_mark_is_skipped),
        cmocka_unit_test(fields_tell_their_own_volume),
        cmocka_unit_test(distances_are_made_of_noise),
        cmocka_unit_test(masks_own_what_is_solid),
        cmocka_unit_test_teardown(distances_are_made_of_files, formats_fixture_clear),
        cmocka_unit_test_teardown(files_are_made_again, formats_fixture_clear),
        cmocka_unit_test_teardown(particles_are_made_again, formats_fixture_clear),
        cmocka_unit_test(printed_fields_are_made_again),
        cmocka_unit_test_teardown(texts_are_those_of_files_and_recipes, formats_fixture_clear),
        cmocka_unit_test_teardown(files_of_graphs_are_made_again, formats_fixture_clear),
        cmocka_unit_test(what_has_no_text_is_refused),
        cmocka_unit_test(what_is_wrong_is_named),
    };
    return cmocka_run_group_tests(tests, formats_fixture_create, formats_fixture_destroy);
}
