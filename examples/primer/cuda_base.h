/*
 * What the CUDA programs of the primer share: the driver's functions, and a device. A function that returns false has
 * said on stderr which call failed.
 *
 * The driver is loaded when the program runs, so that it is built without NVIDIA's toolkit. Names, numbers and types
 * are those of cuda.h, which a program includes where there is a toolkit.
 */
#ifndef PRIMER_CUDA_BASE_H
#define PRIMER_CUDA_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int CUresult;
typedef int CUdevice;
typedef uint64_t CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;

#define CUDA_SUCCESS 0
#define CUDA_ERROR_NO_DEVICE 100

/* X(name, name in the driver's library, parameters); cuda.h defines the first to be the second, too. */
#define CUDA_FUNCTIONS(X)                                                                                          \
    X(cuInit, "cuInit", (unsigned flags))                                                                          \
    X(cuGetErrorName, "cuGetErrorName", (CUresult result, const char **name))                                      \
    X(cuDeviceGet, "cuDeviceGet", (CUdevice * device, int ordinal))                                                \
    X(cuDeviceGetName, "cuDeviceGetName", (char *name, int length, CUdevice device))                               \
    X(cuCtxCreate, "cuCtxCreate_v2", (CUcontext * context, unsigned flags, CUdevice device))                       \
    X(cuCtxDestroy, "cuCtxDestroy_v2", (CUcontext context))                                                        \
    X(cuCtxSynchronize, "cuCtxSynchronize", (void))                                                                \
    X(cuMemAlloc, "cuMemAlloc_v2", (CUdeviceptr * memory, size_t bytes))                                           \
    X(cuMemFree, "cuMemFree_v2", (CUdeviceptr memory))                                                             \
    X(cuMemcpyHtoD, "cuMemcpyHtoD_v2", (CUdeviceptr to, const void *from, size_t bytes))                           \
    X(cuMemcpyDtoH, "cuMemcpyDtoH_v2", (void *to, CUdeviceptr from, size_t bytes))                                 \
    X(cuMemsetD32, "cuMemsetD32_v2", (CUdeviceptr memory, unsigned word, size_t words))                            \
    X(cuModuleLoad, "cuModuleLoad", (CUmodule * module, const char *file))                                         \
    X(cuModuleUnload, "cuModuleUnload", (CUmodule module))                                                         \
    X(cuModuleGetFunction, "cuModuleGetFunction", (CUfunction * function, CUmodule module, const char *name))      \
    X(cuLaunchKernel, "cuLaunchKernel",                                                                            \
      (CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, \
       unsigned block_z, unsigned shared_bytes, CUstream stream, void **parameters, void **extra))

#define CUDA_DECLARE(name, in_library, parameters) extern CUresult(*name) parameters;
CUDA_FUNCTIONS(CUDA_DECLARE)
#undef CUDA_DECLARE

/* Whether a call of the driver succeeded; names the call and its error on stderr where it did not. */
#define CHECK(call) cuda_succeeded(#call, call)
bool cuda_succeeded(const char *call, CUresult result);

struct cuda {
    CUcontext context;
    bool is_absent; /* There is no driver here, or no GPU. */
};

/* Opens the first GPU, and prints its name. */
bool cuda_open(struct cuda *cuda);

/* These take what was never created, too. */
bool cuda_close(struct cuda *cuda);
bool cuda_free(CUdeviceptr memory);
bool cuda_unload(CUmodule module);

/* The exit status of a program: 0 when it is done, 77 where there is no GPU, which tests take as skipped, or 1. */
int cuda_exit_status(const struct cuda *cuda, bool is_done);

/* Launches so many blocks of so many threads, on the stream that every context has. */
bool cuda_launch(CUfunction kernel, unsigned blocks, unsigned threads, void **parameters);

#endif
