/* The reader of one format, FUZZ_FORMAT, which the build names after the folder of its corpus. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_read(data, size, scree_format_row_of(fuzz_format(FUZZ_FORMAT)), NULL);
    return 0;
}
