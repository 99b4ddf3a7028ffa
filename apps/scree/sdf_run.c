/* The distance field of `scree sdf`: the memory that it takes beside its map, and how it is made and put where it was
   asked for. */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "explain.h"
#include "field_run.h"
#include "message.h"
#include "report.h"
#include "sdf_field.h"
#include "sdf_slices.h"

/* Maximum magnitude in i16. */
#define I16_MOST 32767.0
/* A description stands within another object. */
#define METADATA_INDENT 2
/* Significant digits of i16's default scale: few enough to type. */
#define SCALE_DIGITS 4

/* Voxels of the first trial. */
#define TRIAL_VOXELS 65536.0

/* A column has a height, and the library keeps another number of it. */
#define HEIGHT_BYTES 4.0
#define KEPT_BYTES 4.0
/* Where layers flow through, at least two planes are worked in and two are handed over, of 4 bytes a column each. */
#define FLOW_BYTES 16.0
#define FIELD_BYTES UINT64_C(4)
#define INDEX_BYTES UINT64_C(4)
/* Memory of jump flooding for a voxel: two fields of seeds (distance.h). */
#define SEED_BYTES UINT64_C(8)

/* All that the parts of a run share. */
struct sdf_work {
    struct engine *engine;
    struct field_request *field;
    struct sdf_field *sdf;
    struct progress *progress;
    struct sdf_slices slices;
    float *copy; /* The field for --compare; NULL without. */
};

static bool flows(const struct sdf_request *request, const struct sdf_source *source)
{
    return request->recipe.params.method == SCREE_DISTANCE_EXACT && source->map.kind == SCREE_MAP_TERRAIN;
}

/* Bytes of a voxel on the host; 0 where layers flow through. A GPU has memory of its own for the field. */
static uint64_t voxel_bytes(const struct sdf_request *request, const struct sdf_source *source,
                            const scree_device_info *device)
{
    const bool is_exact = request->recipe.params.method == SCREE_DISTANCE_EXACT;
    uint64_t bytes = request->compares ? FIELD_BYTES : 0;
    if (device->backend == SCREE_BACKEND_CPU && !flows(request, source)) {
        bytes += FIELD_BYTES + (request->nearest != NULL ? INDEX_BYTES : 0) + (is_exact ? 0 : SEED_BYTES);
    }
    return bytes;
}

/* Bytes for a map that is not there yet (one from a file is), and for the work beside it. */
static double map_bytes(const struct sdf_request *request, const struct sdf_source *source,
                        const scree_device_info *device)
{
    const double plane = (double)source->map.count[0] * (double)source->map.count[1];
    if (source->map.kind != SCREE_MAP_TERRAIN) {
        return request->recipe.is_made ? plane * (double)source->map.count[2] : 0;
    }
    double bytes = KEPT_BYTES + (request->recipe.is_made ? HEIGHT_BYTES : 0);
    if (device->backend == SCREE_BACKEND_CPU && flows(request, source)) {
        bytes += FLOW_BYTES * (request->nearest != NULL ? 2 : 1);
    }
    return bytes * plane;
}

void sdf_memory(const struct field_request *field, struct field_memory *memory)
{
    const scree_device_info *device = &field->outcome->device;
    const struct sdf_field *sdf = field->part;
    const struct sdf_request *request = &sdf->request;
    const struct sdf_source *source = &sdf->source;
    const bool could_flow = source->map.kind == SCREE_MAP_TERRAIN &&
                            request->recipe.params.method != SCREE_DISTANCE_EXACT;
    char size[80];
    report_size(size, sizeof size, field->count, field->axes);
    memory->bytes = (double)voxel_bytes(request, source, device) * (double)field->samples +
                    map_bytes(request, source, device);
    memory->name = source->map.name;
    snprintf(memory->purpose, sizeof memory->purpose, "%s voxels by the method %s%s", size,
             scree_distance_method_name(request->recipe.params.method), request->compares ? " and a comparison" : "");
    memory->hint = could_flow ? "; --method exact makes a terrain's field layer by layer" : "";
}

static void watch_layers(void *user, const scree_slab *slab)
{
    struct sdf_work *work = user;
    sdf_slices_take(&work->slices, slab);
    if (work->copy != NULL) {
        memcpy(work->copy + slab->first, slab->values, (size_t)slab->count * sizeof *work->copy);
    }
}

