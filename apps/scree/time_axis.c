#include "time_axis.h"

#include <math.h>

#include "command.h"

/* Cells from frame to frame: all octaves of the preset terrain have cells of a frame at least. */
#define USUAL_STEP 0.0078125

int time_axis_add(const struct option_value *values, scree_grid *grid)
{
    static const enum option_id of_time[] = {OPTION_TIME_STEP, OPTION_LOOP};
    if (!values[OPTION_TIME_FRAMES].given) {
        return option_refuse_given(values, of_time, sizeof of_time / sizeof of_time[0],
                                   "has no effect here; there is no axis for time without --frames");
    }
    if (values[OPTION_LOOP].given && values[OPTION_PERIOD].count > grid->axes) {
        return option_refuse(values, OPTION_PERIOD, "has a number for time, which --loop chooses");
    }
    const enum option_id of_step = values[OPTION_CELL_SIZE].given ? OPTION_CELL_SIZE : OPTION_STEP;
    if (values[OPTION_TIME_STEP].given && values[of_step].count > grid->axes) {
        return option_refuse(values, of_step, "has a number for time, which --frame-step gives, too");
    }
    if (grid->axes == SCREE_MAX_AXES) {
        return option_refuse(values, OPTION_TIME_FRAMES,
                             "the grid has 8 axes, the most there are, so none is left for time");
    }
    grid->count[grid->axes++] = values[OPTION_TIME_FRAMES].whole;
    return EXIT_CODE_OK;
}

double time_axis_step(double cells, double samples)
{
    const double step = cells / samples;
    return fma(step, samples, -cells) < 0.0 ? nextafter(step, INFINITY) : step;
}

void time_axis_apply(const struct option_value *values, scree_grid *grid, scree_noise_params *noise)
{
    const uint32_t time = grid->axes - 1;
    const double frames = (double)grid->count[time];
    double step = grid->step[time] > 0.0 ? grid->step[time] : USUAL_STEP;
    if (values[OPTION_TIME_STEP].given) {
        step = values[OPTION_TIME_STEP].reals[0];
    }
    if (values[OPTION_LOOP].given) {
        const double least = (double)scree_noise_kind_describe(noise->kind)->min_period;
        const double cells = fmax(fmax(1.0, least), round(frames * step));
        noise->period[time] = (uint64_t)cells;
        step = time_axis_step(cells, frames);
    }
    grid->step[time] = step;
}
