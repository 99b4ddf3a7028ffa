/* The samples of files as fields, beside the definition of their interpolation in float64. */
#include "graph_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "npy_file.h"

#define SIDE_X 9u
#define SIDE_Y 6u
#define SIDE_Z 5u

static const uint32_t sides[] = {SIDE_X, SIDE_Y, SIDE_Z};
static float samples[SIDE_X * SIDE_Y * SIDE_Z];
static char paths[3][64];

/* Writes the first samples as a file. */
static void write_file(char path[64], const char *shape, uint32_t count)
{
    snprintf(path, 64, "/tmp/scree-file-field-XXXXXX");
    assert_true(npy_file_write(path, shape, samples, count));
}

static int create(void **state)
{
    uint64_t random = 3;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        samples[i] = (float)(fixture_draw(&random) % 2001) / 1000.0f - 1.0f;
    }
    samples[4] = samples[5] = samples[6] = 0x1p-80f; /* It counts as 0. */
    write_file(paths[0], "(9,)", SIDE_X);
    write_file(paths[1], "(6, 9)", SIDE_X * SIDE_Y);
    write_file(paths[2], "(5, 6, 9)", SIDE_X * SIDE_Y * SIDE_Z);
    return fixture_create(state);
}

static int destroy(void **state)
{
    for (size_t i = 0; i < 3; i++) {
        unlink(paths[i]);
    }
    return fixture_destroy(state);
}

static scree_field *open_file(uint32_t axes, scree_filter filter, scree_edge edge)
{
    const scree_file_field_params params = {.file.path = paths[axes - 1], .filter = filter, .edge = edge};
    scree_field *field = NULL;
    assert_int_equal(scree_field_from_file(fixture_context, &params, &field), SCREE_OK);
    return field;
}

/* The sample with an index beyond an axis, by the definition of the edge. */
static int fold_index(int index, int count, scree_edge edge)
{
    if (edge == SCREE_EDGE_REPEAT) {
        return ((index % count) + count) % count;
    }
    if (edge == SCREE_EDGE_MIRROR) {
        const int period = 2 * (count - 1);
        const int rest = ((index % period) + period) % period;
        return rest < count ? rest : period - rest;
    }
    return index < 0 ? 0 : index >= count ? count - 1 : index;
}

/* The spline of Catmull and Rom, or a straight line, as weights of the samples at distances. */
static double weight_of(double distance, scree_filter filter)
{
    const double d = fabs(distance);
    if (filter == SCREE_FILTER_LINEAR) {
        return d < 1.0 ? 1.0 - d : 0.0;
    }
    return d < 1.0   ? 1.5 * d * d * d - 2.5 * d * d + 1.0
           : d < 2.0 ? -0.5 * d * d * d + 2.5 * d * d - 4.0 * d + 2.0
                     : 0.0;
}

static double sample_at(uint32_t axes, const int *index, scree_edge edge)
{
    uint32_t at = 0;
    for (uint32_t axis = axes; axis-- > 0;) {
        at = at * sides[axis] + (uint32_t)fold_index(index[axis], (int)sides[axis], edge);
    }
    return fabsf(samples[at]) < 0x1p-63f ? 0.0 : (double)samples[at];
}

/* A position is clamped before it is between samples: otherwise a cubic would overshoot beyond the edge. */
static double clamped(double position, uint32_t side, scree_edge edge)
{
    return edge != SCREE_EDGE_CLAMP ? position : fmin(fmax(position, 0.0), (double)side - 1.0);
}

static double value_at(uint32_t axes, const double *position, scree_filter filter, scree_edge edge)
{
    int first[3] = {0};
    double place[3] = {0};
    double sum = 0.0;
    for (uint32_t axis = 0; axis < axes; axis++) {
        place[axis] = clamped(position[axis], sides[axis], edge);
        first[axis] = (int)floor(place[axis]) - 1;
    }
    if (filter == SCREE_FILTER_NEAREST) {
        const int index[3] = {(int)floor(place[0] + 0.5), (int)floor(place[1] + 0.5), (int)floor(place[2] + 0.5)};
        return sample_at(axes, index, edge);
    }
    for (int tap = 0; tap < 1 << (2 * axes); tap++) {
        int index[3] = {0};
        double weight = 1.0;
        for (uint32_t axis = 0; axis < axes; axis++) {
            index[axis] = first[axis] + (tap >> (2 * axis) & 3);
            weight *= weight_of(place[axis] - index[axis], filter);
        }
        sum += weight * sample_at(axes, index, edge);
    }
    return sum;
}

