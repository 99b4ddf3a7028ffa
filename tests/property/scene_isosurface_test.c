/*
 * Isosurfaces: rays meet them where the trilinear field, in float64 and small steps, passes the threshold first, also
 * where both ends of a cell are outside; and normals point out of the matter.
 */
#include "scene_shade_fixture.h"

#define CAMERAS 16u
/* Steps of a sample in which rays are followed. */
#define STEP (1.0 / 128.0)

/* A sample; the outermost ones go on. */
static double sample_at(const shade_scene *scene, const int64_t at[3])
{
    const uint32_t *count = scene->params.count;
    int64_t within[3];
    for (int axis = 0; axis < 3; axis++) {
        const int64_t last = (int64_t)count[axis] - 1;
        within[axis] = at[axis] < 0 ? 0 : at[axis] > last ? last : at[axis];
    }
    return (double)scene->values[(within[2] * count[1] + within[1]) * count[0] + within[0]];
}

/* The trilinear field by its definition: eight samples, each by the share of its distance. */
static double field_at(const shade_scene *scene, const double position[3])
{
    double sum = 0.0;
    for (int corner = 0; corner < 8; corner++) {
        int64_t at[3];
        double share = 1.0;
        for (int axis = 0; axis < 3; axis++) {
            const double floored = floor(position[axis] - 0.5);
            const double part = position[axis] - 0.5 - floored;
            const int is_next = corner >> axis & 1;
            at[axis] = (int64_t)floored + is_next;
            share *= is_next != 0 ? part : 1.0 - part;
        }
        sum += share * sample_at(scene, at);
    }
    return sum;
}

static double field_along(const shade_scene *scene, scree_scene_ray ray, double length)
{
    const double position[3] = {(double)ray.x + (double)ray.dx * length, (double)ray.y + (double)ray.dy * length,
                                (double)ray.z + (double)ray.dz * length};
    return field_at(scene, position) - scene->params.threshold;
}

/* Whether the pixel's ray meets matter; it must do so first where the field passes the threshold, up to a tolerance. */
static bool check_ray(const shade_scene *scene, uint32_t pixel, double tolerance)
{
    const scree_scene_ray ray = scree_scene_ray_of(scene->words, pixel % PICTURE_WIDTH, pixel / PICTURE_WIDTH);
    const float near = scene->params.camera.field_of_view > 0.0 ? 0.0f : -1e12f;
    const scree_scene_span span = scree_scene_span_in_volume(scene->words, ray, near);
    if (!(span.from < span.to)) {
        return false;
    }
    const float meeting = scree_scene_meet_matter(scene->memory, scene->words, ray, span);
    const bool is_hit = meeting != SCREE_SCENE_NOWHERE;
    const double end = is_hit ? (double)meeting : (double)span.to;
    for (double length = (double)span.from; length < end - 2.0 * STEP; length += STEP) {
        assert_true(field_along(scene, ray, length) < tolerance);
    }
    if (is_hit && meeting > span.from) {
        assert_true(fabs(field_along(scene, ray, (double)meeting)) < tolerance);
    } else if (is_hit) {
        assert_true(field_along(scene, ray, (double)meeting) > -tolerance);
    }
    return is_hit;
}

/* Rough samples have surfaces everywhere, and many cells that a ray only grazes. */
static void rays_meet_the_threshold_first(void **state)
{
    static const uint32_t counts[][3] = {{6, 5, 4}, {17, 9, 8}, {8, 16, 24}, {1, 9, 7}, {33, 2, 1}};
    uint64_t random = 77;
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        scree_scene_params params = shade_params(SCREE_SCENE_ISOSURFACE, counts[i][0], counts[i][1], counts[i][2]);
        shade_scene scene;
        uint32_t hits = 0;
        params.threshold = 0.35;
        params.voxel[0] = 1.0;
        params.voxel[1] = i % 2 == 0 ? 1.0 : 1.7;
        shade_create(&scene, &params);
        for (size_t k = 0; k < shade_count(&params); k++) {
            scene.values[k] = (float)(2.0 * fixture_draw_unit(&random) - 1.0);
        }
        for (uint32_t camera = 0; camera < CAMERAS; camera++) {
            scene.params.camera = shade_camera(&random);
            shade_prepare(&scene);
            for (uint32_t pixel = 0; pixel < PICTURE_WIDTH * PICTURE_HEIGHT; pixel += 7) {
                hits += check_ray(&scene, pixel, 1e-3) ? 1 : 0;
            }
        }
        assert_true(hits > 10);
        shade_destroy(&scene);
    }
}

/* A ramp is linear between samples, so that its isosurface is a plane at one depth, exact to float32. */
static void ramps_are_planes_at_their_depth(void **state)
{
    uint64_t random = 78;
    scree_scene_params params = shade_params(SCREE_SCENE_ISOSURFACE, 40, 36, 32);
    shade_scene scene;
    uint32_t hits = 0;
    shade_create(&scene, &params);
    for (uint32_t camera = 0; camera < CAMERAS; camera++) {
        const double threshold = -20.0 + 15.0 * fixture_draw_unit(&random);
        for (size_t i = 0; i < shade_count(&params); i++) {
            scene.values[i] = -(float)(i / (40 * 36)) - 0.25f;
        }
        scene.params.threshold = threshold;
        scene.params.camera = shade_camera(&random);
        shade_prepare(&scene);
        for (uint32_t pixel = 0; pixel < PICTURE_WIDTH * PICTURE_HEIGHT; pixel++) {
            const scree_scene_ray ray = scree_scene_ray_of(scene.words, pixel % PICTURE_WIDTH, pixel / PICTURE_WIDTH);
            const float near = scene.params.camera.field_of_view > 0.0 ? 0.0f : -1e12f;
            const scree_scene_span span = scree_scene_span_in_volume(scene.words, ray, near);
            const float meeting = scree_scene_meet_matter(scene.memory, scene.words, ray, span);
            if (span.from < span.to && meeting > span.from) {
                const scree_scene_vector position = scree_scene_ray_at(ray, meeting);
                const scree_scene_vector normal = scree_scene_iso_normal(scene.memory, scene.words, position);
                /* Rays are up to 100 samples long, and float32 rounds such lengths by up to 4e-6; some roundings of the
                   ray's position add up. The largest difference is 7.3e-6. */
                assert_true(fabs((double)position.z - (-threshold - 0.25 + 0.5)) < 1e-4);
                assert_true(normal.z == 1.0f && normal.x == 0.0f && normal.y == 0.0f);
                hits++;
            }
        }
    }
    assert_true(hits > 500);
    shade_destroy(&scene);
}

