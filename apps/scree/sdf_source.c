#include "sdf_source.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/base/os.h"
#include "command.h"
#include "generate.h"
#include "message.h"
#include "vocabulary.h"

#define LAYERS_DEFAULT 64
/*
 * Start and size, as fractions of the volume's height, of the range that a map is fitted into. They leave room above
 * and below, so that both signs have space.
 */
#define FIT_LOW 0.125
#define FIT_SHARE 0.75

const char *sdf_source_kind_name(enum sdf_source_kind kind)
{
    static const char *const names[] = {[SDF_TERRAIN] = "terrain", [SDF_VOLUME] = "volume", [SDF_MASK] = "mask"};
    return names[kind];
}

uint32_t sdf_source_field_axes(const struct sdf_source *source)
{
    return source->kind == SDF_MASK ? source->axes : 3;
}

void sdf_source_clear(struct sdf_source *source)
{
    request_clear(&source->noise);
    scree_samples_clear(&source->samples);
    free(source->made);
    free(source->occupancy);
    memset(source, 0, sizeof *source);
}

/* Refuses options that apply to terrains or masks only, for a volume of 3 axes. */
static int check_volume(const struct sdf_request *request, const struct sdf_source *source)
{
    const struct option_value *voxel = &request->values[OPTION_VOXEL];
    static const enum option_id of_terrains[] = {OPTION_LAYERS, OPTION_SCALE, OPTION_OFFSET, OPTION_SURFACE,
                                                 OPTION_EDGE};
    for (size_t i = 0; i < sizeof of_terrains / sizeof of_terrains[0]; i++) {
        const enum option_id id = of_terrains[i];
        const struct option_value *value = &request->values[id];
        /* The words that are the default anyway do no harm. */
        const bool is_default = (id == OPTION_SURFACE || id == OPTION_EDGE) && value->choice == 0;
        if (value->given && !is_default) {
            message_error("--%s %s: is of terrains, and %s is a volume of 3 axes", option_table[id].name, value->text,
                          source->name);
            return EXIT_CODE_USAGE;
        }
    }
    if (voxel->given && voxel->count == 2) {
        message_error("--voxel %s: has 2 numbers, and %s has 3 axes; give 1 for all, or 3", voxel->text, source->name);
        return EXIT_CODE_USAGE;
    }
    return EXIT_CODE_OK;
}

/* The kind, by the number of axes and --mask; the volume's sides. */
static int find_kind(struct sdf_request *request, struct sdf_source *source, const uint64_t *count)
{
    const struct option_value *values = request->values;
    const bool is_mask = values[OPTION_MASK].given;
    if (source->axes > 3) {
        message_error("%s: has %" PRIu32 " axes; a distance field is of a map with 1 or 2, or of a volume with 3",
                      source->name, source->axes);
        return EXIT_CODE_USAGE;
    }
    source->kind = source->axes == 3 ? SDF_VOLUME : is_mask ? SDF_MASK : SDF_TERRAIN;
    for (uint32_t axis = 0; axis < 3; axis++) {
        source->count[axis] = axis < source->axes && count[axis] > 0 ? count[axis] : 1;
    }
    if (source->kind == SDF_TERRAIN) {
        source->count[2] = values[OPTION_LAYERS].given ? values[OPTION_LAYERS].whole : LAYERS_DEFAULT;
        if (values[OPTION_THRESHOLD].given) {
            message_error("--threshold %s: %s is a terrain, which has none; --mask makes it tell what is solid",
                          values[OPTION_THRESHOLD].text, source->name);
            return EXIT_CODE_USAGE;
        }
    }
    source->threshold = values[OPTION_THRESHOLD].reals[0];
    memcpy(request->params.count, source->count, sizeof source->count);
    return source->kind == SDF_VOLUME ? check_volume(request, source) : EXIT_CODE_OK;
}

static uint64_t sample_count(const struct sdf_source *source)
{
    const uint64_t layers = source->kind == SDF_VOLUME ? source->count[2] : 1;
    return source->count[0] * source->count[1] * layers;
}

static int refuse_memory(const struct sdf_source *source, uint64_t bytes)
{
    message_error("%s: no memory for its samples: %" PRIu64 " bytes", source->name, bytes);
    return EXIT_CODE_FAILED;
}

