#include "sphere.h"

#include <math.h>

#define TWO_PI 6.283185307179586

/* The coefficients of both series, behind the first; what is left out is less than 2^-56 for an eighth of a turn. */
static const double sine_terms[] = {-1.0 / 6,        1.0 / 120,          -1.0 / 5040,           1.0 / 362880,
                                    -1.0 / 39916800, 1.0 / 6227020800.0, -1.0 / 1307674368000.0};
static const double cosine_terms[] = {-1.0 / 2,       1.0 / 24,          -1.0 / 720,           1.0 / 40320,
                                      -1.0 / 3628800, 1.0 / 479001600.0, -1.0 / 87178291200.0, 1.0 / 20922789888000.0};

/* The polynomial of a square without a constant term. */
static double evaluate(const double *terms, int count, double square)
{
    double sum = 0;
    for (int i = count - 1; i >= 0; i--) {
        sum = (sum + terms[i]) * square;
    }
    return sum;
}

/* Sine and cosine of at most an eighth of a turn, by their series. Those of the C library differ between systems. */
static void sincos_near_zero(double angle, double *sine, double *cosine)
{
    const double square = angle * angle;
    *sine = angle + angle * evaluate(sine_terms, sizeof sine_terms / sizeof sine_terms[0], square);
    *cosine = 1.0 + evaluate(cosine_terms, sizeof cosine_terms / sizeof cosine_terms[0], square);
}

static void sincos_turns(double turns, double *sine, double *cosine)
{
    const double quarters = floor(4.0 * turns + 0.5);
    double s = 0;
    double c = 0;
    sincos_near_zero((turns - 0.25 * quarters) * TWO_PI, &s, &c);
    const int quadrant = (int)(quarters - 4.0 * floor(0.25 * quarters));
    *sine = quadrant == 0 ? s : quadrant == 1 ? c : quadrant == 2 ? -s : -c;
    *cosine = quadrant == 0 ? c : quadrant == 1 ? -s : quadrant == 2 ? -c : s;
}

/* The middle of a sample, in [0, 1]. */
static double middle_of(uint64_t index, uint64_t count)
{
    return ((double)index + 0.5) / (double)count;
}

static void find_on_map(double across, double down, double direction[3])
{
    double sine_of_longitude = 0;
    double cosine_of_longitude = 0;
    double cosine_of_latitude = 0;
    sincos_turns(across - 0.5, &sine_of_longitude, &cosine_of_longitude);
    sincos_turns(0.25 - 0.5 * down, &direction[1], &cosine_of_latitude);
    direction[0] = cosine_of_latitude * cosine_of_longitude;
    direction[2] = cosine_of_latitude * sine_of_longitude;
}

/* `s` and `t` are in [-1, 1], from the left and from the top. */
static void find_on_cube(uint64_t face, double s, double t, double direction[3])
{
    const double faces[SPHERE_FACES][3] = {{1, -t, -s}, {-1, -t, s}, {s, 1, t}, {s, -1, -t}, {s, -t, 1}, {-s, -t, -1}};
    const double length = sqrt(1.0 + s * s + t * t);
    for (int axis = 0; axis < 3; axis++) {
        direction[axis] = faces[face][axis] / length;
    }
}

uint64_t sphere_equator(enum projection projection, uint64_t width)
{
    return projection == PROJECTION_CUBE_MAP ? SPHERE_FACES_AROUND * width : width;
}

void sphere_direction(enum projection projection, uint64_t width, uint64_t height, uint64_t column, uint64_t row,
                      double direction[3])
{
    if (projection == PROJECTION_EQUIRECTANGULAR) {
        find_on_map(middle_of(column, width), middle_of(row, height), direction);
        return;
    }
    const double s = 2.0 * middle_of(column, width) - 1.0;
    const double t = 2.0 * middle_of(row % width, width) - 1.0;
    find_on_cube(row / width, s, t, direction);
}
