#include "cuda_base.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#define CUDA_DEFINE(name, in_library, parameters) CUresult(*name) parameters;
CUDA_FUNCTIONS(CUDA_DEFINE)
#undef CUDA_DEFINE

bool cuda_succeeded(const char *call, CUresult result)
{
    const char *name = NULL;
    if (result == CUDA_SUCCESS) {
        return true;
    }
    cuGetErrorName(result, &name);
    fprintf(stderr, "%s: %s (%d)\n", call, name != NULL ? name : "an unknown error", result);
    return false;
}

/* Loads the driver, which stays loaded: its threads live as long as the process. */
static bool load_driver(struct cuda *cuda)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW);
    cuda->is_absent = library == NULL;
    if (library == NULL) {
        fprintf(stderr, "dlopen(\"libcuda.so.1\"): %s\n", dlerror());
        return false;
    }
#define CUDA_FIND(name, in_library, parameters)                            \
    {                                                                      \
        void *found = dlsym(library, in_library);                          \
        memcpy(&name, &found, sizeof found);                               \
        if (found == NULL) {                                               \
            fprintf(stderr, "dlsym(\"%s\"): %s\n", in_library, dlerror()); \
            return false;                                                  \
        }                                                                  \
    }
    CUDA_FUNCTIONS(CUDA_FIND)
#undef CUDA_FIND
    return true;
}

bool cuda_open(struct cuda *cuda)
{
    CUdevice device;
    char name[128];
    if (!load_driver(cuda)) {
        return false;
    }
    const CUresult result = cuInit(0);
    cuda->is_absent = result == CUDA_ERROR_NO_DEVICE;
    if (!cuda_succeeded("cuInit", result) || !CHECK(cuDeviceGet(&device, 0)) ||
        !CHECK(cuDeviceGetName(name, sizeof name, device)) || !CHECK(cuCtxCreate(&cuda->context, 0, device))) {
        return false;
    }
    printf("device: %s\n", name);
    return true;
}

bool cuda_close(struct cuda *cuda)
{
    return cuda->context == NULL || CHECK(cuCtxDestroy(cuda->context));
}

bool cuda_free(CUdeviceptr memory)
{
    return memory == 0 || CHECK(cuMemFree(memory));
}

bool cuda_unload(CUmodule module)
{
    return module == NULL || CHECK(cuModuleUnload(module));
}

int cuda_exit_status(const struct cuda *cuda, bool is_done)
{
    return is_done ? 0 : cuda->is_absent ? 77 : 1;
}

bool cuda_launch(CUfunction kernel, unsigned blocks, unsigned threads, void **parameters)
{
    return CHECK(cuLaunchKernel(kernel, blocks, 1, 1, threads, 1, 1, 0, NULL, parameters, NULL));
}
