/* Golden values of distance fields, and of the indices of nearest voxels: golden.h has the command line. */
#include <stdlib.h>

#include "golden.h"
#include "field_jobs.h"
#include "volumes.h"

typedef struct golden_case {
    const char *name;
    volume_kind kind;
    scree_distance_params params;
    bool is_nearest; /* The indices instead of the distances. */
} golden_case;

/* clang-format off */
#define EQUAL .count = {33, 17, 9}
#define UNEQUAL .count = {33, 17, 9}, .voxel = {0.7, 1.3, 0.4}
#define FLOOD .count = {80, 80, 40}, .sign = SCREE_DISTANCE_SIGN_OUTSIDE, .method

static const golden_case cases[] = {
    {"exact-terrain", VOLUME_FRACTAL, {EQUAL}},
    {"exact-terrain-nearest", VOLUME_FRACTAL, {EQUAL}, true},
    {"exact-terrain-outside", VOLUME_FRACTAL, {EQUAL, .sign = SCREE_DISTANCE_SIGN_OUTSIDE}},
    {"exact-terrain-inside", VOLUME_FRACTAL, {EQUAL, .sign = SCREE_DISTANCE_SIGN_INSIDE}},
    {"exact-terrain-clamp", VOLUME_FULL_OR_EMPTY, {EQUAL, .edge = SCREE_DISTANCE_EDGE_CLAMP}},
    {"exact-terrain-clamp-nearest", VOLUME_FULL_OR_EMPTY, {EQUAL, .edge = SCREE_DISTANCE_EDGE_CLAMP}, true},
    {"exact-terrain-clip", VOLUME_FRACTAL, {EQUAL, .clip = 2.2}},
    {"exact-terrain-conservative", VOLUME_FRACTAL, {EQUAL, .is_conservative = true}},
    {"exact-terrain-side-0.3", VOLUME_FRACTAL, {EQUAL, .voxel = {0.3, 0.3, 0.3}}},
    {"exact-terrain-sides-differ", VOLUME_FRACTAL, {UNEQUAL}},
    {"exact-terrain-sides-differ-nearest", VOLUME_FRACTAL, {UNEQUAL}, true},
    {"exact-voxels", VOLUME_VOXELS_BALLS, {EQUAL}},
    {"exact-voxels-nearest", VOLUME_VOXELS_BALLS, {EQUAL}, true},
    {"exact-voxels-sparse", VOLUME_VOXELS_SPARSE, {EQUAL}},
    {"exact-voxels-none", VOLUME_VOXELS_NONE, {EQUAL}},
    {"exact-voxels-sides-differ", VOLUME_VOXELS_BALLS, {UNEQUAL}},
    {"columns", VOLUME_FRACTAL, {EQUAL, .surface = SCREE_DISTANCE_SURFACE_COLUMNS}},
    {"columns-nearest", VOLUME_FRACTAL, {EQUAL, .surface = SCREE_DISTANCE_SURFACE_COLUMNS}, true},
    {"columns-clamp", VOLUME_RANDOM, {EQUAL, .surface = SCREE_DISTANCE_SURFACE_COLUMNS, .edge = SCREE_DISTANCE_EDGE_CLAMP}},
    {"columns-conservative", VOLUME_FRACTAL, {EQUAL, .surface = SCREE_DISTANCE_SURFACE_COLUMNS, .is_conservative = true}},
    {"columns-sides-differ", VOLUME_FRACTAL, {UNEQUAL, .surface = SCREE_DISTANCE_SURFACE_COLUMNS}},
    {"jfa", VOLUME_VOXELS_SPARSE, {EQUAL, .method = SCREE_DISTANCE_JFA}},
    {"jfa-sides-differ", VOLUME_VOXELS_SPARSE, {UNEQUAL, .method = SCREE_DISTANCE_JFA}},
    {"jfa-terrain", VOLUME_FRACTAL, {FLOOD = SCREE_DISTANCE_JFA}},
    {"jfa-terrain-nearest", VOLUME_FRACTAL, {FLOOD = SCREE_DISTANCE_JFA}, true},
    {"1+jfa-terrain", VOLUME_FRACTAL, {FLOOD = SCREE_DISTANCE_1_JFA}},
    {"1+jfa-terrain-nearest", VOLUME_FRACTAL, {FLOOD = SCREE_DISTANCE_1_JFA}, true},
    {"1+jfa+2-terrain", VOLUME_FRACTAL, {FLOOD = SCREE_DISTANCE_1_JFA_2}},
    {"1+jfa+2-terrain-nearest", VOLUME_FRACTAL, {FLOOD = SCREE_DISTANCE_1_JFA_2}, true},
    {"jfa+2-terrain", VOLUME_FRACTAL, {FLOOD = SCREE_DISTANCE_JFA_2}},
    {"jfa+2-terrain-nearest", VOLUME_FRACTAL, {FLOOD = SCREE_DISTANCE_JFA_2}, true},
    {"jfa+1-terrain", VOLUME_FRACTAL, {FLOOD = SCREE_DISTANCE_JFA_1}},
    {"jfa+1-terrain-nearest", VOLUME_FRACTAL, {FLOOD = SCREE_DISTANCE_JFA_1}, true},
    {"jfa2-terrain", VOLUME_FRACTAL, {FLOOD = SCREE_DISTANCE_JFA_TWICE}},
    {"jfa2-terrain-nearest", VOLUME_FRACTAL, {FLOOD = SCREE_DISTANCE_JFA_TWICE}, true},
    /* Digests of the exact method. */
    {"naive-terrain", VOLUME_FRACTAL, {EQUAL, .method = SCREE_DISTANCE_NAIVE}},
    {"naive-terrain-nearest", VOLUME_FRACTAL, {EQUAL, .method = SCREE_DISTANCE_NAIVE}, true},
    {"naive-terrain-inside", VOLUME_FRACTAL, {EQUAL, .method = SCREE_DISTANCE_NAIVE, .sign = SCREE_DISTANCE_SIGN_INSIDE}},
    {"naive-terrain-conservative", VOLUME_FRACTAL, {EQUAL, .method = SCREE_DISTANCE_NAIVE, .is_conservative = true}},
    {"naive-voxels", VOLUME_VOXELS_BALLS, {EQUAL, .method = SCREE_DISTANCE_NAIVE}},
    {"naive-voxels-sides-differ", VOLUME_VOXELS_BALLS, {UNEQUAL, .method = SCREE_DISTANCE_NAIVE}},
};
/* clang-format on */

