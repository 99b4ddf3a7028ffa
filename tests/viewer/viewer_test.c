/* Parts of the viewer: the table of the view, exact maps, undo, names and values, levels, errors. */
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "map_region.h"
#include "parameter_value.h"
#include "recipe_field.h"
#include "viewer_fixture.h"

static void the_rows_of_the_view_are_sound(void **unused)
{
    viewer_view view;
    viewer_view_reset(&view);
    for (size_t number = 0; viewer_view_parameter(number) != NULL; number++) {
        const scree_parameter *row = viewer_view_parameter(number);
        assert_ptr_equal(viewer_view_find(row->name), row);
        assert_true(parameter_is_default(row, &view));
        assert_non_null(row->description);
        bool is_used = false;
        for (int scene = 0; viewer_scene_name((scree_scene_kind)scene) != NULL; scene++) {
            is_used = is_used || viewer_view_applies(number, (scree_scene_kind)scene);
        }
        assert_true(is_used);
        for (size_t noise = 0; scree_noise_parameter(noise) != NULL; noise++) {
            assert_string_not_equal(scree_noise_parameter(noise)->name, row->name);
        }
    }
    assert_null(viewer_view_find("nothing"));
}

/* A value other than the default. */
static void print_other(const scree_parameter *row, char *text, size_t size)
{
    const double other = row->default_value == row->maximum ? row->minimum : row->maximum;
    if (row->type == SCREE_PARAMETER_CHOICE) {
        snprintf(text, size, "%s", row->choice_name(row->default_value == 0 ? 1 : 0));
    } else if (row->type == SCREE_PARAMETER_FLAG) {
        snprintf(text, size, "%s", row->default_value == 0 ? "true" : "false");
    } else {
        snprintf(text, size, row->type == SCREE_PARAMETER_REAL ? "%.17g" : "%.0f", other);
    }
}

static void values_of_all_rows_round_trip(void **unused)
{
    char other[64];
    char printed[PARAMETER_TEXT];
    char error[512];
    for (size_t number = 0; viewer_view_parameter(number) != NULL; number++) {
        const scree_parameter *row = viewer_view_parameter(number);
        viewer_view view;
        viewer_view again;
        viewer_view_reset(&view);
        viewer_view_reset(&again);
        print_other(row, other, sizeof other);
        assert_true(parameter_read(row, other, &view, error, sizeof error));
        assert_false(parameter_is_default(row, &view));
        assert_false(views_are_equal(&view, &again));
        parameter_print(row, &view, printed, sizeof printed);
        assert_true(parameter_read(row, printed, &again, error, sizeof error));
        assert_true(views_are_equal(&view, &again));
    }
}

/* The row of a number: those of the view, then those of the field, without its grid. NULL past the last. */
static const scree_parameter *row_at(size_t number)
{
    size_t of_view = 0;
    while (viewer_view_parameter(of_view) != NULL) {
        of_view++;
    }
    const scree_parameter *row = number < of_view ? viewer_view_parameter(number)
                                                  : recipe_field_parameter(number - of_view);
    return row != NULL && recipe_field_is_of_grid(row) ? NULL : row;
}

static void set_other(const scree_parameter *row, void *values)
{
    if (row->type == SCREE_PARAMETER_U64) {
        parameter_set_whole(row, UINT64_C(18446744073709551557), values);
    } else if (row->type <= SCREE_PARAMETER_FLAG) {
        const double most = row->type == SCREE_PARAMETER_CHOICE || row->type == SCREE_PARAMETER_FLAG ? 1 : row->maximum;
        parameter_set_number(row, parameter_number(row, values) == most ? row->minimum : most, values);
    }
}

/* Reset is what the panel offers as the default, of seeds too. */
static void expect_reset(const scree_parameter *row, viewer_state state)
{
    void *values = viewer_values(row, &state);
    set_other(row, values);
    parameter_reset(row, values);
    assert_true(row->type > SCREE_PARAMETER_FLAG || parameter_is_default(row, values));
}

