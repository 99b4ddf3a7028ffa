/* The user interface without a screen: input reaches widgets, nothing is lost within a frame, colours can be read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "../../bench/chart.h"
#include "ui.h"

#define WIDTH 400
#define HEIGHT 300

static ui *interface;

/* The values of the widgets of the tests. */
static struct {
    unsigned presses;
    double value;
    bool is_on;
    char text[64];
    uint64_t seed;
    bool is_open;
} told;

static int set_up(void **unused)
{
    interface = ui_create(&(ui_options){.scale = 1.0});
    memset(&told, 0, sizeof told);
    return interface == NULL;
}

static int tear_down(void **unused)
{
    ui_destroy(&interface);
    return 0;
}

/* One frame of a window with one of each widget in its upper left quarter. */
static const ui_drawing *draw_frame(void)
{
    ui_begin(interface, 1.0 / 60.0, WIDTH, HEIGHT);
    ui_window_begin("window", 0.0, 0.0, 200.0, 250.0, NULL);
    told.presses += ui_button("Press");
    ui_slider("Value", &told.value, 0.0, 1.0, false, "%.3f");
    ui_checkbox("On", &told.is_on);
    ui_input_text("Text", told.text, sizeof told.text);
    ui_whole("Seed", &told.seed, 0.0);
    ui_window_end();
    if (told.is_open && ui_dialogue_begin("Question", 100.0, &told.is_open)) {
        ui_text(UI_TONE_PLAIN, "?");
        ui_popup_end();
    }
    return ui_end(interface);
}

static void draw_until_settled(void)
{
    int frames = 0;
    do {
        draw_frame();
        assert_true(++frames < 100);
    } while (ui_is_unsettled(interface));
}

static void give(viewer_event event)
{
    ui_input(interface, &event);
}

static void move(double x, double y)
{
    give((viewer_event){.kind = VIEWER_EVENT_MOVE, .x = x, .y = y});
}

static void press(viewer_event_kind kind)
{
    give((viewer_event){.kind = kind, .button = VIEWER_BUTTON_LEFT});
}

static void click(double x, double y)
{
    move(x, y);
    press(VIEWER_EVENT_PRESS);
    press(VIEWER_EVENT_RELEASE);
}

static void strike(uint32_t key, uint32_t modifiers)
{
    give((viewer_event){.kind = VIEWER_EVENT_KEY, .key = key, .modifiers = modifiers});
}

static void type(const char *text)
{
    viewer_event event = {.kind = VIEWER_EVENT_TYPE};
    strncpy(event.text, text, sizeof event.text - 1);
    give(event);
}

/* Rows of the window, by their middles: letters of 13 pixels in fields of 21, 6 apart, from 10 on. */
static double row(int number)
{
    return 10.0 + 27.0 * number + 10.5;
}

static void clicks_between_frames_are_not_lost(void **unused)
{
    draw_until_settled();
    click(30.0, row(0));
    click(30.0, row(0));
    draw_until_settled();
    assert_int_equal(told.presses, 2);
    click(30.0, 280.0);
    draw_until_settled();
    assert_int_equal(told.presses, 2);
}

static void sliders_follow_the_pointer(void **unused)
{
    draw_until_settled();
    move(100.0, row(1));
    press(VIEWER_EVENT_PRESS);
    move(1000.0, row(1));
    draw_until_settled();
    assert_true(told.value == 1.0);
    move(-1000.0, row(1));
    press(VIEWER_EVENT_RELEASE);
    draw_until_settled();
    assert_true(told.value == 0.0);
    move(150.0, row(1));
    draw_until_settled();
    assert_true(told.value == 0.0);
}

/* A click with Ctrl; numbers beyond the ends are for who has the limits. */
static void sliders_are_typed_in(void **unused)
{
    draw_until_settled();
    move(100.0, row(1));
    give((viewer_event){.kind = VIEWER_EVENT_PRESS, .button = VIEWER_BUTTON_LEFT, .modifiers = VIEWER_CTRL});
    press(VIEWER_EVENT_RELEASE);
    draw_until_settled();
    assert_true(ui_wants_keyboard(interface));
    type("2.5");
    strike(VIEWER_KEY_ENTER, 0);
    draw_until_settled();
    assert_true(told.value == 2.5);
    assert_false(ui_wants_keyboard(interface));
}

