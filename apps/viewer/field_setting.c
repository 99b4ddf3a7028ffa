/* Parameters of a field, from texts. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../src/formats/json_text.h"
#include "../scree/numbers.h"
#include "cell_size.h"
#include "parameter_value.h"
#include "viewer.h"
#include "viewer_internal.h"

#define WORD_SIZE 64

const char *viewer_field_key(const scree_parameter *row)
{
    return strcmp(row->name, "samples") == 0 ? "size" : row->name;
}

/* The value of a key as a recipe has it. The library reads it, and checks it. */
static json_t *value_of_word(const scree_parameter *row, const char *word)
{
    double number = 0;
    if (row->type == SCREE_PARAMETER_FLAG) {
        const bool is_true = strcmp(word, "true") == 0 || strcmp(word, "on") == 0;
        const bool is_false = strcmp(word, "false") == 0 || strcmp(word, "off") == 0;
        return is_true || is_false ? json_boolean(is_true) : json_string(word);
    }
    if (row->type != SCREE_PARAMETER_U64 && number_read_real(word, strlen(word), &number)) {
        return number == floor(number) && fabs(number) < 1e15 ? json_integer((json_int_t)number) : json_real(number);
    }
    return json_string(word);
}

static json_t *value_of_list(const scree_parameter *row, const char *value, uint32_t axes)
{
    json_t *list = json_array();
    char word[WORD_SIZE];
    const bool is_size = strcmp(row->name, "samples") == 0;
    for (const char *text = value; *text != '\0';) {
        const size_t length = strcspn(text, is_size ? "x," : ",");
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        json_array_append_new(list, value_of_word(row, word));
        text += length + (text[length] != '\0' ? 1 : 0);
    }
    /* One number stands for all axes. */
    const bool is_one = row->type == SCREE_PARAMETER_AXES && !is_size && json_array_size(list) == 1;
    for (uint32_t axis = 1; is_one && axis < axes; axis++) {
        json_array_append(list, json_array_get(list, 0));
    }
    return list;
}

static bool is_list(const scree_parameter *row)
{
    return row->type == SCREE_PARAMETER_REALS || row->type == SCREE_PARAMETER_AXES;
}

static char *json_of(const scree_parameter *row, const char *value, uint32_t axes)
{
    json_t *root = json_object();
    json_t *read = is_list(row) ? value_of_list(row, value, axes) : value_of_word(row, value);
    if (row->type == SCREE_PARAMETER_REALS) {
        json_object_set_new(root, "octaves", json_integer((json_int_t)json_array_size(read))); /* One weight each. */
    }
    json_object_set_new(root, viewer_field_key(row), read);
    char *json = scree_json_dump(root, 0);
    json_decref(root);
    return json;
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

/* Quantiles are those of the noise that they were measured with. */
static void forget_quantiles(const scree_parameter *row, scree_recipe *recipe)
{
    if (parameter_voids_quantiles(row)) {
        recipe->noise.values.quantile_count = 0;
    }
}

/* Reads what a recipe has under the name of a parameter. */
static bool read_key(viewer *self, const scree_parameter *row, const char *value, viewer_state *state, char *text,
                     size_t size)
{
    char *json = json_of(row, value, state->recipe.grid.axes);
    if (json == NULL) {
        snprintf(text, size, "%s: no memory to read it", row->name);
        return false;
    }
    scree_recipe recipe = state->recipe;
    if (strcmp(row->name, "octaves") == 0 || strcmp(row->name, "gain") == 0) {
        recipe.noise.weight_count = 0;
    }
    forget_quantiles(row, &recipe);
    const scree_result result =
        scree_recipe_parse(viewer_messages_context(self->messages), json, strlen(json), "recipe", &recipe);
    if (result != SCREE_OK) {
        viewer_messages_explain(self->messages, result, text, size);
    } else {
        viewer_clear_axes(&recipe);
        state->recipe = recipe;
    }
    scree_json_text_free(json);
    return result == SCREE_OK;
}

bool viewer_read_field(viewer *self, const scree_parameter *row, const char *value, viewer_state *state, char *text,
                       size_t size)
{
    char steps[CELL_SIZE_TEXT];
    if (state->file >= 0) {
        const struct opened *opened = &self->opened[state->file];
        snprintf(text, size, "%s: not together with %s, which is %s; it is a parameter of recipes", row->name,
                 opened->path, opened->is_algorithm ? "the field of an algorithm" : "a file of samples");
        return false;
    }
    if (row->type == SCREE_PARAMETER_REALS && value[0] == '\0') {
        memset((char *)&state->recipe.noise + row->count_offset, 0, sizeof(uint32_t));
        forget_quantiles(row, &state->recipe);
        return true;
    }
    if (strcmp(row->name, PARAMETER_CELL_SIZE) == 0) {
        return cell_size_read(value, steps, text, size) &&
               read_key(self, parameter_find_field("step"), steps, state, text, size);
    }
    return read_key(self, row, value, state, text, size);
}
