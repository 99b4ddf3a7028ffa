// Points of kinds of cells.
#include "points.cuh"
