#include "sdf_slices.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "message.h"

static const char letters[3] = {'x', 'y', 'z'};
static const char *const layers_of[3] = {"columns", "rows", "layers"};

static uint32_t axis_of(char letter)
{
    return (uint32_t)(letter - 'x');
}

static int open_slice(const uint64_t *count, char letter, uint64_t index, struct sdf_slice *slice)
{
    const uint32_t axis = axis_of(letter);
    if (index >= count[axis]) {
        message_error("--slice %c=%" PRIu64 ": the volume has %" PRIu64 " %s, so %c is 0 to %" PRIu64, letter, index,
                      count[axis], layers_of[axis], letter, count[axis] - 1);
        return EXIT_CODE_USAGE;
    }
    *slice = (struct sdf_slice){.letter = letter, .index = index};
    slice->count[0] = count[axis == 0 ? 1 : 0];
    slice->count[1] = count[axis == 2 ? 1 : 2];
    slice->values = calloc((size_t)(slice->count[0] * slice->count[1]), sizeof *slice->values);
    if (slice->values == NULL) {
        message_error("--slice %c=%" PRIu64 ": no memory for it", letter, index);
        return EXIT_CODE_FAILED;
    }
    return EXIT_CODE_OK;
}

int sdf_slices_open(const struct sdf_request *request, const struct sdf_source *source, struct sdf_slices *slices)
{
    const struct option_value *asked = &request->values[OPTION_SLICE];
    memset(slices, 0, sizeof *slices);
    memcpy(slices->count, source->count, sizeof slices->count);
    int code = EXIT_CODE_OK;
    for (uint32_t i = 0; code == EXIT_CODE_OK && i < asked->count; i++) {
        code = open_slice(slices->count, asked->letters[i], (uint64_t)asked->wholes[i], &slices->slice[i]);
        slices->slices += code == EXIT_CODE_OK ? 1 : 0;
    }
    return code;
}

/* A row of a slice across x or y out of one layer. */
static void take_row(const struct sdf_slices *slices, const struct sdf_slice *slice, const float *layer, float *row)
{
    const uint64_t columns = slices->count[0];
    if (slice->letter == letters[1]) {
        memcpy(row, layer + slice->index * columns, (size_t)columns * sizeof *row);
        return;
    }
    for (uint64_t y = 0; y < slices->count[1]; y++) {
        row[y] = layer[y * columns + slice->index];
    }
}

void sdf_slices_take(struct sdf_slices *slices, const scree_distance_slab *slab)
{
    const uint64_t plane = slices->count[0] * slices->count[1];
    for (uint32_t i = 0; i < slices->slices; i++) {
        struct sdf_slice *slice = &slices->slice[i];
        for (uint64_t k = 0; k < slab->layers; k++) {
            const float *layer = slab->distance + k * plane;
            const uint64_t z = slab->first_layer + k;
            if (slice->letter == letters[2] && z == slice->index) {
                memcpy(slice->values, layer, (size_t)plane * sizeof *layer);
            } else if (slice->letter != letters[2]) {
                take_row(slices, slice, layer, slice->values + (slices->count[2] - 1 - z) * slice->count[0]);
            }
        }
    }
}

void sdf_slices_close(struct sdf_slices *slices)
{
    for (uint32_t i = 0; i < slices->slices; i++) {
        free(slices->slice[i].values);
    }
    memset(slices, 0, sizeof *slices);
}

int sdf_slices_write(struct engine *engine, const struct sdf_request *request, const struct sdf_slices *slices,
                     uint64_t *bytes)
{
    (void)engine, (void)request, (void)slices, (void)bytes;
    return EXIT_CODE_FAILED;
}
