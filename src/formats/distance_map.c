#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "device_internal.h"
#include "distance_recipe.h"
#include "distance_type.h"
#include "float_environment.h"
#include "geometry.h"
#include "number_text.h"
#include "os.h"
#include "recipe_internal.h"
#include "sized_params.h"

SCREE_ASSERT_NO_TAIL(scree_distance_samples_params, distance);

#define LAYERS_DEFAULT 64
/*
 * Start and size, as fractions of the volume's height, of the range that a map is fitted into. They leave room above
 * and below, so that both signs have space.
 */
#define FIT_LOW 0.125
#define FIT_SHARE 0.75

const char *scree_map_kind_name(scree_map_kind kind)
{
    static const char *const names[] = {
        [SCREE_MAP_TERRAIN] = "terrain", [SCREE_MAP_VOLUME] = "volume", [SCREE_MAP_MASK] = "mask"};
    return names[kind];
}

uint32_t scree_distance_map_field_axes(const scree_distance_map *map)
{
    return map->kind == SCREE_MAP_MASK ? map->axes : 3;
}

scree_volume scree_distance_volume(uint32_t axes, const uint64_t *count, const scree_geometry *geometry)
{
    scree_volume volume = {.axes = axes, .unit = geometry->unit};
    for (uint32_t axis = 0; axis < axes; axis++) {
        volume.count[axis] = count[axis];
        volume.voxel[axis] = geometry->spacing[axis];
        volume.origin[axis] = geometry->origin[axis];
    }
    memcpy(volume.direction, geometry->direction, sizeof volume.direction);
    return volume;
}

void scree_distance_map_clear(scree_distance_map *map)
{
    scree_samples_clear(&map->samples);
    free(map->made);
    free(map->occupancy);
    memset(map, 0, sizeof *map);
}

/* The kind, by the number of axes and what the recipe says; the volume's sides. */
static scree_result find_kind(scree_context *context, const scree_distance_recipe *recipe, const uint64_t *count,
                              scree_distance_map *map)
{
    if (map->axes < 1 || map->axes > 3) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "%s: has %" PRIu32 " axes; a distance field is of a map with 1 or 2, or of a volume with 3",
                          map->name, map->axes);
    }
    map->kind = map->axes == 3 ? SCREE_MAP_VOLUME : recipe->is_mask ? SCREE_MAP_MASK : SCREE_MAP_TERRAIN;
    for (uint32_t axis = 0; axis < 3; axis++) {
        map->count[axis] = axis < map->axes && count[axis] > 0 ? count[axis] : 1;
    }
    if (map->kind == SCREE_MAP_TERRAIN) {
        map->count[2] = recipe->params.count[2] > 0 ? recipe->params.count[2] : LAYERS_DEFAULT;
    }
    map->threshold = recipe->threshold;
    return SCREE_OK;
}

/* Whether a recipe gives other sides than the file's. */
static bool has_other_sides(const scree_distance_recipe *recipe, const scree_geometry *file, uint32_t axes)
{
    bool is_other = false;
    for (uint32_t axis = 0; axis < axes; axis++) {
        is_other |= recipe->params.voxel[axis] != 0 && recipe->params.voxel[axis] != file->spacing[axis];
    }
    return is_other;
}

static void warn_of_spacing(scree_context *context, const scree_distance_map *map, const scree_geometry *file,
                            const char *reason)
{
    scree_text sides = {0};
    for (uint32_t axis = 0; axis < map->axes; axis++) {
        scree_text_append(&sides, axis > 0 ? " x " : "");
        scree_text_double(&sides, file->spacing[axis]);
    }
    if (!sides.failed) {
        scree_log(context, SCREE_LOG_WARNING, "%s: the spacing of its samples, %s%s%s, is left out: %s", map->name,
                  sides.data, file->unit[0] != '\0' ? " " : "", file->unit, reason);
    }
    scree_text_clear(&sides);
}

