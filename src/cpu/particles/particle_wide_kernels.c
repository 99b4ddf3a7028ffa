/* Particles of float64 (particle_body.h). */
#define SCREE_REAL_IS_WIDE 1
#include "particle_body.h"

void SCREE_CPU_SYMBOL(scree_run_wide_particles)(scree_cpu_particles *part)
{
    run_particles(part);
}