static void checkboxes_turn(void **unused)
{
    draw_until_settled();
    click(100.0, row(2));
    draw_until_settled();
    assert_true(told.is_on);
    click(100.0, row(2));
    draw_until_settled();
    assert_false(told.is_on);
}

static void texts_are_typed_and_edited(void **unused)
{
    draw_until_settled();
    assert_false(ui_wants_keyboard(interface));
    click(120.0, row(3));
    draw_until_settled();
    assert_true(ui_wants_keyboard(interface));
    type("shell");
    strike(VIEWER_KEY_BACKSPACE, 0);
    strike(VIEWER_KEY_HOME, 0);
    strike(VIEWER_KEY_DELETE, 0);
    type("B");
    strike(VIEWER_KEY_ENTER, 0);
    draw_until_settled();
    assert_string_equal(told.text, "Bhel");
    assert_false(ui_wants_keyboard(interface));
}

static void seeds_have_64_bits(void **unused)
{
    draw_until_settled();
    click(120.0, row(4));
    draw_until_settled();
    strike('a', VIEWER_CTRL);
    type("18446744073709551615");
    strike(VIEWER_KEY_ENTER, 0);
    draw_until_settled();
    assert_true(told.seed == UINT64_MAX);
}

static void widgets_are_left_by_clicks_elsewhere(void **unused)
{
    draw_until_settled();
    click(120.0, row(3));
    draw_until_settled();
    type("left");
    draw_until_settled();
    assert_true(ui_wants_keyboard(interface));
    ui_unfocus(interface);
    draw_until_settled();
    assert_false(ui_wants_keyboard(interface));
    assert_string_equal(told.text, "left");
}

static void places_belong_to_windows(void **unused)
{
    draw_until_settled();
    assert_true(ui_wants_mouse(interface, 100.0, 100.0));
    assert_false(ui_wants_mouse(interface, 300.0, 100.0));
    assert_false(ui_wants_mouse(interface, 100.0, 290.0));
    told.is_open = true;
    draw_until_settled();
    assert_true(ui_is_popup_open(interface));
    assert_true(ui_wants_mouse(interface, 300.0, 290.0));
    strike(VIEWER_KEY_ESCAPE, 0);
    draw_until_settled();
    assert_false(told.is_open);
    assert_false(ui_is_popup_open(interface));
}

/* Triangles stay within their buffers, and nothing is drawn outside of the picture. */
static void drawings_are_sound(void **unused)
{
    draw_until_settled();
    const ui_drawing *drawing = draw_frame();
    assert_true(drawing->command_count != 0);
    for (uint32_t i = 0; i < drawing->command_count; i++) {
        const ui_command *command = &drawing->commands[i];
        ui_texture texture;
        assert_true(command->first_index + command->index_count <= drawing->index_count);
        assert_true(ui_texture_at(interface, command->texture, &texture));
        assert_true(command->left >= 0.0f && command->right <= (float)WIDTH && command->left < command->right);
        assert_true(command->top >= 0.0f && command->bottom <= (float)HEIGHT && command->top < command->bottom);
        for (uint32_t j = 0; j < command->index_count; j++) {
            assert_true(command->first_vertex + drawing->indices[command->first_index + j] < drawing->vertex_count);
        }
    }
}

static void nothing_moves_by_itself(void **unused)
{
    static ui_vertex before[65536];
    click(120.0, row(3));
    draw_until_settled();
    const ui_drawing *drawing = draw_frame();
    const uint32_t count = drawing->vertex_count;
    assert_true(count <= 65536);
    memcpy(before, drawing->vertices, count * sizeof before[0]);
    for (int i = 0; i < 120; i++) {
        drawing = draw_frame();
        assert_int_equal(drawing->vertex_count, count);
        assert_memory_equal(drawing->vertices, before, count * sizeof before[0]);
    }
}

/* Vertices of a frame with a chart of one point, with the pointer somewhere. */
static uint32_t count_vertices(const struct chart *chart, double x, double y)
{
    uint32_t count = 0;
    move(x, y);
    for (int i = 0; i < 3; i++) {
        ui_begin(interface, 1.0 / 60.0, WIDTH, HEIGHT);
        ui_window_begin("window", 0.0, 0.0, 200.0, 200.0, NULL);
        ui_chart(chart, 120.0);
        ui_window_end();
        count = ui_end(interface)->vertex_count;
    }
    return count;
}

