/* The CPU device's kernels: a group of functions for each part of kernels/, one table for each instruction set. */
#ifndef SCREE_CPU_KERNELS_H
#define SCREE_CPU_KERNELS_H

#include <scree/device.h>

#include "combine_kernels.h"
#include "distance_kernels.h"
#include "flood_kernels.h"
#include "mesh_kernels.h"
#include "noise_kernels.h"
#include "particle_kernels.h"
#include "site_kernels.h"
#include "sum_kernels.h"
#include "warp_kernels.h"

typedef struct scree_cpu_kernels {
    scree_noise_kernels noise;
    scree_site_kernels sites;
    scree_warp_kernels warp;
    scree_distance_kernels distance;
    scree_flood_kernels flood;
    scree_mesh_kernels mesh;
    scree_particle_kernels particles;
    scree_sum_kernels sum;
    scree_combine_kernels combine;
} scree_cpu_kernels;

/* Fills a table upward to `level`, which must be available and not automatic. */
void scree_cpu_kernels_fill(scree_cpu_kernels *kernels, scree_cpu_level level);

#endif
