/* Limits of files that several formats check. */
#include <inttypes.h>

#include "context_internal.h"
#include "writer_internal.h"

scree_result scree_writer_check_sides(const scree_writer *writer, const char *path, uint32_t axes, uint64_t most)
{
    const scree_content *content = &writer->content;
    for (uint32_t a = 0; a < content->axes && a < axes; a++) {
        if (content->count[a] > most) {
            return scree_fail(writer->context, SCREE_ERROR_INVALID,
                              "%s: the field has %" PRIu64 " samples along axis %" PRIu32 "; %s holds at most %" PRIu64,
                              path, content->count[a], a, writer->format->info.name, most);
        }
    }
    return SCREE_OK;
}
