/*
 * The parameters of launches, read by C and by CUDA. A kernel takes one parameter, by value: what a dispatch binds,
 * and its constants behind that (gpu_constants.h).
 */
#ifndef SCREE_CUDA_LAUNCH_H
#define SCREE_CUDA_LAUNCH_H

#include "gpu_constants.h"
#include "table_layout.h"

/* Threads of blocks that differ from the groups of other backends, and blocks on a multiprocessor. */
#define SCREE_CUDA_WARP_LANES 32
#define SCREE_CUDA_SAMPLE_THREADS 128 /* The most; fewer where rows are short. */
#define SCREE_CUDA_PARTICLE_BLOCKS 4
#define SCREE_CUDA_SUM_THREADS 128 /* A warp for each block of numbers. */
#define SCREE_CUDA_SUM_BLOCKS 8    /* Enough for a multiprocessor to have its loads under way. */
/* Layers whose squares one thread makes: a run of them, or fewer where a block of layers has fewer. */
#define SCREE_CUDA_COLUMN_RUN_LOG 2
#define SCREE_CUDA_COLUMN_RUN (1 << SCREE_CUDA_COLUMN_RUN_LOG)

/* Neighbouring columns that a thread of the contraction sums, and bytes of its shared memory: for an octave, for an
   octave of a row, and for a row. */
#define SCREE_CUDA_COLUMNS 4
#define SCREE_CUDA_TILE_OCTAVE_BYTES 48
#define SCREE_CUDA_ROW_ENTRY_BYTES 16
#define SCREE_CUDA_ROW_RUN_BYTES 8
/* With derivatives: rows that a thread sums at once, and blocks on a multiprocessor. */
#define SCREE_CUDA_DUAL_ROWS 8
#define SCREE_CUDA_DUAL_BLOCKS 4

/*
 * The bindings of a dispatch: its spans, NULL where nothing is bound, and the values of its specialisation constants. A
 * span may begin at any word, so that no window has words to skip, and kernels ignore how many there are.
 */
typedef struct scree_cuda_bindings {
    uint32_t *span[BINDING_COUNT];
    uint32_t specialisation[CONSTANT_COUNT];
} scree_cuda_bindings;

#ifdef __cplusplus

/* The parameter of a kernel. */
template <class constants> struct scree_launch : scree_cuda_bindings, constants {
    template <class type> __device__ __forceinline__ type *at(uint32_t binding) const
    {
        return reinterpret_cast<type *>(span[binding]);
    }
};

/* Kernels are found by name. */
#ifndef SCREE_ENTRY
#define SCREE_ENTRY(name, parameters, threads, blocks) \
    extern "C" __global__ void __launch_bounds__(threads, blocks) name(const __grid_constant__ parameters p)
#endif
#define SCREE_KERNEL(name, constants, threads, blocks) SCREE_ENTRY(name, scree_launch<constants>, threads, blocks)

/* Memory of a block that is not sized at the launch. */
#ifndef SCREE_SHARED
#define SCREE_SHARED __shared__
#endif

#endif

#endif
