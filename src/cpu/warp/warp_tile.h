/*
 * Displaced fields in tiles. Of those with a warp the components of the first displacement are made like any field, for
 * a few planes of the tile at a time, and everything after that sample by sample, for a batch of rows at a time.
 */
#ifndef SCREE_CPU_WARP_TILE_H
#define SCREE_CPU_WARP_TILE_H

#include "arena.h"
#include "noise_tile.h"
#include "site_tile.h"
#include "warp_rows.h"

/* Samples along x and rows of a tile at most, so that its displacements stay in the caches. */
#define SCREE_WARP_TILE_WIDTH ((uint64_t)256)
#define SCREE_WARP_TILE_ROWS ((uint64_t)16)
/* Rows of a tile of a plane. */
#define SCREE_WARP_PLANE_ROWS ((uint64_t)64)
/* Planes of a tile whose first components are made at a time. */
#define SCREE_WARP_TILE_PLANES ((uint64_t)4)

/* The work space of one worker. */
typedef struct scree_warp_tile {
    float *first[SCREE_SITE_AXES]; /* First components of some planes, lines of `plane_rows` rows each; with */
    float *split[SCREE_SITE_AXES]; /* derivatives the floats of a sample side by side, and those of a batch apart. */
    uint32_t parts;                /* Floats of a sample of a component. */
    uint64_t plane_rows;
    uint64_t first_plane; /* Counted from the box's first; UINT64_MAX for none. */
    uint64_t plane;       /* The plane at hand, counted likewise. */
    uint64_t batch_row;   /* First row of the batch at hand, counted from the tile's. */
    scree_warp_rows rows; /* The batch. */
    scree_cpu_displacement found;
    scree_warp_space rows_space;
    scree_site_tile *sites[SCREE_MAX_WARPS];
} scree_warp_tile;

/* Allocates memory for tiles of N samples and rows; NULL while bytes are counted. */
scree_warp_tile *scree_warp_tile_allocate(scree_arena *arena, const scree_tile_source *source, uint64_t width,
                                          uint64_t rows);

/* Prepares what is constant within a tile. */
void scree_warp_tile_start(scree_warp_tile *space, const scree_tile_source *source, const scree_tile *tile);

/*
 * Goes to a plane of the tile, counted from the box's first and given by its indices along the axes from 2 on. Returns
 * the planes from there on whose first components must be made, 0 if they are there.
 */
uint64_t scree_warp_tile_plane(scree_warp_tile *space, const scree_tile_source *source, const scree_tile *tile,
                               uint64_t plane, const uint64_t *index);

/* The memory of the first component along an axis, and what follows when all have been made. */
scree_target scree_warp_tile_target(const scree_warp_tile *space, uint32_t axis);
void scree_warp_tile_pad(const scree_warp_tile *space, const scree_tile *tile, uint32_t axis, uint64_t planes);

/* Displaces a batch of rows of the plane at hand; rows count from the box's first. How far is given where other fields
   say so, and not the field's own warp. */
void scree_warp_tile_displace(scree_warp_tile *space, const scree_tile_source *source, const scree_tile *tile,
                              uint64_t first_row, uint32_t rows, const scree_cpu_displacement *given);

/* Evaluates an octave of the field itself where the batch is displaced to, or adds it. `sites` has the rows, and where
   values go. */
void scree_warp_tile_evaluate(const scree_warp_tile *space, uint32_t octave, const scree_cpu_sites *sites, bool adds);

#endif
