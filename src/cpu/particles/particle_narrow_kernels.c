/* Particles of float32 (particle_body.h). */
#define SCREE_REAL_IS_WIDE 0
#include "particle_body.h"

void SCREE_CPU_SYMBOL(scree_run_narrow_particles)(scree_cpu_particles *part)
{
    run_particles(part);
}
