/* Graphs that are evaluated elsewhere than at the samples. */
#include "graph_fixture.h"

#include <stdlib.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define MOST_SAMPLES 13000u

static float found[MOST_SAMPLES];
static float expected[MOST_SAMPLES];
static float by[4][MOST_SAMPLES];
static double positions[MOST_SAMPLES * SCREE_MAX_AXES];

/* Whether two values are near. They are not equal: a graph finds the cell of a sample and adds the displacement in
   float32, where a point is displaced in float64 before its cell is found. */
static bool are_near(float a, float b)
{
    return fabsf(a - b) < 2e-3f;
}

static void displace_positions(const scree_grid *grid, uint64_t samples)
{
    for (uint64_t i = 0; i < samples; i++) {
        uint64_t rest = i;
        for (uint32_t axis = 0; axis < grid->axes; axis++) {
            const double index = (double)(rest % grid->count[axis]);
            positions[i * grid->axes + axis] = grid->origin[axis] + index * grid->step[0] + (double)by[axis][i];
            rest /= grid->count[axis];
        }
    }
}

/* Noise displaced by a field, which differs along the axes: to what is subtracted from it or multiplied with it. */
static scree_field *displace(const scree_field *noise, scree_field *const *along, uint32_t axes)
{
    scree_op_operand input[5] = {{noise}};
    for (uint32_t axis = 0; axis < axes; axis++) {
        input[1 + axis] = (scree_op_operand){.field = along[axis]};
    }
    return graph_op(SCREE_OP_DISPLACE, input, 1 + axes);
}

/* All but some samples have the value that the noise has where they are displaced to. Kinds whose values jump are
   between them where the displacement is rounded. */
static void check_displaced(const scree_noise_params *params, uint32_t axes)
{
    const scree_grid grid = graph_grid(axes);
    const uint64_t samples = fixture_samples(&grid);
    scree_field *noise = fixture_field(params);
    scree_field *wave = fixture_field(&(scree_noise_params){.octaves = 2, .seed = 9});
    scree_field *along[4] = {NULL};
    uint64_t near = 0;
    for (uint32_t axis = 0; axis < axes; axis++) {
        along[axis] = GRAPH_OP(SCALE_BIAS, {wave}, {.number = 1.5 - axis}, {.number = 0.25 * axis});
        graph_fill(along[axis], &grid, by[axis]);
    }
    scree_field *field = displace(noise, along, axes);
    displace_positions(&grid, samples);
    graph_fill(field, &grid, found);
    assert_int_equal(field_at_packed(noise, axes, positions, (size_t)samples, expected), SCREE_OK);
    for (uint64_t i = 0; i < samples; i++) {
        near += are_near(found[i], expected[i]);
    }
    if (near * 100 < samples * 97) {
        fail_msg("%s in %u axes: %llu of %llu samples are where they are displaced to",
                 scree_noise_kind_name(params->kind), axes, (unsigned long long)near, (unsigned long long)samples);
    }
    scree_field_release(&field);
    for (uint32_t axis = 0; axis < axes; axis++) {
        scree_field_release(&along[axis]);
    }
    scree_field_release(&wave);
    scree_field_release(&noise);
}

static void noise_of_all_kinds_is_evaluated_where_samples_are_displaced_to(void **state)
{
    for (unsigned kind = 0; scree_noise_kind_describe((scree_noise_kind)kind) != NULL; kind++) {
        const scree_noise_kind_info *info = scree_noise_kind_describe((scree_noise_kind)kind);
        for (uint32_t axes = info->min_axes; axes <= info->max_axes && axes <= 4; axes++) {
            check_displaced(&(scree_noise_params){.kind = (scree_noise_kind)kind, .octaves = 2, .seed = kind}, axes);
        }
    }
    check_displaced(&(scree_noise_params){.octaves = 3, .fractal = SCREE_NOISE_FRACTAL_RIDGED}, 2);
    check_displaced(&(scree_noise_params){.octaves = 3, .has_octave_rotation = true}, 3);
    check_displaced(&(scree_noise_params){.period = {4, 8, 3}}, 3);
    check_displaced(&(scree_noise_params){.octaves = 2, .values.distribution = SCREE_NOISE_DISTRIBUTION_UNIFORM}, 2);
}

/* The same of noise with a warp of its own, which samples that are displaced have where they are displaced to. */
static void a_warp_is_displaced_with_its_noise(void **state)
{
    for (uint32_t times = 1; times <= 3; times++) {
        for (uint32_t axes = 1; axes <= 4; axes++) {
            scree_noise_params params = {.seed = axes,
                                         .warp = {.amplitude = 0.3, .frequency = 1.5, .octaves = 3, .times = times}};
            check_displaced(&params, axes);
            params.warp.fractal = SCREE_NOISE_WARP_PROGRESSIVE;
            check_displaced(&params, axes);
        }
    }
}

