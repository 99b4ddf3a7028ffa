#include "context_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "last_error.h"
#include "message_text.h"
#include "sized_params.h"

SCREE_ASSERT_NO_TAIL(scree_context_params, reserved);

/* The context of calls that are given none. No process owns its mutex yet, so the first call initialises it. */
static scree_context process_context;

/* Its mutex is initialised likewise. */
static scree_context silent_context;

scree_context *scree_context_silent(void)
{
    return &silent_context;
}

/* A child made by fork() inherits the mutex as it was, perhaps locked by a thread that the child does not have. The
   first thread of the child that logs initialises the mutex again, and the others wait until that is done. */
static void lock_log(scree_context *context)
{
    const int64_t this_process = 2 * scree_os_process_id();
    int64_t owner = atomic_load(&context->log_owner);
    while (owner != this_process) {
        if (owner == this_process + 1) {
            scree_os_thread_yield();
            owner = atomic_load(&context->log_owner);
        } else if (atomic_compare_exchange_strong(&context->log_owner, &owner, this_process + 1)) {
            scree_os_mutex_init(&context->log_mutex);
            atomic_store(&context->log_owner, this_process);
            owner = this_process;
        }
    }
    scree_os_mutex_lock(&context->log_mutex);
}

void scree_log_to(scree_log_callback log, void *user, scree_log_level level)
{
    lock_log(&process_context);
    process_context.params = (scree_context_params){.log = log, .log_user = user, .log_level = level};
    scree_os_mutex_unlock(&process_context.log_mutex);
}

void scree_log_to_stderr(void *user, scree_log_level level, const char *message)
{
    const bool is_named = level == SCREE_LOG_ERROR || level == SCREE_LOG_WARNING;
    (void)user;
    fprintf(stderr, "scree: %s%s%s\n", is_named ? scree_log_level_name(level) : "", is_named ? ": " : "", message);
}

static bool is_logged(scree_context *context, scree_log_level level)
{
    lock_log(context);
    bool is_logged = context->params.log != NULL && level <= context->params.log_level;
    scree_os_mutex_unlock(&context->log_mutex);
    return is_logged;
}

scree_result scree_context_create_sized(const scree_context_params *params, size_t size, scree_context **context)
{
    scree_context_params own;
    if (context == NULL) {
        return SCREE_ERROR_INVALID;
    }
    *context = NULL;
    if (params != NULL && !scree_params_copy(params, size, &own, sizeof own)) {
        return SCREE_ERROR_UNSUPPORTED;
    }
    params = params != NULL ? &own : NULL;
    scree_context *new_context = calloc(1, sizeof *new_context);
    if (new_context == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    if (params != NULL) {
        new_context->params = *params;
    }
    atomic_init(&new_context->log_owner, 2 * scree_os_process_id());
    if (!scree_os_mutex_init(&new_context->log_mutex)) {
        free(new_context);
        return SCREE_ERROR_INTERNAL;
    }
    *context = new_context;
    return SCREE_OK;
}

void scree_context_destroy(scree_context **context)
{
    if (context == NULL || *context == NULL) {
        return;
    }
    scree_os_mutex_destroy(&(*context)->log_mutex);
    free(*context);
    *context = NULL;
}

/* Hands over a message that is printable. */
static void log_message(scree_context *context, scree_log_level level, const char *message)
{
    if (level == SCREE_LOG_ERROR) {
        scree_last_error_set(message);
    }
    /* The callback may be a cancellation point. */
    const int cancel_state = scree_os_cancel_disable();
    lock_log(context);
    if (context->params.log != NULL && level <= context->params.log_level) {
        context->params.log(context->params.log_user, level, message);
    }
    scree_os_mutex_unlock(&context->log_mutex);
    scree_os_cancel_restore(cancel_state);
}

/* Errors are made into text even if no log wants them, because a thread may ask for its last one. */
__attribute__((format(printf, 3, 0))) static void log_arguments(scree_context *context, scree_log_level level,
                                                                const char *format, va_list arguments)
{
    context = context != NULL ? context : &process_context;
    if (level != SCREE_LOG_ERROR && !is_logged(context, level)) {
        return;
    }
    char buffer[1024];
    char *message = scree_message_format(buffer, sizeof buffer, format, arguments);
    scree_make_printable(message);
    log_message(context, level, message);
    scree_message_free(message, buffer);
}

void scree_log(scree_context *context, scree_log_level level, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    log_arguments(context, level, format, arguments);
    va_end(arguments);
}

scree_result scree_fail(scree_context *context, scree_result result, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    log_arguments(context, SCREE_LOG_ERROR, format, arguments);
    va_end(arguments);
    return result;
}

scree_result scree_fail_lines(scree_context *context, scree_result result, const char *message)
{
    log_message(context != NULL ? context : &process_context, SCREE_LOG_ERROR, message);
    return result;
}
