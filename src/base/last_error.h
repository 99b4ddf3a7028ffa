/*
 * Why the last call of a thread failed, in words (scree_last_error()). What a thread of the library met is handed to
 * the thread that waits for it: kept where the thread ends, and adopted by the one that returns the error.
 */
#ifndef SCREE_LAST_ERROR_H
#define SCREE_LAST_ERROR_H

#include <scree/context.h>

#define SCREE_LAST_ERROR_SIZE 512

typedef struct scree_error_text {
    char text[SCREE_LAST_ERROR_SIZE]; /* Cut off at its end if it is longer; empty = none. */
} scree_error_text;

/* Makes a message the calling thread's last error. */
void scree_last_error_set(const char *message);

/* Stores the calling thread's last error. */
void scree_last_error_keep(scree_error_text *kept);

/* Makes a stored error the calling thread's, unless there is none. */
void scree_last_error_adopt(const scree_error_text *kept);

#endif
