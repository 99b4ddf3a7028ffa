// The kernels of the contraction, compiled once for each part. SCREE_PART_AXES (2, 3, or 0 for any number) and
// SCREE_PART_VALUE (value noise or gradient noise) select the nodes.
#include "contraction_kernels.cuh"

// As many resident blocks on a multiprocessor as have registers for their lattice rows.
#define CONTRACTION(octaves, blocks)                                                  \
    SCREE_CONTRACTION(contraction_##octaves, octaves, PLAIN, false, blocks)           \
    SCREE_CONTRACTION(contraction_##octaves##_shaped, octaves, SHAPED, false, blocks) \
    SCREE_CONTRACTION(contraction_##octaves##_any, octaves, ANY, false, blocks)

// Adds to the sums of earlier octaves.
#define CONTRACTION_ADDS(octaves, blocks)                                         \
    SCREE_CONTRACTION(contraction_##octaves##_adds, octaves, PLAIN, true, blocks) \
    SCREE_CONTRACTION(contraction_##octaves##_shaped_adds, octaves, SHAPED, true, blocks)

#define BLOCKS_OF_ONE (SCREE_PART_AXES != 0 ? 5 : 4)

CONTRACTION(1, BLOCKS_OF_ONE)
CONTRACTION(2, 4)
CONTRACTION(3, 3)
CONTRACTION(4, 3)
CONTRACTION(5, 3)
CONTRACTION(6, 2)
CONTRACTION(7, 2)
CONTRACTION(8, 2)
CONTRACTION_ADDS(1, BLOCKS_OF_ONE)
CONTRACTION_ADDS(8, 2)
