/* A picture of the viewer's thread, which the window may hold while others are drawn. */
#ifndef VIEWER_SLOT_H
#define VIEWER_SLOT_H

#include "drawing.h"
#include "viewer_types.h"

/* Zeroed before the first use. */
struct slot {
    struct picture picture;
    uint32_t *host; /* Its pixels in host memory, or NULL. */
    uint64_t host_bytes;
    uint64_t number;
    bool is_final;
};

/* Copies the pixels to host memory. */
scree_result slot_read(struct slot *slot);
viewer_pixels slot_pixels(const struct slot *slot);
void slot_end(struct slot *slot);

#endif
