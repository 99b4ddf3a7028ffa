/*
 * How near distance fields come to a terrain's surface of triangles: four ways to tell the distance, on three terrains,
 * against all triangles in float64. Prints the mean and the largest error of the voxels less than two from the
 * surface.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <scree/scree.h>

#define SIDE 64
#define PLANE (SIDE * SIDE)
#define LAYERS 64
#define BAND 2.0

/* Terrains by their recipes: noise, seed 7, 64 x 64 samples, times `scale`, and 32 on top of it. */
typedef struct terrain {
    const char *name;
    uint32_t octaves;
    double step;
    double scale;
} terrain;

static const terrain terrains[] = {
    {"gentle", 3, 1.0 / 32, 11.0},
    {"medium", 5, 1.0 / 24, 16.0},
    {"rough", 6, 1.0 / 12, 22.0},
};

/* Distances to compare with the true one. */
static const char *const ways[] = {"vertical distance", "voxels, less half", "columns", "mesh"};
enum { WAYS = sizeof ways / sizeof ways[0] };

typedef struct fields {
    float heights[PLANE];
    float distance[3][PLANE * LAYERS]; /* By surface. */
} fields;

typedef struct vector {
    double x, y, z;
} vector;

static vector less(vector a, vector b)
{
    return (vector){a.x - b.x, a.y - b.y, a.z - b.z};
}

