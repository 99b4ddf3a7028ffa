#include <scree/result.h>
#include <scree/version.h>

#define STRING_OF_(x) #x
#define STRING_OF(x) STRING_OF_(x)

const char *scree_version(void)
{
    return STRING_OF(SCREE_VERSION_MAJOR) "." STRING_OF(SCREE_VERSION_MINOR) "." STRING_OF(SCREE_VERSION_PATCH);
}

uint32_t scree_output_revision(void)
{
    return SCREE_OUTPUT_REVISION;
}

const char *scree_result_name(scree_result result)
{
    switch (result) {
    case SCREE_OK:
        return "SCREE_OK";
    case SCREE_ERROR_INVALID:
        return "SCREE_ERROR_INVALID";
    case SCREE_ERROR_OUT_OF_MEMORY:
        return "SCREE_ERROR_OUT_OF_MEMORY";
    case SCREE_ERROR_UNSUPPORTED:
        return "SCREE_ERROR_UNSUPPORTED";
    case SCREE_ERROR_DEVICE_LOST:
        return "SCREE_ERROR_DEVICE_LOST";
    case SCREE_ERROR_CANCELLED:
        return "SCREE_ERROR_CANCELLED";
    case SCREE_ERROR_TIMEOUT:
        return "SCREE_ERROR_TIMEOUT";
    case SCREE_ERROR_IO:
        return "SCREE_ERROR_IO";
    case SCREE_ERROR_FORMAT:
        return "SCREE_ERROR_FORMAT";
    case SCREE_ERROR_EXISTS:
        return "SCREE_ERROR_EXISTS";
    case SCREE_ERROR_INTERNAL:
        return "SCREE_ERROR_INTERNAL";
    }
    return "unknown result";
}
