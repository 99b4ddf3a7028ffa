#include "sdf_source.h"

#include <inttypes.h>
#include <string.h>

#include "command.h"
#include "enumeration_names.h"
#include "generate.h"
#include "message.h"
#include "samples_options.h"

void sdf_source_clear(struct sdf_source *source)
{
    request_clear(&source->noise);
    scree_distance_map_clear(&source->map);
}

/* Refuses options that apply to terrains or masks only, for a volume of 3 axes. */
static int check_volume(const struct sdf_request *request, const char *name)
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
                          name);
            return EXIT_CODE_USAGE;
        }
    }
    if (voxel->given && voxel->count == 2) {
        message_error("--voxel %s: has 2 numbers, and %s has 3 axes; give 1 for all, or 3", voxel->text, name);
        return EXIT_CODE_USAGE;
    }
    return EXIT_CODE_OK;
}

/* Refuses options that have no meaning for the kind of map that was found. */
static int check_kind(const struct sdf_request *request, const scree_distance_map *map)
{
    if (map->kind == SCREE_MAP_TERRAIN && request->values[OPTION_THRESHOLD].given) {
        message_error("--threshold %s: %s is a terrain, which has none; --mask makes it a mask of what is solid",
                      request->values[OPTION_THRESHOLD].text, map->name);
        return EXIT_CODE_USAGE;
    }
    return map->kind == SCREE_MAP_VOLUME ? check_volume(request, map->name) : EXIT_CODE_OK;
}

/* Refuses what would take hours. */
static int check_size(const struct sdf_request *request, const struct sdf_source *source)
{
    const uint64_t voxels = sdf_voxel_count(source);
    if (request->recipe.params.method != SCREE_DISTANCE_NAIVE || voxels <= SCREE_MAX_NAIVE_VOXELS) {
        return EXIT_CODE_OK;
    }
    message_error("--method naive: compares each of %" PRIu64
                  " voxels with all, which would take hours; it takes %" PRIu64
                  " at most, and --method exact has the same distances",
                  voxels, SCREE_MAX_NAIVE_VOXELS);
    return EXIT_CODE_USAGE;
}

static int find_file(struct engine *engine, struct sdf_request *request, struct sdf_source *source)
{
    const scree_result result = scree_distance_map_read(engine->context, &request->recipe, &source->map);
    return result == SCREE_OK ? EXIT_CODE_OK : samples_options_fail(engine, result);
}

static int find_noise(struct engine *engine, struct sdf_request *request, struct sdf_source *source)
{
    const char *name = request->map;
    int code = request_make(engine, request->arguments, NULL, NULL, &source->noise);
    if (name == NULL) {
        name = enumeration_presets.name(request->values[OPTION_PRESET].choice);
    } else if (strcmp(name, "-") == 0) {
        name = "stdin";
    }
    code = code == EXIT_CODE_OK ? request_check_values(&source->noise, name, "map") : code;
    if (code == EXIT_CODE_OK && source->noise.is_graph) {
        message_error("%s: describes a graph, of which distances are measured in a file: scree noise makes one", name);
        code = EXIT_CODE_USAGE;
    }
    if (code != EXIT_CODE_OK) {
        return code;
    }
    request->recipe.generator = source->noise.recipe;
    const scree_result result = scree_distance_map_plan(engine->context, &request->recipe, name, &source->map);
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(engine, result);
}

int sdf_source_find(struct engine *engine, struct sdf_request *request, struct sdf_source *source)
{
    memset(source, 0, sizeof *source);
    int code = request->recipe.is_made ? find_noise(engine, request, source) : find_file(engine, request, source);
    code = code == EXIT_CODE_OK ? check_kind(request, &source->map) : code;
    return code == EXIT_CODE_OK ? check_size(request, source) : code;
}

static scree_result make_noise(struct engine *engine, const struct sdf_request *request, struct sdf_source *source)
{
    struct progress silence;
    scree_job *job = NULL;
    progress_start(&silence, PROGRESS_NEVER, true);
    scree_result result =
        scree_distance_map_start(engine->device, &request->recipe, source->noise.field, &source->map, &job);
    if (result == SCREE_OK) {
        result = generate_follow(job, &silence);
        const scree_job_status status = scree_job_poll(job);
        source->map.range = (scree_range){.minimum = status.minimum, .maximum = status.maximum};
        scree_job_release(&job);
    }
    return result;
}

int sdf_source_make(struct engine *engine, const struct sdf_request *request, struct sdf_source *source)
{
    const scree_result result = request->recipe.is_made ? make_noise(engine, request, source) : SCREE_OK;
    if (result != SCREE_OK) {
        return engine_fail(engine, result);
    }
    scree_distance_map_complete(&request->recipe, &source->map);
    return EXIT_CODE_OK;
}

uint64_t sdf_voxel_count(const struct sdf_source *source)
{
    return source->map.count[0] * source->map.count[1] * source->map.count[2];
}
