/* How the emulated driver is found and started, its devices and contexts. */
#include "emulated_internal.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fat_binary.h"

void *__real_dlopen(const char *file, int mode);
void *__real_dlsym(void *library, const char *name);
int __real_dlclose(void *library);
void *__wrap_dlopen(const char *file, int mode);
void *__wrap_dlsym(void *library, const char *name);
int __wrap_dlclose(void *library);
const void *__wrap_scree_cuda_image(scree_cuda_part part);
int __wrap_scree_cuda_image_version(void);

emulated_cuda emulation;
struct CUctx_st emulated_contexts[EMULATED_MOST_DEVICES];
bool emulated_is_started;

/* Which started the driver; 0 before. */
static pid_t process;
static pthread_mutex_t lock = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

#define MOST_DEPTH 16
static _Thread_local CUcontext stack[MOST_DEPTH];
static _Thread_local int depth;

/* Handle that the emulated dlopen() returns. */
static int library;

void emulated_fail(const char *format, ...)
{
    va_list arguments;
    emulation.failures++;
    fprintf(stderr, "emulated CUDA: ");
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, "\n");
}

void *emulated_allocate(size_t bytes)
{
    void *memory = NULL;
    if (posix_memalign(&memory, 64, bytes > 0 ? bytes : 1) != 0) {
        fprintf(stderr, "emulated CUDA: no memory\n");
        abort();
    }
    memset(memory, 0, bytes);
    return memory;
}

void emulated_lock(void)
{
    /* A real driver's behaviour is undefined here; mostly it waits for threads that the child does not have. */
    if (process != 0 && process != getpid()) {
        fprintf(stderr, "emulated CUDA: a call in a child of the process that started the driver\n");
        abort();
    }
    /* A test program may have come out of a kernel that crashed: there is no way on. */
    if (pthread_mutex_lock(&lock) != 0) {
        fprintf(stderr, "emulated CUDA: a kernel crashed\n");
        abort();
    }
}

void emulated_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

unsigned emulated_device_count(void)
{
    unsigned count = emulation.devices != 0 ? emulation.devices : 2;
    count = count < EMULATED_MOST_DEVICES ? count : EMULATED_MOST_DEVICES;
    return emulation.has_no_devices ? 0 : count;
}

CUcontext emulated_current(void)
{
    return depth > 0 ? stack[depth - 1] : NULL;
}

bool emulated_fails_now(CUresult *result)
{
    if (++emulation.calls != emulation.failing_call) {
        return false;
    }
    *result = emulation.failing_result != 0 ? emulation.failing_result : CUDA_ERROR_OUT_OF_MEMORY;
    return true;
}

CUresult emulated_enter(CUcontext *context)
{
    emulated_lock();
    *context = emulated_current();
    if (!emulated_is_started) {
        return CUDA_ERROR_NOT_INITIALIZED;
    }
    if (*context == NULL) {
        emulated_fail("a call without a current context");
        return CUDA_ERROR_INVALID_CONTEXT;
    }
    if ((*context)->users == 0) {
        emulated_fail("a call in a context that was released");
        return CUDA_ERROR_INVALID_CONTEXT;
    }
    return (*context)->lost;
}

CUresult emulated_enter_fallible(CUcontext *context)
{
    CUresult result = emulated_enter(context);
    if (result == CUDA_SUCCESS) {
        (void)emulated_fails_now(&result);
    }
    return result;
}

CUresult emulated_leave(CUresult result)
{
    emulated_unlock();
    return result;
}

void emulated_lose(CUcontext context, CUresult result)
{
    emulation.is_lost = true;
    context->lost = result;
}

CUresult emulated_cuInit(unsigned flags)
{
    const char *order = getenv("EMULATED_CUDA");
    (void)flags;
    emulated_lock();
    if (order != NULL) {
        emulation.order = strstr(order, "hasty") != NULL ? EMULATED_ORDER_HASTY : EMULATED_ORDER_LAZY;
        emulation.runs_backwards = strstr(order, "backwards") != NULL;
    }
    emulated_is_started = emulation.init_result == CUDA_SUCCESS;
    process = emulated_is_started ? getpid() : 0;
    return emulated_leave(emulation.init_result);
}

CUresult emulated_cuDriverGetVersion(int *version)
{
    *version = emulation.version != 0 ? emulation.version : 13000;
    return CUDA_SUCCESS;
}

