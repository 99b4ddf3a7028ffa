#include "surface.h"

#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "message.h"
#include "noise_values.h"
#include "recipe_noise.h"
#include "report.h"

/* Samples that are converted at once. */
#define PIECE_SAMPLES 16384u

static enum option_id option_of(enum surface_kind kind)
{
    static const enum option_id options[] = {
        [SURFACE_NORMALS] = OPTION_NORMALS, [SURFACE_SLOPE] = OPTION_SLOPE, [SURFACE_FLOW] = OPTION_CURL};
    return options[kind];
}

const char *surface_name(enum surface_kind kind)
{
    return option_table[option_of(kind)].name;
}

const char *surface_channels(enum surface_kind kind)
{
    static const char *const names[] = {[SURFACE_NORMALS] = "x y z", [SURFACE_FLOW] = "x y"};
    return names[kind];
}

static bool has_height(enum surface_kind kind)
{
    return kind == SURFACE_NORMALS || kind == SURFACE_SLOPE;
}

/* Only surfaces have a height, and only normals have a handedness. */
static int check_needs(const struct option_value *values, enum surface_kind kind)
{
    if (values[OPTION_SURFACE_HEIGHT].given && !has_height(kind)) {
        return option_refuse(values, OPTION_SURFACE_HEIGHT, "needs --normals or --slope");
    }
    if (values[OPTION_HANDEDNESS].given && kind != SURFACE_NORMALS) {
        return option_refuse(values, OPTION_HANDEDNESS, "needs --normals");
    }
    return EXIT_CODE_OK;
}

static int check_others(const struct option_value *values, enum surface_kind kind)
{
    static const enum option_id others[] = {OPTION_DERIVATIVES, OPTION_NOISE_POINTS, OPTION_RANGE, OPTION_PROJECTION,
                                            OPTION_CURL};
    const size_t count = sizeof others / sizeof others[0] - (kind == SURFACE_FLOW ? 1 : 0);
    char reason[80];
    snprintf(reason, sizeof reason, "not together with %s%s", values[option_of(kind)].given ? "--" : "the recipe's ",
             surface_name(kind));
    return option_refuse_given(values, others, count, reason);
}

/* The flow of a volume has no time, since its potential would have four axes. */
static int choose_flow(const struct option_value *values, const scree_recipe *recipe, struct surface *surface)
{
    if (!recipe_is_flow(recipe) || !values[OPTION_TIME_FRAMES].given || surface->kind != SURFACE_NONE) {
        return EXIT_CODE_OK;
    }
    surface->kind = SURFACE_FLOW;
    return recipe->grid.axes == 3
               ? EXIT_CODE_OK
               : option_refuse(values, OPTION_TIME_FRAMES,
                               "with curl, frames are planes, as with --size 512x512, whose flow is along x and y; "
                               "a flow in three axes has no frames");
}

int surface_choose(const struct option_value *values, const scree_recipe *recipe, struct surface *surface)
{
    if (values[OPTION_NORMALS].given && values[OPTION_SLOPE].given) {
        return option_refuse(values, OPTION_SLOPE, "not together with --normals");
    }
    surface->kind = values[OPTION_NORMALS].given ? SURFACE_NORMALS
                    : values[OPTION_SLOPE].given ? SURFACE_SLOPE
                                                 : surface->kind;
    int code = choose_flow(values, recipe, surface);
    code = code == EXIT_CODE_OK ? check_needs(values, surface->kind) : code;
    if (code != EXIT_CODE_OK || surface->kind == SURFACE_NONE) {
        return code;
    }
    if (values[OPTION_SURFACE_HEIGHT].given) {
        surface->height = values[OPTION_SURFACE_HEIGHT].reals[0];
    }
    if (values[OPTION_HANDEDNESS].given) {
        surface->handedness = (scree_handedness)values[OPTION_HANDEDNESS].choice;
    }
    return check_others(values, surface->kind);
}

