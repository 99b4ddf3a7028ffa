#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "numbers.h"

#define COLUMNS_DEFAULT 80
#define ROWS_DEFAULT 24

/* Pixels of a character, where the terminal does not tell. */
#define CHARACTER_WIDTH 9
#define CHARACTER_HEIGHT 18

/* The text of a variable, empty where it is not set. */
static const char *variable(const char *name)
{
    const char *text = getenv(name);
    return text != NULL ? text : "";
}

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

bool terminal_is_there(void)
{
    return isatty(STDOUT_FILENO) == 1;
}

static uint64_t whole_variable(const char *name, uint64_t otherwise)
{
    const char *text = variable(name);
    uint64_t number = 0;
    return number_read_unsigned(text, strlen(text), &number) && number > 0 && number < 10000 ? number : otherwise;
}

struct terminal terminal_measure(void)
{
    struct winsize size;
    struct terminal terminal;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) {
        memset(&size, 0, sizeof size);
    }
    terminal.columns = size.ws_col > 0 ? size.ws_col : whole_variable("COLUMNS", COLUMNS_DEFAULT);
    terminal.rows = size.ws_row > 0 ? size.ws_row : whole_variable("LINES", ROWS_DEFAULT);
    terminal.pixels[0] = size.ws_xpixel > 0 ? size.ws_xpixel : terminal.columns * CHARACTER_WIDTH;
    terminal.pixels[1] = size.ws_ypixel > 0 ? size.ws_ypixel : terminal.rows * CHARACTER_HEIGHT;
    return terminal;
}

bool terminal_has_colours(void)
{
    const char *term = variable("TERM");
    /* Terminals of one colour, by the beginning of their names. */
    static const char *const names[] = {"dumb", "vt52", "vt100", "vt102", "vt220", "vt320", "ansi-m", "hp"};
    const size_t length = strlen(term);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (starts(term, names[i])) {
            return false;
        }
    }
    return length > 0 && strstr(term, "-mono") == NULL && (length < 2 || strcmp(term + length - 2, "-m") != 0);
}

static bool is_one_of(const char *text, const char *const *names)
{
    for (; *names != NULL; names++) {
        if (strcmp(text, *names) == 0) {
            return true;
        }
    }
    return false;
}

static bool has_kitty(const char *term, const char *program)
{
    static const char *const programs[] = {"kitty", "ghostty", "WezTerm", NULL};
    return strcmp(term, "xterm-kitty") == 0 || strcmp(term, "xterm-ghostty") == 0 || is_one_of(program, programs) ||
           *variable("KITTY_WINDOW_ID") != '\0';
}

static bool has_sixel(const char *term, const char *program)
{
    static const char *const programs[] = {"iTerm.app", "mintty", "contour", NULL};
    return starts(term, "foot") || starts(term, "mlterm") || starts(term, "yaft") || starts(term, "contour") ||
           strstr(term, "sixel") != NULL || is_one_of(program, programs);
}

bool terminal_find_graphics(enum graphics *graphics)
{
    const char *term = variable("TERM");
    const char *program = variable("TERM_PROGRAM");
    const char *colours = variable("COLORTERM");
    if (!terminal_has_colours() || *variable("NO_COLOR") != '\0') {
        return false;
    }
    /* A multiplexer passes neither on, though the variables of the terminal round it are still there. */
    const bool is_within = starts(term, "screen") || starts(term, "tmux");
    if (!is_within && has_kitty(term, program)) {
        *graphics = GRAPHICS_KITTY;
    } else if (!is_within && has_sixel(term, program)) {
        *graphics = GRAPHICS_SIXEL;
    } else {
        const bool has_all = strcasecmp(colours, "truecolor") == 0 || strcasecmp(colours, "24bit") == 0;
        *graphics = has_all ? GRAPHICS_BLOCKS : GRAPHICS_BLOCKS_256;
    }
    return true;
}