/* A value that is set as such does what its text does, whatever else it resets. Lists have texts alone. */
static void values_and_texts_do_the_same(void **unused)
{
    struct fixture fixture;
    char text[PARAMETER_TEXT];
    char problem[512];
    int taken = 0;
    open_viewer(&fixture, &(viewer_start){0});
    set(&fixture, "weights", "1,0.5");
    set(&fixture, "weighted-strength", "0.5");
    set(&fixture, "warp-amplitude", "0.25");
    viewer_end_step(fixture.self);
    for (size_t number = 0; row_at(number) != NULL; number++) {
        const scree_parameter *row = row_at(number);
        viewer_state wanted = *viewer_get_state(fixture.self);
        expect_reset(row, wanted);
        set_other(row, viewer_values(row, &wanted));
        viewer_print(row, &wanted, text, sizeof text);
        const bool is_taken = viewer_set_value(fixture.self, row, &wanted, problem, sizeof problem);
        const viewer_view view = viewer_get_state(fixture.self)->view;
        char *recipe = viewer_recipe_text(fixture.self);
        if (is_taken) {
            viewer_undo(fixture.self);
        }
        assert_int_equal(viewer_set(fixture.self, row->name, text, problem, sizeof problem), is_taken);
        char *again = viewer_recipe_text(fixture.self);
        assert_string_equal(again, recipe);
        assert_true(views_are_equal(&viewer_get_state(fixture.self)->view, &view));
        if (is_taken) {
            viewer_undo(fixture.self);
        }
        taken += is_taken;
        free(recipe);
        free(again);
    }
    assert_true(taken > 100);
    close_viewer(&fixture);
}

static void invalid_values_are_named_with_their_limits(void **unused)
{
    struct fixture fixture;
    open_viewer(&fixture, &(viewer_start){0});
    refuses(&fixture, "threshold", "many", "threshold: 'many' is not valid: a number from -1e30 to 1e30");
    refuses(&fixture, "side", "3", "side: '3' is not valid: a whole number from 4 to 4096");
    refuses(&fixture, "side", "4294967300", "side");
    refuses(&fixture, "height", "0", "other than 0");
    refuses(&fixture, "scene", "terain", "did you mean 'terrain'?");
    refuses(&fixture, "shadows", "maybe", "true or false");
    refuses(&fixture, "treshold", "0", "did you mean 'threshold'?");
    refuses(&fixture, "octaves", "99", "octaves");
    refuses(&fixture, "kind", "perlim", "perlin");
    refuses(&fixture, "preset", "hils", "did you mean 'hills'?");
    refuses(&fixture, "azimuth", "nan", "azimuth");
    close_viewer(&fixture);
}

static void names_of_flags_and_of_recipes_are_the_same(void **unused)
{
    struct fixture fixture;
    char value[64];
    open_viewer(&fixture, &(viewer_start){0});
    set(&fixture, "skip-fine-octaves", "false");
    set(&fixture, "terrain_side", "77");
    set(&fixture, "seed", "18446744073709551615");
    set(&fixture, "period", "0,0");
    assert_false(viewer_get_state(fixture.self)->recipe.noise.skips_fine_octaves);
    assert_int_equal(viewer_get_state(fixture.self)->view.terrain_side, 77);
    assert_true(viewer_get(fixture.self, "seed", value, sizeof value));
    assert_string_equal(value, "18446744073709551615");
    close_viewer(&fixture);
}

static void one_number_stands_for_all_axes(void **unused)
{
    struct fixture fixture;
    char value[64];
    open_viewer(&fixture, &(viewer_start){0});
    const scree_grid *grid = &viewer_get_state(fixture.self)->recipe.grid;
    set(&fixture, "octave-rotation", "false");
    set(&fixture, "period", "4");
    assert_true(viewer_get(fixture.self, "period", value, sizeof value));
    assert_string_equal(value, "4,4");
    set(&fixture, "samples", "32x16x8");
    assert_int_equal(grid->axes, 3);
    assert_true(grid->count[0] == 32 && grid->count[1] == 16 && grid->count[2] == 8);
    set(&fixture, "origin", "0.5");
    assert_true(grid->origin[0] == 0.5 && grid->origin[1] == 0.5 && grid->origin[2] == 0.5);
    refuses(&fixture, "first", "1,2", "an array of 2; it must be an array of 3");
    set(&fixture, "samples", "32,16");
    assert_int_equal(grid->axes, 2);
    assert_true(viewer_get(fixture.self, "period", value, sizeof value));
    assert_string_equal(value, "4,4");
    close_viewer(&fixture);
}

