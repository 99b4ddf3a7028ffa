#include "flood_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const flood_volume volumes[] = {
    {{1, 1, 1}, {1, 1, 1}, 0.5f, 0},
    {{7, 1, 1}, {1, 1, 1}, 0.3f, 0},
    {{1, 9, 1}, {1, 1, 1}, 0.3f, 0},
    {{1, 1, 31}, {1, 1, 1}, 0.2f, 0},
    {{64, 64, 1}, {1, 1, 1}, 0.01f, 0},
    {{33, 17, 1}, {2.5, 2.5, 2.5}, 0.1f, 0},
    {{16, 16, 16}, {1, 1, 1}, 0.003f, 0},
    {{31, 13, 11}, {1, 1, 1}, 0.5f, 0},
    {{31, 13, 11}, {1, 2, 0.5}, 0.02f, 3.75},
    {{5, 64, 3}, {0.1, 0.1, 0.1}, 0.05f, 0},
    {{65, 3, 2}, {1, 1, 1}, 0.02f, 4},
    {{113, 20, 7}, {1, 1, 1}, 0.99f, 0},
    {{19, 23, 29}, {0.3, 0.7, 1.1}, 0.001f, 0},
    {{17, 15, 14}, {1, 1, 1}, 0.0f, 0},
    {{17, 15, 14}, {1, 1, 1}, 1.0f, 9.5},
    {{17, 15, 14}, {1e10, 1e10, 2e9}, 0.01f, 0},
    {{40, 30, 15}, {1, 1, 1}, -1.0f, 0},
    {{48, 21, 12}, {1, 1, 1.5}, -1.0f, 0},
};
#define VOLUMES (sizeof volumes / sizeof volumes[0])

static void make_solid(flooded *field, const flood_volume *made_of, uint64_t seed)
{
    const uint64_t plane = (uint64_t)made_of->count[0] * made_of->count[1];
    field->heights = malloc(plane * sizeof(float));
    field->solid = malloc(field->voxels);
    assert_non_null(field->heights);
    assert_non_null(field->solid);
    double highest = made_of->count[2] * made_of->voxel[2];
    for (uint64_t i = 0; i < plane; i++) {
        field->heights[i] = (float)(fixture_draw_unit(&seed) * 1.4 * highest - 0.2 * highest);
    }
    for (uint64_t i = 0; i < field->voxels; i++) {
        double middle = ((double)(i / plane) + 0.5) * made_of->voxel[2];
        field->solid[i] = made_of->density < 0.0f ? middle < (double)field->heights[i % plane]
                                                  : fixture_draw_unit(&seed) < (double)made_of->density;
    }
}

flooded flood_make_field(const flood_volume *made_of, uint64_t seed)
{
    flooded field = {.voxels = (uint64_t)made_of->count[0] * made_of->count[1] * made_of->count[2]};
    for (uint32_t a = 0; a < 3; a++) {
        field.params.count[a] = made_of->count[a];
        field.params.voxel[a] = made_of->voxel[a];
    }
    field.params.clip = made_of->clip;
    make_solid(&field, made_of, seed);
    field.source = made_of->density < 0.0f ? (scree_distance_source){.heights = field.heights}
                                           : (scree_distance_source){.occupancy = field.solid};
    field.distance = malloc(field.voxels * sizeof(float));
    field.nearest = malloc(field.voxels * sizeof(uint32_t));
    assert_non_null(field.distance);
    assert_non_null(field.nearest);
    return field;
}

void flood_free_field(flooded *field)
{
    free(field->heights);
    free(field->solid);
    free(field->distance);
    free(field->nearest);
}

