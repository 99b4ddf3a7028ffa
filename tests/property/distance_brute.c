#include "distance_brute.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Where a distance may lead: a voxel, or a column's axis. A virtual voxel lies one layer outside of the volume. */
typedef struct candidate {
    int64_t x, y, z;
    float height;
    double real_height;
    bool is_target[2]; /* Whether there are voxels outside, inside. */
} candidate;

typedef struct brute {
    const scree_distance_params *params;
    const scree_distance_source *source;
    int64_t count[3];
    double side[3];
    bool is_whole;
    candidate *candidates; /* In the order of x, then y, then z. */
    size_t candidate_count;
} brute;

static void *take(uint64_t count, size_t size)
{
    void *memory = calloc((size_t)count + 1, size);
    if (memory == NULL) {
        abort();
    }
    return memory;
}

static double side_of(const scree_distance_params *params, int axis)
{
    return params->voxel[axis] == 0.0 ? 1.0 : params->voxel[axis];
}

static int64_t count_of(const scree_distance_params *params, int axis)
{
    return params->count[axis] == 0 ? 1 : (int64_t)params->count[axis];
}

static double height_at(const scree_distance_params *params, const scree_distance_source *source, uint64_t x,
                        uint64_t y)
{
    double scale = source->scale == 0.0 ? 1.0 : source->scale;
    return (double)source->heights[y * params->count[0] + x] * scale + source->offset;
}

bool brute_is_solid(const scree_distance_params *params, const scree_distance_source *source, uint64_t x, uint64_t y,
                    uint64_t layer)
{
    if (source->occupancy != NULL) {
        return source->occupancy[(layer * params->count[1] + y) * params->count[0] + x] != 0;
    }
    double centre = ((double)layer + 0.5) * side_of(params, 2);
    double height = height_at(params, source, x, y);
    /* Surfaces of real heights are of float32. */
    return params->surface == SCREE_DISTANCE_SURFACE_VOXELS ? centre < height : (float)centre < (float)height;
}

/* Beyond the volume: solid below, empty above. */
static bool is_solid_at(const brute *all, int64_t x, int64_t y, int64_t z)
{
    if (z < 0 || z >= all->count[2]) {
        return z < 0;
    }
    return brute_is_solid(all->params, all->source, (uint64_t)x, (uint64_t)y, (uint64_t)z);
}

static void add_voxels(brute *all, int64_t x, int64_t y)
{
    int64_t beyond = all->params->edge == SCREE_DISTANCE_EDGE_CLAMP ? 1 : 0;
    for (int64_t z = -beyond; z < all->count[2] + beyond; z++) {
        bool is_solid = is_solid_at(all, x, y, z);
        all->candidates[all->candidate_count++] =
            (candidate){.x = x, .y = y, .z = z, .is_target = {is_solid, !is_solid}};
    }
}

/* A column's real height; without an edge, one that ends below or above the volume is no target from its one side. */
static void add_column(brute *all, int64_t x, int64_t y)
{
    candidate made = {.x = x, .y = y};
    bool is_clamped = all->params->edge == SCREE_DISTANCE_EDGE_CLAMP;
    double highest = (double)all->count[2] * all->side[2];
    made.real_height = height_at(all->params, all->source, (uint64_t)x, (uint64_t)y);
    if (is_clamped) {
        made.real_height = fmin(fmax(made.real_height, 0.0), highest);
    }
    made.height = (float)made.real_height;
    made.is_target[0] = is_clamped || made.height > 0.0f;
    made.is_target[1] = is_clamped || made.height < (float)highest;
    all->candidates[all->candidate_count++] = made;
}

static void make_candidates(brute *all)
{
    uint64_t most = (uint64_t)(all->count[0] * all->count[1] * (all->count[2] + 2));
    all->candidates = take(most, sizeof *all->candidates);
    for (int64_t x = 0; x < all->count[0]; x++) {
        for (int64_t y = 0; y < all->count[1]; y++) {
            if (all->params->surface == SCREE_DISTANCE_SURFACE_VOXELS) {
                add_voxels(all, x, y);
            } else {
                add_column(all, x, y);
            }
        }
    }
}

