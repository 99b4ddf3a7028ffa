/* The lines of the benchmark of distance fields: those of the published table, and larger volumes. */
#include <stdlib.h>
#include <string.h>

#include "bench_distance.h"

#define LAYERS 15
#define LAYERS_QUICK 7
#define QUICK_DIVISOR 8
#define METHODS 7
/* Side of the naive method's map: a second on a core, where the smallest of the table would take 16 times as long. */
#define NAIVE_SIDE 64
#define SIZES 3
/* The most voxels for jump flooding on a CPU; more take long and show nothing new. */
#define CPU_VOXELS_MOST ((uint64_t)1 << 26)

/* T. Weiss, "Implementace algoritmu Jump Flood pro CUDA" (CTU-FIT, 2024), table 1: seconds, on a CPU and on a GeForce
 * RTX 2070 Super, 15 layers. Rows go by map and size, columns by method in the order of `published_methods`. It has no
 * times of the naive method. */
static const scree_distance_method published_methods[] = {SCREE_DISTANCE_JFA, SCREE_DISTANCE_1_JFA,
                                                          SCREE_DISTANCE_1_JFA_2, SCREE_DISTANCE_JFA_TWICE};
#define PUBLISHED (sizeof published_methods / sizeof published_methods[0])
static const double published_cpu[SCREE_BENCH_MAPS][SIZES][PUBLISHED] = {
    {{0.15, 0.18, 0.25, 0.29}, {0.67, 0.78, 1.04, 1.29}, {2.92, 3.38, 4.41, 5.62}},
    {{0.15, 0.18, 0.24, 0.29}, {0.67, 0.79, 1.04, 1.29}, {2.90, 3.41, 4.45, 5.68}},
};
static const double published_cuda[SCREE_BENCH_MAPS][SIZES][PUBLISHED] = {
    {{0.08, 0.09, 0.09, 0.10}, {0.09, 0.09, 0.09, 0.09}, {0.11, 0.10, 0.10, 0.10}},
    {{0.10, 0.08, 0.09, 0.10}, {0.10, 0.08, 0.09, 0.09}, {0.11, 0.10, 0.10, 0.11}},
};

static const uint64_t sides[SIZES] = {128, 256, 512};

/* The methods in the order of the table. */
static const scree_distance_method methods[METHODS] = {
    SCREE_DISTANCE_JFA,   SCREE_DISTANCE_1_JFA,     SCREE_DISTANCE_1_JFA_2, SCREE_DISTANCE_JFA_1,
    SCREE_DISTANCE_JFA_2, SCREE_DISTANCE_JFA_TWICE, SCREE_DISTANCE_EXACT,
};

static const uint64_t volumes[][3] = {
    {512, 512, 15}, {512, 512, 128}, {256, 256, 256}, {512, 512, 512}, {1024, 1024, 1024},
};
#define VOLUMES (sizeof volumes / sizeof volumes[0])

uint64_t bench_distance_voxels(const struct bench_distance_line *line)
{
    return line->count[0] * line->count[1] * line->count[2];
}

static struct bench_distance_line *add_line(struct bench_distance *bench, uint32_t map, const uint64_t *count,
                                            scree_distance_method method)
{
    struct bench_distance_line *line = &bench->lines[bench->line_count++];
    *line = (struct bench_distance_line){.map = map, .method = method};
    for (int axis = 0; axis < 3; axis++) {
        const uint64_t small = count[axis] / QUICK_DIVISOR;
        line->count[axis] = !bench->quick ? count[axis] : small > 1 ? small : 2;
    }
    return line;
}

static struct bench_distance_line *add_row(struct bench_distance *bench, uint32_t map, uint64_t side,
                                           scree_distance_method method)
{
    const uint64_t count[3] = {side, side, LAYERS};
    struct bench_distance_line *line = add_line(bench, map, count, method);
    line->is_of_table = true;
    line->count[2] = bench->quick ? LAYERS_QUICK : LAYERS;
    return line;
}

static void add_table(struct bench_distance *bench)
{
    for (uint32_t map = 0; map < SCREE_BENCH_MAPS; map++) {
        for (int size = 0; size < SIZES; size++) {
            for (int method = 0; method < METHODS; method++) {
                struct bench_distance_line *line = add_row(bench, map, sides[size], methods[method]);
                for (size_t i = 0; i < PUBLISHED; i++) {
                    if (!bench->quick && published_methods[i] == methods[method]) {
                        line->published_cpu = published_cpu[map][size][i];
                        line->published_cuda = published_cuda[map][size][i];
                    }
                }
            }
        }
    }
    add_row(bench, 0, NAIVE_SIDE, SCREE_DISTANCE_NAIVE);
}

