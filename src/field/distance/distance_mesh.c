#include "distance_mesh.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "context_internal.h"
#include "number_text.h"

/* Maximum length: squares of lengths, and sums of them, fit float32. */
#define MAX_LENGTH 1e18
/* 2^40: the inverse of its square, and products of both with lengths, fit float32. */
#define MAX_STEEPNESS 1099511627776.0
/*
 * Limit on the drift of a perpendicular's foot, as a fraction of its length. Beyond it the error bound is meaningless.
 */
#define MOST_DRIFT 0.0625

static void fill_sides(scree_mesh_sides *sides, const double side[3])
{
    const double x = (double)(float)side[0];
    const double y = (double)(float)side[1];
    const double diagonal = x * x + y * y;
    sides->x = (float)x;
    sides->y = (float)y;
    sides->inverse_x = (float)(1.0 / (x * x));
    sides->inverse_y = (float)(1.0 / (y * y));
    sides->inverse_diagonal = (float)(1.0 / diagonal);
    sides->diagonal_x = (float)(x * x / diagonal);
    sides->diagonal_y = (float)(y * y / diagonal);
    sides->across = (float)(x * y / sqrt(diagonal));
}

/* Computes the numbers of blocks for each level, and allocates their memory. */
static bool make_levels(scree_distance_mesh *mesh, uint32_t columns, uint32_t rows)
{
    mesh->columns[0] = columns;
    mesh->rows[0] = rows;
    mesh->levels = 1;
    while (mesh->columns[mesh->levels - 1] > 1 || mesh->rows[mesh->levels - 1] > 1) {
        const uint32_t level = mesh->levels++;
        mesh->columns[level] = (mesh->columns[level - 1] + 1) / 2;
        mesh->rows[level] = (mesh->rows[level - 1] + 1) / 2;
        mesh->first[level] = mesh->span_count;
        mesh->span_count += (uint64_t)mesh->columns[level] * mesh->rows[level];
    }
    /* A map of one column has no blocks. */
    const uint64_t floats = 2 * (mesh->span_count > 0 ? mesh->span_count : 1);
    const uint64_t cells = (uint64_t)columns * rows;
    if (cells > SIZE_MAX / (SCREE_MESH_INVERSES * sizeof(float))) {
        return false;
    }
    mesh->spans = malloc((size_t)floats * sizeof *mesh->spans);
    mesh->inverses = malloc((size_t)cells * SCREE_MESH_INVERSES * sizeof *mesh->inverses);
    return mesh->spans != NULL && mesh->inverses != NULL;
}

/* 1 / (1 + steepness squared) of a face or an edge, given its slopes. */
static float inverse_of(scree_distance_mesh *mesh, double slope_x, double slope_y)
{
    const double square = slope_x * slope_x + slope_y * slope_y;
    mesh->steepest = square > mesh->steepest ? square : mesh->steepest;
    return (float)(1.0 / (1.0 + square));
}

/* Differences of corners are rounded as in kernels. */
static void fill_cell(scree_distance_mesh *mesh, const float *low, const float *high, uint32_t right, float *inverses)
{
    const double x = (double)mesh->sides.x;
    const double y = (double)mesh->sides.y;
    const double low_x = (double)(low[right] - low[0]) / x;
    const double high_x = (double)(high[right] - high[0]) / x;
    const double left_y = (double)(high[0] - low[0]) / y;
    const double right_y = (double)(high[right] - low[right]) / y;
    const bool has_x = right != 0;
    const bool has_y = high != low;
    inverses[0] = has_x ? inverse_of(mesh, low_x, 0.0) : 0.0f;
    inverses[1] = has_y ? inverse_of(mesh, 0.0, left_y) : 0.0f;
    inverses[2] = has_x && has_y ? inverse_of(mesh, (double)(high[right] - low[0]) / sqrt(x * x + y * y), 0.0) : 0.0f;
    inverses[3] = has_x && has_y ? inverse_of(mesh, low_x, right_y) : 0.0f;
    inverses[4] = has_x && has_y ? inverse_of(mesh, high_x, left_y) : 0.0f;
}

static void fill_cells(scree_distance_mesh *mesh, const float *heights)
{
    const uint32_t columns = mesh->columns[0];
    const uint32_t rows = mesh->rows[0];
    for (uint32_t y = 0; y < rows; y++) {
        const float *low = heights + (size_t)y * columns;
        const float *high = y + 1 < rows ? low + columns : low;
        float *inverses = mesh->inverses + (size_t)y * columns * SCREE_MESH_INVERSES;
        for (uint32_t x = 0; x < columns; x++) {
            fill_cell(mesh, low + x, high + x, x + 1 < columns ? 1 : 0, inverses + (size_t)x * SCREE_MESH_INVERSES);
        }
    }
    mesh->steepest = sqrt(mesh->steepest);
}