/* The term of an axis, as distance.h has it. */
static float axis_square(int64_t steps, double side)
{
    float length = (float)steps * (float)side;
    return length * length;
}

/* Squared distance in the unit of the library's sums, whole steps or float32: of the first `terms` of z, y, x. */
static float square_of(const brute *all, const candidate *to, const int64_t at[3], int kind, int terms)
{
    float vertical = axis_square(to->z - at[2], all->side[2]);
    if (all->params->surface != SCREE_DISTANCE_SURFACE_VOXELS) {
        float level = (float)(((double)at[2] + 0.5) * all->side[2]);
        float length = kind == 0 ? level - to->height : to->height - level;
        vertical = length > 0.0f ? length * length : 0.0f;
    }
    float planar = terms > 1 ? vertical + axis_square(to->y - at[1], all->side[1]) : vertical;
    return terms > 2 ? planar + axis_square(to->x - at[0], all->side[0]) : planar;
}

static double real_square_of(const brute *all, const candidate *to, const int64_t at[3], int kind)
{
    double x = (double)(to->x - at[0]) * all->side[0];
    double y = (double)(to->y - at[1]) * all->side[1];
    double z = (double)(to->z - at[2]) * all->side[2];
    if (all->params->surface == SCREE_DISTANCE_SURFACE_COLUMNS) {
        double level = ((double)at[2] + 0.5) * all->side[2];
        double length = kind == 0 ? level - to->real_height : to->real_height - level;
        z = length > 0.0 ? length : 0.0;
    }
    return x * x + y * y + z * z;
}

/* The key to compare by: whole squares as integers, because float32 does not tell all of them apart. */
static double key_of(const brute *all, const candidate *to, const int64_t at[3], int kind, int terms)
{
    int64_t x = terms > 2 ? to->x - at[0] : 0;
    int64_t y = terms > 1 ? to->y - at[1] : 0;
    int64_t z = to->z - at[2];
    return all->is_whole ? (double)(x * x + y * y + z * z) : (double)square_of(all, to, at, kind, terms);
}

/* The one whose sum of the first terms is less; of equal ones the earlier. Either may be NULL. */
static const candidate *nearer(const brute *all, const candidate *old, const candidate *tried, const int64_t at[3],
                               int kind, int terms)
{
    if (old == NULL || tried == NULL) {
        return old == NULL ? tried : old;
    }
    return key_of(all, tried, at, kind, terms) < key_of(all, old, at, kind, terms) ? tried : old;
}

/* The best of each column, the best of those along y, and the best of those along x. */
static const candidate *find_nearest(const brute *all, const int64_t at[3], int kind)
{
    const candidate *end = all->candidates + all->candidate_count;
    const candidate *best = NULL;
    for (const candidate *next = all->candidates; next < end;) {
        const candidate *of_sheet = NULL;
        for (int64_t x = next->x; next < end && next->x == x;) {
            const candidate *of_column = NULL;
            for (int64_t y = next->y; next < end && next->x == x && next->y == y; next++) {
                of_column = next->is_target[kind] ? nearer(all, of_column, next, at, kind, 1) : of_column;
            }
            of_sheet = nearer(all, of_sheet, of_column, at, kind, 2);
        }
        best = nearer(all, best, of_sheet, at, kind, 3);
    }
    return best;
}

static double min_real(const brute *all, const int64_t at[3], int kind)
{
    double minimum = INFINITY;
    for (size_t i = 0; i < all->candidate_count; i++) {
        if (all->candidates[i].is_target[kind]) {
            minimum = fmin(minimum, real_square_of(all, &all->candidates[i], at, kind));
        }
    }
    return sqrt(minimum);
}

/* The distance of a squared one: root, side, clip. */
static float distance_of(const brute *all, const candidate *to, const int64_t at[3], int kind)
{
    float clip = all->params->clip > 0.0 ? (float)all->params->clip : INFINITY;
    float distance = INFINITY;
    if (to != NULL) {
        distance = sqrtf((float)key_of(all, to, at, kind, 3));
        distance = all->is_whole ? distance * (float)all->side[0] : distance;
    }
    return distance < clip ? distance : clip;
}

