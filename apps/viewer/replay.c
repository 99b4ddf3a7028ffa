#include "replay.h"

#include <stdio.h>

#define FRAME_SECONDS (1.0 / 60.0)

static bool draw(session *running, const replay_area *area, char *error, size_t error_bytes)
{
    session_catch_up(running, area->width, area->height);
    const bool is_drawn = session_frame(running, area->width, area->height, FRAME_SECONDS) != SCREEN_LOST;
    if (!is_drawn) {
        snprintf(error, error_bytes, "the screen was lost");
    }
    return is_drawn;
}

static void resize(replay_area *area, uint32_t width, uint32_t height)
{
    if (area->resize != NULL) {
        area->resize(area->user, width, height, &area->width, &area->height);
    } else {
        area->width = width;
        area->height = height;
    }
}

static bool play(session *running, const viewer_event *event, replay_area *area, char *error, size_t error_bytes)
{
    switch (event->kind) {
    case VIEWER_EVENT_SIZE:
        resize(area, event->width, event->height);
        return true;
    case VIEWER_EVENT_FRAME:
        return draw(running, area, error, error_bytes);
    case VIEWER_EVENT_SETTLE:
        return session_settle(running, area->width, area->height, error, error_bytes);
    case VIEWER_EVENT_PICTURE:
        return session_settle(running, area->width, area->height, error, error_bytes) &&
               session_keep(running, event->text, error, error_bytes);
    default:
        session_replay(running, event);
        return true;
    }
}

bool replay_run(session *running, const char *path, replay_area *area, char *error, size_t error_bytes)
{
    char problem[512];
    viewer_event_file file;
    viewer_event event;
    bool is_played = viewer_event_file_open(path, &file, error, error_bytes);
    if (!is_played) {
        return false;
    }
    while (is_played && !area->is_closed) {
        is_played = viewer_event_file_next(&file, &event, error, error_bytes);
        if (!is_played || event.kind == VIEWER_EVENT_NONE) {
            break;
        }
        is_played = play(running, &event, area, problem, sizeof problem);
        if (!is_played) {
            snprintf(error, error_bytes, "%s:%u: %s", path, file.line, problem);
        }
        area->is_closed = session_take_wish(running) == VIEWER_WISH_QUIT ||
                          (area->poll != NULL && area->poll(area->user));
    }
    viewer_event_file_close(&file);
    return is_played;
}
