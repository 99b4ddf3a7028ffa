/* Expressions: they make a field, or are refused with a line, a line of the text and a caret below it. */
#include "fuzz.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <scree/expression.h>

#include "last_error.h"

static unsigned long messages;
static char last[4096];

/* A byte that shows something, or is part of a character. */
static bool is_shown(char byte)
{
    return (unsigned char)byte >= 0x20 && byte != 0x7f;
}

static void keep_message(void *user, scree_log_level level, const char *message)
{
    (void)user;
    if (level == SCREE_LOG_WARNING) {
        FUZZ_REQUIRE(strstr(message, "has output revision") != NULL); /* At the beginning of the text. */
        return;
    }
    FUZZ_REQUIRE(level == SCREE_LOG_ERROR);
    FUZZ_REQUIRE(strlen(message) < sizeof last);
    messages++;
    strcpy(last, message);
}

static scree_context *open_log(void)
{
    static scree_context *context;
    if (context == NULL) {
        const scree_context_params params = {.log = keep_message, .log_level = SCREE_LOG_INFO};
        FUZZ_REQUIRE(scree_context_create(&params, &context) == SCREE_OK);
    }
    return context;
}

static size_t count_characters(const char *text, size_t bytes)
{
    size_t count = 0;
    for (size_t i = 0; i < bytes; i++) {
        count += ((unsigned char)text[i] & 0xc0u) != 0x80u;
    }
    return count;
}

/* The message is as long as a thread's last error may be, and its caret is below the line, or right behind it. */
static void check_message(void)
{
    const char *line = strchr(last, '\n');
    FUZZ_REQUIRE(strcmp(last, scree_last_error()) == 0 && strlen(last) < SCREE_LAST_ERROR_SIZE);
    FUZZ_REQUIRE(strncmp(last, "text:", 5) == 0 && line != NULL);
    const char *caret = strchr(line + 1, '\n');
    FUZZ_REQUIRE(caret != NULL);
    const size_t shown = count_characters(line + 1, (size_t)(caret - line - 1));
    const size_t blanks = strspn(caret + 1, " ");
    FUZZ_REQUIRE(strcmp(caret + 1 + blanks, "^") == 0 && blanks <= shown && shown <= 72);
    for (const char *at = last; *at != '\0'; at++) {
        FUZZ_REQUIRE(is_shown(*at) || at == line || at == caret);
    }
}

static scree_result read_text(const char *text, size_t length)
{
    scree_field *field = NULL;
    messages = 0;
    const scree_result result = scree_field_from_expression(open_log(), text, length, "text", &field);
    FUZZ_REQUIRE((result == SCREE_OK) == (field != NULL));
    FUZZ_REQUIRE(messages == (result == SCREE_OK ? 0 : 1));
    if (result != SCREE_OK) {
        FUZZ_REQUIRE(result == SCREE_ERROR_FORMAT || result == SCREE_ERROR_INVALID);
        check_message();
    }
    scree_field_release(&field);
    return result;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char comment[] = "\n# A comment";
    if (size + sizeof comment > SCREE_MAX_EXPRESSION_BYTES) {
        return 0;
    }
    const scree_result result = read_text(size == 0 ? "" : (const char *)data, size);
    /* Nothing but a comment may follow, and it changes nothing, not even the place of an error. */
    char before[sizeof last];
    strcpy(before, last);
    char *longer = malloc(size + sizeof comment);
    FUZZ_REQUIRE(longer != NULL);
    if (size > 0) {
        memcpy(longer, data, size);
    }
    memcpy(longer + size, comment, sizeof comment - 1);
    FUZZ_REQUIRE(read_text(longer, size + sizeof comment - 1) == result);
    FUZZ_REQUIRE(result == SCREE_OK || strcmp(last, before) == 0);
    free(longer);
    return 0;
}
