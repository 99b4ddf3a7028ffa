/* Graphs that must be refused: when they are made or when they are evaluated, with a message that names what is wrong.
 */
#include "graph_fixture.h"

#include <stdlib.h>
#include <string.h>

#include "failing_allocation.h"
#include "op_definition.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static void assert_said(const char *what)
{
    assert_string_equal(scree_last_error(), fixture_message);
    if (strstr(fixture_message, what) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", fixture_message, what);
    }
}

/* Operators are named at the beginning. */
static void assert_begins(const char *name)
{
    assert_said(name);
    assert_memory_equal(fixture_message, name, strlen(name));
}

static void assert_refused(const scree_op_params *params, scree_result expected, const char *what)
{
    scree_field *field = (scree_field *)(uintptr_t)params; /* Any pointer but NULL. */
    fixture_message[0] = '\0';
    assert_int_equal(scree_field_from_op(fixture_context, params, &field), expected);
    assert_null(field);
    assert_said(what);
}

static void operators_and_counts_are_checked(void **state)
{
    const struct {
        scree_op op;
        uint32_t count;
        const char *begin;
        const char *what;
    } rows[] = {
        {(scree_op)SCREE_OP_COUNT, 1, "op", "it must be 0 to "},
        {SCREE_OP_POSITION_X, 1, "x", "count is 1"},
        {(scree_op)1000, 0, "op", "op is 1000"},
        {SCREE_OP_ADD, 1, "add", "count is 1"},
        {SCREE_OP_ADD, 3, "add", "count is 3"},
        {SCREE_OP_CONSTANT, 2, "constant", "count is 2"},
        {SCREE_OP_SELECT, 4, "select", "count is 4"},
        {SCREE_OP_SELECT, SCREE_MAX_OP_INPUTS + 1, "select", "count is 34"},
        {SCREE_OP_SELECT, UINT32_MAX, "select", "count is 4294967295"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const scree_op_params params = {.op = rows[i].op, .count = rows[i].count};
        assert_refused(&params, SCREE_ERROR_INVALID, rows[i].what);
        assert_begins(rows[i].begin);
    }
    scree_field *field = NULL;
    assert_int_equal(scree_field_from_op(fixture_context, NULL, &field), SCREE_ERROR_INVALID);
    assert_null(field);
    assert_said("params is NULL");
    assert_int_equal(scree_field_from_op(fixture_context, &(scree_op_params){.op = SCREE_OP_ADD}, NULL),
                     SCREE_ERROR_INVALID);
    assert_said("field is NULL");
}

static void numbers_are_checked(void **state)
{
    const struct {
        double number;
        const char *what;
    } rows[] = {
        {(double)NAN, "b is nan"},
        {(double)INFINITY, "b is inf"},
        {-(double)INFINITY, "b is -inf"},
        {0x1p63, "b is "},
        {-0x1p63, "b is "},
        {0x1p64, "b is "},
        {nextafter(0x1p63, 0.0), "b is "}, /* As float32 it is 2^63. */
        {1e300, "b is 1e"},
        {0x1p-64, "b is "},
        {-1e-300, "b is -1e-300"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const scree_op_params params = {.op = SCREE_OP_ADD, .input = {{.number = 1.0}, {.number = rows[i].number}}};
        assert_refused(&params, SCREE_ERROR_INVALID, rows[i].what);
        assert_begins("add");
    }
    static const double good[] = {0.0, -0.0, 0x1p-63, -0x1p-63, 0x1.fffffep62, -0x1.fffffep62};
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        scree_field *field = GRAPH_OP(CONSTANT, {.number = good[i]});
        assert_true(scree_field_at_2d(field, 0.5, 0.5) == (float)good[i]);
        scree_field_release(&field);
    }
    /* Inputs behind the last one that is counted are not read; without a count they must be zero. */
    scree_op_params params = {.op = SCREE_OP_FLOOR, .count = 1, .input = {{.number = 1.5}, {.number = (double)NAN}}};
    scree_field *field = NULL;
    assert_int_equal(scree_field_from_op(fixture_context, &params, &field), SCREE_OK);
    assert_true(scree_field_at_2d(field, 0.5, 0.5) == 1.0f);
    scree_field_release(&field);
    params.count = 0;
    assert_refused(&params, SCREE_ERROR_INVALID, "count is 0, and multiple is given");
    assert_begins("floor");
}

static scree_field *make_distances(void)
{
    static const uint8_t voxels[8] = {1};
    const scree_distance_params params = {.count = {2, 2, 2}};
    const scree_distance_source source = {.occupancy = voxels};
    scree_field *field = NULL;
    assert_int_equal(scree_field_from_distance(fixture_context, &params, &source, &field), SCREE_OK);
    return field;
}

static scree_field *make_particles(void)
{
    scree_field *field = NULL;
    assert_int_equal(scree_field_from_particles(fixture_context, &(scree_particle_params){.count = 2}, &field),
                     SCREE_OK);
    return field;
}

static void other_fields_are_no_inputs(void **state)
{
    scree_field *fields[] = {
        make_distances(),
        make_particles(),
        fixture_field(&(scree_noise_params){.sample.has_derivatives = true}),
        fixture_field(&(scree_noise_params){.sample.is_curl = true}),
    };
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        const scree_op_params params = {.op = SCREE_OP_MIX, .input = {{.number = 1.0}, {fields[i]}, {fields[i]}}};
        assert_refused(&params, SCREE_ERROR_UNSUPPORTED, "b is ");
        assert_begins("mix");
        scree_field_release(&fields[i]);
        assert_null(fields[i]);
    }
}

