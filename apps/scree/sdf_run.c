#include "sdf_run.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "generate.h"
#include "message.h"
#include "output_file.h"
#include "sdf_report.h"
#include "sdf_slices.h"
#include "signals.h"

/* Maximum magnitude in i16. */
#define I16_MOST 32767.0
/* A description stands within another object. */
#define METADATA_INDENT 2
/* Significant digits of i16's default scale: few enough to type. */
#define SCALE_DIGITS 4

/* Uses of the layers of one job besides files; any may be missing. */
struct sdf_watcher {
    struct sdf_slices *slices;
    float *copy;                           /* The whole field. */
    const float *values;                   /* Reference values to compare the field with. */
    scree_distance_comparison *comparison; /* Result of the comparison. */
};

static void watch_layers(void *user, const scree_slab *slab)
{
    const struct sdf_watcher *watcher = user;
    if (watcher->slices != NULL) {
        sdf_slices_take(watcher->slices, slab);
    }
    if (watcher->copy != NULL) {
        memcpy(watcher->copy + slab->first, slab->values, (size_t)slab->count * sizeof *watcher->copy);
    }
    if (watcher->values != NULL) {
        scree_distance_compare(watcher->values + slab->first, slab->values, slab->count, watcher->comparison);
    }
}

/* All that the parts of a run share. */
struct sdf_work {
    struct engine *engine;
    const struct sdf_request *request;
    const struct sdf_source *source;
    struct progress *progress;
    struct sdf_outcome *outcome;
    struct sdf_slices slices;
    float *copy; /* The field for --compare; NULL without. */
};

/* The field by a method, which need not be the request's. */
static scree_result make_field(const struct sdf_work *work, scree_distance_method method, scree_field **field)
{
    const scree_distance_source given = scree_distance_map_source(&work->source->map);
    scree_distance_params params = scree_distance_map_params(&work->request->recipe, &work->source->map);
    params.method = method;
    return scree_field_from_distance(work->engine->context, &params, &given, field);
}

/* Rounded down, so that what fits before it is rounded still fits, and to few digits. */
static double round_down(double number)
{
    char text[40];
    const double unit = pow(10, floor(log10(number)) - (SCALE_DIGITS - 1));
    snprintf(text, sizeof text, "%.*g", SCALE_DIGITS, floor(number / unit) * unit);
    return strtod(text, NULL);
}

/*
 * A bound on all finite distances: the diagonal of the volume. A mesh counts above and below the volume, too, so its
 * box includes those heights.
 */
static double find_farthest(const struct sdf_request *request, const struct sdf_source *source)
{
    double length[3];
    for (uint32_t axis = 0; axis < 3; axis++) {
        const double side = request->recipe.params.voxel[axis] > 0 ? request->recipe.params.voxel[axis] : 1;
        length[axis] = (double)source->map.count[axis] * side;
    }
    if (request->recipe.params.surface == SCREE_SURFACE_MESH) {
        length[2] = fmax(length[2], source->map.highest_height) - fmin(0, source->map.lowest_height);
    }
    /* Distances are float32: what exceeds it is infinite. */
    return fmin(hypot(hypot(length[0], length[1]), length[2]), (double)FLT_MAX);
}

static double choose_value_scale(const struct sdf_request *request, const struct sdf_source *source)
{
    if (request->value_scale > 0 || request->type != SCREE_TYPE_I16) {
        return request->value_scale > 0 ? request->value_scale : 1;
    }
    if (request->recipe.params.clip > 0) {
        return round_down(I16_MOST / request->recipe.params.clip);
    }
    return round_down(I16_MOST / find_farthest(request, source));
}

static scree_volume describe_volume(const struct sdf_work *work, const char *metadata)
{
    const struct sdf_request *request = work->request;
    scree_volume volume = {
        .axes = scree_distance_map_field_axes(&work->source->map),
        .type = request->type,
        .scale = (float)work->outcome->value_scale,
        .rounds_towards_zero = request->recipe.params.is_conservative,
        .metadata = metadata,
        .key = "distance",
        .band = request->values[OPTION_BAND].given ? request->values[OPTION_BAND].reals[0] : 0,
    };
    for (uint32_t axis = 0; axis < volume.axes; axis++) {
        const double side = request->recipe.params.voxel[axis] > 0 ? request->recipe.params.voxel[axis] : 1;
        volume.count[axis] = work->source->map.count[axis];
        volume.voxel[axis] = side;
        volume.origin[axis] = 0.5 * side; /* The first voxel's centre. */
    }
    return volume;
}

static scree_result open_writer(const struct sdf_work *work, const char *path, scree_format format,
                                const scree_volume *volume, scree_writer **writer)
{
    scree_writer_params params = output_file_writer_params(work->request->values, path, format);
    params.volume = volume;
    return scree_writer_open(work->engine->context, &params, writer);
}

