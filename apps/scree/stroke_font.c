#include "stroke_font.h"

#include <math.h>
#include <string.h>

/* A digit is 8 units wide and 12 high, and 4 units part it from the next. */
#define UNITS_HIGH 12.0f
#define GAP 4.0f
#define BLANK 4.0f
#define UNIT (STROKE_FONT_HEIGHT / UNITS_HIGH)
#define PEN 0.7f

/* Points as two hexadecimal digits, x and y (downwards, from the top of a digit); a stroke ends at a slash. */
static const struct {
    char character;
    const char *points;
} glyphs[] = {
    {'0', "30507183897b5c3c1b09031130"},
    {'1', "03304c"},
    {'2', "031130507183750c8c"},
    {'3', "0211305071837556/365677897b5c3c1b0a"},
    {'4', "600888/606c"},
    {'5', "80100524547587897b5c3c1b0a"},
    {'6', "7250301103091b3c5c7b89887655351608"},
    {'7', "00803c"},
    {'8', "3050718375563615031130/3618091b3c5c7b897856"},
    {'9', "1a3c5c7b89837150301103041637577684"},
    {'-', "1676"},
    {'+', "1676/434a"},
    {'.', "0b0c"},
    {'=', "1575/1979"},
    {'e', "08888675543415060a1b3c5c7b"},
    {'x', "048c/840c"},
    {'y', "044b/842f0f"},
    {'z', "04840c8c"},
};

/* A line of some width. */
struct stroke {
    const uint8_t *colour;
    float half_width;
    float from[2];
    float to[2];
};

static const char *find_points(char character)
{
    for (size_t i = 0; i < sizeof glyphs / sizeof glyphs[0]; i++) {
        if (glyphs[i].character == character) {
            return glyphs[i].points;
        }
    }
    return "";
}

static int digit_value(char digit)
{
    return digit <= '9' ? digit - '0' : digit - 'a' + 10;
}

static float glyph_width(const char *points)
{
    int width = *points == '\0' ? (int)BLANK : 0;
    for (; *points != '\0'; points += *points == '/' ? 1 : 2) {
        if (*points != '/' && digit_value(*points) > width) {
            width = digit_value(*points);
        }
    }
    return (float)width;
}

float stroke_font_width(const char *text)
{
    float width = -GAP;
    for (; *text != '\0'; text++) {
        width += glyph_width(find_points(*text)) + GAP;
    }
    return width * UNIT;
}

void stroke_font_choose_ink(struct stroke_text *text)
{
    const uint8_t *ground = text->ground;
    const bool is_light = 299u * ground[0] + 587u * ground[1] + 114u * ground[2] > 100000u;
    memset(text->ink, is_light ? 20 : 240, sizeof text->ink);
}

static uint32_t clamp_index(float position, uint32_t end)
{
    return position <= 0.0f ? 0 : position >= (float)end ? end : (uint32_t)position;
}

/* How much of a pixel, whose middle is given, a stroke covers. */
static float covered(const struct stroke *stroke, float x, float y)
{
    const float along[2] = {stroke->to[0] - stroke->from[0], stroke->to[1] - stroke->from[1]};
    const float square = along[0] * along[0] + along[1] * along[1];
    const float part = ((x - stroke->from[0]) * along[0] + (y - stroke->from[1]) * along[1]) / fmaxf(square, 1e-6f);
    const float near = fminf(fmaxf(part, 0.0f), 1.0f);
    const float distance = hypotf(x - stroke->from[0] - near * along[0], y - stroke->from[1] - near * along[1]);
    return fminf(fmaxf(stroke->half_width + 0.5f - distance, 0.0f), 1.0f);
}

static void draw_stroke(const struct stroke *stroke, const struct picture_band *band)
{
    const float reach = stroke->half_width + 1.5f;
    const float top = (float)band->top;
    const uint32_t left = clamp_index(fminf(stroke->from[0], stroke->to[0]) - reach, band->width);
    const uint32_t right = clamp_index(fmaxf(stroke->from[0], stroke->to[0]) + reach, band->width);
    const uint32_t first = clamp_index(fminf(stroke->from[1], stroke->to[1]) - reach - top, band->rows);
    const uint32_t end = clamp_index(fmaxf(stroke->from[1], stroke->to[1]) + reach - top, band->rows);
    for (uint32_t row = first; row < end; row++) {
        for (uint32_t column = left; column < right; column++) {
            uint8_t *pixel = band->colours + 3 * ((size_t)row * band->width + column);
            const float share = covered(stroke, (float)column + 0.5f, (float)row + top + 0.5f);
            for (int channel = 0; channel < 3; channel++) {
                const float change = share * ((float)stroke->colour[channel] - (float)pixel[channel]);
                pixel[channel] = (uint8_t)((float)pixel[channel] + change + 0.5f);
            }
        }
    }
}

/* A point of the picture, from one of a text: along it from its middle, and below its middle. */
static void point_of(const struct stroke_text *text, float along, float below, float point[2])
{
    point[0] = text->centre[0] + along * text->direction[0] - below * text->direction[1];
    point[1] = text->centre[1] + along * text->direction[1] + below * text->direction[0];
}

static void point_of_digits(const struct stroke_text *text, float left, const char *digits, float point[2])
{
    point_of(text, left + (float)digit_value(digits[0]) * UNIT,
             ((float)digit_value(digits[1]) - UNITS_HIGH / 2.0f) * UNIT, point);
}

static void draw_glyph(const struct stroke_text *text, float left, const char *points, const struct picture_band *band)
{
    struct stroke stroke = {.colour = text->ink, .half_width = PEN};
    while (*points != '\0') {
        point_of_digits(text, left, points, stroke.from);
        for (points += 2; *points != '\0' && *points != '/'; points += 2) {
            point_of_digits(text, left, points, stroke.to);
            draw_stroke(&stroke, band);
            memcpy(stroke.from, stroke.to, sizeof stroke.from);
        }
        points += *points == '/' ? 1 : 0;
    }
}

static void draw_text(const struct stroke_text *text, const struct picture_band *band)
{
    const float half = stroke_font_width(text->text) / 2.0f;
    struct stroke ground = {.colour = text->ground, .half_width = STROKE_FONT_HEIGHT / 2.0f + STROKE_FONT_MARGIN};
    point_of(text, -half, 0.0f, ground.from);
    point_of(text, half, 0.0f, ground.to);
    draw_stroke(&ground, band);
    float left = -half;
    for (const char *character = text->text; *character != '\0'; character++) {
        const char *points = find_points(*character);
        draw_glyph(text, left, points, band);
        left += (glyph_width(points) + GAP) * UNIT;
    }
}

void stroke_font_draw(const struct stroke_text *texts, size_t count, const struct picture_band *band)
{
    for (size_t i = 0; i < count; i++) {
        const float reach = stroke_font_width(texts[i].text) + 2.0f * STROKE_FONT_HEIGHT;
        const float top = texts[i].centre[1] - (float)band->top;
        if (top > -reach && top < (float)band->rows + reach) {
            draw_text(&texts[i], band);
        }
    }
}
