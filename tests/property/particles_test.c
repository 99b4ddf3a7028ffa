/*
 * Particles start where their hashes say and move as their systems' formulas say, step by step; a camera sees them
 * where they are; lines have the pixels that are nearest to them, and quads those of the nearest squares; and what
 * cannot be done is refused. That all devices agree is tested by the conformance table.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "device_group.h"
#include "fixture.h"

#define SIDE 101u

typedef struct position {
    double x, y, z;
} position;

/* Runs particles of float64 and reads where they are; `from`, optional, is where they are before. */
static void run(scree_device *device, const scree_particle_params *params, uint64_t first, uint64_t count,
                uint64_t steps, const position *from, position *to)
{
    scree_field *particles = NULL;
    assert_int_equal(scree_field_from_particles(fixture_context, params, &particles), SCREE_OK);
    scree_buffer *buffer = fixture_buffer(device, count * sizeof(position));
    if (from != NULL) {
        assert_int_equal(scree_buffer_write(buffer, 0, count * sizeof(position), from), SCREE_OK);
    }
    const scree_particle_run wanted = {
        .first = first, .count = count, .steps = steps, .positions = buffer, .is_continued = from != NULL};
    assert_int_equal(scree_particles_run(device, particles, &wanted, NULL), SCREE_OK);
    assert_int_equal(scree_buffer_read(buffer, 0, count * sizeof(position), to), SCREE_OK);
    scree_buffer_destroy(&buffer);
    scree_field_release(&particles);
}

static uint32_t wang_hash(uint32_t seed)
{
    seed = (seed ^ 61) ^ (seed >> 16);
    seed *= 9;
    seed = seed ^ (seed >> 4);
    seed *= 0x27d4eb2d;
    return seed ^ (seed >> 15);
}

static void the_first_seed_places_by_the_hash_of_wang(void **state)
{
    enum { COUNT = 3000 };
    static position placed[COUNT];
    const uint64_t firsts[] = {0, 123456789, (1u << 30) - COUNT};
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    for (size_t k = 0; k < sizeof firsts / sizeof *firsts; k++) {
        run(device, &(scree_particle_params){0}, firsts[k], COUNT, 0, NULL, placed);
        for (uint32_t i = 0; i < COUNT; i++) {
            const uint32_t r = wang_hash(((uint32_t)firsts[k] + i) * 1847483629u);
            assert_true(placed[i].x == 0.005 * (r % 1024) - 1.5);
            assert_true(placed[i].y == 0.005 * (r / 1024 % 1024) - 3.5);
            assert_true(placed[i].z == 0.005 * (r / 1048576 % 1024) + 23.0);
        }
    }
}

/* Places of other seeds, and of particles beyond 2^30, fill the box: means and correlations are those of chance. */
static void other_seeds_fill_the_box(void **state)
{
    enum { COUNT = 40000 };
    static position placed[COUNT];
    const uint64_t seeds[] = {1, 2, (uint64_t)1 << 40, 0};
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    for (size_t k = 0; k < 4; k++) {
        const scree_particle_params params = {.seed = seeds[k], .has_box = true, .box_size = {1.0, 1.0, 1.0}};
        position sum = {0};
        double products = 0.0;
        run(device, &params, k == 3 ? (uint64_t)1 << 30 : 0, COUNT, 0, NULL, placed);
        for (uint32_t i = 0; i < COUNT; i++) {
            const position *p = &placed[i];
            assert_true(p->x >= 0.0 && p->x < 1.0 && p->y >= 0.0 && p->y < 1.0 && p->z >= 0.0 && p->z < 1.0);
            sum.x += p->x;
            sum.y += p->y;
            sum.z += p->z;
            products += (p->x - 0.5) * (p->y - 0.5) * 12.0 + (p->y - 0.5) * (p->z - 0.5) * 12.0;
        }
        /* Five deviations of a mean of COUNT uniform numbers, of variance 1/12. */
        const double tolerance = 5.0 / sqrt(12.0 * COUNT);
        assert_float_equal(sum.x / COUNT, 0.5, tolerance);
        assert_float_equal(sum.y / COUNT, 0.5, tolerance);
        assert_float_equal(sum.z / COUNT, 0.5, tolerance);
        /* Five deviations of a mean of COUNT sums of two products, of variance 2. */
        assert_float_equal(products / COUNT, 0.0, 5.0f * sqrtf(2.0f / COUNT));
    }
}

/* Lorenz' system as a formula, in the order of operations that the kernel has. */
static position lorenz_step(position p)
{
    const double dt = 1e-4;
    const double beta = 8.0 / 3.0;
    const position v = {10.0 * (p.y - p.x), p.x * (28.0 - p.z) - p.y, p.x * p.y - beta * p.z};
    return (position){p.x + dt * v.x, p.y + dt * v.y, p.z + dt * v.z};
}

