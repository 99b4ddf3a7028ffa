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
static void take(void *user, scree_log_level level, const char *message)
{
    viewer_messages *messages = user;
    pthread_mutex_lock(&messages->lock);
    if (level == SCREE_LOG_ERROR && !messages->has_error) {
        messages->has_error = true;
        snprintf(messages->error, sizeof messages->error, "%s", message);
    }
    pthread_mutex_unlock(&messages->lock);
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
