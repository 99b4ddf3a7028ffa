/* Modules and their kernels, and launches. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "cuda_device.h"

/* Bytes of a kernel's name. */
#define KERNEL_NAME 48
/* Shared memory that a launch may use without raising its limit. */
#define PLAIN_SHARED_BYTES (48u << 10)
/* Maximum size of a kernel's parameter, and of the constants in it. */
#define MOST_PARAMETER_BYTES 4096u
#define MOST_CONSTANTS (MOST_PARAMETER_BYTES - sizeof(scree_cuda_bindings))

const char *const scree_cuda_numbers[] = {"_0", "_1", "_2", "_3", "_4", "_5", "_6", "_7", "_8"};

static scree_result load_module(scree_cuda_device *device, scree_cuda_part part)
{
    CUmodule *module = &device->kernels.modules[part];
    if (*module != NULL) {
        return SCREE_OK;
    }
    CUresult loaded = device->driver.call.cuModuleLoadData(module, scree_cuda_image(part));
    if (loaded == CUDA_SUCCESS) {
        return SCREE_OK;
    }
    *module = NULL;
    if (loaded == CUDA_ERROR_NO_BINARY_FOR_GPU || loaded == CUDA_ERROR_INVALID_PTX ||
        loaded == CUDA_ERROR_UNSUPPORTED_PTX_VERSION) {
        int version = scree_cuda_image_version();
        return scree_fail(
            device->gpu.base.context, SCREE_ERROR_UNSUPPORTED,
            "%s: this build's kernels (CUDA %d.%d) have no code for it that its driver (CUDA %d.%d) takes",
            device->gpu.base.label, version / 1000, version % 1000 / 10, device->driver.version / 1000,
            device->driver.version % 1000 / 10);
    }
    return scree_cuda_check(device, loaded, "loading kernels");
}

static void name_kernel(const scree_cuda_launch *launch, char name[KERNEL_NAME])
{
    int length = snprintf(name, KERNEL_NAME, "%s", launch->set->name);
    for (uint32_t i = 0; i < SCREE_CUDA_KERNEL_WORDS && launch->set->word[i].count > 0; i++) {
        length +=
            snprintf(name + length, KERNEL_NAME - (size_t)length, "%s", launch->set->word[i].words[launch->word[i]]);
    }
}

/* A launch's kernel, in a set that is made for its first launch; NULL, logged, without memory. */
static scree_cuda_kernel *take_kernel(scree_cuda_device *device, const scree_cuda_launch *launch)
{
    scree_cuda_kernel **set = &device->kernels.sets[launch->number];
    uint32_t index = 0;
    uint32_t count = 1;
    for (uint32_t i = 0; i < SCREE_CUDA_KERNEL_WORDS && launch->set->word[i].count > 0; i++) {
        index = index * launch->set->word[i].count + launch->word[i];
        count *= launch->set->word[i].count;
    }
    if (*set == NULL && (*set = calloc(count, sizeof **set)) == NULL) {
        scree_fail(device->gpu.base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for kernels");
        return NULL;
    }
    return *set + index;
}

static scree_result find_function(scree_cuda_device *device, const scree_cuda_launch *launch, scree_cuda_kernel *kernel)
{
    const scree_cuda_part part = launch->set->part;
    char name[KERNEL_NAME];
    CUfunction function = NULL;
    scree_result result = load_module(device, part);
    if (result != SCREE_OK) {
        return result;
    }
    name_kernel(launch, name);
    result = scree_cuda_check(device,
                              device->driver.call.cuModuleGetFunction(&function, device->kernels.modules[part], name),
                              "finding a kernel");
    if (result == SCREE_OK) {
        *kernel = (scree_cuda_kernel){.function = function, .shared_bytes = PLAIN_SHARED_BYTES};
    }
    return result;
}

/* The function of a launch, ready for so much memory of a block. */
static scree_result get_function(scree_cuda_device *device, const scree_cuda_launch *launch, CUfunction *function)
{
    scree_cuda_kernel *kernel = take_kernel(device, launch);
    scree_result result = kernel == NULL             ? SCREE_ERROR_OUT_OF_MEMORY
                          : kernel->function == NULL ? find_function(device, launch, kernel)
                                                     : SCREE_OK;
    if (result != SCREE_OK) {
        return result;
    }
    if (launch->shared_bytes > kernel->shared_bytes) {
        CUresult raised = device->driver.call.cuFuncSetAttribute(
            kernel->function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, (int)launch->shared_bytes);
        result = scree_cuda_check(device, raised, "asking for memory of blocks");
        kernel->shared_bytes = result == SCREE_OK ? launch->shared_bytes : kernel->shared_bytes;
    }
    *function = kernel->function;
    return result;
}

/* The parameter of a kernel, as launch.h lays it out. A kernel that needs fewer bytes takes the first. */
typedef struct kernel_parameter {
    scree_cuda_bindings bindings;
    unsigned char constants[MOST_CONSTANTS];
} kernel_parameter;

_Static_assert(sizeof(kernel_parameter) <= MOST_PARAMETER_BYTES && sizeof(scree_cuda_bindings) % sizeof(uint64_t) == 0,
               "constants may have members of 64 bits");

static void fill_parameter(const scree_gpu_dispatch *dispatch, kernel_parameter *parameter)
{
    for (uint32_t i = 0; i < SCREE_GPU_SPANS; i++) {
        const scree_gpu_span *span = &dispatch->spans[i];
        parameter->bindings.span[i] =
            span->memory != NULL ? (uint32_t *)(uintptr_t)(span->memory->handle + span->offset) : NULL;
    }
    memcpy(parameter->bindings.specialisation, dispatch->specialisation, sizeof dispatch->specialisation);
    memcpy(parameter->constants, dispatch->constants, dispatch->constants_bytes);
}

void scree_cuda_run(scree_cuda_commands *commands, const scree_cuda_launch *launch, const scree_gpu_dispatch *dispatch)
{
    scree_cuda_device *device = (scree_cuda_device *)commands->base.gpu;
    const uint32_t *grid = launch->grid;
    const uint32_t *block = launch->block;
    kernel_parameter parameter;
    void *all[] = {&parameter};
    CUfunction function = NULL;
    fill_parameter(dispatch, &parameter);
    if (device->gpu.base.rehearsal == NULL) {
        scree_cuda_start_program(commands);
    }
    if (commands->base.result == SCREE_OK) {
        commands->base.result = get_function(device, launch, &function);
    }
    if (commands->base.result == SCREE_OK && device->gpu.base.rehearsal != NULL) {
        char name[KERNEL_NAME];
        name_kernel(launch, name);
        scree_cuda_note(device, launch, name, function);
    } else if (commands->base.result == SCREE_OK) {
        CUresult launched = device->driver.call.cuLaunchKernel(function, grid[0], grid[1], grid[2], block[0], block[1],
                                                               block[2], launch->shared_bytes, commands->compute, all,
                                                               NULL);
        commands->base.result = scree_cuda_check(device, launched, "computing");
    }
}

void scree_cuda_kernels_destroy(scree_cuda_device *device)
{
    for (int part = 0; part < SCREE_CUDA_PARTS; part++) {
        if (device->kernels.modules[part] != NULL) {
            device->driver.call.cuModuleUnload(device->kernels.modules[part]);
        }
    }
    for (int number = 0; number < SCREE_CUDA_KERNEL_SETS; number++) {
        free(device->kernels.sets[number]);
    }
    device->kernels = (scree_cuda_kernels){0};
}
