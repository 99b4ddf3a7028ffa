#include "vti_channels.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"

#define OF_CELLS "cells."
#define OF_CELLS_LENGTH (sizeof OF_CELLS - 1)

static bool is_listed(const scree_vti_array *array, bool is_of_cells)
{
    return array->is_of_cells == is_of_cells && !array->is_of_bits;
}

/* Counts the arrays of points, or of cells, and their channels. */
static uint32_t count_channels(const scree_vti_array *arrays, size_t count, bool is_of_cells, uint32_t *listed)
{
    uint32_t channels = 0;
    *listed = 0;
    for (size_t i = 0; i < count; i++) {
        const bool is_counted = is_listed(&arrays[i], is_of_cells);
        *listed += is_counted ? 1 : 0;
        channels += is_counted ? arrays[i].components : 0;
    }
    return channels;
}

/* The name of a component of an array. Those of the only array are numbers, unless they have a prefix. */
static char *name_channel(const scree_vti_array *array, uint32_t component, const char *prefix, bool is_only_array)
{
    char name[OF_CELLS_LENGTH + SCREE_VTI_NAME_SIZE + 16];
    if (array->components == 1) {
        snprintf(name, sizeof name, "%s%s", prefix, array->name);
    } else if (is_only_array && prefix[0] == '\0') {
        snprintf(name, sizeof name, "%" PRIu32, component);
    } else {
        snprintf(name, sizeof name, "%s%s.%" PRIu32, prefix, array->name, component);
    }
    return scree_copy_text(name, strlen(name));
}

static scree_result add_channels(const scree_reader *reader, const scree_vti_array *array, bool is_only_array,
                                 scree_vti_channels *channels)
{
    const char *prefix = array->is_of_cells && channels->of_points > 0 ? OF_CELLS : "";
    for (uint32_t component = 0; component < array->components; component++) {
        channels->names[channels->count] = name_channel(array, component, prefix, is_only_array);
        channels->channel[channels->count] = (scree_vti_channel){array, component};
        if (channels->names[channels->count++] == NULL) {
            return scree_reader_fail_memory(reader);
        }
    }
    return SCREE_OK;
}

/* Refuses an array of bits that is wanted, unless an array of numbers has its name. */
static scree_result check_wanted(const scree_reader *reader, const scree_vti_array *arrays, size_t count)
{
    const char *wanted = reader->wanted != NULL ? reader->wanted->channel : NULL;
    const scree_vti_array *found = NULL;
    for (size_t i = 0; wanted != NULL && i < count; i++) {
        const bool is_whole = arrays[i].is_of_cells && strncmp(wanted, OF_CELLS, OF_CELLS_LENGTH) == 0;
        const bool is_meant = strcmp(arrays[i].name, wanted) == 0 ||
                              (is_whole && strcmp(arrays[i].name, wanted + OF_CELLS_LENGTH) == 0);
        found = is_meant && (found == NULL || found->is_of_bits) ? &arrays[i] : found;
    }
    return found == NULL || !found->is_of_bits
               ? SCREE_OK
               : scree_fail(reader->context, SCREE_ERROR_INVALID,
                            "%s: its array %s cannot be chosen: arrays of the type Bit are not read", reader->name,
                            found->name);
}

scree_result scree_vti_channels_list(const scree_reader *reader, const scree_vti_array *arrays, size_t count,
                                     scree_vti_channels *channels)
{
    uint32_t listed[2]; /* Arrays of points, and of cells. */
    const uint32_t of_points = count_channels(arrays, count, false, &listed[0]);
    const uint32_t all = of_points + count_channels(arrays, count, true, &listed[1]);
    *channels = (scree_vti_channels){.of_points = of_points};
    scree_result result = check_wanted(reader, arrays, count);
    if (result == SCREE_OK && (all == 0 || all > SCREE_MAX_CHANNELS)) {
        result = all == 0 ? scree_reader_fail(reader, "it has no array of numbers for its points or cells")
                          : scree_reader_fail(reader, "it has %" PRIu32 " channels; at most %u are read", all,
                                              SCREE_MAX_CHANNELS);
    }
    if (result != SCREE_OK) {
        return result;
    }
    channels->names = calloc(all, sizeof channels->names[0]);
    channels->channel = calloc(all, sizeof channels->channel[0]);
    if (channels->names == NULL || channels->channel == NULL) {
        return scree_reader_fail_memory(reader);
    }
    for (size_t i = 0; i < 2 * count && result == SCREE_OK; i++) {
        const bool is_of_cells = i >= count;
        const scree_vti_array *array = &arrays[i % count];
        if (is_listed(array, is_of_cells)) {
            result = add_channels(reader, array, listed[is_of_cells] == 1, channels);
        }
    }
    return result;
}

void scree_vti_channels_clear(scree_vti_channels *channels)
{
    for (uint32_t i = 0; i < channels->count; i++) {
        free((void *)(uintptr_t)channels->names[i]);
    }
    free(channels->names);
    free(channels->channel);
    *channels = (scree_vti_channels){.count = 0};
}

/* The whole name of the channel that is wanted: the name itself, unless only a channel of cells has it without its
   prefix. */
static const char *whole_name(const scree_vti_channels *channels, const char *wanted)
{
    const bool has_prefix = channels->of_points > 0;
    const char *found = NULL;
    for (uint32_t i = 0; i < channels->count && found == NULL; i++) {
        const char *name = channels->names[i];
        const bool is_prefixed = has_prefix && i >= channels->of_points;
        found = strcmp(name + (is_prefixed ? OF_CELLS_LENGTH : 0), wanted) == 0 ? name : NULL;
    }
    return found != NULL ? found : wanted;
}

scree_result scree_vti_channels_choose(const scree_reader *reader, const scree_vti_channels *channels, uint32_t *chosen)
{
    if (reader->wanted == NULL) {
        return scree_reader_choose(reader, channels->names, channels->count, chosen);
    }
    scree_samples_params wanted = *reader->wanted;
    scree_reader choosing = *reader;
    const bool is_clear = wanted.channel == NULL && channels->of_points == 1;
    wanted.channel = wanted.channel != NULL ? whole_name(channels, wanted.channel) : NULL;
    choosing.wanted = &wanted;
    return scree_reader_choose(&choosing, channels->names, is_clear ? 1 : channels->count, chosen);
}
