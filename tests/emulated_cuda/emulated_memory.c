/* Memory of the emulated devices, and host memory that their copies reach directly. */
#include "emulated_internal.h"

#include <stdlib.h>
#include <string.h>

/* Between allocations: nobody writes there. */
#define GUARD_BYTES 256u
#define GUARD 0x5c
/* Fills new memory; as floats NaNs. */
#define GARBAGE 0xff
/* The device of memory that is none's. */
#define INVALID_ORDINAL (-2)

emulated_memory *emulated_memories;

static uint64_t pinned_bytes;

emulated_memory *emulated_find_memory(uint64_t address, size_t bytes, bool *is_part)
{
    *is_part = false;
    for (emulated_memory *memory = emulated_memories; memory != NULL; memory = memory->next) {
        uint64_t start = (uint64_t)(uintptr_t)memory->bytes;
        if (address >= start && address + bytes <= start + memory->size) {
            return memory;
        }
        *is_part = *is_part || (address < start + memory->size && address + bytes > start);
    }
    return NULL;
}

static CUresult check_size(uint64_t used, uint64_t bytes, uint64_t there_are, uint64_t most)
{
    uint64_t limit = most != 0 && most < there_are ? most : there_are;
    if (bytes == 0) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    return bytes > limit || used > limit - bytes ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
}

static emulated_memory *make_memory(CUcontext context, size_t bytes, bool is_host)
{
    emulated_memory *memory = emulated_allocate(sizeof *memory);
    void *made = NULL;
    if (posix_memalign(&made, GUARD_BYTES, GUARD_BYTES + bytes + GUARD_BYTES) != 0) {
        free(memory);
        return NULL;
    }
    memset(made, GUARD, GUARD_BYTES);
    memset((unsigned char *)made + GUARD_BYTES + bytes, GUARD, GUARD_BYTES);
    *memory = (emulated_memory){.next = emulated_memories,
                                .bytes = (unsigned char *)made + GUARD_BYTES,
                                .size = bytes,
                                .context = context,
                                .is_host = is_host};
    memset(memory->bytes, GARBAGE, bytes);
    EMULATED_POISON(memory->bytes - GUARD_BYTES, GUARD_BYTES);
    EMULATED_POISON(memory->bytes + bytes, GUARD_BYTES);
    emulated_memories = memory;
    return memory;
}

static void free_memory(emulated_memory *freed)
{
    emulated_memory **link = &emulated_memories;
    unsigned char *start = freed->bytes - GUARD_BYTES;
    while (*link != freed) {
        link = &(*link)->next;
    }
    *link = freed->next;
    EMULATED_UNPOISON(start, GUARD_BYTES);
    EMULATED_UNPOISON(freed->bytes + freed->size, GUARD_BYTES);
    for (size_t i = 0; i < GUARD_BYTES; i++) {
        if (start[i] != GUARD || freed->bytes[freed->size + i] != GUARD) {
            emulated_fail("something wrote beyond %zu bytes of memory", freed->size);
            break;
        }
    }
    if (freed->is_host) {
        pinned_bytes -= freed->size;
    } else {
        freed->context->used_bytes -= freed->size;
    }
    free(start);
    free(freed);
}

unsigned emulated_free_memory_of(CUcontext context)
{
    emulated_memory *next = NULL;
    unsigned count = 0;
    for (emulated_memory *memory = emulated_memories; memory != NULL; memory = next) {
        next = memory->next;
        if (memory->context == context) {
            free_memory(memory);
            count++;
        }
    }
    return count;
}

unsigned emulated_count_memory(void)
{
    unsigned count = 0;
    for (emulated_memory *memory = emulated_memories; memory != NULL; memory = memory->next) {
        count++;
    }
    return count;
}

