#include "noise_points.h"

#include <stdlib.h>

#include "../../src/formats/recipe_internal.h"
#include "command.h"
#include "enumeration_names.h"
#include "noise_values.h"

#define POINTS_KEY "points"

/* Where values go, of one run. */
struct values_run {
    const struct noise_points *points;
    scree_writer *writer; /* NULL without a file. */
    uint32_t channels;    /* Numbers of a sample. */
    scree_range range;
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
    const struct values_run *run = user;
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
    const struct values_run *run = user;
    return run->writer != NULL ? scree_writer_write(run->writer, values, count) : SCREE_OK;
}

static scree_result make_values(struct engine *engine, const scree_field *field, struct values_run *run,
                                struct progress *progress, struct digest *digest)
{
    const struct noise_values job = {.engine = engine,
                                     .field = field,
                                     .progress = progress,
                                     .digest = digest,
                                     .count = run->points->count,
                                     .channels = run->channels,
                                     .passes = 1,
                                     .user = run,
                                     .find = find_points,
                                     .take = take_values};
    progress->started = scree_os_clock_seconds();
    const scree_result result = noise_values_make(&job, &run->range);
    progress_finish(progress);
    return result;
}

/* The file of points, their axes, and the recipe of the field. */
struct description {
    const struct noise_points *points;
    const char *recipe;
};

static void emit_description(struct json_writer *json, const void *user)
{
    const struct description *description = user;
    emit_string(json, "file", description->points->path);
    emit_unsigned(json, "axes", description->points->axes);
    emit_raw(json, "recipe", description->recipe);
}

/* The value of the key that values at points are described under. Free it. */
static char *describe(const scree_recipe *values, const struct noise_points *points, unsigned depth)
{
    char *recipe = NULL;
    if (scree_recipe_print(values, NULL, &recipe) != SCREE_OK) {
        return NULL;
    }
    const struct description description = {.points = points, .recipe = recipe};
    char *text = emit_text(depth, emit_description, &description);
    scree_recipe_text_free(&recipe);
    return text;
}

static void emit_whole(struct json_writer *json, const void *description)
{
    emit_raw(json, POINTS_KEY, description);
}

char *noise_points_describe(const scree_recipe *values, const struct noise_points *points)
{
    char *inner = describe(values, points, 0);
    char *text = inner != NULL ? emit_text(0, emit_whole, inner) : NULL;
    free(inner);
    return text;
}

scree_result noise_points_digest(struct engine *engine, const scree_field *field, const struct noise_points *points,
                                 struct progress *progress, struct digest *digest)
{
    struct values_run run = {.points = points, .channels = scree_field_channels(field, points->axes)};
    return make_values(engine, field, &run, progress, digest);
}

static scree_result open_file(struct engine *engine, const struct field_request *field, const scree_recipe *values,
                              struct values_run *run)
{
    const bool has_names = run->channels > 1;
    char *names = has_names ? scree_recipe_channel_names(values) : NULL;
    if (has_names && names == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    const scree_volume volume = {
        .axes = 1, .count = {run->points->count}, .name = "noise", .channels = names, .key = POINTS_KEY};
    const scree_result result =
        noise_values_open(engine, field, volume, describe(values, run->points, 1), &run->writer);
    free(names);
    return result;
}

static scree_result close_file(struct values_run *run, struct outcome *outcome)
{
    const scree_result result = scree_writer_finish(run->writer, NULL, &run->range);
    outcome->bytes = scree_writer_bytes(run->writer);
    return result;
}

int noise_points_run(struct engine *engine, const struct field_request *field, const scree_field *noise,
                     const scree_recipe *values, const struct noise_points *points, struct progress *progress,
                     struct outcome *outcome)
{
    struct digest digest;
    struct values_run run = {.points = points, .channels = scree_field_channels(noise, points->axes)};
    digest_start(&digest);
    scree_result result = field->file.path != NULL ? open_file(engine, field, values, &run) : SCREE_OK;
    if (result == SCREE_OK) {
        result = make_values(engine, noise, &run, progress, field->values[OPTION_JSON].given ? &digest : NULL);
        outcome->generated.seconds = outcome->seconds = scree_os_clock_seconds() - progress->started;
        outcome->generated.measured = outcome->generated.mapped = run.range;
    }
    if (result == SCREE_OK && run.writer != NULL) {
        result = close_file(&run, outcome);
        outcome->seconds = scree_os_clock_seconds() - progress->started;
    }
    scree_writer_close(&run.writer);
    digest_finish(&digest, outcome->digest);
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(engine, result);
}
