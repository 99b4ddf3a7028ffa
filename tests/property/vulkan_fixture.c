#include "vulkan_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Exit status of a program that found no device to test. */
#define SKIPPED 77

uint32_t vulkan_index;

const uint32_t gpu_small_slab = (uint32_t)4 << 20;
const unsigned gpu_calls_of_opening = 30;
const unsigned gpu_calls_of_jobs = 80;

#define MOST_DEVICES 64

/* Looks for the next device that can be used, from number `first` on; false, with the reason printed, for none. */
static bool find_device(uint32_t first)
{
    scree_device_info infos[MOST_DEVICES];
    size_t count = 0;
    scree_context *context = NULL;
    if (scree_context_create(NULL, &context) != SCREE_OK ||
        scree_device_list(context, infos, MOST_DEVICES, &count) != SCREE_OK) {
        exit(1);
    }
    scree_context_destroy(&context);
    for (size_t i = 0; i < count && i < MOST_DEVICES; i++) {
        const scree_device_info *info = &infos[i];
        if (info->backend == SCREE_BACKEND_VULKAN && info->index >= first && info->unsupported_reason[0] == '\0') {
            vulkan_index = info->index;
            printf("vulkan:%u is %s (%s)\n", info->index, info->name, scree_device_kind_name(info->kind));
            return true;
        }
    }
    if (first == 0) {
        printf("skipped: there is no Vulkan device that can be used; `scree devices` says why\n");
    }
    return false;
}

int gpu_teardown(void **state)
{
    gpu_close_all();
    scree_device_close(&gpu_reference);
    gpu_work_again();
    unsigned complaints = fixture_complaints;
    fixture_complaints = 0;
    return complaints == 0 ? 0 : -1;
}

scree_device_params gpu_device(uint32_t number)
{
    const uint32_t copies = faults.copies > 0 ? faults.copies : 1;
    return (scree_device_params){.backend = SCREE_BACKEND_VULKAN, .index = vulkan_index * copies + number};
}

void gpu_work_again(void)
{
    faults = (faulty_vulkan){0};
}

void gpu_use_devices(uint32_t count)
{
    faults.copies = count;
}

void gpu_limit_slabs(uint32_t bytes)
{
    faults.storage_range = bytes;
}

const bool gpu_has_whole_programs = true;

bool gpu_take_float64(bool is_inexact)
{
    faults.has_no_float64 = !is_inexact;
    faults.is_inexact_in_float64 = is_inexact;
    faults.waits = 0;
    return true;
}

bool gpu_take_wide_atomics(void)
{
    faults.has_no_wide_atomics = true;
    return true;
}

void gpu_fail_call(unsigned number)
{
    faults.calls = 0;
    faults.failing_call = number;
}

unsigned gpu_count_calls(void)
{
    return faults.calls;
}

void gpu_lose(unsigned work, unsigned wait)
{
    faults.submits = 0;
    faults.waits = 0;
    faults.losing_submit = work;
    faults.losing_wait = wait;
    faults.is_lost = faults.is_lost && (work > 0 || wait > 0);
}

bool gpu_is_lost(void)
{
    return faults.is_lost;
}

bool gpu_leave_memory(gpu_memory memory)
{
    faults.is_short_of_memory = memory == GPU_MEMORY_NONE || memory == GPU_MEMORY_SHORT;
    faults.largest_allocation = memory == GPU_MEMORY_SHORT ? (uint64_t)1 << 20 : 0;
    return memory != GPU_MEMORY_HOST_SHORT;
}

int gpu_run_tests(const struct CMUnitTest *tests, size_t count)
{
    int failed = 0;
    if (!find_device(0)) {
        return SKIPPED;
    }
    do {
        failed += _cmocka_run_group_tests("vulkan", tests, count, fixture_create, fixture_destroy);
    } while (find_device(vulkan_index + 1));
    return failed;
}
