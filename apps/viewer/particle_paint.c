#include "particle_paint.h"

#include <stdlib.h>
#include <string.h>

#define CHANNELS 3

static uint64_t pixels_of(const struct particle_paint *paint)
{
    return (uint64_t)paint->density.width * paint->density.height;
}

static scree_result take_memory(struct particle_paint *paint, uint32_t width, uint32_t height)
{
    const size_t pixels = (size_t)width * height;
    if (paint->packed != NULL && paint->density.width == width && paint->density.height == height) {
        return SCREE_OK;
    }
    particle_paint_end(paint);
    uint64_t *memory = malloc(pixels * (3 * sizeof *memory + sizeof *paint->pixels + CHANNELS));
    if (memory == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    *paint = (struct particle_paint){.density = {.width = width, .height = height, .counts = memory},
                                     .sums = memory + pixels,
                                     .packed = memory + 2 * pixels,
                                     .pixels = (uint32_t *)(memory + 3 * pixels)};
    paint->colours = (uint8_t *)(paint->pixels + pixels);
    return SCREE_OK;
}

scree_result particle_paint_read(struct particle_paint *paint, scree_buffer *canvas, uint32_t width, uint32_t height,
                                 bool has_sums)
{
    scree_result result = take_memory(paint, width, height);
    if (result != SCREE_OK) {
        return result;
    }
    const uint64_t bytes = pixels_of(paint) * sizeof *paint->packed;
    paint->density.sums = has_sums ? paint->sums : NULL;
    memset(paint->density.counts, 0, (size_t)bytes);
    memset(paint->sums, 0, (size_t)bytes);
    result = scree_buffer_read(canvas, 0, bytes, paint->packed);
    return result == SCREE_OK ? scree_histogram_add(&paint->density, paint->packed, 1, 0, 0, width, height) : result;
}

scree_result particle_paint_draw(scree_context *context, struct particle_paint *paint,
                                 const scree_histogram_params *look, scree_buffer *pixels)
{
    const scree_result result =
        scree_histogram_draw(context, look, &paint->density, SCREE_TYPE_U8, paint->colours, NULL);
    for (uint64_t i = 0; i < pixels_of(paint) && result == SCREE_OK; i++) {
        const uint8_t *colour = paint->colours + CHANNELS * i;
        paint->pixels[i] = colour[0] | (uint32_t)colour[1] << 8 | (uint32_t)colour[2] << 16 | UINT32_C(0xff000000);
    }
    return result == SCREE_OK ? scree_buffer_write(pixels, 0, pixels_of(paint) * sizeof *paint->pixels, paint->pixels)
                              : result;
}

void particle_paint_end(struct particle_paint *paint)
{
    free(paint->density.counts);
    memset(paint, 0, sizeof *paint);
}
