/*
 * Cellular noise against its definition: points of all cells far and wide, in float64. Every instruction set has the
 * bits of scalar C, and F1 to F3 those of a search that leaves nothing out. Devices, which look at the nearest cells
 * first, find the same.
 */
#include "fixture.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "noise/kinds/cellular.h"
#include "cellular_lanes.h"
#include "kinds/cellular_options.h"
#include "gradients.h"
#include "noise_field.h"
#include "cpu_kernels.h"
#include "plan.h"

enum { SITES = 512, RINGS = 5, MOST_POINTS = 14641 };

typedef struct level_row {
    scree_cpu_level level;
    cellular_run *run;
} level_row;

static const level_row levels[] = {
#if defined(SCREE_HAVE_SSE41)
    {SCREE_CPU_LEVEL_SSE41, cellular_run_sse41},
#endif
#if defined(SCREE_HAVE_AVX2)
    {SCREE_CPU_LEVEL_AVX2, cellular_run_avx2},
#endif
#if defined(SCREE_HAVE_AVX512)
    {SCREE_CPU_LEVEL_AVX512, cellular_run_avx512},
#endif
#if defined(SCREE_HAVE_NEON)
    {SCREE_CPU_LEVEL_NEON, cellular_run_neon},
#endif
    {SCREE_CPU_LEVEL_SCALAR, cellular_run_scalar},
};

static float fractions[4][SITES];
static uint32_t cells[4][SITES];
static float values[SITES];

/* Runs scalar C over the sites, and asserts that all instruction sets have the same bits. */
static void run_all(const cellular_lattice *lattice)
{
    static float other[SITES];
    const float *fraction[4] = {fractions[0], fractions[1], fractions[2], fractions[3]};
    const uint32_t *cell[4] = {cells[0], cells[1], cells[2], cells[3]};
    cellular_run_scalar(lattice, fraction, cell, SITES, values);
    for (size_t row = 0; row < sizeof levels / sizeof levels[0]; row++) {
        if (scree_cpu_level_available(levels[row].level)) {
            levels[row].run(lattice, fraction, cell, SITES, other);
            assert_memory_equal(values, other, sizeof values);
        }
    }
}

/* A lattice with keys of its own; the axes that the period names repeat after so many cells. */
static cellular_lattice draw_lattice(uint64_t *seed, uint32_t axes, const uint32_t period[4])
{
    cellular_lattice lattice = {.axes = axes, .jitter = 1.0};
    for (uint32_t axis = 0; axis < 4; axis++) {
        lattice.stride[axis] = (uint32_t)fixture_draw(seed) | 1;
        lattice.start[axis] = (uint32_t)fixture_draw(seed);
        lattice.last[axis] = period[axis] - 1;
        lattice.wrap[axis] = 0 - period[axis] * lattice.stride[axis];
    }
    return lattice;
}

/* Sites anywhere in a few cells; one coordinate in four lies at an end, or in the middle, of its cell. */
static void draw_sites(uint64_t *seed, const cellular_lattice *lattice)
{
    static const float special[3] = {0.0f, 0.5f, 1.0f - 0x1p-24f};
    for (uint32_t axis = 0; axis < 4; axis++) {
        for (size_t i = 0; i < SITES; i++) {
            uint64_t draw = fixture_draw(seed);
            uint32_t cell = (uint32_t)(draw >> 32) % 50 - 25;
            fractions[axis][i] = (float)(draw >> 8 & 0xffffff) * 0x1p-24f;
            fractions[axis][i] = draw % 4 == 0 ? special[draw / 4 % 3] : fractions[axis][i];
            cells[axis][i] = lattice->last[axis] == UINT32_MAX ? cell : cell % (lattice->last[axis] + 1);
        }
    }
}

/* A point of a cell, by the definition. */
typedef struct cell_point {
    double offset[4]; /* From the sample. */
    double length;    /* By the metric. */
    uint32_t mixed;
} cell_point;

