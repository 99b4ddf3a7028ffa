#include "lattice_matrix.h"

#include <math.h>

void scree_lattice_matrix(const scree_noise_params *params, uint32_t axes,
                          double matrix[SCREE_SITE_AXES][SCREE_SITE_AXES])
{
    double skew = 0.0;
    if (params->kind == SCREE_NOISE_GLSL_SIMPLEX) {
        skew = floor((sqrt((double)axes + 1.0) - 1.0) / (double)axes * 0x1p32) * 0x1p-32;
    }
    for (uint32_t row = 0; row < SCREE_SITE_AXES; row++) {
        for (uint32_t axis = 0; axis < SCREE_SITE_AXES; axis++) {
            matrix[row][axis] = (row == axis ? 1.0 : 0.0) + (row < axes && axis < axes ? skew : 0.0);
        }
    }
}
