#include "trial.h"

#include <math.h>

#include "generate.h"

/* A part that takes so long is measured well enough; the next one is so many times as large. */
#define ENOUGH_SECONDS 0.05
#define GROWTH 4.0
/* A first run that is slower than this is not repeated, although it includes what only a first one does. */
#define SLOW_SECONDS 0.5
/* Samples of the first part of a grid. */
#define FIRST_SAMPLES 65536.0

static scree_result run_once(struct engine *engine, const struct trial_part *part, const scree_output *output,
                             double *seconds)
{
    static const struct destination nowhere = {.writer = NULL};
    struct progress progress;
    struct generated generated = {.seconds = 0};
    progress_start(&progress, PROGRESS_NEVER, true);
    const scree_result result = generate(engine, part->field, part->grid.axes > 0 ? &part->grid : NULL, output,
                                         &nowhere, &progress, &generated);
    *seconds = generated.seconds;
    return result;
}

/* A device's first run of a program may have to load or to make it, so the second one counts. */
static scree_result run_twice(struct engine *engine, const struct trial_part *part, const scree_output *output,
                              double *seconds)
{
    const scree_result result = run_once(engine, part, output, seconds);
    return result == SCREE_OK && *seconds < SLOW_SECONDS ? run_once(engine, part, output, seconds) : result;
}

scree_result trial_run(struct engine *engine, trial_make make, const void *user, const scree_output *output,
                       struct trial *trial)
{
    scree_output fixed = output != NULL ? *output : (scree_output){.type = SCREE_TYPE_F32};
    double share = 0.0;
    scree_result result = SCREE_OK;
    if (fixed.range_mode == SCREE_RANGE_MEASURED) {
        fixed.range_mode = SCREE_RANGE_FIXED;
    }
    *trial = (struct trial){.share = 0};
    while (result == SCREE_OK && trial->seconds < ENOUGH_SECONDS && trial->share < 1.0) {
        struct trial_part part = {.field = NULL};
        result = make(user, share, &part);
        if (result == SCREE_OK) {
            result = run_twice(engine, &part, &fixed, &trial->seconds);
        }
        trial->share = part.share;
        share = fmin(1.0, GROWTH * fmax(share, part.share));
        scree_field_release(&part.field);
    }
    return result;
}

/* A field on a grid. */
struct whole_grid {
    const scree_field *field;
    const scree_grid *grid;
    double samples;
};

/* A corner of the grid: planes are left out first, then rows, and then samples of a row. */
static scree_result cut_grid(const void *user, double share, struct trial_part *part)
{
    const struct whole_grid *whole = user;
    const double wanted = share > 0.0 ? share * whole->samples : fmin(FIRST_SAMPLES, whole->samples);
    double samples = whole->samples;
    part->field = scree_field_retain(whole->field);
    part->grid = *whole->grid;
    for (uint32_t axis = part->grid.axes; axis-- > 0 && samples > wanted;) {
        const double count = part->grid.count[axis] > 0 ? (double)part->grid.count[axis] : 1.0;
        const double kept = fmax(1.0, floor(count * wanted / samples));
        part->grid.count[axis] = (uint64_t)kept;
        samples *= kept / count;
    }
    part->share = samples / whole->samples;
    return SCREE_OK;
}

scree_result trial_run_grid(struct engine *engine, const scree_field *field, const scree_grid *grid,
                            const scree_output *output, struct trial *trial)
{
    struct whole_grid whole = {.field = field, .grid = grid, .samples = 1.0};
    for (uint32_t axis = 0; axis < grid->axes; axis++) {
        whole.samples *= grid->count[axis] > 0 ? (double)grid->count[axis] : 1.0;
    }
    return trial_run(engine, cut_grid, &whole, output, trial);
}
