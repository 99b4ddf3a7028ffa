/*
 * Simplex noise, OpenSimplex2 and OpenSimplex2S against their definitions: sums over all lattice points near a sample,
 * in float64, in the frame where gradients and radii are given.
 */
#include "fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lattice_matrix.h"
#include "noise_field.h"
#include "plan.h"

#define MAX_AXES 4u

/* A kind in so many axes: its radius, and the maximum of the sum of (radius^2 - |d|^2)^4 |d| over all lattice points.
 */
typedef struct simplex_case {
    scree_noise_kind kind;
    uint32_t axes;
    double square_of_radius;
    double bound;
} simplex_case;

static const simplex_case cases[] = {
    {SCREE_NOISE_SIMPLEX, 2, 0.5, 0.01012},
    {SCREE_NOISE_SIMPLEX, 3, 0.5, 0.00936},
    {SCREE_NOISE_SIMPLEX, 4, 0.5, 0.00929},
    {SCREE_NOISE_OPENSIMPLEX2, 2, 0.5, 0.01012},
    {SCREE_NOISE_OPENSIMPLEX2, 3, 0.5, 0.00936},
    {SCREE_NOISE_OPENSIMPLEX2, 4, 0.5, 0.00929},
    {SCREE_NOISE_OPENSIMPLEX2S, 2, 2.0 / 3.0, 0.0556},
    {SCREE_NOISE_OPENSIMPLEX2S, 3, 3.0 / 4.0, 0.0874},
};
#define CASE_COUNT (sizeof cases / sizeof cases[0])

static bool has_cubic_frame(const simplex_case *c)
{
    return c->kind != SCREE_NOISE_SIMPLEX && c->axes == 3;
}

/* Component `axis` of lattice vector `number`. */
static double lattice_vector(const simplex_case *c, uint32_t number, uint32_t axis)
{
    const double n = (double)c->axes;
    const double share = has_cubic_frame(c) ? 0.5 : (1.0 - 1.0 / sqrt(n + 1.0)) / n;
    return (number == axis ? 1.0 : 0.0) - share;
}

/* K. Spencer's numbers: what each axis of the field is in the frame. */
static const double turn_xy[3][3] = {
    {0.788675134594813, -0.211324865405187, -0.577350269189626},
    {-0.211324865405187, 0.788675134594813, -0.577350269189626},
    {0.577350269189626, 0.577350269189626, 0.577350269189626},
};
static const double turn_xyz[4][4] = {
    {5.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0, -0.5},
    {-1.0 / 6.0, 5.0 / 6.0, -1.0 / 6.0, -0.5},
    {-1.0 / 6.0, -1.0 / 6.0, 5.0 / 6.0, -0.5},
    {0.5, 0.5, 0.5, 0.5},
};
static const double turn_xyz_xy[4][4] = {
    {0.788675134594813, -0.211324865405187, -0.577350269189626, 0.0},
    {-0.211324865405187, 0.788675134594813, -0.577350269189626, 0.0},
    {0.288675134594813, 0.288675134594813, 0.288675134594813, -0.866025403784439},
    {0.5, 0.5, 0.5, 0.5},
};

/* Component `row` in the frame of axis `axis` of the field. */
static double rotated(const simplex_case *c, scree_noise_orientation orientation, uint32_t row, uint32_t axis)
{
    if (c->axes == 4 && orientation != SCREE_NOISE_ORIENTATION_CLASSIC) {
        return orientation == SCREE_NOISE_ORIENTATION_XYZ ? turn_xyz[axis][row] : turn_xyz_xy[axis][row];
    }
    if (c->axes == 3 && orientation == SCREE_NOISE_ORIENTATION_XY_PLANES) {
        return turn_xy[axis][row];
    }
    return has_cubic_frame(c) ? 2.0 / 3.0 - (row == axis ? 1.0 : 0.0) : (row == axis ? 1.0 : 0.0);
}

/* The random number of a lattice point. */
static uint32_t hash_of(const scree_plan_octave *octave, uint32_t axes, const int64_t *point)
{
    uint32_t keys = 0;
    for (uint32_t axis = 0; axis < axes; axis++) {
        keys ^= (uint32_t)point[axis] * octave->site->axis[axis].stride + octave->site->axis[axis].start;
    }
    return keys * (keys >> 7);
}

/* A field, and all that its definition needs. */
typedef struct defined_field {
    const simplex_case *c;
    scree_noise_params params;
    scree_noise_field *field;
    scree_plan *plan;
    scree_gradient_set set;
    double longest;
} defined_field;

