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
    reader->info->axes = sidecar->axes;
    memcpy(reader->info->count, sidecar->count, sidecar->axes * sizeof sidecar->count[0]);
    const scree_number number = scree_number_of(sidecar->type, sidecar->is_big_endian);
    return scree_read_plain(reader, &number, sidecar->channels > 0);
}
