/* Files of pictures in colours that are painted some rows at a time: opened, written and completed. */
#ifndef SCREE_PAINTED_FILE_H
#define SCREE_PAINTED_FILE_H

#include <scree/file.h>

typedef struct scree_painted_file {
    scree_volume volume; /* Two axes, and a type for each of a pixel's three numbers. */
    char *about;         /* JSON that says how the colours were made; NULL stands for a lack of memory. */
    /* Paints rows from `first` on, in order, three numbers a pixel. */
    void (*paint)(void *painter, uint64_t first, uint64_t rows, void *pixels);
    void *painter;
} scree_painted_file;

/*
 * Writes a whole picture to a file that the caller commits; frees `about`. On failure `*writer` is NULL. Errors,
 * logged: as scree_writer_open(), SCREE_ERROR_OUT_OF_MEMORY.
 */
scree_result scree_painted_file_write(scree_context *context, const scree_painted_file *painted,
                                      const scree_writer_params *file, scree_writer **writer);

#endif
