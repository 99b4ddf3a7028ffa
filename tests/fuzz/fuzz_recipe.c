/* Recipes: what is accepted is printed, and the print is read as the same recipe; what is refused changes nothing. */
#include "fuzz.h"

#include <string.h>

#include <scree/recipe.h>

#include "distance_recipe.h"
#include "recipe_type.h"

static scree_result parse(const char *text, size_t length, scree_recipe *recipe)
{
    unsigned long before = fuzz_message_count();
    const scree_recipe unchanged = *recipe;
    scree_result result = scree_recipe_parse(fuzz_context(), text, length, "recipe", recipe);
    if (result != SCREE_OK) {
        FUZZ_REQUIRE(result == SCREE_ERROR_FORMAT || result == SCREE_ERROR_INVALID);
        FUZZ_REQUIRE(fuzz_message_count() > before);
        FUZZ_REQUIRE(memcmp(recipe, &unchanged, sizeof unchanged) == 0);
    }
    return result;
}

/* The text of what a text says. */
static char *print(const scree_recipe *recipe)
{
    char *text = NULL;
    FUZZ_REQUIRE(scree_recipe_print(recipe, NULL, &text) == SCREE_OK);
    return text;
}

/* Recipes of other fields. What a distance field would be made of is not looked for. */
static void read_others(const char *text, size_t length)
{
    scree_value_reader in = {.context = fuzz_context(), .name = "recipe"};
    scree_distance_recipe distance = {.sides = 0};
    scree_recipe unused = {.output = {.low = 0}};
    scree_field *particles = NULL;
    json_t *root = NULL;
    if (scree_value_load(in.context, text, length, in.name, &root) == SCREE_OK && json_is_object(root)) {
        const unsigned long before = fuzz_message_count();
        in.root = root;
        const bool is_distance = scree_distance_recipe_read(&in, &distance) == SCREE_OK;
        const bool is_cloud = scree_particles_recipe_type.make(&in, &unused, &particles) == SCREE_OK;
        FUZZ_REQUIRE(is_cloud == (particles != NULL));
        FUZZ_REQUIRE((is_distance && is_cloud) || fuzz_message_count() > before);
    }
    scree_field_release(&particles);
    json_decref(root);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const scree_recipe start = {.grid = {.axes = 2, .step = {1.0}}};
    scree_recipe recipe;
    /* With the padding, for memcmp(). */
    memcpy(&recipe, &start, sizeof recipe);
    read_others(size == 0 ? "" : (const char *)data, size);
    if (parse(size == 0 ? "" : (const char *)data, size, &recipe) != SCREE_OK) {
        return 0;
    }
    char *text = print(&recipe);
    scree_recipe again;
    memcpy(&again, &start, sizeof again);
    FUZZ_REQUIRE(parse(text, strlen(text), &again) == SCREE_OK);
    char *text_again = print(&again);
    FUZZ_REQUIRE(strcmp(text, text_again) == 0);
    scree_recipe_text_free(&text);
    scree_recipe_text_free(&text_again);
    return 0;
}
