/* Threads of the library. */
#ifndef SCREE_THREAD_H
#define SCREE_THREAD_H

#include <pthread.h>
#include <stdint.h>

#include <scree/context.h>

/* Processors that this process may use, which containers often limit: 1 to SCREE_MAX_THREADS. */
uint32_t scree_processor_count(void);

/*
 * Starts a thread that takes no signals but those that it brings on itself: the others are left to the program's own
 * threads. Returns what pthread_create() returns.
 */
int scree_thread_start(pthread_t *thread, void *(*run)(void *argument), void *argument);

#endif
