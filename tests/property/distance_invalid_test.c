/* Requests for distance fields that must be refused: the right result, a message that names the thing, no output. */
#include "distance_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIDE 4

static float heights[SIDE * SIDE];
static uint8_t occupancy[SIDE * SIDE * SIDE];

typedef struct refusal {
    const char *what; /* Must stand in the message. */
    scree_distance_params params;
    double scale;
    double offset;
    bool is_of_voxels;
    scree_result result; /* 0 = invalid. */
} refusal;

/* clang-format off */
#define CUBE .count = {SIDE, SIDE, SIDE}

static const refusal refusals[] = {
    {"the number of columns is 0; it must be 1 to 16777216", {.count = {0, 4, 4}}},
    {"the number of rows is 0", {.count = {4, 0, 4}}},
    {"the number of columns is 16777217", {.count = {16777217, 1, 1}}},
    {"the number of rows is 18446744073709551615", {.count = {1, UINT64_MAX, 1}}},
    {"the number of layers is 16777217", {.count = {1, 1, 16777217}}},
    {"16777216 x 16777216 x 16777216 voxels are more than 2^58", {.count = {1 << 24, 1 << 24, 1 << 24}}},
    {"16777216 x 16777216 x 1025 voxels are more than 2^58", {.count = {1 << 24, 1 << 24, 1025}}},
    {"side 0 of a voxel is -1; it must be 1e-10 to 10000000000", {CUBE, .voxel = {-1.0}}},
    {"side 1 of a voxel is nan", {CUBE, .voxel = {1.0, NAN}}},
    {"side 2 of a voxel is inf", {CUBE, .voxel = {1.0, 1.0, INFINITY}}},
    {"side 2 of a voxel is 1e-16", {CUBE, .voxel = {1.0, 1.0, 1e-16}}},
    {"side 0 of a voxel is 2000000000000000; it", {CUBE, .voxel = {2e15}}},
    {"method is 8; it must be 0 to 7", {CUBE, .method = (scree_distance_method)8}},
    {"method is -1", {CUBE, .method = (scree_distance_method)-1}},
    {"surface is 3; it must be 0 to 2", {CUBE, .surface = (scree_distance_surface)3}},
    {"sign is 3; it must be 0 to 2", {CUBE, .sign = (scree_distance_sign)3}},
    {"sign is -2", {CUBE, .sign = (scree_distance_sign)-2}},
    {"edge is 2; it must be 0 to 1", {CUBE, .edge = (scree_distance_edge)2}},
    {"clip is -0.5; it must be 0, or 1e-15 or more", {CUBE, .clip = -0.5}},
    {"clip is nan", {CUBE, .clip = NAN}},
    {"scale is inf and offset 0; both must be finite", {CUBE}, .scale = INFINITY},
    {"offset nan", {CUBE}, .offset = NAN},
    {"the surface columns needs the exact method", {CUBE, .surface = SCREE_DISTANCE_SURFACE_COLUMNS, .method = SCREE_DISTANCE_JFA}},
    {"the surface mesh needs the exact method", {CUBE, .surface = SCREE_DISTANCE_SURFACE_MESH, .method = SCREE_DISTANCE_JFA_1}},
    {"the surface columns needs a terrain: heights, not voxels", {CUBE, .surface = SCREE_DISTANCE_SURFACE_COLUMNS}, .is_of_voxels = true},
    {"the surface mesh needs a terrain", {CUBE, .surface = SCREE_DISTANCE_SURFACE_MESH}, .is_of_voxels = true},
    {"a conservative field needs the exact method", {CUBE, .is_conservative = true, .method = SCREE_DISTANCE_1_JFA}},
    {"the edge rule clamp is one of terrains", {CUBE, .edge = SCREE_DISTANCE_EDGE_CLAMP}, .is_of_voxels = true},
    {"the edge rule clamp needs the exact method", {CUBE, .edge = SCREE_DISTANCE_EDGE_CLAMP, .method = SCREE_DISTANCE_JFA_2}},
    {"the method naive knows the volume's voxels only; the edge rule clamp", {CUBE, .edge = SCREE_DISTANCE_EDGE_CLAMP, .method = SCREE_DISTANCE_NAIVE}},
    {"the surface columns needs the exact method", {CUBE, .surface = SCREE_DISTANCE_SURFACE_COLUMNS, .method = SCREE_DISTANCE_NAIVE}},
    {"each of 4196352 voxels with all; it takes 4194304 at most, because more would take hours. The exact method", {.count = {2049, 2048, 1}, .method = SCREE_DISTANCE_NAIVE}},
    {"jump flooding of 16777216 x 2 x 256 voxels takes indices of 33 bits", {.count = {1 << 24, 2, 256}, .method = SCREE_DISTANCE_JFA}, .result = SCREE_ERROR_INVALID},
    {"jump flooding of 65536 x 65536 x 1 voxels", {.count = {65536, 65536, 1}, .method = SCREE_DISTANCE_JFA}, .result = SCREE_ERROR_INVALID},
};
/* clang-format on */

