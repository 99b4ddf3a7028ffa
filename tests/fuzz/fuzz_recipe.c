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

/* The text of what a text of a graph says. */
static char *print_graph(const scree_field *graph, const scree_recipe *recipe)
{
    scree_text text = {0};
    scree_graph_recipe_type.print(graph, &recipe->grid, &recipe->output, 0, &text);
    FUZZ_REQUIRE(!text.failed);
    return text.data;
}

/* A recipe of a graph is read, and what is printed of it is read as the same. Where its value is noise, it is that. */
static void read_graph(const json_t *root)
{
    scree_value_reader in = {.context = fuzz_context(), .name = "recipe", .root = root};
    scree_recipe recipe = {.output = {.low = 0}};
    scree_recipe again = recipe;
    scree_field *graph[2] = {NULL};
    json_t *printed = NULL;
    const unsigned long before = fuzz_message_count();
    const bool is_graph = scree_graph_recipe_type.make(&in, &recipe, &graph[0]) == SCREE_OK;
    FUZZ_REQUIRE(is_graph == (graph[0] != NULL));
    FUZZ_REQUIRE(is_graph || fuzz_message_count() > before);
    if (is_graph && scree_recipe_type_of(graph[0]) == &scree_graph_recipe_type) {
        char *text = print_graph(graph[0], &recipe);
        FUZZ_REQUIRE(scree_value_load(in.context, text, strlen(text), in.name, &printed) == SCREE_OK);
        in.root = printed;
        /* A recipe without a grid is printed with a size and a step that are not read. */
        if (recipe.grid.axes > 0 && recipe.grid.step[0] > 0.0) {
            FUZZ_REQUIRE(scree_graph_recipe_type.make(&in, &again, &graph[1]) == SCREE_OK);
            char *text_again = print_graph(graph[1], &again);
            FUZZ_REQUIRE(strcmp(text, text_again) == 0);
            scree_recipe_text_free(&text_again);
        }
        scree_recipe_text_free(&text);
        json_decref(printed);
    }
    scree_field_release(&graph[0]);
    scree_field_release(&graph[1]);
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
        read_graph(root);
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
