/**
 * @file
 * @brief Versions: of the interface, and of the bits.
 */
#ifndef SCREE_VERSION_H
#define SCREE_VERSION_H

#include <stdint.h>

#include <scree/export.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SCREE_VERSION_MAJOR 0 /**< Rises when users must change their code. */
#define SCREE_VERSION_MINOR 1 /**< Rises when something is added. */
#define SCREE_VERSION_PATCH 0 /**< Rises when something is mended. */

/**
 * Rises whenever any output bit of any generator changes. Every file that the library writes carries it: two fields
 * made from one recipe are equal, bit for bit, exactly when their output revisions are equal.
 */
#define SCREE_OUTPUT_REVISION 2

/** The version of the library that is linked, such as "0.1.0". Static string. Thread-safety: safe. */
SCREE_API const char *scree_version(void);

/** SCREE_OUTPUT_REVISION of the library that is linked. Thread-safety: safe. */
SCREE_API uint32_t scree_output_revision(void);

#ifdef __cplusplus
}
#endif

#endif