static void assert_same(const scree_field *a, const scree_field *b, uint32_t axes)
{
    const scree_grid grid = graph_grid(axes);
    graph_fill(a, &grid, found);
    graph_fill(b, &grid, expected);
    assert_memory_equal(found, expected, fixture_samples(&grid) * sizeof *found);
}

static void displacements_of_displaced_fields_add_up(void **state)
{
    scree_field *noise = fixture_field(&(scree_noise_params){.octaves = 3, .seed = 1});
    scree_field *wave = fixture_field(&(scree_noise_params){.seed = 2});
    scree_field *inner = GRAPH_OP(DISPLACE, {noise}, {wave}, {.number = 0.5});
    scree_field *outer = GRAPH_OP(DISPLACE, {inner}, {.number = 3.25}, {wave});
    /* Where the outer one takes a sample, the inner one displaces it by what its wave is there. */
    scree_field *there = GRAPH_OP(DISPLACE, {wave}, {.number = 3.25}, {wave});
    scree_field *x = GRAPH_OP(ADD, {.number = 3.25}, {there});
    scree_field *y = GRAPH_OP(ADD, {wave}, {.number = 0.5});
    scree_field *both = GRAPH_OP(DISPLACE, {noise}, {x}, {y});
    assert_same(outer, both, 2);
    assert_same(outer, both, 3);
    scree_field *all[] = {noise, wave, inner, outer, there, x, y, both};
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        scree_field_release(&all[i]);
    }
}

static void positions_are_displaced(void **state)
{
    scree_field *x = graph_op(SCREE_OP_POSITION_X, NULL, 0);
    scree_field *y = graph_op(SCREE_OP_POSITION_Y, NULL, 0);
    scree_field *distance = GRAPH_OP(LENGTH, {x}, {y});
    scree_field *wave = fixture_field(&(scree_noise_params){.seed = 2});
    scree_field *moved = GRAPH_OP(DISPLACE, {distance}, {wave}, {.number = -7.0});
    scree_field *moved_x = GRAPH_OP(ADD, {x}, {wave});
    scree_field *moved_y = GRAPH_OP(ADD, {y}, {.number = -7.0});
    scree_field *by_hand = GRAPH_OP(LENGTH, {moved_x}, {moved_y});
    assert_same(moved, by_hand, 2);
    scree_field *all[] = {x, y, distance, wave, moved, moved_x, moved_y, by_hand};
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        scree_field_release(&all[i]);
    }
}

/* Each of the positions along x displaces noise, and so does noise as it is, whose register no instruction makes. */
static void values_without_an_instruction_displace(void **state)
{
    scree_field *noise = fixture_field(&(scree_noise_params){.octaves = 2, .seed = 1});
    scree_field *x = graph_op(SCREE_OP_POSITION_X, NULL, 0);
    scree_field *twice = GRAPH_OP(ADD, {x}, {.number = 0.0});
    scree_field *sum = GRAPH_OP(ADD, {noise}, {.number = 0.0});
    scree_field *plain = GRAPH_OP(DISPLACE, {noise}, {x}, {noise});
    scree_field *same = GRAPH_OP(DISPLACE, {noise}, {twice}, {sum});
    assert_same(plain, same, 2);
    scree_field *all[] = {noise, x, twice, sum, plain, same};
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        scree_field_release(&all[i]);
    }
}

static void a_displacement_of_nothing_changes_nothing(void **state)
{
    scree_field *noise = fixture_field(&(scree_noise_params){.octaves = 5, .seed = 1});
    scree_field *graph = GRAPH_OP(CONSTANT, {noise});
    scree_field *moved = GRAPH_OP(DISPLACE, {graph}, {.number = 0.0}, {.number = SCREE_ZERO});
    assert_same(moved, graph, 5);
    scree_field_release(&moved);
    scree_field_release(&graph);
    scree_field_release(&noise);
}

/* Asserts that a field is refused on a grid, with these words, and evaluated in no other way. */
static void assert_refused(scree_field *field, uint32_t axes, const char *words)
{
    const scree_grid grid = graph_grid(axes);
    const double position[SCREE_MAX_AXES] = {1.0};
    found[0] = 77.0f;
    assert_int_equal(scree_field_fill(field, &grid, found), SCREE_ERROR_INVALID);
    assert_memory_equal(fixture_message, "displace", strlen("displace"));
    if (strstr(fixture_message, words) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", fixture_message, words);
    }
    assert_int_equal(field_at_packed(field, axes, position, 1, found), SCREE_ERROR_INVALID);
    assert_true(found[0] == 77.0f);
}

static void assert_noise_refused(const scree_noise_params *params, double x, uint32_t axes, const char *words)
{
    scree_field *noise = fixture_field(params);
    scree_field *field = GRAPH_OP(DISPLACE, {noise}, {.number = x});
    assert_refused(field, axes, words);
    scree_field_release(&field);
    scree_field_release(&noise);
}

