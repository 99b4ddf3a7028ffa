#include "screen.h"

#include <stdio.h>
#include <stdlib.h>

void *screen_create(const screen_class *class, size_t bytes, char *error, size_t error_bytes)
{
    screen *made = calloc(1, bytes);
    if (made != NULL) {
        made->class = class;
    } else {
        snprintf(error, error_bytes, "there is no memory left");
    }
    return made;
}

screen_outcome screen_show(screen *shown, const screen_frame *frame)
{
    return frame->width == 0 || frame->height == 0 ? SCREEN_HIDDEN : shown->class->show(shown, frame);
}

bool screen_read(screen *shown, uint32_t *pixels, size_t count)
{
    return shown->class->read != NULL && shown->class->read(shown, pixels, count);
}

void screen_destroy(screen **shown)
{
    if (*shown != NULL) {
        (*shown)->class->destroy(*shown);
        *shown = NULL;
    }
}
