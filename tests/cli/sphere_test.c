/* Directions of a sphere's samples: against the C library's sine and cosine, and across all seams. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../apps/scree/sphere.h"

#define PI 3.14159265358979324
/* The angles below are rounded too. */
#define TOLERANCE 2e-15

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void a_map_has_longitudes_and_latitudes(void **state)
{
    (void)state;
    enum { WIDTH = 360, HEIGHT = 181 };
    for (uint64_t row = 0; row < HEIGHT; row++) {
        const double latitude = PI / 2 - PI * ((double)row + 0.5) / HEIGHT;
        for (uint64_t column = 0; column < WIDTH; column++) {
            const double longitude = 2 * PI * ((double)column + 0.5) / WIDTH - PI;
            double found[3];
            sphere_direction(PROJECTION_EQUIRECTANGULAR, WIDTH, HEIGHT, column, row, found);
            assert_true(fabs(found[0] - cos(latitude) * cos(longitude)) <= TOLERANCE);
            assert_true(fabs(found[1] - sin(latitude)) <= TOLERANCE);
            assert_true(fabs(found[2] - cos(latitude) * sin(longitude)) <= TOLERANCE);
        }
    }
}

/* The middles of the faces, in the order of OpenGL. */
static void faces_look_along_the_axes(void **state)
{
    (void)state;
    static const double axes[SPHERE_FACES][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    for (uint64_t face = 0; face < SPHERE_FACES; face++) {
        double found[3];
        sphere_direction(PROJECTION_CUBE_MAP, 5, 30, 2, 5 * face + 2, found);
        for (int axis = 0; axis < 3; axis++) {
            assert_true(found[axis] == axes[face][axis]);
        }
    }
}

/* Rows go down on the faces round the equator, and columns go to the right as seen from the middle. */
static void faces_are_oriented_as_in_opengl(void **state)
{
    (void)state;
    static const struct {
        uint64_t column;
        uint64_t row;
        double signs[3];
    } corners[] = {{0, 0, {1, 1, 1}},    {4, 5, {-1, 1, 1}},  {0, 10, {-1, 1, -1}},
                   {0, 15, {-1, -1, 1}}, {0, 20, {-1, 1, 1}}, {0, 25, {1, 1, -1}}};
    for (size_t i = 0; i < sizeof corners / sizeof corners[0]; i++) {
        double found[3];
        sphere_direction(PROJECTION_CUBE_MAP, 5, 30, corners[i].column, corners[i].row, found);
        for (int axis = 0; axis < 3; axis++) {
            assert_true(found[axis] * corners[i].signs[axis] > 0);
        }
    }
}

/* Every sample at a border of a face has another one beyond it, on another face, at most two samples away. */
static void faces_fit_together(void **state)
{
    (void)state;
    enum { SIDE = 16, ROWS = SIDE * 6 };
    static double all[ROWS][SIDE][3];
    for (uint64_t row = 0; row < ROWS; row++) {
        for (uint64_t column = 0; column < SIDE; column++) {
            sphere_direction(PROJECTION_CUBE_MAP, SIDE, ROWS, column, row, all[row][column]);
            /* Each component is off by some 2^-53 of itself, so that the sum of squares is by a few. */
            assert_true(fabs(dot(all[row][column], all[row][column]) - 1) <= 1e-15);
        }
    }
    for (uint64_t row = 0; row < ROWS; row++) {
        for (uint64_t column = 0; column < SIDE; column += SIDE - 1) {
            double nearest = -1;
            for (uint64_t i = 0; i < ROWS * SIDE; i++) {
                const double *other = all[i / SIDE][i % SIDE];
                if (i / SIDE / SIDE != row / SIDE) {
                    nearest = fmax(nearest, dot(all[row][column], other));
                }
            }
            assert_true(nearest > cos(2.0 * 2.0 / SIDE));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_map_has_longitudes_and_latitudes),
        cmocka_unit_test(faces_look_along_the_axes),
        cmocka_unit_test(faces_are_oriented_as_in_opengl),
        cmocka_unit_test(faces_fit_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
