/*
 * The viewer, its panel and a screen together: who gets which input, what is recorded, and that the panel leaves the
 * picture's bytes alone.
 */
#include "session_fixture.h"

#include "../../bench/bench.h"

#include <stdlib.h>
#include <string.h>

/* The width of the panel. */
#define PANEL_PIXELS 344
/* Sliders, lists and fields of text are found here. */
#define SLIDER 200

static session_fixture fixture;

static int set_up(void **unused)
{
    fixture = (session_fixture){0};
    fixture_begin(&fixture);
    return 0;
}

static int tear_down(void **unused)
{
    fixture_end(&fixture);
    return 0;
}

static void drags_beside_the_panel_turn_the_camera(void **unused)
{
    char before[256];
    strcpy(before, fixture_get(&fixture, "azimuth"));
    fixture_play(&fixture, "move 500 200\npress left\nmove 560 200\nframe\nrelease left\nsettle\n");
    assert_string_not_equal(fixture_get(&fixture, "azimuth"), before);
}

static void drags_over_the_panel_do_not(void **unused)
{
    char before[256];
    strcpy(before, fixture_get(&fixture, "azimuth"));
    fixture_play(&fixture, "move 20 390\npress left\nmove 600 300\nframe\nrelease left\nsettle\nwheel 0 3\n");
    assert_string_equal(fixture_get(&fixture, "azimuth"), before);
}

static void drags_from_the_view_may_cross_the_panel(void **unused)
{
    char halfway[256];
    fixture_play(&fixture, "move 500 200\npress left\nmove 400 200\nframe\n");
    strcpy(halfway, fixture_get(&fixture, "azimuth"));
    fixture_play(&fixture, "move 20 200\nframe\nrelease left\nsettle\n");
    assert_string_not_equal(fixture_get(&fixture, "azimuth"), halfway);
}

/* Letters are commands, but while something is typed. */
static void typing_is_no_command(void **unused)
{
    fixture_play(&fixture, "key l\nsettle\n");
    assert_string_equal(fixture_get(&fixture, "look"), "light");
    fixture_play(&fixture, "key ctrl+s\nsettle\nkey l\nsettle\n");
    assert_string_equal(fixture_get(&fixture, "look"), "light");
    fixture_play(&fixture, "key escape\nsettle\nkey l\nsettle\n");
    assert_string_equal(fixture_get(&fixture, "look"), "dark");
}

static void undo_takes_back_what_the_panel_did(void **unused)
{
    fixture_play(&fixture, "set threshold 0.25\nkey 1\nsettle\n");
    assert_string_equal(fixture_get(&fixture, "scene"), "map");
    fixture_play(&fixture, "key ctrl+z\nsettle\n");
    assert_string_equal(fixture_get(&fixture, "scene"), "voxels");
}

/* The button "Light" or "Dark": the third of four in the second row. */
static void changes_of_the_panel_are_recorded(void **unused)
{
    fixture_play(&fixture, "move 200 48\npress left\nrelease left\nsettle\n");
    assert_string_equal(fixture_get(&fixture, "look"), "light");
    char *text = fixture_recorded(&fixture);
    assert_non_null(strstr(text, "set look light\n"));
    assert_null(strstr(text, "press"));
    free(text);
}

/* Rows of the panel are 27 pixels apart; this is the middle of one that has so many others above it. */
static int row(int number)
{
    return 20 + 27 * number;
}

static void click(int x, int y)
{
    char events[96];
    snprintf(events, sizeof events, "move %d %d\npress left\nrelease left\nsettle\n", x, y);
    fixture_play(&fixture, events);
}

/* The left end of a slider has its minimum exactly. */
static void drag_to_the_left(int y)
{
    char events[128];
    snprintf(events, sizeof events, "move %d %d\npress left\nframe\nmove 20 %d\nframe\nrelease left\nsettle\n", SLIDER,
             y, y);
    fixture_play(&fixture, events);
}

/* Closes the presets and types a word, so that the widgets which it finds begin in the row below it. */
static void search(const char *word)
{
    char events[96];
    fixture_play(&fixture, "size 640 900\nsettle\n");
    click(100, row(3));
    click(SLIDER, row(5));
    snprintf(events, sizeof events, "type \"%s\"\nkey enter\nsettle\n", word);
    fixture_play(&fixture, events);
}

static void every_octave_has_a_slider_for_its_weight(void **unused)
{
    search("weights");
    click(100, row(6));
    assert_string_equal(fixture_get(&fixture, "weights"), "");
    drag_to_the_left(row(8));
    assert_string_equal(fixture_get(&fixture, "weights"), "0,0.5,0.25,0.125,0.0625,0.03125,0.015625,0.0078125");
    drag_to_the_left(row(15));
    assert_string_equal(fixture_get(&fixture, "weights"), "0,0.5,0.25,0.125,0.0625,0.03125,0.015625,0");
    fixture_play(&fixture, "key ctrl+z\nsettle\n");
    assert_string_equal(fixture_get(&fixture, "weights"), "0,0.5,0.25,0.125,0.0625,0.03125,0.015625,0.0078125");
    click(100, row(16));
    assert_string_equal(fixture_get(&fixture, "weights"), "");
    assert_string_equal(fixture_get(&fixture, "gain"), "0.5");
    char *text = fixture_recorded(&fixture);
    assert_non_null(strstr(text, "set weights \"\"\n"));
    free(text);
}

