#include "distance_cases.h"

#include <stdio.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* Columns, rows, layers: lines, sheets, primes, and sizes round the widths of registers, tiles and groups. */
static const uint64_t shapes[][3] = {
    {1, 1, 1},     {2, 1, 1},    {1, 2, 1},    {1, 1, 2},    {2, 2, 2},    {1, 17, 1},   {19, 1, 1},   {1, 1, 23},
    {1, 13, 9},    {11, 1, 14},  {12, 18, 1},  {3, 5, 7},    {7, 3, 5},    {13, 11, 17}, {8, 8, 8},    {15, 9, 5},
    {16, 5, 9},    {17, 16, 4},  {31, 7, 6},   {32, 6, 7},   {33, 9, 5},   {63, 5, 4},   {64, 4, 5},   {65, 7, 3},
    {127, 3, 4},   {128, 5, 3},  {129, 4, 6},  {5, 31, 8},   {6, 33, 16},  {9, 64, 15},  {4, 65, 17},  {3, 128, 5},
    {5, 129, 3},   {6, 5, 63},   {5, 6, 65},   {4, 7, 129},  {16, 16, 16}, {17, 17, 17}, {33, 32, 31}, {64, 64, 8},
    {41, 43, 15},  {255, 17, 3}, {257, 19, 2}, {19, 257, 2}, {67, 71, 40}, {1000, 3, 2}, {2, 3, 700},  {3, 1000, 2},
    {130, 97, 15}, {512, 40, 5},
};

static const double sides[][3] = {
    {1.0, 1.0, 1.0}, {0.3, 0.3, 0.3},    {0.7, 1.3, 0.4}, {1.0, 1.0, 1.0}, {30.0, 30.0, 1.0},
    {1.0, 1.0, 2.5}, {1e-3, 1.0, 1e3},   {1e6, 1e6, 1e6}, {1.0, 1.0, 1.0}, {2.0, 0.001, 0.002},
    {1.0, 1.0, 0.1}, {1e-6, 2e-6, 3e-6}, {0.1, 0.1, 0.1},
};

/* Sides for a mesh, where the others would be too steep. */
static const double mesh_sides[3] = {0.1, 1.0, 10.0};
#define TOO_STEEP 1000.0

typedef enum family {
    EXACT_TERRAIN,
    EXACT_VOXELS,
    EXACT_COLUMNS,
    EXACT_MESH,
    FLOOD_TERRAIN,
    FLOOD_VOXELS,
    FAMILY_COUNT
} family;

/* After the shapes of each family come small volumes of any shape. */
#define SMALL_CASES 24u
#define CASES_PER_FAMILY (unsigned)(COUNT_OF(shapes) + SMALL_CASES)

/* Cases that random drawing would not reach: larger, longer or more extreme. A side of 0 is 1. */
typedef struct edge_case {
    const char *name;
    family kind_of;
    uint64_t count[3];
    double side[3];
    volume_kind kind;
    scree_distance_method method;
    scree_distance_edge edge;
    bool wants_nearest;
} edge_case;