/* The height range of a block of 2 x 2 cells, which has 3 x 3 corners. */
static void span_cells(const scree_distance_mesh *mesh, const float *heights, uint32_t x, uint32_t y, float *span)
{
    span[0] = INFINITY;
    span[1] = -INFINITY;
    for (uint32_t row = 2 * y; row <= 2 * y + 2 && row < mesh->rows[0]; row++) {
        for (uint32_t column = 2 * x; column <= 2 * x + 2 && column < mesh->columns[0]; column++) {
            const float height = heights[(size_t)row * mesh->columns[0] + column];
            span[0] = scree_mesh_lesser(span[0], height);
            span[1] = scree_mesh_greater(span[1], height);
        }
    }
}

static void span_blocks(const scree_distance_mesh *mesh, uint32_t level, uint32_t x, uint32_t y, float *span)
{
    const uint32_t columns = mesh->columns[level - 1];
    const float *below = mesh->spans + 2 * mesh->first[level - 1];
    span[0] = INFINITY;
    span[1] = -INFINITY;
    for (uint32_t row = 2 * y; row <= 2 * y + 1 && row < mesh->rows[level - 1]; row++) {
        for (uint32_t column = 2 * x; column <= 2 * x + 1 && column < columns; column++) {
            const float *part = below + 2 * ((size_t)row * columns + column);
            span[0] = scree_mesh_lesser(span[0], part[0]);
            span[1] = scree_mesh_greater(span[1], part[1]);
        }
    }
}

static void fill_spans(scree_distance_mesh *mesh, const float *heights)
{
    for (uint32_t level = 1; level < mesh->levels; level++) {
        float *span = mesh->spans + 2 * mesh->first[level];
        for (uint32_t y = 0; y < mesh->rows[level]; y++) {
            for (uint32_t x = 0; x < mesh->columns[level]; x++, span += 2) {
                if (level == 1) {
                    span_cells(mesh, heights, x, y, span);
                } else {
                    span_blocks(mesh, level, x, y, span);
                }
            }
        }
    }
}

/* Checks lengths and steepness against the limits of float32. */
static scree_result check(scree_context *context, const scree_distance_mesh *mesh, const double side[3],
                          uint32_t layers, const float *heights)
{
    const uint64_t cells = (uint64_t)mesh->columns[0] * mesh->rows[0];
    double longest = side[0] * mesh->columns[0];
    longest = side[1] * mesh->rows[0] > longest ? side[1] * mesh->rows[0] : longest;
    longest = side[2] * layers > longest ? side[2] * layers : longest;
    for (uint64_t i = 0; i < cells; i++) {
        longest = fabs((double)heights[i]) > longest ? fabs((double)heights[i]) : longest;
    }
    if (longest > MAX_LENGTH) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "the terrain or its volume is %s long or high; for the surface mesh it must be at most %s",
                          scree_show_double(longest).text, scree_show_double(MAX_LENGTH).text);
    }
    if (mesh->steepest > MAX_STEEPNESS) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "the terrain rises by %s times its way seen from above; for the surface mesh it must be at "
                          "most %s",
                          scree_show_double(mesh->steepest).text, scree_show_double(MAX_STEEPNESS).text);
    }
    return SCREE_OK;
}

scree_result scree_distance_mesh_create(scree_context *context, const double side[3], uint32_t columns, uint32_t rows,
                                        uint32_t layers, const float *heights, scree_distance_mesh **mesh)
{
    scree_distance_mesh *new_mesh = calloc(1, sizeof *new_mesh);
    scree_result result = SCREE_OK;
    if (new_mesh == NULL || !make_levels(new_mesh, columns, rows)) {
        result = scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for the tables of %" PRIu64 " cells",
                            (uint64_t)columns * rows);
    } else {
        fill_sides(&new_mesh->sides, side);
        fill_cells(new_mesh, heights);
        fill_spans(new_mesh, heights);
        result = check(context, new_mesh, side, layers, heights);
    }
    if (result != SCREE_OK) {
        scree_distance_mesh_destroy(&new_mesh);
    }
    *mesh = new_mesh;
    return result;
}

void scree_distance_mesh_destroy(scree_distance_mesh **mesh)
{
    if (*mesh != NULL) {
        free((*mesh)->inverses);
        free((*mesh)->spans);
        free(*mesh);
        *mesh = NULL;
    }
}

void scree_distance_mesh_error(const scree_distance_mesh *mesh, double *part, double *length)
{
    const double unit = ldexp(1.0, -20); /* 16 roundings. */
    const double steepness = sqrt(1.0 + mesh->steepest * mesh->steepest);
    const double drift = 2.0 * unit * steepness;
    const double diagonal = hypot((double)mesh->sides.x, (double)mesh->sides.y);
    *part = drift < MOST_DRIFT ? unit + drift * drift : unit;
    *length = diagonal * (drift < MOST_DRIFT ? unit + drift : unit + steepness);
}