static void lorenz_is_followed_step_by_step(void **state)
{
    enum { COUNT = 1000, STEPS = 200 };
    static position expected[COUNT];
    static position actual[COUNT];
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    run(device, &(scree_particle_params){0}, 0, COUNT, 0, NULL, expected);
    memcpy(actual, expected, sizeof actual);
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < COUNT; i++) {
            expected[i] = lorenz_step(expected[i]);
        }
        run(device, &(scree_particle_params){0}, 0, COUNT, 1, actual, actual);
        assert_memory_equal(actual, expected, sizeof actual);
    }
    run(device, &(scree_particle_params){0}, 0, COUNT, STEPS, NULL, actual);
    assert_memory_equal(actual, expected, sizeof actual);
}

static uint32_t flow_hash(uint32_t before, int64_t cell)
{
    uint32_t hash = (before + ((uint32_t)cell & 0x3fffffu)) * 0x9e3779b1u;
    hash = (hash ^ (hash >> 15)) * 0x846ca68bu;
    return hash ^ (hash >> 16);
}

/* The fade of a coordinate from one side of a cell to the other, or its derivative. */
static double flow_weight(double way, bool is_slope)
{
    const double t = 1.0 - fabs(way);
    const double slope = 30.0 * t * t * (1.0 - t) * (1.0 - t);
    return !is_slope ? ((6.0 * t - 15.0) * t + 10.0) * t * t * t : way > 0.0 ? -slope : slope;
}

/* The derivative along an axis of a potential, one of three, in as many axes. */
static double flow_derivative(const double *at, int axes, uint32_t seed, int potential, int along)
{
    double sum = 0.0;
    for (int corner = 0; corner < 1 << axes; corner++) {
        uint32_t hash = seed;
        double way[3];
        double weight = 1.0;
        double slope = 1.0;
        double rise = 0.0;
        for (int axis = axes - 1; axis >= 0; axis--) {
            const double side = floor(at[axis]) + (corner >> axis & 1);
            way[axis] = at[axis] - side;
            hash = flow_hash(hash, (int64_t)side);
            weight *= flow_weight(way[axis], false);
            slope *= flow_weight(way[axis], axis == along);
        }
        for (int axis = 0; axis < axes; axis++) {
            const double sign = hash >> (31 - 3 * potential - axis) & 1 ? -1.0 : 1.0;
            rise += sign * way[axis];
            sum += axis == along ? weight * sign : 0.0;
        }
        sum += slope * rise;
    }
    return sum;
}

static position flow_velocity(position p, const double *n, int axes)
{
    const double at[3] = {p.x * n[0], p.y * n[0], p.z * n[0]};
    const uint32_t seed = flow_hash(0, (int64_t)n[2]);
    double d[3][3];
    for (int potential = 0; potential < 3; potential++) {
        for (int along = 0; along < 3; along++) {
            d[potential][along] = flow_derivative(at, axes, seed, potential, along);
        }
    }
    return axes == 2 ? (position){n[1] * d[0][1], -n[1] * d[0][0], 0.0}
                     : (position){n[1] * (d[2][1] - d[1][2]), n[1] * (d[0][2] - d[2][0]), n[1] * (d[1][0] - d[0][1])};
}

/* The formulas of all systems, in the order of scree_particle_system. */
static position velocity_of(scree_particle_system system, position p, const double *n)
{
    const double x = p.x;
    const double y = p.y;
    const double z = p.z;
    const double a = n[0];
    const double b = n[1];
    const double c = n[2];
    const double d = n[3];
    switch (system) {
    case SCREE_PARTICLE_SYSTEM_LORENZ:
        return (position){a * (y - x), x * (b - z) - y, x * y - c * z};
    case SCREE_PARTICLE_SYSTEM_ROSSLER:
        return (position){-y - z, x + a * y, b + z * (x - c)};
    case SCREE_PARTICLE_SYSTEM_THOMAS:
        return (position){sin(y) - a * x, sin(z) - a * y, sin(x) - a * z};
    case SCREE_PARTICLE_SYSTEM_AIZAWA:
        return (position){(z - b) * x - d * y, d * x + (z - b) * y,
                          c + a * z - z * z * z / 3.0 - (x * x + y * y) * (1.0 + n[4] * z) + n[5] * z * x * x * x};
    case SCREE_PARTICLE_SYSTEM_HALVORSEN:
        return (position){-a * x - b * y - b * z - y * y, -a * y - b * z - b * x - z * z,
                          -a * z - b * x - b * y - x * x};
    case SCREE_PARTICLE_SYSTEM_CHEN:
        return (position){a * (y - x), (c - a) * x - x * z + c * y, x * y - b * z};
    case SCREE_PARTICLE_SYSTEM_DADRAS:
        return (position){y - a * x + b * y * z, c * y - x * z + z, d * x * y - n[4] * z};
    case SCREE_PARTICLE_SYSTEM_SPROTT_LINZ:
        return (position){y + z, -x + a * y, x * x - z};
    case SCREE_PARTICLE_SYSTEM_CLIFFORD:
        return (position){sin(a * y) + c * cos(a * x), sin(b * x) + d * cos(b * y), z};
    case SCREE_PARTICLE_SYSTEM_DE_JONG:
        return (position){sin(a * y) - cos(b * x), sin(c * x) - cos(d * y), z};
    case SCREE_PARTICLE_SYSTEM_FLOW:
        return flow_velocity(p, n, 3);
    case SCREE_PARTICLE_SYSTEM_FLOW_PLANE:
        return flow_velocity(p, n, 2);
    }
    fail();
    return p;
}

