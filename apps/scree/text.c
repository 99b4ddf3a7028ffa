#include "text.h"

#include <stdlib.h>

#include "command.h"
#include "message.h"

static void require(bool success)
{
    if (!success) {
        message_error("no memory for a text");
        exit(EXIT_CODE_FAILED);
    }
}

struct text *text_begin(struct text *text)
{
    *text = (struct text){0};
    text->stream = open_memstream(&text->bytes, &text->length);
    require(text->stream != NULL);
    return text;
}

void text_add_word(struct text *text, const char *word)
{
    fprintf(text->stream, "%s%s", text->has_words ? ", " : "", word);
    text->has_words = true;
}

const char *text_end(struct text *text)
{
    if (text->stream != NULL) {
        FILE *stream = text->stream;
        text->stream = NULL;
        require(fclose(stream) == 0);
    }
    return text->bytes;
}

void text_clear(struct text *text)
{
    text_end(text);
    free(text->bytes);
    *text = (struct text){0};
}
