#include "reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "final_scene.h"
#include "recipe_field.h"
#include "viewer_internal.h"

struct reference {
    const viewer *self;
    struct render_context render;
    struct final_scene scene;
    float *values;
    scree_scene_data data;
    scree_buffer *pixels;
};

/* A map whose steps no grid has: its samples are points. */
static scree_result fill_points(const struct plan *plan, const scree_field *field, float *values)
{
    const scree_grid *grid = &plan->recipe.grid;
    scree_result result = SCREE_OK;
    for (uint64_t y = 0; y < plan->count[1] && result == SCREE_OK; y++) {
        for (uint64_t x = 0; x < plan->count[0] && result == SCREE_OK; x++) {
            double position[SCREE_MAX_AXES];
            for (uint32_t axis = 0; axis < grid->axes; axis++) {
                const double index = axis == 0 ? (double)x : axis == 1 ? (double)y : 0;
                position[axis] = grid->origin[axis] + ((double)grid->first[axis] + index) * grid->step[axis];
            }
            const scree_points point = scree_points_packed(grid->axes, position, 1);
            result = scree_field_at(field, &point, &values[y * plan->count[0] + x]);
        }
    }
    return result;
}

/* Cells without data are the lowest sample. */
static void copy_file(const struct plan *plan, float *values)
{
    const scree_samples *samples = plan->samples;
    for (uint64_t i = 0; i < plan_samples(plan); i++) {
        const float sample = samples->values[plan->first_sample + i];
        values[i] = isnan(sample) ? samples->range.minimum : sample;
    }
}

static scree_result fill(struct reference *reference)
{
    const struct plan *plan = &reference->scene.plan;
    const char *recipe = reference->scene.recipe;
    scree_field *field = NULL;
    if (recipe == NULL) {
        copy_file(plan, reference->values);
        return SCREE_OK;
    }
    scree_context *context = reference->render.context;
    scree_recipe noise;
    scree_result result = plan->is_far
                              ? recipe_field_make(context, &plan->recipe, plan->graph, &field)
                              : scree_field_from_text(context, recipe, strlen(recipe), "recipe", &noise, &field);
    if (result == SCREE_OK && plan->is_far) {
        result = fill_points(plan, field, reference->values);
    } else if (result == SCREE_OK) {
        result = scree_field_fill(field, noise.grid.axes > 0 ? &noise.grid : NULL, reference->values);
    }
    scree_field_release(&field);
    return result;
}

/* The ramp goes from the least to the greatest of the samples. */
static void find_range(struct reference *reference)
{
    const uint64_t count = plan_samples(&reference->scene.plan);
    scree_range range = {INFINITY, -INFINITY};
    for (uint64_t i = 0; i < count; i++) {
        range.minimum = fminf(range.minimum, reference->values[i]);
        range.maximum = fmaxf(range.maximum, reference->values[i]);
    }
    if (range.minimum < range.maximum) {
        reference->scene.params.range = range;
    }
}

static scree_result make_samples(struct reference *reference)
{
    const uint64_t bytes = plan_samples(&reference->scene.plan) * sizeof(float);
    const uint64_t work_bytes = scree_scene_work_bytes(&reference->scene.params);
    scree_device *device = reference->render.device;
    reference->values = malloc((size_t)bytes);
    scree_result result = reference->values != NULL ? fill(reference) : SCREE_ERROR_OUT_OF_MEMORY;
    if (result == SCREE_OK && reference->scene.is_auto) {
        find_range(reference);
    }
    if (result == SCREE_OK) {
        result = scree_buffer_create(device, bytes, &reference->data.samples);
    }
    if (result == SCREE_OK) {
        result = scree_buffer_write(reference->data.samples, 0, bytes, reference->values);
    }
    if (result == SCREE_OK && work_bytes > 0) {
        result = scree_buffer_create(device, work_bytes, &reference->data.work);
    }
    return result;
}

static scree_result draw_scene(struct reference *reference, uint32_t width, uint32_t height, uint32_t *pixels)
{
    const uint64_t bytes = 4 * (uint64_t)width * height;
    scree_device *device = reference->render.device;
    scree_result result = make_samples(reference);
    if (result == SCREE_OK) {
        result = scree_buffer_create(device, bytes, &reference->pixels);
    }
    if (result == SCREE_OK) {
        result = scree_scene_build(device, &reference->scene.params, &reference->data, NULL);
    }
    const scree_scene_target target = {.pixels = reference->pixels, .width = width, .height = height};
    if (result == SCREE_OK) {
        result = scree_scene_draw(device, &reference->scene.params, &reference->data, &target, NULL);
    }
    return result == SCREE_OK ? scree_buffer_read(reference->pixels, 0, bytes, pixels) : result;
}

/* Particles make all of their steps at once. */
static scree_result draw_particles(struct reference *reference, uint32_t width, uint32_t height, uint32_t *pixels)
{
    struct sampling_job sampling;
    struct picture picture = {.pixels = NULL};
    scree_result result = sampling_job_begin(&reference->render, &reference->scene.plan, &sampling);
    const struct scene_input input = {.view = reference->self->state.view, .job = {&sampling}};
    if (result == SCREE_OK) {
        result = sampling_job_go_on(&reference->render, &sampling, INFINITY, NULL, NULL);
    }
    if (result == SCREE_OK) {
        result = picture_draw(&reference->render, &input, width, height, &picture);
    }
    if (result == SCREE_OK) {
        result = scree_buffer_read(picture.pixels, 0, 4 * (uint64_t)width * height, pixels);
    }
    picture_end(&picture);
    sampling_job_end(&sampling);
    return result;
}

static void clear(struct reference *reference)
{
    free(reference->values);
    scree_buffer_destroy(&reference->data.samples);
    scree_buffer_destroy(&reference->data.work);
    scree_buffer_destroy(&reference->pixels);
    final_scene_clear(&reference->scene);
}

uint32_t *reference_draw(const viewer *self, scree_device *device, uint32_t width, uint32_t height, char *text,
                         size_t size)
{
    struct reference reference = {.self = self};
    uint32_t *pixels = malloc(4 * (size_t)width * height);
    reference.render = (struct render_context){.context = viewer_messages_context(self->messages), .device = device};
    if (pixels == NULL || !final_scene_find(self, width, height, &reference.scene, text, size)) {
        free(pixels);
        return NULL;
    }
    const bool has_particles = viewer_scene_has_particles(self->state.view.scene);
    const scree_result result = has_particles ? draw_particles(&reference, width, height, pixels)
                                              : draw_scene(&reference, width, height, pixels);
    if (result != SCREE_OK) {
        if (!viewer_messages_take_error(self->messages, text, size)) {
            snprintf(text, size, "%s", scree_result_name(result));
        }
        free(pixels);
        pixels = NULL;
    }
    clear(&reference);
    return pixels;
}
