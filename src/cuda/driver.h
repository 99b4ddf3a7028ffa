/*
 * The part of the CUDA driver API that the library uses, loaded at run time: building needs no toolkit for it, and
 * programs run without a driver. Names, numbers and types are those of cuda.h. "_v2" in a name is part of the driver's
 * binary compatibility.
 */
#ifndef SCREE_CUDA_DRIVER_H
#define SCREE_CUDA_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#include <scree/result.h>

typedef int CUresult;
typedef int CUdevice;
typedef uint64_t CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUuuid_st {
    char bytes[16];
} CUuuid;

/* Results that the library distinguishes. */
#define CUDA_SUCCESS 0
#define CUDA_ERROR_OUT_OF_MEMORY 2
#define CUDA_ERROR_NO_DEVICE 100
#define CUDA_ERROR_NO_BINARY_FOR_GPU 209
#define CUDA_ERROR_INVALID_PTX 218
#define CUDA_ERROR_UNSUPPORTED_PTX_VERSION 222
#define CUDA_ERROR_NOT_READY 600
#define CUDA_ERROR_ILLEGAL_ADDRESS 700
#define CUDA_ERROR_LAUNCH_TIMEOUT 702
#define CUDA_ERROR_LAUNCH_FAILED 719
#define CUDA_ERROR_SYSTEM_DRIVER_MISMATCH 803

/* Attributes of devices, functions and pointers. */
#define CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK 1
#define CU_DEVICE_ATTRIBUTE_CLOCK_RATE 13
#define CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT 16
#define CU_DEVICE_ATTRIBUTE_INTEGRATED 18
#define CU_DEVICE_ATTRIBUTE_COMPUTE_MODE 20
#define CU_DEVICE_ATTRIBUTE_PCI_BUS_ID 33
#define CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID 34
#define CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR 39
#define CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID 50
#define CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR 75
#define CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR 76
#define CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN 97
#define CU_COMPUTEMODE_PROHIBITED 2
#define CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES 1
#define CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES 3
#define CU_FUNC_ATTRIBUTE_NUM_REGS 4
#define CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES 8
#define CU_POINTER_ATTRIBUTE_MEMORY_TYPE 2
#define CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL 9
#define CU_MEMORYTYPE_HOST 1
#define CU_MEMORYTYPE_DEVICE 2

#define CU_STREAM_NON_BLOCKING 1
#define CU_EVENT_DEFAULT 0
#define CU_EVENT_DISABLE_TIMING 2
#define CU_MEMHOSTALLOC_PORTABLE 1

/* X(name, parameters): every function that the library cannot do without. */
#define SCREE_CUDA_FUNCTIONS(X)                                                                                    \
    X(cuInit, (unsigned flags))                                                                                    \
    X(cuDriverGetVersion, (int *version))                                                                          \
    X(cuGetErrorName, (CUresult result, const char **name))                                                        \
    X(cuDeviceGetCount, (int *count))                                                                              \
    X(cuDeviceGet, (CUdevice * device, int ordinal))                                                               \
    X(cuDeviceGetName, (char *name, int length, CUdevice device))                                                  \
    X(cuDeviceGetUuid, (CUuuid * uuid, CUdevice device))                                                           \
    X(cuDeviceGetAttribute, (int *value, int attribute, CUdevice device))                                          \
    X(cuDeviceTotalMem_v2, (size_t * bytes, CUdevice device))                                                      \
    X(cuDevicePrimaryCtxRetain, (CUcontext * context, CUdevice device))                                            \
    X(cuDevicePrimaryCtxRelease_v2, (CUdevice device))                                                             \
    X(cuCtxPushCurrent_v2, (CUcontext context))                                                                    \
    X(cuCtxPopCurrent_v2, (CUcontext * context))                                                                   \
    X(cuMemGetInfo_v2, (size_t * unused, size_t * total))                                                          \
    X(cuMemAlloc_v2, (CUdeviceptr * memory, size_t bytes))                                                         \
    X(cuMemFree_v2, (CUdeviceptr memory))                                                                          \
    X(cuMemHostAlloc, (void **memory, size_t bytes, unsigned flags))                                               \
    X(cuMemFreeHost, (void *memory))                                                                               \
    X(cuMemcpyHtoDAsync_v2, (CUdeviceptr to, const void *from, size_t bytes, CUstream stream))                     \
    X(cuMemcpyDtoHAsync_v2, (void *to, CUdeviceptr from, size_t bytes, CUstream stream))                           \
    X(cuMemsetD32Async, (CUdeviceptr memory, unsigned word, size_t words, CUstream stream))                        \
    X(cuPointerGetAttributes, (unsigned count, int *attributes, void **values, CUdeviceptr pointer))               \
    X(cuStreamCreate, (CUstream * stream, unsigned flags))                                                         \
    X(cuStreamDestroy_v2, (CUstream stream))                                                                       \
    X(cuStreamSynchronize, (CUstream stream))                                                                      \
    X(cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned flags))                                         \
    X(cuEventCreate, (CUevent * event, unsigned flags))                                                            \
    X(cuEventDestroy_v2, (CUevent event))                                                                          \
    X(cuEventRecord, (CUevent event, CUstream stream))                                                             \
    X(cuEventSynchronize, (CUevent event))                                                                         \
    X(cuEventElapsedTime, (float *milliseconds, CUevent start, CUevent end))                                       \
    X(cuModuleLoadData, (CUmodule * module, const void *image))                                                    \
    X(cuModuleUnload, (CUmodule module))                                                                           \
    X(cuModuleGetFunction, (CUfunction * function, CUmodule module, const char *name))                             \
    X(cuFuncSetAttribute, (CUfunction function, int attribute, int value))                                         \
    X(cuLaunchKernel,                                                                                              \
      (CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, \
       unsigned block_z, unsigned shared_bytes, CUstream stream, void **parameters, void **extra))

/* Functions that report the demands of a kernel (explain.c); NULL where the driver lacks one. */
#define SCREE_CUDA_TELLING_FUNCTIONS(X)                                     \
    X(cuFuncGetAttribute, (int *value, int attribute, CUfunction function)) \
    X(cuOccupancyMaxActiveBlocksPerMultiprocessor, (int *blocks, CUfunction function, int threads, size_t shared_bytes))

typedef struct scree_cuda_functions {
#define SCREE_CUDA_MEMBER(name, parameters) CUresult(*name) parameters;
    SCREE_CUDA_FUNCTIONS(SCREE_CUDA_MEMBER)
    SCREE_CUDA_TELLING_FUNCTIONS(SCREE_CUDA_MEMBER)
#undef SCREE_CUDA_MEMBER
} scree_cuda_functions;

typedef struct scree_cuda_driver {
    void *library;
    int version; /* 1000 * major + 10 * minor. */
    scree_cuda_functions call;
} scree_cuda_driver;

/*
 * Loads the driver and initialises it. SCREE_ERROR_UNSUPPORTED, with the reason in words, if there is none or it is
 * unsuitable. It stays loaded, because threads that it once started live as long as the process.
 */
scree_result scree_cuda_driver_open(scree_cuda_driver *driver, char *reason, size_t reason_bytes);

#endif