static void the_size_of_cells_has_a_slider(void **unused)
{
    search("size");
    assert_string_equal(fixture_get(&fixture, "cell-size"), "128");
    drag_to_the_left(row(6));
    assert_string_equal(fixture_get(&fixture, "cell-size"), "1");
    fixture_play(&fixture, "key ctrl+z\nsettle\n");
    assert_string_equal(fixture_get(&fixture, "cell-size"), "128");
}

/* The ends of such a slider follow the number; a mouse that holds it still must not move it on and on. */
static void numbers_of_an_expression_have_sliders(void **unused)
{
    char events[128];
    fixture_play(&fixture, "size 640 900\nset expression \"perlin(octaves=3) * 0.5\"\nsettle\n");
    click(100, row(3));
    snprintf(events, sizeof events, "move %d %d\npress left\nframe\nframe\n", SLIDER, row(15));
    fixture_play(&fixture, events);
    assert_string_equal(viewer_get_expression(fixture.core), "perlin(octaves=5) * 0.5");
    fixture_play(&fixture, "frame\nframe\nframe\nrelease left\nsettle\n");
    assert_string_equal(viewer_get_expression(fixture.core), "perlin(octaves=5) * 0.5");
    drag_to_the_left(row(16));
    assert_string_equal(viewer_get_expression(fixture.core), "perlin(octaves=5) * 0.0");
    fixture_play(&fixture, "key ctrl+z\nsettle\n");
    assert_string_equal(viewer_get_expression(fixture.core), "perlin(octaves=5) * 0.5");
    char *text = fixture_recorded(&fixture);
    /* A drag is recorded when it ends, and so is that it was a step. */
    assert_non_null(strstr(text, "set expression perlin(octaves=5) * 0.5\nstep\n"));
    assert_non_null(strstr(text, "set expression perlin(octaves=5) * 0.0\nstep\n"));
    const char *first = strstr(text, "set expression perlin(octaves=5) * 0.5\n");
    assert_null(strstr(first + 1, "set expression perlin(octaves=5) * 0.5\n"));
    free(text);
    fixture_play(&fixture, "set expression \"x + 1\"\nstep\nset expression \"x + 2\"\nstep\nkey ctrl+z\n");
    assert_string_equal(viewer_get_expression(fixture.core), "x + 1");
}

/* A list opens below its row, with lines that are lower than rows; they are tried until the last one is met. */
static void choose_the_last(const char *parameter, const char *last)
{
    for (int y = row(7); y < row(12) && strcmp(fixture_get(&fixture, parameter), last) != 0; y += 6) {
        fixture_play(&fixture, "key escape\nsettle\n");
        click(SLIDER, row(6));
        click(SLIDER, y);
    }
    assert_string_equal(fixture_get(&fixture, parameter), last);
}

static void lists_are_chosen_from(void **unused)
{
    search("gradients");
    choose_the_last("gradients", "cube");
    char *text = fixture_recorded(&fixture);
    assert_non_null(strstr(text, "set gradients cube\n"));
    free(text);
}

static void an_algorithm_is_recorded(void **unused)
{
    fixture_play(&fixture, "set algorithm optimised 1\nsettle\nkey ctrl+z\nsettle\nkey ctrl+y\nsettle\n");
    assert_string_equal(scree_bench_variant_name(viewer_get_algorithm(fixture.core)->run.row), "optimised");
    char *text = fixture_recorded(&fixture);
    assert_non_null(strstr(text, "set algorithm optimised 1\n"));
    free(text);
}

static void what_was_recorded_plays_again(void **unused)
{
    char azimuth[256];
    char kind[256];
    fixture_play(&fixture, "move 500 200\npress left\nmove 533 177\nrelease left\nwheel 0 2\nset kind value\n"
                           "hold w\nframe\nframe\nlet w\nkey c\nsettle\n");
    strcpy(azimuth, fixture_get(&fixture, "azimuth"));
    strcpy(kind, fixture_get(&fixture, "kind"));
    char *text = fixture_recorded(&fixture);
    fixture_end(&fixture);
    fixture_begin(&fixture);
    fixture.is_replay = true;
    fixture_play(&fixture, text);
    free(text);
    assert_string_equal(fixture_get(&fixture, "azimuth"), azimuth);
    assert_string_equal(fixture_get(&fixture, "kind"), kind);
}

