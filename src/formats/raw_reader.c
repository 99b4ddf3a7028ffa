/* Samples without a header, as a sidecar describes them. */
#include <string.h>

#include "readers.h"

scree_result scree_raw_read(const scree_reader *reader)
{
    const scree_sidecar *sidecar = reader->sidecar;
    if (sidecar == NULL) {
        return scree_reader_fail(reader, "a file of this format has no header, and its sidecar %s.json is not there",
                                 reader->name);
    }
    reader->info->format = sidecar->format;
    const uint32_t first = sidecar->channels > 0 ? 1 : 0;
    if (sidecar->axes + first > SCREE_MAX_AXES) {
        return scree_reader_fail(reader, "it has %u axes of samples of %u channels; what is read has at most %d axes",
                                 sidecar->axes, sidecar->channels, SCREE_MAX_AXES);
    }
    reader->info->axes = sidecar->axes + first;
    reader->info->count[0] = sidecar->channels;
    memcpy(reader->info->count + first, sidecar->count, sidecar->axes * sizeof sidecar->count[0]);
    const scree_number number = scree_number_of(sidecar->type, sidecar->big_endian);
    return scree_read_plain(reader, &number);
}
