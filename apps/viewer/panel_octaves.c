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
static uint32_t find_weights(const scree_noise_params *noise, double weights[SCREE_MAX_OCTAVES])
{
    const scree_parameter *row = parameter_find_field("gain");
    const double min_magnitude = parameter_find_field("weights")->min_magnitude;
    const double gain = noise->gain == 0.0 ? row->default_value : noise->gain == row->zero ? 0.0 : noise->gain;
    const uint32_t octaves = noise->octaves > 0 ? noise->octaves : 1;
    double power = 1.0;
    for (uint32_t i = 0; i < octaves; i++) {
        weights[i] = noise->weight_count > 0 ? noise->weights[i] : fabs(power) < min_magnitude ? 0.0 : power;
        power *= gain;
    }
    return octaves;
}

static void set_weights(panel *shown, const double *weights, uint32_t octaves)
{
    char text[VIEWER_EVENT_TEXT] = "";
    char number[PARAMETER_NUMBER_TEXT];
    size_t length = 0;
    for (uint32_t i = 0; i < octaves && length < sizeof text; i++) {
        parameter_print_real(weights[i], number, sizeof number);
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", i > 0 ? "," : "", number);
    }
    panel_set(shown, "weights", text);
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
    const scree_noise_params *noise = &viewer_get_state(shown->host.viewer)->recipe.noise;
    const bool has_weights = noise->weight_count > 0;
    double weights[SCREE_MAX_OCTAVES];
    const uint32_t octaves = find_weights(noise, weights);
    ui_names_begin("octaves");
    for (uint32_t i = 0; i < octaves; i++) {
        char label[32];
        snprintf(label, sizeof label, "Octave %u", i + 1);
        if (ui_slider(label, &weights[i], fmin(weights[i], 0.0), fmax(weights[i], 1.0), false, "%.4g")) {
            set_weights(shown, weights, octaves);
        }
        panel_end_step(shown);
    }
    draw_reset(shown, has_weights);
    ui_names_end();
}
