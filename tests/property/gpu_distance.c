#include "gpu_distance.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes before a field in a buffer: no device asks for so little of a binding. */
#define BUFFER_OFFSET 12u

/* A solid, and what it is a source for. */
typedef struct solid {
    float *heights;
    uint8_t *voxels;
    scree_distance_source source;
} solid;

static float height_at(solid_kind kind, uint64_t x, uint64_t y, double top, uint64_t *state)
{
    switch (kind) {
    case SOLID_HILLS:
        return (float)(top * (0.5 + 0.3 * sin((double)x * 0.11) * cos((double)y * 0.07) + 0.2 * sin((double)(x + y))));
    case SOLID_NOISE:
        return (float)(top * (1.2 * fixture_draw_unit(state) - 0.1));
    case SOLID_SPIKES:
        return fixture_draw(state) % 53 == 0 ? (float)(top * fixture_draw_unit(state)) : -1.0f;
    case SOLID_LEVEL:
        return (float)(0.4 * top);
    case SOLID_FULL:
        return (float)(2.0 * top);
    default:
        return (float)-top;
    }
}

static bool is_in_ball(uint64_t x, uint64_t y, uint64_t z)
{
    double dx = (double)(x % 23) - 11.0;
    double dy = (double)(y % 19) - 9.0;
    double dz = (double)(z % 17) - 8.0;
    return dx * dx + dy * dy + dz * dz < 20.0;
}

static bool voxel_at(solid_kind kind, uint64_t x, uint64_t y, uint64_t z, const uint64_t *count, uint64_t *state)
{
    switch (kind) {
    case SOLID_SCATTERED:
        return fixture_draw(state) % 211 == 0;
    case SOLID_GRAINS:
        return fixture_draw(state) % 2 == 0;
    case SOLID_BALLS:
        return is_in_ball(x, y, z);
    case SOLID_ONE:
        return x == count[0] / 3 && y == count[1] / 2 && z == count[2] / 4;
    default:
        return kind == SOLID_ALL;
    }
}

static solid make_solid(const scree_distance_params *params, solid_kind kind, uint64_t seed)
{
    const uint64_t *count = params->count;
    uint64_t state = seed;
    solid shape = {0};
    if (gpu_is_terrain(kind)) {
        double side = params->voxel[2] == 0.0 ? 1.0 : params->voxel[2];
        shape.heights = malloc(count[0] * count[1] * sizeof(float));
        for (uint64_t i = 0; i < count[0] * count[1]; i++) {
            shape.heights[i] = height_at(kind, i % count[0], i / count[0], side * (double)count[2], &state);
        }
        shape.source.heights = shape.heights;
        return shape;
    }
    shape.voxels = malloc(count[0] * count[1] * count[2]);
    for (uint64_t i = 0; i < count[0] * count[1] * count[2]; i++) {
        shape.voxels[i] =
            voxel_at(kind, i % count[0], i / count[0] % count[1], i / count[0] / count[1], count, &state) ? 3 : 0;
    }
    shape.source.occupancy = shape.voxels;
    return shape;
}

static void free_solid(solid *shape)
{
    free(shape->heights);
    free(shape->voxels);
}

/* A field as it came. */
typedef struct kept_field {
    float *distance;
    uint32_t *nearest;
    scree_job_status status;
    uint64_t plane;
    uint64_t layers; /* Layers that a stream has delivered so far. */
} kept_field;

static kept_field allocate_field(const scree_distance_params *params)
{
    uint64_t voxels = params->count[0] * params->count[1] * params->count[2];
    kept_field kept = {.plane = params->count[0] * params->count[1]};
    kept.distance = malloc(voxels * sizeof(float));
    kept.nearest = malloc(voxels * sizeof(uint32_t));
    memset(kept.distance, 0x5a, voxels * sizeof(float));
    memset(kept.nearest, 0x5a, voxels * sizeof(uint32_t));
    return kept;
}

static void free_field(kept_field *kept)
{
    free(kept->distance);
    free(kept->nearest);
}

static scree_job_status finish(scree_job **job)
{
    scree_result result = scree_job_wait(*job, UINT64_MAX);
    if (result != SCREE_OK) {
        fail_msg("a job ended with %d: %s", (int)result, fixture_message);
    }
    scree_job_status status = scree_job_poll(*job);
    scree_job_release(job);
    return status;
}

