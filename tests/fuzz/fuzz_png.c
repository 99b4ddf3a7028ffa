/* PNG, with its chunks of metadata. */
#include "fuzz.h"

#include <libdeflate.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_read(data, size, scree_format_row_of(SCREE_FORMAT_PNG), NULL);
    return 0;
}

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

/* Most changes are given right check sums, for libpng looks at nothing else in a chunk whose sum is wrong. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    size = LLVMFuzzerMutate(data, size, max_size);
    for (size_t at = 8; seed % 8 != 0 && at + 12 <= size;) {
        size_t length = (size_t)data[at] << 24 | (size_t)data[at + 1] << 16 | (size_t)data[at + 2] << 8 | data[at + 3];
        if (length > size - at - 12) {
            break;
        }
        uint32_t sum = libdeflate_crc32(0, data + at + 4, length + 4);
        uint8_t *end = data + at + 8 + length;
        for (int i = 0; i < 4; i++) {
            end[i] = (uint8_t)(sum >> (24 - 8 * i));
        }
        at += length + 12;
    }
    return size;
}
#endif
