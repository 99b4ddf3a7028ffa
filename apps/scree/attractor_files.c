#include "attractor_files.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/formats/recipe_internal.h"
#include "attractor_video.h"
#include "command.h"
#include "field_run.h"

scree_particle_params attractor_recipe(const struct attractor *cloud)
{
    scree_particle_params params = cloud->params;
    params.steps += params.first_step + cloud->frame * cloud->frames.steps;
    params.first_step = 0;
    params.positions = NULL;
    return params;
}

static void count_lost(struct attractor *cloud, const scree_slab *slab)
{
    for (uint64_t i = 0; i + 2 < slab->count; i += 3) {
        const float *position = slab->values + i;
        cloud->lost += !(isfinite(position[0]) && isfinite(position[1]) && isfinite(position[2]));
    }
}

/* Keeps the coordinates for the next frame, as exact as they are. */
static void keep_places(struct attractor *cloud, const scree_slab *slab)
{
    const bool is_wide = cloud->params.type == SCREE_PARTICLE_F64;
    const size_t real = is_wide ? sizeof(double) : sizeof(float);
    memcpy((char *)cloud->positions[1] + slab->first * real, is_wide ? slab->data : (const void *)slab->values,
           (size_t)slab->count * real);
}

static void watch(void *user, const scree_slab *slab)
{
    struct attractor_run *run = user;
    if (!run->cloud->picture.is_wanted) {
        count_lost(run->cloud, slab);
    }
    if (run->cloud->positions[1] != NULL) {
        keep_places(run->cloud, slab);
    }
}

static scree_result complete_picture(void *user, scree_writer **writers, size_t *count)
{
    struct attractor_run *run = user;
    struct attractor_picture *picture = &run->cloud->picture;
    if (run->cloud->video.writer != NULL) {
        run->cloud->lost = picture->density.lost;
        return attractor_video_add(run->engine, &run->cloud->video, picture);
    }
    const scree_result result = attractor_picture_prepare(run->engine, run->field, picture, run->cloud->metadata);
    run->cloud->lost = picture->density.lost;
    writers[*count] = picture->writer;
    *count += result == SCREE_OK;
    return result;
}

int attractor_files_make(struct attractor_run *run, const scree_particle_params *params, bool is_watched)
{
    struct attractor *cloud = run->cloud;
    const bool draws = cloud->picture.is_wanted;
    const scree_particle_params told = attractor_recipe(cloud);
    scree_field *field = NULL;
    cloud->metadata = scree_particles_describe(&told, 2);
    const scree_result result = cloud->metadata == NULL
                                    ? SCREE_ERROR_OUT_OF_MEMORY
                                    : scree_field_from_particles(run->engine->context, params, &field);
    if (result != SCREE_OK) {
        return engine_fail(run->engine, result);
    }
    const scree_volume volume = {.axes = 2,
                                 .count = {3, params->count},
                                 .type = run->field->stored,
                                 .source = run->field->stored,
                                 .name = "positions",
                                 .metadata = cloud->metadata,
                                 .key = ATTRACTOR_KEY};
    const struct field_job job = {
        .field = field,
        .samples = {.path = cloud->points.path, .format = cloud->points.format, .volume = &volume},
        .makes_files = cloud->points.path != NULL || draws,
        .watch = is_watched || !draws ? watch : NULL,
        .complete = draws ? complete_picture : NULL,
        .splat = draws ? &cloud->picture.splat : NULL,
        .density = &cloud->picture.density,
        .user = run,
    };
    const int code = field_run(run->engine, run->field, &job, run->progress, run->outcome);
    scree_field_release(&field);
    scree_recipe_text_free(&cloud->metadata);
    scree_writer_close(&cloud->picture.writer);
    return code;
}

/* Makes a field of the cloud without files. */
static int make_without_files(struct attractor_run *run, const scree_particle_params *params,
                              const struct destination *to)
{
    scree_field *field = NULL;
    scree_result result = scree_field_from_particles(run->engine->context, params, &field);
    if (result == SCREE_OK) {
        result = generate(run->engine, field, NULL, NULL, to, run->progress, &run->outcome->generated);
    }
    scree_field_release(&field);
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(run->engine, result);
}

int attractor_files_move(struct attractor_run *run, const scree_particle_params *params)
{
    return make_without_files(run, params, &(struct destination){.watch = watch, .watcher = run});
}

int attractor_files_draw(struct attractor_run *run, const scree_particle_params *params)
{
    struct attractor_picture *picture = &run->cloud->picture;
    return make_without_files(run, params,
                              &(struct destination){.splat = &picture->splat, .density = &picture->density});
}