static kept_field fill(scree_device *device, const scree_distance_params *params, const solid *shape,
                       bool finds_nearest)
{
    kept_field kept = allocate_field(params);
    const distance_memory field = {.distance = kept.distance, .nearest = finds_nearest ? kept.nearest : NULL};
    scree_job *job = NULL;
    assert_int_equal(distance_job_fill(device, params, &shape->source, &field, &job), SCREE_OK);
    kept.status = finish(&job);
    assert_int_equal(kept.status.done, kept.status.total);
    return kept;
}

static kept_field fill_buffer(scree_device *device, const scree_distance_params *params, const solid *shape)
{
    kept_field kept = allocate_field(params);
    uint64_t bytes = kept.plane * params->count[2] * sizeof(float);
    scree_job *job = NULL;
    scree_buffer *buffer = fixture_buffer(device, BUFFER_OFFSET + bytes);
    assert_int_equal(distance_job_fill_buffer(device, params, &shape->source, buffer, BUFFER_OFFSET, &job), SCREE_OK);
    kept.status = finish(&job);
    assert_int_equal(scree_buffer_read(buffer, BUFFER_OFFSET, bytes, kept.distance), SCREE_OK);
    scree_buffer_destroy(&buffer);
    return kept;
}

static scree_result keep_slab(void *user, const scree_slab *slab)
{
    kept_field *kept = user;
    assert_int_equal(slab->first, kept->layers * kept->plane);
    assert_int_equal(slab->count % kept->plane, 0);
    memcpy(kept->distance + slab->first, slab->values, slab->count * sizeof(float));
    memcpy(kept->nearest + slab->first, slab->nearest, slab->count * sizeof(uint32_t));
    kept->layers += slab->count / kept->plane;
    return SCREE_OK;
}

static kept_field stream(scree_device *device, const scree_distance_params *params, const solid *shape)
{
    kept_field kept = allocate_field(params);
    const scree_sink sink = {.write = keep_slab, .user = &kept, .wants_nearest = true};
    scree_job *job = NULL;
    assert_int_equal(distance_job_stream(device, params, &shape->source, &sink, &job), SCREE_OK);
    kept.status = finish(&job);
    assert_int_equal(kept.layers, params->count[2]);
    return kept;
}

static void tell(const scree_distance_params *params, solid_kind kind, uint64_t seed, uint64_t index)
{
    const uint64_t *count = params->count;
    print_error("voxel %llu, %llu, %llu of %llu x %llu x %llu, sides %g %g %g, surface %d, sign %d, edge %d, "
                "conservative %d, clip %g, solid %d, seed %llu\n",
                (unsigned long long)(index % count[0]), (unsigned long long)(index / count[0] % count[1]),
                (unsigned long long)(index / count[0] / count[1]), (unsigned long long)count[0],
                (unsigned long long)count[1], (unsigned long long)count[2], params->voxel[0], params->voxel[1],
                params->voxel[2], (int)params->surface, (int)params->sign, (int)params->edge, params->is_conservative,
                params->clip, (int)kind, (unsigned long long)seed);
}

/* Words of which `bits` differ: the first is told. */
static void assert_same(const void *actual, const void *expected, const scree_distance_params *params, solid_kind kind,
                        uint64_t seed)
{
    uint64_t voxels = params->count[0] * params->count[1] * params->count[2];
    const uint32_t *actual_words = actual;
    const uint32_t *expected_words = expected;
    for (uint64_t i = 0; i < voxels; i++) {
        if (actual_words[i] != expected_words[i]) {
            tell(params, kind, seed, i);
            fail_msg("a word is %08x; it must be %08x", actual_words[i], expected_words[i]);
        }
    }
}

static void assert_range(const kept_field *actual, const kept_field *expected)
{
    assert_true(actual->status.minimum == expected->status.minimum);
    assert_true(actual->status.maximum == expected->status.maximum);
}

/* A group has no buffers. */
static bool is_group(const scree_device *device)
{
    scree_device_info info;
    assert_int_equal(scree_device_describe(device, &info), SCREE_OK);
    return info.members > 1;
}

