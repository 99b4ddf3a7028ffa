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

/* Threads that a device, or a writer, may have. */
#define SCREE_MAX_THREADS 1024

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

#endif
