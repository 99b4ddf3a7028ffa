#include "vulkan_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint32_t vulkan_index;

#define MOST_DEVICES 64

bool vulkan_find(uint32_t first)
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
        if (info->backend == SCREE_BACKEND_VULKAN && info->index >= first && info->refusal[0] == '\0') {
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

int vulkan_setup(void **state)
{
    (void)state;
    faults = (faulty_vulkan){0};
    gpu_reference = fixture_device(SCREE_CPU_LEVEL_AUTO, 2);
    return 0;
}

int vulkan_teardown(void **state)
{
    (void)state;
    scree_device_close(&gpu_reference);
    faults = (faulty_vulkan){0};
    unsigned complaints = fixture_complaints;
    fixture_complaints = 0;
    return complaints == 0 ? 0 : -1;
}

scree_device *vulkan_open(void)
{
    scree_device_params params = {.backend = SCREE_BACKEND_VULKAN, .index = vulkan_index};
    scree_device *device = NULL;
    assert_int_equal(scree_device_open(fixture_context, &params, &device), SCREE_OK);
    return device;
}

scree_result vulkan_refused(scree_backend backend, uint32_t index)
{
    scree_device_params params = {.backend = backend, .index = index};
    scree_device *device = NULL;
    fixture_message[0] = '\0';
    scree_result result = scree_device_open(fixture_context, &params, &device);
    assert_null(device);
    return result;
}

scree_device_params gpu_device(uint32_t number)
{
    const uint32_t copies = faults.copies > 0 ? faults.copies : 1;
    return (scree_device_params){.backend = SCREE_BACKEND_VULKAN, .index = vulkan_index * copies + number};
}

scree_device *gpu_open(uint32_t number)
{
    const scree_device_params params = gpu_device(number);
    scree_device *device = NULL;
    assert_int_equal(scree_device_open(fixture_context, &params, &device), SCREE_OK);
    return device;
}

void gpu_use_devices(uint32_t count)
{
    faults.copies = count;
}

void gpu_limit_slabs(uint32_t bytes)
{
    faults.storage_range = bytes;
}

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

void gpu_lose_work(unsigned number)
{
    faults.submits = 0;
    faults.losing_submit = number;
    faults.is_lost = faults.is_lost && number > 0;
}

int gpu_setup(void **state)
{
    return vulkan_setup(state);
}

int gpu_teardown(void **state)
{
    return vulkan_teardown(state);
}

int gpu_run_tests(const struct CMUnitTest *tests, size_t count)
{
    int failed = 0;
    if (!vulkan_find(0)) {
        return VULKAN_SKIPPED;
    }
    do {
        failed += _cmocka_run_group_tests("vulkan", tests, count, fixture_create, fixture_destroy);
    } while (vulkan_find(vulkan_index + 1));
    return failed;
}
