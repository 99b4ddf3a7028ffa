#include "begin.h"

#include <unistd.h>

#include "../scree/command.h"
#include "../scree/message.h"
#include "../scree/presets.h"
#include "opening.h"

static int refuse(const char *text, bool is_mistake)
{
    message_error("%s", text);
    return is_mistake ? EXIT_CODE_USAGE : EXIT_CODE_FAILED;
}

static void take_preset(int number, scree_recipe *recipe, struct recipe_scene *scene)
{
    *recipe = opening_preset_recipe(preset_at(number));
    *scene = preset_at(number)->scene;
}

static int find_recipe(const struct viewer_options *options, viewer_messages *messages, scree_recipe *recipe,
                       struct recipe_scene *scene)
{
    char text[512];
    take_preset(options->preset >= 0 ? options->preset : 0, recipe, scene);
    if (options->recipe != NULL) {
        return opening_parse_recipe(messages, options->recipe, "--recipe", recipe, scene, text, sizeof text)
                   ? EXIT_CODE_OK
                   : refuse(text, true);
    }
    if (options->recipe_of != NULL) {
        const bool is_read = opening_recipe_of_file(messages, options->recipe_of, recipe, scene, text, sizeof text);
        return is_read ? EXIT_CODE_OK : refuse(text, access(options->recipe_of, R_OK) == 0);
    }
    return EXIT_CODE_OK;
}

int begin_start(const struct viewer_options *options, viewer_messages *messages, scree_recipe *recipe,
                struct recipe_scene *scene, viewer_start *start)
{
    *start = (viewer_start){
        .messages = messages,
        .device_params = options->device,
        .memory_limit = options->memory,
        .recipe = recipe,
        .scene = scene,
        .is_preset = options->recipe == NULL && options->recipe_of == NULL && options->path == NULL,
        .path = options->path,
        .second_path = options->compare,
        .settings = options->settings,
        .setting_count = options->setting_count,
        .watches = options->is_watching && !options_are_headless(options),
    };
    return find_recipe(options, messages, recipe, scene);
}