static position along(position p, double time, position v)
{
    return (position){p.x + time * v.x, p.y + time * v.y, p.z + time * v.z};
}

static position step_of(const scree_particle_params *params, position p)
{
    const double *n = params->numbers;
    const double dt = params->time_step;
    const position k1 = velocity_of(params->system, p, n);
    if (scree_particle_system_describe(params->system)->is_map) {
        return k1;
    }
    if (params->integrator == SCREE_PARTICLE_INTEGRATOR_EULER) {
        return along(p, dt, k1);
    }
    const position k2 = velocity_of(params->system, along(p, dt / 2, k1), n);
    const position k3 = velocity_of(params->system, along(p, dt / 2, k2), n);
    const position k4 = velocity_of(params->system, along(p, dt, k3), n);
    return along(along(along(along(p, dt / 6, k1), dt / 3, k2), dt / 3, k3), dt / 6, k4);
}

static void check_system(scree_device *device, scree_particle_system system, scree_particle_integrator integrator)
{
    enum { COUNT = 500 };
    static position before[COUNT];
    static position after[COUNT];
    scree_field *particles = NULL;
    scree_particle_params params = {.system = system, .integrator = integrator, .seed = 3};
    assert_int_equal(scree_field_from_particles(fixture_context, &params, &particles), SCREE_OK);
    params = *scree_particles_params(particles);
    scree_field_release(&particles);
    params.time_step = scree_particle_system_describe(system)->is_map ? 0.0 : params.time_step;
    run(device, &params, 0, COUNT, 0, NULL, before);
    run(device, &params, 0, COUNT, 1, NULL, after);
    for (int i = 0; i < COUNT; i++) {
        const position expected = step_of(&params, before[i]);
        /* Sums of a few terms below 1000, in another order, and sines to two units of the last place. */
        const double tolerance = 1e-12;
        assert_float_equal(after[i].x, expected.x, tolerance);
        assert_float_equal(after[i].y, expected.y, tolerance);
        assert_float_equal(after[i].z, expected.z, tolerance);
    }
}

static void every_system_has_its_formula(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    int system = 0;
    for (; scree_particle_system_describe((scree_particle_system)system) != NULL; system++) {
        check_system(device, (scree_particle_system)system, SCREE_PARTICLE_INTEGRATOR_EULER);
        check_system(device, (scree_particle_system)system, SCREE_PARTICLE_INTEGRATOR_RK4);
    }
    assert_int_equal(system, 12);
}

/* The sum of the derivatives of a flow's velocity along all axes, from steps of a unit of time. */
static void flows_have_no_sources(void **state)
{
    enum { PLACES = 200, WAYS = 6 };
    const double way = 1e-5;
    static position from[PLACES * WAYS];
    static position to[PLACES * WAYS];
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    for (scree_particle_system system = SCREE_PARTICLE_SYSTEM_FLOW; system <= SCREE_PARTICLE_SYSTEM_FLOW_PLANE;
         system++) {
        const scree_particle_params params = {.system = system,
                                              .integrator = SCREE_PARTICLE_INTEGRATOR_EULER,
                                              .has_numbers = true,
                                              .numbers = {1.0, 1.0, 77.0},
                                              .time_step = 1.0};
        for (int i = 0; i < PLACES * WAYS; i++) {
            const int at = i / WAYS;
            const double sign = i % 2 == 0 ? way : -way;
            from[i] = (position){at * 0.7133 - 60.0, at * 0.3717 - 40.0, at * 0.913};
            from[i].x += i % WAYS / 2 == 0 ? sign : 0.0;
            from[i].y += i % WAYS / 2 == 1 ? sign : 0.0;
            from[i].z += i % WAYS / 2 == 2 ? sign : 0.0;
        }
        run(device, &params, 0, PLACES * WAYS, 1, from, to);
        for (int at = 0; at < PLACES; at++) {
            const position *p = &to[at * WAYS];
            const double volume = (p[0].x - p[1].x) + (p[2].y - p[3].y) + (p[4].z - p[5].z);
            /* Offsets in a cell are rounded to 2^-40, by which a velocity is off by some 1e-11. Six of them over twice
               the way are off by a few 1e-6. */
            assert_float_equal((float)(volume / (2.0 * way)), 3.0f, 1e-5f);
        }
    }
}