static void defined_field_make(defined_field *made, const simplex_case *c, const scree_noise_params *params)
{
    *made = (defined_field){.c = c, .params = *params};
    made->params.kind = c->kind;
    assert_int_equal(scree_noise_field_create(fixture_context, &made->params, &made->field), SCREE_OK);
    assert_int_equal(scree_plan_create(fixture_context, made->field, NULL, c->axes, &made->plan), SCREE_OK);
    scree_gradient_set_make(&made->set, params->gradients, SCREE_NOISE_HASH_SCREE, c->axes);
    for (uint32_t i = 0; i < made->set.count; i++) {
        double square = 0.0;
        for (uint32_t axis = 0; axis < c->axes; axis++) {
            square += made->set.vector[i][axis] * made->set.vector[i][axis];
        }
        made->longest = fmax(made->longest, sqrt(square));
    }
}

static void defined_field_destroy(defined_field *made)
{
    scree_plan_destroy(&made->plan);
    scree_noise_field_destroy(&made->field);
}

/* The addition of one lattice point, before it is scaled. */
static double share_of_point(const defined_field *made, const double *frame, const int64_t *point)
{
    const uint32_t axes = made->c->axes;
    const uint32_t hash = hash_of(&made->plan->octave[0], axes, point);
    const double *gradient = made->set.vector[made->set.count == 16   ? hash >> 28
                                              : made->set.count == 32 ? hash >> 27
                                                                      : hash >> 24];
    double square = 0.0;
    double slope = 0.0;
    for (uint32_t row = 0; row < axes; row++) {
        double way = frame[row];
        for (uint32_t number = 0; number < axes; number++) {
            way -= (double)point[number] * lattice_vector(made->c, number, row);
        }
        square += way * way;
        slope += gradient[row] * way;
    }
    const double reach = made->c->square_of_radius - square;
    return reach > 0.0 ? reach * reach * reach * reach * slope : 0.0;
}

/* The sum over the lattice points round the cell of a position: two cells to each side. */
static double definition_at(const defined_field *made, const double *position)
{
    const uint32_t axes = made->c->axes;
    double matrix[SCREE_SITE_AXES][SCREE_SITE_AXES];
    scree_lattice_matrix(&made->params, axes, matrix);
    double frame[MAX_AXES] = {0};
    int64_t base[MAX_AXES] = {0};
    for (uint32_t row = 0; row < axes; row++) {
        double cells = 0.0;
        for (uint32_t axis = 0; axis < axes; axis++) {
            frame[row] += rotated(made->c, made->params.lattice.orientation, row, axis) * position[axis];
            cells += matrix[row][axis] * position[axis];
        }
        base[row] = (int64_t)floor(cells);
    }
    double sum = 0.0;
    uint32_t points = 1;
    for (uint32_t axis = 0; axis < axes; axis++) {
        points *= 6;
    }
    for (uint32_t number = 0; number < points; number++) {
        int64_t point[MAX_AXES];
        uint32_t digits = number;
        for (uint32_t axis = 0; axis < axes; axis++, digits /= 6) {
            point[axis] = base[axis] - 2 + (int64_t)(digits % 6);
        }
        sum += share_of_point(made, frame, point);
    }
    return sum * (1.0 - SCREE_HEADROOM) / (made->longest * made->c->bound);
}

/*
 * A position at which fractions are equal or next to each other, or next to a border of the cell, in cells of the
 * lattice; or anywhere. The matrix is inverted by elimination.
 */
static void draw_position(const defined_field *made, uint64_t *state, double *position)
{
    const uint32_t axes = made->c->axes;
    double matrix[SCREE_SITE_AXES][SCREE_SITE_AXES];
    double cells[MAX_AXES];
    scree_lattice_matrix(&made->params, axes, matrix);
    for (uint32_t axis = 0; axis < axes; axis++) {
        const double step = (double)(fixture_draw(state) % 3) * 0x1p-20;
        cells[axis] = floor(fixture_draw_unit(state) * 40.0) - 20.0;
        switch (fixture_draw(state) % 4) {
        case 0:
            cells[axis] += axis > 0 ? cells[axis - 1] - floor(cells[axis - 1]) + step : step;
            break;
        case 1:
            cells[axis] += (double)(fixture_draw(state) % 5) * 0.25 - step;
            break;
        default:
            cells[axis] += fixture_draw_unit(state);
        }
    }
    for (uint32_t column = 0; column < axes; column++) {
        uint32_t pivot = column;
        for (uint32_t row = column; row < axes; row++) {
            pivot = fabs(matrix[row][column]) > fabs(matrix[pivot][column]) ? row : pivot;
        }
        for (uint32_t axis = 0; axis < axes; axis++) {
            const double swapped = matrix[column][axis];
            matrix[column][axis] = matrix[pivot][axis];
            matrix[pivot][axis] = swapped;
        }
        const double swapped = cells[column];
        cells[column] = cells[pivot];
        cells[pivot] = swapped;
        for (uint32_t row = 0; row < axes; row++) {
            const double factor = row != column ? matrix[row][column] / matrix[column][column] : 0.0;
            for (uint32_t axis = 0; axis < axes; axis++) {
                matrix[row][axis] -= factor * matrix[column][axis];
            }
            cells[row] -= factor * cells[column];
        }
    }
    for (uint32_t axis = 0; axis < axes; axis++) {
        position[axis] = cells[axis] / matrix[axis][axis];
    }
}

