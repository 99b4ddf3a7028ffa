/* Explanations of jobs, and plans of files, against the jobs that run and the files that are written. */
#include "formats_fixture.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "os.h"
#include "writer_open.h"

/* Linked with --wrap: the bytes that the CPU device takes for a job. */
void *__real_scree_os_aligned_alloc(size_t alignment, size_t bytes);
void *__wrap_scree_os_aligned_alloc(size_t alignment, size_t bytes);
static _Atomic uint64_t taken;

void *__wrap_scree_os_aligned_alloc(size_t alignment, size_t bytes)
{
    atomic_fetch_add(&taken, bytes);
    return __real_scree_os_aligned_alloc(alignment, bytes);
}

/* The slabs of a stream. */
typedef struct counted {
    uint64_t slabs;
    uint64_t first;
    uint64_t largest;
} counted;

static scree_result count_slab(void *user, const scree_slab *slab)
{
    counted *to = user;
    to->first = to->slabs++ == 0 ? slab->count : to->first;
    to->largest = slab->count > to->largest ? slab->count : to->largest;
    return SCREE_OK;
}

static counted run_stream(scree_device *device, const scree_field *field, const scree_grid *grid,
                          const scree_output *output, scree_job_status *status)
{
    counted to = {.slabs = 0};
    const scree_sink sink = {.write = count_slab, .user = &to};
    scree_job *job = NULL;
    assert_int_equal(scree_job_stream(device, field, grid, output, &sink, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
    *status = scree_job_poll(job);
    scree_job_release(&job);
    return to;
}

static void assert_stream(scree_device *device, const scree_field *field, const scree_grid *grid,
                          const scree_output *output)
{
    scree_explanation *told = NULL;
    scree_job_status status;
    assert_int_equal(scree_job_explain_stream(device, field, grid, output, NULL, &told), SCREE_OK);
    const counted seen = run_stream(device, field, grid, output, &status);
    assert_int_equal(told->slabs, seen.slabs);
    assert_int_equal(told->slab_count[0] * told->slab_count[1] * told->slab_count[2], seen.first);
    assert_int_equal(seen.first, seen.largest);
    assert_true(told->slabs_at_once >= 1 && told->slabs_at_once <= told->slabs);
    assert_int_equal(told->device_bytes, 0);
    assert_int_equal(told->launch_count, 0);
    assert_true(told->threads > 0 && told->tasks > 0);
    if (grid != NULL) {
        assert_int_equal(status.total, told->passes * told->samples);
    }
    scree_explanation_free(&told);
}

/* Slabs of planes, of rows, and of parts of a row. */
static const scree_grid shapes[] = {
    {.axes = 3, .count = {300, 200, 90}, .step = {0.01}},      {.axes = 2, .count = {3000, 1700}, .step = {0.01}},
    {.axes = 3, .count = {2100, 2100, 2}, .step = {0.01}},     {.axes = 1, .count = {4500000}, .step = {0.01}},
    {.axes = 5, .count = {40, 30, 20, 15, 13}, .step = {0.1}}, {.axes = 2, .count = {7, 0}, .step = {0.1}},
};
#define SHAPES (sizeof shapes / sizeof shapes[0])

static void slabs_of_noise_are_those_of_its_stream(void **state)
{
    static const scree_output outputs[] = {{.type = SCREE_TYPE_F32},
                                           {.type = SCREE_TYPE_U8, .range_mode = SCREE_RANGE_MEASURED}};
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    scree_field *plain = fixture_field(&(scree_noise_params){.octaves = 2});
    scree_field *wide = fixture_field(&(scree_noise_params){.octaves = 1, .sample.has_derivatives = true});
    for (size_t i = 0; i < SHAPES; i++) {
        assert_stream(device, plain, &shapes[i], &outputs[0]);
        assert_stream(device, plain, &shapes[i], &outputs[1]);
    }
    assert_stream(device, wide, &shapes[0], NULL);
    scree_field_release(&plain);
    scree_field_release(&wide);
}

static void slabs_of_distances_and_particles_are_those_of_their_streams(void **state)
{
    static const scree_distance_method methods[] = {SCREE_DISTANCE_EXACT, SCREE_DISTANCE_JFA};
    enum { SIDE = 200, LAYERS = 150 };
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    float *heights = calloc(SIDE * SIDE, sizeof *heights);
    heights[SIDE + 3] = 60.0f;
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        const scree_distance_params params = {.count = {SIDE, SIDE, LAYERS}, .method = methods[i]};
        const scree_distance_source source = {.heights = heights};
        scree_field *field = NULL;
        assert_int_equal(scree_field_from_distance(fixture_context, &params, &source, &field), SCREE_OK);
        assert_stream(device, field, NULL, NULL);
        scree_field_release(&field);
    }
    free(heights);
    const scree_particle_params cloud = {.count = 300001, .steps = 3};
    scree_field *field = NULL;
    assert_int_equal(scree_field_from_particles(fixture_context, &cloud, &field), SCREE_OK);
    assert_stream(device, field, NULL, NULL);
    scree_field_release(&field);
}

/* Slabs, work space and tables: all that grows with a job of noise whose samples stay float32. */
static void memory_of_noise_is_what_its_stream_takes(void **state)
{
    static const scree_grid grids[] = {
        {.axes = 3, .count = {300, 200, 90}, .step = {0.01}},
        {.axes = 2, .count = {2100, 2100}, .step = {0.01}},
        {.axes = 3, .count = {120, 50, 20}, .step = {0.01}},
    };
    static const scree_noise_params kinds[] = {
        {.octaves = 5},
        {.octaves = 3, .sample.has_derivatives = true},
        {.kind = SCREE_NOISE_CELLULAR, .octaves = 2},
        {.octaves = 2, .warp = {.amplitude = 0.5}},
    };
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 3);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        scree_field *field = fixture_field(&kinds[i]);
        /* More than a slab of what is quick to make. */
        for (size_t grid = i == 0 ? 0 : 2; grid < 3; grid++) {
            scree_explanation *told = NULL;
            scree_job_status status;
            assert_int_equal(scree_job_explain_stream(device, field, &grids[grid], NULL, NULL, &told), SCREE_OK);
            atomic_store(&taken, 0);
            run_stream(device, field, &grids[grid], NULL, &status);
            assert_int_equal(told->host_bytes, atomic_load(&taken));
            scree_explanation_free(&told);
        }
        scree_field_release(&field);
    }
}