static const edge_case edge_cases[] = {
    {.name = "squares-beyond-2^24", .kind_of = EXACT_VOXELS, .count = {9001, 3, 2}, .kind = VOLUME_VOXELS_ONE_SOLID},
    {.name = "squares-below-2^30", .kind_of = EXACT_TERRAIN, .count = {2, 32767, 1}, .kind = VOLUME_ONE_COLUMN},
    {.name = "squares-not-whole", .kind_of = EXACT_TERRAIN, .count = {32769, 2, 1}, .kind = VOLUME_SPIKES},
    {.name = "rows-not-whole",
     .kind_of = EXACT_VOXELS,
     .count = {1, 33001, 2},
     .kind = VOLUME_VOXELS_SPARSE,
     .wants_nearest = true},
    {.name = "layers-not-whole", .kind_of = EXACT_VOXELS, .count = {2, 1, 33001}, .kind = VOLUME_VOXELS_ONE_SOLID},
    {.name = "tower-of-terrain",
     .kind_of = EXACT_TERRAIN,
     .count = {3, 2, 32769},
     .kind = VOLUME_RANDOM,
     .wants_nearest = true},
    {.name = "flood-squares-beyond-2^24",
     .kind_of = FLOOD_VOXELS,
     .count = {9001, 3, 2},
     .kind = VOLUME_VOXELS_ONE_SOLID,
     .method = SCREE_DISTANCE_JFA,
     .wants_nearest = true},
    {.name = "flood-not-whole",
     .kind_of = FLOOD_TERRAIN,
     .count = {32769, 3, 1},
     .kind = VOLUME_SPIKES,
     .method = SCREE_DISTANCE_JFA_2},
    {.name = "large", .kind_of = EXACT_TERRAIN, .count = {300, 200, 40}, .kind = VOLUME_FRACTAL, .wants_nearest = true},
    {.name = "large-clamp",
     .kind_of = EXACT_TERRAIN,
     .count = {300, 200, 40},
     .side = {1.0, 1.0, 0.5},
     .kind = VOLUME_FRACTAL,
     .edge = SCREE_DISTANCE_EDGE_CLAMP},
    {.name = "large-spikes", .kind_of = EXACT_TERRAIN, .count = {300, 200, 40}, .kind = VOLUME_SPIKES},
    {.name = "large", .kind_of = EXACT_VOXELS, .count = {300, 200, 40}, .kind = VOLUME_VOXELS_SPARSE},
    {.name = "large", .kind_of = EXACT_COLUMNS, .count = {300, 200, 40}, .kind = VOLUME_FRACTAL},
    {.name = "large", .kind_of = EXACT_MESH, .count = {150, 200, 20}, .kind = VOLUME_FRACTAL},
    {.name = "large",
     .kind_of = FLOOD_TERRAIN,
     .count = {300, 200, 20},
     .kind = VOLUME_FRACTAL,
     .method = SCREE_DISTANCE_JFA,
     .wants_nearest = true},
    {.name = "smallest-sides",
     .kind_of = EXACT_COLUMNS,
     .count = {37, 5, 4},
     .side = {1e-10, 1e-10, 1e-10},
     .kind = VOLUME_CENTRES},
    {.name = "naive",
     .kind_of = FLOOD_TERRAIN,
     .count = {67, 13, 9},
     .kind = VOLUME_FRACTAL,
     .method = SCREE_DISTANCE_NAIVE,
     .wants_nearest = true},
    {.name = "naive",
     .kind_of = FLOOD_VOXELS,
     .count = {129, 9, 5},
     .side = {0.7, 1.3, 0.4},
     .kind = VOLUME_VOXELS_SPARSE,
     .method = SCREE_DISTANCE_NAIVE,
     .wants_nearest = true},
    /* GPUs read them by two dispatches. */
    {.name = "naive-beyond-2^15-voxels",
     .kind_of = FLOOD_TERRAIN,
     .count = {33, 32, 32},
     .kind = VOLUME_SPIKES,
     .method = SCREE_DISTANCE_NAIVE,
     .wants_nearest = true},
};

unsigned distance_case_count(void)
{
    return FAMILY_COUNT * CASES_PER_FAMILY + (unsigned)COUNT_OF(edge_cases);
}

static bool is_flood(family kind_of)
{
    return kind_of == FLOOD_TERRAIN || kind_of == FLOOD_VOXELS;
}

static bool is_of_voxels(family kind_of)
{
    return kind_of == EXACT_VOXELS || kind_of == FLOOD_VOXELS;
}

static void name_case(distance_case *test_case, unsigned number, const char *word)
{
    const scree_distance_params *params = &test_case->params;
    snprintf(test_case->name, sizeof test_case->name, "%03u-%s-%s-%s%s-%ux%ux%u-%g-%g-%g-%s%s%s%s%s", number,
             scree_distance_method_name(params->method), scree_distance_surface_name(params->surface),
             volume_name(test_case->kind), word, (unsigned)params->count[0], (unsigned)params->count[1],
             (unsigned)params->count[2], params->voxel[0], params->voxel[1], params->voxel[2],
             scree_distance_sign_name(params->sign), params->edge == SCREE_DISTANCE_EDGE_CLAMP ? "-clamp" : "",
             params->is_conservative ? "-conservative" : "", params->clip > 0.0 ? "-clip" : "",
             test_case->wants_nearest ? "-nearest" : "");
}

