/*
 * A ring buffer of slots between the thread that fills them and one that delivers them in order: while one is
 * delivered, the next are filled.
 */
#ifndef SCREE_SLOT_QUEUE_H
#define SCREE_SLOT_QUEUE_H

#include "device_internal.h"
#include "last_error.h"

typedef struct scree_slot_queue {
    /* Set by the user before scree_slot_queue_start(). */
    uint32_t slots;             /* The number of slots, at most SCREE_MOST_GROUP_SLOTS. */
    const scree_device *device; /* The device whose job waits for `deliver`, which must not wait for the device. */
    scree_result (*deliver)(void *user, uint32_t slot);
    void *user;
    const scree_progress *progress; /* Delivery stops when this job is cancelled. */
    /* Internal state. */
    scree_os_thread thread;
    scree_os_mutex mutex; /* Guards the members below. */
    scree_os_condition changed;
    bool is_full[SCREE_MOST_GROUP_SLOTS];
    bool is_closed; /* No slot will follow. */
    scree_result result;
    scree_error_text error; /* Why a delivery failed. */
} scree_slot_queue;

/* Starts the delivering thread. Errors, logged: SCREE_ERROR_INTERNAL. */
scree_result scree_slot_queue_start(scree_slot_queue *queue);

/* Waits until a slot is empty; returns the result of the deliveries so far. */
scree_result scree_slot_queue_await(scree_slot_queue *queue, uint32_t slot);

/* Hands over a filled slot. Slots are numbered from 0 and reused in order. */
void scree_slot_queue_hand_over(scree_slot_queue *queue, uint32_t slot);

/* Waits until all slots are delivered, and ends the thread; returns the result of all deliveries. */
scree_result scree_slot_queue_finish(scree_slot_queue *queue);

#endif
