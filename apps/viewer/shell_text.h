/* Command lines for a shell, which are written piece by piece. */
#ifndef VIEWER_SHELL_TEXT_H
#define VIEWER_SHELL_TEXT_H

#include <stdint.h>

#include "../../src/formats/text_builder.h"

/* A word that a shell takes literally. */
void shell_text_quote(scree_text *text, const char *word);
/* " --NAME VALUE" for numbers, with commas between them, such that they are read back as they are. */
void shell_text_add_reals(scree_text *text, const char *name, uint32_t count, const double *numbers);
void shell_text_add_real(scree_text *text, const char *name, double number);

/* The text, which the caller frees; NULL without memory. */
char *shell_text_end(scree_text *text);

#endif
