#include "replay.h"

#include <stdio.h>

#include "play.h"

static bool draw(session *running, const replay_area *area, char *error, size_t error_bytes)
{
    session_catch_up(running, area->width, area->height);
    const bool is_drawn = session_frame(running, area->width, area->height, PLAY_FRAME_SECONDS) != SCREEN_LOST;
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

struct replay {
    session *running;
    replay_area *area;
};

static bool play(void *user, const viewer_event *event, char *error, size_t error_bytes)
{
    session *running = ((const struct replay *)user)->running;
    replay_area *area = ((const struct replay *)user)->area;
    bool is_played = true;
    switch (event->kind) {
    case VIEWER_EVENT_SIZE:
        resize(area, event->width, event->height);
        break;
    case VIEWER_EVENT_FRAME:
        is_played = draw(running, area, error, error_bytes);
        break;
    case VIEWER_EVENT_SETTLE:
        is_played = session_settle(running, area->width, area->height, error, error_bytes);
        break;
    case VIEWER_EVENT_PICTURE:
        is_played = session_settle(running, area->width, area->height, error, error_bytes) &&
                    session_keep(running, event->text, error, error_bytes);
        break;
    default:
        session_replay(running, event);
        break;
    }
    area->is_closed = session_take_wish(running) == VIEWER_WISH_QUIT || (area->poll != NULL && area->poll(area->user));
    return is_played && !area->is_closed;
}

bool replay_run(session *running, const char *path, replay_area *area, char *error, size_t error_bytes)
{
    return viewer_event_play(path, play, &(struct replay){running, area}, error, error_bytes);
}
