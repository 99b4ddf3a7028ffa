/* How much memory this process may still take. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdint.h>

/*
 * Bytes: what the system says is available, and not more than the limit of the process (ulimit -v) leaves. UINT64_MAX
 * where nothing is known. Memory that is free now may be taken by others later, so this is for early messages only.
 */
uint64_t memory_available(void);

#endif
