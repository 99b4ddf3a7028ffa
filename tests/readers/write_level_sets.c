/*
 * Writes level sets as NAME.vdb and NAME.again.vdb, and the same distances as NAME.npy. Where the plug-in for VDB
 * cannot be had the exit code is 77, but 1 where SCREE_PLUGIN_REQUIRED is set.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <scree/scree.h>

typedef struct level_set {
    const char *name;
    double (*distance)(const double position[3]);
    scree_volume volume;
    uint64_t cut; /* Samples a call. */
} level_set;

static double sphere(const double position[3])
{
    return sqrt(position[0] * position[0] + position[1] * position[1] + position[2] * position[2]) - 4.0;
}

/* Inside reaches the sides of the volume, and there is more of it than a band. */
static double slope(const double position[3])
{
    return (position[2] - 0.4 * position[0]) / sqrt(1.16);
}

static double nothing(const double position[3])
{
    return position[0] >= -1e9 ? (double)INFINITY : 0.0;
}

static double everything(const double position[3])
{
    return -nothing(position);
}

static const level_set level_sets[] = {
    {"sphere", sphere, {.axes = 3, .count = {37, 29, 21}, .voxel = {0.5}, .origin = {-9, -7, -5}}, 0},
    {"half",
     sphere,
     {.axes = 3, .count = {24, 24, 24}, .voxel = {0.5}, .origin = {-6, -6, -6}, .type = SCREE_TYPE_F16},
     7},
    {"slope",
     slope,
     {.axes = 3, .count = {33, 20, 50}, .voxel = {1, 0.25, 0.5}, .origin = {-16, 0, -12}, .band = 2.5, .name = "d"},
     660},
    {"flat", sphere, {.axes = 2, .count = {40, 30}, .origin = {-20, -15}}, 1000},
    {"line", sphere, {.axes = 1, .count = {40}, .origin = {-20}}, 1},
    {"nothing", nothing, {.axes = 3, .count = {9, 9, 9}}, 0},
    {"everything", everything, {.axes = 3, .count = {150, 20, 10}}, 0},
    {"wide", sphere, {.axes = 3, .count = {20, 20, 20}, .origin = {-10, -10, -10}, .band = 1e30}, 0},
};

static void print_error(void *user, scree_log_level level, const char *message)
{
    (void)user;
    (void)level;
    fprintf(stderr, "%s\n", message);
}

static float *make_distances(const level_set *set, uint64_t *samples)
{
    const scree_volume *volume = &set->volume;
    *samples = 1;
    for (uint32_t a = 0; a < volume->axes; a++) {
        *samples *= volume->count[a];
    }
    float *distances = malloc((size_t)*samples * sizeof(float));
    for (uint64_t i = 0; i < *samples && distances != NULL; i++) {
        double position[3] = {0, 0, 0};
        uint64_t rest = i;
        for (uint32_t a = 0; a < volume->axes; a++) {
            const double first = volume->voxel[0] > 0 ? volume->voxel[0] : 1;
            const double voxel = volume->voxel[a] > 0 ? volume->voxel[a] : first;
            position[a] = volume->origin[a] + voxel * (double)(rest % volume->count[a]);
            rest /= volume->count[a];
        }
        distances[i] = (float)set->distance(position);
    }
    return distances;
}

static scree_result write_file(scree_context *context, const level_set *set, const char *extension,
                               const float *distances, uint64_t samples)
{
    char path[64];
    snprintf(path, sizeof path, "%s%s", set->name, extension);
    scree_writer_params params = {.path = path, .volume = &set->volume};
    scree_format_from_path(path, &params.format);
    scree_writer *writer = NULL;
    const uint64_t cut = set->cut == 0 ? samples : set->cut;
    scree_result result = scree_writer_open(context, &params, &writer);
    for (uint64_t at = 0; at < samples && result == SCREE_OK; at += cut) {
        result = scree_writer_write(writer, distances + at, samples - at < cut ? samples - at : cut);
    }
    result = result == SCREE_OK ? scree_writer_finish(writer, NULL, &(scree_range){-1, 2}) : result;
    scree_writer_close(&writer);
    return result;
}

int main(void)
{
    const scree_context_params params = {.log = print_error};
    scree_context *context = NULL;
    scree_result result = scree_context_create(&params, &context);
    for (size_t i = 0; i < sizeof level_sets / sizeof level_sets[0] && result == SCREE_OK; i++) {
        uint64_t samples;
        float *distances = make_distances(&level_sets[i], &samples);
        result = distances == NULL ? SCREE_ERROR_OUT_OF_MEMORY
                                   : write_file(context, &level_sets[i], ".vdb", distances, samples);
        if (result == SCREE_ERROR_UNSUPPORTED && i == 0 && getenv("SCREE_PLUGIN_REQUIRED") == NULL) {
            free(distances);
            scree_context_destroy(&context);
            return 77;
        }
        const char *const others[] = {".again.vdb", ".npy"};
        for (size_t other = 0; other < 2 && result == SCREE_OK; other++) {
            result = write_file(context, &level_sets[i], others[other], distances, samples);
        }
        free(distances);
    }
    scree_context_destroy(&context);
    return result == SCREE_OK ? 0 : 1;
}
