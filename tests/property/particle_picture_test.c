/*
 * Pictures of whole clouds by a job: what single runs draw, with any threads, instruction set, group and supersample,
 * with the coordinates in the same go; accumulation buffers that are full; and what is refused.
 */
#include <stdlib.h>
#include <string.h>

#include "device_group.h"
#include "fixture.h"
#include "session_accumulation.h"

enum { WIDTH = 60, HEIGHT = 40, PIXELS = WIDTH * HEIGHT, COUNT = 3001, STEPS = 130 };

typedef struct planes {
    uint64_t counts[PIXELS];
    uint64_t sums[PIXELS];
} planes;

static const scree_particle_params cloud = {
    .system = SCREE_PARTICLE_SYSTEM_AIZAWA, .seed = 3, .count = COUNT, .steps = STEPS};

static scree_splat_params splat_of(scree_particle_shape shape, uint64_t every, uint32_t supersample)
{
    return (scree_splat_params){.camera = {.centre = {0, 0, 0.7}, .azimuth = 30, .distance = 3, .field_of_view = 60},
                                .shape = shape,
                                .quad_size = 0.3,
                                .colour = SCREE_PARTICLE_COLOUR_SPEED,
                                .colour_max = 6.0,
                                .every = every,
                                .supersample = supersample};
}

static scree_histogram histogram_in(planes *made)
{
    memset(made, 0, sizeof *made);
    return (scree_histogram){.width = WIDTH, .height = HEIGHT, .counts = made->counts, .sums = made->sums};
}

/* One run for the whole cloud, into an accumulation buffer of one piece. */
static void draw_by_a_run(const scree_splat_params *splat, planes *made)
{
    const uint32_t fine = splat->supersample;
    const size_t words = (size_t)PIXELS * fine * fine;
    uint64_t *pixels = malloc(words * sizeof *pixels);
    scree_histogram histogram = histogram_in(made);
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    scree_field *field = NULL;
    assert_non_null(pixels);
    assert_int_equal(scree_field_from_particles(fixture_context, &cloud, &field), SCREE_OK);
    scree_buffer *buffer = fixture_buffer(device, words * sizeof *pixels);
    assert_int_equal(scree_buffer_fill(buffer, 0, NULL), SCREE_OK);
    const scree_particle_run run = {.count = COUNT,
                                    .steps = STEPS,
                                    .splat = splat,
                                    .accumulation = {.buffer = buffer, .width = WIDTH * fine, .height = HEIGHT * fine}};
    assert_int_equal(scree_particles_run(device, field, &run, NULL), SCREE_OK);
    assert_int_equal(scree_buffer_read(buffer, 0, words * sizeof *pixels, pixels), SCREE_OK);
    assert_int_equal(scree_histogram_add(&histogram, pixels, fine, 0, 0, WIDTH * fine, HEIGHT * fine), SCREE_OK);
    scree_buffer_destroy(&buffer);
    scree_field_release(&field);
    free(pixels);
}

