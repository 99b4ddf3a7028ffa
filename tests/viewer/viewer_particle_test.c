/* Particles in the viewer: their steps from picture to picture, and where they start again. */
#include <unistd.h>

#include "plan.h"
#include "sampling_job.h"
#include "viewer_fixture.h"

static uint32_t count_steps(const struct fixture *fixture)
{
    return viewer_get_state(fixture->self)->view.steps;
}

/* Each picture that was seen is followed by the steps of one frame, if time passes. */
static void time_moves_particles_from_picture_to_picture(void **unused)
{
    struct fixture fixture;
    open_viewer(&fixture, &(viewer_start){0});
    set(&fixture, "scene", "particles");
    set(&fixture, "particles", "500");
    set(&fixture, "steps", "0");
    set(&fixture, "frame-steps", "7");
    send(&fixture, "key shift+space");
    free(settle(&fixture));
    viewer_advance(fixture.self, WIDTH, HEIGHT, 0.0);
    assert_int_equal(count_steps(&fixture), 0);
    viewer_advance(fixture.self, WIDTH, HEIGHT, 1.0 / 60);
    assert_int_equal(count_steps(&fixture), 7);
    viewer_catch_up(fixture.self, WIDTH, HEIGHT);
    viewer_advance(fixture.self, WIDTH, HEIGHT, 10.0);
    assert_int_equal(count_steps(&fixture), 14);
    send(&fixture, "key shift+space");
    free(settle(&fixture));
    viewer_advance(fixture.self, WIDTH, HEIGHT, 1.0 / 60);
    assert_int_equal(count_steps(&fixture), 14);
    send(&fixture, "key home");
    assert_int_equal(count_steps(&fixture), 0);
    viewer_undo(fixture.self);
    assert_int_equal(count_steps(&fixture), 14);
    close_viewer(&fixture);
}

/* Particles of which fewer than wanted fit move, too. */
static void particles_that_do_not_fit_move(void **unused)
{
    struct fixture fixture;
    open_viewer(&fixture, &(viewer_start){.memory_limit = 4 << 20});
    set(&fixture, "scene", "particles");
    set(&fixture, "particles", "4000000");
    set(&fixture, "steps", "0");
    set(&fixture, "frame-steps", "7");
    send(&fixture, "key shift+space");
    for (int i = 0; i < 20000 && count_steps(&fixture) < 14; i++) {
        viewer_advance(fixture.self, WIDTH, HEIGHT, 1.0 / 60);
        usleep(1000);
    }
    assert_true(count_steps(&fixture) >= 14);
    close_viewer(&fixture);
}

/* Changes of the way of particles let those that move start again, and another system has numbers of its own. */
static void particles_that_move_start_again(void **unused)
{
    struct fixture fixture;
    open_viewer(&fixture, &(viewer_start){0});
    set(&fixture, "scene", "particles");
    set(&fixture, "numbers", "9,20,3");
    set(&fixture, "steps", "50");
    set(&fixture, "numbers", "9,20,4");
    assert_int_equal(count_steps(&fixture), 50);
    set(&fixture, "moving", "true");
    set(&fixture, "tint-red", "0.5");
    assert_int_equal(count_steps(&fixture), 50);
    set(&fixture, "dt", "0.001");
    assert_int_equal(count_steps(&fixture), 0);
    refuses(&fixture, "numbers", "9,20", "numbers: 2 of them; the system lorenz has 3");
    set(&fixture, "system", "thomas");
    assert_int_equal(viewer_get_state(fixture.self)->view.number_count, 0);
    assert_true(viewer_get_state(fixture.self)->view.time_step == 0.0);
    close_viewer(&fixture);
}

static void plan_particles(const viewer_view *view, struct plan *plan)
{
    char text[256];
    const viewer_source source = {.unit = 1};
    assert_true(plan_make(&source, view, WIDTH, HEIGHT, 0, plan, text, sizeof text));
}

static void make_particles(const struct render_context *render, struct sampling_job *sampling, void *positions,
                           size_t bytes)
{
    assert_int_equal(sampling_job_go_on(render, sampling, INFINITY, NULL, NULL), SCREE_OK);
    assert_int_equal(scree_buffer_read(sampling->samples, 0, bytes, positions), SCREE_OK);
}

/* Further steps begin in the buffer in which the particles are, and lead to the same positions. */
static void particles_go_on_where_they_are(void **unused)
{
    enum { COUNT = 1000 };
    static float positions[2][3 * COUNT];
    struct fixture fixture;
    struct plan plan;
    struct plan further;
    struct sampling_job samplings[2];
    open_viewer(&fixture, &(viewer_start){0});
    viewer_view view = viewer_get_state(fixture.self)->view;
    const struct render_context render = {.context = viewer_messages_context(fixture.messages),
                                          .device = viewer_device(fixture.self)};
    view.scene = SCREE_SCENE_DENSITY;
    view.particles = COUNT;
    view.steps = 10;
    plan_particles(&view, &plan);
    view.steps = 77;
    plan_particles(&view, &further);
    assert_true(plan_goes_on(&plan, &further));
    assert_false(plan_goes_on(&further, &plan) || plan_goes_on(&plan, &plan));
    assert_int_equal(sampling_job_begin(&render, &plan, &samplings[0]), SCREE_OK);
    make_particles(&render, &samplings[0], positions[0], sizeof positions[0]);
    const scree_buffer *buffer = samplings[0].samples;
    sampling_job_go_further(&samplings[0], &further);
    assert_int_equal(sampling_job_steps(&samplings[0]), 10);
    make_particles(&render, &samplings[0], positions[0], sizeof positions[0]);
    assert_ptr_equal(samplings[0].samples, buffer);
    assert_int_equal(sampling_job_steps(&samplings[0]), 77);
    assert_int_equal(sampling_job_begin(&render, &further, &samplings[1]), SCREE_OK);
    make_particles(&render, &samplings[1], positions[1], sizeof positions[1]);
    assert_memory_equal(positions[0], positions[1], sizeof positions[0]);
    view.steps = 99;
    view.particle_seed = 1;
    plan_particles(&view, &further);
    assert_false(plan_goes_on(&plan, &further));
    sampling_job_end(&samplings[0]);
    sampling_job_end(&samplings[1]);
    close_viewer(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_moves_particles_from_picture_to_picture),
        cmocka_unit_test(particles_that_do_not_fit_move),
        cmocka_unit_test(particles_that_move_start_again),
        cmocka_unit_test(particles_go_on_where_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
