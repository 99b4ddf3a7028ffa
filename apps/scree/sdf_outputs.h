/* The files that `scree sdf` would make: that no two of them are one, and that they can be where they are named. */
#ifndef SDF_OUTPUTS_H
#define SDF_OUTPUTS_H

#include "sdf_request.h"

/* The name of a slice's picture: "cut.png", or, of several, "cut_z7.png". Allocated; NULL if memory runs out. */
char *sdf_outputs_slice_name(const struct sdf_request *request, uint32_t number);

/*
 * Checks that all files differ: the field or the pictures, the nearest voxels, and their accompanying files (the
 * samples of an .mhd, sidecars). Prints one line and returns an exit code other than 0 if not.
 */
int sdf_outputs_check_names(const struct sdf_request *request);

/*
 * Whether a picture can be written: its folder is there, and nothing that may not be replaced. Otherwise prints one
 * line and returns an exit code.
 */
int sdf_outputs_check_path(const struct sdf_request *request, const char *path);

#endif