/* Positions in units of 2^-60 cells, which hold all numbers of these tests exactly. */
__extension__ typedef __int128 place_units;

static place_units exact(const struct map_middle *middle)
{
    return (place_units)middle->cell * ((place_units)1 << 60) + (place_units)ldexp(middle->fraction, 60);
}

static void maps_pan_without_losing_a_bit(void **unused)
{
    struct map_middle middle = {0x1p42, 0.25};
    const double step = 0x1p-46; /* The finest span over the tallest picture. */
    for (int i = 0; i < 1000; i++) {
        const place_units before = exact(&middle);
        const double distance = (i % 7 - 3) * step * 17;
        map_move(&middle, distance);
        assert_true(exact(&middle) - before == (place_units)ldexp(distance, 60));
        assert_true(middle.fraction >= 0 && middle.fraction < 1);
    }
}

static void grids_of_maps_are_exact_to_a_step(void **unused)
{
    const struct map_middle middles[] = {{0, 0.5}, {0x1p42 + 1, 1.0 / 3}, {-0x1p42, 0.9}, {123456789, 0x1p-40}};
    const double steps[] = {0x1p-46, 0x1p-30, 1.0 / 1024, 0.3, 0x1p20};
    for (size_t i = 0; i < 4; i++) {
        for (size_t j = 0; j < 5; j++) {
            const struct map_axis axis = map_axis_of(&middles[i], 100, steps[j]);
            const struct map_middle origin = {floor(axis.origin), axis.origin - floor(axis.origin)};
            const place_units corner = exact(&middles[i]) - (place_units)ldexp(steps[j] * 99 / 2, 60);
            const place_units first = exact(&origin) + (place_units)ldexp(steps[j] * (double)axis.first, 60);
            const place_units error = corner > first ? corner - first : first - corner;
            /* Half a step where float64 cannot tell more of the origin, and some units of what was rounded. */
            assert_true(error <= (place_units)ldexp(steps[j] / 2, 60) + 4096);
            assert_true(llabs(axis.first) <= INT64_C(1) << 40);
        }
    }
}

static void zooming_keeps_what_is_under_the_pointer(void **unused)
{
    /* A pixel is three times as many cells wide as high. */
    struct map_region region = {.middle = {{5, 0.25}, {-3, 0.75}}, .span = 8, .stretch = 3};
    for (int i = 0; i < 60; i++) {
        const double pixel = region.span / 480;
        const double x = region.middle[0].cell + region.middle[0].fraction + (600 - 320) * pixel * 3;
        const double factor = i < 30 ? 0.7 : 1 / 0.7;
        map_zoom(&region, factor, 600, 100, 640, 480);
        const double after = region.middle[0].cell + region.middle[0].fraction + (600 - 320) * region.span / 480 * 3;
        /* Places near 8 are rounded to 2^-49. */
        assert_true(fabs(after - x) <= 0x1p-46);
    }
    map_zoom(&region, 1e-30, 320, 240, 640, 480);
    assert_true(region.span == MAP_SPAN_MIN);
    map_zoom(&region, 1e300, 320, 240, 640, 480);
    assert_true(region.span == MAP_SPAN_MAX);
}

