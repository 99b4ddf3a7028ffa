/* Options that say how a file of samples is read: --channel, --page, --holes, --nodata and --raw-... */
#ifndef SAMPLES_OPTIONS_H
#define SAMPLES_OPTIONS_H

#include <scree/input.h>

#include "engine.h"
#include "options.h"

/* Refuses options of files that do not fit one another or the file. Prints one line and returns an exit code. */
int samples_options_check(const struct option_value *values, const char *path);

/* The parameters that read a file; they borrow `path` and the options. */
scree_samples_params samples_options_params(const struct option_value *values, const char *path);

/* Prints why a file could not be read, with the option that would help, and returns the exit code. */
int samples_options_fail(struct engine *engine, scree_result result);

/* The first option of files that is given, or -1. */
int samples_options_find_given(const struct option_value *values, bool is_noise);

#endif