static void compare_layers(void *user, const scree_slab *slab)
{
    const struct sdf_work *work = user;
    scree_distance_compare(work->copy + slab->first, slab->values, slab->count, &work->sdf->comparison);
}

/* The field by a method, which need not be the request's. */
static scree_result make_field(const struct sdf_work *work, scree_distance_method method, scree_field **field)
{
    const scree_distance_map *map = &work->sdf->source.map;
    const scree_distance_source source = scree_distance_map_source(map);
    scree_distance_params params = scree_distance_map_params(&work->sdf->request.recipe, map);
    params.method = method;
    return scree_field_from_distance(work->engine->context, &params, &source, field);
}

/* A part for a trial: the first rows of a terrain, or the first layers of a volume, which lie at the beginning of the
   source. The naive method's work grows with the square of the voxels. */
static scree_result make_part(const void *user, double share, struct trial_part *part)
{
    const struct sdf_work *work = user;
    const scree_distance_map *map = &work->sdf->source.map;
    const scree_distance_source source = scree_distance_map_source(map);
    scree_distance_params params = scree_distance_map_params(&work->sdf->request.recipe, map);
    const bool is_naive = params.method == SCREE_DISTANCE_NAIVE;
    uint64_t *count = &params.count[map->kind == SCREE_MAP_TERRAIN || params.count[2] < 2 ? 1 : 2];
    const double whole = (double)*count;
    const double of_voxels = share <= 0.0 ? TRIAL_VOXELS / (double)work->field->samples
                             : is_naive   ? sqrt(share)
                                          : share;
    /* Triangles need two rows. */
    const double kept = fmin(whole, fmax(2.0, floor(whole * of_voxels)));
    *count = (uint64_t)kept;
    part->share = is_naive ? kept / whole * (kept / whole) : kept / whole;
    return scree_field_from_distance(work->engine->context, &params, &source, &part->field);
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
        length[axis] = (double)source->map.count[axis] * source->map.geometry.spacing[axis];
    }
    if (request->recipe.params.surface == SCREE_DISTANCE_SURFACE_MESH) {
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
    const struct sdf_request *request = &work->sdf->request;
    scree_volume volume = scree_distance_volume(work->field->axes, work->field->count, &work->sdf->source.map.geometry);
    volume.type = request->type;
    volume.scale = (float)work->sdf->value_scale;
    volume.rounds_towards_zero = request->recipe.params.is_conservative;
    volume.metadata = metadata;
    volume.key = "distance";
    volume.band = request->values[OPTION_BAND].given ? request->values[OPTION_BAND].reals[0] : 0;
    return volume;
}

/* Describes the volume of the indices of the nearest voxels, which has as many voxels as the distances. */
static scree_volume describe_nearest(const scree_volume *distances)
{
    scree_volume volume = *distances;
    volume.type = volume.source = SCREE_TYPE_U32;
    volume.scale = 1;
    volume.rounds_towards_zero = false;
    volume.name = "nearest";
    return volume;
}

/* The pictures of the slices. */
static scree_result complete_pictures(void *user, scree_writer **writers, size_t *count)
{
    struct sdf_work *work = user;
    if (work->slices.slices == 0) {
        return SCREE_OK;
    }
    char *metadata = sdf_metadata(work->sdf, METADATA_INDENT);
    const scree_result result = metadata == NULL
                                    ? SCREE_ERROR_OUT_OF_MEMORY
                                    : sdf_slices_prepare(work->engine, &work->sdf->request, &work->slices, metadata);
    free(metadata);
    for (uint32_t i = 0; result == SCREE_OK && i < work->slices.slices; i++) {
        writers[(*count)++] = work->slices.slice[i].writer;
    }
    return result;
}

static int run_job(struct sdf_work *work, const scree_field *field)
{
    const struct sdf_request *request = &work->sdf->request;
    char *metadata = sdf_metadata(work->sdf, METADATA_INDENT);
    if (metadata == NULL) {
        message_error("sdf: out of memory");
        return EXIT_CODE_FAILED;
    }
    const scree_volume distances = describe_volume(work, metadata);
    const scree_volume nearest = describe_nearest(&distances);
    const struct field_job job = {
        .field = field,
        .samples = {.path = work->slices.slices == 0 ? request->file.path : NULL,
                    .format = request->file.format,
                    .volume = &distances},
        .nearest = {.path = request->nearest, .format = request->nearest_format, .volume = &nearest},
        .makes_files = request->file.path != NULL || request->nearest != NULL,
        .watch = work->slices.slices > 0 || work->copy != NULL ? watch_layers : NULL,
        .complete = complete_pictures,
        .user = work,
    };
    const int code = field_run(work->field, &job);
    free(metadata);
    return code;
}

