#include "slot_queue.h"

#include "context_internal.h"
#include "device_lock.h"
#include "os.h"

static void deliver_slots(scree_slot_queue *queue)
{
    for (uint32_t slot = 0;; slot = (slot + 1) % queue->slots) {
        scree_os_mutex_lock(&queue->mutex);
        while (!queue->is_full[slot] && !queue->is_closed) {
            scree_os_condition_wait(&queue->changed, &queue->mutex);
        }
        if (queue->is_full[slot] && queue->result == SCREE_OK && atomic_load(&queue->progress->is_cancelled)) {
            queue->result = SCREE_ERROR_CANCELLED;
            scree_os_condition_broadcast(&queue->changed);
        }
        bool is_over = !queue->is_full[slot] || queue->result != SCREE_OK;
        scree_os_mutex_unlock(&queue->mutex);
        if (is_over) {
            return;
        }
        scree_result result = queue->deliver(queue->user, slot);
        scree_os_mutex_lock(&queue->mutex);
        queue->result = result;
        if (result != SCREE_OK) {
            scree_last_error_keep(&queue->error);
        }
        queue->is_full[slot] = false;
        scree_os_condition_broadcast(&queue->changed);
        scree_os_mutex_unlock(&queue->mutex);
        if (result != SCREE_OK) {
            return;
        }
    }
}

static void *run_thread(void *argument)
{
    scree_slot_queue *queue = argument;
    scree_device_mark mark;
    scree_device_mark_thread(queue->device, &mark);
    deliver_slots(queue);
    scree_device_unmark_thread(&mark);
    return NULL;
}

scree_result scree_slot_queue_start(scree_slot_queue *queue)
{
    scree_os_mutex_init(&queue->mutex);
    scree_os_condition_init(&queue->changed);
    if (!scree_os_thread_start(&queue->thread, run_thread, queue)) {
        scree_os_condition_destroy(&queue->changed);
        scree_os_mutex_destroy(&queue->mutex);
        return scree_fail(queue->device->context, SCREE_ERROR_INTERNAL, "no thread could be started for a sink");
    }
    return SCREE_OK;
}

scree_result scree_slot_queue_await(scree_slot_queue *queue, uint32_t slot)
{
    scree_os_mutex_lock(&queue->mutex);
    while (queue->is_full[slot] && queue->result == SCREE_OK) {
        scree_os_condition_wait(&queue->changed, &queue->mutex);
    }
    scree_result result = queue->result;
    scree_last_error_adopt(&queue->error);
    scree_os_mutex_unlock(&queue->mutex);
    return result;
}

void scree_slot_queue_hand_over(scree_slot_queue *queue, uint32_t slot)
{
    scree_os_mutex_lock(&queue->mutex);
    queue->is_full[slot] = true;
    scree_os_condition_broadcast(&queue->changed);
    scree_os_mutex_unlock(&queue->mutex);
}

scree_result scree_slot_queue_finish(scree_slot_queue *queue)
{
    scree_os_mutex_lock(&queue->mutex);
    queue->is_closed = true;
    scree_os_condition_broadcast(&queue->changed);
    scree_os_mutex_unlock(&queue->mutex);
    scree_os_thread_join(&queue->thread);
    scree_os_condition_destroy(&queue->changed);
    scree_os_mutex_destroy(&queue->mutex);
    scree_last_error_adopt(&queue->error);
    return queue->result;
}
