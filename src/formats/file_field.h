/* The samples of files as fields, for texts that name them. */
#ifndef SCREE_FILE_FIELD_H
#define SCREE_FILE_FIELD_H

#include "file_reading.h"

/* As scree_field_from_file(), but errors are not logged: the caller reports them in words of its own, by
   scree_last_error(). Warnings are logged. */
scree_result scree_file_field_quietly(scree_context *context, const scree_file_field_params *params,
                                      scree_field **field);

/* The keys of both notations by number, but for the path: NULL past the last. Expressions have "_" for "-". */
const char *scree_file_field_key(size_t number);

/* Reads the value of a key over parameters, which borrow texts from it; scree_reading_check() follows them all. Errors,
   logged: SCREE_ERROR_INVALID. */
scree_result scree_file_field_read(const scree_value_reader *in, size_t number, const json_t *value,
                                   scree_file_field_params *params);

/* Prints all of them that are not as usual, as scree_reading_print() does. */
bool scree_file_field_print(const scree_file_field_params *params, scree_reading_printer *print, void *user);

/* Whether a field is that of a file, read in this way. */
bool scree_file_field_is_of(const scree_field *field, const scree_file_field_params *params);

#endif
