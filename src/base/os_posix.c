/* Threads, clocks, memory, shared libraries and locales by POSIX and extensions of Linux. */
#define _GNU_SOURCE 1
#include "os.h"

#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "whole_numbers.h"

#define NANOSECONDS_PER_SECOND 1000000000u
/* Bytes of a large page: those of x86-64, and of 64-bit ARM with pages of 4 KiB. */
#define LARGE_PAGE ((size_t)2 << 20)

/* Asserts that a type of os.h is large enough for the type of the system that is stored in it. */
#define ASSERT_ROOM(ours, theirs) \
    _Static_assert(sizeof(ours) >= sizeof(theirs) && _Alignof(ours) >= _Alignof(theirs), #theirs " does not fit")
ASSERT_ROOM(scree_os_thread, pthread_t);
ASSERT_ROOM(scree_os_mutex, pthread_mutex_t);
ASSERT_ROOM(scree_os_condition, pthread_cond_t);
ASSERT_ROOM(scree_os_once, pthread_once_t);
ASSERT_ROOM(scree_os_thread_key, pthread_key_t);
ASSERT_ROOM(scree_os_signals, sigset_t);
_Static_assert(PTHREAD_ONCE_INIT == 0, "zeros do not begin a pthread_once_t");

static pthread_mutex_t *mutex_of(scree_os_mutex *mutex)
{
    return (pthread_mutex_t *)(void *)mutex->storage;
}

static pthread_cond_t *condition_of(scree_os_condition *condition)
{
    return (pthread_cond_t *)(void *)condition->storage;
}

static pthread_key_t key_of(const scree_os_thread_key *key)
{
    pthread_key_t found;
    memcpy(&found, key->storage, sizeof found);
    return found;
}

uint32_t scree_os_processor_count(void)
{
    cpu_set_t set;
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    /* The set is too small for machines with more than 1024 processors. */
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0) {
        count = CPU_COUNT(&set);
    }
    return count < 1 ? 1 : count > SCREE_MAX_THREADS ? SCREE_MAX_THREADS : (uint32_t)count;
}

void scree_os_processor_name(char *name, size_t size)
{
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    snprintf(name, size, "CPU");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        char *value = strstr(line, ": ");
        if (strncmp(line, "model name", 10) == 0 && value != NULL) {
            value[strcspn(value, "\n")] = '\0';
            snprintf(name, size, "%s", value + 2);
            break;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
}

/* Signals that a thread raises itself. They are not blocked, so that the program's handlers for crashes and its
   profiler see them. */
static const int own_signals[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGPROF, SIGSEGV, SIGSYS, SIGTRAP};

bool scree_os_thread_start(scree_os_thread *thread, void *(*run)(void *argument), void *argument)
{
    sigset_t held;
    sigset_t before;
    sigfillset(&held);
    for (size_t i = 0; i < sizeof own_signals / sizeof own_signals[0]; i++) {
        sigdelset(&held, own_signals[i]);
    }
    pthread_t started;
    pthread_sigmask(SIG_SETMASK, &held, &before);
    int failed = pthread_create(&started, NULL, run, argument);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (failed == 0) {
        memcpy(thread->storage, &started, sizeof started);
    }
    return failed == 0;
}

void scree_os_thread_join(const scree_os_thread *thread)
{
    pthread_t ending;
    memcpy(&ending, thread->storage, sizeof ending);
    pthread_join(ending, NULL);
}

void scree_os_thread_yield(void)
{
    sched_yield();
}

void scree_os_sleep(uint32_t milliseconds)
{
    const struct timespec pause = {.tv_sec = milliseconds / 1000, .tv_nsec = (long)(milliseconds % 1000) * 1000000};
    nanosleep(&pause, NULL);
}

int scree_os_cancel_disable(void)
{
    int state = 0;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
    return state;
}

void scree_os_cancel_restore(int state)
{
    pthread_setcancelstate(state, NULL);
}

bool scree_os_mutex_init(scree_os_mutex *mutex)
{
    return pthread_mutex_init(mutex_of(mutex), NULL) == 0;
}

void scree_os_mutex_destroy(scree_os_mutex *mutex)
{
    pthread_mutex_destroy(mutex_of(mutex));
}

void scree_os_mutex_lock(scree_os_mutex *mutex)
{
    pthread_mutex_lock(mutex_of(mutex));
}

void scree_os_mutex_unlock(scree_os_mutex *mutex)
{
    pthread_mutex_unlock(mutex_of(mutex));
}

bool scree_os_mutex_try_lock(scree_os_mutex *mutex)
{
    return pthread_mutex_trylock(mutex_of(mutex)) == 0;
}

bool scree_os_mutex_lock_within(scree_os_mutex *mutex, uint32_t milliseconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += milliseconds / 1000;
    until.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    until.tv_sec += until.tv_nsec / (long)NANOSECONDS_PER_SECOND;
    until.tv_nsec %= (long)NANOSECONDS_PER_SECOND;
    return pthread_mutex_timedlock(mutex_of(mutex), &until) == 0;
}

static void unlock_mutex(void *mutex)
{
    pthread_mutex_unlock(mutex);
}

void scree_os_mutex_hold(scree_os_mutex *mutex, void (*call)(void *argument), void *argument)
{
    pthread_mutex_lock(mutex_of(mutex));
    pthread_cleanup_push(unlock_mutex, mutex_of(mutex));
    call(argument);
    pthread_cleanup_pop(1);
}

/* Waits are timed by the monotonic clock, because a change of the time of day must not lengthen them. */
bool scree_os_condition_init(scree_os_condition *condition)
{
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0) {
        return false;
    }
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    int failed = pthread_cond_init(condition_of(condition), &attributes);
    pthread_condattr_destroy(&attributes);
    return failed == 0;
}