static float signed_distance(const scree_distance_params *params, float distance, int kind)
{
    bool is_negated = kind == 1 && params->sign == SCREE_DISTANCE_SIGN_BOTH && distance != 0.0f;
    return is_negated ? -distance : distance;
}

static uint32_t index_at(const brute *all, int64_t x, int64_t y, int64_t z)
{
    return (uint32_t)((z * all->count[1] + y) * all->count[0] + x);
}

/* Voxels of a column whose centres are below its height, as float32 has both. */
static int64_t solid_below(const brute *all, float height)
{
    int64_t solid = 0;
    while (solid < all->count[2] && (float)(((double)solid + 0.5) * all->side[2]) < height) {
        solid++;
    }
    return solid;
}

/* The layer of the nearest voxel. One beyond the volume stands for the nearest inside; of a column the one is meant
   that is nearest to the voxel's own layer. */
static int64_t nearest_layer(const brute *all, const candidate *to, const int64_t at[3], int kind)
{
    int64_t layer = to->z;
    if (all->params->surface != SCREE_DISTANCE_SURFACE_VOXELS) {
        int64_t solid = solid_below(all, to->height);
        layer = kind == 0 ? (at[2] < solid ? at[2] : solid - 1) : (at[2] < solid ? solid : at[2]);
    }
    layer = layer < 0 ? 0 : layer;
    return layer < all->count[2] ? layer : all->count[2] - 1;
}

static void note_nearest(const brute *all, brute_field *field, uint64_t i, const int64_t at[3], int kind,
                         const candidate *to)
{
    field->nearest[i] = to == NULL ? SCREE_NO_VOXEL : index_at(all, to->x, to->y, nearest_layer(all, to, at, kind));
}

typedef struct point {
    double x, y, z;
} point;

static point minus(point a, point b)
{
    return (point){a.x - b.x, a.y - b.y, a.z - b.z};
}

