#include "attractor_frames.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../src/formats/recipe_internal.h"
#include "attractor_video.h"
#include "command.h"
#include "frame_name.h"
#include "message.h"

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

/* Where the frames have come to becomes where the next one begins. */
static void swap_places(struct attractor *cloud)
{
    void *kept = cloud->positions[0];
    if (cloud->positions[1] != NULL) {
        cloud->positions[0] = cloud->positions[1];
        cloud->positions[1] = kept;
    }
}

static int make_frame(struct attractor_run *run, const char *path, uint64_t frame)
{
    struct attractor *cloud = run->cloud;
    const bool is_there = cloud->frames.resumes && access(path, F_OK) == 0;
    const scree_particle_params params = params_of_frame(cloud, frame);
    const bool is_moved = keeps_positions(cloud) && (frame == 0 || cloud->frames.steps > 0);
    int code = EXIT_CODE_OK;
    cloud->frame = frame;
    attractor_picture_clear(&cloud->picture);
    if (!is_there) {
        run->field->file.path = path;
        code = attractor_files_make(run, &params, is_moved);
    } else if (is_moved) {
        code = attractor_files_move(run, &params);
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

double attractor_frames_steps(const struct attractor *cloud)
{
    const double further = cloud->frames.count > 0 ? (double)(cloud->frames.count - 1) : 0.0;
    return first_steps(cloud) + further * next_steps(cloud);
}

double attractor_frames_max_steps(const struct attractor *cloud)
{
    return fmax(first_steps(cloud), next_steps(cloud));
}

/* The share of all steps that a frame has, for the progress bar. */
static void share_progress(struct attractor_run *run, uint64_t frame)
{
    const struct attractor *cloud = run->cloud;
    const double first = first_steps(cloud);
    const double next = next_steps(cloud);
    const double all = attractor_frames_steps(cloud);
    run->progress->before = frame == 0 ? 0.0 : (first + next * (double)(frame - 1)) / all;
    run->progress->part = (frame == 0 ? first : next) / all;
}

/* Coordinates of all particles that frames keep. */
static int take_places(struct attractor *cloud)
{
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
static int make_all(struct attractor_run *run)
{
    struct attractor *cloud = run->cloud;
    const char *path = run->field->file.path;
    const double azimuth = cloud->picture.splat.camera.azimuth;
    double seconds = 0.0;
    int code = EXIT_CODE_OK;
    for (uint64_t frame = 0; frame < cloud->frames.count && code == EXIT_CODE_OK; frame++) {
        char *name = run->cloud->video.writer != NULL ? strdup(path) : frame_name(path, frame);
        cloud->picture.splat.camera.azimuth = azimuth + (double)frame * cloud->frames.turn;
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

int attractor_frames_check(const struct attractor_run *run)
{
    const struct attractor *cloud = run->cloud;
    return frame_name_check_all(run->field->file.path, run->field->file.format, cloud->frames.count,
                                cloud->frames.resumes || run->field->values[OPTION_FORCE].given);
}

static int open_files(struct attractor_run *run)
{
    struct attractor *cloud = run->cloud;
    if (!cloud->picture.is_video) {
        return attractor_frames_check(run);
    }
    const scree_particle_params recipe = attractor_recipe(cloud);
    char *metadata = scree_particles_describe(&recipe, 2);
    const scree_video_frames frames = {
        .count = cloud->frames.count, .steps = cloud->frames.steps, .turn = cloud->frames.turn};
    const scree_result result = metadata == NULL ? SCREE_ERROR_OUT_OF_MEMORY
                                                 : attractor_video_open(run->engine, run->field, &cloud->picture,
                                                                        &frames, metadata, &cloud->video);
    scree_recipe_text_free(&metadata);
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(run->engine, result);
}

static scree_result finish_video(struct attractor_run *run)
{
    struct attractor_video *video = &run->cloud->video;
    const double start = scree_os_clock_seconds();
    const scree_result result = attractor_video_finish(video);
    run->outcome->bytes += scree_writer_bytes(video->writer);
    run->outcome->seconds += scree_os_clock_seconds() - start;
    return result;
}

static int finish(struct attractor_run *run)
{
    const scree_result result = run->cloud->video.writer != NULL
                                    ? finish_video(run)
                                    : frame_name_remove_later(run->engine->context, run->field->arguments,
                                                              &run->field->file, run->cloud->frames.count);
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(run->engine, result);
}

int attractor_frames_make(struct attractor_run *run)
{
    int code = open_files(run);
    if (code == EXIT_CODE_OK) {
        code = take_places(run->cloud);
    }
    if (code == EXIT_CODE_OK) {
        code = make_all(run);
    }
    return code == EXIT_CODE_OK ? finish(run) : code;
}
