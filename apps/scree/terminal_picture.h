/* Pictures as terminals show them. */
#ifndef TERMINAL_PICTURE_H
#define TERMINAL_PICTURE_H

#include <stdint.h>
#include <stdio.h>

#include "enumeration_names.h"

/* Pixels in 3 bytes each (red, green, blue), row after row. */
struct terminal_picture {
    const uint8_t *pixels;
    uint64_t width;
    uint64_t height;
};

/* Prints a picture; blocks and letters show one column a pixel and two rows of pixels a line. */
void terminal_picture_print(FILE *stream, enum graphics graphics, const struct terminal_picture *picture);

#endif