/* No position is a sample, where slopes of linear interpolation have no one value, or halfway between two. */
static scree_grid make_grid(uint32_t axes)
{
    return (scree_grid){.axes = axes,
                        .count = {83, 41, 29},
                        .origin = {-13.03125, -9.34375, -8.15625},
                        .step = {0.4375, 0.4375, 0.5625}};
}

static void find_position(const scree_grid *grid, uint64_t number, double *position)
{
    for (uint32_t axis = 0; axis < grid->axes; axis++) {
        position[axis] = grid->origin[axis] + (double)(number % grid->count[axis]) * grid->step[axis];
        number /= grid->count[axis];
    }
}

static float *fill(const scree_field *field, const scree_grid *grid)
{
    float *values = malloc(fixture_samples(grid) * sizeof *values);
    assert_non_null(values);
    graph_fill(field, grid, values);
    return values;
}

/*
 * Weights are products of three with errors of some 2^-23 in all, differences of samples up to 2, and up to 64 of their
 * products are added, whose weights have magnitudes of 2 in all.
 */
#define VALUE_TOLERANCE 0x1p-18

static void check_values(uint32_t axes, scree_filter filter, scree_edge edge)
{
    const scree_grid grid = make_grid(axes);
    scree_field *field = open_file(axes, filter, edge);
    float *values = fill(field, &grid);
    scree_range bound;
    assert_int_equal(scree_field_bound(field, &grid, &bound, NULL), SCREE_OK);
    for (uint64_t i = 0; i < fixture_samples(&grid); i++) {
        double position[3] = {0};
        find_position(&grid, i, position);
        const double expected = value_at(axes, position, filter, edge);
        if (!(fabs((double)values[i] - expected) <= (filter == SCREE_FILTER_NEAREST ? 0.0 : VALUE_TOLERANCE))) {
            fail_msg("%u axes, %s, %s, at %g %g %g: %.9g, and by the definition %.9g", axes, scree_filter_name(filter),
                     scree_edge_name(edge), position[0], position[1], position[2], (double)values[i], expected);
        }
        assert_true(values[i] >= bound.minimum && values[i] <= bound.maximum);
    }
    /* The bound is what the interpolation can reach: samples are from -1 to 1. */
    const float reach = filter == SCREE_FILTER_CUBIC ? 1.0f + (powf(1.25f, (float)axes) - 1.0f) : 1.0f;
    assert_true(bound.minimum >= -reach && bound.maximum <= reach);
    free(values);
    scree_field_release(&field);
}

static void values_are_the_definition(void **state)
{
    for (uint32_t axes = 1; axes <= 3; axes++) {
        for (int way = 0; way < 9; way++) {
            check_values(axes, (scree_filter)(way % 3), (scree_edge)(way / 3));
        }
    }
}

/* The rounding of float64's differences, by steps of 2^-16, and that of sums of slopes up to 8. */
#define SLOPE_TOLERANCE 0x1p-15

static void check_slopes(uint32_t axes, uint32_t axis, scree_filter filter, scree_edge edge)
{
    const scree_grid grid = make_grid(axes);
    scree_field *field = open_file(axes, filter, edge);
    scree_field *slope = GRAPH_OP(DERIVATIVE, {field}, {.number = (double)axis});
    float *values = fill(slope, &grid);
    for (uint64_t i = 0; i < fixture_samples(&grid); i++) {
        double before[3] = {0};
        double behind[3] = {0};
        find_position(&grid, i, before);
        memcpy(behind, before, sizeof before);
        before[axis] -= 0x1p-16;
        behind[axis] += 0x1p-16;
        const double expected = (value_at(axes, behind, filter, edge) - value_at(axes, before, filter, edge)) / 0x1p-15;
        /* Beyond the edge the field is level, and there the interpolation begins anew at the last sample. */
        const bool is_beyond = edge == SCREE_EDGE_CLAMP &&
                               (before[axis] < 0.0 || before[axis] > (double)sides[axis] - 1.0);
        if (!is_beyond && !(fabs((double)values[i] - expected) <= SLOPE_TOLERANCE)) {
            fail_msg("%u axes along %u, %s, %s, at %g %g %g: slope %.9g, and by differences %.9g", axes, axis,
                     scree_filter_name(filter), scree_edge_name(edge), before[0], before[1], before[2],
                     (double)values[i], expected);
        }
        assert_true(!is_beyond || values[i] == 0.0f);
    }
    free(values);
    scree_field_release(&slope);
    scree_field_release(&field);
}

