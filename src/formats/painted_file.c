#include "painted_file.h"

#include <stdlib.h>

#include "context_internal.h"
#include "whole_numbers.h"
#include "writer_internal.h"

#define CHANNELS 3

/* Pixels that a file gets at once, if they are whole rows. */
#define BATCH_PIXELS ((uint64_t)1 << 16)

static uint64_t rows_at_once(const scree_volume *volume)
{
    return scree_min(volume->count[0] < BATCH_PIXELS ? BATCH_PIXELS / volume->count[0] : 1, volume->count[1]);
}

static scree_result write_rows(const scree_painted_file *painted, scree_writer *writer, void *pixels)
{
    const uint64_t *count = painted->volume.count;
    const uint64_t most = rows_at_once(&painted->volume);
    scree_result result = SCREE_OK;
    for (uint64_t row = 0; row < count[1] && result == SCREE_OK; row += most) {
        const uint64_t rows = scree_min(count[1] - row, most);
        painted->paint(painted->painter, row, rows, pixels);
        result = scree_writer_write(writer, pixels, rows * count[0]);
    }
    return result == SCREE_OK ? scree_writer_complete(writer, NULL, NULL) : result;
}

scree_result scree_painted_file_write(scree_context *context, const scree_painted_file *painted,
                                      const scree_writer_params *file, scree_writer **writer)
{
    const scree_volume *volume = &painted->volume;
    scree_writer_params picture = *file;
    picture.recipe = NULL;
    picture.volume = volume;
    void *pixels =
        malloc((size_t)(rows_at_once(volume) * volume->count[0]) * CHANNELS * scree_type_bytes(volume->type));
    scree_result result = SCREE_ERROR_OUT_OF_MEMORY;
    if (painted->about == NULL || pixels == NULL) {
        scree_fail(context, result, "no memory to write %s", file->path);
    } else {
        result = scree_writer_open_picture(context, &picture, painted->about, writer);
    }
    if (result == SCREE_OK) {
        result = write_rows(painted, *writer, pixels);
    }
    if (result != SCREE_OK) {
        scree_writer_close(writer);
    }
    free(pixels);
    free(painted->about);
    return result;
}
