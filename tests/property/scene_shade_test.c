/*
 * Terrains, clouds and surfaces: blocks and bricks that rays skip change no bit, hits are where plain definitions in
 * float64 have them, and scenes without extent or matter are drawn.
 */
#include "scene_shade_fixture.h"

#define CAMERAS 12u

static scree_scene_ray ray_of(const shade_scene *scene, uint32_t pixel)
{
    return scree_scene_ray_of(scene->words, pixel % PICTURE_WIDTH, pixel / PICTURE_WIDTH);
}

/* Land of waves with noise on it; a few samples are no numbers. */
static void make_land(shade_scene *scene, uint64_t *state, bool has_holes)
{
    for (uint32_t y = 0; y < scene->params.count[1]; y++) {
        for (uint32_t x = 0; x < scene->params.count[0]; x++) {
            float *value = &scene->values[(size_t)y * scene->params.count[0] + x];
            *value = (float)(sin(0.11 * x) * cos(0.07 * y) + 0.1 * fixture_draw_unit(state));
            if (has_holes && fixture_draw(state) % 50 == 0) {
                *value = fixture_draw(state) % 2 == 0 ? NAN : -INFINITY;
            }
        }
    }
}

/* Compares what a ray meets by blocks with what it meets cell by cell. */
static void compare_walks(const shade_scene *scene, uint32_t pixel, uint32_t *met)
{
    const scree_scene_ray ray = ray_of(scene, pixel);
    scree_scene_heights heights = scree_scene_heights_of(scene->memory, scene->words);
    const scree_scene_meeting blocks = scree_scene_meet_terrain(scene->memory, scene->words, heights, ray);
    scree_scene_vector position = scree_scene_ray_at(ray, blocks.distance);
    position.z += 0.3f;
    const scree_scene_vector up = {0.0f, 0.0f, 1.0f};
    const bool is_dark = scree_scene_is_in_shadow(scene->memory, scene->words, heights, position, up, 0.0f);
    heights.levels = 0;
    const scree_scene_meeting cells = scree_scene_meet_terrain(scene->memory, scene->words, heights, ray);
    assert_int_equal(blocks.what, cells.what);
    assert_memory_equal(&blocks.distance, &cells.distance, sizeof blocks.distance);
    assert_int_equal(is_dark, scree_scene_is_in_shadow(scene->memory, scene->words, heights, position, up, 0.0f));
    met[blocks.what]++;
}

static void blocks_of_terrains_change_nothing(void **state)
{
    static const uint32_t sizes[][2] = {{1, 1}, {7, 8}, {9, 200}, {100, 73}, {512, 3}, {65, 64}};
    uint64_t random = 1;
    uint32_t met[3] = {0};
    for (size_t size = 0; size < sizeof sizes / sizeof sizes[0]; size++) {
        scree_scene_params params = shade_params(SCREE_SCENE_TERRAIN, sizes[size][0], sizes[size][1], 1);
        params.height_scale = size % 2 == 0 ? 0.2 : -0.15;
        shade_scene scene;
        shade_create(&scene, &params);
        make_land(&scene, &random, size > 1);
        if (size == 5) {
            scene.values[77] = 1e30f;
        }
        for (uint32_t i = 0; i < CAMERAS; i++) {
            scene.params.camera = shade_camera(&random);
            scene.params.light_azimuth = 360.0 * fixture_draw_unit(&random);
            shade_prepare(&scene);
            for (uint32_t pixel = 0; pixel < PICTURE_WIDTH * PICTURE_HEIGHT; pixel++) {
                compare_walks(&scene, pixel, met);
            }
        }
        shade_destroy(&scene);
    }
    for (uint32_t what = 0; what < 3; what++) {
        assert_true(met[what] > 500);
    }
}

/* A height of the land in samples, by its definition. */
static double sample_height(const shade_scene *scene, int64_t x, int64_t y)
{
    const int64_t width = scene->params.count[0];
    const int64_t depth = scene->params.count[1];
    x = x < 0 ? 0 : (x < width ? x : width - 1);
    y = y < 0 ? 0 : (y < depth ? y : depth - 1);
    const double unit = 0.5 * (double)(width > depth ? width : depth);
    return scene->values[y * width + x] * scene->params.height_scale * unit;
}