static void derivatives_are_those_of_the_interpolation(void **state)
{
    for (uint32_t axes = 1; axes <= 3; axes++) {
        for (int way = 0; way < 9; way++) {
            for (uint32_t axis = 0; axis < axes; axis++) {
                check_slopes(axes, axis, (scree_filter)(way % 3), (scree_edge)(way / 3));
            }
        }
    }
}

/* Samples themselves, where positions are whole, are exact; so is a region of equal ones between them. */
static void samples_are_exact(void **state)
{
    const scree_grid grid = {.axes = 3, .count = {SIDE_X, SIDE_Y, SIDE_Z}, .step = {1.0}};
    for (int way = 0; way < 9; way++) {
        scree_field *field = open_file(3, (scree_filter)(way % 3), (scree_edge)(way / 3));
        float *values = fill(field, &grid);
        for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
            assert_true(values[i] == graph_trimmed(samples[i]));
        }
        free(values);
        scree_field_release(&field);
    }
    const scree_grid level = {.axes = 1, .count = {33}, .origin = {4.0}, .step = {0.0625}};
    scree_field *line = open_file(1, SCREE_FILTER_LINEAR, SCREE_EDGE_CLAMP);
    float *values = fill(line, &level);
    for (size_t i = 0; i < 33; i++) {
        assert_true(values[i] == 0.0f);
    }
    free(values);
    scree_field_release(&line);
}

/* All processors and points have the same bits; odd numbers of samples end within a vector. */
static void levels_and_points_are_equal(void **state)
{
    const scree_grid grid = make_grid(3);
    const uint64_t count = fixture_samples(&grid);
    float *coordinates = malloc(3 * count * sizeof *coordinates);
    float *at_points = malloc(count * sizeof *at_points);
    for (uint64_t i = 0; i < count; i++) {
        double position[3];
        find_position(&grid, i, position);
        for (uint32_t axis = 0; axis < 3; axis++) {
            coordinates[axis * count + i] = (float)position[axis];
        }
    }
    const scree_points points = {.axes = 3,
                                 .type = SCREE_TYPE_F32,
                                 .count = count,
                                 .coordinate = {coordinates, coordinates + count, coordinates + 2 * count}};
    for (int way = 0; way < 9; way++) {
        scree_field *field = open_file(3, (scree_filter)(way % 3), (scree_edge)(way / 3));
        float *values = fill(field, &grid);
        assert_int_equal(scree_field_at(field, &points, at_points), SCREE_OK);
        assert_memory_equal(values, at_points, count * sizeof *values);
        for (scree_cpu_level level = SCREE_CPU_LEVEL_SCALAR; level <= SCREE_CPU_LEVEL_AVX512; level++) {
            scree_device *device = NULL;
            const scree_device_params params = {.backend = SCREE_BACKEND_CPU, .cpu_level = level, .threads = 2};
            if (scree_device_open(fixture_context, &params, &device) != SCREE_OK) {
                continue; /* This processor has no such instructions. */
            }
            scree_job *job = NULL;
            memset(at_points, 0, count * sizeof *at_points);
            assert_int_equal(scree_job_fill(device, field, &grid, at_points, &job), SCREE_OK);
            fixture_finish(&job);
            assert_memory_equal(values, at_points, count * sizeof *values);
            scree_device_close(&device);
        }
        free(values);
        scree_field_release(&field);
    }
    free(coordinates);
    free(at_points);
}

