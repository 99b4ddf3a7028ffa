#include "formats_fixture.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* More than any test writes at once. */
#define ROOM_BYTES ((uint64_t)60 << 20)

static scree_device *device;
static char folder[256];

/* Writers wait for the disk, and the tests write hundreds of files: a folder in memory, where there is one, keeps them
   quick on a busy machine. */
static const char *find_parent(void)
{
    const char *parent = getenv("TMPDIR");
    struct statvfs room;
    if (parent != NULL) {
        return parent;
    }
    bool in_memory = access("/dev/shm", W_OK | X_OK) == 0 && statvfs("/dev/shm", &room) == 0 &&
                     (uint64_t)room.f_bavail * room.f_frsize >= ROOM_BYTES;
    return in_memory ? "/dev/shm" : "/tmp";
}

int formats_fixture_create(void **state)
{
    snprintf(folder, sizeof folder, "%.200s/scree-formats-XXXXXX", find_parent());
    if (fixture_create(state) != 0 || mkdtemp(folder) == NULL || chdir(folder) != 0) {
        return -1;
    }
    device = fixture_device(SCREE_CPU_LEVEL_AUTO, 1);
    return 0;
}

int formats_fixture_destroy(void **state)
{
    scree_device_close(&device);
    if (chdir("/") != 0 || rmdir(folder) != 0) {
        return -1;
    }
    return fixture_destroy(state);
}

