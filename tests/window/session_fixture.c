#include "session_fixture.h"

#include <stdlib.h>
#include <string.h>

static const char before[] = "set scene voxels\nset side 16\nset shadows false\nsettle\n";

bool fixture_has_screen(void)
{
    char error[256];
    screen *shown = screen_offscreen_open(-1, error, sizeof error);
    const bool has_screen = shown != NULL;
    if (!has_screen) {
        printf("skipped: %s\n", error);
    }
    screen_destroy(&shown);
    return has_screen;
}

void fixture_begin(session_fixture *fixture)
{
    char error[512];
    fixture->width = FIXTURE_WIDTH;
    fixture->height = FIXTURE_HEIGHT;
    fixture->messages = viewer_messages_create();
    assert_non_null(fixture->messages);
    const viewer_start start = {.messages = fixture->messages, .wants_host_pixels = true};
    assert_int_equal(viewer_create(&start, &fixture->core, error, sizeof error), SCREE_OK);
    fixture->interface = ui_create(&(ui_options){.scale = 1.0});
    fixture->shown = screen_offscreen_open(-1, error, sizeof error);
    fixture->record = tmpfile();
    assert_true(fixture->interface != NULL && fixture->shown != NULL && fixture->record != NULL);
    const session_start begun = {.host = {.viewer = fixture->core,
                                          .interface = fixture->interface,
                                          .context = viewer_messages_context(fixture->messages),
                                          .scale = 1.0},
                                 .shown = fixture->shown,
                                 .record = fixture->record,
                                 .pictures = fixture->pictures};
    fixture->running = session_create(&begun);
    assert_non_null(fixture->running);
    fixture_play(fixture, before);
}

void fixture_end(session_fixture *fixture)
{
    session_destroy(&fixture->running);
    ui_destroy(&fixture->interface);
    viewer_destroy(&fixture->core);
    assert_int_equal(fixture->shown->vulkan->complaints, 0);
    screen_destroy(&fixture->shown);
    viewer_messages_destroy(&fixture->messages);
    fclose(fixture->record);
}

static void play_line(session_fixture *fixture, const char *line, size_t length)
{
    char error[512];
    viewer_event event;
    if (!viewer_event_parse(line, length, &event, error, sizeof error)) {
        fail_msg("%s", error);
    }
    if (event.kind == VIEWER_EVENT_SIZE) {
        fixture->width = event.width;
        fixture->height = event.height;
    } else if (event.kind == VIEWER_EVENT_FRAME) {
        assert_int_equal(session_frame(fixture->running, fixture->width, fixture->height, 1.0 / 60.0), SCREEN_SHOWN);
    } else if (event.kind == VIEWER_EVENT_SETTLE) {
        assert_true(session_settle(fixture->running, fixture->width, fixture->height, error, sizeof error));
    } else if (event.kind == VIEWER_EVENT_PICTURE) {
        assert_true(session_keep(fixture->running, event.text, error, sizeof error));
    } else if (fixture->is_replay) {
        session_replay(fixture->running, &event);
    } else {
        session_input(fixture->running, &event);
    }
}

void fixture_play(session_fixture *fixture, const char *lines)
{
    while (*lines != '\0') {
        const char *end = strchr(lines, '\n');
        const size_t length = end == NULL ? strlen(lines) : (size_t)(end - lines);
        play_line(fixture, lines, length);
        lines += length + (end != NULL);
    }
}

char *fixture_recorded(session_fixture *fixture)
{
    const long length = ftell(fixture->record);
    char *text = calloc((size_t)length + 1, 1);
    assert_non_null(text);
    rewind(fixture->record);
    assert_int_equal(fread(text, 1, (size_t)length, fixture->record), length);
    return text;
}

const char *fixture_get(session_fixture *fixture, const char *name)
{
    static char text[256];
    assert_true(viewer_get(fixture->core, name, text, sizeof text));
    return text;
}
