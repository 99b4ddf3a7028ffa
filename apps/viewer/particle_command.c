#include "particle_view.h"

#include <inttypes.h>

#include "render_command.h"
#include "shell_text.h"

/* Angles of view that the command takes, in degrees. */
#define VIEW_ANGLE_MIN 0.1

bool particle_command_exists(const viewer_view *view)
{
    return viewer_scene_has_particles(view->scene) &&
           (view->field_of_view == 0 || view->field_of_view >= VIEW_ANGLE_MIN);
}

/* Choices that are left to the system are left to it here, too. */
static void add_way(const viewer_view *view, scree_text *text)
{
    const scree_particle_system_info *system = scree_particle_system_describe(view->system);
    scree_text_format(text, " --system %s", system->name);
    if (!system->is_map && view->integrator != SCREE_PARTICLE_INTEGRATOR_DEFAULT) {
        scree_text_format(text, " --integrator %s", scree_particle_integrator_name(view->integrator));
    }
    if (!system->is_map && view->time_step != 0) {
        shell_text_add_real(text, "dt", view->time_step);
    }
    if (view->number_count > 0) {
        shell_text_add_reals(text, "numbers", view->number_count, view->numbers);
    }
    scree_text_format(text, " --type %s --seed %" PRIu32 " --particles %" PRIu32 " --steps %" PRIu32,
                      scree_particle_type_name(view->particle_type), view->particle_seed, view->particles, view->steps);
}

static void add_splat(const scree_splat_params *splat, scree_text *text)
{
    scree_text_format(text, " --shape %s", scree_particle_shape_name(splat->shape));
    if (splat->shape == SCREE_PARTICLE_SHAPE_QUADS) {
        shell_text_add_real(text, "quad-size", splat->quad_size);
    }
    scree_text_format(text, " --colour %s", scree_particle_colour_name(splat->colour));
}

static void add_look(const scree_histogram_params *look, scree_text *text)
{
    scree_text_format(text, " --exposure %s", scree_exposure_name(look->exposure));
    if (look->factor > 0) {
        shell_text_add_real(text, "brightness", look->factor);
    }
    if (look->white > 0) {
        shell_text_add_real(text, "white", look->white);
    }
    if (look->has_tint) {
        shell_text_add_reals(text, "tint", 3, look->tint);
    } else {
        scree_text_format(text, " --ramp %s%s", scree_ramp_name(look->ramp), look->is_reversed ? " --reversed" : "");
    }
}

char *particle_command(const viewer_view *view, uint32_t width, uint32_t height, const char *output)
{
    const scree_splat_params splat = particle_view_splat(view);
    const scree_histogram_params look = particle_view_look(view);
    scree_text text = {0};
    scree_text_format(&text, "scree attractor");
    add_way(view, &text);
    add_splat(&splat, &text);
    add_look(&look, &text);
    render_command_add_camera(&splat.camera, &text);
    render_command_add_picture(width, height, output, &text);
    return shell_text_end(&text);
}
