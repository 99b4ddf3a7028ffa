#include "particle_view.h"

#include <stdlib.h>

#include <scree/histogram.h>

#include "../../src/formats/recipe_internal.h"
#include "final_scene.h"
#include "viewer_internal.h"

#define METADATA_KEY "particles"
#define FULL_TURN 360.0

/* The description of a picture in its file. */
struct description {
    scree_histogram_params look;
    scree_splat_params splat;
    char *recipe;
};

/* The recipe of the particles, which are fewer than wanted where the memory does not suffice. */
static scree_result describe(const viewer *self, uint32_t width, uint32_t height, struct description *made)
{
    const viewer_view *view = &self->state.view;
    struct final_scene scene;
    char text[256];
    scree_field *field = NULL;
    *made = (struct description){.look = particle_view_look(view), .splat = particle_view_splat(view)};
    scree_result result = SCREE_ERROR_INVALID;
    if (final_scene_find(self, width, height, &scene, text, sizeof text)) {
        made->look.unit = (double)scene.plan.count[0] / (double)view->particles;
        result = scree_field_from_particles(viewer_messages_context(self->messages), &scene.plan.particles, &field);
    } else {
        viewer_messages_add_error(self->messages, text);
    }
    if (result == SCREE_OK) {
        made->recipe = scree_particles_describe(scree_particles_params(field), 2);
        made->look.splat = &made->splat;
        made->look.metadata = made->recipe;
        made->look.key = METADATA_KEY;
    }
    scree_field_release(&field);
    final_scene_clear(&scene);
    return result == SCREE_OK && made->recipe == NULL ? SCREE_ERROR_OUT_OF_MEMORY : result;
}

scree_result particle_file_write(viewer *self, const char *path, const viewer_pixels *pixels)
{
    struct description told;
    struct particle_paint paint = {.packed = NULL};
    scree_writer *writer = NULL;
    const scree_writer_params file = final_scene_writer_params(path, 0);
    scree_result result = describe(self, pixels->width, pixels->height, &told);
    if (result == SCREE_OK) {
        result =
            particle_paint_read(&paint, pixels->canvas, pixels->width, pixels->height, told.look.is_coloured_by_value);
    }
    if (result == SCREE_OK) {
        result = scree_histogram_draw_file(viewer_messages_context(self->messages), &told.look, &paint.density,
                                           SCREE_TYPE_U8, &file, &writer, NULL);
    }
    if (result == SCREE_OK) {
        result = scree_writer_commit(&writer, 1);
    }
    scree_writer_close(&writer);
    particle_paint_end(&paint);
    scree_recipe_text_free(&told.recipe);
    return result;
}

scree_result particle_file_open_video(viewer *self, const char *path, const scree_scene_file *wanted, uint32_t rate,
                                      scree_writer **writer)
{
    const viewer_view *view = &self->state.view;
    const bool moves = particle_view_moves(view);
    struct description told;
    uint64_t *zeros = calloc((size_t)wanted->width * wanted->height, sizeof *zeros);
    const scree_histogram size = {.width = wanted->width, .height = wanted->height, .counts = zeros, .sums = zeros};
    const scree_video_frames frames = {.count = wanted->frames,
                                       .steps = moves ? view->frame_steps : 0,
                                       .turn = moves ? view->turn / rate : FULL_TURN / (double)wanted->frames};
    const scree_writer_params file = final_scene_writer_params(path, rate);
    scree_result result = describe(self, wanted->width, wanted->height, &told);
    if (result == SCREE_OK) {
        result = zeros == NULL ? SCREE_ERROR_OUT_OF_MEMORY
                               : scree_histogram_open_video(viewer_messages_context(self->messages), &told.look, &size,
                                                            &frames, &file, writer);
    }
    scree_recipe_text_free(&told.recipe);
    free(zeros);
    return result;
}
