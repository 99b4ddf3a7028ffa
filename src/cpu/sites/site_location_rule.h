/* The arguments of the kernels that locate points in the lattices of kinds on sites (site_locate_kernels.c). */
#ifndef SCREE_CPU_SITE_LOCATION_RULE_H
#define SCREE_CPU_SITE_LOCATION_RULE_H

#include "site_kernels.h"
#include "site_lattice.h"

/* How coordinates become positions in the lattice of an octave: a cell, or its key, and a part for each of its axes. */
struct scree_cpu_site_location_rule {
    uint32_t axes;
    bool has_keys;
    bool is_single; /* Coordinates are float32, not float64. */
    const scree_site_octave *site;
    const void *coordinate[SCREE_SITE_AXES];
    uint32_t *part[SCREE_SITE_AXES];
    uint32_t *cell[SCREE_SITE_AXES];
};

#endif
