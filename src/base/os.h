/*
 * The parts of the operating system that scree uses. Everything else in src/ is standard C, so a port is another file
 * beside os_posix.c. Error numbers are those of <errno.h>, whose names all systems share; 0 stands for success, and
 * strerror() describes the others.
 */
#ifndef SCREE_OS_H
#define SCREE_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <scree/context.h>

/* Threads. The types below are storage for the system's own types, and must not be copied or moved while they are in
   use. Destroy mutexes and conditions only when no thread waits for them. */
typedef struct scree_os_thread {
    uint64_t storage[1];
} scree_os_thread;

typedef struct scree_os_mutex {
    uint64_t storage[8];
} scree_os_mutex;

typedef struct scree_os_condition {
    uint64_t storage[8];
} scree_os_condition;

/* Zero-initialise it; static objects are ready for use. */
typedef struct scree_os_once {
    uint64_t storage[1];
} scree_os_once;

/* Processors that this process may use, which containers often limit: 1 to SCREE_MAX_THREADS. */
uint32_t scree_os_processor_count(void);

/* The name of the first processor, or "CPU" if the system does not report it. */
void scree_os_processor_name(char *name, size_t size);

/* Starts a thread that handles only the signals that it raises itself, such as SIGSEGV: all others are left to the
   program's own threads. False if no thread can be created. The return value of `run` is ignored. */
bool scree_os_thread_start(scree_os_thread *thread, void *(*run)(void *argument), void *argument);

/* Waits until a thread has ended. Call it once for each thread that was started. */
void scree_os_thread_join(const scree_os_thread *thread);

/* Lets other threads run. Signal handlers may call it. */
void scree_os_thread_yield(void);

/* Pauses the calling thread; a signal may end the pause earlier. */
void scree_os_sleep(uint32_t milliseconds);

/* Keeps the calling thread from being cancelled (pthread_cancel()) while it waits, which would leave locks held.
   Returns the state to pass to scree_os_cancel_restore(); pairs may be nested. */
int scree_os_cancel_disable(void);
void scree_os_cancel_restore(int state);

/* False if the system has no resources for another mutex. */
bool scree_os_mutex_init(scree_os_mutex *mutex);
void scree_os_mutex_destroy(scree_os_mutex *mutex);
void scree_os_mutex_lock(scree_os_mutex *mutex);
void scree_os_mutex_unlock(scree_os_mutex *mutex);

/* Returns true if the mutex was free; the calling thread then holds it. */
bool scree_os_mutex_try_lock(scree_os_mutex *mutex);

/* Tries to lock a mutex for up to this many milliseconds; otherwise as scree_os_mutex_try_lock(). */
bool scree_os_mutex_lock_within(scree_os_mutex *mutex, uint32_t milliseconds);

/* Calls a function with the mutex held. The mutex is unlocked even if the thread is cancelled in the meantime. */
void scree_os_mutex_hold(scree_os_mutex *mutex, void (*call)(void *argument), void *argument);

/* False if the system has no resources for another condition. */
bool scree_os_condition_init(scree_os_condition *condition);
void scree_os_condition_destroy(scree_os_condition *condition);
void scree_os_condition_signal(scree_os_condition *condition);
void scree_os_condition_broadcast(scree_os_condition *condition);

/* Waits with the mutex unlocked, and locks it again. It may return without a signal, so the caller must check its
   condition again. */
void scree_os_condition_wait(scree_os_condition *condition, scree_os_mutex *mutex);

/*
 * Waits as scree_os_condition_wait() does, but at most until a time of scree_os_clock_nanoseconds(). False if that time
 * has come.
 */
bool scree_os_condition_wait_until(scree_os_condition *condition, scree_os_mutex *mutex, uint64_t nanoseconds);

/* Calls a function once, in the first thread that gets here. The others wait until it returns. */
void scree_os_call_once(scree_os_once *once, void (*call)(void));

/* A pointer for each thread, NULL at first. When a thread ends, `destroy` gets its pointer unless that is NULL. Create
   returns false if the process has no key left, and set returns false if memory runs out. */
