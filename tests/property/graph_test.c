/* Fields made of others by operators: values, tiles, points, jobs, bounds and lifetimes. */
#include "graph_fixture.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "graph_cases.h"
#include "op_rows.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define HANDFUL 40u
#define MOST_SAMPLES 20000u

/* A random graph of a handful, which has all operators and numbers of axes. */
static scree_field *make_case(unsigned number, graph_case *c)
{
    scree_field *field = NULL;
    graph_case_make(number * 197 % GRAPH_CASE_COUNT, 7, c);
    assert_int_equal(graph_case_field(c, fixture_context, &field), SCREE_OK);
    return field;
}

static void assert_value(const op_row *row, float actual)
{
    if (memcmp(&actual, &row->expected, sizeof actual) != 0) {
        fail_msg("%s of %g, ...: %.9g, expected %.9g", scree_op_name(row->op), (double)row->input[0], (double)actual,
                 (double)row->expected);
    }
}

/* A graph without noise is the same number everywhere, by whatever call. */
static void assert_constant(const scree_field *field, uint32_t axes, const op_row *row)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    const scree_grid grid = {.axes = axes, .count = {19, 3}, .step = {0.7}, .row_stride = 23};
    const double position[SCREE_MAX_AXES] = {1.25, -7.5};
    float values[66] = {0.0f};
    float point[2];
    scree_range range;
    scree_range bound;
    uint32_t octaves = 9;
    scree_job *job = NULL;
    graph_fill(field, &grid, values);
    assert_value(row, values[0]);
    for (size_t i = 1; i < COUNT_OF(values); i++) {
        const float expected = i % 23 < 19 && (axes > 1 || i < 19) ? values[0] : 0.0f;
        assert_memory_equal(&values[i], &expected, sizeof expected);
    }
    assert_int_equal(scree_field_range(field, &grid, &range), SCREE_OK);
    assert_true(range.minimum == values[0] && range.maximum == values[0]);
    assert_int_equal(scree_field_bound(field, &grid, &bound, &octaves), SCREE_OK);
    assert_true(bound.minimum <= values[0] && values[0] <= bound.maximum);
    assert_int_equal(octaves, 0);
    assert_int_equal(field_at_packed(field, axes, position, 1, &point[0]), SCREE_OK);
    assert_int_equal(device_at_packed(device, field, axes, position, 1, &point[1]), SCREE_OK);
    assert_memory_equal(&point[0], values, sizeof point[0]);
    assert_memory_equal(&point[1], values, sizeof point[1]);
    assert_int_equal(scree_job_fill(device, field, &grid, values, &job), SCREE_OK);
    fixture_finish(&job);
    assert_memory_equal(&values[1], point, sizeof point[0]);
}

static void operators_of_numbers_are_numbers(void **state)
{
    for (size_t i = 0; i < OP_ROW_COUNT; i++) {
        const op_row *row = &op_rows[i];
        scree_op_operand operands[SCREE_MAX_OP_INPUTS] = {0};
        for (uint32_t k = 0; k < row->count; k++) {
            operands[k].number = (double)row->input[k];
        }
        scree_field *field = graph_op(row->op, operands, row->count);
        for (uint32_t axes = 1; axes <= SCREE_MAX_AXES; axes++) {
            assert_constant(field, axes, row);
        }
        scree_field_release(&field);
    }
}

