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

/* The numbers that the particles follow now. */
static void find_numbers(const viewer_view *view, const scree_particle_system_info *system, viewer_view *with)
{
    *with = *view;
    if (view->number_count == 0) {
        with->number_count = system->number_count;
        memcpy(with->numbers, system->numbers, sizeof with->numbers);
    }
}

static void set_numbers(panel *shown, const viewer_view *with)
{
    char text[PARAMETER_TEXT];
    parameter_print(viewer_view_find("numbers"), with, text, sizeof text);
    panel_set(shown, "numbers", text);
}

static void draw_number(panel *shown, const scree_particle_system_info *system, uint32_t number)
{
    viewer_view with;
    find_numbers(&viewer_get_state(shown->host.viewer)->view, system, &with);
    double *value = &with.numbers[number];
    const double usual = fmax(NUMBER_REACH * fabs(system->numbers[number]), SMALL_REACH);
    const double reach = fmax(is_whole(system, number) ? SEED_REACH : usual, fabs(*value));
    const double low = is_whole(system, number) ? 0 : -reach;
    if (ui_slider(system->number_names[number], value, low, reach, false, "%.5g")) {
        *value = is_whole(system, number) ? nearbyint(*value) : *value;
        set_numbers(shown, &with);
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
        viewer_end_step(shown->host.viewer);
    }
    ui_disabled_end();
}
