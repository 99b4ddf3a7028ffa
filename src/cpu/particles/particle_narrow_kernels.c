/* Particles of float32 (particle_body.h). */
#define SCREE_REAL_IS_WIDE 0
#include "particle_body.h"

void SCREE_CPU_SYMBOL(scree_narrow_particle_kernels)(scree_cpu_kernels *kernels)
{
    kernels->particles.run_narrow = run_particles;
}
