/* Samples of the host in the type and the range of an output, as jobs store them. */
#ifndef MAPPED_SAMPLES_H
#define MAPPED_SAMPLES_H

#include <stdint.h>

#include "../../src/field/mapping.h"

/* Converts values where they are, to float32, or into `stored`, which has room for as many uint16_t; returns one of
   these. */
const void *mapped_samples(const scree_mapping *mapping, float *values, uint64_t count, void *stored);

#endif
