/* Small texts in a picture, drawn by strokes on a ground of one colour. */
#ifndef LETTERING_H
#define LETTERING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LETTERING_TEXT_SIZE 28

/* The height of a digit in pixels, and the room around a text. */
#define LETTERING_HEIGHT 9.5f
#define LETTERING_MARGIN 2.5f

/* A text of digits and of the letters e, x, y and z; other characters are blanks. */
struct lettering {
    float centre[2];    /* In pixels from the left upper corner of the picture. */
    float direction[2]; /* In which it is read, of length 1. */
    uint8_t ink[3];
    uint8_t ground[3];
    char text[LETTERING_TEXT_SIZE];
};

/* Some rows of a picture, pixels of three bytes. */
struct picture_band {
    uint8_t *colours;
    uint32_t width;
    uint32_t top; /* The number of the first row. */
    uint32_t rows;
};

/* The length of a text in pixels. */
float lettering_width(const char *text);

/* Chooses an ink that is seen on the ground. */
void lettering_choose_ink(struct lettering *lettering);

/* Draws what of so many texts lies within a band. */
void lettering_draw(const struct lettering *texts, size_t count, const struct picture_band *band);

#endif