static void mark_solid(uint8_t *occupancy, const float *values, uint64_t count, double threshold)
{
    for (uint64_t i = 0; i < count; i++) {
        occupancy[i] = (double)values[i] > threshold;
    }
}

/* Bytes instead of samples, so that these do not take memory beside the field. */
static int take_occupancy(struct sdf_source *source)
{
    const uint64_t count = sample_count(source);
    source->occupancy = count <= scree_os_memory_available() ? malloc((size_t)count) : NULL;
    if (source->occupancy == NULL) {
        return refuse_memory(source, count);
    }
    mark_solid(source->occupancy, source->samples.values, count, source->samples.threshold);
    free(source->samples.values);
    source->samples.values = NULL;
    return EXIT_CODE_OK;
}

/* The library knows no options: the one that would help is named here. */
static int fail_reading(struct engine *engine, scree_result result)
{
    static const struct {
        const char *words; /* Words in the library's message. */
        const char *hint;
    } hints[] = {
        {"a rule for them must be chosen", ": --holes lowest, or --holes VALUE"},
        {"a page must be chosen", ": --page N"},
        {"a part must be chosen", ": --page N"},
    };
    for (size_t i = 0; i < sizeof hints / sizeof hints[0]; i++) {
        if (strstr(engine_reason(engine, result), hints[i].words) != NULL) {
            engine_add_hint(engine, hints[i].hint);
        }
    }
    return engine_fail(engine, result);
}

/* The size and the type of other files stand in their headers, so that options for them would be ignored. */
static int check_raw_size(const struct sdf_request *request)
{
    const struct option_value *size = &request->values[OPTION_RAW_SIZE];
    scree_format format;
    if (!size->given || !scree_format_from_path(request->map, &format) ||
        scree_format_describe(format)->is_headerless) {
        return EXIT_CODE_OK;
    }
    message_error("--raw-size %s: is of files without a header, and %s is of the format %s, which has one", size->text,
                  request->map, scree_format_describe(format)->name);
    return EXIT_CODE_USAGE;
}

static int read_map(struct engine *engine, struct sdf_request *request, struct sdf_source *source)
{
    if (check_raw_size(request) != EXIT_CODE_OK) {
        return EXIT_CODE_USAGE;
    }
    const scree_samples_params params = sdf_request_reading(request);
    const scree_result result = scree_samples_read(engine->context, &params, &source->samples);
    if (result != SCREE_OK) {
        return fail_reading(engine, result);
    }
    source->axes = source->samples.axes;
    source->range = source->samples.range;
    const int code = find_kind(request, source, source->samples.count);
    return code == EXIT_CODE_OK && source->kind != SDF_TERRAIN ? take_occupancy(source) : code;
}

int sdf_source_find(struct engine *engine, struct sdf_request *request, struct sdf_source *source)
{
    memset(source, 0, sizeof *source);
    source->name = request->map;
    if (!request->is_made) {
        return read_map(engine, request, source);
    }
    const int code = request_make(engine, request->arguments, &source->noise);
    if (code != EXIT_CODE_OK) {
        return code;
    }
    if (request->map == NULL) {
        source->name = vocabulary_presets.name(request->values[OPTION_PRESET].choice);
    } else if (strcmp(request->map, "-") == 0) {
        source->name = "stdin";
    }
    source->axes = source->noise.recipe.grid.axes;
    return find_kind(request, source, source->noise.recipe.grid.count);
}

/* A stream of noise that becomes bytes at once. */
static scree_result mark_slab(void *user, const scree_slab *slab)
{
    struct sdf_source *source = user;
    /* Noise is of float32, and so is what it is compared with. */
    mark_solid(source->occupancy + slab->first, slab->values, slab->count, (double)(float)source->threshold);
    return SCREE_OK;
}

static scree_result start_noise(struct engine *engine, struct sdf_source *source, const scree_sink *sink,
                                scree_job **job)
{
    const struct request *noise = &source->noise;
    return source->kind == SDF_TERRAIN
               ? scree_job_fill(engine->device, noise->field, &noise->recipe.grid, source->made, job)
               : scree_job_stream(engine->device, noise->field, &noise->recipe.grid, NULL, sink, job);
}

