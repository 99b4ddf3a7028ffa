/* The benchmark beside the viewer's pictures. */
#include <unistd.h>

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
    viewer_bench_cancel(fixture.self);
    assert_false(viewer_bench_is_running(fixture.self));
    free(settle(&fixture));
    close_viewer(&fixture);
}

/* Two algorithms with two and three octaves, in that order, each compared and run twice; a second one replaces the
 * first. */
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
        /* Three octaves of noise within 2 in all, each of some roundings by 2^-24: far less than any wrong gradient. */
        assert_true(cell->times.median > 0 && !cell->is_wrong && (cell->row == 0 || cell->difference < 4e-6));
    }
    assert_string_equal(bench.problem, "");
    close_viewer(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_benchmark_goes_on_beside_pictures_and_ends),
        cmocka_unit_test(a_benchmark_measures_what_is_chosen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
