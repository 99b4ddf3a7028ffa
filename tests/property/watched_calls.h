/*
 * System calls that a test sees, and may let fail. Tests link scree_watched_calls, which wraps the calls by which the
 * library changes folders and files.
 */
#ifndef SCREE_TEST_WATCHED_CALLS_H
#define SCREE_TEST_WATCHED_CALLS_H

typedef enum call_kind {
    CALL_OPEN,
    CALL_WRITE, /* Also at an offset. */
    CALL_SYNC,  /* fdatasync() and fsync(). */
    CALL_RENAME,
    CALL_LINK,
    CALL_UNLINK,
    CALL_PERMISSION /* fchmodat() and fchownat(). */
} call_kind;

typedef struct watched_call {
    call_kind kind;
    int descriptor;   /* The file or, for names, the folder. */
    const char *name; /* NULL where the call takes no name. */
    const char *second_name;
    unsigned flags; /* Flags of renameat2() and openat(). */
} watched_call;

/* Asked before a call: 0 lets it happen, an error number fails it. NULL = all calls happen. */
extern int (*watch_before)(const watched_call *call);

/* Told after a call that succeeded. `descriptor` is what openat() returned. Optional. */
extern void (*watch_after)(const watched_call *call, int descriptor);

#endif