/* The same where devices must compute it: each input is the number, and noise times nothing. */
static void operators_of_fields_have_the_same_values(void **state)
{
    scree_field *noise = fixture_field(&(scree_noise_params){.seed = 2});
    scree_field *nothing = GRAPH_OP(MUL, {noise}, {.number = 0.0});
    const scree_grid grid = graph_grid(2);
    float values[37 * 11];
    for (size_t i = 0; i < OP_ROW_COUNT; i++) {
        const op_row *row = &op_rows[i];
        scree_op_operand operands[SCREE_MAX_OP_INPUTS] = {0};
        scree_field *made[SCREE_MAX_OP_INPUTS] = {NULL};
        const uint32_t fields = row->op == SCREE_OP_CURVE ? 1 : row->count; /* Points of a curve are numbers. */
        for (uint32_t k = fields; k < row->count; k++) {
            operands[k].number = (double)row->input[k];
        }
        for (uint32_t k = 0; k < fields; k++) {
            operands[k].field = made[k] = GRAPH_OP(ADD, {nothing}, {.number = (double)row->input[k]});
        }
        scree_field *field = graph_op(row->op, operands, row->count);
        for (uint32_t k = 0; k < fields; k++) {
            scree_field_release(&made[k]);
        }
        graph_fill(field, &grid, values);
        for (size_t k = 0; k < COUNT_OF(values); k++) {
            assert_value(row, values[k]);
        }
        scree_field_release(&field);
    }
    scree_field_release(&nothing);
    scree_field_release(&noise);
}

/* Asserts that a field has the noise's values as operators take them. */
static void assert_trims(const scree_field *field, const scree_field *noise, const scree_grid *grid)
{
    static float expected[MOST_SAMPLES];
    static float actual[MOST_SAMPLES];
    const size_t samples = (size_t)fixture_samples(grid);
    assert_true(samples <= MOST_SAMPLES);
    graph_fill(noise, grid, expected);
    graph_fill(field, grid, actual);
    for (size_t i = 0; i < samples; i++) {
        expected[i] = graph_trimmed(expected[i]);
        assert_memory_equal(&actual[i], &expected[i], sizeof expected[i]);
    }
}

static void noise_by_itself_is_trimmed(void **state)
{
    /* Noise that is smaller and smaller towards a lattice point. */
    const scree_noise_params small = {.weights = {0x1p-32}, .weight_count = 1};
    const scree_grid near = {.axes = 1, .count = {4000}, .step = {0x1p-40}, .first = {-2000}};
    static float values[4000];
    const scree_noise_params all[] = {small, {.octaves = 3, .kind = SCREE_NOISE_CELLULAR}, {.octaves = 5}};
    unsigned tiny = 0;
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        scree_field *noise = fixture_field(&all[i]);
        scree_field *same = GRAPH_OP(CONSTANT, {noise});
        scree_field *sum = GRAPH_OP(ADD, {noise}, {.number = 0.0});
        scree_field *opposite = graph_op_taking(SCREE_OP_NEG, GRAPH_OP(NEG, {noise}), NULL);
        const scree_field *graphs[] = {same, sum, opposite};
        for (size_t k = 0; k < COUNT_OF(graphs); k++) {
            for (uint32_t axes = 1; axes <= 4; axes++) {
                const scree_grid grid = graph_grid(axes);
                assert_trims(graphs[k], noise, &grid);
            }
            assert_trims(graphs[k], noise, &near);
        }
        graph_fill(noise, &near, values);
        for (size_t k = 0; k < COUNT_OF(values); k++) {
            tiny += values[k] != 0.0f && graph_trimmed(values[k]) == 0.0f;
        }
        scree_field_release(&opposite);
        scree_field_release(&sum);
        scree_field_release(&same);
        scree_field_release(&noise);
    }
    assert_true(tiny > 100 && tiny < 3900);
}

/* Every sample of a box is that of the whole. */
static void assert_box(const float *whole, const scree_grid *grid, const scree_grid *box, const float *actual)
{
    for (uint64_t i = 0; i < fixture_samples(box); i++) {
        uint64_t rest = i;
        uint64_t index = 0;
        uint64_t stride = 1;
        for (uint32_t axis = 0; axis < grid->axes; axis++) {
            index += ((uint64_t)(box->first[axis] - grid->first[axis]) + rest % box->count[axis]) * stride;
            rest /= box->count[axis];
            stride *= grid->count[axis];
        }
        assert_memory_equal(&actual[i], &whole[index], sizeof *actual);
    }
}