typedef struct scree_os_thread_key {
    uint64_t storage[1];
} scree_os_thread_key;

bool scree_os_thread_key_create(scree_os_thread_key *key, void (*destroy)(void *value));
void *scree_os_thread_key_get(const scree_os_thread_key *key);
bool scree_os_thread_key_set(const scree_os_thread_key *key, void *value);

/* Holds back all signals that a thread can block. They are delivered when they are restored, or meanwhile to another
   thread. On a system without signals these functions do nothing. */
typedef struct scree_os_signals {
    uint64_t storage[16];
} scree_os_signals;

void scree_os_signals_hold(scree_os_signals *before);
void scree_os_signals_restore(const scree_os_signals *before);

/* The time since an unspecified moment, by a clock that is never set. */
uint64_t scree_os_clock_nanoseconds(void);
double scree_os_clock_seconds(void);

/* The id of this process, which differs in a child made by fork(). Signal handlers may call it. */
int64_t scree_os_process_id(void);

/* Allocates memory at a multiple of `alignment`, a power of two, or at a multiple of a page if that is 0. NULL if
   memory runs out. Free it with scree_os_aligned_free(), which accepts NULL. */
void *scree_os_aligned_alloc(size_t alignment, size_t bytes);

/* Allocates memory that may be large and accessed at random, in large pages where the system has them, at a multiple of
   64 at least. Free it likewise. */
void *scree_os_large_alloc(size_t bytes);
void scree_os_aligned_free(void *memory);

/* The machine's memory in bytes; 0 if the system does not report it. */
uint64_t scree_os_memory_installed(void);

/*
 * How many bytes this process may still allocate: the memory that the system has available, limited by the control
 * groups of the process and by its own limit (ulimit -v). UINT64_MAX if nothing is known. Systems promise more memory
 * than they have and kill the process that uses it, so call this before a large allocation. Other processes may take
 * the memory in the meantime.
 */
uint64_t scree_os_memory_available(void);

/* Returns what scree_os_memory_available() does without the limit of the process, with /proc and /sys below the folder
   `root`, so that tests can supply their own. "" stands for those of this machine. */
uint64_t scree_os_memory_available_below(const char *root);

/* The names of the libraries of GPU drivers on this system. */
extern const char scree_os_vulkan_library[];
extern const char scree_os_cuda_library[];

/*
 * Loads a shared library by its name or path. NULL if that fails; `*reason` then says why and is valid until the next
 * call of this thread. `reason` may be NULL. A library that stays is not unloaded when it is closed, because threads
 * that it started may still run.
 */
void *scree_os_library_open(const char *name, bool stays, const char **reason);

/* A function or an object of a library; NULL if it has none of that name. */
void *scree_os_library_find(void *library, const char *name);

void scree_os_library_close(void *library);

/* The file that an object or a function of this process was loaded from; NULL if the system does not report it. */
const char *scree_os_file_of(const void *address);

/* The path of the running program; empty if the system does not report it or if it does not fit. */
void scree_os_program_path(char *path, size_t size);

/* Returns what getenv() does, but NULL in a program with more rights than its user, such as a setuid program, because
   that user sets its environment. */
const char *scree_os_trusted_environment(const char *name);

/* The folder for files that the user can do without, such as ~/.cache. False if none is set or if it does not fit. */
bool scree_os_cache_folder(char *folder, size_t size);

/*
 * The "C" locale. A program sets its locale for its users, but files must be the same in every locale. Jansson must
 * read and print numbers only within this locale, because it aborts the process if the decimal point of a locale has
 * two bytes.
 */
typedef struct scree_os_locale scree_os_locale;

/* NULL if memory runs out. */
scree_os_locale *scree_os_locale_create(void);
void scree_os_locale_destroy(scree_os_locale *locale);

/* These do what strtof() and strtod() do in that locale. */
float scree_os_locale_read_float(const scree_os_locale *locale, const char *text, char **end);
double scree_os_locale_read_double(const scree_os_locale *locale, const char *text, char **end);

