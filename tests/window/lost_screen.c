/* A screen that is lost after some frames, as when a GPU hangs: it takes the place of screen_show(). */
#include <stdio.h>

#include "screen.h"

#define FRAMES_BEFORE 3

screen_outcome __real_screen_show(screen *shown, const screen_frame *frame);
screen_outcome __wrap_screen_show(screen *shown, const screen_frame *frame);

screen_outcome __wrap_screen_show(screen *shown, const screen_frame *frame)
{
    static int frames;
    if (frames++ == FRAMES_BEFORE) {
        snprintf(shown->error, sizeof shown->error, "drawing the window: the device was lost");
        return SCREEN_LOST;
    }
    return __real_screen_show(shown, frame);
}
