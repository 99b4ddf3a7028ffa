/* Existing files under the names that a target will give to its files. */
#ifndef SCREE_OLD_FILES_H
#define SCREE_OLD_FILES_H

#include "target.h"

/* Refuses a target whose files would replace a folder, a file that must not be replaced, or the samples of another
   file's header. Errors: SCREE_ERROR_EXISTS, SCREE_ERROR_IO. */
scree_result scree_old_files_check(const scree_file_target *target);

/*
 * The number of files of an earlier, longer run that follow the target's numbered files; 0 unless files are replaced.
 */
uint64_t scree_old_files_count_later(const scree_file_target *target);

#endif
