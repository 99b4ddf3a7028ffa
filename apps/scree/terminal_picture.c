/* Pictures as terminals show them. */
#include <inttypes.h>
#include <nettle/base64.h>
#include <stdbool.h>
#include <string.h>

#include "terminal.h"

#define UPPER_HALF "\xe2\x96\x80"

/* Bytes of base64 in one command of kitty's graphics, and the bytes that they stand for. */
#define KITTY_CHUNK 4096
#define KITTY_BYTES (KITTY_CHUNK / 4 * 3)

/* Colours of sixel pictures: levels of red, green and blue. */
enum { RED_LEVELS = 6, GREEN_LEVELS = 7, BLUE_LEVELS = 6, SIXEL_COLOURS = RED_LEVELS * GREEN_LEVELS * BLUE_LEVELS };
#define SIXEL_ROWS 6

static const uint8_t *pixel_at(const struct terminal_picture *picture, uint64_t x, uint64_t y)
{
    return picture->pixels + 3 * (y * picture->width + x);
}

/* The level of xterm's colour cube that is nearest: 0, 95, 135, 175, 215, 255. */
static unsigned cube_level(uint8_t channel)
{
    return channel < 48 ? 0 : channel < 115 ? 1 : (channel - 35u) / 40;
}

static unsigned cube_value(unsigned level)
{
    return level == 0 ? 0 : 55 + 40 * level;
}

static unsigned square_distance(const uint8_t *pixel, unsigned red, unsigned green, unsigned blue)
{
    const int r = pixel[0] - (int)red;
    const int g = pixel[1] - (int)green;
    const int b = pixel[2] - (int)blue;
    return (unsigned)(r * r + g * g + b * b);
}

/* The nearest of xterm's 256 colours: one of the cube, or one of 24 greys. */
static unsigned nearest_of_256(const uint8_t *pixel)
{
    const unsigned red = cube_level(pixel[0]);
    const unsigned green = cube_level(pixel[1]);
    const unsigned blue = cube_level(pixel[2]);
    const unsigned mean = ((unsigned)pixel[0] + pixel[1] + pixel[2]) / 3;
    const unsigned grey = mean < 8 ? 0 : mean > 238 ? 23 : (mean - 3) / 10;
    const unsigned cube = square_distance(pixel, cube_value(red), cube_value(green), cube_value(blue));
    const unsigned light = 8 + 10 * grey;
    const unsigned colour = 16 + 36 * red + 6 * green + blue;
    return square_distance(pixel, light, light, light) < cube ? 232 + grey : colour;
}

/* Sets the colour of what is written (38) or of what is behind it (48). */
static void set_colour(FILE *stream, enum graphics graphics, int part, const uint8_t *pixel)
{
    if (graphics == GRAPHICS_BLOCKS_256) {
        fprintf(stream, "\033[%d;5;%um", part, nearest_of_256(pixel));
    } else {
        fprintf(stream, "\033[%d;2;%u;%u;%um", part, pixel[0], pixel[1], pixel[2]);
    }
}

/* Whether a colour must be set anew: it is not that of the column before. */
static bool differs(const struct terminal_picture *picture, uint64_t x, uint64_t y)
{
    return x == 0 || memcmp(pixel_at(picture, x, y), pixel_at(picture, x - 1, y), 3) != 0;
}

/* Two rows of pixels as the upper and lower halves of characters. */
static void print_blocks(FILE *stream, enum graphics graphics, const struct terminal_picture *picture, uint64_t y)
{
    const bool has_lower = y + 1 < picture->height;
    for (uint64_t x = 0; x < picture->width; x++) {
        if (differs(picture, x, y)) {
            set_colour(stream, graphics, 38, pixel_at(picture, x, y));
        }
        if (has_lower && differs(picture, x, y + 1)) {
            set_colour(stream, graphics, 48, pixel_at(picture, x, y + 1));
        }
        fputs(UPPER_HALF, stream);
    }
    fputs("\033[0m\n", stream);
}

static unsigned lightness(const uint8_t *pixel)
{
    return (299u * pixel[0] + 587u * pixel[1] + 114u * pixel[2]) / 1000u;
}

/* Two rows of pixels as one of characters, the denser the lighter: terminals are dark. */
static void print_shades(FILE *stream, const struct terminal_picture *picture, uint64_t y)
{
    static const char shades[] = " .:-=+*#%@";
    const uint64_t below = y + 1 < picture->height ? y + 1 : y;
    for (uint64_t x = 0; x < picture->width; x++) {
        const unsigned sum = lightness(pixel_at(picture, x, y)) + lightness(pixel_at(picture, x, below));
        putc(shades[sum * (sizeof shades - 1) / 512], stream);
    }
    putc('\n', stream);
}

/* The graphics protocol of kitty: pixels in base64, cut into commands. Pixels have three bytes, so nothing is padded.
 */