static void what_cannot_be_displaced_is_refused(void **state)
{
    assert_noise_refused(&(scree_noise_params){.octaves = 2}, 1.0, 5, "axes is 5");
    assert_noise_refused(&(scree_noise_params){.hash = SCREE_NOISE_HASH_PERLIN2002}, 1.0, 2, "hash is");
    assert_noise_refused(&(scree_noise_params){.octaves = 1}, 0x1p27, 2, "134217728 cells");
    assert_noise_refused(&(scree_noise_params){.octaves = 6}, 0x1p22, 1, "134217728 cells");
    assert_noise_refused(&(scree_noise_params){.period = {(uint64_t)1 << 29}}, 1.0, 1, "repeats after 536870912 cells");
    assert_noise_refused(&(scree_noise_params){.octaves = 9, .lacunarity = 1.0 / 16.0}, 1.0, 1,
                         "frequency of 2.328306");
}

static void axes_that_are_not_there_are_left_out(void **state)
{
    scree_field *noise = fixture_field(&(scree_noise_params){.octaves = 2});
    scree_field *all = GRAPH_OP(DISPLACE, {noise}, {noise}, {.number = 0.5}, {noise}, {.number = 7.0});
    scree_field *two = GRAPH_OP(DISPLACE, {noise}, {noise}, {.number = 0.5});
    assert_same(all, two, 2);
    scree_field_release(&all);
    scree_field_release(&two);
    scree_field_release(&noise);
}

static void sums_of_displacements_are_limited(void **state)
{
    scree_field *noise = fixture_field(&(scree_noise_params){.octaves = 1});
    scree_field *inner = GRAPH_OP(DISPLACE, {noise}, {.number = 0x1p62});
    scree_field *outer = GRAPH_OP(DISPLACE, {inner}, {.number = 0x1p62});
    assert_refused(outer, 2, "coordinates times factors, may add up");
    scree_field_release(&outer);
    scree_field_release(&inner);
    scree_field_release(&noise);
}

/* Nothing reads how far a number is displaced, nor along axes that are not there; what the first one divides by is
   checked all the same. */
static void displacements_that_nothing_reads_are_no_harm(void **state)
{
    scree_field *noise = fixture_field(&(scree_noise_params){.octaves = 2});
    scree_field *z = graph_op(SCREE_OP_POSITION_Z, NULL, 0);
    scree_field *above = GRAPH_OP(ADD, {noise}, {.number = 3.0});
    scree_field *quotient = GRAPH_OP(DIV, {noise}, {above});
    scree_field *bad = GRAPH_OP(DIV, {above}, {noise});
    scree_field *number = GRAPH_OP(DISPLACE, {.number = 3.0}, {quotient});
    scree_field *bad_number = GRAPH_OP(DISPLACE, {.number = 3.0}, {bad});
    scree_field *by_number = GRAPH_OP(DISPLACE, {noise}, {number});
    scree_field *by_three = GRAPH_OP(DISPLACE, {noise}, {.number = 3.0});
    scree_field *by_bad = GRAPH_OP(DISPLACE, {noise}, {bad_number});
    scree_field *far = GRAPH_OP(DISPLACE, {noise}, {.number = 3.0}, {.number = 0.0}, {z}, {bad});
    const scree_grid grid = graph_grid(2);
    assert_same(by_number, by_three, 2);
    assert_same(far, by_three, 2);
    assert_int_equal(scree_field_fill(by_bad, &grid, found), SCREE_ERROR_INVALID);
    assert_memory_equal(fixture_message, "div", strlen("div"));
    scree_field *all[] = {noise, z, above, quotient, bad, number, bad_number, by_number, by_three, by_bad, far};
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        scree_field_release(&all[i]);
    }
}

/* Every displaced field is also undisplaced: there are twice as many places with each operator. */
static void graphs_that_displacements_make_too_large_are_refused(void **state)
{
    scree_field *field = fixture_field(&(scree_noise_params){.octaves = 1});
    for (int i = 0; i < 20; i++) {
        scree_field *moved = GRAPH_OP(DISPLACE, {field}, {.number = 1.0 + i});
        scree_field *wave = GRAPH_OP(DISPLACE, {moved}, {field});
        field = graph_op_taking(SCREE_OP_ADD, field, wave);
        scree_field_release(&moved);
    }
    assert_refused(field, 1, "more than 4096 fields");
    scree_field_release(&field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(noise_of_all_kinds_is_evaluated_where_samples_are_displaced_to),
        cmocka_unit_test(a_warp_is_displaced_with_its_noise),
        cmocka_unit_test(displacements_of_displaced_fields_add_up),
        cmocka_unit_test(positions_are_displaced),
        cmocka_unit_test(values_without_an_instruction_displace),
        cmocka_unit_test(a_displacement_of_nothing_changes_nothing),
        cmocka_unit_test(axes_that_are_not_there_are_left_out),
        cmocka_unit_test(what_cannot_be_displaced_is_refused),
        cmocka_unit_test(sums_of_displacements_are_limited),
        cmocka_unit_test(displacements_that_nothing_reads_are_no_harm),
        cmocka_unit_test(graphs_that_displacements_make_too_large_are_refused),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
