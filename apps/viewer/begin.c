#include "begin.h"

#include <string.h>

#include "../scree/command.h"
#include "../scree/message.h"
#include "../scree/presets.h"
#include "opening.h"

static int refuse(const char *text)
{
    message_error("%s", text);
    return EXIT_CODE_USAGE;
}

static int find_recipe(const struct viewer_options *options, viewer_messages *messages, scree_recipe *recipe)
{
    char text[512];
    *recipe = preset_at(0)->recipe;
    if (options->recipe != NULL) {
        return opening_parse_recipe(messages, options->recipe, strlen(options->recipe), "--recipe", recipe, text,
                                    sizeof text)
                   ? EXIT_CODE_OK
                   : refuse(text);
    }
    if (options->preset == NULL) {
        return EXIT_CODE_OK;
    }
    struct nearest search = {.word = options->preset};
    for (int number = 0; preset_at(number) != NULL; number++) {
        nearest_consider(&search, preset_at(number)->name);
        if (strcmp(preset_at(number)->name, options->preset) == 0) {
            *recipe = preset_at(number)->recipe;
            return EXIT_CODE_OK;
        }
    }
    message_error("--preset: there is no '%s'; did you mean '%s'?", options->preset, search.best);
    return EXIT_CODE_USAGE;
}

int begin_start(const struct viewer_options *options, viewer_messages *messages, scree_recipe *recipe,
                viewer_start *start)
{
    *start = (viewer_start){
        .messages = messages,
        .device_params = options->device,
        .memory_limit = options->memory,
        .recipe = recipe,
        .path = options->path,
        .second_path = options->compare,
        .settings = options->settings,
        .setting_count = options->setting_count,
        .watches = options->is_watching && !options_are_headless(options),
    };
    return find_recipe(options, messages, recipe);
}
