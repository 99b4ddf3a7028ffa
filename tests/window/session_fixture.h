/* A session on an image in memory: a small field on the processor, shown by whatever Vulkan there is. */
#ifndef SESSION_FIXTURE_H
#define SESSION_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "session.h"
#include "vulkan_base.h"

#define FIXTURE_SKIPPED 77
#define FIXTURE_WIDTH 640u
#define FIXTURE_HEIGHT 400u

typedef struct session_fixture {
    viewer_messages *messages;
    viewer *core;
    ui *interface;
    screen *shown;
    session *running;
    FILE *record; /* A temporary file. */
    uint32_t width, height;
    const char *pictures; /* Set it before the fixture is begun. */
    bool is_replay;       /* Lines are those of a recording, whose positions are in the picture. */
} session_fixture;

/* Whether there is a Vulkan device. */
bool fixture_has_screen(void);
void fixture_begin(session_fixture *fixture);
/* Also requires that the validation layer was silent. */
void fixture_end(session_fixture *fixture);
/* Gives lines of events, as recordings have them; `size` changes the area, `frame` and `settle` draw. */
void fixture_play(session_fixture *fixture, const char *lines);
/* The recording so far; free() it. */
char *fixture_recorded(session_fixture *fixture);
/* The text of a parameter's value. */
const char *fixture_get(session_fixture *fixture, const char *name);

#endif
