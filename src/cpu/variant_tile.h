/*
 * Tiles of the variants beside the contraction: they are walked by bands, the groups of eight planes and eight rows
 * that stand side by side along x.
 */
#ifndef SCREE_CPU_VARIANT_TILE_H
#define SCREE_CPU_VARIANT_TILE_H

#include "noise_tile.h"

/* The work space of one worker. */
typedef struct scree_variant_space scree_variant_space;

/* Makes room for tiles of at most `width` samples a row. Errors: SCREE_ERROR_OUT_OF_MEMORY (not logged). */
scree_result scree_variant_space_create(const scree_tile_source *source, uint64_t width, scree_variant_space **space);

void scree_variant_space_destroy(scree_variant_space **space);

/* As scree_tile_generate(), but that it stops between runs of eight planes when cancelled. */
void scree_variant_generate(scree_variant_space *space, const scree_tile_source *source, const scree_tile *tile,
                            const scree_target *target, scree_progress *progress, scree_range *range);

#endif
