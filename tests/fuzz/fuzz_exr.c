/* EXR. */
#include "fuzz.h"

static scree_result read_file(const scree_reader *reader, const void *user)
{
    (void)user;
    return scree_exr_read(reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_read(data, size, read_file, NULL);
    return 0;
}