static void tiles_equal_the_whole(void **state)
{
    static graph_case c;
    static float whole[MOST_SAMPLES];
    static float actual[MOST_SAMPLES];
    uint64_t draws = 3;
    for (unsigned number = 0; number < HANDFUL; number++) {
        scree_field *field = make_case(number, &c);
        scree_grid grid = graph_grid(c.grid.axes);
        grid.first[0] = -20;
        graph_fill(field, &grid, whole);
        for (int cut = 0; cut < 6; cut++) {
            scree_grid box = grid;
            for (uint32_t axis = 0; axis < grid.axes; axis++) {
                const uint64_t begin = fixture_draw(&draws) % grid.count[axis];
                box.first[axis] += (int64_t)begin;
                box.count[axis] = 1 + fixture_draw(&draws) % (grid.count[axis] - begin);
            }
            graph_fill(field, &box, actual);
            assert_box(whole, &grid, &box, actual);
        }
        scree_field_release(&field);
    }
}

/* Whether a field has the bits of its grid at the grid's points. */
static bool is_same_at_points(const scree_field *field, const scree_grid *grid)
{
    static float on_grid[MOST_SAMPLES];
    static float at_points[MOST_SAMPLES];
    static double positions[MOST_SAMPLES * SCREE_MAX_AXES];
    const size_t samples = (size_t)fixture_samples(grid);
    for (size_t i = 0; i < samples; i++) {
        uint64_t rest = i;
        for (uint32_t axis = 0; axis < grid->axes; axis++) {
            positions[i * grid->axes + axis] = grid->origin[axis] + (double)(rest % grid->count[axis]) * grid->step[0];
            rest /= grid->count[axis];
        }
    }
    graph_fill(field, grid, on_grid);
    assert_int_equal(field_at_packed(field, grid->axes, positions, samples, at_points), SCREE_OK);
    return memcmp(on_grid, at_points, samples * sizeof *on_grid) == 0;
}

/* A graph has them where its noise has. */
static void points_equal_samples_of_the_grid(void **state)
{
    static graph_case c;
    unsigned compared = 0;
    for (unsigned number = 0; number < HANDFUL; number++) {
        scree_field *field = make_case(number, &c);
        const scree_grid grid = graph_grid(c.grid.axes);
        bool are_same = true;
        for (uint32_t i = 0; i < c.source_count; i++) {
            scree_field *noise = fixture_field(&c.source[i]);
            are_same = is_same_at_points(noise, &grid) && are_same;
            scree_field_release(&noise);
        }
        assert_true(!are_same || is_same_at_points(field, &grid));
        compared += are_same && c.source_count > 0;
        scree_field_release(&field);
    }
    assert_true(compared >= HANDFUL / 4);
}

/* Jobs of any number of threads have the bits and the range of a call at once. */
static void jobs_equal_calls_at_once(void **state)
{
    static graph_case c;
    static float expected[MOST_SAMPLES];
    static float actual[MOST_SAMPLES];
    for (unsigned number = 0; number < HANDFUL; number++) {
        scree_field *field = make_case(number, &c);
        scree_grid grid = graph_grid(c.grid.axes);
        grid.count[0] = grid.axes < 3 ? 900 : 50;
        const size_t bytes = (size_t)fixture_samples(&grid) * sizeof *actual;
        scree_range range;
        assert_true(bytes <= sizeof actual);
        graph_fill(field, &grid, expected);
        assert_int_equal(scree_field_range(field, &grid, &range), SCREE_OK);
        for (uint32_t threads = 1; threads <= 3; threads++) {
            scree_job *job = NULL;
            memset(actual, 0x7f, bytes);
            assert_int_equal(scree_job_fill(fixture_cpu(SCREE_CPU_LEVEL_AUTO, threads), field, &grid, actual, &job),
                             SCREE_OK);
            assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
            const scree_job_status status = scree_job_poll(job);
            assert_memory_equal(actual, expected, bytes);
            assert_true(status.minimum == range.minimum && status.maximum == range.maximum);
            scree_job_release(&job);
        }
        scree_field_release(&field);
    }
}

