#include "sdf_recipe.h"

#include <stdlib.h>
#include <string.h>

#include "../../src/base/number_text.h"
#include "../../src/formats/json_text.h"
#include "command.h"
#include "field_metadata.h"
#include "message.h"
#include "recipe_file.h"
#include "recipe_text.h"

/* Keeps a text for as long as the recipe; NULL without memory. */
static const char *keep(struct sdf_recipe *recipe, char *text)
{
    if (text == NULL || recipe->text_count == SDF_RECIPE_TEXTS) {
        free(text);
        return NULL;
    }
    recipe->texts[recipe->text_count++] = text;
    return text;
}

/* A value as it would be typed: numbers in full, and what stands between those of an array. */
static char *type_value(const json_t *value, const char *between)
{
    char text[SCREE_MAX_AXES * 40] = "";
    size_t length = 0;
    if (json_is_string(value)) {
        return strdup(json_string_value(value));
    }
    const size_t count = json_is_array(value) ? json_array_size(value) : 1;
    for (size_t i = 0; i < count && length < sizeof text; i++) {
        char number[40];
        scree_double_print(number, json_number_value(json_is_array(value) ? json_array_get(value, i) : value));
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", i > 0 ? between : "", number);
    }
    return strdup(text);
}

/* Options override the recipe. */
static int apply(struct sdf_recipe *recipe, const json_t *from, enum option_id id)
{
    const json_t *found = json_object_get(from, option_table[id].name);
    struct option_value *value = &recipe->arguments.values[id];
    if (found == NULL || json_is_null(found) || json_is_false(found) || value->given) {
        return EXIT_CODE_OK;
    }
    if (option_table[id].form == FORM_FLAG) {
        value->given = true;
        return EXIT_CODE_OK;
    }
    const char *text = keep(recipe, type_value(found, option_table[id].form == FORM_SIZE ? "x" : ","));
    if (text == NULL) {
        message_error("sdf: out of memory");
        return EXIT_CODE_FAILED;
    }
    return option_read_value(&option_table[id], text, value) ? EXIT_CODE_OK : EXIT_CODE_USAGE;
}

/* Keys are the names of options: of the field, its map, and how that was read. Heights that were fitted are fitted
   again. */
static int apply_parameters(struct sdf_recipe *recipe, const json_t *field)
{
    const json_t *reading = json_object_get(json_object_get(field, "source"), "reading");
    const bool is_fitted = json_is_true(json_object_get(field, "fitted"));
    int code = EXIT_CODE_OK;
    for (int id = 0; code == EXIT_CODE_OK && id < OPTION_COUNT; id++) {
        const enum option_group group = option_table[id].group;
        const bool is_found_again = is_fitted && (id == OPTION_SCALE || id == OPTION_OFFSET);
        if ((group == GROUP_DISTANCE || group == GROUP_MAP) && !is_found_again) {
            code = apply(recipe, json_object_get(reading, option_table[id].name) != NULL ? reading : field,
                         (enum option_id)id);
        }
    }
    return code;
}

/* The map: noise by its recipe, or a file by its name. */
static int apply_source(struct sdf_recipe *recipe, const char *name, const json_t *source)
{
    const json_t *noise = json_object_get(source, "recipe");
    const char *file = json_string_value(json_object_get(source, "name"));
    const char *kind = json_string_value(json_object_get(source, "kind"));
    recipe->arguments.values[OPTION_MASK].given |= kind != NULL && strcmp(kind, "mask") == 0;
    if (json_is_object(noise)) {
        char *text = scree_json_dump(noise, JSON_INDENT(2));
        recipe->arguments.recipe_text = keep(recipe, text != NULL ? strdup(text) : NULL);
        scree_json_text_free(text);
    } else if (file != NULL) {
        recipe->arguments.recipe_text = NULL;
        recipe->arguments.operands[0] = keep(recipe, strdup(file));
    } else {
        message_error("%s: describes a distance field, but not its map", name);
        return EXIT_CODE_USAGE;
    }
    if (recipe->arguments.recipe_text == NULL && recipe->arguments.operands[0] == NULL) {
        message_error("sdf: out of memory");
        return EXIT_CODE_FAILED;
    }
    return EXIT_CODE_OK;
}

int sdf_recipe_read(const struct arguments *arguments, struct sdf_recipe *recipe)
{
    memset(recipe, 0, sizeof *recipe);
    recipe->arguments = *arguments;
    const char *path = arguments->operand_count > 0 ? arguments->operands[0] : NULL;
    if (path == NULL || !recipe_text_is_at(path)) {
        return EXIT_CODE_OK;
    }
    char *text = NULL;
    int code = recipe_file_load(path, &text);
    if (code != EXIT_CODE_OK) {
        return code;
    }
    recipe->arguments.recipe_text = keep(recipe, text);
    json_error_t error;
    json_t *root = scree_json_load(text, strlen(text), JSON_DECODE_INT_AS_REAL, &error);
    const json_t *field = field_metadata_find(root, "distance");
    if (field != NULL) {
        /* The noise keeps its original numbers, because float64 cannot hold seeds of 64 bits. */
        json_t *exact = scree_json_load(text, strlen(text), 0, &error);
        code = apply_source(recipe, path, json_object_get(field_metadata_find(exact, "distance"), "source"));
        json_decref(exact);
    }
    if (field != NULL && code == EXIT_CODE_OK) {
        code = apply_parameters(recipe, field);
    }
    json_decref(root);
    return code;
}

void sdf_recipe_clear(struct sdf_recipe *recipe)
{
    for (size_t i = 0; i < recipe->text_count; i++) {
        free(recipe->texts[i]);
    }
    recipe->text_count = 0;
}
