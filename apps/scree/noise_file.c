#include "noise_file.h"

#include <stdlib.h>
#include <string.h>

#include "../../src/formats/recipe_internal.h"
#include "enumeration_names.h"
#include "explain.h"
#include "text.h"

/* The name of samples that an expression made, and the key of their recipe, as of those of all graphs. */
#define GRAPH_NAME "graph"
/* Samples that are converted at once. */
#define PIECE_SAMPLES 16384u

/* Something that is made of noise, and the text that describes the noise. */
struct description {
    const struct request *request;
    const struct noise_points *points;
    char *recipe;
};

/* The key under which files and recipes describe what is made of noise. */
static const char *key_of(const struct request *request, const struct noise_points *points)
{
    return points != NULL ? "points" : request->is_sphere ? "sphere" : surface_name(request->surface.kind);
}

static void emit_description(struct json_writer *json, const void *user)
{
    const struct description *made = user;
    const struct request *request = made->request;
    if (made->points != NULL) {
        emit_string(json, "file", made->points->path);
        emit_unsigned(json, "axes", made->points->axes);
    } else if (request->is_sphere) {
        emit_string(json, "projection", enumeration_projections.name((int)request->projection));
    } else {
        surface_emit(&request->surface, json);
    }
    emit_raw(json, "recipe", made->recipe);
}

/* The value of the key. */
static char *describe(const struct request *request, const struct noise_points *points, unsigned depth)
{
    struct description made = {.request = request, .points = points};
    if (scree_recipe_print(&request->recipe, NULL, &made.recipe) != SCREE_OK) {
        return NULL;
    }
    char *text = emit_text(depth, emit_description, &made);
    scree_recipe_text_free(&made.recipe);
    return text;
}

static void emit_whole(struct json_writer *json, const void *user)
{
    const struct description *made = user;
    emit_raw(json, key_of(made->request, made->points), made->recipe);
}

/* The text of an expression as a string of JSON. */
static char *describe_expression(const char *expression)
{
    struct text text;
    struct json_writer json = {.stream = text_begin(&text)->stream, .empty = true};
    emit_string(&json, NULL, expression);
    text_end(&text);
    return text.bytes;
}

char *noise_describe(const struct request *request, const struct noise_points *points, bool is_recipe)
{
    if (request->expression != NULL && !is_recipe) {
        return describe_expression(request->expression);
    }
    if (request->graph != NULL) {
        char *graph = NULL;
        scree_field_print(request->field, &request->recipe.grid, &request->recipe.output, &graph);
        return graph;
    }
    struct description whole = {.request = request, .points = points != NULL && points->path != NULL ? points : NULL};
    const bool is_whole = whole.points != NULL || (!request->is_sphere && request->surface.kind != SURFACE_NONE);
    if (!is_whole && !request->is_sphere) {
        scree_recipe_print(&request->recipe, NULL, &whole.recipe);
        return whole.recipe;
    }
    whole.recipe = describe(request, whole.points, 0);
    if (!is_whole || whole.recipe == NULL) {
        return whole.recipe;
    }
    char *text = emit_text(0, emit_whole, &whole);
    free(whole.recipe);
    return text;
}

void noise_file_contents(const struct request *request, scree_volume *volume, const scree_recipe **by_recipe,
                         const scree_volume **by_volume)
{
    const scree_grid *grid = &request->recipe.grid;
    const scree_type type = request->recipe.output.type;
    const bool is_noise = request->graph == NULL;
    *volume =
        (scree_volume){.axes = grid->axes,
                       .type = type,
                       .source = type,
                       .name = GRAPH_NAME,
                       .key = GRAPH_NAME,
                       .metadata = request->graph,
                       .channels = request_has_channels(request) ? scree_field_channel_names(request->field) : NULL};
    for (uint32_t axis = 0; axis < grid->axes; axis++) {
        const double step = grid->step[axis] > 0 ? grid->step[axis] : grid->step[0];
        volume->count[axis] = grid->count[axis];
        volume->voxel[axis] = step;
        volume->origin[axis] = grid->origin[axis] + (double)grid->first[axis] * step;
    }
    *by_recipe = is_noise ? &request->recipe : NULL;
    *by_volume = is_noise ? NULL : volume;
}

scree_result noise_file_open(const struct field_request *field, const char *path, const struct request *request,
                             const struct noise_points *points, scree_volume volume, scree_writer **writer)
{
    scree_writer_params params = output_file_writer_params(field->values, path, field->file.format);
    params.volume = &volume;
    if (request->is_graph) {
        volume.name = GRAPH_NAME;
        return explain_or_open(field->engine, &params, (scree_file_use){0}, writer);
    }
    char *metadata = describe(request, points, 1);
    volume.key = key_of(request, points);
    volume.metadata = metadata;
    const scree_result result = metadata != NULL ? explain_or_open(field->engine, &params, (scree_file_use){0}, writer)
                                                 : SCREE_ERROR_OUT_OF_MEMORY;
    free(metadata);
    return result;
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
