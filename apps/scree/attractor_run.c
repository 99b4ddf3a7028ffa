/* Runs of `scree attractor`: into coordinates and one picture, into frames, or part by part with checkpoints. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../src/formats/recipe_internal.h"
#include "attractor.h"
#include "command.h"
#include "explain.h"
#include "field_run.h"
#include "message.h"
#include "output_names.h"

/* Particles that are drawn before the first checkpoint may be written. */
#define FIRST_PART (UINT64_C(1) << 16)
/* Parts of a cloud grow until one takes this share of the time between checkpoints. */
#define PARTS_A_CHECKPOINT 4.0
/* Particles of a trial, at most where they make steps, and steps of all of them together in the first one. */
#define TRIAL_PARTICLES 1048576.0
#define TRIAL_MOVES 4194304.0

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
    struct attractor *cloud = ((const struct field_request *)user)->part;
    if (!cloud->picture.is_wanted) {
        count_lost(cloud, slab);
    }
    if (cloud->positions[1] != NULL) {
        keep_places(cloud, slab);
    }
}

static scree_result complete_picture(void *user, scree_writer **writers, size_t *count)
{
    const struct field_request *field = user;
    struct attractor *cloud = field->part;
    cloud->lost = cloud->picture.density.lost;
    if (cloud->picture.is_video) {
        return attractor_picture_add(field);
    }
    const scree_result result = attractor_picture_prepare(field);
    writers[*count] = cloud->picture.writer;
    *count += result == SCREE_OK;
    return result;
}

/* The recipe, for files. */
static scree_result describe(struct attractor *cloud)
{
    const scree_particle_params recipe = attractor_recipe(cloud);
    cloud->metadata = scree_particles_describe(&recipe, 2);
    return cloud->metadata != NULL ? SCREE_OK : SCREE_ERROR_OUT_OF_MEMORY;
}

/* Makes a cloud with its files. `is_watched`: coordinates come to the host. */
static int make_files(struct field_request *field, const scree_particle_params *params, bool is_watched)
{
    struct attractor *cloud = field->part;
    const bool draws = cloud->picture.is_wanted;
    scree_field *particles = NULL;
    scree_result result = describe(cloud);
    if (result == SCREE_OK) {
        result = scree_field_from_particles(field->engine->context, params, &particles);
    }
    if (result != SCREE_OK) {
        return engine_fail(field->engine, result);
    }
    const scree_volume volume = {.axes = 2,
                                 .count = {3, params->count},
                                 .type = field->stored,
                                 .source = field->stored,
                                 .name = "positions",
                                 .metadata = cloud->metadata,
                                 .key = ATTRACTOR_KEY};
    const struct field_job job = {
        .field = particles,
        .samples = {.path = cloud->points.path, .format = cloud->points.format, .volume = &volume},
        .makes_files = cloud->points.path != NULL || draws,
        .watch = is_watched || !draws ? watch : NULL,
        .complete = draws ? complete_picture : NULL,
        .splat = draws ? &cloud->picture.splat : NULL,
        .density = &cloud->picture.density,
        .user = field,
    };
    const int code = field_run(field, &job);
    scree_field_release(&particles);
    scree_recipe_text_free(&cloud->metadata);
    if (!cloud->picture.is_video) {
        scree_writer_close(&cloud->picture.writer);
    }
    return code;
}

/* Makes a field of the cloud without files: moves it, or adds it to the picture. */
static int make_without_files(struct field_request *field, const scree_particle_params *params,
                              const struct destination *to)
{
    scree_field *particles = NULL;
    scree_result result = scree_field_from_particles(field->engine->context, params, &particles);
    if (result == SCREE_OK) {
        result = generate(field->engine, particles, NULL, NULL, to, field->progress, &field->outcome->generated);
    }
    scree_field_release(&particles);
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(field->engine, result);
}

/* Trails that begin anew in each frame are drawn from the start. */
static bool keeps_positions(const struct attractor *cloud)
{
    return cloud->frames.count > 1 && (cloud->picture.splat.every == 0 || cloud->frames.steps > 0);
}

