/* Turns the coordinates of points into positions in lattices; compiled once for each instruction set. */
#include "kernel_files.h"
#include "lane_memory.h"

#if SCREE_LANES == 16
#include "site_place_lanes.h"
#else
#include "site_place_loops.h"
/* Nothing is placed by registers. */
#define place_sites_near(how, count) false
#define place_pairs_near(how, coordinates, part, cell) false
#endif

static bool place_sites(const scree_cpu_site_placement *how, size_t count)
{
    return place_sites_near(how, count) || (!how->is_single && place_sites_wide(how, count));
}

static bool place_site_pairs(const scree_site_pairs *how, const double *coordinates, uint32_t *part, uint32_t *cell)
{
    return place_pairs_near(how, coordinates, part, cell) || place_pairs_wide(how, coordinates, part, cell);
}

void SCREE_CPU_SYMBOL(scree_site_place_kernels)(scree_cpu_kernels *kernels)
{
    kernels->sites.place = place_sites;
    kernels->sites.place_pairs = place_site_pairs;
}
