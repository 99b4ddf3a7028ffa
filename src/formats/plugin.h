/* Finds and loads optional shared objects. */
#ifndef SCREE_PLUGIN_H
#define SCREE_PLUGIN_H

#include <scree/context.h>

/*
 * Loads a plug-in and finds its symbol. If the environment variable SCREE_PLUGIN_PATH is set, only its folders
 * (separated by colons) are searched. Otherwise these are the folder scree/ beside the library, lib/scree/ beside the
 * program, and the folder of the installation. The plug-in stays loaded. For the message, `purpose` says what it is
 * needed for and `hint` how to get it. Error: SCREE_ERROR_UNSUPPORTED.
 */
scree_result scree_plugin_load(scree_context *context, const char *file, const char *symbol, const char *purpose,
                               const char *hint, const void **found);

#endif
