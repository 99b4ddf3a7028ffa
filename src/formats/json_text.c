#include "json_text.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "message_text.h"
#include "os.h"

/* The byte order mark of UTF-8, which some editors put before a text. */
static const char mark[] = "\xef\xbb\xbf";
#define MARK_LENGTH (sizeof mark - 1)

bool scree_json_is_blank(size_t index, int byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r') ||
           (index < MARK_LENGTH && byte == (int)(unsigned char)mark[index]);
}

size_t scree_json_mark(const char *text, size_t length)
{
    return length >= MARK_LENGTH && memcmp(text, mark, MARK_LENGTH) == 0 ? MARK_LENGTH : 0;
}

json_t *scree_json_load(const char *text, size_t length, size_t flags, json_error_t *error)
{
    scree_os_locale_change locale;
    *error = (json_error_t){.text = ""};
    if (!scree_os_locale_enter(&locale)) {
        return NULL;
    }
    const size_t skipped = scree_json_mark(text, length);
    json_t *root = json_loadb(text + skipped, length - skipped, flags, error);
    error->position += (int)skipped;
    scree_os_locale_leave(&locale);
    return root;
}

bool scree_json_lacks_memory(const json_error_t *error)
{
    /* Jansson leaves the text empty if it has no memory to start. */
    return error->text[0] == '\0' || json_error_code(error) == json_error_out_of_memory;
}

char *scree_json_dump(const json_t *value, size_t flags)
{
    scree_os_locale_change locale;
    if (!scree_os_locale_enter(&locale)) {
        return NULL;
    }
    char *text = json_dumps(value, flags);
    scree_os_locale_leave(&locale);
    return text;
}

void scree_json_text_free(char *text)
{
    json_malloc_t allocate;
    json_free_t release;
    json_get_alloc_funcs(&allocate, &release);
    release(text);
}

size_t scree_json_character(const char **text, char character[SCREE_JSON_CHARACTER])
{
    uint32_t code;
    const char *from = *text;
    const size_t bytes = scree_character_read(from, &code);
    *text += bytes;
    if (bytes == 0) {
        return 0;
    }
    if (code == SCREE_NO_CHARACTER) {
        return (size_t)snprintf(character, SCREE_JSON_CHARACTER, "\\ufffd");
    }
    if (code == '\n' || code == '"' || code == '\\') {
        character[0] = '\\';
        character[1] = code == '\n' ? 'n' : (char)code;
        return 2;
    }
    if (scree_character_is_control(code)) {
        /* None of them is beyond four digits. */
        return (size_t)snprintf(character, SCREE_JSON_CHARACTER, "\\u%04" PRIx32, code & 0xffffu);
    }
    memcpy(character, from, bytes);
    return bytes;
}