static int is_file(const struct dirent *entry)
{
    return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

int formats_fixture_clear(void **state)
{
    struct dirent **entries;
    int count = scandir(".", &entries, is_file, alphasort);
    for (int i = 0; i < count; i++) {
        if (unlink(entries[i]->d_name) != 0) {
            rmdir(entries[i]->d_name);
        }
        free(entries[i]);
    }
    free(entries);
    return count < 0 ? -1 : 0;
}

const char *formats_files(void)
{
    static char names[4096];
    struct dirent **entries;
    size_t length = 0;
    int count = scandir(".", &entries, is_file, alphasort);
    assert_true(count >= 0);
    names[0] = '\0';
    for (int i = 0; i < count; i++) {
        length += (size_t)snprintf(names + length, sizeof names - length, "%s ", entries[i]->d_name);
        assert_true(length < sizeof names);
        free(entries[i]);
    }
    free(entries);
    return names;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The file, its sidecar and its companion, in the order of their names. */
static void list_files(test_format *row)
{
    char sidecar[32];
    char companion[32];
    const char *names[3] = {row->path};
    size_t count = 1;
    size_t length = 0;
    const char *ending = scree_format_companion(row->format, row->path);
    if (row->info->has_sidecar) {
        snprintf(sidecar, sizeof sidecar, "%s.json", row->path);
        names[count++] = sidecar;
    }
    if (ending != NULL) {
        snprintf(companion, sizeof companion, "a%s", ending);
        names[count++] = companion;
    }
    qsort(names, count, sizeof names[0], compare_names);
    for (size_t i = 0; i < count; i++) {
        length += (size_t)snprintf(row->files + length, sizeof row->files - length, "%s ", names[i]);
    }
}

static test_format make_row(scree_format format, const char *extension)
{
    test_format row = {.format = format, .info = scree_format_describe(format)};
    snprintf(row.path, sizeof row.path, "a%.*s", (int)strcspn(extension, " "), extension);
    list_files(&row);
    return row;
}

test_format formats_row(scree_format format)
{
    return make_row(format, scree_format_describe(format)->extensions);
}

size_t formats_written(test_format rows[TEST_FORMATS_MOST])
{
    size_t count = 0;
    const scree_format_info *info;
    for (int format = 0; (info = scree_format_describe((scree_format)format)) != NULL; format++) {
        bool wanted = info->is_written && !info->is_level_set && !info->is_points && !info->is_video;
        for (const char *at = info->extensions; wanted && *at != '\0'; at += strspn(at, " ")) {
            assert_true(count < TEST_FORMATS_MOST);
            rows[count++] = make_row((scree_format)format, at);
            at += strcspn(at, " ");
        }
    }
    return count;
}

static scree_result keep_slab(void *user, const scree_slab *slab)
{
    test_field *field = user;
    memcpy((uint8_t *)field->samples + slab->first * field->sample_bytes, slab->data,
           (size_t)slab->count * field->sample_bytes);
    field->mapped = slab->mapped;
    return SCREE_OK;
}

test_field formats_generate(const scree_recipe *recipe)
{
    test_field field = {.recipe = *recipe, .sample_bytes = scree_type_bytes(recipe->output.type)};
    field.count = fixture_samples(&recipe->grid);
    field.samples = malloc((size_t)field.count * field.sample_bytes);
    assert_non_null(field.samples);
    scree_job *job = NULL;
    const scree_sink sink = {.write = keep_slab, .user = &field};
    assert_int_equal(noise_job_stream(device, &recipe->noise, &recipe->grid, &recipe->output, &sink, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
    scree_job_status status = scree_job_poll(job);
    scree_job_release(&job);
    field.measured = (scree_range){status.minimum, status.maximum};
    return field;
}

test_field formats_field(scree_type type, uint32_t axes, const uint64_t *count)
{
    scree_recipe recipe = {
        .noise = {.octaves = 4, .seed = UINT64_MAX - axes},
        .grid = {.axes = axes, .step = {0.0625}, .origin = {0.125}},
        .output = {.type = type, .range_mode = SCREE_RANGE_MEASURED},
    };
    /* A range of a single sample has no extent that could be mapped. */
    uint64_t samples = 1;
    for (uint32_t a = 0; a < axes; a++) {
        recipe.grid.count[a] = count[a];
        samples *= count[a];
    }
    if (samples == 1 || type == SCREE_TYPE_F32) {
        recipe.output.range_mode = SCREE_RANGE_FIXED;
    }
    return formats_generate(&recipe);
}

void formats_field_free(test_field *field)
{
    free(field->samples);
    *field = (test_field){.count = 0};
}

scree_result formats_try_write(const scree_writer_params *params, const test_field *field, uint64_t cut)
{
    scree_writer *writer = NULL;
    scree_writer_params with_recipe = *params;
    with_recipe.recipe = &field->recipe;
    scree_result result = scree_writer_open(fixture_context, &with_recipe, &writer);
    assert_true((result == SCREE_OK) == (writer != NULL));
    cut = cut == 0 ? field->count : cut;
    for (uint64_t at = 0; at < field->count && result == SCREE_OK; at += cut) {
        uint64_t part = field->count - at < cut ? field->count - at : cut;
        result = scree_writer_write(writer, (const uint8_t *)field->samples + at * field->sample_bytes, part);
    }
    if (result == SCREE_OK) {
        result = scree_writer_finish(writer, &field->mapped, &field->measured);
    }
    scree_writer_close(&writer);
    assert_null(writer);
    return result;
}

void formats_write(const char *path, scree_format format, const test_field *field, const test_cut *cut)
{
    const scree_writer_params params = {.path = path,
                                        .format = format,
                                        .threads = cut == NULL || cut->threads == 0 ? 1 : cut->threads,
                                        .compression = cut == NULL ? 0 : cut->compression};
    fixture_message[0] = '\0';
    if (formats_try_write(&params, field, cut == NULL ? 0 : cut->samples) != SCREE_OK) {
        fail_msg("%s: %s", path, fixture_message);
    }
}

uint8_t *formats_load(const char *path, size_t *size)
{
    FILE *stream = fopen(path, "rb");
    if (stream == NULL) {
        fail_msg("%s is not there; there are: %s", path, formats_files());
    }
    struct stat status;
    assert_int_equal(fstat(fileno(stream), &status), 0);
    uint8_t *data = malloc((size_t)status.st_size + 1);
    assert_non_null(data);
    *size = fread(data, 1, (size_t)status.st_size, stream);
    assert_int_equal(*size, status.st_size);
    data[*size] = 0;
    fclose(stream);
    return data;
}

void formats_store(const char *path, const void *data, size_t size)
{
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    assert_int_equal(fwrite(data, 1, size, stream), size);
    assert_int_equal(fclose(stream), 0);
}
