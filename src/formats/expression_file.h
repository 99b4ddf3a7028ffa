/* Files in expressions: file("land.tif", filter=cubic). */
#ifndef SCREE_EXPRESSION_FILE_H
#define SCREE_EXPRESSION_FILE_H

#include <scree/field.h>

#include "expression_text.h"

/* The name of the function, which a text may give to one of its own. */
#define SCREE_EXPRESSION_FILE_NAME "file"

/* The most files of a text. */
#define SCREE_MAX_EXPRESSION_FILES 64

/* The fields of files that a text has read: a file that it reads again in the same way is the same field. */
typedef struct scree_expression_files {
    scree_field *field[SCREE_MAX_EXPRESSION_FILES];
    uint32_t count;
} scree_expression_files;

void scree_expression_files_clear(scree_expression_files *files);

/* Reads the arguments of a call at a place, from its parenthesis on, and finds the field or makes it; the caller owns
   it. There is none with `is_checking`. Errors, logged: SCREE_ERROR_FORMAT, SCREE_ERROR_INVALID,
   SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_expression_read_file(scree_expression_reader *in, scree_expression_files *files, size_t offset,
                                        bool is_checking, scree_field **field);

#endif
