/*
 * Kernels as the emulation knows them: by part and name. What a kernel is compiled with is in emulated_device.h; how
 * its threads take turns, in emulated_threads.c.
 */
#ifndef SCREE_TEST_EMULATED_KERNELS_H
#define SCREE_TEST_EMULATED_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gpu_programs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A kernel, compiled for the processor. */
typedef struct emulated_kernel {
    const char *name;
    void (*run)(const void *parameters); /* One thread. */
    size_t parameter_bytes;
    unsigned most_threads; /* Maximum threads of a block. */
    const struct emulated_kernel *next;
} emulated_kernel;

/* The kernels of each part of the list of programs (part.cpp.in), and those of the emulation's own test. */
#define EMULATED_DECLARE(part, image, source, axes, is_value, is_real) \
    const emulated_kernel *emulated_part_##image(void);
SCREE_GPU_PARTS(EMULATED_DECLARE)
#undef EMULATED_DECLARE
const emulated_kernel *emulated_part_trial(void);

typedef struct emulated_index {
    uint32_t x, y, z;
} emulated_index;

/* The kernel that runs: there is one at a time. */
extern emulated_index emulated_block_index;
extern emulated_index emulated_block_size;
extern emulated_index emulated_grid_size;
extern emulated_index *emulated_thread_index; /* Index of the thread that runs now. */

/* Synchronisation of a block's threads. A thread waits here until the others have arrived. The last function returns
   the value of another lane. */
void emulated_wait_for_block(void);
void emulated_wait_for_warp(void);
uint32_t emulated_exchange(uint32_t mask, uint32_t value, uint32_t lane);

/* Dynamic memory of a block. */
#define EMULATED_MOST_SHARED_BYTES 262144

typedef struct emulated_grid {
    emulated_index blocks;
    emulated_index threads; /* Threads of a block, at most 1024. */
    uint32_t shared_bytes;
    bool runs_backwards;
} emulated_grid;

/* Runs a kernel to its end; false, with the reason, where it cannot end or does what is undefined. */
bool emulated_run(const emulated_kernel *kernel, const void *parameters, const emulated_grid *grid,
                  const char **reason);

#ifdef __cplusplus
}
#endif

#endif
