/* What the host does for the particles by itself, for Vulkan and for CUDA: their start, and the picture's file. */
#ifndef PRIMER_PARTICLES_H
#define PRIMER_PARTICLES_H

#include <stdbool.h>
#include <stdint.h>

enum {
    PARTICLES = 1 << 18,
    PARTICLE_GROUP = 64, /* Threads, as the kernels have it. */
    PARTICLE_GROUPS = PARTICLES / PARTICLE_GROUP,
    PARTICLE_LAUNCHES = 64, /* Of 128 steps of 0.001 each: 8.2 units of time, in which all reach the attractor. */
    PICTURE_SIDE = 512,
    PICTURE_PIXELS = PICTURE_SIDE * PICTURE_SIDE,
};

/* x, y, z, and a number that only makes it 16 bytes, which a thread reads at once. */
struct particle {
    float x, y, z, unused;
};

/* Spreads the particles over a box around the attractor, at random. */
void particles_start(struct particle *particles);

/* Writes the picture to a file in the format PPM, and prints how many particles it shows. */
bool particles_write(const uint32_t *counts, const char *file);

#endif
