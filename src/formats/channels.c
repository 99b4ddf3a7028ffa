/* Choosing one channel of a file that has several. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "readers.h"

/* The bytes of a list of names, which is cut where the next one does not fit. */
#define LIST_SIZE 400

/* Writes names with a separator between them, and "..." instead of those that do not fit. */
static void list_names(const char *const *names, uint32_t count, const char *separator, char text[LIST_SIZE])
{
    size_t length = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < count; i++) {
        const char *between = i == 0 ? "" : separator;
        if (length + strlen(between) + strlen(names[i]) + strlen(separator) + sizeof "..." > LIST_SIZE) {
            snprintf(text + length, LIST_SIZE - length, "%s...", between);
            break;
        }
        length += (size_t)snprintf(text + length, LIST_SIZE - length, "%s%s", between, names[i]);
    }
    scree_make_printable(text);
}

static bool parse_number(const char *word, uint32_t count, uint32_t *number)
{
    if (word[0] == '\0' || strlen(word) > 9 || strspn(word, "0123456789") != strlen(word)) {
        return false;
    }
    *number = (uint32_t)strtoul(word, NULL, 10);
    return *number < count;
}

bool scree_channel_find(const char *const *names, uint32_t count, const char *wanted, uint32_t *chosen)
{
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(names[i], wanted) == 0) {
            *chosen = i;
            return true;
        }
    }
    for (uint32_t i = 0; i < count && strlen(wanted) == 1; i++) {
        if (strlen(names[i]) == 1 && scree_same_letters(names[i], wanted, 1)) {
            *chosen = i;
            return true;
        }
    }
    return parse_number(wanted, count, chosen);
}

/* Makes channels without a range yet. Those of the pages of a volume share their ranges. */
static scree_result make_channels(const scree_reader *reader, const char *const *names, uint32_t count)
{
    scree_file_info *info = reader->info;
    if (info->channel_count != count) {
        free(info->channel);
        info->channel = calloc(count, sizeof info->channel[0]);
        info->channel_count = info->channel != NULL ? count : 0;
        for (uint32_t i = 0; i < info->channel_count; i++) {
            info->channel[i].range = (scree_range){NAN, NAN};
        }
    }
    for (uint32_t i = 0; i < info->channel_count; i++) {
        snprintf(info->channel[i].name, sizeof info->channel[i].name, "%s", names[i]);
        scree_make_printable(info->channel[i].name);
    }
    reader->collector->channels = info->channel;
    return info->channel != NULL ? SCREE_OK : scree_reader_fail_memory(reader);
}

static scree_result describe_channels(const scree_reader *reader, const char *const *names, uint32_t count)
{
    char text[LIST_SIZE];
    if (count < 2) {
        return SCREE_OK;
    }
    list_names(names, count, " ", text);
    free(reader->info->channels); /* An earlier page has left its names here. */
    reader->info->channels = scree_copy_text(text, strlen(text));
    return reader->info->channels != NULL ? make_channels(reader, names, count) : scree_reader_fail_memory(reader);
}

scree_result scree_reader_choose(const scree_reader *reader, const char *const *names, uint32_t count, uint32_t *chosen)
{
    *chosen = 0;
    if (reader->wanted == NULL) {
        return describe_channels(reader, names, count);
    }
    const char *wanted = reader->wanted->channel;
    char text[LIST_SIZE];
    list_names(names, count, ", ", text);
    if (wanted == NULL && count > 1) {
        return scree_fail(reader->context, SCREE_ERROR_INVALID, "%s: one of its channels must be chosen: %s",
                          reader->name, text);
    }
    if (wanted != NULL && !scree_channel_find(names, count, wanted, chosen)) {
        return scree_fail(reader->context, SCREE_ERROR_INVALID, "%s: it has no channel \"%.100s\", only %s",
                          reader->name, wanted, text);
    }
    snprintf(reader->collector->channel, sizeof reader->collector->channel, "%s", names[*chosen]);
    return SCREE_OK;
}