static scree_result open_writers(const struct sdf_work *work, struct destination *destination)
{
    const struct sdf_request *request = work->request;
    char *metadata = sdf_metadata(request, work->source, METADATA_INDENT);
    if (metadata == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    scree_volume volume = describe_volume(work, metadata);
    scree_result result = SCREE_OK;
    if (request->file.path != NULL && work->slices.slices == 0) {
        result = open_writer(work, request->file.path, request->file.format, &volume, &destination->writer);
    }
    if (result == SCREE_OK && request->nearest != NULL) {
        volume.type = volume.source = SCREE_TYPE_U32;
        volume.scale = 1;
        volume.rounds_towards_zero = false;
        volume.name = "nearest";
        result = open_writer(work, request->nearest, request->nearest_format, &volume, &destination->nearest);
    }
    free(metadata);
    return result;
}

/* All that the files hold is there; their names are not. */
static scree_result complete_files(struct sdf_work *work, struct destination *destination)
{
    const scree_range *measured = &work->outcome->made.generated.measured;
    scree_result result = SCREE_OK;
    if (destination->writer != NULL) {
        result = scree_writer_complete(destination->writer, NULL, measured);
    }
    if (result == SCREE_OK && work->slices.slices > 0) {
        char *metadata = sdf_metadata(work->request, work->source, METADATA_INDENT);
        result = metadata == NULL ? SCREE_ERROR_OUT_OF_MEMORY
                                  : sdf_slices_prepare(work->engine, work->request, &work->slices, metadata);
        free(metadata);
    }
    if (result == SCREE_OK && destination->nearest != NULL) {
        result = scree_writer_complete(destination->nearest, NULL, NULL);
    }
    return result == SCREE_OK && signals_interrupted() ? SCREE_ERROR_CANCELLED : result;
}

/* All files of the run get their names, or none does. */
static scree_result commit_files(struct sdf_work *work, struct destination *destination)
{
    scree_writer *writers[WHOLES_MOST + 2];
    size_t count = 0;
    if (destination->writer != NULL) {
        writers[count++] = destination->writer;
        work->outcome->saturated = scree_writer_saturated(destination->writer);
    }
    for (uint32_t i = 0; i < work->slices.slices; i++) {
        writers[count++] = work->slices.slice[i].writer;
    }
    if (destination->nearest != NULL) {
        writers[count++] = destination->nearest;
        work->outcome->nearest_bytes = scree_writer_bytes(destination->nearest);
    }
    for (size_t i = 0; i < count; i++) {
        work->outcome->made.bytes += scree_writer_bytes(writers[i]);
    }
    return scree_writer_commit(writers, count);
}

/* The field into its files. */
static int make_files(struct sdf_work *work, const scree_field *field, struct destination destination)
{
    struct outcome *outcome = &work->outcome->made;
    struct digest digest;
    const double start = clock_seconds();
    digest_start(&digest);
    destination.digest = work->request->values[OPTION_JSON].given ? &digest : NULL;
    scree_result result = open_writers(work, &destination);
    if (result == SCREE_OK) {
        result = generate(work->engine, field, NULL, NULL, &destination, work->progress, &outcome->generated);
    }
    if (result == SCREE_OK) {
        result = complete_files(work, &destination);
    }
    if (result == SCREE_OK) {
        result = commit_files(work, &destination);
    }
    const int code = result == SCREE_OK ? EXIT_CODE_OK : engine_fail(work->engine, result);
    scree_writer_close(&destination.writer);
    scree_writer_close(&destination.nearest);
    outcome->seconds = clock_seconds() - start;
    if (code == EXIT_CODE_OK) {
        digest_finish(&digest, outcome->digest);
    }
    return code;
}

static int make(struct sdf_work *work)
{
    const struct sdf_request *request = work->request;
    struct sdf_watcher watcher = {.slices = work->slices.slices > 0 ? &work->slices : NULL, .copy = work->copy};
    const struct destination destination = {.watch = watch_layers, .watcher = &watcher};
    scree_field *field = NULL;
    const scree_result result = make_field(work, request->recipe.params.method, &field);
    if (result != SCREE_OK) {
        return engine_fail(work->engine, result);
    }
    const bool writes = request->file.path != NULL || request->nearest != NULL;
    const int code = writes
                         ? make_files(work, field, destination)
                         : generate_nothing(work->engine, field, NULL, &destination, request->values[OPTION_JSON].given,
                                            work->progress, &work->outcome->made);
    scree_field_release(&field);
    return code;
}

static int compare(struct sdf_work *work)
{
    struct sdf_watcher watcher = {.values = work->copy, .comparison = &work->outcome->comparison};
    const struct destination destination = {.watch = watch_layers, .watcher = &watcher};
    scree_field *field = NULL;
    scree_result result = make_field(work, SCREE_DISTANCE_EXACT, &field);
    if (result == SCREE_OK) {
        result = generate(work->engine, field, NULL, NULL, &destination, work->progress, &work->outcome->reference);
    }
    scree_field_release(&field);
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(work->engine, result);
}

int sdf_run(struct engine *engine, const struct sdf_request *request, const struct sdf_source *source,
            struct progress *progress, struct sdf_outcome *outcome)
{
    struct sdf_work work = {
        .engine = engine, .request = request, .source = source, .progress = progress, .outcome = outcome};
    outcome->value_scale = choose_value_scale(request, source);
    int code = sdf_slices_open(request, source, &work.slices);
    if (code == EXIT_CODE_OK && request->compares) {
        work.copy = malloc((size_t)sdf_voxel_count(source) * sizeof *work.copy);
        if (work.copy == NULL) {
            message_error("--compare: no memory for a field of %" PRIu64 " voxels", sdf_voxel_count(source));
            code = EXIT_CODE_FAILED;
        }
    }
    progress->voxels = sdf_voxel_count(source);
    if (code == EXIT_CODE_OK) {
        code = make(&work);
    }
    if (code == EXIT_CODE_OK && request->compares) {
        code = compare(&work);
    }
    free(work.copy);
    sdf_slices_close(&work.slices);
    return code;
}