static void assert_untouched(const float *memory, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        assert_true(memory[i] == 77.0f);
    }
}

static scree_result never(void *user, const scree_slab *slab)
{
    (void)slab;
    *(bool *)user = true;
    return SCREE_OK;
}

/* All three calls check the same things. */
static void assert_refused(scree_device *device, scree_buffer *buffer, const refusal *tried)
{
    float out[SIDE * SIDE * SIDE];
    scree_distance_source source = {.heights = tried->is_of_voxels ? NULL : heights,
                                    .occupancy = tried->is_of_voxels ? occupancy : NULL,
                                    .scale = tried->scale,
                                    .offset = tried->offset};
    for (size_t i = 0; i < SIDE * SIDE * SIDE; i++) {
        out[i] = 77.0f;
    }
    for (int call = 0; call < 3; call++) {
        bool was_called = false;
        distance_memory field = {.distance = out};
        scree_sink sink = {.write = never, .user = &was_called};
        scree_job *job = (scree_job *)out;
        fixture_message[0] = '\0';
        scree_result result = call == 0   ? distance_job_fill(device, &tried->params, &source, &field, &job)
                              : call == 1 ? distance_job_stream(device, &tried->params, &source, &sink, &job)
                                          : distance_job_fill_buffer(device, &tried->params, &source, buffer, 0, &job);
        scree_result expected = tried->result == SCREE_OK ? SCREE_ERROR_INVALID : tried->result;
        if (result != expected || strstr(fixture_message, tried->what) == NULL || job != NULL || was_called) {
            fail_msg("call %d (%s): %s, \"%s\"", call, tried->what, scree_result_name(result), fixture_message);
        }
        assert_untouched(out, SIDE * SIDE * SIDE);
    }
}

static void parameters_are_refused(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    scree_buffer *buffer = fixture_buffer(device, sizeof(float) * SIDE * SIDE * SIDE);
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        assert_refused(device, buffer, &refusals[i]);
    }
    scree_buffer_destroy(&buffer);
}

static void sources_are_refused(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    scree_distance_params params = {CUBE};
    float out[SIDE * SIDE * SIDE];
    uint32_t indices[1];
    distance_memory field = {.distance = out};
    scree_job *job = NULL;
    scree_distance_source both = {.heights = heights, .occupancy = occupancy};
    assert_int_equal(distance_job_fill(device, &params, &both, &field, &job), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "each of heights and occupancy is given; exactly one must be"));
    scree_distance_source none = {0};
    assert_int_equal(distance_job_fill(device, &params, &none, &field, &job), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "neither of heights and occupancy is given"));
    /* Cells that are no numbers are counted, and the first is named. */
    for (int surface = 0; surface < 3; surface++) {
        float holes[SIDE * SIDE] = {[6] = NAN, [7] = INFINITY, [13] = -INFINITY};
        scree_distance_source source = {.heights = holes};
        params.surface = (scree_distance_surface)surface;
        assert_int_equal(distance_job_fill(device, &params, &source, &field, &job), SCREE_ERROR_INVALID);
        assert_non_null(strstr(fixture_message, "3 heights are not finite, the first at column 2, row 1"));
        assert_null(job);
    }
    /* Heights that float32 does not hold. */
    float steep[SIDE * SIDE] = {[3] = -3e38f, [4] = 1.0f};
    scree_distance_source scaled = {.heights = steep, .scale = 2.0};
    params.surface = SCREE_DISTANCE_SURFACE_COLUMNS;
    assert_int_equal(distance_job_fill(device, &params, &scaled, &field, &job), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "by the scale 2 and the offset 0 become heights beyond float32's"));
    /* Indices of 32 bits. Nothing of such a size is touched. */
    scree_distance_params large = {.count = {65536, 65535, 2}};
    scree_distance_source borrowed = {.occupancy = occupancy};
    field.nearest = indices;
    assert_int_equal(distance_job_fill(device, &large, &borrowed, &field, &job), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "the nearest voxels of 8589803520 were asked for"));
}

