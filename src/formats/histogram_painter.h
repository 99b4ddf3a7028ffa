/* Paints the colours of a histogram, pixel by pixel. */
#ifndef SCREE_HISTOGRAM_PAINTER_H
#define SCREE_HISTOGRAM_PAINTER_H

#include <scree/histogram.h>

#include "colour_ramps.h"
#include "exposure.h"

typedef struct scree_histogram_painter {
    scree_histogram_params params; /* The parameters with the tint that is used. */
    const scree_histogram *histogram;
    scree_type type;
    scree_light_meter meter;
    scree_ramp_table ramp;
} scree_histogram_painter;

/* The parameters of a program as this library knows them. */
typedef struct scree_histogram_own_params {
    scree_histogram_params params;
    scree_splat_params splat;
} scree_histogram_own_params;

/* Takes both structs as scree_params_take() does. */
const scree_histogram_params *scree_histogram_params_take(scree_context *context, const scree_histogram_params *params,
                                                          size_t size, size_t splat_size,
                                                          scree_histogram_own_params *own, scree_result *result);

/* Checks all parameters and logs what is wrong with them. Nothing is copied from the histogram, which must stay. */
scree_result scree_histogram_painter_create(scree_context *context, const scree_histogram_params *params,
                                            const scree_histogram *histogram, scree_type type,
                                            scree_histogram_painter **painter);

/* Paints pixels from `first` on, three numbers each. */
void scree_histogram_painter_paint(const scree_histogram_painter *painter, uint64_t first, uint64_t count,
                                   void *pixels);

void scree_histogram_painter_destroy(scree_histogram_painter *painter);

#endif