static void steps_of_undo_are_those_of_people(void **unused)
{
    struct fixture fixture;
    open_viewer(&fixture, &(viewer_start){0});
    send(&fixture, "size 64 48");
    uint32_t *first = settle(&fixture);
    assert_false(viewer_can_undo(fixture.self));
    set(&fixture, "relief", "0.1");
    set(&fixture, "relief", "0.9");
    viewer_end_step(fixture.self);
    set(&fixture, "relief", "1");
    send(&fixture, "press left");
    send(&fixture, "move 3 4");
    send(&fixture, "move 9 8");
    send(&fixture, "release left");
    uint32_t *last = settle(&fixture);
    viewer_undo(fixture.self);
    assert_true(viewer_get_state(fixture.self)->view.map_span == 0);
    viewer_undo(fixture.self);
    assert_true(viewer_get_state(fixture.self)->view.relief == 0.9);
    viewer_undo(fixture.self);
    assert_false(viewer_can_undo(fixture.self));
    assert_true(shows(&fixture, first));
    assert_false(shows(&fixture, last));
    for (int i = 0; i < 3; i++) {
        assert_true(viewer_can_redo(fixture.self));
        viewer_redo(fixture.self);
    }
    assert_false(viewer_can_redo(fixture.self));
    assert_true(shows(&fixture, last));
    viewer_undo(fixture.self);
    send(&fixture, "key n");
    assert_false(viewer_can_redo(fixture.self));
    free(first);
    free(last);
    close_viewer(&fixture);
}

static void more_steps_than_are_kept_forget_the_oldest(void **unused)
{
    struct fixture fixture;
    open_viewer(&fixture, &(viewer_start){0});
    for (int i = 0; i < 700; i++) {
        send(&fixture, "key n");
    }
    int steps = 0;
    for (; viewer_can_undo(fixture.self); steps++) {
        viewer_undo(fixture.self);
    }
    assert_int_equal(steps, 255);
    assert_int_equal(viewer_get_state(fixture.self)->recipe.noise.seed, 700 - 255);
    close_viewer(&fixture);
}

/* A picture is the same whether it was waited for, or reached by frames with coarse ones before. */
static void frames_end_in_the_final_picture(void **unused)
{
    struct fixture fixture;
    open_viewer(&fixture, &(viewer_start){0});
    set(&fixture, "scene", "voxels");
    set(&fixture, "side", "96");
    viewer_progress progress = {.is_refining = true};
    for (int i = 0; i < 120000 && progress.is_refining; i++) {
        progress = viewer_advance(fixture.self, WIDTH, HEIGHT, 0.001);
        usleep(1000);
    }
    assert_false(progress.is_refining);
    assert_true(isinf(progress.wait));
    assert_true(viewer_picture(fixture.self).is_final);
    uint32_t *pixels = settle(&fixture);
    struct fixture other;
    open_viewer(&other, &(viewer_start){0});
    set(&other, "scene", "voxels");
    set(&other, "side", "96");
    assert_true(shows(&other, pixels));
    free(pixels);
    close_viewer(&other);
    close_viewer(&fixture);
}

static void what_does_not_fit_is_shown_coarser(void **unused)
{
    struct fixture fixture;
    viewer_status status;
    open_viewer(&fixture, &(viewer_start){.memory_limit = 4 << 20});
    set(&fixture, "scene", "voxels");
    set(&fixture, "side", "256");
    free(settle(&fixture));
    viewer_get_status(fixture.self, &status);
    assert_int_equal(status.level[0], 64);
    assert_int_equal(status.wanted[0], 256);
    assert_non_null(strstr(status.level_note, "256 x 256 x 256 samples need 6"));
    assert_non_null(strstr(status.level_note, "4.0 MiB may be used"));
    set(&fixture, "side", "64");
    free(settle(&fixture));
    viewer_get_status(fixture.self, &status);
    assert_string_equal(status.level_note, "");
    close_viewer(&fixture);
}

static void a_scene_that_a_file_cannot_have_is_said(void **unused)
{
    struct fixture fixture;
    viewer_status status;
    open_viewer(&fixture, &(viewer_start){.path = TEST_EVENTS_FOLDER "/ramp.pgm"});
    uint32_t *map = settle(&fixture);
    set(&fixture, "scene", "voxels");
    assert_int_equal(viewer_settle(fixture.self, WIDTH, HEIGHT, NULL), SCREE_ERROR_INVALID);
    viewer_get_status(fixture.self, &status);
    assert_non_null(strstr(status.error, "a file of 2 axes has no scene 'voxels'"));
    viewer_undo(fixture.self);
    assert_true(shows(&fixture, map));
    viewer_get_status(fixture.self, &status);
    assert_string_equal(status.error, "");
    free(map);
    close_viewer(&fixture);
}

