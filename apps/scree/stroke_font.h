/* Small texts in a picture, drawn by strokes on a ground of one colour. */
#ifndef STROKE_FONT_H
#define STROKE_FONT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STROKE_TEXT_SIZE 28

/* The height of a digit in pixels, and the room around a text. */
#define STROKE_FONT_HEIGHT 9.5f
#define STROKE_FONT_MARGIN 2.5f

/* A text of digits and of the letters e, x, y and z; other characters are blanks. */
struct stroke_text {
    float centre[2];    /* In pixels from the left upper corner of the picture. */
    float direction[2]; /* The direction of reading, of length 1. */
    uint8_t ink[3];
    uint8_t ground[3];
    char text[STROKE_TEXT_SIZE];
};

/* Some rows of a picture, pixels of three bytes. */
struct picture_band {
    uint8_t *colours;
    uint32_t width;
    uint32_t top; /* The number of the first row. */
    uint32_t rows;
};

/* The length of a text in pixels. */
float stroke_font_width(const char *text);

/* Chooses an ink that is seen on the ground. */
void stroke_font_choose_ink(struct stroke_text *text);

/* Draws what of so many texts lies within a band. */
void stroke_font_draw(const struct stroke_text *texts, size_t count, const struct picture_band *band);

#endif