void flood_fill(scree_device *device, flooded *field)
{
    distance_memory to = {.distance = field->distance, .nearest = field->nearest};
    scree_job *job = NULL;
    memset(field->distance, 0x55, field->voxels * sizeof(float));
    memset(field->nearest, 0x55, field->voxels * sizeof(uint32_t));
    assert_int_equal(distance_job_fill(device, &field->params, &field->source, &to, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
    scree_job_status status = scree_job_poll(job);
    assert_int_equal(status.done, status.total);
    float minimum = INFINITY;
    float maximum = -INFINITY;
    for (uint64_t i = 0; i < field->voxels; i++) {
        minimum = field->distance[i] < minimum ? field->distance[i] : minimum;
        maximum = field->distance[i] > maximum ? field->distance[i] : maximum;
    }
    assert_true(status.minimum == minimum);
    assert_true(status.maximum == maximum);
    scree_job_release(&job);
}

void flood_assert_equal(const flooded *field, const float *distance, const uint32_t *nearest, const char *where)
{
    for (uint64_t i = 0; i < field->voxels; i++) {
        if (memcmp(&distance[i], &field->distance[i], sizeof(float)) != 0 || nearest[i] != field->nearest[i]) {
            fail_msg("%s, %s, %s: voxel %llu of %llu x %llu x %llu is %a from %u; expected %a from %u", where,
                     scree_distance_method_name(field->params.method), scree_distance_sign_name(field->params.sign),
                     (unsigned long long)i, (unsigned long long)field->params.count[0],
                     (unsigned long long)field->params.count[1], (unsigned long long)field->params.count[2],
                     (double)field->distance[i], field->nearest[i], (double)distance[i], nearest[i]);
        }
    }
}

/* Collects a stream. */
typedef struct collected {
    flooded *field;
    uint64_t voxels;
} collected;

static scree_result collect(void *user, const scree_slab *slab)
{
    collected *all = user;
    assert_int_equal(slab->first, all->voxels);
    memcpy(all->field->distance + slab->first, slab->values, slab->count * sizeof(float));
    memcpy(all->field->nearest + slab->first, slab->nearest, slab->count * sizeof(float));
    all->voxels += slab->count;
    return SCREE_OK;
}

void flood_assert_routes(scree_device *device, flooded *field)
{
    float *distance = malloc(field->voxels * sizeof(float));
    uint32_t *nearest = malloc(field->voxels * sizeof(uint32_t));
    assert_non_null(distance);
    assert_non_null(nearest);
    memcpy(distance, field->distance, field->voxels * sizeof(float));
    memcpy(nearest, field->nearest, field->voxels * sizeof(uint32_t));
    collected all = {.field = field};
    scree_sink sink = {.write = collect, .user = &all, .wants_nearest = true};
    scree_job *job = NULL;
    assert_int_equal(distance_job_stream(device, &field->params, &field->source, &sink, &job), SCREE_OK);
    fixture_finish(&job);
    assert_int_equal(all.voxels, field->voxels);
    flood_assert_equal(field, distance, nearest, "a stream");
    scree_buffer *buffer = fixture_buffer(device, field->voxels * sizeof(float) + 8);
    assert_int_equal(distance_job_fill_buffer(device, &field->params, &field->source, buffer, 8, &job), SCREE_OK);
    fixture_finish(&job);
    assert_int_equal(scree_buffer_read(buffer, 8, field->voxels * sizeof(float), field->distance), SCREE_OK);
    scree_buffer_destroy(&buffer);
    flood_assert_equal(field, distance, nearest, "a buffer");
    free(distance);
    free(nearest);
}

void flood_for_every_field(void (*check)(flooded *field, void *user), void *user)
{
    for (size_t v = 0; v < VOLUMES; v++) {
        flooded field = flood_make_field(&volumes[v], v + 1);
        int last = field.voxels <= FLOOD_MOST_SEARCHED ? SCREE_DISTANCE_NAIVE : SCREE_DISTANCE_JFA_TWICE;
        for (int method = SCREE_DISTANCE_JFA; method <= last; method++) {
            for (int sign = SCREE_DISTANCE_SIGN_BOTH; sign <= SCREE_DISTANCE_SIGN_INSIDE; sign++) {
                field.params.method = (scree_distance_method)method;
                field.params.sign = (scree_distance_sign)sign;
                check(&field, user);
            }
        }
        flood_free_field(&field);
    }
}
