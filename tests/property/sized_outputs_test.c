/* Structs that the library fills, of programs that were compiled with an older or a newer header. */
#include "formats_fixture.h"

#include <stdlib.h>
#include <string.h>

enum { CANARY = 0xa5, ROOM = 1024, APPENDED = 24 };

static scree_job *ended;
static const scree_histogram_params look = {.gamma = 2};
static const float distances[2] = {-1.0f, 2.0f};
static const scree_histogram density = {.width = 1, .height = 1, .counts = (uint64_t[]){7}};

static void describe_device(void *info, size_t size)
{
    assert_int_equal(scree_device_describe_sized(fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1), info, size), SCREE_OK);
}

static void poll_job(void *info, size_t size)
{
    scree_job_poll_sized(ended, info, size);
}

static void plan_picture(void *info, size_t size)
{
    const scree_picture_params params = {.count = {2, 1}};
    assert_int_equal(scree_picture_plan_sized(fixture_context, &params, sizeof params, distances, info, size),
                     SCREE_OK);
}

static void draw_histogram(void *info, size_t size)
{
    uint8_t pixel[3];
    assert_int_equal(
        scree_histogram_draw_sized(fixture_context, &look, sizeof look, 0, &density, SCREE_TYPE_U8, pixel, info, size),
        SCREE_OK);
}

static void draw_histogram_file(void *info, size_t size)
{
    const scree_writer_params file = {.path = "b.png"};
    scree_writer *writer = NULL;
    assert_int_equal(scree_histogram_draw_file_sized(fixture_context, &look, sizeof look, 0, &density, SCREE_TYPE_U8,
                                                     &file, sizeof file, &writer, info, size),
                     SCREE_OK);
    scree_writer_close(&writer);
}

static void describe_file(void *info, size_t size)
{
    assert_int_equal(scree_file_describe_sized(fixture_context, "a.png", info, size), SCREE_OK);
}

static void clear_file(void *info, size_t size)
{
    scree_file_info_clear_sized(info, size);
}

static void read_samples(void *info, size_t size)
{
    const scree_samples_params params = {.path = "a.png", .channel = "r"};
    assert_int_equal(scree_samples_read_sized(fixture_context, &params, sizeof params, info, size), SCREE_OK);
}

static void clear_samples(void *info, size_t size)
{
    scree_samples_clear_sized(info, size);
}

/* A call that fills a struct of `bytes`, and a member that is not zero then. */
typedef struct output {
    void (*fill)(void *info, size_t size);
    void (*clear)(void *info, size_t size); /* NULL where the struct owns nothing. */
    size_t bytes;
    size_t offset;
    size_t member_bytes;
} output;

#define OUTPUT(fill, clear, type, member)                                              \
    {                                                                                  \
        fill, clear, sizeof(type), offsetof(type, member), sizeof(((type *)0)->member) \
    }

static const output outputs[] = {
    OUTPUT(describe_device, NULL, scree_device_info, memory_bytes),
    OUTPUT(poll_job, NULL, scree_job_status, total),
    OUTPUT(plan_picture, NULL, scree_picture_info, width),
    OUTPUT(draw_histogram, NULL, scree_histogram_info, max_count),
    OUTPUT(draw_histogram_file, NULL, scree_histogram_info, max_count),
    OUTPUT(describe_file, clear_file, scree_file_info, count),
    OUTPUT(read_samples, clear_samples, scree_samples, count),
};

static void assert_bytes(const unsigned char *bytes, size_t from, size_t to, int value)
{
    for (size_t i = from; i < to; i++) {
        assert_int_equal(bytes[i], value);
    }
}

/* Fills a struct of a program whose header knows `size` bytes of it; `whole` is filled by the library's own. */
static void try_size(const output *row, const unsigned char *whole, size_t size)
{
    _Alignas(max_align_t) unsigned char bytes[ROOM];
    memset(bytes, CANARY, sizeof bytes);
    row->fill(bytes, size);
    if (size >= row->offset + row->member_bytes) {
        assert_memory_equal(bytes + row->offset, whole + row->offset, row->member_bytes);
    }
    assert_bytes(bytes, row->bytes, size, 0);
    assert_bytes(bytes, size, sizeof bytes, CANARY);
    if (row->clear != NULL) {
        row->clear(bytes, size);
        assert_bytes(bytes, 0, size, 0);
        assert_bytes(bytes, size, sizeof bytes, CANARY);
    }
}

