/* The benchmark beside the viewer's pictures. */
#include <unistd.h>

#include "../../bench/bench.h"
#include "viewer_fixture.h"

/* Waits until so many cells of a benchmark have runs. */
static void await_bench(struct fixture *fixture, size_t wanted, viewer_bench *bench)
{
    size_t measured = 0;
    for (int i = 0; i < 60000 && measured < wanted; i++) {
        measured = 0;
        viewer_bench_get(fixture->self, bench);
        for (size_t k = 0; k < bench->results.count; k++) {
            measured += bench->results.cells[k].runs > 0;
        }
        usleep(2000);
    }
    assert_true(measured >= wanted);
}

static void a_benchmark_goes_on_beside_pictures_and_ends(void **unused)
{
    static viewer_bench bench;
    struct fixture fixture;
    const struct bench_variants_choice all = {.rows = bench_variants_all(), .octaves = 0xff, .is_quick = true};
    open_viewer(&fixture, &(viewer_start){0});
    viewer_bench_start(fixture.self, &all);
    assert_true(viewer_bench_is_running(fixture.self));
    free(settle(&fixture));
    await_bench(&fixture, 1, &bench);
    viewer_bench_start(fixture.self, NULL);
    assert_false(viewer_bench_is_running(fixture.self));
    free(settle(&fixture));
    close_viewer(&fixture);
}

/* Two algorithms with two and three octaves, in that order, each run twice; a second one replaces the first. */
static void a_benchmark_measures_what_is_chosen(void **unused)
{
    static viewer_bench bench;
    struct fixture fixture;
    const struct bench_variants_choice first = {.rows = 1, .octaves = 1, .is_quick = true};
    const struct bench_variants_choice chosen = {.rows = 3, .octaves = 6, .repeats = 2, .is_quick = true};
    open_viewer(&fixture, &(viewer_start){0});
    viewer_bench_start(fixture.self, &first);
    viewer_bench_start(fixture.self, &chosen);
    await_bench(&fixture, 4, &bench);
    for (int i = 0; i < 60000 && viewer_bench_is_running(fixture.self); i++) {
        usleep(2000);
    }
    assert_false(viewer_bench_is_running(fixture.self));
    viewer_bench_get(fixture.self, &bench);
    assert_int_equal(bench.results.count, 4);
    for (size_t i = 0; i < 4; i++) {
        const struct bench_variant_cell *cell = &bench.results.cells[i];
        assert_true(cell->row == (int)(i / 2) && cell->octaves == 2 + i % 2 && cell->runs == 2);
        assert_true(cell->times.median > 0 && !cell->is_wrong);
    }
    assert_string_equal(bench.problem, "");
    close_viewer(&fixture);
}

static void expect_algorithm(const struct fixture *fixture, const char *name, uint32_t octaves)
{
    const viewer_algorithm *made = viewer_get_algorithm(fixture->self);
    assert_non_null(made);
    assert_string_equal(scree_bench_variant_name(made->run.row), name);
    assert_int_equal(made->run.octaves, octaves);
    assert_true(made->run.runs > 0 && made->run.times.median > 0);
}

/* Lessons of one noise make one picture, another number of octaves another one, and none the field of before. */
static void an_algorithm_is_shown_instead_of_the_field(void **unused)
{
    struct fixture fixture;
    open_viewer(&fixture, &(viewer_start){0});
    uint32_t *field = settle(&fixture);
    set(&fixture, "algorithm", "optimised 2");
    viewer_end_step(fixture.self);
    expect_algorithm(&fixture, "optimised", 2);
    assert_int_equal(viewer_get_state(fixture.self)->view.scene, SCREE_SCENE_VOXELS);
    assert_int_equal(viewer_find_cover(fixture.self), VIEWER_COVER_ALGORITHM);
    assert_null(viewer_command(fixture.self, WIDTH, HEIGHT, NULL));
    set(&fixture, "scene", "cloud");
    viewer_end_step(fixture.self);
    uint32_t *optimised = settle(&fixture);
    set(&fixture, "algorithm", "half-optimised 2");
    assert_true(shows(&fixture, optimised));
    set(&fixture, "algorithm", "half-optimised 1");
    assert_false(shows(&fixture, optimised));
    viewer_undo(fixture.self);
    expect_algorithm(&fixture, "optimised", 2);
    assert_true(shows(&fixture, optimised));
    refuses(&fixture, "algorithm", "optimized 2", "there is no 'optimized'; did you mean 'optimised'?");
    refuses(&fixture, "algorithm", "optimised 9", "a number of octaves from 1 to 8");
    refuses(&fixture, "algorithm", "optimised", "a number of octaves from 1 to 8");
    refuses(&fixture, "octaves", "3", "not together with optimised, 2 octaves, which is the field of an algorithm");
    set(&fixture, "algorithm", "none");
    assert_null(viewer_get_algorithm(fixture.self));
    assert_true(shows(&fixture, field));
    free(field);
    free(optimised);
    close_viewer(&fixture);
}

/* Lessons in a plane fill no volume. */
static void an_algorithm_in_a_plane_is_a_map(void **unused)
{
    struct fixture fixture;
    open_viewer(&fixture, &(viewer_start){0});
    set(&fixture, "algorithm", "optimised-3d-time 1");
    set(&fixture, "algorithm", "optimised-2d 1");
    assert_int_equal(viewer_get_state(fixture.self)->view.scene, SCREE_SCENE_MAP);
    free(settle(&fixture));
    close_viewer(&fixture);
}

/* There is no device yet that could make it. */
static void no_algorithm_is_set_before_there_is_a_device(void **unused)
{
    char text[512];
    const viewer_setting algorithm = {"algorithm", "optimised 2"};
    viewer_messages *messages = viewer_messages_create();
    const viewer_start start = {.messages = messages, .settings = &algorithm, .setting_count = 1};
    viewer *made = NULL;
    assert_int_equal(viewer_create(&start, &made, text, sizeof text), SCREE_ERROR_INVALID);
    assert_string_equal(text, "algorithm: 'optimised 2' can only be set once the viewer has a device");
    assert_null(made);
    viewer_messages_destroy(&messages);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_benchmark_goes_on_beside_pictures_and_ends),
        cmocka_unit_test(a_benchmark_measures_what_is_chosen),
        cmocka_unit_test(an_algorithm_is_shown_instead_of_the_field),
        cmocka_unit_test(an_algorithm_in_a_plane_is_a_map),
        cmocka_unit_test(no_algorithm_is_set_before_there_is_a_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