double attractor_positions_bytes(const struct attractor *cloud)
{
    const double copies = !keeps_positions(cloud) ? 0.0 : cloud->frames.steps > 0 ? 2.0 : 1.0;
    return copies * (double)cloud->params.count * scree_particle_bytes(cloud->params.type);
}

/* The cloud of a frame: the first one makes all steps, the others those from frame to frame. */
static scree_particle_params params_of_frame(const struct attractor *cloud, uint64_t frame)
{
    scree_particle_params params = cloud->params;
    if (frame > 0 && cloud->positions[0] != NULL) {
        params.first_step = cloud->params.first_step + cloud->params.steps + (frame - 1) * cloud->frames.steps;
        params.steps = cloud->frames.steps;
        params.positions = cloud->positions[0];
    }
    return params;
}

/* The coordinates at which a frame has ended become those at which the next one begins. */
static void swap_places(struct attractor *cloud)
{
    void *kept = cloud->positions[0];
    if (cloud->positions[1] != NULL) {
        cloud->positions[0] = cloud->positions[1];
        cloud->positions[1] = kept;
    }
}

static int make_frame(struct field_request *field, const char *path, uint64_t frame)
{
    struct attractor *cloud = field->part;
    const bool is_there = cloud->frames.resumes && access(path, F_OK) == 0;
    const scree_particle_params params = params_of_frame(cloud, frame);
    const bool is_moved = keeps_positions(cloud) && (frame == 0 || cloud->frames.steps > 0);
    const struct destination moved = {.watch = watch, .watcher = field};
    int code = EXIT_CODE_OK;
    cloud->frame = frame;
    attractor_picture_clear(&cloud->picture);
    if (!is_there) {
        field->file.path = path;
        code = make_files(field, &params, is_moved);
    } else if (is_moved) {
        code = make_without_files(field, &params, &moved);
    }
    if (code == EXIT_CODE_OK && is_moved) {
        swap_places(cloud);
    }
    return code;
}

/* Steps of the first frame, and of each further one. A frame without a step counts as one. */
static double first_steps(const struct attractor *cloud)
{
    return cloud->params.steps > 0 ? (double)cloud->params.steps : 1.0;
}

static double next_steps(const struct attractor *cloud)
{
    return !keeps_positions(cloud) ? first_steps(cloud) : cloud->frames.steps > 0 ? (double)cloud->frames.steps : 1.0;
}

/* The steps of all frames; without frames there is one picture. */
static double all_steps(const struct attractor *cloud)
{
    const double further = cloud->frames.count > 0 ? (double)(cloud->frames.count - 1) : 0.0;
    return first_steps(cloud) + further * next_steps(cloud);
}

/* The steps of the frame that makes most. */
static double max_steps(const struct attractor *cloud)
{
    return fmax(first_steps(cloud), next_steps(cloud));
}

/* The share of all steps that a frame has, for the progress bar. */
static void share_progress(struct progress *progress, const struct attractor *cloud, uint64_t frame)
{
    const double first = first_steps(cloud);
    const double next = next_steps(cloud);
    progress->before = frame == 0 ? 0.0 : (first + next * (double)(frame - 1)) / all_steps(cloud);
    progress->part = (frame == 0 ? first : next) / all_steps(cloud);
}

/* Coordinates of all particles that frames keep. */
static int take_places(struct field_request *field)
{
    struct attractor *cloud = field->part;
    const uint64_t bytes = cloud->params.count * scree_particle_bytes(cloud->params.type);
    for (int i = 0; i < 2 && keeps_positions(cloud); i++) {
        /* Particles that stand still are read once. */
        const bool is_needed = i == 1 || cloud->frames.steps > 0;
        cloud->positions[i] = is_needed ? malloc((size_t)bytes) : NULL;
        if (is_needed && cloud->positions[i] == NULL) {
            message_error("--frames: no memory for %" PRIu64 " particles, %" PRIu64 " bytes", cloud->params.count,
                          bytes);
            return EXIT_CODE_FAILED;
        }
    }
    return EXIT_CODE_OK;
}