/* Also without a message of the library, people read a sentence, and not the name of a result. */
static void every_result_is_a_sentence(void **unused)
{
    char text[512];
    viewer_messages *messages = viewer_messages_create();
    assert_non_null(messages);
    for (int result = SCREE_ERROR_INTERNAL; result <= SCREE_OK; result++) {
        viewer_messages_explain(messages, (scree_result)result, text, sizeof text);
        assert_null(strstr(text, "SCREE_"));
        assert_non_null(strchr(text, ' '));
    }
    viewer_messages_add_error(messages, "the cause");
    viewer_messages_add_error(messages, "its consequence");
    viewer_messages_explain(messages, SCREE_ERROR_IO, text, sizeof text);
    assert_string_equal(text, "the cause");
    viewer_messages_destroy(&messages);
}

static void write_text(const char *path, const char *text)
{
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    fputs(text, stream);
    assert_int_equal(fclose(stream), 0);
}

/* Advances until a text is in the status' error, or until it is empty. */
static bool wait_for_error(struct fixture *fixture, const char *error)
{
    viewer_status status;
    for (int i = 0; i < 60000; i++) {
        viewer_advance(fixture->self, WIDTH, HEIGHT, 0.001);
        viewer_get_status(fixture->self, &status);
        if (error[0] == '\0' ? status.error[0] == '\0' : strstr(status.error, error) != NULL) {
            return true;
        }
        usleep(2000);
    }
    return false;
}

static void a_changed_recipe_is_read_again(void **unused)
{
    struct fixture fixture;
    viewer_status status;
    char path[] = "watched.XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    write_text(path, "{\"seed\": 1}\n");
    open_viewer(&fixture, &(viewer_start){.path = path, .watches = true});
    uint32_t *first = settle(&fixture);
    write_text(path, "{\n  \"seed\": 2,\n  \"octaves\": ,\n}\n");
    assert_true(wait_for_error(&fixture, path));
    viewer_get_status(fixture.self, &status);
    assert_int_equal(status.error_line, 3);
    assert_true(shows(&fixture, first));
    write_text(path, "{\"seed\": 4711}\n");
    assert_true(wait_for_error(&fixture, ""));
    assert_int_equal(viewer_get_state(fixture.self)->recipe.noise.seed, 4711);
    assert_false(shows(&fixture, first));
    viewer_undo(fixture.self);
    assert_true(shows(&fixture, first));
    free(first);
    unlink(path);
    close_viewer(&fixture);
}

/* Figures of samples are told in their own unit, whatever that of the device is. */
static void small_samples_are_told_as_they_are(void **unused)
{
    struct fixture fixture;
    viewer_status status;
    double low = 0;
    double high = 0;
    char first[] = "first.XXXXXX.txt";
    char second[] = "second.XXXXXX.txt";
    close(mkstemps(first, 4));
    close(mkstemps(second, 4));
    write_text(first, "2 2 2 3\n1e-27 2e-27 3e-27 4e-27 5e-27 6e-27 7e-27 8e-27\n");
    write_text(second, "2 2 2 3\n3e-27 4e-27 5e-27 6e-27 7e-27 8e-27 9e-27 10e-27\n");
    open_viewer(&fixture, &(viewer_start){.path = first, .second_path = second});
    set(&fixture, "comparison", "difference");
    set(&fixture, "scene", "map");
    free(settle(&fixture));
    viewer_get_status(fixture.self, &status);
    /* Samples are float32, so that 2e-27 is rounded by up to 2^-24 of it, and their differences are so, too. */
    assert_true(fabs((double)status.ramp_range.maximum - 2e-27) < 1e-32);
    assert_true(fabs(status.errors.greatest - 2e-27) < 1e-32);
    assert_true(fabs(status.errors.mean - 2e-27) < 1e-32);
    set(&fixture, "comparison", "off");
    set(&fixture, "scene", "voxels");
    uint32_t *voxels = settle(&fixture);
    viewer_get_status(fixture.self, &status);
    assert_true(status.ramp_range.minimum == 1e-27f && status.ramp_range.maximum == 8e-27f);
    assert_string_equal(status.notes[VIEWER_NOTE_EMPTY], "");
    viewer_slider_range(fixture.self, viewer_view_find("threshold"), &low, &high);
    assert_true(low == (double)1e-27f && high == (double)8e-27f);
    set(&fixture, "threshold", "8e-27");
    free(settle(&fixture));
    viewer_get_status(fixture.self, &status);
    assert_string_equal(status.notes[VIEWER_NOTE_EMPTY],
                        "no sample is above the threshold 8e-27: the greatest is 8e-27");
    assert_false(shows(&fixture, voxels));
    free(voxels);
    unlink(first);
    unlink(second);
    close_viewer(&fixture);
}

