/* Kernels of particles: moving and drawing a part of a cloud, for each instruction set and type of coordinates. */
#ifndef SCREE_CPU_PARTICLE_KERNELS_H
#define SCREE_CPU_PARTICLE_KERNELS_H

#include "particle_work.h"

/* A part of a run that one thread does. */
typedef struct scree_cpu_particles {
    const scree_particle_work *work;
    uint64_t first;  /* Number of the first particle in the cloud. */
    uint64_t count;  /* The two particles of a line belong together: all parts but the last have an even number. */
    void *positions; /* The first particle's coordinates; NULL where particles are not kept. */
    uint64_t *accumulation; /* NULL where nothing is drawn. */
    uint64_t lost;          /* Result. */
} scree_cpu_particles;

/* The kernels of an instruction set, for coordinates of float64 and of float32. */
typedef struct scree_particle_kernels {
    void (*run_wide)(scree_cpu_particles *part);
    void (*run_narrow)(scree_cpu_particles *part);
} scree_particle_kernels;

#endif
