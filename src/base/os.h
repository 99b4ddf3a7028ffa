/*
 * The operating system, as far as scree needs one. Everything else in src/ is standard C: a port is another file beside
 * os_posix.c. Error numbers are those of <errno.h>, whose names all systems share; 0 stands for success, and strerror()
 * describes the others.
 */
#ifndef SCREE_OS_H
#define SCREE_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <scree/context.h>

/*
 * Threads. The types below have room for what the system keeps in them, and must not be copied or moved while they are
 * in use. Mutexes and conditions are destroyed when nobody waits for them any more.
 */
typedef struct scree_os_thread {
    uint64_t storage[1];
} scree_os_thread;

typedef struct scree_os_mutex {
    uint64_t storage[8];
} scree_os_mutex;

typedef struct scree_os_condition {
    uint64_t storage[8];
} scree_os_condition;

/* Ready for use when it is filled with zeros, as static objects are. */
typedef struct scree_os_once {
    uint64_t storage[1];
} scree_os_once;

/* Processors that this process may use, which containers often limit: 1 to SCREE_MAX_THREADS. */
uint32_t scree_os_processor_count(void);

/* The name of the first processor, or "CPU" where the system does not tell. */
void scree_os_processor_name(char *name, size_t size);

/*
 * Starts a thread that takes no signals but those that it brings on itself: the others are left to the program's own
 * threads. False where no thread can be had. What `run` returns is not used.
 */
bool scree_os_thread_start(scree_os_thread *thread, void *(*run)(void *argument), void *argument);

/* Waits for the end of a thread that was started, once. */
void scree_os_thread_join(const scree_os_thread *thread);

/* Lets other threads run. Signal handlers may call it. */
void scree_os_thread_yield(void);

/* Pauses the calling thread; a signal may end the pause earlier. */
void scree_os_sleep(uint32_t milliseconds);

/*
 * Keeps others from ending the calling thread at a point where it waits (pthread_cancel()), which would leave locks
 * held. Returns what scree_os_cancel_restore() takes; pairs may be nested.
 */
int scree_os_cancel_disable(void);
void scree_os_cancel_restore(int state);

/* False where the system has no room for another mutex. */
bool scree_os_mutex_init(scree_os_mutex *mutex);
void scree_os_mutex_destroy(scree_os_mutex *mutex);
void scree_os_mutex_lock(scree_os_mutex *mutex);
void scree_os_mutex_unlock(scree_os_mutex *mutex);

/* True where the mutex was free, and is now held. */
bool scree_os_mutex_try_lock(scree_os_mutex *mutex);

/* The same after a wait of some milliseconds at most. */
bool scree_os_mutex_lock_within(scree_os_mutex *mutex, uint32_t milliseconds);

/* Calls a function with the mutex held, which is given back even where the thread is ended while it waits. */
void scree_os_mutex_hold(scree_os_mutex *mutex, void (*call)(void *argument), void *argument);

/* False where the system has no room for another condition. */
bool scree_os_condition_init(scree_os_condition *condition);
void scree_os_condition_destroy(scree_os_condition *condition);
void scree_os_condition_signal(scree_os_condition *condition);
void scree_os_condition_broadcast(scree_os_condition *condition);

/* Waits with the mutex given back. It may return without a signal: the caller looks again at what it waits for. */
void scree_os_condition_wait(scree_os_condition *condition, scree_os_mutex *mutex);

/* The same until a time of scree_os_clock_nanoseconds(); false where that has come. */
bool scree_os_condition_wait_until(scree_os_condition *condition, scree_os_mutex *mutex, uint64_t nanoseconds);

/* Calls a function in the first thread that comes here; the others wait until it returns. */
void scree_os_call_once(scree_os_once *once, void (*call)(void));

/*
 * A pointer for each thread, NULL at first. A thread that ends hands what it holds, unless that is NULL, to `destroy`.
 * Create is false where the process has no key left, and set where memory ran out.
 */
typedef struct scree_os_thread_key {
    uint64_t storage[1];
} scree_os_thread_key;

bool scree_os_thread_key_create(scree_os_thread_key *key, void (*destroy)(void *value));
void *scree_os_thread_key_get(const scree_os_thread_key *key);
bool scree_os_thread_key_set(const scree_os_thread_key *key, void *value);

/*
 * Signals, which a thread can hold back, all that can be: they reach it when they are let through again, or another
 * thread. A system without signals does nothing.
 */
typedef struct scree_os_signals {
    uint64_t storage[16];
} scree_os_signals;

void scree_os_signals_hold(scree_os_signals *before);
void scree_os_signals_restore(const scree_os_signals *before);

/* The time since some moment; nobody sets this clock. */
uint64_t scree_os_clock_nanoseconds(void);
double scree_os_clock_seconds(void);

/* The number of this process. Children that fork() makes have others. Signal handlers may call it. */
int64_t scree_os_process_id(void);

