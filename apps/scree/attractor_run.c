/* Runs of a cloud: into coordinates and one picture, or into frames. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../src/formats/recipe_internal.h"
#include "attractor.h"
#include "attractor_checkpoint.h"
#include "command.h"
#include "field_run.h"
#include "message.h"
#include "output_names.h"

/* Particles that are drawn before the first checkpoint may be written. */
#define FIRST_PART (UINT64_C(1) << 16)
/* Parts of a cloud grow until one takes this share of the time between checkpoints. */
#define PARTS_A_CHECKPOINT 4.0

/* For "_", a number and the end of the text. */
#define NAME_ROOM 24

/* A run, as its watchers and files see it. */
struct run {
    struct engine *engine;
    struct field_request *field;
    struct attractor *cloud;
    struct progress *progress;
    struct outcome *outcome;
};

scree_particle_params attractor_recipe(const struct attractor *cloud)
{
    scree_particle_params params = cloud->params;
    params.steps += params.first_step + cloud->frame * cloud->frames.steps;
    params.first_step = 0;
    params.places = NULL;
    return params;
}

/* Trails that begin anew in each frame are drawn from the start. */
static bool keeps_places(const struct attractor *cloud)
{
    return cloud->frames.count > 1 && (cloud->picture.picture.drawing.every == 0 || cloud->frames.steps > 0);
}

double attractor_places_bytes(const struct attractor *cloud)
{
    const double copies = !keeps_places(cloud) ? 0.0 : cloud->frames.steps > 0 ? 2.0 : 1.0;
    return copies * (double)cloud->params.count * scree_particle_bytes(cloud->params.type);
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
    struct run *run = user;
    if (!run->cloud->picture.is_wanted) {
        count_lost(run->cloud, slab);
    }
    if (run->cloud->places[1] != NULL) {
        keep_places(run->cloud, slab);
    }
}

static scree_result complete_picture(void *user, scree_writer **writers, size_t *count)
{
    struct run *run = user;
    struct attractor_picture *picture = &run->cloud->picture;
    const scree_result result = attractor_picture_prepare(run->engine, run->field, picture, run->cloud->metadata);
    run->cloud->lost = picture->density.lost;
    writers[*count] = picture->writer;
    *count += result == SCREE_OK;
    return result;
}

/* Makes a field of the cloud with its files; `params` are complete. */
static int make_files(struct run *run, const scree_particle_params *params, bool is_watched)
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
static int make_without_files(struct run *run, const scree_particle_params *params, const struct destination *to)
{
    scree_field *field = NULL;
    scree_result result = scree_field_from_particles(run->engine->context, params, &field);
    if (result == SCREE_OK) {
        result = generate(run->engine, field, NULL, NULL, to, run->progress, &run->outcome->generated);
    }
    scree_field_release(&field);
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(run->engine, result);
}

/* Moves a cloud without drawing it. */
static int move_only(struct run *run, const scree_particle_params *params)
{
    return make_without_files(run, params, &(struct destination){.watch = watch, .watcher = run});
}

char *attractor_frame_name(const char *path, uint64_t frame)
{
    const char *dot = strrchr(path, '.');
    const size_t size = strlen(path) + NAME_ROOM;
    const size_t stem = (size_t)(dot - path);
    char *name = malloc(size);
    if (name != NULL) {
        snprintf(name, size, "%.*s_%04" PRIu64 "%s", (int)stem, path, frame, dot);
    }
    return name;
}

/* Before the work: whether all frames may be written. */
static int check_frames(const struct run *run, const char *path)
{
    const struct attractor_frames *frames = &run->cloud->frames;
    const bool is_free = frames->resumes || run->field->values[OPTION_FORCE].given;
    int code = EXIT_CODE_OK;
    for (uint64_t frame = 0; frame < frames->count && code == EXIT_CODE_OK; frame++) {
        char *name = attractor_frame_name(path, frame);
        code = name != NULL ? output_names_check_path(name, is_free) : EXIT_CODE_FAILED;
        free(name);
    }
    return code;
}

/* The cloud of a frame: the first one makes all steps, the others those from frame to frame. */
static scree_particle_params params_of_frame(const struct attractor *cloud, uint64_t frame)
{
    scree_particle_params params = cloud->params;
    if (frame > 0 && cloud->places[0] != NULL) {
        params.first_step = cloud->params.first_step + cloud->params.steps + (frame - 1) * cloud->frames.steps;
        params.steps = cloud->frames.steps;
        params.places = cloud->places[0];
    }
    return params;
}

/* Where the frames have come to becomes where the next one begins. */
static void swap_places(struct attractor *cloud)
{
    void *kept = cloud->places[0];
    if (cloud->places[1] != NULL) {
        cloud->places[0] = cloud->places[1];
        cloud->places[1] = kept;
    }
}