static double land_height(const shade_scene *scene, double x, double y)
{
    const double left = floor(x - 0.5);
    const double front = floor(y - 0.5);
    const double u = x - 0.5 - left;
    const double v = y - 0.5 - front;
    const int64_t i = (int64_t)left;
    const int64_t j = (int64_t)front;
    return (sample_height(scene, i, j) * (1.0 - u) + sample_height(scene, i + 1, j) * u) * (1.0 - v) +
           (sample_height(scene, i, j + 1) * (1.0 - u) + sample_height(scene, i + 1, j + 1) * u) * v;
}

/* How far a ray is above the land at a length; far where it is not over it. */
static double land_clearance(const shade_scene *scene, const scree_scene_ray *ray, double length)
{
    const double x = ray->x + (double)ray->dx * length;
    const double y = ray->y + (double)ray->dy * length;
    const double z = ray->z + (double)ray->dz * length;
    const bool is_over = x >= 0.0 && y >= 0.0 && x <= scene->params.count[0] && y <= scene->params.count[1];
    return is_over ? z - land_height(scene, x, y) : INFINITY;
}

static void rays_meet_land_where_it_is(void **state)
{
    scree_scene_params params = shade_params(SCREE_SCENE_TERRAIN, 48, 40, 1);
    shade_scene scene;
    uint64_t random = 7;
    uint32_t hits = 0;
    shade_create(&scene, &params);
    make_land(&scene, &random, false);
    shade_prepare(&scene);
    const scree_scene_heights heights = scree_scene_heights_of(scene.memory, scene.words);
    for (uint32_t pixel = 0; pixel < PICTURE_WIDTH * PICTURE_HEIGHT; pixel++) {
        const scree_scene_ray ray = ray_of(&scene, pixel);
        const scree_scene_meeting meeting = scree_scene_meet_terrain(scene.memory, scene.words, heights, ray);
        const double end = meeting.what == SCREE_SCENE_MEETS_NOTHING ? 400.0 : (double)meeting.distance - 0.02;
        /* Rays are rounded to float32 at a distance of 80 samples: a thousandth of a sample. Where the land bends
           between two cells, the ray may be in it by as much. */
        for (double length = 0.0; length < end; length += 0.02) {
            const double z = ray.z + (double)ray.dz * length;
            assert_true(land_clearance(&scene, &ray, length) > -0.001 || z < (double)heights.low - 1.5);
        }
        if (meeting.what == SCREE_SCENE_MEETS_LAND) {
            assert_true(fabs(land_clearance(&scene, &ray, (double)meeting.distance)) < 0.002);
            hits++;
        }
    }
    assert_true(hits > 80);
    shade_destroy(&scene);
}

static void check_slopes_of_land(double width)
{
    scree_scene_params params = shade_params(SCREE_SCENE_TERRAIN, 32, 32, 1);
    shade_scene scene;
    params.voxel[0] = width;
    params.voxel[1] = 1.0;
    params.height_scale = 1.0 / (16.0 * width); /* A sample of 1 is as high as the shorter side of a sample. */
    shade_create(&scene, &params);
    for (uint32_t i = 0; i < 32 * 32; i++) {
        scene.values[i] = 0.5f * (float)(i % 32) - 0.25f * (float)(i / 32);
    }
    shade_prepare(&scene);
    const scree_scene_heights heights = scree_scene_heights_of(scene.memory, scene.words);
    const scree_scene_vector normal = scree_scene_height_normal(scene.memory, scene.words, heights, 12.3f, 20.7f);
    const double slope = 0.5 / width;
    const double length = sqrt(slope * slope + 0.25 * 0.25 + 1.0);
    /* Heights up to 16 are float32 numbers whose roundings are up to 2^-20, and a slope has those of a few. */
    assert_true(fabs((double)normal.x + slope / length) < 1e-5);
    assert_true(fabs((double)normal.y - 0.25 / length) < 1e-5);
    assert_true(fabs((double)normal.z - 1.0 / length) < 1e-5);
    shade_destroy(&scene);
}

static void slopes_of_land_are_those_of_its_plane(void **state)
{
    check_slopes_of_land(1.0);
    check_slopes_of_land(2.0);
}

/* Samples that fill the same space: the second scene has three layers, or rows, for each of the first. */
#define THICK 4u
#define TIMES 3u

