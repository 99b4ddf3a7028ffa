#include "slot.h"

#include <stdlib.h>
#include <string.h>

scree_result slot_read(struct slot *slot)
{
    const uint64_t bytes = 4 * (uint64_t)slot->picture.width * slot->picture.height;
    if (slot->host_bytes != bytes) {
        free(slot->host);
        slot->host = malloc((size_t)bytes);
        slot->host_bytes = slot->host != NULL ? bytes : 0;
    }
    return slot->host != NULL ? scree_buffer_read(slot->picture.pixels, 0, bytes, slot->host)
                              : SCREE_ERROR_OUT_OF_MEMORY;
}

viewer_pixels slot_pixels(const struct slot *slot)
{
    return (viewer_pixels){
        .buffer = slot->picture.pixels,
        .canvas = slot->picture.canvas,
        .pixels = slot->host,
        .width = slot->picture.width,
        .height = slot->picture.height,
        .number = slot->number,
        .is_final = slot->is_final,
    };
}

void slot_end(struct slot *slot)
{
    picture_end(&slot->picture);
    free(slot->host);
    memset(slot, 0, sizeof *slot);
}
