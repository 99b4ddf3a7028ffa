#include "context_internal.h"

#include <stdarg.h>
#include <stdlib.h>

#include "message_text.h"

/* The process's own context: that of calls without one. */
static scree_context process_context = {.log_mutex = PTHREAD_MUTEX_INITIALIZER};

void scree_log_to(scree_log_callback log, void *user, scree_log_level level)
{
    pthread_mutex_lock(&process_context.log_mutex);
    process_context.params = (scree_context_params){.log = log, .log_user = user, .log_level = level};
    pthread_mutex_unlock(&process_context.log_mutex);
}

static bool is_logged(scree_context *context, scree_log_level level)
{
    pthread_mutex_lock(&context->log_mutex);
    bool is_logged = context->params.log != NULL && level <= context->params.log_level;
    pthread_mutex_unlock(&context->log_mutex);
    return is_logged;
}

scree_result scree_context_create(const scree_context_params *params, scree_context **context)
{
    if (context == NULL) {
        return SCREE_ERROR_INVALID;
    }
    *context = NULL;
    scree_context *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    if (params != NULL) {
        made->params = *params;
    }
    if (pthread_mutex_init(&made->log_mutex, NULL) != 0) {
        free(made);
        return SCREE_ERROR_INTERNAL;
    }
    *context = made;
    return SCREE_OK;
}

void scree_context_destroy(scree_context **context)
{
    if (context == NULL || *context == NULL) {
        return;
    }
    pthread_mutex_destroy(&(*context)->log_mutex);
    free(*context);
    *context = NULL;
}

__attribute__((format(printf, 3, 0))) static void log_arguments(scree_context *context, scree_log_level level,
                                                                const char *format, va_list arguments)
{
    context = context != NULL ? context : &process_context;
    if (!is_logged(context, level)) {
        return;
    }
    char buffer[1024];
    char *message = scree_message_format(buffer, sizeof buffer, format, arguments);
    scree_make_printable(message);
    pthread_mutex_lock(&context->log_mutex);
    if (context->params.log != NULL) {
        context->params.log(context->params.log_user, level, message);
    }
    pthread_mutex_unlock(&context->log_mutex);
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
