/**
 * @file
 * @brief The context: where messages and memory failures are reported.
 *
 * Rules for the whole library:
 * - A struct of parameters is copied, and need only live until the call returns. A member that is zero means its
 *   documented default. Where a real number has another default than zero, and zero is among its values, it is asked
 *   for by SCREE_ZERO. In recipes and on the command line a plain 0 is zero.
 * - A struct is one of three, and the end of its comment says which:
 *   - "Grows (context.h)." It may get more members at its end when SCREE_VERSION_MINOR rises. So a function that takes
 *     or fills one is an inline function, which passes the size that the program was compiled with to a function whose
 *     name ends in `_sized`; programs in other languages call that. Input: a shorter struct, of an older program, gets
 *     the defaults of what it lacks. A longer one is served as long as all that this library does not know is zero;
 *     otherwise the call returns SCREE_ERROR_UNSUPPORTED. Output: the library writes as many bytes as the program's
 *     struct has, and zeros beyond what it knows. In an array the size is the distance from one struct to the next.
 *     Within another struct it is the last member, and that struct grows, too; where another struct points to it, its
 *     size is passed as well.
 *   - "The library's; grows (context.h)." The library makes it, and programs read it through a pointer. It grows
 *     likewise, but no size is passed: programs neither copy such a struct nor step through an array of them.
 *   - Anything else: it stays as it is until SCREE_VERSION_MAJOR rises.
 * - A function takes what it works on first (a context or a device, then a field), then its input, then its output.
 * - A destroy function takes the address of the pointer, sets it to NULL, and accepts NULL in both places.
 * - Names: scree_X_name() gives the name of a number of the enumeration scree_X, as recipes and the command have it: a
 *   static string, or NULL for a number that is not one, so that a loop from 0 lists all. scree_X_from_name() is the
 *   reverse; where it returns false it has written nothing. scree_X_description() gives a line for people, where there
 *   are any, and scree_X_describe() fills or returns a scree_X_info. All of these are thread-safe.
 * - Limits begin with SCREE_MAX_ or SCREE_MIN_; numbers that are exact end in _COUNT. Members that are booleans begin
 *   with a verb: is_, has_, wants_, holds_, skips_.
 * - Drawing: a function `_plan` chooses what is left open, and draws nothing; `_draw` writes pixels into memory or into
 *   a buffer; `_draw_file` draws into a file that is complete but for its name, which scree_writer_commit() gives;
 *   `_write` draws a whole file at a path; `_open_file` and `_open_video` open a file whose pixels the caller hands
 *   over. scree_scene_build() makes what speeds up the drawing of a scene.
 *
 * A context is optional: where a function takes one, NULL is the process's own, which is silent until scree_log_to()
 * says where its messages go.
 */
#ifndef SCREE_CONTEXT_H
#define SCREE_CONTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/result.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The maximum number of CPU threads of a device or a writer. */
#define SCREE_MAX_THREADS 1024

/**
 * The number zero, for members of parameters that are real numbers and mean their default where they are 0: so small
 * that it has the effect of zero, and different from 0. Where the default is zero, it is the same as 0.
 */
#define SCREE_ZERO 1e-300

/** Severity of a message. */
typedef enum scree_log_level {
    SCREE_LOG_ERROR = 0,   /**< A call failed; the message says why. */
    SCREE_LOG_WARNING = 1, /**< The library used a fallback; the message says which and why. */
    SCREE_LOG_INFO = 2     /**< A choice that the library made (device, method, slab size). */
} scree_log_level;

/** The name of a level: "error", "warning", "info"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_log_level_name(scree_log_level level);
/** The reverse of scree_log_level_name(); false where no level has that name. */
SCREE_API bool scree_log_level_from_name(const char *name, scree_log_level *level);

/**
 * Receives one message: a line of UTF-8 of any length, without a line feed; for an error in an expression
 * (expression.h) three lines with line feeds between them. Control characters, characters that set the direction of
 * writing, and invalid UTF-8, all of which file names may contain, are replaced by question marks. The callback runs on
 * the thread that met the event, one call at a time in each context. It must not call the library. `message` is valid
 * during the call only.
 */
typedef void (*scree_log_callback)(void *user, scree_log_level level, const char *message);

/** Parameters of scree_context_create(). Grows (context.h). */
typedef struct scree_context_params {
    scree_log_callback log;    /**< Optional. NULL: messages are dropped. */
    void *log_user;            /**< Passed to `log` unchanged. */
    scree_log_level log_level; /**< Messages less severe than this level are dropped; 0 = errors only. */
    uint32_t reserved;         /**< Must be 0. */
} scree_context_params;

/**
 * A context. Thread-safety: safe, every function may be called by several threads on one context. A child made by
 * fork() may use a context that it inherited.
 */
typedef struct scree_context scree_context;

/** As scree_context_create(), with a struct of `size` bytes (context.h). */
SCREE_API scree_result scree_context_create_sized(const scree_context_params *params, size_t size,
                                                  scree_context **context);

/**
 * Creates a context. `params` may be NULL for the defaults. On success the caller owns `*context` and frees it with
 * scree_context_destroy(); on failure `*context` is NULL.
 * Errors: SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY.
 */
static inline scree_result scree_context_create(const scree_context_params *params, scree_context **context)
{
    return scree_context_create_sized(params, sizeof *params, context);
}

/** Frees a context. Its devices must be closed first. */
SCREE_API void scree_context_destroy(scree_context **context);

/**
 * Says where the messages of the process's own context go, which is the one of every call with a context of NULL. `log`
 * may be NULL for nowhere; it is called as scree_context_params says, and may still be called once for an event that
 * was met before this returns. Thread-safety: safe.
 */
SCREE_API void scree_log_to(scree_log_callback log, void *user, scree_log_level level);

/**
 * A callback that is ready to use: writes "scree: error: MESSAGE", or "warning", or the message of a choice alone, as a
 * line to stderr. So `scree_log_to(scree_log_to_stderr, NULL, SCREE_LOG_WARNING)` is all that a small program needs.
 * `user` is not used. Thread-safety: safe.
 */
SCREE_API void scree_log_to_stderr(void *user, scree_log_level level, const char *message);

/**
 * Why the last call that failed on this thread did so: the message that its context's callback received, or would have,
 * cut off after 511 bytes; "" before any has failed. A job fails on the thread that learns of it, from scree_job_wait()
 * or scree_job_poll(). A call that succeeds changes nothing, so ask only after an error; a pointer that must not be
 * NULL and is, and a job that was cancelled, have no message. The string is the library's and is valid until the next
 * call of the library on this thread. Thread-safety: safe; every thread has its own.
 */
SCREE_API const char *scree_last_error(void);

#ifdef __cplusplus
}
#endif

#endif
