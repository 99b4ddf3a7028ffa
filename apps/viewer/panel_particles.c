/* The system that particles follow: what it is, and a slider for each of its numbers. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "panel_parts.h"
#include "parameter_value.h"

/* Sliders go so many times as far as the system's own number, to both sides, and at least so far. */
#define NUMBER_REACH 3.0
#define SMALL_REACH 1.0
/* Seeds of flows. */
#define SEED_REACH 100.0

static bool is_whole(const scree_particle_system_info *system, uint32_t number)
{
    return strcmp(system->number_names[number], "seed") == 0;
}

static void draw_number(panel *shown, const scree_particle_system_info *system, uint32_t number)
{
    viewer_state wanted = *viewer_get_state(shown->host.viewer);
    double *value = &wanted.view.numbers[number];
    if (wanted.view.number_count == 0) {
        wanted.view.number_count = system->number_count;
        memcpy(wanted.view.numbers, system->numbers, sizeof wanted.view.numbers);
    }
    const double usual = fmax(NUMBER_REACH * fabs(system->numbers[number]), SMALL_REACH);
    const double reach = fmax(is_whole(system, number) ? SEED_REACH : usual, fabs(*value));
    const double low = is_whole(system, number) ? 0 : -reach;
    if (ui_slider(system->number_names[number], value, low, reach, false, "%.5g")) {
        *value = is_whole(system, number) ? nearbyint(*value) : *value;
        panel_set_value(shown, viewer_view_find("numbers"), &wanted);
    }
    panel_end_step(shown);
}

void panel_draw_system(panel *shown)
{
    const viewer_view *view = &viewer_get_state(shown->host.viewer)->view;
    const scree_particle_system_info *system = scree_particle_system_describe(view->system);
    if (!viewer_scene_has_particles(view->scene) || !ui_section("System", true)) {
        return;
    }
    ui_text(UI_TONE_QUIET, system->description);
    ui_text(UI_TONE_QUIET, system->formula);
    ui_names_begin("numbers");
    for (uint32_t i = 0; i < system->number_count; i++) {
        draw_number(shown, system, i);
    }
    ui_names_end();
    ui_disabled_begin(view->number_count == 0);
    if (ui_wide_button("The system's own numbers", 1)) {
        panel_set(shown, "numbers", PARAMETER_OWN);
        panel_finish_step(shown);
    }
    ui_disabled_end();
}
