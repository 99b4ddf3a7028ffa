/* The samples of files as fields, for texts that name them. */
#ifndef SCREE_FILE_FIELD_H
#define SCREE_FILE_FIELD_H

#include <scree/input.h>

/* As scree_field_from_file(), but errors are not logged: the caller reports them in words of its own, by
   scree_last_error(). Warnings are logged. */
scree_result scree_file_field_quietly(scree_context *context, const scree_file_field_params *params,
                                      scree_field **field);

/* Whether a field is that of a file, read in this way. */
bool scree_file_field_is_of(const scree_field *field, const scree_file_field_params *params);

#endif