/* Neither a buffer nor a density changes. */
static void nothing_is_made(void **state)
{
    static const scree_grid grid = {.axes = 2, .count = {64, 32}, .step = {0.1}};
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    scree_buffer *buffer = fixture_buffer(device, 64 * 32 * sizeof(float));
    scree_field *noise = fixture_field(&(scree_noise_params){.octaves = 2});
    const scree_particle_params cloud = {.count = 1000, .steps = 10};
    scree_field *particles = NULL;
    scree_explanation *told = NULL;
    uint32_t words[64 * 32];
    assert_int_equal(scree_buffer_fill(buffer, 0x7fa5c3e1u, NULL), SCREE_OK);
    assert_int_equal(scree_job_explain_fill_buffer(device, noise, &grid, buffer, 0, &told), SCREE_OK);
    assert_int_equal(told->slabs, 1);
    scree_explanation_free(&told);
    assert_int_equal(scree_buffer_read(buffer, 0, sizeof words, words), SCREE_OK);
    for (size_t i = 0; i < 64 * 32; i++) {
        assert_int_equal(words[i], 0x7fa5c3e1u);
    }
    static uint64_t counts[50 * 40];
    scree_histogram density = {.width = 50, .height = 40, .counts = counts};
    const scree_splat_params splat = {.camera = {.azimuth = 10, .distance = 100, .field_of_view = 60}};
    assert_int_equal(scree_field_from_particles(fixture_context, &cloud, &particles), SCREE_OK);
    assert_int_equal(scree_job_explain_draw(device, particles, &splat, &density, NULL, &told), SCREE_OK);
    assert_int_equal(told->passes, 1);
    scree_explanation_free(&told);
    assert_int_equal(density.lost, 0);
    for (size_t i = 0; i < 50 * 40; i++) {
        assert_int_equal(counts[i], 0);
    }
    scree_field_release(&particles);
    scree_field_release(&noise);
    scree_buffer_destroy(&buffer);
}

/* A job's refusals are an explanation's, in the same words. */
static void what_cannot_be_is_refused(void **state)
{
    static const scree_grid strided = {.axes = 2, .count = {4, 4}, .step = {0.1}, .row_stride = 8};
    static const scree_output unknown = {.type = SCREE_TYPE_F64};
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    scree_field *field = fixture_field(&(scree_noise_params){.octaves = 1});
    scree_explanation *told = NULL;
    char expected[sizeof fixture_message];
    const counted nothing = {.slabs = 0};
    const scree_sink sink = {.write = count_slab, .user = (void *)(uintptr_t)&nothing};
    const scree_grid *const grids[] = {&strided, &shapes[1]};
    const scree_output *const outputs[] = {NULL, &unknown};
    for (size_t i = 0; i < 2; i++) {
        scree_job *job = NULL;
        const scree_result result = scree_job_stream(device, field, grids[i], outputs[i], &sink, &job);
        assert_int_not_equal(result, SCREE_OK);
        memcpy(expected, fixture_message, sizeof expected);
        fixture_message[0] = '\0';
        assert_int_equal(scree_job_explain_stream(device, field, grids[i], outputs[i], &sink, &told), result);
        assert_string_equal(fixture_message, expected);
        assert_null(told);
    }
    assert_int_equal(scree_job_explain_stream(device, NULL, &shapes[0], NULL, NULL, &told), SCREE_ERROR_INVALID);
    assert_int_equal(scree_job_explain_fill_buffer(device, field, &shapes[0], NULL, 0, &told), SCREE_ERROR_INVALID);
    scree_field_release(&field);
}

