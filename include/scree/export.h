/**
 * @file
 * @brief Visibility of the library's symbols.
 */
#ifndef SCREE_EXPORT_H
#define SCREE_EXPORT_H

#if defined(__GNUC__)
/** Marks a function that the shared library exports. */
#define SCREE_API __attribute__((visibility("default")))
#else
#define SCREE_API
#endif

#endif