static void numbers_near_zero_become_zero(void **state)
{
    /* Thomas' system with so much friction that every particle comes to rest: a tenth is left of it after 64 steps. */
    const scree_particle_params params = {.system = SCREE_PARTICLE_SYSTEM_THOMAS,
                                          .integrator = SCREE_PARTICLE_INTEGRATOR_EULER,
                                          .has_numbers = true,
                                          .numbers = {2.0},
                                          .time_step = 0.04};
    const position from[2] = {{1e-149, -1e-150, 1e-149}, {1.0, 1.0, 1.0}};
    position to[2];
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    run(device, &params, 0, 2, 63, from, to);
    assert_true(to[0].x != 0.0);
    run(device, &params, 0, 2, 64 * 8, from, to);
    assert_true(to[0].x == 0.0 && to[0].y == 0.0 && to[0].z == 0.0);
    assert_true(to[1].x > 0.0);
}

/* Pixels of an accumulation buffer on the host. */
typedef struct picture {
    uint64_t pixels[SIDE * SIDE];
} picture;

static void draw(scree_device *device, const position *from, uint64_t count, scree_splat_params splat, uint32_t side,
                 picture *into)
{
    scree_field *particles = NULL;
    const uint64_t bytes = (uint64_t)side * side * sizeof(uint64_t);
    assert_int_equal(scree_field_from_particles(fixture_context, &(scree_particle_params){0}, &particles), SCREE_OK);
    scree_buffer *positions = fixture_buffer(device, count * sizeof *from);
    assert_int_equal(scree_buffer_write(positions, 0, count * sizeof *from, from), SCREE_OK);
    scree_buffer *pixels = fixture_buffer(device, bytes);
    assert_int_equal(scree_buffer_fill(pixels, 0, NULL), SCREE_OK);
    const scree_particle_run wanted = {.count = count,
                                       .positions = positions,
                                       .is_continued = true,
                                       .splat = &splat,
                                       .accumulation = {.buffer = pixels, .width = side, .height = side}};
    assert_int_equal(scree_particles_run(device, particles, &wanted, NULL), SCREE_OK);
    assert_int_equal(scree_buffer_read(pixels, 0, bytes, into->pixels), SCREE_OK);
    scree_buffer_destroy(&pixels);
    scree_buffer_destroy(&positions);
    scree_field_release(&particles);
}

/* The only pixel that is not zero; fails if there are more, and is UINT32_MAX if there is none. */
static uint32_t find_pixel(const picture *seen)
{
    uint32_t found = UINT32_MAX;
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        if (seen->pixels[i] != 0) {
            assert_int_equal(found, UINT32_MAX);
            assert_true(seen->pixels[i] == (uint64_t)1 << 36);
            found = i;
        }
    }
    return found;
}

static void assert_seen(scree_device *device, const scree_camera *camera, position at, int right, int up)
{
    static picture seen;
    draw(device, &at, 1, (scree_splat_params){.camera = *camera}, SIDE, &seen);
    assert_int_equal(find_pixel(&seen), ((int)SIDE / 2 - up) * (int)SIDE + (int)SIDE / 2 + right);
}

static void assert_unseen(scree_device *device, const scree_camera *camera, position at)
{
    static picture seen;
    draw(device, &at, 1, (scree_splat_params){.camera = *camera}, SIDE, &seen);
    assert_int_equal(find_pixel(&seen), UINT32_MAX);
}

static void a_camera_sees_places_where_they_are(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    /* A pixel is a unit; the middle of the middle pixel is the centre. */
    scree_camera flat = {.centre = {10.0, 20.0, 30.0}, .distance = 1.0, .extent = SIDE};
    assert_seen(device, &flat, (position){10.0, 20.0, 30.0}, 0, 0);
    assert_seen(device, &flat, (position){15.0, 99.0, 33.0}, 5, 3);
    flat.azimuth = 90.0;
    assert_seen(device, &flat, (position){99.0, 25.0, 33.0}, 5, 3);
    flat.elevation = 90.0;
    assert_seen(device, &flat, (position){7.0, 25.0, 99.0}, 5, 3);
    flat = (scree_camera){.distance = 1.0, .extent = SIDE, .roll = 90.0};
    assert_seen(device, &flat, (position){3.0, 0.0, 5.0}, -5, 3);
    /* At a distance of 50.5 an angle of 90 degrees has a pixel for each unit; twice as far away it has half of one. */
    const scree_camera deep = {.distance = SIDE / 2.0, .field_of_view = 90.0};
    assert_seen(device, &deep, (position){7.0, 0.0, -9.0}, 7, -9);
    assert_seen(device, &deep, (position){14.0, SIDE / 2.0, 18.0}, 7, 9);
    assert_unseen(device, &deep, (position){0.0, -60.0, 0.0});
    assert_unseen(device, &deep, (position){60.0, 0.0, 0.0});
    assert_unseen(device, &deep, (position){0.0, 0.0, -51.0});
    assert_unseen(device, &deep, (position){NAN, 0.0, 0.0});
    assert_unseen(device, &deep, (position){0.0, INFINITY, 0.0});
    assert_unseen(device, &deep, (position){0.0, 0.0, 1e200});
}