/* The sides of voxels are those of the recipe, or the spacing of the file, whose origin and directions are kept.
   Another voxel is perhaps of another unit, so that nothing of the file's position is kept then. Degrees are no
   lengths. Layers over a map are as high as a column is wide. */
static scree_result locate(scree_context *context, const scree_distance_recipe *recipe, const scree_geometry *file,
                           scree_distance_map *map)
{
    const bool is_degrees = strcmp(file->unit, SCREE_GEOMETRY_DEGREE) == 0;
    const bool is_given = recipe->params.voxel[0] != 0;
    const bool is_rigid = scree_geometry_is_rigid(file, map->axes);
    const bool is_other = has_other_sides(recipe, file, map->axes);
    const bool is_located = file->is_known && !is_degrees && is_rigid && !is_other;
    scree_geometry *geometry = &map->geometry;
    if (file->is_known && !is_degrees && !is_rigid && !is_given) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "%s: the directions of its axes are not at right angles; distances are measured between "
                          "voxels that are boxes, so give a voxel",
                          map->name);
    }
    if (file->is_known && !is_degrees && is_other) {
        warn_of_spacing(context, map, file, "another voxel is given");
    } else if (file->is_known && is_degrees && !is_given) {
        warn_of_spacing(context, map, file,
                        "degrees are no lengths, so voxels have sides of 1 unless others are given");
    } else if (file->is_known && !is_degrees && !is_rigid) {
        scree_log(context, SCREE_LOG_WARNING,
                  "%s: the origin and the directions of its axes are left out: the directions are not at right angles, "
                  "and voxels are boxes",
                  map->name);
    }
    map->has_own_voxel = is_located && !is_given;
    *geometry = is_located ? *file : scree_geometry_plain();
    for (uint32_t axis = 0; axis < 3; axis++) {
        const double usual = is_located && axis < map->axes ? file->spacing[axis] : geometry->spacing[0];
        geometry->spacing[axis] = recipe->params.voxel[axis] != 0 ? recipe->params.voxel[axis] : usual;
        /* The first voxel begins at 0 unless a file says more. */
        if (!is_located || axis >= map->axes) {
            scree_geometry_move(geometry, axis, 0.5);
        }
    }
    return SCREE_OK;
}

static uint64_t sample_count(const scree_distance_map *map)
{
    const uint64_t layers = map->kind == SCREE_MAP_VOLUME ? map->count[2] : 1;
    return map->count[0] * map->count[1] * layers;
}

static void mark_solid(uint8_t *occupancy, const float *values, uint64_t count, double threshold)
{
    for (uint64_t i = 0; i < count; i++) {
        occupancy[i] = (double)values[i] > threshold;
    }
}

/* Memory for the samples of a map; NULL, logged, where the machine has not as much. */
static void *take_memory(scree_context *context, const scree_distance_map *map, size_t sample_bytes)
{
    const double bytes = (double)map->count[0] * (double)map->count[1] * (double)sample_bytes *
                         (map->kind == SCREE_MAP_VOLUME ? (double)map->count[2] : 1.0);
    void *memory = bytes <= (double)scree_os_memory_available() ? malloc((size_t)bytes) : NULL;
    if (memory == NULL) {
        scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "%s: no memory for its samples: %.0f bytes", map->name, bytes);
    }
    return memory;
}

