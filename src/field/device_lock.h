/*
 * Access control of a device: only the process that opened it, one job or call at a time, and no callback that the
 * device itself waits for.
 */
#ifndef SCREE_DEVICE_LOCK_H
#define SCREE_DEVICE_LOCK_H

#include "device_internal.h"

/* Marks the calling thread as working for a device. Lives on the thread's stack. */
typedef struct scree_device_mark {
    const scree_device *device;
    const struct scree_device_mark *outer; /* Enclosing mark of the same thread, which may work for a second device
                                              in a callback. */
} scree_device_mark;

/* Exclusive use of a device by a call. Meanwhile pthread_cancel() does not end the thread. */
typedef struct scree_device_lock {
    scree_device *device; /* NULL if nothing is locked. */
    scree_device_mark mark;
    int cancel_state;
} scree_device_lock;

/* Whether this process is a child, made by fork(), of the one that opened the device. */
bool scree_device_is_inherited(const scree_device *device);

/* SCREE_ERROR_UNSUPPORTED, logged, for an inherited device. */
scree_result scree_device_check_process(const scree_device *device);

/* SCREE_ERROR_INVALID, logged, on a thread that works for the device: the device would wait for that thread. */
scree_result scree_device_check_thread(const scree_device *device);

void scree_device_mark_thread(const scree_device *device, scree_device_mark *mark);
void scree_device_unmark_thread(const scree_device_mark *mark);
bool scree_device_is_marked(const scree_device *device);

/* Waits for the device's jobs and calls. Errors: those of both checks. */
scree_result scree_device_lock_take(scree_device *device, scree_device_lock *lock);
void scree_device_lock_release(scree_device_lock *lock);

/* Locks as scree_device_lock() does, for freeing resources of the device. An inherited device needs no lock. */
scree_result scree_device_lock_to_free(scree_device *device, scree_device_lock *lock);

#endif