static void normals_of_balls_point_outwards(void **state)
{
    scree_scene_params params = shade_params(SCREE_SCENE_ISOSURFACE, 40, 36, 32);
    shade_scene scene;
    uint32_t hits = 0;
    shade_create(&scene, &params);
    for (uint32_t i = 0; i < shade_count(&params); i++) {
        const double x = i % 40 + 0.5 - 20.0;
        const double y = i / 40 % 36 + 0.5 - 18.0;
        const double z = i / (40 * 36) + 0.5 - 16.0;
        scene.values[i] = (float)(11.0 - sqrt(x * x + y * y + z * z));
    }
    shade_prepare(&scene);
    for (uint32_t pixel = 0; pixel < PICTURE_WIDTH * PICTURE_HEIGHT; pixel++) {
        const scree_scene_ray ray = scree_scene_ray_of(scene.words, pixel % PICTURE_WIDTH, pixel / PICTURE_WIDTH);
        const scree_scene_span span = scree_scene_span_in_volume(scene.words, ray, 0.0f);
        const float meeting = scree_scene_meet_matter(scene.memory, scene.words, ray, span);
        if (span.from < span.to && meeting > span.from) {
            const scree_scene_vector position = scree_scene_ray_at(ray, meeting);
            const scree_scene_vector normal = scree_scene_iso_normal(scene.memory, scene.words, position);
            const scree_scene_vector outwards =
                scree_scene_unit(scree_scene_vector_of(position.x - 20.0f, position.y - 18.0f, position.z - 16.0f));
            /* Half a sample of 11 turns a normal by up to 2.6 degrees, whose cosine is 0.999. */
            assert_true(scree_scene_dot(normal, outwards) > 0.999f);
            hits++;
        }
    }
    assert_true(hits > 30);
    shade_destroy(&scene);
}

/* Along the diagonal between two low samples the field of this cell is -(1 - 2 t)^2: above -0.1 in the middle alone,
   and below it at the thirds. */
static void sheets_within_a_cell_are_met(void **state)
{
    static const float values[8] = {-1.0f, 1.0f, 1.0f, -1.0f, -1.0f, 1.0f, 1.0f, -1.0f};
    uint32_t pixels[PICTURE_WIDTH * PICTURE_HEIGHT];
    scree_scene_params params = shade_params(SCREE_SCENE_ISOSURFACE, 2, 2, 2);
    shade_scene scene;
    params.threshold = -0.1;
    params.camera = (scree_camera){.azimuth = -45.0, .field_of_view = 0.0, .extent = 0.01};
    params.fog = 0.0;
    shade_create(&scene, &params);
    memcpy(scene.values, values, sizeof values);
    shade_prepare(&scene);
    shade_draw(&scene, 0, PICTURE_WIDTH, pixels);
    for (uint32_t pixel = 0; pixel < PICTURE_WIDTH * PICTURE_HEIGHT; pixel++) {
        const scree_scene_ray ray = scree_scene_ray_of(scene.words, pixel % PICTURE_WIDTH, pixel / PICTURE_WIDTH);
        const scree_scene_span span = scree_scene_span_in_volume(scene.words, ray, -1e12f);
        const float meeting = scree_scene_meet_matter(scene.memory, scene.words, ray, span);
        assert_true(meeting > span.from && meeting < span.to);
        assert_int_equal(pixels[pixel], scree_scene_pixel(scree_scene_isosurface(scene.memory, scene.words, ray)));
    }
    shade_destroy(&scene);
}

/* Holes are below any threshold, whatever is round them; and nothing but holes is sky. */
static void holes_are_no_matter(void **state)
{
    uint64_t random = 79;
    uint32_t pixels[PICTURE_WIDTH * PICTURE_HEIGHT];
    scree_scene_params params = shade_params(SCREE_SCENE_ISOSURFACE, 9, 9, 9);
    shade_scene scene;
    params.threshold = -1.0;
    shade_create(&scene, &params);
    for (size_t i = 0; i < shade_count(&params); i++) {
        scene.values[i] = fixture_draw(&random) % 2 == 0 ? NAN : INFINITY;
    }
    shade_prepare(&scene);
    shade_draw(&scene, 0, PICTURE_WIDTH, pixels);
    for (uint32_t pixel = 0; pixel < PICTURE_WIDTH * PICTURE_HEIGHT; pixel++) {
        assert_int_equal(pixels[pixel], scree_scene_pixel(scree_scene_sky(scene.words, pixel / PICTURE_WIDTH)));
    }
    shade_destroy(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_meet_the_threshold_first),
        cmocka_unit_test(ramps_are_planes_at_their_depth),
        cmocka_unit_test(normals_of_balls_point_outwards),
        cmocka_unit_test(sheets_within_a_cell_are_met),
        cmocka_unit_test(holes_are_no_matter),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