static double dot(vector a, vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static double to_edge(vector point, vector a, vector b)
{
    const vector edge = less(b, a);
    const vector way = less(point, a);
    const double along = fmin(fmax(dot(way, edge) / dot(edge, edge), 0.0), 1.0);
    const vector rest = {way.x - along * edge.x, way.y - along * edge.y, way.z - along * edge.z};
    return dot(rest, rest);
}

/* The squared distance to a triangle, by the place of the plane's nearest point between its corners. */
static double to_triangle(vector point, vector a, vector b, vector c)
{
    const vector ab = less(b, a);
    const vector ac = less(c, a);
    const vector way = less(point, a);
    const double area = dot(ab, ab) * dot(ac, ac) - dot(ab, ac) * dot(ab, ac);
    const double to_b = (dot(ac, ac) * dot(way, ab) - dot(ab, ac) * dot(way, ac)) / area;
    const double to_c = (dot(ab, ab) * dot(way, ac) - dot(ab, ac) * dot(way, ab)) / area;
    if (to_b >= 0.0 && to_c >= 0.0 && to_b + to_c <= 1.0) {
        const vector rest = {way.x - to_b * ab.x - to_c * ac.x, way.y - to_b * ab.y - to_c * ac.y,
                             way.z - to_b * ab.z - to_c * ac.z};
        return dot(rest, rest);
    }
    return fmin(fmin(to_edge(point, a, b), to_edge(point, b, c)), to_edge(point, c, a));
}

static vector corner(const float *heights, int x, int y)
{
    return (vector){(double)x, (double)y, (double)heights[y * SIDE + x]};
}

/* The distance of a voxel's centre from all triangles, if it is less than BAND: those further to the side need no look.
 */
static double truth(const float *heights, int x, int y, int layer)
{
    const vector point = {(double)x, (double)y, layer + 0.5};
    const double above = point.z - (double)heights[y * SIDE + x];
    const int reach = (int)ceil(BAND);
    double minimum = fmin(above * above, BAND * BAND);
    for (int row = y - reach; row < y + reach; row++) {
        for (int column = x - reach; column < x + reach; column++) {
            if (row >= 0 && row + 1 < SIDE && column >= 0 && column + 1 < SIDE) {
                const vector low = corner(heights, column, row);
                const vector high = corner(heights, column + 1, row + 1);
                minimum = fmin(minimum, to_triangle(point, low, corner(heights, column + 1, row), high));
                minimum = fmin(minimum, to_triangle(point, low, corner(heights, column, row + 1), high));
            }
        }
    }
    return above < 0.0 ? -sqrt(minimum) : sqrt(minimum);
}

static scree_result make_heights(scree_device *device, const terrain *land, float *heights)
{
    const scree_noise_params params = {.seed = 7, .octaves = land->octaves};
    const scree_grid grid = {.axes = 2, .count = {SIDE, SIDE}, .step = {land->step}};
    scree_job *job = NULL;
    scree_field *field = NULL;
    scree_result result = scree_field_from_noise(NULL, &params, &field);
    result = result == SCREE_OK ? scree_job_fill(device, field, &grid, heights, &job) : result;
    scree_field_release(&field);
    if (result == SCREE_OK) {
        result = scree_job_wait(job, UINT64_MAX);
        scree_job_release(&job);
    }
    for (int i = 0; i < PLANE; i++) {
        heights[i] = (float)((double)heights[i] * land->scale + 32.0);
    }
    return result;
}

static scree_result make_field(scree_device *device, fields *made, scree_distance_surface surface)
{
    const scree_distance_params params = {.count = {SIDE, SIDE, LAYERS}, .surface = surface};
    const scree_distance_source source = {.heights = made->heights};
    scree_field *field = NULL;
    scree_job *job = NULL;
    scree_result result = scree_field_from_distance(NULL, &params, &source, &field);
    result = result == SCREE_OK ? scree_job_fill(device, field, NULL, made->distance[surface], &job) : result;
    scree_field_release(&field);
    if (result == SCREE_OK) {
        result = scree_job_wait(job, UINT64_MAX);
        scree_job_release(&job);
    }
    return result;
}

static double max_step(const float *heights)
{
    double maximum = 0.0;
    for (int i = 0; i < PLANE; i++) {
        const double right = i % SIDE + 1 < SIDE ? fabs((double)heights[i + 1] - (double)heights[i]) : 0.0;
        const double below = i + SIDE < PLANE ? fabs((double)heights[i + SIDE] - (double)heights[i]) : 0.0;
        maximum = fmax(maximum, fmax(right, below));
    }
    return maximum;
}

static void print_errors(const terrain *land, const fields *made)
{
    double sum[WAYS] = {0};
    double maximum[WAYS] = {0};
    int count = 0;
    for (int i = 0; i < PLANE * LAYERS; i++) {
        const int place = i % PLANE;
        const double expected = truth(made->heights, place % SIDE, place / SIDE, i / PLANE);
        const double voxels = (double)made->distance[SCREE_DISTANCE_SURFACE_VOXELS][i];
        const double told[WAYS] = {i / PLANE + 0.5 - (double)made->heights[place],
                                   voxels > 0.0 ? voxels - 0.5 : voxels + 0.5,
                                   (double)made->distance[SCREE_DISTANCE_SURFACE_COLUMNS][i],
                                   (double)made->distance[SCREE_DISTANCE_SURFACE_MESH][i]};
        if (fabs(expected) >= BAND) {
            continue;
        }
        count++;
        for (int way = 0; way < WAYS; way++) {
            sum[way] += fabs(told[way] - expected);
            maximum[way] = fmax(maximum[way], fabs(told[way] - expected));
        }
    }
    printf("%s: octaves %u, step 1/%.0f, times %.0f; greatest step %.1f; %d voxels\n", land->name, land->octaves,
           1.0 / land->step, land->scale, max_step(made->heights), count);
    for (int way = 0; way < WAYS; way++) {
        printf("  %-18s mean %-8.2g greatest %.2g\n", ways[way], sum[way] / count, maximum[way]);
    }
}

static scree_result measure(scree_device *device, fields *made)
{
    scree_result result = SCREE_OK;
    for (size_t i = 0; i < sizeof terrains / sizeof terrains[0] && result == SCREE_OK; i++) {
        result = make_heights(device, &terrains[i], made->heights);
        for (int surface = 0; surface < 3 && result == SCREE_OK; surface++) {
            result = make_field(device, made, (scree_distance_surface)surface);
        }
        if (result == SCREE_OK) {
            print_errors(&terrains[i], made);
        }
    }
    return result;
}

int main(void)
{
    scree_context *context = NULL;
    scree_device *device = NULL;
    fields *made = (fields *)malloc(sizeof *made);
    scree_result result = made == NULL ? SCREE_ERROR_OUT_OF_MEMORY : scree_context_create(NULL, &context);
    if (result == SCREE_OK) {
        result = scree_device_open(context, NULL, &device);
    }
    if (result == SCREE_OK) {
        result = measure(device, made);
    }
    if (result != SCREE_OK) {
        fprintf(stderr, "surface_error: %s\n", scree_result_name(result));
    }
    scree_device_close(&device);
    scree_context_destroy(&context);
    free(made);
    return result == SCREE_OK ? 0 : 1;
}