void gpu_assert_distance(scree_device *device, const scree_distance_params *params, solid_kind kind, uint64_t seed)
{
    solid shape = make_solid(params, kind, seed);
    kept_field expected = fill(gpu_reference, params, &shape, true);
    kept_field fields[] = {fill(device, params, &shape, true), stream(device, params, &shape),
                           fill(device, params, &shape, false)};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        assert_same(fields[i].distance, expected.distance, params, kind, seed);
        if (i < 2) {
            assert_same(fields[i].nearest, expected.nearest, params, kind, seed);
        }
        assert_range(&fields[i], &expected);
        free_field(&fields[i]);
    }
    if (!is_group(device)) {
        kept_field buffered = fill_buffer(device, params, &shape);
        assert_same(buffered.distance, expected.distance, params, kind, seed);
        free_field(&buffered);
    }
    free_field(&expected);
    free_solid(&shape);
}

static uint64_t draw_below(uint64_t *state, uint64_t end)
{
    return fixture_draw(state) % end;
}

void gpu_assert_drawn_distance(scree_device *device, const uint64_t most[3], uint64_t seed)
{
    static const double sides[] = {1.0, 1.0, 0.5, 3.0, 0.013, 250.0};
    uint64_t state = seed;
    solid_kind kind = (solid_kind)draw_below(&state, SOLID_KINDS);
    scree_distance_params params = {
        .sign = (scree_distance_sign)draw_below(&state, 3),
        .surface = gpu_is_terrain(kind) ? (scree_distance_surface)draw_below(&state, 2) : SCREE_DISTANCE_SURFACE_VOXELS,
        .edge = gpu_is_terrain(kind) ? (scree_distance_edge)draw_below(&state, 2) : SCREE_DISTANCE_EDGE_OPEN,
        .is_conservative = draw_below(&state, 4) == 0,
        .clip = draw_below(&state, 4) == 0 ? 2.5 : 0.0,
    };
    bool is_equal = draw_below(&state, 2) == 0;
    double side = sides[draw_below(&state, 6)];
    for (int a = 0; a < 3; a++) {
        params.count[a] = 1 + draw_below(&state, most[a]);
        params.voxel[a] = is_equal ? side : sides[draw_below(&state, 6)];
    }
    gpu_assert_distance(device, &params, kind, seed);
}

#define SMALL_SIDE 12

scree_result gpu_try_distance(scree_device *device, float *out)
{
    static const uint8_t voxels[GPU_SMALL_FIELD] = {[100] = 1, [700] = 1, [701] = 1};
    static const float heights[SMALL_SIDE * SMALL_SIDE] = {[3] = 4.5f, [77] = 9.0f};
    static const scree_distance_source sources[] = {{.heights = heights}, {.occupancy = voxels}};
    static const scree_distance_params params = {.count = {SMALL_SIDE, SMALL_SIDE, SMALL_SIDE}};
    static uint32_t nearest[GPU_SMALL_FIELD];
    scree_result result = SCREE_OK;
    for (int i = 0; i < 4 && result == SCREE_OK; i++) {
        scree_job *job = NULL;
        const distance_memory field = {.distance = out, .nearest = i % 2 == 0 ? nearest : NULL};
        result = distance_job_fill(device, &params, &sources[i / 2], &field, &job);
        if (result == SCREE_OK) {
            result = scree_job_wait(job, UINT64_MAX);
        }
        scree_job_release(&job);
    }
    return result;
}

void flood_assert_reference(flooded *field, void *device)
{
    float *distance = malloc(field->voxels * sizeof(float));
    uint32_t *nearest = malloc(field->voxels * sizeof(uint32_t));
    assert_non_null(distance);
    assert_non_null(nearest);
    flood_fill(gpu_reference, field);
    memcpy(distance, field->distance, field->voxels * sizeof(float));
    memcpy(nearest, field->nearest, field->voxels * sizeof(uint32_t));
    flood_fill(device, field);
    flood_assert_equal(field, distance, nearest, "the device");
    if (field->params.method == SCREE_DISTANCE_1_JFA) {
        flood_assert_routes(device, field);
    }
    free(distance);
    free(nearest);
}
