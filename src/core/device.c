#include "device_internal.h"

#include <stdlib.h>

#include "context_internal.h"
#include "thread.h"

scree_result scree_device_list(scree_context *context, scree_device_info *infos, size_t capacity, size_t *count)
{
    if (count == NULL || (infos == NULL && capacity > 0)) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is NULL", count == NULL ? "count" : "infos");
    }
    if (capacity > 0) {
        scree_cpu_device_describe(&infos[0]);
    }
    *count = 1;
    return SCREE_OK;
}

scree_result scree_device_open(scree_context *context, const scree_device_params *params, scree_device **device)
{
    scree_device_params chosen = params != NULL ? *params : (scree_device_params){0};
    if (device == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "device is NULL");
    }
    *device = NULL;
    if (context == NULL) {
        return SCREE_ERROR_INVALID;
    }
    if (chosen.backend != SCREE_BACKEND_CPU) {
        return scree_fail(context, SCREE_ERROR_UNSUPPORTED, "backend %d is not part of this build",
                          (int)chosen.backend);
    }
    if (chosen.index != 0) {
        return scree_fail(context, SCREE_ERROR_INVALID, "device index is %u; there is one CPU device, 0", chosen.index);
    }
    if (chosen.threads > SCREE_MAX_THREADS) {
        return scree_fail(context, SCREE_ERROR_INVALID, "threads is %u; it must be 1 to %d, or 0 for all processors",
                          chosen.threads, SCREE_MAX_THREADS);
    }
    scree_device *made = NULL;
    scree_result result = scree_cpu_device_open(context, &chosen, &made);
    if (result != SCREE_OK) {
        return result;
    }
    made->context = context;
    pthread_mutex_init(&made->run_mutex, NULL);
    pthread_mutex_init(&made->job_mutex, NULL);
    pthread_cond_init(&made->no_jobs, NULL);
    *device = made;
    return SCREE_OK;
}

void scree_device_close(scree_device **device)
{
    if (device == NULL || *device == NULL) {
        return;
    }
    scree_device *closing = *device;
    pthread_mutex_lock(&closing->job_mutex);
    while (closing->job_count > 0) {
        pthread_cond_wait(&closing->no_jobs, &closing->job_mutex);
    }
    pthread_mutex_unlock(&closing->job_mutex);
    pthread_cond_destroy(&closing->no_jobs);
    pthread_mutex_destroy(&closing->job_mutex);
    pthread_mutex_destroy(&closing->run_mutex);
    closing->functions->close(closing);
    *device = NULL;
}

scree_result scree_device_describe(const scree_device *device, scree_device_info *info)
{
    if (device == NULL || info == NULL) {
        return SCREE_ERROR_INVALID;
    }
    *info = device->info;
    return SCREE_OK;
}
