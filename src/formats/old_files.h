/* What stands already under the names that a target will give. */
#ifndef SCREE_OLD_FILES_H
#define SCREE_OLD_FILES_H

#include "target.h"

/*
 * Refuses a target whose files would take the place of a folder, of a file that must not be replaced, or of the samples
 * of another file's header. Errors: SCREE_ERROR_EXISTS, SCREE_ERROR_IO.
 */
scree_result scree_old_files_check(const scree_file_target *target);

/* How many numbered files of an earlier, longer run follow those of the target; 0 unless files are replaced. */
uint64_t scree_old_files_count_later(const scree_file_target *target);

#endif
