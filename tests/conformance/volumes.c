#include "volumes.h"
#include "field_jobs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[VOLUME_COUNT] = {
    "flat",
    "random",
    "fractal",
    "spikes",
    "below",
    "above",
    "full-or-empty",
    "centres",
    "cliff",
    "one-column",
    "one-pit",
    "no-voxels",
    "all-voxels",
    "one-voxel",
    "one-empty",
    "checkerboard",
    "sparse",
    "half",
    "dense",
    "columns-of-voxels",
    "layers-of-voxels",
    "balls",
};

const char *volume_name(volume_kind kind)
{
    return names[kind];
}

uint64_t volume_draw(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double volume_draw_unit(uint64_t *state)
{
    return (double)(volume_draw(state) >> 11) * 0x1p-53;
}

static void *take(uint64_t bytes)
{
    void *memory = malloc((size_t)bytes);
    if (memory == NULL) {
        fprintf(stderr, "no memory for a volume of %llu bytes\n", (unsigned long long)bytes);
        exit(1);
    }
    return memory;
}

/* Noise as it comes, about -1 to 1. */
static void make_noise(float *heights, const uint64_t count[3], uint64_t seed, scree_device *device)
{
    double widest = (double)(count[0] > count[1] ? count[0] : count[1]);
    double step = 4.0 / widest;
    scree_noise_params params = {.octaves = 8, .seed = seed};
    scree_grid grid = {.axes = 2, .count = {count[0], count[1]}, .step = {step < 0x1p-40 ? 0x1p-40 : step}};
    scree_job *job = NULL;
    scree_result result = noise_job_fill(device, &params, &grid, heights, &job);
    if (result != SCREE_OK || scree_job_wait(job, UINT64_MAX) != SCREE_OK) {
        fprintf(stderr, "no noise for a volume: %s\n", scree_result_name(result));
        exit(1);
    }
    scree_job_release(&job);
}

/* In layers. `index` is a column's number, `marked` that of the one that differs from the others. */
static double height_of(volume_kind kind, uint64_t index, uint64_t marked, const uint64_t count[3], uint64_t *state)
{
    double layers = (double)count[2];
    switch (kind) {
    case VOLUME_FLAT:
        return layers * 0.5 + 0.3;
    case VOLUME_RANDOM:
        return volume_draw_unit(state) * (layers * 1.3 + 1.0) - layers * 0.15 - 0.5;
    case VOLUME_SPIKES:
        return volume_draw_unit(state) < 0.01 || index == marked ? layers * 0.9 : 1.2;
    case VOLUME_BELOW:
        return 0.4 - volume_draw_unit(state) * layers;
    case VOLUME_ABOVE:
        return layers - 0.4 + volume_draw_unit(state) * layers;
    case VOLUME_FULL_OR_EMPTY:
        return volume_draw_unit(state) < 0.2 ? layers + 3.0 : -volume_draw_unit(state);
    case VOLUME_CENTRES: {
        float height = (float)(volume_draw(state) % (2 * count[2] + 3)) * 0.5f - 0.5f;
        uint64_t beside = volume_draw(state) % 4;
        return beside < 2 ? (double)height : (double)nextafterf(height, beside == 2 ? -1e9f : 1e9f);
    }
    case VOLUME_CLIFF:
        return index % count[0] < count[0] / 2 ? 0.7 : layers - 0.7;
    case VOLUME_ONE_COLUMN:
        return index == marked ? layers * 0.6 + 0.51 : -1.0;
    default:
        return index == marked ? -0.25 : layers + 1.0;
    }
}

static volume make_terrain(volume_kind kind, const uint64_t count[3], double side, uint64_t seed, scree_device *device)
{
    uint64_t state = seed;
    uint64_t plane = count[0] * count[1];
    uint64_t marked = volume_draw(&state) % plane;
    volume result = {.heights = take(plane * sizeof(float)), .scale = side};
    if (kind == VOLUME_FRACTAL) {
        make_noise(result.heights, count, seed, device);
        result.scale = 0.6 * side * (double)count[2];
        result.offset = 0.5 * side * (double)count[2];
        return result;
    }
    for (uint64_t i = 0; i < plane; i++) {
        result.heights[i] = (float)height_of(kind, i, marked, count, &state);
    }
    return result;
}

/* A byte that is not 0 is solid, whichever it is. */
static uint8_t solid_byte(uint64_t *state)
{
    uint8_t byte = (uint8_t)volume_draw(state);
    return byte == 0 ? 128 : byte;
}

static bool is_solid(volume_kind kind, const uint64_t at[3], bool is_marked, uint64_t seed, uint64_t *state)
{
    uint64_t column = seed + at[0] * 1000003u + at[1];
    uint64_t layer = seed + at[2];
    switch (kind) {
    case VOLUME_VOXELS_NONE:
        return false;
    case VOLUME_VOXELS_ALL:
        return true;
    case VOLUME_VOXELS_ONE_SOLID:
        return is_marked;
    case VOLUME_VOXELS_ONE_EMPTY:
        return !is_marked;
    case VOLUME_VOXELS_CHECKERBOARD:
        return (at[0] + at[1] + at[2]) % 2 == 0;
    case VOLUME_VOXELS_SPARSE:
        return volume_draw(state) % 300 == 0;
    case VOLUME_VOXELS_HALF:
        return volume_draw(state) % 2 == 0;
    case VOLUME_VOXELS_DENSE:
        return volume_draw(state) % 300 != 0;
    case VOLUME_VOXELS_COLUMNS:
        return volume_draw(&column) % 23 == 0;
    default:
        return volume_draw(&layer) % 9 == 0;
    }
}

/* Some balls, each of a radius up to a third of the longest side. */
static void add_balls(uint8_t *occupancy, const uint64_t count[3], uint64_t *state)
{
    uint64_t longest = count[0] > count[1] ? count[0] : count[1];
    longest = count[2] > longest ? count[2] : longest;
    for (int ball = 0; ball < 5; ball++) {
        double centre[3];
        for (int a = 0; a < 3; a++) {
            centre[a] = volume_draw_unit(state) * (double)count[a];
        }
        double radius = 0.6 + volume_draw_unit(state) * (double)longest * 0.33;
        for (uint64_t i = 0; i < count[0] * count[1] * count[2]; i++) {
            double x = (double)(i % count[0]) - centre[0];
            double y = (double)(i / count[0] % count[1]) - centre[1];
            double z = (double)(i / count[0] / count[1]) - centre[2];
            occupancy[i] = x * x + y * y + z * z < radius * radius ? 1 : occupancy[i];
        }
    }
}

static volume make_voxels(volume_kind kind, const uint64_t count[3], uint64_t seed)
{
    uint64_t state = seed;
    uint64_t voxels = count[0] * count[1] * count[2];
    uint64_t marked = volume_draw(&state) % voxels;
    volume result = {.occupancy = take(voxels)};
    memset(result.occupancy, 0, (size_t)voxels);
    if (kind == VOLUME_VOXELS_BALLS) {
        add_balls(result.occupancy, count, &state);
        return result;
    }
    for (uint64_t i = 0; i < voxels; i++) {
        uint64_t at[3] = {i % count[0], i / count[0] % count[1], i / count[0] / count[1]};
        result.occupancy[i] = is_solid(kind, at, i == marked, seed, &state) ? solid_byte(&state) : 0;
    }
    return result;
}

volume volume_make(volume_kind kind, const uint64_t count[3], double side, uint64_t seed, scree_device *device)
{
    return kind < VOLUME_FIRST_VOXELS ? make_terrain(kind, count, side, seed, device) : make_voxels(kind, count, seed);
}

void volume_free(volume *solid)
{
    free(solid->heights);
    free(solid->occupancy);
    *solid = (volume){0};
}

scree_distance_source volume_source(const volume *solid)
{
    return (scree_distance_source){
        .heights = solid->heights, .scale = solid->scale, .offset = solid->offset, .occupancy = solid->occupancy};
}
