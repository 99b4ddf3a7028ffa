#include "surface.h"

#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "json_writer.h"
#include "message.h"
#include "report.h"

/* Samples that are converted at once. */
#define PIECE_SAMPLES 16384u

static enum option_id option_of(enum surface_kind kind)
{
    return kind == SURFACE_NORMALS ? OPTION_NORMALS : OPTION_SLOPE;
}

const char *surface_name(enum surface_kind kind)
{
    return option_table[option_of(kind)].name;
}

/* Without a surface nothing has a height, and only normals have a handedness. */
static int check_needs(const struct option_value *values, enum surface_kind kind)
{
    if (values[OPTION_SURFACE_HEIGHT].given && kind == SURFACE_NONE) {
        return option_refuse(values, OPTION_SURFACE_HEIGHT, "needs --normals or --slope");
    }
    if (values[OPTION_HANDEDNESS].given && kind != SURFACE_NORMALS) {
        return option_refuse(values, OPTION_HANDEDNESS, "needs --normals");
    }
    return EXIT_CODE_OK;
}

static int check_others(const struct option_value *values, enum surface_kind kind)
{
    static const enum option_id others[] = {OPTION_DERIVATIVES, OPTION_CURL, OPTION_NOISE_POINTS, OPTION_RANGE,
                                            OPTION_PRINT_RECIPE};
    char reason[80];
    snprintf(reason, sizeof reason, "not together with --%s", surface_name(kind));
    const int code = option_refuse_given(values, others, sizeof others / sizeof others[0], reason);
    if (code == EXIT_CODE_OK && !values[OPTION_OUTPUT].given) {
        message_error("--%s: needs -o FILE", surface_name(kind));
        return EXIT_CODE_USAGE;
    }
    return code;
}

int surface_choose(const struct option_value *values, struct surface *surface)
{
    if (values[OPTION_NORMALS].given && values[OPTION_SLOPE].given) {
        return option_refuse(values, OPTION_SLOPE, "not together with --normals");
    }
    surface->kind = values[OPTION_NORMALS].given ? SURFACE_NORMALS
                    : values[OPTION_SLOPE].given ? SURFACE_SLOPE
                                                 : SURFACE_NONE;
    const int code = check_needs(values, surface->kind);
    if (code != EXIT_CODE_OK || surface->kind == SURFACE_NONE) {
        return code;
    }
    surface->height = values[OPTION_SURFACE_HEIGHT].given ? values[OPTION_SURFACE_HEIGHT].reals[0] : 0;
    surface->handedness = (scree_handedness)values[OPTION_HANDEDNESS].choice;
    return check_others(values, surface->kind);
}

/* A plane of a volume is one of its layers. */
static bool is_plane(const scree_grid *grid, uint32_t axes)
{
    bool is_one = axes >= 2;
    for (uint32_t axis = 2; axis < axes; axis++) {
        is_one = is_one && grid->count[axis] <= 1;
    }
    return is_one;
}

int surface_find(const scree_grid *grid, bool has_time, struct surface *surface)
{
    const uint32_t axes = grid->axes - (has_time ? 1 : 0);
    char size[200];
    if (surface->kind == SURFACE_NONE) {
        return EXIT_CODE_OK;
    }
    if (!is_plane(grid, axes)) {
        report_size(size, sizeof size, grid->count, axes);
        message_error("--%s: the size is %s; a surface has 2 axes, as with --size 512x512, or is one layer of more, as "
                      "with --size 512x512x1",
                      surface_name(surface->kind), size);
        return EXIT_CODE_USAGE;
    }
    const scree_surface_params params = {.grid = grid, .height = surface->height};
    surface->height = scree_surface_height(&params);
    return EXIT_CODE_OK;
}

/* How the file was made: the recipe of the heights, and what became of them. Free it. */
static char *describe(const struct surface *surface, const scree_recipe *recipe)
{
    char *recipe_text = NULL;
    char *text = NULL;
    size_t size = 0;
    FILE *stream = scree_recipe_print(recipe, NULL, &recipe_text) == SCREE_OK ? open_memstream(&text, &size) : NULL;
    if (stream != NULL) {
        struct json_writer json;
        emit_start(&json, stream);
        emit_open_object(&json, NULL);
        json.depth++; /* It stands within another object. */
        emit_real(&json, "height", surface->height);
        if (surface->kind == SURFACE_NORMALS) {
            emit_string(&json, "handedness", scree_handedness_name(surface->handedness));
        }
        emit_raw(&json, "recipe", recipe_text);
        emit_close_object(&json);
        const bool failed = ferror(stream) != 0;
        if (fclose(stream) != 0 || failed) {
            free(text);
            text = NULL;
        }
    }
    scree_recipe_text_free(&recipe_text);
    return text;
}

scree_result surface_file_open(scree_context *context, const struct option_value *values,
                               const struct output_file *output, const struct surface *surface,
                               const scree_recipe *recipe, struct surface_file *file)
{
    char *metadata = describe(surface, recipe);
    const scree_volume volume = {.axes = 2,
                                 .count = {recipe->grid.count[0], recipe->grid.count[1]},
                                 .type = recipe->output.type,
                                 .source = recipe->output.type,
                                 .name = surface_name(surface->kind),
                                 .channels = surface->kind == SURFACE_NORMALS ? "x y z" : NULL,
                                 .metadata = metadata,
                                 .key = surface_name(surface->kind)};
    scree_writer_params params = output_file_writer_params(values, output->path, output->format);
    params.volume = &volume;
    *file =
        (struct surface_file){.surface = surface, .recipe = recipe, .made = malloc(3 * PIECE_SAMPLES * sizeof(float))};
    const scree_result result = metadata != NULL && file->made != NULL
                                    ? scree_writer_open(context, &params, &file->writer)
                                    : SCREE_ERROR_OUT_OF_MEMORY;
    free(metadata);
    return result;
}

static scree_result append(struct surface_file *file, const float *samples, uint64_t count)
{
    const scree_type type = file->recipe->output.type;
    const scree_surface_params params = {
        .grid = &file->recipe->grid, .height = file->surface->height, .handedness = file->surface->handedness};
    const scree_result result = file->surface->kind == SURFACE_NORMALS
                                    ? scree_normals(NULL, &params, samples, count, type, file->made)
                                    : scree_steepness(NULL, &params, samples, count, type, file->made);
    return result == SCREE_OK ? scree_writer_write(file->writer, file->made, count) : result;
}

scree_result surface_file_write(struct surface_file *file, const float *samples, uint64_t count)
{
    const uint32_t channels = 1 + file->recipe->grid.axes;
    for (uint64_t done = 0; done < count && file->result == SCREE_OK;) {
        const uint64_t left = count - done;
        const uint64_t part = left < PIECE_SAMPLES ? left : PIECE_SAMPLES;
        file->result = append(file, samples + done * channels, part);
        done += part;
    }
    return file->result;
}

void surface_file_take(void *file, const scree_slab *slab)
{
    surface_file_write(file, slab->values, slab->count);
}

scree_result surface_file_complete(void *user, scree_writer **writers, size_t *count)
{
    struct surface_file *file = user;
    writers[(*count)++] = file->writer;
    return file->result == SCREE_OK ? scree_writer_complete(file->writer, NULL, NULL) : file->result;
}

void surface_file_close(struct surface_file *file)
{
    scree_writer_close(&file->writer);
    free(file->made);
    file->made = NULL;
}
