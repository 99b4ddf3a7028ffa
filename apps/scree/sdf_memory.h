/* The memory that a distance field takes beside its map. */
#ifndef SDF_MEMORY_H
#define SDF_MEMORY_H

#include <scree/scree.h>

#include "sdf_request.h"
#include "sdf_source.h"

/*
 * Refuses a field, or a map that is made for it, where the machine lacks the memory, before anything is begun. Prints
 * one line with the bytes that it needs and that there are, and returns an exit code other than 0 then.
 */
int sdf_memory_check(const struct sdf_request *request, const struct sdf_source *source,
                     const scree_device_info *device);

#endif