static void two_fields_are_compared(void **unused)
{
    struct fixture fixture;
    viewer_status status;
    scree_recipe recipes[2] = {{.grid = {.axes = 2, .count = {64, 48}, .step = {0.1, 0.1}}}};
    recipes[1] = recipes[0];
    open_viewer(&fixture, &(viewer_start){.recipe = &recipes[0], .second = &recipes[1]});
    set(&fixture, "comparison", "difference");
    free(settle(&fixture));
    viewer_get_status(fixture.self, &status);
    assert_true(status.has_errors);
    assert_int_equal(status.errors.samples, WIDTH * HEIGHT);
    assert_int_equal(status.errors.different, 0);
    assert_true(status.errors.greatest == 0 && status.errors.mean == 0 && status.errors.root_mean_square == 0);
    set(&fixture, "seed", "3");
    free(settle(&fixture));
    viewer_get_status(fixture.self, &status);
    assert_true(status.errors.different > WIDTH * HEIGHT / 2);
    assert_true(status.errors.greatest >= status.errors.root_mean_square);
    assert_true(status.errors.root_mean_square >= status.errors.mean && status.errors.mean > 0);
    close_viewer(&fixture);
}

/* Opens two files that are compared by their difference. */
static void open_difference(struct fixture *fixture, const char *const texts[2], char paths[2][24])
{
    for (int i = 0; i < 2; i++) {
        snprintf(paths[i], sizeof paths[i], "difference.XXXXXX.txt");
        close(mkstemps(paths[i], 4));
        write_text(paths[i], texts[i]);
    }
    open_viewer(fixture, &(viewer_start){.path = paths[0], .second_path = paths[1]});
    set(fixture, "comparison", "difference");
}

static void close_difference(struct fixture *fixture, char paths[2][24])
{
    unlink(paths[0]);
    unlink(paths[1]);
    close_viewer(fixture);
}

/* It shows a plane of a volume. Equal samples are white, those that are greater in the first field orange, and those
   without data in one of them grey. */
static void a_difference_is_a_map(void **unused)
{
    static const char *const texts[2] = {"2 2 2 3\n1 2 3 4 5 6 7 8\n", "2 2 2 3\n1 2 3 4 5 6 nan 4\n"};
    static const uint32_t expected[2][2] = {{0xfffafafa, 0xfffafafa}, {0xff808080, 0xff1f67bc}};
    struct fixture fixture;
    viewer_status status;
    char paths[2][24];
    open_difference(&fixture, texts, paths);
    assert_int_equal(viewer_get_state(fixture.self)->view.scene, SCREE_SCENE_MAP);
    set(&fixture, "smooth", "false");
    uint32_t *pixels = settle(&fixture);
    for (int i = 0; i < 4; i++) {
        const int x = WIDTH / 2 + (i % 2 == 0 ? -HEIGHT : HEIGHT) / 4;
        const int y = HEIGHT / 4 + i / 2 * HEIGHT / 2;
        assert_int_equal(pixels[y * WIDTH + x], expected[i / 2][i % 2]);
    }
    free(pixels);
    viewer_get_status(fixture.self, &status);
    assert_int_equal(status.errors.samples, 3);
    assert_int_equal(status.errors.different, 1);
    assert_true(status.errors.greatest == 4 && status.errors.mean == 4.0 / 3);
    set(&fixture, "depth", "-1");
    free(settle(&fixture));
    viewer_get_status(fixture.self, &status);
    assert_int_equal(status.errors.samples, 4);
    assert_int_equal(status.errors.different, 0);
    set(&fixture, "scene", "voxels");
    assert_int_equal(viewer_get_state(fixture.self)->view.compare, VIEWER_COMPARE_SIDE);
    close_difference(&fixture, paths);
}

