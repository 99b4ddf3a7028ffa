/* Files without a header: the sidecar up to the first zero byte, then the samples. */
#include "fuzz.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *zero = size == 0 ? NULL : memchr(data, 0, size);
    size_t length = zero == NULL ? size : (size_t)(zero - data);
    size_t rest = zero == NULL ? size : length + 1;
    scree_sidecar sidecar;
    unsigned long before = fuzz_message_count();
    /* An empty input may come without memory. */
    scree_result result =
        scree_sidecar_parse(fuzz_context(), size == 0 ? "" : (const char *)data, length, "sidecar", &sidecar);
    FUZZ_REQUIRE(result == SCREE_OK || result == SCREE_ERROR_FORMAT);
    FUZZ_REQUIRE(result == SCREE_OK || fuzz_message_count() > before);
    if (result == SCREE_OK) {
        fuzz_read(data + rest, size - rest, scree_format_row_of(SCREE_FORMAT_RAW), &sidecar);
    }
    return 0;
}
