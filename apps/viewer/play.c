#include "play.h"

#include <stdio.h>
#include <string.h>

#include "event.h"
#include "saving.h"

#define FRAME_SECONDS (1.0 / 60)
#define PATH_SIZE 2048

struct replay {
    viewer *self;
    play_keeper *keep;
    void *user;
    uint32_t width;
    uint32_t height;
    bool is_closed;
};

bool play_keep_file(void *user, viewer *self, const char *name, uint32_t width, uint32_t height, char *text,
                    size_t size)
{
    char path[PATH_SIZE];
    if (name[0] == '\0' || name[0] == '.' || strchr(name, '/') != NULL) {
        snprintf(text, size, "'%.80s' is no name of a picture", name);
        return false;
    }
    const int length = snprintf(path, sizeof path, "%s/%s.png", (const char *)user, name);
    if (length < 0 || (size_t)length >= sizeof path) {
        snprintf(text, size, "the name of a picture is too long");
        return false;
    }
    return saving_picture(self, path, width, height, text, size) == SCREE_OK;
}

/* A picture that cannot be made leaves the one before, as in a window; only files are errors. */
static bool play_event(struct replay *replay, const viewer_event *event, char *text, size_t size)
{
    switch (event->kind) {
    case VIEWER_EVENT_SIZE:
        replay->width = event->width;
        replay->height = event->height;
        viewer_input(replay->self, event);
        return true;
    case VIEWER_EVENT_FRAME:
        viewer_catch_up(replay->self, replay->width, replay->height);
        viewer_advance(replay->self, replay->width, replay->height, FRAME_SECONDS);
        return true;
    case VIEWER_EVENT_SETTLE:
        viewer_settle(replay->self, replay->width, replay->height, NULL);
        return true;
    case VIEWER_EVENT_PICTURE:
        return replay->keep == NULL ||
               replay->keep(replay->user, replay->self, event->text, replay->width, replay->height, text, size);
    default:
        replay->is_closed = viewer_input(replay->self, event) == VIEWER_WISH_QUIT;
        return true;
    }
}

bool play_events(viewer *self, const char *path, play_keeper *keep, void *user, uint32_t width, uint32_t height,
                 char *text, size_t size)
{
    viewer_event_file file;
    viewer_event event = {.kind = VIEWER_EVENT_SIZE, .width = width, .height = height};
    struct replay replay = {.self = self, .keep = keep, .user = user};
    if (!viewer_event_file_open(path, &file, text, size)) {
        return false;
    }
    bool is_played = true;
    char error[400];
    while (is_played && event.kind != VIEWER_EVENT_NONE && !replay.is_closed) {
        is_played = play_event(&replay, &event, error, sizeof error);
        if (!is_played) {
            snprintf(text, size, "%s:%u: %s", path, file.line, error);
        } else {
            is_played = viewer_event_file_next(&file, &event, text, size);
        }
    }
    viewer_event_file_close(&file);
    return is_played;
}
