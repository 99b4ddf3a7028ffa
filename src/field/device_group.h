/* Groups: several devices that work as one. */
#ifndef SCREE_DEVICE_GROUP_H
#define SCREE_DEVICE_GROUP_H

#include "device_internal.h"

/*
 * Makes one device of `count` open ones, 2 to SCREE_MAX_MEMBERS. The group owns them from then on; on failure they are
 * closed. Errors: SCREE_ERROR_OUT_OF_MEMORY.
 */
scree_result scree_device_group_create(scree_context *context, scree_device **members, uint32_t count,
                                       scree_device **device);

/* The first member of a group; of a device that is no group, the device. */
scree_device *scree_device_first(scree_device *device);

#endif