/* 8e-6 is what float32 leaves: reaches are differences of numbers up to three, and values change by their multiples. */
static void every_kind_agrees_with_its_definition(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    uint64_t random = 11;
    double worst = 0.0;
    for (uint32_t variant = 0; variant < CASE_COUNT * 9; variant++) {
        const simplex_case *c = &cases[variant % CASE_COUNT];
        const scree_noise_params params = {.gradients = (scree_noise_gradients)(variant / CASE_COUNT % 3),
                                           .lattice.orientation = (scree_noise_orientation)(variant / CASE_COUNT / 3),
                                           .seed = variant};
        defined_field made;
        defined_field_make(&made, c, &params);
        double position[200 * MAX_AXES];
        float value[200];
        for (uint32_t i = 0; i < 200; i++) {
            draw_position(&made, &random, &position[i * c->axes]);
        }
        assert_int_equal(noise_points(device, &made.params, c->axes, position, 200, value), SCREE_OK);
        for (uint32_t i = 0; i < 200; i++) {
            const double expected = definition_at(&made, &position[i * c->axes]);
            worst = fmax(worst, fabs((double)value[i] - expected));
            if (!(fabs((double)value[i] - expected) < 8e-6)) {
                fail_msg("%s, %u axes, orientation %d, point %u: %.9g, by definition %.12g",
                         scree_noise_kind_name(c->kind), c->axes, (int)params.lattice.orientation, i, (double)value[i],
                         expected);
            }
        }
        defined_field_destroy(&made);
    }
    print_message("largest difference from the definitions: %.3g\n", worst);
}

/* The matrix and the lattice vectors together only rotate: angles and lengths stay. */
static void lattices_are_rotated_not_deformed(void **state)
{
    for (uint32_t variant = 0; variant < CASE_COUNT * 3; variant++) {
        const simplex_case *c = &cases[variant % CASE_COUNT];
        const scree_noise_params params = {.kind = c->kind,
                                           .lattice.orientation = (scree_noise_orientation)(variant / CASE_COUNT)};
        double matrix[SCREE_SITE_AXES][SCREE_SITE_AXES];
        scree_lattice_matrix(&params, c->axes, matrix);
        for (uint32_t row = 0; row < c->axes; row++) {
            for (uint32_t axis = 0; axis < c->axes; axis++) {
                double component = 0.0;
                for (uint32_t number = 0; number < c->axes; number++) {
                    component += lattice_vector(c, number, row) * matrix[number][axis];
                }
                /* The matrix is rounded to multiples of 2^-32: an error of 2^-33 each, and of 2^-31, which is 4.7e-10,
                   in the sum of four products with factors of magnitude 1 at most. */
                assert_true(fabs(component - rotated(c, params.lattice.orientation, row, axis)) < 1e-9);
                assert_true(matrix[row][axis] * 0x1p32 == floor(matrix[row][axis] * 0x1p32));
            }
        }
    }
}

/* t -> (r^2 - t^2)^4 t, the most that a point at distance t adds with a gradient of length one. */
static double most_at(double square_of_radius, double distance)
{
    const double reach = square_of_radius - distance * distance;
    return reach > 0.0 ? reach * reach * reach * reach * distance : 0.0;
}

/* An upper bound of the sum over all lattice points for all positions at most `radius` from one, given in cells. */
static double bound_near(const simplex_case *c, const double *cells, double radius)
{
    const double best = sqrt(c->square_of_radius) / 3.0;
    double sum = 0.0;
    uint32_t points = c->axes == 2 ? 25 : c->axes == 3 ? 125 : 625;
    for (uint32_t number = 0; number < points; number++) {
        double total = 0.0;
        double squares = 0.0;
        uint32_t digits = number;
        for (uint32_t axis = 0; axis < c->axes; axis++, digits /= 5) {
            const double way = cells[axis] + 2.0 - (double)(digits % 5);
            total += way;
            squares += way * way;
        }
        const double distance = sqrt(fmax(squares - total * total / (double)(c->axes + 1), 0.0));
        const double nearest = fmax(distance - radius, 0.0);
        sum += most_at(c->square_of_radius, fmin(fmax(best, nearest), distance + radius));
    }
    return sum;
}

