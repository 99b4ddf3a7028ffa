/* Files of NumPy that tests make: float32, little-endian. */
#ifndef SCREE_TEST_NPY_FILE_H
#define SCREE_TEST_NPY_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes a file by a template of mkstemp(), which becomes its path. The shape, such as "(6, 9)", is the slowest axis
   first. False where it cannot be written. */
static inline bool npy_file_write(char *path, const char *shape, const float *values, size_t count)
{
    char header[128];
    memset(header, ' ', sizeof header);
    memcpy(header, "\x93NUMPY\x01\x00\x76\x00", 10);
    const int length =
        snprintf(header + 10, sizeof header - 10, "{'descr': '<f4', 'fortran_order': False, 'shape': %s, }", shape);
    header[10 + length] = ' ';
    header[sizeof header - 1] = '\n';
    const int descriptor = mkstemp(path);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
    const bool is_written = file != NULL && fwrite(header, sizeof header, 1, file) == 1 &&
                            fwrite(values, sizeof *values, count, file) == count;
    return file != NULL && fclose(file) == 0 && is_written;
}

#endif