/* Beside the panel the picture is shown by half of the panel's width to the right, with the same bytes. */
static void the_panel_leaves_the_picture_alone(void **unused)
{
    static uint32_t pixels[FIXTURE_WIDTH * FIXTURE_HEIGHT];
    fixture_play(&fixture, "settle\n");
    assert_true(screen_read(fixture.shown, pixels, FIXTURE_WIDTH * FIXTURE_HEIGHT));
    const viewer_pixels picture = viewer_picture(fixture.core);
    assert_true(picture.width == FIXTURE_WIDTH && picture.height == FIXTURE_HEIGHT && picture.is_final);
    for (uint32_t y = 0; y < FIXTURE_HEIGHT; y++) {
        const size_t start = (size_t)y * FIXTURE_WIDTH + PANEL_PIXELS;
        assert_memory_equal(pixels + start, picture.pixels + start - PANEL_PIXELS / 2,
                            (FIXTURE_WIDTH - PANEL_PIXELS) * sizeof *pixels);
    }
    fixture_play(&fixture, "set panel false\nsettle\n");
    assert_true(screen_read(fixture.shown, pixels, FIXTURE_WIDTH * FIXTURE_HEIGHT));
    assert_memory_equal(pixels, viewer_picture(fixture.core).pixels, sizeof pixels);
}

static void errors_are_shown_and_change_nothing(void **unused)
{
    static uint32_t quiet[FIXTURE_WIDTH * FIXTURE_HEIGHT];
    static uint32_t told[FIXTURE_WIDTH * FIXTURE_HEIGHT];
    char threshold[64];
    snprintf(threshold, sizeof threshold, "%s", fixture_get(&fixture, "threshold"));
    assert_true(screen_read(fixture.shown, quiet, FIXTURE_WIDTH * FIXTURE_HEIGHT));
    fixture_play(&fixture, "set threshold high\ndrop /nowhere/at.all\nsettle\n");
    assert_true(screen_read(fixture.shown, told, FIXTURE_WIDTH * FIXTURE_HEIGHT));
    assert_memory_not_equal(quiet, told, sizeof quiet);
    assert_string_equal(fixture_get(&fixture, "threshold"), threshold);
}

/* Nothing is left to do, so that a window would wait. */
static void an_idle_session_waits(void **unused)
{
    fixture_play(&fixture, "settle\nframe\nframe\nframe\n");
    assert_true(session_wait(fixture.running) > 0.5);
}

static void sessions_end_in_the_middle_of_work(void **unused)
{
    fixture_play(&fixture, "key ctrl+b\nframe\nset side 64\nframe\n");
    assert_true(viewer_bench_is_running(fixture.core));
}

static void sizes_go_from_one_pixel_to_many(void **unused)
{
    static const uint32_t sizes[][2] = {{1, 1}, {2, 300}, {2000, 3}, {8, 8}, {640, 360}, {0, 5}, {33, 44}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const screen_outcome expected = sizes[i][0] == 0 ? SCREEN_HIDDEN : SCREEN_SHOWN;
        assert_int_equal(session_frame(fixture.running, sizes[i][0], sizes[i][1], 0.01), expected);
        assert_int_equal(session_frame(fixture.running, sizes[i][0], sizes[i][1], 0.01), expected);
    }
}

static void icons_are_small_pictures(void **unused)
{
    uint32_t pixels[32 * 32];
    unsigned different = 0;
    fixture_play(&fixture, "settle\n");
    assert_true(session_icon(fixture.running, 32, pixels));
    for (size_t i = 0; i < 32 * 32; i++) {
        assert_int_equal(pixels[i] >> 24, 255);
        different += pixels[i] != pixels[0];
    }
    assert_true(different > 100);
    assert_false(session_icon(fixture.running, 1000, pixels));
}

static void names_of_pictures_stay_in_their_folder(void **unused)
{
    char error[256];
    fixture_end(&fixture);
    fixture = (session_fixture){.pictures = "/tmp"};
    fixture_begin(&fixture);
    assert_false(session_keep(fixture.running, "../etc", error, sizeof error));
    assert_false(session_keep(fixture.running, ".hidden", error, sizeof error));
    assert_false(session_keep(fixture.running, "", error, sizeof error));
    assert_non_null(strstr(error, "is no name of a picture"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(drags_beside_the_panel_turn_the_camera),
        TEST(drags_over_the_panel_do_not),
        TEST(drags_from_the_view_may_cross_the_panel),
        TEST(typing_is_no_command),
        TEST(undo_takes_back_what_the_panel_did),
        TEST(changes_of_the_panel_are_recorded),
        TEST(every_octave_has_a_slider_for_its_weight),
        TEST(the_size_of_cells_has_a_slider),
        TEST(numbers_of_an_expression_have_sliders),
        TEST(lists_are_chosen_from),
        TEST(an_algorithm_is_recorded),
        TEST(what_was_recorded_plays_again),
        TEST(the_panel_leaves_the_picture_alone),
        TEST(errors_are_shown_and_change_nothing),
        TEST(an_idle_session_waits),
        TEST(sessions_end_in_the_middle_of_work),
        TEST(sizes_go_from_one_pixel_to_many),
        TEST(icons_are_small_pictures),
        TEST(names_of_pictures_stay_in_their_folder),
    };
    return fixture_has_screen() ? cmocka_run_group_tests(tests, NULL, NULL) : FIXTURE_SKIPPED;
}
