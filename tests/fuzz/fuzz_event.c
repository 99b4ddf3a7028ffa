/* Recorded interactions: what is accepted is printed, and the print is read as the same event. */
#include "fuzz.h"

#include <string.h>

#include "event.h"

static void check_line(const char *line, size_t length)
{
    char error[256];
    char text[VIEWER_EVENT_LINE];
    viewer_event event;
    viewer_event again;
    if (!viewer_event_parse(line, length, &event, error, sizeof error)) {
        FUZZ_REQUIRE(event.kind == VIEWER_EVENT_NONE);
        FUZZ_REQUIRE(error[0] != '\0');
        return;
    }
    viewer_event_print(&event, text);
    FUZZ_REQUIRE(viewer_event_parse(text, strlen(text), &again, error, sizeof error));
    FUZZ_REQUIRE(memcmp(&event, &again, sizeof event) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *line = size == 0 ? "" : (const char *)data;
    const char *end = line + size;
    while (line < end) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        const char *line_end = newline == NULL ? end : newline;
        check_line(line, (size_t)(line_end - line));
        line = newline == NULL ? end : newline + 1;
    }
    return 0;
}
