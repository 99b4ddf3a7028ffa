/* Parts that all devices have in common, whatever their backend: information, label, locks, and closing. */
#include "device_internal.h"

#include <stdio.h>

#include "context_internal.h"
#include "device_lock.h"
#include "message_text.h"
#include "sized_params.h"

void scree_device_complete_info(scree_device_info *info)
{
    scree_make_printable(info->name);
    scree_make_printable(info->unsupported_reason);
    if (info->members == 0) {
        info->members = 1;
        info->member_index[0] = info->index;
    }
}

void scree_device_label(const scree_device_info *info, char label[SCREE_LABEL_BYTES])
{
    size_t length = (size_t)snprintf(label, SCREE_LABEL_BYTES, "%s:%u", scree_backend_name(info->backend), info->index);
    for (uint32_t i = 1; i < info->members && length < SCREE_LABEL_BYTES; i++) {
        length += (size_t)snprintf(label + length, SCREE_LABEL_BYTES - length, ",%u", info->member_index[i]);
    }
    if (info->name[0] != '\0' && length < SCREE_LABEL_BYTES) {
        snprintf(label + length, SCREE_LABEL_BYTES - length, " (%s)", info->name);
    }
}

void scree_device_init(scree_device *device, scree_context *context)
{
    device->context = context;
    device->process = scree_os_process_id();
    scree_device_complete_info(&device->info);
    if (device->label[0] == '\0') {
        scree_device_label(&device->info, device->label);
    }
    scree_os_mutex_init(&device->run_mutex);
    scree_os_mutex_init(&device->job_mutex);
    scree_os_condition_init(&device->no_jobs);
}

/* After a fork, locks and queues that were in use are in an unknown state, and unfinished jobs still refer to them. */
static void close_inherited(scree_device *device)
{
    if (device->job_count > 0 || !scree_os_mutex_try_lock(&device->run_mutex)) {
        device->context = NULL;
    } else {
        device->functions->close(device);
    }
}

static void close_own(scree_device *closing)
{
    const int cancel_state = scree_os_cancel_disable();
    scree_os_mutex_lock(&closing->job_mutex);
    while (closing->job_count > 0) {
        scree_os_condition_wait(&closing->no_jobs, &closing->job_mutex);
    }
    scree_os_mutex_unlock(&closing->job_mutex);
    scree_os_condition_destroy(&closing->no_jobs);
    scree_os_mutex_destroy(&closing->job_mutex);
    scree_os_mutex_destroy(&closing->run_mutex);
    closing->functions->close(closing);
    scree_os_cancel_restore(cancel_state);
}

void scree_device_close(scree_device **device)
{
    if (device == NULL || *device == NULL) {
        return;
    }
    if (scree_device_is_inherited(*device)) {
        close_inherited(*device);
    } else if (scree_device_check_thread(*device) == SCREE_OK) {
        close_own(*device);
    } else {
        return;
    }
    *device = NULL;
}

SCREE_ASSERT_NO_TAIL(scree_device_info, reserved);

scree_result scree_device_describe_sized(const scree_device *device, scree_device_info *info, size_t size)
{
    if (device == NULL || info == NULL) {
        return SCREE_ERROR_INVALID;
    }
    scree_info_give(&device->info, sizeof device->info, info, size);
    return SCREE_OK;
}

void scree_device_list_add(scree_device_list_entries *list, scree_device_info *info)
{
    scree_device_complete_info(info);
    if (list->count < list->capacity) {
        scree_info_give(info, sizeof *info, list->infos + list->count * list->size, list->size);
    }
    list->count++;
}