static void print_kitty(FILE *stream, const struct terminal_picture *picture)
{
    char chunk[KITTY_CHUNK];
    const uint64_t bytes = 3 * picture->width * picture->height;
    for (uint64_t at = 0; at < bytes; at += KITTY_BYTES) {
        const uint64_t count = bytes - at < KITTY_BYTES ? bytes - at : KITTY_BYTES;
        fputs("\033_G", stream);
        if (at == 0) {
            fprintf(stream, "a=T,q=2,f=24,s=%" PRIu64 ",v=%" PRIu64 ",", picture->width, picture->height);
        }
        fprintf(stream, "m=%d;", at + count < bytes);
        base64_encode_raw(chunk, (size_t)count, picture->pixels + at);
        fwrite(chunk, 1, (size_t)BASE64_ENCODE_RAW_LENGTH(count), stream);
        fputs("\033\\", stream);
    }
    putc('\n', stream);
}

/* One of so many levels. The threshold, 0 to 63, spreads the rounding over neighbouring pixels. */
static unsigned dithered_level(uint8_t channel, unsigned levels, unsigned threshold)
{
    return (channel * (levels - 1) * 64u + threshold * 255u + 127u) / (255u * 64u);
}

/* An ordered dither of 8 x 8 pixels (B. E. Bayer, 1973): bits of x and of x ^ y, the lowest ones foremost. */
static unsigned dither_threshold(uint64_t x, uint64_t y)
{
    unsigned threshold = 0;
    for (unsigned bit = 0; bit < 3; bit++) {
        threshold = threshold << 2 | (unsigned)(((x ^ y) >> bit & 1u) << 1) | (unsigned)(y >> bit & 1u);
    }
    return threshold;
}

static uint8_t sixel_colour(const struct terminal_picture *picture, uint64_t x, uint64_t y)
{
    const uint8_t *pixel = pixel_at(picture, x, y);
    const unsigned threshold = dither_threshold(x, y);
    const unsigned red = dithered_level(pixel[0], RED_LEVELS, threshold);
    const unsigned green = dithered_level(pixel[1], GREEN_LEVELS, threshold);
    const unsigned blue = dithered_level(pixel[2], BLUE_LEVELS, threshold);
    return (uint8_t)((red * GREEN_LEVELS + green) * BLUE_LEVELS + blue);
}

static void print_sixel_palette(FILE *stream)
{
    for (unsigned i = 0; i < SIXEL_COLOURS; i++) {
        const unsigned red = i / (GREEN_LEVELS * BLUE_LEVELS);
        const unsigned green = i / BLUE_LEVELS % GREEN_LEVELS;
        const unsigned blue = i % BLUE_LEVELS;
        fprintf(stream, "#%u;2;%u;%u;%u", i, red * 100 / (RED_LEVELS - 1), green * 100 / (GREEN_LEVELS - 1),
                blue * 100 / (BLUE_LEVELS - 1));
    }
}

/* A run of equal sixels, which a repeat makes shorter. */
static void print_run(FILE *stream, unsigned sixel, uint64_t count)
{
    if (count > 3) {
        fprintf(stream, "!%" PRIu64, count);
        count = 1;
    }
    for (; count > 0; count--) {
        putc((int)('?' + sixel), stream);
    }
}

/* The rows of one colour: each sixel is a column of six pixels. */
static void print_sixel_colour(FILE *stream, const struct terminal_picture *picture, uint64_t y, uint8_t colour)
{
    unsigned before = 0;
    uint64_t count = 0;
    fprintf(stream, "#%u", colour);
    for (uint64_t x = 0; x < picture->width; x++) {
        unsigned sixel = 0;
        for (unsigned row = 0; row < SIXEL_ROWS && y + row < picture->height; row++) {
            sixel |= sixel_colour(picture, x, y + row) == colour ? 1u << row : 0u;
        }
        if (sixel != before) {
            print_run(stream, before, count);
            count = 0;
        }
        before = sixel;
        count++;
    }
    if (before != 0) {
        print_run(stream, before, count);
    }
}

static void print_sixel_rows(FILE *stream, const struct terminal_picture *picture, uint64_t y)
{
    bool used[SIXEL_COLOURS] = {false};
    bool is_first = true;
    for (uint64_t row = y; row < y + SIXEL_ROWS && row < picture->height; row++) {
        for (uint64_t x = 0; x < picture->width; x++) {
            used[sixel_colour(picture, x, row)] = true;
        }
    }
    for (unsigned colour = 0; colour < SIXEL_COLOURS; colour++) {
        if (used[colour]) {
            fputs(is_first ? "" : "$", stream);
            print_sixel_colour(stream, picture, y, (uint8_t)colour);
            is_first = false;
        }
    }
    putc('-', stream);
}

static void print_sixel(FILE *stream, const struct terminal_picture *picture)
{
    fprintf(stream, "\033P0;1q\"1;1;%" PRIu64 ";%" PRIu64, picture->width, picture->height);
    print_sixel_palette(stream);
    for (uint64_t y = 0; y < picture->height; y += SIXEL_ROWS) {
        print_sixel_rows(stream, picture, y);
    }
    fputs("\033\\\n", stream);
}

void terminal_picture_print(FILE *stream, enum graphics graphics, const struct terminal_picture *picture)
{
    if (graphics == GRAPHICS_KITTY) {
        print_kitty(stream, picture);
        return;
    }
    if (graphics == GRAPHICS_SIXEL) {
        print_sixel(stream, picture);
        return;
    }
    for (uint64_t y = 0; y < picture->height; y += 2) {
        if (graphics == GRAPHICS_ASCII) {
            print_shades(stream, picture, y);
        } else {
            print_blocks(stream, graphics, picture, y);
        }
    }
}
