/* Octaves of plans as kernels see them. */
#ifndef SCREE_CPU_NOISE_OCTAVE_H
#define SCREE_CPU_NOISE_OCTAVE_H

#include "noise_kernels.h"
#include "plan.h"

scree_cpu_octave scree_cpu_octave_of(const scree_plan *plan, uint32_t octave);

#endif
