#include "hash_streams.h"

#include <stdbool.h>
#include <string.h>

#include "axis_key.h"
#include "noise/hash.h"
#include "particles/particle_start.h"

/* Points of a row of the plane, and of a row and a plane of the space. */
enum { ROW_OF_PLANE = 1024, SIDE_OF_SPACE = 256 };

/* The axes of the first octave of seed 0. */
static const scree_axis_stream *lattice_axes(void)
{
    static scree_axis_stream axes[3];
    static bool are_made;
    for (uint32_t axis = 0; axis < 3 && !are_made; axis++) {
        axes[axis] = scree_axis_stream_make(SCREE_NOISE_HASH_SCREE, 0, 0, axis, 0);
    }
    are_made = true;
    return axes;
}

/* As kernels do: a key for each axis, combined by exclusive or and mixed once more. */
static uint32_t hash_of_node(lattice_point point)
{
    const scree_axis_stream *axes = lattice_axes();
    uint32_t keys = 0;
    for (uint32_t axis = 0; axis < point.axes; axis++) {
        keys ^= scree_axis_key(&axes[axis], (int64_t)point.at[axis]);
    }
    return scree_hash_mix(keys);
}

/* Where particles of seed 1 start: the three coordinates of each follow each other. */
static uint32_t hash_of_particle(lattice_point point)
{
    static const uint32_t table[SCREE_PARTICLE_WORDS] = {[SCREE_PARTICLE_SEED + 1] = 1};
    const uint64_t particle = point.at[0] / 3;
    const scree_particle_start start = scree_particle_start_of(table, (uint32_t)(particle >> 32), (uint32_t)particle);
    const uint32_t coordinates[3] = {start.x, start.y, start.z};
    return coordinates[point.at[0] % 3] << 8;
}

/* Wang's hash of an index, as it places particles of seed 0. It has no further axes; shaders chain it, as is done here.
 */
static uint32_t hash_by_wang(lattice_point point)
{
    uint32_t chain = 0;
    for (uint32_t axis = point.axes - 1; axis > 0; axis--) {
        chain = scree_wang_hash((uint32_t)point.at[axis] + chain);
    }
    return scree_wang_hash((uint32_t)point.at[0] * 1847483629u + chain);
}

/*
 * The hash of T. Mueller (2012), whose multiplier 0x45d9f3b he found by search. Shaders chain it for further axes, as
 * is done here.
 */
static uint32_t hash_by_mueller(lattice_point point)
{
    uint32_t chain = 0;
    for (uint32_t axis = 0; axis < point.axes; axis++) {
        chain ^= (uint32_t)point.at[axis];
        chain = ((chain >> 16) ^ chain) * 0x45d9f3bu;
        chain = ((chain >> 16) ^ chain) * 0x45d9f3bu;
        chain = (chain >> 16) ^ chain;
    }
    return chain;
}

/* SplitMix64 (G. Steele, D. Lea and C. Flood, 2014) passes large batteries. A test that it fails is itself at fault. */
static uint32_t hash_by_splitmix(lattice_point point)
{
    return (uint32_t)(scree_mix64((point.at[0] + 1) * 0x9e3779b97f4a7c15u) >> 32);
}

static lattice_point consecutive(uint64_t number)
{
    return (lattice_point){1, {number}};
}

static lattice_point every_3rd(uint64_t number)
{
    return (lattice_point){1, {number * 3}};
}

static lattice_point every_16th(uint64_t number)
{
    return (lattice_point){1, {number * 16}};
}

static lattice_point every_65536th(uint64_t number)
{
    return (lattice_point){1, {number * 65536}};
}

static lattice_point plane(uint64_t number)
{
    return (lattice_point){2, {number % ROW_OF_PLANE, number / ROW_OF_PLANE}};
}

static lattice_point space(uint64_t number)
{
    const uint64_t row = number / SIDE_OF_SPACE;
    return (lattice_point){3, {number % SIDE_OF_SPACE, row % SIDE_OF_SPACE, row / SIDE_OF_SPACE}};
}

const hash_stream hash_streams[] = {
    {"scree/consecutive", hash_of_node, 24, consecutive},
    {"scree/stride-3", hash_of_node, 24, every_3rd},
    {"scree/stride-16", hash_of_node, 24, every_16th},
    {"scree/stride-65536", hash_of_node, 24, every_65536th},
    {"scree/plane", hash_of_node, 24, plane},
    {"scree/space", hash_of_node, 24, space},
    {"scree-32/plane", hash_of_node, 32, plane},
    {"particles/consecutive", hash_of_particle, 24, consecutive},
    {"particles/stride-3", hash_of_particle, 24, every_3rd},
    {"wang/consecutive", hash_by_wang, 32, consecutive},
    {"wang/stride-3", hash_by_wang, 32, every_3rd},
    {"wang/stride-16", hash_by_wang, 32, every_16th},
    {"wang/stride-65536", hash_by_wang, 32, every_65536th},
    {"wang/plane", hash_by_wang, 32, plane},
    {"wang/space", hash_by_wang, 32, space},
    {"mueller/consecutive", hash_by_mueller, 32, consecutive},
    {"mueller/stride-3", hash_by_mueller, 32, every_3rd},
    {"mueller/stride-16", hash_by_mueller, 32, every_16th},
    {"mueller/stride-65536", hash_by_mueller, 32, every_65536th},
    {"mueller/plane", hash_by_mueller, 32, plane},
    {"mueller/space", hash_by_mueller, 32, space},
    {"splitmix/consecutive", hash_by_splitmix, 32, consecutive},
};
const size_t hash_stream_count = sizeof hash_streams / sizeof hash_streams[0];

const hash_stream *hash_stream_find(const char *name)
{
    for (size_t i = 0; i < hash_stream_count; i++) {
        if (strcmp(name, hash_streams[i].name) == 0) {
            return &hash_streams[i];
        }
    }
    return NULL;
}

uint32_t hash_stream_hash(const hash_stream *stream, uint64_t number)
{
    return stream->hash(stream->order(number));
}

size_t hash_stream_words(const hash_stream *stream, uint64_t first_number, uint32_t words[4])
{
    for (uint32_t i = 0; i < 4; i++) {
        words[i] = hash_stream_hash(stream, first_number + i);
    }
    if (stream->bits == 32) {
        return 4;
    }
    for (uint32_t i = 0; i < 3; i++) {
        words[i] = words[i] >> (8 + 8 * i) | words[i + 1] >> 8 << (24 - 8 * i);
    }
    return 3;
}