static float sample_of(scree_scene_kind kind, uint32_t x, uint32_t y, double along)
{
    if (kind == SCREE_SCENE_SURFACE) {
        return (float)(0.36 * (x - 5.5) + 0.48 * (y - 5.5) + 0.8 * (along - 6.0)); /* To a plane. */
    }
    const uint32_t layer = (uint32_t)(along / TIMES);
    return (x * 7 + y * 5 + layer * 11) % 9 < 4 ? 1.0f : -1.0f;
}

static void draw_thick(scree_scene_kind kind, bool is_thick, uint32_t pixels[PICTURE_WIDTH * PICTURE_HEIGHT])
{
    const uint32_t count = is_thick ? THICK : THICK * TIMES;
    const double side = is_thick ? TIMES : 1.0;
    const bool is_map = kind == SCREE_SCENE_MAP;
    scree_scene_params params = shade_params(kind, 12, is_map ? count : 12, is_map ? 1 : count);
    shade_scene scene;
    params.colour = is_map ? SCREE_SCENE_COLOUR_VALUE : SCREE_SCENE_COLOUR_NORMAL;
    params.occlusion = 0.0;
    params.samples_a_pixel = 12.0 / PICTURE_HEIGHT;
    params.slice_axis = kind == SCREE_SCENE_SURFACE ? 1 : 0;
    params.voxel[0] = params.voxel[1] = 0.5;
    params.voxel[is_map ? 1 : 2] = 0.5 * side;
    shade_create(&scene, &params);
    for (uint32_t i = 0; i < shade_count(&params); i++) {
        const uint32_t layer = i / (is_map ? 12 : 144);
        scene.values[i] = sample_of(kind, i % 12, is_map ? 0 : i / 12 % 12, (layer + 0.5) * side);
    }
    shade_prepare(&scene);
    shade_draw(&scene, 0, PICTURE_WIDTH, pixels);
    shade_destroy(&scene);
}

/* Whether no channel of two colours differs by more than a little. */
static bool is_like(uint32_t a, uint32_t b)
{
    int most = 0;
    for (unsigned shift = 0; shift < 24; shift += 8) {
        const int difference = abs((int)(a >> shift & 255) - (int)(b >> shift & 255));
        most = difference > most ? difference : most;
    }
    return most <= 2;
}

static void thick_samples_are_drawn_like_thin_ones(void **state)
{
    static const scree_scene_kind kinds[] = {SCREE_SCENE_MAP, SCREE_SCENE_VOXELS, SCREE_SCENE_SURFACE};
    static uint32_t thick[PICTURE_WIDTH * PICTURE_HEIGHT];
    static uint32_t thin[PICTURE_WIDTH * PICTURE_HEIGHT];
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        unsigned differ = 0;
        draw_thick(kinds[i], true, thick);
        draw_thick(kinds[i], false, thin);
        for (size_t p = 0; p < PICTURE_WIDTH * PICTURE_HEIGHT; p++) {
            differ += is_like(thick[p], thin[p]) ? 0 : 1;
        }
        /* Beyond the middles of the outermost layers, which lie elsewhere, distances are level: 25 pixels. Drawn as
           cubes, a third of the pixels and more differ. */
        assert_true(differ * (kinds[i] == SCREE_SCENE_SURFACE ? 10 : 100) < PICTURE_WIDTH * PICTURE_HEIGHT);
    }
}

/* Some balls of matter, and samples that are no numbers. */
static void make_clouds(shade_scene *scene, uint64_t *state)
{
    const uint32_t *count = scene->params.count;
    double ball[3][4];
    for (uint32_t i = 0; i < 12; i++) {
        ball[i / 4][i % 4] = fixture_draw_unit(state);
    }
    for (size_t i = 0; i < shade_count(&scene->params); i++) {
        const double position[3] = {(double)(i % count[0]), (double)(i / count[0] % count[1]),
                                    (double)(i / count[0] / count[1])};
        double most = -1.0;
        for (uint32_t b = 0; b < 3; b++) {
            double square = 0.0;
            for (uint32_t axis = 0; axis < 3; axis++) {
                square += pow(position[axis] - ball[b][axis] * count[axis], 2.0);
            }
            most = fmax(most, 6.0 * ball[b][3] - sqrt(square));
        }
        scene->values[i] = (float)most * 0.2f;
        if (fixture_draw(state) % 400 == 0) {
            scene->values[i] = fixture_draw(state) % 2 == 0 ? NAN : INFINITY;
        }
    }
}

