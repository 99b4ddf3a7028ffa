#include "attractor_video.h"

#include <stdlib.h>

#include "signals.h"

#define CHANNELS 3

static uint64_t pixels_of(const struct attractor_picture *picture)
{
    return (uint64_t)picture->density.width * picture->density.height;
}

scree_result attractor_video_open(struct engine *engine, const struct field_request *field,
                                  const struct attractor_picture *picture, const scree_video_frames *frames,
                                  const char *metadata, struct attractor_video *video)
{
    scree_writer_params file = output_file_writer_params(field->values, field->file.path, field->file.format);
    scree_histogram_params look = picture->look;
    look.splat = &picture->splat;
    look.key = field->type->key;
    look.metadata = metadata;
    video->pixels = malloc((size_t)pixels_of(picture) * CHANNELS);
    return video->pixels == NULL
               ? SCREE_ERROR_OUT_OF_MEMORY
               : scree_histogram_open_video(engine->context, &look, &picture->density, frames, &file, &video->writer);
}

scree_result attractor_video_add(struct engine *engine, struct attractor_video *video,
                                 struct attractor_picture *picture)
{
    const scree_result result = scree_histogram_draw(engine->context, &picture->look, &picture->density, SCREE_TYPE_U8,
                                                     video->pixels, &picture->info);
    return result == SCREE_OK ? scree_writer_write(video->writer, video->pixels, pixels_of(picture)) : result;
}

scree_result attractor_video_finish(struct attractor_video *video)
{
    const scree_result result = scree_writer_complete(video->writer, NULL, NULL);
    if (result != SCREE_OK) {
        return result;
    }
    return signals_interrupted() ? SCREE_ERROR_CANCELLED : scree_writer_commit(&video->writer, 1);
}

void attractor_video_close(struct attractor_video *video)
{
    scree_writer_close(&video->writer);
    free(video->pixels);
    video->pixels = NULL;
}
