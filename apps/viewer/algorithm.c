#include "algorithm.h"

#include <stdio.h>
#include <string.h>

#include "../../bench/bench.h"
#include "../scree/enumeration_names.h"

#define NAME_SIZE 64

bool algorithm_read(const char *value, int *row, uint32_t *octaves, char *text, size_t size)
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

static bool refuse_group(const struct opened *opened, char *text, size_t size)
{
    snprintf(text, size, "algorithm: %s: groups of this device are too small", opened->path);
    return false;
}

bool algorithm_make(viewer_messages *messages, const struct render_context *render, int row, uint32_t octaves,
                    struct opened *opened, char *text, size_t size)
{
    struct bench_variant made = {.name = ""};
    char name[NAME_SIZE + 16];
    bench_variant_at(row, &made);
    snprintf(name, sizeof name, "%s, %u %s", made.name, octaves, octaves == 1 ? "octave" : "octaves");
    *opened = (struct opened){.is_algorithm = true, .algorithm.device = render->info, .sides = {1, 1, 1}};
    opened->path = strdup(name);
    scree_result result = opened->path != NULL ? SCREE_OK : SCREE_ERROR_OUT_OF_MEMORY;
    if (result == SCREE_OK) {
        result = bench_variants_make(render->context, render->device, row, octaves, &opened->algorithm.run,
                                     &opened->samples);
    }
    if (result != SCREE_OK) {
        viewer_messages_explain(messages, result, text, size);
    }
    const bool is_made = result == SCREE_OK && (!opened->algorithm.run.is_refused || refuse_group(opened, text, size));
    if (is_made) {
        opening_measure(&opened->samples);
    } else {
        opening_clear(opened);
    }
    return is_made;
}
