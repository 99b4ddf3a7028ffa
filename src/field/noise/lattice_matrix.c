#include "lattice_matrix.h"

void scree_lattice_matrix(const scree_noise_params *params, uint32_t axes,
                          double matrix[SCREE_SITE_AXES][SCREE_SITE_AXES])
{
    (void)params;
    (void)axes;
    for (uint32_t row = 0; row < SCREE_SITE_AXES; row++) {
        for (uint32_t axis = 0; axis < SCREE_SITE_AXES; axis++) {
            matrix[row][axis] = row == axis ? 1.0 : 0.0;
        }
    }
}
