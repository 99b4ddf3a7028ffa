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