/* Axes of one and two samples, where a cubic has no neighbours, and positions far beyond float32's whole numbers. */
static void few_samples_and_far_positions_stay_within(void **state)
{
    static const uint64_t counts[][2] = {{1, 1}, {2, 1}, {1, 2}, {2, 2}};
    static const char *const shapes[] = {"(1, 1)", "(1, 2)", "(2, 1)", "(2, 2)"};
    const scree_grid near_by = {.axes = 2, .count = {41, 23}, .origin = {-7.25, -5.5}, .step = {0.375, 0.5}};
    const scree_grid far_off = {.axes = 2, .count = {41, 23}, .origin = {0x1p40, -0x1p58}, .step = {0x1p20, 0x1p19}};
    for (int i = 0; i < 4; i++) {
        char path[64];
        write_file(path, shapes[i], (uint32_t)(counts[i][0] * counts[i][1]));
        for (int way = 0; way < 9; way++) {
            const scree_file_field_params params = {
                .file.path = path, .filter = (scree_filter)(way % 3), .edge = (scree_edge)(way / 3)};
            scree_field *field = NULL;
            assert_int_equal(scree_field_from_file(fixture_context, &params, &field), SCREE_OK);
            for (int far = 0; far < 2; far++) {
                const scree_grid *grid = far == 0 ? &near_by : &far_off;
                scree_range bound;
                assert_int_equal(scree_field_bound(field, grid, &bound, NULL), SCREE_OK);
                float *values = fill(field, grid);
                for (uint64_t s = 0; s < fixture_samples(grid); s++) {
                    assert_true(values[s] >= bound.minimum && values[s] <= bound.maximum);
                    assert_true(i > 0 || values[s] == samples[0]);
                }
                free(values);
            }
            scree_field_release(&field);
        }
        unlink(path);
    }
}

/* A path with all that texts escape is printed and read back. */
static void names_are_printed_and_read_back(void **state)
{
    static const char path[] = "/tmp/scree \"file\" \\ \xc3\xa4 (1); #.npy";
    assert_int_equal(rename(paths[1], path), 0);
    const scree_file_field_params params = {
        .filter = SCREE_FILTER_CUBIC,
        .edge = SCREE_EDGE_MIRROR,
        .file = {
            .path = path, .channel = "y", .has_nodata = true, .nodata = -9999.5, .nodata_rule = SCREE_NODATA_LOWEST}};
    const scree_grid grid = {.axes = 2, .count = {5, 4}, .step = {0.75, 0.75}};
    const scree_output output = {.type = SCREE_TYPE_F32};
    scree_field *field = NULL;
    scree_field *again = NULL;
    char *text[4] = {NULL};
    assert_int_equal(scree_field_from_file(fixture_context, &params, &field), SCREE_OK);
    assert_int_equal(scree_field_print_expression(field, &text[0]), SCREE_OK);
    assert_non_null(strstr(text[0], "filter=cubic, edge=mirror, channel=\"y\", holes=lowest, nodata=-9999.5)"));
    assert_int_equal(scree_field_from_expression(fixture_context, text[0], strlen(text[0]), NULL, &again), SCREE_OK);
    assert_int_equal(scree_field_print_expression(again, &text[1]), SCREE_OK);
    assert_string_equal(text[0], text[1]);
    scree_field_release(&again);
    assert_int_equal(scree_field_print(field, &grid, &output, &text[2]), SCREE_OK);
    assert_int_equal(scree_field_from_text(fixture_context, text[2], strlen(text[2]), NULL, NULL, &again), SCREE_OK);
    assert_int_equal(scree_field_print(again, &grid, &output, &text[3]), SCREE_OK);
    assert_string_equal(text[2], text[3]);
    for (int i = 0; i < 4; i++) {
        scree_recipe_text_free(&text[i]);
    }
    /* A volume of a map has no samples of its own; the other way round the map's are there. */
    scree_grid found = {.axes = 7};
    scree_field *in_volume = GRAPH_OP(REMOVE_AXIS, {field}, {.number = 1.0});
    assert_false(scree_field_file_grid(in_volume, &found));
    assert_int_equal(found.axes, 7);
    assert_true(scree_field_file_grid(again, &found));
    assert_true(found.axes == 2 && found.count[0] == SIDE_X && found.count[1] == SIDE_Y && found.step[1] == 1.0);
    scree_field_release(&in_volume);
    scree_field_release(&again);
    scree_field_release(&field);
    assert_int_equal(rename(path, paths[1]), 0);
}