static void add_volumes(struct bench_distance *bench)
{
    const bool is_cpu = bench->infos[BENCH_ONE].backend == SCREE_BACKEND_CPU;
    for (size_t i = 0; i < VOLUMES; i++) {
        const uint64_t *count = volumes[i];
        if (is_cpu && count[0] * count[1] * count[2] > CPU_VOXELS_MOST) {
            continue;
        }
        add_line(bench, 0, count, SCREE_DISTANCE_EXACT);
        add_line(bench, 0, count, SCREE_DISTANCE_EXACT)->is_general = true;
        add_line(bench, 0, count, SCREE_DISTANCE_JFA);
    }
}

void bench_distance_list(struct bench_distance *bench)
{
    bench->line_count = 0;
    add_table(bench);
    add_volumes(bench);
}

static const struct bench_distance_map *find_map(const struct bench_distance *bench,
                                                 const struct bench_distance_line *line)
{
    for (size_t i = 0; i < bench->map_count; i++) {
        const struct bench_distance_map *map = &bench->maps[i];
        if (map->map == line->map && map->count[0] == line->count[0] && map->count[1] == line->count[1]) {
            return map;
        }
    }
    return NULL;
}

static scree_result make_map(struct bench_distance *bench, scree_device *device, const struct bench_distance_line *line)
{
    const struct scree_bench_map *source = &bench->sources[line->map];
    struct bench_distance_map *map = &bench->maps[bench->map_count++];
    *map = (struct bench_distance_map){.map = line->map, .count = {line->count[0], line->count[1]}};
    map->heights = calloc((size_t)(map->count[0] * map->count[1]), sizeof *map->heights);
    if (map->heights == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    const scree_grid grid = {
        .axes = 2, .count = {map->count[0], map->count[1]}, .step = {source->density / (double)map->count[0]}};
    scree_job *job = NULL;
    scree_field *field = NULL;
    scree_result result = scree_field_from_recipe(NULL, source->recipe, &field);
    result = result == SCREE_OK ? scree_job_fill(device, field, &grid, map->heights, &job) : result;
    scree_field_release(&field);
    if (result == SCREE_OK) {
        result = scree_job_wait(job, UINT64_MAX);
        const scree_job_status status = scree_job_poll(job);
        map->range = (scree_range){.minimum = status.minimum, .maximum = status.maximum};
    }
    scree_job_release(&job);
    return result;
}

int bench_distance_make_maps(struct bench_distance *bench)
{
    scree_device *device = NULL;
    scree_result result = scree_device_open(bench->context, NULL, &device);
    for (size_t i = 0; result == SCREE_OK && i < bench->line_count; i++) {
        if (find_map(bench, &bench->lines[i]) == NULL) {
            result = make_map(bench, device, &bench->lines[i]);
        }
    }
    scree_device_close(&device);
    return result == SCREE_OK                    ? 0
           : result == SCREE_ERROR_OUT_OF_MEMORY ? bench_out_of_memory()
                                                 : bench_exit_code(result);
}

/* The map's range takes the middle three quarters of the volume's height. */
static void fit(const struct bench_distance_map *map, uint64_t layers, double *scale, double *offset)
{
    const double lowest = (double)map->range.minimum;
    *scale = 0.75 * (double)layers / ((double)map->range.maximum - lowest);
    *offset = 0.125 * (double)layers - *scale * lowest;
}

/* The voxels whose centres lie below the heights. */
static void fill_occupancy(const struct bench_distance_line *line, const struct bench_distance_map *map,
                           const scree_distance_source *heights, uint8_t *occupancy)
{
    const uint64_t plane = line->count[0] * line->count[1];
    for (uint64_t k = 0; k < line->count[2]; k++) {
        const double centre = (double)k + 0.5;
        for (uint64_t i = 0; i < plane; i++) {
            const double height = (double)map->heights[i] * heights->scale + heights->offset;
            occupancy[k * plane + i] = centre < height;
        }
    }
}

bool bench_distance_source(struct bench_distance *bench, size_t number, scree_distance_source *source)
{
    const struct bench_distance_line *line = &bench->lines[number];
    const struct bench_distance_map *map = find_map(bench, line);
    *source = (scree_distance_source){.heights = map->heights};
    fit(map, line->count[2], &source->scale, &source->offset);
    if (!line->is_general) {
        return true;
    }
    if (bench->occupancy == NULL || bench->occupancy_line != number) {
        free(bench->occupancy);
        bench->occupancy = malloc((size_t)bench_distance_voxels(line));
        bench->occupancy_line = number;
        if (bench->occupancy == NULL) {
            return false;
        }
        fill_occupancy(line, map, source, bench->occupancy);
    }
    *source = (scree_distance_source){.occupancy = bench->occupancy};
    return true;
}
