/* Modules, kernels and launches of the emulated driver, and what is left of a context in the end. */
#include "emulated_internal.h"

#include <stdlib.h>
#include <string.h>

/* Shared memory that a launch may use without raising its limit. */
#define PLAIN_SHARED_BYTES 49152u
#define MOST_BLOCKS_X 2147483647u
#define MOST_BLOCKS_Y 65535u

static CUresult load(CUcontext context, const void *image, CUmodule *module)
{
    const emulated_image *known = image;
    if (emulation.module_result != CUDA_SUCCESS) {
        return emulation.module_result;
    }
    if (image == NULL || known->mark != EMULATED_IMAGE) {
        emulated_fail("a module is loaded that is no image");
        return CUDA_ERROR_INVALID_IMAGE;
    }
    CUmodule made = emulated_allocate(sizeof *made);
    *made = (struct CUmod_st){.next = context->modules, .context = context, .kernels = known->kernels()};
    context->modules = made;
    *module = made;
    return CUDA_SUCCESS;
}

CUresult emulated_cuModuleLoadData(CUmodule *module, const void *image)
{
    CUcontext context = NULL;
    CUresult result = emulated_enter_fallible(&context);
    if (result == CUDA_SUCCESS) {
        result = load(context, image, module);
    }
    return emulated_leave(result);
}

static CUmodule *find_module(CUcontext context, CUmodule module)
{
    for (CUmodule *link = &context->modules; *link != NULL; link = &(*link)->next) {
        if (*link == module) {
            return link;
        }
    }
    emulated_fail("a module is used that the current context does not have");
    return NULL;
}

static void free_module(CUmodule *link)
{
    CUmodule module = *link;
    *link = module->next;
    while (module->functions != NULL) {
        CUfunction next = module->functions->next;
        free(module->functions);
        module->functions = next;
    }
    free(module);
}

CUresult emulated_cuModuleUnload(CUmodule module)
{
    CUcontext context = NULL;
    CUresult result = emulated_enter(&context);
    CUmodule *link = context != NULL && result != CUDA_ERROR_INVALID_CONTEXT ? find_module(context, module) : NULL;
    if (link != NULL) {
        CUresult ran = emulated_run_device(context);
        result = result != CUDA_SUCCESS ? result : ran;
        free_module(link);
    } else {
        result = result != CUDA_SUCCESS ? result : CUDA_ERROR_INVALID_HANDLE;
    }
    return emulated_leave(result);
}

static CUresult find_kernel(CUmodule module, const char *name, CUfunction *function)
{
    for (const emulated_kernel *kernel = module->kernels; kernel != NULL; kernel = kernel->next) {
        if (strcmp(kernel->name, name) == 0) {
            CUfunction made = emulated_allocate(sizeof *made);
            *made = (struct CUfunc_st){
                .next = module->functions, .module = module, .kernel = kernel, .shared_bytes = PLAIN_SHARED_BYTES};
            module->functions = made;
            *function = made;
            return CUDA_SUCCESS;
        }
    }
    emulated_fail("there is no kernel %s in this part", name);
    return CUDA_ERROR_NOT_FOUND;
}

CUresult emulated_cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    CUcontext context = NULL;
    CUresult result = emulated_enter_fallible(&context);
    if (result == CUDA_SUCCESS) {
        result = find_module(context, module) != NULL ? find_kernel(module, name, function) : CUDA_ERROR_INVALID_HANDLE;
    }
    return emulated_leave(result);
}

static CUresult find_function(CUcontext context, CUfunction function)
{
    for (CUmodule module = context->modules; module != NULL; module = module->next) {
        for (CUfunction known = module->functions; known != NULL; known = known->next) {
            if (known == function) {
                return CUDA_SUCCESS;
            }
        }
    }
    emulated_fail("a function is used that the current context does not have");
    return CUDA_ERROR_INVALID_HANDLE;
}

static unsigned most_shared_bytes(void)
{
    return emulation.shared_bytes != 0 ? emulation.shared_bytes : 232448;
}

CUresult emulated_cuFuncSetAttribute(CUfunction function, int attribute, int value)
{
    CUcontext context = NULL;
    CUresult result = emulated_enter_fallible(&context);
    result = result == CUDA_SUCCESS ? find_function(context, function) : result;
    if (result == CUDA_SUCCESS && (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES || value < 0 ||
                                   (unsigned)value > most_shared_bytes())) {
        emulated_fail("attribute %d of a function is set to %d", attribute, value);
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (result == CUDA_SUCCESS) {
        function->shared_bytes = (uint32_t)value;
    }
    return emulated_leave(result);
}

/* Kernels have no memory of blocks or of threads but what a launch asks for. */
CUresult emulated_cuFuncGetAttribute(int *value, int attribute, CUfunction function)
{
    CUcontext context = NULL;
    CUresult result = emulated_enter(&context);
    result = result == CUDA_SUCCESS ? find_function(context, function) : result;
    *value = attribute == CU_FUNC_ATTRIBUTE_NUM_REGS ? EMULATED_REGISTERS : 0;
    return emulated_leave(result);
}

CUresult emulated_cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int threads,
                                                              size_t shared_bytes)
{
    CUcontext context = NULL;
    CUresult result = emulated_enter(&context);
    result = result == CUDA_SUCCESS ? find_function(context, function) : result;
    *blocks = shared_bytes <= most_shared_bytes() ? EMULATED_MULTIPROCESSOR_THREADS / threads : 0;
    return emulated_leave(result);
}