static void values_are_summed(void **state)
{
    static picture seen;
    const position positions[] = {{0.0, 0.0, -1.0}, {0.0, 0.5, 0.0}, {0.0, 2.5, 0.0}, {0.0, 99.0, 0.0}};
    const scree_splat_params splat = {.camera = {.distance = 1.0, .extent = 10.0 * SIDE},
                                      .colour = SCREE_PARTICLE_COLOUR_Y,
                                      .colour_min = 0.0,
                                      .colour_max = 5.1};
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    draw(device, positions, 4, splat, SIDE, &seen);
    /* 0, 25, 125 and the highest. */
    assert_true(seen.pixels[SIDE / 2 * SIDE + SIDE / 2] == ((uint64_t)4 << 36) + 25 + 125 + 255);
}

/* Draws the lines of pairs of pixels by their definition. */
static void draw_by_definition(const position *ends, uint64_t count, picture *into)
{
    for (uint64_t i = 0; i + 1 < count; i += 2) {
        const double dx = ends[i + 1].x - ends[i].x;
        const double dz = ends[i + 1].z - ends[i].z;
        const double length = fmax(fabs(dx), fabs(dz));
        for (int step = 0; step <= (int)length; step++) {
            const double divisor = length > 0.0 ? length : 1.0;
            /* Halves, which are exact, go away from the line's begin. */
            const double x = ends[i].x + copysign(floor(fabs(dx) * step / divisor + 0.5), dx);
            const double z = ends[i].z + copysign(floor(fabs(dz) * step / divisor + 0.5), dz);
            into->pixels[(uint32_t)(50.0 - z) * SIDE + (uint32_t)(50.0 + x)] += (uint64_t)1 << 36;
        }
    }
}

static void lines_have_the_nearest_pixels(void **state)
{
    enum { ENDS = 4001 };
    static position ends[ENDS];
    static picture seen;
    static picture expected;
    uint64_t draws = 9;
    for (int i = 0; i < ENDS; i++) {
        const double range = i % 8 < 4 ? 101.0 : 7.0;
        ends[i].x = floor(fixture_draw_unit(&draws) * range) - floor(range / 2);
        ends[i].z = floor(fixture_draw_unit(&draws) * range) - floor(range / 2);
    }
    const scree_splat_params splat = {.camera = {.distance = 1.0, .extent = SIDE}, .shape = SCREE_PARTICLE_SHAPE_LINES};
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 3);
    draw(device, ends, ENDS, splat, SIDE, &seen);
    memset(&expected, 0, sizeof expected);
    draw_by_definition(ends, ENDS, &expected);
    assert_memory_equal(&seen, &expected, sizeof seen);
}

/* The column, or row, at which a square of whole pixels begins: its middle is as near to the position as can be. */
static int find_begin(double middle, int side)
{
    int begin = -2 * (int)SIDE;
    for (int i = begin; i < 2 * (int)SIDE; i++) {
        begin = fabs(i + side / 2.0 - middle) < fabs(begin + side / 2.0 - middle) ? i : begin;
    }
    return begin;
}

static void add_square(double x, double z, int side, picture *into)
{
    const int left = find_begin(SIDE / 2.0 + x, side);
    const int top = find_begin(SIDE / 2.0 - z, side);
    for (int row = top < 0 ? 0 : top; row < top + side && row < (int)SIDE; row++) {
        for (int column = left < 0 ? 0 : left; column < left + side && column < (int)SIDE; column++) {
            into->pixels[row * (int)SIDE + column] += (uint64_t)1 << 36;
        }
    }
}

/* Squares that are seen in part have their pixels, too; none is as small as not to be seen, or larger than the limit.
 */