static void bricks_of_clouds_change_nothing(void **state)
{
    static const uint32_t sizes[][3] = {{1, 1, 1}, {8, 8, 8}, {33, 40, 17}, {9, 64, 30}, {50, 3, 70}};
    uint64_t random = 3;
    uint32_t seen = 0;
    for (size_t size = 0; size < sizeof sizes / sizeof sizes[0]; size++) {
        scree_scene_params params = shade_params(SCREE_SCENE_CLOUD, sizes[size][0], sizes[size][1], sizes[size][2]);
        shade_scene scene;
        shade_create(&scene, &params);
        make_clouds(&scene, &random);
        for (uint32_t i = 0; i < CAMERAS; i++) {
            scene.params.camera = shade_camera(&random);
            scene.params.threshold = 0.2 * fixture_draw_unit(&random);
            shade_prepare(&scene);
            for (uint32_t pixel = 0; pixel < PICTURE_WIDTH * PICTURE_HEIGHT; pixel += 3) {
                const scree_scene_ray ray = ray_of(&scene, pixel);
                const scree_scene_light by_bricks = scree_scene_cloud_by(scene.memory, scene.words, ray, true);
                const scree_scene_light by_steps = scree_scene_cloud_by(scene.memory, scene.words, ray, false);
                const scree_scene_light sky = scree_scene_sky(scene.words, ray.row);
                assert_memory_equal(&by_bricks, &by_steps, sizeof by_steps);
                seen += memcmp(&by_bricks, &sky, sizeof sky) != 0 ? 1 : 0;
            }
        }
        shade_destroy(&scene);
    }
    assert_true(seen > 500);
}

static void even_matter_absorbs_exponentially(void **state)
{
    scree_scene_params params = shade_params(SCREE_SCENE_CLOUD, 40, 32, 24);
    shade_scene scene;
    uint32_t crossed = 0;
    params.threshold = 0.5;
    params.density = 2.0;
    shade_create(&scene, &params);
    for (size_t i = 0; i < shade_count(&params); i++) {
        scene.values[i] = 0.8f;
    }
    shade_prepare(&scene);
    for (uint32_t pixel = 0; pixel < PICTURE_WIDTH * PICTURE_HEIGHT; pixel++) {
        const scree_scene_ray ray = ray_of(&scene, pixel);
        const scree_scene_span span = scree_scene_span_in_volume(scene.words, ray, 0.0f);
        if (span.to > span.from) {
            const scree_scene_march march = scree_scene_march_of(scene.words, ray, span);
            const scree_scene_sight sight = scree_scene_see_cloud(scene.memory, scene.words, march, true);
            /* A sample is a 20th of a unit of the world long. Steps cover the length up to two thirds of one. */
            const double a_length = 2.0 * 0.3 / 20.0;
            const double expected = exp(-a_length * (double)march.reach);
            const double tolerance = expected * (exp(a_length * 0.67 * (double)march.step) - 1.0) + 1e-5;
            assert_true(fabs((double)sight.through - expected) <= tolerance);
            crossed++;
        }
    }
    assert_true(crossed > 100);
    shade_destroy(&scene);
}

typedef double (*solid)(double x, double y, double z);

static double ball_distance(double x, double y, double z)
{
    return sqrt((x - 20.0) * (x - 20.0) + (y - 18.0) * (y - 18.0) + (z - 16.0) * (z - 16.0)) - 11.0;
}

static double plane_distance(double x, double y, double z)
{
    return 0.48 * x - 0.6 * y + 0.64 * z - 9.0;
}

static double box_distance(double x, double y, double z)
{
    const double gaps[3] = {fabs(x - 20.0) - 9.0, fabs(y - 18.0) - 7.0, fabs(z - 16.0) - 6.0};
    double square = 0.0;
    for (uint32_t axis = 0; axis < 3; axis++) {
        square += gaps[axis] > 0.0 ? gaps[axis] * gaps[axis] : 0.0;
    }
    return square > 0.0 ? sqrt(square) : fmax(gaps[0], fmax(gaps[1], gaps[2]));
}

static void make_solid(shade_scene *scene, solid distance)
{
    const uint32_t *count = scene->params.count;
    for (size_t i = 0; i < shade_count(&scene->params); i++) {
        scene->values[i] = (float)distance((double)(i % count[0]) + 0.5, (double)(i / count[0] % count[1]) + 0.5,
                                           (double)(i / count[0] / count[1]) + 0.5);
    }
}

