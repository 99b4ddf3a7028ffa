/* The abilities of the terminal behind stdout, as far as its environment tells them, and pictures as it shows them. */
#ifndef TERMINAL_H
#define TERMINAL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "enumeration_names.h"

struct terminal {
    uint64_t columns; /* At least 1. */
    uint64_t rows;
    uint64_t pixels[2]; /* Width and height; estimated where the terminal does not tell. */
};

/* Whether stdout is a terminal. */
bool terminal_is_there(void);

/* The size of the terminal, or a usual one where there is none. */
struct terminal terminal_measure(void);

/* Whether TERM names a terminal with colours. */
bool terminal_has_colours(void);

/*
 * The best graphics that the terminal has, by TERM, TERM_PROGRAM, KITTY_WINDOW_ID and COLORTERM. False for a terminal
 * without colours, and where NO_COLOR asks for none.
 */
bool terminal_find_graphics(enum graphics *graphics);

/* Pixels in 3 bytes each (red, green, blue), row after row. */
struct terminal_picture {
    const uint8_t *pixels;
    uint64_t width;
    uint64_t height;
};

/* Prints a picture; blocks and letters show one column a pixel and two rows of pixels a line. */
void terminal_picture_print(FILE *stream, enum graphics graphics, const struct terminal_picture *picture);

#endif