/* Divides a box of positions, in cells, until its bound is at most `limit`; returns the largest sum met in a middle. */
static double prove_box(const simplex_case *c, const double *middle, double half, double limit)
{
    for (uint32_t axis = 0; axis + 1 < c->axes; axis++) {
        /* The lattice is the same for all orders of fractions. */
        if (middle[axis] + half < middle[axis + 1] - half) {
            return 0.0;
        }
    }
    double largest = bound_near(c, middle, 0.0);
    assert_true(largest <= limit);
    if (bound_near(c, middle, half * sqrt((double)c->axes)) <= limit) {
        return largest;
    }
    assert_true(half > 1e-5);
    for (uint32_t corner = 0; corner < 1u << c->axes; corner++) {
        double part[MAX_AXES];
        for (uint32_t axis = 0; axis < c->axes; axis++) {
            part[axis] = middle[axis] + ((corner >> axis) & 1 ? half : -half) / 2.0;
        }
        largest = fmax(largest, prove_box(c, part, half / 2.0, limit));
    }
    return largest;
}

/*
 * The bound holds everywhere, and is not much too large. In the frame no displacement is longer than in cells, so a box
 * of cells lies within half its diagonal of its middle.
 */
static void bounds_are_proven(void **state)
{
    for (size_t i = 0; i < CASE_COUNT; i++) {
        const double middle[MAX_AXES] = {0.5, 0.5, 0.5, 0.5};
        const double largest = prove_box(&cases[i], middle, 0.5, cases[i].bound);
        print_message("%s, %u axes: bound %.6g, found %.6g\n", scree_noise_kind_name(cases[i].kind), cases[i].axes,
                      cases[i].bound, largest);
        assert_true(largest > cases[i].bound * 0.99);
    }
}

/* Values use their range: the mean is near zero, and the largest magnitude well above the half. */
static void values_are_spread(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 0);
    for (size_t i = 0; i < CASE_COUNT; i++) {
        const scree_noise_params params = {.kind = cases[i].kind, .seed = i};
        scree_grid grid = {.axes = cases[i].axes, .step = {0.37}, .count = {32, 32, 1, 1}};
        grid.count[2] = grid.axes > 2 ? 32 : 1;
        grid.count[3] = grid.axes > 3 ? 8 : 1;
        grid.count[0] = grid.axes > 2 ? 32 : 1024;
        float *values = fixture_fill(device, &params, &grid, NULL);
        const uint64_t samples = fixture_samples(&grid);
        double sum = 0.0;
        double most = 0.0;
        for (uint64_t s = 0; s < samples; s++) {
            sum += (double)values[s];
            most = fmax(most, fabs((double)values[s]));
        }
        print_message("%s, %u axes: mean %+.4f, largest %.3f\n", scree_noise_kind_name(cases[i].kind), cases[i].axes,
                      sum / (double)samples, most);
        assert_true(fabs(sum / (double)samples) < 0.03 && most > 0.6 && most <= 1.0);
        free(values);
    }
}

/* One octave goes straight to its place, but only where nothing shapes it. */
static void one_octave_keeps_its_weight(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    const scree_grid grid = {.axes = 2, .count = {64, 9}, .step = {0.13}};
    for (uint32_t variant = 0; variant < 4; variant++) {
        const scree_noise_params plain = {.kind = SCREE_NOISE_SIMPLEX, .weight_count = 1, .weights = {1.0}};
        scree_noise_params params = plain;
        params.weights[0] = 0.25;
        params.weighted_strength = variant % 2 == 0 ? 0.0 : 0.5;
        params.fractal = variant < 2 ? SCREE_NOISE_FRACTAL_FBM : SCREE_NOISE_FRACTAL_BILLOW;
        float *one = fixture_fill(device, &plain, &grid, NULL);
        float *quarter = fixture_fill(device, &params, &grid, NULL);
        for (uint64_t i = 0; i < fixture_samples(&grid); i++) {
            const double value = variant < 2 ? (double)one[i] : fabs((double)one[i]);
            /* The weight of an octave that is shaped is less by a factor of 2^-16, a quarter of which is 4e-6. */
            assert_true(fabs((double)quarter[i] - 0.25 * value) < 1e-5);
        }
        free(one);
        free(quarter);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_agrees_with_its_definition),
        cmocka_unit_test(lattices_are_rotated_not_deformed),
        cmocka_unit_test(bounds_are_proven),
        cmocka_unit_test(values_are_spread),
        cmocka_unit_test(one_octave_keeps_its_weight),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
