/*
 * Lattices of simplex noise and of OpenSimplex2.
 *
 * A kind has a frame of its own, in which its gradients lie. A position x of the field is rotated into the frame,
 * d = R x, by a rotation R that the orientation chooses. In the frame, the vectors of the lattice are
 * v_a = e_a - G (1, 1, ...), so that position d lies u = d + F (d_0 + d_1 + ...) (1, 1, ...) cells along them, with
 * G = F / (1 + n F) in n axes. Simplex noise has F = (sqrt(n + 1) - 1) / n (S. Gustavson, "Simplex noise demystified",
 * 2005). OpenSimplex2 has the frame of the body-centred cubic lattice (K. Spencer's description of OpenSimplex2): three
 * of the four diagonals of its cubes, G = 1/2. Both are the same lattice, a reflection apart.
 *
 * The bound. A sample is the sum over lattice points k of w_k (g_k . d_k), where d_k is the displacement from the point
 * and w_k the fourth power of the point's reach. By Cauchy and Schwarz its magnitude is at most L * sum of w_k |d_k|,
 * where L is the length of the longest gradient. The maximum of that sum over all positions is the bound in the kind's
 * definition, at most one in a hundred too large. It was found by dividing a cell into boxes: the distance from a point
 * to all positions of a box is known up to the half diagonal of the box, t -> (r^2 - t^2)^4 t rises up to r / 3 and
 * falls from there, so each box has an upper bound, and boxes whose bound is above the number in the table were divided
 * further until none was left. The test `simplex_test` does the same.
 */
#include "lattice_matrix.h"

#include <math.h>

#include "noise_kind_definition.h"

/* The number F. */
static double skew_of(const scree_skewed_lattice *lattice, uint32_t axes)
{
    return lattice->is_cubic_frame && axes == 3 ? -1.0 : (sqrt((double)axes + 1.0) - 1.0) / (double)axes;
}

static void make_identity(double matrix[SCREE_SITE_AXES][SCREE_SITE_AXES])
{
    for (uint32_t row = 0; row < SCREE_SITE_AXES; row++) {
        for (uint32_t axis = 0; axis < SCREE_SITE_AXES; axis++) {
            matrix[row][axis] = row == axis ? 1.0 : 0.0;
        }
    }
}

/* Multiplies from the left by I + factor J, where all numbers of J are one. */
static void add_sums(double matrix[SCREE_SITE_AXES][SCREE_SITE_AXES], uint32_t axes, double factor)
{
    for (uint32_t axis = 0; axis < axes; axis++) {
        double sum = 0.0;
        for (uint32_t row = 0; row < axes; row++) {
            sum += matrix[row][axis];
        }
        for (uint32_t row = 0; row < axes; row++) {
            matrix[row][axis] += factor * sum;
        }
    }
}

/*
 * Multiplies from the left by the rotation of the first `count` axes that takes the last of them to their main diagonal
 * and leaves alone what is at right angles to both.
 */
static void turn_last(double matrix[SCREE_SITE_AXES][SCREE_SITE_AXES], uint32_t axes, uint32_t count)
{
    const uint32_t last = count - 1;
    const double diagonal = 1.0 / sqrt((double)count);
    const double share = (1.0 - diagonal) / (double)last;
    for (uint32_t axis = 0; axis < axes; axis++) {
        double sum = 0.0;
        for (uint32_t row = 0; row < last; row++) {
            sum += matrix[row][axis];
        }
        const double height = matrix[last][axis];
        for (uint32_t row = 0; row < last; row++) {
            matrix[row][axis] += diagonal * height - share * sum;
        }
        matrix[last][axis] = diagonal * (height - sum);
    }
}

/* The rotation R. */
static void orient(const scree_skewed_lattice *lattice, scree_noise_orientation orientation, uint32_t axes,
                   double matrix[SCREE_SITE_AXES][SCREE_SITE_AXES])
{
    const bool has_planes = orientation == SCREE_NOISE_ORIENTATION_XY_PLANES && axes > 2;
    if (has_planes) {
        turn_last(matrix, axes, 3);
    } else if (lattice->is_cubic_frame && axes == 3) {
        /* Half a turn about the main diagonal: 2/3 J - I. */
        add_sums(matrix, axes, -2.0 / 3.0);
        for (uint32_t row = 0; row < axes; row++) {
            for (uint32_t axis = 0; axis < axes; axis++) {
                matrix[row][axis] = -matrix[row][axis];
            }
        }
    }
    if (axes == 4 && orientation != SCREE_NOISE_ORIENTATION_CLASSIC) {
        turn_last(matrix, axes, 4);
    }
}

void scree_lattice_matrix(const scree_noise_params *params, uint32_t axes,
                          double matrix[SCREE_SITE_AXES][SCREE_SITE_AXES])
{
    const scree_skewed_lattice *lattice = scree_noise_kind_definition_of(params->kind)->lattice;
    make_identity(matrix);
    if (lattice == NULL) {
        return;
    }
    orient(lattice, params->lattice.orientation, axes, matrix);
    add_sums(matrix, axes, skew_of(lattice, axes));
    for (uint32_t row = 0; row < axes; row++) {
        for (uint32_t axis = 0; axis < axes; axis++) {
            matrix[row][axis] = nearbyint(matrix[row][axis] * 0x1p32) * 0x1p-32;
        }
    }
}

static double longest_of(const scree_gradient_set *set, uint32_t axes)
{
    double longest = 0.0;
    for (uint32_t i = 0; i < set->count; i++) {
        double square = 0.0;
        for (uint32_t axis = 0; axis < axes; axis++) {
            square += set->vector[i][axis] * set->vector[i][axis];
        }
        longest = fmax(longest, square);
    }
    return sqrt(longest);
}

void scree_lattice_gradients(const scree_skewed_lattice *lattice, uint32_t axes, scree_gradient_set *set)
{
    const double skew = skew_of(lattice, axes);
    const double unskew = skew / (1.0 + (double)axes * skew);
    set->scale = (1.0 - SCREE_HEADROOM) / (longest_of(set, axes) * lattice->bound[axes]);
    set->bound = 1.0;
    for (uint32_t i = 0; i < set->count; i++) {
        double sum = 0.0;
        for (uint32_t axis = 0; axis < axes; axis++) {
            sum += set->vector[i][axis];
        }
        for (uint32_t axis = 0; axis < axes; axis++) {
            set->vector[i][axis] -= unskew * sum;
        }
    }
}
