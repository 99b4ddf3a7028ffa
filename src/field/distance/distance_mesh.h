/*
 * Tables of a terrain's surface of triangles (kernels/distance/mesh.h), which a search for the nearest point reads in
 * addition to the heights. They are computed once, in float64, for all devices.
 */
#ifndef SCREE_DISTANCE_MESH_H
#define SCREE_DISTANCE_MESH_H

#include <stdint.h>

#include <scree/context.h>

#include "distance_plan.h"
#include "distance/mesh.h"

/* Values of a cell: 1 / (1 + steepness squared) of its edges along x and y, its diagonal, its lower and upper face. */
#define SCREE_MESH_INVERSES 5

/* Maximum levels of blocks: a map has at most 2^24 columns and rows. */
#define SCREE_MESH_LEVELS 25

struct scree_distance_mesh {
    scree_mesh_sides sides;
    float *inverses; /* Inverses of rows x columns cells; 0 for parts that a cell at the map's end lacks. */
    /* Blocks of 2^level x 2^level cells, level by level, those of a level row by row: their smallest and largest
       height. Cells, which are level 0, have no entries; the last level has one block. */
    float *spans;
    uint64_t span_count; /* Number of blocks; each takes two floats. */
    uint32_t levels;
    uint32_t columns[SCREE_MESH_LEVELS]; /* Columns of blocks in each level. */
    uint32_t rows[SCREE_MESH_LEVELS];
    uint64_t first[SCREE_MESH_LEVELS]; /* A level's first block. */
    double steepest;                   /* Rise of the steepest face, divided by its horizontal length. */
};

/*
 * Makes the tables for a map of heights; NULL is written on failure. Errors: SCREE_ERROR_INVALID (too long or too
 * steep for float32), SCREE_ERROR_OUT_OF_MEMORY.
 */
scree_result scree_distance_mesh_create(scree_context *context, const double side[3], uint32_t columns, uint32_t rows,
                                        uint32_t layers, const float *heights, scree_distance_mesh **mesh);

void scree_distance_mesh_destroy(scree_distance_mesh **mesh);

/*
 * The error bound of a computed distance: it differs from the true one, D, by at most D * `*part` + `*length`.
 *
 * Let e be 2^-24, L a cell's horizontal diagonal, g the largest steepness and n = 1 / sqrt(1 + g * g). The vertical
 * distance s to the plane of the nearest point is a sum of three terms. Each term, times n, is at most D + L, because
 * the nearest point lies in the same cell as the corner that the terms are counted from. So their roundings change n *
 * s by less than e * (7 * D + 6 * L). Together with the roundings of the table, the products and the root, the distance
 * to the plane changes by less than 16 * e * (D + L). The same holds for edges, whose position along the diagonal is
 * rounded as well.
 *
 * The foot of the perpendicular is n * g * D away to the side. Its computed position is off by less than n * g * e *
 * (15 * D + 6 * L) + 3 * e * (D + L); within the plane, that is less than q * (D + L / 2) with q = 32 * e / n. So near
 * a border the test whether a face (and then an edge) contains the nearest point may go wrong, at most twice. The
 * result is then the distance of a point that lies q * (D + L / 2) away at right angles from the nearest one: sqrt(D *
 * D + (q * (D + L / 2))^2) <= D * (1 + q * q / 2) + q * L / 2.
 *
 * Another bound helps if q is large: corners are always tested, and the corner of a face is at most L / n away from
 * its nearest point.
 */
void scree_distance_mesh_error(const scree_distance_mesh *mesh, double *part, double *length);

#endif
