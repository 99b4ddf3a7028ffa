/*
 * Interactions: what a person does with the viewer, as values and as text. A recording is a text with one event a line,
 * so that it can be written by hand, kept in a repository and played again:
 *
 *     size 640 360        pixels of the picture; the first line of most recordings
 *     move 120 80         the pointer, in pixels from the upper left corner
 *     press left          a button of the mouse: left, right, middle
 *     release left
 *     wheel 0 -1          sideways and upwards, in notches
 *     key ctrl+z          a key that was struck, by the character on it or by its name: up, page-down, f1
 *     hold w              a key that stays down, for flight
 *     let w
 *     type "a \"word\""   text for the user interface
 *     set threshold 0.25  a parameter by its name
 *     step                the step of undo ends: what is set next is another one
 *     drop /data/dem.tif  a file that was dropped on the window; the rest of the line is its name
 *     frame               one frame is drawn
 *     settle              frames are drawn until the picture is final
 *     picture NAME        the picture is kept for comparison
 *     close               the window is closed
 *
 * Empty lines and those that begin with # are skipped.
 */
#ifndef VIEWER_EVENT_H
#define VIEWER_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum viewer_event_kind {
    VIEWER_EVENT_NONE = 0, /* An empty line, or a comment. */
    VIEWER_EVENT_SIZE,
    VIEWER_EVENT_MOVE,
    VIEWER_EVENT_PRESS,
    VIEWER_EVENT_RELEASE,
    VIEWER_EVENT_WHEEL,
    VIEWER_EVENT_KEY,
    VIEWER_EVENT_HOLD,
    VIEWER_EVENT_LET,
    VIEWER_EVENT_TYPE,
    VIEWER_EVENT_SET,
    VIEWER_EVENT_STEP,
    VIEWER_EVENT_DROP,
    VIEWER_EVENT_FRAME,
    VIEWER_EVENT_SETTLE,
    VIEWER_EVENT_PICTURE,
    VIEWER_EVENT_CLOSE
} viewer_event_kind;

typedef enum viewer_button { VIEWER_BUTTON_LEFT, VIEWER_BUTTON_RIGHT, VIEWER_BUTTON_MIDDLE } viewer_button;

/* Keys with a printable character are that character of ASCII, letters as small ones; the others have numbers here. */
typedef enum viewer_key {
    VIEWER_KEY_NONE = 0,
    VIEWER_KEY_SPACE = ' ',
    VIEWER_KEY_ESCAPE = 256, /* From here to the end key, numbers are those of GLFW. */
    VIEWER_KEY_ENTER,
    VIEWER_KEY_TAB,
    VIEWER_KEY_BACKSPACE,
    VIEWER_KEY_INSERT,
    VIEWER_KEY_DELETE,
    VIEWER_KEY_RIGHT,
    VIEWER_KEY_LEFT,
    VIEWER_KEY_DOWN,
    VIEWER_KEY_UP,
    VIEWER_KEY_PAGE_UP,
    VIEWER_KEY_PAGE_DOWN,
    VIEWER_KEY_HOME,
    VIEWER_KEY_END,
    VIEWER_KEY_F1,
    VIEWER_KEY_F12 = VIEWER_KEY_F1 + 11,
    VIEWER_KEY_COUNT
} viewer_key;

/* Keys that were down together with another one, as bits. */
enum { VIEWER_CTRL = 1, VIEWER_SHIFT = 2, VIEWER_ALT = 4 };

/* Bytes of a text in an event, with the zero at its end. */
#define VIEWER_EVENT_TEXT 16384
/* Bytes of a parameter's name, with the zero at its end. */
#define VIEWER_EVENT_NAME 64
/* Bytes that suffice for an event's line, with the zero at its end: each byte of a text may need four. */
#define VIEWER_EVENT_LINE (4 * VIEWER_EVENT_TEXT + 2 * VIEWER_EVENT_NAME)
/* Maximum pixels of a side. */
#define VIEWER_EVENT_MAX_SIDE 16384

typedef struct viewer_event {
    viewer_event_kind kind;
    /* MOVE: pixels from the left and from the top. WHEEL: notches sideways and upwards. Finite. */
    double x, y;
    uint32_t width, height;       /* SIZE: pixels, 1 to VIEWER_EVENT_MAX_SIDE. */
    viewer_button button;         /* PRESS, RELEASE. */
    uint32_t key;                 /* KEY, HOLD, LET: a viewer_key. */
    uint32_t modifiers;           /* KEY: a set of VIEWER_CTRL and so on. PRESS: the same; not in texts. */
    char name[VIEWER_EVENT_NAME]; /* SET: the parameter. */
    char text[VIEWER_EVENT_TEXT]; /* TYPE, SET (the value), DROP, PICTURE: UTF-8, without zeros. */
} viewer_event;

/*
 * Reads a line of `length` bytes, without its newline. On failure `error` says what is wrong and names the word, and
 * the event is of the kind NONE.
 */
bool viewer_event_parse(const char *line, size_t length, viewer_event *event, char *error, size_t error_bytes);

/* Writes an event's line, without a newline, which reads back as the same event. NONE is an empty line. */
void viewer_event_print(const viewer_event *event, char line[VIEWER_EVENT_LINE]);

/* A recording that is written as events come. */
typedef struct viewer_event_log {
    FILE *file;     /* NULL = nothing is recorded. */
    bool has_input; /* The last event was no frame. */
} viewer_event_log;
void viewer_event_log_add(viewer_event_log *log, const viewer_event *event);

/* A key's text, such as "ctrl+page-up". At least 32 bytes. */
void viewer_key_print(uint32_t key, uint32_t modifiers, char *text, size_t text_bytes);

/* Reads a key's text; false where there is no such key. */
bool viewer_key_parse(const char *text, size_t length, uint32_t *key, uint32_t *modifiers);

/* Receives the events of a recording. False ends it: with a message in `error`, which is empty before, where something
   is wrong. */
typedef bool viewer_event_player(void *user, const viewer_event *event, char *error, size_t error_bytes);

/*
 * Reads a recording of at most 16 MiB line by line, and hands out its events. False where it cannot be read, or where a
 * line or an event is wrong; `error` names the file and the line.
 */
bool viewer_event_play(const char *path, viewer_event_player *play, void *user, char *error, size_t error_bytes);

#ifdef __cplusplus
}
#endif

#endif
