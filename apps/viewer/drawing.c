#include "drawing.h"

#include <math.h>
#include <stdio.h>

#include "../../src/base/os.h"
#include "particle_view.h"

/* Pixels of the first band, before a picture's speed is known. */
#define FIRST_PIXELS 65536u
/* Pixels between two pictures side by side. */
#define GAP 2u

static bool is_beside(const struct scene_input *input, uint32_t width)
{
    const viewer_compare compare = input->view.compare;
    return input->job[1] != NULL && width >= 8 && !scene_input_is_difference(input) &&
           (compare == VIEWER_COMPARE_SIDE || compare == VIEWER_COMPARE_DIFFERENCE);
}

/* Columns of a part: the whole picture, or one half of it. */
struct columns {
    uint32_t left;
    uint32_t width;
};

static struct columns columns_of(const struct scene_input *input, const struct picture *picture, uint32_t part)
{
    if (!is_beside(input, picture->width)) {
        return (struct columns){0, picture->width};
    }
    const uint32_t half = (picture->width - GAP) / 2;
    return part == 0 ? (struct columns){0, half} : (struct columns){half + GAP, picture->width - half - GAP};
}

/* The field of a part: the second one alone is the only part then. */
static uint32_t field_of_part(const struct scene_input *input, uint32_t part)
{
    return input->view.compare == VIEWER_COMPARE_SECOND && input->job[1] != NULL ? 1 : part;
}

/* A picture of the size of a part, as its scene sees it. */
static struct picture picture_of_part(const struct picture *picture, struct columns columns)
{
    struct picture part = *picture;
    part.width = columns.width;
    part.whole_width = (uint32_t)((uint64_t)picture->whole_width * columns.width / picture->width);
    return part;
}

static scree_result get_buffer(const struct render_context *render, uint64_t bytes, scree_buffer **buffer)
{
    if (scree_buffer_bytes(*buffer) == bytes) {
        return SCREE_OK;
    }
    scree_buffer_destroy(buffer);
    return scree_buffer_create(render->device, bytes, buffer);
}

scree_result picture_begin(const struct render_context *render, const struct scene_input *input, uint32_t width,
                           uint32_t height, uint32_t divisor, struct picture *picture)
{
    picture->whole_width = width;
    picture->whole_height = height;
    picture->width = (width + divisor - 1) / divisor;
    picture->height = (height + divisor - 1) / divisor;
    picture->next_row = 0;
    picture->part = 0;
    picture->seconds = 0;
    picture->is_complete = false;
    const uint64_t pixels = (uint64_t)picture->width * picture->height;
    scree_result result = get_buffer(render, 4 * pixels, &picture->pixels);
    if (result == SCREE_OK && viewer_scene_has_particles(input->view.scene)) {
        result = get_buffer(render, 8 * pixels, &picture->canvas);
    }
    if (result == SCREE_OK && is_beside(input, picture->width)) {
        result = scree_buffer_fill(picture->pixels, UINT32_C(0xff808080), NULL);
    }
    return result;
}

/* The particles as they are, seen from where the camera is now. */
static scree_result draw_canvas(const struct render_context *render, const struct scene_input *input,
                                const struct sampling_job *job, const struct picture *picture)
{
    scree_splat_params drawing = particle_view_drawing(&input->view);
    drawing.canvas =
        (scree_accumulation){.buffer = picture->canvas, .width = picture->width, .height = picture->height};
    const scree_particle_run run = {
        .count = job->plan.count[0],
        .first_step = sampling_job_steps(job),
        .positions = job->samples,
        .is_continued = true,
        .drawing = &drawing,
    };
    const scree_result result = scree_buffer_fill(picture->canvas, 0, NULL);
    return result == SCREE_OK ? scree_particles_run(render->device, job->field, &run, NULL) : result;
}

/* The count that stands for one drawing, so that pictures of fewer particles and pixels are as bright: a pixel has the
   points of those that it stands for, and lines and quads become smaller with the picture. */
static double unit_of(const struct scene_input *input, const struct picture *picture)
{
    const double share = (double)input->job[0]->plan.count[0] / (double)input->view.particles;
    const double shrunk = (double)picture->whole_height / (double)picture->height;
    return share * (input->view.shape == SCREE_PARTICLE_SHAPE_POINTS  ? shrunk * shrunk
                    : input->view.shape == SCREE_PARTICLE_SHAPE_LINES ? shrunk
                                                                      : 1);
}

/* The whole picture at once, because the brightest pixel may count. */
static scree_result paint_canvas(const struct render_context *render, const struct scene_input *input,
                                 const struct picture *picture, struct particle_paint *paint)
{
    scree_histogram_params look = particle_view_look(&input->view);
    look.unit = unit_of(input, picture);
    const scree_result result =
        particle_paint_read(paint, picture->canvas, picture->width, picture->height, look.is_coloured_by_value);
    return result == SCREE_OK ? particle_paint_draw(render->context, paint, &look, picture->pixels) : result;
}

