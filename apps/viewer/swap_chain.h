/* Pictures of the viewer's thread: it draws one while the window shows another, and the newest one waits between them.
 */
#ifndef VIEWER_SWAP_CHAIN_H
#define VIEWER_SWAP_CHAIN_H

#include <pthread.h>

#include "drawing.h"
#include "viewer_types.h"

#define SWAP_IMAGES 3
/* No image of them. */
#define SWAP_NONE (-1)

struct swap_image {
    struct picture picture;
    uint32_t *host; /* Its pixels in host memory, or NULL. */
    uint64_t number;
};

struct swap_chain {
    bool wants_host_pixels;
    int back;             /* The image that is being drawn. */
    uint64_t presented;   /* Pictures so far. */
    pthread_mutex_t lock; /* Guards the next two. */
    int front;            /* The image that the window shows, */
    int ready;            /* and the newest one. */
    struct swap_image images[SWAP_IMAGES];
};

void swap_chain_begin(struct swap_chain *chain, bool wants_host_pixels);
void swap_chain_end(struct swap_chain *chain);

/* The picture that is to be drawn: the same one until it is presented. */
struct picture *swap_chain_back(struct swap_chain *chain);

/* The picture that was drawn is the newest one from now on. On an error it is not. */
scree_result swap_chain_present(struct swap_chain *chain);

/* The newest picture, which then belongs to the caller until the next call; false where it is the same as before. */
bool swap_chain_take(struct swap_chain *chain, viewer_pixels *pixels);

/* Bytes of buffers on the device. */
uint64_t swap_chain_bytes(const struct swap_chain *chain);

#endif
