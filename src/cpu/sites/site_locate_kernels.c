/* Turns the coordinates of points into positions in lattices; compiled once for each instruction set. */
#include "kernel_files.h"
#include "lane_memory.h"

#if SCREE_LANES == 16
#include "site_locate_lanes.h"
#else
#include "site_locate_loops.h"
/* Nothing is located by registers. */
#define locate_sites_fast(how, count) false
#define locate_pairs_fast(how, coordinates, part, cell) false
#endif

static bool locate_sites(const scree_cpu_site_location_rule *how, size_t count)
{
    return locate_sites_fast(how, count) || (!how->is_single && locate_sites_wide(how, count));
}

static bool locate_site_pairs(const scree_site_pairs *how, const double *coordinates, uint32_t *part, uint32_t *cell)
{
    return locate_pairs_fast(how, coordinates, part, cell) || locate_pairs_wide(how, coordinates, part, cell);
}

void SCREE_CPU_SYMBOL(scree_site_locate_kernels)(scree_cpu_kernels *kernels)
{
    kernels->sites.locate = locate_sites;
    kernels->sites.locate_pairs = locate_site_pairs;
}