/* Samples without a header, and with holes that have a number. */
static void raw_files_are_read(void **state)
{
    static const uint8_t bytes[] = {0x01, 0x00, 0x02, 0x00, 0xff, 0xff, 0x00, 0x03, 0x00, 0x04, 0x00, 0x05};
    static const float expected[] = {256.0f, 512.0f, -7.0f, 3.0f, 4.0f, 5.0f};
    static const char *const texts[] = {
        "file(\"/tmp/scree-raw-field\", nodata=65535, holes=-7, raw_size=[3, 2], raw_type=u16, raw_big_endian=true)",
        "{\"field\": \"graph\", \"nodes\": {\"a\": {\"file\": \"/tmp/scree-raw-field\", \"nodata\": 65535, \"holes\": "
        "-7,"
        " \"raw-size\": [3, 2], \"raw-type\": \"u16\", \"raw-big-endian\": true}}}"};
    FILE *file = fopen("/tmp/scree-raw-field", "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, sizeof bytes, file), sizeof bytes);
    assert_int_equal(fclose(file), 0);
    for (int i = 0; i < 2; i++) {
        const scree_grid grid = {.axes = 2, .count = {3, 2}, .step = {1.0}};
        float values[6];
        scree_field *field = NULL;
        scree_field *again = NULL;
        char *text[4] = {NULL};
        assert_int_equal(scree_field_from_text(fixture_context, texts[1], strlen(texts[1]), NULL, NULL, &field),
                         SCREE_OK);
        if (i == 0) {
            scree_field_release(&field);
            assert_int_equal(scree_field_from_expression(fixture_context, texts[0], strlen(texts[0]), NULL, &field),
                             SCREE_OK);
        }
        graph_fill(field, &grid, values);
        assert_memory_equal(values, expected, sizeof expected);
        assert_int_equal(scree_field_print_expression(field, &text[0]), SCREE_OK);
        assert_int_equal(scree_field_from_expression(fixture_context, text[0], strlen(text[0]), NULL, &again),
                         SCREE_OK);
        assert_int_equal(scree_field_print_expression(again, &text[1]), SCREE_OK);
        assert_string_equal(text[0], text[1]);
        scree_field_release(&again);
        assert_int_equal(scree_field_print(field, &grid, NULL, &text[2]), SCREE_OK);
        assert_int_equal(scree_field_from_text(fixture_context, text[2], strlen(text[2]), NULL, NULL, &again),
                         SCREE_OK);
        assert_int_equal(scree_field_print(again, &grid, NULL, &text[3]), SCREE_OK);
        assert_string_equal(text[2], text[3]);
        for (int k = 0; k < 4; k++) {
            scree_recipe_text_free(&text[k]);
        }
        scree_field_release(&again);
        scree_field_release(&field);
    }
    assert_int_equal(unlink("/tmp/scree-raw-field"), 0);
}

/* A field that is made of values in memory has no text, but files of it can be written. */
static void check_without_text(const scree_field *field, const scree_grid *grid)
{
    char path[] = "/tmp/scree-values-XXXXXX.npy";
    char *text = NULL;
    scree_file_info info = {0};
    scree_graph_explanation *graph = NULL;
    assert_int_equal(scree_field_print_expression(field, &text), SCREE_ERROR_UNSUPPORTED);
    assert_int_equal(scree_field_print(field, grid, NULL, &text), SCREE_ERROR_UNSUPPORTED);
    assert_int_equal(scree_graph_explain(field, grid, &graph), SCREE_OK);
    assert_string_equal(graph->node[0].text, "values");
    scree_graph_explanation_free(&graph);
    const int opened = mkstemps(path, 4);
    assert_true(opened >= 0);
    close(opened);
    assert_int_equal(scree_field_write(field, grid, path), SCREE_OK);
    assert_int_equal(scree_file_describe(fixture_context, path, &info), SCREE_OK);
    assert_null(strstr(info.metadata, "nodes"));
    scree_file_info_clear(&info);
    char sidecar[64];
    snprintf(sidecar, sizeof sidecar, "%s.json", path);
    unlink(sidecar);
    unlink(path);
}

/* Values in memory are a field as those of a file are, but for its text. They are the caller's. */
static void values_in_memory_are_a_field(void **state)
{
    const scree_grid grid = {.axes = 2, .count = {40, 30}, .origin = {-3.0, -2.0}, .step = {0.37}};
    static float of_file[40 * 30];
    static float of_values[40 * 30];
    float own[SIDE_X * SIDE_Y];
    for (int way = 0; way < 9; way++) {
        const scree_values_params params = {.filter = (scree_filter)(way % 3),
                                            .edge = (scree_edge)(way / 3),
                                            .axes = 2,
                                            .count = {SIDE_X, SIDE_Y},
                                            .values = own};
        scree_field *field = NULL;
        scree_field *file = open_file(2, params.filter, params.edge);
        scree_field *pair = NULL;
        scree_grid found = {.axes = 0};
        memcpy(own, samples, sizeof own);
        assert_int_equal(scree_field_from_values(fixture_context, &params, &field), SCREE_OK);
        memset(own, 0xff, sizeof own);
        graph_fill(field, &grid, of_values);
        graph_fill(file, &grid, of_file);
        assert_memory_equal(of_values, of_file, sizeof of_values);
        assert_true(scree_field_file_grid(field, &found) && found.axes == 2 && found.count[0] == SIDE_X);
        const scree_outputs_params outputs = {{{"a", {field}}, {"b", {file}}}};
        assert_int_equal(scree_field_from_outputs(fixture_context, &outputs, &pair), SCREE_OK);
        scree_field *slope = GRAPH_OP(SLOPE, {field});
        check_without_text(field, &grid);
        check_without_text(slope, &grid);
        check_without_text(pair, &grid);
        scree_field_release(&slope);
        scree_field_release(&pair);
        scree_field_release(&file);
        scree_field_release(&field);
    }
    scree_field *field = NULL;
    const scree_values_params line = {.axes = 1, .count = {SIDE_X}, .values = samples};
    assert_int_equal(scree_field_from_values(fixture_context, &line, &field), SCREE_OK);
    assert_int_equal(scree_field_fill(field, &grid, of_values), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "file: values has 1 axes, and is evaluated in 2"));
    scree_field_release(&field);
}

