/* Numbers of contour lines, names of planes, and what colours stand for, in the pictures of maps. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/field/scene/scene_facts.h"
#include "contour_numbers.h"
#include "message.h"
#include "render.h"

/* The share of a map beyond which lines that are too close are told of, and lines from a pixel to the next that are
   seen well. */
#define LOST_SHARE 0.9
#define LINES_SEEN 0.2
/* So many texts explain the colours of a difference. */
#define LEGEND_TEXTS 3

/* The ground of a number is the colour of the map at its line. */
static void colour_number(const struct render *render, double value, struct stroke_text *number)
{
    const double low = (double)render->scene.range.minimum;
    const double share = (value - low) / ((double)render->scene.range.maximum - low);
    const double last = SCREE_SCENE_RAMP_COUNT - 1;
    const size_t colour = (size_t)(fmin(fmax(share, 0.0), 1.0) * last + 0.5);
    memcpy(number->ground, render->ramp + 3 * colour, sizeof number->ground);
    stroke_font_choose_ink(number);
}

/* From a pixel of the picture to the next, along an axis of the map. */
static double samples_a_pixel(const struct render *render, uint32_t axis)
{
    return render->scene.samples_a_pixel * render->supersample / render->box.side[axis];
}

static struct contour_map contour_map_of(const struct render *render, const float *samples)
{
    const scree_scene_params *scene = &render->scene;
    return (struct contour_map){.samples = samples,
                                .columns = scene->count[0],
                                .rows = scene->count[1],
                                .left = scene->left,
                                .top = scene->top,
                                .samples_a_pixel = {samples_a_pixel(render, 0), samples_a_pixel(render, 1)},
                                .width = render->panel_width,
                                .height = render->height,
                                .interval = scene->interval,
                                .base = scene->interval > 0.0 ? scree_scene_line_base(scene) / scene->interval : 0.0,
                                .unit = render->source.unit};
}

/* Where pixels of the picture are larger than samples, they show means. Puts these, which the caller frees, in the
   place of the samples; false if memory runs out. */
static bool take_means(const struct render *render, struct contour_map *map, float **means)
{
    scree_scene_params scene = render->scene;
    scene.samples_a_pixel *= render->supersample;
    *means = NULL;
    if (!scene.is_smooth || !(scene.interval > 0.0) || !(scene.samples_a_pixel > 1.0)) {
        return true;
    }
    *means = malloc((size_t)map->width * map->height * sizeof **means);
    if (*means == NULL) {
        return false;
    }
    scree_scene_means(&scene, map->samples, map->width, map->height, *means);
    map->samples = *means;
    map->columns = map->width;
    map->rows = map->height;
    map->left = map->top = 0.0;
    map->samples_a_pixel[0] = map->samples_a_pixel[1] = 1.0;
    return true;
}

/* Where hardly a line is seen, somebody should know why, and at which interval there are some. */
static void warn_of_lost_lines(const struct render *render, const struct contour_map *map)
{
    double lines = 0.0;
    if (contour_lines_lost(map, &lines) > LOST_SHARE) {
        message_warning("--contours: lines every %g are closer to each other than pixels nearly everywhere, and not "
                        "drawn there; every %g they are seen",
                        render->interval, render_round_interval(render->interval * lines / LINES_SEEN));
    }
}

static bool add_numbers(struct render *render, const struct contour_map *map)
{
    struct stroke_text *numbers = render->texts + render->text_count;
    double *lines = malloc(RENDER_TEXTS_MOST * sizeof *lines);
    if (lines == NULL) {
        return false;
    }
    const size_t count = contour_numbers_find(map, numbers, lines, RENDER_TEXTS_MOST);
    for (size_t i = 0; i < count; i++) {
        colour_number(render, lines[i] * map->interval, &numbers[i]);
    }
    render->text_count += count;
    free(lines);
    return true;
}

/* Numbers the lines, where there are texts, and tells where hardly a line is seen. */
static bool look_at_lines(struct render *render, enum render_panel panel, const float *samples)
{
    float *means = NULL;
    struct contour_map map = contour_map_of(render, samples);
    bool is_done = take_means(render, &map, &means);
    if (is_done && !render->chooses_interval && panel == RENDER_FIRST) {
        warn_of_lost_lines(render, &map);
    }
    is_done = is_done && (!render->has_texts || add_numbers(render, &map));
    free(means);
    return is_done;
}

static void add_names(struct render *render)
{
    const scree_scene_params *scene = &render->scene;
    const float pixels[2] = {(float)(1.0 / samples_a_pixel(render, 0)), (float)(1.0 / samples_a_pixel(render, 1))};
    const float corner[2] = {(float)-scene->left * pixels[0], (float)-scene->top * pixels[1]};
    struct stroke_text *names = render->texts + render->text_count;
    const size_t count = planes_name(&render->planes, pixels, names);
    for (size_t i = 0; i < count; i++) {
        names[i].centre[0] += corner[0];
        names[i].centre[1] += corner[1];
    }
    render->text_count += count;
}

/* Writes at the lower edge which differences the ends and the middle of the colours stand for. */
static void add_legend(struct render *render)
{
    static const size_t colours[LEGEND_TEXTS] = {0, DIFFERENCE_ZERO, SCREE_SCENE_RAMP_COUNT - 1};
    const double greatest = render->difference.found.greatest * render->source.unit;
    struct stroke_text *texts = render->texts + render->text_count;
    float width = 0.0f;
    for (int i = 0; i < LEGEND_TEXTS; i++) {
        texts[i] = (struct stroke_text){.direction = {1.0f, 0.0f}};
        snprintf(texts[i].text, sizeof texts[i].text, i == 1 ? "%g" : "%+.3g", (i - 1) * greatest);
        memcpy(texts[i].ground, render->difference.ramp + 3 * colours[i], sizeof texts[i].ground);
        stroke_font_choose_ink(&texts[i]);
        const float half = stroke_font_width(texts[i].text) / 2.0f + STROKE_FONT_HEIGHT;
        const float right = (float)render->panel_width;
        texts[i].centre[0] = i == 0 ? half : i == 1 ? right / 2.0f : right - half;
        texts[i].centre[1] = (float)render->height - 1.5f * STROKE_FONT_HEIGHT;
        width += 2.0f * half;
    }
    const bool fits = width < (float)render->panel_width && (float)render->height > 4.0f * STROKE_FONT_HEIGHT;
    render->text_count += greatest > 0.0 && fits ? LEGEND_TEXTS : 0;
}

/* Texts are placed in a panel first, and then in the picture. */
static void move_texts(struct render *render, size_t first, enum render_panel panel)
{
    for (size_t i = first; i < render->text_count; i++) {
        render->texts[i].centre[0] += (float)render_panel_left(render, panel);
    }
}

bool render_texts_make(struct render *render, enum render_panel panel, const float *samples)
{
    const size_t before = render->text_count;
    if (render->has_texts && render->texts == NULL) {
        render->texts =
            calloc(render->panels * (RENDER_TEXTS_MOST + PLANES_MOST + LEGEND_TEXTS), sizeof *render->texts);
        if (render->texts == NULL) {
            return false;
        }
    }
    if (panel != RENDER_DIFFERENCE && render->scene.interval > 0.0 && !look_at_lines(render, panel, samples)) {
        return false;
    }
    if (render->has_texts) {
        add_names(render);
    }
    if (render->has_texts && panel == RENDER_DIFFERENCE) {
        add_legend(render);
    }
    move_texts(render, before, panel);
    return true;
}

void render_texts_clear(struct render *render)
{
    free(render->texts);
    render->texts = NULL;
}
