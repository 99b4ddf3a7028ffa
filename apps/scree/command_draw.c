/* `scree draw` and `scree preview`: fields and files as maps, in a file and in the terminal. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "enumeration_names.h"
#include "message.h"
#include "render.h"
#include "terminal.h"

#define USUAL_PLANES 16
#define REPEATS 2
/* Graphics are not larger than this, because their pixels have to pass through the terminal. */
#define GRAPHICS_SIDE_MOST 1200u
/* Samples along a pixel that a preview has of noise. */
#define SAMPLES_A_PIXEL 2.0

static int check_planes(const struct option_value *values, const struct render *render)
{
    static const enum option_id ids[] = {OPTION_PLANE, OPTION_SHEET};
    const struct option_value *plane = &values[OPTION_PLANE];
    const struct option_value *sheet = &values[OPTION_SHEET];
    if (render->axes == 2) {
        return option_refuse_given(values, ids, sizeof ids / sizeof ids[0], "is for volumes, and this has 2 axes");
    }
    if (plane->given && sheet->given) {
        return option_refuse(values, OPTION_SHEET, "not together with --slice, which is one plane");
    }
    if (sheet->given && sheet->wholes[0] == 0) {
        return option_refuse(values, OPTION_SHEET, "must have at least 1 plane");
    }
    if (plane->given && (uint64_t)plane->wholes[0] >= render->planes.count[plane->letters[0] - 'x']) {
        return option_refuse(values, OPTION_PLANE, "%c must be 0 to %" PRIu64, plane->letters[0],
                             render->planes.count[plane->letters[0] - 'x'] - 1);
    }
    return EXIT_CODE_OK;
}

static void choose_planes(const struct option_value *values, struct render *render)
{
    struct planes *planes = &render->planes;
    const struct option_value *plane = &values[OPTION_PLANE];
    const struct option_value *sheet = &values[OPTION_SHEET];
    const struct option_value *given = plane->given ? plane : sheet;
    planes->axis = given->given ? (unsigned)(given->letters[0] - 'x') : 2;
    planes->repeats = values[OPTION_TILED].given ? REPEATS : 1;
    planes_spread(planes, plane->given ? 1 : sheet->given ? (uint64_t)sheet->wholes[0] : USUAL_PLANES);
    if (plane->given) {
        planes->first = (uint64_t)plane->wholes[0];
        planes->extent = 0;
    }
    planes->is_needed = render->axes == 3 || planes->repeats > 1;
}

/* Where one plane of noise is shown, the others are not made. */
static void make_one_plane(struct render_source *source, struct planes *planes)
{
    scree_grid *grid = &source->noise.recipe.grid;
    if (source->grid != NULL && planes->extent == 0) {
        grid->first[planes->axis] += (int64_t)planes->first;
        grid->count[planes->axis] = planes->count[planes->axis] = 1;
        planes->first = 0;
    }
}

/* An axis without a step of its own has that of the first (grid.h). */
static void coarsen_axis(scree_grid *grid, uint32_t axis, double step, uint64_t factor)
{
    grid->origin[axis] += (double)grid->first[axis] * step;
    grid->first[axis] = 0;
    grid->step[axis] = fmin(step * (double)factor, STEP_MOST);
    grid->count[axis] = (grid->count[axis] + factor - 1) / factor;
}

/* Leaves out samples of noise of which there are many in a pixel of a preview. */
static void coarsen(struct render *render, const uint64_t map[2])
{
    scree_grid *grid = &render->source.noise.recipe.grid;
    const double samples = fmax((double)map[0] / (double)render->room[0], (double)map[1] / (double)render->room[1]);
    const uint64_t factor = (uint64_t)fmin(samples / SAMPLES_A_PIXEL, 0x1p20);
    const double first_step = grid->step[0];
    for (uint32_t axis = 0; factor > 1 && axis < 3; axis++) {
        if (axis < grid->axes && axis != render->planes.axis) {
            coarsen_axis(grid, axis, grid->step[axis] != 0.0 ? grid->step[axis] : first_step, factor);
            render->planes.count[axis] = grid->count[axis];
        }
    }
}

static int arrange(struct field_request *field, struct render *render)
{
    struct planes *planes = &render->planes;
    const int code = check_planes(field->values, render);
    if (code != EXIT_CODE_OK) {
        return code;
    }
    choose_planes(field->values, render);
    render->difference.planes = *planes;
    make_one_plane(&render->source, planes);
    make_one_plane(&render->difference.source, &render->difference.planes);
    planes_measure(planes, render->count);
    if (render->room[0] > 0 && render->source.grid != NULL && render->panels == 1) {
        coarsen(render, render->count);
        planes_measure(planes, render->count);
    }
    field->samples = planes->count[0] * planes->count[1] * planes->count[2];
    render->count[2] = 1;
    render->axes = 2;
    planes_turn(planes, render->sides);
    return EXIT_CODE_OK;
}