static void bounds_hold(void **state)
{
    static graph_case c;
    for (unsigned number = 0; number < 500; number++) {
        scree_field *field = NULL;
        scree_range range;
        scree_range bound;
        graph_case_make(number * 7 % GRAPH_CASE_COUNT, 11, &c);
        assert_int_equal(graph_case_field(&c, fixture_context, &field), SCREE_OK);
        assert_int_equal(scree_field_bound(field, &c.grid, &bound, NULL), SCREE_OK);
        assert_int_equal(scree_field_range(field, &c.grid, &range), SCREE_OK);
        if (!(bound.minimum <= range.minimum && range.maximum <= bound.maximum)) {
            fail_msg("%s: %.9g to %.9g is not within %.9g to %.9g", c.name, (double)range.minimum,
                     (double)range.maximum, (double)bound.minimum, (double)bound.maximum);
        }
        scree_field_release(&field);
    }
}

static void graphs_have_one_channel_and_no_volume(void **state)
{
    scree_field *noise = fixture_field(&(scree_noise_params){.octaves = 2});
    scree_field *field = GRAPH_OP(ABS, {noise});
    scree_grid grid = {.axes = 5};
    for (uint32_t axes = 1; axes <= SCREE_MAX_AXES; axes++) {
        assert_int_equal(scree_field_channels(field, axes), 1);
    }
    assert_int_equal(scree_field_channels(field, SCREE_MAX_AXES + 1), 0);
    assert_false(scree_field_volume(field, &grid));
    assert_int_equal(grid.axes, 0);
    scree_field_release(&field);
    scree_field_release(&noise);
}

/* Operators whose inputs are one field twice, one behind the other: they are 2^1024 paths, and 1024 fields. */
static void a_field_that_is_used_twice_counts_once(void **state)
{
    const scree_grid grid = graph_grid(3);
    scree_field *noise = fixture_field(&(scree_noise_params){.octaves = 2, .seed = 4});
    scree_field *field = scree_field_retain(noise);
    for (uint32_t i = 0; i < SCREE_MAX_GRAPH_DEPTH; i++) {
        field = graph_op_taking(i % 2 == 0 ? SCREE_OP_MIN : SCREE_OP_MAX, field, field);
    }
    assert_trims(field, noise, &grid);
    scree_field_release(&field);
    scree_field_release(&noise);
}

/* Inputs that only the graph still has, a field that only its job has, and a graph that ends before its inputs. */
static void fields_are_kept_by_what_needs_them(void **state)
{
    static float expected[37 * 11];
    static float actual[37 * 11];
    const scree_grid grid = graph_grid(2);
    scree_job *job = NULL;
    scree_field *plains = fixture_field(&(scree_noise_params){.seed = 1});
    scree_field *hills = fixture_field(&(scree_noise_params){.octaves = 4, .seed = 2});
    scree_field *sum = GRAPH_OP(ADD, {plains}, {hills});
    scree_field *product = GRAPH_OP(MUL, {sum}, {plains});
    graph_fill(product, &grid, expected);
    scree_field_release(&sum);
    scree_field_release(&plains);
    graph_fill(product, &grid, actual);
    assert_memory_equal(actual, expected, sizeof actual);
    memset(actual, 0, sizeof actual);
    assert_int_equal(scree_job_fill(fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2), product, &grid, actual, &job), SCREE_OK);
    scree_field_release(&product);
    fixture_finish(&job);
    assert_memory_equal(actual, expected, sizeof actual);
    sum = GRAPH_OP(ADD, {hills}, {hills});
    scree_field_release(&sum);
    graph_fill(hills, &grid, actual);
    scree_field_release(&hills);
}

