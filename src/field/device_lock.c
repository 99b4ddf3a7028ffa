#include "device_lock.h"

#include "context_internal.h"

/* The innermost mark of this thread. */
static _Thread_local const scree_device_mark *innermost;

bool scree_device_is_inherited(const scree_device *device)
{
    /* A device that is being opened has no process yet. */
    return device->process != 0 && device->process != scree_os_process_id();
}

scree_result scree_device_check_process(const scree_device *device)
{
    return scree_device_is_inherited(device)
               ? scree_fail(device->context, SCREE_ERROR_UNSUPPORTED,
                            "%s was opened by process %ld; this is process %ld, a child made by fork(), which must "
                            "open its own devices",
                            device->label, (long)device->process, (long)scree_os_process_id())
               : SCREE_OK;
}

scree_result scree_device_check_thread(const scree_device *device)
{
    return scree_device_is_marked(device)
               ? scree_fail(device->context, SCREE_ERROR_INVALID,
                            "%s waits for this callback to return; a call that waits for the device would never end",
                            device->label)
               : SCREE_OK;
}

void scree_device_mark_thread(const scree_device *device, scree_device_mark *mark)
{
    *mark = (scree_device_mark){.device = device, .outer = innermost};
    innermost = mark;
}

void scree_device_unmark_thread(const scree_device_mark *mark)
{
    innermost = mark->outer;
}

bool scree_device_is_marked(const scree_device *device)
{
    const scree_device_mark *mark = innermost;
    while (mark != NULL && mark->device != device) {
        mark = mark->outer;
    }
    return mark != NULL;
}

scree_result scree_device_lock_take(scree_device *device, scree_device_lock *lock)
{
    scree_result result = scree_device_check_process(device);
    if (result == SCREE_OK) {
        result = scree_device_check_thread(device);
    }
    if (result == SCREE_OK) {
        lock->cancel_state = scree_os_cancel_disable();
        scree_os_mutex_lock(&device->run_mutex);
        lock->device = device;
        scree_device_mark_thread(device, &lock->mark);
    }
    return result;
}

void scree_device_lock_release(scree_device_lock *lock)
{
    if (lock->device != NULL) {
        scree_device_unmark_thread(&lock->mark);
        scree_os_mutex_unlock(&lock->device->run_mutex);
        scree_os_cancel_restore(lock->cancel_state);
    }
}

scree_result scree_device_lock_to_free(scree_device *device, scree_device_lock *lock)
{
    lock->device = NULL;
    return scree_device_is_inherited(device) ? SCREE_OK : scree_device_lock_take(device, lock);
}