static int make_frame(struct run *run, const char *path, uint64_t frame)
{
    struct attractor *cloud = run->cloud;
    const bool is_there = cloud->frames.resumes && access(path, F_OK) == 0;
    const scree_particle_params params = params_of_frame(cloud, frame);
    const bool is_moved = keeps_places(cloud) && (frame == 0 || cloud->frames.steps > 0);
    int code = EXIT_CODE_OK;
    cloud->frame = frame;
    attractor_picture_clear(&cloud->picture);
    if (!is_there) {
        run->field->file.path = path;
        code = make_files(run, &params, is_moved);
    } else if (is_moved) {
        code = move_only(run, &params);
    }
    if (code == EXIT_CODE_OK && is_moved) {
        swap_places(cloud);
    }
    return code;
}

/* The share of all steps that a frame has, for the progress bar; a frame without a step counts as one. */
static void share_progress(struct run *run, uint64_t frame)
{
    const struct attractor *cloud = run->cloud;
    const double first = cloud->params.steps > 0 ? (double)cloud->params.steps : 1.0;
    const double next = !keeps_places(cloud) ? first : cloud->frames.steps > 0 ? (double)cloud->frames.steps : 1.0;
    const double all = first + next * (double)(cloud->frames.count - 1);
    run->progress->before = frame == 0 ? 0.0 : (first + next * (double)(frame - 1)) / all;
    run->progress->part = (frame == 0 ? first : next) / all;
}

static int make_frames(struct run *run)
{
    struct attractor *cloud = run->cloud;
    const char *path = run->field->file.path;
    const double azimuth = cloud->picture.picture.drawing.camera.azimuth;
    double seconds = 0.0;
    int code = check_frames(run, path);
    for (uint64_t frame = 0; frame < cloud->frames.count && code == EXIT_CODE_OK; frame++) {
        char *name = attractor_frame_name(path, frame);
        cloud->picture.picture.drawing.camera.azimuth = azimuth + (double)frame * cloud->frames.turn;
        share_progress(run, frame);
        run->outcome->seconds = 0.0;
        code = name != NULL ? make_frame(run, name, frame) : EXIT_CODE_FAILED;
        seconds += run->outcome->seconds;
        run->field->file.path = path;
        free(name);
    }
    run->outcome->seconds = seconds;
    return code;
}

/* Coordinates of all particles that frames keep. */
static int take_places(struct attractor *cloud)
{
    const uint64_t bytes = cloud->params.count * scree_particle_bytes(cloud->params.type);
    for (int i = 0; i < 2 && keeps_places(cloud); i++) {
        /* Particles that stand still are read once. */
        const bool is_needed = i == 1 || cloud->frames.steps > 0;
        cloud->places[i] = is_needed ? malloc((size_t)bytes) : NULL;
        if (is_needed && cloud->places[i] == NULL) {
            message_error("--frames: no memory for %" PRIu64 " particles, %" PRIu64 " bytes", cloud->params.count,
                          bytes);
            return EXIT_CODE_FAILED;
        }
    }
    return EXIT_CODE_OK;
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

static void share_part(struct run *run, uint64_t first, uint64_t count)
{
    run->progress->before = (double)first / (double)run->cloud->params.count;
    run->progress->part = (double)count / (double)run->cloud->params.count;
}

/* Adds a part of the cloud to the picture. */
static int draw_part(struct run *run, uint64_t first, uint64_t count)
{
    struct attractor_picture *picture = &run->cloud->picture;
    const scree_particle_params params = part_of(run->cloud, first, count);
    share_part(run, first, count);
    return make_without_files(run, &params,
                              &(struct destination){.picture = &picture->picture, .density = &picture->density});
}

/* Draws the cloud part by part, with checkpoints between them, until one part is left; `next` begins it. */
static int draw_parts(struct run *run, uint64_t *next)
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

static int make_with_checkpoints(struct run *run)
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
        code = make_files(run, &rest, false);
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
    struct run run = {.engine = engine, .field = field, .cloud = cloud, .progress = progress, .outcome = outcome};
    int code = attractor_picture_open(field, &cloud->picture, cloud->frames.count == 0);
    if (code == EXIT_CODE_OK) {
        code = take_places(cloud);
    }
    if (code == EXIT_CODE_OK && cloud->frames.count > 0) {
        return make_frames(&run);
    }
    if (code == EXIT_CODE_OK && cloud->checkpoint != NULL) {
        return make_with_checkpoints(&run);
    }
    return code == EXIT_CODE_OK ? make_files(&run, &cloud->params, false) : code;
}