static void refuse_values(const scree_values_params *params, const char *message)
{
    scree_field *field = NULL;
    assert_int_equal(scree_field_from_values(fixture_context, params, &field), SCREE_ERROR_INVALID);
    assert_null(field);
    if (strstr(fixture_message, message) == NULL) {
        fail_msg("the message is \"%s\"", fixture_message);
    }
}

static void wrong_values_are_refused(void **state)
{
    static const float values[] = {1.0f, INFINITY, 3.0f, 0x1p61f};
    refuse_values(&(scree_values_params){.axes = 1, .count = {2}, .values = values},
                  "value 1 is inf; it must be finite");
    refuse_values(&(scree_values_params){.axes = 1, .count = {2}, .values = values + 2}, "below 2^60 in magnitude");
    refuse_values(&(scree_values_params){.axes = 1, .count = {2}}, "values is NULL");
    refuse_values(&(scree_values_params){.axes = 4, .count = {1, 1, 1, 1}, .values = values}, "has 4 axes");
    refuse_values(&(scree_values_params){.axes = 0, .values = values}, "has 0 axes");
    refuse_values(&(scree_values_params){.axes = 2, .count = {2}, .values = values}, "count is 0 along axis 1");
    refuse_values(&(scree_values_params){.axes = 2, .count = {1u << 23, 1u << 23}, .values = values}, "along axis 1");
    refuse_values(&(scree_values_params){.axes = 1, .count = {1}, .values = values, .edge = (scree_edge)3},
                  "edge is 3");
}

static void refuse(const scree_file_field_params *params, scree_result result, const char *message)
{
    scree_field *field = NULL;
    assert_int_equal(scree_field_from_file(fixture_context, params, &field), result);
    assert_null(field);
    if (strstr(fixture_message, message) == NULL) {
        fail_msg("the message is \"%s\"", fixture_message);
    }
}

