#include "slot_queue.h"

#include "context_internal.h"
#include "device_lock.h"
#include "thread.h"

static void deliver_slots(scree_slot_queue *queue)
{
    for (uint32_t turn = 0;; turn = (turn + 1) % queue->slots) {
        pthread_mutex_lock(&queue->mutex);
        while (!queue->is_full[turn] && !queue->is_closed) {
            pthread_cond_wait(&queue->changed, &queue->mutex);
        }
        if (queue->is_full[turn] && queue->result == SCREE_OK && atomic_load(&queue->progress->is_cancelled)) {
            queue->result = SCREE_ERROR_CANCELLED;
            pthread_cond_broadcast(&queue->changed);
        }
        bool is_over = !queue->is_full[turn] || queue->result != SCREE_OK;
        pthread_mutex_unlock(&queue->mutex);
        if (is_over) {
            return;
        }
        scree_result result = queue->deliver(queue->user, turn);
        pthread_mutex_lock(&queue->mutex);
        queue->result = result;
        queue->is_full[turn] = false;
        pthread_cond_broadcast(&queue->changed);
        pthread_mutex_unlock(&queue->mutex);
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
    pthread_mutex_init(&queue->mutex, NULL);
    pthread_cond_init(&queue->changed, NULL);
    if (scree_thread_start(&queue->thread, run_thread, queue) != 0) {
        pthread_cond_destroy(&queue->changed);
        pthread_mutex_destroy(&queue->mutex);
        return scree_fail(queue->device->context, SCREE_ERROR_INTERNAL, "no thread could be started for a sink");
    }
    return SCREE_OK;
}

scree_result scree_slot_queue_await(scree_slot_queue *queue, uint32_t slot)
{
    pthread_mutex_lock(&queue->mutex);
    while (queue->is_full[slot] && queue->result == SCREE_OK) {
        pthread_cond_wait(&queue->changed, &queue->mutex);
    }
    scree_result result = queue->result;
    pthread_mutex_unlock(&queue->mutex);
    return result;
}

void scree_slot_queue_hand_over(scree_slot_queue *queue, uint32_t slot)
{
    pthread_mutex_lock(&queue->mutex);
    queue->is_full[slot] = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->mutex);
}

scree_result scree_slot_queue_finish(scree_slot_queue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    queue->is_closed = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->mutex);
    pthread_join(queue->thread, NULL);
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->mutex);
    return queue->result;
}