static scree_result take_occupancy(scree_context *context, const scree_samples *samples, scree_distance_map *map)
{
    map->occupancy = take_memory(context, map, sizeof *map->occupancy);
    if (map->occupancy == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    mark_solid(map->occupancy, samples->values, sample_count(map), samples->threshold);
    return SCREE_OK;
}

/* Takes samples of the kind that was found: a terrain's are borrowed, and what is solid of others becomes bytes. */
static scree_result take_samples(scree_context *context, const scree_distance_recipe *recipe,
                                 const scree_samples *samples, scree_distance_map *map)
{
    map->range = samples->range;
    map->heights = map->kind == SCREE_MAP_TERRAIN ? samples->values : NULL;
    const scree_result result = locate(context, recipe, &samples->geometry, map);
    return result == SCREE_OK && map->kind != SCREE_MAP_TERRAIN ? take_occupancy(context, samples, map) : result;
}

scree_result scree_distance_map_read(scree_context *context, const scree_distance_recipe *recipe,
                                     scree_distance_map *map)
{
    scree_samples_params params = recipe->file;
    params.has_threshold = true;
    params.threshold = recipe->threshold;
    map->name = params.path;
    scree_result result = scree_samples_read(context, &params, &map->samples);
    if (result != SCREE_OK) {
        return result;
    }
    map->axes = map->samples.axes;
    result = find_kind(context, recipe, map->samples.count, map);
    if (result == SCREE_OK) {
        result = take_samples(context, recipe, &map->samples, map);
    }
    if (map->occupancy != NULL) {
        /* Bytes instead of samples, so that these do not take memory beside the field. */
        free(map->samples.values);
        map->samples.values = NULL;
    }
    return result;
}

scree_result scree_distance_map_plan(scree_context *context, const scree_distance_recipe *recipe, const char *name,
                                     scree_distance_map *map)
{
    const uint32_t channels = scree_recipe_channels(&recipe->generator);
    map->name = name;
    map->axes = recipe->generator.grid.axes;
    if (channels > 1) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s: the noise has %u channels; a map has one", name, channels);
    }
    const scree_geometry unknown = {.is_known = false};
    const scree_result result = find_kind(context, recipe, recipe->generator.grid.count, map);
    return result == SCREE_OK ? locate(context, recipe, &unknown, map) : result;
}

/* A stream of noise that becomes bytes at once. */
static scree_result mark_slab(void *user, const scree_slab *slab)
{
    scree_distance_map *map = user;
    /* Noise is of float32, and so is what it is compared with. */
    mark_solid(map->occupancy + slab->first, slab->values, slab->count, (double)(float)map->threshold);
    return SCREE_OK;
}

scree_result scree_distance_map_start(scree_device *device, const scree_distance_recipe *recipe,
                                      const scree_field *noise, scree_distance_map *map, scree_job **job)
{
    const scree_sink sink = {.write = mark_slab, .user = map, .wants_values = true};
    if (map->kind == SCREE_MAP_TERRAIN) {
        map->made = take_memory(device->context, map, sizeof *map->made);
        map->heights = map->made;
        return map->made == NULL ? SCREE_ERROR_OUT_OF_MEMORY
                                 : scree_job_fill(device, noise, &recipe->generator.grid, map->made, job);
    }
    map->occupancy = take_memory(device->context, map, sizeof *map->occupancy);
    return map->occupancy == NULL ? SCREE_ERROR_OUT_OF_MEMORY
                                  : scree_job_stream(device, noise, &recipe->generator.grid, NULL, &sink, job);
}

/* Heights as they were asked for, or such that the map's range takes the middle of the volume's height. */
static void fit_heights(const scree_distance_recipe *recipe, scree_distance_map *map)
{
    const double height = (double)map->count[2] * map->geometry.spacing[2];
    /* Without a valid sample all heights are what fills no-data cells. */
    const bool is_filled = isnan(map->range.minimum);
    const double lowest = is_filled ? (double)map->heights[0] : (double)map->range.minimum;
    const double extent = is_filled ? 0 : (double)map->range.maximum - lowest;
    map->scale = recipe->has_scale ? recipe->scale : 1;
    map->offset = recipe->has_offset ? recipe->offset : 0;
    map->is_fitted = !recipe->has_scale && !recipe->has_offset;
    if (map->is_fitted) {
        /* A map without relief lies in the middle. */
        map->scale = extent > 0 ? FIT_SHARE * height / extent : 1;
        map->offset = extent > 0 ? FIT_LOW * height - map->scale * lowest : 0.5 * height - lowest;
    }
}