void scree_os_condition_destroy(scree_os_condition *condition)
{
    pthread_cond_destroy(condition_of(condition));
}

void scree_os_condition_signal(scree_os_condition *condition)
{
    pthread_cond_signal(condition_of(condition));
}

void scree_os_condition_broadcast(scree_os_condition *condition)
{
    pthread_cond_broadcast(condition_of(condition));
}

void scree_os_condition_wait(scree_os_condition *condition, scree_os_mutex *mutex)
{
    pthread_cond_wait(condition_of(condition), mutex_of(mutex));
}

bool scree_os_condition_wait_until(scree_os_condition *condition, scree_os_mutex *mutex, uint64_t nanoseconds)
{
    const struct timespec until = {.tv_sec = (time_t)(nanoseconds / NANOSECONDS_PER_SECOND),
                                   .tv_nsec = (long)(nanoseconds % NANOSECONDS_PER_SECOND)};
    return pthread_cond_timedwait(condition_of(condition), mutex_of(mutex), &until) != ETIMEDOUT;
}

void scree_os_call_once(scree_os_once *once, void (*call)(void))
{
    pthread_once((pthread_once_t *)(void *)once->storage, call);
}

bool scree_os_thread_key_create(scree_os_thread_key *key, void (*destroy)(void *value))
{
    pthread_key_t created;
    bool is_created = pthread_key_create(&created, destroy) == 0;
    if (is_created) {
        memcpy(key->storage, &created, sizeof created);
    }
    return is_created;
}

void *scree_os_thread_key_get(const scree_os_thread_key *key)
{
    return pthread_getspecific(key_of(key));
}

bool scree_os_thread_key_set(const scree_os_thread_key *key, void *value)
{
    return pthread_setspecific(key_of(key), value) == 0;
}

void scree_os_signals_hold(scree_os_signals *before)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, (sigset_t *)(void *)before->storage);
}

void scree_os_signals_restore(const scree_os_signals *before)
{
    pthread_sigmask(SIG_SETMASK, (const sigset_t *)(const void *)before->storage, NULL);
}

uint64_t scree_os_clock_nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * NANOSECONDS_PER_SECOND + (uint64_t)now.tv_nsec;
}

double scree_os_clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int64_t scree_os_process_id(void)
{
    return getpid();
}

static size_t page_bytes(void)
{
    long page = sysconf(_SC_PAGESIZE);
    return page > 0 ? (size_t)page : 4096;
}

void *scree_os_aligned_alloc(size_t alignment, size_t bytes)
{
    alignment = alignment != 0 ? alignment : page_bytes();
    size_t rounded = (bytes / alignment + (bytes % alignment != 0)) * alignment;
    return rounded >= bytes ? aligned_alloc(alignment, rounded) : NULL;
}

