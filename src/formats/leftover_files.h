/* Temporary files of dead runs, which were killed or lost their power. */
#ifndef SCREE_LEFTOVER_FILES_H
#define SCREE_LEFTOVER_FILES_H

#include "temporary_files.h"

/* Removes the temporary files that dead runs left for the name of a record. A run lives for as long as it holds the
   lock of its first temporary file. An old file that was renamed gets its name back unless the name is taken. */
void scree_leftover_files_remove(const scree_temporary_files *files);

#endif