static scree_distance_surface surface_of(family kind_of)
{
    return kind_of == EXACT_COLUMNS ? SCREE_DISTANCE_SURFACE_COLUMNS
           : kind_of == EXACT_MESH  ? SCREE_DISTANCE_SURFACE_MESH
                                    : SCREE_DISTANCE_SURFACE_VOXELS;
}

static distance_case make_edge_case(const edge_case *edge, unsigned number, uint64_t seed)
{
    distance_case test_case;
    char word[64];
    memset(&test_case, 0, sizeof test_case);
    test_case.edge = edge->name;
    memcpy(test_case.params.count, edge->count, sizeof edge->count);
    for (int a = 0; a < 3; a++) {
        test_case.params.voxel[a] = edge->side[a] == 0.0 ? 1.0 : edge->side[a];
    }
    test_case.params.method = edge->method;
    test_case.params.surface = surface_of(edge->kind_of);
    test_case.params.edge = edge->edge;
    test_case.kind = edge->kind;
    test_case.seed = seed + number;
    test_case.wants_nearest = edge->wants_nearest;
    snprintf(word, sizeof word, "-%s", edge->name);
    name_case(&test_case, number, word);
    return test_case;
}

static void draw_shape(distance_case *test_case, unsigned variant, uint64_t *state)
{
    if (variant < COUNT_OF(shapes)) {
        memcpy(test_case->params.count, shapes[variant], sizeof shapes[variant]);
        return;
    }
    test_case->has_drawn_shape = true;
    for (int a = 0; a < 3; a++) {
        test_case->params.count[a] = 1 + volume_draw(state) % (a == (int)(variant % 3) ? 40 : 12);
    }
}

/* Where the field ends, half way to the largest distance or so. */
static double draw_clip(const scree_distance_params *params, uint64_t *state)
{
    double longest = 0.0;
    for (int a = 0; a < 3; a++) {
        double length = (double)params->count[a] * params->voxel[a];
        longest = length > longest ? length : longest;
    }
    return volume_draw_unit(state) * longest * 0.5 + params->voxel[0] * 0.5;
}

distance_case distance_case_make(unsigned number, uint64_t seed)
{
    unsigned ordinary = FAMILY_COUNT * CASES_PER_FAMILY;
    if (number >= ordinary) {
        return make_edge_case(&edge_cases[number - ordinary], number, seed);
    }
    distance_case test_case;
    memset(&test_case, 0, sizeof test_case);
    family kind_of = (family)(number % FAMILY_COUNT);
    unsigned variant = number / FAMILY_COUNT;
    uint64_t state = seed * 1000003u + number;
    draw_shape(&test_case, variant, &state);
    memcpy(test_case.params.voxel, sides[volume_draw(&state) % COUNT_OF(sides)], sizeof sides[0]);
    if (kind_of == EXACT_MESH && test_case.params.voxel[2] > TOO_STEEP * test_case.params.voxel[0]) {
        memcpy(test_case.params.voxel, mesh_sides, sizeof mesh_sides);
    }
    test_case.params.surface = surface_of(kind_of);
    test_case.params.sign = (scree_distance_sign)(volume_draw(&state) % 5 % 3);
    if (is_flood(kind_of)) {
        test_case.params.method = (scree_distance_method)(1 + volume_draw(&state) % SCREE_DISTANCE_JFA_TWICE);
    } else {
        test_case.params.is_conservative = volume_draw(&state) % 5 == 0;
    }
    if (!is_flood(kind_of) && !is_of_voxels(kind_of)) {
        test_case.params.edge = (scree_distance_edge)(volume_draw(&state) % 2);
    }
    test_case.kind =
        is_of_voxels(kind_of)
            ? (volume_kind)(VOLUME_FIRST_VOXELS + volume_draw(&state) % (unsigned)(VOLUME_COUNT - VOLUME_FIRST_VOXELS))
            : (volume_kind)(volume_draw(&state) % VOLUME_FIRST_VOXELS);
    if (volume_draw(&state) % 4 == 0) {
        test_case.params.clip = draw_clip(&test_case.params, &state);
    }
    test_case.wants_nearest = volume_draw(&state) % 2 == 0;
    test_case.seed = volume_draw(&state);
    name_case(&test_case, number, "");
    return test_case;
}

uint64_t distance_case_voxels(const distance_case *c)
{
    return c->params.count[0] * c->params.count[1] * c->params.count[2];
}
