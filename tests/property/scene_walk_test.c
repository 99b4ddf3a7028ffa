/*
 * Walks through bricks go through the same voxels as walks without them: the kernels' own, with samples that are any
 * bits, against one that takes one voxel after the other.
 */
#include <math.h>
#include <string.h>

#include "fixture.h"

typedef struct scree_scene_memory {
    const uint32_t *samples;
    const uint32_t *work;
} scree_scene_memory;

#define scree_scene_sample_bits(memory, index) (memory).samples[index]
#define scree_scene_minus_bits(memory, index) (memory).samples[index]
#define scree_scene_work(memory, index) (memory).work[index]

#include "scene/scene_walk.h"

#define MOST_SIDE 40u
#define MOST_BRICKS 125u

static uint32_t samples[MOST_SIDE * MOST_SIDE * MOST_SIDE];
static uint32_t work[16u * MOST_BRICKS + MOST_BRICKS / 32u + 1u];
static uint32_t table[SCREE_SCENE_WORDS];
static const scree_scene_memory memory = {samples, work};

/* Fills a volume, and the table as the library writes it. */
static void make_volume(uint64_t *state)
{
    uint32_t all = 1;
    uint32_t bricks = 1;
    const uint64_t share = fixture_draw(state) % 60;
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t count = 1 + (uint32_t)(fixture_draw(state) % MOST_SIDE);
        table[SCREE_SCENE_COUNT + i] = count;
        table[SCREE_SCENE_BRICKS + i] = (count + 7) / 8;
        all *= count;
        bricks *= (count + 7) / 8;
    }
    table[SCREE_SCENE_ALL_BRICKS] = bricks;
    table[SCREE_SCENE_BRICK_BITS] = 16 * bricks;
    table[SCREE_SCENE_MATTER_FROM] = 0x80000001u; /* Above zero. */
    for (uint32_t i = 0; i < all; i++) {
        const bool is_matter = fixture_draw(state) % 1000 < share;
        samples[i] = is_matter ? 0x3f800000u : fixture_draw(state) % 2 == 0 ? 0x7fc00000u : 0xbf800000u;
    }
    memset(work, 0, sizeof work);
    for (uint32_t brick = 0; brick < bricks; brick++) {
        const scree_scene_cell at = scree_scene_cell_numbered(brick, scree_scene_table_cell(table, SCREE_SCENE_BRICKS));
        for (uint32_t word = 0; word < 16; word++) {
            const uint32_t bits = scree_scene_brick_word(memory, table, at, word);
            work[16 * brick + word] = bits;
            work[16 * bricks + brick / 32] |= bits != 0 ? 1u << brick % 32 : 0;
        }
    }
}

/* A ray towards the volume; some lie on planes between voxels, along axes, or start within. */
static scree_scene_ray draw_ray(uint64_t *state)
{
    float position[3];
    float to[3];
    const uint64_t kind = fixture_draw(state);
    for (uint32_t i = 0; i < 3; i++) {
        const double count = table[SCREE_SCENE_COUNT + i];
        position[i] = (float)((fixture_draw_unit(state) * 3.0 - 1.0) * count);
        position[i] = kind % 3 == 0 ? rintf(position[i]) : position[i];
        position[i] = kind % 11 == 7 ? position[i] * 10000.0f : position[i];
        to[i] = (float)(fixture_draw_unit(state) * count);
        to[i] = kind % 5 == 0 ? rintf(to[i]) : to[i];
    }
    scree_scene_vector direction = scree_scene_vector_of(to[0] - position[0], to[1] - position[1], to[2] - position[2]);
    if (kind % 7 == 0) {
        direction = scree_scene_vector_of(kind % 2 == 0 ? 1.0f : 0.0f, kind % 2 == 0 ? 0.0f : -1.0f, 0.0f);
    }
    if (scree_scene_dot(direction, direction) < 1e-6f) {
        direction.z = 1.0f;
    }
    return scree_scene_ray_from(scree_scene_vector_of(position[0], position[1], position[2]),
                                scree_scene_unit(direction));
}