/* Whether a position is between the centres of samples; beyond them the surface is not the solid's. */
static bool is_between_samples(const shade_scene *scene, scree_scene_vector position)
{
    const float *size = (const float *)(const void *)&scene->words[SCREE_SCENE_SIZE];
    return position.x >= 0.5f && position.y >= 0.5f && position.z >= 0.5f && position.x <= size[0] - 0.5f &&
           position.y <= size[1] - 0.5f && position.z <= size[2] - 0.5f;
}

/* Follows a ray in small steps: everything before the hit is outside, and the hit is on the surface. */
static bool check_ray(const shade_scene *scene, solid distance, uint32_t pixel, double tolerance)
{
    const scree_scene_ray ray = ray_of(scene, pixel);
    const scree_scene_span span = scree_scene_span_in_volume(scene->words, ray, 0.0f);
    if (!(span.from < span.to)) {
        return false;
    }
    const float meeting = scree_scene_meet_surface(scene->memory, scene->words, ray, span.from, span.to);
    const bool is_hit = meeting >= span.from;
    const float end = (is_hit ? meeting : span.to) - 0.05f;
    for (float length = span.from; length < end; length += 0.05f) {
        const scree_scene_vector before = scree_scene_ray_at(ray, length);
        assert_true(!is_between_samples(scene, before) ||
                    distance((double)before.x, (double)before.y, (double)before.z) > -tolerance);
    }
    const scree_scene_vector position = scree_scene_ray_at(ray, meeting);
    if (is_hit && is_between_samples(scene, position)) {
        assert_true(fabs(distance((double)position.x, (double)position.y, (double)position.z)) < tolerance);
    }
    return is_hit;
}

static void surfaces_are_met_where_they_are(void **state)
{
    /* Between samples a plane is exact, but for the last halving of a step. A ball of radius 11 is off by 3/8 of a
       square of a sample's half over its radius; next to edges, or along a ray that grazes, by up to half a sample. */
    static const struct {
        solid distance;
        double tolerance;
    } solids[] = {{plane_distance, 0.01}, {ball_distance, 0.5}, {box_distance, 0.5}};
    for (size_t i = 0; i < sizeof solids / sizeof solids[0]; i++) {
        scree_scene_params params = shade_params(SCREE_SCENE_SURFACE, 40, 36, 32);
        shade_scene scene;
        uint32_t hits = 0;
        shade_create(&scene, &params);
        make_solid(&scene, solids[i].distance);
        shade_prepare(&scene);
        for (uint32_t pixel = 0; pixel < PICTURE_WIDTH * PICTURE_HEIGHT; pixel++) {
            hits += check_ray(&scene, solids[i].distance, pixel, solids[i].tolerance) ? 1 : 0;
        }
        assert_true(hits > 30);
        shade_destroy(&scene);
    }
}

static void normals_of_balls_point_outwards(void **state)
{
    scree_scene_params params = shade_params(SCREE_SCENE_SURFACE, 40, 36, 32);
    shade_scene scene;
    shade_create(&scene, &params);
    make_solid(&scene, ball_distance);
    shade_prepare(&scene);
    for (uint32_t pixel = 0; pixel < PICTURE_WIDTH * PICTURE_HEIGHT; pixel++) {
        const scree_scene_ray ray = ray_of(&scene, pixel);
        const scree_scene_span span = scree_scene_span_in_volume(scene.words, ray, 0.0f);
        const float meeting = scree_scene_meet_surface(scene.memory, scene.words, ray, span.from, span.to);
        if (span.from < span.to && meeting > span.from) {
            const scree_scene_vector position = scree_scene_ray_at(ray, meeting);
            const scree_scene_vector normal =
                scree_scene_unit_or_up(scree_scene_distance_slopes(scene.memory, scene.words, position));
            const scree_scene_vector outwards =
                scree_scene_unit(scree_scene_vector_of(position.x - 20.0f, position.y - 18.0f, position.z - 16.0f));
            /* Half a sample of 11 turns a normal by up to 2.6 degrees, whose cosine is 0.999. */
            assert_true(scree_scene_dot(normal, outwards) > 0.999f);
        }
    }
    shade_destroy(&scene);
}