static void quads_have_the_pixels_of_squares(void **state)
{
    enum { CENTRES = 300 };
    static const struct {
        double size;
        int side;
    } sizes[] = {{1e-30, 1}, {1.0, 1}, {1.75, 2}, {3.25, 3}, {30.0, 30}, {127.75, 128}, {1e30, SCREE_MAX_QUAD_PIXELS}};
    static position centres[CENTRES + 1] = {[CENTRES] = {NAN, 0.0, 0.0}};
    static picture seen;
    static picture expected;
    uint64_t draws = 4;
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 3);
    for (size_t size = 0; size < sizeof sizes / sizeof *sizes; size++) {
        memset(&expected, 0, sizeof expected);
        for (int i = 0; i < CENTRES; i++) {
            /* Odd eighths are never as near to one square as to another. */
            centres[i].x = (2.0 * floor(fixture_draw_unit(&draws) * 8.0 * SIDE) + 1.0) / 8.0 - SIDE;
            centres[i].z = (2.0 * floor(fixture_draw_unit(&draws) * 8.0 * SIDE) + 1.0) / 8.0 - SIDE;
            add_square(centres[i].x, centres[i].z, sizes[size].side, &expected);
        }
        const scree_splat_params splat = {.camera = {.distance = 1.0, .extent = SIDE},
                                          .shape = SCREE_PARTICLE_SHAPE_QUADS,
                                          .quad_size = sizes[size].size};
        draw(device, centres, CENTRES + 1, splat, SIDE, &seen);
        assert_memory_equal(&seen, &expected, sizeof seen);
    }
}

/* A quad that is twice as far away is half as large. */
static void quads_face_the_camera(void **state)
{
    static picture seen;
    static picture expected;
    const position centres[2] = {{-20.0625, 0.0, 20.0625}, {41.125, SIDE / 2.0, 1.125}};
    const scree_splat_params splat = {.camera = {.distance = SIDE / 2.0, .field_of_view = 90.0},
                                      .shape = SCREE_PARTICLE_SHAPE_QUADS,
                                      .quad_size = 12.0};
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    draw(device, centres, 2, splat, SIDE, &seen);
    memset(&expected, 0, sizeof expected);
    add_square(-20.0625, 20.0625, 12, &expected);
    add_square(20.5625, 0.5625, 6, &expected);
    assert_memory_equal(&seen, &expected, sizeof seen);
}

static void lost_particles_are_counted(void **state)
{
    scree_field *particles = NULL;
    scree_particle_report report;
    const scree_particle_params params = {.has_box = true, .box_origin = {1e9, 1e9, 1e9}, .box_size = {0.0, 0.0, 0.0}};
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    assert_int_equal(scree_field_from_particles(fixture_context, &params, &particles), SCREE_OK);
    const scree_particle_run wanted = {.count = 5001, .steps = 2000};
    assert_int_equal(scree_particles_run(device, particles, &wanted, &report), SCREE_OK);
    assert_int_equal(report.lost, 5001);
    scree_field_release(&particles);
}

#define SAMPLED 300000u /* More than a box of a session. */

/* A stream's slabs put together: float32 values, and float64 data. */
typedef struct kept_cloud {
    float values[3 * SAMPLED];
    double data[3 * SAMPLED];
    uint64_t count;
} kept_cloud;

static scree_result keep_slab(void *user, const scree_slab *slab)
{
    kept_cloud *kept = user;
    assert_int_equal(slab->first, kept->count);
    assert_int_equal(slab->count % 3, 0);
    memcpy(kept->values + slab->first, slab->values, slab->count * sizeof(float));
    memcpy(kept->data + slab->first, slab->data, slab->count * sizeof(double));
    kept->count += slab->count;
    return SCREE_OK;
}

static void check_values(const float *values, const double *expected, const scree_range *range)
{
    scree_range found = {.minimum = INFINITY, .maximum = -INFINITY};
    for (size_t i = 0; i < 3 * SAMPLED; i++) {
        assert_true(values[i] == (float)expected[i]);
        found.minimum = fminf(found.minimum, values[i]);
        found.maximum = fmaxf(found.maximum, values[i]);
    }
    assert_true(range->minimum == found.minimum && range->maximum == found.maximum);
}