/* The definition: the box of all bricks is crossed voxel by voxel. */
static scree_scene_hit walk_plainly(scree_scene_ray ray, float near)
{
    const scree_scene_courses courses = scree_scene_courses_of(ray);
    const scree_scene_cell size = scree_scene_cell_of(table[SCREE_SCENE_BRICKS] * 8, table[SCREE_SCENE_BRICKS + 1] * 8,
                                                      table[SCREE_SCENE_BRICKS + 2] * 8);
    scree_scene_crossing at = scree_scene_entry(courses, size, near);
    scree_scene_hit hit = {.is_hit = false};
    if (!scree_scene_is_in_box(courses, size, at)) {
        return hit;
    }
    scree_scene_walk walk = scree_scene_walk_at(courses, at, scree_scene_cell_of(0, 0, 0),
                                                scree_scene_cell_of(size.x - 1, size.y - 1, size.z - 1), 1.0f, 1.0f);
    while (!hit.is_hit && scree_scene_cell_is_inside(walk.cell, size)) {
        const scree_scene_cell count = scree_scene_table_cell(table, SCREE_SCENE_COUNT);
        hit.is_hit = scree_scene_cell_is_inside(walk.cell, count) &&
                     samples[scree_scene_cell_number(walk.cell, count)] == 0x3f800000u;
        hit.voxel = walk.cell;
        hit.at = walk.last;
        walk = scree_scene_walk_on(courses, walk, 1.0f);
    }
    return hit;
}

static void bricks_change_no_bit(void **state)
{
    uint64_t random = 3;
    unsigned hits = 0;
    enum { VOLUMES = 40, RAYS = 400 };
    for (int i = 0; i < VOLUMES; i++) {
        make_volume(&random);
        for (int k = 0; k < RAYS; k++) {
            const scree_scene_ray ray = draw_ray(&random);
            const float near = k % 4 == 0 ? 0.0f : -4e9f;
            const scree_scene_hit expected = walk_plainly(ray, near);
            const scree_scene_hit actual = scree_scene_walk_volume(memory, table, ray, near);
            assert_int_equal(actual.is_hit, expected.is_hit);
            if (expected.is_hit) {
                assert_memory_equal(&actual.voxel, &expected.voxel, sizeof actual.voxel);
                assert_memory_equal(&actual.at, &expected.at, sizeof actual.at);
            }
            hits += expected.is_hit;
        }
    }
    /* Neither all rays nor none. */
    assert_true(hits > VOLUMES * RAYS / 10 && hits < VOLUMES * RAYS * 9 / 10);
}

/* The voxels of a walk are neighbours, and each is where the ray is. */
static void walks_miss_no_voxel(void **state)
{
    uint64_t random = 5;
    for (int i = 0; i < 500; i++) {
        make_volume(&random);
        const scree_scene_ray ray = draw_ray(&random);
        const scree_scene_courses courses = scree_scene_courses_of(ray);
        const scree_scene_cell size = scree_scene_table_cell(table, SCREE_SCENE_COUNT);
        const scree_scene_crossing at = scree_scene_entry(courses, size, 0.0f);
        if (!scree_scene_is_in_box(courses, size, at)) {
            continue;
        }
        scree_scene_walk walk = scree_scene_walk_at(courses, at, scree_scene_cell_of(0, 0, 0),
                                                    scree_scene_cell_of(size.x - 1, size.y - 1, size.z - 1), 1.0f,
                                                    1.0f);
        while (scree_scene_cell_is_inside(walk.cell, size)) {
            const scree_scene_walk next = scree_scene_walk_on(courses, walk, 1.0f);
            const double middle = ((double)walk.last.distance + next.last.distance) / 2.0;
            /* float32 positions of up to 4 x 10^5 samples and distances three times as long have errors of a tenth. */
            const double slack = 1e-6 * (fabs(ray.x) + fabs(ray.y) + fabs(ray.z) + 40.0);
            assert_true(next.last.distance >= walk.last.distance);
            assert_true(fabs(ray.x + middle * ray.dx - walk.cell.x - 0.5) <= 0.5 + slack);
            assert_true(fabs(ray.y + middle * ray.dy - walk.cell.y - 0.5) <= 0.5 + slack);
            assert_true(fabs(ray.z + middle * ray.dz - walk.cell.z - 0.5) <= 0.5 + slack);
            walk = next;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bricks_change_no_bit),
        cmocka_unit_test(walks_miss_no_voxel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
