/* Fields of the algorithms that `scree bench variants` measures, as sources of samples. */
#include <stdio.h>
#include <string.h>

#include "../../bench/bench.h"
#include "../scree/enumeration_names.h"
#include "viewer.h"
#include "viewer_internal.h"

#define NAME_SIZE 64

/* A row of the benchmark and a number of octaves, such as "optimised 4". False and a message on an error. */
static bool read_choice(const char *value, int *row, uint32_t *octaves, char *text, size_t size)
{
    const struct enumeration rows = {.name = scree_bench_variant_name};
    char suggestion[SCREE_SUGGESTION_TEXT];
    char name[NAME_SIZE] = "";
    char rest = '\0';
    *octaves = 0;
    const int read = sscanf(value, "%63s %9u %c", name, octaves, &rest);
    *row = enumeration_find(&rows, name);
    if (*row < 0) {
        snprintf(text, size, "algorithm: there is no '%s'%s", name, enumeration_suggestion(&rows, name, suggestion));
        return false;
    }
    if (read != 2 || *octaves < 1 || *octaves > BENCH_VARIANT_OCTAVES) {
        snprintf(text, size, "algorithm: '%.80s' must be a name and a number of octaves from 1 to %d", value,
                 BENCH_VARIANT_OCTAVES);
        return false;
    }
    return true;
}

/* Makes the field on the device for a fifth of a second, or once where that takes longer. Free with opening_clear(). */
static bool make_field(viewer *self, int row, uint32_t octaves, struct opened *opened, char *text, size_t size)
{
    const struct render_context *render = &self->render;
    struct bench_variant made = {.name = ""};
    char name[NAME_SIZE + 16];
    bench_variant_at(row, &made);
    snprintf(name, sizeof name, "%s, %u %s", made.name, octaves, octaves == 1 ? "octave" : "octaves");
    *opened = (struct opened){.is_algorithm = true, .algorithm.device = render->info, .sides = {1, 1, 1}};
    opened->path = strdup(name);
    const scree_result result = opened->path != NULL
                                    ? bench_variants_make(render->context, render->device, row, octaves,
                                                          &opened->algorithm.run, &opened->samples)
                                    : SCREE_ERROR_OUT_OF_MEMORY;
    const bool is_refused = opened->algorithm.run.is_refused;
    if (viewer_messages_check(self->messages, result, text, size) && !is_refused) {
        opening_measure(&opened->samples);
        return true;
    }
    if (result == SCREE_OK) {
        snprintf(text, size, "algorithm: %s: groups of this device are too small", name);
    }
    opening_clear(opened);
    return false;
}

const viewer_algorithm *viewer_get_algorithm(const viewer *self)
{
    const struct opened *opened = viewer_opened_of(self, self->state.file);
    return opened != NULL && opened->is_algorithm ? &opened->algorithm : NULL;
}

static bool is_of(const viewer_algorithm *made, int row, uint32_t octaves, const scree_device_info *device)
{
    return made->run.row == row && made->run.octaves == octaves && made->device.backend == device->backend &&
           made->device.index == device->index;
}

/* Finds the field of an algorithm where this device has made it, or makes it. */
static bool open_algorithm(viewer *self, const char *value, int *number, char *text, size_t size)
{
    int row = 0;
    uint32_t octaves = 0;
    if (!read_choice(value, &row, &octaves, text, size)) {
        return false;
    }
    for (size_t i = 0; i < self->opened_count; i++) {
        if (self->opened[i].is_algorithm && is_of(&self->opened[i].algorithm, row, octaves, &self->render.info)) {
            *number = (int)i;
            return true;
        }
    }
    struct opened *opened = viewer_find_room(self, value, text, size);
    if (opened == NULL || !make_field(self, row, octaves, opened, text, size)) {
        return false;
    }
    *number = (int)self->opened_count++;
    return true;
}

bool viewer_set_algorithm(viewer *self, const char *value, char *text, size_t size)
{
    viewer_state state = self->state;
    const struct opened *before = viewer_opened_of(self, state.file);
    const bool was_algorithm = viewer_get_algorithm(self) != NULL;
    if (strcmp(value, "none") != 0) {
        if (self->worker == NULL) {
            snprintf(text, size, "algorithm: '%.80s' can only be set once the viewer has a device", value);
            return false;
        }
        if (!open_algorithm(self, value, &state.file, text, size)) {
            return false;
        }
        /* From algorithm to algorithm the view stays, so that they can be compared. */
        if (!was_algorithm || before->samples.axes != self->opened[state.file].samples.axes) {
            viewer_suit_view(self, &state);
        }
    } else if (was_algorithm) {
        viewer_uncover_noise(self, &state);
    } else {
        return true; /* None is shown: there is no step to undo. */
    }
    viewer_change(self, "algorithm", &state);
    return true;
}