static int make_noise(struct engine *engine, struct sdf_source *source)
{
    const uint64_t count = sample_count(source);
    const uint64_t bytes = source->kind == SDF_TERRAIN ? count * sizeof(float) : count;
    const scree_sink sink = {.write = mark_slab, .user = source, .wants_values = true};
    struct progress silence;
    scree_job *job = NULL;
    void *memory = malloc((size_t)bytes);
    if (memory == NULL) {
        return refuse_memory(source, bytes);
    }
    if (source->kind == SDF_TERRAIN) {
        source->made = memory;
    } else {
        source->occupancy = memory;
    }
    progress_start(&silence, PROGRESS_NEVER, true);
    scree_result result = start_noise(engine, source, &sink, &job);
    if (result == SCREE_OK) {
        result = generate_follow(job, &silence);
        const scree_job_status status = scree_job_poll(job);
        source->range = (scree_range){.minimum = status.minimum, .maximum = status.maximum};
        scree_job_release(&job);
    }
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(engine, result);
}

/* Heights as they were asked for, or such that the map's range takes the middle of the volume's height. */
static void fit_heights(const struct sdf_request *request, struct sdf_source *source)
{
    const struct option_value *scale = &request->values[OPTION_SCALE];
    const struct option_value *offset = &request->values[OPTION_OFFSET];
    const double side = request->params.voxel[2] > 0 ? request->params.voxel[2] : 1;
    const double height = (double)source->count[2] * side;
    /* Where no sample is valid, all heights are what fills the holes. */
    const bool is_filled = isnan(source->range.minimum);
    const double lowest = is_filled ? request->values[OPTION_HOLES].reals[0] : (double)source->range.minimum;
    const double extent = is_filled ? 0 : (double)source->range.maximum - lowest;
    source->scale = scale->given ? scale->reals[0] : 1;
    source->offset = offset->reals[0];
    source->is_fitted = !scale->given && !offset->given;
    if (source->is_fitted) {
        /* A map without relief lies in the middle. */
        source->scale = extent > 0 ? FIT_SHARE * height / extent : 1;
        source->offset = extent > 0 ? FIT_LOW * height - source->scale * lowest : 0.5 * height - lowest;
    }
}

/* How far the heights reach, whether a voxel of any layer is solid, and whether one is not: as the library defines it.
 */
static void look_at_heights(struct sdf_source *source, const float *heights, double side)
{
    const double lowest = 0.5 * side;
    const double highest = ((double)(source->count[2] - 1) + 0.5) * side;
    source->lowest_height = INFINITY;
    source->highest_height = -INFINITY;
    for (uint64_t i = 0; i < sample_count(source); i++) {
        const double height = (double)heights[i] * source->scale + source->offset;
        source->lowest_height = fmin(source->lowest_height, height);
        source->highest_height = fmax(source->highest_height, height);
        source->is_empty = source->is_empty && !(lowest < height);
        source->is_full = source->is_full && highest < height;
    }
}

static void look_at_occupancy(struct sdf_source *source)
{
    const uint64_t count = sample_count(source);
    source->is_empty = memchr(source->occupancy, 1, (size_t)count) == NULL;
    source->is_full = memchr(source->occupancy, 0, (size_t)count) == NULL;
}

int sdf_source_make(struct engine *engine, const struct sdf_request *request, struct sdf_source *source)
{
    const int code = request->is_made ? make_noise(engine, source) : EXIT_CODE_OK;
    if (code != EXIT_CODE_OK) {
        return code;
    }
    if (source->kind == SDF_TERRAIN) {
        fit_heights(request, source);
        source->is_empty = source->is_full = true;
        look_at_heights(source, source->made != NULL ? source->made : source->samples.values,
                        request->params.voxel[2] > 0 ? request->params.voxel[2] : 1);
    } else {
        look_at_occupancy(source);
    }
    return EXIT_CODE_OK;
}

scree_distance_source sdf_source_given(const struct sdf_source *source)
{
    if (source->kind != SDF_TERRAIN) {
        return (scree_distance_source){.occupancy = source->occupancy};
    }
    return (scree_distance_source){
        .heights = source->made != NULL ? source->made : source->samples.values,
        .scale = source->scale,
        .offset = source->offset,
    };
}

uint64_t sdf_voxel_count(const struct sdf_source *source)
{
    return source->count[0] * source->count[1] * source->count[2];
}
