#include "noise_points.h"

#include <stdlib.h>

#include "../../src/formats/recipe_internal.h"
#include "command.h"
#include "enumeration_names.h"
#include "noise_values.h"

/* Where values go, of one run. */
struct points_run {
    const struct noise_points *points;
    const scree_field *noise;
    struct engine *engine;
    struct progress *progress;
    scree_writer *writer; /* NULL without a file. */
};

static int check_shape(const char *path, const scree_file_info *info)
{
    if (info->format != SCREE_FORMAT_NPY) {
        return npy_rows_refuse("points", path, "is no NPY file");
    }
    if (info->axes != 2 || info->count[0] > SCREE_MAX_AXES) {
        return npy_rows_refuse("points", path, "must have two axes: a row for each point, with 1 to 8 coordinates");
    }
    return info->count[1] > 0 ? EXIT_CODE_OK : npy_rows_refuse("points", path, "holds no points");
}

static int open_rows(struct engine *engine, struct noise_points *points)
{
    scree_file_info info;
    const scree_result result = scree_file_describe(engine->context, points->path, &info);
    if (result != SCREE_OK) {
        return engine_fail(engine, result);
    }
    int code = check_shape(points->path, &info);
    if (code == EXIT_CODE_OK) {
        code = npy_rows_open("points", points->path, &info, &points->rows);
    }
    points->type = info.type;
    points->axes = (uint32_t)info.count[0];
    points->count = info.count[1];
    scree_file_info_clear(&info);
    return code;
}

int noise_points_open(struct engine *engine, const struct option_value *values, const char *path,
                      struct noise_points *points)
{
    static const enum option_id of_grids[] = {OPTION_SIZE,        OPTION_DENSITY,   OPTION_STEP, OPTION_CELL_SIZE,
                                              OPTION_ORIGIN,      OPTION_FIRST,     OPTION_TYPE, OPTION_RANGE,
                                              OPTION_TIME_FRAMES, OPTION_TIME_STEP, OPTION_LOOP, OPTION_FRAME_RATE,
                                              OPTION_PROJECTION,  OPTION_NORMALS,   OPTION_SLOPE};
    points->path = path != NULL ? path : values[OPTION_NOISE_POINTS].text;
    const int code = option_refuse_given(
        values, of_grids, sizeof of_grids / sizeof of_grids[0],
        path != NULL ? "not together with the recipe's points, which say where the float32 values lie"
                     : "not together with --points, which says where the float32 values lie");
    return code == EXIT_CODE_OK ? open_rows(engine, points) : code;
}

void noise_points_close(struct noise_points *points)
{
    npy_rows_close(&points->rows);
}

int noise_points_find_file(const struct option_value *values, struct output_file *file)
{
    const int code = output_file_find(values, OPTION_FORMAT, file);
    return code == EXIT_CODE_OK ? output_file_check_type(file, SCREE_TYPE_F32, &enumeration_noise_types, "values",
                                                         "values at points are float32")
                                : code;
}

static void find_points(void *user, uint64_t first, scree_points *points)
{
    const struct points_run *run = user;
    const size_t bytes = scree_type_bytes(run->points->type);
    const size_t row = run->points->axes * bytes;
    points->axes = run->points->axes;
    points->type = run->points->type;
    for (uint32_t axis = 0; axis < points->axes; axis++) {
        points->coordinate[axis] = (const char *)run->points->rows.first + first * row + axis * bytes;
        points->stride[axis] = (ptrdiff_t)row;
    }
}

static scree_result take_values(void *user, float *values, uint64_t count)
{
    const struct points_run *run = user;
    return run->writer != NULL ? scree_writer_write(run->writer, values, count) : SCREE_OK;
}

static scree_result make_values(struct points_run *run, struct digest *digest, scree_range *range)
{
    const struct noise_values job = {.engine = run->engine,
                                     .field = run->noise,
                                     .progress = run->progress,
                                     .digest = digest,
                                     .count = run->points->count,
                                     .channels = scree_field_channels(run->noise, run->points->axes),
                                     .passes = 1,
                                     .user = run,
                                     .find = find_points,
                                     .take = take_values};
    return noise_values_make(&job, range);
}

scree_result noise_points_digest(struct engine *engine, const scree_field *field, const struct noise_points *points,
                                 struct progress *progress, struct digest *digest)
{
    struct points_run run = {.points = points, .noise = field, .engine = engine, .progress = progress};
    scree_range range;
    progress->started = scree_os_clock_seconds();
    const scree_result result = make_values(&run, digest, &range);
    progress_finish(progress);
    return result;
}

static scree_result make(void *user, scree_writer *writer, struct digest *digest, struct generated *generated)
{
    struct points_run *run = user;
    run->writer = writer;
    const scree_result result = make_values(run, digest, &generated->measured);
    generated->mapped = generated->measured;
    return result;
}

int noise_points_run(const struct field_request *field, const struct request *request,
                     const struct noise_points *points)
{
    struct points_run run = {
        .points = points, .noise = request->field, .engine = field->engine, .progress = field->progress};
    const bool has_names = scree_field_channels(request->field, points->axes) > 1;
    char *names = has_names ? scree_recipe_channel_names(&request->recipe) : NULL;
    if (has_names && names == NULL) {
        return engine_fail(field->engine, SCREE_ERROR_OUT_OF_MEMORY);
    }
    const struct noise_values_run values = {
        .field = field,
        .request = request,
        .points = points,
        .volume = {.axes = 1, .count = {points->count}, .name = "noise", .channels = names},
        .make = make,
        .user = &run,
    };
    const int code = noise_values_run(&values);
    free(names);
    return code;
}