/* A field's samples are where a run takes its particles: at once, by a job, by a group, and by a stream in float64. */
static void a_field_has_the_positions_of_a_run(void **state)
{
    static position expected[SAMPLED];
    static kept_cloud kept;
    static float values[3 * SAMPLED];
    const scree_particle_params params = {
        .system = SCREE_PARTICLE_SYSTEM_AIZAWA, .seed = 7, .count = SAMPLED, .steps = 21};
    scree_device *members[2] = {fixture_device(SCREE_CPU_LEVEL_AUTO, 1), fixture_device(SCREE_CPU_LEVEL_SCALAR, 2)};
    scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 2);
    scree_field *field = NULL;
    scree_job *job = NULL;
    scree_range range;
    run(device, &params, 0, SAMPLED, 21, NULL, expected);
    assert_int_equal(scree_field_from_particles(fixture_context, &params, &field), SCREE_OK);
    assert_int_equal(scree_field_fill(field, NULL, values), SCREE_OK);
    assert_int_equal(scree_field_range(field, NULL, &range), SCREE_OK);
    check_values(values, &expected[0].x, &range);
    scree_device_close(&device);
    assert_int_equal(scree_device_group_create(fixture_context, members, 2, &device), SCREE_OK);
    const scree_sink sink = {.write = keep_slab, .user = &kept, .wants_values = true};
    assert_int_equal(scree_job_stream(device, field, NULL, NULL, &sink, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
    const scree_job_status status = scree_job_poll(job);
    assert_int_equal(status.done, 3 * SAMPLED);
    range = (scree_range){.minimum = status.minimum, .maximum = status.maximum};
    check_values(kept.values, &expected[0].x, &range);
    assert_memory_equal(kept.data, expected, sizeof expected);
    scree_job_release(&job);
    scree_field_release(&field);
    scree_device_close(&device);
}

/* In a buffer of its device, with the grid's layout, also of float32. */
static void a_field_stays_in_a_buffer(void **state)
{
    enum { COUNT = 1000, SKIPPED = 7 };
    static float values[3 * COUNT];
    static float stored[3 * COUNT + SKIPPED];
    const scree_particle_params params = {.type = SCREE_PARTICLE_F32, .count = COUNT, .steps = 130};
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    scree_field *field = NULL;
    scree_job *job = NULL;
    assert_int_equal(scree_field_from_particles(fixture_context, &params, &field), SCREE_OK);
    assert_int_equal(scree_field_fill(field, NULL, values), SCREE_OK);
    scree_buffer *buffer = fixture_buffer(device, sizeof stored);
    assert_int_equal(scree_job_fill_buffer(device, field, NULL, buffer, SKIPPED * sizeof(float), &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
    assert_int_equal(scree_buffer_read(buffer, 0, sizeof stored, stored), SCREE_OK);
    assert_memory_equal(stored + SKIPPED, values, sizeof values);
    scree_job_release(&job);
    scree_buffer_destroy(&buffer);
    scree_field_release(&field);
}

static void a_field_that_is_none_of_particles_is_refused(void **state)
{
    const scree_particle_run wanted = {.count = 1};
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    scree_field *field = NULL;
    assert_int_equal(scree_field_from_noise(fixture_context, &(scree_noise_params){0}, &field), SCREE_OK);
    assert_null(scree_particles_params(field));
    assert_int_equal(scree_particles_run(device, field, &wanted, NULL), SCREE_ERROR_INVALID);
    scree_field_release(&field);
}

static void assert_refused(scree_result result, const char *message)
{
    assert_int_equal(result, SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, message));
}

static void wrong_parameters_are_refused(void **state)
{
    scree_field *particles = NULL;
    scree_particle_params params = {.system = (scree_particle_system)99};
    assert_refused(scree_field_from_particles(fixture_context, &params, &particles), "system is 99");
    params = (scree_particle_params){.integrator = (scree_particle_integrator)3};
    assert_refused(scree_field_from_particles(fixture_context, &params, &particles), "integrator is 3");
    params = (scree_particle_params){.type = (scree_particle_type)2};
    assert_refused(scree_field_from_particles(fixture_context, &params, &particles), "type is 2");
    params = (scree_particle_params){.time_step = NAN};
    assert_refused(scree_field_from_particles(fixture_context, &params, &particles), "time_step is");
    params = (scree_particle_params){.system = SCREE_PARTICLE_SYSTEM_CLIFFORD, .time_step = 0.1};
    assert_refused(scree_field_from_particles(fixture_context, &params, &particles), "clifford is a map");
    params = (scree_particle_params){.has_numbers = true, .numbers = {1.0, INFINITY}};
    assert_refused(scree_field_from_particles(fixture_context, &params, &particles), "numbers[1] is inf");
    params =
        (scree_particle_params){.system = SCREE_PARTICLE_SYSTEM_FLOW, .has_numbers = true, .numbers = {1.0, 1.0, 0.5}};
    assert_refused(scree_field_from_particles(fixture_context, &params, &particles),
                   "numbers[2], the seed of a flow, is 0.5; it must be whole, 0 to 4194303");
    params.numbers[2] = 4194304.0;
    assert_refused(scree_field_from_particles(fixture_context, &params, &particles), "the seed of a flow, is 4.1943");
    params = (scree_particle_params){.has_box = true, .box_size = {1.0, 1.0, -1.0}};
    assert_refused(scree_field_from_particles(fixture_context, &params, &particles), "box_size[2] is -1");
    params = (scree_particle_params){.count = SCREE_MAX_PARTICLES + 1};
    assert_refused(scree_field_from_particles(fixture_context, &params, &particles), "count is 281474976710657");
    params = (scree_particle_params){.count = 2, .first = SCREE_MAX_PARTICLES - 1};
    assert_refused(scree_field_from_particles(fixture_context, &params, &particles), "first is 281474976710655");
    params = (scree_particle_params){.first_step = 1};
    assert_refused(scree_field_from_particles(fixture_context, &params, &particles), "positions is NULL");
    params = (scree_particle_params){.positions = &params, .first_step = UINT64_MAX, .steps = 2};
    assert_refused(scree_field_from_particles(fixture_context, &params, &particles), "at most 2^62 steps");
    assert_refused(scree_field_from_particles(fixture_context, NULL, &particles), "params is NULL");
    assert_null(particles);
}

static void wrong_runs_are_refused(void **state)
{
    scree_field *particles = NULL;
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    scree_buffer *buffer = fixture_buffer(device, 2400);
    assert_int_equal(scree_field_from_particles(fixture_context, &(scree_particle_params){0}, &particles), SCREE_OK);
    scree_splat_params splat = {.camera = {.distance = 1.0, .extent = 1.0}};
    scree_particle_run wanted = {.count = 101, .positions = buffer};
    assert_refused(scree_particles_run(device, particles, &wanted, NULL), "101 particles of 24 bytes");
    wanted = (scree_particle_run){.count = 1, .is_continued = true};
    assert_refused(scree_particles_run(device, particles, &wanted, NULL), "positions is NULL");
    wanted = (scree_particle_run){.count = 1, .first = SCREE_MAX_PARTICLES};
    assert_refused(scree_particles_run(device, particles, &wanted, NULL), "at most 2^48 particles");
    wanted = (scree_particle_run){.count = 1, .steps = 7, .all_steps = 6};
    assert_refused(scree_particles_run(device, particles, &wanted, NULL), "all_steps is 6");
    wanted = (scree_particle_run){
        .count = 1, .splat = &splat, .accumulation = {.buffer = buffer, .width = 10, .height = 31}};
    assert_refused(scree_particles_run(device, particles, &wanted, NULL), "accumulation: 2480 bytes");
    wanted.accumulation.height = 30;
    wanted.accumulation.left = 1;
    assert_refused(scree_particles_run(device, particles, &wanted, NULL), "a window of 10 x 30 pixels at 1, 0");
    wanted.accumulation.left = 0;
    wanted.accumulation.whole_width = 65537;
    assert_refused(scree_particles_run(device, particles, &wanted, NULL), "a side has at most 65536");
    wanted.accumulation.whole_width = 0;
    splat.camera.elevation = 91.0;
    assert_refused(scree_particles_run(device, particles, &wanted, NULL), "camera.elevation is 91");
    splat.camera = (scree_camera){.field_of_view = 60.0};
    assert_refused(scree_particles_run(device, particles, &wanted, NULL), "camera.distance is 0");
    splat.camera = (scree_camera){.distance = 1.0, .extent = 1.0};
    splat.colour = SCREE_PARTICLE_COLOUR_SPEED;
    assert_refused(scree_particles_run(device, particles, &wanted, NULL), "colour_min is 0 and colour_max is 0");
    splat.colour = SCREE_PARTICLE_COLOUR_DENSITY;
    splat.shape = (scree_particle_shape)3;
    assert_refused(scree_particles_run(device, particles, &wanted, NULL), "shape is 3");
    splat.shape = SCREE_PARTICLE_SHAPE_QUADS;
    assert_refused(scree_particles_run(device, particles, &wanted, NULL), "quad_size is 0; it must be positive");
    splat.quad_size = INFINITY;
    assert_refused(scree_particles_run(device, particles, &wanted, NULL), "quad_size is inf");
    splat.shape = SCREE_PARTICLE_SHAPE_POINTS;
    splat.every = 1;
    wanted.count = 1u << 20;
    wanted.steps = 1u << 10;
    assert_refused(scree_particles_run(device, particles, &wanted, NULL), "are drawn 1024 times");
    assert_refused(scree_particles_run(device, NULL, &wanted, NULL), "particles is NULL");
    assert_int_equal(scree_particles_run(NULL, particles, &wanted, NULL), SCREE_ERROR_INVALID);
    scree_buffer_destroy(&buffer);
    scree_field_release(&particles);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_seed_places_by_the_hash_of_wang),
        cmocka_unit_test(other_seeds_fill_the_box),
        cmocka_unit_test(lorenz_is_followed_step_by_step),
        cmocka_unit_test(flows_have_no_sources),
        cmocka_unit_test(every_system_has_its_formula),
        cmocka_unit_test(numbers_near_zero_become_zero),
        cmocka_unit_test(a_camera_sees_places_where_they_are),
        cmocka_unit_test(values_are_summed),
        cmocka_unit_test(lines_have_the_nearest_pixels),
        cmocka_unit_test(quads_have_the_pixels_of_squares),
        cmocka_unit_test(quads_face_the_camera),
        cmocka_unit_test(lost_particles_are_counted),
        cmocka_unit_test(a_field_has_the_positions_of_a_run),
        cmocka_unit_test(a_field_stays_in_a_buffer),
        cmocka_unit_test(a_field_that_is_none_of_particles_is_refused),
        cmocka_unit_test(wrong_parameters_are_refused),
        cmocka_unit_test(wrong_runs_are_refused),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
