/* Existing files under the names that a target will give to its files. */
#ifndef SCREE_OLD_FILES_H
#define SCREE_OLD_FILES_H

#include "target.h"

/* Refuses a target whose files would replace a folder, a file that must not be replaced, or the samples of another
   file's header. Errors: SCREE_ERROR_EXISTS, SCREE_ERROR_IO. */
scree_result scree_old_files_check(const scree_file_target *target);

/* Opens one of the files that have a record's names, unless it is none, a link or no regular file. */
bool scree_old_files_open(const scree_temporary_files *files, uint64_t number, scree_os_file *file, uint64_t *bytes);

/*
 * The number of files of an earlier, longer run that follow the target's numbered files; 0 unless files are replaced.
 * Of a target that writes no file, 1 if the old one of its path may be removed, which is perhaps read to its end.
 */
uint64_t scree_old_files_count_later(const scree_file_target *target);

#endif
