/* The text of interactions: what is printed reads back as the same event, and what is wrong is named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "event.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static uint64_t state = 1;

static uint32_t draw_number(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33);
}

static double draw_real(void)
{
    static const double special[] = {0.0, -1.0, 0.1, 1e-300, -1e300, 16777217.5, 1.0 / 3.0};
    return draw_number() % 4 == 0 ? special[draw_number() % COUNT_OF(special)]
                                  : ((double)draw_number() - 1e9) / (double)(1 + draw_number() % 1000);
}

/* Bytes of any kind but zero; some are escaped. */
static void draw_text(char *text, size_t capacity, size_t least)
{
    static const char some[] = "ab \"\\\n\t\r#\x7f\x01\xc3\xa9/='";
    size_t length = least + draw_number() % (draw_number() % 8 == 0 ? capacity - 1 - least : 12);
    for (size_t i = 0; i < length; i++) {
        text[i] = some[draw_number() % (sizeof some - 1)];
    }
    text[length] = '\0';
}

static void draw_name(char name[VIEWER_EVENT_NAME])
{
    static const char letters[] = "abc-_xyz019";
    size_t length = 1 + draw_number() % (VIEWER_EVENT_NAME - 1);
    for (size_t i = 0; i < length; i++) {
        name[i] = letters[draw_number() % (sizeof letters - 1)];
    }
    name[length] = '\0';
}

static uint32_t draw_key(void)
{
    uint32_t key;
    do {
        key = draw_number() % VIEWER_KEY_COUNT;
    } while ((key < 256 && (key < ' ' || key >= 127 || (key >= 'A' && key <= 'Z'))) || key == VIEWER_KEY_NONE);
    return key;
}

/* An event of a kind with the members that it uses. */
static viewer_event draw_event(viewer_event_kind kind)
{
    viewer_event event;
    memset(&event, 0, sizeof event);
    event.kind = kind;
    if (kind == VIEWER_EVENT_SIZE) {
        event.width = 1 + draw_number() % VIEWER_EVENT_MAX_SIDE;
        event.height = 1 + draw_number() % VIEWER_EVENT_MAX_SIDE;
    } else if (kind == VIEWER_EVENT_MOVE || kind == VIEWER_EVENT_WHEEL) {
        event.x = draw_real();
        event.y = draw_real();
    } else if (kind == VIEWER_EVENT_PRESS || kind == VIEWER_EVENT_RELEASE) {
        event.button = (viewer_button)(draw_number() % 3);
    } else if (kind == VIEWER_EVENT_KEY || kind == VIEWER_EVENT_HOLD || kind == VIEWER_EVENT_LET) {
        event.key = draw_key();
        event.modifiers = kind == VIEWER_EVENT_KEY ? draw_number() % 8 : 0;
    } else if (kind == VIEWER_EVENT_SET) {
        draw_name(event.name);
        draw_text(event.text, sizeof event.text, 0);
    } else if (kind == VIEWER_EVENT_TYPE || kind == VIEWER_EVENT_DROP || kind == VIEWER_EVENT_PICTURE) {
        draw_text(event.text, sizeof event.text, 0);
    }
    return event;
}

static void events_survive_their_text(void **unused)
{
    for (int round = 0; round < 20000; round++) {
        char line[VIEWER_EVENT_LINE];
        char error[256];
        viewer_event again;
        const viewer_event event = draw_event((viewer_event_kind)(round % (VIEWER_EVENT_CLOSE + 1)));
        viewer_event_print(&event, line);
        assert_null(strchr(line, '\n'));
        if (!viewer_event_parse(line, strlen(line), &again, error, sizeof error)) {
            fail_msg("%s: %s", line, error);
        }
        assert_memory_equal(&again, &event, sizeof event);
    }
}

static void longest_text_fits(void **unused)
{
    char line[VIEWER_EVENT_LINE];
    char error[256];
    viewer_event again;
    viewer_event event;
    memset(&event, 0, sizeof event);
    event.kind = VIEWER_EVENT_SET;
    memset(event.name, 'n', sizeof event.name - 1);
    memset(event.text, 1, sizeof event.text - 1);
    viewer_event_print(&event, line);
    assert_true(viewer_event_parse(line, strlen(line), &again, error, sizeof error));
    assert_memory_equal(&again, &event, sizeof event);
}