CUresult emulated_cuGetErrorName(CUresult result, const char **name)
{
    static const struct {
        CUresult result;
        const char *name;
    } names[] = {
        {CUDA_SUCCESS, "CUDA_SUCCESS"},
        {CUDA_ERROR_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE"},
        {CUDA_ERROR_OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY"},
        {CUDA_ERROR_NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED"},
        {CUDA_ERROR_NO_DEVICE, "CUDA_ERROR_NO_DEVICE"},
        {CUDA_ERROR_INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE"},
        {CUDA_ERROR_INVALID_IMAGE, "CUDA_ERROR_INVALID_IMAGE"},
        {CUDA_ERROR_INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT"},
        {CUDA_ERROR_NO_BINARY_FOR_GPU, "CUDA_ERROR_NO_BINARY_FOR_GPU"},
        {CUDA_ERROR_INVALID_PTX, "CUDA_ERROR_INVALID_PTX"},
        {CUDA_ERROR_UNSUPPORTED_PTX_VERSION, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"},
        {CUDA_ERROR_INVALID_HANDLE, "CUDA_ERROR_INVALID_HANDLE"},
        {CUDA_ERROR_NOT_FOUND, "CUDA_ERROR_NOT_FOUND"},
        {CUDA_ERROR_NOT_READY, "CUDA_ERROR_NOT_READY"},
        {CUDA_ERROR_ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS"},
        {CUDA_ERROR_LAUNCH_TIMEOUT, "CUDA_ERROR_LAUNCH_TIMEOUT"},
        {CUDA_ERROR_LAUNCH_FAILED, "CUDA_ERROR_LAUNCH_FAILED"},
        {CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (names[i].result == result) {
            *name = names[i].name;
            return CUDA_SUCCESS;
        }
    }
    *name = NULL;
    return CUDA_ERROR_INVALID_VALUE;
}

static CUresult check_device(CUdevice device)
{
    if (!emulated_is_started) {
        return CUDA_ERROR_NOT_INITIALIZED;
    }
    return device >= 0 && (unsigned)device < emulated_device_count() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult emulated_cuDeviceGetCount(int *count)
{
    *count = emulation.counted_devices != 0 ? emulation.counted_devices : (int)emulated_device_count();
    return emulated_is_started ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
}

CUresult emulated_cuDeviceGet(CUdevice *device, int ordinal)
{
    *device = ordinal;
    return check_device(ordinal);
}

CUresult emulated_cuDeviceGetName(char *name, int length, CUdevice device)
{
    snprintf(name, (size_t)length, "Emulated GPU %d", device);
    return check_device(device);
}

CUresult emulated_cuDeviceGetUuid(CUuuid *uuid, CUdevice device)
{
    memcpy(uuid->bytes, "emulated GPU ...", sizeof uuid->bytes);
    uuid->bytes[15] = (char)('0' + device);
    return check_device(device);
}

static unsigned or_else(unsigned value, unsigned otherwise)
{
    return value != 0 ? value : otherwise;
}

CUresult emulated_cuDeviceGetAttribute(int *value, int attribute, CUdevice device)
{
    int capability = emulation.capability != 0 ? emulation.capability : 90;
    switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_CLOCK_RATE:
        *value = 1980000;
        break;
    case CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID:
    case CU_DEVICE_ATTRIBUTE_PCI_BUS_ID:
    case CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID:
        *value = 0;
        break;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
        *value = (int)or_else(emulation.multiprocessors, 132);
        break;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR:
        *value = EMULATED_MULTIPROCESSOR_THREADS;
        break;
    case CU_DEVICE_ATTRIBUTE_INTEGRATED:
        *value = emulation.is_integrated;
        break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_MODE:
        *value = emulation.compute_mode;
        break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
        *value = capability / 10;
        break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:
        *value = capability % 10;
        break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
        *value = (int)or_else(emulation.shared_bytes, 232448);
        break;
    default:
        emulated_fail("attribute %d of a device is not emulated", attribute);
        return CUDA_ERROR_INVALID_VALUE;
    }
    return check_device(device);
}

static uint64_t device_bytes(void)
{
    return emulation.memory_bytes != 0 ? emulation.memory_bytes : UINT64_C(4) << 30;
}

CUresult emulated_cuDeviceTotalMem_v2(size_t *bytes, CUdevice device)
{
    *bytes = device_bytes();
    return check_device(device);
}

CUresult emulated_cuMemGetInfo_v2(size_t *unused, size_t *total)
{
    CUcontext context = NULL;
    CUresult result = emulated_enter_fallible(&context);
    if (result == CUDA_SUCCESS) {
        *total = device_bytes();
        *unused = *total > context->used_bytes ? *total - context->used_bytes : 0;
        if (emulation.unused_bytes != 0 && emulation.unused_bytes < *unused) {
            *unused = emulation.unused_bytes;
        }
    }
    return emulated_leave(result);
}

static CUresult retain(CUcontext *context, CUdevice device)
{
    CUresult result = check_device(device);
    if (result != CUDA_SUCCESS || emulated_fails_now(&result)) {
        return result;
    }
    *context = &emulated_contexts[device];
    if ((*context)->users++ == 0) {
        (*context)->ordinal = device;
        (*context)->lost = CUDA_SUCCESS;
        (*context)->default_stream =
            (struct CUstream_st){.context = *context, .last = &(*context)->default_stream.first};
    }
    return CUDA_SUCCESS;
}

CUresult emulated_cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    emulated_lock();
    return emulated_leave(retain(context, device));
}

CUresult emulated_cuDevicePrimaryCtxRelease_v2(CUdevice device)
{
    emulated_lock();
    CUresult result = check_device(device);
    if (result == CUDA_SUCCESS && emulated_contexts[device].users == 0) {
        emulated_fail("a context is released more often than it was retained");
        result = CUDA_ERROR_INVALID_CONTEXT;
    }
    if (result == CUDA_SUCCESS && --emulated_contexts[device].users == 0) {
        emulated_context_end(&emulated_contexts[device]);
    }
    return emulated_leave(result);
}

CUresult emulated_cuCtxPushCurrent_v2(CUcontext context)
{
    emulated_lock();
    if (depth == MOST_DEPTH || context == NULL || context->users == 0) {
        emulated_fail("a context is pushed that there is not, or too often");
        return emulated_leave(CUDA_ERROR_INVALID_CONTEXT);
    }
    stack[depth++] = context;
    emulation.depth++;
    return emulated_leave(CUDA_SUCCESS);
}

CUresult emulated_cuCtxPopCurrent_v2(CUcontext *context)
{
    emulated_lock();
    if (depth == 0) {
        emulated_fail("a context is popped that was not pushed");
        return emulated_leave(CUDA_ERROR_INVALID_CONTEXT);
    }
    *context = stack[--depth];
    emulation.depth--;
    return emulated_leave(CUDA_SUCCESS);
}

void emulated_cuda_reset(void)
{
    emulated_lock();
    emulation.depth -= depth;
    depth = 0;
    for (unsigned i = 0; i < EMULATED_MOST_DEVICES; i++) {
        if (emulated_contexts[i].users > 0) {
            emulated_contexts[i].lost = CUDA_ERROR_LAUNCH_FAILED;
            emulated_context_end(&emulated_contexts[i]);
            emulated_contexts[i].users = 0;
        }
    }
    emulated_unlock();
}

static const scree_cuda_functions functions = {
#define MEMBER(name, parameters) .name = emulated_##name,
    SCREE_CUDA_FUNCTIONS(MEMBER) SCREE_CUDA_TELLING_FUNCTIONS(MEMBER)
#undef MEMBER
};

const scree_cuda_functions *emulated_cuda_calls(void)
{
    return &functions;
}

void *__wrap_dlopen(const char *file, int mode)
{
    if (file == NULL || strcmp(file, "libcuda.so.1") != 0) {
        return __real_dlopen(file, mode);
    }
    return emulation.has_no_library ? NULL : &library;
}

int __wrap_dlclose(void *closed)
{
    return closed == &library ? 0 : __real_dlclose(closed);
}

void *__wrap_dlsym(void *searched, const char *name)
{
    void *found = NULL;
    if (searched != &library) {
        return __real_dlsym(searched, name);
    }
    if (emulation.missing_function != NULL && strcmp(name, emulation.missing_function) == 0) {
        return NULL;
    }
#define FIND(function, parameters)                         \
    if (strcmp(name, #function) == 0) {                    \
        memcpy(&found, &functions.function, sizeof found); \
    }
    SCREE_CUDA_FUNCTIONS(FIND)
    SCREE_CUDA_TELLING_FUNCTIONS(FIND)
#undef FIND
    return found;
}

/* Images are what emulated_cuModuleLoadData() knows a part by. */
const void *__wrap_scree_cuda_image(scree_cuda_part part)
{
    static const emulated_image images[SCREE_CUDA_PARTS] = {
#define IMAGE(part, image, source, axes, is_value, is_real) \
    [SCREE_CUDA_##part] = {EMULATED_IMAGE, emulated_part_##image},
        SCREE_GPU_PARTS(IMAGE)
#undef IMAGE
    };
    return emulation.has_no_images ? NULL : &images[part];
}

int __wrap_scree_cuda_image_version(void)
{
    return emulation.has_no_images ? 0 : emulation.image_version != 0 ? emulation.image_version : 13000;
}