static scree_result draw_particles(const struct render_context *render, const struct scene_input *input,
                                   const struct picture *picture)
{
    struct particle_paint own = {.packed = NULL};
    scree_result result = draw_canvas(render, input, input->job[0], picture);
    if (result == SCREE_OK) {
        result = paint_canvas(render, input, picture, input->paint != NULL ? input->paint : &own);
    }
    particle_paint_end(&own);
    return result;
}

static scree_result draw_rows(const struct render_context *render, const struct scene_input *input,
                              const struct picture *picture, struct columns columns, uint32_t rows)
{
    const uint32_t field = field_of_part(input, picture->part);
    const struct picture part = picture_of_part(picture, columns);
    struct sampling_job *job = input->job[field];
    uint8_t ramp[RAMP_BYTES];
    scree_scene_params params;
    scene_of_input(input, field, &part, ramp, &params);
    const scree_scene_data data = {
        .samples = job->samples,
        .minus = scene_input_is_difference(input) ? input->job[1]->samples : NULL,
        .work = job->work,
    };
    const scree_scene_target target = {
        .pixels = picture->pixels,
        .offset = 4 * ((uint64_t)picture->next_row * picture->width + columns.left),
        .width = columns.width,
        .height = rows,
        .stride = picture->width,
        .top = picture->next_row,
        .whole_width = columns.width,
        .whole_height = picture->height,
    };
    scree_result result = SCREE_OK;
    if (picture->next_row == 0) {
        result = sampling_job_prepare(render, job, &params);
    }
    return result == SCREE_OK ? scree_scene_draw(render->device, &params, &data, &target, NULL) : result;
}

static uint32_t rows_within(const struct picture *picture, double seconds)
{
    const uint32_t left = picture->height - picture->next_row;
    if (isinf(seconds)) {
        return left;
    }
    const double speed = picture->next_row > 0 && picture->seconds > 0 ? picture->next_row / picture->seconds : 0;
    const double rows = speed > 0 ? speed * seconds : (double)(FIRST_PIXELS / picture->width + 1);
    return rows < 1 ? 1 : rows < (double)left ? (uint32_t)rows : left;
}

scree_result picture_go_on(const struct render_context *render, const struct scene_input *input,
                           struct picture *picture, double seconds)
{
    const double start = scree_os_clock_seconds();
    const double already = picture->seconds;
    scree_result result = SCREE_OK;
    if (viewer_scene_has_particles(input->view.scene)) {
        result = draw_particles(render, input, picture);
        picture->is_complete = result == SCREE_OK;
        picture->seconds = scree_os_clock_seconds() - start;
        return result;
    }
    while (result == SCREE_OK && !picture->is_complete) {
        const uint32_t rows = rows_within(picture, seconds - (scree_os_clock_seconds() - start));
        result = draw_rows(render, input, picture, columns_of(input, picture, picture->part), rows);
        picture->next_row += rows;
        if (picture->next_row == picture->height) {
            const bool is_last = picture->part == 1 || !is_beside(input, picture->width);
            picture->is_complete = is_last;
            picture->next_row = is_last ? picture->height : 0;
            picture->part += is_last ? 0 : 1;
        }
        picture->seconds = already + scree_os_clock_seconds() - start;
        if (scree_os_clock_seconds() - start >= 0.7 * seconds) {
            break;
        }
    }
    return result;
}

scree_result picture_draw(const struct render_context *render, const struct scene_input *input, uint32_t width,
                          uint32_t height, struct picture *picture)
{
    const scree_result result = picture_begin(render, input, width, height, 1, picture);
    return result == SCREE_OK ? picture_go_on(render, input, picture, INFINITY) : result;
}

void picture_tell_empty(const struct scene_input *input, const struct picture *picture, char *text, size_t size)
{
    uint8_t ramp[RAMP_BYTES];
    scree_scene_params params;
    text[0] = '\0';
    for (uint32_t field = field_of_part(input, 0); field < 2; field++) {
        const struct sampling_job *job = input->job[field];
        if (job == NULL || text[0] != '\0') {
            continue;
        }
        scene_of_input(input, field, picture, ramp, &params);
        if (job->has_range) {
            scene_shows_matter(&params, job->measured, job->plan.unit, text, size);
        } else if (scree_scene_kind_describe(params.kind)->has_distances && !job->has_solid) {
            snprintf(text, size, "no sample is above the threshold %.6g", input->view.threshold);
        }
    }
}

uint64_t picture_bytes(const struct picture *picture)
{
    return scree_buffer_bytes(picture->pixels) + scree_buffer_bytes(picture->canvas);
}

void picture_end(struct picture *picture)
{
    scree_buffer_destroy(&picture->pixels);
    scree_buffer_destroy(&picture->canvas);
    *picture = (struct picture){0};
}