/* Holds the calling thread's own locale while the thread is in the "C" locale. */
typedef struct scree_os_locale_change {
    void *entered;
    void *before;
} scree_os_locale_change;

/* False if memory runs out. The locale is then unchanged and must not be left. */
bool scree_os_locale_enter(scree_os_locale_change *change);
void scree_os_locale_leave(const scree_os_locale_change *change);

/*
 * Files and folders. A handle is never one of the standard streams, even if the program has closed those: otherwise
 * printed text would end up in the file. Programs that this process starts do not inherit handles. Names are looked up
 * in a folder that is held open, so that they stay valid if the working directory changes or the folder is renamed.
 */
typedef intptr_t scree_os_file;
#define SCREE_OS_NO_FILE ((scree_os_file)-1)
#define SCREE_OS_WORKING_FOLDER ((scree_os_file)-2) /* Names in this folder may be paths. */

/* Enough bytes for any path that is made here, including the zero byte. */
#define SCREE_OS_PATH_SIZE 4096

enum {
    SCREE_OS_READ = 1,
    SCREE_OS_WRITE = 2,
    SCREE_OS_CREATE = 4,   /* Creates a missing file, with the permissions that the umask allows. */
    SCREE_OS_NEW = 8,      /* With CREATE: an existing file is the error EEXIST. */
    SCREE_OS_APPEND = 16,  /* Every write goes to the end. */
    SCREE_OS_NO_LINK = 32, /* ELOOP for a symbolic link. */
    SCREE_OS_NO_WAIT = 64  /* A pipe is opened without waiting for its other end. */
};

/* `flags` are some of the above. `*file` is SCREE_OS_NO_FILE on an error. */
int scree_os_file_open(scree_os_file folder, const char *name, unsigned flags, scree_os_file *file);

/* Creates and opens a file for writing that only this user can access. The six X at the end of its path are replaced by
   letters that make the name unique. */
int scree_os_file_open_temporary(char *path, scree_os_file *file);

/* Opens a folder to find files in it. The right to list the folder is not needed. */
int scree_os_folder_open(const char *path, scree_os_file *folder);

/* Closes a file or a folder. Some file systems report only now that the disk is full. */
int scree_os_file_close(scree_os_file file);

/* Makes a second handle of the same open file. */
int scree_os_file_duplicate(scree_os_file file, scree_os_file *copy);

/* Makes a stream of the C library, which owns the file from then on. If memory runs out it returns NULL, and the file
   stays open. */
FILE *scree_os_file_stream(scree_os_file file, const char *mode);

/* Takes a lock without waiting. It ends when the last handle of the file is closed. EAGAIN if another run holds it;
   another error if this file system has no locks. */
int scree_os_file_lock(scree_os_file file);

typedef enum scree_os_kind {
    SCREE_OS_REGULAR,
    SCREE_OS_FOLDER,
    SCREE_OS_LINK, /* A symbolic link. */
    SCREE_OS_OTHER /* Devices, pipes and sockets. */
} scree_os_kind;

typedef struct scree_os_file_info {
    scree_os_kind kind;
    uint64_t bytes;
    uint64_t names;        /* The number of names that the file has; 0 when all were removed. */
    uint64_t volume;       /* Identifies the file together with `number`. */
    uint64_t number;       /* See scree_os_is_same_file(). */
    bool is_own;           /* It belongs to the user whose rights this process has. */
    bool others_may_write; /* Whether other users may write to it. */
} scree_os_file_info;

int scree_os_file_describe(scree_os_file file, scree_os_file_info *info);

/* The same by name. `follows_link` chooses between a symbolic link itself and its target. ENOENT if there is no such
   file. */
int scree_os_file_look(scree_os_file folder, const char *name, bool follows_link, scree_os_file_info *info);

static inline bool scree_os_is_same_file(const scree_os_file_info *a, const scree_os_file_info *b)
{
    return a->volume == b->volume && a->number == b->number;
}

/* Reads from an offset in a file. `*got` is less than `size` only at the end of the file. */
int scree_os_file_read(scree_os_file file, void *data, size_t size, uint64_t offset, size_t *got);

