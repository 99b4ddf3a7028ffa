/* Drawing: from samples in buffers to a picture in another one, in bands of rows, so that no step takes long. */
#ifndef VIEWER_DRAWING_H
#define VIEWER_DRAWING_H

#include "sampling_job.h"
#include "particle_paint.h"

/* The field that is drawn, or both fields of a comparison. */
struct scene_input {
    viewer_view view;
    viewer_source source[2];
    struct sampling_job *job[2]; /* Complete; the second is NULL without a second field. */
    scree_range range[2];        /* The least and greatest of each field (figures.h). */
    double max_error;            /* The largest difference of both, at the ends of the colours of differences. */
    /* Memory for pictures of particles, which is kept from one to the next; NULL = taken for each. */
    struct particle_paint *paint;
};

/* A picture, and what it needs to be drawn. Zeroed before the first use. */
struct picture {
    scree_buffer *pixels;
    scree_buffer *canvas; /* Particles. */
    uint32_t width;       /* Pixels that are drawn; */
    uint32_t height;
    uint32_t whole_width; /* and of the picture that they stand for, at full size. */
    uint32_t whole_height;
    uint32_t next_row; /* Rows above it are drawn. */
    uint32_t part;     /* 0, or 1 while the right one of two is drawn. */
    double seconds;    /* Spent on it. */
    bool is_complete;
};

/* Whether a picture is of the first field less the second. */
bool scene_input_is_difference(const struct scene_input *input);

/* The samples at the ramp's ends. */
scree_range scene_input_ramp_range(const struct scene_input *input);

/* Begins a picture of width / divisor x height / divisor pixels, rounded up. */
scree_result picture_begin(const struct render_context *render, const struct scene_input *input, uint32_t width,
                           uint32_t height, uint32_t divisor, struct picture *picture);

/* Prepares and draws for about so many seconds; INFINITY: all of it. */
scree_result picture_go_on(const struct render_context *render, const struct scene_input *input,
                           struct picture *picture, double seconds);

/* Both at once: a whole picture in full size. */
scree_result picture_draw(const struct render_context *render, const struct scene_input *input, uint32_t width,
                          uint32_t height, struct picture *picture);

/* Says of a picture where a field in it has nothing to be seen; otherwise the text is empty. */
void picture_tell_empty(const struct scene_input *input, const struct picture *picture, char *text, size_t size);

uint64_t picture_bytes(const struct picture *picture);
void picture_end(struct picture *picture);

/* Parameters of a scene, for one of the two fields. `ramp` is kept until the scene is drawn. */
#define RAMP_BYTES (3 * SCREE_SCENE_RAMP_COUNT)
/* Whether the ramp's ends are chosen for a colouring: samples, or heights. */
bool scene_has_range(scree_scene_colour colour);

/* Whether the colours of a ramp are seen. */
bool scene_has_ramp(const scree_scene_params *params);

/* The layer of samples through which the slice of a surface goes. */
uint32_t scene_slice_layer(const scree_scene_params *params);

void scene_of_input(const struct scene_input *input, uint32_t part, const struct picture *picture,
                    uint8_t ramp[RAMP_BYTES], scree_scene_params *params);

#endif