void *scree_os_large_alloc(size_t bytes)
{
    if (bytes < LARGE_PAGE) {
        return scree_os_aligned_alloc(64, bytes);
    }
    void *memory = scree_os_aligned_alloc(LARGE_PAGE, bytes);
#ifdef MADV_HUGEPAGE
    if (memory != NULL) {
        madvise(memory, bytes, MADV_HUGEPAGE); /* Without it all is as before, but slower. */
    }
#endif
    return memory;
}

void scree_os_aligned_free(void *memory)
{
    free(memory);
}

uint64_t scree_os_memory_installed(void)
{
    long pages = sysconf(_SC_PHYS_PAGES);
    return pages > 0 ? (uint64_t)pages * page_bytes() : 0;
}

/* The files of a control group's folder, and the folder that holds all groups. A group may use the memory up to its
   limit, and its inactive file cache counts as free because the kernel reclaims it first. */
typedef struct group_files {
    const char *folder;
    const char *limit;
    const char *used;
    const char *reclaimable; /* The key in memory.stat. */
} group_files;

static const group_files second_version = {"/sys/fs/cgroup", "/memory.max", "/memory.current", "inactive_file"};
/* The second version's folder on a system that mounts groups of both versions. */
static const group_files second_version_beside = {"/sys/fs/cgroup/unified", "/memory.max", "/memory.current",
                                                  "inactive_file"};
static const group_files first_version = {"/sys/fs/cgroup/memory", "/memory.limit_in_bytes", "/memory.usage_in_bytes",
                                          "total_inactive_file"};

/* Opens the file ROOT FOLDER PATH NAME; NULL if there is none. */
static FILE *open_file(const char *root, const char *folder, const char *path, const char *name)
{
    char *whole = NULL;
    if (asprintf(&whole, "%s%s%s%s", root, folder, path, name) < 0) {
        return NULL;
    }
    FILE *stream = fopen(whole, "re");
    free(whole);
    return stream;
}

/* Reads the number after a key at the beginning of a line; false if there is no such line. */
static bool find_number(FILE *stream, const char *key, uint64_t *number)
{
    char *line = NULL;
    size_t size = 0;
    bool found = false;
    const size_t length = strlen(key);
    while (!found && getline(&line, &size, stream) > 0) {
        found = strncmp(line, key, length) == 0 && sscanf(line + length, " %" SCNu64, number) == 1;
    }
    free(line);
    return found;
}

/* Finds a number in a file by its name, as find_number() does. An empty key stands for the file's only number. */
static bool read_number(const char *root, const char *folder, const char *path, const char *name, const char *key,
                        uint64_t *number)
{
    FILE *stream = open_file(root, folder, path, name);
    if (stream == NULL) {
        return false;
    }
    const bool found = find_number(stream, key, number);
    fclose(stream);
    return found;
}

/* The bytes that the limit of one group leaves. A group without a limit says "max", which is not read as a number. */
static uint64_t left_to_group(const char *root, const group_files *files, const char *path)
{
    uint64_t limit = 0;
    uint64_t used = 0;
    uint64_t reclaimable = 0;
    if (!read_number(root, files->folder, path, files->limit, "", &limit)) {
        return UINT64_MAX;
    }
    if (read_number(root, files->folder, path, files->used, "", &used) &&
        read_number(root, files->folder, path, "/memory.stat", files->reclaimable, &reclaimable)) {
        used -= scree_min(used, reclaimable);
    }
    return limit - scree_min(limit, used);
}

/* The minimum over a group and all groups above it. In a container the path may be the one outside of it. That path
   does not exist inside, and the folder of all groups is then the container's own. */
static uint64_t left_to_groups(const char *root, const group_files *files, char *path)
{
    uint64_t left = UINT64_MAX;
    if (path[0] != '/' || strncmp(path, "/..", 3) == 0) {
        *path = '\0'; /* This process does not see the group itself. */
    }
    for (char *end = path + strlen(path);; *end = '\0') {
        left = scree_min(left, left_to_group(root, files, path));
        end = strrchr(path, '/');
        if (end == NULL) {
            return left;
        }
    }
}

static bool has_word(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = list; *at != '\0'; at += *at == ',') {
        const size_t width = strcspn(at, ",");
        if (width == length && strncmp(at, word, length) == 0) {
            return true;
        }
        at += width;
    }
    return false;
}

/*
 * Handles a line of /proc/self/cgroup: a number, the controllers, which are empty in the second version, and the path.
 */
