/*
 * A CUDA driver without a GPU. Programs link scree_emulated_cuda, which stands between the library and dlopen(): the
 * library finds a libcuda.so.1 whose devices are memory of the host and whose kernels are the library's own, compiled
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
    int version;        /* Of the driver; 0 = 13000. */
    int image_version;  /* Of the toolkit that made the kernels; 0 = 13000. */
    bool has_no_images; /* As in a build without nvcc. */
    /* The devices; zero is what is said behind. */
    unsigned devices; /* 2. */
    bool has_no_devices;
    int counted_devices;      /* What the driver says instead of their number; 0 = the truth. */
    int capability;           /* 10 * major + minor; 90. */
    unsigned shared_bytes;    /* Of a block at most; 232448. */
    unsigned multiprocessors; /* 132. */
    int compute_mode;
    bool is_integrated;
    uint64_t memory_bytes; /* Of a device; 4 GiB. */
    uint64_t unused_bytes; /* That a device says it has, at most; all. */
    uint64_t pinned_bytes; /* Of all host memory that is pinned; 4 GiB. */
    /* What they do. Calls are counted from 1, from when the count was set to 0 on; number 0 is none. */
    emulated_order order;
    bool runs_backwards;     /* Blocks, and the threads of a block between barriers, in reverse order. */
    bool is_inexact;         /* The first copy to the host is off by one bit. */
    uint64_t largest_memory; /* No more bytes of device memory at once; 0 = no such limit, 1 = none at all. */
    uint64_t largest_pinned; /* Likewise, of the host. */
    CUresult module_result;  /* Of loading modules. */
    unsigned failing_call;   /* This call of all that may fail ends with failing_result, */
    CUresult failing_result; /* which is CUDA_ERROR_OUT_OF_MEMORY where it is 0. */
    unsigned losing_launch;  /* The device is lost in this launch, */
    unsigned losing_wait;    /* or in this wait for a stream or an event, */
    CUresult losing_result;  /* with this result: 0 = CUDA_ERROR_LAUNCH_FAILED. */
    /* What was seen. */
    unsigned calls; /* Those that may fail. */
    unsigned launches;
    unsigned waits;
    unsigned copies;          /* To the host. */
    unsigned failures;        /* Uses that are wrong, or undefined; each is printed. */
    unsigned pageable_copies; /* To or from host memory that is not pinned: they wait for the device. */
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