/* Near and far grids, a tiny one, and one whose positions lie in the middle between numbers of float32. All of their
   positions are numbers of float64. */
static const scree_grid position_grids[] = {
    {.axes = 5,
     .count = {37, 11, 5, 3, 2},
     .origin = {-3.25, 7.5, 0.25, -1000.0, 9.0},
     .step = {0.0625, 0.5, 2.0, 0.25, 1.0},
     .first = {-20, 3, -1, 7, 0}},
    {.axes = 4, .count = {900, 3, 2, 3}, .origin = {0x1p40, -0x1p50, 0.375, -0x1p33}, .step = {0x1p-10, 1, 0.75, 0.5}},
    {.axes = 3, .count = {33, 20, 9}, .origin = {-0x1p60, 0x1p59, 0x1p60}, .step = {0x1p20, 0x1p19, 0x1p18}},
    {.axes = 2, .count = {1000, 9}, .origin = {0x1p24, -0x1p24}, .step = {0.25, 0.5}, .first = {-500, -3}},
    {.axes = 1, .count = {100}, .step = {0x1p-48}, .first = {-50}},
};

static float position_of(const scree_grid *grid, uint64_t sample, uint32_t axis)
{
    for (uint32_t inner = 0; inner < axis; inner++) {
        sample /= grid->count[inner];
    }
    const double index = (double)(grid->first[axis] + (int64_t)(sample % grid->count[axis]));
    return (float)(grid->origin[axis] + index * grid->step[axis]);
}

/* Operators without inputs: positions, at once and by a job, and their bound. */
static void check_positions(const scree_grid *grid, uint32_t axis)
{
    static float values[MOST_SAMPLES];
    static float again[MOST_SAMPLES];
    scree_field *field = graph_op((scree_op)(SCREE_OP_POSITION_X + axis), NULL, 0);
    const uint64_t samples = fixture_samples(grid);
    scree_range bound;
    scree_job *job = NULL;
    assert_int_equal(scree_field_bound(field, grid, &bound, NULL), SCREE_OK);
    graph_fill(field, grid, values);
    for (uint64_t i = 0; i < samples; i++) {
        const float expected = position_of(grid, i, axis);
        if (memcmp(&values[i], &expected, sizeof expected) != 0) {
            fail_msg("axis %u of sample %llu is at %.9g, not %.9g", axis, (unsigned long long)i, (double)values[i],
                     (double)expected);
        }
    }
    assert_true(bound.minimum == values[0] && bound.maximum == values[samples - 1]);
    assert_int_equal(scree_job_fill(fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2), field, grid, again, &job), SCREE_OK);
    fixture_finish(&job);
    assert_memory_equal(values, again, samples * sizeof *values);
    scree_field_release(&field);
}

static void positions_are_those_of_the_grid(void **state)
{
    for (size_t i = 0; i < COUNT_OF(position_grids); i++) {
        for (uint32_t axis = 0; axis < position_grids[i].axes && axis < 4; axis++) {
            check_positions(&position_grids[i], axis);
        }
    }
}

/* The distance from the surface of a ball round the origin, which needs no noise. */
static scree_field *make_ball(void)
{
    scree_field *x = graph_op(SCREE_OP_POSITION_X, NULL, 0);
    scree_field *y = graph_op(SCREE_OP_POSITION_Y, NULL, 0);
    scree_field *z = graph_op(SCREE_OP_POSITION_Z, NULL, 0);
    scree_field *length = GRAPH_OP(LENGTH, {x}, {y}, {z});
    scree_field *ball = GRAPH_OP(SUB, {length}, {.number = 1.0});
    scree_field_release(&length);
    scree_field_release(&z);
    scree_field_release(&y);
    scree_field_release(&x);
    return ball;
}

