#include "attractor_run.h"

#include <math.h>

#include "attractor_checkpoint.h"
#include "attractor_files.h"
#include "attractor_frames.h"
#include "command.h"
#include "explain.h"

/* Particles that are drawn before the first checkpoint may be written. */
#define FIRST_PART (UINT64_C(1) << 16)
/* Parts of a cloud grow until one takes this share of the time between checkpoints. */
#define PARTS_A_CHECKPOINT 4.0
/* Particles of a trial, at most where they make steps, and steps of all of them together in the first one. */
#define TRIAL_PARTICLES 1048576.0
#define TRIAL_MOVES 4194304.0

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

static void share_part(struct attractor_run *run, uint64_t first, uint64_t count)
{
    run->progress->before = (double)first / (double)run->cloud->params.count;
    run->progress->part = (double)count / (double)run->cloud->params.count;
}

/* Adds a part of the cloud to the picture. */
static int draw_part(struct attractor_run *run, uint64_t first, uint64_t count)
{
    const scree_particle_params params = part_of(run->cloud, first, count);
    share_part(run, first, count);
    return attractor_files_draw(run, &params);
}

/* Draws the cloud part by part, with checkpoints between them, until one part is left; `next` begins it. */
static int draw_parts(struct attractor_run *run, uint64_t *next)
{
    struct attractor *cloud = run->cloud;
    uint64_t part = FIRST_PART;
    double saved = scree_os_clock_seconds();
    int code = EXIT_CODE_OK;
    while (cloud->params.count - *next > part && code == EXIT_CODE_OK) {
        const double start = scree_os_clock_seconds();
        code = draw_part(run, *next, part);
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

static int make_with_checkpoints(struct attractor_run *run)
{
    struct attractor *cloud = run->cloud;
    const double start = scree_os_clock_seconds();
    uint64_t next = 0;
    int code = attractor_checkpoint_read(cloud, &next);
    run->progress->resumed = (double)next / (double)cloud->params.count;
    if (code == EXIT_CODE_OK) {
        code = draw_parts(run, &next);
    }
    if (code == EXIT_CODE_OK) {
        const scree_particle_params rest = part_of(cloud, next, cloud->params.count - next);
        share_part(run, next, rest.count);
        code = attractor_files_make(run, &rest, false);
    }
    if (code == EXIT_CODE_OK) {
        attractor_checkpoint_remove(cloud);
    }
    run->outcome->seconds = scree_os_clock_seconds() - start;
    return code;
}

/* A part of the longest frame for a trial: fewer steps, or all steps of fewer particles. */
static scree_result make_trial_part(const void *user, double share, struct trial_part *part)
{
    const struct attractor_run *run = user;
    const struct attractor *cloud = run->cloud;
    const double steps = attractor_frames_max_steps(cloud);
    const double moves = steps * (double)cloud->params.count;
    const double wanted = share > 0.0 ? share * moves : fmin(TRIAL_MOVES, moves);
    const double fewer = fmin((double)cloud->params.count, TRIAL_PARTICLES);
    const double kept_steps = fmin(steps, fmax(1.0, floor(wanted / fewer)));
    const double kept = fmin((double)cloud->params.count, fmax(2.0, floor(wanted / kept_steps)));
    scree_particle_params params = part_of(cloud, 0, (uint64_t)kept);
    params.steps = cloud->params.steps > 0 || cloud->frames.steps > 0 ? (uint64_t)kept_steps : 0;
    part->share = kept * kept_steps / moves;
    return scree_field_from_particles(run->engine->context, &params, &part->field);
}

static scree_result explain_pictures(const struct attractor_run *run)
{
    const struct attractor *cloud = run->cloud;
    const struct explained_picture picture = {.path = run->field->file.path,
                                              .format = run->field->file.format,
                                              .type = cloud->picture.type,
                                              .width = cloud->picture.density.width,
                                              .height = cloud->picture.density.height,
                                              .frames = cloud->frames.count};
    return cloud->picture.is_wanted ? explain_picture(run->engine, run->field->values, &picture) : SCREE_OK;
}

/* The files, the job of the first frame, and the time of all. */
static int explain(struct attractor_run *run)
{
    struct attractor *cloud = run->cloud;
    struct explanation *explanation = run->engine->explanation;
    const bool is_numbered = cloud->frames.count > 0 && !cloud->picture.is_video;
    int code = is_numbered ? attractor_frames_check(run) : EXIT_CODE_OK;
    if (code != EXIT_CODE_OK) {
        return code;
    }
    explanation->frames = cloud->frames.count;
    explanation->own_bytes =
        cloud->picture.is_wanted ? attractor_picture_bytes(&cloud->picture) + attractor_positions_bytes(cloud) : 0.0;
    scree_result result = explain_pictures(run);
    code = result == SCREE_OK ? attractor_files_make(run, &cloud->params, false) : engine_fail(run->engine, result);
    if (code != EXIT_CODE_OK) {
        return code;
    }
    result = trial_run(run->engine, make_trial_part, run, NULL, &explanation->trial);
    explanation->trial.share *= attractor_frames_max_steps(cloud) / attractor_frames_steps(cloud);
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(run->engine, result);
}

int attractor_run(struct engine *engine, struct field_request *field, struct progress *progress,
                  struct outcome *outcome)
{
    struct attractor *cloud = field->part;
    struct attractor_run run = {
        .engine = engine, .field = field, .cloud = cloud, .progress = progress, .outcome = outcome};
    int code = attractor_picture_open(field, &cloud->picture, cloud->frames.count == 0);
    if (code == EXIT_CODE_OK && engine->explanation != NULL) {
        return explain(&run);
    }
    if (code == EXIT_CODE_OK && cloud->frames.count > 0) {
        return attractor_frames_make(&run);
    }
    if (code == EXIT_CODE_OK && cloud->checkpoint != NULL) {
        return make_with_checkpoints(&run);
    }
    return code == EXIT_CODE_OK ? attractor_files_make(&run, &cloud->params, false) : code;
}