static cell_point points[MOST_POINTS];
static size_t point_count;

static uint32_t key_of(const cellular_lattice *lattice, uint32_t axis, uint32_t cell, int offset)
{
    uint32_t period = lattice->last[axis] + 1;
    uint32_t wanted = cell + (uint32_t)offset;
    if (period != 0) {
        wanted = (uint32_t)((((int64_t)cell + offset) % period + period) % period);
    }
    return lattice->start[axis] + wanted * lattice->stride[axis];
}

static double length_of(const double *offset, uint32_t axes, uint32_t metric)
{
    double sum = 0.0;
    double most = 0.0;
    double squares = 0.0;
    for (uint32_t axis = 0; axis < axes; axis++) {
        sum += fabs(offset[axis]);
        most = fmax(most, fabs(offset[axis]));
        squares += offset[axis] * offset[axis];
    }
    return metric == SCREE_KERNEL_METRIC_MANHATTAN   ? sum
           : metric == SCREE_KERNEL_METRIC_CHEBYSHEV ? most
           : metric == SCREE_KERNEL_METRIC_HYBRID    ? sum + squares
                                                     : sqrt(squares);
}

/* The point of the cell that lies so many cells from a site's. */
static cell_point point_of(const cellular_lattice *lattice, size_t site, const int *offset)
{
    static const uint32_t factors[4] = {0x846ca68b, 0xc19bf9b7, 0x51ae7d93, 0xaa9484df};
    cell_point point = {.offset = {0}};
    uint32_t keys = 0;
    for (uint32_t axis = 0; axis < lattice->axes; axis++) {
        keys ^= key_of(lattice, axis, cells[axis][site], offset[axis]);
    }
    point.mixed = keys * 0x9e3779b1u;
    point.mixed ^= point.mixed >> 15;
    for (uint32_t axis = 0; axis < lattice->axes; axis++) {
        double random = ((point.mixed * factors[axis] >> 16) + 0.5) / 65536.0;
        point.offset[axis] = offset[axis] + 0.5 + lattice->jitter * (random - 0.5) - (double)fractions[axis][site];
    }
    point.length = length_of(point.offset, lattice->axes, lattice->metric);
    return point;
}

static int compare_points(const void *a, const void *b)
{
    double first = ((const cell_point *)a)->length;
    double second = ((const cell_point *)b)->length;
    return (first > second) - (first < second);
}

/* Lists the points of all cells up to so many from the site's, the nearest first. */
static void list_points(const cellular_lattice *lattice, size_t site, int rings)
{
    int offset[4] = {0};
    point_count = 0;
    for (uint32_t axis = 0; axis < lattice->axes; axis++) {
        offset[axis] = -rings;
    }
    for (uint32_t axis = 0; axis < lattice->axes;) {
        points[point_count++] = point_of(lattice, site, offset);
        for (axis = 0; axis < lattice->axes && offset[axis]++ == rings; axis++) {
            offset[axis] = -rings;
        }
    }
    qsort(points, point_count, sizeof points[0], compare_points);
}

/* The nearest plane halfway between the nearest point and another one. */
static double border_of(uint32_t axes)
{
    double border = DBL_MAX;
    for (size_t i = 1; i < point_count; i++) {
        double square = 0.0;
        double along = 0.0;
        for (uint32_t axis = 0; axis < axes; axis++) {
            double difference = points[i].offset[axis] - points[0].offset[axis];
            along += difference * (points[i].offset[axis] + points[0].offset[axis]) / 2.0;
            square += difference * difference;
        }
        border = fmin(border, along / sqrt(square));
    }
    return border;
}

/* How far the sum of all weights can take a smooth minimum below zero: scree/noise.h has the formula. */
static double rise_of(const cellular_lattice *lattice, double seen)
{
    double sum = pow(2.0, lattice->axes);
    for (double j = 1.0; j < 2.0 * seen; j++) {
        sum += (pow(2.0 + j, lattice->axes) - pow(1.0 + j, lattice->axes)) * exp2(-2.0 * j / lattice->smoothness);
    }
    return lattice->smoothness / 4.0 * log2(sum);
}