/* `length` operators behind a field, which is released. */
static scree_field *make_chain(scree_field *from, uint32_t length, double number)
{
    for (uint32_t i = 0; i < length; i++) {
        scree_field *next = GRAPH_OP(ADD, {from}, {.number = number + i});
        scree_field_release(&from);
        from = next;
    }
    return from;
}

/* A field has the same value on a grid and at a point. */
static void assert_works(const scree_field *field)
{
    const scree_grid grid = {.axes = 2, .count = {3, 1}, .origin = {0.25, 0.5}, .step = {0.125}};
    float values[3];
    graph_fill(field, &grid, values);
    assert_true(isfinite(values[2]));
    assert_true(values[2] == scree_field_at_2d(field, 0.5, 0.5));
}

static void depth_is_limited(void **state)
{
    scree_field *deep = make_chain(fixture_field(&(scree_noise_params){.seed = 5}), SCREE_MAX_GRAPH_DEPTH, 0.25);
    assert_works(deep);
    const scree_op_params params = {.op = SCREE_OP_MIN, .input = {{.number = 1.0}, {deep}}};
    assert_refused(&params, SCREE_ERROR_INVALID, "1024");
    assert_begins("min");
    assert_works(deep);
    scree_field_release(&deep);
    /* Behind a number, too. */
    deep = make_chain(GRAPH_OP(CONSTANT, {.number = 0.5}), SCREE_MAX_GRAPH_DEPTH - 1, 0.25);
    assert_works(deep);
    assert_refused(&(const scree_op_params){.op = SCREE_OP_ABS, .input = {{deep}}}, SCREE_ERROR_INVALID, "1024");
    scree_field_release(&deep);
}

enum { CHAINS = 5 };

/* A graph of `count` fields: chains from one field of noise, which are summed. */
static scree_field *make_fields(uint32_t count)
{
    const uint32_t in_chains = count - 1 - (CHAINS - 1);
    scree_field *noise = fixture_field(&(scree_noise_params){.seed = 5});
    scree_field *sum = NULL;
    for (uint32_t chain = 0; chain < CHAINS; chain++) {
        const uint32_t length = in_chains / CHAINS + (chain < in_chains % CHAINS);
        scree_field *next = make_chain(scree_field_retain(noise), length, 0.125 * chain);
        sum = sum == NULL ? next : graph_op_taking(SCREE_OP_ADD, sum, next);
    }
    scree_field_release(&noise);
    return sum;
}

