/* How much memory this process may still take. */
#ifndef SCREE_AVAILABLE_MEMORY_H
#define SCREE_AVAILABLE_MEMORY_H

#include <stdint.h>

/*
 * Bytes: what the system says is available, and not more than the control groups of the process and its own limit
 * (ulimit -v) leave. UINT64_MAX where nothing is known. Systems promise more memory than they have, and end a process
 * that uses it; so this is asked before much is taken. Others may take what is free now.
 */
uint64_t scree_memory_available(void);

/* The same without the limit of the process, with the files of /proc and /sys looked for below a folder; "" for those
   of this machine. */
uint64_t scree_memory_available_below(const char *root);

#endif