/* The smooth minimum: all weights, the window that ends them, and what keeps it above zero. */
static double smooth_of(const cellular_lattice *lattice)
{
    double seen = scree_cellular_seen(lattice->axes, lattice->metric);
    double softness = lattice->smoothness / 4.0;
    double sum = 0.0;
    for (size_t i = 0; i < point_count && points[i].length < seen; i++) {
        double inside = 1.0 - pow(points[i].length / seen, 8.0);
        sum += exp2((points[0].length - points[i].length) / softness) * inside * inside;
    }
    return points[0].length - softness * log2(sum) + rise_of(lattice, seen);
}

static double squared_if(const cellular_lattice *lattice, double length)
{
    return lattice->metric == SCREE_KERNEL_METRIC_SQUARED ? length * length : length;
}

/* The feature by its definition, before it is scaled. */
static double expected_of(const cellular_lattice *lattice)
{
    double first = squared_if(lattice, points[0].length);
    double second = squared_if(lattice, points[1].length);
    switch (lattice->feature) {
    case SCREE_KERNEL_FEATURE_F1:
        return lattice->smoothness > 0.0 ? squared_if(lattice, smooth_of(lattice)) : first;
    case SCREE_KERNEL_FEATURE_F2:
        return second;
    case SCREE_KERNEL_FEATURE_F3:
        return squared_if(lattice, points[2].length);
    case SCREE_KERNEL_FEATURE_F2_MINUS_F1:
        return second - first;
    case SCREE_KERNEL_FEATURE_F1_TIMES_F2:
        return first * second;
    case SCREE_KERNEL_FEATURE_VALUE:
        return (points[0].mixed * 0x4ebded5bu >> 8) * 0x1p-23 - 1.0;
    case SCREE_KERNEL_FEATURE_BORDER:
        return border_of(lattice->axes);
    default:
        return points[0].offset[lattice->feature - SCREE_KERNEL_FEATURE_OFFSET];
    }
}

/* The same from the sample's value. */
static double actual_of(const cellular_lattice *lattice, float value)
{
    scree_cellular_options options = scree_cellular_options_of(scree_cellular_options_make(
        lattice->metric, lattice->feature, lattice->jitter, lattice->smoothness, lattice->axes));
    assert_true(fabs((double)value) <= 1.0 + 0x1p-20);
    if (lattice->feature == SCREE_KERNEL_FEATURE_VALUE) {
        return (double)value;
    }
    return lattice->feature >= SCREE_KERNEL_FEATURE_OFFSET ? (double)value / (double)options.scale
                                                           : ((double)value + 1.0) / (double)options.scale;
}

/*
 * Compares all outputs of a lattice with the definition. 4e-6 is what float32 leaves of distances up to 4; a border is
 * less exact where two points are close together, and of two points at nearly one distance either may be the nearest.
 */
static void compare_outputs(cellular_lattice *lattice, size_t every)
{
    bool is_euclidean = lattice->metric == SCREE_KERNEL_METRIC_EUCLIDEAN;
    for (lattice->feature = 0; lattice->feature < SCREE_KERNEL_FEATURE_OFFSET + lattice->axes; lattice->feature++) {
        if (lattice->feature == SCREE_KERNEL_FEATURE_BORDER && !is_euclidean) {
            continue;
        }
        run_all(lattice);
        for (size_t i = 0; i < SITES; i += every) {
            list_points(lattice, i, lattice->axes > 3 ? 3 : RINGS);
            bool is_tied = points[1].length - points[0].length < 1e-5;
            if (is_tied && lattice->feature >= SCREE_KERNEL_FEATURE_VALUE &&
                lattice->feature != SCREE_KERNEL_FEATURE_BORDER) {
                continue;
            }
            double expected = expected_of(lattice);
            double actual = actual_of(lattice, values[i]);
            double most = lattice->feature == SCREE_KERNEL_FEATURE_BORDER ? 3e-4 : 4e-6 * (1.0 + fabs(expected));
            if (!(fabs(actual - expected) < most)) {
                fail_msg("%u axes, metric %u, output %u, jitter %g, site %zu: %.9g, by definition %.9g", lattice->axes,
                         lattice->metric, lattice->feature, lattice->jitter, i, actual, expected);
            }
        }
    }
}