static int make(struct sdf_work *work)
{
    scree_field *field = NULL;
    const scree_result result = make_field(work, work->sdf->request.recipe.params.method, &field);
    if (result != SCREE_OK) {
        return engine_fail(work->engine, result);
    }
    const int code = run_job(work, field);
    scree_field_release(&field);
    return code;
}

static int compare(struct sdf_work *work)
{
    const struct destination destination = {.watch = compare_layers, .watcher = work};
    scree_field *field = NULL;
    scree_result result = make_field(work, SCREE_DISTANCE_EXACT, &field);
    if (result == SCREE_OK) {
        result = generate(work->engine, field, NULL, NULL, &destination, work->progress, &work->sdf->reference);
    }
    scree_field_release(&field);
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(work->engine, result);
}

static scree_result explain_slices(const struct sdf_work *work)
{
    const struct sdf_request *request = &work->sdf->request;
    const uint64_t zoom = sdf_slices_zoom(request);
    scree_result result = SCREE_OK;
    for (uint32_t i = 0; i < work->slices.slices && result == SCREE_OK; i++) {
        const struct sdf_slice *slice = &work->slices.slice[i];
        const struct explained_picture picture = {.path = slice->path,
                                                  .format = request->file.format,
                                                  .type = SCREE_TYPE_U8,
                                                  .width = zoom * slice->count[0],
                                                  .height = zoom * slice->count[1]};
        result = explain_picture(work->engine, request->values, &picture);
    }
    return result;
}

/* Bytes of a map, with what the library keeps of a terrain's. */
static double whole_map_bytes(const struct sdf_source *source)
{
    const scree_distance_map *map = &source->map;
    const double plane = (double)map->count[0] * (double)map->count[1];
    return map->kind == SCREE_MAP_TERRAIN ? plane * (HEIGHT_BYTES + KEPT_BYTES) : plane * (double)map->count[2];
}

/* Fills in the rest, which field_run() does not know: the map, the slices and the time. */
static int explain_rest(struct sdf_work *work)
{
    struct explanation *explanation = work->engine->explanation;
    explanation->own_bytes = whole_map_bytes(&work->sdf->source);
    scree_result result = explain_slices(work);
    if (result == SCREE_OK) {
        result = trial_run(work->engine, make_part, work, NULL, &explanation->trial);
    }
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(work->engine, result);
}

static int make_and_compare(struct sdf_work *work)
{
    const uint64_t voxels = work->field->samples;
    const bool compares = work->sdf->request.compares;
    int code = sdf_slices_open(&work->sdf->request, &work->sdf->source, &work->slices);
    if (code == EXIT_CODE_OK && compares) {
        work->copy = malloc((size_t)voxels * sizeof *work->copy);
        if (work->copy == NULL) {
            message_error("--compare: no memory for a field of %" PRIu64 " voxels", voxels);
            code = EXIT_CODE_FAILED;
        }
    }
    if (code == EXIT_CODE_OK) {
        code = make(work);
    }
    if (code == EXIT_CODE_OK && work->engine->explanation != NULL) {
        return explain_rest(work);
    }
    return code == EXIT_CODE_OK && compares ? compare(work) : code;
}

int sdf_run(struct field_request *field)
{
    struct sdf_field *sdf = field->part;
    struct sdf_work work = {.engine = field->engine, .field = field, .sdf = sdf, .progress = field->progress};
    if (work.engine->explanation != NULL && sdf->request.compares) {
        return option_refuse(field->values, OPTION_EXPLAIN, "not together with --compare, which makes a second field");
    }
    int code = sdf_source_make(work.engine, &sdf->request, &sdf->source);
    if (code == EXIT_CODE_OK) {
        sdf->value_scale = choose_value_scale(&sdf->request, &sdf->source);
        work.progress->voxels = field->samples;
        code = make_and_compare(&work);
    }
    free(work.copy);
    sdf_slices_close(&work.slices);
    return code;
}
