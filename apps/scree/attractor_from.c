#include "attractor_from.h"

#include <string.h>

#include "command.h"

static int refuse(const char *path, const char *reason)
{
    return npy_rows_refuse("from", path, reason);
}

/* The recipe that the sidecar holds. */
static int read_recipe(struct engine *engine, const char *path, const char *metadata, scree_particle_params *params)
{
    scree_field *field = NULL;
    const scree_result result =
        metadata != NULL ? scree_field_from_text(engine->context, metadata, strlen(metadata), path, NULL, &field)
                         : SCREE_ERROR_INVALID;
    const scree_particle_params *found = scree_particles_params(field);
    if (found != NULL) {
        *params = *found;
    }
    scree_field_release(&field);
    if (metadata != NULL && result != SCREE_OK) {
        engine_fail(engine, result);
        return EXIT_CODE_USAGE;
    }
    return found != NULL ? EXIT_CODE_OK : refuse(path, "has no sidecar, which describes how its particles move");
}

/* Coordinates are taken as they lie in the file: rows of three of the type of the recipe. */
static int check_shape(const char *path, const scree_file_info *info, const scree_particle_params *params)
{
    const scree_type type = params->type == SCREE_PARTICLE_F64 ? SCREE_TYPE_F64 : SCREE_TYPE_F32;
    if (info->format != SCREE_FORMAT_NPY) {
        return refuse(path, "is no NPY file; --points writes them");
    }
    if (info->axes != 2 || info->count[0] != 3 || info->channels != NULL || info->count[1] != params->count ||
        info->type != type) {
        return refuse(path, "does not hold the particles that its sidecar describes");
    }
    return EXIT_CODE_OK;
}

static int read_all(struct engine *engine, const char *path, const scree_file_info *info, struct npy_rows *rows,
                    scree_particle_params *params)
{
    int code = read_recipe(engine, path, info->metadata, params);
    if (code == EXIT_CODE_OK) {
        code = check_shape(path, info, params);
    }
    return code == EXIT_CODE_OK ? npy_rows_open("from", path, info, rows) : code;
}

int attractor_from_open(struct engine *engine, const char *path, struct npy_rows *rows, scree_particle_params *params)
{
    scree_file_info info;
    const scree_result result = scree_file_describe(engine->context, path, &info);
    if (result != SCREE_OK) {
        return engine_fail(engine, result);
    }
    const int code = read_all(engine, path, &info, rows, params);
    scree_file_info_clear(&info);
    if (code == EXIT_CODE_OK) {
        params->positions = rows->first;
        params->first_step = params->steps;
        params->steps = 0;
    }
    return code;
}