static void every_output_follows_the_definition(void **state)
{
    static const double jitters[] = {1.0, 0.7, 0.25, 0.0};
    static const uint32_t never[4] = {0};
    uint64_t seed = 1996;
    for (uint32_t axes = 1; axes <= 4; axes++) {
        for (uint32_t metric = 0; metric <= SCREE_KERNEL_METRIC_HYBRID; metric++) {
            for (size_t i = 0; i < sizeof jitters / sizeof jitters[0]; i++) {
                cellular_lattice lattice = draw_lattice(&seed, axes, never);
                draw_sites(&seed, &lattice);
                lattice.metric = metric;
                lattice.jitter = jitters[i];
                compare_outputs(&lattice, axes > 3 ? 61 : axes > 2 ? 17 : 1);
            }
        }
    }
}

static void smooth_minima_follow_the_definition(void **state)
{
    static const double smoothness[] = {0.05, 0.3, 1.0};
    static const uint32_t never[4] = {0};
    uint64_t seed = 2008;
    for (uint32_t axes = 1; axes <= 4; axes++) {
        for (uint32_t metric = 0; metric < (axes > 3 ? 2 : 5); metric++) {
            cellular_lattice lattice = draw_lattice(&seed, axes, never);
            draw_sites(&seed, &lattice);
            lattice.metric = metric;
            lattice.smoothness = smoothness[(axes + metric) % 3];
            lattice.feature = SCREE_KERNEL_FEATURE_F1;
            run_all(&lattice);
            for (size_t i = 0; i<SITES; i += axes> 2 ? 17 : 1) {
                list_points(&lattice, i, axes > 3 ? 3 : RINGS);
                double expected = expected_of(&lattice);
                double actual = actual_of(&lattice, values[i]);
                /* A sum of more than a hundred weights has as many roundings of 6e-8 before its logarithm. */
                if (!(fabs(actual - expected) < 1e-5)) {
                    fail_msg("%u axes, metric %u, smoothness %g, site %zu: %.9g, by definition %.9g", axes, metric,
                             lattice.smoothness, i, actual, expected);
                }
            }
        }
    }
}

static size_t equal_samples(const float *samples, size_t count, float value)
{
    size_t equal = 0;
    for (size_t i = 0; i < count; i++) {
        equal += samples[i] == value;
    }
    return equal;
}

/* Whatever meets, no minimum is cut off: plains of one value would show. */
static void smooth_minima_have_no_plains(void **state)
{
    static float found[8000];
    static double positions[8000 * 4];
    uint64_t seed = 32;
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    for (uint32_t variant = 0; variant < 16; variant++) {
        const uint32_t axes = 1 + variant % 4;
        const size_t count = axes < 4 ? 8000 : 500;
        const scree_noise_params params = {.kind = SCREE_NOISE_CELLULAR,
                                           .cellular.metric = (scree_noise_metric)(variant / 4),
                                           .cellular.smoothness = 1.0};
        for (size_t i = 0; i < count * axes; i++) {
            positions[i] = floor(fixture_draw_unit(&seed) * 1e8) / 0x1p20 - 40.0;
        }
        assert_int_equal(noise_points(device, &params, axes, positions, count, found), SCREE_OK);
        float least = found[0];
        float most = found[0];
        for (size_t i = 1; i < count; i++) {
            least = fminf(least, found[i]);
            most = fmaxf(most, found[i]);
        }
        assert_true(least > -1.0f && most < 1.0f);
        assert_in_range(equal_samples(found, count, least), 1, 3);
        assert_in_range(equal_samples(found, count, most), 1, 3);
    }
}