static bool describe(scree_device *device, unsigned number, char *line, size_t size)
{
    const golden_case *c = &cases[number];
    const uint64_t *count = c->params.count;
    size_t voxels = (size_t)(count[0] * count[1] * count[2]);
    double side = c->params.voxel[2] == 0.0 ? 1.0 : c->params.voxel[2];
    volume solid = volume_make(c->kind, count, side, 1, device);
    scree_distance_source source = volume_source(&solid);
    distance_memory field = {.distance = malloc(voxels * sizeof(float)),
                             .nearest = c->is_nearest ? malloc(voxels * sizeof(uint32_t)) : NULL};
    scree_job *job = NULL;
    bool is_done = field.distance != NULL && (field.nearest != NULL) == c->is_nearest &&
                   distance_job_fill(device, &c->params, &source, &field, &job) == SCREE_OK &&
                   scree_job_wait(job, UINT64_MAX) == SCREE_OK;
    scree_job_release(&job);
    if (is_done) {
        const void *values = c->is_nearest ? (const void *)field.nearest : (const void *)field.distance;
        golden_describe(c->name, values, voxels, line, size);
    }
    free(field.distance);
    free(field.nearest);
    volume_free(&solid);
    return is_done;
}

int main(int argc, char **argv)
{
    return golden_main(argc, argv, describe, sizeof cases / sizeof cases[0]);
}
