#include "octave_rotation.h"

#include <math.h>
#include <string.h>

/*
 * The rotations have whole numbers over a length, and were searched for: in any eight octaves no two have axes within
 * 11, 22 and 22 degrees of one another, in 2, 3 and 4 axes. In 3 axes it is that of the quaternion 2 + 3i + 6j + 9k; in
 * 4 axes it multiplies by 4 + 2i + 5j + 8k.
 */
typedef struct octave_rotation {
    double square; /* The square of the length of each row. */
    double row[SCREE_SITE_AXES][SCREE_SITE_AXES];
} octave_rotation;

static const octave_rotation rotations[] = {
    [2] = {.square = 13.0, .row = {{2.0, -3.0}, {3.0, 2.0}}},
    [3] = {.square = 16900.0, .row = {{-104.0, 0.0, 78.0}, {72.0, -50.0, 96.0}, {30.0, 120.0, 40.0}}},
    [4] = {.square = 109.0,
           .row = {{4.0, -2.0, -5.0, -8.0}, {2.0, 4.0, -8.0, 5.0}, {5.0, 8.0, 4.0, -2.0}, {8.0, -5.0, 2.0, 4.0}}},
};

void scree_octave_rotation(uint32_t axes, uint32_t times, double matrix[SCREE_SITE_AXES][SCREE_SITE_AXES])
{
    const octave_rotation *rotation = &rotations[axes];
    const double length = sqrt(rotation->square);
    for (uint32_t done = 0; done < times; done++) {
        double rotated[SCREE_SITE_AXES][SCREE_SITE_AXES] = {{0}};
        for (uint32_t row = 0; row < axes; row++) {
            for (uint32_t axis = 0; axis < axes; axis++) {
                for (uint32_t i = 0; i < axes; i++) {
                    rotated[row][axis] += matrix[row][i] * (rotation->row[i][axis] / length);
                }
            }
        }
        for (uint32_t row = 0; row < axes; row++) {
            memcpy(matrix[row], rotated[row], axes * sizeof rotated[row][0]);
        }
    }
}
