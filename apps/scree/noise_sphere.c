#include "noise_sphere.h"

#include <stdlib.h>
#include <string.h>

#include "base/convert.h"
#include "../../src/field/mapping.h"
#include "../../src/formats/sample_convert.h"
#include "command.h"
#include "enumeration_names.h"
#include "json_writer.h"
#include "noise_values.h"

#define AXES 3
#define TWO_PI 6.283185307179586

/* Where the values of a sphere go, of one run. */
struct sphere_run {
    const struct request *request;
    double radius;
    double (*positions)[AXES]; /* The points that are evaluated together. */
    void *stored;              /* Their samples in the output's type. */
    scree_mapping mapping;
    scree_writer *writer;  /* NULL without a file. */
    struct digest *digest; /* NULL where none is asked for. */
    scree_range range;
    uint64_t saturated; /* Samples at the ends of a given range. */
};

/* A projection, and the recipe of the field that it cuts. */
struct description {
    enum projection projection;
    const char *recipe;
};

static void emit_description(struct json_writer *json, const void *user)
{
    const struct description *description = user;
    emit_string(json, "projection", enumeration_projections.name((int)description->projection));
    emit_raw(json, "recipe", description->recipe);
}

static char *describe(const struct request *request, unsigned depth)
{
    char *recipe = NULL;
    if (scree_recipe_print(&request->recipe, NULL, &recipe) != SCREE_OK) {
        return NULL;
    }
    const struct description description = {.projection = request->projection, .recipe = recipe};
    char *text = emit_text(depth, emit_description, &description);
    scree_recipe_text_free(&recipe);
    return text;
}

char *noise_sphere_describe(const struct request *request)
{
    return describe(request, 0);
}

int noise_sphere_check(const struct field_request *field)
{
    return field->file.has_format && scree_format_describe(field->file.format)->is_video
               ? option_refuse(field->values, OPTION_OUTPUT, "a video has frames, and a picture of a sphere has none")
               : EXIT_CODE_OK;
}

static void find_points(void *user, uint64_t first, scree_points *points)
{
    const struct sphere_run *run = user;
    const scree_grid *grid = &run->request->recipe.grid;
    for (size_t i = 0; i < points->count; i++) {
        double direction[AXES];
        const uint64_t index = first + i;
        sphere_direction(run->request->projection, grid->count[0], grid->count[1], index % grid->count[0],
                         index / grid->count[0], direction);
        for (int axis = 0; axis < AXES; axis++) {
            run->positions[i][axis] = grid->origin[0] + run->radius * direction[axis];
        }
    }
    points->axes = AXES;
    points->type = SCREE_TYPE_F64;
    for (int axis = 0; axis < AXES; axis++) {
        points->coordinate[axis] = &run->positions[0][axis];
        points->stride[axis] = sizeof run->positions[0];
    }
}

/* Samples of the output's type. */
static const void *convert(const struct sphere_run *run, float *values, uint64_t count)
{
    const scree_mapping *mapping = &run->mapping;
    uint16_t *words = run->stored;
    uint8_t *bytes = run->stored;
    if (mapping->type == SCREE_TYPE_F32 && mapping->scale == 0.0f) {
        return values;
    }
    for (uint64_t i = 0; i < count; i++) {
        const float mapped = scree_map_range(values[i], mapping->low, mapping->scale, mapping->top);
        if (mapping->type == SCREE_TYPE_F32) {
            values[i] = mapped;
        } else if (mapping->type == SCREE_TYPE_U16) {
            words[i] = (uint16_t)scree_quantise(mapped);
        } else {
            bytes[i] = (uint8_t)scree_quantise(mapped);
        }
    }
    return mapping->type == SCREE_TYPE_F32 ? (const void *)values : run->stored;
}

static scree_result take_values(void *user, float *values, uint64_t count)
{
    struct sphere_run *run = user;
    if (run->writer == NULL) {
        return SCREE_OK;
    }
    const void *samples = convert(run, values, count);
    if (run->request->recipe.output.range_mode == SCREE_RANGE_GIVEN) {
        run->saturated += scree_count_ends(run->mapping.type, samples, count);
    }
    return scree_writer_write(run->writer, samples, count);
}

/* The picture is no grid of the field, so it is written as samples with a description. */
static scree_result open_file(struct engine *engine, const struct field_request *field, struct sphere_run *run)
{
    scree_volume volume = {
        .axes = field->axes, .type = field->stored, .source = field->stored, .name = "noise", .key = "sphere"};
    memcpy(volume.count, field->count, sizeof volume.count);
    return noise_values_open(engine, field, volume, describe(run->request, 1), &run->writer);
}

/* Makes the samples, after a pass that measures them where the output maps what is measured. */
static scree_result make_samples(struct engine *engine, struct sphere_run *run, struct progress *progress,
                                 scree_range *mapped)
{
    const scree_output *output = &run->request->recipe.output;
    const bool is_measured = output->range_mode == SCREE_RANGE_MEASURED && run->writer != NULL;
    struct noise_values job = {.engine = engine,
                               .field = run->request->field,
                               .progress = progress,
                               .count = run->request->samples,
                               .channels = 1,
                               .passes = is_measured ? 2 : 1,
                               .user = run,
                               .find = find_points};
    scree_result result = scree_output_check(engine->context, output);
    *mapped = run->request->bound;
    if (result == SCREE_OK && is_measured) {
        result = noise_values_make(&job, mapped);
        job.pass = 1;
    }
    if (result == SCREE_OK) {
        run->mapping = scree_mapping_make(output, mapped);
        job.digest = run->digest;
        job.take = take_values;
        result = noise_values_make(&job, &run->range);
    }
    return result;
}

static scree_result make_picture(struct engine *engine, const struct field_request *field, struct sphere_run *run,
                                 struct progress *progress, struct outcome *outcome)
{
    const double start = scree_os_clock_seconds();
    scree_result result = field->file.path != NULL ? open_file(engine, field, run) : SCREE_OK;
    if (result == SCREE_OK) {
        progress->started = scree_os_clock_seconds();
        result = make_samples(engine, run, progress, &outcome->generated.mapped);
        progress_finish(progress);
        outcome->generated.measured = run->range;
        outcome->generated.seconds = scree_os_clock_seconds() - progress->started;
    }
    if (result == SCREE_OK && run->writer != NULL) {
        result = scree_writer_finish(run->writer, &outcome->generated.mapped, &run->range);
        outcome->bytes = scree_writer_bytes(run->writer);
        outcome->saturated = run->saturated;
    }
    scree_writer_close(&run->writer);
    outcome->seconds = scree_os_clock_seconds() - start;
    return result;
}

int noise_sphere_run(struct engine *engine, const struct field_request *field, const struct request *request,
                     struct progress *progress, struct outcome *outcome)
{
    const scree_grid *grid = &request->recipe.grid;
    struct digest digest;
    struct sphere_run run = {.request = request,
                             .radius = (double)sphere_equator(request->projection, grid->count[0]) * grid->step[0] /
                                       TWO_PI,
                             .positions = malloc((size_t)NOISE_VALUES_MOST * sizeof *run.positions),
                             .stored = malloc((size_t)NOISE_VALUES_MOST * sizeof(uint16_t)),
                             .digest = field->values[OPTION_JSON].given ? &digest : NULL};
    digest_start(&digest);
    const scree_result result = run.positions != NULL && run.stored != NULL
                                    ? make_picture(engine, field, &run, progress, outcome)
                                    : SCREE_ERROR_OUT_OF_MEMORY;
    free(run.positions);
    free(run.stored);
    digest_finish(&digest, outcome->digest);
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(engine, result);
}