/* Makes one frame after another, all of one video, or each a file of its own. */
static int make_all(struct field_request *field)
{
    struct attractor *cloud = field->part;
    const char *path = field->file.path;
    const double azimuth = cloud->picture.splat.camera.azimuth;
    double seconds = 0.0;
    int code = EXIT_CODE_OK;
    for (uint64_t frame = 0; frame < cloud->frames.count && code == EXIT_CODE_OK; frame++) {
        char *name = cloud->picture.is_video ? strdup(path) : frame_name(path, frame);
        cloud->picture.splat.camera.azimuth = azimuth + (double)frame * cloud->frames.turn;
        share_progress(field->progress, cloud, frame);
        field->outcome->seconds = 0.0;
        code = name != NULL ? make_frame(field, name, frame) : EXIT_CODE_FAILED;
        seconds += field->outcome->seconds;
        field->file.path = path;
        free(name);
    }
    field->outcome->seconds = seconds;
    return code;
}

/* Whether numbered pictures may be written. */
static int check_names(const struct field_request *field)
{
    const struct attractor *cloud = field->part;
    return frame_name_check_all(field->file.path, field->file.format, cloud->frames.count,
                                cloud->frames.resumes || field->values[OPTION_FORCE].given);
}

/* Opens the video, or checks the names of pictures. */
static int open_files(struct field_request *field)
{
    struct attractor *cloud = field->part;
    if (!cloud->picture.is_video) {
        return check_names(field);
    }
    scree_result result = describe(cloud);
    if (result == SCREE_OK) {
        result = attractor_picture_prepare(field);
    }
    scree_recipe_text_free(&cloud->metadata);
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(field->engine, result);
}

/* Gives the video its name, or removes pictures that a longer run left behind. */
static int finish_files(struct field_request *field)
{
    const struct attractor *cloud = field->part;
    const double start = scree_os_clock_seconds();
    scree_result result = SCREE_OK;
    if (cloud->picture.is_video) {
        result = output_file_finish(cloud->picture.writer, NULL, NULL);
        field->outcome->bytes += scree_writer_bytes(cloud->picture.writer);
        field->outcome->seconds += scree_os_clock_seconds() - start;
    } else {
        result = frame_name_remove_later(field->engine->context, field->arguments, &field->file, cloud->frames.count);
    }
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(field->engine, result);
}

static int make_frames(struct field_request *field)
{
    static int (*const steps[])(struct field_request *) = {open_files, take_places, make_all, finish_files};
    return field_take_steps(field, steps, sizeof steps / sizeof steps[0]);
}

/* A part of the cloud. */
static scree_particle_params part_of(const struct attractor *cloud, uint64_t first, uint64_t count)
{
    scree_particle_params params = cloud->params;
    params.first += first;
    params.count = count;
    if (params.positions != NULL) {
        params.positions = (const char *)params.positions + first * scree_particle_bytes(params.type);
    }
    return params;
}

/* Begins a part of the cloud, for the progress bar. */
static scree_particle_params begin_part(const struct field_request *field, uint64_t first, uint64_t count)
{
    const struct attractor *cloud = field->part;
    field->progress->before = (double)first / (double)cloud->params.count;
    field->progress->part = (double)count / (double)cloud->params.count;
    return part_of(cloud, first, count);
}

/* Draws the cloud part by part, with checkpoints between them, until one part is left; `next` begins it. */
static int draw_parts(struct field_request *field, uint64_t *next)
{
    struct attractor *cloud = field->part;
    const struct destination drawn = {.splat = &cloud->picture.splat, .density = &cloud->picture.density};
    uint64_t part = FIRST_PART;
    double saved = scree_os_clock_seconds();
    int code = EXIT_CODE_OK;
    while (cloud->params.count - *next > part && code == EXIT_CODE_OK) {
        const double start = scree_os_clock_seconds();
        const scree_particle_params params = begin_part(field, *next, part);
        code = make_without_files(field, &params, &drawn);
        *next += part;
        const double now = scree_os_clock_seconds();
        if (code == EXIT_CODE_OK && now - saved >= cloud->checkpoint_seconds) {
            code = attractor_checkpoint_write(cloud, *next);
            saved = now;
        }
        part *= now - start < cloud->checkpoint_seconds / PARTS_A_CHECKPOINT ? 2 : 1;
    }
    return code;
}

