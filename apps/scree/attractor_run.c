#include "attractor_run.h"

#include "attractor_checkpoint.h"
#include "attractor_files.h"
#include "attractor_frames.h"
#include "command.h"

/* Particles that are drawn before the first checkpoint may be written. */
#define FIRST_PART (UINT64_C(1) << 16)
/* Parts of a cloud grow until one takes this share of the time between checkpoints. */
#define PARTS_A_CHECKPOINT 4.0

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
        code = attractor_files_make(run, &rest, false);
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
    return code == EXIT_CODE_OK ? attractor_files_make(&run, &cloud->params, false) : code;
}