static uint64_t bytes_of(const char *path)
{
    struct stat found;
    assert_int_equal(stat(path, &found), 0);
    return (uint64_t)found.st_size;
}

static scree_writer_params params_of(const test_format *row, const scree_recipe *recipe)
{
    return (scree_writer_params){.path = row->path, .format = row->format, .recipe = recipe, .skips_sync = true};
}

/* Planning leaves no trace. What it says exactly is the size of the file, and nothing is smaller than the least. */
static void planned_bytes_are_those_of_the_file(void **state)
{
    test_format rows[TEST_FORMATS_MOST];
    const size_t count = formats_written(rows);
    size_t exact = 0;
    for (size_t i = 0; i < count; i++) {
        scree_file_plan plan;
        test_field field = formats_field(rows[i].info->preferred, 2, (const uint64_t[]){61, 43});
        const scree_writer_params params = params_of(&rows[i], &field.recipe);
        assert_int_equal(scree_writer_plan(fixture_context, &params, (scree_file_use){0}, &plan), SCREE_OK);
        assert_string_equal(formats_files(), "");
        assert_int_equal(plan.files, 1);
        assert_true(plan.has_sidecar == rows[i].info->has_sidecar);
        assert_true(plan.free_bytes > 0);
        formats_write(rows[i].path, rows[i].format, &field, &(test_cut){0});
        const uint64_t bytes = bytes_of(rows[i].path);
        exact += !plan.is_least;
        assert_true(plan.is_least || bytes == plan.bytes);
        assert_true(rows[i].info->companion != NULL || bytes >= plan.bytes);
        formats_field_free(&field);
        formats_fixture_clear(state);
    }
    assert_true(exact >= 6);
}

/* A planned PNG is at most as large as it becomes where nothing can be compressed, but for its texts. */
static void noise_that_cannot_be_packed_stays_within_the_most(void **state)
{
    static const uint32_t levels[] = {1, 9};
    test_field field = formats_field(SCREE_TYPE_U16, 2, (const uint64_t[]){701, 503});
    uint16_t *samples = field.samples;
    uint64_t word = 1;
    for (uint64_t i = 0; i < field.count; i++) {
        word = word * UINT64_C(6364136223846793005) + 1442695040888963407u;
        samples[i] = (uint16_t)(word >> 40);
    }
    for (size_t i = 0; i < 2; i++) {
        const test_format row = formats_row(SCREE_FORMAT_PNG);
        scree_file_plan plan;
        scree_writer_params params = params_of(&row, &field.recipe);
        params.compression = levels[i];
        assert_int_equal(scree_writer_plan(fixture_context, &params, (scree_file_use){0}, &plan), SCREE_OK);
        formats_write(row.path, row.format, &field, &(test_cut){.compression = levels[i]});
        const uint64_t bytes = bytes_of(row.path);
        assert_true(bytes > field.count * sizeof(uint16_t));
        assert_true(bytes <= plan.most_bytes + 4096);
        formats_fixture_clear(state);
    }
    formats_field_free(&field);
}

static void files_that_are_there_are_refused_and_stay(void **state)
{
    const test_format row = formats_row(SCREE_FORMAT_NPY);
    test_field field = formats_field(SCREE_TYPE_F32, 2, (const uint64_t[]){8, 4});
    scree_file_plan plan;
    scree_writer_params params = params_of(&row, &field.recipe);
    formats_store(row.path, "old", 3);
    assert_int_equal(scree_writer_plan(fixture_context, &params, (scree_file_use){0}, &plan), SCREE_ERROR_EXISTS);
    params.replaces = true;
    assert_int_equal(scree_writer_plan(fixture_context, &params, (scree_file_use){0}, &plan), SCREE_OK);
    assert_int_equal(bytes_of(row.path), 3);
    formats_field_free(&field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slabs_of_noise_are_those_of_its_stream),
        cmocka_unit_test(slabs_of_distances_and_particles_are_those_of_their_streams),
        cmocka_unit_test(memory_of_noise_is_what_its_stream_takes),
        cmocka_unit_test(nothing_is_made),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test_teardown(planned_bytes_are_those_of_the_file, formats_fixture_clear),
        cmocka_unit_test_teardown(noise_that_cannot_be_packed_stays_within_the_most, formats_fixture_clear),
        cmocka_unit_test_teardown(files_that_are_there_are_refused_and_stay, formats_fixture_clear),
    };
    return cmocka_run_group_tests(tests, formats_fixture_create, formats_fixture_destroy);
}