int surface_check_output(const struct option_value *values, const struct surface *surface)
{
    if (surface->kind == SURFACE_NONE || values[OPTION_OUTPUT].given || values[OPTION_PRINT_RECIPE].given) {
        return EXIT_CODE_OK;
    }
    message_error("--%s: needs -o FILE", surface_name(surface->kind));
    return EXIT_CODE_USAGE;
}

static int check_derivatives(const scree_recipe *recipe, const struct surface *surface)
{
    const char *name = NULL;
    const char *noun = recipe_without_derivatives(recipe, &name);
    if (noun == NULL) {
        return EXIT_CODE_OK;
    }
    message_error("--%s: is made of derivatives, and the %s %s has none", surface_name(surface->kind), noun, name);
    return EXIT_CODE_USAGE;
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

int surface_find(const scree_recipe *recipe, bool has_time, struct surface *surface)
{
    const scree_grid *grid = &recipe->grid;
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
    return check_derivatives(recipe, surface);
}

void surface_emit(const struct surface *surface, struct json_writer *json)
{
    if (has_height(surface->kind)) {
        emit_real(json, "height", surface->height);
    }
    if (surface->kind == SURFACE_NORMALS) {
        emit_string(json, "handedness", scree_handedness_name(surface->handedness));
    }
}

scree_result surface_file_begin(const struct surface *surface, const scree_recipe *recipe, struct surface_file *file)
{
    *file =
        (struct surface_file){.surface = surface, .recipe = recipe, .made = malloc(3 * PIECE_SAMPLES * sizeof(float))};
    return file->made != NULL ? SCREE_OK : SCREE_ERROR_OUT_OF_MEMORY;
}

scree_result surface_file_open(const struct field_request *field, const char *path, const struct request *request,
                               struct surface_file *file)
{
    const scree_recipe *recipe = &request->recipe;
    const scree_volume volume = {.axes = 2,
                                 .count = {recipe->grid.count[0], recipe->grid.count[1]},
                                 .type = recipe->output.type,
                                 .source = recipe->output.type,
                                 .name = surface_name(request->surface.kind),
                                 .channels = surface_channels(request->surface.kind)};
    const scree_result result = surface_file_begin(&request->surface, recipe, file);
    return result == SCREE_OK ? noise_file_open(field, path, request, NULL, volume, &file->writer) : result;
}

/* In two axes the curl is the gradient, rotated. */
static void make_flow(const float *samples, uint32_t channels, uint64_t count, float *flow)
{
    for (uint64_t i = 0; i < count; i++) {
        flow[2 * i] = samples[i * channels + 2];
        flow[2 * i + 1] = -samples[i * channels + 1];
    }
}

static scree_result convert(struct surface_file *file, const float *samples, uint64_t count)
{
    const scree_grid *grid = &file->recipe->grid;
    const scree_type type = file->recipe->output.type;
    const scree_surface_params params = {
        .grid = grid, .height = file->surface->height, .handedness = file->surface->handedness};
    if (file->surface->kind == SURFACE_FLOW) {
        make_flow(samples, 1 + grid->axes, count, file->made);
        return SCREE_OK;
    }
    return file->surface->kind == SURFACE_NORMALS
               ? scree_surface_normals(NULL, &params, samples, count, type, file->made)
               : scree_surface_slopes(NULL, &params, samples, count, type, file->made);
}

static scree_result append(struct surface_file *file, const float *samples, uint64_t count)
{
    static const unsigned numbers[] = {[SURFACE_NORMALS] = 3, [SURFACE_SLOPE] = 1, [SURFACE_FLOW] = 2};
    const scree_result result = convert(file, samples, count);
    if (result == SCREE_OK && file->digest != NULL) {
        digest_add_bytes(file->digest, file->made,
                         count * numbers[file->surface->kind] * scree_type_bytes(file->recipe->output.type));
    }
    return result == SCREE_OK && file->writer != NULL ? scree_writer_write(file->writer, file->made, count) : result;
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
