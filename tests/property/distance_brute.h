/*
 * Distance fields by trying everything: what tests compare the library with. It shares nothing with the library but
 * the words of distance.h, and is as simple and as slow as can be.
 */
#ifndef SCREE_TEST_DISTANCE_BRUTE_H
#define SCREE_TEST_DISTANCE_BRUTE_H

#include <scree/scree.h>

typedef struct brute_field {
    uint64_t voxels;
    /* The library's bits: roots of whole squares times the side, or of sums of three float32 terms, and the clip. Not
       of conservative fields, nor of meshes. */
    float *distance;
    /* Among voxels of a column at one rounded distance the one of the smallest z, then among columns of one x that
       of the smallest y, then that of the smallest x; flooding's is the smallest in x, y, z of all. Meshes have
       those of columns. */
    uint32_t *nearest;
    /* The true distance, in float64, with its sign, and neither margin nor clip. */
    double *real;
} brute_field;

/* Whether a voxel is solid. */
bool brute_is_solid(const scree_distance_params *params, const scree_distance_source *source, uint64_t x, uint64_t y,
                    uint64_t layer);

/* Exact fields of all surfaces; the method is not looked at. Free them with brute_free(). */
brute_field brute_exact(const scree_distance_params *params, const scree_distance_source *source);

/* Jump flooding as distance.h describes it: `real` is not set. */
brute_field brute_flood(const scree_distance_params *params, const scree_distance_source *source);

void brute_free(brute_field *field);

#endif
