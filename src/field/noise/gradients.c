/*
 * Gradient sets and the bound of gradient noise.
 *
 * The bound. Let f_i in [0, 1] be the fraction along axis i of n, and t_i = fade(f_i). A sample of one octave is
 *     N = sum over the corners k in {0, 1}^n of  w_k (g_k . d_k),
 * where d_k = f - k, and w_k = product over i of (t_i if k_i = 1, else 1 - t_i): the weights are not negative and add
 * up to one. By Cauchy and Schwarz |g_k . d_k| <= L |d_k| with L the length of the longest gradient, so
 *     |N| <= L * sum of w_k |d_k| <= L * sqrt(sum of w_k |d_k|^2)          (Jensen; the square root is concave)
 *          = L * sqrt(sum over i of e_i),    e_i = (1 - t_i) f_i^2 + t_i (1 - f_i)^2,
 * since the mean of |d|^2 is the sum of the means along the axes. Every fade offered has fade(f) <= f on [0, 1/2] and
 * fade(1 - f) = 1 - fade(f). For f <= 1/2, e = f^2 + t (1 - 2f) <= f^2 + f (1 - 2f) = f - f^2 <= 1/4, and by symmetry
 * for f >= 1/2. Hence
 *     |N| <= L * sqrt(n) / 2,
 * with equality in the middle of a cell whose gradients all point along its diagonals. For gradients of the cube
 * [-1, 1]^n, L = sqrt(n), and the same bound is n / 2.
 *
 * The scale is the reciprocal of that bound, less a headroom of 2^-16 for rounding. Rounding: the scaled components of
 * a gradient add up to at most M = L * sqrt(n) * scale <= 2, and every intermediate value of a fold is at most M; a
 * fold rounds at most seven times, a sample passes through n <= 8 folds on its way, and adding up to 32 octaves rounds
 * 31 times: together less than (56 * 2 + 31) * 2^-24 < 2^-16 of the sum of the weights.
 */
#include "gradients.h"

#include <math.h>
#include <string.h>

#include "axis_key.h"

/* Twelve edges, of which Perlin's table of 2002 holds four twice, in his order. */
static const signed char perlin2002_gradients[16][3] = {
    {1, 1, 0}, {-1, 1, 0}, {1, -1, 0}, {-1, -1, 0}, {1, 0, 1}, {-1, 0, 1}, {1, 0, -1}, {-1, 0, -1},
    {0, 1, 1}, {0, -1, 1}, {0, 1, -1}, {0, -1, -1}, {1, 1, 0}, {0, -1, 1}, {-1, 1, 0}, {0, -1, -1},
};

/* A number in [-1, 1) that depends on nothing but its index in the table. */
static double uniform(uint64_t set, uint64_t index)
{
    return (double)(scree_mix64((set << 32) + index + 1) >> 11) * 0x1p-52 - 1.0;
}

/* Up to three components of Perlin's own vectors; one and two axes are a slice of three. */
static void make_perlin2002(scree_gradient_set *set, uint32_t axes)
{
    set->count = 16;
    for (uint32_t i = 0; i < 16; i++) {
        for (uint32_t axis = 0; axis < axes; axis++) {
            set->vector[i][axis] = perlin2002_gradients[i][axis];
        }
    }
}

/* Slopes of -1 to 1 in steps of an eighth, zero left out: one dimension has no directions but two. */
static void make_slopes(scree_gradient_set *set)
{
    set->count = 16;
    for (uint32_t i = 0; i < 16; i++) {
        double magnitude = (double)(i / 2 + 1) / 8.0;
        set->vector[i][0] = i % 2 == 0 ? magnitude : -magnitude;
    }
}

/*
 * Sixteen unit vectors at 11.25 degrees + i * 22.5 degrees: no direction along an axis or a diagonal. The cosine of the
 * first angle comes from that of 45 degrees by two half-angle formulas, the rest by symmetry.
 */
static void make_directions(scree_gradient_set *set)
{
    double cosine_45 = sqrt(0.5);
    double cosine_22 = sqrt((1.0 + cosine_45) / 2.0);
    double near = sqrt((1.0 + cosine_22) / 2.0);                              /* cos 11.25 degrees */
    double far = sqrt((1.0 - cosine_22) / 2.0);                               /* sin 11.25 degrees */
    double middle_x = near * cosine_22 - far * sqrt((1.0 - cosine_45) / 2.0); /* cos 33.75 degrees */
    double middle_y = sqrt(1.0 - middle_x * middle_x);
    double octant[4][2] = {{near, far}, {middle_x, middle_y}, {middle_y, middle_x}, {far, near}};
    set->count = 16;
    for (uint32_t i = 0; i < 16; i++) {
        set->vector[i][0] = i & 4 ? -octant[i & 3][0] : octant[i & 3][0];
        set->vector[i][1] = i & 8 ? -octant[i & 3][1] : octant[i & 3][1];
    }
}

/* All 32 edges of the cube in four dimensions: one component is zero, the signs of the others are free. */
static void make_edges_4(scree_gradient_set *set)
{
    set->count = 32;
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t zero = i >> 3;
        uint32_t signs = i & 7;
        for (uint32_t axis = 0, bit = 0; axis < 4; axis++) {
            set->vector[i][axis] = axis == zero ? 0.0 : ((signs >> bit++) & 1 ? -1.0 : 1.0);
        }
    }
}

