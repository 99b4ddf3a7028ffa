/**
 * @file
 * @brief Result codes.
 *
 * Every function that can fail returns a scree_result. No function aborts the program or prints; the reason in words
 * goes to the log callback of the context, and scree_last_error() reports it to the thread whose call has failed
 * (context.h).
 */
#ifndef SCREE_RESULT_H
#define SCREE_RESULT_H

#include <stdbool.h>

#include <scree/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Result codes. Zero is success, errors are negative. The numbers never change. */
typedef enum scree_result {
    SCREE_OK = 0,
    SCREE_ERROR_INVALID = -1,       /**< A parameter breaks its documented range. */
    SCREE_ERROR_OUT_OF_MEMORY = -2, /**< Host or device memory could not be allocated. */
    SCREE_ERROR_UNSUPPORTED = -3,   /**< This machine, device or build lacks what the request needs; another one may
                                         have it. */
    SCREE_ERROR_DEVICE_LOST = -4,   /**< The device stopped responding. */
    SCREE_ERROR_CANCELLED = -5,     /**< The job was cancelled. */
    SCREE_ERROR_TIMEOUT = -6,       /**< The timeout expired first; the job is still running. */
    SCREE_ERROR_IO = -7,            /**< A file could not be read or written. */
    SCREE_ERROR_FORMAT = -8,        /**< A file or a recipe is damaged, or is not in the expected format. */
    SCREE_ERROR_EXISTS = -9,        /**< The file exists and `replace` was not set. */
    SCREE_ERROR_INTERNAL = -10      /**< The system refused a thread or another resource. */
} scree_result;

/**
 * The name of a result code, such as "SCREE_ERROR_INVALID"; "unknown result" for a number that is not one, so that it
 * can always be printed. Static.
 */
SCREE_API const char *scree_result_name(scree_result result);
/** The reverse of scree_result_name(); false where no result code has that name. */
SCREE_API bool scree_result_from_name(const char *name, scree_result *result);

#ifdef __cplusplus
}
#endif

#endif
