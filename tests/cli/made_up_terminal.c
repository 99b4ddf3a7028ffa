/*
 * For a build of the command whose stdout is a terminal as large as a test says: the linker sends the questions for it
 * here. MADE_UP_TERMINAL holds columns, rows, and the width and height in pixels; without it there is no terminal.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../apps/scree/terminal.h"

bool __wrap_terminal_is_there(void);
struct terminal __wrap_terminal_measure(void);

bool __wrap_terminal_is_there(void)
{
    return getenv("MADE_UP_TERMINAL") != NULL;
}

struct terminal __wrap_terminal_measure(void)
{
    struct terminal terminal = {.columns = 80, .rows = 24, .pixels = {720, 432}};
    const char *text = getenv("MADE_UP_TERMINAL");
    if (text != NULL) {
        sscanf(text, "%" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64, &terminal.columns, &terminal.rows,
               &terminal.pixels[0], &terminal.pixels[1]);
    }
    return terminal;
}
