/*
 * From a canvas of particles to colours. They are those that `scree attractor` gives a picture (histogram.h), so they
 * are made where that makes them, on the host; the particles stay on the device.
 */
#ifndef VIEWER_PARTICLE_PAINT_H
#define VIEWER_PARTICLE_PAINT_H

#include <scree/buffer.h>
#include <scree/histogram.h>

/* The pixels of a canvas on the host. Zeroed before the first use. */
struct particle_paint {
    scree_histogram density; /* Its sums are NULL where only counts matter; its counts begin the memory of all. */
    uint64_t *sums;
    uint64_t *packed; /* As a canvas has them. */
    uint8_t *colours; /* Three bytes a pixel, */
    uint32_t *pixels; /* and as scene.h has them. */
};

/* Reads a canvas of so many pixels. Errors: those of buffers, and of memory. */
scree_result particle_paint_read(struct particle_paint *paint, scree_buffer *canvas, uint32_t width, uint32_t height,
                                 bool has_sums);

/* Gives what was read its colours in a buffer of the canvas's device. */
scree_result particle_paint_draw(scree_context *context, struct particle_paint *paint,
                                 const scree_histogram_params *look, scree_buffer *pixels);

void particle_paint_end(struct particle_paint *paint);

#endif