/* The distance of the solid where the ray of a pixel meets the slice. */
static double slice_distance(const shade_scene *scene, solid distance, uint32_t column, uint32_t row, float *length)
{
    const scree_scene_ray ray = scree_scene_ray_of(scene->words, column, row);
    *length = scree_scene_slice_length(scene->words, ray, scene->params.slice_axis);
    const scree_scene_vector position = scree_scene_ray_at(ray, *length);
    return distance((double)position.x, (double)position.y, (double)position.z);
}

/* Lines have the same width wherever the slice is: the change from pixel to pixel is that of the neighbours' rays. */
static void changes_along_slices_are_those_between_pixels(void **state)
{
    scree_scene_params params = shade_params(SCREE_SCENE_SURFACE, 40, 36, 32);
    shade_scene scene;
    uint32_t compared = 0;
    params.slice_axis = 3;
    params.camera.field_of_view = 4.0; /* Neighbouring rays are then next to each other. */
    shade_create(&scene, &params);
    make_solid(&scene, plane_distance);
    shade_prepare(&scene);
    for (uint32_t pixel = 0; pixel < (PICTURE_WIDTH - 1) * (PICTURE_HEIGHT - 1); pixel++) {
        const uint32_t column = pixel % (PICTURE_WIDTH - 1);
        const uint32_t row = pixel / (PICTURE_WIDTH - 1);
        float length = 0.0f;
        float other = 0.0f;
        const double here = slice_distance(&scene, plane_distance, column, row, &length);
        const double right = slice_distance(&scene, plane_distance, column + 1, row, &other) - here;
        const double below = slice_distance(&scene, plane_distance, column, row + 1, &other) - here;
        const float change = scree_scene_change_a_pixel(scene.memory, scene.words,
                                                        scree_scene_ray_of(scene.words, column, row), 3, length);
        /* Rays spread by 4 degrees in all, so neighbours differ by a part of a hundred; float32 by less. */
        assert_true(fabs((double)change - sqrt(right * right + below * below)) < 0.02 * (double)change + 1e-4);
        compared++;
    }
    assert_true(compared > 100);
    shade_destroy(&scene);
}

static void lines_are_at_multiples_of_the_interval(void **state)
{
    uint32_t words[SCREE_SCENE_WORDS] = {0};
    const float interval = 1.5f;
    const float lines_a_unit = 1.0f / 1.5f;
    memcpy(&words[SCREE_SCENE_INTERVAL], &interval, sizeof interval);
    memcpy(&words[SCREE_SCENE_LINES_A_UNIT], &lines_a_unit, sizeof lines_a_unit);
    for (double there = -7.0; there < 7.0; there += 0.013) {
        const float change = 0.125f;
        const double expected = fabs(there - 1.5 * round(there / 1.5)) / 0.125;
        const float pixels = scree_scene_pixels_to_line(words, (float)there, change);
        /* In float32 the multiple of the interval is off by some 1e-6; a pixel is a twelfth of an interval. */
        assert_true(fabs((double)pixels - expected) < 1e-4);
        /* 1.5 pixels wide, with soft edges of half a pixel. */
        const float line = scree_scene_slice_line(words, (float)there, change);
        assert_true((line > 0.5f) == (pixels < 0.75f));
    }
    /* Lines that are nearer than three pixels are not drawn. */
    assert_true(scree_scene_slice_line(words, 0.0f, 0.6f) == 0.0f);
}

static void is_sky_everywhere(const shade_scene *scene)
{
    uint32_t pixels[PICTURE_WIDTH * PICTURE_HEIGHT];
    shade_draw(scene, 0, PICTURE_WIDTH, pixels);
    for (uint32_t pixel = 0; pixel < PICTURE_WIDTH * PICTURE_HEIGHT; pixel++) {
        assert_int_equal(pixels[pixel], scree_scene_pixel(scree_scene_sky(scene->words, pixel / PICTURE_WIDTH)));
    }
}

