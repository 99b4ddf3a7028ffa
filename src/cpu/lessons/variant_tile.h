/*
 * Tiles of the variants beside the contraction: they are walked by bands, the groups of eight planes and eight rows
 * that stand side by side along x.
 */
#ifndef SCREE_CPU_VARIANT_TILE_H
#define SCREE_CPU_VARIANT_TILE_H

#include "carved_memory.h"
#include "noise_tile.h"

/* The work space of one worker. */
typedef struct scree_variant_space scree_variant_space;

/* Carves room for tiles of at most `width` samples a row; NULL while bytes are counted. */
scree_variant_space *scree_variant_space_carve(scree_carved_memory *carved, const scree_tile_source *source,
                                               uint64_t width);

/* As scree_tile_generate(), but that it stops between runs of eight planes when cancelled. */
void scree_variant_generate(scree_variant_space *space, const scree_tile_source *source, const scree_tile *tile,
                            const scree_target *target, scree_progress *progress, scree_range *range);

#endif
