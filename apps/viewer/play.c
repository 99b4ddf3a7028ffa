#include "play.h"

#include <stdio.h>
#include <string.h>

#include "event.h"
#include "saving.h"

struct replay {
    viewer *self;
    play_keeper *keep;
    void *user;
    uint32_t width;
    uint32_t height;
};

bool play_find_path(const char *folder, const char *name, char path[PLAY_PATH], char *text, size_t size)
{
    if (name[0] == '\0' || name[0] == '.' || strchr(name, '/') != NULL) {
        snprintf(text, size, "'%.80s' is no name of a picture", name);
        return false;
    }
    const bool fits = (size_t)snprintf(path, PLAY_PATH, "%s/%s.png", folder, name) < PLAY_PATH;
    if (!fits) {
        snprintf(text, size, "the name of a picture is too long");
    }
    return fits;
}

bool play_keep_file(void *user, viewer *self, const char *name, uint32_t width, uint32_t height, char *text,
                    size_t size)
{
    char path[PLAY_PATH];
    return play_find_path(user, name, path, text, size) &&
           saving_picture(self, path, width, height, text, size) == SCREE_OK;
}

/* A picture that cannot be made leaves the one before, as in a window; only files are errors. */
static bool play_event(void *user, const viewer_event *event, char *text, size_t size)
{
    struct replay *replay = user;
    switch (event->kind) {
    case VIEWER_EVENT_FRAME:
        viewer_catch_up(replay->self, replay->width, replay->height);
        viewer_advance(replay->self, replay->width, replay->height, PLAY_FRAME_SECONDS);
        return true;
    case VIEWER_EVENT_SETTLE:
        viewer_settle(replay->self, replay->width, replay->height, NULL);
        return true;
    case VIEWER_EVENT_PICTURE:
        return replay->keep == NULL ||
               replay->keep(replay->user, replay->self, event->text, replay->width, replay->height, text, size);
    case VIEWER_EVENT_SIZE:
        replay->width = event->width;
        replay->height = event->height;
        break;
    default:
        break;
    }
    return viewer_input(replay->self, event) != VIEWER_WISH_QUIT;
}

bool play_events(viewer *self, const char *path, play_keeper *keep, void *user, uint32_t width, uint32_t height,
                 char *text, size_t size)
{
    const viewer_event first = {.kind = VIEWER_EVENT_SIZE, .width = width, .height = height};
    struct replay replay = {.self = self, .keep = keep, .user = user};
    play_event(&replay, &first, text, size);
    return viewer_event_play(path, play_event, &replay, text, size);
}