/* Distances of one shape of the ground, in voxels of which those of one field are twice as large: they differ by the
   smaller ones, whichever field is the first. */
static void distances_are_compared_in_their_unit(void **unused)
{
#define HILLS(voxel)                                                                                            \
    "{\"field\": \"distance\", \"source\": {\"recipe\": {\"octaves\": 2, \"size\": [12, 10], \"step\": 0.2}}, " \
    "\"layers\": 8, \"voxel\": " voxel "}\n"
    static const char *const texts[3] = {HILLS("[1, 1, 1]"), HILLS("[2, 2, 2]"), HILLS("[1, 1, 1]")};
    struct fixture fixture;
    viewer_status status;
    char paths[2][24];
    double greatest[2];
    for (int i = 0; i < 2; i++) {
        open_difference(&fixture, texts + i, paths);
        free(settle(&fixture));
        viewer_get_status(fixture.self, &status);
        greatest[i] = status.errors.greatest;
        close_difference(&fixture, paths);
    }
    assert_true(greatest[0] >= 1 && greatest[0] == greatest[1]);
}

static void the_left_half_is_the_first_field(void **unused)
{
    struct fixture fixture;
    const scree_recipe recipe = {.grid = {.axes = 2, .count = {64, 48}, .step = {0.1, 0.1}}};
    open_viewer(&fixture, &(viewer_start){.recipe = &recipe, .second = &recipe});
    uint32_t *pixels = settle(&fixture);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH / 2 - 1; x++) {
            assert_int_equal(pixels[y * WIDTH + x], pixels[y * WIDTH + x + WIDTH / 2 + 1]);
        }
    }
    free(pixels);
    close_viewer(&fixture);
}

static void a_second_field_is_as_fine_as_alone(void **unused)
{
    (void)unused;
    struct fixture alone;
    struct fixture beside;
    const scree_recipe recipe = {.grid = {.axes = 2, .count = {64, 48}, .step = {0.1, 0.1}}};
    /* A file has one level, and the map of noise several. */
    open_viewer(&beside, &(viewer_start){.path = TEST_EVENTS_FOLDER "/ramp.pgm", .second = &recipe});
    open_viewer(&alone, &(viewer_start){.recipe = &recipe});
    set(&beside, "comparison", "second");
    for (int i = 0; i < 2; i++) {
        set(i == 0 ? &beside : &alone, "map-span", "4");
        set(i == 0 ? &beside : &alone, "range", "given");
        set(i == 0 ? &beside : &alone, "low", "-1");
        set(i == 0 ? &beside : &alone, "high", "1");
        set(i == 0 ? &beside : &alone, "relief", "0");
    }
    uint32_t *pixels[2];
    for (int i = 0; i < 2; i++) {
        struct fixture *fixture = i == 0 ? &beside : &alone;
        assert_int_equal(viewer_settle(fixture->self, 256, 192, NULL), SCREE_OK);
        pixels[i] = malloc(4 * 256 * 192);
        assert_non_null(pixels[i]);
        assert_int_equal(scree_buffer_read(viewer_picture(fixture->self).buffer, 0, 4 * 256 * 192, pixels[i]),
                         SCREE_OK);
    }
    assert_memory_equal(pixels[0], pixels[1], 4 * 256 * 192);
    free(pixels[0]);
    free(pixels[1]);
    close_viewer(&alone);
    close_viewer(&beside);
}

