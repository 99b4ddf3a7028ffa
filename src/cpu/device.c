#include "cpu_device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "context_internal.h"
#include "cpu_level.h"
#include "thread.h"

/* The processor's name, where the system tells it. */
static void read_processor_name(char *name, size_t size)
{
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    snprintf(name, size, "CPU");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        char *value = strstr(line, ": ");
        if (strncmp(line, "model name", 10) == 0 && value != NULL) {
            value[strcspn(value, "\n")] = '\0';
            snprintf(name, size, "%s", value + 2);
            break;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
}

void scree_cpu_device_describe(scree_device_info *info)
{
    *info = (scree_device_info){.backend = SCREE_BACKEND_CPU};
    read_processor_name(info->name, sizeof info->name);
    long pages = sysconf(_SC_PHYS_PAGES);
    long page_bytes = sysconf(_SC_PAGESIZE);
    info->memory_bytes = pages > 0 && page_bytes > 0 ? (uint64_t)pages * (uint64_t)page_bytes : 0;
    info->cpu_level = scree_cpu_level_best();
    info->threads = scree_processor_count();
}

static void close_device(scree_device *device)
{
    scree_cpu_device *cpu = (scree_cpu_device *)device;
    scree_worker_pool_destroy(&cpu->pool);
    free(cpu);
}

static const scree_device_functions cpu_functions = {
    .close = close_device,
    .session_create = scree_cpu_session_create,
    .session_generate = scree_cpu_session_generate,
    .session_destroy = scree_cpu_session_destroy,
    .points = scree_cpu_points,
};

scree_result scree_cpu_device_open(scree_context *context, const scree_device_params *params, scree_device **device)
{
    scree_device_info info;
    scree_cpu_device_describe(&info);
    scree_result result = scree_cpu_level_choose(context, params->cpu_level, &info.cpu_level);
    if (result != SCREE_OK) {
        return result;
    }
    info.threads = params->threads != 0 ? params->threads : info.threads;
    scree_cpu_device *cpu = calloc(1, sizeof *cpu);
    if (cpu == NULL) {
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a device");
    }
    result = scree_worker_pool_create(info.threads, &cpu->pool);
    if (result != SCREE_OK) {
        free(cpu);
        return scree_fail(context, result, "%u threads could not be started", info.threads);
    }
    cpu->base.functions = &cpu_functions;
    cpu->base.info = info;
    scree_cpu_kernels_fill(&cpu->kernels, info.cpu_level);
    *device = &cpu->base;
    return SCREE_OK;
}
