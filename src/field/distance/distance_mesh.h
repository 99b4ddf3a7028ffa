/*
 * Tables of a terrain's surface of triangles (kernels/mesh.h): what a search for its nearest point reads beside the
 * heights. They are made once, in float64, for all devices.
 */
#ifndef SCREE_DISTANCE_MESH_H
#define SCREE_DISTANCE_MESH_H

#include <stdint.h>

#include <scree/context.h>

#include "distance_plan.h"
#include "mesh.h"

/* Values of a cell: 1 / (1 + steepness squared) of its edges along x and y, its diagonal, its lower and upper face. */
#define SCREE_MESH_INVERSES 5

/* Levels of blocks at most: a map has at most 2^24 columns and rows. */
#define SCREE_MESH_LEVELS 25

struct scree_distance_mesh {
    scree_mesh_sides sides;
    float *inverses; /* Of rows x columns cells; 0 for parts that a cell at the map's end has not. */
    /*
     * Blocks of 2^level x 2^level cells, level by level, those of a level row by row: their least and greatest height.
     * Cells, which are level 0, have no entries; the last level has one block.
     */
    float *spans;
    uint64_t span_count; /* Of blocks; each takes two floats. */
    uint32_t levels;
    uint32_t columns[SCREE_MESH_LEVELS]; /* Of blocks in a level. */
    uint32_t rows[SCREE_MESH_LEVELS];
    uint64_t first[SCREE_MESH_LEVELS]; /* A level's first block. */
    double steepest;                   /* Rise of the steepest face by its length seen from above. */
};

/*
 * Makes the tables for a map of heights; NULL is written on failure. Errors: SCREE_ERROR_INVALID (too long or too
 * steep for float32), SCREE_ERROR_OUT_OF_MEMORY.
 */
scree_result scree_distance_mesh_create(scree_context *context, const double side[3], uint32_t columns, uint32_t rows,
                                        uint32_t layers, const float *heights, scree_distance_mesh **mesh);

void scree_distance_mesh_destroy(scree_distance_mesh **mesh);

/*
 * What a computed distance may differ by from the true one, D: at most D * `*part` + `*length`.
 *
 * Let e be 2^-24, L a cell's horizontal diagonal, g the greatest steepness and n = 1 / sqrt(1 + g * g). The vertical
 * distance s to the plane of the nearest point is a sum of three terms. Each, times n, is at most D + L, for the
 * nearest point lies in the same cell as the corner that the terms are counted from; so their roundings change n * s by
 * less than e * (7 * D + 6 * L), and with those of the table, the products and the root the distance to the plane by
 * less than 16 * e * (D + L). The same holds for edges, whose place along the diagonal is rounded as well.
 *
 * The foot of the perpendicular is n * g * D away to the side, and what is computed of it is off by less than
 * n * g * e * (15 * D + 6 * L) + 3 * e * (D + L); within the plane, that is less than q * (D + L / 2) with q = 32 * e /
 * n. So near a border a face may be taken for one without the nearest point, or the reverse, and then an edge. Twice at
 * most, the distance is that of a point which lies q * (D + L / 2) away at right angles from the nearest one:
 * sqrt(D * D + (q * (D + L / 2))^2) <= D * (1 + q * q / 2) + q * L / 2.
 *
 * Where that is much: corners always count, and the corner of a face is at most L / n away from its nearest point.
 */
void scree_distance_mesh_error(const scree_distance_mesh *mesh, double *part, double *length);

#endif
