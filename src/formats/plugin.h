/* Finding and loading shared objects that the library does without. */
#ifndef SCREE_PLUGIN_H
#define SCREE_PLUGIN_H

#include <scree/context.h>

/*
 * Loads a plug-in and finds its symbol. It is looked for in the folders of the environment variable SCREE_PLUGIN_PATH
 * (with colons between them) and nowhere else, or, where that is not set, in the folder scree/ beside the library, in
 * lib/scree/ beside the program, and where the build was to be installed. It stays loaded. `purpose` is what it is
 * needed for and `hint` how it is had, for the message. Error: SCREE_ERROR_UNSUPPORTED.
 */
scree_result scree_plugin_load(scree_context *context, const char *file, const char *symbol, const char *purpose,
                               const char *hint, const void **found);

#endif