static void the_number_of_fields_is_limited(void **state)
{
    scree_field *most = make_fields(SCREE_MAX_GRAPH_FIELDS);
    assert_works(most);
    assert_refused(&(const scree_op_params){.op = SCREE_OP_NEG, .input = {{most}}}, SCREE_ERROR_INVALID, "4096");
    assert_begins("neg");
    assert_refused(&(const scree_op_params){.op = SCREE_OP_ADD, .input = {{most}, {most}}}, SCREE_ERROR_INVALID,
                   "4096");
    assert_works(most);
    scree_field_release(&most);
    /* Fields that both inputs are made of count once. */
    scree_field *shared = make_fields(SCREE_MAX_GRAPH_FIELDS - 3);
    scree_field *both = graph_op_taking(SCREE_OP_SUB, GRAPH_OP(NEG, {shared}), GRAPH_OP(ABS, {shared}));
    assert_works(both);
    assert_refused(&(const scree_op_params){.op = SCREE_OP_NEG, .input = {{both}}}, SCREE_ERROR_INVALID, "4096");
    scree_field_release(&both);
    scree_field_release(&shared);
}

/* Every way to evaluate a field refuses it. Messages begin with `begin`, where that is not NULL, and say `what`. */
static void assert_not_evaluated(const scree_field *field, uint32_t axes, const char *begin, const char *what)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    const scree_grid grid = {.axes = axes, .count = {4, 3}, .step = {0.5}};
    const double position[SCREE_MAX_AXES + 1] = {0.5};
    float values[12];
    scree_range range;
    scree_job *job = NULL;
    for (int way = 0; way < 7; way++) {
        fixture_message[0] = '\0';
        const scree_result result = way == 0   ? scree_field_fill(field, &grid, values)
                                    : way == 1 ? scree_field_range(field, &grid, &range)
                                    : way == 2 ? scree_field_bound(field, &grid, &range, NULL)
                                    : way == 3 ? field_at_packed(field, axes, position, 1, values)
                                    : way == 4 ? device_at_packed(device, field, axes, position, 1, values)
                                    : way == 5 ? scree_job_fill(device, field, &grid, values, &job)
                                               : scree_job_range(device, field, &grid, &job);
        assert_int_equal(result, SCREE_ERROR_INVALID);
        assert_null(job);
        assert_said(what);
        if (begin != NULL) {
            assert_begins(begin);
        }
    }
}

/* Limits of inputs hold for the ranges of fields. */
static void ranges_are_checked(void **state)
{
    scree_field *noise = fixture_field(&(scree_noise_params){.kind = SCREE_NOISE_VALUE, .seed = 3});
    scree_field *zero = GRAPH_OP(SUB, {noise}, {noise}); /* As a range it is -2 to 2. */
    struct {
        const char *begin;
        scree_field *field;
    } rows[] = {
        {"div", GRAPH_OP(DIV, {.number = 1.0}, {noise})},
        {"div", GRAPH_OP(DIV, {noise}, {zero})},
        {"floor", GRAPH_OP(FLOOR, {noise}, {noise})},
        {"ceil", GRAPH_OP(CEIL, {noise}, {noise})},
        {"round", GRAPH_OP(ROUND, {noise}, {noise})},
        {"mod", GRAPH_OP(MOD, {noise}, {noise})},
        {"sqrt", GRAPH_OP(SQRT, {noise})},
        {"pow", GRAPH_OP(POW, {noise}, {.number = 2.0})},
        {"bias", GRAPH_OP(BIAS, {noise}, {noise})},
        {"gain", GRAPH_OP(GAIN, {noise}, {noise})},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        scree_field *behind = GRAPH_OP(ABS, {rows[i].field});
        assert_not_evaluated(rows[i].field, 2, rows[i].begin, "");
        assert_not_evaluated(behind, 3, rows[i].begin, "");
        scree_field_release(&behind);
        scree_field_release(&rows[i].field);
    }
    scree_field_release(&zero);
    scree_field_release(&noise);
}

