/* The rows of an NPY file of numbers, as they lie there: the file is mapped into memory. */
#ifndef NPY_ROWS_H
#define NPY_ROWS_H

#include <stddef.h>

#include <scree/scree.h>

struct npy_rows {
    void *map; /* The file in memory; NULL without one. */
    size_t bytes;
    const void *first; /* The first number. */
};

/*
 * Maps a file that was described; its numbers must be float32 or float64, little endian and in C order. Prints one
 * line, which begins with the option, and returns an exit code when something is wrong. Close it in any case.
 */
int npy_rows_open(const char *option, const char *path, const scree_file_info *info, struct npy_rows *rows);
void npy_rows_close(struct npy_rows *rows);

/* Prints why a file is refused, and returns the exit code for it. */
int npy_rows_refuse(const char *option, const char *path, const char *reason);

#endif
