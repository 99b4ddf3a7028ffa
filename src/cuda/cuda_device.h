/* Internals of the CUDA device. */
#ifndef SCREE_CUDA_DEVICE_H
#define SCREE_CUDA_DEVICE_H

#include <scree/cuda.h>

#include "driver.h"
#include "fat_binary.h"
#include "gpu_interface.h"
#include "launch.h"

#define SCREE_CUDA_KERNEL_WORDS 3

/* Words of which one is a part of a kernel's name. */
typedef struct scree_cuda_words {
    const char *const *words;
    uint32_t count;
    uint32_t constant; /* The specialisation constant whose value is the number of the word, for kernels of programs. */
} scree_cuda_words;

#define SCREE_CUDA_WORDS(list, constant)               \
    {                                                  \
        list, sizeof(list) / sizeof(list)[0], constant \
    }

/* The words of numbers from 0 to 8. */
extern const char *const scree_cuda_numbers[9];

/* Kernels of a part whose names begin alike. Each is given by the numbers of its words, 0 where there is none. */
typedef struct scree_cuda_kernel_set {
    scree_cuda_part part;
    const char *name;
    scree_cuda_words word[SCREE_CUDA_KERNEL_WORDS];
} scree_cuda_kernel_set;

/* The sets by number: those of programs first, then the fused contractions. */
enum {
    SCREE_CUDA_FUSED_2 = SCREE_GPU_PROGRAM_COUNT,
    SCREE_CUDA_FUSED_3,
    SCREE_CUDA_FUSED_MANY,
    SCREE_CUDA_FUSED_VALUE,
    SCREE_CUDA_FUSED_DUALS,
    SCREE_CUDA_KERNEL_SETS
};

typedef struct scree_cuda_kernel {
    CUfunction function;   /* NULL before the first launch. */
    uint32_t shared_bytes; /* Shared memory that it may be launched with. */
} scree_cuda_kernel;

/* Modules are loaded, and functions found by name, on first use; later launches index the kernels of a set. */
typedef struct scree_cuda_kernels {
    CUmodule modules[SCREE_CUDA_PARTS];
    scree_cuda_kernel *sets[SCREE_CUDA_KERNEL_SETS];
} scree_cuda_kernels;

typedef struct scree_cuda_device {
    scree_gpu gpu; /* First, so that a device of this backend is one of these. */
    scree_cuda_driver driver;
    CUdevice ordinal;
    CUcontext context; /* The device's primary context, which the application's CUDA runtime uses too. */
    uint32_t multiprocessors;
    uint32_t multiprocessor_threads; /* The most threads that one holds; 0 = unknown. */
    CUstream compute;
    CUstream transfer;
    CUevent epoch; /* An event at a known time of the host's clock. */
    scree_cuda_kernels kernels;
    /* Submissions on callers' streams (application.c), or NULL. */
    struct scree_cuda_stream_submission *stream_submissions;
    uint32_t next_stream_submission;
} scree_cuda_device;

/* A command buffer: work on two streams, between events. */
typedef struct scree_cuda_commands {
    scree_gpu_commands base; /* First. */
    CUstream compute;        /* The device's stream, a caller's, or the commands' own. */
    CUstream own;            /* NULL unless they are detached. */
    CUevent started;         /* Start of the first program. */
    CUevent computed;
    CUevent copying;
    CUevent done;     /* End of the copies on the transfer stream. */
    bool is_begun;    /* The streams may have work that was not waited for. */
    bool has_work;    /* The compute stream has unfinished work. */
    bool has_started; /* Whether the commands include kernels and not only copies. */
    bool has_copies;  /* The transfer stream has work. */
} scree_cuda_commands;

/* Converts a CUresult, and logs a failure of `action` (results.c). */
scree_result scree_cuda_check(scree_cuda_device *device, CUresult result, const char *action);

/* The backend's table of functions (commands.c), and those functions that are defined elsewhere. */
extern const scree_gpu_functions scree_cuda_gpu_functions;
void scree_cuda_dispatch(scree_gpu_commands *commands, const scree_gpu_dispatch *dispatch);
/* The noise programs, of which the contraction is fused (contraction.c). */
extern const struct scree_gpu_noise_programs scree_cuda_noise_programs;

/* Finds a pointer's memory: a CU_MEMORYTYPE, 0 for ordinary memory, and the device. */
unsigned scree_cuda_memory_type(const scree_cuda_device *device, uint64_t pointer, int *ordinal);

/* Stores an error of a call while commands are recorded. */
void scree_cuda_keep(scree_gpu_commands *base, CUresult result, const char *action);

/* Records an event, unless there was an error. */
void scree_cuda_record(scree_gpu_commands *base, CUevent event, CUstream stream);

/* Announces a program, so that the start of the first one is timed. An error is stored in the commands' result. */
void scree_cuda_start_program(scree_cuda_commands *commands);

/* A launch: a kernel, and its numbers of blocks and threads. */
typedef struct scree_cuda_launch {
    const scree_cuda_kernel_set *set;
    uint32_t number;                        /* The set's. */
    uint32_t word[SCREE_CUDA_KERNEL_WORDS]; /* The words of the kernel. */
    uint32_t grid[3];
    uint32_t block[3];
    uint32_t shared_bytes;
} scree_cuda_launch;

/* Puts a launch on the commands' compute stream, with what the dispatch binds and its constants (kernels.c). */
void scree_cuda_run(scree_cuda_commands *commands, const scree_cuda_launch *launch, const scree_gpu_dispatch *dispatch);
void scree_cuda_kernels_destroy(scree_cuda_device *device);

/* Notes a launch of a function in the device's rehearsal, with the numbers that the driver reports on it (explain.c).
 */
void scree_cuda_note(const scree_cuda_device *device, const scree_cuda_launch *launch, const char *name,
                     CUfunction function);

/* Waits for fills on callers' streams, and frees their resources. */
void scree_cuda_stream_submissions_destroy(scree_cuda_device *device);

#endif