/*
 * Memory at a multiple of `alignment`, a power of two, or of a page where that is 0. NULL where there is none. It must
 * be given back with scree_os_aligned_free(), which takes NULL as well.
 */
void *scree_os_aligned_alloc(size_t alignment, size_t bytes);
void scree_os_aligned_free(void *memory);

/* Bytes of the machine's memory; 0 where the system does not tell. */
uint64_t scree_os_memory_installed(void);

/*
 * How many bytes this process may still take: what the system says is available, and not more than the control groups
 * of the process and its own limit (ulimit -v) leave. UINT64_MAX where nothing is known. Systems promise more memory
 * than they have, and end a process that uses it; so this is asked before much is taken. Others may take what is free
 * now.
 */
uint64_t scree_os_memory_available(void);

/* The same without the limit of the process, with the files of /proc and /sys looked for below a folder; "" for those
   of this machine. */
uint64_t scree_os_memory_available_below(const char *root);

/* The names that the libraries of GPU drivers have on this system. */
extern const char scree_os_vulkan_library[];
extern const char scree_os_cuda_library[];

/*
 * Loads a shared library by its name or path. NULL where that fails; `*reason`, unless it is NULL, then says why, until
 * the next call of this thread. One that stays is not unloaded when it is closed: what it has started may still run.
 */
void *scree_os_library_open(const char *name, bool stays, const char **reason);

/* A function or an object of a library; NULL where it has none of that name. */
void *scree_os_library_find(void *library, const char *name);

void scree_os_library_close(void *library);

/* The file that an object or a function of this process was loaded from; NULL where the system does not tell. */
const char *scree_os_file_of(const void *address);

/* The file of the running program; an empty text where the system does not tell, or it does not fit. */
void scree_os_program_path(char *path, size_t size);

/* As getenv(), but NULL in a program that runs with the rights of another user than the one who started it. */
const char *scree_os_trusted_environment(const char *name);

/* The folder for files that the user can do without, such as ~/.cache. False where none is set, or it does not fit. */
bool scree_os_cache_folder(char *folder, size_t size);

/*
 * The "C" locale. A program chooses its locale for people; texts for programs are the same in all of them. Jansson must
 * only be called within this locale where numbers are read or printed: it ends the process where the decimal point of a
 * locale has two bytes.
 */
typedef struct scree_os_locale scree_os_locale;

/* NULL where memory ran out. */
scree_os_locale *scree_os_locale_create(void);
void scree_os_locale_destroy(scree_os_locale *locale);

/* strtof() and strtod() as they are in that locale. */
float scree_os_locale_read_float(const scree_os_locale *locale, const char *text, char **end);
double scree_os_locale_read_double(const scree_os_locale *locale, const char *text, char **end);

/* The calling thread's own locale, while it is in the "C" locale. */
typedef struct scree_os_locale_change {
    void *entered;
    void *before;
} scree_os_locale_change;

/* False where memory ran out; nothing has changed then, and nothing is to be left. */
bool scree_os_locale_enter(scree_os_locale_change *change);
void scree_os_locale_leave(const scree_os_locale_change *change);

/*
 * Files and folders. A handle is never one of the standard streams, even where the program has closed those: it would
 * receive what anybody prints. Programs that this process starts do not inherit handles. Names are looked for in a
 * folder that is held open, so that neither a change of the working directory nor a renamed folder leads astray.
 */
typedef intptr_t scree_os_file;
#define SCREE_OS_NO_FILE ((scree_os_file)-1)
#define SCREE_OS_WORKING_FOLDER ((scree_os_file)-2) /* With this one, names may be paths. */

/* Room for any path that is made here, the zero byte included. */
#define SCREE_OS_PATH_SIZE 4096

enum {
    SCREE_OS_READ = 1,
    SCREE_OS_WRITE = 2,
    SCREE_OS_CREATE = 4,   /* A missing file is made, as open to others as the process allows. */
    SCREE_OS_NEW = 8,      /* With CREATE: EEXIST where there is one. */
    SCREE_OS_APPEND = 16,  /* Every write goes to the end. */
    SCREE_OS_NO_LINK = 32, /* ELOOP for a symbolic link. */
    SCREE_OS_NO_WAIT = 64  /* A pipe is opened without waiting for its other end. */
};

/* `flags` are some of the above. `*file` is SCREE_OS_NO_FILE on an error. */
int scree_os_file_open(scree_os_file folder, const char *name, unsigned flags, scree_os_file *file);

/* Makes and opens a file of this user alone, to write; the six X that end its path become letters of its own. */
int scree_os_file_open_temporary(char *path, scree_os_file *file);

/* Opens a folder, to find files in it: not even the right to read its list is needed. */
int scree_os_folder_open(const char *path, scree_os_file *folder);

/* Closes a file or a folder. Some file systems report only now that the disk is full. */
int scree_os_file_close(scree_os_file file);

/* A second handle of the same open file. */
int scree_os_file_duplicate(scree_os_file file, scree_os_file *copy);

