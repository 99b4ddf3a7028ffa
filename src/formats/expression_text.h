/*
 * The text of an expression: blanks and comments, names and numbers, and messages that show a place of the text. A
 * place is an offset in bytes. All functions that return a result log what is wrong.
 */
#ifndef SCREE_EXPRESSION_TEXT_H
#define SCREE_EXPRESSION_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/context.h>

#include "os.h"

/* The comment that begins a printed expression: a version, and behind it an output revision. */
#define SCREE_EXPRESSION_MADE "# scree "
#define SCREE_EXPRESSION_REVISION ", output revision "

/* The maximum length of a name. */
#define SCREE_MAX_NAME_BYTES 63

typedef struct scree_expression_reader {
    scree_context *context;
    const char *name; /* The name of the text, for messages. */
    char *text;       /* The reader's own, without a byte order mark; it ends with a zero byte and has no other. */
    size_t at;        /* The next byte. */
    size_t end;       /* The end of what was read last, where messages say that something is missing. */
    scree_os_locale *locale;
    /* The function whose body is evaluated, which messages name, and where it is called; NULL outside of functions. */
    const char *function;
    size_t call;
} scree_expression_reader;

/* A name in the text. */
typedef struct scree_expression_name {
    char text[SCREE_MAX_NAME_BYTES + 1];
    size_t offset;
} scree_expression_name;

/* A number. A whole literal is also exact. */
typedef struct scree_expression_number {
    double number;
    uint64_t whole;
    bool is_whole;
} scree_expression_number;

/* Starts to read a text, which is copied. Whatever is returned, scree_expression_close() frees what the reader has.
   Errors: SCREE_ERROR_INVALID, SCREE_ERROR_FORMAT, SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_expression_open(scree_expression_reader *in, const char *text, size_t length);
void scree_expression_close(scree_expression_reader *in);

/* Skips blanks and comments, and returns the next byte: zero at the end of the text. */
char scree_expression_next(scree_expression_reader *in);

/* Skips the next byte behind blanks if it is this one. */
bool scree_expression_take(scree_expression_reader *in, char byte);

/* The same, or it is an error. */
scree_result scree_expression_expect(scree_expression_reader *in, char byte);

/* Skips a comma, so that a list goes on, or its end; one of them must be there. */
scree_result scree_expression_go_on(scree_expression_reader *in, char end, bool *goes_on);

/* Whether a name or a number begins behind blanks. */
bool scree_expression_has_name(scree_expression_reader *in);
bool scree_expression_has_number(scree_expression_reader *in);

/* Whether a name follows, and a parenthesis behind it. */
bool scree_expression_has_call(scree_expression_reader *in);

/* Skips a keyword behind blanks if it is there. */
bool scree_expression_take_word(scree_expression_reader *in, const char *word);

/* Read them; it is an error if none is there. */
scree_result scree_expression_read_name(scree_expression_reader *in, scree_expression_name *name);
scree_result scree_expression_read_number(scree_expression_reader *in, scree_expression_number *number);

/* Reads the name of a choice as recipes have it: letters, digits, "_", "-" and "*". */
scree_result scree_expression_read_word(scree_expression_reader *in, scree_expression_name *word);

/* Reports an error at a place: the name of the text, line and column, the message, the line and a caret. */
__attribute__((format(printf, 4, 5))) scree_result
scree_expression_fail(const scree_expression_reader *in, scree_result result, size_t offset, const char *format, ...);

/* Reports that a thing, such as "a value", is missing at the place that is read. */
scree_result scree_expression_fail_missing(scree_expression_reader *in, const char *thing);

/* The same for what is there, as "'thing' ENDING", such as "follows the end of the expression". */
scree_result scree_expression_fail_there(scree_expression_reader *in, const char *ending);

/* Reports at a place what a call with scree_context_silent() has returned, with words before its message. Errors:
   SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_expression_fail_again(const scree_expression_reader *in, scree_result result, size_t offset,
                                         const char *before);

scree_result scree_expression_fail_memory(const scree_expression_reader *in);

/* A place as messages name it: "line:column". */
typedef struct scree_expression_place {
    char text[48];
} scree_expression_place;

scree_expression_place scree_expression_show_place(const scree_expression_reader *in, size_t offset);

#endif