/* Short periods, round which the neighbourhood of a sample leads several times. */
static void periods_wrap(void **state)
{
    static const uint32_t periods[][4] = {{1, 1, 1, 1}, {2, 3, 2, 2}, {3, 0, 5, 2}, {7, 4, 0, 3}};
    uint64_t seed = 77;
    for (uint32_t axes = 1; axes <= 4; axes++) {
        for (size_t i = 0; i < sizeof periods / sizeof periods[0]; i++) {
            cellular_lattice lattice = draw_lattice(&seed, axes, periods[i]);
            draw_sites(&seed, &lattice);
            lattice.metric = i % 2 == 0 ? SCREE_KERNEL_METRIC_EUCLIDEAN : SCREE_KERNEL_METRIC_MANHATTAN;
            compare_outputs(&lattice, axes > 3 ? 61 : axes > 2 ? 17 : 1);
        }
    }
}

/* A site and its lattice as the kernel takes them, in scalar C. */
static scree_site site_of(size_t number)
{
    scree_site site;
    for (uint32_t axis = 0; axis < 4; axis++) {
        site.fraction[axis] = fractions[axis][number];
        site.cell[axis] = cells[axis][number];
    }
    return site;
}

static scree_site_source source_of(const cellular_lattice *lattice)
{
    scree_site_source source = {.amplitude = 1.0f};
    source.options =
        scree_cellular_options_make(lattice->metric, lattice->feature, lattice->jitter, 0.0, lattice->axes);
    for (uint32_t axis = 0; axis < 4; axis++) {
        source.axis[axis] = (scree_site_axis){.stride = lattice->stride[axis],
                                              .start = lattice->start[axis],
                                              .last = lattice->last[axis],
                                              .wrap = lattice->wrap[axis]};
    }
    return source;
}

/* Visits all cells up to a ring, the nearest to the farthest. */
static scree_cellular_search visit_all(scree_cellular_search search, const cellular_lattice *lattice, size_t site,
                                       uint32_t rings, uint32_t pass)
{
    const uint32_t axes = lattice->axes < 4 ? lattice->axes : 4;
    scree_site_source source = source_of(lattice);
    uint32_t side = 2 * rings + 1;
    uint32_t cell_count = 1;
    for (uint32_t axis = 0; axis < axes; axis++) {
        cell_count *= side;
    }
    for (uint32_t number = 0; number < cell_count; number++) {
        scree_cellular_cell cell = scree_cellular_no_cell(0.0f);
        uint32_t rest = number;
        for (uint32_t axis = axes; axis-- > 0; rest /= side) {
            cell =
                scree_cellular_neighbour(cell, site_of(site), axes, source, lattice->metric, axis, rings, rest % side);
        }
        search =
            scree_cellular_visit(search, cell, axes, scree_cellular_options_of(source.options), lattice->metric, pass);
    }
    return search;
}

/* The output that the lattice asks for, of a search that leaves nothing out. */
static float value_of_all(const cellular_lattice *lattice, size_t site)
{
    scree_cellular_options options = scree_cellular_options_of(source_of(lattice).options);
    scree_cellular_search all = visit_all(scree_cellular_no_search(1024.0f), lattice, site, 4, SCREE_CELLULAR_RANKS);
    if (lattice->feature == SCREE_KERNEL_FEATURE_F3) {
        return scree_cellular_of_ranks(all, options, lattice->metric);
    }
    all = scree_cellular_begin_borders(all, lattice->axes, options);
    return visit_all(all, lattice, site, 4, SCREE_CELLULAR_BORDERS).border * options.scale - 1.0f;
}