/* Lets a call that waits for another program be interrupted: `interrupted` is called from time to time, and ends the
   wait by returning true. */
typedef struct scree_os_patience {
    bool (*interrupted)(void *user); /* NULL: as long as it takes. */
    void *user;
} scree_os_patience;

/*
 * Writes all bytes at an offset in a file, or at its current position if the offset is negative. `waits` comes from
 * scree_os_stream_open(); such a write fails with ECANCELED when it is interrupted. The program does not see the
 * signals that a failing write raises (SIGPIPE, SIGXFSZ).
 */
int scree_os_file_write(scree_os_file file, const void *data, size_t size, int64_t offset, bool waits,
                        const scree_os_patience *patience);

/* Waits until all writes have reached the disk. It is no error if the file needs no such wait. */
int scree_os_file_sync(scree_os_file file);

/* Starts writing to the disk without waiting, which makes the wait at the end short. */
void scree_os_file_start_sync(scree_os_file file);

/* Waits until the names in a folder have reached the disk. This needs the right to list the folder. */
int scree_os_folder_sync(scree_os_file folder);

/* The free bytes on the disk of a folder; false if they are not known. */
bool scree_os_folder_room(scree_os_file folder, uint64_t *bytes);

/* Creates a folder that only this user can access, unless it exists. */
void scree_os_folder_make(const char *path);

/* Renames a file within a folder, and replaces a file that has the new name. */
int scree_os_rename(scree_os_file folder, const char *from, const char *to);

/* Renames a file as scree_os_rename() does, but returns EEXIST if the name is taken. */
int scree_os_rename_to_free_name(scree_os_file folder, const char *from, const char *to);

/*
 * Gives a file a second name in its folder. ENOTSUP if the file system has no hard links, or allows none to this file.
 */
int scree_os_link(scree_os_file folder, const char *name, const char *second);

/* Removes a file's name. Signal handlers may call it. */
int scree_os_remove(scree_os_file folder, const char *name);

/* Copies the permissions of one file to another in the same folder, as far as this process is allowed to. */
void scree_os_copy_rights(scree_os_file folder, const char *from, const char *to);

/* The names in a folder. NULL if they cannot be read or memory runs out. */
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
 * Opens a file for writing that is not a regular file: a device, a pipe as soon as it has a reader, or an open stream
 * of this process by its path, which is continued at its current position. ECANCELED if the wait for a reader is
 * interrupted. `*waits` says whether a write may have to wait, for example for a reader.
 */
int scree_os_stream_open(const char *path, const scree_os_patience *patience, scree_os_file *stream, bool *waits);

/*
 * Another program that runs beside this one, and reads what this one writes to `input`. It shares nothing with it but
 * its standard streams, and does not get the signals of the terminal.
 */
typedef struct scree_os_process {
    int64_t id;             /* 0 once it has ended. */
    scree_os_file input;    /* A pipe to its standard input, for scree_os_file_write() with `waits`. */
    scree_os_file messages; /* A file in memory with the program's standard error, from offset 0 on. */
} scree_os_process;

/*
 * Starts a program, which is searched for as shells do. `arguments` begins with its name and ends with NULL, and
 * `output` becomes its standard output. ENOENT if there is no such program, and in a program with more rights than its
 * user. Close the process in any case.
 */
int scree_os_process_start(const char *const *arguments, scree_os_file output, scree_os_process *process);

/* Ends the input and waits until the program has ended. `*status` is its exit status, or 128 and the number of the
   signal that ended it. ECANCELED if the wait was interrupted. */
int scree_os_process_finish(scree_os_process *process, const scree_os_patience *patience, int *status);

/* Kills the program if it still runs, and closes the handles. */
void scree_os_process_close(scree_os_process *process);

/* These do what fseek() and ftell() do, for files of any size. On an error seek returns false, tell returns a negative
   number, and errno is set. */
bool scree_os_seek(FILE *stream, int64_t offset, int whence);
int64_t scree_os_tell(FILE *stream);

#endif