static int make_with_checkpoints(struct field_request *field)
{
    struct attractor *cloud = field->part;
    const double start = scree_os_clock_seconds();
    uint64_t next = 0;
    int code = attractor_checkpoint_read(cloud, &next);
    field->progress->resumed = (double)next / (double)cloud->params.count;
    if (code == EXIT_CODE_OK) {
        code = draw_parts(field, &next);
    }
    if (code == EXIT_CODE_OK) {
        const scree_particle_params rest = begin_part(field, next, cloud->params.count - next);
        code = make_files(field, &rest, false);
    }
    if (code == EXIT_CODE_OK) {
        attractor_checkpoint_remove(cloud);
    }
    field->outcome->seconds = scree_os_clock_seconds() - start;
    return code;
}

/* A part of the longest frame for a trial: fewer steps, or all steps of fewer particles. */
static scree_result make_trial_part(const void *user, double share, struct trial_part *part)
{
    const struct field_request *field = user;
    const struct attractor *cloud = field->part;
    const double steps = max_steps(cloud);
    const double moves = steps * (double)cloud->params.count;
    const double wanted = share > 0.0 ? share * moves : fmin(TRIAL_MOVES, moves);
    const double fewer = fmin((double)cloud->params.count, TRIAL_PARTICLES);
    const double kept_steps = fmin(steps, fmax(1.0, floor(wanted / fewer)));
    const double kept = fmin((double)cloud->params.count, fmax(2.0, floor(wanted / kept_steps)));
    scree_particle_params params = part_of(cloud, 0, (uint64_t)kept);
    params.steps = cloud->params.steps > 0 || cloud->frames.steps > 0 ? (uint64_t)kept_steps : 0;
    part->share = kept * kept_steps / moves;
    return scree_field_from_particles(field->engine->context, &params, &part->field);
}

static scree_result explain_pictures(const struct field_request *field)
{
    const struct attractor *cloud = field->part;
    const struct explained_picture picture = {.path = field->file.path,
                                              .format = field->file.format,
                                              .type = cloud->picture.type,
                                              .width = cloud->picture.density.width,
                                              .height = cloud->picture.density.height,
                                              .frames = cloud->frames.count};
    return cloud->picture.is_wanted ? explain_picture(field->engine, field->values, &picture) : SCREE_OK;
}

/* The files, the job of the first frame, and the time of all. */
static int explain(struct field_request *field)
{
    struct attractor *cloud = field->part;
    struct explanation *explanation = field->engine->explanation;
    const bool is_numbered = cloud->frames.count > 0 && !cloud->picture.is_video;
    int code = is_numbered ? check_names(field) : EXIT_CODE_OK;
    if (code != EXIT_CODE_OK) {
        return code;
    }
    explanation->frames = cloud->frames.count;
    scree_result result = explain_pictures(field);
    code = result == SCREE_OK ? make_files(field, &cloud->params, false) : engine_fail(field->engine, result);
    if (code != EXIT_CODE_OK) {
        return code;
    }
    result = trial_run(field->engine, make_trial_part, field, NULL, &explanation->trial);
    explanation->trial.share *= max_steps(cloud) / all_steps(cloud);
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(field->engine, result);
}

int attractor_run(struct field_request *field)
{
    const struct attractor *cloud = field->part;
    const int code = attractor_picture_open(field);
    if (code != EXIT_CODE_OK) {
        return code;
    }
    return field->engine->explanation != NULL ? explain(field)
           : cloud->frames.count > 0          ? make_frames(field)
           : cloud->checkpoint != NULL        ? make_with_checkpoints(field)
                                              : make_files(field, &cloud->params, false);
}
