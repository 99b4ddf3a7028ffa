#include "gpu_suite.h"

#include <stdio.h>

#define MAX_OPENED 16

char gpu_in_one_order;

static scree_device *opened[MAX_OPENED];

int gpu_setup(void **state)
{
    gpu_work_again();
    gpu_reference = fixture_device(SCREE_CPU_LEVEL_AUTO, 2);
    return 0;
}

static scree_device **find_opened(const scree_device *device)
{
    size_t i = 0;
    while (i < MAX_OPENED && opened[i] != device) {
        i++;
    }
    assert_true(i < MAX_OPENED);
    return &opened[i];
}

scree_device *gpu_open(uint32_t number)
{
    const scree_device_params params = gpu_device(number);
    scree_device **device = find_opened(NULL);
    assert_int_equal(scree_device_open(fixture_context, &params, device), SCREE_OK);
    return *device;
}

scree_device *gpu_open_group(uint32_t first, uint32_t second)
{
    const scree_device_params both[2] = {gpu_device(first), gpu_device(second)};
    scree_device **group = find_opened(NULL);
    assert_int_equal(scree_device_open_group(fixture_context, both, 2, group), SCREE_OK);
    return *group;
}

scree_device *gpu_give(scree_device *device)
{
    *find_opened(device) = NULL;
    return device;
}

void gpu_close(scree_device **device)
{
    *find_opened(*device) = NULL;
    scree_device_close(device);
}

void gpu_close_all(void)
{
    for (size_t i = 0; i < MAX_OPENED; i++) {
        scree_device_close(&opened[i]);
    }
}

scree_result gpu_refused(uint32_t index)
{
    const scree_device_params params = {.backend = gpu_device(0).backend, .index = index};
    scree_device *device = NULL;
    fixture_message[0] = '\0';
    scree_result result = scree_device_open(fixture_context, &params, &device);
    assert_null(device);
    return result;
}

size_t gpu_list(scree_device_info *infos, size_t capacity)
{
    scree_device_info all[64];
    const size_t max = sizeof all / sizeof all[0];
    size_t count = 0;
    size_t found = 0;
    assert_int_equal(scree_device_list(fixture_context, all, max, &count), SCREE_OK);
    assert_true(count >= 1 && count < max);
    assert_int_equal(all[0].backend, SCREE_BACKEND_CPU);
    for (size_t i = 0; i < count; i++) {
        if (all[i].backend == gpu_device(0).backend && found < capacity) {
            infos[found++] = all[i];
        }
    }
    return found;
}

scree_backend gpu_backend_taken(void)
{
    const scree_device_params params = {.backend = SCREE_BACKEND_AUTO};
    scree_device *device = NULL;
    scree_device_info info;
    assert_int_equal(scree_device_open(fixture_context, &params, &device), SCREE_OK);
    assert_int_equal(scree_device_describe(device, &info), SCREE_OK);
    gpu_assert_works(device);
    scree_device_close(&device);
    return info.backend;
}

void gpu_assert_none(const char *message)
{
    scree_device_info info;
    assert_int_equal(gpu_list(&info, 1), 0);
    assert_int_equal(gpu_refused(0), SCREE_ERROR_UNSUPPORTED);
    gpu_assert_message(message);
    assert_int_not_equal(gpu_backend_taken(), gpu_device(0).backend);
}

void gpu_assert_labelled(const scree_device_info *info, const char *message)
{
    char text[sizeof fixture_message];
    snprintf(text, sizeof text, "%s:%u (%s)%s", scree_backend_name(info->backend), info->index, info->name, message);
    gpu_assert_message(text);
}
