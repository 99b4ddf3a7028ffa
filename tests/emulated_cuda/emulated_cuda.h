/*
 * A CUDA driver without a GPU. Programs link scree_emulated_cuda, which stands between the library and dlopen(): the
 * library finds a libcuda.so.1 whose devices are host memory and whose kernels are the library's own, compiled
 * for the processor (part_*.cpp). Nothing runs before somebody waits for it, and then no more than that needs: what is
 * not ordered by a stream or an event comes out wrong.
 *
 * A zeroed struct is a machine with two devices that work. Settings are changed while no job runs. Programs that do not
 * know of them take an order from the environment: EMULATED_CUDA=hasty,backwards.
 */
#ifndef SCREE_TEST_EMULATED_CUDA_H
#define SCREE_TEST_EMULATED_CUDA_H

#include <stdbool.h>
#include <stdint.h>

#include "driver.h"

#ifdef __cplusplus
extern "C" {
#endif

#define EMULATED_MOST_DEVICES 8

/* Registers of a thread in every kernel, and the threads that a multiprocessor holds: nothing else bounds its blocks.
 */
#define EMULATED_REGISTERS 40
#define EMULATED_MULTIPROCESSOR_THREADS 2048

/* In what order streams run that no event orders. Each may be what a GPU does. */
typedef enum emulated_order {
    EMULATED_ORDER_LAZY,  /* Only what somebody waits for. */
    EMULATED_ORDER_HASTY, /* First all other streams of the device, to their ends. */
} emulated_order;

typedef struct emulated_cuda {
    /* The driver. */
    bool has_no_library;
    const char *missing_function;
    CUresult init_result;
    int version;        /* Version of the driver; 0 = 13000. */
    int image_version;  /* Version of the toolkit that compiled the kernels; 0 = 13000. */
    bool has_no_images; /* The library has no kernels, as in a build without nvcc or a GPU. */
    /* The devices. Each comment gives the default, which 0 selects. */
    unsigned devices; /* 2. */
    bool has_no_devices;
    int counted_devices;      /* Number of devices that the driver reports; 0 = the true one. */
    int capability;           /* 10 * major + minor; 90. */
    unsigned shared_bytes;    /* Maximum shared memory of a block; 232448. */
    unsigned multiprocessors; /* 132. */
    int compute_mode;
    bool is_integrated;
    uint64_t memory_bytes; /* Memory of a device; 4 GiB. */
    uint64_t unused_bytes; /* Maximum unused memory that a device reports; all. */
    uint64_t pinned_bytes; /* Maximum pinned host memory; 4 GiB. */
    /* Behaviour. Calls are counted from 1 since the count was set to 0; number 0 selects none. */
    emulated_order order;
    bool runs_backwards;     /* Blocks, and the threads of a block between barriers, in reverse order. */
    unsigned inexact_copy;   /* That copy to the host is off by one bit; 0 = none. */
    uint64_t largest_memory; /* No more bytes of device memory at once; 0 = no such limit, 1 = none at all. */
    uint64_t largest_pinned; /* Maximum bytes of pinned host memory at once; 0 = no limit, 1 = none at all. */
    CUresult module_result;  /* Result of loading modules; 0 = success. */
    unsigned failing_call;   /* Number of the call that fails, among all calls that can fail. */
    CUresult failing_result; /* Its result; 0 = CUDA_ERROR_OUT_OF_MEMORY. */
    unsigned losing_launch;  /* Number of the launch that loses the device. */
    unsigned losing_wait;    /* Number of the wait, for a stream or an event, that loses the device. */
    CUresult losing_result;  /* Result from then on; 0 = CUDA_ERROR_LAUNCH_FAILED. */
    /* Observations. */
    unsigned calls; /* Calls that can fail. */
    unsigned launches;
    unsigned waits;
    unsigned copies;          /* Copies to the host. */
    unsigned failures;        /* Wrong or undefined uses; each is printed. */
    unsigned pageable_copies; /* Copies to or from host memory that is not pinned: they wait for the device. */
    unsigned default_stream_uses;
    int depth; /* Contexts on the stacks of all threads. */
    bool is_lost;
} emulated_cuda;

extern emulated_cuda emulation;

/* Device and pinned memory, streams, events and modules that were not given back. */
unsigned emulated_cuda_leaks(void);

/* Frees what a test left that failed, so that the next is not disturbed. */
void emulated_cuda_reset(void);

/* The driver's functions, as an application calls them. */
const scree_cuda_functions *emulated_cuda_calls(void);

#ifdef __cplusplus
}
#endif

#endif
