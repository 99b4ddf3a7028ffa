/*
 * Slots go round between the thread that fills them and one that delivers them, in order: while one is delivered, the
 * next are filled.
 */
#ifndef SCREE_SLOT_QUEUE_H
#define SCREE_SLOT_QUEUE_H

#include "device_internal.h"

typedef struct scree_slot_queue {
    /* Set by the user before scree_slot_queue_start(). */
    uint32_t slots;             /* At most SCREE_MOST_GROUP_SLOTS. */
    const scree_device *device; /* Its job waits for `deliver`, which must not wait for the device. */
    scree_result (*deliver)(void *user, uint32_t slot);
    void *user;
    const scree_progress *progress; /* Tells of a cancelled job, of which nothing more is delivered. */
    /* The queue's own. */
    scree_os_thread thread;
    scree_os_mutex mutex; /* Guards what follows. */
    scree_os_condition changed;
    bool is_full[SCREE_MOST_GROUP_SLOTS];
    bool is_closed; /* No slot will follow. */
    scree_result result;
} scree_slot_queue;

/* Starts the delivering thread. Errors, logged: SCREE_ERROR_INTERNAL. */
scree_result scree_slot_queue_start(scree_slot_queue *queue);

/* Waits until a slot is empty; tells how deliveries fare. */
scree_result scree_slot_queue_await(scree_slot_queue *queue, uint32_t slot);

/* Hands a filled slot over; slots follow each other from 0 on, again and again. */
void scree_slot_queue_hand_over(scree_slot_queue *queue, uint32_t slot);

/* Waits until all that was handed over is delivered, and ends the thread; tells how deliveries fared. */
scree_result scree_slot_queue_finish(scree_slot_queue *queue);

#endif
