#include "volume_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t volume_samples(const scree_volume *volume)
{
    uint64_t samples = 1;
    for (uint32_t a = 0; a < volume->axes; a++) {
        samples *= volume->count[a] == 0 ? 1 : volume->count[a];
    }
    return samples;
}

float *volume_distances(const scree_volume *volume)
{
    uint64_t samples = volume_samples(volume);
    float *distances = malloc((size_t)samples * sizeof(float));
    assert_non_null(distances);
    for (uint64_t i = 0; i < samples; i++) {
        uint64_t rest = i;
        double square = 0;
        for (uint32_t a = 0; a < volume->axes; a++) {
            double voxel = volume->voxel[a] == 0 ? 1 : volume->voxel[a];
            double middle = (double)(volume->count[a] - 1) / 2;
            double away = ((double)(rest % volume->count[a]) - middle) * voxel;
            rest /= volume->count[a];
            square += away * away;
        }
        double voxel = volume->voxel[0] == 0 ? 1 : volume->voxel[0];
        distances[i] = (float)(sqrt(square) - voxel * (double)volume->count[0] / 4);
    }
    return distances;
}

scree_result volume_try_write(const char *path, scree_format format, const scree_volume *volume, const void *samples,
                              uint64_t cut)
{
    const scree_writer_params params = {.path = path, .format = format, .volume = volume, .threads = 1};
    scree_writer *writer = NULL;
    fixture_message[0] = '\0';
    scree_result result = scree_writer_open(fixture_context, &params, &writer);
    assert_true((result == SCREE_OK) == (writer != NULL));
    uint64_t count = writer == NULL ? 0 : volume_samples(volume);
    size_t sample_bytes = scree_type_bytes(volume->source);
    cut = cut == 0 ? count : cut;
    for (uint64_t at = 0; at < count && result == SCREE_OK; at += cut) {
        uint64_t part = count - at < cut ? count - at : cut;
        result = scree_writer_write(writer, (const uint8_t *)samples + at * sample_bytes, part);
    }
    if (result == SCREE_OK) {
        result = scree_writer_finish(writer, NULL, &(scree_range){-1.5f, 2.5f});
    }
    scree_writer_close(&writer);
    return result;
}

void volume_write(const char *path, scree_format format, const scree_volume *volume, const void *samples)
{
    if (volume_try_write(path, format, volume, samples, 0) != SCREE_OK) {
        fail_msg("%s: %s", path, fixture_message);
    }
}

json_t *volume_sidecar(const char *path)
{
    char name[300];
    snprintf(name, sizeof name, "%s.json", path);
    size_t size;
    uint8_t *text = formats_load(name, &size);
    json_error_t error;
    json_t *root = json_loads((const char *)text, JSON_REJECT_DUPLICATES, &error);
    if (root == NULL) {
        fail_msg("%s: %s\n%s", name, error.text, (const char *)text);
    }
    free(text);
    return root;
}

void volume_assert_file(const char *path, const void *header, size_t header_size, const void *data, size_t size)
{
    size_t file_size;
    uint8_t *file = formats_load(path, &file_size);
    assert_int_equal(file_size, header_size + size);
    assert_memory_equal(file, header, header_size);
    assert_memory_equal(file + header_size, data, size);
    free(file);
}