static void without_matter_there_is_sky(void **state)
{
    static const float nothing[] = {-3.0f, NAN, INFINITY};
    static const scree_scene_kind kinds[] = {SCREE_SCENE_CLOUD, SCREE_SCENE_SURFACE};
    for (uint32_t i = 0; i < 6; i++) {
        scree_scene_params params = shade_params(kinds[i % 2], 12, 1, 20);
        shade_scene scene;
        params.threshold = i % 2 == 0 ? -2.0 : -5.0; /* A number that is none must not count as 0. */
        shade_create(&scene, &params);
        for (size_t k = 0; k < shade_count(&params); k++) {
            scene.values[k] = nothing[i / 2];
        }
        shade_prepare(&scene);
        is_sky_everywhere(&scene);
        scene.params.camera.distance = 0.01; /* From within. */
        shade_prepare(&scene);
        is_sky_everywhere(&scene);
        shade_destroy(&scene);
    }
}

/* A camera that looks down sees flat land of one colour, whatever its samples are. */
static void flat_land_is_drawn(void **state)
{
    static const float levels[] = {0.0f, 1e-44f, -2.5f, 100.0f, NAN};
    for (uint32_t i = 0; i < 10; i++) {
        scree_scene_params params = shade_params(SCREE_SCENE_TERRAIN, i < 5 ? 1 : 40, i < 5 ? 1 : 40, 1);
        shade_scene scene;
        uint32_t pixels[PICTURE_WIDTH * PICTURE_HEIGHT];
        params.camera = (scree_camera){.elevation = 90.0, .extent = 1.0};
        params.colour = SCREE_SCENE_COLOUR_PLAIN;
        shade_create(&scene, &params);
        for (size_t k = 0; k < shade_count(&params); k++) {
            scene.values[k] = levels[i % 5];
        }
        shade_prepare(&scene);
        shade_draw(&scene, 0, PICTURE_WIDTH, pixels);
        for (uint32_t pixel = 1; pixel < PICTURE_WIDTH * PICTURE_HEIGHT; pixel++) {
            assert_int_equal(pixels[pixel], pixels[0]);
        }
        assert_int_not_equal(pixels[0], scree_scene_pixel(scree_scene_sky(scene.words, 0)));
        shade_destroy(&scene);
    }
}

static void make_samples(shade_scene *scene, uint64_t *random)
{
    if (scene->params.kind == SCREE_SCENE_TERRAIN) {
        make_land(scene, random, true);
    } else {
        make_clouds(scene, random);
    }
}

/* All colours, thresholds and cameras: windows join to the whole picture. */
static void windows_are_parts_of_the_picture(void **state)
{
    static const scree_scene_kind kinds[] = {SCREE_SCENE_TERRAIN, SCREE_SCENE_CLOUD, SCREE_SCENE_SURFACE};
    uint64_t random = 11;
    for (uint32_t i = 0; i < 30; i++) {
        scree_scene_params params = shade_params(kinds[i % 3], 30, 20, 24);
        shade_scene scene;
        uint32_t whole[PICTURE_WIDTH * PICTURE_HEIGHT];
        uint32_t part[PICTURE_WIDTH * PICTURE_HEIGHT];
        params.colour = (scree_scene_colour)(i / 3 % 5);
        params.camera = shade_camera(&random);
        params.slice_axis = i / 6 % 4;
        params.interval = 1.0;
        params.has_shadows = i % 4 != 0;
        shade_create(&scene, &params);
        make_samples(&scene, &random);
        shade_prepare(&scene);
        shade_draw(&scene, 0, PICTURE_WIDTH, whole);
        shade_draw(&scene, 20, 12, part);
        for (uint32_t row = 0; row < PICTURE_HEIGHT; row++) {
            assert_memory_equal(&part[12 * row], &whole[PICTURE_WIDTH * row + 20], 12 * sizeof part[0]);
        }
        shade_destroy(&scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_of_terrains_change_nothing),
        cmocka_unit_test(rays_meet_land_where_it_is),
        cmocka_unit_test(slopes_of_land_are_those_of_its_plane),
        cmocka_unit_test(thick_samples_are_drawn_like_thin_ones),
        cmocka_unit_test(bricks_of_clouds_change_nothing),
        cmocka_unit_test(even_matter_absorbs_exponentially),
        cmocka_unit_test(surfaces_are_met_where_they_are),
        cmocka_unit_test(normals_of_balls_point_outwards),
        cmocka_unit_test(changes_along_slices_are_those_between_pixels),
        cmocka_unit_test(lines_are_at_multiples_of_the_interval),
        cmocka_unit_test(without_matter_there_is_sky),
        cmocka_unit_test(flat_land_is_drawn),
        cmocka_unit_test(windows_are_parts_of_the_picture),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
