/* A text of any length that is made piece by piece, for messages and for the help. */
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct text {
    FILE *stream; /* Takes the pieces until the text is read. */
    char *bytes;
    size_t length;
    bool has_words;
};

/* Begins an empty text; release it with text_clear(). Where memory runs out, the command ends with a message. */
struct text *text_begin(struct text *text);

/* Adds a word to a list, with ", " between them. */
void text_add_word(struct text *text, const char *word);

/* The text; nothing can be added any more. It is valid until text_clear(). */
const char *text_end(struct text *text);

void text_clear(struct text *text);

#endif
