#include "driver.h"

#include <stdio.h>
#include <string.h>

#include "os.h"

static const char *describe(CUresult result)
{
    switch (result) {
    case CUDA_ERROR_NO_DEVICE:
        return "the driver found no device";
    case CUDA_ERROR_SYSTEM_DRIVER_MISMATCH:
        return "the driver's library and the kernel's module are of different versions; the machine may need a restart";
    default:
        return NULL;
    }
}

static void find_telling_functions(scree_cuda_driver *driver)
{
#define FIND(name, parameters)                                       \
    {                                                                \
        void *found = scree_os_library_find(driver->library, #name); \
        memcpy(&driver->call.name, &found, sizeof found);            \
    }
    SCREE_CUDA_TELLING_FUNCTIONS(FIND)
#undef FIND
}

static scree_result find_functions(scree_cuda_driver *driver, char *reason, size_t reason_bytes)
{
#define FIND(name, parameters)                                                                  \
    {                                                                                           \
        void *found = scree_os_library_find(driver->library, #name);                            \
        memcpy(&driver->call.name, &found, sizeof found);                                       \
        if (found == NULL) {                                                                    \
            snprintf(reason, reason_bytes, "the driver is too old: it has no function " #name); \
            return SCREE_ERROR_UNSUPPORTED;                                                     \
        }                                                                                       \
    }
    SCREE_CUDA_FUNCTIONS(FIND)
#undef FIND
    find_telling_functions(driver);
    return SCREE_OK;
}

scree_result scree_cuda_driver_open(scree_cuda_driver *driver, char *reason, size_t reason_bytes)
{
    *driver = (scree_cuda_driver){0};
    driver->library = scree_os_library_open(scree_os_cuda_library, true, NULL);
    if (driver->library == NULL) {
        snprintf(reason, reason_bytes, "there is no NVIDIA driver (%s)", scree_os_cuda_library);
        return SCREE_ERROR_UNSUPPORTED;
    }
    scree_result result = find_functions(driver, reason, reason_bytes);
    if (result == SCREE_OK) {
        CUresult started = driver->call.cuInit(0);
        if (started == CUDA_SUCCESS) {
            started = driver->call.cuDriverGetVersion(&driver->version);
        }
        if (started != CUDA_SUCCESS) {
            const char *meaning = describe(started);
            const char *name = NULL;
            driver->call.cuGetErrorName(started, &name);
            snprintf(reason, reason_bytes, "%s (%s)", meaning != NULL ? meaning : "the driver does not start",
                     name != NULL ? name : "no name");
            result = SCREE_ERROR_UNSUPPORTED;
        }
    }
    scree_os_library_close(driver->library);
    return result;
}