/* How far the heights reach, whether a voxel of any layer is solid, and whether one is not: as distance.h defines it.
 */
static void look_at_heights(scree_distance_map *map, double side)
{
    const double lowest = 0.5 * side;
    const double highest = ((double)(map->count[2] - 1) + 0.5) * side;
    map->lowest_height = INFINITY;
    map->highest_height = -INFINITY;
    for (uint64_t i = 0; i < sample_count(map); i++) {
        const double height = (double)map->heights[i] * map->scale + map->offset;
        map->lowest_height = fmin(map->lowest_height, height);
        map->highest_height = fmax(map->highest_height, height);
        map->is_empty = map->is_empty && !(lowest < height);
        map->is_full = map->is_full && highest < height;
    }
}

void scree_distance_map_complete(const scree_distance_recipe *recipe, scree_distance_map *map)
{
    if (map->kind == SCREE_MAP_TERRAIN) {
        fit_heights(recipe, map);
        map->is_empty = map->is_full = true;
        look_at_heights(map, map->geometry.spacing[2]);
    } else {
        const uint64_t count = sample_count(map);
        map->is_empty = memchr(map->occupancy, 1, (size_t)count) == NULL;
        map->is_full = memchr(map->occupancy, 0, (size_t)count) == NULL;
    }
}

scree_distance_params scree_distance_map_params(const scree_distance_recipe *recipe, const scree_distance_map *map)
{
    scree_distance_params params = recipe->params;
    memcpy(params.count, map->count, sizeof params.count);
    memcpy(params.voxel, map->geometry.spacing, sizeof params.voxel);
    return params;
}

scree_distance_source scree_distance_map_source(const scree_distance_map *map)
{
    if (map->kind != SCREE_MAP_TERRAIN) {
        return (scree_distance_source){.occupancy = map->occupancy};
    }
    return (scree_distance_source){.heights = map->heights, .scale = map->scale, .offset = map->offset};
}

scree_result scree_distance_map_field(scree_context *context, const scree_distance_recipe *recipe,
                                      scree_distance_map *map, scree_field **field)
{
    const scree_distance_params params = scree_distance_map_params(recipe, map);
    const scree_distance_source source = scree_distance_map_source(map);
    const scree_result result = scree_field_from_distance(context, &params, &source, field);
    if (result == SCREE_OK) {
        scree_distance_plan *plan = (*field)->part;
        plan->own_occupancy = map->occupancy;
        plan->file_axes = scree_distance_map_field_axes(map);
        plan->geometry = map->geometry;
        map->occupancy = NULL;
    }
    return result;
}

/* Refuses what has no meaning for the kind of map that was found. */
static scree_result check_params(scree_context *context, const scree_distance_samples_params *params,
                                 const scree_distance_map *map)
{
    const uint64_t *count = params->distance.count;
    const bool has_heights = params->layers != 0 || params->scale != 0 || params->offset != 0;
    if (count[0] != 0 || count[1] != 0 || count[2] != 0) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "distance.count is %" PRIu64 " x %" PRIu64 " x %" PRIu64
                          "; it must be 0, because it follows from the samples",
                          count[0], count[1], count[2]);
    }
    if (map->kind == SCREE_MAP_TERRAIN && params->has_threshold) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "threshold is %s; samples of %" PRIu32 " axes are heights, which have none, but for is_mask",
                          scree_show_double(params->threshold).text, map->axes);
    }
    if (map->kind != SCREE_MAP_TERRAIN && has_heights) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "layers is %" PRIu64 ", scale %s and offset %s; they are of heights and must be 0 for a %s",
                          params->layers, scree_show_double(params->scale).text, scree_show_double(params->offset).text,
                          scree_map_kind_name(map->kind));
    }
    return SCREE_OK;
}

