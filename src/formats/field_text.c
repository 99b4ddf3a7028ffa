/* Fields from text, and text from fields, whatever their type. */
#include <string.h>

#include <scree/recipe.h>

#include "context_internal.h"
#include "float_environment.h"
#include "mapping.h"
#include "recipe_type.h"
#include "sized_params.h"

#define RECIPE_TYPE(name) [SCREE_FIELD_TYPE_##name] = &scree_##name##_recipe_type,

static const scree_recipe_type *const types[] = {SCREE_FIELD_TYPES(RECIPE_TYPE) NULL};

const scree_recipe_type *scree_recipe_type_of(const scree_field *field)
{
    return types[field->type->number];
}

static const char *type_name(int number)
{
    return types[number] != NULL ? types[number]->name : NULL;
}

/* The type of a recipe that does not say it. */
static int find_by_own_key(const json_t *root)
{
    int number = 0;
    while (types[number] != NULL &&
           (types[number]->own_key == NULL || json_object_get(root, types[number]->own_key) == NULL)) {
        number++;
    }
    return types[number] != NULL ? number : 0;
}

scree_result scree_recipe_type_find(const scree_value_reader *in, const scree_recipe_type **type, const json_t **part)
{
    const json_t *metadata = json_object_get(in->root, "metadata");
    const json_t *whole = json_is_object(metadata) ? metadata : in->root;
    const json_t *field = json_object_get(in->root, "field");
    int number = 0;
    for (; types[number] != NULL; number++) {
        *type = types[number];
        *part = json_object_get(whole, types[number]->key);
        if (json_is_object(*part)) {
            return SCREE_OK;
        }
    }
    /* Descriptions of files begin with the format. */
    if (metadata != NULL || (field == NULL && json_object_get(in->root, "format") != NULL)) {
        return scree_fail(in->context, SCREE_ERROR_INVALID, "%s: holds no recipe", in->name);
    }
    number = field == NULL ? find_by_own_key(in->root) : 0;
    scree_result result = field != NULL ? scree_value_choice(in, "field", field, type_name, &number) : SCREE_OK;
    *type = types[number];
    *part = in->root;
    return result;
}

static scree_result make(scree_value_reader *in, scree_recipe *recipe, scree_field **field)
{
    scree_value_reader object = *in;
    const scree_recipe_type *type = NULL;
    if (!json_is_object(in->root)) {
        return scree_fail(in->context, SCREE_ERROR_FORMAT, "%s: a recipe must be an object, {...}; this is an array",
                          in->name);
    }
    scree_result result = scree_recipe_type_find(in, &type, &object.root);
    return result == SCREE_OK ? type->make(&object, recipe, field) : result;
}

scree_result scree_field_from_text_sized(scree_context *context, const char *text, size_t length, const char *name,
                                         scree_recipe *recipe, size_t size, scree_field **field)
{
    scree_value_reader in = {.context = context, .name = name == NULL ? "recipe" : name};
    scree_recipe own = {0};
    json_t *root = NULL;
    scree_float_environment saved;
    if (field == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "field is NULL");
    }
    *field = NULL;
    if (text == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "text is NULL");
    }
    if (recipe != NULL) {
        memset(recipe, 0, size);
    }
    scree_float_environment_enter(&saved);
    scree_result result = scree_value_load(context, text, length, in.name, &root);
    if (result == SCREE_OK) {
        in.root = root;
        result = make(&in, &own, field);
    }
    json_decref(root);
    scree_float_environment_leave(&saved);
    if (result == SCREE_OK && recipe != NULL) {
        result = scree_params_give(context, &own, sizeof own, recipe, size);
    }
    if (result != SCREE_OK) {
        scree_field_release(field);
    }
    return result;
}

/* Checks what a text says beside the field: where noise or a graph is sampled, and how that is stored. */
static scree_result check_sampling(const scree_field *field, const scree_grid *grid, const scree_output *output)
{
    scree_field_plan plan;
    scree_result result = scree_field_plan_make(field->context, field, grid, false, &plan);
    if (result != SCREE_OK) {
        return result;
    }
    scree_field_plan_clear(&plan);
    if (output != NULL && field->type->has_own_grid) {
        return scree_fail(field->context, SCREE_ERROR_INVALID,
                          "the text of a field of %s has no output; output must be NULL", field->type->name);
    }
    return output != NULL ? scree_output_check(field->context, output) : SCREE_OK;
}

static scree_result print(const scree_field *field, const scree_grid *grid, const scree_output *output, char **text)
{
    static const scree_output plain = {.type = SCREE_TYPE_F32};
    const scree_recipe_type *type = scree_recipe_type_of(field);
    scree_text out = {0};
    if (type->has_text != NULL && !type->has_text(field)) {
        return scree_fail(field->context, SCREE_ERROR_UNSUPPORTED,
                          "this field of %s was not made from a text, and has none", field->type->name);
    }
    scree_result result = check_sampling(field, grid, output);
    if (result != SCREE_OK) {
        return result;
    }
    type->print(field, grid, output != NULL ? output : &plain, 0, &out);
    if (out.failed) {
        scree_text_clear(&out);
        return scree_fail(field->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for the text of a field");
    }
    *text = out.data;
    return SCREE_OK;
}

scree_result scree_field_print(const scree_field *field, const scree_grid *grid, const scree_output *output,
                               char **text)
{
    if (text != NULL) {
        *text = NULL;
    }
    if (field == NULL) {
        return SCREE_ERROR_INVALID;
    }
    if (text == NULL) {
        return scree_fail(field->context, SCREE_ERROR_INVALID, "text is NULL");
    }
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    scree_result result = print(field, grid, output, text);
    scree_float_environment_leave(&saved);
    return result;
}
