#include "graph_file.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "number_text.h"
#include "ops/file.h"

/* Cubic interpolation of samples below it stays below the limit of graphs. */
#define MAGNITUDE_LIMIT 0x1p60f

const scree_op_definition scree_file_definition = {.info = {"file", "the samples of a file", 0, .group = "sources"}};

void scree_graph_file_free(scree_graph_file *file)
{
    if (file != NULL) {
        free((char *)(uintptr_t)file->params.file.path);
        free((char *)(uintptr_t)file->params.file.channel);
        free((uint32_t *)(uintptr_t)file->table.word);
        free(file);
    }
}

static uint64_t count_samples(const scree_samples *samples)
{
    uint64_t count = 1;
    for (uint32_t axis = 0; axis < samples->axes; axis++) {
        count *= samples->count[axis]; /* They are in memory. */
    }
    return count;
}

static scree_result check_samples(scree_context *context, const char *name, const scree_samples *samples)
{
    if (samples->axes < 1 || samples->axes > SCREE_FILE_AXES) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s: has %" PRIu32 " axes; a field is made of 1 to 3", name,
                          samples->axes);
    }
    for (uint32_t axis = 0; axis < samples->axes; axis++) {
        if (samples->count[axis] > SCREE_MAX_FILE_SIDE) {
            return scree_fail(context, SCREE_ERROR_INVALID,
                              "%s: has %" PRIu64 " samples along axis %" PRIu32 "; a field is made of at most %d", name,
                              samples->count[axis], axis, SCREE_MAX_FILE_SIDE);
        }
    }
    if (count_samples(samples) > SCREE_MAX_FILE_SAMPLES) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s: has %" PRIu64 " samples; a field is made of at most %d",
                          name, count_samples(samples), SCREE_MAX_FILE_SAMPLES);
    }
    if (!(samples->range.minimum > -MAGNITUDE_LIMIT && samples->range.maximum < MAGNITUDE_LIMIT)) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "%s: has values from %s to %s; those of a field must be below 2^60 in magnitude", name,
                          scree_show_double((double)samples->range.minimum).text,
                          scree_show_double((double)samples->range.maximum).text);
    }
    return SCREE_OK;
}

/* The samples along an axis that a value is made of. */
static uint32_t taps_of(scree_filter filter)
{
    return filter == SCREE_FILTER_NEAREST ? 1 : filter == SCREE_FILTER_LINEAR ? 2 : 4;
}

static void write_header(const scree_file_field_params *params, const scree_samples *samples, scree_range bound,
                         uint32_t *word)
{
    uint32_t stride = 1;
    word[SCREE_FILE_LOW] = scree_bits_from_f32(bound.minimum);
    word[SCREE_FILE_HIGH] = scree_bits_from_f32(bound.maximum);
    word[SCREE_FILE_TAPS] = taps_of(params->filter);
    word[SCREE_FILE_EDGE] = params->edge == SCREE_EDGE_REPEAT   ? SCREE_FILE_REPEATS
                            : params->edge == SCREE_EDGE_MIRROR ? SCREE_FILE_MIRRORS
                                                                : SCREE_FILE_CLAMPS;
    word[SCREE_FILE_AXIS_COUNT] = samples->axes;
    for (uint32_t axis = 0; axis < SCREE_FILE_AXES; axis++) {
        uint32_t *record = word + SCREE_FILE_RECORDS + axis * SCREE_FILE_RECORD_WORDS;
        const uint32_t count = axis < samples->axes ? (uint32_t)samples->count[axis] : 1;
        const bool is_mirrored = params->edge == SCREE_EDGE_MIRROR && count > 1;
        const float period = (float)(is_mirrored ? 2 * (count - 1) : count);
        record[SCREE_FILE_COUNT] = count;
        record[SCREE_FILE_STRIDE] = stride;
        record[SCREE_FILE_PERIOD] = scree_bits_from_f32(period);
        record[SCREE_FILE_INVERSE] = scree_bits_from_f32(1.0f / period);
        stride *= count;
    }
}

/*
 * Linear interpolation has values between the samples. Weights of cubic interpolation along an axis have a sum of 1,
 * and their magnitudes one of 5/4 at most, so that values are beyond the samples by (5/4)^axes - 1 halves of their
 * range. What is rounded beyond that is cut off.
 */
static scree_range find_bound(const scree_file_field_params *params, const scree_samples *samples)
{
    const double low = (double)samples->range.minimum;
    const double high = (double)samples->range.maximum;
    static const double of_cubic[] = {0.0, 0.125, 0.28125, 0.4765625};
    const double beyond = params->filter == SCREE_FILTER_CUBIC ? of_cubic[samples->axes] : 0.0;
    return (scree_range){scree_op_trimmed((float)(low - beyond * (high - low))),
                         scree_op_trimmed((float)(high + beyond * (high - low)))};
}

/* A field's values are trimmed; so are the samples, from which differences are taken. */
static void write_samples(const float *values, uint64_t count, uint32_t *word)
{
    for (uint64_t i = 0; i < count; i++) {
        word[i] = scree_bits_from_f32(scree_op_trimmed(values[i]));
    }
}

/* NULL for NULL, and without memory. */
static char *copy_text(const char *text)
{
    return text != NULL ? scree_copy_text(text, strlen(text)) : NULL;
}

static scree_graph_file *make_file(const scree_file_field_params *params, const scree_samples *samples)
{
    const uint64_t count = count_samples(samples);
    const scree_range bound = find_bound(params, samples);
    scree_graph_file *file = calloc(1, sizeof *file);
    uint32_t *word = calloc((size_t)(SCREE_FILE_SAMPLES + count + SCREE_FILE_ROOM), sizeof *word);
    if (file == NULL || word == NULL) {
        free(file);
        free(word);
        return NULL;
    }
    write_header(params, samples, bound, word);
    write_samples(samples->values, count, word + SCREE_FILE_SAMPLES);
    file->params = *params;
    file->params.file.path = copy_text(params->file.path);
    file->params.file.channel = copy_text(params->file.channel);
    file->axes = samples->axes;
    memcpy(file->count, samples->count, sizeof file->count);
    file->table = (scree_program_file){.word = word, .words = SCREE_FILE_SAMPLES + count, .taps = 1, .bound = bound};
    for (uint32_t axis = 0; axis < samples->axes; axis++) {
        file->table.taps *= taps_of(params->filter);
    }
    if ((params->file.path != NULL && file->params.file.path == NULL) ||
        (params->file.channel != NULL && file->params.file.channel == NULL)) {
        scree_graph_file_free(file);
        return NULL;
    }
    return file;
}

scree_result scree_graph_file_make(scree_context *context, const scree_file_field_params *params,
                                   const scree_samples *samples, scree_graph_file **file)
{
    const char *name = params->file.path != NULL ? params->file.path : "values";
    const scree_result result = check_samples(context, name, samples);
    *file = result == SCREE_OK ? make_file(params, samples) : NULL;
    return result != SCREE_OK || *file != NULL
               ? result
               : scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "%s: no memory for its field", name);
}
