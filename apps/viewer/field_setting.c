/* Parameters of a field: what follows from each, and their texts, which the library reads as it reads recipes. */
#include <stdio.h>
#include <string.h>

#include "../../src/formats/text_builder.h"
#include "../scree/numbers.h"
#include "cell_size.h"
#include "parameter_value.h"
#include "viewer.h"
#include "viewer_internal.h"

/* Bytes of a word that is no number, of which messages show fewer. */
#define WORD_SIZE 64

static bool is_size(const scree_parameter *row)
{
    return strcmp(row->name, "samples") == 0;
}

static void add_word(scree_text *json, const scree_parameter *row, const char *word, size_t length)
{
    double number = 0;
    bool flag = false;
    char copy[WORD_SIZE];
    snprintf(copy, sizeof copy, "%.*s", (int)length, word);
    if (row->type == SCREE_PARAMETER_FLAG && parameter_read_flag(copy, &flag)) {
        scree_text_append(json, flag ? "true" : "false");
    } else if (row->type != SCREE_PARAMETER_U64 && number_read_real(word, length, &number)) {
        scree_text_double(json, number + 0.0);
    } else {
        scree_text_quoted(json, copy);
    }
}

static void add_list(scree_text *json, const scree_parameter *row, const char *value, uint32_t axes)
{
    const char *const separators = is_size(row) ? "x," : ",";
    /* One number stands for all axes. */
    const bool is_one = row->type == SCREE_PARAMETER_AXES && !is_size(row) && value[strcspn(value, ",")] == '\0';
    const uint32_t times = is_one ? axes : 1;
    const char *between = "";
    scree_text_append(json, "[");
    for (const char *word = value; *word != '\0';) {
        const size_t length = strcspn(word, separators);
        for (uint32_t i = 0; i < times; i++) {
            scree_text_append(json, between);
            add_word(json, row, word, length);
            between = ", ";
        }
        word += length + (word[length] != '\0' ? 1 : 0);
    }
    scree_text_append(json, "]");
}

void viewer_clear_axes(scree_recipe *recipe)
{
    scree_grid *grid = &recipe->grid;
    for (uint32_t axis = grid->axes; axis < SCREE_MAX_AXES; axis++) {
        grid->origin[axis] = grid->step[axis] = 0;
        grid->first[axis] = 0;
        recipe->noise.period[axis] = 0;
    }
}

void viewer_follow_field(const scree_parameter *row, scree_recipe *recipe)
{
    scree_noise_params *noise = &recipe->noise;
    if (row->resets != NULL) {
        parameter_reset(parameter_find_field(row->resets), noise);
    }
    if (strcmp(row->name, "octaves") == 0) {
        noise->weight_count = 0;
    } else if (strcmp(row->name, "weights") == 0 && noise->weight_count > 0) {
        noise->octaves = noise->weight_count;
    }
    /* Quantiles are those of the noise that they were measured with. */
    if (parameter_voids_quantiles(row)) {
        noise->values.quantile_count = 0;
    }
    viewer_clear_axes(recipe);
}

/* Reads what a recipe has under the name of a parameter. */
static bool read_key(viewer *self, const scree_parameter *row, const char *value, scree_recipe *recipe, char *text,
                     size_t size)
{
    scree_text json = {0};
    scree_text_format(&json, "{\"%s\": ", is_size(row) ? "size" : row->name);
    if (row->type == SCREE_PARAMETER_REALS || row->type == SCREE_PARAMETER_AXES) {
        add_list(&json, row, value, recipe->grid.axes);
    } else {
        add_word(&json, row, value, strlen(value));
    }
    scree_text_append(&json, "}");
    const scree_result result = json.failed ? SCREE_ERROR_OUT_OF_MEMORY
                                            : scree_recipe_parse(viewer_messages_context(self->messages), json.data,
                                                                 json.length, "recipe", recipe);
    if (result != SCREE_OK) {
        viewer_messages_explain(self->messages, result, text, size);
    }
    scree_text_clear(&json);
    return result == SCREE_OK;
}

bool viewer_refuses_field(const viewer *self, const scree_parameter *row, const viewer_state *state, char *text,
                          size_t size)
{
    if (state->file >= 0) {
        snprintf(text, size, "%s: not together with %s, which is a file of samples; it is a parameter of recipes",
                 row->name, self->opened[state->file].path);
    }
    return state->file >= 0;
}

bool viewer_read_field(viewer *self, const scree_parameter *row, const char *value, viewer_state *state, char *text,
                       size_t size)
{
    char steps[CELL_SIZE_TEXT];
    bool is_read = true;
    if (viewer_refuses_field(self, row, state, text, size)) {
        return false;
    }
    if (row->type == SCREE_PARAMETER_REALS && value[0] == '\0') {
        parameter_reset(row, &state->recipe.noise);
    } else if (strcmp(row->name, PARAMETER_CELL_SIZE) == 0) {
        is_read = cell_size_read(value, steps, text, size) &&
                  read_key(self, parameter_find_field("step"), steps, &state->recipe, text, size);
    } else {
        is_read = read_key(self, row, value, &state->recipe, text, size);
    }
    if (is_read) {
        viewer_follow_field(row, &state->recipe);
    }
    return is_read;
}