/* Values below 2^63 are evaluated, and larger ones are not, whether noise or numbers make them. */
static void values_that_may_be_too_large_are_refused(void **state)
{
    scree_field *noise = fixture_field(&(scree_noise_params){.kind = SCREE_NOISE_VALUE, .seed = 3});
    scree_field *large = GRAPH_OP(MUL, {noise}, {.number = 0x1.8p62});
    scree_field *number = GRAPH_OP(CONSTANT, {.number = 0x1p62});
    struct {
        const char *begin;
        scree_field *field;
    } rows[] = {
        {"add", GRAPH_OP(ADD, {large}, {large})},       {"sub", GRAPH_OP(SUB, {large}, {number})},
        {"mul", GRAPH_OP(MUL, {large}, {.number = 4})}, {"mul", GRAPH_OP(MUL, {number}, {number})},
        {"add", GRAPH_OP(ADD, {number}, {number})},     {"scale-bias", GRAPH_OP(SCALE_BIAS, {large}, {.number = 2.5})},
    };
    assert_works(large);
    assert_works(number);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        assert_not_evaluated(rows[i].field, 2, rows[i].begin, "");
        scree_field_release(&rows[i].field);
    }
    scree_field *product = scree_field_retain(noise);
    for (int i = 0; i < 4; i++) {
        product = graph_op_taking(SCREE_OP_MUL, product, GRAPH_OP(CONSTANT, {.number = 0x1p20}));
    }
    assert_not_evaluated(product, 2, "mul", "");
    scree_field_release(&product);
    scree_field_release(&number);
    scree_field_release(&large);
    scree_field_release(&noise);
}

/* A graph has the limits of its noise. */
static void axes_and_grids_are_checked(void **state)
{
    const scree_noise_params cells = {.kind = SCREE_NOISE_CELLULAR};
    const scree_noise_params offsets = {.kind = SCREE_NOISE_CELLULAR, .cellular.feature = SCREE_NOISE_FEATURE_OFFSET_W};
    scree_field *offset = graph_op_taking(SCREE_OP_ABS, fixture_field(&offsets), NULL);
    scree_field *graphs[] = {
        graph_op_taking(SCREE_OP_ADD, GRAPH_OP(CONSTANT, {.number = 1.0}), fixture_field(&cells)),
        GRAPH_OP(CONSTANT, {.number = 1.0}),
    };
    const scree_grid grid = {.axes = 2, .count = {2, 2}, .step = {-1.0}};
    uint32_t nearest[4];
    float values[4];
    assert_not_evaluated(graphs[0], 5, NULL, "kind is cellular and axes is 5");
    assert_not_evaluated(offset, 3, NULL, "feature is offset-w and axes is 3");
    scree_field_release(&offset);
    for (size_t i = 0; i < COUNT_OF(graphs); i++) {
        assert_not_evaluated(graphs[i], SCREE_MAX_AXES + 1, NULL, "axes is 9");
        assert_not_evaluated(graphs[i], 0, NULL, "axes is 0");
        assert_int_equal(scree_field_fill(graphs[i], NULL, values), SCREE_ERROR_INVALID);
        assert_said("grid is NULL");
        assert_int_equal(scree_field_fill(graphs[i], &grid, values), SCREE_ERROR_INVALID);
        assert_said("step of axis 0 is -1");
        assert_int_equal(scree_field_fill_nearest(graphs[i], values, nearest), SCREE_ERROR_INVALID);
        const double far[2] = {0.0, 0x1p61};
        assert_int_equal(field_at_packed(graphs[i], 2, far, 1, values), SCREE_ERROR_INVALID);
        assert_said("coordinate 1 of point 0 is ");
        scree_field_release(&graphs[i]);
    }
}

static scree_field *position(scree_op op)
{
    return graph_op(op, NULL, 0);
}