/* Refuses cells without data, which are neither heights nor on one side of a threshold. */
static scree_result check_cells(scree_context *context, const scree_samples *samples, const scree_distance_map *map)
{
    const uint64_t *count = map->count;
    uint64_t nodata = 0;
    uint64_t first = 0;
    for (uint64_t i = sample_count(map); i-- > 0;) {
        const bool is_nodata = !isfinite(samples->values[i]);
        first = is_nodata ? i : first;
        nodata += is_nodata ? 1 : 0;
    }
    return nodata == 0 ? SCREE_OK
                       : scree_fail(context, SCREE_ERROR_INVALID,
                                    "%" PRIu64 " of %" PRIu64 " samples have no data (no finite number), the first at "
                                    "column %" PRIu64 ", row %" PRIu64 ", layer %" PRIu64
                                    "; fill them, as nodata_rule of scree_samples_read() does",
                                    nodata, sample_count(map), first % count[0], first / count[0] % count[1],
                                    first / count[0] / count[1]);
}

static scree_result check_samples(scree_context *context, const scree_samples *samples, const scree_distance_map *map)
{
    for (uint32_t axis = 0; axis < map->axes; axis++) {
        if (samples->count[axis] == 0) {
            return scree_fail(context, SCREE_ERROR_INVALID,
                              "the samples have a count of 0 along axis %" PRIu32 "; it must be at least 1", axis);
        }
    }
    if (samples->values == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "the values of the samples are NULL");
    }
    if (samples->geometry.is_known && !scree_geometry_is_valid(&samples->geometry, map->axes)) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "the geometry of the samples is not finite, or has a spacing that is not more than 0");
    }
    if (map->kind != SCREE_MAP_TERRAIN && isnan(samples->threshold)) {
        return scree_fail(context, SCREE_ERROR_INVALID, "threshold is nan; samples cannot be compared with it");
    }
    return check_cells(context, samples, map);
}

static scree_result make_field(scree_context *context, const scree_distance_samples_params *params,
                               const scree_samples *samples, scree_distance_map *map, scree_field **field)
{
    scree_distance_recipe recipe = {.params = params->distance,
                                    .is_mask = params->is_mask,
                                    .has_scale = params->scale != 0,
                                    .has_offset = params->offset != 0,
                                    .scale = params->scale,
                                    .offset = params->offset};
    recipe.params.count[2] = params->layers;
    scree_result result = find_kind(context, &recipe, samples->count, map);
    if (result == SCREE_OK) {
        result = check_params(context, params, map);
    }
    if (result == SCREE_OK) {
        result = check_samples(context, samples, map);
    }
    if (result == SCREE_OK) {
        result = take_samples(context, &recipe, samples, map);
    }
    if (result == SCREE_OK) {
        scree_distance_map_complete(&recipe, map);
        result = scree_distance_map_field(context, &recipe, map, field);
    }
    return result;
}

scree_result scree_field_from_samples_sized(scree_context *context, const scree_distance_samples_params *params,
                                            size_t size, const scree_samples *samples, size_t samples_size,
                                            scree_field **field)
{
    scree_distance_samples_params own;
    scree_samples own_samples;
    scree_result result = SCREE_OK;
    if (field == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "field is NULL");
    }
    *field = NULL;
    if (params == NULL || samples == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is NULL", params == NULL ? "params" : "samples");
    }
    params = scree_params_take(context, params, size, &own, sizeof own, &result);
    samples = scree_params_take(context, samples, samples_size, &own_samples, sizeof own_samples, &result);
    if (result != SCREE_OK) {
        return result;
    }
    own_samples.threshold = own.has_threshold ? own.threshold : own_samples.threshold;
    scree_distance_map map = {.name = "the map", .axes = samples->axes};
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    result = make_field(context, params, samples, &map, field);
    scree_float_environment_leave(&saved);
    scree_distance_map_clear(&map);
    return result;
}