/* Nothing that is left out of a search would have changed a bit of it. */
static void nothing_is_missed(void **state)
{
    static const uint32_t never[4] = {0};
    uint64_t seed = 9;
    for (uint32_t axes = 1; axes <= 4; axes++) {
        for (uint32_t metric = 0; metric <= SCREE_KERNEL_METRIC_HYBRID; metric++) {
            cellular_lattice lattice = draw_lattice(&seed, axes, never);
            draw_sites(&seed, &lattice);
            lattice.metric = metric;
            lattice.feature = metric == SCREE_KERNEL_METRIC_EUCLIDEAN ? SCREE_KERNEL_FEATURE_BORDER
                                                                      : SCREE_KERNEL_FEATURE_F3;
            run_all(&lattice);
            for (size_t i = 0; i<SITES; i += axes> 3 ? 17 : 1) {
                float all = value_of_all(&lattice, i);
                assert_memory_equal(&values[i], &all, sizeof all);
            }
        }
    }
}

/* Evaluates the sites by the kernels of a device. */
static void evaluate_sites(scree_cpu_level level, const cellular_lattice *lattice, float *out)
{
    static uint32_t parts[4][SITES];
    const scree_site_source source = source_of(lattice);
    const scree_cpu_octave octave = {.kind = SCREE_NOISE_CELLULAR,
                                     .axes = lattice->axes,
                                     .amplitude = 1.0f,
                                     .site_axes = source.axis,
                                     .site_options = &source.options};
    scree_cpu_sites sites = {.rows = 1, .count = SITES - 5, .out = out, .is_located = true};
    for (uint32_t axis = 0; axis < lattice->axes; axis++) {
        for (size_t i = 0; i < SITES; i++) {
            parts[axis][i] = (uint32_t)(fractions[axis][i] * 0x1p32f);
        }
        sites.part[axis] = parts[axis];
        sites.cell[axis] = cells[axis];
    }
    scree_cpu_kernels kernels;
    scree_cpu_kernels_fill(&kernels, level);
    kernels.sites.evaluate(&octave, &sites);
}

/* Points far apart have the bits of a whole search, whatever the cells that are left out. */
static void compare_scattered(const cellular_lattice *lattice)
{
    float found[SITES];
    run_all(lattice);
    for (size_t row = 0; row < sizeof levels / sizeof levels[0]; row++) {
        if (scree_cpu_level_available(levels[row].level)) {
            evaluate_sites(levels[row].level, lattice, found);
            assert_memory_equal(found, values, (SITES - 5) * sizeof *found);
        }
    }
}

static void scattered_points_have_the_bits_of_a_whole_search(void **state)
{
    static const double jitters[] = {1.0, 0.7, 0.0};
    static const uint32_t periods[][4] = {{0}, {3, 0, 5, 1}, {2, 1, 4, 0}};
    uint64_t seed = 27;
    for (uint32_t variant = 0; variant < 2 * 3 * 3 * 10; variant++) {
        for (uint32_t axes = 2; axes <= 4; axes++) {
            cellular_lattice lattice = draw_lattice(&seed, axes, periods[variant / 6 % 3]);
            draw_sites(&seed, &lattice);
            lattice.metric = variant % 2 == 0 ? SCREE_KERNEL_METRIC_EUCLIDEAN : SCREE_KERNEL_METRIC_SQUARED;
            lattice.jitter = jitters[variant / 2 % 3];
            compare_scattered(&lattice);
        }
    }
}

/* The lattice that a field has at points, with what its parameters ask for. */
static cellular_lattice lattice_of(const scree_plan *plan)
{
    const scree_noise_params *params = &plan->params;
    cellular_lattice lattice = {.axes = plan->axes,
                                .metric = (uint32_t)params->cellular.metric,
                                .feature = (uint32_t)params->cellular.feature,
                                .jitter = params->cellular.jitter,
                                .smoothness = params->cellular.smoothness};
    for (uint32_t axis = 0; axis < plan->axes; axis++) {
        const scree_site_axis *numbers = &plan->octave[0].site->axis[axis];
        lattice.stride[axis] = numbers->stride;
        lattice.start[axis] = numbers->start;
        lattice.last[axis] = numbers->last;
    }
    return lattice;
}

