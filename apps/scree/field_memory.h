/* Whether the machine has the memory that a field takes. */
#ifndef FIELD_MEMORY_H
#define FIELD_MEMORY_H

#include "field_type.h"

/*
 * Refuses a field where the machine lacks the memory, before anything is begun. Prints one line with the bytes that it
 * needs and that there are, and returns an exit code other than 0 then.
 */
int field_memory_check(const struct field_request *request, const scree_device_info *device);

#endif