static void a_ball_needs_no_noise(void **state)
{
    static float values[21 * 21 * 21];
    static float part[5 * 21 * 3];
    const scree_grid grid = {
        .axes = 3, .count = {21, 21, 21}, .origin = {-1.25, -1.25, -1.25}, .step = {0.125, 0.125, 0.125}};
    scree_grid box = grid;
    scree_field *ball = make_ball();
    box.first[0] = 7;
    box.first[2] = 18;
    box.count[0] = 5;
    box.count[2] = 3;
    graph_fill(ball, &grid, values);
    for (uint64_t i = 0; i < COUNT_OF(values); i++) {
        double sum = 0.0;
        for (uint32_t axis = 0; axis < 3; axis++) {
            sum += pow((double)position_of(&grid, i, axis), 2.0);
        }
        /* Squares, their sum, the root and the difference are rounded; no length is above 4. */
        assert_true(fabs((double)values[i] - (sqrt(sum) - 1.0)) < 0x1p-22);
    }
    graph_fill(ball, &box, part);
    assert_box(values, &grid, &box, part);
    assert_true(is_same_at_points(ball, &grid));
    assert_true(scree_field_at_3d(ball, 0.0, 0.0, -3.0) == 2.0f);
    scree_field_release(&ball);
}

enum { THREADS = 8 };

/* A thread that is one of the first to use a field. */
typedef struct first_user {
    pthread_t thread;
    const scree_field *field;
    scree_result results[2];
    float values[37 * 11];
    float point;
} first_user;

static void *use_first(void *argument)
{
    first_user *self = argument;
    const scree_grid grid = graph_grid(2);
    const double position[2] = {0.3, 0.8};
    self->results[0] = scree_field_fill(self->field, &grid, self->values);
    self->results[1] = field_at_packed(self->field, 2, position, 1, &self->point);
    return NULL;
}

/* A field is unused until then: what it keeps is made by the thread that is first. */
static void threads_share_a_new_graph(void **state)
{
    static first_user users[THREADS];
    static graph_case c;
    first_user alone = {0};
    unsigned tried = 0;
    for (unsigned number = 0; tried < 12; number++) {
        alone.field = make_case(number, &c);
        scree_field *fresh = make_case(number, &c);
        if (c.grid.axes == 2 && c.source_count > 0) {
            tried++;
            use_first(&alone);
            for (int i = 0; i < THREADS; i++) {
                users[i] = (first_user){.field = fresh};
                assert_int_equal(pthread_create(&users[i].thread, NULL, use_first, &users[i]), 0);
            }
            for (int i = 0; i < THREADS; i++) {
                pthread_join(users[i].thread, NULL);
                assert_int_equal(users[i].results[0], SCREE_OK);
                assert_int_equal(users[i].results[1], SCREE_OK);
                assert_memory_equal(users[i].values, alone.values, sizeof alone.values);
                assert_memory_equal(&users[i].point, &alone.point, sizeof alone.point);
            }
        }
        scree_field *first = (scree_field *)(uintptr_t)alone.field;
        scree_field_release(&first);
        scree_field_release(&fresh);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_of_numbers_are_numbers),
        cmocka_unit_test(operators_of_fields_have_the_same_values),
        cmocka_unit_test(noise_by_itself_is_trimmed),
        cmocka_unit_test(tiles_equal_the_whole),
        cmocka_unit_test(points_equal_samples_of_the_grid),
        cmocka_unit_test(jobs_equal_calls_at_once),
        cmocka_unit_test(bounds_hold),
        cmocka_unit_test(graphs_have_one_channel_and_no_volume),
        cmocka_unit_test(a_field_that_is_used_twice_counts_once),
        cmocka_unit_test(fields_are_kept_by_what_needs_them),
        cmocka_unit_test(positions_are_those_of_the_grid),
        cmocka_unit_test(a_ball_needs_no_noise),
        cmocka_unit_test(threads_share_a_new_graph),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
