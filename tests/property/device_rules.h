/*
 * Rules that every device keeps, whatever its backend: what a child made by fork() may do with it, what a sink may do
 * with the device that calls it, and what pthread_cancel() does to a thread that waits for it.
 */
#ifndef SCREE_TEST_DEVICE_RULES_H
#define SCREE_TEST_DEVICE_RULES_H

#include "fixture.h"

/*
 * A child inherits the device while a job runs. Its calls fail at once, and it can close what it inherited. `calls`,
 * optional, makes more calls in the child, and returns 0 where all of them fail as they should.
 */
void rules_check_fork(scree_device *device, int (*calls)(scree_device *device));

/* Calls in a sink that would wait for the sink itself are refused; the job and the device go on. */
void rules_check_sinks(scree_device *device);

/* Threads are cancelled while they wait for the device, which goes on. Closes the device. */
void rules_check_cancellation(scree_device *device);

#endif