/* Places site 0 at a point, and compares the field's value there with the definition. */
static void compare_point(const cellular_lattice *lattice, const double *position, float value)
{
    for (uint32_t axis = 0; axis < lattice->axes; axis++) {
        const int64_t cell = (int64_t)floor(position[axis]);
        const int64_t period = (int64_t)lattice->last[axis] + 1;
        fractions[axis][0] = (float)(position[axis] - floor(position[axis]));
        cells[axis][0] = lattice->last[axis] == UINT32_MAX ? (uint32_t)cell
                                                           : (uint32_t)((cell % period + period) % period);
    }
    list_points(lattice, 0, lattice->axes > 3 ? 3 : RINGS);
    const double expected = expected_of(lattice);
    const double actual = actual_of(lattice, value / (1.0f - (float)SCREE_HEADROOM));
    /* The site is rounded down to 2^-24 cells, and distances and their products are in float32; of two points that are
       so equally far either may be the nearest. */
    if (!(fabs(actual - expected) < 1e-5) && points[1].length - points[0].length > 1e-5) {
        fail_msg("%u axes, feature %u: %.9g, by definition %.9g", lattice->axes, lattice->feature, actual, expected);
    }
}

static void fields_follow_their_parameters(void **state)
{
    uint64_t seed = 31;
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    for (uint32_t variant = 0; variant < 60; variant++) {
        uint32_t axes = 1 + variant % 4;
        scree_noise_params params = {
            .kind = SCREE_NOISE_CELLULAR,
            .seed = variant,
            .cellular.metric = (scree_noise_metric)(variant / 4 % 4),
            .cellular.feature = (scree_noise_feature)(variant % (SCREE_NOISE_FEATURE_OFFSET_X + axes)),
            .cellular.jitter = variant % 3 == 0   ? SCREE_ZERO
                               : variant % 3 == 1 ? 0.6
                                                  : 0.0,
            .cellular.smoothness = variant % 2 == 0 ? 0.0 : 0.4,
            .period = {variant % 5 == 0 ? 3 : 0}};
        params.cellular.metric = params.cellular.feature == SCREE_NOISE_FEATURE_BORDER ? SCREE_NOISE_METRIC_EUCLIDEAN
                                                                                       : params.cellular.metric;
        double positions[20 * 4];
        float found[20];
        for (uint32_t i = 0; i < 20 * axes; i++) {
            positions[i] = floor(fixture_draw_unit(&seed) * 1e8) / 0x1p20 - 40.0;
        }
        scree_noise_field *field = NULL;
        scree_plan *plan = NULL;
        assert_int_equal(scree_noise_field_create(fixture_context, &params, &field), SCREE_OK);
        assert_int_equal(scree_plan_create(fixture_context, field, NULL, axes, &plan), SCREE_OK);
        assert_int_equal(noise_points(device, &params, axes, positions, 20, found), SCREE_OK);
        const cellular_lattice lattice = lattice_of(plan);
        for (uint32_t i = 0; i < 20; i++) {
            compare_point(&lattice, positions + (size_t)i * axes, found[i]);
        }
        scree_plan_destroy(&plan);
        scree_noise_field_destroy(&field);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_output_follows_the_definition),
        cmocka_unit_test(smooth_minima_follow_the_definition),
        cmocka_unit_test(smooth_minima_have_no_plains),
        cmocka_unit_test(periods_wrap),
        cmocka_unit_test(nothing_is_missed),
        cmocka_unit_test(scattered_points_have_the_bits_of_a_whole_search),
        cmocka_unit_test(fields_follow_their_parameters),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
