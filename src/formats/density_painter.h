/* Paints the colours of a density, pixel by pixel. */
#ifndef SCREE_DENSITY_PAINTER_H
#define SCREE_DENSITY_PAINTER_H

#include <scree/density.h>

#include "colour_ramps.h"
#include "density_exposure.h"

typedef struct scree_density_painter {
    scree_density_params params; /* The parameters with the tint that is used. */
    const scree_density *density;
    scree_type type;
    scree_light_meter meter;
    scree_ramp_table ramp;
} scree_density_painter;

/* Checks all parameters and logs what is wrong with them. Nothing is copied from the density, which must stay. */
scree_result scree_density_painter_create(scree_context *context, const scree_density_params *params,
                                          const scree_density *density, scree_type type,
                                          scree_density_painter **painter);

/* Paints pixels from `first` on, three numbers each. */
void scree_density_painter_paint(const scree_density_painter *painter, uint64_t first, uint64_t count, void *pixels);

void scree_density_painter_destroy(scree_density_painter *painter);

#endif
