#include "last_error.h"

#include <string.h>

static _Thread_local scree_error_text last;

/* A text that is too long ends before the character that does not fit. */
void scree_last_error_set(const char *message)
{
    size_t length = strlen(message);
    if (length >= sizeof last.text) {
        length = sizeof last.text - 1;
        while (length > 0 && ((unsigned char)message[length] & 0xc0u) == 0x80u) {
            length--;
        }
    }
    memcpy(last.text, message, length);
    last.text[length] = '\0';
}

void scree_last_error_keep(scree_error_text *kept)
{
    *kept = last;
}

void scree_last_error_adopt(const scree_error_text *kept)
{
    if (kept->text[0] != '\0') {
        last = *kept;
    }
}

const char *scree_last_error(void)
{
    return last.text;
}