static void wrong_files_are_refused(void **state)
{
    const scree_file_field_params good = {.file.path = paths[1]};
    scree_file_field_params params = good;
    refuse(&(scree_file_field_params){.file.path = NULL}, SCREE_ERROR_INVALID, "path is NULL");
    params.filter = (scree_filter)3;
    refuse(&params, SCREE_ERROR_INVALID, "filter is 3; it must be 0 to 2");
    params = good;
    params.edge = (scree_edge)-1;
    refuse(&params, SCREE_ERROR_INVALID, "edge is -1; it must be 0 to 2");
    params = good;
    params.file.nodata_rule = SCREE_NODATA_FILL;
    params.file.fill = NAN;
    refuse(&params, SCREE_ERROR_INVALID, "fill is nan; it must be finite");
    params = good;
    params.file.has_nodata = true;
    params.file.nodata = (double)INFINITY;
    refuse(&params, SCREE_ERROR_INVALID, "nodata is inf; it must be finite");
    params = good;
    params.file.has_format = true;
    params.file.format = SCREE_FORMAT_RAW;
    refuse(&params, SCREE_ERROR_INVALID, "has_format is true");
    params = good;
    params.file.nodata_rule = (scree_nodata_rule)7;
    refuse(&params, SCREE_ERROR_INVALID, "nodata_rule is 7");
    params = good;
    params.file.has_threshold = true;
    refuse(&params, SCREE_ERROR_INVALID, "has_threshold is true");
    params = good;
    params.file.channel = "r";
    refuse(&params, SCREE_ERROR_INVALID, "r");
    refuse(&(scree_file_field_params){.file.path = "/tmp/scree-no-such-file.npy"}, SCREE_ERROR_IO, "no-such-file");
    char path[64];
    samples[0] = 0x1p60f;
    write_file(path, "(9,)", SIDE_X);
    refuse(&(scree_file_field_params){.file.path = path}, SCREE_ERROR_INVALID, "must be below 2^60 in magnitude");
    unlink(path);
    samples[0] = NAN;
    write_file(path, "(9,)", SIDE_X);
    refuse(&(scree_file_field_params){.file.path = path}, SCREE_ERROR_FORMAT, "no data");
    scree_field *field = NULL;
    params = (scree_file_field_params){.file.path = path, .file.nodata_rule = SCREE_NODATA_LOWEST};
    assert_int_equal(scree_field_from_file(fixture_context, &params, &field), SCREE_OK);
    scree_field_release(&field);
    unlink(path);
}

static void other_axes_are_refused(void **state)
{
    scree_field *field = open_file(2, SCREE_FILTER_LINEAR, SCREE_EDGE_CLAMP);
    scree_grid grid = make_grid(3);
    scree_range bound;
    assert_int_equal(scree_field_bound(field, &grid, &bound, NULL), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "has 2 axes, and is evaluated in 3; remove_axis() takes one away"));
    scree_field *in_volume = GRAPH_OP(REMOVE_AXIS, {field}, {.number = 1.0});
    assert_int_equal(scree_field_bound(in_volume, &grid, &bound, NULL), SCREE_OK);
    /* Numbers alone: one sample for all. */
    scree_field *there = GRAPH_OP(AT, {field}, {.number = 3.0}, {.number = 2.0});
    grid = make_grid(2);
    assert_int_equal(scree_field_bound(there, &grid, &bound, NULL), SCREE_OK);
    assert_true(bound.minimum == samples[2 * SIDE_X + 3] && bound.maximum == bound.minimum);
    scree_field_release(&there);
    scree_field_release(&in_volume);
    scree_field_release(&field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_the_definition),
        cmocka_unit_test(derivatives_are_those_of_the_interpolation),
        cmocka_unit_test(samples_are_exact),
        cmocka_unit_test(levels_and_points_are_equal),
        cmocka_unit_test(few_samples_and_far_positions_stay_within),
        cmocka_unit_test(names_are_printed_and_read_back),
        cmocka_unit_test(other_axes_are_refused),
        cmocka_unit_test(raw_files_are_read),
        cmocka_unit_test(values_in_memory_are_a_field),
        cmocka_unit_test(wrong_values_are_refused),
        cmocka_unit_test(wrong_files_are_refused),
    };
    return cmocka_run_group_tests(tests, create, destroy);
}
