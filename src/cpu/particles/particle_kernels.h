/* Kernels of particles: moving and drawing a part of a cloud, for each instruction set and type of coordinates. */
#ifndef SCREE_CPU_PARTICLE_KERNELS_H
#define SCREE_CPU_PARTICLE_KERNELS_H

#include <scree/device.h>

#include "particle_work.h"

/* A part of a run that one thread does. */
typedef struct scree_cpu_particles {
    const scree_particle_work *work;
    uint64_t first; /* Number of the first particle in the cloud. */
    uint64_t
        count; /* Any; the last particles of a pair of a line belong together, so all parts but the last are even. */
    void *positions;  /* The first particle's coordinates; NULL where particles are not kept. */
    uint64_t *canvas; /* NULL where nothing is drawn. */
    uint64_t lost;    /* Result. */
} scree_cpu_particles;

typedef void (*scree_cpu_particle_kernel)(scree_cpu_particles *part);

/* The kernel of a level, for float64 or float32. */
scree_cpu_particle_kernel scree_cpu_particle_kernel_get(scree_cpu_level level, scree_particle_type type);

#define SCREE_CPU_DECLARE_PARTICLES(isa)                            \
    void scree_run_wide_particles_##isa(scree_cpu_particles *part); \
    void scree_run_narrow_particles_##isa(scree_cpu_particles *part);

SCREE_CPU_DECLARE_PARTICLES(scalar)
SCREE_CPU_DECLARE_PARTICLES(sse41)
SCREE_CPU_DECLARE_PARTICLES(avx2)
SCREE_CPU_DECLARE_PARTICLES(avx512)
SCREE_CPU_DECLARE_PARTICLES(neon)

#endif