static uint64_t left_to_line(const char *root, char *line)
{
    line[strcspn(line, "\n")] = '\0';
    char *controllers = strchr(line, ':');
    char *path = controllers != NULL ? strchr(controllers + 1, ':') : NULL;
    if (path == NULL) {
        return UINT64_MAX;
    }
    controllers++;
    *path++ = '\0';
    if (has_word(controllers, "memory")) {
        return left_to_groups(root, &first_version, path);
    }
    if (*controllers != '\0') {
        return UINT64_MAX;
    }
    char *copy = strdup(path);
    const uint64_t left = copy != NULL ? left_to_groups(root, &second_version_beside, copy) : UINT64_MAX;
    free(copy);
    return scree_min(left, left_to_groups(root, &second_version, path));
}

static uint64_t left_to_all_groups(const char *root)
{
    FILE *stream = open_file(root, "/proc/self", "", "/cgroup");
    char *line = NULL;
    size_t size = 0;
    uint64_t left = UINT64_MAX;
    while (stream != NULL && getline(&line, &size, stream) > 0) {
        left = scree_min(left, left_to_line(root, line));
    }
    free(line);
    if (stream != NULL) {
        fclose(stream);
    }
    return left;
}

/* Free memory and the caches that the kernel can reclaim. */
static uint64_t available_to_system(const char *root)
{
    uint64_t kibibytes = 0;
    return read_number(root, "/proc", "", "/meminfo", "MemAvailable:", &kibibytes) ? kibibytes << 10 : UINT64_MAX;
}

/* The bytes that the limit of the process's address space leaves. */
static uint64_t left_to_process(void)
{
    struct rlimit limit;
    uint64_t pages = 0;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
        return UINT64_MAX;
    }
    read_number("", "/proc/self", "", "/statm", "", &pages);
    const uint64_t used = pages * page_bytes();
    return limit.rlim_cur - scree_min(limit.rlim_cur, used);
}

uint64_t scree_os_memory_available_below(const char *root)
{
    return scree_min(available_to_system(root), left_to_all_groups(root));
}

uint64_t scree_os_memory_available(void)
{
    return scree_min(left_to_process(), scree_os_memory_available_below(""));
}

const char scree_os_vulkan_library[] = "libvulkan.so.1";
const char scree_os_cuda_library[] = "libcuda.so.1";

void *scree_os_library_open(const char *name, bool stays, const char **reason)
{
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL | (stays ? RTLD_NODELETE : 0));
    if (library == NULL && reason != NULL) {
        const char *message = dlerror();
        *reason = message != NULL ? message : name;
    }
    return library;
}

void *scree_os_library_find(void *library, const char *name)
{
    return dlsym(library, name);
}

void scree_os_library_close(void *library)
{
    dlclose(library);
}

const char *scree_os_file_of(const void *address)
{
    Dl_info info;
    return dladdr(address, &info) != 0 ? info.dli_fname : NULL;
}

void scree_os_program_path(char *path, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", path, size);
    path[length > 0 && (size_t)length < size ? length : 0] = '\0';
}

const char *scree_os_trusted_environment(const char *name)
{
    return secure_getenv(name);
}

bool scree_os_cache_folder(char *folder, size_t size)
{
    const char *base = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    int length = 0;
    if (base != NULL && base[0] == '/') {
        length = snprintf(folder, size, "%s", base);
    } else if (home != NULL && home[0] == '/') {
        length = snprintf(folder, size, "%s/.cache", home);
    }
    return length > 0 && (size_t)length < size;
}

scree_os_locale *scree_os_locale_create(void)
{
    return (scree_os_locale *)(void *)newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

void scree_os_locale_destroy(scree_os_locale *locale)
{
    freelocale((locale_t)(void *)locale);
}

float scree_os_locale_read_float(const scree_os_locale *locale, const char *text, char **end)
{
    return strtof_l(text, end, (locale_t)(uintptr_t)locale);
}

double scree_os_locale_read_double(const scree_os_locale *locale, const char *text, char **end)
{
    return strtod_l(text, end, (locale_t)(uintptr_t)locale);
}

bool scree_os_locale_enter(scree_os_locale_change *change)
{
    locale_t entered = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    change->entered = entered;
    if (entered == (locale_t)0) {
        return false;
    }
    change->before = uselocale(entered);
    return true;
}

void scree_os_locale_leave(const scree_os_locale_change *change)
{
    uselocale(change->before);
    freelocale(change->entered);
}