static int make_drawing(struct field_request *field)
{
    struct render *render = field->part;
    render->arrange = arrange;
    const int code = render_type.make(field);
    render->has_texts = field->values[OPTION_CONTOURS].given || render->planes.planes > 1 || render->panels > 1;
    return code;
}

int command_draw(const struct arguments *arguments)
{
    struct field_type type = render_type;
    type.make = make_drawing;
    return render_command(arguments, &type);
}

static bool has_pixels(enum graphics graphics)
{
    return graphics == GRAPHICS_KITTY || graphics == GRAPHICS_SIXEL;
}

/* There are no colours, or none are wanted. */
static int refuse_terminal(void)
{
    const char *term = getenv("TERM");
    const char *advice = "--graphics ascii prints shades of letters";
    if (term == NULL || *term == '\0') {
        message_error("preview: TERM is not set, so the terminal is taken for one without colours; %s", advice);
    } else if (terminal_has_colours()) {
        message_error("preview: NO_COLOR is set; %s", advice);
    } else {
        message_error("preview: the terminal %s has no colours; %s", term, advice);
    }
    return EXIT_CODE_FAILED;
}

static int choose_graphics(const struct option_value *values, enum graphics *graphics)
{
    if (values[OPTION_GRAPHICS].given) {
        *graphics = (enum graphics)values[OPTION_GRAPHICS].choice;
        return EXIT_CODE_OK;
    }
    if (!terminal_is_there()) {
        message_error("preview: stdout is no terminal; --graphics blocks prints to it all the same, and scree draw "
                      "makes a file");
        return EXIT_CODE_USAGE;
    }
    return terminal_find_graphics(graphics) ? EXIT_CODE_OK : refuse_terminal();
}

/* The room of the terminal, but for the line of the prompt, or --size. */
static void measure_room(const struct option_value *values, enum graphics graphics, uint64_t room[2])
{
    const struct option_value *size = &values[OPTION_PICTURE_SIZE];
    const struct terminal terminal = terminal_measure();
    const uint64_t rows = terminal.rows > 1 ? terminal.rows - 1 : 1;
    room[0] = terminal.columns;
    room[1] = 2 * rows;
    if (has_pixels(graphics)) {
        room[0] = terminal.pixels[0] < GRAPHICS_SIDE_MOST ? terminal.pixels[0] : GRAPHICS_SIDE_MOST;
        const uint64_t height = terminal.pixels[1] * rows / terminal.rows;
        room[1] = height < GRAPHICS_SIDE_MOST ? height : GRAPHICS_SIDE_MOST;
    }
    for (uint32_t side = 0; size->given && side < 2; side++) {
        room[side] = (uint64_t)size->wholes[side % size->count];
    }
}

static int make_preview(struct field_request *field)
{
    struct render *render = field->part;
    enum graphics graphics = GRAPHICS_BLOCKS;
    int code = choose_graphics(field->values, &graphics);
    if (code != EXIT_CODE_OK) {
        return code;
    }
    measure_room(field->values, graphics, render->room);
    code = make_drawing(field);
    if (code != EXIT_CODE_OK) {
        return code;
    }
    render->has_texts &= has_pixels(graphics);
    if (graphics == GRAPHICS_ASCII && !field->values[OPTION_RAMP].given) {
        scree_ramp_colours(SCREE_RAMP_GREY, field->values[OPTION_REVERSED].given, SCREE_SCENE_RAMP_COUNT, render->ramp);
    }
    render->kept = malloc((size_t)render->width * render->height * 3);
    return render->kept != NULL ? EXIT_CODE_OK : engine_fail(field->engine, SCREE_ERROR_OUT_OF_MEMORY);
}

static void print_picture(const struct field_request *field)
{
    const struct render *render = field->part;
    const struct terminal_picture picture = {.pixels = render->kept, .width = render->width, .height = render->height};
    enum graphics graphics = GRAPHICS_BLOCKS;
    if (choose_graphics(field->values, &graphics) == EXIT_CODE_OK) {
        terminal_picture_print(stdout, graphics, &picture);
    }
}

int command_preview(const struct arguments *arguments)
{
    struct field_type type = render_type;
    type.make = make_preview;
    type.uses[0] = OPTION_COUNT;
    type.print = print_picture;
    return render_command(arguments, &type);
}
