/*
 * The expression that an import becomes: notes on what differs, functions that are used, and a definition for each node
 * of the other system.
 */
#ifndef SCREE_IMPORT_TEXT_H
#define SCREE_IMPORT_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include <scree/context.h>

#include "text_builder.h"

typedef struct scree_import_text {
    scree_context *context;
    scree_text notes;
    scree_text lines;
    uint32_t count; /* Definitions with a number. */
} scree_import_text;

/* How tightly the operators of a text bind that are outside of its parentheses. */
typedef enum scree_import_strength {
    SCREE_IMPORT_SUM = 1,
    SCREE_IMPORT_PRODUCT,
    SCREE_IMPORT_WHOLE
} scree_import_strength;

/* A text that stands in another one. */
typedef struct scree_import_argument {
    const char *text;
    scree_import_strength strength;
} scree_import_argument;

/* Appends a text, and frees it. Where there was no memory for it, there is none for the whole. */
void scree_import_move(scree_text *text, scree_text *part);

/* Appends an operand of an operator, in parentheses where it binds less tightly than it must. */
void scree_import_operand(scree_text *text, const scree_import_argument *argument, scree_import_strength needed);

/* Appends a form in which "@1" stands for the first argument and "$1" for the first one as an operand. All operators of
   a form that has "$" are the same one. Returns how tightly the text binds. */
scree_import_strength scree_import_expand(scree_text *text, const char *form, const scree_import_argument *argument);

/* Adds a note for people, which stands as a comment above all definitions; once, however often it is added. */
__attribute__((format(printf, 2, 3))) void scree_import_note(scree_import_text *in, const char *format, ...);

/* Adds "let NAME = TEXT;" with a comment behind it. The text is freed. */
void scree_import_define(scree_import_text *in, const char *name, scree_text *text, const char *comment);

/* Whether it has more than an expression can have, so that it may be given up. */
#define SCREE_IMPORT_TOO_LONG "as an expression it would have more than 1048576 bytes"
bool scree_import_is_too_long(const scree_import_text *in);

/* Joins notes, functions, definitions and the last expression, and checks that this is an expression. Frees what the
   import has, also after an error. The caller frees `*text` with free(). Errors, logged: SCREE_ERROR_INVALID,
   SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_import_finish(scree_import_text *in, const char *value, char **text);
void scree_import_clear(scree_import_text *in);

#endif
