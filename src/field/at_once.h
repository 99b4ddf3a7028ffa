/*
 * Evaluation of fields on the caller's thread, by the CPU (src/cpu/at_once.c): without a job, a lock or another thread,
 * in work space that each thread keeps from call to call until it ends. The caller has set the floating-point
 * environment.
 */
#ifndef SCREE_AT_ONCE_H
#define SCREE_AT_ONCE_H

#include "device_internal.h"

/*
 * The thread's own device, which does all of its work on this thread, for field types that need a session. It logs to
 * the context until the next call.
 */
scree_result scree_at_once_device(scree_context *context, scree_device **device);

#endif
