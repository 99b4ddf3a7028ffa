#include "swap_chain.h"

#include <stdlib.h>

void swap_chain_begin(struct swap_chain *chain, bool wants_host_pixels)
{
    *chain = (struct swap_chain){
        .wants_host_pixels = wants_host_pixels, .back = SWAP_NONE, .front = SWAP_NONE, .ready = SWAP_NONE};
    pthread_mutex_init(&chain->lock, NULL);
}

void swap_chain_end(struct swap_chain *chain)
{
    for (int i = 0; i < SWAP_IMAGES; i++) {
        picture_end(&chain->images[i].picture);
        free(chain->images[i].host);
    }
    pthread_mutex_destroy(&chain->lock);
}

struct picture *swap_chain_back(struct swap_chain *chain)
{
    if (chain->back == SWAP_NONE) {
        pthread_mutex_lock(&chain->lock);
        chain->back = 0;
        while (chain->back == chain->front || chain->back == chain->ready) {
            chain->back++;
        }
        pthread_mutex_unlock(&chain->lock);
    }
    return &chain->images[chain->back].picture;
}

static scree_result read_host(struct swap_image *image)
{
    const uint64_t bytes = 4 * (uint64_t)image->picture.width * image->picture.height;
    uint32_t *host = realloc(image->host, (size_t)bytes);
    if (host == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    image->host = host;
    return scree_buffer_read(image->picture.pixels, 0, bytes, host);
}

scree_result swap_chain_present(struct swap_chain *chain)
{
    struct swap_image *image = &chain->images[chain->back];
    const scree_result result = chain->wants_host_pixels ? read_host(image) : SCREE_OK;
    if (result == SCREE_OK) {
        image->number = ++chain->presented;
        pthread_mutex_lock(&chain->lock);
        chain->ready = chain->back;
        pthread_mutex_unlock(&chain->lock);
        chain->back = SWAP_NONE;
    }
    return result;
}

bool swap_chain_take(struct swap_chain *chain, viewer_pixels *pixels)
{
    pthread_mutex_lock(&chain->lock);
    const bool is_new = chain->ready != SWAP_NONE;
    if (is_new) {
        const struct swap_image *image = &chain->images[chain->ready];
        chain->front = chain->ready;
        chain->ready = SWAP_NONE;
        *pixels = (viewer_pixels){
            .buffer = image->picture.pixels,
            .canvas = image->picture.canvas,
            .pixels = image->host,
            .width = image->picture.width,
            .height = image->picture.height,
            .number = image->number,
        };
    }
    pthread_mutex_unlock(&chain->lock);
    return is_new;
}

uint64_t swap_chain_bytes(const struct swap_chain *chain)
{
    uint64_t bytes = 0;
    for (int i = 0; i < SWAP_IMAGES; i++) {
        bytes += picture_bytes(&chain->images[i].picture);
    }
    return bytes;
}
