#include "attractor_from.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"
#include "message.h"

/* An NPY header that says no more than type, order and shape is shorter. */
#define HEADER_MOST 256

static int refuse(const char *path, const char *reason)
{
    message_error("--from %s: %s", path, reason);
    return EXIT_CODE_USAGE;
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
    return found != NULL ? EXIT_CODE_OK : refuse(path, "has no sidecar that tells how its particles move");
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
        return refuse(path, "has not the particles that its sidecar tells of");
    }
    return EXIT_CODE_OK;
}

static int check_order(const char *path, const struct attractor_from *from, const scree_particle_params *params)
{
    char header[HEADER_MOST + 1] = "";
    const size_t size = from->bytes < HEADER_MOST ? from->bytes : HEADER_MOST;
    memcpy(header, from->map, size);
    for (size_t i = 0; i < size; i++) {
        header[i] = header[i] == '\0' ? ' ' : header[i];
    }
    const bool is_little = strstr(header, params->type == SCREE_PARTICLE_F64 ? "'<f8'" : "'<f4'") != NULL;
    return is_little && strstr(header, "False") != NULL
               ? EXIT_CODE_OK
               : refuse(path, "its numbers must be little endian and in C order, as --points writes them");
}

static int map_file(const char *path, struct attractor_from *from)
{
    struct stat status;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    int error = file < 0 || fstat(file, &status) != 0 ? errno : 0;
    if (error == 0) {
        from->bytes = (size_t)status.st_size;
        void *map = mmap(NULL, from->bytes, PROT_READ, MAP_PRIVATE, file, 0);
        error = map == MAP_FAILED ? errno : 0;
        from->map = error == 0 ? map : NULL;
    }
    if (file >= 0) {
        close(file);
    }
    if (error != 0) {
        message_error("--from %s: %s", path, strerror(error));
    }
    return error == 0 ? EXIT_CODE_OK : EXIT_CODE_FAILED;
}

static int read_all(struct engine *engine, const char *path, const scree_file_info *info, struct attractor_from *from,
                    scree_particle_params *params)
{
    int code = read_recipe(engine, path, info->metadata, params);
    if (code == EXIT_CODE_OK) {
        code = check_shape(path, info, params);
    }
    if (code == EXIT_CODE_OK) {
        code = map_file(path, from);
    }
    if (code == EXIT_CODE_OK && from->bytes != info->file_bytes) {
        code = refuse(path, "changes while it is read");
    }
    return code == EXIT_CODE_OK ? check_order(path, from, params) : code;
}

int attractor_from_open(struct engine *engine, const char *path, struct attractor_from *from,
                        scree_particle_params *params)
{
    scree_file_info info;
    const scree_result result = scree_file_describe(engine->context, path, &info);
    if (result != SCREE_OK) {
        return engine_fail(engine, result);
    }
    const int code = read_all(engine, path, &info, from, params);
    scree_file_info_clear(&info);
    if (code == EXIT_CODE_OK) {
        const size_t data = (size_t)(params->count * scree_particle_bytes(params->type));
        params->positions = (const char *)from->map + (from->bytes - data);
        params->first_step = params->steps;
        params->steps = 0;
    }
    return code;
}

void attractor_from_close(struct attractor_from *from)
{
    if (from->map != NULL) {
        munmap(from->map, from->bytes);
        from->map = NULL;
    }
}
