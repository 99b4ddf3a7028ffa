#include "mesh_truth.h"

#include <math.h>
#include <stdbool.h>

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

static vector cross(vector a, vector b)
{
    return (vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static vector vertex(const mesh_truth *map, uint32_t x, uint32_t y)
{
    return (vector){x * map->side[0], y * map->side[1], (double)map->heights[(uint64_t)y * map->columns + x]};
}

static double to_segment(vector point, vector a, vector b)
{
    const vector edge = less(b, a);
    const double square = dot(edge, edge);
    double along = square > 0.0 ? dot(less(point, a), edge) / square : 0.0;
    along = along < 0.0 ? 0.0 : along > 1.0 ? 1.0 : along;
    const vector foot = {a.x + along * edge.x, a.y + along * edge.y, a.z + along * edge.z};
    const vector way = less(point, foot);
    return sqrt(dot(way, way));
}

/* Whether a point lies above the triangle along its normal: on the inner side of all three edges. */
static bool is_over(vector point, const vector corner[3], vector normal)
{
    for (int i = 0; i < 3; i++) {
        const vector inwards = cross(normal, less(corner[(i + 1) % 3], corner[i]));
        if (dot(inwards, less(point, corner[i])) < 0.0) {
            return false;
        }
    }
    return true;
}

static double to_triangle(vector point, vector a, vector b, vector c)
{
    const vector corner[3] = {a, b, c};
    const vector normal = cross(less(b, a), less(c, a));
    if (is_over(point, corner, normal)) {
        return fabs(dot(normal, less(point, a))) / sqrt(dot(normal, normal));
    }
    return fmin(fmin(to_segment(point, a, b), to_segment(point, b, c)), to_segment(point, c, a));
}

double mesh_truth_distance(const mesh_truth *map, const double point[3])
{
    const vector at = {point[0], point[1], point[2]};
    double minimum = INFINITY;
    for (uint32_t y = 0; y < map->rows; y++) {
        for (uint32_t x = 0; x < map->columns; x++) {
            const uint32_t right = x + 1 < map->columns ? x + 1 : x;
            const uint32_t below = y + 1 < map->rows ? y + 1 : y;
            if (right != x && below != y) {
                const vector far = vertex(map, right, below);
                minimum = fmin(minimum, to_triangle(at, vertex(map, x, y), vertex(map, right, y), far));
                minimum = fmin(minimum, to_triangle(at, vertex(map, x, y), vertex(map, x, below), far));
            } else if (map->columns == 1 || map->rows == 1) {
                minimum = fmin(minimum, to_segment(at, vertex(map, x, y), vertex(map, right, below)));
            }
        }
    }
    return minimum;
}

double mesh_truth_voxel(const mesh_truth *map, uint32_t x, uint32_t y, uint32_t layer)
{
    const double point[3] = {x * map->side[0], y * map->side[1], (layer + 0.5) * map->side[2]};
    const double distance = mesh_truth_distance(map, point);
    return point[2] < (double)map->heights[(uint64_t)y * map->columns + x] ? -distance : distance;
}

double mesh_truth_steepness(const mesh_truth *map)
{
    double steepest = 0.0;
    for (uint32_t y = 0; y < map->rows; y++) {
        for (uint32_t x = 0; x < map->columns; x++) {
            const uint32_t right = x + 1 < map->columns ? x + 1 : x;
            const uint32_t below = y + 1 < map->rows ? y + 1 : y;
            const double corner[2][2] = {{vertex(map, x, y).z, vertex(map, right, y).z},
                                         {vertex(map, x, below).z, vertex(map, right, below).z}};
            for (int half = 0; half < 2; half++) {
                const double along_x = (corner[half][1] - corner[half][0]) / map->side[0];
                const double along_y = (corner[1][1 - half] - corner[0][1 - half]) / map->side[1];
                steepest = fmax(steepest, hypot(along_x, along_y));
            }
        }
    }
    return steepest;
}

static bool is_solid(const mesh_truth *map, uint32_t x, uint32_t y, uint32_t layer)
{
    return (layer + 0.5) * map->side[2] < (double)map->heights[(uint64_t)y * map->columns + x];
}

/* How far a point at 0 is from an interval of length `side` round a whole number of sides. */
static double gap(int64_t steps, double side)
{
    return steps == 0 ? 0.0 : ((double)(steps < 0 ? -steps : steps) - 0.5) * side;
}

double mesh_truth_box(const mesh_truth *map, uint32_t layers, uint32_t x, uint32_t y, uint32_t layer)
{
    const bool own = is_solid(map, x, y, layer);
    double minimum = INFINITY;
    for (uint32_t k = 0; k < layers; k++) {
        for (uint32_t row = 0; row < map->rows; row++) {
            for (uint32_t column = 0; column < map->columns; column++) {
                if (is_solid(map, column, row, k) != own) {
                    const double across =
                        hypot(gap((int64_t)column - x, map->side[0]), gap((int64_t)row - y, map->side[1]));
                    minimum = fmin(minimum, hypot(across, gap((int64_t)k - layer, map->side[2])));
                }
            }
        }
    }
    return minimum;
}
