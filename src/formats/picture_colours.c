/* A diverging colour map in the cylindrical form of OKLab. Each side has one hue, and both have the same lightness and
   chroma. Lightness falls and chroma rises evenly, so that equal steps of distance look equal. */
#include "picture_colours.h"

#include <math.h>

#define LIGHTNESS_OF_ZERO 0.985
#define LIGHTNESS_OF_LIMIT 0.60
#define CHROMA_OF_LIMIT 0.135

/* Cosine and sine of the hues: 55 degrees, orange, and 255 degrees, blue. */
static const double outside_hue[2] = {0.57357643635104609, 0.81915204428899180};
static const double inside_hue[2] = {-0.25881904510252074, -0.96592582628906831};

/* The cube root of a number from 0 to 1, by Newton's method from above. It uses only operations that have the same
   result on every machine, which cbrt() has not. */
static double cube_root(double value)
{
    if (value <= 0.0) {
        return 0.0;
    }
    double root = 1.0;
    for (;;) {
        double next = (2.0 * root + value / (root * root)) / 3.0;
        if (!(next < root)) {
            return root;
        }
        root = next;
    }
}

/* sRGB's transfer function (IEC 61966-2-1), from light to the stored value: a power of 1 / 2.4 = 5 / 12. */
static double stored_of(double light)
{
    if (light <= 0.0031308) {
        return 12.92 * light;
    }
    double fifth_power = light * light * light * light * light;
    return 1.055 * cube_root(sqrt(sqrt(fifth_power))) - 0.055;
}

static float channel(double light)
{
    double clamped = light < 0.0 ? 0.0 : light > 1.0 ? 1.0 : light;
    return (float)(255.0 * stored_of(clamped));
}

/* Converts OKLab to sRGB, with the constants of B. Ottosson, its author. */
static scree_colour make_colour(double lightness, double a, double b)
{
    double l = lightness + 0.3963377774 * a + 0.2158037573 * b;
    double m = lightness - 0.1055613458 * a - 0.0638541728 * b;
    double s = lightness - 0.0894841775 * a - 1.2914855480 * b;
    l = l * l * l;
    m = m * m * m;
    s = s * s * s;
    return (scree_colour){.red = channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                          .green = channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                          .blue = channel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

void scree_picture_colours_make(scree_picture_colours *colours)
{
    for (int step = 0; step < SCREE_PICTURE_STEPS; step++) {
        double part = (double)step / (SCREE_PICTURE_STEPS - 1);
        double lightness = LIGHTNESS_OF_ZERO + part * (LIGHTNESS_OF_LIMIT - LIGHTNESS_OF_ZERO);
        double chroma = part * CHROMA_OF_LIMIT;
        colours->outside[step] = make_colour(lightness, chroma * outside_hue[0], chroma * outside_hue[1]);
        colours->inside[step] = make_colour(lightness, chroma * inside_hue[0], chroma * inside_hue[1]);
    }
}