/* Whatever has no room in a struct is freed, as a leak checker sees. */
static void as_much_is_written_as_the_program_has(void **state)
{
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++) {
        const output *row = &outputs[i];
        _Alignas(max_align_t) unsigned char whole[ROOM];
        static const unsigned char zeros[ROOM];
        row->fill(whole, row->bytes);
        assert_memory_not_equal(whole + row->offset, zeros, row->member_bytes);
        for (size_t size = 0; size <= row->bytes + APPENDED; size += sizeof(void *)) {
            try_size(row, whole, size);
        }
        if (row->clear != NULL) {
            row->clear(whole, row->bytes);
        }
    }
}

static void an_error_leaves_zeros(void **state)
{
    static const size_t sizes[] = {16, ROOM - 8};
    for (size_t i = 0; i < 2; i++) {
        const scree_samples_params params = {.path = "missing.png"};
        _Alignas(max_align_t) unsigned char bytes[2][ROOM];
        memset(bytes, CANARY, sizeof bytes);
        assert_int_equal(scree_file_describe_sized(fixture_context, params.path, (void *)bytes[0], sizes[i]),
                         SCREE_ERROR_IO);
        assert_int_equal(scree_samples_read_sized(fixture_context, &params, sizeof params, (void *)bytes[1], sizes[i]),
                         SCREE_ERROR_IO);
        for (int call = 0; call < 2; call++) {
            assert_bytes(bytes[call], 0, sizes[i], 0);
            assert_bytes(bytes[call], sizes[i], ROOM, CANARY);
        }
    }
}

/* Entries are as far apart as a program's structs. */
static void arrays_have_the_size_as_their_stride(void **state)
{
    static const size_t sizes[] = {offsetof(scree_job_span, kind), sizeof(scree_job_span) + APPENDED};
    scree_job_span spans[3];
    const size_t count = scree_job_timeline(ended, spans, 3);
    assert_true(count >= 3);
    for (size_t i = 0; i < 2; i++) {
        _Alignas(max_align_t) unsigned char bytes[ROOM];
        memset(bytes, CANARY, sizeof bytes);
        assert_int_equal(scree_job_timeline_sized(ended, (void *)bytes, sizes[i], 3), count);
        for (size_t k = 0; k < 3; k++) {
            const unsigned char *entry = bytes + k * sizes[i];
            assert_memory_equal(entry + offsetof(scree_job_span, box), &spans[k].box, sizeof spans[k].box);
            assert_bytes(entry, sizeof(scree_job_span), sizes[i], 0);
        }
        assert_bytes(bytes, 3 * sizes[i], sizeof bytes, CANARY);
    }
}

static scree_result drop(void *user, const scree_slab *slab)
{
    return SCREE_OK;
}

/* A picture of three channels, and a job of more than three spans: it has two passes, of two boxes each. */
static int create(void **state)
{
    const scree_picture_params picture = {.count = {2, 1}, .metadata = "{}", .key = "made"};
    const scree_grid grid = {.axes = 2, .count = {3000, 1700}, .step = {0.01}};
    const scree_output bytes = {.type = SCREE_TYPE_U8, .range_mode = SCREE_RANGE_MEASURED};
    const scree_sink sink = {.write = drop};
    if (formats_fixture_create(state) != 0 ||
        scree_picture_write(fixture_context, &picture, distances, "a.png", true) != SCREE_OK) {
        return -1;
    }
    scree_field *field = fixture_field(&(scree_noise_params){.octaves = 1});
    scree_result result = scree_job_stream(fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1), field, &grid, &bytes, &sink, &ended);
    scree_field_release(&field);
    return result == SCREE_OK && scree_job_wait(ended, UINT64_MAX) == SCREE_OK ? 0 : -1;
}

static int destroy(void **state)
{
    scree_job_release(&ended);
    formats_fixture_clear(state);
    return formats_fixture_destroy(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_much_is_written_as_the_program_has),
        cmocka_unit_test(an_error_leaves_zeros),
        cmocka_unit_test(arrays_have_the_size_as_their_stride),
    };
    return cmocka_run_group_tests(tests, create, destroy);
}
