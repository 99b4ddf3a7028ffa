/* Particles of float64 (particle_body.h). */
#define SCREE_REAL_IS_WIDE 1
#include "particle_body.h"

void SCREE_CPU_SYMBOL(scree_wide_particle_kernels)(scree_cpu_kernels *kernels)
{
    kernels->particles.run_wide = run_particles;
}