/* Positions have the axes of the field, and the limits of fixed point. */
static void positions_are_checked(void **state)
{
    scree_field *z = position(SCREE_OP_POSITION_Z);
    scree_field *x = position(SCREE_OP_POSITION_X);
    scree_field *behind = GRAPH_OP(LENGTH, {x}, {z});
    scree_field *square = GRAPH_OP(MUL, {x}, {x});
    const scree_grid far = {.axes = 1, .count = {(uint64_t)1 << 50}, .step = {0x1p20}};
    scree_range bound;
    float value;
    assert_not_evaluated(z, 2, "z", "axes is 2; it must be at least 3");
    assert_not_evaluated(behind, 1, "z", "axes is 1; it must be at least 3");
    assert_int_equal(scree_field_bound(x, &far, &bound, NULL), SCREE_ERROR_INVALID);
    assert_begins("x has values that may reach");
    assert_int_equal(field_at_packed(square, 1, (const double[]){0.5}, 1, &value), SCREE_ERROR_INVALID);
    assert_begins("mul has values that may reach");
    assert_int_equal(field_at_packed(behind, 3, (const double[]){0.5, 9.0, 0x1.8p60}, 1, &value), SCREE_ERROR_INVALID);
    assert_said("coordinate 2 of point 0 is ");
    scree_field_release(&square);
    scree_field_release(&behind);
    scree_field_release(&x);
    scree_field_release(&z);
}

/* A graph with a field that is used twice, on a grid and at a point. */
static scree_result make_and_evaluate(const scree_grid *grid, float *out)
{
    scree_field *fields[4] = {NULL};
    scree_result result = scree_field_from_noise(NULL, &(scree_noise_params){.octaves = 2}, &fields[0]);
    result = result == SCREE_OK ? scree_field_from_noise(NULL, &(scree_noise_params){.seed = 1}, &fields[1]) : result;
    const scree_op_params sum = {.op = SCREE_OP_ADD, .input = {{fields[0]}, {fields[1]}}};
    result = result == SCREE_OK ? scree_field_from_op(NULL, &sum, &fields[2]) : result;
    const scree_op_params mixed = {.op = SCREE_OP_MIX, .input = {{fields[2]}, {fields[0]}, {fields[2]}}};
    result = result == SCREE_OK ? scree_field_from_op(NULL, &mixed, &fields[3]) : result;
    result = result == SCREE_OK ? scree_field_fill(fields[3], grid, out) : result;
    result = result == SCREE_OK ? field_at_packed(fields[3], 2, (const double[]){0.3, 0.8}, 1, out) : result;
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        scree_field_release(&fields[i]);
    }
    return result;
}

/* Whatever allocation fails, the call says so, and the next one works. */
static void allocations_may_fail(void **state)
{
    const scree_grid grid = {.axes = 2, .count = {300, 300}, .step = {0.7}};
    float *out = malloc(sizeof(float) * 300 * 300);
    assert_non_null(out);
    long failures = 0;
    for (long number = 0; number <= failures; number++) {
        atomic_store(&until_failure, number);
        const scree_result result = make_and_evaluate(&grid, out);
        const bool was_reached = atomic_load(&until_failure) < 0;
        atomic_store(&until_failure, -1);
        assert_int_equal(result, was_reached ? SCREE_ERROR_OUT_OF_MEMORY : SCREE_OK);
        failures += was_reached;
    }
    assert_true(failures > 8);
    free(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(allocations_may_fail), /* Before this thread has a work space. */
        cmocka_unit_test(operators_and_counts_are_checked),
        cmocka_unit_test(numbers_are_checked),
        cmocka_unit_test(other_fields_are_no_inputs),
        cmocka_unit_test(depth_is_limited),
        cmocka_unit_test(the_number_of_fields_is_limited),
        cmocka_unit_test(ranges_are_checked),
        cmocka_unit_test(values_that_may_be_too_large_are_refused),
        cmocka_unit_test(axes_and_grids_are_checked),
        cmocka_unit_test(positions_are_checked),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
