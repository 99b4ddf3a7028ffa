/* A viewer without a window, whose pictures are small, for tests. */
#ifndef VIEWER_FIXTURE_H
#define VIEWER_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "event.h"
#include "parameter_value.h"
#include "viewer.h"

#define WIDTH 64
#define HEIGHT 48

struct fixture {
    viewer_messages *messages;
    viewer *self;
    char text[512];
};

static inline void open_viewer(struct fixture *fixture, const viewer_start *wanted)
{
    viewer_start start = *wanted;
    fixture->messages = viewer_messages_create();
    assert_non_null(fixture->messages);
    start.messages = fixture->messages;
    assert_int_equal(viewer_create(&start, &fixture->self, fixture->text, sizeof fixture->text), SCREE_OK);
}

static inline void close_viewer(struct fixture *fixture)
{
    viewer_destroy(&fixture->self);
    viewer_messages_destroy(&fixture->messages);
}

static inline void set(struct fixture *fixture, const char *name, const char *value)
{
    if (!viewer_set(fixture->self, name, value, fixture->text, sizeof fixture->text)) {
        fail_msg("%s %s: %s", name, value, fixture->text);
    }
}

static inline void send(struct fixture *fixture, const char *line)
{
    viewer_event event;
    assert_true(viewer_event_parse(line, strlen(line), &event, fixture->text, sizeof fixture->text));
    viewer_input(fixture->self, &event);
}

/* The pixels of the final picture, to be freed. */
static inline uint32_t *settle(struct fixture *fixture)
{
    assert_int_equal(viewer_settle(fixture->self, WIDTH, HEIGHT, NULL), SCREE_OK);
    const viewer_pixels pixels = viewer_picture(fixture->self);
    assert_int_equal(pixels.width, WIDTH);
    assert_int_equal(pixels.height, HEIGHT);
    assert_true(pixels.is_final);
    uint32_t *copy = malloc(4 * WIDTH * HEIGHT);
    assert_non_null(copy);
    assert_int_equal(scree_buffer_read(pixels.buffer, 0, 4 * WIDTH * HEIGHT, copy), SCREE_OK);
    return copy;
}

static inline bool shows(struct fixture *fixture, const uint32_t *expected)
{
    uint32_t *pixels = settle(fixture);
    const bool is_equal = memcmp(pixels, expected, 4 * WIDTH * HEIGHT) == 0;
    free(pixels);
    return is_equal;
}

static inline bool views_are_equal(const viewer_view *first, const viewer_view *second)
{
    bool are_equal = true;
    for (size_t number = 0; viewer_view_parameter(number) != NULL; number++) {
        are_equal = are_equal && parameter_equal(viewer_view_parameter(number), first, second);
    }
    return are_equal;
}

/* Expects that a value is refused with a message, and that the view stays. */
static inline void refuses(struct fixture *fixture, const char *name, const char *value, const char *message)
{
    const viewer_state before = *viewer_get_state(fixture->self);
    assert_false(viewer_set(fixture->self, name, value, fixture->text, sizeof fixture->text));
    if (strstr(fixture->text, message) == NULL) {
        fail_msg("'%s' does not contain '%s'", fixture->text, message);
    }
    assert_true(views_are_equal(&before.view, &viewer_get_state(fixture->self)->view));
}

#endif
