/* Sliders say how large the cells of the first octave are, and how much each octave counts. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cell_size.h"
#include "panel_parts.h"
#include "parameter_value.h"

/* People look for fields between these sizes; others are typed. */
#define USUAL_SIZE_MIN 1.0
#define USUAL_SIZE_MAX 1024.0

void panel_draw_cell_size(panel *shown)
{
    const scree_grid *grid = &viewer_get_state(shown->host.viewer)->recipe.grid;
    char text[CELL_SIZE_TEXT];
    double size = 1.0 / grid->step[0];
    ui_names_begin(PARAMETER_CELL_SIZE);
    if (ui_slider("Cell size", &size, fmin(size, USUAL_SIZE_MIN), fmax(size, USUAL_SIZE_MAX), true, "%.4g")) {
        cell_size_print(grid, size, text, sizeof text);
        panel_set(shown, PARAMETER_CELL_SIZE, text);
    }
    panel_end_step(shown);
    ui_tooltip(parameter_find_field(PARAMETER_CELL_SIZE)->description);
    ui_names_end();
}

/* Weights that are not given are powers of the gain. They are multiplied as in the library, so that the octaves whose
   sliders are left alone stay as they are. */
static void complete_weights(scree_noise_params *noise)
{
    const double min_magnitude = parameter_find_field("weights")->min_magnitude;
    const double gain = parameter_number(parameter_find_field("gain"), noise);
    double power = 1.0;
    if (noise->weight_count > 0) {
        return;
    }
    noise->weight_count = noise->octaves > 0 ? noise->octaves : 1;
    for (uint32_t i = 0; i < noise->weight_count; i++) {
        noise->weights[i] = fabs(power) < min_magnitude ? 0.0 : power;
        power *= gain;
    }
}

static void draw_reset(panel *shown, bool has_weights)
{
    ui_disabled_begin(!has_weights);
    if (ui_wide_button("Reset", 1)) {
        panel_set(shown, "weights", "");
        viewer_end_step(shown->host.viewer);
    }
    ui_tooltip("Forget the weights, so that they follow the gain again");
    ui_disabled_end();
}

void panel_draw_weights(panel *shown)
{
    viewer_state wanted = *viewer_get_state(shown->host.viewer);
    scree_noise_params *noise = &wanted.recipe.noise;
    const bool has_weights = noise->weight_count > 0;
    complete_weights(noise);
    ui_names_begin("octaves");
    for (uint32_t i = 0; i < noise->weight_count; i++) {
        char label[32];
        double *weight = &noise->weights[i];
        snprintf(label, sizeof label, "Octave %u", i + 1);
        if (ui_slider(label, weight, fmin(*weight, 0.0), fmax(*weight, 1.0), false, "%.4g")) {
            panel_set_value(shown, parameter_find_field("weights"), &wanted);
        }
        panel_end_step(shown);
    }
    draw_reset(shown, has_weights);
    ui_names_end();
}
