/* Compiled once for each instruction set, with SCREE_LANES samples side by side. */
#include "cellular_lanes.h"

#include "noise/kinds/cellular.h"
#include "kinds/cellular_options.h"

#define PASTE(name, isa) name##_##isa
#define NAME(name, isa) PASTE(name, isa)

static scree_site load_site(const float *const fraction[4], const uint32_t *const cell[4], uint32_t axes, size_t i)
{
    scree_site site;
    memset(&site, 0, sizeof site);
    for (uint32_t axis = 0; axis < axes; axis++) {
        memcpy(&site.fraction[axis], fraction[axis] + i, sizeof site.fraction[axis]);
        memcpy(&site.cell[axis], cell[axis] + i, sizeof site.cell[axis]);
    }
    return site;
}

/* With the number of axes as a constant, as kernels have it. */
SCREE_FN void run(const scree_site_source *source, const float *const fraction[4], const uint32_t *const cell[4],
                  uint32_t axes, size_t count, float *out)
{
    for (size_t i = 0; i < count; i += SCREE_LANES) {
        scree_f32 value = scree_cellular_sample(load_site(fraction, cell, axes, i), axes, *source);
        memcpy(out + i, &value, sizeof value);
    }
}

void NAME(cellular_run, SCREE_ISA)(const cellular_lattice *lattice, const float *const fraction[4],
                                   const uint32_t *const cell[4], size_t count, float *out)
{
    scree_site_source source;
    memset(&source, 0, sizeof source);
    source.amplitude = scree_f32_in_all(1.0f);
    source.options = scree_cellular_options_make(lattice->metric, lattice->feature, lattice->jitter,
                                                 lattice->smoothness, lattice->axes);
    for (uint32_t axis = 0; axis < 4; axis++) {
        source.axis[axis] = (scree_site_axis){.stride = lattice->stride[axis],
                                              .start = lattice->start[axis],
                                              .last = lattice->last[axis],
                                              .wrap = lattice->wrap[axis]};
    }
    switch (lattice->axes) {
    case 1:
        run(&source, fraction, cell, 1, count, out);
        break;
    case 2:
        run(&source, fraction, cell, 2, count, out);
        break;
    case 3:
        run(&source, fraction, cell, 3, count, out);
        break;
    default:
        run(&source, fraction, cell, 4, count, out);
    }
}