static void null_is_refused(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    scree_distance_params params = {CUBE};
    scree_distance_source source = {.heights = heights};
    float out[SIDE * SIDE * SIDE];
    distance_memory field = {.distance = out};
    distance_memory no_field = {0};
    scree_sink no_sink = {0};
    scree_job *job = NULL;
    assert_int_equal(distance_job_fill(NULL, &params, &source, &field, &job), SCREE_ERROR_INVALID);
    assert_int_equal(distance_job_fill(device, NULL, &source, &field, &job), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "params is NULL"));
    assert_int_equal(distance_job_fill(device, &params, NULL, &field, &job), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "source is NULL"));
    assert_int_equal(distance_job_fill(device, &params, &source, &no_field, &job), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "out is NULL"));
    assert_int_equal(distance_job_fill(device, &params, &source, &field, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(distance_job_stream(device, &params, &source, NULL, &job), SCREE_ERROR_INVALID);
    assert_int_equal(distance_job_stream(device, &params, &source, &no_sink, &job), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "sink is NULL"));
    assert_int_equal(distance_job_stream(device, &params, &source, &no_sink, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(distance_job_stream(NULL, &params, &source, &no_sink, &job), SCREE_ERROR_INVALID);
    assert_int_equal(distance_job_fill_buffer(device, &params, &source, NULL, 0, &job), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "buffer is NULL"));
    assert_int_equal(distance_job_fill_buffer(NULL, &params, &source, NULL, 0, &job), SCREE_ERROR_INVALID);
    assert_null(job);
}

static void buffers_are_refused(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    scree_device *other = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    scree_distance_params params = {CUBE};
    scree_distance_source source = {.heights = heights};
    const uint64_t bytes = sizeof(float) * SIDE * SIDE * SIDE;
    scree_job *job = NULL;
    scree_buffer *buffer = fixture_buffer(device, bytes + 8);
    assert_int_equal(distance_job_fill_buffer(other, &params, &source, buffer, 0, &job), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "the buffer is another device's"));
    static const uint64_t offsets[] = {2, 12, UINT64_MAX - 3, 268};
    for (size_t i = 0; i < sizeof offsets / sizeof offsets[0]; i++) {
        fixture_message[0] = '\0';
        assert_int_equal(distance_job_fill_buffer(device, &params, &source, buffer, offsets[i], &job),
                         SCREE_ERROR_INVALID);
        assert_non_null(strstr(fixture_message, "the start must be a multiple of 4, and all must lie within"));
        assert_null(job);
    }
    assert_int_equal(distance_job_fill_buffer(device, &params, &source, buffer, 8, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
    scree_job_status status = scree_job_poll(job);
    assert_true(status.minimum == 0.0f && status.maximum == 0.0f);
    scree_job_release(&job);
    scree_buffer_destroy(&buffer);
}

/* Zero layers are one, zero sides are 1, a scale of zero is 1. */
static void zeros_are_defaults(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    scree_distance_params zeros = {.count = {5, 3, 0}};
    scree_distance_params words = {.count = {5, 3, 1}, .voxel = {1.0, 1.0, 1.0}};
    float terrain[15] = {0.0f, 1.0f, 0.5f, 0.51f};
    scree_distance_source source = {.heights = terrain};
    scree_distance_source scaled = {.heights = terrain, .scale = 1.0};
    kept_field first = distance_fill(device, &zeros, &source, true);
    kept_field second = distance_fill(device, &words, &scaled, true);
    assert_int_equal(first.voxels, 15);
    assert_memory_equal(first.distance, second.distance, 15 * sizeof(float));
    assert_memory_equal(first.nearest, second.nearest, 15 * sizeof(uint32_t));
    assert_true(first.distance[1] == -1.0f && first.distance[2] == 1.0f && first.distance[3] == -1.0f);
    kept_field_free(&first);
    kept_field_free(&second);
}

/* More than there is memory for is an error, not a crash, and nothing was begun. */
static void volumes_may_be_too_large(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    bool was_called = false;
    scree_distance_params params = {.count = {1 << 24, 1 << 24, 1 << 10}};
    scree_distance_source source = {.occupancy = occupancy};
    scree_sink sink = {.write = never, .user = &was_called};
    scree_job *job = NULL;
    scree_result result = distance_job_stream(device, &params, &source, &sink, &job);
    result = result == SCREE_OK ? scree_job_wait(job, UINT64_MAX) : result;
    assert_int_equal(result, SCREE_ERROR_OUT_OF_MEMORY);
    assert_non_null(strstr(fixture_message, "no memory"));
    scree_job_release(&job);
    assert_false(was_called);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_are_refused), cmocka_unit_test(sources_are_refused),
        cmocka_unit_test(null_is_refused),        cmocka_unit_test(buffers_are_refused),
        cmocka_unit_test(zeros_are_defaults),     cmocka_unit_test(volumes_may_be_too_large),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