static double dot(point a, point b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static point cross(point a, point b)
{
    return (point){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static double to_segment(point from, point a, point b)
{
    point along = minus(b, a);
    point to = minus(from, a);
    double length = dot(along, along);
    double part = length > 0.0 ? dot(to, along) / length : 0.0;
    part = fmin(fmax(part, 0.0), 1.0);
    point rest = {to.x - part * along.x, to.y - part * along.y, to.z - part * along.z};
    return sqrt(dot(rest, rest));
}

static double to_triangle(point from, point a, point b, point c)
{
    double minimum = fmin(fmin(to_segment(from, a, b), to_segment(from, b, c)), to_segment(from, c, a));
    point normal = cross(minus(b, a), minus(c, a));
    double square = dot(normal, normal);
    /* The foot on the plane lies within where it is on one side of all edges. */
    double first = dot(cross(minus(b, a), minus(from, a)), normal);
    double second = dot(cross(minus(c, b), minus(from, b)), normal);
    double third = dot(cross(minus(a, c), minus(from, c)), normal);
    if (square > 0.0 && first >= 0.0 && second >= 0.0 && third >= 0.0) {
        minimum = fmin(minimum, fabs(dot(minus(from, a), normal)) / sqrt(square));
    }
    return minimum;
}

static point corner(const brute *all, int64_t x, int64_t y)
{
    int64_t right = x < all->count[0] ? x : all->count[0] - 1;
    int64_t back = y < all->count[1] ? y : all->count[1] - 1;
    return (point){(double)right * (double)(float)all->side[0], (double)back * (double)(float)all->side[1],
                   (double)all->candidates[right * all->count[1] + back].height};
}

/* To the triangles, whose coordinates are float32; those of a single row or column are lines. */
static double to_mesh(const brute *all, const int64_t at[3])
{
    float level = (float)(((double)at[2] + 0.5) * all->side[2]);
    point from = {(double)at[0] * (double)(float)all->side[0], (double)at[1] * (double)(float)all->side[1],
                  (double)level};
    double minimum = INFINITY;
    for (int64_t x = 0; x == 0 || x + 1 < all->count[0]; x++) {
        for (int64_t y = 0; y == 0 || y + 1 < all->count[1]; y++) {
            point corners[4] = {corner(all, x, y), corner(all, x + 1, y), corner(all, x, y + 1),
                                corner(all, x + 1, y + 1)};
            minimum = fmin(minimum, to_triangle(from, corners[0], corners[1], corners[3]));
            minimum = fmin(minimum, to_triangle(from, corners[0], corners[2], corners[3]));
        }
    }
    return minimum;
}

static bool is_measured(const scree_distance_params *params, int kind)
{
    return params->sign == SCREE_DISTANCE_SIGN_BOTH || (params->sign == SCREE_DISTANCE_SIGN_INSIDE) == (kind == 1);
}

static void make_voxel(const brute *all, brute_field *field, const int64_t at[3])
{
    uint64_t i = index_at(all, at[0], at[1], at[2]);
    int kind = is_solid_at(all, at[0], at[1], at[2]);
    if (!is_measured(all->params, kind)) {
        field->nearest[i] = (uint32_t)i;
        return;
    }
    double sign = kind == 1 && all->params->sign == SCREE_DISTANCE_SIGN_BOTH ? -1.0 : 1.0;
    const candidate *to = find_nearest(all, at, kind);
    bool is_mesh = all->params->surface == SCREE_DISTANCE_SURFACE_MESH;
    field->distance[i] = signed_distance(all->params, distance_of(all, to, at, kind), kind);
    field->real[i] = sign * (is_mesh ? to_mesh(all, at) : min_real(all, at, kind));
    note_nearest(all, field, i, at, kind, to);
}

static brute start(const scree_distance_params *params, const scree_distance_source *source, brute_field *field)
{
    brute all = {.params = params, .source = source};
    for (int a = 0; a < 3; a++) {
        all.count[a] = count_of(params, a);
        all.side[a] = side_of(params, a);
    }
    all.is_whole = all.side[0] == all.side[1] && all.side[1] == all.side[2] &&
                   params->surface == SCREE_DISTANCE_SURFACE_VOXELS;
    field->voxels = (uint64_t)(all.count[0] * all.count[1] * all.count[2]);
    field->distance = take(field->voxels, sizeof *field->distance);
    field->nearest = take(field->voxels, sizeof *field->nearest);
    field->real = take(field->voxels, sizeof *field->real);
    return all;
}

brute_field brute_exact(const scree_distance_params *params, const scree_distance_source *source)
{
    brute_field field;
    brute all = start(params, source, &field);
    make_candidates(&all);
    for (uint64_t i = 0; i < field.voxels; i++) {
        int64_t index = (int64_t)i;
        const int64_t at[3] = {index % all.count[0], index / all.count[0] % all.count[1],
                               index / all.count[0] / all.count[1]};
        make_voxel(&all, &field, at);
    }
    free(all.candidates);
    return field;
}

/* Jumps in their order; returns their number. */
static int make_jumps(const brute *all, int64_t jumps[128])
{
    static const int before[] = {0, 0, 1, 1, 0, 0, 0};
    static const int after[] = {0, 0, 0, 2, 2, 1, 0};
    scree_distance_method method = all->params->method;
    int64_t longest = 1;
    int count = 0;
    for (int a = 0; a < 3; a++) {
        longest = all->count[a] > longest ? all->count[a] : longest;
    }
    int64_t first = 1;
    while (2 * first < longest) {
        first *= 2;
    }
    if (before[method] != 0) {
        jumps[count++] = 1;
    }
    for (int iteration = 0; iteration < (method == SCREE_DISTANCE_JFA_TWICE ? 2 : 1); iteration++) {
        for (int64_t jump = first; jump > 0; jump /= 2) {
            jumps[count++] = jump;
        }
    }
    for (int64_t jump = after[method]; jump > 0; jump /= 2) {
        jumps[count++] = jump;
    }
    return count;
}

/* A seed is the index of a voxel in the order of x, y, z, or -1 for none. */
static candidate voxel_of_seed(const brute *all, int64_t seed)
{
    return (candidate){.x = seed / all->count[2] / all->count[1],
                       .y = seed / all->count[2] % all->count[1],
                       .z = seed % all->count[2]};
}

static int64_t better_seed(const brute *all, int64_t seed, int64_t tried, const int64_t at[3])
{
    if (seed < 0 || tried < 0) {
        return seed < 0 ? tried : seed;
    }
    candidate old = voxel_of_seed(all, seed);
    candidate new = voxel_of_seed(all, tried);
    double old_key = key_of(all, &old, at, 0, 3);
    double new_key = key_of(all, &new, at, 0, 3);
    return new_key < old_key || (new_key == old_key && tried < seed) ? tried : seed;
}

static int64_t flood_voxel(const brute *all, const int64_t *seeds, const int64_t at[3], int64_t jump)
{
    int64_t best = -1;
    for (int neighbour = 0; neighbour < 27; neighbour++) {
        int64_t x = at[0] + (neighbour % 3 - 1) * jump;
        int64_t y = at[1] + (neighbour / 3 % 3 - 1) * jump;
        int64_t z = at[2] + (neighbour / 9 - 1) * jump;
        if (x >= 0 && y >= 0 && z >= 0 && x < all->count[0] && y < all->count[1] && z < all->count[2]) {
            best = better_seed(all, best, seeds[index_at(all, x, y, z)], at);
        }
    }
    return best;
}

/* Where the seeds are the voxels of the opposite side. */
static void flood_kind(const brute *all, brute_field *field, int kind, int64_t *seeds, int64_t *next)
{
    int64_t jumps[128];
    int jump_count = make_jumps(all, jumps);
    for (int pass = -1; pass < jump_count; pass++) {
        for (uint64_t i = 0; i < field->voxels; i++) {
            int64_t index = (int64_t)i;
            const int64_t at[3] = {index % all->count[0], index / all->count[0] % all->count[1],
                                   index / all->count[0] / all->count[1]};
            int64_t own = (at[0] * all->count[1] + at[1]) * all->count[2] + at[2];
            bool is_seed = (int)is_solid_at(all, at[0], at[1], at[2]) != kind;
            next[i] = pass < 0 ? (is_seed ? own : -1) : flood_voxel(all, seeds, at, jumps[pass]);
        }
        memcpy(seeds, next, (size_t)field->voxels * sizeof *seeds);
    }
    for (uint64_t i = 0; i < field->voxels; i++) {
        int64_t index = (int64_t)i;
        const int64_t at[3] = {index % all->count[0], index / all->count[0] % all->count[1],
                               index / all->count[0] / all->count[1]};
        if ((int)is_solid_at(all, at[0], at[1], at[2]) == kind) {
            candidate to = voxel_of_seed(all, seeds[i] < 0 ? 0 : seeds[i]);
            const candidate *found = seeds[i] < 0 ? NULL : &to;
            field->distance[i] = signed_distance(all->params, distance_of(all, found, at, kind), kind);
            note_nearest(all, field, i, at, kind, found);
        }
    }
}

brute_field brute_flood(const scree_distance_params *params, const scree_distance_source *source)
{
    brute_field field;
    brute all = start(params, source, &field);
    int64_t *seeds = take(field.voxels, sizeof *seeds);
    int64_t *next = take(field.voxels, sizeof *next);
    for (uint64_t i = 0; i < field.voxels; i++) {
        field.nearest[i] = (uint32_t)i;
    }
    for (int kind = 0; kind < 2; kind++) {
        if (is_measured(params, kind)) {
            flood_kind(&all, &field, kind, seeds, next);
        }
    }
    free(seeds);
    free(next);
    return field;
}

void brute_free(brute_field *field)
{
    free(field->distance);
    free(field->nearest);
    free(field->real);
    *field = (brute_field){0};
}
