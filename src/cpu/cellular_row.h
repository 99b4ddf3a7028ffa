/* Cellular noise along rows of a grid: which rows have kernels of their own (cellular_kernels.c). */
#ifndef SCREE_CPU_CELLULAR_ROW_H
#define SCREE_CPU_CELLULAR_ROW_H

#include <stdbool.h>

#include "cellular.h"
#include "noise_kernels.h"

/* Samples that are farther apart, in cells, share too little. */
#define SCREE_CELLULAR_ROW_STEP 0.1

/* Whether samples are a row that shares points. */
static inline bool scree_cellular_is_row(const scree_cpu_octave *octave, const scree_cpu_sites *sites)
{
    const scree_cellular_options *options = &octave->site_options->cellular;
    const bool is_dense = sites->step > 0.0 && sites->step <= SCREE_CELLULAR_ROW_STEP;
    return is_dense && (octave->axes == 2 || octave->axes == 3) && options->softness == 0.0f &&
           options->feature != SCREE_KERNEL_FEATURE_BORDER;
}

#endif
