#include "messages.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct viewer_messages {
    scree_context *context;
    pthread_mutex_t lock; /* The viewer's thread and the window's both fail. */
    bool has_error;
    char error[512];
};

/* The first message is the cause of a failure, later ones are its consequences. */
void viewer_messages_add_error(viewer_messages *messages, const char *text)
{
    pthread_mutex_lock(&messages->lock);
    if (!messages->has_error) {
        messages->has_error = true;
        snprintf(messages->error, sizeof messages->error, "%s", text);
    }
    pthread_mutex_unlock(&messages->lock);
}

static void take(void *user, scree_log_level level, const char *message)
{
    if (level == SCREE_LOG_ERROR) {
        viewer_messages_add_error(user, message);
    }
}

viewer_messages *viewer_messages_create(void)
{
    viewer_messages *messages = calloc(1, sizeof *messages);
    if (messages == NULL || pthread_mutex_init(&messages->lock, NULL) != 0) {
        free(messages);
        return NULL;
    }
    const scree_context_params params = {.log = take, .log_user = messages, .log_level = SCREE_LOG_WARNING};
    if (scree_context_create(&params, &messages->context) != SCREE_OK) {
        viewer_messages_destroy(&messages);
    }
    return messages;
}

void viewer_messages_destroy(viewer_messages **messages)
{
    if (messages != NULL && *messages != NULL) {
        scree_context_destroy(&(*messages)->context);
        pthread_mutex_destroy(&(*messages)->lock);
        free(*messages);
        *messages = NULL;
    }
}

scree_context *viewer_messages_context(const viewer_messages *messages)
{
    return messages->context;
}

bool viewer_messages_take_error(viewer_messages *messages, char *text, size_t size)
{
    pthread_mutex_lock(&messages->lock);
    const bool has_error = messages->has_error;
    if (has_error) {
        snprintf(text, size, "%s", messages->error);
    }
    messages->has_error = false;
    pthread_mutex_unlock(&messages->lock);
    return has_error;
}

static const char *sentence_of(scree_result result)
{
    static const char *const sentences[] = {
        [-SCREE_ERROR_INVALID] = "a value is outside its limits",
        [-SCREE_ERROR_OUT_OF_MEMORY] = "there is not enough memory",
        [-SCREE_ERROR_UNSUPPORTED] = "this device or build cannot do it",
        [-SCREE_ERROR_DEVICE_LOST] = "the device stopped responding",
        [-SCREE_ERROR_CANCELLED] = "it was interrupted",
        [-SCREE_ERROR_TIMEOUT] = "it took too long",
        [-SCREE_ERROR_IO] = "a file could not be read or written",
        [-SCREE_ERROR_FORMAT] = "a file is damaged or of another format",
        [-SCREE_ERROR_EXISTS] = "the file exists already",
    };
    const size_t row = (size_t)(-(int)result);
    return row < sizeof sentences / sizeof sentences[0] && sentences[row] != NULL
               ? sentences[row]
               : "the system refused a thread or another resource";
}

void viewer_messages_explain(viewer_messages *messages, scree_result result, char *text, size_t size)
{
    if (!viewer_messages_take_error(messages, text, size)) {
        snprintf(text, size, "%s", sentence_of(result));
    }
}

bool viewer_messages_check(viewer_messages *messages, scree_result result, char *text, size_t size)
{
    if (result != SCREE_OK) {
        viewer_messages_explain(messages, result, text, size);
    }
    return result == SCREE_OK;
}