static void draw_by_a_job(scree_device *device, const scree_splat_params *splat, const scree_sink *sink,
                          scree_histogram *histogram)
{
    scree_field *field = NULL;
    scree_job *job = NULL;
    assert_int_equal(scree_field_from_particles(fixture_context, &cloud, &field), SCREE_OK);
    assert_int_equal(scree_job_draw(device, field, splat, histogram, sink, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
    const scree_job_status status = scree_job_poll(job);
    assert_int_equal(status.done, status.total);
    scree_job_release(&job);
    scree_field_release(&field);
}

static void check_job(scree_device *device, const scree_splat_params *splat)
{
    static planes expected;
    static planes actual;
    scree_histogram histogram = histogram_in(&actual);
    draw_by_a_run(splat, &expected);
    draw_by_a_job(device, splat, NULL, &histogram);
    assert_memory_equal(&actual, &expected, sizeof actual);
    assert_int_equal(histogram.lost, 0);
}

static void jobs_draw_what_runs_draw(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 3);
    for (uint32_t supersample = 1; supersample < 4; supersample++) {
        for (uint64_t every = 0; every < 50; every += 49) {
            const scree_splat_params points = splat_of(SCREE_PARTICLE_SHAPE_POINTS, every, supersample);
            const scree_splat_params lines = splat_of(SCREE_PARTICLE_SHAPE_LINES, every, supersample);
            const scree_splat_params quads = splat_of(SCREE_PARTICLE_SHAPE_QUADS, every, supersample);
            check_job(device, &points);
            check_job(device, &lines);
            check_job(device, &quads);
        }
    }
}

static void groups_draw_the_same(void **state)
{
    scree_device *members[2] = {fixture_device(SCREE_CPU_LEVEL_AUTO, 1), fixture_device(SCREE_CPU_LEVEL_SCALAR, 2)};
    scree_device *device = NULL;
    const scree_splat_params splat = splat_of(SCREE_PARTICLE_SHAPE_LINES, 10, 1);
    assert_int_equal(scree_device_group_create(fixture_context, members, 2, &device), SCREE_OK);
    check_job(device, &splat);
    scree_device_close(&device);
}

/* Boxes of members begin at even particles, whatever their share is. */
static void members_of_a_group_join_the_same_particles(void **state)
{
    static planes expected;
    static planes actual;
    const scree_particle_params many = {
        .system = SCREE_PARTICLE_SYSTEM_AIZAWA, .type = SCREE_PARTICLE_F32, .count = 700002, .steps = 1};
    const scree_splat_params splat = splat_of(SCREE_PARTICLE_SHAPE_LINES, 0, 1);
    scree_device *members[2] = {fixture_device(SCREE_CPU_LEVEL_AUTO, 1), fixture_device(SCREE_CPU_LEVEL_AUTO, 1)};
    scree_device *alone = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    scree_device *group = NULL;
    scree_field *field = NULL;
    scree_histogram of_one = histogram_in(&expected);
    scree_histogram of_two = histogram_in(&actual);
    assert_int_equal(scree_device_group_create(fixture_context, members, 2, &group), SCREE_OK);
    assert_int_equal(scree_field_from_particles(fixture_context, &many, &field), SCREE_OK);
    for (int i = 0; i < 2; i++) {
        scree_job *job = NULL;
        assert_int_equal(scree_job_draw(i == 0 ? alone : group, field, &splat, i == 0 ? &of_one : &of_two, NULL, &job),
                         SCREE_OK);
        fixture_finish(&job);
    }
    assert_memory_equal(&actual, &expected, sizeof actual);
    scree_field_release(&field);
    scree_device_close(&group);
}

/* Keeps what a sink gets. */
static scree_result keep_slab(void *user, const scree_slab *slab)
{
    float *values = user;
    memcpy(values + slab->first, slab->values, slab->count * sizeof *values);
    return SCREE_OK;
}

static void coordinates_come_in_the_same_go(void **state)
{
    static planes expected;
    static planes actual;
    static float values[3 * COUNT];
    static float kept[3 * COUNT];
    const scree_splat_params splat = splat_of(SCREE_PARTICLE_SHAPE_POINTS, 0, 2);
    const scree_sink sink = {.write = keep_slab, .user = kept, .wants_values = true};
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    scree_field *field = NULL;
    scree_histogram histogram = histogram_in(&actual);
    draw_by_a_run(&splat, &expected);
    draw_by_a_job(device, &splat, &sink, &histogram);
    assert_memory_equal(&actual, &expected, sizeof actual);
    assert_int_equal(scree_field_from_particles(fixture_context, &cloud, &field), SCREE_OK);
    assert_int_equal(scree_field_fill(field, NULL, values), SCREE_OK);
    assert_memory_equal(kept, values, sizeof values);
    scree_field_release(&field);
}

/* Draws a part of the cloud, from `first` on. */
static void draw_part(scree_device *device, const scree_particle_params *params, const scree_splat_params *splat,
                      float *values, scree_histogram *histogram)
{
    const scree_sink sink = {.write = keep_slab, .user = values, .wants_values = true};
    scree_field *field = NULL;
    scree_job *job = NULL;
    assert_int_equal(scree_field_from_particles(fixture_context, params, &field), SCREE_OK);
    assert_int_equal(scree_job_draw(device, field, splat, histogram, values != NULL ? &sink : NULL, &job), SCREE_OK);
    fixture_finish(&job);
    scree_field_release(&field);
}

/* Clouds of other numbers add up to the whole one. */
static void parts_add_up(void **state)
{
    static planes expected;
    static planes actual;
    const scree_splat_params splat = splat_of(SCREE_PARTICLE_SHAPE_LINES, 30, 1);
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    scree_histogram histogram = histogram_in(&actual);
    scree_particle_params part = cloud;
    draw_by_a_run(&splat, &expected);
    part.count = 1234;
    draw_part(device, &part, &splat, NULL, &histogram);
    part.first = 1234;
    part.count = COUNT - 1234;
    draw_part(device, &part, &splat, NULL, &histogram);
    assert_memory_equal(&actual, &expected, sizeof actual);
}

/* A cloud that goes on from its positions, at any step, draws and comes to what one does that never paused. */
static void a_cloud_goes_on_from_its_positions(void **state)
{
    static planes expected;
    static planes actual;
    static float whole[3 * COUNT];
    static float halfway[3 * COUNT];
    static float end[3 * COUNT];
    const scree_splat_params splat = splat_of(SCREE_PARTICLE_SHAPE_POINTS, 30, 1);
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    scree_particle_params params = cloud;
    params.type = SCREE_PARTICLE_F32;
    scree_histogram histogram = histogram_in(&expected);
    draw_part(device, &params, &splat, whole, &histogram);
    histogram = histogram_in(&actual);
    params.steps = 77;
    draw_part(device, &params, &splat, halfway, &histogram);
    params.positions = halfway;
    params.first_step = 77;
    params.steps = STEPS - 77;
    draw_part(device, &params, &splat, end, &histogram);
    assert_memory_equal(end, whole, sizeof whole);
    assert_memory_equal(&actual, &expected, sizeof actual);
    params.positions = end;
    params.first_step = STEPS;
    params.steps = 0;
    draw_part(device, &params, &splat, halfway, &histogram);
    assert_memory_equal(halfway, whole, sizeof whole);
    assert_memory_equal(&actual, &expected, sizeof actual);
}

/* A cloud far out is lost, once for each particle, and nowhere in the picture. */
static void lost_particles_are_counted_once(void **state)
{
    static planes made;
    const scree_particle_params far = {
        .count = 1000, .steps = 4000, .has_box = true, .box_origin = {1e9, 1e9, 1e9}, .box_size = {1, 1, 1}};
    const scree_splat_params splat = splat_of(SCREE_PARTICLE_SHAPE_POINTS, 0, 1);
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    scree_field *field = NULL;
    scree_job *job = NULL;
    scree_histogram histogram = histogram_in(&made);
    assert_int_equal(scree_field_from_particles(fixture_context, &far, &field), SCREE_OK);
    assert_int_equal(scree_job_draw(device, field, &splat, &histogram, NULL, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
    assert_int_equal(histogram.lost, 1000);
    for (int i = 0; i < PIXELS; i++) {
        assert_int_equal(made.counts[i], 0);
    }
    scree_job_release(&job);
    scree_field_release(&field);
}

/* An accumulation buffer whose pixels could overflow is added to the histogram, and begins anew. */
static void a_full_accumulation_is_emptied(void **state)
{
    static planes made;
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    scree_histogram histogram = histogram_in(&made);
    scree_painting painting = {
        .splat = splat_of(SCREE_PARTICLE_SHAPE_POINTS, 7, 1), .histogram = &histogram, .rows = HEIGHT};
    scree_session_accumulation accumulation = {.painting = NULL};
    const uint64_t pixel = (UINT64_C(5) << 36) + 9;
    assert_true(scree_os_mutex_init(&painting.mutex));
    assert_int_equal(scree_session_accumulation_open(device, &painting, &accumulation), SCREE_OK);
    scree_buffer *buffer = accumulation.window.buffer;
    assert_int_equal(scree_session_accumulation_steps(&accumulation, 1u << 20, 100000), 255 * 7);
    assert_int_equal(scree_session_accumulation_steps(&accumulation, 1u << 20, 100), 100);
    assert_int_equal(scree_session_accumulation_reserve(&accumulation, SCREE_MAX_PIXEL_SPLATS), SCREE_OK);
    assert_int_equal(scree_buffer_write(buffer, sizeof pixel, sizeof pixel, &pixel), SCREE_OK);
    assert_int_equal(made.counts[1], 0);
    assert_int_equal(scree_session_accumulation_reserve(&accumulation, 1), SCREE_OK);
    assert_int_equal(made.counts[1], 5);
    assert_int_equal(made.sums[1], 9);
    assert_int_equal(scree_buffer_write(buffer, sizeof pixel, sizeof pixel, &pixel), SCREE_OK);
    scree_session_accumulation_close(&accumulation);
    assert_int_equal(painting.result, SCREE_OK);
    assert_int_equal(made.counts[1], 10);
    assert_int_equal(made.sums[1], 18);
    scree_os_mutex_destroy(&painting.mutex);
}

/* Stops at the first slab, which a picture's job then hands out no more. */
static scree_result stop(void *user, const scree_slab *slab)
{
    (void)user;
    (void)slab;
    return SCREE_ERROR_IO;
}

static void a_sink_may_stop_it(void **state)
{
    static planes made;
    const scree_splat_params splat = splat_of(SCREE_PARTICLE_SHAPE_POINTS, 0, 1);
    const scree_sink sink = {.write = stop};
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    scree_field *field = NULL;
    scree_job *job = NULL;
    scree_histogram histogram = histogram_in(&made);
    assert_int_equal(scree_field_from_particles(fixture_context, &cloud, &field), SCREE_OK);
    assert_int_equal(scree_job_draw(device, field, &splat, &histogram, &sink, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_ERROR_IO);
    scree_job_release(&job);
    scree_field_release(&field);
}

static void assert_refused(scree_result result, const char *message)
{
    assert_int_equal(result, SCREE_ERROR_INVALID);
    if (strstr(fixture_message, message) == NULL) {
        fail_msg("%s", fixture_message);
    }
}

static void wrong_pictures_are_refused(void **state)
{
    static planes made;
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    scree_field *field = NULL;
    scree_field *noise = NULL;
    scree_job *job = NULL;
    scree_histogram histogram = histogram_in(&made);
    scree_histogram narrow = {.width = 0, .height = 1, .counts = made.counts};
    scree_histogram empty = {.width = 1, .height = 1};
    scree_splat_params splat = splat_of(SCREE_PARTICLE_SHAPE_POINTS, 0, 9);
    assert_int_equal(scree_field_from_particles(fixture_context, &cloud, &field), SCREE_OK);
    assert_int_equal(scree_field_from_noise(fixture_context, &(scree_noise_params){0}, &noise), SCREE_OK);
    assert_refused(scree_job_draw(device, field, &splat, &histogram, NULL, &job), "supersample is 9");
    splat.supersample = 0;
    assert_refused(scree_job_draw(device, noise, &splat, &histogram, NULL, &job), "a field of another type");
    assert_refused(scree_job_draw(device, field, NULL, &histogram, NULL, &job), "splat is NULL");
    assert_refused(scree_job_draw(device, field, &splat, NULL, NULL, &job), "histogram is NULL");
    assert_refused(scree_job_draw(device, field, &splat, &empty, NULL, &job), "counts is NULL");
    assert_refused(scree_job_draw(device, field, &splat, &narrow, NULL, &job), "a picture of 0x1 pixels");
    narrow.width = 65537;
    assert_refused(scree_job_draw(device, field, &splat, &narrow, NULL, &job), "a picture of 65537x1 pixels");
    splat.camera.elevation = 91.0;
    assert_refused(scree_job_draw(device, field, &splat, &histogram, NULL, &job), "camera.elevation is 91");
    assert_null(job);
    assert_int_equal(scree_job_draw(device, field, &splat, &histogram, NULL, NULL), SCREE_ERROR_INVALID);
    scree_field_release(&noise);
    scree_field_release(&field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jobs_draw_what_runs_draw),
        cmocka_unit_test(groups_draw_the_same),
        cmocka_unit_test(members_of_a_group_join_the_same_particles),
        cmocka_unit_test(coordinates_come_in_the_same_go),
        cmocka_unit_test(lost_particles_are_counted_once),
        cmocka_unit_test(parts_add_up),
        cmocka_unit_test(a_cloud_goes_on_from_its_positions),
        cmocka_unit_test(a_full_accumulation_is_emptied),
        cmocka_unit_test(a_sink_may_stop_it),
        cmocka_unit_test(wrong_pictures_are_refused),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
