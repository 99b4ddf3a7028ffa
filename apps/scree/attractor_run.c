#include "attractor_run.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/formats/recipe_internal.h"
#include "attractor_checkpoint.h"
#include "attractor_frames.h"
#include "attractor_video.h"
#include "command.h"
#include "field_run.h"
#include "message.h"

/* Particles that are drawn before the first checkpoint may be written. */
#define FIRST_PART (UINT64_C(1) << 16)
/* Parts of a cloud grow until one takes this share of the time between checkpoints. */
#define PARTS_A_CHECKPOINT 4.0

scree_particle_params attractor_recipe(const struct attractor *cloud)
{
    scree_particle_params params = cloud->params;
    params.steps += params.first_step + cloud->frame * cloud->frames.steps;
    params.first_step = 0;
    params.places = NULL;
    return params;
}

static void count_lost(struct attractor *cloud, const scree_slab *slab)
{
    for (uint64_t i = 0; i + 2 < slab->count; i += 3) {
        const float *place = slab->values + i;
        cloud->lost += !(isfinite(place[0]) && isfinite(place[1]) && isfinite(place[2]));
    }
}

/* Keeps the coordinates for the next frame, as exact as they are. */
static void keep_places(struct attractor *cloud, const scree_slab *slab)
{
    const bool is_wide = cloud->params.type == SCREE_PARTICLE_F64;
    const size_t real = is_wide ? sizeof(double) : sizeof(float);
    memcpy((char *)cloud->places[1] + slab->first * real, is_wide ? slab->data : (const void *)slab->values,
           (size_t)slab->count * real);
}

static void watch(void *user, const scree_slab *slab)
{
    struct attractor_run *run = user;
    if (!run->cloud->picture.is_wanted) {
        count_lost(run->cloud, slab);
    }
    if (run->cloud->places[1] != NULL) {
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

int attractor_run_files(struct attractor_run *run, const scree_particle_params *params, bool is_watched)
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
        .picture = draws ? &cloud->picture.picture : NULL,
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

int attractor_run_move(struct attractor_run *run, const scree_particle_params *params)
{
    return make_without_files(run, params, &(struct destination){.watch = watch, .watcher = run});
}

/* A part of the cloud. */
static scree_particle_params part_of(const struct attractor *cloud, uint64_t first, uint64_t count)
{
    scree_particle_params params = cloud->params;
    params.first += first;
    params.count = count;
    if (params.places != NULL) {
        params.places = (const char *)params.places + first * scree_particle_bytes(params.type);
    }
    return params;
}

static void share_part(struct attractor_run *run, uint64_t first, uint64_t count)
{
    run->progress->before = (double)first / (double)run->cloud->params.count;
    run->progress->part = (double)count / (double)run->cloud->params.count;
}

/* Adds a part of the cloud to the picture. */
static int draw_part(struct attractor_run *run, uint64_t first, uint64_t count)
{
    struct attractor_picture *picture = &run->cloud->picture;
    const scree_particle_params params = part_of(run->cloud, first, count);
    share_part(run, first, count);
    return make_without_files(run, &params,
                              &(struct destination){.picture = &picture->picture, .density = &picture->density});
}

/* Draws the cloud part by part, with checkpoints between them, until one part is left; `next` begins it. */
static int draw_parts(struct attractor_run *run, uint64_t *next)
{
    struct attractor *cloud = run->cloud;
    uint64_t part = FIRST_PART;
    double saved = clock_seconds();
    int code = EXIT_CODE_OK;
    while (cloud->params.count - *next > part && code == EXIT_CODE_OK) {
        const double start = clock_seconds();
        code = draw_part(run, *next, part);
        *next += part;
        const double now = clock_seconds();
        if (code == EXIT_CODE_OK && now - saved >= cloud->checkpoint_seconds) {
            code = attractor_checkpoint_write(cloud, *next);
            saved = now;
        }
        part *= now - start < cloud->checkpoint_seconds / PARTS_A_CHECKPOINT ? 2 : 1;
    }
    return code;
}

static int make_with_checkpoints(struct attractor_run *run)
{
    struct attractor *cloud = run->cloud;
    const double start = clock_seconds();
    uint64_t next = 0;
    int code = attractor_checkpoint_read(cloud, &next);
    run->progress->resumed = (double)next / (double)cloud->params.count;
    if (code == EXIT_CODE_OK) {
        code = draw_parts(run, &next);
    }
    if (code == EXIT_CODE_OK) {
        const scree_particle_params rest = part_of(cloud, next, cloud->params.count - next);
        share_part(run, next, rest.count);
        code = attractor_run_files(run, &rest, false);
    }
    if (code == EXIT_CODE_OK) {
        attractor_checkpoint_remove(cloud);
    }
    run->outcome->seconds = clock_seconds() - start;
    return code;
}

int attractor_run(struct engine *engine, struct field_request *field, struct progress *progress,
                  struct outcome *outcome)
{
    struct attractor *cloud = field->part;
    struct attractor_run run = {
        .engine = engine, .field = field, .cloud = cloud, .progress = progress, .outcome = outcome};
    int code = attractor_picture_open(field, &cloud->picture, cloud->frames.count == 0);
    if (code == EXIT_CODE_OK && cloud->frames.count > 0) {
        return attractor_frames_make(&run);
    }
    if (code == EXIT_CODE_OK && cloud->checkpoint != NULL) {
        return make_with_checkpoints(&run);
    }
    return code == EXIT_CODE_OK ? attractor_run_files(&run, &cloud->params, false) : code;
}