static bool is_within(const emulated_index *index, uint32_t most_x, uint32_t most_y, uint32_t most_z)
{
    return index->x > 0 && index->x <= most_x && index->y > 0 && index->y <= most_y && index->z > 0 &&
           index->z <= most_z;
}

static CUresult check_launch(const struct CUfunc_st *function, const emulated_grid *grid)
{
    const emulated_index *threads = &grid->threads;
    bool is_right = is_within(&grid->blocks, MOST_BLOCKS_X, MOST_BLOCKS_Y, MOST_BLOCKS_Y) &&
                    is_within(threads, 1024, 1024, 64) &&
                    threads->x * threads->y * threads->z <= function->kernel->most_threads &&
                    grid->shared_bytes <= function->shared_bytes;
    if (!is_right) {
        emulated_fail("%s is launched with %u x %u x %u blocks of %u x %u x %u threads and %u bytes",
                      function->kernel->name, grid->blocks.x, grid->blocks.y, grid->blocks.z, threads->x, threads->y,
                      threads->z, grid->shared_bytes);
    }
    return is_right ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static CUresult launch(CUcontext context, CUfunction function, const emulated_grid *grid, CUstream stream,
                       void **parameters)
{
    CUresult result = find_function(context, function);
    result = result == CUDA_SUCCESS ? check_launch(function, grid) : result;
    if (result != CUDA_SUCCESS) {
        return result;
    }
    if (++emulation.launches == emulation.losing_launch) {
        emulated_lose(context, emulation.losing_result != 0 ? emulation.losing_result : CUDA_ERROR_LAUNCH_FAILED);
        return context->lost;
    }
    operation *added = emulated_enqueue_launch(context, stream, function->kernel->parameter_bytes);
    if (added == NULL) {
        return CUDA_ERROR_INVALID_HANDLE;
    }
    added->kernel = function->kernel;
    added->grid = *grid;
    memcpy(added->held, parameters[0], function->kernel->parameter_bytes);
    return CUDA_SUCCESS;
}

CUresult emulated_cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                 unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                                 CUstream stream, void **parameters, void **extra)
{
    CUcontext context = NULL;
    emulated_grid grid = {.blocks = {grid_x, grid_y, grid_z},
                          .threads = {block_x, block_y, block_z},
                          .shared_bytes = shared_bytes,
                          .runs_backwards = emulation.runs_backwards};
    (void)extra;
    CUresult result = emulated_enter_fallible(&context);
    if (result == CUDA_SUCCESS) {
        result = launch(context, function, &grid, stream, parameters);
    }
    return emulated_leave(result);
}

static unsigned count_left(const struct CUctx_st *context)
{
    unsigned count = 0;
    for (CUstream stream = context->streams; stream != NULL; stream = stream->next) {
        count += !stream->is_destroyed;
    }
    for (CUevent event = context->events; event != NULL; event = event->next) {
        count += !event->is_destroyed;
    }
    for (CUmodule module = context->modules; module != NULL; module = module->next) {
        count++;
    }
    return count;
}

unsigned emulated_cuda_leaks(void)
{
    emulated_lock();
    unsigned count = emulated_count_memory();
    for (unsigned i = 0; i < EMULATED_MOST_DEVICES; i++) {
        count += count_left(&emulated_contexts[i]) + (emulated_contexts[i].users > 0);
    }
    emulated_unlock();
    return count;
}

static void free_stream(CUstream stream)
{
    while (stream->first != NULL) {
        operation *next = stream->first->next;
        free(stream->first);
        stream->first = next;
    }
}

void emulated_context_end(CUcontext context)
{
    unsigned left = count_left(context);
    if (context->lost == CUDA_SUCCESS) {
        (void)emulated_run_device(context);
    }
    left += emulated_free_memory_of(context);
    if (left > 0) {
        emulated_fail("a context ends with %u pieces of memory, streams, events and modules", left);
    }
    free_stream(&context->default_stream);
    for (CUstream next; context->streams != NULL; context->streams = next) {
        next = context->streams->next;
        free_stream(context->streams);
        free(context->streams);
    }
    for (CUevent next; context->events != NULL; context->events = next) {
        next = context->events->next;
        free(context->events);
    }
    while (context->modules != NULL) {
        free_module(&context->modules);
    }
}
