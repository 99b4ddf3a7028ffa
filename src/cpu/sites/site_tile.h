/*
 * Sites of a tile's samples (kernels/noise/site.h): what each axis of the field contributes to the positions along each
 * axis of an octave's lattice. Samples along x have arrays, and rows and planes a sum.
 */
#ifndef SCREE_CPU_SITE_TILE_H
#define SCREE_CPU_SITE_TILE_H

#include "arena.h"
#include "noise_tile.h"

/* The sites of an octave, in a tile's work space. */
typedef struct scree_site_tile {
    /* Whether samples along x have positions of their own along an axis of the lattice. */
    bool varies[SCREE_SITE_AXES];
    double step; /* As scree_cpu_sites has it. */
    uint32_t *part[SCREE_SITE_AXES];
    uint32_t *cell[SCREE_SITE_AXES];
    uint32_t *row_part[SCREE_SITE_AXES]; /* The contribution of each row of the tile. */
    uint32_t *row_cell[SCREE_SITE_AXES];
    scree_site_walk outer[SCREE_SITE_AXES][SCREE_SITE_AXES]; /* Along the axes from 2 on, from plane 0 of the grid. */
    scree_site_position plane[SCREE_SITE_AXES];              /* The contribution of the plane at hand. */
} scree_site_tile;

/* Takes the arrays of an octave; the last one of lines has room for whole vectors. */
void scree_site_tile_allocate(scree_site_tile *tile, scree_arena *arena, const scree_plan *plan, size_t line_stride,
                              uint64_t rows);

/* Fills what a tile of samples from `x` and `row` on (counted from the grid's first) has for all of its planes. */
void scree_site_tile_start(scree_site_tile *tile, const scree_plan *plan, uint32_t octave, uint64_t x, uint64_t width,
                           uint64_t row, uint64_t rows);

/* Goes to a plane, given by its indices along the axes from 2 on. */
void scree_site_tile_plane(scree_site_tile *tile, const scree_plan *plan, uint32_t octave, const uint64_t *index);

/* Gives `sites` the arrays of the tile, and rows counted from the tile's first. */
void scree_site_tile_rows(const scree_site_tile *tile, const scree_plan *plan, uint32_t octave, uint64_t first_row,
                          uint32_t rows, scree_cpu_sites *sites);

#endif
