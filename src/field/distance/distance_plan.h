/*
 * Plans of distance fields: checked parameters and everything derived from them. Devices read nothing else, so every
 * device works with the same numbers.
 */
#ifndef SCREE_DISTANCE_PLAN_H
#define SCREE_DISTANCE_PLAN_H

#include <scree/distance.h>
#include <scree/geometry.h>

/* Integer squared distances are below this, with room to add the square of a side. */
#define SCREE_FAR_SQUARE (UINT32_C(1) << 30)

/* Maximum jumps of a jump flooding method: twice 32, and 3 more. */
#define SCREE_MOST_JUMPS 67
/* Stands for a jump in the only pass of the naive method, in which every voxel reads all voxels of the volume. */
#define SCREE_NO_JUMP 0u

/* Tables for the surface of triangles (distance_mesh.h). */
typedef struct scree_distance_mesh scree_distance_mesh;

typedef struct scree_distance_plan {
    scree_distance_params params; /* The parameters with defaults filled in. */
    uint32_t columns, rows, layers;
    uint64_t plane;  /* Voxels of a layer. */
    uint64_t voxels; /* Voxels of the volume. */
    bool is_whole;   /* Squared distances are integers, in voxels. */
    float side[3];   /* Sides of a voxel, for float32 sums of squares. */
    /* The arguments of scree_distance_from_square(). */
    float unit;
    float margin;
    float clip; /* +infinity without one. */
    /* Squares from these on become the clip; SCREE_FAR_SQUARE and +infinity without one. */
    uint32_t whole_cap;
    float real_cap;
    /* Terrain: rows x columns numbers of solid voxels, 0 to layers, for the surface of voxels; NULL otherwise. */
    uint32_t *tops;
    uint32_t min_top, max_top;
    /* Heights in the unit of side[2], clamped to the volume where the edge is, for the other surfaces. NULL otherwise.
     */
    float *heights;
    float min_height, max_height;
    /* Heights of the layers' centres: `layers` of them, where there are heights. */
    float *levels;
    scree_distance_mesh *mesh; /* NULL without triangles. */
    /* Any voxels; borrowed. */
    const uint8_t *occupancy;
    uint8_t *own_occupancy;  /* The same, where the field owns it; otherwise NULL. */
    uint32_t file_axes;      /* Axes of the volumes in its files: those of a mask, or 3; 0 = 3. */
    char *description;       /* A JSON object by which files describe the field; NULL without. */
    scree_geometry geometry; /* Position of the volume, for files; unknown where the first voxel begins at 0. */
    /* Jump flooding, and the naive method. A seed is x << x_shift | y << y_shift | z; the smallest such number wins
     * among equal distances. */
    uint32_t x_shift, y_shift;
    uint32_t jump_count;
    uint32_t jumps[SCREE_MOST_JUMPS];
} scree_distance_plan;

/* No seed. All seeds are smaller, because a volume of 2^32 voxels is unsupported. */
#define SCREE_NO_SEED UINT32_MAX

/* Whether layers can be computed independently: a terrain by the exact method. */
static inline bool scree_distance_is_layered(const scree_distance_plan *plan)
{
    return plan->occupancy == NULL && plan->params.method == SCREE_DISTANCE_EXACT;
}

/* How often each voxel counts as progress: once for its distance, and once for every pass before that. */
uint64_t scree_distance_steps(const scree_distance_plan *plan);

/*
 * Checks parameters and makes their plan, freed with scree_distance_plan_destroy(). Errors: SCREE_ERROR_INVALID, logged
 * with the parameter, its value and its limits; SCREE_ERROR_OUT_OF_MEMORY.
 */
scree_result scree_distance_plan_create(scree_context *context, const scree_distance_params *params,
                                        const scree_distance_source *source, scree_distance_plan **plan);

/* Whether indices of voxels are possible. Errors, logged: SCREE_ERROR_INVALID. */
scree_result scree_distance_plan_check_nearest(scree_context *context, const scree_distance_plan *plan);

void scree_distance_plan_destroy(scree_distance_plan **plan);

#endif
