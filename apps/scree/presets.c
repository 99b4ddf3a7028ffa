#include "presets.h"

#include <stdlib.h>
#include <string.h>

#include "../../src/formats/json_text.h"
#include "message.h"
#include "preset_texts.h"
#include "recipe_noise.h"

#define PRESETS (sizeof preset_texts / sizeof preset_texts[0])

/* Filled in when they are first asked for. */
static struct preset presets[PRESETS];

static bool read_recipe(const struct preset_text *text, struct preset *preset)
{
    const size_t length = strlen(text->json);
    scree_field *field = NULL;
    if (!preset->is_graph) {
        return scree_recipe_parse(NULL, text->json, length, text->name, &preset->recipe) == SCREE_OK;
    }
    const bool is_read = scree_field_from_text(NULL, text->json, length, text->name, &preset->recipe, &field) ==
                         SCREE_OK;
    scree_field_release(&field);
    return is_read;
}

static bool read_preset(const struct preset_text *text, struct preset *preset)
{
    json_error_t error;
    json_t *root = scree_json_load(text->json, strlen(text->json), 0, &error);
    const char *description = json_string_value(json_object_get(root, "description"));
    preset->recipe.output.range_mode = SCREE_RANGE_MEASURED;
    preset->is_graph = json_object_get(root, "field") != NULL;
    const bool is_read = description != NULL && read_recipe(text, preset) &&
                         recipe_scene_read(NULL, text->name, root, &preset->scene) == SCREE_OK;
    preset->description = is_read ? strdup(description) : NULL;
    json_decref(root);
    return preset->description != NULL;
}

/* A test reads all files, so that nothing but a lack of memory can go wrong here. */
static void load(const struct preset_text *text, struct preset *preset)
{
    if (!read_preset(text, preset)) {
        message_error("preset %s: no memory to read it", text->name);
        exit(EXIT_FAILURE);
    }
    preset->density = preset->recipe.grid.step[0] * (double)preset->recipe.grid.count[0];
    preset->has_range = preset->recipe.output.range_mode == SCREE_RANGE_GIVEN;
    preset->seamless = recipe_period(&preset->recipe, 0) > 0;
    preset->text = text->json;
    preset->name = text->name;
}

const struct preset *preset_at(int number)
{
    if (number < 0 || number >= (int)PRESETS) {
        return NULL;
    }
    if (presets[number].name == NULL) {
        load(&preset_texts[number], &presets[number]);
    }
    return &presets[number];
}

double preset_step(const struct preset *preset, uint32_t axis, double distance)
{
    const scree_grid *grid = &preset->recipe.grid;
    return axis < grid->axes && grid->step[axis] != grid->step[0] ? distance * (grid->step[axis] / grid->step[0])
                                                                  : distance;
}

bool preset_levels_hold(const char *parameter)
{
    return strcmp(parameter, "seed") == 0 || strcmp(parameter, "period") == 0;
}
