/* Text of any length that is written piece by piece: command lines for a shell. */
#ifndef VIEWER_SHELL_TEXT_H
#define VIEWER_SHELL_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed before the first use. */
struct shell_text {
    char *start; /* Ends with a zero byte; NULL before the first piece. */
    size_t length;
    size_t capacity;
    bool is_lost; /* There was no memory. */
};

__attribute__((format(printf, 2, 3))) void shell_text_add(struct shell_text *text, const char *format, ...);
/* A word that a shell takes literally. */
void shell_text_quote(struct shell_text *text, const char *word);
/* " --NAME VALUE" for numbers, with commas between them, such that they are read back as they are. */
void shell_text_add_reals(struct shell_text *text, const char *name, uint32_t count, const double *numbers);
void shell_text_add_real(struct shell_text *text, const char *name, double number);

/* The text, which the caller frees; NULL without memory. */
char *shell_text_end(struct shell_text *text);

#endif
