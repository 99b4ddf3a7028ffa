#include "particle_view.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "camera.h"

#define QUAD_SIZE_IN_RADII 0.01
/* The least that a command takes. */
#define MIN_QUAD_SIZE 1e-6

static const scree_particle_system_info *system_of(const viewer_view *view)
{
    return scree_particle_system_describe(view->system);
}

void particle_view_params(const viewer_view *view, uint64_t count, scree_particle_params *params)
{
    const bool is_map = system_of(view)->is_map;
    params->system = view->system;
    params->integrator = is_map ? SCREE_PARTICLE_INTEGRATOR_DEFAULT : view->integrator;
    params->type = view->particle_type;
    params->time_step = is_map ? 0 : view->time_step;
    params->has_numbers = view->number_count > 0;
    memcpy(params->numbers, view->numbers, sizeof params->numbers);
    params->seed = view->particle_seed;
    params->count = count;
    params->steps = view->steps;
    params->has_steps = true;
}

bool particle_view_ways_are_equal(const scree_particle_params *first, const scree_particle_params *second)
{
    return first->system == second->system && first->integrator == second->integrator && first->type == second->type &&
           first->time_step == second->time_step && first->has_numbers == second->has_numbers &&
           memcmp(first->numbers, second->numbers, sizeof first->numbers) == 0 && first->seed == second->seed &&
           first->count == second->count && first->has_steps == second->has_steps;
}

/* Particles are in the units of their system: the view's lengths are radii around its middle. */
static scree_camera camera_of_system(const viewer_view *view, const scree_particle_system_info *system)
{
    scree_camera camera = camera_of_view(view);
    for (int axis = 0; axis < 3; axis++) {
        camera.centre[axis] = system->centre[axis] + camera.centre[axis] * system->radius;
    }
    camera.distance *= system->radius;
    camera.extent *= system->radius;
    return camera;
}

static void set_range(const scree_particle_system_info *system, scree_splat_params *splat)
{
    if (splat->colour == SCREE_PARTICLE_COLOUR_SPEED) {
        splat->colour_max = system->max_speed;
    } else if (splat->colour >= SCREE_PARTICLE_COLOUR_X) {
        const int axis = (int)(splat->colour - SCREE_PARTICLE_COLOUR_X);
        splat->colour_min = system->centre[axis] - system->radius;
        splat->colour_max = system->centre[axis] + system->radius;
    }
}

/* All particles are drawn once, so that their age is the same. */
static scree_particle_colour colour_of(const viewer_view *view)
{
    return view->particle_colour == SCREE_PARTICLE_COLOUR_AGE ? SCREE_PARTICLE_COLOUR_DENSITY : view->particle_colour;
}

scree_splat_params particle_view_splat(const viewer_view *view)
{
    const scree_particle_system_info *system = system_of(view);
    scree_splat_params splat = {
        .camera = camera_of_system(view, system), .shape = view->shape, .colour = colour_of(view)};
    if (view->shape == SCREE_PARTICLE_SHAPE_QUADS) {
        splat.quad_size = view->quad_size > 0 ? fmax(view->quad_size, MIN_QUAD_SIZE)
                                              : QUAD_SIZE_IN_RADII * system->radius;
    }
    set_range(system, &splat);
    return splat;
}

scree_histogram_params particle_view_look(const viewer_view *view)
{
    const bool is_additive = view->exposure == SCREE_EXPOSURE_ADDITIVE;
    const bool by_value = colour_of(view) != SCREE_PARTICLE_COLOUR_DENSITY;
    const bool has_white = view->exposure == SCREE_EXPOSURE_LINEAR || view->exposure == SCREE_EXPOSURE_LOG;
    scree_histogram_params look = {.exposure = view->exposure,
                                   .factor = view->exposure == SCREE_EXPOSURE_EQUALISED ? 0 : view->brightness,
                                   .white = has_white ? view->white : 0,
                                   .unit = 1,
                                   .has_tint = is_additive && !by_value,
                                   .has_ramp = !is_additive || by_value,
                                   .is_coloured_by_value = by_value,
                                   .ramp = view->ramp,
                                   .is_reversed = view->reversed};
    memcpy(look.tint, view->tint, sizeof look.tint);
    return look;
}

bool particle_view_is_way(const char *parameter)
{
    static const char *const names[] = {"system",  "particle-type", "integrator", "dt",
                                        "numbers", "particle-seed", "particles"};
    bool is_way = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        is_way = is_way || strcmp(names[i], parameter) == 0;
    }
    return is_way;
}

bool particle_view_moves(const viewer_view *view)
{
    return viewer_scene_has_particles(view->scene) && view->moving;
}

uint32_t particle_view_steps(const viewer_view *view, uint32_t steps, uint32_t pictures)
{
    const uint64_t wanted = steps + (uint64_t)pictures * view->frame_steps;
    return wanted < VIEWER_MAX_STEPS ? (uint32_t)wanted : VIEWER_MAX_STEPS;
}

bool particle_view_check(viewer_messages *messages, const viewer_view *view, char *text, size_t size)
{
    const scree_particle_system_info *system = system_of(view);
    scree_particle_params params;
    scree_field *field = NULL;
    if (view->number_count > 0 && view->number_count != system->number_count) {
        snprintf(text, size, "numbers: %u of them; the system %s has %u", view->number_count, system->name,
                 system->number_count);
        return false;
    }
    memset(&params, 0, sizeof params);
    particle_view_params(view, 1, &params);
    const scree_result result = scree_field_from_particles(viewer_messages_context(messages), &params, &field);
    scree_field_release(&field);
    return viewer_messages_check(messages, result, text, size);
}
