// Points of kinds of cells with derivatives.
#define HAS_DUALS
#define SCREE_DUAL_AXES 8
#include "points.cuh"