/* A point shows its numbers to a pointer that is near, at one place of the chart alone. */
static void charts_tell_the_numbers_of_points(void **unused)
{
    struct chart chart = {.count = 1, .lines = {{.name = "line"}}};
    chart_set_numbers(&chart.x, "x", 1, 8);
    chart_set_values(&chart.y, "y", 0.5, 1.0);
    chart_add_point(&chart, &chart.lines[0], 4.0, 0.75);
    const uint32_t without = count_vertices(&chart, 300.0, 280.0);
    unsigned told_at = 0;
    double least = HEIGHT;
    double most = 0.0;
    for (double y = 2.0; y < 200.0; y += 6.0) {
        for (double x = 2.0; x < 200.0; x += 6.0) {
            if (count_vertices(&chart, x, y) > without) {
                told_at++;
                least = fmin(least, y);
                most = fmax(most, y);
            }
        }
    }
    assert_true(told_at > 0 && most - least < 30.0);
}

static void textures_can_be_replaced(void **unused)
{
    const uint32_t pixels[6] = {1, 2, 3, 4, 5, 6};
    uint32_t number = 0;
    ui_texture texture;
    assert_true(ui_texture_set(interface, pixels, 3, 2, &number));
    assert_true(number != 0 && ui_texture_at(interface, number, &texture));
    assert_memory_equal(texture.pixels, pixels, sizeof pixels);
    const uint32_t version = texture.version;
    assert_true(ui_texture_set(interface, pixels, 2, 2, &number));
    assert_true(ui_texture_at(interface, number, &texture));
    assert_true(texture.version != version && texture.width == 2);
    uint32_t last = 0;
    do {
        number = 0;
        last += ui_texture_set(interface, pixels, 1, 1, &number);
    } while (number != 0);
    assert_int_equal(last, UI_MAX_TEXTURES - 2);
    assert_false(ui_texture_at(interface, UI_MAX_TEXTURES, &texture));
}

/* Relative luminance and contrast as the Web Content Accessibility Guidelines 2.1 define them. */
static double luminance(uint32_t colour)
{
    static const double weights[] = {0.2126, 0.7152, 0.0722};
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        const double c = (double)(colour >> (16 - 8 * i) & 255u) / 255.0;
        sum += weights[i] * (c <= 0.03928 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
    }
    return sum;
}

static double contrast(uint32_t a, uint32_t b)
{
    const double first = luminance(a) + 0.05;
    const double second = luminance(b) + 0.05;
    return first > second ? first / second : second / first;
}

/* 4.5 is what level AA asks of text. */
static void texts_can_be_read(void **unused)
{
    for (int theme = UI_THEME_DARK; theme <= UI_THEME_LIGHT; theme++) {
        const ui_palette *palette = ui_palette_of((ui_theme)theme);
        const uint32_t surfaces[] = {palette->back, palette->field, palette->field_hot, palette->button,
                                     palette->button_hot};
        for (int tone = 0; tone < UI_TONE_COUNT; tone++) {
            assert_true(contrast(palette->tones[tone], palette->back) >= 4.5);
        }
        for (size_t i = 0; i < sizeof surfaces / sizeof surfaces[0]; i++) {
            assert_true(contrast(palette->text, surfaces[i]) >= 4.5);
        }
    }
}

static void scales_make_larger_letters(void **unused)
{
    draw_until_settled();
    ui_begin(interface, 1.0, WIDTH, HEIGHT);
    const double before = ui_line_height();
    ui_end(interface);
    ui_set_scale(interface, 2.0);
    ui_begin(interface, 1.0, WIDTH, HEIGHT);
    assert_true(ui_line_height() == 2.0 * before);
    ui_end(interface);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(clicks_between_frames_are_not_lost),
        TEST(sliders_follow_the_pointer),
        TEST(sliders_are_typed_in),
        TEST(checkboxes_turn),
        TEST(texts_are_typed_and_edited),
        TEST(seeds_have_64_bits),
        TEST(widgets_are_left_by_clicks_elsewhere),
        TEST(places_belong_to_windows),
        TEST(drawings_are_sound),
        TEST(nothing_moves_by_itself),
        TEST(charts_tell_the_numbers_of_points),
        TEST(textures_can_be_replaced),
        TEST(texts_can_be_read),
        TEST(scales_make_larger_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