/* A stream of the C library, which closes the file with itself; NULL, with the file open, where memory ran out. */
FILE *scree_os_file_stream(scree_os_file file, const char *mode);

/* Takes a lock that ends with the last handle of the file, without waiting. EAGAIN where another run holds it; another
   error where this file system has no locks. */
int scree_os_file_lock(scree_os_file file);

typedef enum scree_os_kind {
    SCREE_OS_REGULAR,
    SCREE_OS_FOLDER,
    SCREE_OS_LINK, /* Symbolic. */
    SCREE_OS_OTHER /* Devices, pipes and sockets. */
} scree_os_kind;

typedef struct scree_os_file_info {
    scree_os_kind kind;
    uint64_t bytes;
    uint64_t names;        /* How many it has; 0 when all were removed. */
    uint64_t volume;       /* Together with `number`: which file it is. */
    uint64_t number;       /* See scree_os_is_same_file(). */
    bool is_own;           /* It belongs to the user whose rights this process has. */
    bool others_may_write; /* Other users may. */
} scree_os_file_info;

int scree_os_file_describe(scree_os_file file, scree_os_file_info *info);

/* The same by name; of a symbolic link itself, or of what it leads to. ENOENT where there is none. */
int scree_os_file_look(scree_os_file folder, const char *name, bool follows_link, scree_os_file_info *info);

static inline bool scree_os_is_same_file(const scree_os_file_info *a, const scree_os_file_info *b)
{
    return a->volume == b->volume && a->number == b->number;
}

/* Reads from a place of a file on. `*got` is less than `size` only at its end. */
int scree_os_file_read(scree_os_file file, void *data, size_t size, uint64_t offset, size_t *got);

/* How long a call waits for others: until it is interrupted, which is asked for every now and then. */
typedef struct scree_os_patience {
    bool (*interrupted)(void *user); /* NULL: as long as it takes. */
    void *user;
} scree_os_patience;

/*
 * Writes everything, from a place of a file on, or where it stands for an offset below zero. `waits` as of
 * scree_os_stream_open(): then ECANCELED where it is interrupted. The signals that a failing write would raise
 * (SIGPIPE, SIGXFSZ) are kept from the program.
 */
int scree_os_file_write(scree_os_file file, const void *data, size_t size, int64_t offset, bool waits,
                        const scree_os_patience *patience);

/* Waits until the disk has what was written. Where there is nothing to wait for that is no error. */
int scree_os_file_sync(scree_os_file file);

/* Asks the disk to take what was written, without waiting. The wait at the end is short then. */
void scree_os_file_start_sync(scree_os_file file);

/* Waits until the disk has the names in a folder. A folder whose list may not be read cannot be waited for. */
int scree_os_folder_sync(scree_os_file folder);

/* Bytes that the disk of a folder has free; false where they are not known. */
bool scree_os_folder_room(scree_os_file folder, uint64_t *bytes);

/* Makes a folder of this user alone, unless there is one. */
void scree_os_folder_make(const char *path);

/* Renames within a folder; takes the place of a file that has the name. */
int scree_os_rename(scree_os_file folder, const char *from, const char *to);

/* The same, but EEXIST where the name is taken. */
int scree_os_rename_to_free_name(scree_os_file folder, const char *from, const char *to);

/* Gives a file a second name in its folder. ENOTSUP where the file system has no second names, or not of this file. */
int scree_os_link(scree_os_file folder, const char *name, const char *second);

/* Removes a file's name. Signal handlers may call it. */
int scree_os_remove(scree_os_file folder, const char *name);

/* Lets those use a file who may use another one of the same folder, as far as this process may say so. */
void scree_os_copy_rights(scree_os_file folder, const char *from, const char *to);

/* The names in a folder. NULL where they may not be read, or memory ran out. */
typedef struct scree_os_listing scree_os_listing;
scree_os_listing *scree_os_listing_open(scree_os_file folder);
void scree_os_listing_close(scree_os_listing *listing);

/* The next name, valid until the next call; NULL at the end. */
const char *scree_os_listing_next(scree_os_listing *listing);
void scree_os_listing_rewind(scree_os_listing *listing);

/* The path without symbolic links, to be freed with free(). */
int scree_os_path_resolve(const char *path, char **resolved);

/* Whether a path means an open stream of this process, such as /dev/stdout. */
bool scree_os_path_is_stream(const char *path);

/*
 * Opens what is no regular file, to write: a device, a pipe as soon as it has a reader, or an open stream of this
 * process by its path, which goes on where it stands. ECANCELED where the wait for a reader is interrupted. `*waits`
 * says whether a write may have to wait, for a reader for example.
 */
int scree_os_stream_open(const char *path, const scree_os_patience *patience, scree_os_file *stream, bool *waits);

/* fseek() and ftell() for files of any size: false, and below zero, with errno set on an error. */
bool scree_os_seek(FILE *stream, int64_t offset, int whence);
int64_t scree_os_tell(FILE *stream);

#endif
