/* Large writes by several threads: one thread copies into a file no faster than a fraction of what the memory can. */
#ifndef SCREE_PARALLEL_WRITE_H
#define SCREE_PARALLEL_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "os.h"

/* Whether `size` bytes are worth more than one thread. */
bool scree_parallel_write_pays(size_t size);

/*
 * Writes all bytes at an offset in a regular file. `crc`, optional, is the CRC-32 of what comes before them in the
 * file, and is continued over them meanwhile. Returns an error number, or 0; after an error any of the bytes may be
 * missing.
 */
int scree_parallel_write(scree_os_file file, const uint8_t *data, size_t size, uint64_t offset, uint32_t *crc);

#endif