static void keys_have_names(void **unused)
{
    static const struct {
        const char *text;
        uint32_t key;
        uint32_t modifiers;
    } rows[] = {{"a", 'a', 0},
                {"?", '?', 0},
                {"+", '+', 0},
                {"ctrl++", '+', VIEWER_CTRL},
                {"ctrl+z", 'z', VIEWER_CTRL},
                {"ctrl+shift+z", 'z', VIEWER_CTRL | VIEWER_SHIFT},
                {"alt+f12", VIEWER_KEY_F12, VIEWER_ALT},
                {"space", ' ', 0},
                {"page-down", VIEWER_KEY_PAGE_DOWN, 0}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        uint32_t key;
        uint32_t modifiers;
        char text[40];
        assert_true(viewer_key_parse(rows[i].text, strlen(rows[i].text), &key, &modifiers));
        assert_int_equal(key, rows[i].key);
        assert_int_equal(modifiers, rows[i].modifiers);
        viewer_key_print(key, modifiers, text, sizeof text);
        assert_string_equal(text, rows[i].text);
    }
}

/* A line, and words of the message that it must give. */
static const struct {
    const char *line;
    const char *words;
} wrong[] = {
    {"jump 1 2", "no such event: 'jump'"},
    {"size 0 10", "from 1 to 16384: '0"},
    {"size 10", "the height must be a number"},
    {"size 1.5 10", "whole number"},
    {"size 20000 10", "20000"},
    {"move 1 two", "number: 'two'"},
    {"move inf 1", "number: 'inf'"},
    {"move 0x10 1", "number: '0x10'"},
    {"move 1e999 1", "number: '1e999'"},
    {"move 1 2 3", "nothing may follow here: '3'"},
    {"press top", "left, right or middle: 'top'"},
    {"key", "no such key"},
    {"key Q", "no such key: 'Q'"},
    {"key f13", "no such key: 'f13'"},
    {"key ctrl+", "no such key: 'ctrl+'"},
    {"hold ctrl+w", "stands alone"},
    {"type word", "in quotes: 'word'"},
    {"type \"word", "second quote"},
    {"type \"\\q\"", "backslash"},
    {"type \"\\x0\"", "backslash"},
    {"set", "a parameter's name"},
    {"set threshold", "the value must be a text"},
    {"drop", "the name must be a text"},
    {"frame 3", "nothing may follow here: '3'"},
};

static void wrong_lines_are_named(void **unused)
{
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        char error[256];
        viewer_event event;
        assert_false(viewer_event_parse(wrong[i].line, strlen(wrong[i].line), &event, error, sizeof error));
        if (strstr(error, wrong[i].words) == NULL) {
            fail_msg("%s: %s", wrong[i].line, error);
        }
        assert_int_equal(event.kind, VIEWER_EVENT_NONE);
    }
}

static void make_file(char path[32], const char *text, size_t bytes)
{
    strcpy(path, "/tmp/scree-event-XXXXXX");
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, bytes), bytes);
    close(file);
}

/* The kinds of events that were handed out; CLOSE ends the recording. */
struct played {
    viewer_event_kind kinds[8];
    size_t count;
};

static bool note_event(void *user, const viewer_event *event, char *error, size_t error_bytes)
{
    struct played *played = user;
    assert_string_equal(error, "");
    assert_true(played->count < COUNT_OF(played->kinds));
    played->kinds[played->count++] = event->kind;
    return event->kind != VIEWER_EVENT_CLOSE;
}

static void files_are_read_line_by_line(void **unused)
{
    static const char text[] = "# a recording\n\nsize 64 36\r\n  key a\nset kind \"white\"\nclose\nframe";
    static const viewer_event_kind kinds[] = {VIEWER_EVENT_SIZE, VIEWER_EVENT_KEY, VIEWER_EVENT_SET,
                                              VIEWER_EVENT_CLOSE};
    char path[32];
    char error[512];
    for (size_t cut = 0; cut <= sizeof "\nframe" - 1; cut++) {
        struct played played = {.count = 0};
        make_file(path, text, sizeof text - 1 - cut);
        assert_true(viewer_event_play(path, note_event, &played, error, sizeof error));
        assert_int_equal(played.count, COUNT_OF(kinds));
        assert_memory_equal(played.kinds, kinds, sizeof kinds);
        unlink(path);
    }
}

static void errors_have_their_line(void **unused)
{
    static const char text[] = "frame\n\nfly\n";
    struct played played = {.count = 0};
    char path[32];
    char error[512];
    char expected[64];
    make_file(path, text, sizeof text - 1);
    assert_false(viewer_event_play(path, note_event, &played, error, sizeof error));
    assert_int_equal(played.count, 1);
    snprintf(expected, sizeof expected, "%s:3: no such event: 'fly'", path);
    assert_string_equal(error, expected);
    unlink(path);
    assert_false(viewer_event_play(path, note_event, &played, error, sizeof error));
    assert_non_null(strstr(error, path));
    assert_non_null(strstr(error, "No such file"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_survive_their_text),
        cmocka_unit_test(longest_text_fits),
        cmocka_unit_test(keys_have_names),
        cmocka_unit_test(wrong_lines_are_named),
        cmocka_unit_test(files_are_read_line_by_line),
        cmocka_unit_test(errors_have_their_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
