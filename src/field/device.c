/* Finds, chooses and opens devices of all backends. */
#include "device_internal.h"

#include <stdio.h>

#include "context_internal.h"
#include "sized_params.h"

static const scree_backend_functions *backend_of(scree_backend backend)
{
    switch (backend) {
    case SCREE_BACKEND_CPU:
        return &scree_cpu_backend;
    case SCREE_BACKEND_VULKAN:
        return &scree_vulkan_backend;
    case SCREE_BACKEND_CUDA:
        return &scree_cuda_backend;
    default:
        return NULL;
    }
}

bool scree_backend_built(scree_backend backend)
{
    const scree_backend_functions *functions = backend_of(backend);
    return functions != NULL && functions->open != NULL;
}

scree_result scree_device_list_sized(scree_context *context, scree_device_info *infos, size_t size, size_t capacity,
                                     size_t *count)
{
    scree_device_list_entries list = {.infos = (char *)infos, .size = size, .capacity = capacity};
    if (count == NULL || (infos == NULL && capacity > 0)) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is NULL", count == NULL ? "count" : "infos");
    }
    const int cancel_state = scree_os_cancel_disable();
    for (int backend = SCREE_BACKEND_CPU; backend <= SCREE_BACKEND_CUDA; backend++) {
        if (scree_backend_built((scree_backend)backend)) {
            backend_of((scree_backend)backend)->list(context, &list);
        }
    }
    scree_os_cancel_restore(cancel_state);
    *count = list.count;
    return SCREE_OK;
}

static scree_result open_backend(scree_context *context, const scree_device_params *params, scree_device **device)
{
    scree_device *new_device = NULL;
    scree_result result = backend_of(params->backend)->open(context, params, &new_device);
    if (result == SCREE_OK) {
        scree_device_init(new_device, context);
        *device = new_device;
    }
    return result;
}

/* The preference of a device when one is chosen automatically; 0 = never. */
static int rank_of(const scree_device_info *info)
{
    /* A card may be listed twice. It is faster by CUDA. */
    int through = info->backend == SCREE_BACKEND_CUDA;
    switch (info->unsupported_reason[0] == '\0' ? info->kind : SCREE_DEVICE_KIND_SOFTWARE_GPU) {
    case SCREE_DEVICE_KIND_DISCRETE_GPU:
        return 5 + through;
    case SCREE_DEVICE_KIND_VIRTUAL_GPU:
        return 3 + through;
    case SCREE_DEVICE_KIND_INTEGRATED_GPU:
        return 1 + through;
    default:
        return 0;
    }
}

/* Opens the best GPU that is exact, or else the CPU. */
static scree_result open_best(scree_context *context, scree_device_params params, scree_device **device)
{
    scree_device_info infos[64];
    size_t count = 0;
    scree_result result = scree_device_list(context, infos, sizeof infos / sizeof infos[0], &count);
    count = count < sizeof infos / sizeof infos[0] ? count : sizeof infos / sizeof infos[0];
    while (result == SCREE_OK) {
        size_t best = count;
        for (size_t i = 0; i < count; i++) {
            if (rank_of(&infos[i]) > (best < count ? rank_of(&infos[best]) : 0)) {
                best = i;
            }
        }
        if (best == count) {
            break;
        }
        params.backend = infos[best].backend;
        params.index = infos[best].index;
        if (open_backend(context, &params, device) == SCREE_OK) {
            return SCREE_OK;
        }
        char label[SCREE_LABEL_BYTES];
        scree_device_label(&infos[best], label);
        scree_log(context, SCREE_LOG_WARNING, "%s is passed over", label);
        snprintf(infos[best].unsupported_reason, sizeof infos[best].unsupported_reason, "it could not be opened");
    }
    params.backend = SCREE_BACKEND_CPU;
    params.index = 0;
    return result == SCREE_OK ? open_backend(context, &params, device) : result;
}

static scree_result open_chosen(scree_context *context, scree_device_params chosen, scree_device **device)
{
    if (chosen.backend == SCREE_BACKEND_AUTO && chosen.index == 0) {
        return open_best(context, chosen, device);
    }
    if (chosen.backend == SCREE_BACKEND_AUTO) {
        return scree_fail(context, SCREE_ERROR_INVALID, "device index is %u; with SCREE_BACKEND_AUTO it must be 0",
                          chosen.index);
    }
    const char *name = scree_backend_name(chosen.backend);
    if (name == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "backend is %d; it must be one of scree_backend",
                          (int)chosen.backend);
    }
    if (!scree_backend_built(chosen.backend)) {
        return scree_fail(context, SCREE_ERROR_UNSUPPORTED, "backend %s is not part of this build", name);
    }
    return open_backend(context, &chosen, device);
}

SCREE_ASSERT_NO_TAIL(scree_device_params, threads);

scree_result scree_device_open_sized(scree_context *context, const scree_device_params *params, size_t size,
                                     scree_device **device)
{
    scree_device_params own;
    if (device == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "device is NULL");
    }
    *device = NULL;
    scree_result result = SCREE_OK;
    params = scree_params_take(context, params, size, &own, sizeof own, &result);
    if (result != SCREE_OK) {
        return result;
    }
    const int cancel_state = scree_os_cancel_disable();
    result = open_chosen(context, params != NULL ? *params : (scree_device_params){0}, device);
    scree_os_cancel_restore(cancel_state);
    return result;
}