CUresult emulated_cuMemAlloc_v2(CUdeviceptr *memory, size_t bytes)
{
    CUcontext context = NULL;
    emulated_memory *new_memory = NULL;
    uint64_t there_are = emulation.memory_bytes != 0 ? emulation.memory_bytes : UINT64_C(4) << 30;
    CUresult result = emulated_enter_fallible(&context);
    if (result == CUDA_SUCCESS) {
        result = check_size(context->used_bytes, bytes, there_are, emulation.largest_memory);
    }
    if (result == CUDA_SUCCESS) {
        new_memory = make_memory(context, bytes, false);
        result = new_memory == NULL ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
    }
    if (result == CUDA_SUCCESS) {
        context->used_bytes += bytes;
        *memory = (CUdeviceptr)(uintptr_t)new_memory->bytes;
    }
    return emulated_leave(result);
}

CUresult emulated_cuMemHostAlloc(void **memory, size_t bytes, unsigned flags)
{
    CUcontext context = NULL;
    emulated_memory *new_memory = NULL;
    uint64_t there_are = emulation.pinned_bytes != 0 ? emulation.pinned_bytes : UINT64_C(4) << 30;
    (void)flags;
    CUresult result = emulated_enter_fallible(&context);
    if (result == CUDA_SUCCESS) {
        result = check_size(pinned_bytes, bytes, there_are, emulation.largest_pinned);
    }
    if (result == CUDA_SUCCESS) {
        new_memory = make_memory(context, bytes, true);
        result = new_memory == NULL ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
    }
    if (result == CUDA_SUCCESS) {
        pinned_bytes += bytes;
        *memory = new_memory->bytes;
    }
    return emulated_leave(result);
}

/* Memory of this start, of the device or of the host. */
static emulated_memory *find_start(uint64_t address, bool is_host)
{
    bool is_part = false;
    emulated_memory *memory = emulated_find_memory(address, 1, &is_part);
    if (memory == NULL || (uint64_t)(uintptr_t)memory->bytes != address || memory->is_host != is_host) {
        emulated_fail("memory is freed that is not there");
        return NULL;
    }
    return memory;
}

/* Waits for the device, as the real one does. */
CUresult emulated_cuMemFree_v2(CUdeviceptr address)
{
    CUcontext context = NULL;
    CUresult result = emulated_enter(&context);
    if (context != NULL && result != CUDA_ERROR_INVALID_CONTEXT) {
        emulated_memory *memory = find_start(address, false);
        if (memory == NULL) {
            result = CUDA_ERROR_INVALID_VALUE;
        } else {
            CUresult ran = emulated_run_device(memory->context);
            result = result != CUDA_SUCCESS ? result : ran;
            free_memory(memory);
        }
    }
    return emulated_leave(result);
}

CUresult emulated_cuMemFreeHost(void *address)
{
    CUcontext context = NULL;
    CUresult result = emulated_enter(&context);
    if (context != NULL && result != CUDA_ERROR_INVALID_CONTEXT) {
        emulated_memory *memory = find_start((uint64_t)(uintptr_t)address, true);
        if (memory == NULL) {
            result = CUDA_ERROR_INVALID_VALUE;
        } else {
            if (emulated_is_in_use(memory)) {
                emulated_fail("host memory is freed that work still needs");
                (void)emulated_run_device(memory->context);
            }
            free_memory(memory);
        }
    }
    return emulated_leave(result);
}

static CUresult get_attribute(void *value, int attribute, const emulated_memory *memory)
{
    unsigned type = memory == NULL ? 0 : memory->is_host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
    int ordinal = memory == NULL ? INVALID_ORDINAL : memory->context->ordinal;
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        memcpy(value, &type, sizeof type);
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        memcpy(value, &ordinal, sizeof ordinal);
        return CUDA_SUCCESS;
    default:
        emulated_fail("attribute %d of a pointer is not emulated", attribute);
        return CUDA_ERROR_INVALID_VALUE;
    }
}

/* Ordinary memory is no error; it has no type. */
CUresult emulated_cuPointerGetAttributes(unsigned count, int *attributes, void **values, CUdeviceptr pointer)
{
    CUcontext context = NULL;
    bool is_part = false;
    CUresult result = emulated_enter(&context);
    const emulated_memory *memory = emulated_find_memory(pointer, 1, &is_part);
    for (unsigned i = 0; i < count && result == CUDA_SUCCESS; i++) {
        result = get_attribute(values[i], attributes[i], memory);
    }
    return emulated_leave(result);
}