static void the_device_is_compared_with_the_cpu(void **unused)
{
    struct fixture fixture;
    viewer_status status;
    open_viewer(&fixture, &(viewer_start){0});
    viewer_check_equality(fixture.self);
    free(settle(&fixture));
    for (int i = 0; i < 60000; i++) {
        viewer_get_status(fixture.self, &status);
        if (status.digest[0][0] != '\0') {
            break;
        }
        usleep(2000);
    }
    assert_true(status.is_equal);
    assert_int_equal(strlen(status.digest[0]), 64);
    close_viewer(&fixture);
}

static void what_hides_the_noise_is_known(void **unused)
{
    struct fixture fixture;
    open_viewer(&fixture, &(viewer_start){0});
    assert_int_equal(viewer_find_cover(fixture.self), VIEWER_COVER_NONE);
    set(&fixture, "octaves", "3");
    set(&fixture, "scene", "terrain");
    set(&fixture, "scene", "particles");
    assert_int_equal(viewer_find_cover(fixture.self), VIEWER_COVER_PARTICLES);
    assert_true(viewer_set_recipe(fixture.self, "{\"octaves\": 4}", "text", fixture.text, sizeof fixture.text));
    assert_int_equal(viewer_find_cover(fixture.self), VIEWER_COVER_NONE);
    set(&fixture, "scene", "particles");
    assert_true(viewer_open(fixture.self, TEST_EVENTS_FOLDER "/ramp.pgm", fixture.text, sizeof fixture.text));
    assert_int_equal(viewer_find_cover(fixture.self), VIEWER_COVER_SAMPLES);
    refuses(&fixture, "octaves", "2", "ramp.pgm, which is a file of samples");
    send(&fixture, "key y");
    assert_int_equal(viewer_find_cover(fixture.self), VIEWER_COVER_NONE);
    assert_int_equal(viewer_get_state(fixture.self)->recipe.noise.octaves, 4);
    viewer_undo(fixture.self);
    assert_int_equal(viewer_find_cover(fixture.self), VIEWER_COVER_SAMPLES);
    close_viewer(&fixture);
}

static void bindings_have_texts(void **unused)
{
    viewer_binding binding;
    size_t count = 0;
    for (; viewer_binding_get(count, &binding); count++) {
        assert_true(strlen(binding.keys) > 0 && strlen(binding.what) > 0);
    }
    assert_true(count > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rows_of_the_view_are_sound),
        cmocka_unit_test(values_of_all_rows_round_trip),
        cmocka_unit_test(values_and_texts_do_the_same),
        cmocka_unit_test(invalid_values_are_named_with_their_limits),
        cmocka_unit_test(names_of_flags_and_of_recipes_are_the_same),
        cmocka_unit_test(one_number_stands_for_all_axes),
        cmocka_unit_test(maps_pan_without_losing_a_bit),
        cmocka_unit_test(grids_of_maps_are_exact_to_a_step),
        cmocka_unit_test(zooming_keeps_what_is_under_the_pointer),
        cmocka_unit_test(steps_of_undo_are_those_of_people),
        cmocka_unit_test(more_steps_than_are_kept_forget_the_oldest),
        cmocka_unit_test(frames_end_in_the_final_picture),
        cmocka_unit_test(what_does_not_fit_is_shown_coarser),
        cmocka_unit_test(a_scene_that_a_file_cannot_have_is_said),
        cmocka_unit_test(every_result_is_a_sentence),
        cmocka_unit_test(a_changed_recipe_is_read_again),
        cmocka_unit_test(small_samples_are_told_as_they_are),
        cmocka_unit_test(two_fields_are_compared),
        cmocka_unit_test(a_difference_is_a_map),
        cmocka_unit_test(distances_are_compared_in_their_unit),
        cmocka_unit_test(the_left_half_is_the_first_field),
        cmocka_unit_test(a_second_field_is_as_fine_as_alone),
        cmocka_unit_test(the_device_is_compared_with_the_cpu),
        cmocka_unit_test(what_hides_the_noise_is_known),
        cmocka_unit_test(bindings_have_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