/* From five dimensions on there are more edges than are needed, or too few for 256: 128 of them and their opposites. */
static void make_edges_many(scree_gradient_set *set, uint32_t axes)
{
    set->count = 256;
    for (uint32_t i = 0; i < 128; i++) {
        uint64_t signs = scree_mix64((uint64_t)axes * 128 + i + 1);
        for (uint32_t axis = 0; axis < axes; axis++) {
            double component = axis == i % axes ? 0.0 : ((signs >> axis) & 1 ? -1.0 : 1.0);
            set->vector[i][axis] = component;
            set->vector[i + 128][axis] = -component;
        }
    }
}

static void make_edges(scree_gradient_set *set, uint32_t axes)
{
    switch (axes) {
    case 1:
        make_slopes(set);
        break;
    case 2:
        make_directions(set);
        break;
    case 3:
        make_perlin2002(set, axes);
        break;
    case 4:
        make_edges_4(set);
        break;
    default:
        make_edges_many(set, axes);
    }
}

/* Points of the cube, and their opposites, so that no direction is preferred. */
static void make_cube(scree_gradient_set *set, uint32_t axes)
{
    set->count = 256;
    for (uint32_t i = 0; i < 128; i++) {
        for (uint32_t axis = 0; axis < axes; axis++) {
            double component = uniform(axes, (uint64_t)i * SCREE_MAX_AXES + axis);
            set->vector[i][axis] = component;
            set->vector[i + 128][axis] = -component;
        }
    }
}

/*
 * Points of the cube that lie in the unit ball and not too near its centre, brought to length one: uniform directions.
 */
static void make_sphere(scree_gradient_set *set, uint32_t axes)
{
    set->count = 256;
    uint64_t draw = 0;
    for (uint32_t i = 0; i < 128;) {
        double vector[SCREE_MAX_AXES];
        double square = 0.0;
        for (uint32_t axis = 0; axis < axes; axis++) {
            vector[axis] = uniform(16 + axes, draw++);
            square += vector[axis] * vector[axis];
        }
        if (square > 1.0 || square < 0.0625) {
            continue;
        }
        double length = sqrt(square);
        for (uint32_t axis = 0; axis < axes; axis++) {
            set->vector[i][axis] = vector[axis] / length;
            set->vector[i + 128][axis] = -(vector[axis] / length);
        }
        i++;
    }
}

/* The length of the longest vector that the set may hold. */
static double longest(scree_noise_gradients gradients, uint32_t axes)
{
    switch (gradients) {
    case SCREE_NOISE_GRADIENTS_SPHERE:
        return 1.0;
    case SCREE_NOISE_GRADIENTS_CUBE:
        return sqrt((double)axes);
    default:
        return axes < 3 ? 1.0 : sqrt((double)axes - 1.0);
    }
}

void scree_gradient_set_make(scree_gradient_set *set, scree_noise_gradients gradients, scree_noise_hash hash,
                             uint32_t axes)
{
    memset(set, 0, sizeof *set);
    if (hash == SCREE_NOISE_HASH_PERLIN2002) {
        if (axes <= 3) {
            make_perlin2002(set, axes);
        } else {
            make_edges(set, axes);
        }
        double length = sqrt(axes <= 3 ? (axes < 2 ? 1.0 : 2.0) : (double)axes - 1.0);
        set->scale = 1.0;
        set->bound = length * sqrt((double)axes) / 2.0 * (1.0 + SCREE_HEADROOM);
        return;
    }
    switch (gradients) {
    case SCREE_NOISE_GRADIENTS_SPHERE:
        make_sphere(set, axes);
        break;
    case SCREE_NOISE_GRADIENTS_CUBE:
        make_cube(set, axes);
        break;
    default:
        make_edges(set, axes);
    }
    set->scale = (1.0 - SCREE_HEADROOM) / (longest(gradients, axes) * sqrt((double)axes) / 2.0);
    set->bound = 1.0;
}

/* The four components of edges, each before its opposite. */
static const double edge_components[4] = {1.0, -1.0, 0.0, -0.0};

/* The number of a component among those four, or 4. */
static uint32_t edge_component(double component)
{
    uint32_t number = 0;
    while (number < 4 && memcmp(&component, &edge_components[number], sizeof component) != 0) {
        number++;
    }
    return number;
}

bool scree_gradient_set_code(const scree_gradient_set *set, uint32_t axes, double components[4], uint16_t *codes)
{
    uint32_t half = set->count / 2;
    bool has_code = set->count == SCREE_MAX_GRADIENTS;
    memcpy(components, edge_components, sizeof edge_components);
    for (uint32_t i = 0; has_code && i < half; i++) {
        codes[i] = 0;
        for (uint32_t axis = 0; has_code && axis < axes; axis++) {
            uint32_t number = edge_component(set->vector[i][axis]);
            has_code = number < 4 && edge_component(set->vector[i + half][axis]) == (number ^ 1u);
            codes[i] = (uint16_t)(codes[i] | number << (2 * axis));
        }
    }
    return has_code;
}

bool scree_gradient_set_has_edges(const scree_gradient_set *set, uint32_t axes)
{
    bool has_edges = true;
    for (uint32_t i = 0; i < set->count * axes; i++) {
        has_edges = has_edges && edge_component(set->vector[i % set->count][i / set->count]) < 4;
    }
    return has_edges;
}
