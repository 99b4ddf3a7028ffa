#include "mapped_samples.h"
#include "noise_runs.h"

#include <stdlib.h>
#include <string.h>

#include "../../src/formats/sample_convert.h"
#include "command.h"

#define AXES 3
#define TWO_PI 6.283185307179586

/* One run: the sphere, memory, and the file that the values go to. */
struct sphere_run {
    const struct field_request *field;
    const struct request *request;
    double radius;
    double (*positions)[AXES]; /* The points that are evaluated together. */
    void *stored;              /* Their samples in the output's type. */
    scree_mapping mapping;
    scree_writer *writer; /* NULL without a file. */
    uint64_t saturated;   /* Samples at the ends of a given range. */
};

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

static scree_result take_values(void *user, float *values, uint64_t count)
{
    struct sphere_run *run = user;
    if (run->writer == NULL) {
        return SCREE_OK;
    }
    const void *samples = mapped_samples(&run->mapping, values, count, run->stored);
    if (run->request->recipe.output.range_mode == SCREE_RANGE_GIVEN) {
        run->saturated += scree_count_ends(run->mapping.type, samples, count);
    }
    return scree_writer_write(run->writer, samples, count);
}

/* Makes the samples, after a pass that measures them where the output maps what is measured. */
static scree_result make(void *user, scree_writer *writer, struct digest *digest, struct generated *generated)
{
    struct sphere_run *run = user;
    const scree_output *output = &run->request->recipe.output;
    const bool is_measured = output->range_mode == SCREE_RANGE_MEASURED && writer != NULL;
    struct noise_values job = {.engine = run->field->engine,
                               .field = run->request->field,
                               .progress = run->field->progress,
                               .count = run->request->samples,
                               .channels = 1,
                               .passes = is_measured ? 2 : 1,
                               .user = run,
                               .find = find_points};
    scree_result result = scree_output_check(job.engine->context, output);
    generated->mapped = run->request->bound;
    if (result == SCREE_OK && is_measured) {
        result = noise_values_make(&job, &generated->mapped);
        job.pass = 1;
    }
    if (result == SCREE_OK) {
        run->mapping = scree_mapping_make(output, &generated->mapped);
        run->writer = writer;
        job.digest = digest;
        job.take = take_values;
        result = noise_values_make(&job, &generated->measured);
    }
    return result;
}

int noise_sphere_run(const struct field_request *field, const struct request *request)
{
    const scree_grid *grid = &request->recipe.grid;
    struct sphere_run run = {.field = field,
                             .request = request,
                             .radius = (double)sphere_equator(request->projection, grid->count[0]) * grid->step[0] /
                                       TWO_PI,
                             .positions = malloc((size_t)NOISE_VALUES_MOST * sizeof *run.positions),
                             .stored = malloc((size_t)NOISE_VALUES_MOST * sizeof(uint16_t))};
    /* The picture is no grid of the field, so it is written as samples with a description. */
    struct noise_values_run values = {
        .field = field,
        .request = request,
        .volume = {.axes = field->axes, .type = field->stored, .source = field->stored, .name = "noise"},
        .is_mapped = true,
        .make = make,
        .user = &run,
    };
    memcpy(values.volume.count, field->count, sizeof values.volume.count);
    const int code = run.positions != NULL && run.stored != NULL
                         ? noise_values_run(&values)
                         : engine_fail(field->engine, SCREE_ERROR_OUT_OF_MEMORY);
    field->outcome->saturated = run.saturated;
    free(run.positions);
    free(run.stored);
    return code;
}
