/* The command `scree-viewer`. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../scree/command.h"
#include "../scree/message.h"
#include "../scree/presets.h"
#include "../scree/recipe_text.h"
#include "../scree/signals.h"
#include "../scree/standard_streams.h"
#include "headless.h"
#include "opening.h"
#include "window.h"

static int print_version(void)
{
    printf("scree-viewer %s (output revision %u)\n", scree_version(), (unsigned)scree_output_revision());
    return EXIT_CODE_OK;
}

static int print_bindings(void)
{
    viewer_binding binding;
    for (size_t number = 0; viewer_binding_get(number, &binding); number++) {
        printf("%-22s %s\n", binding.keys, binding.what);
    }
    return EXIT_CODE_OK;
}

static int fail(const char *text, bool is_mistake)
{
    message_error_lines(text);
    return is_mistake ? EXIT_CODE_USAGE : EXIT_CODE_FAILED;
}

/* The expression of an option, on the plain grid. */
static int find_expression(const struct option_value *values, scree_recipe *recipe, struct recipe_scene *scene,
                           char **expression)
{
    char text[512] = "no memory for the expression";
    if (values[OPTION_EXPRESSION].given) {
        *expression = strdup(values[OPTION_EXPRESSION].text);
    } else {
        opening_read_expression(values[OPTION_EXPRESSION_FILE].text, expression, text, sizeof text);
    }
    if (*expression == NULL) {
        return fail(text, false);
    }
    *recipe = opening_plain_recipe();
    *scene = recipe_scene_none();
    return EXIT_CODE_OK;
}

/* The recipe to begin with, and how it is shown. */
static int find_recipe(const struct viewer_options *options, viewer_messages *messages, scree_recipe *recipe,
                       struct recipe_scene *scene, char **expression)
{
    char text[512];
    const struct option_value *values = options->values;
    const char *json = values[OPTION_RECIPE].text;
    const char *file = values[OPTION_RECIPE_OF].text;
    const struct preset *preset = preset_at(values[OPTION_PRESET].choice);
    *expression = NULL;
    if (json != NULL) {
        return opening_parse_recipe(messages, json, "--recipe", recipe, scene, expression, text, sizeof text)
                   ? EXIT_CODE_OK
                   : fail(text, true);
    }
    if (values[OPTION_EXPRESSION].given || values[OPTION_EXPRESSION_FILE].given) {
        return find_expression(values, recipe, scene, expression);
    }
    if (file != NULL) {
        return opening_recipe_of_file(messages, file, recipe, scene, expression, text, sizeof text)
                   ? EXIT_CODE_OK
                   : fail(text, access(file, R_OK) == 0);
    }
    if (!opening_preset_expression(preset, expression)) {
        return fail("no memory for the expression", false);
    }
    *recipe = opening_preset_recipe(preset);
    *scene = preset->scene;
    return EXIT_CODE_OK;
}

static const char *name_of_expression(const struct option_value *values)
{
    const struct option_value *file = &values[OPTION_EXPRESSION_FILE];
    return file->given ? recipe_text_name(file->text) : values[OPTION_EXPRESSION].given ? "--expr" : "the recipe";
}

static int show(const struct viewer_options *options, viewer_messages *messages)
{
    const struct option_value *values = options->values;
    const struct option_value *device = &values[OPTION_DEVICE];
    const bool is_headless = options_are_headless(options);
    scree_recipe recipe;
    struct recipe_scene scene;
    char *expression = NULL;
    char text[512];
    const int code = find_recipe(options, messages, &recipe, &scene, &expression);
    const viewer_start start = {
        .messages = messages,
        .device_params = {.backend = device->given ? (scree_backend)device->choice : SCREE_BACKEND_AUTO,
                          .index = device->count > 0 ? (uint32_t)device->wholes[0] : 0,
                          .threads = (uint32_t)values[OPTION_THREADS].whole},
        .memory_limit = values[OPTION_MEMORY].whole,
        .recipe = &recipe,
        .scene = &scene,
        .expression = expression,
        .expression_name = name_of_expression(values),
        .expression_path = values[OPTION_EXPRESSION_FILE].text,
        .is_preset = !values[OPTION_RECIPE].given && !values[OPTION_RECIPE_OF].given && options->path == NULL &&
                     !values[OPTION_EXPRESSION].given && !values[OPTION_EXPRESSION_FILE].given,
        .path = options->path,
        .second_path = values[OPTION_COMPARE].text,
        .settings = options->settings,
        .setting_count = options->setting_count,
        .watches = !values[OPTION_NO_WATCH].given && !is_headless,
    };
    const bool has_window = !is_headless || values[OPTION_OFFSCREEN].given;
    if (!has_window) {
        signals_watch();
    }
    int shown = code;
    if (code == EXIT_CODE_OK && !has_window) {
        shown = headless_run(options, &start);
    } else if (code == EXIT_CODE_OK) {
        shown = window_run(&start, options, text, sizeof text) ? EXIT_CODE_OK : fail(text, false);
    }
    free(expression);
    return shown;
}

static int run(const struct viewer_options *options)
{
    if (options->values[OPTION_HELP].given) {
        options_print_help();
        return EXIT_CODE_OK;
    }
    if (options->values[OPTION_MANUAL].given) {
        options_print_manual();
        return EXIT_CODE_OK;
    }
    if (options->values[OPTION_VERSION].given) {
        return print_version();
    }
    if (options->values[OPTION_LIST_BINDINGS].given) {
        return print_bindings();
    }
    viewer_messages *messages = viewer_messages_create();
    const int code = messages != NULL ? show(options, messages) : fail("no memory for the viewer", false);
    viewer_messages_destroy(&messages);
    return code;
}

int main(int count, char **texts)
{
    struct viewer_options options;
    standard_streams_open();
    message_name_program("scree-viewer");
    signal(SIGPIPE, SIG_IGN); /* A reader that goes away is an error that is reported. */
    signal(SIGXFSZ, SIG_IGN);
    int code = options_read(&options, count, texts);
    if (code == EXIT_CODE_OK) {
        code = run(&options);
    }
    options_free(&options);
    return standard_streams_close(code);
}
